// Theme files: reading, errors with their place, colours by capability.
#include "test.h"
#include "tui/theme.h"

#include <string.h>

static bool parse(const char *text, Theme *theme, Status *status) {
  *status = (Status){0};
  return theme_parse("some/my.theme", text, strlen(text), theme, status);
}

static void test_styles_are_read(void **state) {
  (void)state;
  Theme theme;
  Status status;
  assert_true(parse("# a comment\n\n text default default dim\ncursor #102030/4 #A0b0C0 bold reverse # why\n",
                    &theme, &status));
  assert_string_equal(theme.name, "my");
  const ThemeStyle *cursor = &theme.style[STYLE_CURSOR];
  assert_int_equal(cursor->foreground.rgb, 0x102030);
  assert_int_equal(cursor->foreground.ansi, 4);
  assert_int_equal(cursor->background.rgb, 0xa0b0c0);
  assert_int_equal(cursor->background.ansi, THEME_DEFAULT);
  assert_int_equal(cursor->attributes, ATTRIBUTE_BOLD | ATTRIBUTE_REVERSE);
  assert_int_equal(theme.style[STYLE_OP].attributes, ATTRIBUTE_DIM); // left out: as text
}

static void assert_refused(const char *text, const char *place, const char *part) {
  Theme theme;
  Status status;
  assert_false(parse(text, &theme, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, place));
  assert_non_null(strstr(status.message, part));
}

static void test_errors_say_where(void **state) {
  (void)state;
  assert_refused("text default\n", "my.theme:1", "colour is missing");
  assert_refused("text default default\nnothing default default\n", "my.theme:2:1", "no style \"nothing\"");
  assert_refused("op #12345 default\n", "my.theme:1:4", "no colour");
  assert_refused("op #123456/16 default\n", "my.theme:1:4", "no colour");
  assert_refused("op #1234567 default\n", "my.theme:1:4", "no colour");
  assert_refused("op default default blink\n", "my.theme:1:20", "no attribute");
  assert_refused("op default default\nop default default\n", "my.theme:2:1", "twice");
}

static void test_shipped_themes(void **state) {
  (void)state;
  int count;
  char **names = theme_names(&count);
  bool dark = false, light = false, mono = false;
  for (int i = 0; i < count; i++) {
    Theme theme;
    Status status = {0};
    assert_true(theme_load(names[i], &theme, &status));
    dark |= !strcmp(names[i], "dark"), light |= !strcmp(names[i], "light"), mono |= !strcmp(names[i], "mono");
    free(names[i]);
  }
  free(names);
  assert_true(dark && light && mono);
}

static void test_unknown_theme_lists_what_there_is(void **state) {
  (void)state;
  Theme theme;
  Status status = {0};
  assert_false(theme_load("nosuch", &theme, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "dark"));
  assert_non_null(strstr(status.message, "mono"));
  assert_false(theme_load("/nosuch/folder/x.theme", &theme, &status));
}

// Numbers by xterm's definition: 16 + 36 r + 6 g + b over levels 0 95 135 175 215 255; greys 232 + (v - 8)
// / 10.
static void test_colours_by_capability(void **state) {
  (void)state;
  ThemeColor red = {0xff0000, THEME_DEFAULT}, grey = {0x121212, THEME_DEFAULT}, chosen = {0x123456, 6};
  assert_int_equal(theme_color_number(red, DEPTH_TRUE), 0xff0000);
  assert_int_equal(theme_color_number(red, DEPTH_256), 16 + 36 * 5);
  assert_int_equal(theme_color_number(red, DEPTH_16), 9);
  assert_int_equal(theme_color_number(red, DEPTH_MONO), THEME_DEFAULT);
  assert_int_equal(theme_color_number(grey, DEPTH_256), 233);
  assert_int_equal(theme_color_number((ThemeColor){0x87afd7, THEME_DEFAULT}, DEPTH_256),
                   16 + 36 * 2 + 6 * 3 + 4);
  assert_int_equal(theme_color_number(chosen, DEPTH_16), 6);
  assert_int_equal(theme_color_number((ThemeColor){THEME_DEFAULT, THEME_DEFAULT}, DEPTH_TRUE), THEME_DEFAULT);
}

static void test_cursor_shows_at_every_depth(void **state) {
  (void)state;
  static const char *const names[] = {"dark", "light", "mono"};
  for (size_t i = 0; i < 3; i++)
    for (int depth = DEPTH_MONO; depth <= DEPTH_TRUE; depth++) {
      Theme theme;
      Status status = {0};
      assert_true(theme_load(names[i], &theme, &status));
      ThemeStyle plain = theme_resolve(&theme, STYLE_OP, STYLE_TEXT, (ColorDepth)depth);
      ThemeStyle under = theme_resolve(&theme, STYLE_OP, STYLE_CURSOR, (ColorDepth)depth);
      bool by_color = theme_color_number(plain.background, (ColorDepth)depth) !=
                      theme_color_number(under.background, (ColorDepth)depth);
      assert_true(by_color || plain.attributes != under.attributes);
    }
}

static void test_text_never_vanishes(void **state) {
  (void)state;
  Theme theme;
  Status status;
  assert_true(parse("text #ffffff default\nop #203040 default\ncursor default #203040\n", &theme, &status));
  ThemeStyle look = theme_resolve(&theme, STYLE_OP, STYLE_CURSOR, DEPTH_TRUE);
  assert_int_equal(look.foreground.rgb, 0xffffff);
}

static void check_eight(int front, int back, int expected_front, int expected_back, unsigned expected) {
  unsigned attributes = 0;
  theme_of_eight(&front, &back, &attributes);
  assert_int_equal(front, expected_front);
  assert_int_equal(back, expected_back);
  assert_int_equal(attributes, expected);
}

// On a terminal of 8 colours nothing has the colour of what it stands on, as blue heat on a blue cursor.
static void test_eight_colours(void **state) {
  (void)state;
  check_eight(3, 4, 3, 4, 0);
  check_eight(11, THEME_DEFAULT, 3, THEME_DEFAULT, ATTRIBUTE_BOLD);
  check_eight(8, 4, THEME_DEFAULT, 4, ATTRIBUTE_DIM);
  check_eight(12, 4, 7, 4, ATTRIBUTE_BOLD);
  check_eight(4, 12, 7, 4, 0);
  check_eight(7, 15, 0, 7, 0);
  check_eight(THEME_DEFAULT, THEME_DEFAULT, THEME_DEFAULT, THEME_DEFAULT, 0);
  for (int front = 0; front < 16; front++) {
    for (int back = 0; back < 16; back++) {
      int f = front, b = back;
      unsigned attributes = 0;
      theme_of_eight(&f, &b, &attributes);
      assert_true(f != b && f < 8 && b < 8);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_eight_colours),
      cmocka_unit_test(test_styles_are_read),
      cmocka_unit_test(test_errors_say_where),
      cmocka_unit_test(test_shipped_themes),
      cmocka_unit_test(test_unknown_theme_lists_what_there_is),
      cmocka_unit_test(test_colours_by_capability),
      cmocka_unit_test(test_cursor_shows_at_every_depth),
      cmocka_unit_test(test_text_never_vanishes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
