// With what an input is filled before a run.
#pragma once

#include "gpu/worker/run_program.h"
#include "graph/core/graph.h"

// Sets `fill` and what goes with it (not `bytes`) for the memory of value `storage`. A function of graph,
// value and seed. By what the value's readers allow, as evaluate_fill; weights of matrix products are scaled
// so that products keep the size of their other operand. Contents that no rule describes are written to a
// file in `folder` (kept when it is there already). NULL, for a harness, which has no files: fails for such
// contents, and places at which index_put stores may come twice.
bool fill_rule(const Graph *graph, int storage, uint64_t seed, const char *folder, Arena *arena,
               RunBuffer *buffer, Status *status);
