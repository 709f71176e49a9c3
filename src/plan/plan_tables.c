#include "plan/plan_internal.h"

#include <stdlib.h>
#include <string.h>

static Adjacency adjacency_new(int lists, int items) {
  Adjacency adjacency;
  adjacency.start = memory_alloc(((size_t)lists + 1) * sizeof(int));
  adjacency.item = memory_alloc(((size_t)items + 1) * sizeof(int));
  return adjacency;
}

// Values that each op reads: lists are short, so each is put in order as it grows.
static Adjacency build_reads(const Graph *graph) {
  int items = 0;
  for (int i = 0; i < graph->op_count; i++)
    items += graph->ops[i].operand_count;
  Adjacency reads = adjacency_new(graph->op_count, items);
  Integers values = {0};
  for (int i = 0, used = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    vector_clear(&values);
    for (int j = 0; j < op->operand_count && !op->is_view; j++)
      if (op->operands[j].value != NO_VALUE)
        integers_insert(&values, graph_source(graph, op->operands[j].value));
    for (int j = 0; j < values.count; j++)
      reads.item[used++] = values.data[j];
    reads.start[i + 1] = used;
  }
  vector_free(&values);
  return reads;
}

// The lists turned round: of the lists that an item is in, ascending.
static Adjacency invert(const Adjacency *lists, int list_count, int item_count) {
  int total = lists->start[list_count];
  Adjacency inverse = adjacency_new(item_count, total);
  for (int i = 0; i < total; i++)
    inverse.start[lists->item[i] + 1]++;
  for (int i = 0; i < item_count; i++)
    inverse.start[i + 1] += inverse.start[i];
  int *next = memory_alloc(((size_t)item_count + 1) * sizeof(int));
  for (int i = 0; i < list_count; i++) {
    Span span = adjacency_get(lists, i);
    for (int j = 0; j < span.count; j++)
      inverse.item[inverse.start[span.item[j]] + next[span.item[j]]++] = i;
  }
  free(next);
  return inverse;
}

static int compare_edges(const void *left, const void *right) {
  const OrderEdge *a = left, *b = right;
  if (a->before != b->before) return a->before < b->before ? -1 : 1;
  return (a->after > b->after) - (a->after < b->after);
}

static Adjacency build_after(const Graph *graph) {
  Adjacency after = adjacency_new(graph->op_count, graph->order_count);
  OrderEdge *edges = memory_alloc(((size_t)graph->order_count + 1) * sizeof *edges);
  if (graph->order_count) memcpy(edges, graph->order, (size_t)graph->order_count * sizeof *edges);
  qsort(edges, (size_t)graph->order_count, sizeof *edges, compare_edges);
  for (int op = 0, next = 0, used = 0; op < graph->op_count; op++) {
    for (; next < graph->order_count && edges[next].before == op; next++)
      if (next == 0 || compare_edges(&edges[next - 1], &edges[next]) != 0)
        after.item[used++] = edges[next].after;
    after.start[op + 1] = used;
  }
  free(edges);
  return after;
}

static bool *build_kept(const Graph *graph) {
  bool *kept = memory_alloc((size_t)graph->value_count + 1);
  for (int i = 0; i < graph->output_count; i++)
    if (graph->outputs[i] != NO_VALUE) kept[graph_source(graph, graph->outputs[i])] = true;
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    if (op->is_view || op->mutates < 0) continue;
    kept[graph_source(graph, op->operands[op->mutates].value)] = true;
    for (int j = 0; j < op->result_count; j++)
      kept[op->first_result + j] = true;
  }
  return kept;
}

PlanTables *tables_new(const Graph *graph) {
  PlanTables *tables = memory_alloc(sizeof *tables);
  atomic_init(&tables->plans, 1);
  tables->reads = build_reads(graph);
  tables->readers = invert(&tables->reads, graph->op_count, graph->value_count);
  tables->after = build_after(graph);
  tables->before = invert(&tables->after, graph->op_count, graph->op_count);
  tables->kept = build_kept(graph);
  return tables;
}

PlanTables *tables_share(PlanTables *tables) {
  atomic_fetch_add(&tables->plans, 1);
  return tables;
}

static void adjacency_free(Adjacency *adjacency) {
  free(adjacency->start);
  free(adjacency->item);
}

void tables_release(PlanTables *tables) {
  if (atomic_fetch_sub(&tables->plans, 1) > 1) return;
  adjacency_free(&tables->reads);
  adjacency_free(&tables->readers);
  adjacency_free(&tables->after);
  adjacency_free(&tables->before);
  free(tables->kept);
  partition_release(&tables->alone);
  free(tables);
}
