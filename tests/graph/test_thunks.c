// XLA's list of launches beside its plan: one for one, by order.
#include "base/text.h"
#include "graph/read/hlo/thunks.h"
#include "scratch.h"

#include <stdio.h>
#include <string.h>

// Grids and threads as thunk_sequence.txt says them, of a program for an H200.
static void the_list_beside_a_module_is_found(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int64_t grid, threads, shared;
  } launches[] = {{"triton_softmax_6", 2048, 128, 32},    {"gemm_fusion_dot_general_1", 32768, 64, 512},
                  {"loop_multiply_fusion", 8192, 128, 0}, {"loop_dynamic_update_slice_fusion", 1, 64, 0},
                  {"wrapped_gather", 16, 128, 0},         {"triton_softmax_4", 2048, 128, 32},
                  {"loop_slice_fusion", 16392, 128, 0}};
  Status status = {0};
  DumpPlan *plan = NULL;
  Graph *graph = graph_open(TEST_FOLDER "/graph/hlo/jit_f.txt", &(ReadOptions){0}, &plan, &status);
  if (!graph) fail_msg("%s", status.message);
  assert_int_equal(plan->kernel_count, 7);
  assert_int_equal(plan->unplaced_count, 0);
  for (int i = 0; i < plan->kernel_count; i++) {
    const DumpLaunch *launch = &plan->kernels[i].launched;
    assert_string_equal(launch->name, launches[i].name);
    assert_true(launch->known && launch->count == 1);
    assert_int_equal(launch->grid[0], launches[i].grid);
    assert_int_equal(launch->threads[0], launches[i].threads);
    assert_int_equal(launch->shared_bytes, launches[i].shared);
  }
  dump_plan_free(plan);
  graph_free(graph);
}

#define KERNEL(number, name) \
  number ": kCustomKernel [source | sink] " name \
         " grid: [2, 3, 1] threads: [32, 2, 1]  shared_memory: 8 bytes\n"

enum { KERNELS = 5 };

static DumpPlan *small_plan(void) {
  static const char *const kinds[KERNELS] = {"kLoop", "__cudnn$conv", "copy", "kCustom", "while"};
  Arena *arena = arena_new();
  DumpPlan *plan = arena_alloc(arena, sizeof *plan);
  *plan = (DumpPlan){.arena = arena, .compiler = "xla", .kernel_count = KERNELS};
  plan->kernels = arena_array(arena, KERNELS, sizeof *plan->kernels);
  for (int i = 0; i < KERNELS; i++)
    plan->kernels[i] = (DumpKernel){.name = "k", .kind = kinds[i]};
  return plan;
}

// A sort copies first and is several kernels; what a loop launches is not of this plan.
static void sorts_copies_and_loops_are_told_apart(void **state) {
  (void)state;
  static const char text[] =
      KERNEL("001", "loop_fusion") "002: kConvolution [a | b] kConvolution\n"
                                   "003: kCopy [a | b] kCopy\n"
                                   "004: kCopy [a | b] kCopy\n" KERNEL("005", "sort_8_1") KERNEL(
                                       "006", "sort_8_1__1") KERNEL("007", "sort_8_1__2")
                                       "008: kWhile [a | b]\ncondition:\n    " KERNEL(
                                           "009", "inside") "  body:\n    " KERNEL("010", "inside_2");
  static const int counts[KERNELS] = {1, 1, 1, 4, 1};
  static const char *const names[KERNELS] = {"loop_fusion", "kConvolution", "kCopy", "sort_8_1", "kWhile"};
  Status status = {0};
  DumpPlan *plan = small_plan();
  if (!hlo_read_thunks("t", text, strlen(text), plan, &status)) fail_msg("%s", status.message);
  for (int i = 0; i < KERNELS; i++) {
    assert_int_equal(plan->kernels[i].launched.count, counts[i]);
    assert_string_equal(plan->kernels[i].launched.name, names[i]);
    assert_int_equal(plan->kernels[i].launched.known, i == 0 || i == 3);
  }
  assert_int_equal(plan->kernels[3].launched.grid[1], 3);
  assert_int_equal(plan->kernels[3].launched.threads[1], 2);
  dump_plan_free(plan);
}

static void what_does_not_fit_is_told(void **state) {
  (void)state;
  static const struct {
    const char *text, *wanted;
  } cases[] = {
      {KERNEL("1", "a"), "t lists 1 launches, which are not those of the 5 kernels here"},
      {"1: kCustomKernel [a] name grid: [1, 1]\n", "t:1:38: expected ',' in these sizes"},
      {"\n2 kCopy\n", "t:2:3: expected ':' behind the number"},
      {"3: kCopy [a\n", "t:1:10: this bracket is never closed"},
      {"4: kCustomKernel [a] name grid: [-1, 1, 1]\n", "t:1:34: a launch has no negative sizes"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Status status = {0};
    DumpPlan *plan = small_plan();
    if (hlo_read_thunks("t", cases[i].text, strlen(cases[i].text), plan, &status) ||
        !strstr(status.message, cases[i].wanted))
      fail_msg("%s: %s", cases[i].wanted, status.message);
    assert_null(plan->kernels[0].launched.name);
    dump_plan_free(plan);
  }
}

// Before the last pass kernels are others, and in another order: the list is not theirs.
static void a_module_before_its_last_pass_has_no_launches(void **state) {
  (void)state;
  static const char module[] =
      "\n\nf {\n  p = f32[4] parameter(0)\n  ROOT n = f32[4] negate(p)\n}\n\nENTRY e {\n  x = f32[4] "
      "parameter(0)\n"
      "  ROOT k = f32[4] fusion(x), kind=kLoop, calls=f\n}\n";
  scratch_write("m.thunk_sequence.txt", KERNEL("001", "k"));
  for (int scheduled = 0; scheduled < 2; scheduled++) {
    Text text = {0};
    DumpPlan *plan = NULL;
    char *path = scratch_path("m.after.txt");
    text_printf(&text, "HloModule m%s%s", scheduled ? ", is_scheduled=true" : "", module);
    scratch_write("m.after.txt", text_get(&text));
    Graph *graph = graph_open(path, &(ReadOptions){0}, &plan, NULL);
    assert_non_null(plan);
    assert_int_equal(plan->kernel_count, 1);
    assert_int_equal(plan->unplaced_count, 0);
    assert_int_equal(plan->kernels[0].launched.known, scheduled);
    dump_plan_free(plan);
    graph_free(graph);
    text_free(&text);
    free(path);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_list_beside_a_module_is_found),
      cmocka_unit_test(sorts_copies_and_loops_are_told_apart),
      cmocka_unit_test(what_does_not_fit_is_told),
      cmocka_unit_test(a_module_before_its_last_pass_has_no_launches),
  };
  return cmocka_run_group_tests_name("thunks", tests, scratch_make, scratch_remove);
}
