// Comparisons of plans.
#include "cost/comparison.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

static double time_of(Estimator *estimator, Plan *plan, const int *kernels, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += estimator_kernel(estimator, plan, kernels[i])->time_us;
  return sum;
}

double comparison_change(const ComparedGroup *group) {
  return group->right_us - group->left_us;
}

const char *comparison_kind(const ComparedGroup *group) {
  int left = group->kernels.left_count, right = group->kernels.right_count;
  if (left == 1 && right == 1) return "changed";
  return right < left ? "fused" : right > left ? "split" : "regrouped";
}

Comparison *comparison_new(Estimator *estimator, Plan *left, Plan *right) {
  PlanDiff *diff = plan_diff(left, right);
  if (!diff) return NULL;
  Comparison *comparison = memory_alloc(sizeof *comparison);
  *comparison = (Comparison){.left = plan_total(estimator, left),
                             .right = plan_total(estimator, right),
                             .groups = memory_alloc(((size_t)diff->group_count + 1) * sizeof(ComparedGroup)),
                             .group_count = diff->group_count,
                             .same = diff->same,
                             .diff = diff};
  double difference = comparison->right.time_us - comparison->left.time_us;
  for (int i = 0; i < diff->group_count; i++) {
    ComparedGroup *group = &comparison->groups[i];
    group->kernels = diff->groups[i];
    group->left_us = time_of(estimator, left, group->kernels.left, group->kernels.left_count);
    group->right_us = time_of(estimator, right, group->kernels.right, group->kernels.right_count);
    group->share = fabs(difference) > 1e-9 ? comparison_change(group) / difference : 0;
  }
  return comparison;
}

void comparison_free(Comparison *comparison) {
  if (!comparison) return;
  plan_diff_free(comparison->diff);
  free(comparison->groups);
  free(comparison);
}

// Ties by the first kernel: the order is defined.
static int compare_groups(const void *a, const void *b) {
  const ComparedGroup *x = a, *y = b;
  double first = fabs(comparison_change(x)), second = fabs(comparison_change(y));
  if (first != second) return first < second ? 1 : -1;
  return x->kernels.left[0] - y->kernels.left[0];
}

void comparison_sort(Comparison *comparison) {
  if (comparison->group_count)
    qsort(comparison->groups, (size_t)comparison->group_count, sizeof *comparison->groups, compare_groups);
}
