// Tokens of Python text.
#include "graph/read/python/python.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool starts_name(char c) {
  return isalpha((unsigned char)c) || c == '_';
}

static bool continues_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static bool token_fail(PythonCursor *cursor, long offset, const char *what) {
  cursor->token.kind = PYTHON_TOKEN_BAD;
  return status_fail_at(cursor->status, cursor->file, cursor->text, cursor->text_length, offset, "%s", what);
}

// Length of the dotted name at `line`.
static int scan_name(const char *line, int length) {
  int at = 0;
  while (at < length &&
         (continues_name(line[at]) || (line[at] == '.' && at + 1 < length && starts_name(line[at + 1])))) {
    at++;
  }
  return at;
}

// Length of the number at `line`: digits, a fraction, an exponent.
static int scan_number(const char *line, int length) {
  int at = 0;
  while (at < length) {
    bool sign_of_exponent =
        (line[at] == '-' || line[at] == '+') && at > 0 && (line[at - 1] == 'e' || line[at - 1] == 'E');
    if (!isalnum((unsigned char)line[at]) && line[at] != '.' && line[at] != '_' && !sign_of_exponent) break;
    at++;
  }
  return at;
}

// Length of the string at `line` with both quotes; 0 when it does not end on the line.
static int scan_string(const char *line, int length) {
  for (int at = 1; at < length; at++) {
    if (line[at] == '\\') {
      at++;
    } else if (line[at] == line[0]) {
      return at + 1;
    }
  }
  return 0;
}

static void set_token(PythonCursor *cursor, PythonTokenKind kind, int length) {
  cursor->token = (PythonToken){
      .kind = kind, .offset = cursor->lines[cursor->line].offset + cursor->at, .length = length};
  cursor->at += length;
}

static void scan_punctuation(PythonCursor *cursor, char c) {
  if (strchr("([{", c)) cursor->depth++;
  if (strchr(")]}", c) && cursor->depth > 0) cursor->depth--;
  set_token(cursor, PYTHON_TOKEN_PUNCTUATION, 1);
  cursor->token.punctuation = c;
}

static void scan_token(PythonCursor *cursor, const char *line, int length) {
  char c = line[0];
  long offset = cursor->lines[cursor->line].offset + cursor->at;
  if (starts_name(c)) {
    set_token(cursor, PYTHON_TOKEN_NAME, scan_name(line, length));
  } else if (isdigit((unsigned char)c) || (c == '.' && length > 1 && isdigit((unsigned char)line[1]))) {
    set_token(cursor, PYTHON_TOKEN_NUMBER, scan_number(line, length));
  } else if (c == '"' || c == '\'') {
    int string_length = scan_string(line, length);
    set_token(cursor, PYTHON_TOKEN_STRING, string_length);
    if (string_length == 0) token_fail(cursor, offset, "this string does not end on its line");
  } else if (strchr("()[]{},:;=-+*/%<>@.&|^~!", c) && c) {
    scan_punctuation(cursor, c);
  } else {
    set_token(cursor, PYTHON_TOKEN_BAD, 1);
    token_fail(cursor, offset, "unexpected character");
  }
}

// Moves past blanks and comments; true when something stands on the line.
static bool skip_blanks(PythonCursor *cursor) {
  const TextLine *line = &cursor->lines[cursor->line];
  while (cursor->at < line->length) {
    char c = cursor->text[line->offset + cursor->at];
    if (c == '#') return false;
    if (c != ' ' && c != '\t' && c != '\r') return true;
    cursor->at++;
  }
  return false;
}

void python_next(PythonCursor *cursor) {
  if (cursor->token.kind == PYTHON_TOKEN_BAD) return;
  while (cursor->line < cursor->line_count) {
    const TextLine *line = &cursor->lines[cursor->line];
    if (skip_blanks(cursor)) {
      scan_token(cursor, cursor->text + line->offset + cursor->at, line->length - cursor->at);
      return;
    }
    long end = line->offset + line->length;
    cursor->line++;
    cursor->at = 0;
    if (cursor->depth == 0) {
      cursor->token = (PythonToken){.kind = PYTHON_TOKEN_NEWLINE, .offset = end};
      return;
    }
  }
  long end = cursor->text_length;
  if (cursor->line_count > 0) {
    const TextLine *last = &cursor->lines[cursor->line_count - 1];
    end = last->offset + last->length;
  }
  cursor->token = (PythonToken){.kind = PYTHON_TOKEN_END, .offset = end};
}

bool python_is(const PythonCursor *cursor, char punctuation) {
  return cursor->token.kind == PYTHON_TOKEN_PUNCTUATION && cursor->token.punctuation == punctuation;
}

bool python_fail(PythonCursor *cursor, const char *format, ...) {
  if (cursor->token.kind == PYTHON_TOKEN_BAD) return false; // its message stands already
  char what[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return status_fail_at(cursor->status, cursor->file, cursor->text, cursor->text_length, cursor->token.offset,
                        "%s", what);
}

bool python_expect(PythonCursor *cursor, char punctuation, const char *where) {
  if (!python_is(cursor, punctuation)) {
    bool cut = cursor->token.kind == PYTHON_TOKEN_END;
    return python_fail(cursor, "expected '%c' %s%s", punctuation, where,
                       cut ? ", but the text ends here" : "");
  }
  python_next(cursor);
  return true;
}

const char *python_token_text(const PythonCursor *cursor) {
  return arena_strndup(cursor->arena, cursor->text + cursor->token.offset, (size_t)cursor->token.length);
}
