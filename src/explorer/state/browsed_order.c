// Which rows of a store are shown, and in which order.
#include "base/memory.h"
#include "explorer/state/browsed.h"
#include "tui/filter.h"
#include "tui/fuzzy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Filters.

typedef enum Field {
#define X(name, help) FIELD_##name,
  BROWSED_FIELDS(X)
#undef X
      FIELD_COUNT
} Field;

static const char *const fields[] = {
#define X(name, help) #name,
    BROWSED_FIELDS(X)
#undef X
};

static double known(int64_t number) {
  return number == ROW_UNKNOWN ? NAN : (double)number;
}

static double value_of(Field field, const BrowsedRow *browsed) {
  const Row *row = browsed->row;
  switch (field) {
    case FIELD_time:
      return row->time_us;
    case FIELD_fusible:
      return row->fusible_us;
    case FIELD_ratio:
      return browsed->to_baseline;
    case FIELD_best:
      return browsed->to_best;
    case FIELD_search:
      return row->seconds;
    case FIELD_kernels:
      return known(row->kernels);
    case FIELD_seed:
      return known(row->seed);
    case FIELD_repeat:
      return known(row->repeat);
    case FIELD_COUNT:
      break;
  }
  return NAN;
}

typedef struct FilteredRow {
  const BrowsedRow *browsed;
  Text *name; // room for one
} FilteredRow;

static double value(void *filtered, int field) {
  const FilteredRow *row = filtered;
  return value_of((Field)field, row->browsed);
}

static bool named(void *filtered, const char *word) {
  const FilteredRow *it = filtered;
  const Row *row = it->browsed->row;
  text_clear(it->name);
  score_entrant_name(row, it->name);
  return text_equal(word, row->stage) || text_equal(word, row->device) ||
         text_equal(word, row_status_name(row->status)) ||
         (it->browsed->superseded && text_equal(word, "earlier")) || fuzzy_contains(row->graph, word) ||
         fuzzy_contains(row->sizes, word) || fuzzy_contains(row->report, word) ||
         fuzzy_contains(text_get(it->name), word);
}

// What looks like a comparison may be an option of a heuristic, or a size: "width=8".
static const FilterTable table = {"a row", fields, FIELD_COUNT, value, named, .equations = true};

bool browsed_filter_problem(const char *filter, Text *out) {
  return filter_problem(&table, filter, out);
}

// ---- Orders.

static const char *const sort_names[] = {
#define X(id, name) name,
    BROWSED_SORTS(X)
#undef X
};

const char *browsed_sort_name(BrowsedSort sort) {
  return sort_names[sort];
}

typedef struct Ranked {
  const BrowsedRow *row;
  double value; // the largest first
  int index, sign;
} Ranked;

static double rank_of(BrowsedSort sort, const BrowsedRow *row) {
  switch (sort) {
    case BROWSED_BY_TIME:
      return row->row->time_us;
    case BROWSED_BY_BASELINE:
      return row->to_baseline;
    case BROWSED_BY_BEST:
      return row->to_best;
    case BROWSED_BY_SEARCH:
      return row->row->seconds;
    case BROWSED_BY_GRAPH:
    case BROWSED_SORT_COUNT:
      break;
  }
  return 0;
}

static int compare_names(const Row *a, const Row *b) {
  int order = strcmp(a->graph, b->graph);
  if (!order) order = strcmp(a->sizes, b->sizes);
  if (!order) order = strcmp(a->device, b->device);
  if (!order) order = strcmp(a->stage, b->stage);
  if (!order) order = strcmp(a->heuristic, b->heuristic);
  if (!order) order = strcmp(a->options, b->options);
  if (!order) order = strcmp(a->start, b->start);
  if (!order) order = (a->seed > b->seed) - (a->seed < b->seed);
  if (!order) order = (a->repeat > b->repeat) - (a->repeat < b->repeat);
  return order ? order : strcmp(a->key, b->key);
}

static int compare_ranked(const void *a, const void *b) {
  const Ranked *left = a, *right = b;
  int order = filter_order(left->value, right->value, left->sign);
  if (order) return order;
  int sign = isnan(left->value) ? 1 : left->sign;
  order = compare_names(left->row->row, right->row->row);
  return sign * (order ? order : left->index - right->index);
}

int browsed_order(const Browsed *browsed, const char *filter, BrowsedSort sort, bool reversed, int **shown) {
  int count = 0;
  Text name = {0};
  Ranked *ranked = memory_alloc(sizeof *ranked * (size_t)(browsed->list.count + 1));
  for (int i = 0; i < browsed->list.count; i++) {
    const BrowsedRow *row = &browsed->list.data[i];
    FilteredRow filtered = {row, &name};
    if (filter_matches(&table, filter, &filtered))
      ranked[count++] = (Ranked){row, rank_of(sort, row), i, reversed ? -1 : 1};
  }
  if (count) qsort(ranked, (size_t)count, sizeof *ranked, compare_ranked);
  *shown = memory_alloc(sizeof **shown * (size_t)(count + 1));
  for (int i = 0; i < count; i++)
    (*shown)[i] = ranked[i].index;
  free(ranked);
  text_free(&name);
  return count;
}
