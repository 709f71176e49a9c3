#include "brute_force.h"

#include <stdlib.h>

// Follows views by their operands.
static int producer_of(const Graph *graph, int value) {
  int op = graph->values[value].producer;
  while (op != NO_OP && graph->ops[op].is_view) {
    value = graph->ops[op].operands[0].value;
    op = graph->values[value].producer;
  }
  return op;
}

static int merged(int kernel, int a, int b) {
  return kernel == b ? a : kernel;
}

static bool computes(const Plan *plan, int kernel, int op, int a, int b) {
  if (merged(plan_home(plan, op), a, b) == kernel) return true;
  for (int other = 0; other < plan_slots(plan); other++) {
    if (merged(other, a, b) != kernel) continue;
    PlanKernel row = plan_kernel(plan, other);
    for (int i = 0; i < row.copy_count; i++)
      if (row.copies[i] == op) return true;
  }
  return false;
}

static void add_edges(const Plan *plan, int op, int kernel, int a, int b, bool *edge) {
  const Graph *graph = plan_graph(plan);
  int count = plan_slots(plan);
  for (int i = 0; i < graph->ops[op].operand_count; i++) {
    int value = graph->ops[op].operands[i].value;
    int producer = value == NO_VALUE ? NO_OP : producer_of(graph, value);
    bool written_into = i == graph->ops[op].mutates; // the copy's result is not in that memory
    if (producer == NO_OP || (computes(plan, kernel, producer, a, b) && !written_into)) continue;
    if (merged(plan_home(plan, producer), a, b) == kernel) continue;
    edge[merged(plan_home(plan, producer), a, b) * count + kernel] = true;
  }
  for (int i = 0; i < graph->order_count; i++) {
    if (graph->order[i].after != op) continue;
    for (int other = 0; other < count; other++) {
      int before = merged(other, a, b);
      if (before != kernel && computes(plan, before, graph->order[i].before, a, b))
        edge[before * count + kernel] = true;
    }
  }
}

static bool visit(const bool *edge, int count, int kernel, char *state) {
  if (state[kernel]) return state[kernel] == 1;
  state[kernel] = 1;
  for (int next = 0; next < count; next++)
    if (edge[kernel * count + next] && visit(edge, count, next, state)) return true;
  state[kernel] = 2;
  return false;
}

bool brute_force_cycle(const Plan *plan, int a, int b) {
  int count = plan_slots(plan);
  bool *edge = calloc((size_t)count * (size_t)count + 1, 1);
  char *state = calloc((size_t)count + 1, 1);
  for (int kernel = 0; kernel < count; kernel++) {
    PlanKernel row = plan_kernel(plan, kernel);
    for (int i = 0; i < row.op_count; i++)
      add_edges(plan, row.ops[i], merged(kernel, a, b), a, b, edge);
    for (int i = 0; i < row.copy_count; i++)
      add_edges(plan, row.copies[i], merged(kernel, a, b), a, b, edge);
  }
  bool cyclic = false;
  for (int kernel = 0; kernel < count && !cyclic; kernel++)
    cyclic = visit(edge, count, kernel, state);
  free(edge);
  free(state);
  return cyclic;
}

static bool reads(const Graph *graph, int op, int value) {
  for (int i = 0; i < graph->ops[op].operand_count; i++) {
    int operand = graph->ops[op].operands[i].value;
    if (operand == NO_VALUE) continue;
    while (operand != value && graph_producer(graph, operand) && graph_producer(graph, operand)->is_view)
      operand = graph_producer(graph, operand)->operands[0].value;
    if (operand == value) return true;
  }
  return false;
}

bool brute_force_stored(const Plan *plan, int value) {
  const Graph *graph = plan_graph(plan);
  int op = graph->values[value].producer;
  if (graph->ops[op].mutates >= 0) return true;
  for (int i = 0; i < graph->output_count; i++)
    if (graph->outputs[i] != NO_VALUE && graph_source(graph, graph->outputs[i]) == value) return true;
  for (int reader = 0; reader < graph->op_count; reader++) {
    if (graph->ops[reader].is_view || !reads(graph, reader, value)) continue;
    if (graph->ops[reader].mutates >= 0 &&
        graph_source(graph, graph->ops[reader].operands[graph->ops[reader].mutates].value) == value)
      return true;
    for (int kernel = 0; kernel < plan_slots(plan); kernel++)
      if (computes(plan, kernel, reader, kernel, kernel) && !computes(plan, kernel, op, kernel, kernel))
        return true;
  }
  return false;
}
