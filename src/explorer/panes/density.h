// Density: where in the graph the time is. A kernel's time is spread evenly over its ops.
#pragma once

#include "explorer/panes/rails.h"

struct Explorer;

typedef struct DensityKey {
  const Rails *rails;
  uint64_t version, results; // of the plan; deliveries
} DensityKey;

// One in the making. The arrays are exchanged with those that are shown.
typedef struct DensityBuild {
  bool under_way;
  DensityKey key;
  double *own, *time;
  int next; // kernel in launch order
  int timed, stale, without;
} DensityBuild;

// Zero-initialized: not made yet.
typedef struct Density {
  double *before;     // of each row of the rails, and of the end: time of all rows above, microseconds
  double *own;        // of each row, microseconds
  double *time;       // of each slot with a kernel, as heat_time: microseconds
  int kernels, timed; // of the plan; timed: measured as they are now
  bool measured;      // once, every kernel of the plan was
  int changed;        // kernels that differ from what was measured
  DensityKey key;     // what it was made for
  uint64_t change;    // the first of the plan's changes that is not in it
  DensityBuild build; // the next one
} Density;

// Whether the explorer's can be shown. Brings it up to date first where the plan is estimated, but for large
// plans, whose density is that of a moment ago until density_work has ended.
bool density_update(struct Explorer *explorer);
// In slices of time; true at the end, and while the plan is not estimated.
bool density_work(struct Explorer *explorer, double milliseconds);
void density_free(Density *density);
// The times of all slots, of use only where there is a kernel; NULL: they are not those of the plan as it is
// now. Reading them takes far less than looking every estimate up.
const double *density_times(const struct Explorer *explorer);
double density_rows(const Density *density, int first, int last); // time of rows of the rails, microseconds
