// Sizes computed from their text, by precedence climbing.
#include "graph/read/size/expression.h"

#include "graph/read/size/functions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SizeText {
  const SizeNames *names;
  const char *at, *end;
  int depth; // open parentheses and signs
  char *problem;
} SizeText;

enum { MOST_DEPTH = 64, UNARY = 7 };

typedef struct Operator {
  const char *text;
  SizeFunction function;
  int precedence; // a higher one binds closer
} Operator;

// The longer of two that begin alike comes first.
static const Operator operators[] = {
    {"**", SIZE_OP_POWER, 8},       {"//", SIZE_OP_FLOOR_DIV, 6}, {"<<", SIZE_OP_SHIFT_LEFT, 4},
    {">>", SIZE_OP_SHIFT_RIGHT, 4}, {"<=", SIZE_OP_LE, 1},        {">=", SIZE_OP_GE, 1},
    {"==", SIZE_OP_EQ, 1},          {"!=", SIZE_OP_NE, 1},        {"+", SIZE_OP_ADD, 5},
    {"-", SIZE_OP_SUB, 5},          {"*", SIZE_OP_MUL, 6},        {"/", SIZE_OP_EXACT_DIV, 6},
    {"%", SIZE_OP_MOD, 6},          {"&", SIZE_OP_AND, 3},        {"|", SIZE_OP_OR, 2},
    {"<", SIZE_OP_LT, 1},           {">", SIZE_OP_GT, 1},
};

static SizeNumber parse_binary(SizeText *text, int least);

static SizeNumber fail(SizeText *text, const char *what, const char *about, size_t length) {
  int shown = length < SIZE_NAME ? (int)length : SIZE_NAME;
  if (!text->problem[0]) snprintf(text->problem, SIZE_PROBLEM, "%s%.*s", what, shown, about);
  return size_integer(0);
}

static SizeNumber fail_here(SizeText *text, const char *what) {
  return fail(text, what, text->at, (size_t)(text->end - text->at));
}

static char next_char(SizeText *text) {
  while (text->at < text->end && *text->at == ' ')
    text->at++;
  return text->at < text->end ? *text->at : '\0';
}

static bool take(SizeText *text, char c) {
  if (next_char(text) != c) return false;
  text->at++;
  return true;
}

static bool is_name(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.';
}

// An integer, or a number with a fraction or exponent.
static SizeNumber parse_number(SizeText *text) {
  char digits[64];
  size_t length = 0;
  bool real = false;
  while (text->at < text->end && (isdigit((unsigned char)*text->at) || strchr(".e", *text->at) ||
                                  (*text->at == '-' && length && digits[length - 1] == 'e'))) {
    if (length == sizeof digits - 1) return fail(text, "the number is too large", "", 0);
    real = real || !isdigit((unsigned char)*text->at);
    digits[length++] = *text->at++;
  }
  digits[length] = '\0';
  char *end;
  if (real) {
    double number = strtod(digits, &end);
    return *end ? fail(text, "this is no number: ", digits, length) : size_real(number);
  }
  int64_t integer = 0;
  for (size_t i = 0; i < length; i++)
    if (__builtin_mul_overflow(integer, 10, &integer) ||
        __builtin_add_overflow(integer, digits[i] - '0', &integer))
      return fail(text, "the number is too large", "", 0);
  return size_integer(integer);
}

// The arguments up to ')'; a list of them may stand in brackets.
static SizeNumber parse_call(SizeText *text, const char *name) {
  SizeFunction function;
  SizeNumber arguments[SIZE_ARGUMENTS];
  int count = 0;
  if (!size_function(name, &function))
    return fail(text, "no function of sizes is named ", name, strlen(name));
  bool bracket = take(text, '[');
  while (!text->problem[0] && !take(text, bracket ? ']' : ')')) {
    if (count == SIZE_ARGUMENTS) return fail(text, "too many arguments of ", name, strlen(name));
    if (count && !take(text, ',')) return fail_here(text, "expected ) at: ");
    arguments[count++] = parse_binary(text, 0);
  }
  if (bracket && !take(text, ')')) return fail_here(text, "expected ) at: ");
  return text->problem[0] ? size_integer(0) : size_apply(function, arguments, count, text->problem);
}

static SizeNumber fail_unknown(SizeText *text, const char *name) {
  const char *nearest = text->names->nearest ? text->names->nearest(text->names->context, name) : NULL;
  char about[2 * SIZE_NAME + 40];
  snprintf(about, sizeof about, nearest ? "%s\": did you mean \"%s\"?" : "%s\"", name, nearest);
  if (!text->problem[0]) snprintf(text->problem, SIZE_PROBLEM, "no size is named \"%.240s", about);
  return size_integer(0);
}

static SizeNumber parse_name(SizeText *text) {
  char name[SIZE_NAME + 1];
  size_t length = 0;
  SizeNumber size;
  while (text->at < text->end && is_name(*text->at)) {
    if (length == SIZE_NAME) return fail(text, "the name is too long", "", 0);
    name[length++] = *text->at++;
  }
  name[length] = '\0';
  if (next_char(text) == '(') {
    text->at++;
    return parse_call(text, name);
  }
  if (!strcmp(name, "True") || !strcmp(name, "False")) return size_integer(name[0] == 'T');
  return text->names->find(text->names->context, name, &size) ? size : fail_unknown(text, name);
}

static SizeNumber parse_factor(SizeText *text) {
  char c = next_char(text);
  if (isdigit((unsigned char)c)) return parse_number(text);
  if (isalpha((unsigned char)c) || c == '_') return parse_name(text);
  if (!c || !strchr("(-+~", c)) return fail_here(text, "expected a number or the name of a size at: ");
  text->at++;
  SizeNumber value = parse_binary(text, c == '(' ? 0 : UNARY);
  if (c == '(' && !take(text, ')')) return fail_here(text, "expected ) at: ");
  if (text->problem[0] || c == '(' || c == '+') return value;
  return size_apply(c == '-' ? SIZE_OP_NEGATIVE : SIZE_OP_NOT, &value, 1, text->problem);
}

static const Operator *next_operator(SizeText *text) {
  next_char(text);
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    size_t length = strlen(operators[i].text);
    if ((size_t)(text->end - text->at) >= length && !memcmp(text->at, operators[i].text, length))
      return &operators[i];
  }
  return NULL;
}

// Operators that bind at least as close as `least`.
static SizeNumber parse_binary(SizeText *text, int least) {
  if (++text->depth > MOST_DEPTH) return fail(text, "too many parentheses", "", 0);
  SizeNumber pair[2] = {parse_factor(text)};
  for (const Operator *next = next_operator(text); next && next->precedence >= least && !text->problem[0];
       next = next_operator(text)) {
    text->at += strlen(next->text);
    bool to_right = next->function == SIZE_OP_POWER; // 2**3**2 is 2**9
    pair[1] = parse_binary(text, next->precedence + !to_right);
    if (!text->problem[0]) pair[0] = size_apply(next->function, pair, 2, text->problem);
  }
  text->depth--;
  return pair[0];
}

bool size_evaluate(const SizeNames *names, const char *text, size_t length, SizeNumber *number,
                   char problem[SIZE_PROBLEM]) {
  SizeText at = {.names = names, .at = text, .end = text + length, .problem = problem};
  problem[0] = '\0';
  *number = parse_binary(&at, 0);
  if (!problem[0] && next_char(&at)) fail_here(&at, "unexpected: ");
  return !problem[0];
}

bool size_evaluate_integer(const SizeNames *names, const char *text, size_t length, int64_t *integer,
                           char problem[SIZE_PROBLEM]) {
  SizeNumber number;
  if (!size_evaluate(names, text, length, &number, problem)) return false;
  *integer = number.integer;
  return !number.real || !snprintf(problem, SIZE_PROBLEM, "a size must be an integer, not %g", number.number);
}

bool size_name_ok(const char *name) {
  if (!isalpha((unsigned char)*name) && *name != '_') return false;
  if (strlen(name) > SIZE_NAME) return false;
  for (; *name; name++)
    if (!is_name(*name)) return false;
  return true;
}
