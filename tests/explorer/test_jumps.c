// Jumps, marks, copying, hints.
#include "explorer/actions/action.h"
#include "explorer/actions/jump.h"
#include "explorer/panes/hints.h"
#include "explorer/state/jumps.h"
#include "fixture.h"
#include "tui/terminal_clipboard.h"

#include <string.h>

static void test_back_and_forward(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  Explorer *explorer = it.explorer;
  explorer_time(explorer);
  int start = explorer->cursor;
  press(&it, "G");
  int last = explorer->cursor;
  press(&it, "$");
  int costly = explorer->cursor;
  assert_true(costly != last);
  press(&it, "9");
  assert_int_equal(explorer->cursor, last);
  press(&it, "9");
  assert_int_equal(explorer->cursor, start);
  press(&it, "9");
  assert_int_equal(explorer->cursor, start);
  assert_true(explorer->message_failed);
  press(&it, "00");
  assert_int_equal(explorer->cursor, costly);
  press(&it, "9jj$"); // scrolling is no jump; a new jump forgets what was ahead
  press(&it, "0");
  assert_true(explorer->message_failed);
  press(&it, "9");
  assert_true(explorer->cursor != costly);
  close_graph(&it);
}

static void test_a_search_is_one_jump(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  int start = it.explorer->cursor;
  press(&it, "/rsqrt_4<Enter>");
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, "rsqrt_4");
  press(&it, "9");
  assert_int_equal(it.explorer->cursor, start);
  press(&it, "/mul<Esc>"); // given up: no jump
  press(&it, "0");
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, "rsqrt_4");
  close_graph(&it);
}

static void test_the_list_is_bounded(void **state) {
  (void)state;
  Jumps jumps = {0};
  for (int i = 0; i < 1000; i++)
    jumps_record(&jumps, i, i + 1);
  assert_int_equal(jumps.ops.count, JUMPS_MOST);
  int op = 1000, steps = 0;
  for (int back; (back = jumps_step(&jumps, op, -1)) != NO_OP; steps++)
    assert_int_equal(back, --op);
  assert_int_equal(steps, JUMPS_MOST - 1);
  jumps_free(&jumps);
}

static void test_marks(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "jj\"a");
  int place = it.explorer->cursor;
  press(&it, "G'a");
  assert_int_equal(it.explorer->cursor, place);
  press(&it, "''"); // back to where that came from
  assert_true(it.explorer->cursor != place);
  press(&it, "'b");
  assert_true(it.explorer->message_failed);
  press(&it, "\"<Esc>");
  assert_false(jump_mark_awaited(it.explorer));
  press(&it, "\"1");
  assert_true(it.explorer->message_failed);
  close_graph(&it);
}

static void is_copied(Fixture *it, const char *keys, const char *expected) {
  text_clear(&it->explorer->requests.clipboard);
  press(it, keys);
  if (!strstr(text_get(&it->explorer->requests.clipboard), expected))
    fail_msg("copied: %s\nexpected: %s", text_get(&it->explorer->requests.clipboard), expected);
}

static void test_copying(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  is_copied(&it, "Yop<Enter>", "embedding");
  is_copied(&it, "Ysource<Enter>", "modeling_llama.py:381");
  is_copied(&it, "Ykernel<Enter>", "embedding\npow_1\nmean\n");
  is_copied(&it, "Yfigures<Enter>", "K0 row, 8 ops");
  is_copied(&it, "Ycode<Enter>", "__global__");
  is_copied(&it, "Ypage<Enter>", "pow_1 K0");
  close_graph(&it);
}

static void test_the_clipboard_sequence(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Text text = {0}, expected = {0};
    clipboard_sequence(cases[i][0], strlen(cases[i][0]), &text);
    text_printf(&expected, "\033]52;c;%s\a", cases[i][1]);
    assert_string_equal(text_get(&text), text_get(&expected));
    text_free(&text);
    text_free(&expected);
  }
}

static void test_hints_follow_the_pane(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  Hint hints[HINTS_MOST];
  for (int pane = 0; pane < PANE_COUNT; pane++) {
    explorer_focus(it.explorer, (Pane)pane);
    int count = hints_list(it.explorer, hints);
    for (int i = 0; i < count; i++)
      for (int j = 0; j < i; j++)
        assert_true(hints[i].action != hints[j].action);
    assert_true((hints[1].action->id == ACTION_SORT) == (pane == PANE_KERNELS));
  }
  close_graph(&it);
}

// Enter is named in a tab where there is something to choose: not at a copy, which has no candidates.
static void test_hints_name_no_dead_key(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "g4a");
  assert_true(shows(&it, "Space choose"));
  for (int i = 0; i < 40 && explorer_copy(it.explorer) == NO_KERNEL; i++)
    press(&it, "1j4");
  assert_true(explorer_copy(it.explorer) != NO_KERNEL);
  assert_true(shows(&it, "A copy: x takes it away"));
  assert_false(shows(&it, "Space choose"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_back_and_forward),
      cmocka_unit_test(test_a_search_is_one_jump),
      cmocka_unit_test(test_the_list_is_bounded),
      cmocka_unit_test(test_marks),
      cmocka_unit_test(test_copying),
      cmocka_unit_test(test_the_clipboard_sequence),
      cmocka_unit_test(test_hints_follow_the_pane),
      cmocka_unit_test(test_hints_name_no_dead_key),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
