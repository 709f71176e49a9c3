// Heuristics like those of compilers, held against what the compilers did: their plans of the shipped dumps.
// With a heuristic and dumps as arguments it prints how alike they are.
#include "scratch.h"
#include "test.h"

#include "agreement.h"
#include "cost/plan_cost.h"
#include "script/script.h"

#include <stdio.h>
#include <time.h>

static Session *open_dump(const char *path) {
  Status status = {0};
  Session *session = session_open(path, &(SessionOptions){0}, &status);
  if (!session) fprintf(stderr, "%s\n", status.message);
  return session;
}

static bool agree(const char *path, const char *heuristic, Agreement *agreement, double *seconds) {
  Session *session = open_dump(path);
  Status status = {0};
  bool good = session && session_use_plan(session, "compiler", &status);
  Plan *compiler = good ? plan_copy(session_plan(session)) : NULL;
  good = good && session_use_plan(session, "none", &status);
  struct timespec start, end;
  timespec_get(&start, TIME_UTC);
  good = good && heuristic_run(session, heuristic, NULL, 0, NULL, NULL, &status);
  timespec_get(&end, TIME_UTC);
  *seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
  if (good) *agreement = agreement_of(compiler, session_plan(session));
  if (!good && session) fprintf(stderr, "%s: %s: %s\n", path, heuristic, status.message);
  plan_free(compiler);
  if (session) session_close(session);
  return good;
}

static void print_row(const char *name, const Agreement *a, double seconds) {
  printf("%-40s %5d edges %6.2f%%  -%d +%d  kernels %d of %d (%d made)  %.2f s\n", name, a->edges,
         a->edges ? 100.0 * a->alike / a->edges : 100.0, a->apart, a->joined, a->found, a->kernels, a->made,
         seconds);
}

static int print_table(const char *heuristic, char **dumps, int count) {
  Agreement sum = {0};
  double all_seconds = 0;
  for (int i = 0; i < count; i++) {
    Agreement a;
    double seconds;
    if (!agree(dumps[i], heuristic, &a, &seconds)) continue;
    print_row(dumps[i], &a, seconds);
    sum =
        (Agreement){sum.edges + a.edges,     sum.alike + a.alike, sum.apart + a.apart, sum.joined + a.joined,
                    sum.kernels + a.kernels, sum.found + a.found, sum.made + a.made};
    all_seconds += seconds;
  }
  print_row("all", &sum, all_seconds);
  return 0;
}

// What was reached, so that it cannot fall unseen: edges alike, and the compiler's kernels that are found.
typedef struct Level {
  const char *dump; // shipped, or beside the tests
  const char *heuristic;
  int alike, found;
} Level;

static const Level levels[] = {
    {"graphs/dumps/mix/backward", "inductor-like", 74, 8},
    {"graphs/dumps/layernorm/backward", "inductor-like", 26, 1},
    {"graphs/dumps/llama/backward", "inductor-like", 253, 34},
    {"graphs/dumps/gpt2/backward", "inductor-like", 190, 30},
    {"graphs/dumps/resnet/forward", "inductor-like", 456, 101},
    {"graph/hlo/jit_f.txt", "xla-priority-like", 51, 4},
    {"graph/hlo/jit_loss.txt", "xla-priority-like", 129, 10},
};

static void test_levels(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
    Agreement reached = {0};
    double seconds;
    bool is_shipped = !strncmp(levels[i].dump, "graphs/", 7);
    char *path = is_shipped ? file_data(levels[i].dump) : file_join(TEST_FOLDER, levels[i].dump);
    assert_non_null(path);
    assert_true(agree(path, levels[i].heuristic, &reached, &seconds));
    free(path);
    if (reached.alike < levels[i].alike || reached.found < levels[i].found)
      fail_msg("%s on %s: %d edges alike of %d, %d were; %d kernels found of %d, %d were",
               levels[i].heuristic, levels[i].dump, reached.alike, reached.edges, levels[i].alike,
               reached.found, reached.kernels, levels[i].found);
  }
}

// Plans worked out by the compilers' rules, where no dump of theirs says them.
//
// A softmax has 7 ops: cast, amax, sub, exp, sum, div, cast. TVM puts none of them into a reduction that is
// not all its uses' way, and nothing behind one: cast; amax; sub, exp; sum; div, cast. nvFuser keeps a row of
// at most 128 KiB in each of 16 blocks: of 2^20 numbers of 2 bytes, and then it is one kernel; of 2^21 not,
// so that no kernel may read x before a reduction and again behind it: cast, amax; cast, sub, exp, sum; div,
// cast. A GELU with three readers, which lead to no one op (lesson 12): TVM stores it, Inductor makes one
// kernel of all, XLA copies it into each.
typedef struct ByHand {
  const char *heuristic, *graph;
  int64_t rows, cols;
  int kernels;
} ByHand;

static const ByHand by_hand[] = {
    {"tvm-like", "graphs/softmax.json", 16, 4096, 5},
    {"tvm-like", "graphs/gelu_tanh.json", 0, 0, 1},
    {"nvfuser-like", "graphs/softmax.json", 16, 1 << 20, 1},
    {"nvfuser-like", "graphs/softmax.json", 16, 1 << 21, 3},
    {"nvfuser-like", "graphs/layernorm_backward.json", 0, 0, 1},
    {"tvm-like", "graphs/gelu_readers.json", 4096, 4096, 4},
    {"inductor-like", "graphs/gelu_readers.json", 4096, 4096, 1},
    {"xla-priority-like", "graphs/gelu_readers.json", 4096, 4096, 3},
};

static void test_by_hand(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
    SizeBinding sizes[] = {{"rows", by_hand[i].rows}, {"cols", by_hand[i].cols}};
    SessionOptions options = {.read = {.sizes = sizes, .size_count = by_hand[i].cols ? 2 : 0}};
    Status status = {0};
    char *path = file_data(by_hand[i].graph);
    Session *session = session_open(path, &options, &status);
    if (!session || !heuristic_run(session, by_hand[i].heuristic, NULL, 0, NULL, NULL, &status))
      fail_msg("%s", status.message);
    assert_int_equal(plan_kernel_count(session_plan(session)), by_hand[i].kernels);
    session_close(session);
    free(path);
  }
}

// Nothing to do, for each of them: no rows, which nothing may be divided by.
static void test_empty(void **state) {
  (void)state;
  static const char *const names[] = {"inductor-like", "xla-priority-like", "nvfuser-like", "tvm-like",
                                      "min-cut"};
  char *path = file_data("graphs/rmsnorm_backward.json");
  for (int i = 0; i < 10; i++) {
    SizeBinding sizes[] = {{"rows", i % 2 ? 16 : 0}, {"cols", i % 2 ? 0 : 100000}};
    SessionOptions options = {.read = {.sizes = sizes, .size_count = 2}};
    Status status = {0};
    Session *session = session_open(path, &options, &status);
    if (!session || !heuristic_run(session, names[i / 2], NULL, 0, NULL, NULL, &status))
      fail_msg("%s", status.message);
    assert_true(plan_verify(session_plan(session), &status));
    session_close(session);
  }
  free(path);
}

// A sum of three streams of 256 MiB, its SiLU, a loss, and the gradient. The cut saves the sum (twice 256
// MiB, once written and once read) rather than SiLU and gate, or the streams that would be read again (three
// times). With half of that to save, the gradient is computed from the streams: six reads and one write.
static void test_minimum_cut(void **state) {
  (void)state;
  static const struct {
    const char *budget;
    int reads, writes;
  } cases[] = {{"1", 4, 2}, {"0.5", 6, 1}};
  char *path = file_data("graphs/save_for_backward.json");
  for (int i = 0; i < 2; i++) {
    Status status = {0};
    Session *session = session_open(path, &(SessionOptions){0}, &status);
    assert_non_null(session);
    ScriptOption budget = {"budget", cases[i].budget};
    if (!heuristic_run(session, "min-cut", &budget, 1, NULL, NULL, &status)) fail_msg("%s", status.message);
    assert_true(plan_verify(session_plan(session), &status));
    PlanTotal total = plan_total(session_estimator(session), session_plan(session));
    assert_int_equal(total.kernels, 2);
    assert_int_equal(total.read_bytes >> 28, cases[i].reads);
    assert_int_equal(total.write_bytes >> 28, cases[i].writes);
    session_close(session);
  }
  free(path);
}

// A network by hand: 0 is the source, 3 the sink; the cheapest cut takes 2 + 3 from the edges behind 1 and 2.
static void test_flow(void **state) {
  (void)state;
  scratch_write("network.lua",
                "local Flow = require 'flow'\n"
                "return { run = function()\n"
                "  local flow = Flow.new()\n"
                "  flow:edge(0, 1, 10) flow:edge(0, 2, 4) flow:edge(1, 2, math.huge)\n"
                "  flow:edge(1, 3, 2) flow:edge(2, 3, 3)\n"
                "  local side, capacity = flow:cut(0, 3)\n"
                "  assert(capacity == 5 and side[1] and side[2] and not side[3])\n"
                "  local none = Flow.new()\n"
                "  none:edge(0, 3, math.huge)\n"
                "  local ok, why = pcall(none.cut, none, 0, 3)\n"
                "  assert(not ok and why:find('no cut'))\n"
                "end }\n");
  char *path = scratch_path("network.lua"), *graph = file_data("graphs/softmax.json");
  Status status = {0};
  Session *session = session_open(graph, &(SessionOptions){0}, &status);
  if (!heuristic_run(session, path, NULL, 0, NULL, NULL, &status)) fail_msg("%s", status.message);
  session_close(session);
  free(path), free(graph);
}

int main(int argc, char **argv) {
  if (argc > 2) return print_table(argv[1], argv + 2, argc - 2);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_levels), cmocka_unit_test(test_by_hand),
                                     cmocka_unit_test(test_empty), cmocka_unit_test(test_minimum_cut),
                                     cmocka_unit_test(test_flow)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
