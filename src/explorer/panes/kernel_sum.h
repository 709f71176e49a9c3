// Several kernels together.
#pragma once

#include <stdint.h>

typedef struct KernelSum {
  int kernels, timed; // timed: measured as they are now
  double time_us;     // estimated
  double measured_us; // of those that are timed
  int profiled;       // with a time in a profile
  double profile_us;  // of those
  int64_t dram_bytes; // estimated
} KernelSum;
