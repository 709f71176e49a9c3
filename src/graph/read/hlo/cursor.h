// A place in HLO text, and what is read at it. What stands between words (blanks, comments) is skipped before
// each; what fails leaves a message with file, line, text and caret.
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

// Bytes of the text.
typedef struct HloSpan {
  long begin, end;
} HloSpan;

typedef struct HloCursor {
  const char *file, *text; // `length` bytes and a terminator
  long length, at;         // reading ends at `length`
  long whole;              // bytes of the text
  int line;                // of `counted`, from 1
  long counted;            // newlines before it are counted
  Arena *arena;            // of what is copied out of the text
  Status *status;
} HloCursor;

bool hlo_fail_at(const HloCursor *cursor, long offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool hlo_fail(HloCursor *cursor, const char *format, ...)
    __attribute__((format(printf, 2, 3))); // at the cursor

void hlo_skip(HloCursor *cursor);                   // blanks and comments
bool hlo_is(HloCursor *cursor, const char *text);   // does this stand next?
bool hlo_take(HloCursor *cursor, const char *text); // moves behind it when it does
bool hlo_expect(HloCursor *cursor, const char *text, const char *where);
int hlo_line(HloCursor *cursor); // of the cursor; may not go back before an earlier call

// A name or keyword: letters, digits and "_.-", perhaps behind a '%', which is left out. Empty when none
// stands there.
HloSpan hlo_word(HloCursor *cursor);
bool hlo_span_is(const HloCursor *cursor, HloSpan span, const char *text);
const char *hlo_span_text(const HloCursor *cursor, HloSpan span); // a copy in the arena
bool hlo_integer(HloCursor *cursor, int64_t *integer);            // with a message when none stands there
// A bracket with all that is in it, up to the one that closes it; the span is what is between.
bool hlo_bracket(HloCursor *cursor, HloSpan *inside);
// The value of an attribute as it is written: up to a comma or blank outside of brackets and strings.
bool hlo_value(HloCursor *cursor, HloSpan *value);
// For the text of a span alone: line numbers and messages stay those of the whole.
HloCursor hlo_within(const HloCursor *cursor, HloSpan span);
