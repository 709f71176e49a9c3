// Searching for ops: while typing, by name, by kernel, from match to match.
#include "fixture.h"

static void test_search(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm_backward.json", 100, 30);
  int origin = it.explorer->cursor;
  press(&it, "/rsqrt");
  assert_int_not_equal(it.explorer->cursor, origin); // follows while typing
  press(&it, "<Esc>");
  assert_int_equal(it.explorer->cursor, origin);
  press(&it, "/mul<Enter>");
  int first = it.explorer->cursor;
  press(&it, "n");
  assert_int_not_equal(it.explorer->cursor, first);
  press(&it, "N");
  assert_int_equal(it.explorer->cursor, first);
  press(&it, "/nosuchthing<Enter>");
  assert_true(shows(&it, "nothing matches"));
  assert_int_equal(it.explorer->cursor, first);
  press(&it, "/K3<Enter>");
  assert_int_equal(explorer_kernel(it.explorer), 3);
  close_graph(&it);
}

// The op that has the very name, though one before it contains the letter.
static void test_search_for_a_name(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 30);
  press(&it, "/e<Enter>");
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, "e");
  press(&it, "n");
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, "highest"); // around the end
  press(&it, "/high<Enter>");
  assert_string_equal(it.explorer->graph->ops[it.explorer->cursor].name, "highest");
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_search),
      cmocka_unit_test(test_search_for_a_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
