// Actions on kept plans: naming, forgetting, the baseline.
#include "explorer/state/plans.h"
#include "base/arena.h"
#include "explorer/actions/action.h"

#include <stdlib.h>

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
  picker_ask(&explorer->picker, "Keep the plan as", "", accept_keep);
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
  plans_baseline_changed(explorer);
  explorer->revision++;
  explorer_say(explorer, "speed-ups are against plan %s", plan_list_get(list, index)->name);
}
