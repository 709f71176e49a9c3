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
  assert_true(shows(&it, "no op matches \"nosuchthing\""));
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

// softmax has two casts, its first op and its last.
static void test_which_of_how_many(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 30);
  press(&it, "/cast");
  assert_true(shows(&it, "Enter find an op  Esc close"));
  press(&it, "<Enter>");
  assert_true(shows(&it, "/cast  1 of 2 found; n next, N previous"));
  press(&it, "n");
  assert_true(shows(&it, "/cast  2 of 2 found"));
  assert_false(shows(&it, "went on"));
  press(&it, "n");
  assert_true(shows(&it, "/cast  1 of 2 found, went on at the other end"));
  press(&it, "N");
  assert_true(shows(&it, "/cast  2 of 2 found, went on at the other end"));
  press(&it, "/K2<Enter>");
  assert_true(shows(&it, "/K2  1 of 1 found"));
  press(&it, "jfn"); // exp joins sub: both are in K2 now, and the cursor is at the second
  assert_true(shows(&it, "/K2  1 of 2 found, went on at the other end"));
  close_graph(&it);
}

// Beside a page of code the keys may be those of the ops: what is not found says where it was looked for.
static void test_where_it_is_searched(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 30);
  press(&it, "/float<Enter>");
  assert_true(shows(&it, "no op matches \"float\""));
  assert_false(shows(&it, "while it has the keys"));
  press(&it, "e /float<Enter>");
  assert_true(shows(&it, "no op matches \"float\"; / searches Code while it has the keys: 4 gives them"));
  press(&it, "4 /float");
  assert_true(shows(&it, "Enter find in Code  Esc close"));
  press(&it, "<Enter>");
  assert_true(shows(&it, "/float  line 1 of "));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_search),
      cmocka_unit_test(test_search_for_a_name),
      cmocka_unit_test(test_which_of_how_many),
      cmocka_unit_test(test_where_it_is_searched),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
