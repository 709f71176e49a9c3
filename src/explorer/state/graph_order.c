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

static bool is_named(const char *word, const GraphSet *set, int index) {
  const GraphEntry *entry = graph_set_get(set, index);
  if (fuzzy_contains(graph_set_name(set, index), word)) return true;
  return entry->state == GRAPH_READ && (fuzzy_contains(session_graph(entry->session)->name, word) ||
                                        fuzzy_contains(session_plan_title(entry->session), word));
}

static bool passes(const char *filter, const GraphSet *set, int index) {
  FilterWord word;
  while (filter_next(&filter, fields, FIELD_COUNT, &word)) {
    bool found = word.kind == FILTER_PLAIN ? is_named(word.text, set, index)
                 : word.kind == FILTER_COMPARES
                     ? filter_holds(&word, value_of((Field)word.field, graph_set_get(set, index)))
                     : !word.negated;
    if (found == word.negated) return false;
  }
  return true;
}

bool graph_filter_problem(const char *filter, Text *out) {
  FilterWord word;
  size_t before = out->length;
  while (filter_next(&filter, fields, FIELD_COUNT, &word))
    if (out->length == before) filter_problem(&word, "a graph", fields, FIELD_COUNT, out);
  return out->length > before;
}

// ---- Orders.

typedef struct Key {
  const char *name; // NULL: by the figure
  double figure;    // largest first; NAN last
  int index;        // ties: as they came
} Key;

static Key key_of(const GraphSet *set, int index, GraphSort sort) {
  const GraphEntry *entry = graph_set_get(set, index);
  Key key = {.index = index};
  if (sort == GRAPHS_BY_NAME) key.name = graph_set_name(set, index);
  if (sort == GRAPHS_BY_TIME) key.figure = value_of(FIELD_time, entry);
  if (sort == GRAPHS_BY_OPS) key.figure = value_of(FIELD_ops, entry);
  return key;
}

static int compare_keys(const void *left, const void *right) {
  const Key *a = left, *b = right;
  int order = a->name ? graph_compare_names(a->name, b->name) : 0;
  if (isnan(a->figure) != isnan(b->figure)) return isnan(a->figure) - isnan(b->figure);
  if (!order && a->figure != b->figure && !isnan(a->figure)) order = a->figure > b->figure ? -1 : 1;
  return order ? order : a->index - b->index;
}

// What has no figure stays behind.
static void reverse(GraphOrder *order, int known) {
  for (int i = 0; i < known / 2; i++) {
    int other = order->shown[i];
    order->shown[i] = order->shown[known - 1 - i];
    order->shown[known - 1 - i] = other;
  }
}

void graph_order_update(GraphOrder *order, const GraphSet *set) {
  int count = graph_set_count(set), known = 0;
  Key *keys = memory_alloc(sizeof *keys * ((size_t)count + 1));
  order->shown = memory_resize(order->shown, sizeof *order->shown * ((size_t)count + 1));
  order->count = 0;
  for (int i = 0; i < count; i++)
    if (passes(text_get(&order->filter), set, i)) keys[order->count++] = key_of(set, i, order->sort);
  qsort(keys, (size_t)order->count, sizeof *keys, compare_keys);
  for (int i = 0; i < order->count; i++) {
    order->shown[i] = keys[i].index;
    known += !isnan(keys[i].figure);
  }
  if (order->reversed) reverse(order, known);
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
