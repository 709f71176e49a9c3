// What doctor says where there is a GPU (ours), and where there is nothing.
#include "fake_path.h"
#include "gpu/toolkit/doctor.h"
#include "gpu/worker/worker.h"
#include "test.h"

enum { LIMIT_S = 60 };

static void test_everything_is_named(void **state) {
  (void)state;
  DoctorFinding findings[DOCTOR_FINDINGS];
  doctor_look(LIMIT_S, findings);
  for (int i = 0; i < DOCTOR_FINDINGS; i++) {
    assert_true(findings[i].what[0] && findings[i].purpose[0]);
    assert_true((findings[i].state == DOCTOR_MISSING) == !findings[i].found[0]);
    assert_true((findings[i].state == DOCTOR_FOUND) == !findings[i].advice[0]);
  }
}

static void test_gpu_is_described(void **state) {
  (void)state;
  DoctorFinding findings[DOCTOR_FINDINGS];
  doctor_look(LIMIT_S, findings);
  assert_int_equal(findings[2].state, DOCTOR_FOUND);
  assert_non_null(strstr(findings[2].found, "for CUDA 13.0"));
  assert_int_equal(findings[3].state, DOCTOR_FOUND);
  assert_string_equal(findings[3].found, "Fake GPU: compute capability 9.0, 132 SMs, 4.3 GB");
  if (findings[4].found[0]) { // CUPTI is here, but switched off
    assert_int_equal(findings[4].state, DOCTOR_LIMITED);
    assert_non_null(strstr(findings[4].advice, "CUDA events"));
  }
}

static void test_no_driver(void **state) {
  (void)state;
  DoctorFinding findings[DOCTOR_FINDINGS];
  setenv("FUSEBOX_DRIVER", "/nowhere/libcuda.so", 1);
  doctor_look(LIMIT_S, findings);
  fake_driver_use();
  assert_int_equal(findings[2].state, DOCTOR_MISSING);
  assert_non_null(strstr(findings[2].advice, "driver"));
  assert_int_equal(findings[3].state, DOCTOR_MISSING);
}

// The GPU's worker opens CUPTI, too, and waits as long.
static void test_library_hangs(void **state) {
  (void)state;
  DoctorFinding findings[DOCTOR_FINDINGS];
  fake_cupti_use();
  setenv("FAKE_CUPTI_HANG", "1", 1);
  doctor_look(0.2, findings);
  unsetenv("FAKE_CUPTI_HANG");
  assert_int_equal(findings[4].state, DOCTOR_MISSING);
  assert_string_equal(findings[4].advice,
                      "no answer within 0.2 s: it hangs, or the machine is busy; try again");
}

static void test_library_crashes(void **state) {
  (void)state;
  DoctorFinding findings[DOCTOR_FINDINGS];
  fake_cupti_use();
  setenv("FAKE_CUPTI_CRASH", "1", 1);
  doctor_look(LIMIT_S, findings);
  unsetenv("FAKE_CUPTI_CRASH");
  assert_int_equal(findings[2].state, DOCTOR_FOUND);
  assert_int_equal(findings[4].state, DOCTOR_MISSING);
  assert_string_equal(findings[4].advice, "the process that looked at it crashed");
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) return worker_main(count, arguments);
  fake_driver_use();
  setenv("FUSEBOX_CUPTI", "0", 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_everything_is_named), cmocka_unit_test(test_gpu_is_described),
      cmocka_unit_test(test_no_driver),           cmocka_unit_test(test_library_hangs),
      cmocka_unit_test(test_library_crashes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
