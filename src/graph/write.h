// Writers: graphs to text.
#pragma once

#include "base/text.h"
#include "graph/graph.h"

// Reads back as an equal graph (same hash), and where it names sizes as an equal graph for other sizes too.
// Graphs that cannot be bound anew (an input with strides, an annotated result, a view that a write into
// memory made necessary) are written without names: every attribute as resolved.
bool graph_write_json(const Graph *graph, Text *out, Status *status);
// A Python file that runs under PyTorch: a module-level function `forward(...)` of FX calls with annotations,
// and a `make_inputs()`.
bool graph_write_fx(const Graph *graph, Text *out, Status *status);
bool graph_write_dot(const Graph *graph, Text *out, Status *status);
