#include "base/json_scan.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

static JsonToken wrong(size_t place, const char *problem) {
  return (JsonToken){.kind = TOKEN_WRONG, .begin = place, .end = place, .problem = problem};
}

static size_t skip_space(const char *text, size_t length, size_t at) {
  if (at == 0 && length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) at = 3; // a byte order mark
  while (at < length && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r'))
    at++;
  return at;
}

static bool is_hex4(const char *text, size_t length, size_t at) {
  if (length - at < 4) return false;
  for (size_t i = at; i < at + 4; i++)
    if (!isxdigit((unsigned char)text[i])) return false;
  return true;
}

// The end of the escape at `at` (its backslash), or what is wrong with it.
static size_t scan_escape(const char *text, size_t length, size_t at, const char **problem) {
  char letter = at + 1 < length ? text[at + 1] : '\0';
  if (letter != 'u') {
    if (!letter || !strchr("\"\\/bfnrt", letter)) *problem = "unknown escape in a string";
    return at + 2;
  }
  if (!is_hex4(text, length, at + 2))
    *problem = "\\u needs four hexadecimal digits";
  else if (memcmp(text + at + 2, "0000", 4) == 0)
    *problem = "a string may not hold a zero character";
  return at + 6;
}

static JsonToken scan_string(const char *text, size_t length, size_t begin) {
  size_t at = begin + 1;
  while (at < length && text[at] != '"') {
    const char *problem = NULL;
    size_t end = at + 1;
    uint32_t codepoint;
    if (text[at] == '\\') {
      end = scan_escape(text, length, at, &problem);
    } else if ((unsigned char)text[at] < 0x20) {
      problem = text[at] == '\n' ? "a string must end on its line" : "control character in a string";
    } else {
      int bytes = text_decode(text + at, length - at, &codepoint);
      if (!bytes) problem = "invalid UTF-8 in a string";
      end = at + (size_t)bytes;
    }
    if (problem) return wrong(at, problem);
    at = end;
  }
  if (at >= length) return wrong(begin, "this string has no end");
  return (JsonToken){.kind = TOKEN_STRING, .begin = begin, .end = at + 1};
}

static size_t skip_digits(const char *text, size_t length, size_t at) {
  while (at < length && isdigit((unsigned char)text[at]))
    at++;
  return at;
}

// Number by the JSON grammar: -? (0 | [1-9][0-9]*) (.[0-9]+)? ([eE][+-]?[0-9]+)?
static JsonToken scan_number(const char *text, size_t length, size_t begin) {
  size_t at = begin + (text[begin] == '-');
  size_t digits = skip_digits(text, length, at);
  if (digits == at) return wrong(begin, "a number needs digits");
  if (text[at] == '0' && digits - at > 1) return wrong(begin, "a number may not begin with 0");
  at = digits;
  if (at < length && text[at] == '.') {
    digits = skip_digits(text, length, at + 1);
    if (digits == at + 1) return wrong(begin, "a number needs digits after its point");
    at = digits;
  }
  if (at < length && (text[at] == 'e' || text[at] == 'E')) {
    at += 1 + (at + 1 < length && (text[at + 1] == '+' || text[at + 1] == '-'));
    digits = skip_digits(text, length, at);
    if (digits == at) return wrong(begin, "a number needs digits in its exponent");
    at = digits;
  }
  return (JsonToken){.kind = TOKEN_NUMBER, .begin = begin, .end = at};
}

static JsonToken scan_word(const char *text, size_t length, size_t begin) {
  static const char *const words[] = {"true", "false", "null"};
  size_t end = begin;
  while (end < length && (isalnum((unsigned char)text[end]) || text[end] == '_'))
    end++;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == end - begin && memcmp(words[i], text + begin, end - begin) == 0)
      return (JsonToken){.kind = TOKEN_WORD, .begin = begin, .end = end};
  if (end > begin) return wrong(begin, "unknown word (strings need double quotes)");
  return wrong(begin, text[begin] == '\'' ? "strings need double quotes" : "this is no JSON");
}

JsonToken json_token(const char *text, size_t length, size_t offset) {
  size_t at = skip_space(text, length, offset);
  JsonToken token = {.begin = at, .end = at + 1};
  if (at >= length) {
    token.end = at;
    return token;
  }
  char first = text[at];
  if (first == '"') return scan_string(text, length, at);
  if (first == '-' || isdigit((unsigned char)first)) return scan_number(text, length, at);
  if (first == '{' || first == '[')
    token.kind = TOKEN_OPEN;
  else if (first == '}' || first == ']')
    token.kind = TOKEN_CLOSE;
  else if (first == ':' || first == ',')
    token.kind = TOKEN_SEPARATOR;
  else
    return scan_word(text, length, at);
  return token;
}
