// What the registers of a thread hold, from where the body's steps run. Private to src/cost.
#pragma once

#include "cost/parts.h"

// Counts of 32-bit registers, except where said.
typedef struct Liveness {
  double held;         // between loops, in the loop where most are
  double in_flight;    // of loads that a trip issues before it uses any, in the loop where most are
  double squares;      // of the largest square that a thread transposes for a tile
  double addresses;    // of single elements that are accessed in all slots of a tile, of 64 bits each
  double accumulators; // of reductions
  double collected;    // partial results of other blocks that the last one reads at once
  double results;      // arrays that stores of one unit read
  double scalars;      // most values alive at once while one lane is computed
  double uniform;      // values that all units of a thread share: row results, what is read once
  double pointers;     // 64-bit addresses: buffers
  double indexed;      // terms and quotients of all indices
  double unpacked;     // the loads of one unit as values, where memory is narrower
  double routines;     // divisions, roots and exponentials in the body
  double polynomials;  // functions evaluated for all lanes of a vector at once (erf, tanh, sin): lanes
} Liveness;
Liveness liveness_of(const CostSubject *subject);
