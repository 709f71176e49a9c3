// Why: for one op, each edge to a producer or consumer: fused or not, whether it could be, what it would
// change.
#pragma once

#include "cost/model/estimate.h"

typedef enum EdgeKind {
  EDGE_FUSED,  // both in one kernel
  EDGE_COPIED, // the consumer's kernel recomputes the producer
  EDGE_APART,  // through memory
} EdgeKind;

typedef struct WhyEdge {
  int producer, consumer; // ops, views looked through
  bool incoming;          // the op asked about is the consumer
  EdgeKind kind;
  bool asked;         // the following is known (see why_ask)
  WhatIf what_if;     // EDGE_APART: fusing both kernels
  bool can_recompute; // EDGE_APART: a copy of the producer in the consumer's kernel
} WhyEdge;

enum { WHY_EDGES = 64 }; // edges that are looked at

typedef struct Why {
  Estimator *estimator;     // borrowed
  Plan *plan;               // borrowed
  uint64_t version;         // of the plan that the rest speaks of
  int op;                   // NO_OP: nothing asked yet
  WhyEdge edges[WHY_EDGES]; // producers first
  int edge_count, more;     // more: edges beyond these
  bool cut_asked;
  WhatIfCut cut;
} Why;

Why *why_new(Estimator *estimator, Plan *plan);
void why_free(Why *why);
// Finds the edges of `op`, unless they are known for this plan.
void why_look(Why *why, int op);
WhyEdge *why_ask(Why *why, int edge);   // the same edge with what_if and can_recompute filled in
const WhatIfCut *why_ask_cut(Why *why); // cutting `op` out of its kernel
