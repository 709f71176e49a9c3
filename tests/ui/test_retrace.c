// Replay of a heuristic in the explorer: forward, back, leaving without a trace, adopting.
#include "fixture.h"

static void test_walking(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "<F4>");
  assert_true(shows(&it, "no heuristic was run"));
  press(&it, "H greedy<Enter>");
  uint64_t final = plan_hash(session_plan(it.session));
  int depth = plan_undo_depth(session_plan(it.session));
  press(&it, "<F3>"); // the plan before the last of seven fusions
  assert_int_equal(kernels(&it), 2);
  assert_true(shows(&it, "replay greedy 6/7"));
  press(&it, "<F3><F3>");
  assert_int_equal(kernels(&it), 4);
  press(&it, "<F4>");
  assert_int_equal(kernels(&it), 3);
  press(&it, "f"); // it is only shown
  assert_int_equal(kernels(&it), 3);
  assert_true(shows(&it, "Esc leaves"));
  press(&it, "u");
  assert_int_equal(kernels(&it), 3);
  press(&it, "<Esc>");
  assert_int_equal(plan_hash(session_plan(it.session)), final);
  assert_int_equal(plan_undo_depth(session_plan(it.session)), depth);
  assert_true(shows(&it, "plan greedy"));
  close_graph(&it);
}

static void test_adopting(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "H greedy<Enter> d");
  assert_true(shows(&it, "[Replay]"));
  assert_true(shows(&it, "7 steps"));
  press(&it, "g<Down><Down><Enter>");
  assert_int_equal(kernels(&it), 6);
  press(&it, "<Down>"); // the selection leads
  assert_int_equal(kernels(&it), 5);
  int depth = plan_undo_depth(session_plan(it.session));
  press(&it, "<Enter>");
  assert_int_equal(kernels(&it), 5);
  assert_false(plan_is_open(session_plan(it.session)));
  assert_true(shows(&it, "plan greedy@3"));
  assert_int_equal(plan_undo_depth(session_plan(it.session)), depth + 1);
  press(&it, "u");
  assert_int_equal(kernels(&it), 1);
  assert_true(shows(&it, "undone: greedy to step 3"));
  close_graph(&it);
}

// Whatever sets the plan up as a whole leaves the replay first; so does quitting.
static void test_leaving_by_other_ways(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "H greedy<Enter> <F3> H none<Enter>");
  assert_int_equal(kernels(&it), 8);
  assert_false(plan_is_open(session_plan(it.session)));
  press(&it, "<F3> H pointwise<Enter>");
  assert_false(plan_is_open(session_plan(it.session)));
  assert_true(shows(&it, "plan pointwise"));
  press(&it, "<F3><F3> P half<Enter> <Esc>"); // a plan on the way can be kept
  press(&it, "pG<Enter>");
  assert_true(shows(&it, "plan half"));
  press(&it, "<F3>");
  close_graph(&it);
}

static void test_long_trail(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "H none<Enter> H greedy<Enter>");
  int count = it.explorer->retrace.trail->steps.count, wanted = kernels(&it);
  uint64_t final = plan_hash(session_plan(it.session));
  assert_true(count > 20);
  press(&it, "dg<Enter>");
  int start = kernels(&it);
  assert_true(start > wanted);
  press(&it, "G");
  assert_int_equal(it.explorer->retrace.at, count);
  assert_int_equal(plan_hash(session_plan(it.session)), final);
  press(&it, "<PageUp>g");
  assert_int_equal(kernels(&it), start);
  press(&it, "<Esc>");
  assert_int_equal(plan_hash(session_plan(it.session)), final);
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_walking),
      cmocka_unit_test(test_adopting),
      cmocka_unit_test(test_leaving_by_other_ways),
      cmocka_unit_test(test_long_trail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
