// Tokens and expressions of Python text.
#include "graph/read/python/python.h"

#include "test.h"

#include <math.h>

typedef struct Source {
  Arena *arena;
  TextLine lines[8];
  PythonCursor cursor;
  Status status;
} Source;

// A cursor over the text's lines; source_close frees it.
static void source_open(Source *source, const char *text) {
  *source = (Source){.arena = arena_new()};
  int count = 0;
  for (const char *at = text; at && count < 8; count++) {
    const char *end = strchr(at, '\n');
    source->lines[count] =
        (TextLine){.offset = at - text, .length = (int)(end ? end - at : (long)strlen(at))};
    at = end ? end + 1 : NULL;
  }
  source->cursor = (PythonCursor){.file = "text",
                                  .text = text,
                                  .text_length = (long)strlen(text),
                                  .lines = source->lines,
                                  .line_count = count,
                                  .arena = source->arena,
                                  .status = &source->status};
  python_next(&source->cursor);
}

static PythonExpr parse(Source *source, const char *text) {
  PythonExpr expr;
  source_open(source, text);
  if (!python_parse(&source->cursor, &expr)) fail_msg("%s", source->status.message);
  return expr;
}

static void refuses(const char *text, const char *part) {
  Source source;
  PythonExpr expr;
  source_open(&source, text);
  assert_false(python_parse(&source.cursor, &expr));
  if (!strstr(source.status.message, part)) fail_msg("\"%s\" is not in: %s", part, source.status.message);
  arena_free(source.arena);
}

static void reads_literals(void **state) {
  (void)state;
  static const struct {
    const char *text;
    PythonKind kind;
    double number;
  } literals[] = {
      {"None", PYTHON_NONE, 0},
      {"True", PYTHON_BOOL, 1},
      {"False", PYTHON_BOOL, 0},
      {"42", PYTHON_INTEGER, 42},
      {"-7", PYTHON_INTEGER, -7},
      {"1e-05", PYTHON_NUMBER, 1e-5},
      {"-2.5", PYTHON_NUMBER, -2.5},
      {".5", PYTHON_NUMBER, 0.5},
      {"inf", PYTHON_NUMBER, (double)INFINITY},
      {"-inf", PYTHON_NUMBER, (double)-INFINITY},
      {"float('-inf')", PYTHON_NUMBER, (double)-INFINITY},
      {"(3)", PYTHON_INTEGER, 3},
  };
  for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
    Source source;
    PythonExpr expr = parse(&source, literals[i].text);
    assert_int_equal(expr.kind, literals[i].kind);
    assert_true(expr.number == literals[i].number);
    arena_free(source.arena);
  }
}

static void integers_are_exact(void **state) {
  (void)state;
  Source source;
  assert_true(parse(&source, "9223372036854775807").integer == INT64_MAX);
  arena_free(source.arena);
  assert_true(parse(&source, "-9223372036854775808").integer == INT64_MIN);
  arena_free(source.arena);
  refuses("9223372036854775808", "64 bits");
}

static void reads_calls_across_lines(void **state) {
  (void)state;
  Source source;
  PythonExpr call = parse(&source, "a.b.c([x, (1,), ()], # a comment )\n  key = 'v(', other = d[3])");
  assert_int_equal(call.kind, PYTHON_CALL);
  assert_string_equal(call.text, "a.b.c");
  assert_int_equal(call.item_count, 1);
  assert_int_equal(call.items[0].item_count, 3);
  assert_int_equal(call.items[0].items[1].kind, PYTHON_TUPLE);
  assert_int_equal(call.items[0].items[2].item_count, 0);
  assert_int_equal(call.keyword_count, 2);
  assert_string_equal(call.keywords[0].value.text, "v(");
  assert_int_equal(call.keywords[1].value.kind, PYTHON_INDEX);
  assert_int_equal(call.keywords[1].value.items[1].integer, 3);
  arena_free(source.arena);
}

// Operators are kept as text, their operands as items.
static void reads_expressions(void **state) {
  (void)state;
  static const struct {
    const char *text, *read;
    int operands;
  } expressions[] = {
      {"a + (b // 2)", "a + (b // 2)", 2}, {"(a) * -2 % c", "(a) * -2 % c", 3}, {"-x", "-x", 1},
      {"a <= 20, b", "a <= 20", 2},        {"a == f(1, 2)", "a == f(1, 2)", 2}, {"a**2", "a**2", 2},
  };
  for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
    Source source;
    PythonExpr expr = parse(&source, expressions[i].text);
    assert_int_equal(expr.kind, PYTHON_EXPRESSION);
    assert_string_equal(expr.text, expressions[i].read);
    assert_int_equal(expr.item_count, expressions[i].operands);
    arena_free(source.arena);
  }
  refuses("a +", "expected a value");
  refuses("a + * b", "found '*'");
}

static void lines_end_statements_outside_brackets(void **state) {
  (void)state;
  Source source;
  PythonExpr expr = parse(&source, "a\nb");
  assert_string_equal(expr.text, "a");
  assert_int_equal(source.cursor.token.kind, PYTHON_TOKEN_NEWLINE);
  python_next(&source.cursor);
  assert_int_equal(source.cursor.token.kind, PYTHON_TOKEN_NAME);
  arena_free(source.arena);
}

static void refuses_what_is_not_python(void **state) {
  (void)state;
  refuses("", "expected a value");
  refuses("f(1, 2", "text ends here");
  refuses("f(1 2)", "expected ',' or ')'");
  refuses("'open", "does not end");
  refuses("12ab", "not a number");
  refuses("--1", "after '-'");
  refuses("?", "unexpected character");
  refuses(")", "found ')'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_literals),
      cmocka_unit_test(integers_are_exact),
      cmocka_unit_test(reads_calls_across_lines),
      cmocka_unit_test(reads_expressions),
      cmocka_unit_test(lines_end_statements_outside_brackets),
      cmocka_unit_test(refuses_what_is_not_python),
  };
  return cmocka_run_group_tests_name("python", tests, NULL, NULL);
}
