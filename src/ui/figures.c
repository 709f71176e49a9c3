// Figures of a whole plan.
#include "ui/figures.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

Figures *figures_new(Estimator *estimator, Plan *plan) {
  Figures *figures = memory_alloc(sizeof *figures);
  *figures = (Figures){.estimator = estimator, .plan = plan};
  return figures;
}

void figures_free(Figures *figures) {
  if (!figures) return;
  free(figures->order);
  free(figures);
}

bool figures_complete(const Figures *figures) {
  return figures->started && figures->version == plan_version(figures->plan) &&
         figures->done == figures->count;
}

static void restart(Figures *figures) {
  const int *order = plan_order(figures->plan, &figures->count);
  size_t bytes = sizeof *order * (size_t)figures->count;
  figures->order = memory_resize(figures->order, bytes + sizeof *order);
  if (figures->count) memcpy(figures->order, order, bytes);
  figures->version = plan_version(figures->plan);
  figures->started = true;
  figures->done = 0;
  figures->slowest_us = 0;
  figures->total = (PlanTotal){0};
}

static void add(Figures *figures, const Estimate *estimate) {
  PlanTotal *total = &figures->total;
  total->kernels++;
  total->read_bytes += estimate->read_bytes;
  total->write_bytes += estimate->write_bytes;
  total->dram_bytes += estimate->dram_bytes;
  total->time_us += estimate->time_us;
  total->flops += estimate->flops;
  if (estimate->time_us > figures->slowest_us) figures->slowest_us = estimate->time_us;
}

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

bool figures_update(Figures *figures, double milliseconds) {
  if (!figures->started || figures->version != plan_version(figures->plan)) restart(figures);
  double end = now_ms() + milliseconds;
  while (figures->done < figures->count) {
    add(figures, estimator_kernel(figures->estimator, figures->plan, figures->order[figures->done]));
    figures->done++;
    if (milliseconds >= 0 && now_ms() > end) break;
  }
  return figures->done == figures->count;
}
