// What is in L2 when a kernel starts.
//
// A kernel goes through all of its tensors evenly from its start to its end, and L2 keeps what was touched
// last: what was touched so many bytes of traffic ago is there when these bytes are fewer than L2 holds. A
// place at the share p of a tensor that an earlier kernel touched between the traffic counts `first` and
// `last` and this one reads between `now` and `now + own` was touched
//   (now + p * own) - (first + p * (last - first))
// bytes ago: linear in p, so that the share that is still there follows without a simulation. Part of L2 goes
// to other things, and its replacement is not strictly by age: the chance to be there falls from 1 to 0
// between two shares of its size.
#include "cost/model/replay.h"

#include "base/vector.h"
#include "cost/model/parts.h"

#include <math.h>
#include <stdlib.h>

// Shares of L2's size between which that chance falls (tests/bench/MEASURED.md: L2 between kernels).
static const double surely_kept = 0.2, surely_gone = 0.6;

enum { POSITIONS = 8 }; // of p that are looked at

// One tensor in memory, as it was touched last.
typedef struct Touch {
  double bytes;       // of it that were touched
  double first, last; // traffic counts
} Touch;

// What a kernel does to one tensor.
typedef struct Use {
  int value;
  double read, written; // distinct bytes
  double hit;           // of those read, what L2 still has
} Use;

struct Replay {
  Device device;
  const Graph *graph;
  Touch *touches;                 // of each value; of none yet: 0 bytes
  VECTOR(Use) uses;               // of the kernel at hand
  VECTOR(ReplayedTensor) tensors; // the same
  double traffic;                 // bytes that have passed through L2
  int64_t owed;                   // bytes that the kernel before has left to be written back
  double us;
};

Replay *replay_new(const Device *device, const Graph *graph) {
  Replay *replay = memory_alloc(sizeof *replay);
  replay->device = *device;
  replay->graph = graph;
  replay->us = device->graph_us;
  replay->touches = memory_alloc(sizeof *replay->touches * ((size_t)graph->value_count + 1));
  return replay;
}

void replay_free(Replay *replay) {
  if (!replay) return;
  free(replay->touches);
  vector_free(&replay->uses);
  vector_free(&replay->tensors);
  free(replay);
}

// ---- what a kernel uses

static Use *use_of(Replay *replay, int value) {
  for (int i = 0; i < replay->uses.count; i++)
    if (replay->uses.data[i].value == value) return &replay->uses.data[i];
  vector_push(&replay->uses, (Use){.value = value});
  return &replay->uses.data[replay->uses.count - 1];
}

static void add_generated(Replay *replay, const PlanLowered *lowered, const Estimate *estimate) {
  for (int i = 0; i < estimate->access_count; i++) {
    const AccessEstimate *access = &estimate->accesses[i];
    Use *use = use_of(replay, graph_source(replay->graph, estimate_access_value(lowered, access)));
    double *bytes = access->is_store ? &use->written : &use->read;
    *bytes = fmax(*bytes, (double)access->unique_bytes);
  }
}

static void add_library(Replay *replay, int op) {
  const Op *row = &replay->graph->ops[op];
  for (int i = 0; i < row->operand_count; i++) {
    if (row->operands[i].value == NO_VALUE) continue;
    int value = graph_source(replay->graph, row->operands[i].value);
    use_of(replay, value)->read = (double)graph_value_bytes(replay->graph, value);
  }
  for (int i = 0; i < row->result_count; i++)
    use_of(replay, row->first_result + i)->written =
        (double)graph_value_bytes(replay->graph, row->first_result + i);
}

// Fills `uses`; returns the bytes that the kernel moves.
static double gather(Replay *replay, const PlanLowered *lowered, int first_op, const Estimate *estimate) {
  double own = 0;
  vector_clear(&replay->uses);
  if (lowered->nest)
    add_generated(replay, lowered, estimate);
  else
    add_library(replay, first_op);
  for (int i = 0; i < replay->uses.count; i++)
    own += replay->uses.data[i].read + replay->uses.data[i].written;
  return own;
}

// ---- what is there

static double kept_share(const Replay *replay, const Touch *touch, double own) {
  double kept = 0, low = surely_kept * (double)replay->device.limits.l2_bytes,
         high = surely_gone * (double)replay->device.limits.l2_bytes;
  for (int i = 0; i < POSITIONS; i++) {
    double p = (i + 0.5) / POSITIONS;
    double age = replay->traffic + p * own - touch->first - p * (touch->last - touch->first);
    kept += fmin(1, fmax(0, (high - age) / (high - low))) / POSITIONS;
  }
  return kept;
}

static double hits(const Replay *replay, const Use *use, double own) {
  const Touch *touch = &replay->touches[use->value];
  if (use->read == 0 || touch->bytes == 0) return 0;
  return kept_share(replay, touch, own) * fmin(use->read, touch->bytes);
}

static void touch(Replay *replay, const Use *use, double own) {
  replay->touches[use->value] =
      (Touch){fmax(use->read, use->written), replay->traffic, replay->traffic + own};
}

static void list_tensors(Replay *replay) {
  vector_clear(&replay->tensors);
  for (int i = 0; i < replay->uses.count; i++) {
    const Use *use = &replay->uses.data[i];
    ReplayedTensor tensor = {use->value, llround(use->read), llround(use->written), llround(use->hit)};
    vector_push(&replay->tensors, tensor);
  }
}

// The same kernel with part of what it reads in L2, from where it displaces what is still to be written.
static Estimate warmed(const Device *device, const Estimate *estimate, double hit, int64_t owed) {
  Estimate warm = *estimate;
  warm.dram_bytes -= llround(fmin(hit, (double)estimate->dram_bytes));
  warm.later_bytes -= owed;
  if (estimate->overlap == 0) return warm;
  warm.pipe_us[LIMIT_DRAM] = cost_dram_us(device, &warm);
  cost_finish(device, &warm);
  return warm;
}

Replayed replay_kernel(Replay *replay, const PlanLowered *lowered, int first_op, const Estimate *estimate) {
  double own = gather(replay, lowered, first_op, estimate), hit = 0;
  for (int i = 0; i < replay->uses.count; i++)
    hit += replay->uses.data[i].hit = hits(replay, &replay->uses.data[i], own);
  for (int i = 0; i < replay->uses.count; i++)
    touch(replay, &replay->uses.data[i], own);
  replay->traffic += own;
  list_tensors(replay);
  Estimate warm = warmed(&replay->device, estimate, hit, replay->owed);
  replay->owed = estimate->later_bytes;
  replay->us += warm.time_us;
  return (Replayed){llround(hit), warm.dram_bytes, warm.time_us, replay->tensors.data, replay->tensors.count};
}

double replay_us(const Replay *replay) {
  return replay->us;
}

static Replayed replay_of_plan(Replay *replay, Plan *plan, int kernel, const Estimate *estimate) {
  return replay_kernel(replay, plan_lowered(plan, kernel), plan_kernel(plan, kernel).ops[0], estimate);
}

void replay_launch(Replay *replay, Plan *plan, int kernel, const Estimate *estimate) {
  replay_of_plan(replay, plan, kernel, estimate);
}

double replay_run_us(const Device *device, Estimator *estimator, Plan *plan, int *left_out) {
  Replay *replay = replay_new(device, plan_graph(plan));
  int count;
  const int *order = plan_order(plan, &count);
  *left_out = 0;
  for (int i = 0; i < count; i++) {
    const Estimate *estimate = estimator_kernel(estimator, plan, order[i]);
    *left_out += estimate->not_run;
    if (!estimate->not_run) replay_launch(replay, plan, order[i], estimate);
  }
  double us = replay_us(replay);
  replay_free(replay);
  return us;
}

// The first kernel before the one at `at` that may have left anything there: what all later ones move is more
// than L2 keeps. Of very small kernels no more are looked at than a screen can wait for.
static int first_remembered(Replay *replay, Estimator *estimator, Plan *plan, const int *order, int at) {
  enum { MOST_KERNELS = 4096 };
  double passed = 0, most = surely_gone * (double)replay->device.limits.l2_bytes;
  int first = at;
  while (first > 0 && passed < most && at - first < MOST_KERNELS) {
    int kernel = order[--first];
    passed += gather(replay, plan_lowered(plan, kernel), plan_kernel(plan, kernel).ops[0],
                     estimator_kernel(estimator, plan, kernel));
  }
  return first;
}

Replay *replay_place(const Device *device, Estimator *estimator, Plan *plan, int kernel, Replayed *found) {
  Replay *replay = replay_new(device, plan_graph(plan));
  int count, at = 0;
  const int *order = plan_order(plan, &count);
  while (at < count - 1 && order[at] != kernel)
    at++;
  for (int i = first_remembered(replay, estimator, plan, order, at); i < at; i++)
    replay_launch(replay, plan, order[i], estimator_kernel(estimator, plan, order[i]));
  *found = replay_of_plan(replay, plan, kernel, estimator_kernel(estimator, plan, kernel));
  return replay;
}
