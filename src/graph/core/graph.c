#include "graph/core/builder_core.h"

static const GraphStore *store_of(const Graph *graph) {
  return (const GraphStore *)graph; // graph is its first member
}

void graph_free(Graph *graph) {
  if (!graph) return;
  GraphStore *store = (GraphStore *)graph;
  namemap_free(&store->op_names);
  namemap_free(&store->value_names);
  for (int i = 0; i < graph->owned_count; i++)
    graph_free(graph->owned[i]);
  arena_free(graph->arena);
}

int graph_find_op(const Graph *graph, const char *name) {
  int64_t op;
  return namemap_get(&store_of(graph)->op_names, name, &op) ? (int)op : NO_OP;
}

int graph_find_value(const Graph *graph, const char *name) {
  int64_t value;
  return namemap_get(&store_of(graph)->value_names, name, &value) ? (int)value : NO_VALUE;
}

int graph_find_producer(const Graph *graph, const char *name) {
  int op = graph_find_op(graph, name), value = graph_find_value(graph, name);
  return op != NO_OP || value == NO_VALUE ? op : graph->values[value].producer;
}

const Op *graph_producer(const Graph *graph, int value) {
  int producer = graph->values[value].producer;
  return producer == NO_OP ? NULL : &graph->ops[producer];
}

int graph_source(const Graph *graph, int value) {
  return graph->values[value].source;
}

int64_t graph_value_bytes(const Graph *graph, int value) {
  return shape_elements(&graph->values[value].shape) * dtype_bytes(graph->values[value].dtype);
}

uint32_t op_reduced_axes(const Graph *graph, const Op *op) {
  int rank = op->operand_count ? graph->values[op->operands[0].value].shape.rank : 0;
  const Attribute *axes = op_attribute(op, ATTRIBUTE_AXES);
  uint32_t mask = 0;
  for (int i = 0; axes && i < axes->count; i++)
    mask |= 1u << axes->integer[i];
  return mask ? mask : (1u << rank) - 1;
}

Neighbours graph_neighbours(const Graph *graph, int op) {
  return store_of(graph)->neighbours[op];
}

const Note *graph_notes(const Graph *graph, int *count) {
  *count = store_of(graph)->note_count;
  return store_of(graph)->notes;
}

bool graph_annotated(const Graph *graph, int value) {
  return store_of(graph)->annotated[value];
}

const char *graph_nearest_op(const Graph *graph, const char *name) {
  return namemap_nearest(&store_of(graph)->op_names, name);
}
