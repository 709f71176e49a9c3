// A worker that lies: nothing that cannot be a figure is taken for one, and no refusal for a success.
#include "measure_fixture.h"

#include "gpu/worker/process.h"

#include <stdio.h>
#include <unistd.h>

// The worker's process: what is timed is answered with $LIE, all else is well.
static void lie(void) {
  FILE *in = fdopen(3, "r");
  char *line = NULL;
  size_t capacity = 0;
  while (in && getline(&line, &capacity, in) > 0) {
    bool asked = strstr(line, "\"do\":\"time\"") || strstr(line, "\"do\":\"total\"");
    const char *answer = asked ? getenv("LIE") : "{\"ok\":true,\"name\":\"GPU\",\"arch\":90,\"sms\":132}";
    if (dprintf(3, "%s\n", answer) < 0) break;
  }
  exit(0);
}

static MeasureReport measure_with(const MeasureFixture *fixture, const char *answer) {
  MeasureOptions options = usual;
  options.check = false;
  setenv("LIE", answer, 1); // of a worker that starts now
  MeasureFixture own = *fixture;
  own.worker = worker_new(fixture->compiler);
  Program *program = hand_program(fixture->graph, "add_one", "twice");
  MeasureReport report = measure(&own, program, &options);
  worker_free(own.worker);
  hand_program_free(program);
  return report;
}

static void expect_refused(const MeasureFixture *fixture, const char *answer, const char *why) {
  MeasureReport report = measure_with(fixture, answer);
  assert_failed(&report.kernels[0], why);
  assert_failed(&report.total, why);
  measure_report_free(&report);
}

static void test_times_that_cannot_be(void **state) {
  static const char *const lies[] = {"{\"ok\":true}",
                                     "{\"ok\":true,\"median_us\":0,\"spread_us\":0,\"launches\":50}",
                                     "{\"ok\":true,\"median_us\":-1,\"spread_us\":0,\"launches\":50}",
                                     "{\"ok\":true,\"median_us\":1e999,\"spread_us\":0,\"launches\":50}",
                                     "{\"ok\":true,\"median_us\":null,\"spread_us\":0,\"launches\":50}",
                                     "{\"ok\":true,\"median_us\":\"5\",\"spread_us\":0,\"launches\":50}",
                                     "{\"ok\":true,\"median_us\":5,\"spread_us\":-2,\"launches\":50}"};
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
    expect_refused(*state, lies[i], "no time that can be one");
  expect_refused(*state, "{\"ok\":true,\"median_us\":5,\"spread_us\":1,\"launches\":2147483648}", "counts");
  expect_refused(*state, "{\"ok\":true,\"median_us\":5,\"spread_us\":1,\"launches\":5,\"registers\":-9}",
                 "counts");
  MeasureReport report =
      measure_with(*state, "{\"ok\":true,\"median_us\":5,\"spread_us\":1,\"launches\":50}");
  assert_time(&report.kernels[0], 5);
  measure_report_free(&report);
}

// A time stands without samples, clock or power that cannot be.
static void test_samples_that_cannot_be(void **state) {
  static const char *const lies[] = {"[5]", "[5,-1]", "[5,\"6\"]", "[5,1e999]", "7", "[5,6,7]"};
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
    char answer[200];
    snprintf(answer, sizeof answer,
             "{\"ok\":true,\"median_us\":5,\"launches\":2,\"samples_us\":%s,\"clock_mhz\":-3,"
             "\"power_w\":1e300}",
             lies[i]);
    MeasureReport report = measure_with(*state, answer);
    assert_true(report.total.ok);
    assert_null(report.samples_us);
    assert_true(report.clock_mhz == 0 && report.power_w == 0);
    measure_report_free(&report);
  }
  MeasureReport report =
      measure_with(*state, "{\"ok\":true,\"median_us\":5,\"launches\":2,\"samples_us\":[6,4]}");
  assert_true(report.samples_us[0] == 6 && report.samples_us[1] == 4);
  measure_report_free(&report);
}

// "fusebox time" ends with the code of the refusal.
static void test_refusals_without_a_code(void **state) {
  (void)state;
  static const char *const lies[] = {"{\"ok\":false,\"error\":7,\"code\":0}",
                                     "{\"ok\":false,\"error\":\"no\",\"code\":99999}",
                                     "{\"ok\":false,\"error\":\"no\",\"code\":-1}", "{}"};
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
    WorkerProcess process = {0};
    Status status = {0};
    Text request = {0};
    setenv("LIE", lies[i], 1);
    text_add(&request, "{\"do\":\"total\"}");
    assert_int_equal(process_request(&process, &request, 20, NULL, &status), WORKER_REFUSED);
    assert_int_equal(status.code, STATUS_INTERNAL);
    assert_true(status.message[0]);
    process_stop(&process);
    text_free(&request);
  }
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) lie();
  measure_fixture_begin(count, arguments);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_times_that_cannot_be),
                                     cmocka_unit_test(test_samples_that_cannot_be),
                                     cmocka_unit_test(test_refusals_without_a_code)};
  return cmocka_run_group_tests(tests, measure_set_up, measure_tear_down);
}
