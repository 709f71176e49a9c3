// Slices of time: work that the picture can wait for looks at the clock between its steps.
#pragma once

#include <stdbool.h>

typedef struct Slice {
  double end_ms; // of the monotonic clock; negative: never
} Slice;

Slice slice_begin(double milliseconds); // negative: without an end
bool slice_over(const Slice *slice);
double slice_left(const Slice *slice); // milliseconds, at least 0; negative: without an end
