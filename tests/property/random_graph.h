// Graphs of random ops over small tensors: every op that kernels can take, every dtype, broadcasts, strides,
// odd, empty and one-element shapes. What they compute is well defined: no ties that rounding decides, no
// overflow, indices in range, so that every correct way to compute it agrees within the tolerance of
// graph/evaluate/evaluate.h.
#pragma once

#include "choices.h"
#include "graph/core/builder.h"

typedef struct GraphStyle {
  int most_ops;          // about; patterns of several ops count as one. 0: 12
  int64_t most_elements; // of a tensor. 0: 1500
  bool ordered_sums;     // leave out what adds or writes in an order that hardware decides
} GraphStyle;

// Never fails: an op that makes no sense is left out. The graph holds what its choices say and nothing else.
Graph *random_graph_make(Choices *choices, const GraphStyle *style);
// The same into a graph that is being built, under names of their own ("g3_..."): many cases in one graph.
void random_graph_add(Choices *choices, const GraphStyle *style, GraphBuilder *builder, int number);
