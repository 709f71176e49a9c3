#include "fixture.h"
#include "walk.h"

#include "plan/file/plan_file.h"

static Graph *graph;

static int setup(void **state) {
  (void)state;
  graph = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, { 'name': 'b', 'op': 'neg', 'in': ['a'] },"
      "         { 'name': 'c', 'op': 'add', 'in': ['b', 1.0] }, { 'name': 'd', 'op': 'mul', 'in': ['c', 3.0] "
      "},"
      "         { 'name': 'e', 'op': 'abs', 'in': ['d'] } ], 'outputs': ['e']");
  return 0;
}

static int teardown(void **state) {
  (void)state;
  graph_free(graph);
  return 0;
}

static void test_equal(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Plan *left = plan_new(graph, &limits), *right = plan_new(graph, &limits);
  PlanDiff *diff = plan_diff(left, right);
  assert_int_equal(diff->same, 5);
  assert_int_equal(diff->group_count, 0);
  plan_diff_free(diff);
  diff = plan_diff(left, left);
  assert_int_equal(diff->same, 5);
  plan_diff_free(diff);
  plan_diff_free(NULL);
  plan_free(left);
  plan_free(right);
}

// Left {a b} {c} {d} {e}, right {a} {b c} {d e}: a, b, c hang together, d and e hang together.
static void test_groups(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Plan *left = plan_new(graph, &limits), *right = plan_new(graph, &limits);
  fuse_ok(left, "a", "b");
  fuse_ok(right, "b", "c");
  fuse_ok(right, "d", "e");
  PlanDiff *diff = plan_diff(left, right);
  assert_int_equal(diff->same, 0);
  assert_int_equal(diff->group_count, 2);
  const DiffGroup *first = &diff->groups[0], *second = &diff->groups[1];
  assert_int_equal(first->left_count, 2);
  assert_int_equal(first->left[0], kernel_named(left, "a"));
  assert_int_equal(first->left[1], kernel_named(left, "c"));
  assert_int_equal(first->right_count, 2);
  assert_int_equal(first->right[0], kernel_named(right, "a"));
  assert_int_equal(first->right[1], kernel_named(right, "b"));
  assert_int_equal(second->left_count, 2);
  assert_int_equal(second->right_count, 1);
  assert_int_equal(second->right[0], kernel_named(right, "d"));
  plan_diff_free(diff);
  plan_free(left);
  plan_free(right);
}

// A kernel of the same ops counts as changed when its copies, overrides or stored values differ.
static void test_same_ops(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Plan *left = plan_new(graph, &limits), *right = plan_new(graph, &limits);
  Reason reason;
  assert_true(plan_schedule(right, kernel_named(right, "a"), KNOB_threads, 64, &reason));
  PlanDiff *diff = plan_diff(left, right);
  assert_int_equal(diff->same, 4);
  assert_int_equal(diff->group_count, 1);
  assert_int_equal(diff->groups[0].left[0], kernel_named(left, "a"));
  plan_diff_free(diff);
  plan_free(left);
  plan_free(right);
}

static void test_other_graph(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *other = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] } ], 'outputs': ['a']");
  Plan *left = plan_new(graph, &limits), *right = plan_new(other, &limits);
  assert_null(plan_diff(left, right));
  plan_free(left);
  plan_free(right);
  graph_free(other);
}

// ---- Copies, of which the comparison skips what they share.

static void assert_same_lists(const int *a, int a_count, const int *b, int b_count) {
  assert_int_equal(a_count, b_count);
  assert_memory_equal(a, b, (size_t)a_count * sizeof *a);
}

static void assert_same_diff(const PlanDiff *a, const PlanDiff *b) {
  assert_int_equal(a->same, b->same);
  assert_int_equal(a->group_count, b->group_count);
  for (int i = 0; i < a->group_count; i++) {
    const DiffGroup *x = &a->groups[i], *y = &b->groups[i];
    assert_same_lists(x->left, x->left_count, y->left, y->left_count);
    assert_same_lists(x->right, x->right_count, y->right, y->right_count);
  }
}

// In small steps, with questions in between, which change the plan and take it back.
static PlanDiff *diff_in_steps(const Plan *left, Walk *right) {
  Reason reason;
  PlanDiffing *diffing = plan_diff_begin(left, right->plan);
  while (!plan_diff_work(diffing, 100)) {
    int a = walk_op(right), b = walk_partner(right, a);
    plan_can_fuse(right->plan, a, b, false, &reason);
    plan_can_cut(right->plan, a, &reason);
    plan_can_recompute(right->plan, a, plan_home(right->plan, b), &reason);
  }
  return plan_diff_end(diffing);
}

// A plan that shares nothing with the others, made what this one is, differs from them as this one does.
static void compare_unshared(const Plan *left, Walk *right) {
  GpuLimits limits = test_limits();
  Plan *fresh = plan_new(right->graph, &limits);
  assert_true(plan_replace(fresh, right->plan, "all"));
  PlanDiff *expected = plan_diff(left, fresh), *steps = diff_in_steps(left, right),
           *at_once = plan_diff(left, right->plan);
  assert_same_diff(at_once, expected);
  assert_same_diff(steps, expected);
  plan_diff_free(expected);
  plan_diff_free(steps);
  plan_diff_free(at_once);
  plan_free(fresh);
}

static void test_shared(void **state) {
  (void)state;
  DumpPlan *dump;
  Graph *resnet = shipped_dump("resnet/forward", &dump); // 676 ops: several chunks
  GpuLimits limits = test_limits();
  Walk walk = {.plan = plan_new(resnet, &limits), .graph = resnet, .random = {5}};
  for (int step = 0; step < 300; step++)
    walk_edit(&walk);
  for (int round = 0; round < 100; round++) { // few edits, after which some chunks are shared still
    Plan *left = plan_copy(walk.plan);
    for (int i = 0; i < round % 4; i++)
      walk_edit(&walk);
    compare_unshared(left, &walk);
    plan_free(left);
  }
  plan_free(walk.plan);
  dump_plan_free(dump);
  graph_free(resnet);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_equal), cmocka_unit_test(test_groups),
                                     cmocka_unit_test(test_same_ops), cmocka_unit_test(test_other_graph),
                                     cmocka_unit_test(test_shared)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
