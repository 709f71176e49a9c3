// Measuring whole programs: results that are right, wrong, or within rounding, and a reference that fails.
#include "measure_fixture.h"

static void test_good_program(void **state) {
  MeasureReport report = measure_kernels(*state, "add_one", "twice");
  assert_int_equal(report.kernel_count, 2);
  assert_time(&report.kernels[0], 10);
  assert_time(&report.kernels[1], 20);
  assert_time(&report.total, 30);
  assert_check(&report, true, "2 results agree");
  measure_report_free(&report);
}

static void test_wrong_kernel(void **state) {
  MeasureReport report = measure_kernels(*state, "add_one", "twice_but_last");
  assert_time(&report.kernels[1], 20); // wrong, and timed all the same
  assert_check(&report, false, "of twice_but_last is wrong");
  assert_non_null(strstr(report.check_text, "element 999 "));
  assert_non_null(strstr(report.check_text, "1 are off"));
  measure_report_free(&report);
}

// One element of 1,000 may be a little beyond the tolerance, which is 4 * 2^-24 * (16 + 4 * 2 + 2) = 6.2e-6
// for two f32 ops: here by about 4 times, as the elements are of size 2.
static void test_one_unlucky_element(void **state) {
  MeasureReport report = measure_kernels(*state, "add_one", "twice_but_little");
  assert_check(&report, true, "2 results agree; of mul_1 1 element is beyond the tolerance of 6.2e-06");
  measure_report_free(&report);
}

// z = (x + 2^20) - 2^20 in one kernel, which sees that it is x, against two kernels, which round to 1/8. Far
// beyond the tolerance, yet both are right: nothing but rounding lies between them.
static MeasureReport measure_cancelling(const MeasureFixture *fixture, const char *kernel) {
  MeasureFixture its = *fixture;
  its.graph = hand_cancelling_graph();
  its.reference = hand_program(its.graph, "raise", "lower");
  bool beside = text_equal(kernel, "same_and_count");
  Program *program = beside ? hand_fused_beside(its.graph, kernel) : hand_fused(its.graph, kernel);
  MeasureReport report = measure(&its, program, &usual);
  hand_program_free(program);
  hand_program_free(its.reference);
  graph_free(its.graph);
  return report;
}

static void test_result_within_rounding(void **state) {
  MeasureReport report = measure_cancelling(*state, "same");
  assert_check(&report, true, "1 results agree, 1 of them by the evaluator: sub_1 is ");
  assert_null(strstr(report.check_text, "rounding")); // it is exact
  measure_report_free(&report);
  report = measure_cancelling(*state, "same_but_rounded"); // the sum is off by at most 4 * 2^-24 * 2^20
  assert_check(&report, true, "1 results agree, 1 of them by the evaluator: sub_1 is ");
  assert_non_null(strstr(report.check_text, "which rounding moves by up to 0.2"));
  measure_report_free(&report);
}

// What else a launch changes is nothing to a value that is not computed from it.
static void test_result_beside_a_change(void **state) {
  MeasureReport report = measure_cancelling(*state, "same_and_count");
  assert_check(&report, true, "1 results agree, 1 of them by the evaluator: sub_1 is ");
  measure_report_free(&report);
}

// Off by 1, which rounding by up to 1/16 is not.
static void test_result_beyond_rounding(void **state) {
  MeasureReport report = measure_cancelling(*state, "same_but_last");
  assert_check(&report, false, "sub_1 of same_but_last is wrong: ");
  assert_non_null(strstr(report.check_text, "right by the evaluator"));
  assert_non_null(strstr(report.check_text, "element 999 of it; 1 are off"));
  measure_report_free(&report);
}

// One place gets all elements: which of them stays is nobody's promise, however far off the results are. With
// a place for each, one result is right.
static void test_stores_in_any_order(void **state) {
  for (int step = 0; step < 2; step++) {
    MeasureFixture fixture = *(const MeasureFixture *)*state;
    fixture.graph = hand_put_graph(step);
    fixture.reference = hand_put(fixture.graph, "same");
    Program *program = hand_put(fixture.graph, "twice");
    MeasureReport report = measure(&fixture, program, &usual);
    assert_false(report.check_pass);
    assert_int_equal(report.untold, step == 0);
    assert_int_equal(report.checked, step == 1);
    assert_non_null(strstr(report.check_text, step ? "is wrong" : "cannot be told: y of twice is beyond"));
    assert_int_equal(strstr(report.check_text, "more than once, and which value stays") != NULL, step == 0);
    measure_report_free(&report);
    hand_program_free(program);
    hand_program_free(fixture.reference);
    graph_free(fixture.graph);
  }
}

// What a broken launch of the reference would have written is not compared, the rest is.
static void test_reference_that_fails(void **state) {
  MeasureFixture fixture = *(const MeasureFixture *)*state;
  Program *program = hand_program(fixture.graph, "add_one", "twice");
  static const struct {
    const char *kernel, *why;
  } cases[] = {{"broken", "no_such_name"}, {"fault", "illegal memory access"}, {"narrow", "resources"}};
  for (int i = 0; i < 3; i++) {
    fixture.reference = hand_program(fixture.graph, "add_one", cases[i].kernel);
    MeasureReport report = measure(&fixture, program, &usual);
    assert_time(&report.kernels[1], 20);
    assert_check(&report, true, "1 results agree");
    assert_non_null(strstr(report.check_text, cases[i].kernel));
    assert_non_null(strstr(report.check_text, "of the reference failed"));
    assert_non_null(strstr(report.check_text, cases[i].why));
    measure_report_free(&report);
    hand_program_free(fixture.reference);
  }
  hand_program_free(program);
}

// Everything follows from the first launch.
static void test_reference_that_fails_at_once(void **state) {
  MeasureFixture fixture = *(const MeasureFixture *)*state;
  Program *program = hand_program(fixture.graph, "add_one", "twice_but_last");
  fixture.reference = hand_program(fixture.graph, "fault", "twice");
  MeasureReport report = measure(&fixture, program, &usual);
  assert_false(report.checked);
  assert_non_null(strstr(report.check_text, "nothing to compare; fault of the reference failed"));
  measure_report_free(&report);
  hand_program_free(fixture.reference);
  hand_program_free(program);
}

int main(int count, char **arguments) {
  measure_fixture_begin(count, arguments);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_program),           cmocka_unit_test(test_wrong_kernel),
      cmocka_unit_test(test_one_unlucky_element),    cmocka_unit_test(test_result_within_rounding),
      cmocka_unit_test(test_result_beside_a_change), cmocka_unit_test(test_result_beyond_rounding),
      cmocka_unit_test(test_reference_that_fails),   cmocka_unit_test(test_reference_that_fails_at_once),
      cmocka_unit_test(test_stores_in_any_order),    cmocka_unit_test(test_no_files_are_left),
  };
  return cmocka_run_group_tests(tests, measure_set_up, measure_tear_down);
}
