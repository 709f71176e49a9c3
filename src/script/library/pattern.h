// Lua's patterns (section 6.4.1 of its manual) on a text, every step counted against the script's limits:
// backtracking can take a time that is exponential in the pattern's length.
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

enum { PATTERN_CAPTURES = 32 };

typedef struct Capture {
  const char *begin;
  ptrdiff_t length; // CAPTURE_OPEN, CAPTURE_POSITION
} Capture;

typedef struct Pattern {
  lua_State *L;
  const char *subject, *subject_end;
  const char *pattern_end;
  Capture captures[PATTERN_CAPTURES];
  int count;    // of captures
  int depth;    // of calls
  size_t steps; // not counted yet
} Pattern;

// Where a match of `pattern` that begins at `at` ends; NULL: there is none. Raises an error for a malformed
// pattern, one that nests too deep, and when a limit is hit.
const char *pattern_match(Pattern *state, const char *pattern, const char *at);
// Pushes capture `index` (from 0); of a pattern without captures 0 is the whole match.
void pattern_push_capture(Pattern *state, int index, const char *begin, const char *end);
// Pushes all of them, or the whole match when there are none and `whole`; returns how many.
int pattern_push_captures(Pattern *state, const char *begin, const char *end, bool whole);
