// Graphs of random ops over small tensors: views, layouts, reductions, pointwise ops, index.
#pragma once

#include "graph/core/graph.h"

Graph *random_graph(uint64_t seed); // the same for the same seed, whatever the compiler
