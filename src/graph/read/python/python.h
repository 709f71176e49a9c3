// The part of Python's grammar that compiler dumps are written in: literals, names, calls, lists, tuples,
// indexing. Used by the FX reader and by the reader of output_code.py.
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A line of the text that counts: without a log prefix, without the newline.
typedef struct TextLine {
  long offset; // bytes from the start of the text
  int length;
} TextLine;

typedef enum PythonKind {
  PYTHON_NONE,
  PYTHON_BOOL, // integer is 0 or 1
  PYTHON_INTEGER,
  PYTHON_NUMBER, // written with a fraction or exponent; inf and nan too
  PYTHON_STRING, // text: the contents
  PYTHON_NAME,   // text: dotted, as written ("torch.float32")
  PYTHON_CALL,   // text: the dotted name that is called; items: positional arguments; keywords
  PYTHON_LIST,
  PYTHON_TUPLE,
  PYTHON_INDEX,      // items[0][items[1]]
  PYTHON_EXPRESSION, // operators: text is the whole as written, items the operands between them, in order
} PythonKind;

typedef struct PythonKeyword PythonKeyword;

typedef struct PythonExpr {
  PythonKind kind;
  long begin, end; // bytes of the text that it was written in
  int64_t integer;
  double number;    // also of integers and bools
  const char *text; // of a number NULL, or the size that it is in the place of
  const struct PythonExpr *items;
  int item_count;
  const PythonKeyword *keywords;
  int keyword_count;
} PythonExpr;

struct PythonKeyword {
  const char *name;
  PythonExpr value;
};

typedef enum PythonTokenKind {
  PYTHON_TOKEN_END,     // of the lines
  PYTHON_TOKEN_NEWLINE, // between lines, outside of brackets only
  PYTHON_TOKEN_NAME,    // dotted names are one token
  PYTHON_TOKEN_NUMBER,
  PYTHON_TOKEN_STRING,
  PYTHON_TOKEN_PUNCTUATION,
  PYTHON_TOKEN_BAD, // a message stands in the cursor's status
} PythonTokenKind;

typedef struct PythonToken {
  PythonTokenKind kind;
  long offset;
  int length; // bytes; of a string with its quotes
  char punctuation;
} PythonToken;

// Reads tokens from consecutive lines. Whoever fills one in sets the first block and calls python_next once.
typedef struct PythonCursor {
  const char *file; // for messages
  const char *text;
  long text_length;
  const TextLine *lines;
  int line_count;
  Arena *arena; // owns expressions
  Status *status;

  int line;          // current line
  int at;            // bytes into it
  int depth;         // open brackets
  PythonToken token; // the current one
} PythonCursor;

void python_next(PythonCursor *cursor);
bool python_is(const PythonCursor *cursor, char punctuation); // is the current token this punctuation?
// Fails with the place of the current token.
bool python_fail(PythonCursor *cursor, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Consumes this punctuation or fails: "expected ')' ...".
bool python_expect(PythonCursor *cursor, char punctuation, const char *where);
// The current token's text, copied to the arena.
const char *python_token_text(const PythonCursor *cursor);
// Parses one expression from the current token on.
bool python_parse(PythonCursor *cursor, PythonExpr *expr);
