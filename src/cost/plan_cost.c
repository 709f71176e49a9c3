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
  int next;        // slot from which on rows are to be compared with the plan, and then
  uint64_t change; // ... the first of the plan's changes that may not be in the rows
  PlanTotal sum;   // of all rows
  PlanTotal total; // the sum, when last complete
  double slowest_us;
  bool slowest_known; // else it is to be looked for
};

PlanCost *plan_cost_new(Estimator *estimator, Plan *plan) {
  PlanCost *cost = memory_alloc(sizeof *cost);
  *cost = (PlanCost){.estimator = estimator, .plan = plan, .change = plan_changes(plan)};
  cost->rows = memory_alloc(((size_t)plan_slots(plan) + 1) * sizeof *cost->rows);
  return cost;
}

void plan_cost_free(PlanCost *cost) {
  if (!cost) return;
  free(cost->rows);
  free(cost);
}

bool plan_cost_complete(const PlanCost *cost) {
  return cost->next == plan_slots(cost->plan) && cost->change == plan_changes(cost->plan);
}

static ExactSum whole(double number) {
  static const double most = 0x1p100; // of which a million kernels still have a sum
  if (fabs(number) < 0x1p62) return llround(number);
  return (ExactSum)(fabs(number) < most ? number : number < 0 ? -most : most);
}

ExactSum plan_cost_fs(double us) {
  return whole(us * 1e9);
}

static void add_kernel(PlanTotal *sum, const Estimate *kernel, int sign) {
  sum->kernels += sign;
  sum->read_bytes += sign * kernel->read_bytes;
  sum->write_bytes += sign * kernel->write_bytes;
  sum->dram_bytes += sign * kernel->dram_bytes;
  sum->time_fs += sign * plan_cost_fs(kernel->time_us);
  sum->flops += sign * whole(kernel->flops);
}

static void take_estimate(PlanCost *cost, Row *row, const Estimate *estimate) {
  if (row->estimate == estimate) return;
  if (row->estimate) add_kernel(&cost->sum, row->estimate, -1);
  if (estimate) add_kernel(&cost->sum, estimate, 1);
  cost->slowest_known = false;
  row->estimate = estimate;
}

static bool is_fresh(const PlanCost *cost, int slot) {
  return cost->rows[slot].stamp == plan_stamp(cost->plan, slot);
}

void plan_cost_look(PlanCost *cost, int slot) {
  if (is_fresh(cost, slot)) return;
  Row *row = &cost->rows[slot];
  bool empty = plan_kernel(cost->plan, slot).op_count == 0;
  row->stamp = plan_stamp(cost->plan, slot);
  take_estimate(cost, row, empty ? NULL : estimator_kernel(cost->estimator, cost->plan, slot));
}

// As plan_cost_look, unless no more are to be looked at: false.
static bool look(PlanCost *cost, int slot, int *most) {
  if (is_fresh(cost, slot)) return true;
  if ((*most)-- == 0) return false;
  plan_cost_look(cost, slot);
  return true;
}

// Does the plan still know what has changed since? Else every slot is compared again.
static void begin(PlanCost *cost) {
  uint64_t changes = plan_changes(cost->plan);
  if (cost->change == changes || plan_changed(cost->plan, cost->change) != NO_KERNEL) return;
  cost->next = 0;
  cost->change = changes;
}

bool plan_cost_update(PlanCost *cost, int most) {
  begin(cost);
  for (; cost->next < plan_slots(cost->plan); cost->next++)
    if (!look(cost, cost->next, &most)) return false;
  for (; cost->change < plan_changes(cost->plan); cost->change++)
    if (!look(cost, plan_changed(cost->plan, cost->change), &most)) return false;
  cost->total = cost->sum;
  cost->total.time_us = (double)cost->sum.time_fs * 1e-9;
  return true;
}

int plan_cost_seen(const PlanCost *cost) {
  return cost->next;
}

const Estimate *plan_cost_kernel(const PlanCost *cost, int slot) {
  return cost->rows[slot].estimate;
}

PlanTotal plan_cost_total(const PlanCost *cost) {
  return cost->total;
}

double plan_cost_slowest_us(PlanCost *cost) {
  if (cost->slowest_known) return cost->slowest_us;
  cost->slowest_us = 0;
  for (int slot = 0; slot < plan_slots(cost->plan); slot++) {
    const Estimate *estimate = cost->rows[slot].estimate;
    if (estimate) cost->slowest_us = fmax(cost->slowest_us, estimate->time_us);
  }
  cost->slowest_known = true;
  return cost->slowest_us;
}

PlanTotal plan_total(Estimator *estimator, Plan *plan) {
  PlanCost *cost = plan_cost_new(estimator, plan);
  plan_cost_update(cost, -1);
  PlanTotal total = plan_cost_total(cost);
  plan_cost_free(cost);
  return total;
}
