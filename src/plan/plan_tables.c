#include "plan/plan_internal.h"

#include <stdlib.h>

typedef struct Pair {
  int from, to;
} Pair;
typedef VECTOR(Pair) Pairs;

static int compare_pairs(const void *left, const void *right) {
  const Pair *a = left, *b = right;
  if (a->from != b->from) return a->from < b->from ? -1 : 1;
  return (a->to > b->to) - (a->to < b->to);
}

// Packs pairs into lists by `from`, each ascending and without repetition.
static void pack(Adjacency *adjacency, int count, Pairs *pairs) {
  if (pairs->count) qsort(pairs->data, (size_t)pairs->count, sizeof(Pair), compare_pairs);
  adjacency->start = memory_alloc(((size_t)count + 1) * sizeof(int));
  adjacency->item = memory_alloc(((size_t)pairs->count + 1) * sizeof(int));
  int used = 0, next = 0;
  for (int from = 0; from < count; from++) {
    adjacency->start[from] = used;
    for (; next < pairs->count && pairs->data[next].from == from; next++) {
      bool repeated = next > 0 && compare_pairs(&pairs->data[next - 1], &pairs->data[next]) == 0;
      if (!repeated) adjacency->item[used++] = pairs->data[next].to;
    }
  }
  adjacency->start[count] = used;
}

// Pairs (op, value read), or (value, reading op) when `by_value`.
static void build_reads(const Graph *graph, bool by_value, Adjacency *adjacency) {
  Pairs pairs = {0};
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    if (op->is_view) continue;
    for (int j = 0; j < op->operand_count; j++) {
      if (op->operands[j].value == NO_VALUE) continue;
      int value = graph_source(graph, op->operands[j].value);
      vector_push(&pairs, by_value ? (Pair){value, i} : (Pair){i, value});
    }
  }
  pack(adjacency, by_value ? graph->value_count : graph->op_count, &pairs);
  vector_free(&pairs);
}

static void build_order(const Graph *graph, bool after, Adjacency *adjacency) {
  Pairs pairs = {0};
  for (int i = 0; i < graph->order_count; i++) {
    OrderEdge edge = graph->order[i];
    vector_push(&pairs, after ? (Pair){edge.before, edge.after} : (Pair){edge.after, edge.before});
  }
  pack(adjacency, graph->op_count, &pairs);
  vector_free(&pairs);
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

void tables_build(PlanTables *tables, const Graph *graph) {
  build_reads(graph, false, &tables->reads);
  build_reads(graph, true, &tables->readers);
  build_order(graph, true, &tables->after);
  build_order(graph, false, &tables->before);
  tables->kept = build_kept(graph);
}

static void adjacency_free(Adjacency *adjacency) {
  free(adjacency->start);
  free(adjacency->item);
}

void tables_free(PlanTables *tables) {
  adjacency_free(&tables->reads);
  adjacency_free(&tables->readers);
  adjacency_free(&tables->after);
  adjacency_free(&tables->before);
  free(tables->kept);
}
