// What a list of durations, or of activity records, says.
#pragma once

#include "gpu/worker/activity.h"

typedef struct Timing {
  double median_us;
  double spread_us; // half the distance between the 10th and the 90th percentile
  int launches;     // that were counted
  bool by_cupti;
  double clock_mhz, power_w; // while the last of them ran; 0: unknown
} Timing;

// Median and spread of `count` > 0 durations, which it sorts.
Timing timing_summary(double *durations_us, int count);
// The durations of runs from activity records: a run is what lies between two marks, from the first start to
// the last end. Returns how many runs it found; at most `capacity` are written.
int timing_group(const ActivityRecord *records, int count, double *durations_us, int capacity);
