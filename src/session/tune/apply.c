// What tuning found, set in the plan.
#include "session/internal.h"
#include "session/tune/cache.h"
#include "session/tune/tune.h"

#include <stdlib.h>

static bool same_override(const ScheduleOverride *a, const ScheduleOverride *b) {
  if (a->set != b->set) return false;
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    if ((a->set >> knob & 1) && a->knob[knob] != b->knob[knob]) return false;
  return true;
}

// Exactly these overrides, one knob at a time: what does not fit on the way is tried again after the others.
static bool reach_override(Plan *plan, int kernel, const ScheduleOverride *wanted) {
  for (int attempt = 0; attempt < KNOB_COUNT; attempt++) {
    ScheduleOverride present = plan_kernel(plan, kernel).override;
    if (same_override(&present, wanted)) return true;
    for (int knob = 0; knob < KNOB_COUNT; knob++) {
      Reason reason;
      bool want = wanted->set >> knob & 1, has = present.set >> knob & 1;
      if (want && (!has || present.knob[knob] != wanted->knob[knob]))
        plan_schedule(plan, kernel, (Knob)knob, wanted->knob[knob], &reason);
      else if (has && !want)
        plan_schedule(plan, kernel, (Knob)knob, -1, &reason);
    }
  }
  return false;
}

// Where no way leads there from those that are set, one does from the rules' choice.
static bool set_override(Plan *plan, int kernel, const ScheduleOverride *wanted) {
  static const ScheduleOverride none;
  if (reach_override(plan, kernel, wanted)) return true;
  return reach_override(plan, kernel, &none) && reach_override(plan, kernel, wanted);
}

static bool is_nest(Plan *plan, int kernel, uint64_t hash) {
  const PlanLowered *lowered = plan_lowered(plan, kernel);
  return lowered && lowered->nest && lowered->nest->hash == hash;
}

// Of all kernels with its nest.
static int apply(Session *session, const TunedKernel *tuned) {
  const ScheduleOverride *best = &tuned->candidates.data[tuned->best].candidate.override;
  int count = 0;
  for (int i = 0; i < tuned->kernels.count; i++) {
    int kernel = tuned->kernels.data[i];
    if (!is_nest(session->plan, kernel, tuned->nest)) continue; // edited since
    if (i == 0) tune_cache_put(&session->device, plan_lowered(session->plan, kernel), tuned);
    if (set_override(session->plan, kernel, best) && tuned->best > 0) count++;
  }
  return count;
}

int session_tune_apply(Session *session) {
  const TuneReport *report = session_tune_report(session);
  if (!report) return 0;
  int count = 0, depth = plan_undo_depth(session->plan);
  plan_begin(session->plan);
  for (int i = 0; i < report->kernel_count; i++)
    if (!report->kernels[i].error[0]) count += apply(session, &report->kernels[i]);
  plan_commit(session->plan);
  if (plan_undo_depth(session->plan) > depth) plan_label(session->plan, "tune");
  return count;
}

static bool use_one(Session *session, int kernel, int *changed) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  ScheduleOverride best;
  if (!lowered->nest || plan_kernel(session->plan, kernel).override.set ||
      !tune_cache_get(&session->device, lowered, &best))
    return false;
  if (best.set && set_override(session->plan, kernel, &best)) ++*changed;
  return true;
}

int session_use_tuned(Session *session, int *changed) {
  int count, known = 0, other = 0;
  const int *order = plan_order(session->plan, &count);
  int *ids = memory_alloc(((size_t)count + 1) * sizeof *ids); // edits change what plan_order handed out
  for (int i = 0; i < count; i++)
    ids[i] = order[i];
  plan_begin(session->plan);
  for (int i = 0; i < count; i++)
    known += use_one(session, ids[i], &other);
  plan_commit(session->plan);
  if (other) plan_label(session->plan, "tuned schedules");
  free(ids);
  if (changed) *changed = other;
  return known;
}
