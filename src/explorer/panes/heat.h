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
// The kernel behind `before` in order of falling time; `before` NO_KERNEL: the most expensive. NO_KERNEL at
// the end. *rank (may be NULL): its place, from 1.
int heat_next(const Explorer *explorer, int before, int *rank);
