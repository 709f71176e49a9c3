// Which of the graphs that are open together are listed, and in which order.
#pragma once

#include "base/text.h"
#include "explorer/state/graph_set.h"

//        id, name
#define GRAPH_SORTS(X) \
  X(OPENED, "the order they came in") \
  X(NAME, "name") \
  X(TIME, "time") \
  X(OPS, "ops")
typedef enum GraphSort {
#define X(id, name) GRAPHS_BY_##id,
  GRAPH_SORTS(X)
#undef X
      GRAPH_SORT_COUNT
} GraphSort;

// Filters (tui/filter.h): figures, and words that are a part of the graph's title, its own name or its
// plan's.
//        name      what it is
#define GRAPH_FIELDS(X) \
  X(time, "estimated time of its plan, microseconds") \
  X(ops, "ops, without views") \
  X(kernels, "kernels of its plan")

// Of a set, for all of its explorers. Zero-initialized lists all as they came.
typedef struct GraphOrder {
  GraphSort sort; // by name upwards, by figures the largest first; what is not read comes last
  bool reversed;
  Text filter; // "": all
  int *shown;  // indices of the set, as graph_order_update found them
  int count;
} GraphOrder;

const char *graph_sort_name(GraphSort sort);
// What is listed now; after the order was changed, the set or a plan of it.
void graph_order_update(GraphOrder *order, const GraphSet *set);
// Where a graph of the set is listed; -1: it is not.
int graph_order_place(const GraphOrder *order, int index);
// What is wrong with a filter; false: nothing is.
bool graph_filter_problem(const char *filter, Text *out);
void graph_order_free(GraphOrder *order);
