// Layout by properties, over every size: panes lie inside, never overlap but for shared borders, and the
// lines are where they are promised.
#include "explorer/panes/layout.h"
#include "test.h"
#include "tui/draw.h"

enum { WIDEST = 320, TALLEST = 110 };

static bool inside(Rect part, Rect whole) {
  return part.x >= whole.x && part.y >= whole.y && part.x + part.width <= whole.x + whole.width &&
         part.y + part.height <= whole.y + whole.height;
}

static bool is_empty(Rect rect) {
  return rect.width <= 0 || rect.height <= 0;
}

static void check_panes(const Layout *layout) {
  Rect screen = {0, 0, layout->width, layout->height};
  for (int a = 0; a < PANE_COUNT; a++) {
    if (is_empty(layout->frame[a])) continue;
    assert_true(inside(layout->frame[a], screen));
    assert_true(inside(layout->inside[a], layout->frame[a]));
    assert_true(is_empty(rect_intersect(layout->frame[a], layout->status)));
    assert_true(is_empty(rect_intersect(layout->frame[a], layout->header)));
    assert_true(is_empty(rect_intersect(layout->frame[a], layout->hints)));
    for (int b = a + 1; b < PANE_COUNT; b++) {
      if (is_empty(layout->frame[b])) continue;
      Rect both = rect_intersect(layout->frame[a], layout->frame[b]);
      assert_true(is_empty(both) || both.width == 1 || both.height == 1);
      assert_true(is_empty(rect_intersect(layout->inside[a], layout->inside[b])));
    }
  }
}

static void test_every_size(void **state) {
  (void)state;
  for (int width = 1; width <= WIDEST; width += width < 130 ? 1 : 13)
    for (int height = 1; height <= TALLEST; height++)
      for (int focus = 0; focus < PANE_COUNT; focus++) {
        Layout layout = layout_compute(width, height, (Pane)focus, PANE_DETAIL, NULL);
        check_panes(&layout);
        assert_int_equal(layout.status.height, 1);
        assert_true(inside(layout.status, (Rect){0, 0, width, height}));
        bool usable = width >= LAYOUT_LEAST_WIDTH && height >= LAYOUT_LEAST_HEIGHT;
        assert_int_equal(!is_empty(layout.frame[focus]), usable);
        if (usable) assert_true(layout.inside[focus].height >= 1);
      }
}

static int shown(int width, int height) {
  Layout layout = layout_compute(width, height, PANE_OPS, PANE_DETAIL, NULL);
  int count = 0;
  for (int i = 0; i < PANE_COUNT; i++)
    count += !is_empty(layout.frame[i]);
  return count;
}

static void test_panes_by_size(void **state) {
  (void)state;
  assert_int_equal(shown(40, 10), 1);
  assert_int_equal(shown(80, 24), 2);
  assert_int_equal(shown(120, 26), 3);
  assert_int_equal(shown(120, 40), 4);
  assert_int_equal(shown(300, 100), 4);
}

// The detail pane, whose pages are read, is never the narrowest.
static void test_detail_has_its_share(void **state) {
  (void)state;
  for (int width = 160; width <= WIDEST; width++)
    for (int height = 30; height <= TALLEST; height += 5) {
      Layout layout = layout_compute(width, height, PANE_OPS, PANE_DETAIL, NULL);
      assert_true(layout.frame[PANE_DETAIL].width >= layout.frame[PANE_KERNELS].width);
      assert_true(layout.frame[PANE_DETAIL].width >= width / 3);
      assert_true(layout.frame[PANE_KERNELS].width >= 55); // as many as on a screen of 120 columns
    }
}

static void test_focus_chooses_the_lower_pane(void **state) {
  (void)state;
  Layout layout = layout_compute(80, 24, PANE_KERNELS, PANE_DETAIL, NULL);
  assert_false(is_empty(layout.frame[PANE_OPS]));
  assert_false(is_empty(layout.frame[PANE_KERNELS]));
  assert_true(is_empty(layout.frame[PANE_DETAIL]));
  layout = layout_compute(80, 24, PANE_OPS, PANE_AROUND, NULL);
  assert_false(is_empty(layout.frame[PANE_AROUND]));
}

// Few ops leave their rows to the pane below, and many do where that has too few to read in.
static void test_fitting_ops(void **state) {
  (void)state;
  for (int width = 40; width <= WIDEST; width += 20)
    for (int height = 5; height <= TALLEST; height++)
      for (int rows = 0; rows < 40; rows += 3) {
        Layout layout = layout_compute(width, height, PANE_OPS, PANE_AROUND, NULL), before = layout;
        layout_fit_ops(&layout, rows, NULL);
        check_panes(&layout);
        for (int pane = 0; pane < PANE_COUNT; pane++)
          if (pane != PANE_OPS) assert_true(layout.inside[pane].height >= before.inside[pane].height);
        bool readable = layout.inside[PANE_AROUND].height <= 11;
        assert_true(layout.inside[PANE_OPS].height >= before.inside[PANE_OPS].height ||
                    layout.inside[PANE_OPS].height >= rows ||
                    (readable && layout.inside[PANE_OPS].height >= 6));
      }
  Layout layout = layout_compute(80, 24, PANE_OPS, PANE_AROUND, NULL);
  layout_fit_ops(&layout, 6, NULL);
  assert_int_equal(layout.inside[PANE_OPS].height, 6);
  assert_int_equal(layout.inside[PANE_AROUND].height, 12); // 24 lines: 3 around the panes, 3 borders
  layout = layout_compute(80, 24, PANE_OPS, PANE_AROUND, NULL);
  layout_fit_ops(&layout, 40, NULL);
  assert_int_equal(layout.inside[PANE_OPS].height, 7);
  assert_int_equal(layout.inside[PANE_AROUND].height, 11);
  Shares shares = {0};
  shares.of[SPLIT_TWO_ROWS] = SHARE_WHOLE / 2; // a person put the border there
  layout = layout_compute(80, 24, PANE_OPS, PANE_AROUND, &shares);
  int height = layout.inside[PANE_OPS].height;
  layout_fit_ops(&layout, 4, &shares);
  assert_int_equal(layout.inside[PANE_OPS].height, height);
}

static void test_borders_join(void **state) {
  (void)state;
  Layout layout = layout_compute(80, 24, PANE_OPS, PANE_DETAIL, NULL);
  Grid *grid = grid_new(80, 24, true);
  draw_frames(canvas_whole(grid), layout.frame, PANE_COUNT, GLYPHS_ASCII);
  Rect lower = layout.frame[PANE_DETAIL];
  assert_int_equal(grid->cells[lower.y * 80].codepoint, '+'); // a corner of both panes
  assert_int_equal(grid->cells[lower.y * 80 + 5].codepoint, '-');
  assert_int_equal(grid->cells[(lower.y + 1) * 80].codepoint, '|');
  grid_free(grid);
}

// ---- Borders that a person moved.

enum { LEAST_COLUMNS = 20, LEAST_ROWS = 4 }; // with the borders

static void check_kept_room(const Layout *layout) {
  for (int pane = 0; pane < PANE_COUNT; pane++) {
    Rect frame = layout->frame[pane];
    if (is_empty(frame)) continue;
    assert_true(frame.width >= LEAST_COLUMNS && frame.height >= LEAST_ROWS);
  }
}

// Wherever borders are put on whatever screen, no pane vanishes.
static void test_moved_borders(void **state) {
  (void)state;
  static const int at[] = {1, 1700, 5000, 9000, SHARE_WHOLE - 1};
  for (int width = 60; width <= WIDEST; width += 7)
    for (int height = 20; height <= TALLEST; height += 3)
      for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
          Shares shares;
          for (int split = 0; split < SPLIT_COUNT; split++)
            shares.of[split] = at[split % 2 ? a : b];
          Layout layout = layout_compute(width, height, PANE_OPS, PANE_DETAIL, &shares);
          check_panes(&layout);
          check_kept_room(&layout);
        }
}

// A border put where it is stays there, and one put elsewhere goes there.
static void test_a_border_goes_where_it_is_put(void **state) {
  (void)state;
  static const struct {
    int width, height, borders;
  } screens[] = {{80, 24, 1}, {120, 26, 2}, {120, 40, 3}, {200, 60, 3}, {319, 109, 3}};
  for (int i = 0; i < 5; i++) {
    int width = screens[i].width, height = screens[i].height;
    Layout first = layout_compute(width, height, PANE_OPS, PANE_DETAIL, NULL);
    assert_int_equal(first.border_count, screens[i].borders);
    for (int border = 0; border < first.border_count; border++)
      for (int by = -3; by <= 3; by++) {
        const Border *it = &first.borders[border];
        Rect line = layout_border(&first, border);
        Shares shares = {0};
        shares.of[it->split] =
            layout_share_at(it, line.x + (it->upright ? by : 0), line.y + (it->upright ? 0 : by));
        Layout moved = layout_compute(width, height, PANE_OPS, PANE_DETAIL, &shares);
        Rect now = layout_border(&moved, border);
        assert_int_equal(it->upright ? now.x - line.x : now.y - line.y, by);
      }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_size),           cmocka_unit_test(test_panes_by_size),
      cmocka_unit_test(test_detail_has_its_share), cmocka_unit_test(test_focus_chooses_the_lower_pane),
      cmocka_unit_test(test_fitting_ops),          cmocka_unit_test(test_borders_join),
      cmocka_unit_test(test_moved_borders),        cmocka_unit_test(test_a_border_goes_where_it_is_put),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
