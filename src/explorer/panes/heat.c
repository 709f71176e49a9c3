// Which kernels cost most.
#include "explorer/panes/heat.h"
#include "explorer/panes/density.h"
#include "explorer/panes/kernels.h"
#include "plan/edit/proposal.h"

enum { MOST_BESIDE = 8 };
static const double LEAST_SHARE = 1e-3; // of the plan's time

double heat_result(const Explorer *explorer, int kernel, MeasuredView *view, bool *timed) {
  *view = (MeasuredView){.state = RESULT_NONE};
  if (explorer->results) *view = session_measured(explorer->session, kernel); // else there are none
  *timed = view->state == RESULT_DONE && view->measured && view->measured->ok;
  if (*timed) return view->measured->time_us;
  const Estimate *estimate = plan_cost_kernel(explorer->figures->cost, kernel);
  return estimate ? estimate->time_us : 0;
}

double heat_time(const Explorer *explorer, int kernel, bool *timed) {
  MeasuredView view;
  bool measured;
  double time = heat_result(explorer, kernel, &view, &measured);
  if (timed) *timed = measured;
  return time;
}

int heat_level(double part, double most) {
  if (part <= 0 || most <= 0) return 0;
  int level = 8;
  for (double step = most / 2; level > 1 && part < step; step /= 2)
    level--;
  return level;
}

Style heat_style(int level) {
  return level >= 7 ? STYLE_HEAT_HOT : level >= 5 ? STYLE_HEAT_WARM : STYLE_BAR;
}

typedef struct Ranked {
  int kernel;
  double time_us;
} Ranked;

// Whether a comes before b: more time, then the smaller slot.
static bool dearer(double a_us, int a, double b_us, int b) {
  return a_us > b_us || (a_us == b_us && a < b);
}

// Passes the table's filter.
static bool is_shown(const Explorer *explorer, int kernel) {
  const KernelTable *table = &kernels_pane(explorer)->table;
  return table->filter.length == 0 || table->provisional || table->row_of[kernel] >= 0;
}

static bool is_possible(Plan *plan, Proposal proposal) {
  Reason reason;
  plan_trial_begin(plan);
  bool possible = plan_propose(plan, &proposal, &reason);
  plan_trial_end(plan);
  return possible;
}

static bool is_attention_with(Plan *plan, int op, int other) {
  int ops[PLAN_SET];
  return plan_attention(plan, op, other, ops, PLAN_SET) &&
         is_possible(plan, (Proposal){.kind = PROPOSE_FUSE_SET, .op = op, .other = other});
}

static bool can_compute_bias(Plan *plan, int op) {
  int ops[PLAN_BIAS];
  return plan_bias(plan, op, ops, PLAN_BIAS) && is_possible(plan, (Proposal){.kind = PROPOSE_BIAS, .op = op});
}

// Whether the kernel of a library can become one of ours: with a kernel that reads it, as a product with its
// epilogue; as a part of attention; with its bias computed there.
static bool can_be_ours(Plan *plan, int kernel) {
  int around[2 * MOST_BESIDE], op = plan_kernel(plan, kernel).ops[0];
  int readers = plan_kernel_consumers(plan, kernel, around, MOST_BESIDE);
  if (readers > MOST_BESIDE) readers = MOST_BESIDE;
  int count = readers + plan_kernel_producers(plan, kernel, around + readers, MOST_BESIDE);
  Reason reason;
  for (int i = 0; i < count && i < readers + MOST_BESIDE; i++) {
    int other = plan_kernel(plan, around[i]).ops[0];
    if (i < readers && plan_can_fuse(plan, op, other, true, &reason)) return true;
    if (is_attention_with(plan, op, other)) return true;
  }
  return can_compute_bias(plan, op);
}

// What a library runs is as it is, but where it need not be the library's. Of small ones nobody asks: there
// can be many.
static bool is_fixed(const Explorer *explorer, int kernel) {
  const Estimate *estimate = plan_cost_kernel(explorer->figures->cost, kernel);
  if (!estimate || !estimate->is_library) return false;
  double total_us = plan_cost_total(explorer->figures->cost).time_us;
  return estimate->time_us < LEAST_SHARE * total_us || !can_be_ours(explorer->plan, kernel);
}

// Keeps the dearest, dearest first; returns how many there are then.
static int keep_dearest(Ranked *kept, int count, int capacity, Ranked it) {
  int at = count;
  for (; at > 0 && dearer(it.time_us, it.kernel, kept[at - 1].time_us, kept[at - 1].kernel); at--)
    if (at < capacity) kept[at] = kept[at - 1];
  if (at < capacity) kept[at] = it;
  return count < capacity ? count + 1 : count;
}

int heat_next(const Explorer *explorer, int before, double limit, int *out, int capacity, HeatRank *rank) {
  int count, found = 0;
  const int *order = plan_order(explorer->plan, &count);
  const double *known = density_times(explorer);
  Ranked kept[HEAT_NEXT];
  if (capacity > HEAT_NEXT) capacity = HEAT_NEXT;
  *rank = (HeatRank){.place = 1};
  for (int i = 0; i < count; i++) {
    double time = known ? known[order[i]] : heat_time(explorer, order[i], NULL);
    rank->total_us += time;
    if (is_fixed(explorer, order[i])) {
      rank->fixed_us += time;
      continue;
    }
    if (!is_shown(explorer, order[i])) continue;
    rank->count++;
    bool passed = before != NO_KERNEL && !dearer(limit, before, time, order[i]);
    rank->place += passed;
    if (!passed) found = keep_dearest(kept, found, capacity, (Ranked){order[i], time});
  }
  for (int i = 0; i < found; i++)
    out[i] = kept[i].kernel;
  return found;
}
