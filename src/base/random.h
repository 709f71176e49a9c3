// Seeded randomness: SplitMix64. The same seed gives the same numbers on every machine.
#pragma once

#include <stdint.h>

typedef struct Random {
  uint64_t state;
} Random;
uint64_t random_next(Random *random);
uint64_t random_below(Random *random, uint64_t bound); // uniform in [0, bound), bound > 0
double random_unit(Random *random);                    // uniform in [0, 1)
double random_normal(Random *random);                  // mean 0, variance 1
