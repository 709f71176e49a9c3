// Trials: variants of one kernel against each other on the GPU. Nothing of the plan around it is built: the
// kernel's inputs are filled at random, every variant's results are compared with those of the first.
#pragma once

#include "gpu/worker/worker.h"

typedef struct TrialOptions {
  MeasureOptions measure; // launches: of one measurement; 0: 20. check: compare with the first variant
  int finalists;          // of the quickest, measured again in turn with the first; 0: 3
  int rounds;             // of those turns, so that drift of the clock meets all alike; 0: 5
} TrialOptions;

typedef struct Trial {
  Measured measured; // not ok: why (it does not compile or run, or its results are wrong). Of a finalist: the
                     // median of its rounds
  bool right;        // its results agree with the first variant's
  int rounds;        // of a finalist; 0 of the others
} Trial;

// Tries every launch of `variants` (see program_build_variants) into `trials`. Progress as in worker_measure.
// Blocking. False without a GPU or when cancelled; a variant that fails is marked.
bool worker_try(Worker *worker, const Program *variants, const TrialOptions *options,
                MeasureProgress progress, void *context, Trial *trials, Status *status);
