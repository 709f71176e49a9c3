#include "fixture.h"

#include "base/text.h"
#include "h200.h"

#include <stdio.h>

Graph *graph_from(const char *text) {
  Text json = {0};
  text_printf(&json, "{ 'format': 'fusebox-graph', 'version': 1, 'name': 'test', %s }", text);
  for (size_t i = 0; i < json.length; i++)
    if (json.data[i] == '\'') json.data[i] = '"';
  Status status = {0};
  Graph *graph = graph_read_json("test.json", json.data, json.length, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  text_free(&json);
  return graph;
}

Graph *shipped_dump(const char *name, DumpPlan **dump) {
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/dumps/%s", FUSEBOX_SOURCE_ROOT, name);
  Status status = {0};
  *dump = NULL;
  Graph *graph = graph_read_folder(path, NULL, dump, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

GpuLimits test_limits(void) {
  return h200_limits;
}

Planned planned_new(const char *text) {
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(text);
  return (Planned){graph, plan_new(graph, &limits)};
}

void planned_free(Planned *planned) {
  plan_free(planned->plan);
  graph_free(planned->graph);
}

int op_named(const Graph *graph, const char *name) {
  int op = graph_find_op(graph, name);
  if (op == NO_OP) fail_msg("no op %s", name);
  return op;
}

int kernel_named(const Plan *plan, const char *op) {
  return plan_home(plan, op_named(plan_graph(plan), op));
}

void stored_text(Plan *plan, const char *op, char out[256]) {
  const PlanLowered *lowered = plan_lowered(plan, kernel_named(plan, op));
  out[0] = 0;
  for (int i = 0; i < lowered->stored_count; i++) {
    strcat(out, i ? " " : "");
    strcat(out, plan_graph(plan)->values[lowered->stored[i]].name);
  }
}

void assert_valid(Plan *plan) {
  Status status = {0};
  if (!plan_verify(plan, &status)) fail_msg("%s", status.message);
}

void fuse_ok(Plan *plan, const char *a, const char *b) {
  Reason reason;
  const Graph *graph = plan_graph(plan);
  assert_true(plan_can_fuse(plan, op_named(graph, a), op_named(graph, b), false, &reason));
  if (!plan_fuse(plan, op_named(graph, a), op_named(graph, b), false, &reason)) fail_msg("%s", reason.text);
  assert_int_equal(reason.code, REASON_NONE);
  assert_valid(plan);
}

void fuse_no(Plan *plan, const char *a, const char *b, ReasonCode code) {
  Reason asked, tried;
  const Graph *graph = plan_graph(plan);
  uint64_t hash = plan_hash(plan);
  assert_false(plan_can_fuse(plan, op_named(graph, a), op_named(graph, b), false, &asked));
  assert_false(plan_fuse(plan, op_named(graph, a), op_named(graph, b), false, &tried));
  assert_int_equal(asked.code, code);
  assert_int_equal(tried.code, code);
  assert_true(asked.text[0] != 0);
  assert_int_equal(plan_hash(plan), hash);
  assert_valid(plan);
}
