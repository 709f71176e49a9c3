// Pins from the screen: set, shown, respected by edits and heuristics, taken away, undone.
#include "fixture.h"

static int pins(const Fixture *it) {
  int count;
  plan_pins(it->explorer->plan, &count);
  return count;
}

static void test_apart(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "H greedy<Enter>");
  assert_int_equal(kernels(&it), 1);
  press(&it, "u ^neverhighest<Enter>"); // the cursor is on xf, which highest reads
  assert_int_equal(pins(&it), 1);
  assert_true(shows(&it, "never with highest"));
  assert_true(shows(&it, "xf %"));
  press(&it, "H greedy<Enter>");
  assert_true(kernels(&it) > 1);
  Plan *plan = it.explorer->plan;
  assert_int_not_equal(plan_home(plan, graph_find_op(it.explorer->graph, "xf")),
                       plan_home(plan, graph_find_op(it.explorer->graph, "highest")));
  press(&it, "^nomore<Enter>");
  assert_int_equal(pins(&it), 0);
  assert_true(shows(&it, "no pins"));
  press(&it, "u");
  assert_int_equal(pins(&it), 1);
  close_graph(&it);
}

// Ops that are apart are fused first, as one edit; then neither cutting nor another plan takes them apart.
static void test_together(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  int before = kernels(&it), depth = plan_undo_depth(it.explorer->plan);
  press(&it, "^alwayshighest<Enter>");
  assert_int_equal(kernels(&it), before - 1);
  assert_int_equal(plan_undo_depth(it.explorer->plan), depth + 1);
  assert_true(shows(&it, "always with highest"));
  press(&it, "x");
  assert_true(it.explorer->message_failed);
  assert_int_equal(kernels(&it), before - 1);
  press(&it, "u");
  assert_int_equal(kernels(&it), before);
  assert_int_equal(pins(&it), 0);
  close_graph(&it);
}

static void test_refused(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  uint64_t hash = plan_hash(it.explorer->plan);
  press(&it, "^nosuchop<Enter>");
  assert_true(it.explorer->message_failed);
  press(&it, "^<Esc>");
  assert_true(plan_hash(it.explorer->plan) == hash);
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_apart),
      cmocka_unit_test(test_together),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
