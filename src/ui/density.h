// Density: where in the graph the time is. A kernel's time is spread evenly over its ops.
#pragma once

#include "ui/rails.h"

struct Explorer;

// Zero-initialized: not made yet.
typedef struct Density {
  double *before; // of each row of the rails, and of the end: time of all rows above, microseconds
  int row_count;  // of the rails: with the versions, what it was made for
  uint64_t version, results;
  int kernels, timed; // of the plan; timed: measured as they are now
  bool measured;      // once, every kernel of the plan was
  int changed;        // kernels that differ from what was measured
} Density;

// Brings the explorer's up to date; false while the plan is not estimated.
bool density_update(struct Explorer *explorer);
void density_free(Density *density);
double density_rows(const Density *density, int first, int last); // time of rows of the rails, microseconds
