// Device files: the shipped ones are whole, and mistakes are named with their place.
#include "test.h"

#include "base/file.h"
#include "cost/devices/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void test_shipped_devices(void **state) {
  (void)state;
  static const char *const expected[] = {"a10",  "a100", "b200",    "gb200",   "gh200", "h100",
                                         "h200", "l40s", "rtx4090", "rtx5090", "t4"};
  int count;
  char **names = device_names(&count);
  assert_int_equal(count, 11);
  for (int i = 0; i < count; i++) {
    Device device;
    Status status = {0};
    assert_string_equal(names[i], expected[i]);
    if (!device_load(names[i], &device, &status)) fail_msg("%s", status.message);
    assert_string_equal(device.name, names[i]);
    // A full SM of threads cannot have more registers each than the file holds.
    assert_true(device.limits.threads_per_sm * 32 <= device.limits.registers_per_sm);
    free(names[i]);
  }
  free(names);
}

static void test_h200(void **state) {
  (void)state;
  Device device;
  Status status = {0};
  assert_true(device_load("h200", &device, &status));
  assert_int_equal(device.limits.sms, 132);
  assert_string_equal(device.limits.arch_name, "sm_90a");
  // A 1 GiB copy moves 4.24 TB/s, its launch included; long kernels come to 4.3.
  assert_true(device.dram_gbs * device.dram_efficiency > 4240 &&
              device.dram_gbs * device.dram_efficiency < 4320);
}

static void assert_rejected(const char *json, const char *part) {
  char path[] = "/tmp/fusebox-device-XXXXXX";
  int file = mkstemp(path);
  assert_true(write(file, json, strlen(json)) == (ssize_t)strlen(json));
  close(file);
  Device device;
  Status status = {0};
  assert_false(device_load(path, &device, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  if (!strstr(status.message, part)) fail_msg("\"%s\" is not in: %s", part, status.message);
  unlink(path);
}

static void test_mistakes(void **state) {
  (void)state;
  Device device;
  Status status = {0};
  assert_false(device_load("h2000", &device, &status));
  assert_non_null(strstr(status.message, "did you mean h200?"));
  assert_rejected("{ \"format\": \"fusebox-plan\" }", "no device file");
  assert_rejected("{ \"format\": \"fusebox-device\" }", "limits");
  assert_rejected(
      "{ \"format\": \"fusebox-device\", \"name\": \"x\", \"title\": \"X\",\n  \"limits\": { \"arch_name\": "
      "\"sm_90\", \"arch\": 90, \"sms\": -4 } }",
      ":2:");
}

// What is written reads back the same; the user's calibration goes before the shipped file of its name.
static void test_calibration(void **state) {
  (void)state;
  char folder[] = "/tmp/fusebox-config-XXXXXX";
  assert_non_null(mkdtemp(folder));
  setenv("FUSEBOX_CONFIG", folder, 1);
  Device shipped, device, back;
  Status status = {0};
  assert_true(device_choose("h200", &shipped, &status)); // there is none yet
  assert_false(shipped.calibrated);
  device = shipped;
  device.calibrated = true;
  device.latency_ns = 612.5;
  Text text = {0};
  DeviceNote note = {"read_gbs", 4130};
  device_write(&device, "a test", &note, 1, &text);
  char *path = device_calibration_path("h200"), *devices = file_join(folder, "devices");
  assert_true(file_make_folders(devices, &status));
  assert_true(file_write(path, text_get(&text), text.length, &status));
  if (!device_choose("h200", &back, &status)) fail_msg("%s", status.message);
  assert_true(back.calibrated);
  assert_memory_equal(&back, &device, sizeof device);
  assert_true(device_load("h200", &back, &status));
  assert_memory_equal(&back, &shipped, sizeof device);
  assert_true(file_write(path, "{}", 2, &status));
  assert_false(device_choose("h200", &back, &status));
  if (!strstr(status.message, "fusebox calibrate")) fail_msg("%s", status.message);
  unlink(path);
  rmdir(devices);
  rmdir(folder);
  unsetenv("FUSEBOX_CONFIG");
  free(path);
  free(devices);
  text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_shipped_devices), cmocka_unit_test(test_h200),
                                     cmocka_unit_test(test_mistakes), cmocka_unit_test(test_calibration)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
