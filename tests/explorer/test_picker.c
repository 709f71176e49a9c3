// Fuzzy matching, line editing and pickers.
#include "test.h"
#include "tui/fuzzy.h"
#include "tui/line_edit.h"
#include "tui/picker.h"

static void test_fuzzy_order(void **state) {
  (void)state;
  assert_int_equal(fuzzy_score("", "anything"), 1);
  assert_int_equal(fuzzy_score("xyz", "fuse"), 0);
  assert_true(fuzzy_score("FUSE", "fuse") > 0);
  assert_true(fuzzy_score("fp", "fuse with producer") > 0);
  assert_true(fuzzy_score("fuse", "fuse") > fuzzy_score("fuse", "force fuse"));
  assert_true(fuzzy_score("cut", "cut") > fuzzy_score("cut", "choose a custom tab"));
  assert_true(fuzzy_score("np", "next pane") > fuzzy_score("np", "unpin"));
  assert_int_equal(fuzzy_score("fuze", "fuse"), 0);
}

static void test_plain_search(void **state) {
  (void)state;
  assert_true(fuzzy_contains("convert_element", "ELEM"));
  assert_false(fuzzy_contains("convert", ""));
  assert_false(fuzzy_contains("mul", "mull"));
}

static void type(Text *line, const char *characters) {
  for (; *characters; characters++)
    assert_true(line_edit_key(line, (Key){(uint32_t)*characters, 0}));
}

static void test_line_editing(void **state) {
  (void)state;
  Text line = {0};
  type(&line, "two words");
  assert_true(line_edit_key(&line, (Key){'w', MODIFIER_CONTROL}));
  assert_string_equal(text_get(&line), "two ");
  assert_true(line_edit_key(&line, (Key){0xe9, 0})); // é, two bytes
  assert_string_equal(text_get(&line), "two é");
  assert_true(line_edit_key(&line, (Key){KEYCODE_BACKSPACE, 0}));
  assert_string_equal(text_get(&line), "two ");
  assert_true(line_edit_key(&line, (Key){'u', MODIFIER_CONTROL}));
  assert_true(line_edit_key(&line, (Key){KEYCODE_BACKSPACE, 0})); // nothing left: no harm
  assert_string_equal(text_get(&line), "");
  assert_false(line_edit_key(&line, (Key){KEYCODE_DOWN, 0}));
  line_edit_paste(&line, "one\033\nsecond line");
  assert_string_equal(text_get(&line), "one?");
  text_free(&line);
}

static void fill(Picker *picker) {
  picker_open(picker, "Test", NULL);
  picker_heading(picker, "Moving");
  picker_item(picker, "down", "to the next row", "j Down", NULL, 1);
  picker_item(picker, "up", "to the row before", "k Up", NULL, 2);
  picker_heading(picker, "Editing");
  picker_item(picker, "fuse", "put kernels together", "f", "no neighbours", 3);
  picker_filter(picker);
}

static int chosen(const Picker *picker) {
  const PickerItem *item = picker_chosen(picker);
  return item ? item->value : -1;
}

static void test_headings_are_never_chosen(void **state) {
  (void)state;
  Picker picker = {0};
  fill(&picker);
  assert_int_equal(chosen(&picker), 1);
  picker_key(&picker, (Key){KEYCODE_UP, 0});
  assert_int_equal(chosen(&picker), 1);
  picker_key(&picker, (Key){KEYCODE_DOWN, 0});
  picker_key(&picker, (Key){KEYCODE_DOWN, 0}); // over a heading
  assert_int_equal(chosen(&picker), 3);
  picker_key(&picker, (Key){KEYCODE_DOWN, 0});
  assert_int_equal(chosen(&picker), 3);
  picker_key(&picker, (Key){KEYCODE_HOME, 0});
  assert_int_equal(chosen(&picker), 1);
  picker_free(&picker);
}

static void test_filter_by_text_key_and_help(void **state) {
  (void)state;
  Picker picker = {0};
  fill(&picker);
  picker_paste(&picker, "fu");
  assert_int_equal(chosen(&picker), 3);
  fill(&picker);
  picker_paste(&picker, "k"); // a key wins over names
  assert_int_equal(chosen(&picker), 2);
  fill(&picker);
  picker_paste(&picker, "next row");
  assert_int_equal(chosen(&picker), 1);
  fill(&picker);
  picker_paste(&picker, "zzz");
  assert_null(picker_chosen(&picker));
  assert_int_equal(picker.shown.count, 0);
  picker_free(&picker);
}

static void test_answers(void **state) {
  (void)state;
  Picker picker = {0};
  fill(&picker);
  assert_int_equal(picker_key(&picker, (Key){'u', 0}), PICKER_OPEN);
  assert_int_equal(picker_key(&picker, (Key){KEYCODE_TAB, 0}), PICKER_OPEN);
  assert_string_equal(text_get(&picker.input), "up");
  assert_int_equal(picker_key(&picker, (Key){KEYCODE_ENTER, 0}), PICKER_ACCEPTED);
  assert_int_equal(picker_key(&picker, (Key){KEYCODE_ESCAPE, 0}), PICKER_CANCELLED);
  picker_free(&picker);
}

static void test_reading(void **state) {
  (void)state;
  Picker picker = {0};
  picker_open(&picker, "Text", NULL);
  picker.reading = true;
  for (int i = 0; i < 30; i++)
    picker_heading(&picker, "line");
  picker_filter(&picker);
  Grid *grid = grid_new(40, 14, true);
  picker_key(&picker, (Key){KEYCODE_UP, 0});
  picker_draw(&picker, canvas_whole(grid), GLYPHS_ASCII);
  assert_int_equal(picker.top, 0);
  picker_key(&picker, (Key){KEYCODE_DOWN, 0});
  picker_draw(&picker, canvas_whole(grid), GLYPHS_ASCII);
  assert_int_equal(picker.top, 1);
  picker_key(&picker, (Key){KEYCODE_END, 0});
  picker_draw(&picker, canvas_whole(grid), GLYPHS_ASCII);
  assert_true(picker.top > 10 && picker.top < 30);
  assert_null(picker_chosen(&picker));
  picker_paste(&picker, "text");
  assert_int_equal(picker.shown.count, 30); // it filters nothing
  assert_int_equal(picker_key(&picker, (Key){'q', 0}), PICKER_CANCELLED);
  grid_free(grid);
  picker_free(&picker);
}

static void test_area_is_on_the_screen(void **state) {
  (void)state;
  Picker picker = {0};
  fill(&picker);
  for (int width = 1; width < 140; width += 3)
    for (int height = 1; height < 50; height++) {
      Grid *grid = grid_new(width, height, true);
      Rect area = picker_area(&picker, (Rect){0, 0, width, height});
      assert_true(area.x >= 0 && area.x + area.width <= width);
      picker_draw(&picker, canvas_whole(grid), GLYPHS_ASCII);
      grid_free(grid);
    }
  picker_free(&picker);
}

static void draw(Picker *picker, int width, int height, Text *out) {
  Grid *grid = grid_new(width, height, true);
  picker_draw(picker, canvas_whole(grid), GLYPHS_ASCII);
  text_clear(out);
  grid_dump(grid, out);
  grid_free(grid);
}

// Where the screen has room, the list is as wide as its longest line: borders, mark, label, blanks, words,
// keys.
static void test_as_wide_as_its_lines(void **state) {
  (void)state;
  char words[101];
  memset(words, 'w', 100);
  words[100] = '\0';
  Picker picker = {0};
  picker_open(&picker, "List", NULL);
  picker_item(&picker, "short", "fits", "k", NULL, 1);
  picker_filter(&picker);
  assert_int_equal(picker_area(&picker, (Rect){0, 0, 160, 40}).width, 92);
  picker_item(&picker, "long", words, "k", NULL, 2);
  picker_filter(&picker);
  assert_int_equal(picker_area(&picker, (Rect){0, 0, 160, 40}).width, 1 + 2 + 5 + 2 + 100 + 2 + 1 + 1 + 1);
  assert_int_equal(picker_area(&picker, (Rect){0, 0, 110, 40}).width, 110 - 4); // the margins stay
  Text text = {0};
  draw(&picker, 160, 40, &text);
  assert_non_null(strstr(text_get(&text), words));
  text_free(&text);
  picker_free(&picker);
}

// What a line has no room for stands in full below the list while the line is selected; a list whose lines
// all fit needs no such room. Details begin behind the widest label.
static void test_what_does_not_fit(void **state) {
  (void)state;
  static const char help[] = "one two three four five six seven eight nine ten eleven twelve";
  Picker picker = {0};
  Text text = {0};
  picker_open(&picker, "List", NULL);
  picker_item(&picker, "short", "fits", "k", NULL, 1);
  picker_filter(&picker);
  draw(&picker, 60, 24, &text);
  assert_non_null(strstr(text_get(&text), "|> short  fits"));
  int plain = picker_area(&picker, (Rect){0, 0, 60, 24}).height;
  picker_item(&picker, "long one", help, "", NULL, 2);
  picker_filter(&picker);
  assert_true(picker_area(&picker, (Rect){0, 0, 60, 24}).height > plain + 1);
  draw(&picker, 60, 24, &text);
  assert_non_null(strstr(text_get(&text), "|> short     fits"));
  assert_null(strstr(text_get(&text), "twelve"));
  picker_key(&picker, (Key){KEYCODE_DOWN, 0});
  draw(&picker, 60, 24, &text);
  assert_non_null(strstr(text_get(&text), "|> long one  one two"));
  assert_non_null(strstr(text_get(&text), "| one two three"));
  assert_non_null(strstr(text_get(&text), "twelve"));
  draw(&picker, 60, 12, &text); // too low for it
  assert_null(strstr(text_get(&text), "twelve"));
  text_free(&text);
  picker_free(&picker);
}

// More lines than fit: arrows on the borders.
static void test_more_above_and_below(void **state) {
  (void)state;
  Picker picker = {0};
  Text text = {0};
  picker_open(&picker, "List", NULL);
  for (int i = 0; i < 40; i++)
    picker_item(&picker, "line", "", "", NULL, i);
  picker_filter(&picker);
  draw(&picker, 60, 20, &text);
  assert_null(strstr(text_get(&text), "-^-+"));
  assert_non_null(strstr(text_get(&text), "-v-+"));
  picker_key(&picker, (Key){KEYCODE_END, 0});
  draw(&picker, 60, 20, &text);
  assert_non_null(strstr(text_get(&text), "-^-+"));
  assert_null(strstr(text_get(&text), "-v-+"));
  text_free(&text);
  picker_free(&picker);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_as_wide_as_its_lines),
      cmocka_unit_test(test_what_does_not_fit),
      cmocka_unit_test(test_more_above_and_below),
      cmocka_unit_test(test_fuzzy_order),
      cmocka_unit_test(test_plain_search),
      cmocka_unit_test(test_line_editing),
      cmocka_unit_test(test_headings_are_never_chosen),
      cmocka_unit_test(test_filter_by_text_key_and_help),
      cmocka_unit_test(test_answers),
      cmocka_unit_test(test_reading),
      cmocka_unit_test(test_area_is_on_the_screen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
