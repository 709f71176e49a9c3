// Measured results, on a driver whose kernels are C functions: it knows the kernel of neg (7 us a launch) and
// not that of exp. Skipped without NVRTC, which compiles both.
#include "base/file.h"
#include "base/json.h"
#include "fixture.h"
#include "session/accuracy/accuracy.h"
#include "session/results/kept_times.h"
#include "session/setup.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static const MeasureOptions usual = {.launches = 50, .seed = 1, .time_limit_s = 20};

static void measure(Session *session, const MeasureOptions *options) {
  Status status = {0};
  if (!session_measure(session, options, NULL, &status) || !session_measure_wait(session, &status))
    fail_msg("%s", status.message);
}

static MeasuredView measured(Session *session, const char *op) {
  session_look_up_times(session);
  return session_measured(session, kernel_by_name(session, op));
}

static void test_times_and_failures(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  assert_int_equal(measured(session, "n1").state, RESULT_NONE);
  measure(session, &usual);
  MeasuredView first = measured(session, "n1");
  assert_int_equal(first.state, RESULT_DONE);
  assert_float_equal(first.measured->time_us, 7, 0.01);
  assert_int_equal(first.measured->launches, 50);
  MeasuredView missing = measured(session, "e1");
  assert_int_equal(missing.state, RESULT_FAILED);
  assert_true(strlen(missing.error) > 0);
  int done, total;
  assert_int_equal(session_jobs(session, &done, &total), 0);
  session_close(session);
}

// What was timed has a track of its own in a trace: neg twice, 7 us each.
static void test_trace(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Text out = {0};
  Status status = {0};
  measure(session, &usual);
  session_trace_json(session, &out);
  Json *json = json_parse("trace", text_get(&out), out.length, &status);
  assert_non_null(json);
  const JsonNode *events = json_get(json_root(json), "traceEvents");
  int timed = 0;
  for (int i = 0; i < json_count(events); i++) {
    const JsonNode *event = json_at(events, i);
    if (json_integer(json_get(event, "tid"), 1) != 2 || !json_get(event, "dur")) continue;
    assert_float_equal(json_number(json_get(event, "ts"), -1), 7 * timed++, 0.05);
    assert_float_equal(json_number(json_get(event, "dur"), -1), 7, 0.01);
  }
  assert_int_equal(timed, 2);
  json_free(json);
  text_free(&out);
  session_close(session);
}

// The time stays in sight, greyed, while the kernel is another; undo makes it that of the kernel again.
static void test_stale_and_undo(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  measure(session, &usual);
  const Measured *before = measured(session, "n1").measured;
  fuse_by_name(session, "n1", "e1");
  MeasuredView stale = measured(session, "n1");
  assert_int_equal(stale.state, RESULT_STALE);
  assert_ptr_equal(stale.measured, before);
  assert_int_equal(measured(session, "n2").state, RESULT_DONE);
  assert_true(plan_undo(session_plan(session)));
  assert_int_equal(measured(session, "n1").state, RESULT_DONE);
  session_close(session);
}

// Stopped before its end: what was measured before keeps its time, and another measurement can begin.
static void test_cancel(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  measure(session, &usual);
  assert_true(session_measure(session, &usual, NULL, &status));
  assert_false(session_measure(session, &usual, NULL, &status)); // one at a time
  assert_int_equal(status.code, STATUS_INPUT);
  session_cancel(session);
  session_measure_wait(session, &status);
  assert_int_equal(measured(session, "n1").state, RESULT_DONE);
  measure(session, &usual);
  assert_int_equal(measured(session, "n2").state, RESULT_DONE);
  session_close(session);
}

static int forget(Session *session) {
  int count = session_kept_times(session);
  if (count) assert_true(session_forget_times(session, NULL));
  return count;
}

// What one session measured, the next one shows: of the same code on the same device, not of what failed.
static void test_kept_times(void **state) {
  (void)state;
  const SessionOptions keeping = {.keep_times = true}, other = {.keep_times = true, .device = "a100"};
  Session *session = session_twins(&keeping);
  assert_int_equal(session_kept_times(session), 0);
  measure(session, &usual);
  assert_int_equal(session_kept_times(session), 1); // n1 and n2 are one code; exp did not run
  assert_int_equal(measured(session, "n1").kept_at, 0);
  session_close(session);
  session = session_twins(&keeping);
  MeasuredView kept = measured(session, "n2");
  assert_int_equal(kept.state, RESULT_DONE);
  assert_float_equal(kept.measured->time_us, 7, 0.01);
  assert_true(kept.kept_at > 1700000000);
  assert_string_equal(kept.kept_gpu, "Fake GPU");
  assert_int_equal(measured(session, "e1").state, RESULT_NONE);
  measure(session, &usual);
  assert_int_equal(measured(session, "n2").kept_at, 0);
  session_close(session);
  session = session_twins(&other);
  assert_int_equal(measured(session, "n1").state, RESULT_NONE);
  session_close(session);
  session = session_twins(NULL); // a session that keeps none shows none
  assert_int_equal(measured(session, "n1").state, RESULT_NONE);
  session_close(session);
  session = session_twins(&keeping);
  assert_int_equal(measured(session, "n1").state, RESULT_DONE);
  assert_int_equal(forget(session), 1);
  assert_int_equal(measured(session, "n1").state, RESULT_NONE);
  session_close(session);
}

// Only looking a time up writes a kernel's code, once a structure, and as often as is allowed.
static void test_looking_up(void **state) {
  (void)state;
  const SessionOptions keeping = {.keep_times = true};
  Session *session = session_twins(&keeping);
  measure(session, &usual);
  session_close(session);
  session = session_twins(&keeping);
  int first = kernel_by_name(session, "n1"), twin = kernel_by_name(session, "n2"), none = 0, two = 2;
  assert_int_equal(session_measured(session, first).state, RESULT_NONE);
  assert_false(session_look_up_time(session, plan_lowered(session_plan(session), first), &none));
  assert_int_equal(session_measured(session, first).state, RESULT_NONE);
  assert_true(session_look_up_time(session, plan_lowered(session_plan(session), first), &two));
  assert_int_equal(two, 1);
  assert_int_equal(session_measured(session, first).state, RESULT_DONE);
  assert_int_equal(session_measured(session, twin).state, RESULT_DONE); // the same structure
  int unknown = kernel_by_name(session, "e1"); // nothing is kept of it: there is nothing to look up
  assert_true(session_look_up_time(session, plan_lowered(session_plan(session), unknown), &none));
  forget(session);
  session_close(session);
}

// Of another protocol, or too few launches, nothing is kept.
static void test_other_protocols(void **state) {
  (void)state;
  const SessionOptions keeping = {.keep_times = true};
  MeasureOptions few = usual, dirty = usual;
  few.launches = 5;
  dirty.dirty_cache = true;
  Session *session = session_twins(&keeping);
  measure(session, &few);
  assert_int_equal(measured(session, "n1").state, RESULT_DONE);
  measure(session, &dirty);
  assert_int_equal(session_kept_times(session), 0);
  session_close(session);
}

// A time of other code, as an older program's, is not shown.
static void test_other_code(void **state) {
  (void)state;
  const SessionOptions keeping = {.keep_times = true};
  Session *session = session_twins(&keeping);
  measure(session, &usual);
  KeptTimes *times = kept_times_open(session_device(session));
  assert_int_equal(times->kernels.list.count, 1);
  times->kernels.list.data[0].code.digits[0] ^= 1;
  assert_true(kept_times_save(times, NULL));
  kept_times_free(times);
  session_close(session);
  session = session_twins(&keeping);
  assert_int_equal(session_kept_times(session), 1);
  assert_int_equal(measured(session, "n1").state, RESULT_NONE);
  forget(session);
  session_close(session);
}

// To another device and back: the other one's times are not shown.
static void test_kept_on_another_device(void **state) {
  (void)state;
  const SessionOptions keeping = {.keep_times = true};
  Session *session = session_twins(&keeping);
  measure(session, &usual);
  static const char *const names[] = {"a100", "h200"};
  for (int i = 0; i < 2; i++) {
    Status status = {0};
    SessionSetup *setup = session_setup_new(session, NULL, 0, names[i], &status);
    if (!setup) fail_msg("%s", status.message);
    session_setup_take(session, setup);
    assert_int_equal(measured(session, "n1").state, i ? RESULT_DONE : RESULT_NONE);
  }
  assert_true(measured(session, "n1").kept_at > 0);
  forget(session);
  session_close(session);
}

static void test_close_while_measuring(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  assert_true(session_measure(session, &usual, NULL, &status));
  session_close(session);
}

static void test_report(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  measure(session, &usual);
  Text out = {0};
  Status status = {0};
  assert_true(session_report_json(session, REPORT_MEASURED, &out));
  Json *json = json_parse("report", text_get(&out), out.length, &status);
  assert_non_null(json);
  const JsonNode *kernels = json_get(json_root(json), "kernels");
  for (const JsonNode *kernel = json_first(kernels); kernel; kernel = json_next(kernel)) {
    const JsonNode *result = json_get(kernel, "measured");
    bool known = strcmp(json_string(json_get(kernel, "name"), ""), "map_neg") == 0;
    assert_null(json_get(kernel, "estimate"));
    assert_int_equal(json_get(result, "time_us") != NULL, known);
    assert_int_equal(json_get(result, "error") != NULL, !known);
    if (known) assert_float_equal(json_number(json_get(result, "time_us"), 0), 7, 0.01);
  }
  json_free(json);
  text_free(&out);
  session_close(session);
}

// A convolution is not run: what the total was measured of is without it, and so is the estimate beside it.
static void test_report_of_what_is_run(void **state) {
  (void)state;
  static const char graph[] =
      "{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"g\","
      "  \"inputs\": [ { \"name\": \"x\", \"dtype\": \"f32\", \"shape\": [2, 3, 8, 8] },"
      "                { \"name\": \"w\", \"dtype\": \"f32\", \"shape\": [16, 3, 3, 3] } ],"
      "  \"ops\": [ { \"name\": \"c\", \"op\": \"convolution\", \"in\": [\"x\", \"w\", null],"
      "               \"stride\": [1, 1], \"padding\": [1, 1], \"dilation\": [1, 1] },"
      "             { \"name\": \"n\", \"op\": \"neg\", \"in\": [\"c\"] } ], \"outputs\": [\"n\"] }";
  char path[PATH_MAX], expected[160];
  snprintf(path, sizeof path, "%s/convolution.json", getenv("FUSEBOX_STATE"));
  assert_true(file_write(path, graph, sizeof graph - 1, NULL));
  Status status = {0};
  Text table = {0}, json = {0};
  Session *session = session_open(path, NULL, &status);
  if (!session) fail_msg("%s", status.message);
  measure(session, &usual);
  double neg =
      estimator_kernel(session_estimator(session), session_plan(session), kernel_by_name(session, "n"))
          ->time_us; // cold: nothing ran before it
  double estimate = session_device(session)->graph_us + neg;
  assert_true(session_report_table(session, REPORT_ESTIMATE | REPORT_MEASURED, &table));
  snprintf(expected, sizeof expected,
           "\nas one CUDA graph: estimate %.1f us, measured %.1f us, both without 1 ", estimate,
           session_report(session)->total.time_us);
  assert_non_null(strstr(text_get(&table), expected));
  assert_true(session_report_json(session, REPORT_MEASURED, &json));
  assert_non_null(strstr(text_get(&json), "\"not_run\": 1"));
  text_free(&table);
  text_free(&json);
  session_close(session);
}

// The plan's time is not told when one of its kernels does not run.
static void test_recorded_plans(void **state) {
  (void)state;
  static const ReadOptions no_sizes;
  Session *session = session_twins(NULL);
  AccuracyRecord record = {0};
  Status status = {0};
  accuracy_begin_graph(&record, session, &no_sizes);
  assert_true(accuracy_add_plan(&record, session, "none"));
  if (!accuracy_measure(&record, session, 0, &usual, NULL, NULL, &status)) fail_msg("%s", status.message);
  assert_true(strlen(record.gpu) > 0);
  const KernelRecord *neg = &record.kernels.data[0], *unknown = &record.kernels.data[1];
  assert_string_equal(neg->name, "map_neg");
  assert_true(neg->measured);
  assert_float_equal(neg->time_us, 7, 0.01);
  assert_false(unknown->measured);
  assert_true(strlen(unknown->error) > 0);
  assert_false(record.plans.data[0].measured);
  assert_non_null(strstr(record.plans.data[0].error, "map_exp"));
  accuracy_free(&record);
  session_close(session);
}

// CUPTI is switched off here: the report says so, and has the times.
static void test_report_without_counters(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  MeasureOptions options = usual;
  options.counters = true;
  measure(session, &options);
  Text json = {0}, table = {0}, plain = {0};
  assert_true(session_report_json(session, REPORT_MEASURED | REPORT_COUNTERS, &json));
  assert_non_null(strstr(text_get(&json), "\"counters_problem\": \"CUPTI is switched off"));
  assert_non_null(strstr(text_get(&json), "\"time_us\": 7"));
  assert_null(strstr(text_get(&json), "dram_read_bytes")); // absent, not zero
  assert_true(session_report_table(session, REPORT_MEASURED | REPORT_COUNTERS, &table));
  assert_non_null(strstr(text_get(&table), "rd DRAM"));
  assert_non_null(strstr(text_get(&table), "\nno counters: CUPTI is switched off"));
  assert_true(session_report_table(session, REPORT_MEASURED, &plain));
  assert_null(strstr(text_get(&plain), "DRAM"));
  text_free(&json);
  text_free(&table);
  text_free(&plain);
  session_close(session);
}

// The build folder may have been moved: the driver is looked for from where this program is.
static void use_fake_driver(void) {
  char program[PATH_MAX] = "", path[PATH_MAX + 64];
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) return;
  char *slash = strrchr(program, '/');
  if (slash) *slash = '\0';
  snprintf(path, sizeof path, "%s/../gpu/libfake_driver.so", program);
  setenv("FUSEBOX_DRIVER", path, 1);
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) return worker_main(count, arguments);
  if (!has_nvrtc()) return 77;
  use_fake_driver();
  setenv("FUSEBOX_CUPTI", "0", 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_times_and_failures),
      cmocka_unit_test(test_trace),
      cmocka_unit_test(test_stale_and_undo),
      cmocka_unit_test(test_cancel),
      cmocka_unit_test(test_close_while_measuring),
      cmocka_unit_test(test_report),
      cmocka_unit_test(test_report_of_what_is_run),
      cmocka_unit_test(test_report_without_counters),
      cmocka_unit_test(test_recorded_plans),
      cmocka_unit_test(test_kept_times),
      cmocka_unit_test(test_looking_up),
      cmocka_unit_test(test_other_protocols),
      cmocka_unit_test(test_other_code),
      cmocka_unit_test(test_kept_on_another_device),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
