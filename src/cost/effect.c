#include "cost/effect.h"

#include "base/vector.h"

#include <math.h>

typedef struct Touched {
  int kernel;
  const Estimate *after;
} Touched;

typedef VECTOR(Touched) TouchedList;

// Makes the edit and looks at every kernel that it may have changed.
static bool try_out(Estimator *estimator, Plan *plan, const Proposal *proposal, TouchedList *list,
                    Reason *reason) {
  plan_trial_begin(plan);
  bool legal = plan_propose(plan, proposal, reason);
  int count = legal ? plan_trial_kernels(plan, NULL, 0) : 0;
  VECTOR(int) kernels = {0};
  vector_reserve(&kernels, count + 1);
  if (count) plan_trial_kernels(plan, kernels.data, count);
  for (int i = 0; i < count; i++) {
    bool there = plan_lowered(plan, kernels.data[i]) != NULL;
    const Estimate *after = there ? estimator_kernel(estimator, plan, kernels.data[i]) : NULL;
    vector_push(list, (Touched){kernels.data[i], after});
  }
  vector_free(&kernels);
  plan_trial_end(plan);
  return legal;
}

static int64_t femtoseconds(const Estimate *estimate) {
  return estimate ? llround(estimate->time_us * 1e9) : 0;
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

Effect estimator_effect(Estimator *estimator, Plan *plan, const Proposal *proposal) {
  Effect effect = {0};
  TouchedList touched = {0};
  effect.legal = try_out(estimator, plan, proposal, &touched, &effect.reason);
  int64_t saved_fs = 0;
  for (int i = 0; i < touched.count; i++) {
    int kernel = touched.data[i].kernel;
    bool there = plan_lowered(plan, kernel) != NULL;
    KernelEffect change = {kernel, there ? estimator_kernel(estimator, plan, kernel) : NULL,
                           touched.data[i].after};
    if (change.before == change.after) continue;
    add_kernel(&effect, change);
    saved_fs += femtoseconds(change.before) - femtoseconds(change.after);
    effect.saved_dram_bytes += dram_bytes(change.before) - dram_bytes(change.after);
  }
  effect.saved_us = (double)saved_fs * 1e-9;
  vector_free(&touched);
  return effect;
}
