// The tokens of a JSON text: what json.c checks before cJSON sees a text, and counts along to find places.
// Internal to the base layer.
#pragma once

#include <stddef.h>

typedef enum JsonTokenKind {
  TOKEN_END,
  TOKEN_OPEN,      // { or [
  TOKEN_CLOSE,     // } or ]
  TOKEN_SEPARATOR, // : or ,
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
