// Actions on kept plans: naming, forgetting, the baseline.
#include "base/arena.h"
#include "ui/action.h"
#include "ui/plans.h"

#include <stdlib.h>

void action_tab_plans(Explorer *explorer) {
  int current = plan_list_same(session_plans(explorer->session), explorer->plan);
  if (current >= 0) explorer->choice[TAB_PLANS] = current;
  tab_show(explorer, TAB_PLANS);
  explorer_focus(explorer, PANE_DETAIL); // the list is there to choose from
}

static void accept_keep(Explorer *explorer, const char *name, const PickerItem *item) {
  (void)item;
  Status status = {0};
  PlanList *list = session_plans(explorer->session);
  int index = plan_list_keep(list, KEPT_SNAPSHOT, name, &status);
  explorer->revision++;
  if (index < 0) {
    explorer_fail(explorer, "%s", status.message);
    return;
  }
  session_set_origin(explorer->session, &(PlanOrigin){"hand", plan_list_get(list, index)->name, ""});
  explorer_say(explorer, "kept as %s: p lists the plans", name);
}

void action_keep_plan(Explorer *explorer) {
  picker_open(&explorer->picker, "Keep the plan as", accept_keep);
  explorer->picker.free_text = true;
  picker_filter(&explorer->picker);
}

void action_forget_plan(Explorer *explorer) {
  PlanList *list = session_plans(explorer->session);
  int index = plans_selected(explorer);
  Status status = {0};
  char *name = memory_strdup(plan_list_get(list, index)->name);
  if (plan_list_remove(list, index, &status))
    explorer_say(explorer, "plan %s is forgotten", name);
  else
    explorer_fail(explorer, "%s", status.message);
  explorer->revision++;
  free(name);
}

// The plan as it is now must be kept to be compared with later.
static int keep_current(Explorer *explorer) {
  PlanList *list = session_plans(explorer->session);
  plan_list_keep_edits(list);
  return plan_list_same(list, explorer->plan);
}

void action_baseline(Explorer *explorer) {
  PlanList *list = session_plans(explorer->session);
  int selected = plans_selected(explorer), index = selected >= 0 ? selected : keep_current(explorer);
  plan_list_set_baseline(list, index);
  explorer->baseline_known = false;
  explorer->revision++;
  explorer_say(explorer, "speed-ups are against plan %s", plan_list_get(list, index)->name);
}
