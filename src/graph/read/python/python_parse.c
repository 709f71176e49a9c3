// Expressions of Python text.
#include "graph/read/python/python.h"

#include "base/text.h"
#include "base/vector.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 }; // of brackets: bounds the recursion

typedef VECTOR(PythonExpr) ExprVector;
typedef VECTOR(PythonKeyword) KeywordVector;

static const PythonExpr *keep_items(PythonCursor *cursor, ExprVector *items) {
  PythonExpr *kept = arena_array(cursor->arena, (size_t)items->count, sizeof *kept);
  if (items->count) memcpy(kept, items->data, (size_t)items->count * sizeof *kept);
  vector_free(items);
  return kept;
}

static long previous_end(const PythonCursor *cursor) {
  return cursor->token.offset + cursor->token.length;
}

static bool parse_value(PythonCursor *cursor, PythonExpr *expr);

// Most numbers: a few digits. False for others.
static bool parse_digits(const PythonCursor *cursor, bool negative, PythonExpr *expr) {
  enum { CERTAIN = 18 }; // digits that fit
  const char *text = cursor->text + cursor->token.offset;
  int64_t integer = 0;
  if (cursor->token.length > CERTAIN) return false;
  for (int i = 0; i < cursor->token.length; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    integer = integer * 10 + (text[i] - '0');
  }
  expr->kind = PYTHON_INTEGER;
  expr->integer = negative ? -integer : integer;
  expr->number = (double)expr->integer;
  return true;
}

// The number at the current token; `negative` when a '-' stands before it.
static bool parse_number(PythonCursor *cursor, bool negative, PythonExpr *expr) {
  if (parse_digits(cursor, negative, expr)) {
    expr->end = previous_end(cursor);
    python_next(cursor);
    return true;
  }
  char *end, *text = arena_printf(cursor->arena, "-%s", python_token_text(cursor));
  if (!negative) text++;
  expr->number = strtod(text, &end);
  if (*end) return python_fail(cursor, "'%.40s' is not a number", text);
  expr->kind = PYTHON_NUMBER;
  if (strspn(text + negative, "0123456789") == strlen(text + negative)) {
    errno = 0;
    expr->kind = PYTHON_INTEGER;
    expr->integer = strtoll(text, &end, 10);
    if (errno) return python_fail(cursor, "the integer %.40s does not fit into 64 bits", text);
  }
  expr->end = previous_end(cursor);
  python_next(cursor);
  return true;
}

// Operands with operators between them, or a sign before the first.
static void make_expression(PythonCursor *cursor, ExprVector *operands, PythonExpr *expr) {
  expr->kind = PYTHON_EXPRESSION;
  expr->end = operands->data[operands->count - 1].end;
  expr->item_count = operands->count;
  expr->items = keep_items(cursor, operands);
  expr->text = arena_strndup(cursor->arena, cursor->text + expr->begin, (size_t)(expr->end - expr->begin));
}

// -1, -1.5, -inf, -(n // 2)
static bool parse_negative(PythonCursor *cursor, PythonExpr *expr) {
  long begin = expr->begin;
  python_next(cursor);
  if (cursor->token.kind == PYTHON_TOKEN_NUMBER) return parse_number(cursor, true, expr);
  if (cursor->token.kind != PYTHON_TOKEN_NAME && !python_is(cursor, '('))
    return python_fail(cursor, "expected a number after '-'");
  if (!parse_value(cursor, expr)) return false;
  expr->number = -expr->number;
  if (expr->kind != PYTHON_NUMBER) {
    ExprVector operand = {0};
    vector_push(&operand, *expr);
    *expr = (PythonExpr){.begin = begin};
    make_expression(cursor, &operand, expr);
  }
  expr->begin = begin;
  return true;
}

static void name_expr(PythonExpr *expr) {
  const char *name = expr->text;
  expr->kind = PYTHON_NAME;
  if (!strcmp(name, "None")) expr->kind = PYTHON_NONE;
  if (!strcmp(name, "True") || !strcmp(name, "False")) {
    expr->kind = PYTHON_BOOL;
    expr->integer = name[0] == 'T';
    expr->number = (double)expr->integer;
  }
  bool infinite = !strcmp(name, "inf") || !strcmp(name, "math.inf") || !strcmp(name, "torch.inf");
  bool not_a_number = !strcmp(name, "nan") || !strcmp(name, "math.nan") || !strcmp(name, "torch.nan");
  if (infinite || not_a_number) {
    expr->kind = PYTHON_NUMBER;
    expr->number = infinite ? (double)INFINITY : (double)NAN;
  }
  if (expr->kind != PYTHON_NAME) expr->text = NULL;
}

// float('inf') and its like.
static bool parse_float_call(PythonExpr *expr) {
  if (strcmp(expr->text, "float") != 0 || expr->item_count != 1 || expr->items[0].kind != PYTHON_STRING)
    return false;
  char *end;
  double number = strtod(expr->items[0].text, &end);
  if (*end || end == expr->items[0].text) return false;
  expr->kind = PYTHON_NUMBER;
  expr->number = number;
  expr->text = NULL;
  return true;
}

static bool parse_string(PythonCursor *cursor, PythonExpr *expr) {
  expr->kind = PYTHON_STRING;
  expr->text =
      arena_strndup(cursor->arena, cursor->text + cursor->token.offset + 1, (size_t)cursor->token.length - 2);
  expr->end = previous_end(cursor);
  python_next(cursor);
  return true;
}

// "name = " before an argument. The name is looked at with a copy of the cursor, which is cheap.
static bool at_keyword(const PythonCursor *cursor) {
  if (cursor->token.kind != PYTHON_TOKEN_NAME) return false;
  PythonCursor ahead = *cursor;
  python_next(&ahead);
  return python_is(&ahead, '=');
}

static bool parse_keyword(PythonCursor *cursor, KeywordVector *keywords) {
  PythonKeyword keyword = {.name = python_token_text(cursor)};
  python_next(cursor);
  python_next(cursor);
  if (!python_parse(cursor, &keyword.value)) return false;
  vector_push(keywords, keyword);
  return true;
}

static bool parse_elements(PythonCursor *cursor, char close, ExprVector *items, KeywordVector *keywords,
                           bool *has_comma) {
  while (!python_is(cursor, close)) {
    if (keywords && at_keyword(cursor)) {
      if (!parse_keyword(cursor, keywords)) return false;
    } else {
      PythonExpr item = {0};
      if (!python_parse(cursor, &item)) return false;
      vector_push(items, item);
    }
    if (python_is(cursor, close)) break;
    if (!python_is(cursor, ',')) {
      bool cut = cursor->token.kind == PYTHON_TOKEN_END;
      return python_fail(cursor, "expected ',' or '%c'%s", close, cut ? ", but the text ends here" : "");
    }
    *has_comma = true;
    python_next(cursor);
  }
  return true;
}

// The elements up to `close`, from the token after the opening bracket on.
static bool parse_list(PythonCursor *cursor, char close, PythonExpr *expr, bool allow_keywords,
                       bool *has_comma) {
  ExprVector items = {0};
  KeywordVector keywords = {0};
  *has_comma = false;
  bool done = parse_elements(cursor, close, &items, allow_keywords ? &keywords : NULL, has_comma);
  expr->item_count = items.count;
  expr->items = keep_items(cursor, &items);
  PythonKeyword *kept = arena_array(cursor->arena, (size_t)keywords.count, sizeof *kept);
  if (keywords.count) memcpy(kept, keywords.data, (size_t)keywords.count * sizeof *kept);
  expr->keywords = kept;
  expr->keyword_count = keywords.count;
  vector_free(&keywords);
  if (!done) return false;
  expr->end = previous_end(cursor);
  python_next(cursor);
  return true;
}

static bool parse_bracket(PythonCursor *cursor, PythonExpr *expr) {
  bool is_tuple = python_is(cursor, '('), has_comma;
  python_next(cursor);
  expr->kind = is_tuple ? PYTHON_TUPLE : PYTHON_LIST;
  if (!parse_list(cursor, is_tuple ? ')' : ']', expr, false, &has_comma)) return false;
  if (!is_tuple || expr->item_count != 1 || has_comma) return true;
  long begin = expr->begin, end = expr->end;
  *expr = expr->items[0];
  expr->begin = begin; // with its brackets: an operator may follow
  expr->end = end;
  return true;
}

static bool parse_index(PythonCursor *cursor, PythonExpr *expr) {
  ExprVector items = {0};
  vector_push(&items, *expr);
  python_next(cursor);
  PythonExpr index = {0};
  bool done = python_parse(cursor, &index);
  vector_push(&items, index);
  PythonExpr outer = {
      .kind = PYTHON_INDEX, .begin = expr->begin, .item_count = 2, .items = keep_items(cursor, &items)};
  if (!done) return false;
  outer.end = previous_end(cursor);
  *expr = outer;
  return python_expect(cursor, ']', "after the index");
}

static bool parse_name(PythonCursor *cursor, PythonExpr *expr) {
  expr->text = python_token_text(cursor);
  expr->end = previous_end(cursor);
  name_expr(expr);
  python_next(cursor);
  if (expr->kind != PYTHON_NAME) return true;
  if (python_is(cursor, '(')) {
    bool has_comma;
    python_next(cursor);
    expr->kind = PYTHON_CALL;
    if (!parse_list(cursor, ')', expr, true, &has_comma)) return false;
    parse_float_call(expr);
  }
  while (python_is(cursor, '[')) {
    if (!parse_index(cursor, expr)) return false;
  }
  return true;
}

static bool parse_value(PythonCursor *cursor, PythonExpr *expr) {
  *expr = (PythonExpr){.begin = cursor->token.offset};
  if (cursor->depth > MAX_DEPTH) return python_fail(cursor, "brackets are nested too deeply");
  switch (cursor->token.kind) {
    case PYTHON_TOKEN_NAME:
      return parse_name(cursor, expr);
    case PYTHON_TOKEN_NUMBER:
      return parse_number(cursor, false, expr);
    case PYTHON_TOKEN_STRING:
      return parse_string(cursor, expr);
    case PYTHON_TOKEN_PUNCTUATION:
      if (python_is(cursor, '(') || python_is(cursor, '[')) return parse_bracket(cursor, expr);
      if (python_is(cursor, '-')) return parse_negative(cursor, expr);
      return python_fail(cursor, "expected a value, found '%c'", cursor->token.punctuation);
    case PYTHON_TOKEN_END:
      return python_fail(cursor, "expected a value, but the text ends here");
    default:
      return python_fail(cursor, "expected a value");
  }
}

// Moves over the operator at the current token: one or two characters; "=" alone is none.
static bool take_operator(PythonCursor *cursor) {
  if (cursor->token.kind != PYTHON_TOKEN_PUNCTUATION || !strchr("+-*/%<>=!&|^", cursor->token.punctuation))
    return false;
  char first = cursor->token.punctuation;
  bool alone = first != '=' && first != '!';
  PythonCursor ahead = *cursor;
  python_next(&ahead);
  bool joined =
      ahead.token.kind == PYTHON_TOKEN_PUNCTUATION && ahead.token.offset == cursor->token.offset + 1;
  bool pair = joined && (ahead.token.punctuation == '=' || (alone && ahead.token.punctuation == first));
  if (!alone && !pair) return false;
  *cursor = ahead;
  if (pair && !(first == '-' || first == '+')) python_next(cursor);
  return true;
}

bool python_parse(PythonCursor *cursor, PythonExpr *expr) {
  if (!parse_value(cursor, expr)) return false;
  ExprVector operands = {0};
  bool done = true;
  while (done && take_operator(cursor)) {
    PythonExpr operand;
    if (operands.count == 0) vector_push(&operands, *expr);
    done = parse_value(cursor, &operand);
    vector_push(&operands, operand);
  }
  if (done && operands.count) {
    *expr = (PythonExpr){.begin = expr->begin};
    make_expression(cursor, &operands, expr);
  }
  vector_free(&operands);
  return done;
}
