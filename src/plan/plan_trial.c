// Trials: edits that are looked at and taken back.
#include "plan/plan_internal.h"

void plan_trial_begin(Plan *plan) {
  edit_clear_lists(plan);
  plan->trial = plan->asking = true;
  plan->asked_version = plan->version;
  lowered_trim(plan);
  plan->changed.trial_version = plan->version;
  plan_begin(plan);
}

void plan_trial_end(Plan *plan) {
  if (!plan->trial) return;
  plan_rollback(plan);
  changed_end_trial(plan);
  edit_restore(plan);
  plan->trial = plan->asking = false;
}

int plan_trial_kernels(const Plan *plan, int *out, int capacity) {
  for (int i = 0; i < plan->saved.count && i < capacity; i++)
    out[i] = plan->saved.data[i].kernel;
  return plan->saved.count;
}
