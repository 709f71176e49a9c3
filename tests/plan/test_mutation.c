// Ops that write into memory that they were given: what must run before and after them binds plans as data
// flow does.
#include "fixture.h"

// r reads x before w writes into it, l reads after: the order binds though no data flows from r to w.
static void test_mutation_order(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] }, { 'name': 'y', 'dtype': 'f32', 'shape': "
      "[64] } ],"
      "'ops': [ { 'name': 'r', 'op': 'exp', 'in': ['x'] }, { 'name': 'n', 'op': 'neg', 'in': ['y'] },"
      "         { 'name': 'w', 'op': 'copy', 'in': ['x', 'n'], 'mutates': 0 },"
      "         { 'name': 'l', 'op': 'add', 'in': ['r', 'w'] } ], 'outputs': ['l']");
  Reason reason;
  int r = op_named(f.graph, "r"), w = plan_home(f.plan, op_named(f.graph, "w")), near[4];
  assert_int_equal(plan_kernel_producers(f.plan, w, near, 4), 2);
  assert_int_equal(near[0], plan_home(f.plan, r));
  // A copy of r that runs with l would read x after w has written it.
  assert_false(plan_recompute(f.plan, r, kernel_named(f.plan, "l"), &reason));
  assert_int_equal(reason.code, REASON_CYCLE);
  assert_false(plan_recompute(f.plan, op_named(f.graph, "w"), kernel_named(f.plan, "l"), &reason));
  assert_int_equal(reason.code, REASON_MUTATION);
  int count;
  const int *order = plan_order(f.plan, &count);
  assert_int_equal(count, 4);
  assert_int_equal(order[2], w);
  assert_valid(f.plan);
  planned_free(&f);
}

// A copy of r reads x wherever it runs: that kernel, too, must come before w.
static void test_mutation_and_copies(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] }, { 'name': 'y', 'dtype': 'f32', 'shape': "
      "[64] } ],"
      "'ops': [ { 'name': 'r', 'op': 'exp', 'in': ['x'] }, { 'name': 'c', 'op': 'neg', 'in': ['r'] },"
      "         { 'name': 'd', 'op': 'add', 'in': ['r', 1.0] },"
      "         { 'name': 'w', 'op': 'copy', 'in': ['x', 'y'], 'mutates': 0 } ], 'outputs': ['c', 'd', 'w']");
  Reason reason;
  int r = op_named(f.graph, "r"), c = kernel_named(f.plan, "c"), w = kernel_named(f.plan, "w"), near[4];
  assert_int_equal(plan_kernel_producers(f.plan, w, near, 4), 1); // r alone
  assert_true(plan_recompute(f.plan, r, c, &reason));
  assert_valid(f.plan);
  assert_int_equal(plan_kernel_producers(f.plan, w, near, 4), 2);
  assert_int_equal(near[1], c);
  assert_int_equal(plan_kernel_consumers(f.plan, c, near, 4), 1);
  assert_int_equal(near[0], w);
  planned_free(&f);
}

// A copy of what fills the memory does not fill it: the home of that op must still come before the writer.
static void test_mutation_of_copied_result(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'v', 'dtype': 'f32', 'shape': [64] }, { 'name': 'i', 'dtype': 'i64', 'shape': "
      "[64] } ],"
      "'ops': [ { 'name': 'w0', 'op': 'neg', 'in': ['v'] },"
      "         { 'name': 'z', 'op': 'full', 'in': [], 'shape': [8], 'dtype': 'f32', 'value': 0 },"
      "         { 'name': 'w', 'op': 'index_put', 'in': ['z', 'w0', 'i'], 'mutates': 0, 'accumulate': true } "
      "],"
      "'outputs': ['w']");
  Reason reason;
  int z = kernel_named(f.plan, "z"), w = kernel_named(f.plan, "w"), near[4], count;
  if (!plan_recompute(f.plan, op_named(f.graph, "z"), w, &reason)) fail_msg("%s", reason.text);
  assert_valid(f.plan);
  assert_int_equal(plan_kernel_producers(f.plan, w, near, 4), 2);
  assert_int_equal(near[1], z);
  assert_int_equal(plan_kernel_consumers(f.plan, z, near, 4), 1);
  assert_int_equal(near[0], w);
  const int *order = plan_order(f.plan, &count);
  assert_int_equal(count, 3);
  assert_int_equal(order[2], w);
  planned_free(&f);
}

// Whether a kernel comes before the writer may depend on a copy in it, though neither the writer nor the home
// of what is copied changes: an order that was asked for before must follow.
static void test_order_follows_copies(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] }, { 'name': 'y', 'dtype': 'f32', 'shape': "
      "[64] } ],"
      "'ops': [ { 'name': 'r', 'op': 'exp', 'in': ['x'] },"
      "         { 'name': 'w', 'op': 'copy', 'in': ['x', 'y'], 'mutates': 0 },"
      "         { 'name': 'n', 'op': 'neg', 'in': ['y'] }, { 'name': 'c', 'op': 'add', 'in': ['r', 'n'] } ],"
      "'outputs': ['c', 'r', 'w']");
  Reason reason;
  int r = op_named(f.graph, "r"), c = kernel_named(f.plan, "c"), w = kernel_named(f.plan, "w");
  int n = kernel_named(f.plan, "n"), apart[] = {r, w, n, c}, copied[] = {r, n, c, w}, count;
  assert_memory_equal(plan_order(f.plan, &count), apart, sizeof apart);
  for (int round = 0; round < 2; round++) {
    assert_true(plan_recompute(f.plan, r, c, &reason));
    assert_memory_equal(plan_order(f.plan, &count), copied, sizeof copied);
    assert_true(plan_undo(f.plan));
    assert_memory_equal(plan_order(f.plan, &count), apart, sizeof apart);
  }
  planned_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mutation_order),
      cmocka_unit_test(test_mutation_and_copies),
      cmocka_unit_test(test_mutation_of_copied_result),
      cmocka_unit_test(test_order_follows_copies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
