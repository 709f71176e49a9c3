#include "cost/effect.h"

#include "base/vector.h"
#include "cost/plan_cost.h"

typedef struct Touched {
  int kernel;
  const Estimate *after;
  const char *template;
} Touched;

typedef VECTOR(Touched) TouchedList;

// Every kernel that the edits of a trial may have changed.
static void look(Estimator *estimator, Plan *plan, TouchedList *list) {
  int count = plan_trial_kernels(plan, NULL, 0);
  VECTOR(int) kernels = {0};
  vector_reserve(&kernels, count + 1);
  plan_trial_kernels(plan, kernels.data, count);
  for (int i = 0; i < count; i++) {
    int kernel = kernels.data[i];
    const PlanLowered *lowered = plan_lowered(plan, kernel);
    Touched touched = {.kernel = kernel};
    if (lowered) touched.template = template_name(lowered->schedule.kind);
    if (lowered) touched.after = estimator_kernel(estimator, plan, kernel);
    vector_push(list, touched);
  }
  vector_free(&kernels);
}

static ExactSum femtoseconds(const Estimate *estimate) {
  return estimate ? plan_cost_fs(estimate->time_us) : 0;
}

static int64_t dram_bytes(const Estimate *estimate) {
  return estimate ? estimate->dram_bytes : 0;
}

static void add_kernel(Effect *effect, KernelEffect kernel) {
  int at = effect->kernel_count;
  if (at == EFFECT_KERNELS) {
    effect->more++;
    return;
  }
  for (; at > 0 && effect->kernels[at - 1].kernel > kernel.kernel; at--)
    effect->kernels[at] = effect->kernels[at - 1];
  effect->kernels[at] = kernel;
  effect->kernel_count++;
}

static void add_terms(const Estimate *estimate, double sign, double us[TERM_COUNT]) {
  double terms[TERM_COUNT] = {0};
  if (estimate) estimate_terms(estimate, terms);
  for (int term = 0; term < TERM_COUNT; term++)
    us[term] += sign * terms[term];
}

static void add_change(Effect *effect, KernelEffect change) {
  add_kernel(effect, change);
  effect->before_us += change.before ? change.before->time_us : 0;
  effect->saved_dram_bytes += dram_bytes(change.before) - dram_bytes(change.after);
  effect->saved_kernels += (change.before != NULL) - (change.after != NULL);
  add_terms(change.before, 1, effect->terms_us);
  add_terms(change.after, -1, effect->terms_us);
  if (!change.after) return;
  if (change.after->registers > effect->registers) effect->registers = change.after->registers;
  if (change.after->spill_bytes > effect->spill_bytes) effect->spill_bytes = change.after->spill_bytes;
}

Effect estimator_effect_of_trial(Estimator *estimator, Plan *plan) {
  Effect effect = {.legal = true};
  TouchedList touched = {0};
  ExactSum saved_fs = 0;
  look(estimator, plan, &touched);
  plan_trial_end(plan);
  for (int i = 0; i < touched.count; i++) {
    const Touched *after = &touched.data[i];
    bool there = plan_lowered(plan, after->kernel) != NULL;
    KernelEffect change = {after->kernel, there ? estimator_kernel(estimator, plan, after->kernel) : NULL,
                           after->after, after->template};
    if (change.before == change.after) continue;
    add_change(&effect, change);
    saved_fs += femtoseconds(change.before) - femtoseconds(change.after);
  }
  effect.saved_us = (double)saved_fs * 1e-9;
  vector_free(&touched);
  return effect;
}

Effect estimator_effect(Estimator *estimator, Plan *plan, const Proposal *proposal) {
  Effect refused = {0};
  plan_trial_begin(plan);
  if (plan_propose(plan, proposal, &refused.reason)) return estimator_effect_of_trial(estimator, plan);
  plan_trial_end(plan);
  return refused;
}
