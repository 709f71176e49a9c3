// Random legal plans, by edits through the plan's own functions, for tests and for scoring estimates. Where
// the numbers come from is the caller's: a seed, or a list that a test shrinks.
#pragma once

#include "base/random.h"
#include "plan/plan.h"

#include <stdatomic.h>

typedef struct PlanChooser {
  int (*choose)(void *context, int bound); // in [0, bound), bound > 0; 0 is the simplest choice
  void (*mark)(void *context);             // NULL, or: a piece begins that can go without the rest changing
  void *context;
  const atomic_int *stop; // NULL, or: once another thread sets it, no more edits are made
} PlanChooser;
PlanChooser plan_chooser(Random *random); // uniform; `random` must outlive it

// What came of edits.
typedef struct PlanTally {
  int made, refused;
  int by_reason[REASON_COUNT]; // refused ones
} PlanTally;

// Edits of all kinds, refused ones included, matrix products with what reads them among them, then schedule
// knobs of some kernels; of `op_count` ops from `first_op` on, which others should neither read nor feed.
// Adds to `tally` (NULL is allowed).
void random_plan_edit(const PlanChooser *chooser, Plan *plan, int first_op, int op_count, PlanTally *tally);

// A plan drawn at random: goes through all pairs of an op and a reader of it, and of neighbouring readers of
// one op, in random order, and fuses each that can be with a probability that is itself drawn first, so that
// plans of few and of many kernels are equally likely. Returns how many fusions were made.
int random_plan_fuse(const PlanChooser *chooser, Plan *plan);
