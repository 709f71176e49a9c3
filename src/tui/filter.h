// Filters of tables: words, all of which must hold.
//   time>5  regs>=64  dram<1M    a figure against a number (k, M, G: decimal)
//   row  K13                     what the table makes of a word
//   !spill                       not
#pragma once

#include "base/text.h"

#include <stdbool.h>

// What a table makes of the words.
typedef struct FilterTable {
  const char *thing;         // "a kernel": what has the fields
  const char *const *fields; // by number
  int field_count;
  double (*value)(void *row, int field);      // NAN: not known
  bool (*named)(void *row, const char *word); // does a word that compares nothing stand for the row?
  bool equations;                             // such a word is also "width=8", where no field is so called
} FilterTable;

// Do all words hold of a row? One that is still being typed holds, what is not known passes no comparison.
bool filter_matches(const FilterTable *table, const char *filter, void *row);
// What is wrong with the first word that is, as a sentence; false: none.
bool filter_problem(const FilterTable *table, const char *filter, Text *out);

// The largest first, or with -1 for `sign` the smallest; what is not known (NAN) last, either way.
int filter_order(double a, double b, int sign);
