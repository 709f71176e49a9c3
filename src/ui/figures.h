// Figures of a whole plan, kept for drawing: estimates of all kernels, their totals, and what the plan is
// compared with. Filled in slices, so that the first picture of a large graph need not wait.
#pragma once

#include "cost/estimate.h"

typedef struct Figures {
  Estimator *estimator; // borrowed
  Plan *plan;           // borrowed
  uint64_t version;     // of the plan that the rest speaks of
  bool started;         // the rest speaks of any plan at all
  int *order;           // non-empty kernels in launch order
  int count;
  int done;          // how many of them have their estimate
  double slowest_us; // of one kernel
  PlanTotal total;   // complete when done == count
} Figures;

Figures *figures_new(Estimator *estimator, Plan *plan);
void figures_free(Figures *figures); // NULL is allowed
// Brings them up to date with the plan, for about `milliseconds` (negative: until complete). True when
// complete.
bool figures_update(Figures *figures, double milliseconds);
bool figures_complete(const Figures *figures);
