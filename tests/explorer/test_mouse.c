// Clicks on what the screen shows: tabs, headings, keys, rows.
#include "explorer/panes/kernels.h"
#include "fixture.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tab_bar), cmocka_unit_test(test_headings_sort),
                                     cmocka_unit_test(test_keys_of_the_last_line)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
