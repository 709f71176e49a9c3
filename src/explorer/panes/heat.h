// Which kernels cost most: by measured time where there is one, else by the estimate.
#pragma once

#include "explorer/state/explorer.h"

// The kernel's time as the screen colours and ranks it, microseconds; *timed (may be NULL): it is measured. 0
// while it is not estimated yet.
double heat_time(const Explorer *explorer, int kernel, bool *timed);
// The same, and all that is known of what was measured.
double heat_result(const Explorer *explorer, int kernel, MeasuredView *view, bool *timed);
// Levels 0 (nothing) to 8: of a part of `most`, each half of the next.
int heat_level(double part, double most);
Style heat_style(int level);
typedef struct HeatRank {
  int place, count; // from 1, of the first that is found; of the kernels that pass the table's filter,
                    // without what libraries run for good
  double fixed_us, total_us; // of that, and of all kernels
} HeatRank;
enum { HEAT_NEXT = 64 };
// Of those kernels the ones behind a kernel `before` that takes `limit` us, in order of falling time, at most
// HEAT_NEXT; `before` NO_KERNEL: from the most expensive on. Returns how many were written to `out`; 0 at the
// end.
int heat_next(const Explorer *explorer, int before, double limit, int *out, int capacity, HeatRank *rank);
