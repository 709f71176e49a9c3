// Statistics of predictions against what came: pure functions over arrays.
#pragma once

// Signed and absolute relative errors of predictions, (predicted - actual) / actual.
typedef struct ErrorSummary {
  int count;
  double mean;  // of absolute relative errors; 0 when there are none
  double bias;  // mean of signed ones: above 0 predicts too much
  double worst; // the largest absolute one
  int worst_at; // its position in what was added; -1: none
} ErrorSummary;

ErrorSummary error_summary(void); // empty
// Adds one prediction. An actual value that is not above 0 has no relative error and is not counted; `at`
// names the prediction in `worst_at`.
void error_summary_add(ErrorSummary *summary, int at, double predicted, double actual);

// Kendall's tau-b of two rankings of the same items: 1 when they agree on every pair, -1 when on none. Pairs
// tied in one of them weaken it (Kendall 1945: (C - D) / sqrt((C + D + Tx) (C + D + Ty)), where Tx are tied
// in x alone). NAN when all of x or all of y is tied, or there are fewer than two items.
double statistics_kendall_tau_b(const double *x, const double *y, int count);

// What choosing by the smallest prediction costs: its actual value over the smallest actual value, minus 1.
// Of equal predictions the first is chosen. `chosen` and `best` (NULL is allowed) get the positions. NAN
// without items.
double statistics_regret(const double *predicted, const double *actual, int count, int *chosen, int *best);

double statistics_median(double *values,
                         int count); // sorts `values`; of an even count the middle two's mean; NAN of none
