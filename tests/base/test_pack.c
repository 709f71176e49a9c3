// Packed values: they come back as they were, and what is no such row of bytes fails without harm.
#include "base/pack.h"

#include "test.h"

#include <math.h>

static void values_come_back(void **state) {
  (void)state;
  Text text = {0};
  pack_integer(&text, INT64_MIN), pack_integer(&text, 7), pack_integer(&text, 1);
  pack_number(&text, -0.1), pack_number(&text, INFINITY);
  pack_string(&text, "two\nlines"), pack_string(&text, ""), pack_string(&text, NULL);
  Unpack from = unpack_begin(text.data, text.length);
  assert_true(unpack_integer(&from, INT64_MIN, INT64_MAX) == INT64_MIN);
  assert_int_equal(unpack_integer(&from, 7, 7), 7);
  assert_true(unpack_bool(&from));
  assert_true(unpack_number(&from) == -0.1 && isinf(unpack_number(&from)));
  char *lines = unpack_string(&from), *empty = unpack_string(&from);
  assert_string_equal(lines, "two\nlines");
  assert_string_equal(empty, "");
  assert_false(unpack_is_done(&from)); // one more
  assert_null(unpack_string(&from));
  assert_true(unpack_is_done(&from));
  free(lines), free(empty), text_free(&text);
}

static void bounds_are_kept(void **state) {
  (void)state;
  Text text = {0};
  pack_integer(&text, 12), pack_integer(&text, 3);
  Unpack from = unpack_begin(text.data, text.length);
  assert_int_equal(unpack_integer(&from, 0, 11), 0);
  assert_int_equal(unpack_integer(&from, 2, 4), 2); // nor is what follows taken
  assert_int_equal(unpack_integer(&from, -9, -5), -5);
  assert_true(from.failed);
  assert_false(unpack_is_done(&from));
  text_free(&text);
}

// Cut anywhere, or with a length that is not true.
static void damage_fails(void **state) {
  (void)state;
  Text text = {0};
  pack_string(&text, "abc"), pack_integer(&text, 1);
  for (size_t length = 0; length < text.length; length++) {
    Unpack from = unpack_begin(text.data, length);
    free(unpack_string(&from));
    unpack_integer(&from, 0, 1);
    assert_true(from.failed);
  }
  text_clear(&text);
  pack_integer(&text, INT64_MAX), text_add(&text, "abc");
  Unpack from = unpack_begin(text.data, text.length);
  assert_null(unpack_string(&from));
  assert_true(from.failed);
  text_free(&text);
}

static void strings_may_be_shown(void **state) {
  (void)state;
  Text text = {0};
  pack_string(&text, "a\x1b[2J\xff\n"), pack_string(&text, "a\n"), pack_string(&text, NULL);
  Unpack from = unpack_begin(text.data, text.length);
  char *string = unpack_string(&from), *line = unpack_line(&from), *none = unpack_line(&from);
  assert_string_equal(string, "a?[2J?\n");
  assert_string_equal(line, "a?");
  assert_string_equal(none, "");
  free(string), free(line), free(none), text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_come_back),
      cmocka_unit_test(bounds_are_kept),
      cmocka_unit_test(damage_fails),
      cmocka_unit_test(strings_may_be_shown),
  };
  return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
