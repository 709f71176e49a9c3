// A graph on an H200 with a plan and its estimates.
#pragma once

#include "test.h"

#include "cost/model/estimate.h"
#include "graph/core/builder.h"

typedef struct Fixture {
  Graph *graph;
  Device device;
  Plan *plan; // at first every op has a kernel of its own
  Estimator *estimator;
} Fixture;

Fixture open_plan(GraphBuilder *builder); // finishes it
Fixture open_graph_plan(Graph *graph);    // takes it over; NULL fails
void close_plan(Fixture *fixture);
// All ops into one kernel; fails when one cannot join it.
void fuse_all(Fixture *fixture);
// An input of two dims.
int input(GraphBuilder *builder, const char *name, DType dtype, int64_t rows, int64_t columns);
