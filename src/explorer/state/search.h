// Searching ops: by name, kind, kernel ("K13"), shape or source line; and words in pages of text.
#pragma once

#include "base/text.h"
#include "base/vector.h"
#include "plan/plan.h"

typedef struct Search {
  bool typing;  // the line is open
  Text line;    // being typed, or the last search of ops
  int origin;   // cursor when the line was opened
  bool in_page; // the line that is open is `words`
  Text words;   // being typed, or the last search in a page of text (panes/reading.h)
  int top;      // the page's first line when that was opened,
  int left;     // its columns out of sight, and
  int choice;   // its selected part
  Text counted; // what `found` matched in the plan of that version
  uint64_t counted_version;
  VECTOR(int) found; // ops, ascending
} Search;

// Whether an op matches; case is ignored.
bool search_matches(const Plan *plan, int op, const char *wanted);
// The next match behind `from` (before it, when not forward), around the end; NO_OP when there is none.
int search_next(const Plan *plan, const char *wanted, int from, bool forward);
// Where a search that begins at `from` goes first: the op of that very name, for "e" is in most names; else
// `from` when it matches, else the next match.
int search_first(const Plan *plan, const char *wanted, int from);
int search_count(Search *search, const Plan *plan);          // ops that match its line
int search_number(Search *search, const Plan *plan, int op); // of those, how many there are up to `op`
