// Comparing results with the reference.
#include <math.h>

#include "graph/evaluate/internal.h"

typedef struct Norms {
  double want, off; // sums of squares over the elements where both are finite
  int64_t finite;
} Norms;

// How far `got` is from `want` beyond its noise. Equal infinities and two NaNs are no distance apart; else
// whatever is not finite is infinitely far.
static double distance(double want, double got, double noise) {
  if (want == got || (isnan(want) && isnan(got)) || noise == INFINITY) return 0;
  if (!isfinite(want) || !isfinite(got)) return INFINITY;
  return fmax(fabs(got - want) - noise, 0);
}

static double noise_at(const double *noise, int64_t i) {
  return noise ? noise[i] : 0;
}

static Norms norms_of(const double *want, const double *got, const double *noise, int64_t count) {
  Norms norms = {0};
  for (int64_t i = 0; i < count; i++) {
    if (!isfinite(want[i])) continue;
    norms.want += want[i] * want[i];
    norms.finite++;
    double off = distance(want[i], got[i], noise_at(noise, i));
    if (isfinite(off)) norms.off += off * off;
  }
  return norms;
}

bool evaluate_agrees(DType dtype, int64_t count, int64_t mismatches, double worst, double relative_norm,
                     double tolerance) {
  double strict = tolerance / NORM_STRICTNESS;
  if (dtype_kind(dtype) < DTYPE_IS_FLOAT) return (double)mismatches <= strict * (double)count;
  double most = tolerance * SLACK_MOST < 1 ? SLACK_MOST : 1 / tolerance;
  return relative_norm <= strict && mismatches <= count / RARE_ONE_IN && (!mismatches || worst <= most);
}

TensorComparison compare_tensors(const Tensor *want, const double *got, const double *noise,
                                 double tolerance) {
  int64_t count = tensor_numbers(want);
  Norms norms = norms_of(want->data, got, noise, count);
  double rms = norms.finite > 0 ? sqrt(norms.want / (double)norms.finite) : 0;
  bool exact = dtype_kind(want->dtype) < DTYPE_IS_FLOAT;
  TensorComparison comparison = {.tolerance = tolerance, .less_noise = noise != NULL};
  comparison.relative_norm = sqrt(norms.off) / (norms.want > 0 ? sqrt(norms.want) : 1);
  for (int64_t i = 0; i < count; i++) {
    double allowed = exact ? 0 : tolerance * (norms.want > 0 ? fabs(want->data[i]) + rms : 1);
    double off = distance(want->data[i], got[i], noise_at(noise, i));
    double worst = off == 0 ? 0 : isinf(off) || allowed == 0 ? INFINITY : off / allowed;
    if (worst > 1) comparison.mismatches++;
    if (worst <= comparison.worst) continue;
    comparison.worst = worst;
    comparison.worst_index = i;
    comparison.noise = noise_at(noise, i);
  }
  comparison.pass = evaluate_agrees(want->dtype, count, comparison.mismatches, comparison.worst,
                                    comparison.relative_norm, tolerance);
  return comparison;
}

static bool is_finite_somewhere(const double *noise, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (isfinite(noise[i])) return true;
  return false;
}

TensorComparison evaluation_compare(Evaluation *evaluation, int value, const double *got) {
  const Tensor *want = &evaluation->values[value];
  double tolerance = evaluate_tolerance(evaluation->graph, value);
  TensorComparison plain = compare_tensors(want, got, NULL, tolerance);
  if (plain.pass) return plain;
  if (!evaluation->noise) evaluation->noise = evaluate_noise(evaluation);
  const double *noise = evaluation->noise[value];
  bool measured = noise && is_finite_somewhere(noise, tensor_numbers(want));
  return measured ? compare_tensors(want, got, noise, tolerance) : plain;
}
