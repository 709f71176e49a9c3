// Ops that run graphs of their own.
#include "graph/core/graph.h"

#include <stdlib.h>
#include <string.h>

static int by_op(const void *left, const void *right) {
  const GraphControl *a = left, *b = right;
  return (a->op > b->op) - (a->op < b->op);
}

void graph_set_controls(Graph *graph, const GraphControl *controls, int count) {
  GraphControl *copy = arena_array(graph->arena, (size_t)count, sizeof *copy);
  for (int i = 0; i < count; i++) {
    const Graph **bodies = arena_array(graph->arena, (size_t)controls[i].body_count, sizeof *bodies);
    for (int j = 0; j < controls[i].body_count; j++)
      bodies[j] = controls[i].bodies[j];
    copy[i] = controls[i];
    copy[i].bodies = bodies;
  }
  if (count) qsort(copy, (size_t)count, sizeof *copy, by_op);
  graph->controls = copy;
  graph->control_count = count;
}

void graph_own(Graph *graph, Graph *const *owned, int count) {
  Graph **copy = arena_array(graph->arena, (size_t)count, sizeof *copy);
  if (count) memcpy(copy, owned, (size_t)count * sizeof *copy);
  graph->owned = copy;
  graph->owned_count = count;
}

const GraphControl *graph_control(const Graph *graph, int op) {
  GraphControl wanted = {.op = op};
  if (graph->control_count == 0) return NULL;
  return bsearch(&wanted, graph->controls, (size_t)graph->control_count, sizeof wanted, by_op);
}
