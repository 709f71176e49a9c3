// Statistics of durations.
#include "gpu/measure/timing_summary.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The value below which a part `p` of the sorted values lies, interpolated.
static double percentile(const double *sorted, int count, double p) {
  double place = p * (count - 1);
  int below = (int)place;
  if (below + 1 >= count) return sorted[count - 1];
  return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

Timing timing_summary(double *durations_us, int count) {
  qsort(durations_us, (size_t)count, sizeof *durations_us, ascending);
  double low = percentile(durations_us, count, 0.1), high = percentile(durations_us, count, 0.9);
  return (Timing){
      .median_us = percentile(durations_us, count, 0.5), .spread_us = 0.5 * (high - low), .launches = count};
}

int timing_group(const ActivityRecord *records, int count, double *durations_us, int capacity) {
  int runs = 0;
  for (int i = 0; i < count;) {
    if (!records[i++].is_mark) continue; // before the first mark: not ours
    if (i == count || records[i].is_mark) continue;
    uint64_t start = records[i].start, end = records[i].end;
    for (; i < count && !records[i].is_mark; i++)
      if (records[i].end > end) end = records[i].end;
    if (runs < capacity) durations_us[runs] = (double)(end - start) * 1e-3;
    runs++;
  }
  return runs;
}
