// Edits on graphs small enough to know by hand what each must do.
#include "fixture.h"

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

static void test_fresh(void **state) {
  (void)state;
  Planned f = planned_new(chain);
  char stored[256];
  assert_int_equal(plan_kernel_count(f.plan), 4);
  assert_int_equal(plan_home(f.plan, op_named(f.graph, "t")), NO_KERNEL);
  int a = kernel_named(f.plan, "a"), consumers[8];
  assert_int_equal(a, op_named(f.graph, "a"));
  assert_int_equal(plan_kernel_consumers(f.plan, a, consumers, 8), 2);
  assert_int_equal(consumers[0], kernel_named(f.plan, "b"));
  assert_int_equal(consumers[1], kernel_named(f.plan, "d"));
  assert_int_equal(plan_kernel_producers(f.plan, kernel_named(f.plan, "c"), consumers, 8), 1);
  assert_int_equal(consumers[0], kernel_named(f.plan, "b")); // through the view
  stored_text(f.plan, "b", stored);
  assert_string_equal(stored, "b");
  assert_int_equal(plan_undo_depth(f.plan), 0);
  assert_null(plan_undo_label(f.plan));
  assert_false(plan_undo(f.plan));
  assert_valid(f.plan);
  planned_free(&f);
}

static void test_fuse(void **state) {
  (void)state;
  Planned f = planned_new(chain);
  uint64_t fresh = plan_hash(f.plan);
  char stored[256];
  fuse_ok(f.plan, "a", "b");
  stored_text(f.plan, "a", stored);
  assert_string_equal(stored, "a b"); // d still reads a
  fuse_ok(f.plan, "d", "b");
  stored_text(f.plan, "d", stored);
  assert_string_equal(stored, "b d");
  assert_int_equal(plan_kernel_count(f.plan), 2);
  assert_int_equal(kernel_named(f.plan, "d"), op_named(f.graph, "a")); // the slot of the smallest op
  fuse_no(f.plan, "a", "d", REASON_NO_CHANGE);
  fuse_no(f.plan, "t", "d", REASON_NO_CHANGE); // a view has no kernel
  assert_string_equal(plan_undo_label(f.plan), "fuse d, b");
  assert_true(plan_undo(f.plan));
  assert_true(plan_undo(f.plan));
  assert_int_equal(plan_hash(f.plan), fresh);
  assert_true(plan_redo(f.plan));
  assert_true(plan_redo(f.plan));
  assert_false(plan_redo(f.plan));
  assert_int_equal(plan_kernel_count(f.plan), 2);
  assert_valid(f.plan);
  planned_free(&f);
}

static void test_hash_is_of_content(void **state) {
  (void)state;
  Planned f = planned_new(chain), g = planned_new(chain);
  fuse_ok(f.plan, "a", "b");
  fuse_ok(f.plan, "a", "d");
  fuse_ok(g.plan, "d", "b"); // siblings: both read a
  assert_int_not_equal(plan_hash(f.plan), plan_hash(g.plan));
  fuse_ok(g.plan, "b", "a");
  assert_int_equal(plan_hash(f.plan), plan_hash(g.plan));
  Plan *copy = plan_copy(f.plan);
  assert_int_equal(plan_hash(copy), plan_hash(f.plan));
  assert_int_equal(plan_undo_depth(copy), 0);
  assert_valid(copy);
  plan_free(copy);
  planned_free(&f);
  planned_free(&g);
}

static void test_library_and_cycle(void **state) {
  (void)state;
  Planned f = planned_new(around);
  fuse_no(f.plan, "a", "m", REASON_LIBRARY);
  Reason reason;
  int a = op_named(f.graph, "a"), b = op_named(f.graph, "b"), m = op_named(f.graph, "m");
  assert_false(plan_can_fuse(f.plan, b, a, false, &reason));
  assert_int_equal(reason.code, REASON_CYCLE);
  assert_int_equal(reason.op_count, 3);
  assert_int_equal(reason.op[0], a);
  assert_int_equal(reason.op[1], m);
  assert_int_equal(reason.op[2], b);
  assert_non_null(strstr(reason.text, "a -> m -> b"));
  assert_string_equal(
      reason.remedy,
      "m always runs alone; recompute a in the kernel of b instead of fusing them."); // being of f32
  // With a copy of a in b's kernel, that kernel needs nothing of a's.
  assert_true(plan_recompute(f.plan, a, plan_home(f.plan, b), &reason));
  fuse_ok(f.plan, "b", "e");
  fuse_no(f.plan, "a", "b", REASON_CYCLE); // together they would still stand on both sides of m
  planned_free(&f);
}

static void test_not_together(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] }, { 'name': 'y', 'dtype': 'f32', 'shape': "
      "[64] } ],"
      "'ops': [ { 'name': 'a', 'op': 'neg', 'in': ['x'] }, { 'name': 'b', 'op': 'neg', 'in': ['y'] },"
      "         { 'name': 'c', 'op': 'exp', 'in': ['x'] } ], 'outputs': ['a', 'b', 'c']");
  fuse_no(f.plan, "a", "b", REASON_NOT_TOGETHER);
  fuse_ok(f.plan, "a", "c"); // both read x
  Reason reason;
  assert_true(plan_can_fuse(f.plan, op_named(f.graph, "a"), op_named(f.graph, "b"), true, &reason));
  assert_true(plan_fuse(f.plan, op_named(f.graph, "a"), op_named(f.graph, "b"), true, &reason));
  assert_valid(f.plan);
  planned_free(&f);
}

static int parts_of(Plan *plan, const char *op) {
  const PlanLowered *lowered = plan_lowered(plan, kernel_named(plan, op));
  assert_non_null(lowered->nest);
  return nest_part_count(lowered->nest);
}

// A kernel is named by an op of its own: once cut again, each has the name that it had, whichever op leaves.
static void test_names_come_back(void **state) {
  (void)state;
  static const char *const cut[] = {"a", "b"};
  Planned f = planned_new(chain);
  int a = kernel_named(f.plan, "a"), b = kernel_named(f.plan, "b");
  for (int i = 0; i < 2; i++) {
    Reason reason;
    fuse_ok(f.plan, "a", "b");
    assert_true(plan_cut(f.plan, op_named(f.graph, cut[i]), &reason));
    assert_int_equal(kernel_named(f.plan, "a"), a);
    assert_int_equal(kernel_named(f.plan, "b"), b);
    assert_valid(f.plan);
  }
  planned_free(&f);
}

// The op that names a kernel of three leaves: the others, and what they compute again, have the name of one
// of theirs.
static void test_the_others_get_a_name(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'p', 'op': 'exp', 'in': ['x'] }, { 'name': 'a', 'op': 'mul', 'in': ['p', 2.0] },"
      "         { 'name': 'b', 'op': 'add', 'in': ['a', 'p'] }, { 'name': 'c', 'op': 'neg', 'in': ['b'] } ],"
      "'outputs': ['p', 'c']");
  Reason reason;
  int a = op_named(f.graph, "a"), b = op_named(f.graph, "b");
  fuse_ok(f.plan, "a", "b");
  fuse_ok(f.plan, "a", "c");
  assert_true(plan_recompute(f.plan, op_named(f.graph, "p"), kernel_named(f.plan, "a"), &reason));
  assert_true(plan_cut(f.plan, a, &reason));
  assert_int_equal(kernel_named(f.plan, "a"), a);
  assert_int_equal(kernel_named(f.plan, "b"), b);
  assert_int_equal(kernel_named(f.plan, "c"), b);
  int count;
  plan_copied_in(f.plan, op_named(f.graph, "p"), &count);
  assert_int_equal(count, 2); // both read it
  assert_valid(f.plan);
  planned_free(&f);
}

// A product and what reads it: a kernel where somebody asks for it, and two again once it is cut.
static void test_products(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'bf16', 'shape': [64, 32] },"
      "            { 'name': 'w', 'dtype': 'bf16', 'shape': [32, 64] } ],"
      "'ops': [ { 'name': 'm', 'op': 'mm', 'in': ['x', 'w'] }, { 'name': 'r', 'op': 'relu', 'in': ['m'] } ],"
      "'outputs': ['r']");
  Reason reason;
  int m = op_named(f.graph, "m"), r = op_named(f.graph, "r");
  fuse_no(f.plan, "m", "r", REASON_LIBRARY);
  assert_true(plan_fuse(f.plan, m, r, true, &reason));
  const PlanLowered *lowered = plan_lowered(f.plan, kernel_named(f.plan, "m"));
  assert_string_equal(template_name(lowered->schedule.kind), "gemm");
  assert_int_equal(lowered->launch.threads, 384);
  assert_valid(f.plan);
  assert_true(plan_cut(f.plan, r, &reason));
  assert_null(plan_lowered(f.plan, kernel_named(f.plan, "m"))->nest); // the library's again
  assert_valid(f.plan);
  planned_free(&f);
}

// Other shapes, and nothing that flows between: a batch, when it is forced. What comes before and after a
// product cannot share a launch, whatever else is in it.
static void test_batch(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64, 8] }, { 'name': 'y', 'dtype': 'f32', "
      "'shape': "
      "[40] }, { 'name': 'w', 'dtype': 'f32', 'shape': [8, 8] } ],"
      "'ops': [ { 'name': 'a', 'op': 'neg', 'in': ['x'] }, { 'name': 'm', 'op': 'mm', 'in': ['a', 'w'] },"
      "         { 'name': 'b', 'op': 'sum', 'in': ['m'], 'axes': [1] }, { 'name': 'c', 'op': 'exp', 'in': "
      "['y'] } ],"
      "'outputs': ['b', 'c']");
  Reason reason;
  int a = op_named(f.graph, "a"), b = op_named(f.graph, "b"), c = op_named(f.graph, "c");
  fuse_no(f.plan, "a", "c", REASON_NOT_TOGETHER);
  assert_true(plan_fuse(f.plan, a, c, true, &reason));
  assert_int_equal(parts_of(f.plan, "a"), 2);
  assert_string_equal(template_name(plan_lowered(f.plan, kernel_named(f.plan, "a"))->schedule.kind), "batch");
  assert_valid(f.plan);
  assert_false(plan_fuse(f.plan, b, c, true, &reason)); // c's launch is before m now
  assert_int_equal(reason.code, REASON_CYCLE);
  assert_false(plan_fuse(f.plan, op_named(f.graph, "m"), c, true, &reason));
  assert_int_equal(reason.code, REASON_LIBRARY);
  assert_true(plan_cut(f.plan, c, &reason));
  assert_int_equal(parts_of(f.plan, "a"), 1);
  assert_true(plan_fuse(f.plan, b, c, true, &reason));
  assert_int_equal(parts_of(f.plan, "b"), 2);
  assert_true(plan_schedule(f.plan, kernel_named(f.plan, "b"), KNOB_threads, 64, &reason));
  assert_int_equal(plan_lowered(f.plan, kernel_named(f.plan, "b"))->launch.threads, 64);
  assert_valid(f.plan);
  planned_free(&f);
}

static void test_cut(void **state) {
  (void)state;
  Planned f = planned_new(chain);
  Reason reason;
  fuse_ok(f.plan, "a", "b");
  fuse_ok(f.plan, "a", "d");
  assert_true(plan_can_cut(f.plan, op_named(f.graph, "a"), &reason));
  assert_true(plan_cut(f.plan, op_named(f.graph, "a"), &reason));
  assert_valid(f.plan);
  assert_int_equal(plan_kernel_count(f.plan), 3);
  assert_int_equal(kernel_named(f.plan, "b"), kernel_named(f.plan, "d"));
  assert_int_not_equal(kernel_named(f.plan, "a"), kernel_named(f.plan, "b"));
  assert_false(plan_cut(f.plan, op_named(f.graph, "a"), &reason));
  assert_int_equal(reason.code, REASON_NO_CHANGE);
  assert_string_equal(plan_undo_label(f.plan), "cut a");
  planned_free(&f);
}

// p -> o -> q and p -> q: o alone would stand between p and q, so q goes with it.
static void test_cut_with_descendants(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'p', 'op': 'exp', 'in': ['x'] }, { 'name': 'o', 'op': 'neg', 'in': ['p'] },"
      "         { 'name': 'q', 'op': 'add', 'in': ['p', 'o'] } ], 'outputs': ['q']");
  Reason reason;
  fuse_ok(f.plan, "p", "o");
  fuse_ok(f.plan, "p", "q");
  assert_true(plan_cut(f.plan, op_named(f.graph, "o"), &reason));
  assert_valid(f.plan);
  assert_int_equal(plan_kernel_count(f.plan), 2);
  assert_int_equal(kernel_named(f.plan, "o"), kernel_named(f.plan, "q"));
  assert_int_not_equal(kernel_named(f.plan, "o"), kernel_named(f.plan, "p"));
  planned_free(&f);
}

// Of four in one kernel, one of them computed again elsewhere: undo brings all of it back.
static void test_take_apart(void **state) {
  (void)state;
  Planned f = planned_new(chain);
  Reason reason;
  uint64_t fresh = plan_hash(f.plan);
  fuse_ok(f.plan, "a", "b");
  fuse_ok(f.plan, "a", "d");
  uint64_t fused = plan_hash(f.plan);
  int kernel = kernel_named(f.plan, "a");
  assert_true(plan_take_apart(f.plan, kernel, &reason));
  assert_valid(f.plan);
  assert_true(plan_hash(f.plan) == fresh);
  assert_string_equal(plan_undo_label(f.plan), "take the kernel of a apart");
  assert_false(plan_take_apart(f.plan, kernel_named(f.plan, "b"), &reason));
  assert_int_equal(reason.code, REASON_NO_CHANGE);
  assert_false(plan_take_apart(f.plan, NO_KERNEL, &reason));
  assert_true(plan_undo(f.plan));
  assert_true(plan_hash(f.plan) == fused);
  assert_valid(f.plan);
  planned_free(&f);
}

static void test_recompute(void **state) {
  (void)state;
  Planned f = planned_new(chain);
  Reason reason;
  char stored[256];
  int a = op_named(f.graph, "a");
  uint64_t fresh = plan_hash(f.plan);
  int b = kernel_named(f.plan, "b"), d = kernel_named(f.plan, "d");
  assert_false(plan_recompute(f.plan, a, kernel_named(f.plan, "c"), &reason)); // c does not read a
  assert_int_equal(reason.code, REASON_NOT_TOGETHER);
  assert_true(plan_can_recompute(f.plan, a, b, &reason));
  assert_true(plan_recompute(f.plan, a, b, &reason));
  assert_valid(f.plan);
  PlanKernel kernel = plan_kernel(f.plan, b);
  assert_int_equal(kernel.copy_count, 1);
  assert_int_equal(kernel.copies[0], a);
  stored_text(f.plan, "b", stored);
  assert_string_equal(stored, "b"); // a copy stores nothing
  stored_text(f.plan, "a", stored);
  assert_string_equal(stored, "a"); // for d
  assert_false(plan_recompute(f.plan, a, b, &reason));
  assert_int_equal(reason.code, REASON_NO_CHANGE);
  // Once d has one too, nobody reads a from memory: the first copy becomes the home and a's own kernel goes.
  assert_true(plan_recompute(f.plan, a, d, &reason));
  assert_valid(f.plan);
  assert_int_equal(plan_kernel_count(f.plan), 3);
  assert_int_equal(plan_home(f.plan, a), b);
  assert_int_equal(plan_kernel(f.plan, d).copy_count, 1);
  stored_text(f.plan, "b", stored);
  assert_string_equal(stored, "b");
  // Taking the copy away makes b's kernel store a.
  assert_true(plan_unrecompute(f.plan, a, d, &reason));
  stored_text(f.plan, "b", stored);
  assert_string_equal(stored, "a b");
  assert_false(plan_unrecompute(f.plan, a, d, &reason));
  for (int i = 0; i < 3; i++)
    assert_true(plan_undo(f.plan));
  assert_int_equal(plan_hash(f.plan), fresh);
  assert_valid(f.plan);
  planned_free(&f);
}

// A copy follows the ops that read it, and is dropped where its home op comes in.
static void test_copies_follow(void **state) {
  (void)state;
  Planned f = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, { 'name': 'b', 'op': 'neg', 'in': ['a'] },"
      "         { 'name': 'c', 'op': 'add', 'in': ['a', 1.0] }, { 'name': 'd', 'op': 'mul', 'in': ['a', 3.0] "
      "} ],"
      "'outputs': ['b', 'c', 'd']");
  Reason reason;
  int a = op_named(f.graph, "a");
  fuse_ok(f.plan, "b", "c");
  assert_true(plan_recompute(f.plan, a, kernel_named(f.plan, "b"), &reason));
  assert_true(plan_cut(f.plan, op_named(f.graph, "b"), &reason));
  assert_valid(f.plan);
  assert_int_equal(plan_kernel(f.plan, kernel_named(f.plan, "b")).copy_count, 1);
  assert_int_equal(plan_kernel(f.plan, kernel_named(f.plan, "c")).copy_count, 1);
  fuse_ok(f.plan, "a", "b");
  assert_int_equal(plan_kernel(f.plan, kernel_named(f.plan, "b")).copy_count, 0);
  assert_true(plan_move(f.plan, op_named(f.graph, "c"), kernel_named(f.plan, "d"), &reason));
  assert_valid(f.plan);
  assert_int_equal(plan_kernel(f.plan, kernel_named(f.plan, "d")).copy_count,
                   0); // the copy had no reader left
  assert_int_equal(plan_kernel_count(f.plan), 2);
  planned_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fresh),
      cmocka_unit_test(test_fuse),
      cmocka_unit_test(test_hash_is_of_content),
      cmocka_unit_test(test_library_and_cycle),
      cmocka_unit_test(test_not_together),
      cmocka_unit_test(test_batch),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_take_apart),
      cmocka_unit_test(test_names_come_back),
      cmocka_unit_test(test_the_others_get_a_name),
      cmocka_unit_test(test_cut),
      cmocka_unit_test(test_cut_with_descendants),
      cmocka_unit_test(test_recompute),
      cmocka_unit_test(test_copies_follow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
