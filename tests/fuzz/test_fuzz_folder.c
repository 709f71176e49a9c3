// Damaged debug folders: the graph's text, the provenance and output_code.py, one of them at a time.
#include "mutate.h"

#include "base/file.h"
#include "cost/devices/device.h"
#include "graph/read/read.h"
#include "plan/file/plan_file.h"

#include "test.h"

#include <stdio.h>
#include <unistd.h>

static const char *const parts[] = {"output_code.py", "inductor_provenance_tracking_node_mappings.json",
                                    "fx_graph_transformed.py"};
enum { PARTS = sizeof parts / sizeof *parts };

static void copy_folder(const char *dump, const char *folder, int damaged, Random *random) {
  for (int part = 0; part < PARTS; part++) {
    Text text = {0};
    Status status = {0};
    char from[300], to[300];
    snprintf(from, sizeof from, FUSEBOX_SOURCE_ROOT "/graphs/dumps/%s/%s", dump, parts[part]);
    snprintf(to, sizeof to, "%s/%s", folder, parts[part]);
    unlink(to);
    if (!file_exists(from)) continue;
    fuzz_load(from, &text);
    if (part == damaged) fuzz_mutate(&text, random);
    if (!file_write(to, text_get(&text), text.length, &status)) fail_msg("%s", status.message);
    text_free(&text);
  }
}

static void take_plan(const Graph *graph, const DumpPlan *dump) {
  Status status = {0};
  DumpNotes notes = {0};
  Device device;
  assert_true(device_load("h200", &device, &status));
  Plan *plan = plan_new(graph, &device.limits);
  if (!plan_from_dump(plan, dump, &notes, &status)) fuzz_check_failure(&status);
  dump_notes_free(&notes);
  plan_free(plan);
}

static bool fuzz_folder(const char *folder) {
  Status status = {0};
  DumpPlan *dump = NULL;
  Graph *graph = graph_read_folder(folder, &dump, &status);
  if (!graph) fuzz_check_failure(&status);
  if (graph && dump) take_plan(graph, dump);
  if (graph && !dump) fuzz_check_failure(&status); // says why there is no plan
  dump_plan_free(dump);
  graph_free(graph);
  return graph != NULL;
}

static void damaged_folders_are_refused_or_whole(void **state) {
  (void)state;
  static const char *const dumps[] = {"softmax/inference", "layernorm/forward", "layernorm/backward",
                                      "mix/forward", "gpt2/backward1"};
  enum { DUMPS = sizeof dumps / sizeof *dumps };
  char folder[] = "/tmp/fusebox-fuzz-XXXXXX";
  assert_non_null(mkdtemp(folder));
  Random random = fuzz_random(5);
  int accepted = 0, rounds = fuzz_rounds(1000);
  for (int round = 0; round < rounds; round++) {
    copy_folder(dumps[round % DUMPS], folder, (int)random_below(&random, PARTS), &random);
    accepted += fuzz_folder(folder);
  }
  for (int part = 0; part < PARTS; part++) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, parts[part]);
    unlink(path);
  }
  rmdir(folder);
  assert_in_range(accepted, rounds / 10, rounds - rounds / 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_folders_are_refused_or_whole)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
