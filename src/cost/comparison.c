// Comparisons of plans.
#include "cost/comparison.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

static double time_of(const PlanCost *cost, const int *kernels, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += plan_cost_kernel(cost, kernels[i])->time_us;
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

Comparison *comparison_of(const PlanCost *left, const PlanCost *right, PlanDiff *diff) {
  Comparison *comparison = memory_alloc(sizeof *comparison);
  *comparison = (Comparison){.left = plan_cost_total(left),
                             .right = plan_cost_total(right),
                             .groups = memory_alloc(((size_t)diff->group_count + 1) * sizeof(ComparedGroup)),
                             .group_count = diff->group_count,
                             .same = diff->same,
                             .diff = diff};
  double difference = comparison->right.time_us - comparison->left.time_us;
  for (int i = 0; i < diff->group_count; i++) {
    ComparedGroup *group = &comparison->groups[i];
    group->kernels = diff->groups[i];
    group->left_us = time_of(left, group->kernels.left, group->kernels.left_count);
    group->right_us = time_of(right, group->kernels.right, group->kernels.right_count);
    group->share = fabs(difference) > 1e-9 ? comparison_change(group) / difference : 0;
  }
  return comparison;
}

static PlanCost *whole_cost(Estimator *estimator, Plan *plan) {
  PlanCost *cost = plan_cost_new(estimator, plan);
  plan_cost_update(cost, -1);
  return cost;
}

Comparison *comparison_new(Estimator *estimator, Plan *left, Plan *right) {
  PlanDiff *diff = plan_diff(left, right);
  if (!diff) return NULL;
  PlanCost *left_cost = whole_cost(estimator, left), *right_cost = whole_cost(estimator, right);
  Comparison *comparison = comparison_of(left_cost, right_cost, diff);
  plan_cost_free(left_cost);
  plan_cost_free(right_cost);
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
