// Groups of edits, pins, schedules and the launch order on graphs small enough to know by hand.
#include "fixture.h"

#include <stdio.h>

// x -> a -> b -> c, and a -> d; b goes on through a view.
static const char chain[] =
    "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64, 32] } ],"
    "'ops': [ { 'name': 'a', 'op': 'mul', 'in': ['x', 2.0] }, { 'name': 'b', 'op': 'exp', 'in': ['a'] },"
    "         { 'name': 't', 'op': 'permute', 'in': ['b'], 'axes': [1, 0] },"
    "         { 'name': 'c', 'op': 'add', 'in': ['t', 1.0] }, { 'name': 'd', 'op': 'neg', 'in': ['a'] } ],"
    "'outputs': ['c', 'd']";

// A product between two pointwise ops of one chain: a -> m -> b, a -> b.
static const char around[] =
    "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [32, 32] } ],"
    "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, { 'name': 'm', 'op': 'mm', 'in': ['a', 'x'] },"
    "         { 'name': 'b', 'op': 'add', 'in': ['a', 'm'] }, { 'name': 'e', 'op': 'neg', 'in': ['b'] } ],"
    "'outputs': ['e']";

static void test_groups(void **state) {
  (void)state;
  Planned f = planned_new(chain);
  uint64_t fresh = plan_hash(f.plan);
  plan_begin(f.plan);
  fuse_ok(f.plan, "a", "b");
  plan_begin(f.plan);
  fuse_ok(f.plan, "a", "d");
  assert_false(plan_undo(f.plan)); // not inside a group
  plan_rollback(f.plan);
  assert_int_equal(plan_kernel_count(f.plan), 3);
  plan_commit(f.plan);
  assert_int_equal(plan_undo_depth(f.plan), 1);
  assert_string_equal(plan_undo_label(f.plan), "fuse a, b");
  plan_begin(f.plan);
  fuse_ok(f.plan, "a", "d");
  fuse_ok(f.plan, "c", "a");
  plan_commit(f.plan);
  assert_int_equal(plan_undo_depth(f.plan), 2);
  plan_label(f.plan, "heuristic");
  assert_string_equal(plan_undo_label(f.plan), "heuristic");
  plan_undo(f.plan);
  plan_undo(f.plan);
  assert_int_equal(plan_hash(f.plan), fresh);
  plan_begin(f.plan);
  plan_commit(f.plan); // empty: no entry
  assert_int_equal(plan_undo_depth(f.plan), 0);
  assert_true(plan_redo(f.plan)); // and what could be redone still can
  fuse_ok(f.plan, "d", "a");      // now it cannot
  assert_false(plan_redo(f.plan));
  assert_valid(f.plan);
  planned_free(&f);
}

static void test_pins(void **state) {
  (void)state;
  Planned f = planned_new(chain);
  Reason reason;
  int a = op_named(f.graph, "a"), b = op_named(f.graph, "b"), d = op_named(f.graph, "d");
  uint64_t fresh = plan_hash(f.plan);
  assert_false(plan_pin(f.plan, PIN_TOGETHER, a, b, &reason));
  assert_int_equal(reason.code, REASON_PINNED);
  assert_true(plan_pin(f.plan, PIN_APART, d, a, &reason));
  assert_int_not_equal(plan_hash(f.plan), fresh);
  fuse_no(f.plan, "a", "d", REASON_PINNED);
  fuse_ok(f.plan, "a", "b");
  assert_true(plan_pin(f.plan, PIN_TOGETHER, a, b, &reason));
  assert_false(plan_cut(f.plan, a, &reason));
  assert_int_equal(reason.code, REASON_PINNED);
  int count;
  const Pin *pins = plan_pins(f.plan, &count);
  assert_int_equal(count, 2);
  assert_true(pins[0].a == a && pins[0].b == b && pins[0].kind == PIN_TOGETHER);
  assert_true(plan_reset(f.plan)); // a and b stay together
  assert_int_equal(plan_kernel_count(f.plan), 3);
  assert_true(plan_unpin(f.plan, b, a, &reason));
  assert_false(plan_unpin(f.plan, b, a, &reason));
  assert_true(plan_reset(f.plan));
  assert_int_equal(plan_kernel_count(f.plan), 4);
  while (plan_undo(f.plan))
    assert_valid(f.plan);
  assert_int_equal(plan_hash(f.plan), fresh);
  planned_free(&f);
}

static void test_schedule(void **state) {
  (void)state;
  Planned f = planned_new(chain);
  Reason reason;
  int a = kernel_named(f.plan, "a");
  uint64_t fresh = plan_hash(f.plan), content = plan_lowered(f.plan, a)->content;
  assert_true(plan_schedule(f.plan, a, KNOB_threads, 64, &reason));
  assert_int_equal(plan_lowered(f.plan, a)->schedule.knob[KNOB_threads], 64);
  assert_int_not_equal(plan_lowered(f.plan, a)->content, content);
  assert_false(plan_schedule(f.plan, a, KNOB_threads, 64, &reason));
  assert_int_equal(reason.code, REASON_NO_CHANGE);
  assert_false(plan_schedule(f.plan, a, KNOB_threads, 5000, &reason));
  assert_true(reason.text[0] != 0);
  assert_true(plan_schedule(f.plan, a, KNOB_threads, -1, &reason));
  assert_int_equal(plan_hash(f.plan), fresh);
  assert_int_equal(plan_lowered(f.plan, a)->content, content);
  assert_true(plan_schedule(f.plan, a, KNOB_threads, 64, &reason));
  fuse_ok(f.plan, "a", "b"); // the override was chosen for other loops
  assert_int_equal(plan_kernel(f.plan, kernel_named(f.plan, "a")).override.set, 0);
  plan_undo(f.plan);
  assert_int_equal(plan_kernel(f.plan, a).override.knob[KNOB_threads], 64);
  assert_false(plan_schedule(f.plan, op_named(f.graph, "t"), KNOB_threads, 64, &reason)); // an empty slot
  planned_free(&f);
}

// Launch order: what may run next, smallest op first.
static void test_order(void **state) {
  (void)state;
  Planned f = planned_new(around);
  int count;
  const int *order = plan_order(f.plan, &count);
  assert_int_equal(count, 4);
  for (int i = 0; i < count; i++)
    assert_int_equal(order[i], i);
  fuse_ok(f.plan, "b", "e");
  order = plan_order(f.plan, &count);
  assert_int_equal(count, 3);
  assert_int_equal(order[2], kernel_named(f.plan, "b"));
  planned_free(&f);
}

// An op of which nobody reads the result is a kernel like any other until something takes it in.
static void test_dead_op(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, { 'name': 'u', 'op': 'neg', 'in': ['a'] } ], "
      "'outputs': ['a']");
  char stored[256];
  stored_text(f.plan, "u", stored);
  assert_string_equal(stored, "u");
  fuse_ok(f.plan, "a", "u");
  stored_text(f.plan, "u", stored);
  assert_string_equal(stored, "a");
  planned_free(&f);
}

// A kernel that reads element by element a sum over the grid cannot be; the reason is lowering's.
static void test_lowering_refuses(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [65536, 1024] } ],"
      "'ops': [ { 'name': 's', 'op': 'sum', 'in': ['x'], 'axes': [0, 1] }, { 'name': 'y', 'op': 'mul', 'in': "
      "['x', 's'] } ],"
      "'outputs': ['y']");
  fuse_no(f.plan, "s", "y", REASON_GRID_SYNC);
  planned_free(&f);
}

// No more is written than there is room for.
static void check_products(const Plan *plan, int kernel, int first, int second) {
  int products[3] = {NO_OP, NO_OP, NO_OP};
  assert_int_equal(plan_products(plan, kernel, products, 1), 2);
  assert_int_equal(products[1], NO_OP);
  assert_int_equal(plan_products(plan, kernel, products, 3), 2);
  assert_memory_equal(products, ((int[]){first, second, NO_OP}), sizeof products);
  assert_int_equal(plan_products(plan, NO_KERNEL, products, 3), 0);
}

// Two products with a softmax between them: one kernel all at once, from the kernels that greedy leaves too,
// and not two by two.
static void test_attention(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'q', 'dtype': 'bf16', 'shape': [200, 64] },"
      "            { 'name': 'k', 'dtype': 'bf16', 'shape': [64, 136] },"
      "            { 'name': 'v', 'dtype': 'bf16', 'shape': [136, 64] } ],"
      "'ops': [ { 'name': 's', 'op': 'mm', 'in': ['q', 'k'] },"
      "         { 'name': 'm', 'op': 'amax', 'in': ['s'], 'axes': [1], 'keep': true },"
      "         { 'name': 'd', 'op': 'sub', 'in': ['s', 'm'] }, { 'name': 'e', 'op': 'exp', 'in': ['d'] },"
      "         { 'name': 'l', 'op': 'sum', 'in': ['e'], 'axes': [1], 'keep': true },"
      "         { 'name': 'p', 'op': 'div', 'in': ['e', 'l'] }, { 'name': 'y', 'op': 'mm', 'in': ['p', 'v'] "
      "} ],"
      "'outputs': ['y']");
  Reason reason;
  static const char *const softmax[] = {"d", "e", "l", "p"};
  int s = op_named(f.graph, "s"), m = op_named(f.graph, "m"), y = op_named(f.graph, "y");
  for (size_t i = 0; i < sizeof softmax / sizeof *softmax; i++)
    assert_true(plan_fuse(f.plan, m, op_named(f.graph, softmax[i]), false, &reason));
  assert_false(plan_fuse(f.plan, s, m, true, &reason));
  assert_false(plan_fuse(f.plan, m, y, true, &reason));
  int ops[4];
  assert_int_equal(plan_attention(f.plan, m, y, ops, 4), 3);
  assert_int_equal(plan_attention(f.plan, s, y, ops, 4), 3);
  assert_int_equal(plan_attention(f.plan, s, s, ops, 4), 0);
  assert_true(ops[0] == s && ops[1] == m && ops[2] == y);
  assert_false(plan_fuse_all(f.plan, (int[]){s, m, y}, 3, false, &reason)); // the products are a library's
  assert_true(plan_fuse_all(f.plan, (int[]){s, m, y}, 3, true, &reason));
  assert_int_equal(plan_kernel_count(f.plan), 1);
  assert_string_equal(template_name(plan_lowered(f.plan, kernel_named(f.plan, "s"))->schedule.kind),
                      "attention");
  assert_valid(f.plan);
  check_products(f.plan, kernel_named(f.plan, "s"), s, y);
  // The second product cannot leave alone, as what stays is none; both can.
  assert_false(plan_cut(f.plan, y, &reason));
  assert_non_null(strstr(reason.remedy, "2 matrix products back"));
  assert_true(plan_free_products(f.plan, kernel_named(f.plan, "s"), &reason));
  assert_int_equal(plan_kernel_count(f.plan), 3);
  assert_int_equal(plan_kernel(f.plan, kernel_named(f.plan, "m")).op_count, 5);
  assert_int_equal(plan_products(f.plan, kernel_named(f.plan, "m"), NULL, 0), 0);
  assert_valid(f.plan);
  assert_false(plan_free_products(f.plan, kernel_named(f.plan, "m"), &reason)); // there is none
  assert_int_equal(reason.code, REASON_NO_CHANGE);
  assert_true(plan_undo(f.plan));
  assert_int_equal(plan_kernel_count(f.plan), 1);
  assert_true(plan_undo(f.plan));
  assert_int_equal(plan_kernel_count(f.plan), 3);
  planned_free(&f);
}

// What only maps a product's numbers is no softmax: the set is none.
static void test_no_attention(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'bf16', 'shape': [128, 64] },"
      "            { 'name': 'w', 'dtype': 'bf16', 'shape': [64, 64] } ],"
      "'ops': [ { 'name': 'h', 'op': 'mm', 'in': ['x', 'w'] }, { 'name': 'r', 'op': 'relu', 'in': ['h'] },"
      "         { 'name': 'y', 'op': 'mm', 'in': ['r', 'w'] } ],"
      "'outputs': ['y']");
  int ops[4];
  assert_int_equal(plan_attention(f.plan, op_named(f.graph, "r"), op_named(f.graph, "y"), ops, 4), 0);
  planned_free(&f);
}

// What no force can bring into a kernel always runs alone.
static void test_cycle_around_a_sort(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [32, 32] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] },"
      "         { 'name': 's', 'op': 'sort', 'in': ['a'], 'axis': 1 },"
      "         { 'name': 'b', 'op': 'add', 'in': ['a', 's.0'] } ],"
      "'outputs': ['b']");
  Reason reason;
  int a = op_named(f.graph, "a"), b = op_named(f.graph, "b"), s = op_named(f.graph, "s");
  assert_false(plan_can_fuse(f.plan, a, s, true, &reason));
  assert_false(plan_can_fuse(f.plan, a, b, false, &reason));
  assert_int_equal(reason.code, REASON_CYCLE);
  assert_string_equal(reason.remedy,
                      "s always runs alone; recompute a in the kernel of b instead of fusing them.");
  planned_free(&f);
}

// A residual: what is added behind the product is not what the product waits for. n is made of r, too, but a
// copy of n would take no wait away. Kernels are generated for products of bf16, not of f32.
static void test_cycle_beside_a_residual(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    Reason reason;
    char remedy[200], text[400];
    snprintf(text, sizeof text,
             "'inputs': [ { 'name': 'x', 'dtype': '%s', 'shape': [32, 32] } ],"
             "'ops': [ { 'name': 'r', 'op': 'neg', 'in': ['x'] }, { 'name': 'n', 'op': 'exp', 'in': ['r'] },"
             "         { 'name': 'm', 'op': 'mm', 'in': ['n', 'x'] },"
             "         { 'name': 's', 'op': 'add', 'in': ['r', 'm'] } ], 'outputs': ['s']",
             i ? "f32" : "bf16");
    Planned f = planned_new(text);
    int r = op_named(f.graph, "r"), s = op_named(f.graph, "s");
    fuse_ok(f.plan, "r", "n");
    assert_false(plan_can_fuse(f.plan, r, s, false, &reason));
    assert_int_equal(reason.code, REASON_CYCLE);
    snprintf(remedy, sizeof remedy,
             "m %s; recompute what the kernel of s reads of the other, in place of fusing them.",
             i ? "always runs alone" : "joins other ops only by force");
    assert_string_equal(reason.remedy, remedy);
    assert_true(plan_recompute(f.plan, r, plan_home(f.plan, s), &reason));
    assert_valid(f.plan);
    planned_free(&f);
  }
}

// An op is at home where it is computed: with a copy for its only reader it is nowhere else. What its kernel
// computed again for it alone goes with it, and what it read there follows when it is copied, too.
static void test_home_follows_the_only_copy(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'c', 'op': 'sin', 'in': ['x'] }, { 'name': 'o', 'op': 'exp', 'in': ['x'] },"
      "         { 'name': 'p', 'op': 'add', 'in': ['o', 'c'] }, { 'name': 'q', 'op': 'mul', 'in': ['x', 2] },"
      "         { 'name': 'r', 'op': 'neg', 'in': ['p'] } ], 'outputs': ['c', 'q', 'r']");
  Reason reason;
  int c = op_named(f.graph, "c"), o = op_named(f.graph, "o"), p = op_named(f.graph, "p");
  char stored[256];
  fuse_ok(f.plan, "o", "p");
  fuse_ok(f.plan, "o", "q");
  int old = kernel_named(f.plan, "q"), to = kernel_named(f.plan, "r");
  assert_true(plan_recompute(f.plan, c, old, &reason));
  uint64_t before = plan_hash(f.plan);
  assert_true(plan_recompute(f.plan, p, to, &reason));
  assert_int_equal(plan_home(f.plan, p), to);
  assert_int_equal(plan_home(f.plan, o), old); // the copy reads it
  assert_int_equal(plan_kernel(f.plan, old).copy_count + plan_kernel(f.plan, to).copy_count, 0);
  stored_text(f.plan, "q", stored);
  assert_string_equal(stored, "o q");
  assert_valid(f.plan);
  assert_true(plan_recompute(f.plan, o, to, &reason));
  assert_int_equal(plan_home(f.plan, o), to);
  stored_text(f.plan, "q", stored);
  assert_string_equal(stored, "q");
  assert_valid(f.plan);
  plan_undo(f.plan);
  plan_undo(f.plan);
  assert_int_equal(plan_hash(f.plan), before);
  planned_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_groups),
      cmocka_unit_test(test_pins),
      cmocka_unit_test(test_schedule),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_dead_op),
      cmocka_unit_test(test_lowering_refuses),
      cmocka_unit_test(test_attention),
      cmocka_unit_test(test_no_attention),
      cmocka_unit_test(test_cycle_around_a_sort),
      cmocka_unit_test(test_cycle_beside_a_residual),
      cmocka_unit_test(test_home_follows_the_only_copy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
