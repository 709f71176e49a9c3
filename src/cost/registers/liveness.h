// What the registers of a thread hold while the emitted code runs: a walk over the kernel's tree, with what
// is alive at each step of a loop.
#pragma once

#include "kernel/code/tree.h"

// Counts of 32-bit registers. The first six are of the loop and the step at which most values are alive.
typedef struct Liveness {
  double peak_lanes;   // in all, when the lanes of a vector are computed one after another
  double peak_vector;  // ... when all lanes are computed together
  double held;         // of them: held between loops
  double in_flight;    // ... loads of a trip that are issued before any is used
  double accumulators; // ... of reductions
  double uniform;      // ... values that all units of a thread share: row results, what is read once
  double most_held, most_in_flight; // in the loop where most are
  double partial_flight;            // most in flight of loads that do not vary with every dim
  double raw, unpacked;             // most vectorized loads of one trip, as words of memory and as values
  double results;                   // arrays that stores of one unit read
  double scalars;                   // most values alive at once while one lane is computed
} Liveness;
Liveness liveness_of(const KernelCode *code);
