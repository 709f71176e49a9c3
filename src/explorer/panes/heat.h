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
  int place, count;          // from 1, of the kernels that can be changed and pass the table's filter
  double fixed_us, total_us; // of what libraries run and nothing that reads it can join, and of all kernels
} HeatRank;
// Of those kernels the one behind `before` in order of falling time; `before` NO_KERNEL: the most expensive.
// NO_KERNEL at the end.
int heat_next(const Explorer *explorer, int before, HeatRank *rank);
