// PTX and machine code: made once per structure, in the background. Skipped without NVRTC.
#include "fixture.h"

#include "session/results/assembly.h"

static AssemblyView get(Session *session, const char *op, AssemblyKind kind) {
  return session_assembly(session, kernel_by_name(session, op), kind);
}

static void test_ptx_of_equal_kernels_is_one(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  assert_int_equal(get(session, "n1", ASSEMBLY_PTX).state, RESULT_RUNNING);
  assert_int_equal(get(session, "n2", ASSEMBLY_PTX).state, RESULT_RUNNING);
  int done, total;
  session_jobs(session, &done, &total);
  assert_int_equal(total, 1);
  assert_true(session_compile_wait(session, &status));
  AssemblyView first = get(session, "n1", ASSEMBLY_PTX), second = get(session, "n2", ASSEMBLY_PTX);
  if (first.state == RESULT_FAILED) fail_msg("%s", first.error);
  assert_int_equal(first.state, RESULT_DONE);
  assert_ptr_equal(first.text, second.text);
  assert_non_null(strstr(first.text, ".target sm_90a"));
  session_close(session);
}

// Either machine code, or why there is none.
static void test_machine_code_or_a_reason(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  get(session, "e1", ASSEMBLY_SASS);
  assert_true(session_compile_wait(session, &status));
  AssemblyView view = get(session, "e1", ASSEMBLY_SASS);
  if (view.state == RESULT_DONE)
    assert_non_null(strstr(view.text, "EXIT"));
  else
    assert_non_null(strstr(view.error, "nvdisasm"));
  session_close(session);
}

// The job ends, or is dropped, before what it works on is freed.
static void test_closing_while_it_runs(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  int done, total;
  assert_int_equal(get(session, "e1", ASSEMBLY_PTX).state, RESULT_RUNNING);
  assert_int_equal(session_jobs(session, &done, &total), 1);
  session_close(session);
}

int main(void) {
  if (!has_nvrtc()) return 77;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ptx_of_equal_kernels_is_one),
      cmocka_unit_test(test_machine_code_or_a_reason),
      cmocka_unit_test(test_closing_while_it_runs),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
