#include "base/statistics.h"

#include <math.h>
#include <stdlib.h>

ErrorSummary error_summary(void) {
  return (ErrorSummary){.worst_at = -1};
}

void error_summary_add(ErrorSummary *summary, int at, double predicted, double actual) {
  if (!(actual > 0)) return;
  double error = (predicted - actual) / actual;
  summary->count++;
  summary->bias += (error - summary->bias) / summary->count;
  summary->mean += (fabs(error) - summary->mean) / summary->count;
  if (summary->worst_at >= 0 && fabs(error) <= summary->worst) return;
  summary->worst = fabs(error);
  summary->worst_at = at;
}

double statistics_kendall_tau_b(const double *x, const double *y, int count) {
  double balance = 0, untied_x = 0, untied_y = 0;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++) {
      int by_x = (x[i] > x[j]) - (x[i] < x[j]), by_y = (y[i] > y[j]) - (y[i] < y[j]);
      balance += by_x * by_y;
      untied_x += by_x != 0;
      untied_y += by_y != 0;
    }
  return untied_x > 0 && untied_y > 0 ? balance / sqrt(untied_x * untied_y) : NAN;
}

static int smallest(const double *values, int count) {
  int at = 0;
  for (int i = 1; i < count; i++)
    if (values[i] < values[at]) at = i;
  return at;
}

double statistics_regret(const double *predicted, const double *actual, int count, int *chosen, int *best) {
  if (count < 1) return NAN;
  int by_prediction = smallest(predicted, count), in_truth = smallest(actual, count);
  if (chosen) *chosen = by_prediction;
  if (best) *best = in_truth;
  return actual[by_prediction] / actual[in_truth] - 1;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double statistics_median(double *values, int count) {
  if (count < 1) return NAN;
  qsort(values, (size_t)count, sizeof *values, by_value);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}
