// How sure a geometric mean of ratios is: the bootstrap on two levels (Davison and Hinkley, "Bootstrap
// Methods", 1997, section 3.8). Families of graphs are drawn with replacement, then, of each graph, the
// samples.
#pragma once

#include <stdint.h>

// A graph on which two plans were timed or estimated.
typedef struct ResampleItem {
  int family;                // items of one family are drawn together; from 0
  const double *ours, *base; // samples, above 0: seeds, repeats; the medians' ratio counts
  int our_count, base_count; // at least 1
} ResampleItem;

typedef struct ResampleMean {
  double mean;      // geometric mean of ours / base; NAN without items
  double low, high; // 95 % of the draws' means lie between; NAN where families are too few to say
} ResampleMean;

enum {
  RESAMPLE_FAMILIES = 6,   // the fewest for an interval
  RESAMPLE_POOL = 100,     // ratios of one graph's samples
  RESAMPLE_DRAWS = 10000,  // fewer, but not below a tenth, where
  RESAMPLE_WORK = 4000000, // draws times items would be more
};

// The same items and seed give the same interval on every machine.
ResampleMean resample_mean(const ResampleItem *items, int count, uint64_t seed);
