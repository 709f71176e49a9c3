// What a reduction has found of some elements, as plain arithmetic on doubles.
#pragma once

#include "kernel/nest/nest.h"

typedef struct Partial {
  double first, second; // its parts
  int64_t count;        // of elements
} Partial;

Partial partial_neutral(ReduceKind kind); // of no elements
// One more of a reduction or scan; `position` counts for the largest and smallest alone.
void partial_join(const Step *step, Partial *partial, double value, double position);
