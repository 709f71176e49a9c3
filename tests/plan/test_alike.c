// Edits of all alike places of a plan.
#include "fixture.h"

#include "plan/edit/alike.h"

// Three blocks x -> a = exp x -> b = a + 1 -> x' = b * s, where s = neg w is one op for all; then e = exp x,
// which is read by another op, f = e + 2.
static const char blocks[] =
    "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64, 32] },"
    "            { 'name': 'w', 'dtype': 'f32', 'shape': [64, 32] } ],"
    "'ops': [ { 'name': 's', 'op': 'neg', 'in': ['w'] },"
    "  { 'name': 'a0', 'op': 'exp', 'in': ['x'] },  { 'name': 'b0', 'op': 'add', 'in': ['a0', 1.0] },"
    "  { 'name': 'c0', 'op': 'mul', 'in': ['b0', 's'] },"
    "  { 'name': 'a1', 'op': 'exp', 'in': ['c0'] }, { 'name': 'b1', 'op': 'add', 'in': ['a1', 1.0] },"
    "  { 'name': 'c1', 'op': 'mul', 'in': ['b1', 's'] },"
    "  { 'name': 'a2', 'op': 'exp', 'in': ['c1'] }, { 'name': 'b2', 'op': 'add', 'in': ['a2', 1.0] },"
    "  { 'name': 'c2', 'op': 'mul', 'in': ['b2', 's'] },"
    "  { 'name': 'e', 'op': 'exp', 'in': ['c2'] },  { 'name': 'f', 'op': 'add', 'in': ['e', 2.0] } ],"
    "'outputs': ['f']";

static Proposal edit(const Planned *it, ProposalKind kind, const char *op, const char *other) {
  Proposal proposal = {
      .kind = kind, .op = op_named(it->graph, op), .kernel = NO_KERNEL, .reach = REACH_ALIKE};
  if (other) proposal.other = op_named(it->graph, other);
  return proposal;
}

static ReachOutcome propose(Planned *it, Proposal proposal, bool made) {
  ReachOutcome outcome;
  assert_int_equal(plan_propose_reach(it->plan, &proposal, &outcome), made);
  assert_valid(it->plan);
  return outcome;
}

static void assert_together(const Planned *it, const char *a, const char *b, bool together) {
  assert_int_equal(kernel_named(it->plan, a) == kernel_named(it->plan, b), together);
}

static void test_fuse_and_cut(void **state) {
  (void)state;
  Planned it = planned_new(blocks);
  uint64_t fresh = plan_hash(it.plan);
  Proposal fuse = edit(&it, PROPOSE_FUSE, "a1", "b1"); // of the middle one
  assert_true(plan_alike_exceeds(it.plan, &fuse, 2));
  assert_false(plan_alike_exceeds(it.plan, &fuse, 3));
  ReachOutcome outcome = propose(&it, fuse, true);
  assert_int_equal(outcome.places, 3);
  assert_int_equal(outcome.refused, 0);
  assert_int_equal(plan_kernel_count(it.plan), 12 - 3);
  assert_together(&it, "a0", "b0", true);
  assert_together(&it, "a2", "b2", true);
  assert_together(&it, "e", "f", false); // adds another number
  assert_string_equal(plan_undo_label(it.plan), "fuse a1, 3 alike");
  assert_int_equal(propose(&it, edit(&it, PROPOSE_CUT, "b0", NULL), true).places, 3);
  assert_int_equal(plan_kernel_count(it.plan), 12);
  assert_int_equal(plan_undo_depth(it.plan), 2);
  assert_true(plan_undo(it.plan));
  assert_true(plan_undo(it.plan));
  assert_int_equal(plan_hash(it.plan), fresh);
  planned_free(&it);
}

// c0 -> a1, c1 -> a2 and c2 -> e: what a kernel reads counts, not what reads it.
static void test_across_blocks(void **state) {
  (void)state;
  Planned it = planned_new(blocks);
  assert_int_equal(propose(&it, edit(&it, PROPOSE_FUSE, "a1", "c0"), true).places, 3);
  assert_together(&it, "c2", "e", true);
  assert_together(&it, "b0", "c0", false);
  planned_free(&it);
}

// What all would be fused into one kernel with is one place only: it cannot be in two.
static void test_shared_kernel(void **state) {
  (void)state;
  Planned it = planned_new(blocks);
  assert_int_equal(propose(&it, edit(&it, PROPOSE_FUSE, "s", "c0"), true).places, 1);
  planned_free(&it);
}

static void test_copies(void **state) {
  (void)state;
  Planned it = planned_new(blocks);
  int count, s = op_named(it.graph, "s");
  Proposal copy = edit(&it, PROPOSE_RECOMPUTE, "s", NULL);
  copy.kernel = kernel_named(it.plan, "c1");
  assert_int_equal(propose(&it, copy, true).places, 3);
  // Each reader computes it, the first in its home: there is no other kernel left that does.
  plan_copied_in(it.plan, s, &count);
  assert_int_equal(count + 1, 3);
  assert_true(plan_undo(it.plan));
  plan_copied_in(it.plan, s, &count);
  assert_int_equal(count, 0);
  planned_free(&it);
}

// g is read by h in its own kernel and by the copy of h in that of r: both compute it.
static void test_copies_read(void **state) {
  (void)state;
  Planned it = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'g', 'op': 'sin', 'in': ['x'] }, "
      "{ 'name': 'h', 'op': 'exp', 'in': ['g'] }, "
      "{ 'name': 'r', 'op': 'neg', 'in': ['h'] } ], 'outputs': ['h', 'r']");
  Reason reason;
  int count, home = kernel_named(it.plan, "h"), reader = kernel_named(it.plan, "r");
  assert_true(plan_recompute(it.plan, op_named(it.graph, "h"), reader, &reason));
  propose(&it, edit(&it, PROPOSE_RECOMPUTE, "g", NULL), true);
  assert_int_equal(plan_home(it.plan, op_named(it.graph, "g")), home);
  assert_int_equal(*plan_copied_in(it.plan, op_named(it.graph, "g"), &count), reader);
  assert_int_equal(count, 1);
  planned_free(&it);
}

static void test_knob(void **state) {
  (void)state;
  Planned it = planned_new(blocks);
  Proposal knob = edit(&it, PROPOSE_KNOB, "a0", NULL);
  knob.kernel = kernel_named(it.plan, "a0");
  knob.knob = KNOB_threads;
  knob.value = 64;
  assert_int_equal(propose(&it, knob, true).places, 4); // e is an exp of that size, too
  assert_int_equal(plan_lowered(it.plan, kernel_named(it.plan, "e"))->schedule.knob[KNOB_threads], 64);
  assert_true(plan_lowered(it.plan, kernel_named(it.plan, "b0"))->schedule.knob[KNOB_threads] != 64);
  knob.op = op_named(it.graph, "a1");
  knob.kernel = kernel_named(it.plan, "a1"); // those that have it are still alike
  knob.value = -1;
  assert_int_equal(propose(&it, knob, true).places, 4);
  planned_free(&it);
}

static void test_refused_in_some(void **state) {
  (void)state;
  Planned it = planned_new(blocks);
  Reason reason;
  assert_true(plan_pin(it.plan, PIN_APART, op_named(it.graph, "a2"), op_named(it.graph, "b2"), &reason));
  uint64_t before = plan_hash(it.plan);
  Proposal fuse = edit(&it, PROPOSE_FUSE, "a0", "b0");
  ReachOutcome outcome = propose(&it, fuse, false);
  assert_int_equal(outcome.places, 3);
  assert_int_equal(outcome.refused, 1);
  assert_int_equal(outcome.first.code, REASON_PINNED);
  assert_int_equal(plan_hash(it.plan), before);
  assert_false(plan_propose(it.plan, &fuse, &reason));
  assert_non_null(strstr(reason.text, "1 of 3 alike places refuse it"));
  fuse.reach = REACH_POSSIBLE;
  outcome = propose(&it, fuse, true);
  assert_int_equal(outcome.refused, 1);
  assert_together(&it, "a1", "b1", true);
  assert_together(&it, "a2", "b2", false);
  assert_true(plan_undo(it.plan));
  assert_int_equal(plan_hash(it.plan), before);
  planned_free(&it);
}

static void test_pins(void **state) {
  (void)state;
  Planned it = planned_new(blocks);
  int count;
  Proposal pin = edit(&it, PROPOSE_PIN, "b0", "c0");
  pin.value = PIN_TOGETHER;
  assert_int_equal(propose(&it, pin, true).places, 3);
  assert_together(&it, "b2", "c2", true); // fused first
  plan_pins(it.plan, &count);
  assert_int_equal(count, 3);
  pin.value = -1;
  assert_int_equal(propose(&it, pin, true).places, 3);
  plan_pins(it.plan, &count);
  assert_int_equal(count, 0);
  assert_true(plan_undo(it.plan));
  assert_true(plan_undo(it.plan));
  assert_together(&it, "b0", "c0", false);
  planned_free(&it);
}

// A trial leaves nothing behind.
static void test_trial(void **state) {
  (void)state;
  Planned it = planned_new(blocks);
  uint64_t fresh = plan_hash(it.plan), version = plan_version(it.plan);
  plan_trial_begin(it.plan);
  assert_int_equal(propose(&it, edit(&it, PROPOSE_FUSE, "a0", "b0"), true).places, 3);
  plan_trial_end(it.plan);
  assert_int_equal(plan_hash(it.plan), fresh);
  assert_int_equal(plan_version(it.plan), version);
  assert_int_equal(plan_undo_depth(it.plan), 0);
  planned_free(&it);
}

static void test_keys_of_kernels(void **state) {
  (void)state;
  Planned it = planned_new(blocks);
  uint64_t key = plan_alike_key(it.plan, kernel_named(it.plan, "a0"));
  assert_true(key == plan_alike_key(it.plan, kernel_named(it.plan, "e")));
  assert_true(key != plan_alike_key(it.plan, kernel_named(it.plan, "b0")));
  assert_true(plan_kernels_alike(it.plan, kernel_named(it.plan, "b0"), kernel_named(it.plan, "b2")));
  assert_false(plan_kernels_alike(it.plan, kernel_named(it.plan, "b0"), kernel_named(it.plan, "f")));
  planned_free(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fuse_and_cut),
                                     cmocka_unit_test(test_across_blocks),
                                     cmocka_unit_test(test_shared_kernel),
                                     cmocka_unit_test(test_copies),
                                     cmocka_unit_test(test_knob),
                                     cmocka_unit_test(test_refused_in_some),
                                     cmocka_unit_test(test_pins),
                                     cmocka_unit_test(test_trial),
                                     cmocka_unit_test(test_keys_of_kernels),
                                     cmocka_unit_test(test_copies_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
