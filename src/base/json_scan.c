#include "base/json_scan.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
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

// The value of the four hexadecimal digits at `at`; -1: there are none.
static long read_hex4(const char *text, size_t length, size_t at) {
  char digits[5] = "";
  if (at > length || length - at < 4) return -1;
  memcpy(digits, text + at, 4);
  return strspn(digits, "0123456789abcdefABCDEF") == 4 ? strtol(digits, NULL, 16) : -1;
}

static bool is_low_surrogate(long unit) {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

// The end of the \u escape at `at`, which has two parts for characters beyond 16 bits.
static size_t scan_unicode(const char *text, size_t length, size_t at, const char **problem) {
  long unit = read_hex4(text, length, at + 2);
  if (unit < 0) *problem = "\\u needs four hexadecimal digits";
  if (unit == 0) *problem = "a string may not hold a zero character";
  if (is_low_surrogate(unit)) *problem = "half of a surrogate pair";
  if (unit < 0xd800 || unit > 0xdbff) return at + 6;
  bool paired = length - at > 8 && text[at + 6] == '\\' && text[at + 7] == 'u';
  if (!paired || !is_low_surrogate(read_hex4(text, length, at + 8))) *problem = "half of a surrogate pair";
  return at + 12;
}

// The end of the escape at `at` (its backslash), or what is wrong with it.
static size_t scan_escape(const char *text, size_t length, size_t at, const char **problem) {
  char letter = at + 1 < length ? text[at + 1] : '\0';
  if (letter == 'u') return scan_unicode(text, length, at, problem);
  if (!letter || !strchr("\"\\/bfnrt", letter)) *problem = "unknown escape in a string";
  return at + 2;
}

// The end of the character at `at` that is no escape, or what is wrong with it.
static size_t scan_character(const char *text, size_t length, size_t at, const char **problem) {
  unsigned char byte = (unsigned char)text[at];
  if (byte < 0x20)
    *problem = byte == '\n' ? "a string must end on its line" : "control character in a string";
  if (byte < 0x80) return at + 1;
  uint32_t codepoint;
  int bytes = text_decode(text + at, length - at, &codepoint);
  if (!bytes) *problem = "invalid UTF-8 in a string";
  return at + (size_t)bytes;
}

// Whether one of eight bytes is neither plain ASCII nor a blank: a quote, a backslash, a control character,
// or not ASCII. By the byte, as its high bit: x - n borrows for x below n; x ^ y is 0 for x equal to y.
static bool any_special(const char *bytes) {
  const uint64_t ones = 0x0101010101010101, high = 0x8080808080808080;
  uint64_t eight;
  memcpy(&eight, bytes, sizeof eight);
  uint64_t quotes = eight ^ (ones * '"'), backslashes = eight ^ (ones * '\\');
  return ((eight - ones * 0x20) | (quotes - ones) | (backslashes - ones) | eight) & high;
}

// The first place from `at` on that a string's content has to be looked at, or a few before it.
static size_t skip_plain(const char *text, size_t length, size_t at) {
  while (length - at >= sizeof(uint64_t) && !any_special(text + at))
    at += sizeof(uint64_t);
  return at;
}

static JsonToken scan_string(const char *text, size_t length, size_t begin) {
  const char *problem = NULL;
  size_t at = skip_plain(text, length, begin + 1);
  while (at < length && text[at] != '"') {
    size_t end = text[at] == '\\' ? scan_escape(text, length, at, &problem)
                                  : scan_character(text, length, at, &problem);
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
  if (at >= length) return (JsonToken){.kind = TOKEN_END, .begin = length, .end = length};
  switch (text[at]) {
    case '{':
    case '[':
      token.kind = TOKEN_OPEN;
      return token;
    case '}':
    case ']':
      token.kind = TOKEN_CLOSE;
      return token;
    case ':':
      token.kind = TOKEN_COLON;
      return token;
    case ',':
      token.kind = TOKEN_COMMA;
      return token;
    case '"':
      return scan_string(text, length, at);
    default:
      return text[at] == '-' || isdigit((unsigned char)text[at]) ? scan_number(text, length, at)
                                                                 : scan_word(text, length, at);
  }
}

enum { NESTING_MOST = 1024 }; // what json_check's stack holds

// What the grammar allows next.
typedef enum Expected {
  EXPECT_VALUE,
  EXPECT_FIRST_VALUE, // of an array: or its end
  EXPECT_KEY,
  EXPECT_FIRST_KEY, // of an object: or its end
  EXPECT_COLON,
  EXPECT_MORE, // a value is complete: a comma, the container's end or, outside, the end of the text
} Expected;

typedef struct Grammar {
  Expected expected;
  int depth, nesting;
  char closing[NESTING_MOST]; // of each open container: the bracket that ends it
} Grammar;

static const char *describe_expected(const Grammar *grammar) {
  bool object = grammar->depth && grammar->closing[grammar->depth - 1] == '}';
  switch (grammar->expected) {
    case EXPECT_KEY:
      return "expected a key in double quotes";
    case EXPECT_FIRST_KEY:
      return "expected a key in double quotes or '}'";
    case EXPECT_COLON:
      return "expected ':'";
    case EXPECT_FIRST_VALUE:
      return "expected a value or ']'";
    case EXPECT_MORE:
      return !grammar->depth ? "expected nothing after the value"
             : object        ? "expected ',' or '}'"
                             : "expected ',' or ']'";
    default:
      return "expected a value";
  }
}

static bool open_container(Grammar *grammar, char bracket) {
  if (grammar->depth >= grammar->nesting) return false;
  grammar->closing[grammar->depth++] = bracket == '{' ? '}' : ']';
  grammar->expected = bracket == '{' ? EXPECT_FIRST_KEY : EXPECT_FIRST_VALUE;
  return true;
}

static bool close_container(Grammar *grammar, char bracket) {
  bool complete = grammar->expected == EXPECT_MORE || grammar->expected == EXPECT_FIRST_KEY ||
                  grammar->expected == EXPECT_FIRST_VALUE;
  if (!complete || !grammar->depth || grammar->closing[grammar->depth - 1] != bracket) return false;
  grammar->depth--;
  grammar->expected = EXPECT_MORE;
  return true;
}

// Moves on over a token; false when it does not fit.
static bool accept_token(Grammar *grammar, JsonTokenKind kind, char first) {
  bool value = grammar->expected == EXPECT_VALUE || grammar->expected == EXPECT_FIRST_VALUE;
  bool key = grammar->expected == EXPECT_KEY || grammar->expected == EXPECT_FIRST_KEY;
  if (kind == TOKEN_CLOSE) return close_container(grammar, first);
  if (kind == TOKEN_OPEN && value) return open_container(grammar, first);
  if (kind == TOKEN_STRING && key) {
    grammar->expected = EXPECT_COLON;
  } else if (kind == TOKEN_COLON && grammar->expected == EXPECT_COLON) {
    grammar->expected = EXPECT_VALUE;
  } else if (kind == TOKEN_COMMA && grammar->expected == EXPECT_MORE && grammar->depth) {
    grammar->expected = grammar->closing[grammar->depth - 1] == '}' ? EXPECT_KEY : EXPECT_VALUE;
  } else if (value && (kind == TOKEN_STRING || kind == TOKEN_NUMBER || kind == TOKEN_WORD)) {
    grammar->expected = EXPECT_MORE;
  } else {
    return false;
  }
  return true;
}

static const char *explain(const Grammar *grammar, JsonToken token) {
  if (token.kind == TOKEN_WRONG) return token.problem;
  if (token.kind == TOKEN_END) return "the JSON ends too early";
  bool value = grammar->expected == EXPECT_VALUE || grammar->expected == EXPECT_FIRST_VALUE;
  return token.kind == TOKEN_OPEN && value ? "nested too deep" : describe_expected(grammar);
}

bool json_check(const char *text, size_t length, int nesting, size_t *place, const char **problem) {
  Grammar grammar = {.nesting = nesting < NESTING_MOST ? nesting : NESTING_MOST};
  JsonToken token = json_token(text, length, 0);
  while (token.kind != TOKEN_END && token.kind != TOKEN_WRONG &&
         accept_token(&grammar, token.kind, text[token.begin]))
    token = json_token(text, length, token.end);
  if (token.kind == TOKEN_END && grammar.expected == EXPECT_MORE && !grammar.depth) return true;
  *place = token.begin;
  *problem = explain(&grammar, token);
  return false;
}
