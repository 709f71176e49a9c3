// Filters of any table, and orders with what is not known.
#include "test.h"

#include "tui/filter.h"

#include <math.h>
#include <string.h>

typedef struct Row {
  const char *name;
  double width, weight;
} Row;

static double value(void *row, int field) {
  const Row *it = row;
  return field ? it->weight : it->width;
}

static bool named(void *row, const char *word) {
  return strstr(((const Row *)row)->name, word) != NULL;
}

static const char *const fields[] = {"width", "weight"};
static const FilterTable plain = {"a row", fields, 2, value, named, .equations = false},
                         equations = {"a row", fields, 2, value, named, .equations = true};

static void test_words(void **state) {
  (void)state;
  static const struct {
    const char *filter;
    bool plain, equations;
  } cases[] = {
      {"", true, true},
      {"oak", true, true},
      {"oak width>=2", true, true},
      {"oak width<2", false, false},
      {"!oak", false, false},
      {"weight>1", false, false}, // not known
      {"!weight>1", true, true},
      {"width>", true, true},   // being typed
      {"height>2", true, true}, // no field
      {"knots=8", true, true},  // a name where equations are
      {"knots=9", true, false},
      {"!knots=8", true, false},
      {"width=2", true, true},
      {"width=3", false, false}, // of a field it compares, everywhere
  };
  Row row = {"oak knots=8", 2, NAN};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(filter_matches(&plain, cases[i].filter, &row), cases[i].plain);
    assert_int_equal(filter_matches(&equations, cases[i].filter, &row), cases[i].equations);
  }
}

static void test_problems(void **state) {
  (void)state;
  Text text = {0};
  assert_false(filter_problem(&plain, "oak width>2", &text));
  assert_true(filter_problem(&plain, "knots=8 width>", &text)); // the first
  assert_string_equal(text_get(&text),
                      "\"knots=8\" compares nothing that a row has: there are width, weight");
  text_clear(&text);
  assert_true(filter_problem(&equations, "knots=8 width>", &text));
  assert_string_equal(text_get(&text), "\"width>\" has no number behind the sign, as in time>5");
  text_free(&text);
}

static void test_order(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    assert_int_equal(filter_order(2, 1, sign), -sign);
    assert_int_equal(filter_order(1, 2, sign), sign);
    assert_int_equal(filter_order(1, 1, sign), 0);
    assert_int_equal(filter_order(NAN, 1, sign), 1);
    assert_int_equal(filter_order(1, NAN, sign), -1);
    assert_int_equal(filter_order(NAN, NAN, sign), 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_problems),
                                     cmocka_unit_test(test_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
