// The worker on a real GPU: times are sane, wrong kernels are found, bad ones cost a worker and nothing else.
#include "device_fixture.h"
#include "hand_program.h"
#include "test.h"

#include <stdio.h>

static DeviceFixture device;
static Graph *graph;
static Program *reference;

static MeasureReport measure(const Program *program, const MeasureOptions *options) {
  MeasureReport report;
  Status status = {0};
  if (!worker_measure(device.worker, program, reference, options, NULL, NULL, &report, &status))
    fail_msg("%s", status.message);
  return report;
}

static MeasureReport measure_kernels(const char *first, const char *second, double limit_s) {
  Program *program = hand_program(graph, first, second);
  MeasureOptions options = {.launches = 50, .seed = 1, .time_limit_s = limit_s, .check = true};
  MeasureReport report = measure(program, &options);
  hand_program_free(program);
  return report;
}

static void assert_small_kernel(const Measured *measured) {
  if (!measured->ok) fail_msg("%s", measured->error);
  assert_int_equal(measured->launches, 50);
  assert_true(measured->by_cupti == device.info.cupti);
  assert_true(measured->time_us > 0.3 && measured->time_us < 50);
  assert_true(measured->spread_us >= 0 && measured->spread_us < measured->time_us);
  assert_in_range(measured->registers, 4, 64);
}

static void test_good_program(void **state) {
  (void)state;
  MeasureReport report = measure_kernels("add_one", "twice", 20);
  assert_small_kernel(&report.kernels[0]);
  assert_small_kernel(&report.kernels[1]);
  if (!report.total.ok) fail_msg("%s", report.total.error);
  assert_true(report.total.time_us > 1 && report.total.time_us < 100);
  if (!report.checked || !report.check_pass) fail_msg("%s", report.check_text);
  measure_report_free(&report);
}

static void test_wrong_kernel(void **state) {
  (void)state;
  MeasureReport report = measure_kernels("add_one", "twice_but_last", 20);
  assert_true(report.checked);
  assert_false(report.check_pass);
  if (!strstr(report.check_text, "element 999 ") || !strstr(report.check_text, "1 are off"))
    fail_msg("%s", report.check_text);
  measure_report_free(&report);
}

static void test_fault(void **state) {
  (void)state;
  MeasureReport report = measure_kernels("fault", "twice", 20);
  assert_false(report.kernels[0].ok);
  if (!strstr(report.kernels[0].error, "illegal")) fail_msg("%s", report.kernels[0].error);
  assert_small_kernel(&report.kernels[1]);
  if (!report.checked || !report.check_pass) fail_msg("%s", report.check_text);
  measure_report_free(&report);
}

static void test_refused_launch(void **state) {
  (void)state;
  Program *program = hand_program(graph, "narrow", "twice");
  MeasureOptions options = {.launches = 50, .seed = 1, .time_limit_s = 20, .check = true};
  MeasureReport report = measure(program, &options);
  assert_false(report.kernels[0].ok);
  if (!strstr(report.kernels[0].error, "launching: ")) fail_msg("%s", report.kernels[0].error);
  assert_small_kernel(&report.kernels[1]);
  if (!report.checked || !report.check_pass) fail_msg("%s", report.check_text);
  measure_report_free(&report);
  hand_program_free(program);
}

static void test_endless_loop(void **state) {
  (void)state;
  MeasureReport report = measure_kernels("hang", "twice", 2);
  assert_false(report.kernels[0].ok);
  if (!strstr(report.kernels[0].error, "time limit of 2 s")) fail_msg("%s", report.kernels[0].error);
  assert_small_kernel(&report.kernels[1]);
  measure_report_free(&report);
}

// ---- a copy: time in proportion to bytes, at a rate that memory can have

static const char copy_source[] =
    "extern \"C\" __global__ void copy(const float4 *x, float4 *y) {\n"
    "  long long i = blockIdx.x * 256ll + threadIdx.x;\n"
    "  y[i] = x[i];\n"
    "}\n";

static Measured measure_copy(int64_t bytes, bool dirty) {
  Program *program = hand_program(graph, "add_one", NULL);
  Launch *launch = &program->launches[0];
  char *own_source = launch->emitted.source;
  launch->emitted.source = (char *)copy_source;
  snprintf(launch->emitted.name, sizeof launch->emitted.name, "copy");
  launch->emitted.launch = (LaunchShape){.grid = bytes / 16 / 256, .threads = 256};
  program->buffers[0].bytes = program->buffers[1].bytes = bytes;
  MeasureOptions options = {.launches = 50, .seed = 1, .dirty_cache = dirty};
  MeasureReport report = measure(program, &options);
  Measured measured = report.kernels[0];
  launch->emitted.source = own_source;
  hand_program_free(program);
  measure_report_free(&report);
  if (!measured.ok) fail_msg("%s", measured.error);
  return measured;
}

static void test_copy_rate(void **state) {
  (void)state;
  const int64_t bytes = (int64_t)512 << 20;
  Measured half = measure_copy(bytes / 2, false), whole = measure_copy(bytes, false),
           dirty = measure_copy(bytes, true);
  double rate = 2 * (double)bytes / whole.time_us * 1e-3; // GB/s, read and written
  printf("copy of 512 MiB: %.1f us (spread %.1f), %.0f GB/s; with a dirty cache %.1f us; 256 MiB: %.1f us\n",
         whole.time_us, whole.spread_us, rate, dirty.time_us, half.time_us);
  assert_true(rate > 100 && rate < 10000);
  assert_true(whole.time_us / half.time_us > 1.8 && whole.time_us / half.time_us < 2.2);
  assert_true(dirty.time_us > 0.95 * whole.time_us && dirty.time_us < 1.3 * whole.time_us);
  assert_true(whole.spread_us < 0.05 * whole.time_us);
}

int main(int count, char **arguments) {
  device = device_open(count, arguments);
  graph = hand_graph();
  reference = hand_program(graph, "add_one", "twice");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_program),   cmocka_unit_test(test_wrong_kernel),
      cmocka_unit_test(test_fault),          cmocka_unit_test(test_endless_loop),
      cmocka_unit_test(test_refused_launch), cmocka_unit_test(test_copy_rate),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  hand_program_free(reference);
  graph_free(graph);
  device_close(&device);
  return failed;
}
