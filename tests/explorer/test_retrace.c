// Replay of a heuristic in the explorer: forward, back, leaving without a trace, adopting.
#include "fixture.h"

#include "explorer/tabs/retrace.h"
#include "script/script.h"
#include "session/plans/plan_list.h"

#include <stdio.h>

static void test_walking(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "<F4>");
  assert_true(shows(&it, "no steps are known yet"));
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

// Of several runs any can be replayed, each by its own steps.
static void test_choosing_a_run(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "d");
  assert_false(it.explorer->picker.open); // there is nothing to choose from
  press(&it, "d");
  assert_true(shows(&it, "no plan of one is kept"));
  press(&it, "H greedy<Enter> H none<Enter> H pointwise<Enter>");
  uint64_t plan = plan_hash(session_plan(it.session));
  press(&it, "g<Enter>");
  assert_true(shows(&it, "replay pointwise 0/"));
  press(&it, "d greedy<Enter>"); // leaves the replay
  assert_false(plan_is_open(session_plan(it.session)));
  assert_int_equal(plan_hash(session_plan(it.session)), plan);
  assert_true(shows(&it, "7 steps"));
  press(&it, "<F3>");
  assert_true(shows(&it, "replay greedy 6/7"));
  assert_int_equal(kernels(&it), 2);
  press(&it, "<Esc>");
  assert_int_equal(plan_hash(session_plan(it.session)), plan);
  press(&it, "d pointwise<Enter><F3>");
  assert_true(shows(&it, "replay pointwise"));
  press(&it, "<Esc>");
  close_graph(&it);
}

// Runs with other options are other runs, by the names that their plans are kept with.
static void test_options_tell_runs_apart(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  press(&it, "H max_reads<Enter>");
  assert_string_equal(retrace_of(it.explorer)->name, "max_reads");
  press(&it, "@ max_reads<Enter><Down><Down><Enter><C-u>2<Enter><Enter>");
  assert_string_equal(retrace_of(it.explorer)->name, "max_reads max_reads=2");
  assert_true(plan_list_find(session_plans(it.session), retrace_of(it.explorer)->name) >= 0);
  assert_int_equal(retrace_of(it.explorer)->runs.count, 2);
  press(&it, "d");
  assert_false(shows(&it, "runs again")); // the steps of both are there
  press(&it, "<Esc>");
  close_graph(&it);
}

// A plan that was kept without its steps is made again for them, beside the one under edit.
static void test_running_again(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  Status status = {0};
  assert_true(heuristic_run(it.session, "greedy", NULL, 0, NULL, NULL, &status));
  plan_list_keep_heuristic(session_plans(it.session));
  uint64_t greedy = plan_hash(session_plan(it.session));
  press(&it, "H none<Enter> f f u"); // an edit, and one to be done again
  uint64_t plan = plan_hash(session_plan(it.session)), version = plan_version(session_plan(it.session));
  int depth = plan_undo_depth(session_plan(it.session));
  assert_true(shows(&it, "plan none*"));
  press(&it, "d d greedy<Enter>");
  assert_true(shows(&it, "replay of greedy: 7 steps"));
  assert_false(shows(&it, "another plan"));
  assert_int_equal(plan_hash(session_plan(it.session)), plan);
  assert_int_equal(plan_undo_depth(session_plan(it.session)), depth);
  assert_true(plan_version(session_plan(it.session)) >= version);
  assert_true(shows(&it, "plan none*"));
  press(&it, "g<Enter>G");
  assert_int_equal(plan_hash(session_plan(it.session)), greedy);
  press(&it, "<Esc> <C-r>");
  assert_int_equal(plan_undo_depth(session_plan(it.session)), depth + 1); // redo is still there
  close_graph(&it);
}

// The plan kept began with another one than every op alone: the steps are told to lead elsewhere.
static void test_running_again_elsewhere(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  Status status = {0};
  const ScriptOption option = {"max_reads", "2"};
  assert_true(
      heuristic_run(it.session, "max_reads", &option, 1, NULL, NULL, &status)); // from the compiler's plan
  plan_list_keep_heuristic(session_plans(it.session));
  press(&it, "d d max_reads<Enter>");
  assert_true(shows(&it, "replay of max_reads max_reads=2"));
  assert_true(shows(&it, "to another plan than the one kept"));
  close_graph(&it);
}

// A script that is gone is told of, and the replay stays what it was.
static void test_running_again_fails(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "H greedy<Enter> f u");
  session_set_origin(it.session, &(PlanOrigin){"heuristic", "gone_since", ""});
  plan_list_keep_heuristic(session_plans(it.session));
  uint64_t plan = plan_hash(session_plan(it.session));
  press(&it, "d d gone_since<Enter>");
  assert_true(it.explorer->message_failed);
  assert_true(shows(&it, "gone_since"));
  assert_int_equal(plan_hash(session_plan(it.session)), plan);
  assert_string_equal(retrace_of(it.explorer)->name, "greedy");
  close_graph(&it);
}

// More runs than are remembered: the first ones are forgotten.
static void test_many_runs(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  for (int i = 0; i < RETRACE_RUNS_MOST + 3; i++) {
    char name[16];
    snprintf(name, sizeof name, "run %d", i);
    retrace_take(it.explorer, trail_new(session_plan(it.session)), name);
  }
  const Retrace *replay = retrace_of(it.explorer);
  assert_int_equal(replay->runs.count, RETRACE_RUNS_MOST);
  assert_int_equal(retrace_find(replay, "run 2"), -1);
  assert_int_equal(retrace_find(replay, "run 3"), 0);
  assert_string_equal(replay->name, "run 10");
  retrace_take(it.explorer, trail_new(session_plan(it.session)), "run 5"); // in the place of the one before
  assert_int_equal(replay->runs.count, RETRACE_RUNS_MOST);
  assert_int_equal(retrace_find(replay, "run 5"), RETRACE_RUNS_MOST - 1);
  close_graph(&it);
}

static void test_long_trail(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 120, 40);
  press(&it, "H none<Enter> H greedy<Enter>");
  int count = retrace_of(it.explorer)->trail->steps.count, wanted = kernels(&it);
  uint64_t final = plan_hash(session_plan(it.session));
  assert_true(count > 20);
  press(&it, "dg<Enter>");
  int start = kernels(&it);
  assert_true(start > wanted);
  press(&it, "G");
  assert_int_equal(retrace_of(it.explorer)->at, count);
  assert_int_equal(plan_hash(session_plan(it.session)), final);
  press(&it, "<PageUp>g");
  assert_int_equal(kernels(&it), start);
  press(&it, "<Esc>");
  assert_int_equal(plan_hash(session_plan(it.session)), final);
  close_graph(&it);
}

// The steps of a compiler are replayed as those of a heuristic, with its times and reasons.
static void test_a_compilers_steps(void **state) {
  (void)state;
  Fixture it = open_graph("../tests/fuzz/corpus/hlo/process", 160, 60);
  assert_int_equal(kernels(&it), 4);
  press(&it, "d");
  assert_true(shows(&it, "the steps of XLA: 3 fusions, 3 edits here"));
  assert_true(shows(&it, "XLA predicted 0.10 us with all its readers fused, 0.50 us apart"));
  press(&it, "g<Down>");
  assert_true(shows(&it, "recompute e in the kernel of m"));
  assert_true(shows(&it, "k: XLA: the consumer is \"not\" fusible"));
  press(&it, "<Enter>");
  assert_int_equal(kernels(&it), 6);
  press(&it, "<F4><F4>");
  assert_int_equal(kernels(&it), 4);
  press(&it, "<Esc>");
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_walking),
      cmocka_unit_test(test_adopting),
      cmocka_unit_test(test_leaving_by_other_ways),
      cmocka_unit_test(test_choosing_a_run),
      cmocka_unit_test(test_options_tell_runs_apart),
      cmocka_unit_test(test_running_again),
      cmocka_unit_test(test_running_again_elsewhere),
      cmocka_unit_test(test_running_again_fails),
      cmocka_unit_test(test_many_runs),
      cmocka_unit_test(test_long_trail),
      cmocka_unit_test(test_a_compilers_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
