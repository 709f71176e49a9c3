// What the plan is set against in the changes tab, and what is different.
#pragma once

#include "cost/comparison.h"

struct Explorer;

typedef struct Changes {
  Plan *against;          // shared; NULL: the baseline
  char *name;             // of it
  PlanCost *cost;         // of it
  PlanDiffing *diffing;   // under way; NULL: not begun, or done
  Comparison *comparison; // NULL: not there yet
  uint64_t version;       // of the plan that both are made for
  int looked_up;          // groups of it: times that earlier runs measured of their kernels of `against`
} Changes;

// The same by what was measured, of kernels or of whole plans.
typedef struct MeasuredChange {
  bool known;               // both sides were measured
  double left_us, right_us; // kernels added up
  double left_spread_us, right_spread_us;
} MeasuredChange;
double measured_change(const MeasuredChange *change);        // right minus left, microseconds
double measured_change_spread(const MeasuredChange *change); // of that difference
// A difference no larger than its spread, which another measurement may turn round.
bool changes_measured_alike(const MeasuredChange *change);
// Of a group of the comparison, and of the plans; known only where every kernel was measured, or both of two
// plans that differ.
MeasuredChange changes_measured(struct Explorer *explorer, const ComparedGroup *group);
MeasuredChange changes_measured_plans(struct Explorer *explorer);

const Changes *changes_of(const struct Explorer *explorer);
// The plan is compared with `plan` from now on, which nobody may edit any more.
void changes_set(struct Explorer *explorer, Plan *plan, const char *name);
// False when the baseline cannot be read.
bool changes_open(struct Explorer *explorer);
// Compares while the tab is shown; stops after about `milliseconds` (negative: never). True when all is
// known.
bool changes_work(struct Explorer *explorer, double milliseconds);
// Sorted by the change of time. NULL: the plan is another one since, or changes_work has not ended.
const Comparison *changes_get(const struct Explorer *explorer);
void changes_drop(
    struct Explorer *explorer); // what the plan is set against: the next time it is the baseline
