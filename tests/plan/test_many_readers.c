// An op that tens of thousands of others read: no edit looks at all of them for each of them.
#include "fixture.h"

#include "base/text.h"
#include "plan/edit/proposal.h"

enum { READERS = 20000, P = 0, FIRST = 1 }; // ops: p, and its readers from FIRST on

// p = exp(x); r_i = p + i, all of them outputs. One plan for all tests, which keeps what it has lowered: each
// leaves it as it was, every op alone.
static int make_plan(void **state) {
  static Planned planned;
  Text text = {0};
  text_add(&text,
           "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [128]}],"
           "'ops': [{'name': 'p', 'op': 'exp', 'in': ['x']}");
  for (int i = 0; i < READERS; i++)
    text_printf(&text, ",{'name': 'r%d', 'op': 'add', 'in': ['p', %d]}", i, i);
  text_add(&text, "], 'outputs': ['r0'");
  for (int i = 1; i < READERS; i++)
    text_printf(&text, ",'r%d'", i);
  text_add(&text, "]");
  planned = planned_new(text_get(&text));
  text_free(&text);
  *state = &planned;
  return 0;
}

static int free_plan(void **state) {
  planned_free(*state);
  return 0;
}

static Plan *plan_of(void **state) {
  return ((Planned *)*state)->plan;
}

static void copy_everywhere(Plan *plan) {
  Reason reason;
  Proposal proposal = {.kind = PROPOSE_RECOMPUTE, .op = P, .kernel = NO_KERNEL};
  assert_true(plan_propose(plan, &proposal, &reason));
}

static int count_copies(const Plan *plan) {
  int count;
  plan_copied_in(plan, P, &count);
  return count;
}

static void test_recompute_everywhere(void **state) {
  Plan *plan = plan_of(state);
  uint64_t before = plan_hash(plan);
  copy_everywhere(plan);
  assert_int_equal(plan_kernel_count(plan), READERS); // that of r0 is p's home now
  assert_int_equal(plan_home(plan, P), plan_home(plan, FIRST));
  assert_int_equal(count_copies(plan), READERS - 1);
  uint64_t after = plan_hash(plan);
  assert_true(plan_undo(plan));
  assert_true(plan_hash(plan) == before);
  assert_true(plan_redo(plan));
  assert_true(plan_hash(plan) == after);
  assert_valid(plan);
  plan_undo(plan);
}

static void test_store_one_by_one(void **state) {
  Plan *plan = plan_of(state);
  int order;
  copy_everywhere(plan);
  for (int i = 1; i < READERS; i++) {
    Reason reason;
    assert_true(plan_unrecompute(plan, P, plan_home(plan, FIRST + i), &reason));
  }
  assert_int_equal(count_copies(plan), 0);
  plan_order(plan, &order);
  assert_int_equal(order, READERS);
  assert_int_equal(plan_undo_depth(plan), READERS);
  while (plan_undo(plan))
    continue;
  assert_int_equal(plan_kernel_count(plan), READERS + 1);
}

static void test_trial(void **state) {
  Plan *plan = plan_of(state);
  uint64_t before = plan_hash(plan);
  plan_trial_begin(plan);
  copy_everywhere(plan);
  assert_int_equal(plan_trial_kernels(plan, NULL, 0), READERS + 1);
  for (int i = 0; i < READERS; i++)
    assert_int_equal(plan_lowered(plan, plan_home(plan, FIRST + i))->stored_count, 1);
  plan_trial_end(plan);
  assert_true(plan_hash(plan) == before);
}

static void test_ask(void **state) {
  Plan *plan = plan_of(state);
  Reason reason;
  for (int i = 0; i < READERS; i++) {
    assert_true(plan_can_fuse(plan, P, FIRST + i, false, &reason));
    assert_true(plan_can_recompute(plan, P, FIRST + i, &reason));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trial),
      cmocka_unit_test(test_ask),
      cmocka_unit_test(test_recompute_everywhere),
      cmocka_unit_test(test_store_one_by_one),
  };
  return cmocka_run_group_tests(tests, make_plan, free_plan);
}
