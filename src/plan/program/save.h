// What a graph is given and what it gives, in files, so that another program can compute the same from it:
// inputs-N.bin and outputs-N.bin, and "index.json" that says what is in them.
#pragma once

#include "base/json.h"
#include "graph/core/graph.h"

// An entry of the index: name, dtype, shape; where elements are in the file, as `offset` and `stride` (in
// elements; NULL: one after the other); `file` NULL: there is none. The caller may add to it and ends it.
void save_describe(const Value *value, const char *file, const int64_t *stride, JsonWriter *index);
// Marks what is computed from values that are marked.
void save_spread_unknown(const Graph *graph, bool *unknown);
bool save_index(const char *folder, const Text *index, Status *status);

// The evaluator's results for its inputs. Outputs say their "tolerance" (see evaluate_tolerance), "noise": a
// file of doubles, what rounding alone may move each element by, where it was measured; and "unknown" where
// they come from an op that was not evaluated.
bool save_reference(const Graph *graph, uint64_t seed, const char *folder, Status *status);
