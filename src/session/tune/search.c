// Climbing from schedule to schedule.
#include "session/tune/search.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>

enum { USUAL_BUDGET = 48 };
static const double usual_noise = 0.01, usual_hopeless = 2;

typedef struct Climb {
  const TuneSubject *subject;
  TuneLimits limits; // none is 0
  TuneTimer timer;
  void *context;
  TunedKernel *tuned;
  int left; // of the budget
} Climb;

// ---- what is known

static bool is_known(const Climb *climb, uint64_t code) {
  for (int i = 0; i < climb->tuned->candidates.count; i++)
    if (climb->tuned->candidates.data[i].candidate.code == code) return true;
  return false;
}

static double estimate(const Climb *climb, const Schedule *schedule) {
  const TuneSubject *subject = climb->subject;
  const PlanLowered *variant = plan_variant(subject->lowered, schedule, subject->limits);
  double us = estimator_lowered(subject->estimator, subject->graph, variant)->time_us;
  plan_release(variant);
  return us;
}

static void add(Climb *climb, const ScheduleCandidate *candidate) {
  if (is_known(climb, candidate->code)) return;
  TunedCandidate added = {.candidate = *candidate, .estimate_us = estimate(climb, &candidate->schedule)};
  vector_push(&climb->tuned->candidates, added);
}

static void add_neighbours(Climb *climb, const ScheduleOverride *base) {
  const TuneSubject *subject = climb->subject;
  ScheduleCandidate list[CANDIDATES_MOST];
  int count = schedule_candidates(subject->lowered->nest, subject->limits, base, list, CANDIDATES_MOST);
  for (int i = 0; i < count; i++)
    add(climb, &list[i]);
}

// The rules' choice first, what the plan asks for next, then the neighbours of the former.
static void begin(Climb *climb) {
  const TuneSubject *subject = climb->subject;
  const Nest *nest = subject->lowered->nest;
  ScheduleCandidate one;
  if (schedule_candidates(nest, subject->limits, &subject->fixed, &one, 1) == 1) add(climb, &one);
  if (climb->tuned->candidates.count == 0) return;
  if (schedule_candidates(nest, subject->limits, &subject->present, &one, 1) == 1) add(climb, &one);
  add_neighbours(climb, &subject->fixed);
}

// ---- a turn

static double best_estimate(const TunedKernel *tuned) {
  double best = tuned->candidates.data[0].estimate_us;
  for (int i = 1; i < tuned->candidates.count; i++)
    if (tuned->candidates.data[i].estimate_us < best) best = tuned->candidates.data[i].estimate_us;
  return best;
}

// Which of the candidates to time now: the rules' choice as the yardstick, and the new ones that have a
// chance.
static int choose(Climb *climb, int *chosen) {
  TunedKernel *tuned = climb->tuned;
  double most = climb->limits.hopeless * best_estimate(tuned);
  int count = 0;
  chosen[count++] = 0;
  for (int i = 0; i < tuned->candidates.count && climb->left > 0; i++) {
    TunedCandidate *candidate = &tuned->candidates.data[i];
    if (candidate->tried || (i > 0 && candidate->estimate_us > most)) continue;
    candidate->tried = true;
    climb->left--;
    if (i > 0) chosen[count++] = i;
  }
  return count;
}

static bool time_chosen(Climb *climb, const int *chosen, int count, Trial *trials, Status *status) {
  const TuneSubject *subject = climb->subject;
  const PlanLowered **variants = memory_alloc((size_t)count * sizeof *variants);
  for (int i = 0; i < count; i++)
    variants[i] = plan_variant(subject->lowered, &climb->tuned->candidates.data[chosen[i]].candidate.schedule,
                               subject->limits);
  bool ok = climb->timer(climb->context, subject, variants, count, trials, status);
  for (int i = 0; i < count; i++)
    plan_release(variants[i]);
  free((void *)variants);
  return ok;
}

static void note(Climb *climb, const int *chosen, int count, const Trial *trials) {
  TunedKernel *tuned = climb->tuned;
  for (int i = 0; i < count; i++) {
    TunedCandidate *candidate = &tuned->candidates.data[chosen[i]];
    if (chosen[i] > 0 || !candidate->trial.measured.ok) candidate->trial = trials[i];
    if (trials[0].measured.ok && trials[i].measured.ok)
      candidate->ratio = trials[i].measured.time_us / trials[0].measured.time_us;
  }
}

static int quickest(const TunedKernel *tuned) {
  int best = 0;
  for (int i = 1; i < tuned->candidates.count; i++) {
    const TunedCandidate *candidate = &tuned->candidates.data[i];
    if (candidate->ratio > 0 && candidate->ratio < tuned->candidates.data[best].ratio) best = i;
  }
  return best;
}

// One turn; *goes_on when it found something quicker by more than noise.
static bool climb_once(Climb *climb, bool *goes_on, Status *status) {
  TunedKernel *tuned = climb->tuned;
  int *chosen = memory_alloc(((size_t)tuned->candidates.count + 1) * sizeof *chosen);
  int count = choose(climb, chosen);
  Trial *trials = memory_alloc((size_t)count * sizeof *trials);
  bool first = tuned->candidates.data[0].ratio == 0;
  bool ok = (count == 1 && !first) || time_chosen(climb, chosen, count, trials, status);
  *goes_on = false;
  if (ok && (count > 1 || first)) {
    note(climb, chosen, count, trials);
    int best = quickest(tuned);
    double before = tuned->candidates.data[tuned->best].ratio, now = tuned->candidates.data[best].ratio;
    *goes_on = now > 0 && now < before * (1 - climb->limits.noise);
    if (*goes_on) tuned->best = best;
  }
  free(chosen);
  free(trials);
  return ok;
}

static void conclude(TunedKernel *tuned) {
  const TunedCandidate *rules = &tuned->candidates.data[0];
  tuned->default_us = rules->trial.measured.time_us;
  tuned->best_us = tuned->candidates.data[tuned->best].ratio * tuned->default_us;
  if (!rules->trial.measured.ok)
    snprintf(tuned->error, sizeof tuned->error, "%s", rules->trial.measured.error);
}

bool tune_search(const TuneSubject *subject, const TuneLimits *limits, TuneTimer timer, void *context,
                 TunedKernel *tuned, Status *status) {
  Climb climb = {subject, *limits, timer, context, tuned, 0};
  if (climb.limits.budget <= 0) climb.limits.budget = USUAL_BUDGET;
  if (climb.limits.noise <= 0) climb.limits.noise = usual_noise;
  if (climb.limits.hopeless <= 0) climb.limits.hopeless = usual_hopeless;
  climb.left = climb.limits.budget;
  tuned->nest = subject->lowered->nest->hash;
  kernel_name(subject->lowered->nest, &subject->lowered->schedule, tuned->name);
  begin(&climb);
  if (tuned->candidates.count == 0) {
    snprintf(tuned->error, sizeof tuned->error, "its code cannot be emitted");
    return true;
  }
  for (bool goes_on = true; goes_on;) {
    if (!climb_once(&climb, &goes_on, status)) return false;
    if (goes_on) add_neighbours(&climb, &tuned->candidates.data[tuned->best].candidate.override);
  }
  conclude(tuned);
  return true;
}

void tuned_kernel_free(TunedKernel *tuned) {
  vector_free(&tuned->kernels);
  vector_free(&tuned->candidates);
}
