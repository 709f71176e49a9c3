// Figures of a whole plan, in slices of time.
#include "explorer/state/figures.h"

#include "tui/slice.h"

#include <stdlib.h>

enum { SLICE = 16 }; // fresh estimates between two looks at the clock: about a millisecond

Figures *figures_new(Estimator *estimator, Plan *plan) {
  Figures *figures = memory_alloc(sizeof *figures);
  *figures = (Figures){.estimator = estimator, .plan = plan, .cost = plan_cost_new(estimator, plan)};
  return figures;
}

void figures_free(Figures *figures) {
  if (!figures) return;
  plan_cost_free(figures->cost);
  free(figures);
}

bool figures_complete(const Figures *figures) {
  return plan_cost_complete(figures->cost);
}

bool figures_update(Figures *figures, double milliseconds) {
  Slice slice = slice_begin(milliseconds);
  bool complete = false;
  do
    complete = plan_cost_update(figures->cost, milliseconds < 0 ? -1 : SLICE);
  while (!complete && !slice_over(&slice));
  if (!complete) return false;
  figures->total = plan_cost_total(figures->cost);
  figures->slowest_us = plan_cost_slowest_us(figures->cost);
  return true;
}
