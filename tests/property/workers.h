// Trials in processes of their own, some at once: a kernel that crashes or hangs costs its process, and the
// seed that did it is known.
#pragma once

#include "trial.h"

typedef struct TrialOutcome {
  Fault fault;        // of the trial that failed
  uint64_t seed;      // of the trial that failed
  char problem[1500]; // what was wrong
  int trials;         // checked
  PlanTally tally;
  int ops[OP_COUNT];             // how often each came up
  int dtypes[DTYPE_COUNT];       // values of each
  int templates[TEMPLATE_COUNT]; // kernels of each
} TrialOutcome;

// Trials of seeds [first, first + count), `jobs` processes at once, up to the first failure.
void workers_run(uint64_t first, int count, int jobs, const GraphStyle *style, TrialOutcome *outcome);
// One trial from its choices, in a process of its own. True when it fails; the marks of `choices` and where
// it ended are set as the trial made them.
Fault workers_fails(Choices *choices, const GraphStyle *style, char problem[1500]);
