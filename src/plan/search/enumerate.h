// All plans of a small graph.
#pragma once

#include "plan/plan.h"

#include <stdatomic.h>

typedef enum VisitAnswer { VISIT_ON, VISIT_STOP } VisitAnswer;

typedef struct PlanEnumeration {
  int64_t limit; // plans at most; 0: 100,000
  // Called for each plan, the plan set up as it; may ask anything of it but edit it. VISIT_STOP ends the
  // enumeration with this plan.
  VisitAnswer (*visit)(void *context, Plan *plan, int64_t number);
  void *context;
  const atomic_int *stop; // NULL, or: once another thread sets it, it ends, and the plan is as it was
} PlanEnumeration;

// Visits every way to put the graph's ops into kernels that fusing two kernels at a time leads to from every
// op alone, each once; pins are respected, nothing is recomputed, schedules are the rules'. As taking the
// first or the last op out of a kernel never makes a cycle, that is every plan whose kernels hang together,
// unless lowering refuses all smaller parts of a kernel that it accepts. Plans are numbered from 0 (every op
// alone) in an order that is always the same.
//
// The plan is afterwards as it was; after VISIT_STOP it is the one that was visited, as one undo entry.
// `count` (NULL is allowed) gets how many were visited. STATUS_INPUT when there are more than `limit`.
bool plan_enumerate(Plan *plan, const PlanEnumeration *enumeration, int64_t *count, Status *status);
