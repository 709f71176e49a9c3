// The Why tab: its edges as choices, what it says once, and the limit of a kernel.
#include "explorer/tabs/why.h"
#include "fixture.h"

#include <stdio.h>
#include <string.h>

static void test_why_edges(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "j4"); // the second op, detail pane
  assert_int_equal(it.explorer->tab, TAB_WHY);
  assert_true(why_here(it.explorer)->edge_count >= 2);
  press(&it, "<Down>");
  assert_int_equal(it.explorer->choice[TAB_WHY], 1);
  int before = kernels(&it);
  press(&it, "<Enter>");
  assert_int_equal(kernels(&it), before - 1);
  press(&it, "u");
  assert_int_equal(kernels(&it), before);
  close_graph(&it);
}

// A library op has one reason for all its edges but that to the cast that reads it, with which it can be a
// kernel: it heads the page, and what helps stands with the first edge.
static void test_why_tells_a_reason_once(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 200, 60);
  press(&it, "/mm_4<Enter>");
  assert_int_equal(why_here(it.explorer)->edge_count, 3);
  assert_int_equal(times_shown(&it, "cannot be fused: "), 2);
  assert_int_equal(times_shown(&it, "runs in a library call"), 1);
  assert_int_equal(times_shown(&it, "Fuse what comes before it"), 1);
  close_graph(&it);
}

// Sentences go on in the next line where the pane is too narrow for them.
static void test_why_wraps(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "/clone_3<Enter>w");
  assert_true(shows(&it, "-> convert_element_type_15 K73 + fused: 67.1 MB stay  |"));
  assert_true(shows(&it, "|     in registers  "));
  close_graph(&it);
}

// Why says what the kernel's time is of the plan's, and what it is spent on: a cast of 16,384 x 4,096 numbers
// reads 2 bytes of each and writes 4.
static void test_why_says_the_limit(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  char line[96], bytes[32];
  const Estimate *estimate = estimator_kernel(it.explorer->estimator, it.explorer->plan, 0);
  double plan_us = plan_total(it.explorer->estimator, it.explorer->plan).time_us;
  snprintf(line, sizeof line, "%.1f%% of the plan  limit dram, %s", 100 * estimate->time_us / plan_us,
           text_bytes(bytes, 16384.0 * 4096 * 6));
  press(&it, "w");
  assert_true(shows(&it, line));
  close_graph(&it);
}

// What the compiler said stands beside our verdict: a reason, or the times that it predicted.
static void test_why_says_what_the_compiler_said(void **state) {
  (void)state;
  Fixture it = open_graph("../tests/fuzz/corpus/hlo/process", 160, 60);
  press(&it, "gjjjjjw");
  assert_true(shows(&it, "XLA: the consumer is \"not\" fusible"));
  press(&it, "1gjjjw");
  assert_true(shows(&it, "XLA: 2.50 us with all its readers fused, 4.00 us apart"));
  close_graph(&it);
  it = open_graph("../tests/graph/hlo/jit_f.txt", 160, 60);
  press(&it, "w");
  assert_true(shows(&it, "XLA: triton_softmax_6, kCustom __triton; grid 2048x1x1, 128"));
  close_graph(&it);
}

// Of 4,096 columns of 4,096 floats the last op reads 1,024: so much of what it computes again is read, as
// Memory says, too, and stays in registers.
static void test_why_of_a_part(void **state) {
  (void)state;
  Fixture it = open_graph("../tests/explorer/part_read.json", 120, 40);
  press(&it, "jrw"); // p, in the kernel of r, too
  assert_true(shows(&it, "recomputed: 16.8 MB not read"));
  press(&it, "Gk"); // its copy there
  assert_true(explorer_copy(it.explorer) != NO_KERNEL);
  assert_true(shows(&it, "read from memory: 16.8 MB"));
  assert_true(shows(&it, "16.8 MB stay in registers"));
  press(&it, "M");
  assert_true(shows(&it, "ld w                1  16.8 MB  16.8 MB"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_why_edges),
      cmocka_unit_test(test_why_tells_a_reason_once),
      cmocka_unit_test(test_why_wraps),
      cmocka_unit_test(test_why_says_the_limit),
      cmocka_unit_test(test_why_says_what_the_compiler_said),
      cmocka_unit_test(test_why_of_a_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
