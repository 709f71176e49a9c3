// The comparison of the changes tab: the costs of both plans, then kernel by kernel, in slices of time.
#include "explorer/tabs/changes.h"

#include "base/arena.h"
#include "explorer/state/explorer.h"
#include "explorer/state/plans.h"
#include "tui/slice.h"

#include <math.h>
#include <stdlib.h>

// Estimates, ops compared, and kernels written, between two looks at the clock.
enum { FRESH = 16, OPS = 2000, NAMES = 2 };

static Changes *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_TAB_CHANGES];
}

const Changes *changes_of(const Explorer *explorer) {
  return own(explorer);
}

static void forget(Changes *changes) {
  plan_diff_cancel(changes->diffing);
  comparison_free(changes->comparison);
  changes->diffing = NULL;
  changes->comparison = NULL;
  changes->looked_up = 0;
}

void changes_drop(Explorer *explorer) {
  Changes *changes = own(explorer);
  forget(changes);
  plan_cost_free(changes->cost);
  plan_free(changes->against);
  free(changes->name);
  *changes = (Changes){0};
}

void changes_set(Explorer *explorer, Plan *plan, const char *name) {
  // A copy of a large plan takes longer than a frame, and so do its estimates.
  Plan *shared = plan_share(plan);
  char *copy = memory_strdup(name);
  changes_drop(explorer);
  Changes *changes = own(explorer);
  changes->against = shared;
  changes->cost = plan_cost_new(explorer->estimator, shared);
  changes->name = copy;
  explorer->choice[TAB_CHANGES] = 0;
  explorer->revision++;
}

bool changes_open(Explorer *explorer) {
  if (own(explorer)->against) return true;
  PlanList *list = session_plans(explorer->session);
  int baseline = plan_list_baseline(list);
  Plan *plan = plan_list_plan(list, baseline, NULL);
  if (plan) changes_set(explorer, plan, plan_list_get(list, baseline)->name);
  return plan != NULL;
}

const Comparison *changes_get(const Explorer *explorer) {
  const Changes *changes = own(explorer);
  return changes->version == plan_version(explorer->plan) ? changes->comparison : NULL;
}

// One step; true at the end.
static bool compare(Explorer *explorer) {
  Changes *changes = own(explorer);
  if (!plan_cost_update(changes->cost, FRESH)) return false;
  if (!changes->diffing) changes->diffing = plan_diff_begin(changes->against, explorer->plan);
  if (!plan_diff_work(changes->diffing, OPS)) return false;
  changes->comparison =
      comparison_of(changes->cost, explorer->figures->cost, plan_diff_end(changes->diffing));
  changes->diffing = NULL;
  comparison_sort(changes->comparison);
  explorer->revision++;
  return true;
}

// The same of times that earlier runs measured; those of the plan's own kernels come from times_work.
static bool look_up(Explorer *explorer) {
  Changes *changes = own(explorer);
  int most = NAMES;
  for (; changes->looked_up < changes->comparison->group_count; changes->looked_up++) {
    const DiffGroup *kernels = &changes->comparison->groups[changes->looked_up].kernels;
    for (int i = 0; i < kernels->left_count; i++)
      if (!session_look_up_time(explorer->session, plan_lowered(changes->against, kernels->left[i]), &most))
        return false;
  }
  explorer->revision++;
  return true;
}

static bool step(Explorer *explorer) {
  return (changes_get(explorer) || compare(explorer)) && look_up(explorer);
}

bool changes_work(Explorer *explorer, double milliseconds) {
  Changes *changes = own(explorer);
  const Comparison *known = changes_get(explorer);
  if (!changes->against || (known && changes->looked_up == known->group_count)) return true;
  if (!figures_update(explorer->figures, milliseconds)) return false;
  if (changes->version != plan_version(explorer->plan)) forget(changes);
  changes->version = plan_version(explorer->plan);
  Slice slice = slice_begin(milliseconds);
  bool done;
  do
    done = step(explorer);
  while (!done && !slice_over(&slice));
  return done;
}

// ---- By what was measured.

double measured_change(const MeasuredChange *change) {
  return change->right_us - change->left_us;
}

// Launches of one side vary apart from those of the other.
double measured_change_spread(const MeasuredChange *change) {
  return hypot(change->left_spread_us, change->right_spread_us);
}

bool changes_measured_alike(const MeasuredChange *change) {
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
  change.known = add_up(explorer->session, own(explorer)->against, kernels->left, kernels->left_count,
                        &change.left_us, &change.left_spread_us) &&
                 add_up(explorer->session, explorer->plan, kernels->right, kernels->right_count,
                        &change.right_us, &change.right_spread_us);
  return change;
}

MeasuredChange changes_measured_plans(Explorer *explorer) {
  const KeptPlan *left = plans_timed(explorer, own(explorer)->against),
                 *right = plans_timed(explorer, explorer->plan);
  if (!left || !right || left == right) return (MeasuredChange){0};
  return (MeasuredChange){true, left->measured_us, right->measured_us, left->measured_spread_us,
                          right->measured_spread_us};
}
