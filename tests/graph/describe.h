// Graphs for tests, written as fusebox JSON, and values as one line of text.
#pragma once

#include "graph/read/read.h"

#include "test.h"

#include <stdio.h>

// A document around inputs and ops.
static inline char *document(const char *inputs, const char *ops, const char *outputs) {
  static const char form[] =
      "{\"format\": \"fusebox-graph\", \"version\": 1, \"sizes\": {\"rows\": 6, \"cols\": 4},\n"
      "\"inputs\": [%s],\n\"ops\": [%s],\n\"outputs\": [%s]}";
  size_t size = sizeof form + strlen(inputs) + strlen(ops) + strlen(outputs);
  char *text = malloc(size);
  snprintf(text, size, form, inputs, ops, outputs);
  return text;
}

static inline Graph *read_document(const char *inputs, const char *ops, const char *outputs, Status *status) {
  char *text = document(inputs, ops, outputs);
  Graph *graph = graph_read_json("test.json", text, strlen(text), NULL, status);
  free(text);
  return graph;
}

static inline Graph *graph_of(const char *inputs, const char *ops) {
  Status status = {0};
  Graph *graph = read_document(inputs, ops, "", &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

// "f32[6, 4][4, 1]", with "+8" for an offset, " view" or " copy" for what a view op became.
static inline void value_is(const Graph *graph, const char *name, const char *expected) {
  char text[300];
  int index = graph_find_value(graph, name), length = 0;
  assert_true(index != NO_VALUE);
  const Value *value = &graph->values[index];
  Shape stride = {.rank = value->shape.rank};
  memcpy(stride.size, value->stride, sizeof stride.size);
  char shape[160], strides[160];
  length = snprintf(text, sizeof text, "%s%s%s", dtype_name(value->dtype), shape_text(&value->shape, shape),
                    shape_text(&stride, strides));
  if (value->offset) snprintf(text + length, sizeof text - (size_t)length, "+%lld", (long long)value->offset);
  if (strcmp(text, expected) != 0) fail_msg("%s is %s, expected %s", name, text, expected);
}

// Reading must fail with a message that holds `expected`.
static inline void expect_refused(const char *inputs, const char *ops, const char *expected) {
  Status status = {0};
  Graph *graph = read_document(inputs, ops, "", &status);
  if (graph) fail_msg("accepted, expected: %s", expected);
  if (!strstr(status.message, expected)) fail_msg("message is:\n%s\nexpected: %s", status.message, expected);
  assert_int_equal(status.code, STATUS_INPUT);
}
