// Statistics of durations, and what belongs to one run among activity records.
#include "gpu/measure/timing_summary.h"
#include "gpu/worker/run_program.h"
#include "test.h"

static void test_summary(void **state) {
  (void)state;
  double values[11] = {5, 1, 3, 2, 4, 0, 10, 9, 6, 8, 7}; // 0 .. 10 in disorder
  Timing timing = timing_summary(values, 11);
  assert_float_equal(timing.median_us, 5, 1e-12);
  assert_float_equal(timing.spread_us, 4, 1e-12); // half of 9 - 1
  assert_int_equal(timing.launches, 11);
  double pair[2] = {4, 2};
  assert_float_equal(timing_summary(pair, 2).median_us, 3, 1e-12);
  double one[1] = {7};
  timing = timing_summary(one, 1);
  assert_float_equal(timing.median_us, 7, 1e-12);
  assert_float_equal(timing.spread_us, 0, 1e-12);
}

static void test_runs_lie_between_marks(void **state) {
  (void)state;
  const ActivityRecord records[] = {
      {100, 900, false},  // before the first mark: of something else
      {1000, 2000, true}, // the cache is emptied
      {2100, 3100, false},   {4000, 5000, true},
      {5100, 5600, false}, // a copy, a kernel, a second kernel that ends before the first
      {5700, 9100, false},   {5800, 6000, false},
      {10000, 11000, true},  {11000, 12000, true}, // nothing between: no run
      {12500, 13000, false},
  };
  double durations[8];
  assert_int_equal(timing_group(records, 10, durations, 8), 3);
  assert_float_equal(durations[0], 1, 1e-9);
  assert_float_equal(durations[1], 4, 1e-9);
  assert_float_equal(durations[2], 0.5, 1e-9);
  assert_int_equal(timing_group(records, 10, durations, 1), 3); // no more is written than there is room for
  assert_int_equal(timing_group(records, 1, durations, 8), 0);
  assert_int_equal(timing_group(records, 0, durations, 8), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_summary),
                                     cmocka_unit_test(test_runs_lie_between_marks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
