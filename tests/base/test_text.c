#include "base/text.h"

#include "test.h"

static void an_empty_text_is_usable(void **state) {
  (void)state;
  Text text = {0};
  assert_string_equal(text_get(&text), "");
  text_clear(&text);
  char *taken = text_take(&text);
  assert_string_equal(taken, "");
  free(taken);
  text_free(&text);
}

static void text_grows(void **state) {
  (void)state;
  Text text = {0};
  for (int i = 0; i < 10000; i++)
    text_printf(&text, "%d,", i % 10);
  assert_int_equal(text.length, 20000);
  for (int i = 0; i < 10000; i++) {
    assert_int_equal(text.data[2 * i], '0' + i % 10);
    assert_int_equal(text.data[2 * i + 1], ',');
  }
  text_free(&text);
}

static void text_holds_bytes_and_formats(void **state) {
  (void)state;
  Text text = {0};
  text_add(&text, "row");
  text_add_bytes(&text, "\0x", 2);
  text_printf(&text, "%s", "");
  text_printf(&text, "%c%d", '_', 5);
  assert_int_equal(text.length, 7);
  assert_memory_equal(text_get(&text), "row\0x_5", 8);
  text_clear(&text);
  assert_string_equal(text_get(&text), "");
  text_printf(&text, "%300s", "end");
  assert_int_equal(text.length, 300);
  char *taken = text_take(&text);
  assert_string_equal(taken + 297, "end");
  assert_int_equal(text.length, 0);
  free(taken);
}

static void starts_ends_equal(void **state) {
  (void)state;
  assert_true(text_starts("bf16[8]", "bf16"));
  assert_true(text_starts("x", ""));
  assert_false(text_starts("bf", "bf16"));
  assert_true(text_ends("graph.json", ".json"));
  assert_false(text_ends("json", ".json"));
  assert_true(text_ends("", ""));
  assert_true(text_equal("a", "a"));
  assert_false(text_equal("a", "b"));
  assert_true(text_equal(NULL, NULL));
  assert_false(text_equal(NULL, ""));
  assert_false(text_equal("", NULL));
}

static void expect_thousands(int64_t number, const char *expected) {
  char out[32];
  assert_string_equal(text_thousands(out, number), expected);
}

static void thousands(void **state) {
  (void)state;
  expect_thousands(0, "0");
  expect_thousands(999, "999");
  expect_thousands(1000, "1,000");
  expect_thousands(536870912, "536,870,912");
  expect_thousands(-1234567, "-1,234,567");
  expect_thousands(INT64_MAX, "9,223,372,036,854,775,807");
  expect_thousands(INT64_MIN, "-9,223,372,036,854,775,808");
}

static void expect_bytes(double bytes, const char *expected) {
  char out[32];
  assert_string_equal(text_bytes(out, bytes), expected);
}

static void times(void **state) {
  (void)state;
  static const struct {
    double microseconds;
    const char *expected;
  } cases[] = {{0, "0.00 us"},      {9.994, "9.99 us"},  {9.996, "10.0 us"},
               {-99.96, "-100 us"}, {999.4, "999 us"},   {999.6, "1.00 ms"},
               {999.4e3, "999 ms"}, {999.6e3, "1.00 s"}, {1234e6, "1234 s"}};
  char out[32];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_string_equal(text_time(out, cases[i].microseconds, "us"), cases[i].expected);
}

static void decimal_units(void **state) {
  (void)state;
  expect_bytes(0, "0 B");
  expect_bytes(999, "999 B");
  expect_bytes(1000, "1.0 kB");
  expect_bytes(33554432, "33.6 MB");
  expect_bytes(999949, "999.9 kB");
  expect_bytes(999960, "1.0 MB");
  expect_bytes(4.8e12, "4.8 TB");
  expect_bytes(-2e6, "-2.0 MB");
  expect_bytes(-0.0, "0 B");
  expect_bytes(-0.4, "0 B");
  expect_bytes(-1, "-1 B");
  expect_bytes(1e30, "1000000000000.0 EB");
}

static void expect_shell_word(const char *word, const char *expected) {
  Text text = {0};
  text_add_shell_word(&text, word);
  assert_string_equal(text_get(&text), expected);
  text_free(&text);
}

// As POSIX has it: within single quotes nothing means anything but the quote that ends them.
static void shell_words(void **state) {
  (void)state;
  expect_shell_word("graphs/a-1.json", "graphs/a-1.json");
  expect_shell_word("", "''");
  expect_shell_word("n=$(id)", "'n=$(id)'");
  expect_shell_word("~", "'~'");
  expect_shell_word("two words\n", "'two words\n'");
  expect_shell_word("it's `x` \\", "'it'\\''s `x` \\'");
}

static void expect_sanitized(const char *name, const char *expected) {
  char copy[64];
  strcpy(copy, name);
  text_sanitize(copy);
  assert_string_equal(copy, expected);
}

static void names_are_made_fit_to_print(void **state) {
  (void)state;
  expect_sanitized("layers.0.mul", "layers.0.mul");
  expect_sanitized("\x1b[31mred\n", "?[31mred?");
  expect_sanitized("\x7f\t", "??");
  expect_sanitized("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
  expect_sanitized("\xc2\x9bX", "??X"); // CSI as one character
  expect_sanitized(
      "a\xe2\x80\xae"
      "b",
      "a???b");                            // right-to-left override
  expect_sanitized("\xff\xfe", "??");      // never UTF-8
  expect_sanitized("\xc0\xaf", "??");      // overlong '/'
  expect_sanitized("\xed\xa0\x80", "???"); // a surrogate
  expect_sanitized("cut \xe2\x82", "cut ??");
  expect_sanitized("", "");
  char lines[] = "one\n\ttwo\r\x1b";
  text_sanitize_lines(lines);
  assert_string_equal(lines, "one\n\ttwo??");
}

static void expect_decoded(const char *bytes, size_t length, int expected_count, uint32_t expected) {
  uint32_t codepoint;
  assert_int_equal(text_decode(bytes, length, &codepoint), expected_count);
  assert_int_equal(codepoint, expected);
}

static void decoding(void **state) {
  (void)state;
  expect_decoded("A", 1, 1, 'A');
  expect_decoded("\0", 1, 1, 0);
  expect_decoded("\xc3\xa9", 2, 2, 0xe9);
  expect_decoded("\xe2\x82\xac", 3, 3, 0x20ac);
  expect_decoded("\xf0\x9f\x98\x80", 4, 4, 0x1f600);
  expect_decoded("\xe2\x82\xac", 2, 0, 0);
  expect_decoded("", 0, 0, 0);
  expect_decoded("\xf4\x90\x80\x80", 4, 0, 0); // above U+10FFFF
  expect_decoded("\xe0\x80\xaf", 3, 0, 0);     // overlong
  expect_decoded("\xc3(", 2, 0, 0);
}

static void distances(void **state) {
  (void)state;
  assert_int_equal(text_distance("", ""), 0);
  assert_int_equal(text_distance("", "abc"), 3);
  assert_int_equal(text_distance("kitten", "sitting"), 3);
  assert_int_equal(text_distance("gready", "greedy"), 1);
  assert_int_equal(text_distance("flaw", "lawn"), 2);
  char a[200], b[200];
  memset(a, 'a', 199), a[199] = '\0';
  memset(b, 'b', 199), b[199] = '\0';
  assert_int_equal(text_distance(a, b), 63);
}

// Every length, and back again: examples of the Unicode Standard's table 3-6 and its ends.
static void test_encode(void **state) {
  (void)state;
  static const uint32_t points[] = {0x24,   0x7f,   0x80,    0x430,   0x7ff,   0x800,
                                    0x4e8c, 0xffff, 0x10000, 0x10302, 0x10ffff};
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
    char bytes[5];
    uint32_t back;
    int count = text_encode(bytes, points[i]);
    assert_int_equal(strlen(bytes), count);
    assert_int_equal(text_decode(bytes, (size_t)count, &back), count);
    assert_int_equal(back, points[i]);
  }
  char bytes[5];
  assert_int_equal(text_encode(bytes, 0x4e8c), 3);
  assert_memory_equal(bytes, "\xe4\xba\x8c", 4);
  text_encode(bytes, 0xd800);
  assert_string_equal(bytes, "?");
  text_encode(bytes, 0x110000);
  assert_string_equal(bytes, "?");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shell_words),
      cmocka_unit_test(test_encode),
      cmocka_unit_test(an_empty_text_is_usable),
      cmocka_unit_test(text_grows),
      cmocka_unit_test(text_holds_bytes_and_formats),
      cmocka_unit_test(starts_ends_equal),
      cmocka_unit_test(thousands),
      cmocka_unit_test(times),
      cmocka_unit_test(decimal_units),
      cmocka_unit_test(names_are_made_fit_to_print),
      cmocka_unit_test(decoding),
      cmocka_unit_test(distances),
  };
  return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
