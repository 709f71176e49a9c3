// The search for a kernel's best schedule: from the rules' choice to the quickest of its neighbours, from
// there on, until none is quicker by more than noise. Timing is the caller's (the GPU worker; tests have
// their own).
#pragma once

#include "base/vector.h"
#include "cost/model/estimate.h"
#include "gpu/measure/trials.h"
#include "kernel/cuda/emit.h"
#include "kernel/template/candidates.h"

// The kernel to tune, as the rules schedule it (but for what is no matter of time).
typedef struct TuneSubject {
  const Graph *graph;
  const GpuLimits *limits;
  Estimator *estimator;
  int kernel; // id in the plan, for messages
  const PlanLowered *lowered;
  ScheduleOverride fixed;   // of what the plan asks for: what every candidate keeps
  ScheduleOverride present; // all that the plan asks for: tried too
} TuneSubject;

typedef struct TunedCandidate {
  ScheduleCandidate candidate;
  double estimate_us;
  bool tried;   // else the estimate ruled it out, or the budget did
  Trial trial;  // when tried
  double ratio; // its time over that of the rules' choice in the same turns; 0: not measured
} TunedCandidate;

typedef struct TunedKernel {
  VECTOR(int) kernels; // ids in the plan; all have this loop nest
  uint64_t nest;       // its hash
  char name[KERNEL_NAME_SIZE];
  VECTOR(TunedCandidate) candidates; // in the order in which they came up; 0 is the rules' choice
  int best;                          // index into candidates; 0: nothing is quicker
  double default_us,
      best_us; // best_us as best ratio times default_us; 0 and an error when the kernel does not run
  char error[256];
} TunedKernel;

typedef struct TuneLimits {
  int budget;      // candidates to time for a kernel; 0: 48
  double noise;    // quicker by less than this share is no gain; 0: 0.01
  double hopeless; // estimates beyond this multiple of the best one are not tried; 0: 2
} TuneLimits;

// Times variants of one kernel, the first of them the rules' choice, into `trials`. False ends the search.
typedef bool (*TuneTimer)(void *context, const TuneSubject *subject, const PlanLowered *const *variants,
                          int count, Trial *trials, Status *status);

// `tuned` is empty but for its kernels. False when the timer failed; a kernel that does not run has its error
// noted.
bool tune_search(const TuneSubject *subject, const TuneLimits *limits, TuneTimer timer, void *context,
                 TunedKernel *tuned, Status *status);
void tuned_kernel_free(TunedKernel *tuned);
