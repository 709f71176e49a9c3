// A kernel that the compiler crashes on, or never gets done with: a stand-in for NVRTC does both.
#include "fixture.h"
#include "session/results/assembly.h"

#include <stdlib.h>
#include <time.h>

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static Session *compile_twins(const char *goes_wrong) {
  Status status = {0};
  setenv("FAKE_NVRTC", goes_wrong, 1);
  Session *session = session_twins(NULL);
  if (!session_compile(session, NO_KERNEL, &status)) fail_msg("%s", status.message);
  return session;
}

static CompiledView view_of(Session *session, const char *op) {
  return session_compiled(session, kernel_by_name(session, op));
}

// Until only what hangs is left.
static void wait_for(Session *session, const char *op) {
  while (view_of(session, op).state != RESULT_DONE)
    session_wait_once(session, 1000);
}

static void a_crash_is_told_of_its_kernel(void **state) {
  (void)state;
  Session *session = compile_twins("abort=map_neg");
  assert_true(session_compile_wait(session, NULL));
  CompiledView failed = view_of(session, "n1");
  assert_int_equal(failed.state, RESULT_FAILED);
  assert_string_equal(failed.error, "the compiler of map_neg was ended: it crashed with signal 6 (Aborted)");
  assert_int_equal(view_of(session, "e1").state, RESULT_DONE);
  session_close(session);
}

static void cancelling_ends_what_hangs(void **state) {
  (void)state;
  Session *session = compile_twins("hang=map_neg");
  wait_for(session, "e1");
  double began = now_s();
  session_cancel(session);
  assert_true(session_compile_wait(session, NULL));
  assert_true(now_s() - began < AT_ONCE_S);
  assert_int_equal(view_of(session, "n1").state, RESULT_NONE); // it can be asked for again
  assert_int_equal(view_of(session, "e1").state, RESULT_DONE);
  session_close(session);
}

static void closing_does_not_wait_for_what_hangs(void **state) {
  (void)state;
  Session *session = compile_twins("loop=map_neg");
  wait_for(session, "e1");
  AssemblyView ptx = session_assembly(session, kernel_by_name(session, "n1"), ASSEMBLY_PTX);
  assert_int_equal(ptx.state, RESULT_RUNNING);
  double began = now_s();
  session_close(session);
  assert_true(now_s() - began < AT_ONCE_S);
}

static int setup(void **state) {
  setenv("FUSEBOX_NVRTC", FAKE_NVRTC, 1);
  return session_folder_make(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_crash_is_told_of_its_kernel),
      cmocka_unit_test(cancelling_ends_what_hangs),
      cmocka_unit_test(closing_does_not_wait_for_what_hangs),
  };
  return cmocka_run_group_tests_name("session compile apart", tests, setup, session_folder_remove);
}
