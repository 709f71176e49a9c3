#include "cost/cliff.h"

#include "base/sorted.h"

#include <stdlib.h>

Cliff *cliff_new(Estimator *estimator, Plan *plan) {
  Cliff *cliff = memory_alloc(sizeof *cliff);
  cliff->estimator = estimator;
  cliff->plan = plan;
  cliff->kernel = NO_KERNEL;
  return cliff;
}

void cliff_free(Cliff *cliff) {
  if (!cliff) return;
  vector_free(&cliff->order);
  vector_free(&cliff->steps);
  free(cliff);
}

// ---- The order in which ops join.

typedef struct Joining {
  const Graph *graph;
  const int *ops; // of the kernel, ascending
  int count;
  bool *joined, *beside; // of each: it is there; an op is there that it reads or that reads it
  int *waits;            // of each: ops of the kernel that it reads and that are not there yet
} Joining;

static int place_of(const Joining *joining, int op) {
  int low = 0, high = joining->count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (joining->ops[middle] < op)
      low = middle + 1;
    else
      high = middle;
  }
  return low < joining->count && joining->ops[low] == op ? low : -1;
}

static void count_waits(Joining *joining) {
  for (int i = 0; i < joining->count; i++) {
    Neighbours near = graph_neighbours(joining->graph, joining->ops[i]);
    for (int j = 0; j < near.producer_count; j++)
      joining->waits[i] += place_of(joining, near.producers[j]) >= 0;
  }
}

static void join(Joining *joining, int place) {
  joining->joined[place] = true;
  Neighbours near = graph_neighbours(joining->graph, joining->ops[place]);
  for (int i = 0; i < near.consumer_count; i++) {
    int consumer = place_of(joining, near.consumers[i]);
    if (consumer < 0) continue;
    joining->waits[consumer]--;
    joining->beside[consumer] = true;
  }
}

// The first in order that is next to what is there and waits for nothing; else the first that waits for
// nothing.
static int next_place(const Joining *joining) {
  int ready = -1;
  for (int i = 0; i < joining->count; i++) {
    if (joining->joined[i] || joining->waits[i] > 0) continue;
    if (joining->beside[i]) return i;
    if (ready < 0) ready = i;
  }
  return ready;
}

static void order_ops(Cliff *cliff, PlanKernel kernel) {
  size_t count = (size_t)kernel.op_count + 1;
  Joining joining = {.graph = plan_graph(cliff->plan),
                     .ops = kernel.ops,
                     .count = kernel.op_count,
                     .joined = memory_alloc(count * sizeof(bool)),
                     .beside = memory_alloc(count * sizeof(bool)),
                     .waits = memory_alloc(count * sizeof(int))};
  vector_clear(&cliff->order);
  count_waits(&joining);
  for (int place = next_place(&joining); place >= 0; place = next_place(&joining)) {
    join(&joining, place);
    vector_push(&cliff->order, kernel.ops[place]);
  }
  free(joining.joined);
  free(joining.beside);
  free(joining.waits);
}

// ---- Looking.

static void lay_out_steps(Cliff *cliff) {
  int stride = (cliff->order.count + CLIFF_STEPS - 1) / CLIFF_STEPS;
  for (int i = 0; i < cliff->order.count; i += stride) {
    int left = cliff->order.count - i;
    vector_push(&cliff->steps,
                (CliffStep){.op = cliff->order.data[i], .joining = left < stride ? left : stride});
  }
}

static const Estimate *with_rows(Cliff *cliff, const PlanLowered *lowered, ScheduleOverride override,
                                 int rows, Schedule *schedule) {
  Reason reason;
  override.set |= (uint32_t)1 << KNOB_rows;
  override.knob[KNOB_rows] = rows;
  if (!schedule_choose(lowered->nest, plan_limits(cliff->plan), &override, schedule, &reason) ||
      schedule->knob[KNOB_rows] != rows)
    return NULL;
  const PlanLowered *variant = plan_variant(lowered, schedule, plan_limits(cliff->plan));
  const Estimate *estimate = estimator_lowered(cliff->estimator, plan_graph(cliff->plan), variant);
  plan_release(variant);
  return estimate;
}

// From an eighth of the present rows to four times as many.
static void try_rows(Cliff *cliff, const PlanLowered *lowered) {
  ScheduleOverride override = plan_kernel(cliff->plan, cliff->kernel).override;
  int present = lowered->schedule.knob[KNOB_rows], tried = 0;
  if (!template_trades_rows(lowered->schedule.kind)) return;
  for (int i = 0; i < CLIFF_ROWS; i++) {
    Schedule schedule;
    int rows = i < 3 ? present >> (3 - i) : present << (i - 3);
    const Estimate *estimate = rows > tried ? with_rows(cliff, lowered, override, rows, &schedule) : NULL;
    if (!estimate) continue;
    tried = rows;
    cliff->rows[cliff->rows_count++] = (CliffRows){rows, rows == present, estimate};
  }
  if (cliff->rows_count < 2) cliff->rows_count = 0; // nothing to choose
}

bool cliff_look(Cliff *cliff, int kernel) {
  uint64_t version = plan_version(cliff->plan);
  if (cliff->kernel == kernel && cliff->version == version) return false;
  cliff->kernel = kernel;
  cliff->version = version;
  cliff->asked = cliff->rows_count = 0;
  vector_clear(&cliff->steps);
  const PlanLowered *lowered = kernel == NO_KERNEL ? NULL : plan_lowered(cliff->plan, kernel);
  if (!lowered || !lowered->nest) return true;
  order_ops(cliff, plan_kernel(cliff->plan, kernel));
  lay_out_steps(cliff);
  try_rows(cliff, lowered);
  return true;
}

// ---- Asking.

// The kernel of the first `count` ops; all of them are the kernel as it is.
static const PlanLowered *prefix(Cliff *cliff, int count) {
  if (count == cliff->order.count) return plan_lowered(cliff->plan, cliff->kernel);
  VECTOR(int) ops = {0};
  for (int i = 0; i < count; i++)
    vector_push(&ops, cliff->order.data[i]);
  sorted_sort(ops.data, count);
  const PlanLowered *lowered = plan_lowered_part(cliff->plan, cliff->kernel, ops.data, count);
  vector_free(&ops);
  return lowered;
}

static int budget_of(const GpuLimits *limits, const PlanLowered *lowered, const Estimate *estimate) {
  const LaunchShape *launch = &lowered->launch;
  int blocks = limits_blocks_per_sm(limits, launch->threads, estimate->registers, launch->shared_bytes);
  int share = limits_register_share(limits, launch->threads, blocks > 0 ? blocks : 1);
  int cap = lowered->schedule.knob[KNOB_registers];
  return cap > 0 && cap < share ? cap : share;
}

static void ask_prefix(Cliff *cliff, CliffStep *step, int count) {
  const PlanLowered *lowered = prefix(cliff, count);
  if (!lowered->nest) {
    step->reason = lowered->reason;
    return;
  }
  step->estimate = estimator_lowered(cliff->estimator, plan_graph(cliff->plan), lowered);
  step->kind = lowered->schedule.kind;
  step->threads = lowered->launch.threads;
  step->budget = budget_of(plan_limits(cliff->plan), lowered, step->estimate);
  step->structure = lowered->structure;
}

static double alone(Cliff *cliff, int op) {
  const PlanLowered *lowered = plan_lowered_part(cliff->plan, cliff->kernel, &op, 1);
  if (!lowered->nest) return 0;
  return estimator_lowered(cliff->estimator, plan_graph(cliff->plan), lowered)->time_us;
}

static void add_totals(Cliff *cliff) {
  double rest = 0;
  for (int i = cliff->steps.count - 1; i >= 0; i--) {
    CliffStep *step = &cliff->steps.data[i];
    if (step->estimate) step->total_us = step->estimate->time_us + rest;
    rest += step->alone_us;
  }
}

bool cliff_complete(const Cliff *cliff) {
  return cliff->asked == cliff->steps.count;
}

bool cliff_ask(Cliff *cliff) {
  if (cliff_complete(cliff)) return false;
  int first = 0;
  for (int i = 0; i < cliff->asked; i++)
    first += cliff->steps.data[i].joining;
  CliffStep *step = &cliff->steps.data[cliff->asked++];
  ask_prefix(cliff, step, first + step->joining);
  for (int i = first; i < first + step->joining; i++)
    step->alone_us += alone(cliff, cliff->order.data[i]);
  if (cliff_complete(cliff)) add_totals(cliff);
  return true;
}

// ---- What it shows.

int cliff_before(const Cliff *cliff, int step) {
  for (int i = step - 1; i >= 0; i--)
    if (cliff->steps.data[i].estimate) return i;
  return NO_CLIFF_STEP;
}

bool cliff_crosses(const Cliff *cliff, int step) {
  const Estimate *estimate = cliff->steps.data[step].estimate;
  int before = cliff_before(cliff, step);
  if (!estimate || before == NO_CLIFF_STEP) return false;
  const Estimate *earlier = cliff->steps.data[before].estimate;
  return estimate->occupancy < earlier->occupancy || estimate->spill_bytes > earlier->spill_bytes;
}

int cliff_crossing(const Cliff *cliff) {
  int crossing = NO_CLIFF_STEP;
  double most = 0;
  for (int i = 0; i < cliff->asked; i++) {
    if (!cliff_crosses(cliff, i)) continue;
    const Estimate *before = cliff->steps.data[cliff_before(cliff, i)].estimate,
                   *after = cliff->steps.data[i].estimate;
    if (after->spill_bytes > before->spill_bytes && before->spill_bytes == 0) return i;
    double lost = before->occupancy - after->occupancy;
    if (lost > most) crossing = i, most = lost;
  }
  return crossing;
}

int cliff_best(const Cliff *cliff) {
  int best = NO_CLIFF_STEP;
  for (int i = 0; cliff_complete(cliff) && i < cliff->steps.count; i++) {
    const CliffStep *step = &cliff->steps.data[i];
    if (step->estimate && (best == NO_CLIFF_STEP || step->total_us < cliff->steps.data[best].total_us))
      best = i;
  }
  return best;
}
