// Figures of a whole plan, kept for drawing. Filled in slices, so that the first picture of a large graph
// need not wait.
#pragma once

#include "cost/plan_cost.h"

typedef struct Figures {
  Estimator *estimator; // borrowed
  Plan *plan;           // borrowed
  PlanCost *cost;
  PlanTotal total;   // of the plan when last complete
  double slowest_us; // the time of its slowest kernel then
} Figures;

Figures *figures_new(Estimator *estimator, Plan *plan);
void figures_free(Figures *figures); // NULL is allowed
// Brings them up to date with the plan, for about `milliseconds` (negative: until complete). True when
// complete.
bool figures_update(Figures *figures, double milliseconds);
bool figures_complete(const Figures *figures);
