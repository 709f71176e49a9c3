// Measuring whole programs: what happens around kernels that are wrong, fail, or never end. Compiled by the
// real NVRTC (skipped without it), run by the driver of C functions.
#include "base/file.h"
#include "base/json.h"
#include "fake_path.h"
#include "hand_program.h"
#include "scratch.h"
#include "test.h"

#include <stdio.h>
#include <unistd.h>

typedef struct Fixture {
  Compiler *compiler;
  Worker *worker;
  Graph *graph;
  Program *reference;
  char folder[64]; // TMPDIR of the measurements
} Fixture;

static const MeasureOptions usual = {.launches = 50, .seed = 1, .time_limit_s = 20, .check = true};

static MeasureReport measure(const Fixture *fixture, const Program *program, const MeasureOptions *options) {
  MeasureReport report;
  Status status = {0};
  if (!worker_measure(fixture->worker, program, fixture->reference, options, NULL, NULL, &report, &status))
    fail_msg("%s", status.message);
  assert_int_equal(status.code, STATUS_OK); // a launch that fails is no failure of the measurement
  return report;
}

static MeasureReport measure_kernels(const Fixture *fixture, const char *first, const char *second) {
  Program *program = hand_program(fixture->graph, first, second);
  MeasureReport report = measure(fixture, program, &usual);
  hand_program_free(program);
  return report;
}

static void assert_time(const Measured *measured, double us) {
  if (!measured->ok) fail_msg("%s", measured->error);
  assert_float_equal(measured->time_us, us, 0.01);
  assert_int_equal(measured->launches, 50);
}

static void assert_failed(const Measured *measured, const char *why) {
  assert_false(measured->ok);
  if (!strstr(measured->error, why)) fail_msg("\"%s\" does not say \"%s\"", measured->error, why);
}

static void assert_check(const MeasureReport *report, bool pass, const char *text) {
  assert_true(report->checked);
  if (report->check_pass != pass || !strstr(report->check_text, text)) fail_msg("%s", report->check_text);
}

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
static MeasureReport measure_cancelling(const Fixture *fixture, const char *kernel) {
  Fixture its = *fixture;
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

static void test_skipped_launch(void **state) {
  MeasureReport report = measure_kernels(*state, NULL, "twice");
  assert_failed(&report.kernels[0], "attention is estimated");
  assert_time(&report.kernels[1], 20);
  assert_time(&report.total, 20);
  measure_report_free(&report);
}

// Its part of the whole is there, its own time is not.
static void test_untimed_launch(void **state) {
  const Fixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "add_one", "twice");
  MeasureOptions options = usual;
  options.untimed = (const bool[]){true, false};
  MeasureReport report = measure(fixture, program, &options);
  assert_failed(&report.kernels[0], "not asked for");
  assert_time(&report.kernels[1], 20);
  assert_time(&report.total, 30);
  measure_report_free(&report);
  hand_program_free(program);
}

// A product is not even looked at; what reads it finds random data there.
static void test_generated_only(void **state) {
  const Fixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "add_one", "twice");
  MeasureOptions options = usual;
  options.generated_only = true;
  options.check = false;
  program->launches[0].kind = LAUNCH_MATMUL;
  program->launches[0].matmul.d.buffer = program->launches[0].arguments[1];
  MeasureReport report = measure(fixture, program, &options);
  assert_failed(&report.kernels[0], "library calls are left out");
  assert_time(&report.kernels[1], 20);
  assert_time(&report.total, 20);
  measure_report_free(&report);
  program->launches[0].kind = LAUNCH_KERNEL;
  hand_program_free(program);
}

static void test_kernel_that_does_not_compile(void **state) {
  MeasureReport report = measure_kernels(*state, "broken", "twice");
  assert_failed(&report.kernels[0], "no_such_name");
  assert_time(&report.kernels[1], 20);
  assert_check(&report, true, "1 results agree");
  measure_report_free(&report);
}

static void test_kernel_that_faults(void **state) {
  MeasureReport report = measure_kernels(*state, "fault", "twice");
  assert_failed(&report.kernels[0], "illegal memory access");
  assert_time(&report.kernels[1], 20);
  assert_time(&report.total, 20);
  assert_check(&report, true, "1 results agree");
  measure_report_free(&report);
  report = measure_kernels(*state, "add_one", "fault"); // the last of the program
  assert_time(&report.kernels[0], 10);
  assert_failed(&report.kernels[1], "illegal memory access");
  assert_time(&report.total, 10);
  measure_report_free(&report);
}

static void test_kernel_that_hangs(void **state) {
  const Fixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "hang", "twice");
  MeasureOptions options = usual;
  options.time_limit_s = 0.3;
  MeasureReport report = measure(fixture, program, &options);
  assert_failed(&report.kernels[0], "time limit of 0.3 s");
  assert_time(&report.kernels[1], 20);
  measure_report_free(&report);
  hand_program_free(program);
}

static void test_many_deaths_end_it(void **state) {
  const Fixture *fixture = *state;
  Program *program = hand_program_repeated(fixture->graph, "add_one", "fault", 12);
  MeasureReport report = measure(fixture, program, &usual);
  assert_time(&report.kernels[0], 10);
  assert_failed(&report.kernels[1], "illegal memory access");
  assert_failed(&report.kernels[12], "too many kernels");
  assert_false(report.total.ok);
  assert_false(report.checked);
  assert_non_null(strstr(report.check_text, "not checked"));
  measure_report_free(&report);
  hand_program_free(program);
}

static float *read_floats(const char *folder, const char *name) {
  char *path = file_join(folder, name);
  Status status = {0};
  size_t length;
  char *bytes = file_read(path, &length, &status);
  if (!bytes) fail_msg("%s", status.message);
  assert_int_equal(length, HAND_ELEMENTS * sizeof(float));
  unlink(path);
  free(path);
  return (float *)(void *)bytes;
}

static void check_index(const char *folder) {
  char *path = file_join(folder, "index.json");
  Status status = {0};
  Json *json = json_read(path, &status);
  if (!json) fail_msg("%s", status.message);
  const JsonNode *root = json_root(json), *x = json_at(json_get(root, "inputs"), 0);
  assert_int_equal(json_count(json_get(root, "inputs")), 1);
  assert_int_equal(json_count(json_get(root, "outputs")), 1);
  assert_string_equal(json_string(json_get(x, "name"), ""), "x");
  assert_string_equal(json_string(json_get(x, "dtype"), ""), "f32");
  assert_string_equal(json_string(json_get(x, "file"), ""), "inputs-0.bin");
  assert_int_equal(json_integer(json_at(json_get(x, "shape"), 0), 0), HAND_ELEMENTS);
  assert_int_equal(json_integer(json_at(json_get(x, "stride"), 0), 0), 1);
  json_free(json);
  unlink(path);
  free(path);
}

// z = 2 (x + 1), on the inputs that are timed: exact but for the rounding of the sum.
static void test_saved_run(void **state) {
  const Fixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "add_one", "twice");
  MeasureOptions options = usual;
  char *folder = file_join(fixture->folder, "saved");
  options.save_folder = folder;
  MeasureReport report = measure(fixture, program, &options);
  assert_check(&report, true, "2 results agree");
  float *x = read_floats(folder, "inputs-0.bin"), *z = read_floats(folder, "outputs-0.bin");
  for (int i = 0; i < HAND_ELEMENTS; i++)
    assert_float_equal(z[i], 2 * (x[i] + 1), 1e-6);
  assert_true(x[0] != x[1]);
  check_index(folder);
  assert_int_equal(rmdir(folder), 0);
  measure_report_free(&report);
  free(x);
  free(z);
  free(folder);
  hand_program_free(program);
}

static void test_run_that_cannot_be_saved(void **state) {
  const Fixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "add_one", "twice");
  MeasureOptions options = usual;
  MeasureReport report;
  Status status = {0};
  options.save_folder = "/dev/null/saved";
  assert_false(worker_measure(fixture->worker, program, NULL, &options, NULL, NULL, &report, &status));
  assert_non_null(strstr(status.message, "the run cannot be saved: "));
  hand_program_free(program);
}

// The driver refuses a launch and lives on: nothing else of the program suffers.
static void test_launch_that_is_refused(void **state) {
  const Fixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "narrow", "twice");
  MeasureReport report = measure(fixture, program, &usual);
  assert_failed(&report.kernels[0], "too many resources");
  assert_time(&report.kernels[1], 20);
  assert_time(&report.total, 20);
  assert_check(&report, true, "1 results agree");
  measure_report_free(&report);
  hand_program_free(program);
}

static void test_empty_launch(void **state) {
  const Fixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "add_one", "twice");
  program->launches[1].emitted.launch.grid = 0;
  MeasureReport report = measure(fixture, program, &usual);
  assert_time(&report.kernels[0], 10);
  assert_failed(&report.kernels[1], "no elements");
  assert_time(&report.total, 10);
  measure_report_free(&report);
  hand_program_free(program);
}

// What a broken launch of the reference would have written is not compared, the rest is.
static void test_reference_that_fails(void **state) {
  Fixture fixture = *(const Fixture *)*state;
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
  Fixture fixture = *(const Fixture *)*state;
  Program *program = hand_program(fixture.graph, "add_one", "twice_but_last");
  fixture.reference = hand_program(fixture.graph, "fault", "twice");
  MeasureReport report = measure(&fixture, program, &usual);
  assert_false(report.checked);
  assert_non_null(strstr(report.check_text, "nothing to compare; fault of the reference failed"));
  measure_report_free(&report);
  hand_program_free(fixture.reference);
  hand_program_free(program);
}

typedef struct Watched {
  int calls, stop_after;
} Watched;

static bool watch(void *context, int done, int count, const Measured *latest) {
  Watched *watched = context;
  assert_int_equal(done, ++watched->calls);
  assert_int_equal(count, 2);
  assert_non_null(latest);
  return watched->calls != watched->stop_after;
}

static void test_progress_and_cancel(void **state) {
  const Fixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "add_one", "twice");
  MeasureReport report;
  Status status = {0};
  Watched watched = {0, 0};
  assert_true(worker_measure(fixture->worker, program, NULL, &usual, watch, &watched, &report, &status));
  assert_int_equal(watched.calls, 2);
  assert_false(report.checked);
  measure_report_free(&report);
  watched = (Watched){0, 1};
  assert_false(worker_measure(fixture->worker, program, NULL, &usual, watch, &watched, &report, &status));
  assert_int_equal(status.code, STATUS_CANCELLED);
  assert_int_equal(watched.calls, 1);
  assert_null(report.kernels);
  report = measure(fixture, program, &usual); // it can be used again
  assert_time(&report.total, 30);
  measure_report_free(&report);
  hand_program_free(program);
}

static void test_no_memory(void **state) {
  const Fixture *fixture = *state;
  setenv("FAKE_MEMORY", "100000000", 1); // less than what empties the cache
  Worker *worker = worker_new(fixture->compiler);
  MeasureReport report;
  Status status = {0};
  assert_false(worker_measure(worker, fixture->reference, NULL, &usual, NULL, NULL, &report, &status));
  unsetenv("FAKE_MEMORY");
  assert_int_equal(status.code, STATUS_MISSING);
  assert_non_null(strstr(status.message, "no room"));
  worker_free(worker);
}

// Nothing is left in the temporary folder, whatever happened before.
static void test_no_files_are_left(void **state) {
  const Fixture *fixture = *state;
  int count = -1;
  char **names = file_list(fixture->folder, &count, NULL);
  assert_int_equal(count, 0);
  free(names);
}

// Each kernel is compiled once: the tests are about what becomes of it.
static int set_up(void **state) {
  if (scratch_make(state)) return 1;
  Fixture *fixture = memory_alloc(sizeof *fixture);
  snprintf(fixture->folder, sizeof fixture->folder, "/tmp/fusebox-t-XXXXXX");
  if (!mkdtemp(fixture->folder)) return 1;
  setenv("TMPDIR", fixture->folder, 1);
  fake_driver_use();
  setenv("FUSEBOX_CUPTI", "0", 1);
  fixture->compiler = compiler_new(scratch, NULL);
  fixture->worker = worker_new(fixture->compiler);
  fixture->graph = hand_graph();
  fixture->reference = hand_program(fixture->graph, "add_one", "twice");
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  Fixture *fixture = *state;
  worker_free(fixture->worker);
  compiler_free(fixture->compiler);
  hand_program_free(fixture->reference);
  graph_free(fixture->graph);
  rmdir(fixture->folder);
  free(fixture);
  return scratch_remove(state);
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) return worker_main(count, arguments);
  Compiler *probe = compiler_new("", NULL);
  if (!probe) return 77;
  compiler_free(probe);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_program),
      cmocka_unit_test(test_wrong_kernel),
      cmocka_unit_test(test_one_unlucky_element),
      cmocka_unit_test(test_result_within_rounding),
      cmocka_unit_test(test_result_beside_a_change),
      cmocka_unit_test(test_result_beyond_rounding),
      cmocka_unit_test(test_skipped_launch),
      cmocka_unit_test(test_untimed_launch),
      cmocka_unit_test(test_generated_only),
      cmocka_unit_test(test_kernel_that_does_not_compile),
      cmocka_unit_test(test_kernel_that_faults),
      cmocka_unit_test(test_kernel_that_hangs),
      cmocka_unit_test(test_many_deaths_end_it),
      cmocka_unit_test(test_reference_that_fails),
      cmocka_unit_test(test_reference_that_fails_at_once),
      cmocka_unit_test(test_launch_that_is_refused),
      cmocka_unit_test(test_saved_run),
      cmocka_unit_test(test_run_that_cannot_be_saved),
      cmocka_unit_test(test_empty_launch),
      cmocka_unit_test(test_progress_and_cancel),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_no_files_are_left),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
