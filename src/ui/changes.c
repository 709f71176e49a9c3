// The comparison of the changes tab.
#include "ui/changes.h"

#include "base/arena.h"
#include "session/plan_list.h"
#include "ui/explorer.h"

#include <math.h>
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

// ---- By what was measured.

double measured_change(const MeasuredChange *change) {
  return change->right_us - change->left_us;
}

// Launches of one side vary apart from those of the other.
double measured_change_spread(const MeasuredChange *change) {
  return hypot(change->left_spread_us, change->right_spread_us);
}

bool measured_alike(const MeasuredChange *change) {
  return change->known && fabs(measured_change(change)) <= measured_change_spread(change);
}

// False when one of the kernels was not measured as it is.
static bool add_up(Session *session, Plan *plan, const int *kernels, int count, double *time_us,
                   double *spread_us) {
  for (int i = 0; i < count; i++) {
    MeasuredView view = session_measured_of(session, plan_lowered(plan, kernels[i]));
    if (view.state != RESULT_DONE || !view.measured->ok) return false;
    *time_us += view.measured->time_us;
    *spread_us = hypot(*spread_us, view.measured->spread_us);
  }
  return true;
}

MeasuredChange changes_measured(Explorer *explorer, const ComparedGroup *group) {
  MeasuredChange change = {0};
  const DiffGroup *kernels = &group->kernels;
  change.known = add_up(explorer->session, explorer->changes.against, kernels->left, kernels->left_count,
                        &change.left_us, &change.left_spread_us) &&
                 add_up(explorer->session, explorer->plan, kernels->right, kernels->right_count,
                        &change.right_us, &change.right_spread_us);
  return change;
}

// What is kept of a plan's time; NULL: it was not timed.
static const KeptPlan *timed_plan(Explorer *explorer, const Plan *plan) {
  PlanList *list = session_plans(explorer->session);
  int at = plan_list_same(list, plan);
  return at >= 0 && plan_list_get(list, at)->measured_us > 0 ? plan_list_get(list, at) : NULL;
}

MeasuredChange changes_measured_plans(Explorer *explorer) {
  const KeptPlan *left = timed_plan(explorer, explorer->changes.against),
                 *right = timed_plan(explorer, explorer->plan);
  if (!left || !right || left == right) return (MeasuredChange){0};
  return (MeasuredChange){true, left->measured_us, right->measured_us, left->measured_spread_us,
                          right->measured_spread_us};
}
