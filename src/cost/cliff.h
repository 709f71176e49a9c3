// The register cliff: a kernel's registers, occupancy and time as its ops join it one by one.
#pragma once

#include "base/vector.h"
#include "cost/model/estimate.h"

// The kernel after some more ops have joined.
typedef struct CliffStep {
  int op;                   // the (first) one that joins
  int joining;              // ops that join in this step; 1 but for very large kernels
  const Estimate *estimate; // of the kernel so far; NULL: those ops cannot be one kernel
  Reason reason;            // then why
  const Template *kind;     // of the kernel so far
  int threads;              // of its blocks
  int budget;               // registers per thread beyond which occupancy drops a step, or values are spilled
  uint64_t structure;       // of the kernel so far: what compiled code is known by
  double alone_us;          // the joining ops, each in a kernel of its own
  double total_us;          // the kernel so far, and all ops that are still to come alone; when complete
} CliffStep;

// What the kernel would be with another number of rows in flight (knob `rows`).
typedef struct CliffRows {
  int rows;
  bool present; // as it is scheduled now
  const Estimate *estimate;
} CliffRows;

enum { CLIFF_STEPS = 400, CLIFF_ROWS = 6, NO_CLIFF_STEP = -1 };

typedef struct Cliff {
  Estimator *estimator; // borrowed
  Plan *plan;           // borrowed
  uint64_t version;     // of the plan that the rest speaks of
  int kernel;           // NO_KERNEL: nothing looked at yet
  VECTOR(int)
  order; // the kernel's ops as they join: each after those that it reads, next to one that is
         // there where possible
  VECTOR(CliffStep) steps;
  int asked; // of them
  CliffRows rows[CLIFF_ROWS];
  int rows_count; // 0: it has no such knob
} Cliff;

Cliff *cliff_new(Estimator *estimator, Plan *plan);
void cliff_free(Cliff *cliff); // NULL is allowed
// Lays out the steps of a generated kernel (a library kernel has none), unless they are known for this plan.
// True when it did.
bool cliff_look(Cliff *cliff, int kernel);
bool cliff_complete(const Cliff *cliff);
bool cliff_ask(Cliff *cliff); // about the next step; false when there is none
// At this step occupancy drops, or more is spilled.
bool cliff_crosses(const Cliff *cliff, int step);
// The step at which the budget breaks most: the first that spills, else the largest drop of occupancy;
// NO_CLIFF_STEP.
int cliff_crossing(const Cliff *cliff);
int cliff_best(const Cliff *cliff); // the step of the least total, when complete; NO_CLIFF_STEP
// The last step before this one that is a kernel; NO_CLIFF_STEP.
int cliff_before(const Cliff *cliff, int step);
