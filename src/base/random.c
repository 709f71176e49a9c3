#include "base/random.h"

#include <math.h>

// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
uint64_t random_next(Random *random) {
  uint64_t mixed = random->state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

// Draws again from the incomplete last range, which would favour the small values.
uint64_t random_below(Random *random, uint64_t bound) {
  uint64_t rejected = (0 - bound) % bound; // 2^64 mod bound
  uint64_t drawn;
  do {
    drawn = random_next(random);
  } while (drawn < rejected);
  return drawn % bound;
}

double random_unit(Random *random) {
  return (double)(random_next(random) >> 11) * 0x1p-53;
}

// Marsaglia's polar method; the second value of each pair is dropped so that the seed is all the state.
double random_normal(Random *random) {
  double x, y, square;
  do {
    x = 2 * random_unit(random) - 1;
    y = 2 * random_unit(random) - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  return x * sqrt(-2 * log(square) / square);
}
