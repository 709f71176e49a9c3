// A session at other sizes: what the plan is carried over to, what is kept from one time to the next, and
// what cannot be.
#include "fixture.h"

#include "session/plans/plan_list.h"
#include "session/setup.h"

#include <string.h>
#include <unistd.h>

static SessionSetup *resized(Session *session, int64_t n) {
  Status status = {0};
  SessionSetup *setup = session_setup_new(session, &(SizeBinding){"n", n}, 1, NULL, &status);
  if (!setup) fail_msg("%s", status.message);
  return setup;
}

// e1 reads 4 bytes for each element and writes as many, n1 is gone in it; n2 and e2 do it twice.
static void test_bytes_follow(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  fuse_by_name(session, "n1", "e1");
  SessionSetup *setup = resized(session, 1 << 20);
  assert_int_equal(session_setup_total(setup, session).kernels, 3);
  assert_int_equal(session_setup_total(setup, session).dram_bytes, 6 * 4 << 20);
  assert_int_equal(session_graph(session)->sizes[0].value, 4096); // not taken yet
  session_setup_take(session, setup);
  assert_int_equal(session_graph(session)->sizes[0].value, 1 << 20);
  assert_int_equal(plan_total(session_estimator(session), session_plan(session)).dram_bytes, 6 * 4 << 20);
  assert_int_equal(kernel_by_name(session, "n1"), kernel_by_name(session, "e1"));
  session_close(session);
}

static void test_history_and_pins(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Reason reason;
  fuse_by_name(session, "n1", "e1");
  assert_true(plan_pin(session_plan(session), PIN_TOGETHER, op_by_name(session, "n1"),
                       op_by_name(session, "e1"), &reason));
  fuse_by_name(session, "n2", "e2");
  assert_true(plan_undo(session_plan(session)));
  session_setup_take(session, resized(session, 1000));
  Plan *plan = session_plan(session);
  int pins;
  Status status = {0};
  plan_pins(plan, &pins);
  assert_int_equal(pins, 1);
  assert_true(plan_verify(plan, &status));
  assert_true(plan_redo(plan));
  assert_int_equal(plan_kernel_count(plan), 2);
  assert_int_equal(plan_undo_depth(plan), 3);
  assert_true(plan_undo(plan) && plan_undo(plan) && plan_undo(plan) && !plan_undo(plan));
  assert_int_equal(plan_kernel_count(plan), 4);
  assert_true(plan_verify(plan, &status));
  session_close(session);
}

static void test_kept_plans(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  PlanList *list = session_plans(session);
  fuse_by_name(session, "n1", "e1");
  int index = plan_list_keep(list, KEPT_SNAPSHOT, "one", NULL);
  session_setup_take(session, resized(session, 1 << 20));
  PlanTotal total;
  assert_true(plan_list_total(list, index, -1, &total));
  assert_int_equal(total.dram_bytes, 6 * 4 << 20);
  assert_int_equal(plan_list_same(list, session_plan(session)), index);
  session_close(session);
}

static void test_refused(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  uint64_t hash = plan_hash(session_plan(session));
  assert_null(session_setup_new(session, &(SizeBinding){"m", 8}, 1, NULL, &status));
  assert_non_null(strstr(status.message, "\"m\""));
  assert_null(session_setup_new(session, &(SizeBinding){"n", -8}, 1, NULL, &status));
  assert_null(session_setup_new(session, NULL, 0, "abacus", &status));
  plan_begin(session_plan(session));
  assert_null(session_setup_new(session, &(SizeBinding){"n", 8}, 1, NULL, &status));
  plan_rollback(session_plan(session));
  assert_true(plan_hash(session_plan(session)) == hash);
  session_close(session);
}

// Opened again it is at the size that it was left at, with the plan as it was there; set back, it opens at
// its own size again.
static void test_opened_again(void **state) {
  (void)state;
  SessionOptions options = {.autosave = true};
  Session *session = session_twins(&options);
  fuse_by_name(session, "n1", "e1");
  session_setup_take(session, resized(session, 5000));
  fuse_by_name(session, "n2", "e2");
  session_close(session);
  session = session_twins(&options);
  assert_true(session_resized(session) && session_restored(session));
  assert_int_equal(session_graph(session)->sizes[0].value, 5000);
  assert_int_equal(plan_kernel_count(session_plan(session)), 2);
  session_setup_take(session, resized(session, 4096));
  assert_int_equal(plan_kernel_count(session_plan(session)), 2);
  session_close(session);
  session = session_twins(&options);
  assert_false(session_resized(session));
  assert_true(session_restored(session));
  assert_int_equal(session_graph(session)->sizes[0].value, 4096);
  session_close(session);
}

// What a session that nobody closes has handed over is on the disk once its thread has written it.
static void test_edits_are_saved_at_once(void **state) {
  (void)state;
  SessionOptions options = {.autosave = true};
  Session *left = session_twins(&options);
  plan_reset(session_plan(left));
  session_autosave(left);
  fuse_by_name(left, "n1", "e1");
  session_autosave(left);
  fuse_by_name(left, "n2", "e2"); // not handed over
  Session *again = NULL;
  for (int tries = 0; tries < 500; tries++) {
    again = session_twins(&options);
    if (plan_kernel_count(session_plan(again)) == 3) break;
    session_close(again);
    again = NULL;
    usleep(10000);
  }
  assert_non_null(again);
  assert_true(session_restored(again));
  session_close(again);
  session_close(left);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bytes_follow), cmocka_unit_test(test_history_and_pins),
      cmocka_unit_test(test_kept_plans),   cmocka_unit_test(test_refused),
      cmocka_unit_test(test_opened_again), cmocka_unit_test(test_edits_are_saved_at_once),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
