// Which kernels cost most.
#include "explorer/panes/heat.h"
#include "explorer/panes/density.h"
#include "explorer/panes/kernels.h"

enum { MOST_READERS = 8 };
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

// Whether a comes before b: more time, then the smaller slot.
static bool dearer(double a_us, int a, double b_us, int b) {
  return a_us > b_us || (a_us == b_us && a < b);
}

// Passes the table's filter.
static bool is_shown(const Explorer *explorer, int kernel) {
  const KernelTable *table = &kernels_pane(explorer)->table;
  return table->filter.length == 0 || table->provisional || table->row_of[kernel] >= 0;
}

// Whether a kernel that reads the one of a library can be fused with it when asked, as a product with its
// epilogue.
static bool takes_a_reader(Plan *plan, int kernel) {
  int consumers[MOST_READERS];
  int count = plan_kernel_consumers(plan, kernel, consumers, MOST_READERS),
      op = plan_kernel(plan, kernel).ops[0];
  Reason reason;
  for (int i = 0; i < count && i < MOST_READERS; i++)
    if (plan_can_fuse(plan, op, plan_kernel(plan, consumers[i]).ops[0], true, &reason)) return true;
  return false;
}

// What a library runs is as it is, but where what reads it can be fused with it. Of small ones nobody asks:
// there can be many.
static bool is_fixed(const Explorer *explorer, int kernel) {
  const Estimate *estimate = plan_cost_kernel(explorer->figures->cost, kernel);
  if (!estimate || !estimate->is_library) return false;
  double total_us = plan_cost_total(explorer->figures->cost).time_us;
  return estimate->time_us < LEAST_SHARE * total_us || !takes_a_reader(explorer->plan, kernel);
}

int heat_next(const Explorer *explorer, int before, HeatRank *rank) {
  int count, best = NO_KERNEL;
  const int *order = plan_order(explorer->plan, &count);
  const double *known = density_times(explorer);
  double limit = before == NO_KERNEL ? 0 : heat_time(explorer, before, NULL), most = 0;
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
    if (passed || (best != NO_KERNEL && !dearer(time, order[i], most, best))) continue;
    best = order[i], most = time;
  }
  return best;
}
