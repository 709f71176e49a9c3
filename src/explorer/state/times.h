// Times that earlier runs measured of the plan's kernels: found out in slices, as a kernel's code is written
// to tell whether its time is of the code of today.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct Explorer;

// Zero-initialized: nothing was looked up yet.
typedef struct TimesLookup {
  uint64_t version, results; // of the plan and of deliveries, that it is for
  int next;                  // kernel in launch order
  bool found;                // any, since pages were told last
} TimesLookup;

// Stops after about `milliseconds` (negative: never). True when all are known.
bool times_work(struct Explorer *explorer, double milliseconds);
