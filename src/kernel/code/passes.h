// The passes that place the steps of a kernel: each changes where steps run, and what is left after any of
// them can be emitted and computes the same.
#pragma once

#include "kernel/code/body.h"

typedef struct BodyPass {
  const char *name;  // "hoist loads"
  const char *help;  // what it does, for people
  const char *needs; // the name of a pass without which it finds nothing to do; NULL: none
  void (*run)(Body *body);
} BodyPass;

enum { ALL_PASSES = 0 };

const BodyPass *body_passes(int *count); // in the order in which they run; constant
// body_make, but with the first so many passes only, one at least; ALL_PASSES: with all.
bool body_make_until(const Nest *nest, const Schedule *schedule, int passes, Body *body);
