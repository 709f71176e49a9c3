// Tabs of the detail pane: their names in little room, choosing, zooming.
#include "explorer/actions/action.h"
#include "explorer/panes/detail.h"
#include "explorer/tabs/sweep.h"
#include "explorer/tabs/tab.h"
#include "fixture.h"

#include <stdio.h>
#include <string.h>

static void test_title_names_the_shown_tab(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 80, 24);
  Explorer *explorer = it.explorer;
  for (int tab = 0; tab < TAB_COUNT; tab++) {
    explorer->tab = (DetailTab)tab;
    Text expected = {0};
    text_printf(&expected, "[%s]", tab_get((DetailTab)tab)->name);
    for (int width = 1; width < 200; width++) {
      Text title = {0};
      tab_title(explorer, width, &title);
      assert_non_null(strstr(text_get(&title), text_get(&expected)));
      bool alone = text_equal(text_get(&title), text_get(&expected));
      assert_true(alone || text_width(text_get(&title)) <= width);
      text_free(&title);
    }
    text_free(&expected);
  }
  close_graph(&it);
}

static void test_turning_goes_round(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 80, 24);
  Explorer *explorer = it.explorer;
  assert_int_equal(explorer->tab, TAB_WHY);
  for (int i = 0; i < TAB_COUNT; i++)
    action_run(explorer, action_get(ACTION_NEXT_TAB));
  assert_int_equal(explorer->tab, TAB_WHY);
  action_run(explorer, action_get(ACTION_PREVIOUS_TAB));
  assert_int_equal(explorer->tab, TAB_COUNT - 1);
  close_graph(&it);
}

static void test_zoom_gives_the_focused_pane_the_screen(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 80, 24);
  Explorer *explorer = it.explorer;
  action_run(explorer, action_get(ACTION_ZOOM));
  for (int pane = 0; pane < PANE_COUNT; pane++) {
    explorer_focus(explorer, (Pane)pane);
    for (int other = 0; other < PANE_COUNT; other++)
      assert_int_equal(explorer->layout.frame[other].width, other == pane ? 80 : 0);
  }
  action_run(explorer, action_get(ACTION_ZOOM));
  explorer_focus(explorer, PANE_OPS);
  assert_true(explorer->layout.frame[PANE_DETAIL].width > 0);
  close_graph(&it);
}

static void test_a_short_page_has_company_where_there_is_room(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 300, 100);
  explorer_time(it.explorer);
  press(&it, "j");
  assert_true(shows(&it, "- Numbers -"));
  assert_true(shows(&it, "- Memory -"));
  press(&it, "M"); // shown once, not twice
  assert_false(shows(&it, "- Memory -"));
  press(&it, "e"); // what is short of code leaves its room to others, too
  assert_true(shows(&it, "- Memory -"));
  assert_false(shows(&it, "- Code -"));
  press(&it, "p");
  assert_true(shows(&it, "- Numbers -"));
  assert_true(shows(&it, "- Code -"));
  close_graph(&it);
  it = open_graph("softmax.json", 120, 40); // what binds the kernel, whole, where there is no room for pages
  press(&it, "H greedy<Enter>");
  assert_true(shows(&it, "- Limits -"));
  assert_true(shows(&it, "TB/s"));
  assert_false(shows(&it, "- Numbers -"));
  press(&it, "I");
  assert_false(shows(&it, "- Limits -"));
  close_graph(&it);
  it = open_graph("softmax.json", 80, 24);
  press(&it, "j");
  assert_false(shows(&it, "- Numbers -"));
  close_graph(&it);
}

// However low the pane: the selected part's beginning is shown, and the page stays where it is.
static void test_low_panes(void **state) {
  (void)state;
  for (int height = 6; height < 14; height++) {
    Fixture it = open_graph("gelu_tanh.json", 60, height);
    Grid *again = grid_new(60, height, true);
    press(&it, "w4");
    for (int op = 0; op < 8; op++) {
      explorer_draw(it.explorer, again);
      assert_true(grid_equal(it.grid, again));
      int line = page_find_tag(&detail_pane(it.explorer)->page, it.explorer->choice[TAB_WHY], NULL);
      int shown = it.explorer->layout.inside[PANE_DETAIL].height;
      assert_in_range(line - detail_pane(it.explorer)->top, 0, shown - 1);
      press(&it, "1j4");
    }
    grid_free(again);
    close_graph(&it);
  }
}

// What stands below the last part that can be selected is reached by the keys that led there, line by line
// and by pages that leave no line out; they lead back the same way.
static void test_scrolls_behind_the_last_part(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 80, 24);
  press(&it, "H greedy<Enter> A 4 G");
  assert_true(shows(&it, "rows in flight"));
  assert_false(shows(&it, "knobs that move it"));
  int lines = 0;
  for (; lines < 40 && !shows(&it, "threads of a block"); lines++)
    press(&it, "j");
  assert_int_equal(it.explorer->choice[TAB_CLIFF], 6); // the last of seven ops
  press(&it, "j j k");                                 // there is no further
  assert_false(shows(&it, "threads of a block"));
  for (int i = 1; i < lines; i++)
    press(&it, "k");
  assert_true(shows(&it, "> + y "));
  press(&it, "k");
  assert_int_equal(it.explorer->choice[TAB_CLIFF], 5);
  press(&it, "G <PageDown>"); // of six lines below those that stay
  assert_true(shows(&it, "knobs that move it"));
  press(&it, "G");
  assert_true(shows(&it, "threads of a block"));
  press(&it, "g");
  assert_int_equal(it.explorer->choice[TAB_CLIFF], 0);
  assert_true(shows(&it, "> + xf"));
  close_graph(&it);
}

// The sweep of a hidden tab waits until it is shown again.
static void test_a_hidden_tab_rests(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "~1w");
  assert_int_equal(sweep_of(it.explorer)->points.data[0].total.kernels, 7);
  press(&it, "f");
  assert_int_equal(sweep_of(it.explorer)->points.data[0].total.kernels, 7);
  press(&it, "~");
  assert_int_equal(sweep_of(it.explorer)->points.data[0].total.kernels, 6);
  close_graph(&it);
}

// Another size makes anew what follows from the graph; what was chosen stays.
static void test_states_outlive_another_size(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "W4+");
  assert_true(shows(&it, ", 2 times as large"));
  press(&it, "1+A");
  assert_true(shows(&it, "3 hops"));
  press(&it, "* rows<Enter>32768<Enter>");
  assert_true(shows(&it, "rows=32768"));
  assert_true(shows(&it, "3 hops"));
  assert_true(shows(&it, "its 1 op joins one by one"));
  press(&it, "W");
  assert_true(shows(&it, ", 2 times as large"));
  close_graph(&it);
}

// Numbers, Memory and Roofline agree on what passes L2 for a product: its matrices, too.
static void test_figures_of_a_product(void **state) {
  (void)state;
  Fixture it = open_graph("swiglu_mlp.json", 120, 60);
  char line[64];
  press(&it, "H epilogues<Enter>gI4=");
  const Estimate *estimate =
      estimator_kernel(it.explorer->estimator, it.explorer->plan, explorer_kernel(it.explorer));
  double moved = (double)(estimate->moved_read_bytes + estimate->moved_write_bytes);
  double tensor = estimate->pipe_us[LIMIT_TENSOR];
  snprintf(line, sizeof line, " %.3g/%.3g TB/s", moved / (estimate->time_us * 1e6), moved / (tensor * 1e6));
  assert_true(shows(&it, line));
  snprintf(line, sizeof line, " TF/s  %.0f%% binds", 100 * tensor / estimate->time_us);
  assert_true(shows(&it, line));
  press(&it, "i");
  assert_true(moved / 9e6 > tensor); // at the rate of loads: copies are within the tensor cores' time
  snprintf(line, sizeof line, " %.0f us", moved / 9e6);
  assert_false(shows(&it, line));
  assert_true(shows(&it, "l2: with copies of matrices"));
  press(&it, "M");
  assert_true(shows(&it, "ld x "));
  assert_true(shows(&it, "ld wg "));
  assert_true(shows(&it, "Matrices are copied to shared memory"));
  close_graph(&it);
}

// A matrix that is read by columns without a tile takes L2's time by requests: its rate is still that of the
// bytes that pass it.
static void test_rate_of_scattered(void **state) {
  (void)state;
  Fixture it = open_graph("transpose_add_relu.json", 120, 60);
  char line[64];
  press(&it, "H greedy<Enter>s rows<Enter>1<Enter>gI4=");
  const Estimate *estimate =
      estimator_kernel(it.explorer->estimator, it.explorer->plan, explorer_kernel(it.explorer));
  double moved = (double)(estimate->moved_read_bytes + estimate->moved_write_bytes);
  assert_true(estimate->limit == LIMIT_L2 && moved / 9e6 < 0.7 * estimate->time_us);
  snprintf(line, sizeof line, " %.3g/%.3g TB/s", moved / (estimate->time_us * 1e6),
           moved / (estimate->pipe_us[LIMIT_L2] * 1e6));
  assert_true(shows(&it, line));
  close_graph(&it);
}

// No bar is longer than that of the limit that binds, whichever model tells the times.
static void test_what_binds_is_longest(void **state) {
  (void)state;
  static const char *const graphs[] = {"mlp_training.json", "attention.json", "dumps/mix/backward"};
  for (int g = 0; g < 3; g++) {
    Fixture it = open_graph(graphs[g], 120, 60);
    press(&it, "H epilogues<Enter>");
    int count;
    const int *order = plan_order(it.explorer->plan, &count);
    const Device *device = session_device(it.session);
    for (int i = 0; i < count; i++) {
      const Estimate *estimate = estimator_kernel(it.explorer->estimator, it.explorer->plan, order[i]);
      for (int limit = 0; limit < LIMIT_COUNT; limit++)
        assert_true(estimate_alone_us(device, estimate, (Limit)limit) <= estimate->pipe_us[estimate->limit]);
    }
    close_graph(&it);
  }
}

// Lookups of L1 stand in the roofline where they come near what binds, and not where they are far from it.
static void test_roofline_of_l1(void **state) {
  (void)state;
  Fixture it = open_graph("colsum.json", 120, 40);
  press(&it, "gI4=");
  assert_true(shows(&it, "/232 Gop/s")); // 132 multiprocessors at 1.755 GHz
  close_graph(&it);
  it = open_graph("rope.json", 120, 40);
  press(&it, "gI4=");
  assert_true(shows(&it, "l2 "));
  assert_false(shows(&it, "/232 Gop/s"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_figures_of_a_product),
      cmocka_unit_test(test_rate_of_scattered),
      cmocka_unit_test(test_what_binds_is_longest),
      cmocka_unit_test(test_roofline_of_l1),
      cmocka_unit_test(test_low_panes),
      cmocka_unit_test(test_a_hidden_tab_rests),
      cmocka_unit_test(test_scrolls_behind_the_last_part),
      cmocka_unit_test(test_states_outlive_another_size),
      cmocka_unit_test(test_title_names_the_shown_tab),
      cmocka_unit_test(test_turning_goes_round),
      cmocka_unit_test(test_a_short_page_has_company_where_there_is_room),
      cmocka_unit_test(test_zoom_gives_the_focused_pane_the_screen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
