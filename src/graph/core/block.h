// Blocks: the layers of a model, found as equal runs of ops that follow each other, whatever they are called.
#pragma once

#include "graph/core/graph.h"

// One copy of a repeated block: its ops are those from `first` to `last` that are no views.
typedef struct Block {
  int first, last;  // ops
  int kind;         // blocks of one kind have equal ops that read each other in the same way
  int copy, copies; // which of its kind, from 0, of how many (at least 2)
} Block;

// Finds the blocks of a graph, in order, apart from each other; free *blocks with free(). Ops are equal when
// their code, the types and ranks of their results and what their operands are agree: sizes and numbers may
// differ. Deterministic; time grows with the number of ops and operands.
int graph_find_blocks(const Graph *graph, Block **blocks);
// For each op, free with free(): it depends on nothing, as masks and positions do, which stand in the first
// layer that needs them and serve all others.
bool *graph_constants(const Graph *graph);
