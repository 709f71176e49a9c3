#include "base/status.h"

#include "test.h"

static void fail_sets_code_and_message(void **state) {
  (void)state;
  Status status = {0};
  assert_false(status_fail(&status, STATUS_MISSING, "no %s of %d", "device", 2));
  assert_int_equal(status.code, STATUS_MISSING);
  assert_string_equal(status.message, "no device of 2");
}

static void a_null_status_is_allowed(void **state) {
  (void)state;
  assert_false(status_fail(NULL, STATUS_INPUT, "lost"));
  assert_false(status_fail_at(NULL, "f", "text", 4, 0, "lost"));
  assert_false(status_prefix(NULL, "lost"));
}

static void a_long_message_is_cut(void **state) {
  (void)state;
  Status status = {0};
  char long_text[2 * STATUS_MESSAGE_SIZE];
  memset(long_text, 'x', sizeof long_text - 1);
  long_text[sizeof long_text - 1] = '\0';
  status_fail(&status, STATUS_INPUT, "%s", long_text);
  assert_int_equal(strlen(status.message), STATUS_MESSAGE_SIZE - 1);
  status_prefix(&status, "where");
  assert_int_equal(strlen(status.message), STATUS_MESSAGE_SIZE - 1);
  assert_memory_equal(status.message, "where: xxx", 10);
}

static void prefix_goes_before(void **state) {
  (void)state;
  Status status = {0};
  status_fail(&status, STATUS_INPUT, "not a number");
  assert_false(status_prefix(&status, "op %d", 7));
  assert_string_equal(status.message, "op 7: not a number");
  assert_int_equal(status.code, STATUS_INPUT);
}

// What a message quotes cannot move the cursor, set colours or rename the window.
static void a_message_cannot_control_a_terminal(void **state) {
  (void)state;
  Status status = {0};
  status_fail(&status, STATUS_INPUT, "no \"%s\":\n\t%s", "\x1b]0;x\a", "caf\xc3\xa9 \xc2\x9b\xff");
  assert_string_equal(status.message, "no \"?]0;x?\":\n\tcaf\xc3\xa9 ???");
  status_prefix(&status, "%s", "in \x1b[2J");
  assert_memory_equal(status.message, "in ?[2J: no", 11);
}

static void expect_at(const char *text, long offset, const char *expected) {
  Status status = {0};
  assert_false(status_fail_at(&status, "g.json", text, (long)strlen(text), offset, "bad"));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_string_equal(status.message, expected);
}

static void a_place_shows_line_and_caret(void **state) {
  (void)state;
  expect_at("first\nsecond\nthird", 9, "g.json:2:4: bad\n  second\n     ^");
  expect_at("first\nsecond", 0, "g.json:1:1: bad\n  first\n  ^");
  expect_at("", 0, "g.json:1:1: bad\n  \n  ^");
}

static void a_place_at_the_end_or_outside_is_the_end(void **state) {
  (void)state;
  expect_at("ab", 2, "g.json:1:3: bad\n  ab\n    ^");
  expect_at("ab\n", 3, "g.json:2:1: bad\n  \n  ^");
  expect_at("ab", 99, "g.json:1:3: bad\n  ab\n    ^");
  expect_at("ab", -5, "g.json:1:1: bad\n  ab\n  ^");
}

static void the_newline_belongs_to_its_line(void **state) {
  (void)state;
  expect_at("ab\ncd", 2, "g.json:1:3: bad\n  ab\n    ^");
  expect_at("ab\r\ncd", 1, "g.json:1:2: bad\n  ab\n   ^");
}

static void columns_count_characters(void **state) {
  (void)state;
  expect_at("\xc3\xa9\xc3\xa9x", 4, "g.json:1:3: bad\n  \xc3\xa9\xc3\xa9x\n    ^");
}

static void control_characters_become_spaces(void **state) {
  (void)state;
  expect_at("a\t\x1b[31mb", 7, "g.json:1:8: bad\n  a  [31mb\n         ^");
}

// The part of a long line that is shown holds the column, and the caret stands under it.
static void a_long_line_is_cut_around_the_column(void **state) {
  (void)state;
  enum { LENGTH = 5000 };
  char text[LENGTH];
  memset(text, 'a', sizeof text);
  for (long offset = 0; offset < LENGTH; offset += 7) {
    text[offset] = 'Z';
    Status status = {0};
    status_fail_at(&status, "f", text, LENGTH, offset, "bad");
    char *line = strchr(status.message, '\n') + 1, *caret_line = strchr(line, '\n') + 1;
    assert_true(caret_line - line <= 104);
    assert_int_equal(line[strchr(caret_line, '^') - caret_line], 'Z');
    text[offset] = 'a';
  }
}

// A cut never splits a character, whatever the column.
static void a_cut_keeps_characters_whole(void **state) {
  (void)state;
  char text[900];
  for (int i = 0; i < 900; i += 3)
    memcpy(text + i, "\xe2\x82\xac", 3);
  for (long offset = 0; offset < 900; offset += 3) {
    Status status = {0};
    status_fail_at(&status, "f", text, 900, offset, "bad");
    char *line = strchr(status.message, '\n') + 3, *end = strchr(line, '\n');
    assert_int_equal((end - line) % 3, 0);
    assert_memory_equal(line, "\xe2\x82\xac", 3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fail_sets_code_and_message),
      cmocka_unit_test(a_null_status_is_allowed),
      cmocka_unit_test(a_long_message_is_cut),
      cmocka_unit_test(prefix_goes_before),
      cmocka_unit_test(a_message_cannot_control_a_terminal),
      cmocka_unit_test(a_place_shows_line_and_caret),
      cmocka_unit_test(a_place_at_the_end_or_outside_is_the_end),
      cmocka_unit_test(the_newline_belongs_to_its_line),
      cmocka_unit_test(columns_count_characters),
      cmocka_unit_test(control_characters_become_spaces),
      cmocka_unit_test(a_long_line_is_cut_around_the_column),
      cmocka_unit_test(a_cut_keeps_characters_whole),
  };
  return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
