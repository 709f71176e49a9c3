// Integer arithmetic of sizes and counts; arguments are not negative, divisors are not 0.
#pragma once

#include <stdint.h>

static inline int64_t divide_up(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

static inline int64_t round_up(int64_t value, int64_t granule) {
  return divide_up(value, granule) * granule;
}

static inline int64_t least_of(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static inline int64_t most_of(int64_t a, int64_t b) {
  return a > b ? a : b;
}
