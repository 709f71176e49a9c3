// Filters of tables: words, all of which must hold.
//   time>5  regs>=64  dram<1M    a figure against a number (k, M, G: decimal)
//   row  K13                     what the table makes of a word
//   !spill                       not
#pragma once

#include "base/text.h"

#include <stdbool.h>

enum { FILTER_WORD_SIZE = 64 };

typedef enum FilterKind {
  FILTER_PLAIN,
  FILTER_COMPARES,
  FILTER_NO_FIELD,  // it compares what is none of the fields
  FILTER_NO_NUMBER, // or with what is none: both may still be typed
} FilterKind;

typedef struct FilterWord {
  char text[FILTER_WORD_SIZE]; // without the "!"
  bool negated;
  FilterKind kind;
  // FILTER_COMPARES:
  int field;     // index of its name
  char relation; // '<', '>', '=', 'l' and 'g' for <= and >=
  double number;
} FilterWord;

// The next word at *at, which moves behind it; false at the end.
bool filter_next(const char **at, const char *const *fields, int field_count, FilterWord *word);
// Whether the value is as a word compares it; one that is not known (NAN) never is.
bool filter_holds(const FilterWord *word, double value);
// What is wrong with the word, as a sentence; `thing` ("a kernel") has the fields.
void filter_problem(const FilterWord *word, const char *thing, const char *const *fields, int field_count,
                    Text *out);
