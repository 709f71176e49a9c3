#include "fixture.h"

#include "plan/plan_file.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_equal), cmocka_unit_test(test_groups),
                                     cmocka_unit_test(test_same_ops), cmocka_unit_test(test_other_graph)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
