// Damaged plan files and device files.
#include "mutate.h"

#include "base/file.h"
#include "cost/devices/device.h"
#include "graph/read/read.h"
#include "plan/file/plan_file.h"

#include "test.h"

#include <stdio.h>
#include <unistd.h>

typedef struct Fixture {
  Graph *graph;
  Plan *plan;
  Text text; // of the compiler's plan
} Fixture;

static void fixture_open(Fixture *fixture) {
  Status status = {0};
  DumpPlan *dump = NULL;
  DumpNotes notes = {0};
  Device device;
  fixture->graph = graph_read_folder(FUSEBOX_SOURCE_ROOT "/graphs/dumps/layernorm/backward", &dump, &status);
  assert_non_null(fixture->graph);
  assert_true(device_load("h200", &device, &status));
  fixture->plan = plan_new(fixture->graph, &device.limits);
  assert_true(plan_from_dump(fixture->plan, dump, &notes, &status));
  assert_true(plan_write(fixture->plan, NULL, &fixture->text));
  dump_notes_free(&notes);
  dump_plan_free(dump);
}

static void fixture_close(Fixture *fixture) {
  text_free(&fixture->text);
  plan_free(fixture->plan);
  graph_free(fixture->graph);
}

// What was refused leaves the plan alone; what was taken is a plan that can be written and read.
static void fuzz_plan(Fixture *fixture, Random *random, int *accepted) {
  Text damaged = {0}, before = {0}, after = {0};
  Status status = {0};
  text_add(&damaged, text_get(&fixture->text));
  fuzz_mutate(&damaged, random);
  plan_write(fixture->plan, NULL, &before);
  bool taken = plan_parse(fixture->plan, "damaged.json", text_get(&damaged), damaged.length, &status);
  plan_write(fixture->plan, NULL, &after);
  if (!taken) fuzz_check_failure(&status);
  if (!taken) assert_string_equal(text_get(&after), text_get(&before));
  if (!plan_parse(fixture->plan, "again.json", text_get(&after), after.length, &status))
    fail_msg("%s", status.message);
  *accepted += taken;
  text_free(&damaged);
  text_free(&before);
  text_free(&after);
}

static void damaged_plans_are_refused_or_whole(void **state) {
  (void)state;
  Fixture fixture = {0};
  Random random = fuzz_random(3);
  int accepted = 0, rounds = fuzz_rounds(8000);
  fixture_open(&fixture);
  for (int round = 0; round < rounds; round++)
    fuzz_plan(&fixture, &random, &accepted);
  fixture_close(&fixture);
  assert_in_range(accepted, rounds / 100, rounds - rounds / 100);
}

static void damaged_devices_are_refused_or_sane(void **state) {
  (void)state;
  char path[] = "/tmp/fusebox-fuzz-XXXXXX.json";
  int file = mkstemps(path, 5), rounds = fuzz_rounds(1500), accepted = 0;
  assert_true(file >= 0);
  close(file);
  Random random = fuzz_random(4);
  for (int round = 0; round < rounds; round++) {
    Text text = {0};
    Status status = {0};
    Device device;
    fuzz_load(FUSEBOX_SOURCE_ROOT "/src/data/devices/h200.json", &text);
    fuzz_mutate(&text, &random);
    assert_true(file_write(path, text_get(&text), text.length, &status));
    bool taken = device_load(path, &device, &status);
    if (!taken) fuzz_check_failure(&status);
    if (taken) assert_true(device.limits.sms > 0 && device.clock_ghz > 0 && device.dram_gbs > 0);
    accepted += taken;
    text_free(&text);
  }
  unlink(path);
  assert_in_range(accepted, rounds / 100, rounds - rounds / 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damaged_plans_are_refused_or_whole),
      cmocka_unit_test(damaged_devices_are_refused_or_sane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
