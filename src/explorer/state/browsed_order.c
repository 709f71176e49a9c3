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

// `name` is room for a text.
static bool is_named(const char *word, const BrowsedRow *browsed, Text *name) {
  const Row *row = browsed->row;
  text_clear(name);
  score_entrant_name(row, name);
  return text_equal(word, row->stage) || text_equal(word, row->device) ||
         text_equal(word, row_status_name(row->status)) ||
         (browsed->superseded && text_equal(word, "earlier")) || fuzzy_contains(row->graph, word) ||
         fuzzy_contains(row->sizes, word) || fuzzy_contains(row->report, word) ||
         fuzzy_contains(text_get(name), word);
}

// What looks like a comparison may be an option of a heuristic, or a size: "width=8".
static bool is_option(const FilterWord *word) {
  return word->kind == FILTER_NO_FIELD && strchr(word->text, '=') && !strpbrk(word->text, "<>");
}

static bool passes(const char *filter, const BrowsedRow *browsed, Text *name) {
  FilterWord word;
  while (filter_next(&filter, fields, FIELD_COUNT, &word)) {
    bool found = word.kind == FILTER_PLAIN || is_option(&word) ? is_named(word.text, browsed, name)
                 : word.kind == FILTER_COMPARES ? filter_holds(&word, value_of((Field)word.field, browsed))
                                                : !word.negated;
    if (found == word.negated) return false;
  }
  return true;
}

bool browsed_filter_problem(const char *filter, Text *out) {
  FilterWord word;
  size_t before = out->length;
  while (filter_next(&filter, fields, FIELD_COUNT, &word))
    if (!is_option(&word) && out->length == before) filter_problem(&word, "a row", fields, FIELD_COUNT, out);
  return out->length > before;
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

// What is not known comes last, either way.
static int compare_ranked(const void *a, const void *b) {
  const Ranked *left = a, *right = b;
  bool unknown = isnan(left->value), other = isnan(right->value);
  if (unknown != other) return unknown - other;
  int order = unknown ? 0 : (left->value < right->value) - (left->value > right->value);
  if (!order) order = compare_names(left->row->row, right->row->row);
  if (!order) order = left->index - right->index;
  return unknown ? order : order * left->sign;
}

int browsed_order(const Browsed *browsed, const char *filter, BrowsedSort sort, bool reversed, int **shown) {
  int count = 0;
  Text name = {0};
  Ranked *ranked = memory_alloc(sizeof *ranked * (size_t)(browsed->list.count + 1));
  for (int i = 0; i < browsed->list.count; i++) {
    const BrowsedRow *row = &browsed->list.data[i];
    if (passes(filter, row, &name)) ranked[count++] = (Ranked){row, rank_of(sort, row), i, reversed ? -1 : 1};
  }
  if (count) qsort(ranked, (size_t)count, sizeof *ranked, compare_ranked);
  *shown = memory_alloc(sizeof **shown * (size_t)(count + 1));
  for (int i = 0; i < count; i++)
    (*shown)[i] = ranked[i].index;
  free(ranked);
  text_free(&name);
  return count;
}
