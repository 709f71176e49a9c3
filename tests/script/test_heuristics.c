// The shipped heuristics on graphs whose best plan is known by hand.
#include "scratch.h"
#include "test.h"

#include "base/arena.h"
#include "base/file.h"
#include "cost/plan_cost.h"
#include "plan/search/enumerate.h"
#include "script/script.h"

#include <stdio.h>

static Session *open_for(const char *name, const SizeBinding *sizes, int count, const char *device) {
  char *path = file_data(name);
  assert_non_null(path);
  SessionOptions options = {.read = {.sizes = sizes, .size_count = count}, .device = device};
  Status status = {0};
  Session *session = session_open(path, &options, &status);
  free(path);
  if (!session) fail_msg("%s", status.message);
  return session;
}

static Session *open_graph(const char *name, const SizeBinding *sizes, int count) {
  return open_for(name, sizes, count, NULL);
}

static int kernels_after(Session *session, const char *heuristic, const ScriptOption *options, int count) {
  Status status = {0};
  if (!heuristic_run(session, heuristic, options, count, NULL, NULL, &status))
    fail_msg("%s: %s", heuristic, status.message);
  assert_true(plan_verify(session_plan(session), &status));
  return plan_kernel_count(session_plan(session));
}

// Eight pointwise ops in a chain: one kernel. One op alone each: eight.
static void test_gelu(void **state) {
  (void)state;
  Session *session = open_graph("graphs/gelu_tanh.json", NULL, 0);
  assert_int_equal(plan_kernel_count(session_plan(session)), 8);
  assert_int_equal(kernels_after(session, "greedy", NULL, 0), 1);
  Estimate estimate = *estimator_kernel(session_estimator(session), session_plan(session),
                                        *plan_order(session_plan(session), &(int){0}));
  assert_int_equal(estimate.read_bytes, 536870912); // 128 Mi elements of 4 bytes
  assert_int_equal(estimate.write_bytes, 536870912);
  session_close(session);
}

// A row softmax and a row norm each fit one kernel: every op has the row's domain or the row itself.
static void test_row_kernels(void **state) {
  (void)state;
  static const char *const graphs[] = {"graphs/softmax.json", "graphs/rmsnorm.json", "graphs/layernorm.json",
                                       "graphs/swiglu.json"};
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
    Session *session = open_graph(graphs[i], NULL, 0);
    int kernels = kernels_after(session, "greedy", NULL, 0);
    if (kernels != 1) fail_msg("%s: %d kernels", graphs[i], kernels);
    session_close(session);
  }
}

// Rejecting kernels with more than two buffers keeps mul(add(a, b), c) apart only when it must: swiglu reads
// two, so it still fuses.
static void test_max_reads(void **state) {
  (void)state;
  Session *session = open_graph("graphs/adam.json", NULL, 0);
  int free_plan = kernels_after(session, "greedy", NULL, 0);
  Status status = {0};
  assert_true(session_use_plan(session, "none", &status));
  int bounded = kernels_after(session, "max_reads", (ScriptOption[]){{"max_reads", "2"}}, 1);
  assert_true(bounded > free_plan);
  int count;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++)
    assert_true(estimator_reads(plan_lowered(session_plan(session), order[i])) <= 2);
  session_close(session);
}

// Twelve tensors of four shapes: bytes puts those of one shape together, because they read the same rate;
// horizontal puts all into one launch, a nest each. No kernel is small enough when it may take no time.
static void test_horizontal(void **state) {
  (void)state;
  Session *session = open_graph("graphs/sgd_tensors.json", NULL, 0);
  Status status = {0};
  assert_int_equal(kernels_after(session, "bytes", NULL, 0), 4);
  double bytes = plan_total(session_estimator(session), session_plan(session)).time_us;
  assert_true(session_use_plan(session, "none", &status));
  assert_int_equal(kernels_after(session, "horizontal", NULL, 0), 1);
  const PlanLowered *lowered =
      plan_lowered(session_plan(session), *plan_order(session_plan(session), &(int){0}));
  assert_string_equal(template_name(lowered->schedule.kind), "batch");
  assert_int_equal(nest_part_count(lowered->nest), 12);
  assert_int_equal(lowered->nest->part_count, 4);
  assert_true(plan_total(session_estimator(session), session_plan(session)).time_us < bytes);
  assert_true(session_use_plan(session, "none", &status));
  assert_int_equal(kernels_after(session, "horizontal", (ScriptOption[]){{"small_us", "0"}}, 1), 4);
  session_close(session);
}

// M, N and K of a linear layer and a GELU on an H200, and whether one kernel was faster than cuBLAS and a
// pass in medians of 30 runs of each (1.27, 1.27, 1.11, 1.06, 1.07, 0.96, 0.95 times as fast, on 2026-11-27,
// all in tiles of 128 x 128).
static void test_epilogues_fuse_where_it_was_faster(void **state) {
  (void)state;
  static const struct {
    int64_t m, n, k;
    bool faster;
  } shapes[] = {{16384, 1024, 1024, true}, {32768, 768, 768, true},   {2048, 2048, 2048, true},
                {4096, 4096, 4096, true},  {8192, 14336, 4096, true}, {4096, 4096, 14336, false},
                {8192, 8192, 8192, false}};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    SizeBinding sizes[] = {{"m", shapes[i].m}, {"n", shapes[i].n}, {"k", shapes[i].k}};
    Session *session = open_graph("graphs/linear_gelu.json", sizes, 3);
    assert_int_equal(kernels_after(session, "epilogues", NULL, 0), shapes[i].faster ? 1 : 2);
    int first = *plan_order(session_plan(session), &(int){0});
    bool fused = shapes[i].faster;
    assert_string_equal(template_name(plan_lowered(session_plan(session), first)->schedule.kind),
                        fused ? "gemm" : "library");
    session_close(session);
  }
}

// The share asked for decides; a GPU without the kernel has greedy's plan.
static void test_epilogues_fuse_what_saves_enough(void **state) {
  (void)state;
  SizeBinding sizes[] = {{"m", 4096}, {"n", 4096}, {"k", 4096}};
  static const struct {
    const char *device, *share;
    int kernels;
  } cases[] = {{"h200", "0.9", 2}, {"h200", "0", 1}, {"a100", "0", 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Session *session = open_for("graphs/linear_gelu.json", sizes, 3, cases[i].device);
    assert_int_equal(kernels_after(session, "epilogues", (ScriptOption[]){{"share", cases[i].share}}, 1),
                     cases[i].kernels);
    session_close(session);
  }
}

// Scores of mixed precision, whose matrices are casts of heads that lie beside one another: one kernel, by
// tensor cores, where a library multiplies in f32. A product of two tensors below the casts of one matrix
// stays in memory; the other one is divided by a number.
static void test_epilogues_read_through_casts(void **state) {
  (void)state;
  static const char *const graphs[] = {"heads.py", "gated_heads.py"};
  for (int i = 0; i < 2; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s/graph/fx/%s", TEST_FOLDER, graphs[i]);
    SessionOptions options = {.device = "h200"};
    Status status = {0};
    Session *session = session_open(path, &options, &status);
    if (!session) fail_msg("%s", status.message);
    assert_int_equal(kernels_after(session, "greedy", NULL, 0), 2);
    double before = plan_total(session_estimator(session), session_plan(session)).time_us;
    assert_int_equal(kernels_after(session, "epilogues", NULL, 0), 1 + i);
    int last = plan_order(session_plan(session), &(int){0})[i];
    assert_string_equal(template_name(plan_lowered(session_plan(session), last)->schedule.kind), "gemm");
    assert_true(plan_total(session_estimator(session), session_plan(session)).time_us < before / 2);
    session_close(session);
  }
}

// Masks of attention that its kernel computes: where a library read them, 3.3 times as fast on an H200.
static void test_epilogues_compute_masks(void **state) {
  (void)state;
  Session *session = open_graph("graphs/dumps/llama/forward", NULL, 0);
  kernels_after(session, "greedy", NULL, 0);
  double before = plan_total(session_estimator(session), session_plan(session)).time_us;
  kernels_after(session, "epilogues", NULL, 0);
  double after = plan_total(session_estimator(session), session_plan(session)).time_us;
  int count, found = 0;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++)
    found +=
        strcmp(template_name(plan_lowered(session_plan(session), order[i])->schedule.kind), "attention") == 0;
  assert_int_equal(found, 2);
  assert_true(before - after > 2 * (581 - 174) * 0.9);
  session_close(session);
}

static void test_same_script_same_plan(void **state) {
  (void)state;
  uint64_t hashes[2];
  for (int i = 0; i < 2; i++) {
    Session *session = open_graph("graphs/rmsnorm_backward.json", NULL, 0);
    kernels_after(session, "greedy", NULL, 0);
    hashes[i] = plan_hash(session_plan(session));
    session_close(session);
  }
  assert_int_equal(hashes[0], hashes[1]);
}

static double plan_time(Session *session) {
  return plan_total(session_estimator(session), session_plan(session)).time_us;
}

// Greedy takes what saves time, so no dump gets slower by the estimate.
static void test_never_slower_than_unfused(void **state) {
  (void)state;
  static const char *const dumps[] = {"adamw/inference",    "bert/forward",       "epilogue/inference",
                                      "gpt2/backward1",     "layernorm/backward", "llama/forward",
                                      "mix/forward",        "resnet/forward",     "rmsmodel/backward",
                                      "siblings/inference", "softmax/inference"};
  for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++) {
    char path[64];
    snprintf(path, sizeof path, "graphs/dumps/%s", dumps[i]);
    Session *session = open_graph(path, NULL, 0);
    double unfused = plan_time(session);
    kernels_after(session, "greedy", NULL, 0);
    double greedy = plan_time(session);
    if (greedy > unfused) fail_msg("%s: unfused %.1f us, greedy %.1f us", dumps[i], unfused, greedy);
    session_close(session);
  }
}

static void test_listing(void **state) {
  (void)state;
  int count;
  HeuristicInfo *list = heuristics_list(&count, NULL);
  bool greedy = false, reads = false;
  for (int i = 0; i < count; i++) {
    greedy |= text_equal(list[i].name, "greedy");
    if (!text_equal(list[i].name, "max_reads")) continue;
    reads = true;
    assert_int_equal(list[i].option_count, 2);
    assert_string_equal(list[i].options[1].name, "max_reads");
    assert_string_equal(list[i].options[1].default_value, "10");
  }
  assert_true(greedy && reads);
  heuristics_free(list, count);
}

// What is listed is what runs: not the shipped one, too.
static void test_the_users_takes_the_place_of_a_shipped_one(void **state) {
  (void)state;
  scratch_write("heuristics/greedy.lua", "return { help = 'mine', run = function() end }");
  int count, found = 0;
  HeuristicInfo *list = heuristics_list(&count, NULL);
  for (int i = 0; i < count; i++) {
    if (!text_equal(list[i].name, "greedy")) continue;
    found++;
    assert_string_equal(list[i].help, "mine");
  }
  heuristics_free(list, count);
  assert_int_equal(found, 1);
  Session *session = open_graph("graphs/gelu_tanh.json", NULL, 0);
  assert_int_equal(kernels_after(session, "greedy", NULL, 0), 8);
  session_close(session);
  char *path = scratch_path("heuristics/greedy.lua");
  assert_int_equal(unlink(path), 0);
  free(path);
}

static void test_options_are_checked(void **state) {
  (void)state;
  Session *session = open_graph("graphs/softmax.json", NULL, 0);
  Status status = {0};
  assert_false(
      heuristic_run(session, "max_reads", (ScriptOption[]){{"max_reads", "many"}}, 1, NULL, NULL, &status));
  assert_non_null(strstr(status.message, "a number is wanted"));
  assert_false(heuristic_run(session, "nonesuch", NULL, 0, NULL, NULL, &status));
  assert_non_null(strstr(status.message, "greedy"));
  session_close(session);
}

static void test_stubs_name_every_method(void **state) {
  (void)state;
  Text stubs = {0};
  script_write_stubs(&stubs);
  assert_non_null(strstr(text_get(&stubs), "function plan:what_if(a, b, options) end"));
  assert_non_null(strstr(text_get(&stubs), "---@field readers op[]"));
  assert_non_null(strstr(text_get(&stubs), "---@field latency number"));
  assert_non_null(strstr(text_get(&stubs), "function plan:schedule(kernel, knob, value) end"));
  text_free(&stubs);
}

// z = relu(x^T + y) over 8192 x 8192 f32: x is read along its slow axis. And a row's sum keeps its axis.
static void test_operands(void **state) {
  (void)state;
  scratch_write(
      "operands.lua",
      "return { run = function(plan)\n"
      "  local s = plan:op('s')\n"
      "  local x, y = s.operands[1], s.operands[2]\n"
      "  assert(#s.operands == 2 and #s.reduced_axes == 0)\n"
      "  assert(x.tensor == 'x' and x.producer == nil and x.bytes == 4 * 8192 * 8192 and x.dtype == 'f32')\n"
      "  assert(x.shape[1] == 8192 and x.strides[1] == 1 and x.strides[2] == 8192 and x.offset == 0)\n"
      "  assert(y.tensor == 'y' and y.strides[1] == 8192 and y.strides[2] == 1)\n"
      "  assert(s.strides[1] == 1 and s.strides[2] == 8192) -- as its first operand\n"
      "  assert(plan:op('z').operands[1].producer == s and plan:op('z').is_kept and not s.is_kept)\n"
      "  local ok, why = pcall(function() return x.stride end)\n"
      "  assert(not ok and why:find(\"did you mean 'strides'\", 1, true), why)\n"
      "end }\n");
  char *path = scratch_path("operands.lua");
  Session *session = open_graph("graphs/transpose_add_relu.json", NULL, 0);
  kernels_after(session, path, NULL, 0);
  session_close(session);
  free(path);
  scratch_write("axes.lua",
                "return { run = function(plan)\n"
                "  local axes = plan:op('total').reduced_axes\n"
                "  assert(#axes == 1 and axes[1] == 2)\n"
                "end }\n");
  path = scratch_path("axes.lua");
  session = open_graph("graphs/softmax.json", NULL, 0);
  kernels_after(session, path, NULL, 0);
  session_close(session);
  free(path);
}

static void test_random_plans_repeat(void **state) {
  (void)state;
  Session *session = open_graph("graphs/layernorm_backward.json", NULL, 0);
  uint64_t hashes[4];
  int different = 0;
  for (int i = 0; i < 4; i++) {
    ScriptOption seed = {"seed", i % 2 ? "7" : i == 0 ? "3" : "4"};
    kernels_after(session, "random", &seed, 1);
    hashes[i] = plan_hash(session_plan(session));
    different += i > 0 && hashes[i] != hashes[0];
  }
  assert_true(hashes[1] == hashes[3]);
  assert_int_equal(different, 3);
  session_close(session);
}

typedef struct Least {
  Session *session;
  double us;
} Least;

static VisitAnswer note_least(void *context, Plan *plan, int64_t number) {
  Least *least = context;
  double us = plan_total(session_estimator(least->session), plan).time_us;
  (void)number;
  if (us < least->us) least->us = us;
  return VISIT_ON;
}

static void test_exhaustive_finds_the_least(void **state) {
  (void)state;
  Session *session = open_graph("graphs/xent.json", NULL, 0);
  Least least = {session, 1e9};
  PlanEnumeration enumeration = {.visit = note_least, .context = &least};
  assert_true(plan_enumerate(session_plan(session), &enumeration, NULL, NULL));
  kernels_after(session, "exhaustive", NULL, 0);
  assert_float_equal(plan_total(session_estimator(session), session_plan(session)).time_us, least.us, 0);
  kernels_after(session, "exhaustive", &(ScriptOption){"number", "0"}, 1); // every op alone
  int ops = plan_kernel_count(session_plan(session));
  assert_true(session_use_plan(session, "none", NULL));
  assert_int_equal(plan_kernel_count(session_plan(session)), ops);
  Status status = {0};
  assert_false(heuristic_run(session, "exhaustive", &(ScriptOption){"limit", "5"}, 1, NULL, NULL, &status));
  assert_non_null(strstr(status.message, "more than 5 legal plans"));
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operands),
      cmocka_unit_test(test_random_plans_repeat),
      cmocka_unit_test(test_exhaustive_finds_the_least),
      cmocka_unit_test(test_gelu),
      cmocka_unit_test(test_row_kernels),
      cmocka_unit_test(test_max_reads),
      cmocka_unit_test(test_horizontal),
      cmocka_unit_test(test_epilogues_fuse_where_it_was_faster),
      cmocka_unit_test(test_epilogues_fuse_what_saves_enough),
      cmocka_unit_test(test_epilogues_read_through_casts),
      cmocka_unit_test(test_epilogues_compute_masks),
      cmocka_unit_test(test_same_script_same_plan),
      cmocka_unit_test(test_never_slower_than_unfused),
      cmocka_unit_test(test_listing),
      cmocka_unit_test(test_the_users_takes_the_place_of_a_shipped_one),
      cmocka_unit_test(test_options_are_checked),
      cmocka_unit_test(test_stubs_name_every_method),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
