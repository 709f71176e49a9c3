// Graphs, limits and names for the tests of plans.
#pragma once

#include "graph/read/read.h"
#include "plan/plan.h"

#include "test.h"

// A graph from fusebox JSON with ' for ", the head left out: "'inputs': [...], 'ops': [...], 'outputs':
// [...]". Ends the test on an error.
Graph *graph_from(const char *text);
Graph *shipped_dump(const char *name, DumpPlan **dump); // "bert/forward" of graphs/dumps
GpuLimits test_limits(void);                            // of an H200

// A graph of graph_from's, and a fresh plan for it on an H200: every op alone.
typedef struct Planned {
  Graph *graph;
  Plan *plan;
} Planned;
Planned planned_new(const char *text);
void planned_free(Planned *planned);

int op_named(const Graph *graph, const char *name);
int kernel_named(const Plan *plan, const char *op); // the home of an op
// The stored values of an op's kernel as "a b c".
void stored_text(Plan *plan, const char *op, char out[256]);
void assert_valid(Plan *plan);

// Edits by name that must succeed, or must be refused for a reason.
void fuse_ok(Plan *plan, const char *a, const char *b);
void fuse_no(Plan *plan, const char *a, const char *b, ReasonCode code);
