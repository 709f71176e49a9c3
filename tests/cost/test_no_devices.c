// A program that was copied without its data says what to do. This one copies itself: outside its build
// folder it has no source tree to look into, and unlike fusebox it has no files inside.
#include "cost/devices/device.h"
#include "cost/registers/register_model.h"

#include "test.h"

#include <stdio.h>
#include <unistd.h>

static void report(const char *folder) {
  Status device = {0}, registers = {0};
  char path[100];
  device_load("h200", &(Device){0}, &device);
  register_model_load(90, &registers);
  snprintf(path, sizeof path, "%s/report", folder);
  FILE *file = fopen(path, "w");
  fprintf(file, "%d %s\n%d %s\n", (int)device.code, device.message, (int)registers.code, registers.message);
  fclose(file);
}

static void missing_data_is_said_to_be_missing(void **state) {
  (void)state;
  char folder[] = "/tmp/fusebox-alone-XXXXXX", command[300], text[1000] = "";
  assert_non_null(mkdtemp(folder));
  snprintf(command, sizeof command, "cp /proc/%d/exe %s/alone && env -u FUSEBOX_DATA %s/alone %s",
           (int)getpid(), folder, folder, folder);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command, "%s/report", folder);
  FILE *file = fopen(command, "r");
  assert_true(fread(text, 1, sizeof text - 1, file) > 0);
  fclose(file);
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
  assert_string_equal(
      text,
      "3 there is no device \"h200\": this program came without its data; install it again, set "
      "FUSEBOX_DATA to a folder that holds devices/, or name a device file\n"
      "3 this program came without its models of registers: install it again, or set "
      "FUSEBOX_DATA to a folder that holds registers/\n");
}

int main(int argc, char **argv) {
  if (argc > 1) return report(argv[1]), 0;
  const struct CMUnitTest tests[] = {cmocka_unit_test(missing_data_is_said_to_be_missing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
