// The cell grid, drawing into it, pages, figures as text.
#include "test.h"
#include "tui/grid.h"
#include "tui/name.h"
#include "tui/number.h"
#include "tui/page.h"

static void assert_dump(const Grid *grid, const char *expected) {
  Text text = {0};
  grid_dump(grid, &text);
  assert_string_equal(text_get(&text), expected);
  text_free(&text);
}

static void test_text_is_clipped(void **state) {
  (void)state;
  Grid *grid = grid_new(8, 2, false);
  Canvas part = canvas_part(canvas_whole(grid), (Rect){2, 0, 4, 1});
  assert_int_equal(canvas_text(part, 1, 0, STYLE_TEXT, "abcdef"), 7);
  canvas_text(part, -1, 0, STYLE_TEXT, "xy");
  canvas_text(part, 0, 1, STYLE_TEXT, "below");
  assert_dump(grid, "  yabc\n\n");
  grid_free(grid);
}

static void test_wide_characters(void **state) {
  (void)state;
  Grid *grid = grid_new(5, 1, false);
  Canvas canvas = canvas_whole(grid);
  assert_int_equal(canvas_text(canvas, 0, 0, STYLE_TEXT, "日本"), 4);
  assert_int_equal(grid->cells[0].width, 2);
  assert_int_equal(grid->cells[1].width, 0);
  assert_dump(grid, "日本\n");
  canvas_text(canvas, 1, 0, STYLE_TEXT, "x"); // over the right half: the left half goes too
  assert_dump(grid, " x本\n");
  canvas_text(canvas, 4, 0, STYLE_TEXT, "日"); // no room for both halves
  assert_dump(grid, " x本\n");
  grid_free(grid);
}

static void test_combining_marks_and_control_characters(void **state) {
  (void)state;
  Grid *grid = grid_new(8, 1, false);
  canvas_text(canvas_whole(grid), 0, 0, STYLE_TEXT, "e\xcc\x81\033[m\xff!");
  assert_dump(grid, "e?[m?!\n");
  assert_int_equal(text_width("e\xcc\x81z"), 2);
  grid_free(grid);
}

static void test_ascii_grid(void **state) {
  (void)state;
  Grid *grid = grid_new(8, 1, true);
  canvas_text(canvas_whole(grid), 0, 0, STYLE_TEXT, "a→日b");
  assert_dump(grid, "a??b\n");
  grid_free(grid);
}

static void test_cut_text(void **state) {
  (void)state;
  Grid *grid = grid_new(12, 1, false);
  Canvas canvas = canvas_whole(grid);
  assert_int_equal(canvas_text_cut(canvas, 0, 0, 5, STYLE_TEXT, "convert", "…"), 5);
  canvas_text_right(canvas, 12, 0, STYLE_TEXT, "end");
  assert_dump(grid, "conv…    end\n");
  Text middle = {0};
  text_cut_middle("convert_element_type_14", 10, "…", &middle); // names end in what tells them apart
  text_add(&middle, " ");
  text_cut_middle("mul_14", 6, "…", &middle);
  text_add(&middle, " ");
  text_cut_middle("mul_14", 2, "…", &middle);
  assert_string_equal(text_get(&middle), "conve…e_14 mul_14 mu");
  text_free(&middle);
  assert_int_equal(canvas_text_middle(canvas, 0, 0, 4, STYLE_TEXT, "add_5", "…"), 4);
  assert_int_equal(canvas_text_cut(canvas, 3, 0, 0, STYLE_TEXT, "no", "…"), 3);
  grid_free(grid);
}

static void test_grid_equality(void **state) {
  (void)state;
  Grid *a = grid_new(3, 3, false), *b = grid_new(1, 1, false);
  canvas_text(canvas_whole(a), 0, 0, STYLE_OP, "x");
  assert_false(grid_equal(a, b));
  grid_copy(b, a);
  assert_true(grid_equal(a, b));
  canvas_under(canvas_whole(b), (Rect){0, 0, 1, 1}, STYLE_CURSOR); // the same text, but it looks different
  assert_false(grid_equal(a, b));
  grid_free(a);
  grid_free(b);
}

static void test_sizes_are_limited(void **state) {
  (void)state;
  Grid *grid = grid_new(1 << 30, -5, false);
  assert_int_equal(grid->width, GRID_LARGEST);
  assert_int_equal(grid->height, 1);
  grid_free(grid);
}

static void test_rectangles(void **state) {
  (void)state;
  Rect both = rect_intersect((Rect){0, 0, 5, 5}, (Rect){3, 4, 5, 5});
  assert_int_equal(both.x, 3);
  assert_int_equal(both.width, 2);
  assert_int_equal(both.height, 1);
  assert_int_equal(rect_intersect((Rect){0, 0, 2, 2}, (Rect){4, 4, 2, 2}).width, 0);
  assert_int_equal(rect_inset((Rect){0, 0, 1, 9}, 1, 1).width, 0);
  assert_true(rect_contains((Rect){1, 1, 2, 2}, 2, 2));
  assert_false(rect_contains((Rect){1, 1, 2, 2}, 3, 2));
}

static void assert_page(Page *page, int top, const char *expected) {
  Grid *grid = grid_new(12, 4, false);
  page_draw(page, canvas_whole(grid), top, PAGE_NO_TAG, "…");
  assert_dump(grid, expected);
  grid_free(grid);
}

static void test_page_breaks_words(void **state) {
  (void)state;
  Page page = {0};
  page_line(&page, 7);
  page_add(&page, STYLE_TEXT, "%d", 42);
  page_tab(&page, 4);
  page_add(&page, STYLE_TEXT, "x");
  page_paragraph(&page, 8, 2, 12, STYLE_TEXT, "one two three averyverylongword");
  assert_page(&page, 0, "42  x\n  one two\n  three\n  averyveryl\n");
  assert_page(&page, 2, "  three\n  averyveryl\n  ongword\n\n");
  int last;
  assert_int_equal(page_find_tag(&page, 8, &last), 1);
  assert_int_equal(last, 4);
  assert_int_equal(page_find_tag(&page, 9, NULL), -1);
  page_free(&page);
}

// A name longer than a line is whole, and begins behind the words before it where there is room.
static void test_page_breaks_long_names(void **state) {
  (void)state;
  static const char *const expected[] = {"- 2 launches, triton_poi_f", "used_mul_native_2_of_it",
                                         "(launch 2)"};
  Page page = {0};
  page_paragraph(&page, 8, 0, 26, STYLE_TEXT, "- 2 launches, triton_poi_fused_mul_native_2_of_it (launch 2)");
  assert_int_equal(page.lines.count, 3);
  for (int i = 0; i < 3; i++) {
    Text line = {0};
    page_line_text(&page, i, &line);
    assert_string_equal(text_get(&line), expected[i]);
    text_free(&line);
  }
  page_free(&page);
}

// A line of several styles is broken at blanks, in its tag; words of two styles and figures stay whole.
static void test_page_wraps_a_line(void **state) {
  (void)state;
  Page page = {0};
  page_line(&page, 7);
  page_add(&page, STYLE_STRONG, "K1");
  page_add(&page, STYLE_TEXT, "'s  op");
  page_add(&page, STYLE_GOOD, " 5 kB");
  page_wrap(&page, 2, 13); // it fits
  assert_int_equal(page.lines.count, 1);
  page_wrap(&page, 2, 10);
  assert_page(&page, 0, "K1's  op\n  5 kB\n\n\n");
  assert_int_equal(page.spans.data[0].style, STYLE_STRONG);
  assert_int_equal(page.spans.data[page.spans.count - 1].style, STYLE_GOOD);
  int last;
  assert_int_equal(page_find_tag(&page, 7, &last), 0);
  assert_int_equal(last, 1);
  page_free(&page);
}

// A figure keeps its unit.
static void test_page_keeps_units(void **state) {
  (void)state;
  Page page = {0};
  page_paragraph(&page, 8, 0, 12, STYLE_TEXT, "time +106 µs, 5 B 6 kB. 7 beds");
  assert_page(&page, 0, "time\n+106 µs, 5 B\n6 kB. 7 beds\n\n");
  page_free(&page);
  page = (Page){0};
  page_paragraph(&page, 8, 0, 8, STYLE_TEXT, "five 12 msec");
  assert_page(&page, 0, "five 12\nmsec\n\n\n");
  page_free(&page);
  page = (Page){0};
  page_paragraph(&page, 8, 0, 12, STYLE_TEXT, "at 1 ms→8 ms, so");
  assert_page(&page, 0, "at\n1 ms→8 ms,\nso\n\n");
  page_free(&page);
}

// Cut names stay apart by their numbers, where there is room for these.
static void test_names(void **state) {
  (void)state;
  char out[NAME_SIZE];
  assert_string_equal(name_short(out, "convert_element_type_24", 23, GLYPHS_UTF8), "convert_element_type_24");
  assert_string_equal(name_short(out, "convert_element_type_24", 22, GLYPHS_UTF8), "convert_element_ty…_24");
  assert_string_equal(name_short(out, "convert_element_type_24", 12, GLYPHS_ASCII), "convert_~_24");
  assert_string_equal(name_short(out, "convert_element_type_24", 7, GLYPHS_ASCII), "con~_24");
  assert_string_equal(name_short(out, "convert_element_type_24", 6, GLYPHS_ASCII), "conve~");
  assert_string_equal(name_short(out, "convert_element_type", 10, GLYPHS_ASCII), "convert_e~");
  assert_string_equal(name_short(out, "relu24", 4, GLYPHS_ASCII), "rel~");
  assert_string_equal(name_short(out, "_24", 2, GLYPHS_ASCII), "_~");
  assert_string_equal(name_short(out, "a\033b", 8, GLYPHS_ASCII), "a?b");
  assert_string_equal(name_short(out, "x", 0, GLYPHS_ASCII), "");
  assert_string_equal(name_short(out, "größenordnung_7", 8, GLYPHS_UTF8), "größe…_7");
  char longest[400];
  memset(longest, 'n', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  assert_int_equal(text_width(name_short(out, longest, 60, GLYPHS_ASCII)), 60);
  memcpy(longest + sizeof longest - 4, "_12", 3);
  assert_string_equal(name_short(out, longest, 8, GLYPHS_ASCII), "nnnn~_12");
}

static void test_numbers(void **state) {
  (void)state;
  char out[NUMBER_SIZE];
  assert_string_equal(number_short(out, 0), "0");
  assert_string_equal(number_short(out, 999), "999");
  assert_string_equal(number_short(out, 999.6), "1.00k");
  assert_string_equal(number_short(out, 67108864), "67.1M");
  assert_string_equal(number_short(out, -1500), "-1.50k");
  assert_string_equal(number_time(out, 15.23, GLYPHS_ASCII), "15.2 us");
  assert_string_equal(number_time(out, 1280, GLYPHS_UTF8), "1.28 ms");
  assert_string_equal(number_time(out, 2.5e6, GLYPHS_UTF8), "2.50 s");
  assert_string_equal(number_microseconds(out, 3247.4), "3247");
  assert_int_equal(number_percent(0.125), 13); // halves go up, both of even and of odd ones
  assert_int_equal(number_percent(0.375), 38);
  assert_int_equal(number_percent(0.994), 99);
  assert_string_equal(number_bytes_change(out, -64e6), "-64.0 MB");
  assert_string_equal(number_bytes_change(out, 64e6), "+64.0 MB");
  assert_string_equal(number_bytes_change(out, 0), "0 B");
  assert_string_equal(number_time_change(out, 1e-9, GLYPHS_ASCII), "0.00 us"); // no sign for rounding noise
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text_is_clipped),
      cmocka_unit_test(test_wide_characters),
      cmocka_unit_test(test_combining_marks_and_control_characters),
      cmocka_unit_test(test_ascii_grid),
      cmocka_unit_test(test_cut_text),
      cmocka_unit_test(test_grid_equality),
      cmocka_unit_test(test_sizes_are_limited),
      cmocka_unit_test(test_rectangles),
      cmocka_unit_test(test_page_breaks_words),
      cmocka_unit_test(test_page_wraps_a_line),
      cmocka_unit_test(test_page_breaks_long_names),
      cmocka_unit_test(test_page_keeps_units),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
