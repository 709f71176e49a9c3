// The effect of a proposed edit: which kernels it changes and what that is worth, found by trying it out.
#pragma once

#include "cost/model/estimate.h"
#include "plan/edit/proposal.h"

typedef struct KernelEffect {
  int kernel;                     // slot
  const Estimate *before, *after; // of the estimator; NULL: there is no such kernel
  const char *template;           // of the kernel after, by name; NULL: there is none
} KernelEffect;

enum { EFFECT_KERNELS = 8 };

typedef struct Effect {
  bool legal;
  Reason reason;                        // when it is not
  KernelEffect kernels[EFFECT_KERNELS]; // the first of those whose estimates change
  int kernel_count, more;               // more: further ones, counted in the sums below only
  int64_t saved_dram_bytes;             // negative: more
  double before_us;                     // that those kernels took
  double saved_us;                      // negative: slower
  double terms_us[TERM_COUNT];          // what saved_us is made of
  int saved_kernels;                    // launches; negative: more
  int registers, spill_bytes;           // the most of any of the kernels after; 0: there are none
} Effect;

// The plan stays as it is.
Effect estimator_effect(Estimator *estimator, Plan *plan, const Proposal *proposal);
// The same of all edits since plan_trial_begin; ends the trial.
Effect estimator_effect_of_trial(Estimator *estimator, Plan *plan);
