// Random walks of edits over a plan.
#pragma once

#include "base/random.h"
#include "plan/plan.h"

typedef struct Walk {
  Plan *plan;
  const Graph *graph;
  Random random;
  int made; // edits, as far as the test counts them
} Walk;

int walk_op(Walk *walk);              // no view
int walk_partner(Walk *walk, int op); // mostly a neighbour, so that something can be fused
void walk_edit(Walk *walk);           // fuse, cut, recompute, move, or a question in between
