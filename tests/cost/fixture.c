#include "fixture.h"

Fixture open_graph_plan(Graph *graph) {
  Fixture fixture = {.graph = graph};
  Status status = {0};
  assert_non_null(graph);
  if (!device_load("h200", &fixture.device, &status)) fail_msg("%s", status.message);
  fixture.plan = plan_new(graph, &fixture.device.limits);
  fixture.estimator = estimator_new(&fixture.device, NULL);
  return fixture;
}

Fixture open_plan(GraphBuilder *builder) {
  Status status = {0};
  Graph *graph = builder_finish(builder, &status);
  if (!graph) fail_msg("%s", status.message);
  return open_graph_plan(graph);
}

void close_plan(Fixture *fixture) {
  estimator_free(fixture->estimator);
  plan_free(fixture->plan);
  graph_free(fixture->graph);
}

void fuse_all(Fixture *fixture) {
  const Graph *graph = fixture->graph;
  Reason reason = {0};
  int first = 0;
  while (graph->ops[first].is_view)
    first++;
  for (int op = first + 1; op < graph->op_count; op++)
    if (!graph->ops[op].is_view && !plan_fuse(fixture->plan, first, op, true, &reason) &&
        reason.code != REASON_NO_CHANGE)
      fail_msg("%s", reason.text);
}

int input(GraphBuilder *builder, const char *name, DType dtype, int64_t rows, int64_t columns) {
  Shape shape = {2, {rows, columns}};
  Status status = {0};
  int value = builder_input(builder, name, dtype, &shape, NULL, &status);
  assert_true(value != NO_VALUE);
  return value;
}
