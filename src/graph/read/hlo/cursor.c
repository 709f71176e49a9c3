// Words, numbers, brackets and strings of HLO text.
#include "graph/read/hlo/cursor.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 }; // of brackets in a value: deeper than anything that a compiler writes

static bool fail_at(const HloCursor *cursor, long offset, const char *format, va_list arguments) {
  char what[512];
  vsnprintf(what, sizeof what, format, arguments);
  return status_fail_at(cursor->status, cursor->file, cursor->text, cursor->whole, offset, "%s", what);
}

bool hlo_fail_at(const HloCursor *cursor, long offset, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fail_at(cursor, offset, format, arguments);
  va_end(arguments);
  return false;
}

bool hlo_fail(HloCursor *cursor, const char *format, ...) {
  hlo_skip(cursor);
  va_list arguments;
  va_start(arguments, format);
  fail_at(cursor, cursor->at, format, arguments);
  va_end(arguments);
  return false;
}

// Length of the comment at `at`; 0: none. One that does not end takes the rest.
static long comment_length(const HloCursor *cursor, long at) {
  const char *text = cursor->text + at;
  long left = cursor->length - at;
  if (left < 2 || text[0] != '/' || (text[1] != '/' && text[1] != '*')) return 0;
  bool line = text[1] == '/';
  for (long i = 2; i < left; i++) {
    if (line && text[i] == '\n') return i;
    if (!line && text[i] == '/' && text[i - 1] == '*' && i > 2) return i + 1;
  }
  return left;
}

void hlo_skip(HloCursor *cursor) {
  while (cursor->at < cursor->length) {
    long comment = comment_length(cursor, cursor->at);
    if (!comment && !isspace((unsigned char)cursor->text[cursor->at])) return;
    cursor->at += comment ? comment : 1;
  }
}

bool hlo_is(HloCursor *cursor, const char *text) {
  hlo_skip(cursor);
  long length = (long)strlen(text);
  return cursor->length - cursor->at >= length && !memcmp(cursor->text + cursor->at, text, (size_t)length);
}

bool hlo_take(HloCursor *cursor, const char *text) {
  if (!hlo_is(cursor, text)) return false;
  cursor->at += (long)strlen(text);
  return true;
}

bool hlo_expect(HloCursor *cursor, const char *text, const char *where) {
  if (hlo_take(cursor, text)) return true;
  bool cut = cursor->at >= cursor->length;
  return hlo_fail(cursor, "expected '%s' %s%s", text, where, cut ? ", but the text ends here" : "");
}

int hlo_line(HloCursor *cursor) {
  for (; cursor->counted < cursor->at; cursor->counted++)
    cursor->line += cursor->text[cursor->counted] == '\n';
  return cursor->line;
}

static bool in_word(const HloCursor *cursor, long at) {
  if (at >= cursor->length) return false;
  char c = cursor->text[at];
  if (c == '-') return at + 1 >= cursor->length || cursor->text[at + 1] != '>';
  return isalnum((unsigned char)c) || c == '_' || c == '.';
}

HloSpan hlo_word(HloCursor *cursor) {
  hlo_skip(cursor);
  long begin = cursor->at;
  if (begin < cursor->length && cursor->text[begin] == '%') begin++;
  long end = begin;
  while (in_word(cursor, end))
    end++;
  if (end > begin) cursor->at = end;
  return (HloSpan){begin, end};
}

bool hlo_span_is(const HloCursor *cursor, HloSpan span, const char *text) {
  size_t length = (size_t)(span.end - span.begin);
  return strlen(text) == length && !memcmp(cursor->text + span.begin, text, length);
}

const char *hlo_span_text(const HloCursor *cursor, HloSpan span) {
  return arena_strndup(cursor->arena, cursor->text + span.begin, (size_t)(span.end - span.begin));
}

bool hlo_integer(HloCursor *cursor, int64_t *integer) {
  hlo_skip(cursor);
  const char *from = cursor->text + cursor->at;
  char *end = NULL;
  errno = 0;
  bool starts = cursor->at < cursor->length && (isdigit((unsigned char)*from) || *from == '-');
  *integer = starts ? strtoll(from, &end, 10) : 0;
  if (!starts || end == from) return hlo_fail(cursor, "expected an integer");
  if (errno) return hlo_fail(cursor, "this integer does not fit into 64 bits");
  cursor->at = end - cursor->text;
  return true;
}

// Behind the string that begins at `at`; -1: it does not end.
static long string_end(const HloCursor *cursor, long at) {
  char quote = cursor->text[at];
  for (at++; at < cursor->length; at++) {
    if (cursor->text[at] == '\\')
      at++;
    else if (cursor->text[at] == quote)
      return at + 1;
  }
  return -1;
}

static char closing(char c) {
  return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : 0;
}

// Apostrophes stand in prose, too: only a quotation mark begins a string everywhere.
static bool starts_string(const HloCursor *cursor, long at) {
  char before = at > 0 ? cursor->text[at - 1] : ' ';
  return cursor->text[at] == '"' || (cursor->text[at] == '\'' && (before == '=' || before == ' '));
}

bool hlo_bracket(HloCursor *cursor, HloSpan *inside) {
  hlo_skip(cursor);
  if (cursor->at >= cursor->length || !closing(cursor->text[cursor->at]))
    return hlo_fail(cursor, "expected a bracket");
  char open[MAX_DEPTH];
  long begin = cursor->at, at = begin;
  int depth = 0;
  while (at < cursor->length) {
    char c = cursor->text[at];
    long comment = comment_length(cursor, at);
    if (comment) {
      at += comment;
      continue;
    }
    if (starts_string(cursor, at)) {
      long end = string_end(cursor, at);
      if (end < 0) return hlo_fail_at(cursor, at, "this string does not end");
      at = end;
      continue;
    }
    if (closing(c)) {
      if (depth == MAX_DEPTH) return hlo_fail_at(cursor, at, "brackets are nested too deeply");
      open[depth++] = closing(c);
    } else if (c == ')' || c == ']' || c == '}') {
      if (c != open[depth - 1]) return hlo_fail_at(cursor, at, "expected '%c' here", open[depth - 1]);
      depth--;
    }
    if (depth == 0) {
      *inside = (HloSpan){begin + 1, at};
      cursor->at = at + 1;
      return true;
    }
    at++;
  }
  return hlo_fail_at(cursor, begin, "this bracket is never closed");
}

bool hlo_value(HloCursor *cursor, HloSpan *value) {
  hlo_skip(cursor);
  value->begin = cursor->at;
  while (cursor->at < cursor->length) {
    char c = cursor->text[cursor->at];
    HloSpan inside;
    if (closing(c)) {
      if (!hlo_bracket(cursor, &inside)) return false;
    } else if (c == '"' || c == '\'') {
      long end = string_end(cursor, cursor->at);
      if (end < 0) return hlo_fail(cursor, "this string does not end");
      cursor->at = end;
    } else if (isspace((unsigned char)c) || strchr(",)]}", c)) {
      break;
    } else {
      cursor->at++;
    }
  }
  value->end = cursor->at;
  return value->end > value->begin || hlo_fail(cursor, "expected a value");
}

HloCursor hlo_within(const HloCursor *cursor, HloSpan span) {
  HloCursor within = *cursor;
  within.at = span.begin;
  within.length = span.end;
  return within;
}
