// Small graphs for the evaluator's tests. All calls end the test on failure.
#pragma once

#include "graph/core/builder.h"
#include "graph/evaluate/evaluate.h"
#include "test.h"

static inline Shape shape_of(int rank, int64_t a, int64_t b, int64_t c) {
  return (Shape){rank, {a, b, c}};
}

static inline int add_input(GraphBuilder *builder, const char *name, DType dtype, Shape shape) {
  Status status = {0};
  int value = builder_input(builder, name, dtype, &shape, NULL, &status);
  if (value == NO_VALUE) fail_msg("%s", status.message);
  return value;
}

static inline Operand operand_value(int value) {
  return (Operand){.value = value};
}

static inline Operand operand_integer(int64_t number) {
  return (Operand){NO_VALUE, true, true, (double)number, number};
}

static inline Attribute attribute_list(AttributeKey key, const int64_t *integers, int count) {
  return (Attribute){
      .key = key, .count = count, .integer = integers, .number = count ? (double)integers[0] : 0};
}

// Adds an op with one result; returns its value.
static inline int add_op(GraphBuilder *builder, const char *name, OpCode code, const Operand *operands,
                         int operand_count, const Attribute *attributes, int attribute_count, int mutates) {
  OpSpec spec = {
      .name = name, .code = code, .operands = operands, .operand_count = operand_count, .mutates = mutates};
  spec.attributes = attributes;
  spec.attribute_count = attribute_count;
  Status status = {0};
  int op = builder_op(builder, &spec, &status);
  if (op == NO_OP) fail_msg("%s", status.message);
  return builder_result(builder, op, 0);
}

static inline Graph *finish_graph(GraphBuilder *builder) {
  Status status = {0};
  Graph *graph = builder_finish(builder, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

static inline Evaluation *evaluate_graph(const Graph *graph, uint64_t seed) {
  Status status = {0};
  Evaluation *evaluation = evaluation_run(graph, &(EvaluateOptions){.seed = seed}, &status);
  if (!evaluation) fail_msg("%s", status.message);
  return evaluation;
}
