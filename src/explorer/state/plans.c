// Kept plans: figures in slices, switching.
#include "explorer/state/plans.h"

#include "base/arena.h"
#include "explorer/tabs/retrace.h"
#include "explorer/tabs/tab.h"
#include "tui/number.h"
#include "tui/slice.h"

#include <stdlib.h>

enum { SLICE = 16, NAMES = 2 }; // fresh estimates, and kernels written, between two looks at the clock

static Baseline *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_PLANS];
}

const Baseline *plans_baseline(const Explorer *explorer) {
  return own(explorer);
}

void plans_baseline_changed(Explorer *explorer) {
  own(explorer)->known = false;
}

static void take_baseline(Explorer *explorer, const char *name, const PlanTotal *total) {
  Baseline *baseline = own(explorer);
  baseline->total = *total;
  baseline->known = true;
  if (text_equal(baseline->name, name)) return;
  free(baseline->name);
  baseline->name = memory_strdup(name);
}

static bool is_shown(const Explorer *explorer) {
  return tab_is_shown(explorer, TAB_PLANS);
}

// Whether a plan's figures are known now, or never will be.
static bool work_on_plan(PlanList *list, int index, int most) {
  PlanTotal total;
  if (plan_list_known(list, index)) return true;
  plan_list_total(list, index, most, &total);
  return plan_list_known(list, index);
}

// Times that earlier runs measured; false while there is more to do.
static bool look_up_times(Explorer *explorer, int most) {
  PlanList *list = session_plans(explorer->session);
  for (int i = 0; i < plan_list_count(list); i++) {
    if (plan_list_get(list, i)->looked_up) continue;
    if (!plan_list_look_up(list, i, most)) return false;
    explorer->revision++;
  }
  return true;
}

static bool work_on(Explorer *explorer, int most) {
  PlanList *list = session_plans(explorer->session);
  int baseline = plan_list_baseline(list);
  PlanTotal total;
  if (!work_on_plan(list, baseline, most)) return false;
  if (plan_list_total(list, baseline, 0, &total))
    take_baseline(explorer, plan_list_get(list, baseline)->name, &total);
  for (int i = 0; is_shown(explorer) && i < plan_list_count(list); i++) {
    if (plan_list_known(list, i)) continue;
    explorer->revision++;
    if (!work_on_plan(list, i, most)) return false;
  }
  return look_up_times(explorer, most < 0 ? most : NAMES);
}

static bool work(Explorer *explorer, double milliseconds) {
  Slice slice = slice_begin(milliseconds);
  while (!work_on(explorer, milliseconds < 0 ? -1 : SLICE))
    if (slice_over(&slice)) return false;
  return true;
}

const KeptPlan *plans_timed(Explorer *explorer, const Plan *plan) {
  PlanList *list = session_plans(explorer->session);
  uint64_t hash = plan_hash(plan);
  for (int i = 0; i < plan_list_count(list); i++) {
    const KeptPlan *kept = plan_list_get(list, i);
    if (kept->hash == hash && kept->measured_us > 0) return kept;
  }
  return NULL;
}

void plans_use(Explorer *explorer, const char *name) {
  PlanList *list = session_plans(explorer->session);
  Status status = {0};
  char number[NUMBER_SIZE], kernels[NUMBER_SIZE];
  retrace_leave(explorer);
  double before = explorer_time(explorer);
  char *own = memory_strdup(name); // keeping what is left moves the names
  int index = plan_list_find(list, name);
  if (index < 0)
    explorer_fail(explorer, "there is no plan \"%s\"", name);
  else if (!plan_list_use(list, index, &status))
    explorer_fail(explorer, "%s", status.message);
  else
    explorer_say(explorer, "plan %s: %s, time %s", own,
                 number_kernels(kernels, plan_kernel_count(explorer->plan)),
                 number_time_change(number, explorer_time(explorer) - before, explorer->glyphs));
  explorer->revision++;
  free(own);
}

int plans_selected(const Explorer *explorer) {
  int count = plan_list_count(session_plans(explorer->session));
  return is_shown(explorer) && explorer->choice[TAB_PLANS] < count ? explorer->choice[TAB_PLANS] : -1;
}

static void close(Explorer *explorer) {
  free(own(explorer)->name);
}

const Component component_plans = {
    .size = sizeof(Baseline), .take = plans_baseline_changed, .work = work, .close = close};
