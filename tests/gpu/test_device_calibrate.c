// Calibration on a real GPU: figures that its programming guide states come out near what it says, and all
// come out alike twice. Skipped on devices that no file describes.
#include "device_fixture.h"
#include "gpu/calibrate/calibrate.h"
#include "test.h"

#include <math.h>
#include <stdio.h>

static DeviceFixture device;
static Device base;

static Calibration calibrate(void) {
  Calibration calibration;
  Status status = {0};
  if (!worker_calibrate(device.worker, &base, NULL, NULL, &calibration, &status))
    fail_msg("%s", status.message);
  return calibration;
}

static void assert_part(const char *what, double got, double stated, double least) {
  printf("%s: %.4g of %g\n", what, got, stated);
  if (got < least * stated || got > 1.02 * stated) fail_msg("%s: %g of %g", what, got, stated);
}

static void test_stated_rates(void **state) {
  (void)state;
  Calibration calibration = calibrate();
  const Device *got = &calibration.device;
  assert_part("multiply-adds an SM and clock", got->fma_per_clock, base.fma_per_clock, 0.9);
  assert_part("special functions", got->mufu_per_clock, base.mufu_per_clock, 0.9);
  assert_part("integer operations", got->int_per_clock, base.int_per_clock, 0.9);
  assert_part("double precision", got->fp64_per_clock, base.fp64_per_clock, 0.8);
  assert_part("instructions", got->issue_per_clock, base.issue_per_clock, 0.8);
  assert_part("DRAM", got->dram_efficiency, 1, 0.75);
  assert_true(got->clock_ghz > 0.8 && got->clock_ghz < 3.5);
  assert_true(got->launch_us > 0.2 && got->launch_us < 5);
  assert_true(got->graph_us > 0.5 && got->graph_us < 20);
  assert_true(got->latency_ns > 150 && got->latency_ns < 2000);
  assert_true(got->l2_gbs > got->dram_gbs * got->dram_efficiency); // a cache is faster than what it caches
  assert_non_null(strstr(calibration.source, device.info.name));
}

static void test_twice(void **state) {
  (void)state;
  Calibration first = calibrate(), second = calibrate();
  for (int i = 0; i < first.constant_count; i++) {
    double a = first.constants[i].value, b = second.constants[i].value;
    bool launch = text_equal(first.constants[i].key, "launch_us"); // clock ticks of 32 ns
    bool graph = text_equal(first.constants[i].key, "graph_us");   // what two long chains leave
    double noise = launch ? 0.15 : graph ? 0.1 * a : 0.06 * a;
    if (fabs(a - b) > noise) fail_msg("%s: %g, then %g", first.constants[i].key, a, b);
  }
}

static bool stop_after_three(void *context, int done, int count) {
  (void)context;
  assert_int_equal(count, PROBE_COUNT);
  return done < 3;
}

static void test_cancel(void **state) {
  (void)state;
  Calibration calibration;
  Status status = {0};
  assert_false(worker_calibrate(device.worker, &base, stop_after_three, NULL, &calibration, &status));
  assert_int_equal(status.code, STATUS_CANCELLED);
}

static void test_another_device(void **state) {
  (void)state;
  Calibration calibration;
  Status status = {0};
  Device other = base;
  other.limits.sms += 7;
  assert_false(worker_calibrate(device.worker, &other, NULL, NULL, &calibration, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, device.info.name));
}

int main(int count, char **arguments) {
  Status status = {0};
  device = device_open(count, arguments);
  if (!device.info.cupti || !calibrate_find(&device.info, &base, &status)) {
    fprintf(stderr, "skipped: %s\n", device.info.cupti ? status.message : device.info.cupti_problem);
    device_close(&device);
    return 77;
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stated_rates), cmocka_unit_test(test_twice),
                                     cmocka_unit_test(test_cancel), cmocka_unit_test(test_another_device)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  device_close(&device);
  return failed;
}
