// Writers: graphs to text.
#pragma once

#include "base/text.h"
#include "graph/core/graph.h"

// Reads back as an equal graph (same hash), and where it names sizes as an equal graph for other sizes too.
// Graphs that cannot be bound anew (an input with strides, an annotated result, a view that a write into
// memory made necessary) are written without names: every attribute as resolved.
bool graph_write_json(const Graph *graph, Text *out, Status *status);
// A Python file that runs under PyTorch, on a GPU, the CPU or the meta device: a function `forward(...)` of
// FX calls with annotations, `make_inputs()`, and a main that can save inputs and results. Random numbers and
// dropout are PyTorch's own there. Texts of the graph become comments or plain calls, never other code.
bool graph_write_fx(const Graph *graph, Text *out, Status *status);
bool graph_write_dot(const Graph *graph, Text *out, Status *status);
