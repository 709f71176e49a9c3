// Comparing results with the reference.
#include <math.h>

#include "graph/evaluate_internal.h"

typedef struct Norms {
  double want, difference; // sums of squares over the elements where both are finite
  int64_t finite;
} Norms;

static Norms norms_of(const double *want, const double *got, int64_t count) {
  Norms norms = {0};
  for (int64_t i = 0; i < count; i++) {
    if (!isfinite(want[i])) continue;
    norms.want += want[i] * want[i];
    norms.finite++;
    if (isfinite(got[i])) norms.difference += (got[i] - want[i]) * (got[i] - want[i]);
  }
  return norms;
}

// How far apart two numbers are, in units of the allowed distance. Equal infinities and two NaNs are no
// distance apart; else whatever is not finite is infinitely far.
static double distance(double want, double got, double allowed) {
  if (want == got || (isnan(want) && isnan(got))) return 0;
  if (!isfinite(want) || !isfinite(got) || allowed == 0) return INFINITY;
  return fabs(got - want) / allowed;
}

bool evaluate_agrees(DType dtype, int64_t count, int64_t mismatches, double worst, double relative_norm,
                     double tolerance) {
  double strict = tolerance / NORM_STRICTNESS;
  if (dtype_kind(dtype) != DTYPE_IS_FLOAT) return (double)mismatches <= strict * (double)count;
  double most = tolerance * SLACK_MOST < 1 ? SLACK_MOST : 1 / tolerance;
  return relative_norm <= strict && mismatches <= count / RARE_ONE_IN && (!mismatches || worst <= most);
}

Comparison compare_tensors(const Tensor *want, const double *got, double tolerance) {
  int64_t count = tensor_elements(want);
  Norms norms = norms_of(want->data, got, count);
  double rms = norms.finite > 0 ? sqrt(norms.want / (double)norms.finite) : 0;
  bool exact = dtype_kind(want->dtype) != DTYPE_IS_FLOAT;
  Comparison comparison = {.tolerance = tolerance};
  comparison.relative_norm = sqrt(norms.difference) / (norms.want > 0 ? sqrt(norms.want) : 1);
  for (int64_t i = 0; i < count; i++) {
    double allowed = exact ? 0 : tolerance * (norms.want > 0 ? fabs(want->data[i]) + rms : 1);
    double worst = distance(want->data[i], got[i], allowed);
    if (worst > 1) comparison.mismatches++;
    if (worst <= comparison.worst) continue;
    comparison.worst = worst;
    comparison.worst_index = i;
  }
  comparison.pass = evaluate_agrees(want->dtype, count, comparison.mismatches, comparison.worst,
                                    comparison.relative_norm, tolerance);
  return comparison;
}
