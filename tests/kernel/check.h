// Test helpers: graphs from FX text, sets by op names, and the check of a lowered set against the evaluator.
#pragma once

#include "base/text.h"
#include "graph/evaluate/evaluate.h"
#include "kernel/lower/lower.h"

#include "test.h"

enum { CHECK_SEED = 7 };

// A graph whose body is `body` (statements of an FX graph without the def line); fails the test when it does
// not read.
Graph *check_graph(const char *parameters, const char *body);
Evaluation *check_evaluate(const Graph *graph);

// A set of ops with what must be stored of them.
typedef struct CheckSet {
  int ops[512], op_count;
  int stored[512], stored_count;
  ScatterForm scatter; // as in KernelSet
} CheckSet;
void check_store(const Graph *graph,
                 CheckSet *set);        // fills `stored`: read outside of the set, or leaving the graph
CheckSet check_all(const Graph *graph); // every op that is no view
CheckSet check_named(const Graph *graph, const char *names); // separated by spaces

// Lowers; the nest must verify. NULL with the reason when it is refused.
Nest *check_lower(const Graph *graph, const CheckSet *set, Reason *reason);
// Lowers, runs and compares every stored value with the evaluator. False (with the reason) when lowering
// refuses.
bool check_run(const Graph *graph, const Evaluation *evaluation, const CheckSet *set, Reason *reason);
// The whole graph as one kernel: must lower and be right. Returns the nest.
Nest *check_one_kernel(const Graph *graph);
// The whole graph as one kernel: must be refused with this code, and the sentence must hold `part`.
void check_refused(const char *parameters, const char *body, ReasonCode code, const char *part);

int count_steps(const Nest *nest, StepKind kind);
