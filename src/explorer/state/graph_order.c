// Which of the graphs that are open together are listed, and in which order.
#include "explorer/state/graph_order.h"

#include "base/memory.h"
#include "tui/filter.h"
#include "tui/fuzzy.h"

#include <math.h>
#include <stdlib.h>

typedef enum Field {
#define X(name, help) FIELD_##name,
  GRAPH_FIELDS(X)
#undef X
      FIELD_COUNT
} Field;

static const char *const fields[] = {
#define X(name, help) #name,
    GRAPH_FIELDS(X)
#undef X
};

const char *graph_sort_name(GraphSort sort) {
  static const char *const names[] = {
#define X(id, name) name,
      GRAPH_SORTS(X)
#undef X
  };
  return names[sort];
}

// NAN: not known, or not yet.
static double value_of(Field field, const GraphEntry *entry) {
  PlanTotal total;
  if (entry->state != GRAPH_READ) return NAN;
  if (field == FIELD_ops) return entry->ops;
  if (!graph_set_total(entry, &total)) return NAN;
  return field == FIELD_time ? total.time_us : total.kernels;
}

typedef struct FilteredGraph {
  const GraphSet *set;
  int index;
} FilteredGraph;

static double value(void *row, int field) {
  const FilteredGraph *graph = row;
  return value_of((Field)field, graph_set_get(graph->set, graph->index));
}

static bool named(void *row, const char *word) {
  const FilteredGraph *graph = row;
  const GraphEntry *entry = graph_set_get(graph->set, graph->index);
  if (fuzzy_contains(graph_set_name(graph->set, graph->index), word)) return true;
  return entry->state == GRAPH_READ && (fuzzy_contains(session_graph(entry->session)->name, word) ||
                                        fuzzy_contains(session_plan_title(entry->session), word));
}

static const FilterTable table = {"a graph", fields, FIELD_COUNT, value, named, false};

bool graph_filter_problem(const char *filter, Text *out) {
  return filter_problem(&table, filter, out);
}

// ---- Orders.

typedef struct Key {
  const char *name; // NULL: by the figure
  double figure;    // NAN: not known
  int index, sign;
} Key;

static Key key_of(const GraphSet *set, int index, const GraphOrder *order) {
  const GraphEntry *entry = graph_set_get(set, index);
  Key key = {.index = index, .sign = order->reversed ? -1 : 1};
  if (order->sort == GRAPHS_BY_NAME) key.name = graph_set_name(set, index);
  if (order->sort == GRAPHS_BY_TIME) key.figure = value_of(FIELD_time, entry);
  if (order->sort == GRAPHS_BY_OPS) key.figure = value_of(FIELD_ops, entry);
  return key;
}

// Ties: as they came.
static int compare_keys(const void *left, const void *right) {
  const Key *a = left, *b = right;
  int order = a->name ? a->sign * graph_compare_names(a->name, b->name) : 0;
  if (!order) order = filter_order(a->figure, b->figure, a->sign);
  if (order) return order;
  return isnan(a->figure) ? a->index - b->index : a->sign * (a->index - b->index);
}

void graph_order_update(GraphOrder *order, const GraphSet *set) {
  int count = graph_set_count(set);
  Key *keys = memory_alloc(sizeof *keys * ((size_t)count + 1));
  order->shown = memory_resize(order->shown, sizeof *order->shown * ((size_t)count + 1));
  order->count = 0;
  for (int i = 0; i < count; i++) {
    FilteredGraph row = {set, i};
    if (filter_matches(&table, text_get(&order->filter), &row)) keys[order->count++] = key_of(set, i, order);
  }
  qsort(keys, (size_t)order->count, sizeof *keys, compare_keys);
  for (int i = 0; i < order->count; i++)
    order->shown[i] = keys[i].index;
  free(keys);
}

int graph_order_place(const GraphOrder *order, int index) {
  for (int i = 0; i < order->count; i++)
    if (order->shown[i] == index) return i;
  return -1;
}

void graph_order_free(GraphOrder *order) {
  free(order->shown);
  text_free(&order->filter);
}
