// Kept plans in the explorer: switching, naming, forgetting, the baseline.
#include "fixture.h"

#include "explorer/tabs/changes.h"
#include "scratch.h"
#include "session/plans/plan_list.h"

#include <math.h>

static const KeptPlan *kept(const Fixture *it, const char *name) {
  PlanList *list = session_plans(it->session);
  int index = plan_list_find(list, name);
  return index < 0 ? NULL : plan_list_get(list, index);
}

static void test_switching(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "H greedy<Enter>");
  press(&it, "p");
  assert_int_equal(it.explorer->focus, PANE_DETAIL);
  assert_true(shows(&it, "[Plans]"));
  assert_int_equal(it.explorer->choice[TAB_PLANS], 1); // at the plan as it is
  press(&it, "<Up><Enter>");
  assert_int_equal(kernels(&it), 8);
  assert_true(shows(&it, "plan none: 8 kernels"));
  press(&it, "1f4<Down><Enter>"); // an edit, and back to greedy's plan
  assert_int_equal(kernels(&it), 1);
  assert_non_null(kept(&it, "mine"));
  press(&it, "u");
  assert_int_equal(kernels(&it), 7); // one undo entry
  press(&it, "uu");
  assert_int_equal(kernels(&it), 1);
  close_graph(&it);
}

static void test_names(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "f P first<Space>step<Enter>");
  assert_true(shows(&it, "kept as first step"));
  assert_true(shows(&it, "plan first step"));
  press(&it, "P none<Enter>");
  assert_true(it.explorer->message_failed);
  press(&it, "P <Enter>");
  assert_true(shows(&it, "needs a name"));
  press(&it, "X"); // nothing is selected while the tab is not shown
  assert_true(it.explorer->message_failed);
  press(&it, "pX");
  assert_null(kept(&it, "first step"));
  assert_true(shows(&it, "first step is forgotten"));
  assert_int_equal(kernels(&it), 7); // the plan itself stays
  press(&it, "X");
  press(&it, "gX");
  assert_true(shows(&it, "always there"));
  close_graph(&it);
}

// What was selected is gone: the selection is what is the last now.
static void test_forgetting_the_last(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  press(&it, "f P mine2<Enter> p <End> X");
  assert_null(kept(&it, "mine2"));
  press(&it, "<Enter>");
  assert_true(shows(&it, "plan none: 8 kernels"));
  close_graph(&it);
}

static void test_baseline(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 120, 40);
  assert_true(shows(&it, "1.00x vs none"));
  press(&it, "H greedy<Enter> %");
  assert_true(shows(&it, "1.00x vs greedy"));
  press(&it, "H none<Enter>");
  assert_true(shows(&it, "x vs greedy"));
  assert_false(shows(&it, "1.00x vs greedy"));
  press(&it, "p%");
  assert_true(shows(&it, "1.00x vs none"));
  press(&it, "<Down>X"); // the baseline's fallback is none: greedy goes
  assert_null(kept(&it, "greedy"));
  close_graph(&it);
}

// The figures of the table are those that the plan has when it is chosen.
static void test_figures(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 300, 100);
  press(&it, "H greedy<Enter> H pointwise<Enter> p");
  PlanList *list = session_plans(it.session);
  assert_int_equal(plan_list_count(list), 4);
  for (int i = 0; i < 4; i++) {
    PlanTotal total;
    assert_true(plan_list_total(list, i, 0, &total));
    Status status = {0};
    assert_true(plan_list_use(list, i, &status));
    assert_int_equal(total.kernels, kernels(&it));
    assert_int_equal(total.time_fs,
                     plan_total(session_estimator(it.session), session_plan(it.session)).time_fs);
  }
  close_graph(&it);
}

// Every group's change adds up to the difference of the totals, largest first; Enter goes to its ops.
static void test_changes(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  press(&it, "H none<Enter> D");
  assert_true(shows(&it, "[Changes]"));
  const Comparison *comparison = changes_get(it.explorer);
  assert_true(comparison->group_count > 1);
  double sum = 0, share = 0, last = INFINITY;
  for (int i = 0; i < comparison->group_count; i++) {
    double change = comparison_change(&comparison->groups[i]);
    assert_true(fabs(change) <= last);
    assert_string_equal(comparison_kind(&comparison->groups[i]), "split");
    last = fabs(change);
    sum += change;
    share += comparison->groups[i].share;
  }
  assert_true(fabs(sum - (comparison->right.time_us - comparison->left.time_us)) < 1e-6);
  assert_true(fabs(share - 1) < 1e-6);
  int wanted = comparison->groups[1].kernels.right[0];
  press(&it, "<Down><Enter>");
  assert_int_equal(it.explorer->focus, PANE_OPS);
  assert_int_equal(explorer_kernel(it.explorer), wanted);
  press(&it, "H compiler<Enter> 4");
  assert_true(shows(&it, "are the same in both")); // follows the plan
  assert_int_equal(changes_get(it.explorer)->group_count, 0);
  press(&it, "pgD"); // against the selected plan
  assert_true(shows(&it, "none"));
  assert_true(changes_get(it.explorer)->group_count > 1);
  press(&it, "H none<Enter> pgD"); // that is the plan itself: against the baseline
  assert_true(changes_get(it.explorer)->group_count > 1);
  assert_true(changes_get(it.explorer)->left.time_us < changes_get(it.explorer)->right.time_us);
  close_graph(&it);
}

// However short the slices are, each comes further.
static void test_changes_in_slices(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/mix/backward", 120, 40);
  press(&it, "H none<Enter> D");
  int groups = changes_get(it.explorer)->group_count, slices = 0;
  Plan *against = plan_copy(changes_of(it.explorer)->against);
  changes_set(it.explorer, against, "again");
  plan_free(against);
  assert_null(changes_get(it.explorer));
  while (!changes_work(it.explorer, 0))
    assert_true(++slices < 10000);
  assert_true(slices > 0);
  assert_int_equal(changes_get(it.explorer)->group_count, groups);
  close_graph(&it);
}

static Fixture open_saving(const char *graph) {
  return open_graph_with(graph, &(SessionOptions){.cache_folder = "", .autosave = true}, GLYPHS_ASCII, 120,
                         40);
}

// Nothing was left of a plan that nobody touched: what the dump says is read anew.
static void test_untouched_plans_are_not_kept(void **state) {
  (void)state;
  Fixture it = open_saving("dumps/rmsmodel/forward");
  press(&it, "j D p");
  session_autosave_wait(it.session);
  close_graph(&it);
  it = open_saving("dumps/rmsmodel/forward");
  assert_false(shows(&it, "as you left it"));
  press(&it, "x");
  session_autosave_wait(it.session);
  close_graph(&it);
  it = open_saving("dumps/rmsmodel/forward");
  assert_true(shows(&it, "as you left it: plan inductor*"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_switching),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_forgetting_the_last),
      cmocka_unit_test(test_baseline),
      cmocka_unit_test(test_figures),
      cmocka_unit_test(test_changes),
      cmocka_unit_test(test_changes_in_slices),
      cmocka_unit_test(test_untouched_plans_are_not_kept),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
