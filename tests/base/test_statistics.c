// Statistics against values worked out by hand.
#include "base/statistics.h"

#include "test.h"

#include <math.h>

static void check(double expected, double got) {
  if (fabs(expected - got) > 1e-12) fail_msg("%.17g, not %.17g", got, expected);
}

static void errors_are_relative_to_what_came(void **state) {
  (void)state;
  ErrorSummary summary = error_summary();
  assert_int_equal(summary.worst_at, -1);
  error_summary_add(&summary, 7, 110, 100); // +10%
  error_summary_add(&summary, 8, 60, 100);  // -40%
  error_summary_add(&summary, 9, 0, 0);     // nothing to compare with
  error_summary_add(&summary, 10, 40, 40);
  assert_int_equal(summary.count, 3);
  check((0.1 + 0.4 + 0) / 3, summary.mean);
  check((0.1 - 0.4 + 0) / 3, summary.bias);
  check(0.4, summary.worst);
  assert_int_equal(summary.worst_at, 8);
}

static void tau_counts_pairs_in_order(void **state) {
  (void)state;
  double up[] = {1, 2, 3, 4}, down[] = {9, 7, 5, 1};
  check(1, statistics_kendall_tau_b(up, up, 4));
  check(-1, statistics_kendall_tau_b(up, down, 4));
  // One of six pairs is the wrong way round: (5 - 1) / 6.
  double swapped[] = {1, 3, 2, 4};
  check(4.0 / 6, statistics_kendall_tau_b(up, swapped, 4));
}

static void tau_b_minds_ties(void **state) {
  (void)state;
  // Pairs: 1 tied in x alone, 1 in y alone, 4 in order: 4 / sqrt(5 * 5).
  double x[] = {1, 1, 2, 3}, y[] = {1, 2, 3, 3};
  check(4.0 / 5, statistics_kendall_tau_b(x, y, 4));
  double same[] = {2, 2, 2, 2};
  assert_true(isnan(statistics_kendall_tau_b(x, same, 4)));
  assert_true(isnan(statistics_kendall_tau_b(x, y, 1)));
}

static void regret_is_what_the_choice_costs(void **state) {
  (void)state;
  double predicted[] = {30, 10, 20}, actual[] = {25, 24, 20};
  int chosen, best;
  check(0.2, statistics_regret(predicted, actual, 3, &chosen, &best));
  assert_int_equal(chosen, 1);
  assert_int_equal(best, 2);
  check(0, statistics_regret(actual, actual, 3, NULL, NULL));
  double tied[] = {5, 5, 5};
  check(0.25, statistics_regret(tied, actual, 3, &chosen, NULL)); // the first
  assert_int_equal(chosen, 0);
  assert_true(isnan(statistics_regret(tied, actual, 0, NULL, NULL)));
}

static void medians(void **state) {
  (void)state;
  double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};
  check(2, statistics_median(odd, 3));
  check(2.5, statistics_median(even, 4));
  assert_true(isnan(statistics_median(odd, 0)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_are_relative_to_what_came), cmocka_unit_test(tau_counts_pairs_in_order),
      cmocka_unit_test(tau_b_minds_ties), cmocka_unit_test(regret_is_what_the_choice_costs),
      cmocka_unit_test(medians)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
