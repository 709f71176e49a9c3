// The tokens of a JSON text: what json.c checks first, and then builds its tree of.
// Internal to the base layer.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum JsonTokenKind {
  TOKEN_END,
  TOKEN_OPEN,  // { or [
  TOKEN_CLOSE, // } or ]
  TOKEN_COLON,
  TOKEN_COMMA,
  TOKEN_STRING,
  TOKEN_NUMBER,
  TOKEN_WORD, // true, false, null
  TOKEN_WRONG,
} JsonTokenKind;

typedef struct JsonToken {
  JsonTokenKind kind;
  size_t begin, end;   // byte range in the text; for TOKEN_WRONG `begin` is where the problem is
  const char *problem; // for TOKEN_WRONG: a sentence, a string constant
} JsonToken;

// The first token at or after `offset`.
JsonToken json_token(const char *text, size_t length, size_t offset);

// Whether `text` is one JSON value, nested no deeper than `nesting`. If not, where (*place, a byte offset)
// and what is wrong (*problem, a string constant).
bool json_check(const char *text, size_t length, int nesting, size_t *place, const char **problem);
