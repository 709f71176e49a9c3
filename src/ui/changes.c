// The comparison of the changes tab.
#include "ui/changes.h"

#include "base/arena.h"
#include "session/plan_list.h"
#include "ui/explorer.h"

#include <stdlib.h>

static void forget(Changes *changes) {
  comparison_free(changes->comparison);
  changes->comparison = NULL;
}

void changes_free(Changes *changes) {
  forget(changes);
  plan_free(changes->against);
  free(changes->name);
  *changes = (Changes){0};
}

void changes_set(Explorer *explorer, const Plan *plan, const char *name) {
  Plan *copy = plan_copy(plan);
  char *own = memory_strdup(name);
  changes_free(&explorer->changes);
  explorer->changes.against = copy;
  explorer->changes.name = own;
  explorer->choice[TAB_CHANGES] = 0;
  explorer->revision++;
}

const Comparison *changes_get(Explorer *explorer) {
  Changes *changes = &explorer->changes;
  if (!changes->against) {
    PlanList *list = session_plans(explorer->session);
    int baseline = plan_list_baseline(list);
    Plan *plan = plan_list_plan(list, baseline, NULL);
    if (!plan) return NULL;
    changes_set(explorer, plan, plan_list_get(list, baseline)->name);
  }
  if (changes->comparison && changes->version == plan_version(explorer->plan)) return changes->comparison;
  forget(changes);
  changes->version = plan_version(explorer->plan);
  changes->comparison = comparison_new(explorer->estimator, changes->against, explorer->plan);
  if (changes->comparison) comparison_sort(changes->comparison);
  return changes->comparison;
}
