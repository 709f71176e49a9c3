// Writers: graphs to text.
#pragma once

#include "base/text.h"
#include "graph/graph.h"

// Reads back as an equal graph (same hash). Named sizes of inputs and shapes stay names; other attributes are
// written as resolved.
bool graph_write_json(const Graph *graph, Text *out, Status *status);
// A Python file that runs under PyTorch: a module-level function `forward(...)` of FX calls with annotations,
// and a `make_inputs()`.
bool graph_write_fx(const Graph *graph, Text *out, Status *status);
bool graph_write_dot(const Graph *graph, Text *out, Status *status);
