#include "measure_fixture.h"

#include "base/file.h"
#include "fake_path.h"
#include "scratch.h"

#include <stdio.h>
#include <unistd.h>

const MeasureOptions usual = {.launches = 50, .seed = 1, .time_limit_s = 20, .check = true};

void measure_fixture_begin(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) exit(worker_main(count, arguments));
  Compiler *probe = compiler_new("", NULL);
  if (!probe) exit(77);
  compiler_free(probe);
}

// Each kernel is compiled once: the tests are about what becomes of it.
int measure_set_up(void **state) {
  if (scratch_make(state)) return 1;
  MeasureFixture *fixture = memory_alloc(sizeof *fixture);
  snprintf(fixture->folder, sizeof fixture->folder, "/tmp/fusebox-t-XXXXXX");
  if (!mkdtemp(fixture->folder)) return 1;
  setenv("TMPDIR", fixture->folder, 1);
  fake_driver_use();
  fake_nvml_use();
  setenv("FUSEBOX_CUPTI", "0", 1);
  fixture->compiler = compiler_new(scratch, NULL);
  fixture->worker = worker_new(fixture->compiler);
  fixture->graph = hand_graph();
  fixture->reference = hand_program(fixture->graph, "add_one", "twice");
  *state = fixture;
  return 0;
}

int measure_tear_down(void **state) {
  MeasureFixture *fixture = *state;
  worker_free(fixture->worker);
  compiler_free(fixture->compiler);
  hand_program_free(fixture->reference);
  graph_free(fixture->graph);
  rmdir(fixture->folder);
  free(fixture);
  return scratch_remove(state);
}

MeasureReport measure(const MeasureFixture *fixture, const Program *program, const MeasureOptions *options) {
  MeasureReport report;
  Status status = {0};
  if (!worker_measure(fixture->worker, program, fixture->reference, options, NULL, NULL, &report, &status))
    fail_msg("%s", status.message);
  assert_int_equal(status.code, STATUS_OK); // a launch that fails is no failure of the measurement
  return report;
}

MeasureReport measure_kernels(const MeasureFixture *fixture, const char *first, const char *second) {
  Program *program = hand_program(fixture->graph, first, second);
  MeasureReport report = measure(fixture, program, &usual);
  hand_program_free(program);
  return report;
}

void assert_time(const Measured *measured, double us) {
  if (!measured->ok) fail_msg("%s", measured->error);
  assert_float_equal(measured->time_us, us, 0.01);
  assert_int_equal(measured->launches, 50);
}

void assert_failed(const Measured *measured, const char *why) {
  assert_false(measured->ok);
  if (!strstr(measured->error, why)) fail_msg("\"%s\" does not say \"%s\"", measured->error, why);
}

void assert_check(const MeasureReport *report, bool pass, const char *text) {
  assert_true(report->checked);
  if (report->check_pass != pass || !strstr(report->check_text, text)) fail_msg("%s", report->check_text);
}

void test_no_files_are_left(void **state) {
  const MeasureFixture *fixture = *state;
  int count = -1;
  char **names = file_list(fixture->folder, &count, NULL);
  assert_int_equal(count, 0);
  free(names);
}
