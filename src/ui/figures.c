// Figures of a whole plan, in slices of time.
#include "ui/figures.h"

#include <stdlib.h>
#include <time.h>

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

double figures_clock_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

bool figures_update(Figures *figures, double milliseconds) {
  double end = figures_clock_ms() + milliseconds;
  bool complete = false;
  do
    complete = plan_cost_update(figures->cost, milliseconds < 0 ? -1 : SLICE);
  while (!complete && figures_clock_ms() < end);
  if (complete) figures->total = plan_cost_total(figures->cost);
  return complete;
}
