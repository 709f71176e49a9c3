// What a person asks of a kernel's schedule, and what of it holds.
#include "fixture.h"
#include "test.h"

static int cap_with(Plan *plan, int kernel, int threads, int registers) {
  Reason reason;
  plan_schedule(plan, kernel, KNOB_registers, registers, &reason);
  plan_schedule(plan, kernel, KNOB_threads, threads, &reason);
  const Schedule *schedule = &plan_lowered(plan, kernel)->schedule;
  assert_int_equal(schedule->knob[KNOB_threads], threads);
  return schedule->knob[KNOB_registers];
}

// 65536 registers: 1024 threads can have 64 each, 512 threads 128, 768 threads 85, of which 80 is a multiple
// of 8; 256 threads could have 256, where 255 is the most that an instruction can name. -1: not asked for.
// (Maps of 32-bit floats are capped further, so that more blocks fit.)
static void test_blocks_can_start(void **state) {
  (void)state;
  Graph *graph = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'f64', 'shape': [65536] } ],"
      "'ops': [ { 'name': 'y', 'op': 'exp', 'in': ['x'] } ], 'outputs': ['y']");
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits);
  int y = kernel_named(plan, "y");
  assert_int_equal(cap_with(plan, y, 1024, -1), 64);
  assert_int_equal(cap_with(plan, y, 768, -1), 80);
  assert_int_equal(cap_with(plan, y, 512, -1), 128);
  assert_int_equal(cap_with(plan, y, 256, -1), 255);
  assert_int_equal(cap_with(plan, y, 1024, 0), 64);
  assert_int_equal(cap_with(plan, y, 1024, 200), 64);
  assert_int_equal(cap_with(plan, y, 1024, 40), 40);
  assert_int_equal(cap_with(plan, y, 256, 200), 200);
  plan_free(plan);
  graph_free(graph);
}

// 800 threads are 25 warps: 7 in one quarter of the multiprocessor, which share 16384 registers: 73 for each
// thread, of which 72 is a multiple of 8. Two blocks of 13 warps are 26, and 7 in a quarter as well.
static void test_quarters_have_registers_of_their_own(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  assert_int_equal(limits_register_share(&limits, 800, 1), 72);
  assert_int_equal(limits_register_share(&limits, 416, 2), 72);
  assert_int_equal(limits_register_share(&limits, 768, 1), 80);
  assert_int_equal(limits_register_share(&limits, 32, 1), 255);
  assert_int_equal(limits_blocks_per_sm(&limits, 800, 80, 0), 0);
  assert_int_equal(limits_blocks_per_sm(&limits, 800, 72, 0), 1);
  assert_int_equal(limits_blocks_per_sm(&limits, 256, 64, 0), 4);
  assert_int_equal(limits_blocks_per_sm(&limits, 256, 32, 0), 8);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_blocks_can_start),
                                     cmocka_unit_test(test_quarters_have_registers_of_their_own)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
