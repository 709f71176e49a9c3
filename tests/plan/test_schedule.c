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

static void expect_chosen(Plan *plan, int kernel) {
  const PlanLowered *lowered = plan_lowered(plan, kernel);
  ScheduleOverride override = plan_kernel(plan, kernel).override;
  Schedule fresh;
  Reason reason;
  assert_true(schedule_choose(lowered->nest, plan_limits(plan), &override, &fresh, &reason));
  assert_ptr_equal(lowered->schedule.kind, fresh.kind);
  assert_memory_equal(lowered->schedule.knob, fresh.knob, sizeof fresh.knob);
  LaunchShape launch = schedule_launch(lowered->nest, &fresh, plan_limits(plan));
  assert_int_equal(lowered->launch.grid, launch.grid);
  assert_int_equal(lowered->launch.threads, launch.threads);
  assert_int_equal(lowered->launch.shared_bytes, launch.shared_bytes);
}

// Kernels of one structure are scheduled once, and each by what was asked of it: threads of one, in either
// order, leave the others alone. A third is alike but for its size, so small that 32 threads are its rule, a
// fourth but for its element type.
static void test_equal_kernels(void **state) {
  (void)state;
  Graph *graph = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [65536] }, "
      "{ 'name': 'u', 'dtype': 'f32', 'shape': [64] }, "
      "{ 'name': 'h', 'dtype': 'f16', 'shape': [65536] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, "
      "{ 'name': 'b', 'op': 'exp', 'in': ['a'] }, "
      "{ 'name': 'c', 'op': 'exp', 'in': ['u'] }, "
      "{ 'name': 'd', 'op': 'exp', 'in': ['h'] } ], 'outputs': ['b', 'c', 'd']");
  GpuLimits limits = test_limits();
  static const char *const names[] = {"a", "b", "c", "d"};
  for (int asked = 0; asked < 4; asked++) {
    Plan *plan = plan_new(graph, &limits);
    Reason reason;
    assert_true(plan_schedule(plan, kernel_named(plan, names[asked]), KNOB_threads, 32, &reason));
    for (int i = 0; i < 4; i++) {
      int kernel = kernel_named(plan, names[i]);
      expect_chosen(plan, kernel);
      assert_int_equal(plan_lowered(plan, kernel)->schedule.knob[KNOB_threads] == 32, i == asked || i == 2);
    }
    uint64_t a = plan_lowered(plan, kernel_named(plan, "a"))->structure,
             b = plan_lowered(plan, kernel_named(plan, "b"))->structure;
    assert_int_equal(a == b, asked > 1);
    plan_free(plan);
  }
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_blocks_can_start),
                                     cmocka_unit_test(test_quarters_have_registers_of_their_own),
                                     cmocka_unit_test(test_equal_kernels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
