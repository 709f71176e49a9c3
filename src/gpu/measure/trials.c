// Trying variants: check, a first time for each, then turns of the best.
#include "gpu/measure/trials.h"

#include "gpu/measure/check_pairs.h"
#include "gpu/measure/launch_flow.h"
#include "gpu/measure/measure_appeal.h"

#include <stdio.h>
#include <stdlib.h>

enum { USUAL_LAUNCHES = 20, USUAL_FINALISTS = 3, USUAL_ROUNDS = 5, MOST_FINALISTS = 16, MOST_ROUNDS = 64 };

typedef struct Trials {
  Measuring m;      // its reference is the first variant alone
  bool loaded;      // both are
  CheckPair *pairs; // of the first variant
  int pair_count;
  int rounds;
  Trial *trials;
} Trials;

// ---- the worker's state

static bool load(Trials *t, Status *status) {
  if (t->loaded) return true;
  WorkerOutcome outcome = measure_load(&t->m, status);
  if (outcome == WORKER_ANSWERED && t->m.reference) outcome = measure_load_reference(&t->m, status);
  t->loaded = outcome == WORKER_ANSWERED;
  return t->loaded;
}

// What a variant died of is its own problem; the others go on in a new worker.
static void note_failure(Trials *t, int variant, WorkerOutcome outcome, const char *why) {
  t->m.left_out[variant] = true;
  measure_refuse(&t->trials[variant].measured, why);
  if (outcome == WORKER_DIED) t->loaded = false;
}

// ---- one variant

static void judge(Trials *t, int variant, const JsonNode *reply) {
  Trial *trial = &t->trials[variant];
  trial->right = json_bool(json_get(reply, "pass"), false);
  if (trial->right) return;
  Text text = {0};
  Appeal appeal;
  trial->right = measure_appeal(&t->m, reply, t->pairs, t->pair_count, &appeal, &text);
  if (trial->right) return;
  int pair = (int)json_integer(json_get(reply, "pair"), -1);
  if (!text.length && pair >= 0 && pair < t->pair_count)
    measure_describe(&t->m, reply, &t->pairs[pair], &text);
  note_failure(t, variant, WORKER_ANSWERED, text.length ? text_get(&text) : "its results are wrong");
  text_free(&text);
}

static bool check(Trials *t, int variant) {
  if (!t->m.reference) return true;
  Json *reply = NULL;
  Status problem = {0};
  for (int i = 0; i < t->pair_count; i++)
    t->pairs[i].after = variant;
  // Once alone first, under the time limit of a kernel: a comparison has longer.
  WorkerOutcome outcome = measure_run_slot(&t->m, 0, variant, variant + 1, measure_limit(&t->m), &problem);
  if (outcome == WORKER_ANSWERED)
    outcome = measure_compare(&t->m, variant, t->pairs, t->pair_count, &reply, &problem);
  if (outcome == WORKER_ANSWERED)
    judge(t, variant, json_root(reply));
  else
    note_failure(t, variant, outcome, problem.message);
  json_free(reply);
  return t->trials[variant].right;
}

static bool measure(Trials *t, int variant, Measured *measured) {
  Status problem = {0};
  *measured = (Measured){0};
  WorkerOutcome outcome = measure_launch(&t->m, variant, measured, &problem);
  if (outcome == WORKER_ANSWERED) return true;
  note_failure(t, variant, outcome, problem.message);
  return false;
}

static const char *reason_not_to_try(const Trials *t, int variant) {
  if (variant > 0 && t->m.reference && !t->trials[0].right)
    return "not tried: the first variant, with which it would be compared, does not run";
  return measure_reason_not_to(&t->m, variant);
}

static bool try_one(Trials *t, int variant, Status *status) {
  const char *why = reason_not_to_try(t, variant);
  if (why) {
    char copy[sizeof t->trials->measured.error]; // it may be this variant's own text
    snprintf(copy, sizeof copy, "%s", why);
    measure_refuse(&t->trials[variant].measured, copy);
    return true;
  }
  if (!load(t, status)) return false;
  if (check(t, variant)) measure(t, variant, &t->trials[variant].measured);
  return true;
}

static bool try_all(Trials *t, MeasureProgress progress, void *context, Status *status) {
  int count = t->m.program->launch_count;
  for (int i = 0; i < count; i++) {
    if (!try_one(t, i, status)) return false;
    if (progress && !progress(context, i + 1, count, &t->trials[i].measured))
      return status_fail(status, STATUS_CANCELLED, "the trials were cancelled");
  }
  return true;
}

// ---- turns of the best

// The quickest that is not in `chosen`; -1: none is left.
static int next_best(const Trials *t, const int *chosen, int count) {
  int best = -1;
  for (int i = 0; i < t->m.program->launch_count; i++) {
    bool taken = !t->trials[i].measured.ok;
    for (int k = 0; k < count; k++)
      taken |= chosen[k] == i;
    if (!taken && (best < 0 || t->trials[i].measured.time_us < t->trials[best].measured.time_us)) best = i;
  }
  return best;
}

// The first variant, then the quickest others.
static int choose_finalists(const Trials *t, int wanted, int *chosen) {
  int count = 0;
  if (t->trials[0].measured.ok) chosen[count++] = 0;
  for (int best; count < wanted && (best = next_best(t, chosen, count)) >= 0;)
    chosen[count++] = best;
  return count;
}

static int by_time(const void *a, const void *b) {
  const Measured *x = a, *y = b;
  return (x->time_us > y->time_us) - (x->time_us < y->time_us);
}

static bool take_turns(Trials *t, const int *chosen, int count, Status *status) {
  Measured *turns = memory_alloc((size_t)count * MOST_ROUNDS * sizeof *turns);
  bool good = load(t, status);
  for (int round = 0; round < t->rounds && good; round++)
    for (int k = 0; k < count && good; k++) {
      Measured *turn = &turns[k * MOST_ROUNDS + t->trials[chosen[k]].rounds];
      if (!measure_reason_not_to(&t->m, chosen[k]) && measure(t, chosen[k], turn))
        t->trials[chosen[k]].rounds++;
      good = load(t, status);
    }
  for (int k = 0; k < count; k++) {
    Trial *trial = &t->trials[chosen[k]];
    qsort(&turns[k * MOST_ROUNDS], (size_t)trial->rounds, sizeof *turns, by_time);
    if (trial->rounds && trial->measured.ok) trial->measured = turns[k * MOST_ROUNDS + trial->rounds / 2];
  }
  free(turns);
  return good;
}

static int within(int value, int usual, int most) {
  return value <= 0 ? usual : value > most ? most : value;
}

static bool run(Trials *t, const TrialOptions *options, MeasureProgress progress, void *context,
                Status *status) {
  int chosen[MOST_FINALISTS + 1];
  if (!measure_prepare(&t->m, status)) return false;
  if (t->m.reference)
    t->pairs = check_pairs(t->m.reference, NULL, t->m.reference, NULL, t->m.arena, &t->pair_count);
  if (!try_all(t, progress, context, status)) return false;
  int finalists = within(options->finalists, USUAL_FINALISTS, MOST_FINALISTS);
  int count = choose_finalists(t, finalists + 1, chosen);
  return count < 2 || take_turns(t, chosen, count, status);
}

bool worker_try(Worker *worker, const Program *variants, const TrialOptions *options,
                MeasureProgress progress, void *context, Trial *trials, Status *status) {
  Program first = *variants;
  first.launch_count = variants->launch_count ? 1 : 0;
  MeasureOptions measure = options->measure;
  if (measure.launches <= 0) measure.launches = USUAL_LAUNCHES;
  MeasureReport report = {.kernel_count = variants->launch_count};
  report.kernels = memory_alloc(((size_t)variants->launch_count + 1) * sizeof *report.kernels);
  Trials t = {.m = {.worker = worker,
                    .program = variants,
                    .reference = measure.check ? &first : NULL,
                    .options = &measure,
                    .report = &report,
                    .arena = arena_new()},
              .rounds = within(options->rounds, USUAL_ROUNDS, MOST_ROUNDS),
              .trials = trials};
  for (int i = 0; i < variants->launch_count; i++)
    trials[i] = (Trial){.right = !measure.check};
  bool good = run(&t, options, progress, context, status);
  measure_unload(&t.m);
  measure_clean(&t.m);
  arena_free(t.m.arena);
  measure_report_free(&report);
  return good;
}
