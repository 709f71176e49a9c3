// Which slots changed, for who keeps something about every kernel. What a question or a trial changes is put
// back, stamps too: it counts only for who has looked inside the trial.
#include "plan/plan_internal.h"

static void note(ChangedSlots *changed, int kernel) {
  changed->slot[changed->count++ % CHANGED_KEPT] = kernel;
}

static void note_saved(Plan *plan) {
  for (int i = 0; i < plan->saved.count; i++)
    note(&plan->changed, plan->saved.data[i].kernel);
}

void changed_note(Plan *plan, int kernel) {
  if (plan->changed.slot && !plan->asking) note(&plan->changed, kernel);
}

void changed_end_trial(Plan *plan) {
  if (plan->changed.trial_version != plan->asked_version) note_saved(plan);
}

uint64_t plan_changes(Plan *plan) {
  ChangedSlots *changed = &plan->changed;
  if (!changed->slot) changed->slot = memory_alloc(CHANGED_KEPT * sizeof *changed->slot);
  if (plan->trial && changed->trial_version != plan->version) {
    note_saved(plan);
    changed->trial_version = plan->version;
  }
  return changed->count;
}

int plan_changed(const Plan *plan, uint64_t change) {
  uint64_t count = plan->changed.count;
  bool kept = change < count && count - change <= CHANGED_KEPT;
  return kept ? plan->changed.slot[change % CHANGED_KEPT] : NO_KERNEL;
}
