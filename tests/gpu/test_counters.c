// Counting beside timing, with a profiler of ours: which range is whose, repeated passes, and refusals that
// cost no time.
#include "fake_path.h"
#include "hand_program.h"
#include "scratch.h"
#include "test.h"

#include <stdio.h>

static Compiler *compiler;
static Graph *graph;
static Program *reference;

static MeasureReport measure_program(const Program *program) {
  Worker *worker = worker_new(compiler); // with the environment as it is now
  MeasureOptions options = {.launches = 5, .seed = 1, .time_limit_s = 20, .check = true, .counters = true};
  MeasureReport report;
  Status status = {0};
  if (!worker_measure(worker, program, reference, &options, NULL, NULL, &report, &status))
    fail_msg("%s", status.message);
  worker_free(worker);
  return report;
}

static MeasureReport measure(const char *first, const char *second) {
  Program *program = hand_program(graph, first, second);
  MeasureReport report = measure_program(program);
  hand_program_free(program);
  return report;
}

// Everything but the counters is as without them.
static void assert_timed(const MeasureReport *report) {
  assert_true(report->kernels[0].ok && report->kernels[1].ok && report->total.ok);
  assert_float_equal(report->kernels[0].time_us, 10, 0.01);
  assert_float_equal(report->kernels[1].time_us, 20, 0.01);
  assert_float_equal(report->total.time_us, 30, 0.01);
  assert_true(report->checked && report->check_pass);
  assert_false(report->total.counted);
}

// Launch `at` is range 2 at, what was written back after it range 2 at + 1.
static void assert_counts(const Measured *measured, int at) {
  double own = 2 * at + 1, after = 2 * at + 2;
  const CounterValues *counters = &measured->counters;
  assert_true(measured->counted);
  assert_float_equal(counters->dram_read_bytes, own, 1e-9);
  assert_float_equal(counters->dram_write_bytes, 10 * (own + after), 1e-9);
  assert_float_equal(counters->dram_late_bytes, 10 * after, 1e-9);
  assert_float_equal(counters->l2_bytes, 32 * 100 * own, 1e-6); // of sectors
  assert_float_equal(counters->l2_write_bytes, 32 * 10000 * own, 1e-6);
  assert_float_equal(counters->local_write_bytes, 1e6 * own, 1e-3);
  assert_float_equal(counters->instructions, 1e7 * own, 1e-3);
  assert_float_equal(counters->occupancy, 0.01 * 1e8 * own, 1e-3); // of percent
}

static void test_every_launch_is_counted(void **state) {
  (void)state;
  MeasureReport report = measure("add_one", "twice");
  assert_string_equal(report.counters_problem, "");
  assert_timed(&report);
  assert_counts(&report.kernels[0], 0);
  assert_counts(&report.kernels[1], 1);
  measure_report_free(&report);
}

static void test_launches_that_do_not_run(void **state) {
  (void)state;
  MeasureReport report = measure("broken", "twice");
  assert_false(report.kernels[0].ok || report.kernels[0].counted);
  assert_true(report.kernels[1].ok);
  assert_counts(&report.kernels[1], 0); // the only one
  measure_report_free(&report);
}

// More launches than fit into one request: each request begins again with its first range.
static void test_many_launches(void **state) {
  (void)state;
  Program *program = hand_program_repeated(graph, "add_one", "twice", 70);
  MeasureReport report = measure_program(program);
  assert_string_equal(report.counters_problem, "");
  for (int i = 0; i < 64; i++)
    assert_counts(&report.kernels[i], i);
  for (int i = 64; i < 71; i++)
    assert_counts(&report.kernels[i], i - 64);
  measure_report_free(&report);
  hand_program_free(program);
}

static void test_several_passes(void **state) {
  (void)state;
  setenv("FAKE_CUPTI_PASSES", "3", 1);
  MeasureReport report = measure("add_one", "twice");
  unsetenv("FAKE_CUPTI_PASSES");
  assert_string_equal(report.counters_problem, "");
  assert_timed(&report);
  assert_counts(&report.kernels[1], 1);
  measure_report_free(&report);
}

static void assert_refused(const char *words) {
  MeasureReport report = measure("add_one", "twice");
  assert_timed(&report);
  assert_false(report.kernels[0].counted || report.kernels[1].counted);
  if (!strstr(report.counters_problem, words)) fail_msg("%s", report.counters_problem);
  measure_report_free(&report);
}

static void test_refusals(void **state) {
  (void)state;
  static const struct {
    const char *code, *words;
  } refusals[] = {{"35", "NVreg_RestrictProfilingToAdminUsers=0"},
                  {"40", "run as root"},
                  {"43", "(MIG)"},
                  {"26", "another profiler"},
                  {"999", "asking which counters there are: refused"}};
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    setenv("FAKE_CUPTI_REFUSE", refusals[i].code, 1);
    assert_refused(refusals[i].words);
  }
  unsetenv("FAKE_CUPTI_REFUSE");
  setenv("FUSEBOX_CUPTI", "0", 1);
  assert_refused("switched off");
  setenv("FUSEBOX_CUPTI", "/nowhere/libcupti.so", 1);
  assert_refused("CUPTI was not found");
  fake_cupti_use();
}

// Not asked for: nothing is counted, and nothing said.
static void test_off_by_default(void **state) {
  (void)state;
  Worker *worker = worker_new(compiler);
  MeasureOptions options = {.launches = 5, .seed = 1, .time_limit_s = 20};
  MeasureReport report;
  assert_true(worker_measure(worker, reference, NULL, &options, NULL, NULL, &report, NULL));
  assert_false(report.kernels[0].counted || report.kernels[1].counted);
  assert_string_equal(report.counters_problem, "");
  measure_report_free(&report);
  worker_free(worker);
}

static void test_json(void **state) {
  (void)state;
  CounterValues values = {.dram_read_bytes = 3e9, .dram_late_bytes = 5, .occupancy = 0.75}, back;
  Text text = {0};
  JsonWriter writer = json_writer(&text, false);
  json_begin_object(&writer, NULL);
  counter_values_write(&values, &writer);
  json_end(&writer);
  Json *json = json_parse("counters", text_get(&text), text.length, NULL);
  assert_non_null(json);
  assert_true(json_is_integer(json_get(json_root(json), "dram_read_bytes")));
  back = counter_values_read(json_root(json));
  assert_float_equal(back.dram_read_bytes, 3e9, 1e-6);
  assert_float_equal(back.dram_late_bytes, 5, 1e-12);
  assert_float_equal(back.occupancy, 0.75, 1e-12);
  assert_float_equal(back.instructions, 0, 1e-12);
  json_free(json);
  text_free(&text);
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) return worker_main(count, arguments);
  if (scratch_make(NULL)) return 1;
  compiler = compiler_new(scratch, NULL); // each kernel is compiled once: the tests are about what is counted
  if (!compiler) return scratch_remove(NULL) ? 1 : 77;
  fake_driver_use();
  fake_cupti_use();
  graph = hand_graph();
  reference = hand_program(graph, "add_one", "twice");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_launch_is_counted),
      cmocka_unit_test(test_launches_that_do_not_run),
      cmocka_unit_test(test_many_launches),
      cmocka_unit_test(test_several_passes),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_off_by_default),
      cmocka_unit_test(test_json),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  hand_program_free(reference);
  graph_free(graph);
  compiler_free(compiler);
  return scratch_remove(NULL) ? 1 : failed;
}
