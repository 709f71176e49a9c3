// One plan put in the place of another: the same kernels under the same ids, and back again by undo.
#include "fixture.h"

#include "plan/file/plan_file.h"
#include "plan/search/random_plan.h"

static void assert_same(Plan *plan, Plan *wanted) {
  assert_int_equal(plan_hash(plan), plan_hash(wanted));
  assert_int_equal(plan_kernel_count(plan), plan_kernel_count(wanted));
  for (int kernel = 0; kernel < plan_slots(plan); kernel++) {
    const PlanLowered *made = plan_lowered(plan, kernel), *model = plan_lowered(wanted, kernel);
    assert_true((made == NULL) == (model == NULL));
    if (made) assert_int_equal(made->content, model->content);
  }
  assert_valid(plan);
}

static void scatter_randomly(Plan *plan, uint64_t seed) {
  Random random = {seed};
  PlanChooser chooser = plan_chooser(&random);
  random_plan_fuse(&chooser, plan);
}

static void test_random_plans(void **state) {
  (void)state;
  DumpPlan *dump;
  Graph *graph = shipped_dump("mix/backward", &dump);
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits), *compiler = plan_new(graph, &limits);
  DumpNotes notes = {0};
  Status status = {0};
  assert_true(plan_from_dump(compiler, dump, &notes, &status)); // has recomputed copies
  for (uint64_t seed = 1; seed <= 6; seed++) {
    Plan *other = plan_new(graph, &limits);
    scatter_randomly(other, seed);
    uint64_t before = plan_hash(plan);
    int depth = plan_undo_depth(plan);
    assert_true(plan_replace(plan, other, "switch"));
    assert_same(plan, other);
    assert_int_equal(plan_undo_depth(plan), depth + 1);
    assert_string_equal(plan_undo_label(plan), "switch");
    assert_true(plan_replace(plan, compiler, "compiler"));
    assert_same(plan, compiler);
    assert_true(plan_undo(plan) && plan_undo(plan));
    assert_int_equal(plan_hash(plan), before);
    assert_valid(plan);
    assert_true(plan_redo(plan));
    assert_same(plan, other);
    plan_free(other);
  }
  plan_free(plan);
  plan_free(compiler);
  dump_notes_free(&notes);
  dump_plan_free(dump);
  graph_free(graph);
}

static const char three[] =
    "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [64, 256]}],"
    "'ops': [{'name': 'a', 'op': 'neg', 'in': ['x']},"
    "        {'name': 'b', 'op': 'exp', 'in': ['a']},"
    "        {'name': 'c', 'op': 'add', 'in': ['a', 'b']}],"
    "'outputs': ['c']";

static void test_pins_knobs_and_copies(void **state) {
  (void)state;
  Graph *graph = graph_from(three);
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits), *other = plan_new(graph, &limits);
  int a = op_named(graph, "a"), b = op_named(graph, "b"), c = op_named(graph, "c");
  Reason reason;
  assert_true(plan_recompute(other, a, plan_home(other, c), &reason));
  assert_true(plan_pin(other, PIN_APART, b, c, &reason));
  assert_true(plan_schedule(other, plan_home(other, c), KNOB_threads, 128, &reason));
  assert_true(plan_pin(plan, PIN_APART, a, b, &reason));
  uint64_t before = plan_hash(plan);
  assert_true(plan_replace(plan, other, "switch"));
  assert_same(plan, other);
  int pins;
  assert_int_equal(plan_pins(plan, &pins)[0].a, b);
  assert_int_equal(pins, 1);
  assert_true(plan_undo(plan));
  assert_int_equal(plan_hash(plan), before);
  assert_true(plan_replace(plan, other, "switch"));
  assert_true(plan_replace(plan, other, "again")); // nothing to change: no undo entry
  assert_string_equal(plan_undo_label(plan), "switch");
  plan_free(plan);
  plan_free(other);
  graph_free(graph);
}

static void test_within_a_group(void **state) {
  (void)state;
  Graph *graph = graph_from(three);
  GpuLimits limits = test_limits();
  Plan *plan = plan_new(graph, &limits), *other = plan_new(graph, &limits);
  fuse_ok(other, "a", "b");
  fuse_ok(plan, "b", "c");
  uint64_t before = plan_hash(plan);
  plan_begin(plan);
  assert_true(plan_is_open(plan));
  assert_true(plan_replace(plan, other, "switch"));
  fuse_ok(plan, "b", "c");
  plan_rollback(plan);
  assert_false(plan_is_open(plan));
  assert_int_equal(plan_hash(plan), before);
  Graph *stranger = graph_from(three);
  Plan *foreign = plan_new(stranger, &limits);
  assert_false(plan_replace(plan, foreign, "no"));
  assert_int_equal(plan_hash(plan), before);
  plan_free(plan);
  plan_free(other);
  plan_free(foreign);
  graph_free(graph);
  graph_free(stranger);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_plans),
      cmocka_unit_test(test_pins_knobs_and_copies),
      cmocka_unit_test(test_within_a_group),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
