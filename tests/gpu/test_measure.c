// Measuring whole programs: what happens around kernels that are left out, fail, or never end, and what is
// saved of a run.
#include "base/file.h"
#include "base/json.h"
#include "measure_fixture.h"

#include <stdio.h>
#include <unistd.h>

static void test_skipped_launch(void **state) {
  MeasureReport report = measure_kernels(*state, NULL, "twice");
  assert_failed(&report.kernels[0], "attention is estimated");
  assert_time(&report.kernels[1], 20);
  assert_time(&report.total, 20);
  measure_report_free(&report);
}

// Two launches of 10 and 20 us, each time of the whole, and what NVML says meanwhile.
static void test_samples_of_the_whole(void **state) {
  MeasureReport report = measure_kernels(*state, "add_one", "twice");
  assert_time(&report.total, 30);
  assert_non_null(report.samples_us);
  for (int i = 0; i < report.total.launches; i++)
    assert_float_equal(report.samples_us[i], 30, 0.01);
  assert_float_equal(report.clock_mhz, 1980, 1e-9);
  assert_float_equal(report.power_w, 512.5, 1e-9);
  measure_report_free(&report);
}

// Its part of the whole is there, its own time is not.
static void test_untimed_launch(void **state) {
  const MeasureFixture *fixture = *state;
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
  const MeasureFixture *fixture = *state;
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
  const MeasureFixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "hang", "twice");
  MeasureOptions options = usual;
  options.time_limit_s = 0.3;
  MeasureReport report = measure(fixture, program, &options);
  assert_failed(&report.kernels[0], "time limit of 0.3 s");
  assert_time(&report.kernels[1], 20);
  measure_report_free(&report);
  hand_program_free(program);
}

typedef struct Cancelled {
  Worker *worker;
  const Program *program;
  MeasureReport report;
  Status status;
  bool ok;
} Cancelled;

static void measure_in_task(Task *task, void *data) {
  Cancelled *cancelled = data;
  worker_end_with(cancelled->worker, task);
  cancelled->ok = worker_measure(cancelled->worker, cancelled->program, NULL, &usual, NULL, NULL,
                                 &cancelled->report, &cancelled->status);
  worker_end_with(cancelled->worker, NULL);
}

// Without waiting for the time limit, which is 20 s: at every moment of it, and the next one is well.
static void test_cancelled_while_it_hangs(void **state) {
  const MeasureFixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "hang", "twice");
  for (int wait_ms = 0; wait_ms <= 600; wait_ms += 200) {
    Cancelled cancelled = {.worker = fixture->worker, .program = program};
    Task *task = task_start(measure_in_task, &cancelled);
    assert_non_null(task);
    assert_false(task_wait(task, wait_ms));
    task_cancel(task);
    assert_true(task_wait(task, 5000));
    task_join(task);
    assert_false(cancelled.ok);
    assert_int_equal(cancelled.status.code, STATUS_CANCELLED);
    assert_null(cancelled.report.kernels);
  }
  MeasureReport report = measure_kernels(fixture, "add_one", "twice");
  assert_time(&report.total, 30);
  measure_report_free(&report);
  hand_program_free(program);
}

static void test_many_deaths_end_it(void **state) {
  const MeasureFixture *fixture = *state;
  Program *program = hand_program_repeated(fixture->graph, "add_one", "fault", 12);
  MeasureReport report = measure(fixture, program, &usual);
  assert_time(&report.kernels[0], 10);
  assert_failed(&report.kernels[1], "illegal memory access");
  assert_failed(&report.kernels[12], "too many kernels");
  assert_false(report.total.ok);
  assert_false(report.checked);
  assert_non_null(strstr(report.check_text, "too many kernels"));
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
  assert_int_equal(json_count(json_get(root, "outputs")), 2);
  assert_true(json_is_null(json_at(json_get(root, "outputs"), 1)));
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
  const MeasureFixture *fixture = *state;
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
  const MeasureFixture *fixture = *state;
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
  const MeasureFixture *fixture = *state;
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
  const MeasureFixture *fixture = *state;
  Program *program = hand_program(fixture->graph, "add_one", "twice");
  program->launches[1].emitted.launch.grid = 0;
  MeasureReport report = measure(fixture, program, &usual);
  assert_time(&report.kernels[0], 10);
  assert_failed(&report.kernels[1], "no elements");
  assert_time(&report.total, 10);
  measure_report_free(&report);
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
  const MeasureFixture *fixture = *state;
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
  const MeasureFixture *fixture = *state;
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

int main(int count, char **arguments) {
  measure_fixture_begin(count, arguments);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_skipped_launch),
      cmocka_unit_test(test_samples_of_the_whole),
      cmocka_unit_test(test_untimed_launch),
      cmocka_unit_test(test_generated_only),
      cmocka_unit_test(test_kernel_that_does_not_compile),
      cmocka_unit_test(test_kernel_that_faults),
      cmocka_unit_test(test_kernel_that_hangs),
      cmocka_unit_test(test_cancelled_while_it_hangs),
      cmocka_unit_test(test_many_deaths_end_it),
      cmocka_unit_test(test_launch_that_is_refused),
      cmocka_unit_test(test_saved_run),
      cmocka_unit_test(test_run_that_cannot_be_saved),
      cmocka_unit_test(test_empty_launch),
      cmocka_unit_test(test_progress_and_cancel),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_no_files_are_left),
  };
  return cmocka_run_group_tests(tests, measure_set_up, measure_tear_down);
}
