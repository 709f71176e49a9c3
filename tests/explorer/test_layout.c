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
        Layout layout = layout_compute(width, height, (Pane)focus, PANE_DETAIL);
        check_panes(&layout);
        assert_int_equal(layout.status.height, 1);
        assert_true(inside(layout.status, (Rect){0, 0, width, height}));
        bool usable = width >= LAYOUT_LEAST_WIDTH && height >= LAYOUT_LEAST_HEIGHT;
        assert_int_equal(!is_empty(layout.frame[focus]), usable);
        if (usable) assert_true(layout.inside[focus].height >= 1);
      }
}

static int shown(int width, int height) {
  Layout layout = layout_compute(width, height, PANE_OPS, PANE_DETAIL);
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

static void test_focus_chooses_the_lower_pane(void **state) {
  (void)state;
  Layout layout = layout_compute(80, 24, PANE_KERNELS, PANE_DETAIL);
  assert_false(is_empty(layout.frame[PANE_OPS]));
  assert_false(is_empty(layout.frame[PANE_KERNELS]));
  assert_true(is_empty(layout.frame[PANE_DETAIL]));
  layout = layout_compute(80, 24, PANE_OPS, PANE_AROUND);
  assert_false(is_empty(layout.frame[PANE_AROUND]));
}

// Few ops leave their rows to the pane below; many take nothing from it.
static void test_fitting_ops(void **state) {
  (void)state;
  for (int width = 40; width <= WIDEST; width += 20)
    for (int height = 5; height <= TALLEST; height++)
      for (int rows = 0; rows < 40; rows += 3) {
        Layout layout = layout_compute(width, height, PANE_OPS, PANE_AROUND), before = layout;
        layout_fit_ops(&layout, rows);
        check_panes(&layout);
        for (int pane = 0; pane < PANE_COUNT; pane++)
          if (pane != PANE_OPS) assert_true(layout.inside[pane].height >= before.inside[pane].height);
        assert_true(layout.inside[PANE_OPS].height >= before.inside[PANE_OPS].height ||
                    layout.inside[PANE_OPS].height >= rows);
      }
  Layout layout = layout_compute(80, 24, PANE_OPS, PANE_AROUND);
  layout_fit_ops(&layout, 8);
  assert_int_equal(layout.inside[PANE_OPS].height, 8);
  assert_int_equal(layout.inside[PANE_AROUND].height, 10); // 24 lines: 3 around the panes, 3 borders
}

static void test_borders_join(void **state) {
  (void)state;
  Layout layout = layout_compute(80, 24, PANE_OPS, PANE_DETAIL);
  Grid *grid = grid_new(80, 24, true);
  draw_frames(canvas_whole(grid), layout.frame, PANE_COUNT, GLYPHS_ASCII);
  Rect lower = layout.frame[PANE_DETAIL];
  assert_int_equal(grid->cells[lower.y * 80].codepoint, '+'); // a corner of both panes
  assert_int_equal(grid->cells[lower.y * 80 + 5].codepoint, '-');
  assert_int_equal(grid->cells[(lower.y + 1) * 80].codepoint, '|');
  grid_free(grid);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_size),
      cmocka_unit_test(test_panes_by_size),
      cmocka_unit_test(test_focus_chooses_the_lower_pane),
      cmocka_unit_test(test_fitting_ops),
      cmocka_unit_test(test_borders_join),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
