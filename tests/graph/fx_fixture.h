// What the tests of the FX and folder readers share.
#pragma once

#include "base/file.h"
#include "graph/read/read.h"

#include "test.h"

#include <math.h>
#include <stdio.h>

static inline Graph *read_fx(const char *text, Status *status) {
  return graph_read_fx("test.py", text, strlen(text), 0, NULL, status);
}

// Reads a graph that must be good.
static inline Graph *good_fx(const char *text) {
  Status status = {0};
  Graph *graph = read_fx(text, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

static inline char *read_test_file(const char *name, size_t *length) {
  char path[512];
  Status status = {0};
  snprintf(path, sizeof path, "%s/graph/fx/%s", TEST_FOLDER, name);
  char *text = file_read(path, length, &status);
  if (!text) fail_msg("%s", status.message);
  return text;
}

// "llama/forward" in the shipped dumps.
static inline void dump_path(const char *name, char path[512]) {
  snprintf(path, 512, "%s/../graphs/dumps/%s", TEST_FOLDER, name);
}

static inline const Value *value_named(const Graph *graph, const char *name) {
  int value = graph_find_value(graph, name);
  if (value == NO_VALUE) fail_msg("no value '%s'", name);
  return &graph->values[value];
}

static inline const Op *op_named(const Graph *graph, const char *name) {
  int op = graph_find_op(graph, name);
  if (op == NO_OP) fail_msg("no op '%s'", name);
  return &graph->ops[op];
}

static inline int count_notes(const Graph *graph, NoteKind kind) {
  int count, found = 0;
  const Note *notes = graph_notes(graph, &count);
  for (int i = 0; i < count; i++)
    found += notes[i].kind == kind;
  return found;
}
