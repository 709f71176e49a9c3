// Two plans of one graph side by side, with what each change of kernels does to the time.
#pragma once

#include "cost/plan_cost.h"
#include "plan/file/plan_file.h"

// Kernels of either plan that hold the same ops, and are not the same on both sides.
typedef struct ComparedGroup {
  DiffGroup kernels;
  double left_us, right_us; // estimates of the kernels on each side, added up
  double share;             // of the difference of the totals; 0 when they do not differ
} ComparedGroup;

typedef struct Comparison {
  PlanTotal left, right;
  ComparedGroup *groups; // by smallest op, until comparison_sort
  int group_count;
  int same; // kernels that are the same in both
  PlanDiff *diff;
} Comparison;

// Of two plans, whose costs are complete, and their difference, which becomes its own.
Comparison *comparison_of(const PlanCost *left, const PlanCost *right, PlanDiff *diff);
// NULL when the graphs differ. Both plans' devices are the estimator's.
Comparison *comparison_new(Estimator *estimator, Plan *left, Plan *right);
void comparison_free(Comparison *comparison);         // NULL is allowed
void comparison_sort(Comparison *comparison);         // largest change of time first
double comparison_change(const ComparedGroup *group); // right minus left, microseconds
// "fused" (fewer kernels), "split" (more), "regrouped" (as many), "changed" (one kernel: other copies, stores
// or schedule).
const char *comparison_kind(const ComparedGroup *group);
