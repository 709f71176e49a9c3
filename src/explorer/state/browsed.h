// The rows of a store as a table to look through: each beside the baseline's and the best of its problem.
#pragma once

#include "experiment/score.h"

typedef struct BrowsedRow {
  const Row *row;
  const Row *baseline, *best; // of the same graph, sizes, stage and device; NULL: none ended well
  double to_baseline;         // fusible time over theirs; NAN: one of them has none
  double to_best;
  bool superseded; // of an earlier script or version of the program: it does not count in the scores
} BrowsedRow;

typedef struct Browsed {
  Rows rows; // a list of its own; the texts are those of the rows that it was made of
  Scores scores;
  ScoreSummary **summaries; // of each board
  int *common;              // and problems in its means, see score_summaries
  bool scored;              // else why there are no scores:
  Status problem;
  VECTOR(BrowsedRow) list; // one for each of the rows, in their order
} Browsed;

// `baseline` as scores_make takes it. Free with browsed_free; NULL is allowed there.
Browsed *browsed_new(const Rows *rows, const char *baseline);
void browsed_free(Browsed *browsed);

// Orders; the largest first, but for names. Rows that are alike stand by graph.
#define BROWSED_SORTS(X) \
  X(GRAPH, "graph") \
  X(TIME, "time") \
  X(BASELINE, "ratio to the baseline") \
  X(BEST, "ratio to the best") \
  X(SEARCH, "search time")
typedef enum BrowsedSort {
#define X(id, name) BROWSED_BY_##id,
  BROWSED_SORTS(X)
#undef X
      BROWSED_SORT_COUNT
} BrowsedSort;
const char *browsed_sort_name(BrowsedSort sort);

// Filters (tui/filter.h): figures, and words that are a part of the graph's or the heuristic's name with its
// options, or the device, a stage, a status ("failed", or "!ok" for all that did not end well), or "earlier".
//        name      what it is
#define BROWSED_FIELDS(X) \
  X(time, "time of the whole plan, microseconds") \
  X(fusible, "of it, of kernels that are no library's") \
  X(ratio, "fusible time over that of the baseline") \
  X(best, "over that of the best row") \
  X(search, "seconds of the search") \
  X(kernels, "launches") \
  X(seed, "seed") \
  X(repeat, "round")
// The indices of the rows that pass, in order, to *shown, to be freed; how many.
int browsed_order(const Browsed *browsed, const char *filter, BrowsedSort sort, bool reversed, int **shown);
// What is wrong with a filter; false: nothing is.
bool browsed_filter_problem(const char *filter, Text *out);
