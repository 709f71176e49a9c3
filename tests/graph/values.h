// Values that another implementation computed, on record in JSON: {"inputs": [...], "results": [...],
// "tolerance": ...}. make.py of the folders hlo and torch write them.
#pragma once

#include "base/json.h"
#include "graph/core/graph.h"

// Whether the evaluator gets the case's results from its inputs; each is within tolerance * (1 + its size).
bool values_check(const JsonNode *node, const Graph *graph, Status *status);
