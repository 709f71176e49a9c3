// Random legal plans: edits through the plan's own API, refused ones included.
#pragma once

#include "choices.h"
#include "plan/plan.h"

// What came of the edits.
typedef struct PlanTally {
  int made, refused;
  int by_reason[REASON_COUNT]; // refused ones
} PlanTally;

// From every op alone, edits of all kinds; then schedule knobs of some kernels. Adds to `tally` (NULL is
// allowed).
void random_plan_edit(Choices *choices, Plan *plan, PlanTally *tally);
// The same for some ops of a graph, which others neither read nor feed.
void random_plan_edit_part(Choices *choices, Plan *plan, int first_op, int op_count, PlanTally *tally);
