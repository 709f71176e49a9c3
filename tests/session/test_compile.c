// Compiled results: once per structure, greyed by edits, brought back by undo. Skipped without NVRTC.
#include "fixture.h"

static void compile_all(Session *session) {
  Status status = {0};
  if (!session_compile(session, NO_KERNEL, &status)) fail_msg("%s", status.message);
  assert_true(session_compile_wait(session, &status));
}

static ResultState state_of(Session *session, const char *op) {
  return session_compiled(session, kernel_by_name(session, op)).state;
}

static void test_once_per_structure(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  assert_int_equal(state_of(session, "n1"), RESULT_NONE);
  assert_true(session_compile(session, NO_KERNEL, &status));
  int done, total;
  session_jobs(session, &done, &total);
  assert_int_equal(total, 2); // four kernels: neg twice, exp twice
  assert_true(session_compile_wait(session, &status));
  CompiledView first = session_compiled(session, kernel_by_name(session, "e1")),
               second = session_compiled(session, kernel_by_name(session, "e2"));
  assert_int_equal(first.state, RESULT_DONE);
  assert_ptr_equal(first.compiled, second.compiled);
  assert_in_range(first.compiled->registers, 8, 64);
  assert_int_equal(first.compiled->spill_store_bytes, 0);
  assert_int_equal(session_jobs(session, &done, &total), 0);
  session_close(session);
}

// Fusing changes the kernel: its old figures are stale until undo brings the kernel back.
static void test_stale_and_undo(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  compile_all(session);
  const Compiled *before = session_compiled(session, kernel_by_name(session, "n1")).compiled;
  fuse_by_name(session, "n1", "e1");
  CompiledView stale = session_compiled(session, kernel_by_name(session, "n1"));
  assert_int_equal(stale.state, RESULT_STALE);
  assert_ptr_equal(stale.compiled, before);
  assert_int_equal(state_of(session, "n2"), RESULT_DONE); // its kernel did not change
  assert_true(plan_undo(session_plan(session)));
  assert_int_equal(state_of(session, "n1"), RESULT_DONE);
  assert_int_equal(state_of(session, "e1"), RESULT_DONE);
  session_close(session);
}

// A new edit before the last one was compiled: the figures shown are those of the last compiled content.
static void test_stale_after_two_edits(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  compile_all(session);
  fuse_by_name(session, "n1", "e1");
  compile_all(session);
  CompiledView fused = session_compiled(session, kernel_by_name(session, "n1"));
  assert_int_equal(fused.state, RESULT_DONE);
  Reason reason;
  int kernel = kernel_by_name(session, "n1");
  assert_true(plan_schedule(session_plan(session), kernel, KNOB_threads, 64, &reason));
  CompiledView stale = session_compiled(session, kernel);
  assert_int_equal(stale.state, RESULT_STALE);
  assert_ptr_equal(stale.compiled, fused.compiled);
  session_close(session);
}

// What was cancelled before it began can be asked for again.
static void test_cancel(void **state) {
  (void)state;
  Session *session = session_twins(&(SessionOptions){.compile_threads = 1});
  Status status = {0};
  assert_true(session_compile(session, NO_KERNEL, &status));
  session_cancel(session);
  assert_true(session_compile_wait(session, &status));
  int done, total;
  assert_int_equal(session_jobs(session, &done, &total), 0);
  assert_int_not_equal(state_of(session, "e1"), RESULT_FAILED);
  assert_int_not_equal(state_of(session, "e1"), RESULT_QUEUED);
  compile_all(session);
  assert_int_equal(state_of(session, "e1"), RESULT_DONE);
  assert_int_equal(state_of(session, "n1"), RESULT_DONE);
  session_close(session);
}

// An architecture that NVRTC does not know: every kernel says so, and nothing else breaks.
static void test_unknown_architecture(void **state) {
  (void)state;
  Session *session = session_twins(&(SessionOptions){.arch = "sm_10"});
  compile_all(session);
  CompiledView view = session_compiled(session, kernel_by_name(session, "n1"));
  assert_int_equal(view.state, RESULT_FAILED);
  assert_non_null(strstr(view.error, "sm_10"));
  session_close(session);
}

// Closing while jobs run waits for them.
static void test_close_while_compiling(void **state) {
  (void)state;
  Session *session = session_shipped("softmax.json");
  Status status = {0};
  assert_true(session_compile(session, NO_KERNEL, &status));
  session_close(session);
}

int main(void) {
  if (!has_nvrtc()) return 77;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_once_per_structure),    cmocka_unit_test(test_stale_and_undo),
      cmocka_unit_test(test_stale_after_two_edits), cmocka_unit_test(test_cancel),
      cmocka_unit_test(test_unknown_architecture),  cmocka_unit_test(test_close_while_compiling),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
