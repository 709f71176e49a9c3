// Clicks on what the screen shows: tabs, headings, keys, rows.
#include "explorer/panes/borders.h"
#include "explorer/panes/kernels.h"
#include "fixture.h"
#include "scratch.h"

#include <string.h>

// Clicks on the first place of the screen that shows the text, `right` columns into it. ASCII: a column a
// byte.
static void click(Fixture *it, const char *part, int right) {
  Text text = {0};
  grid_dump(it->grid, &text);
  const char *at = strstr(text_get(&text), part);
  if (!at) fail_msg("no \"%s\" in\n%s", part, text_get(&text));
  int x = right, y = 0;
  for (const char *c = text_get(&text); c < at; c++)
    x = *c == '\n' ? (y++, right) : x + 1;
  Event event = {.kind = EVENT_MOUSE, .button = MOUSE_LEFT, .x = x, .y = y};
  explorer_event(it->explorer, &event);
  explorer_sync(it->explorer);
  explorer_work(it->explorer, -1);
  explorer_draw(it->explorer, it->grid);
  text_free(&text);
}

static void test_tab_bar(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  click(&it, " Cliff ", 3);
  assert_int_equal(it.explorer->tab, TAB_CLIFF);
  click(&it, " Candidates ", 1);
  assert_int_equal(it.explorer->tab, TAB_CANDIDATES);
  click(&it, "[Candidates] ", 12); // between two names: the one before
  assert_int_equal(it.explorer->tab, TAB_CANDIDATES);
  click(&it, " 4 Detail ", 3);
  assert_int_equal(it.explorer->tab, TAB_CANDIDATES);
  assert_int_equal(it.explorer->focus, PANE_DETAIL);
  close_graph(&it);
}

static void test_headings_sort(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  const KernelTable *table = &kernels_pane(it.explorer)->table;
  click(&it, " est us ", 3);
  assert_int_equal(table->sort, SORT_TIME);
  assert_false(table->reversed);
  double most = 0;
  for (int i = 0; i < table->count; i++) {
    double time = plan_cost_kernel(it.explorer->figures->cost, table->rows[i].kernel)->time_us;
    if (i > 0) assert_true(time <= most);
    most = time;
  }
  click(&it, " est us ", 3);
  assert_true(table->reversed);
  click(&it, " regs ", 2);
  assert_int_equal(table->sort, SORT_REGISTERS);
  assert_false(table->reversed);
  click(&it, " id   kind ", 2);
  assert_int_equal(table->sort, SORT_LAUNCH);
  click(&it, " K9   mixed", 2); // a row
  assert_int_equal(explorer_kernel(it.explorer), 9);
  close_graph(&it);
}

static void test_keys_of_the_last_line(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  int before = kernels(&it);
  click(&it, "f fuse", 0);
  assert_int_equal(kernels(&it), before - 1);
  click(&it, "u undo", 5);
  assert_int_equal(kernels(&it), before);
  click(&it, "? help", 2);
  assert_true(it.explorer->picker.open);
  close_graph(&it);
}

// A message is of what was done last.
static void test_a_click_ends_a_message(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "<F12>");
  assert_true(it.explorer->message.length > 0);
  click(&it, "bent mul", 2);
  assert_int_equal(it.explorer->message.length, 0);
  close_graph(&it);
}

static void send(Fixture *it, EventKind kind, int x, int y) {
  explorer_event(it->explorer, &(Event){.kind = kind, .button = MOUSE_LEFT, .x = x, .y = y});
  explorer_work(it->explorer, -1);
  explorer_draw(it->explorer, it->grid);
}

static void drag(Fixture *it, int from_x, int from_y, int to_x, int to_y) {
  send(it, EVENT_MOUSE, from_x, from_y);
  send(it, EVENT_DRAG, (from_x + to_x) / 2, (from_y + to_y) / 2);
  send(it, EVENT_DRAG, to_x, to_y);
  send(it, EVENT_RELEASE, to_x, to_y);
}

// 120x40: the first line is the header, the panes have lines 1 to 37; 64 columns and 22 rows for the ops.
static void test_borders_are_dragged(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  const Rect *ops = &it.explorer->layout.frame[PANE_OPS], *detail = &it.explorer->layout.frame[PANE_DETAIL];
  assert_int_equal(ops->width, 64);
  assert_int_equal(ops->height, 22);
  drag(&it, 63, 10, 80, 5); // the upright one
  assert_int_equal(ops->width, 81);
  assert_int_equal(ops->height, 22);
  assert_int_equal(detail->x, 80);
  drag(&it, 40, 22, 40, 12); // below the ops
  assert_int_equal(ops->height, 12);
  drag(&it, 80, 12, 70, 15); // both, where they meet
  assert_int_equal(ops->width, 71);
  assert_int_equal(ops->height, 15);
  drag(&it, 70, 25, 119, 25); // no pane vanishes
  assert_int_equal(detail->width, 20);
  send(&it, EVENT_DRAG, 30, 30); // nothing is held
  assert_int_equal(detail->width, 20);
  press(&it, ":borders as at first<Enter>");
  assert_int_equal(ops->width, 64);
  assert_int_equal(ops->height, 22);
  close_graph(&it);
}

// The tabs' names lie on a border: the mouse may slip to the side while one is clicked.
static void test_a_slip_moves_no_border(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  Rect ops = it.explorer->layout.frame[PANE_OPS];
  drag(&it, 40, 22, 46, 22);
  assert_int_equal(it.explorer->layout.frame[PANE_OPS].height, ops.height);
  for (int split = 0; split < SPLIT_COUNT; split++)
    assert_int_equal(borders_shares(it.explorer)->of[split], 0);
  close_graph(&it);
}

static const SessionOptions saving = {.cache_folder = "", .autosave = true};

static void test_borders_are_kept(void **state) {
  (void)state;
  Fixture it = open_graph_with("gelu_tanh.json", &saving, GLYPHS_ASCII, 80, 24);
  int before = it.explorer->layout.frame[PANE_OPS].height;
  drag(&it, 40, before, 40, before + 4);
  assert_int_equal(it.explorer->layout.frame[PANE_OPS].height, before + 4);
  close_graph(&it);
  it = open_graph_with("softmax.json", &saving, GLYPHS_ASCII, 80, 24);
  assert_int_equal(it.explorer->layout.frame[PANE_OPS].height, before + 4);
  close_graph(&it);
  it = open_graph("softmax.json", 80, 24); // one that keeps nothing reads nothing
  assert_int_equal(it.explorer->layout.frame[PANE_OPS].height, before);
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tab_bar),
                                     cmocka_unit_test(test_headings_sort),
                                     cmocka_unit_test(test_keys_of_the_last_line),
                                     cmocka_unit_test(test_a_click_ends_a_message),
                                     cmocka_unit_test(test_borders_are_dragged),
                                     cmocka_unit_test(test_a_slip_moves_no_border),
                                     cmocka_unit_test(test_borders_are_kept)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
