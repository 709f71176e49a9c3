#include "cost/plan_cost.h"

#include <math.h>
#include <stdlib.h>

// One kernel slot.
typedef struct Row {
  uint64_t stamp;           // of the plan's slot, when it was looked at
  const Estimate *estimate; // NULL: an empty slot
} Row;

struct PlanCost {
  Estimator *estimator;
  Plan *plan;
  Row *rows;
  int next;         // slot from which on rows are to be compared with the plan
  uint64_t version; // of the plan, since `next` was 0
  bool complete;    // the rest speaks of that version
  PlanTotal total;
};

PlanCost *plan_cost_new(Estimator *estimator, Plan *plan) {
  PlanCost *cost = memory_alloc(sizeof *cost);
  *cost = (PlanCost){.estimator = estimator, .plan = plan, .version = plan_version(plan)};
  cost->rows = memory_alloc(((size_t)plan_slots(plan) + 1) * sizeof *cost->rows);
  return cost;
}

void plan_cost_free(PlanCost *cost) {
  if (!cost) return;
  free(cost->rows);
  free(cost);
}

bool plan_cost_complete(const PlanCost *cost) {
  return cost->complete && cost->version == plan_version(cost->plan);
}

// Times are added in whole femtoseconds, so that the sum does not depend on the order of the kernels.
static void add_kernel(PlanTotal *total, const Estimate *kernel) {
  total->kernels++;
  total->read_bytes += kernel->read_bytes;
  total->write_bytes += kernel->write_bytes;
  total->dram_bytes += kernel->dram_bytes;
  total->time_fs += llround(kernel->time_us * 1e9);
  total->time_us = (double)total->time_fs * 1e-9;
  total->slowest_us = fmax(total->slowest_us, kernel->time_us);
  total->flops += llround(kernel->flops);
}

static void add_up(PlanCost *cost) {
  cost->total = (PlanTotal){0};
  for (int slot = 0; slot < plan_slots(cost->plan); slot++) {
    if (cost->rows[slot].estimate) add_kernel(&cost->total, cost->rows[slot].estimate);
  }
  cost->complete = true;
}

static void refresh(PlanCost *cost, int slot) {
  Row *row = &cost->rows[slot];
  bool empty = plan_kernel(cost->plan, slot).op_count == 0;
  row->stamp = plan_stamp(cost->plan, slot);
  row->estimate = empty ? NULL : estimator_kernel(cost->estimator, cost->plan, slot);
}

void plan_cost_look(PlanCost *cost, int slot) {
  if (cost->rows[slot].stamp != plan_stamp(cost->plan, slot)) refresh(cost, slot);
}

bool plan_cost_update(PlanCost *cost, int most) {
  if (plan_cost_complete(cost)) return true;
  if (cost->complete || cost->version != plan_version(cost->plan)) {
    cost->next = 0;
    cost->version = plan_version(cost->plan);
    cost->complete = false;
  }
  for (; cost->next < plan_slots(cost->plan); cost->next++) {
    if (cost->rows[cost->next].stamp == plan_stamp(cost->plan, cost->next)) continue;
    if (most-- == 0) return false;
    refresh(cost, cost->next);
  }
  add_up(cost);
  return true;
}

int plan_cost_seen(const PlanCost *cost) {
  return cost->version == plan_version(cost->plan) ? cost->next : 0;
}

const Estimate *plan_cost_kernel(const PlanCost *cost, int slot) {
  return cost->rows[slot].estimate;
}

PlanTotal plan_cost_total(const PlanCost *cost) {
  return cost->total;
}

PlanTotal plan_total(Estimator *estimator, Plan *plan) {
  PlanCost *cost = plan_cost_new(estimator, plan);
  plan_cost_update(cost, -1);
  PlanTotal total = plan_cost_total(cost);
  plan_cost_free(cost);
  return total;
}
