// Every shipped graph, fused wherever it can be, against the same graph with every op alone, at full size on
// a real GPU.
#include "base/file.h"
#include "cost/devices/device.h"
#include "device_fixture.h"
#include "graph/read/read.h"
#include "test.h"

#include <stdio.h>

static DeviceFixture device;

// Fuses each op with its first reader where that is allowed: not wise, but all the templates come up.
static void fuse_all(Plan *plan) {
  const Graph *graph = plan_graph(plan);
  for (int v = 0; v < graph->value_count; v++) {
    const Value *value = &graph->values[v];
    if (value->producer == NO_OP || graph->ops[value->producer].is_view) continue;
    for (int r = 0; r < value->reader_count; r++) {
      Reason reason;
      int reader = value->readers[r].op;
      if (!graph->ops[reader].is_view) plan_fuse(plan, value->producer, reader, false, &reason);
    }
  }
}

static bool measure(const char *name, Plan *plan, Plan *reference_plan) {
  Status status = {0};
  Program *program = program_build(plan, &status),
          *reference = program ? program_build_reference(reference_plan, program, &status) : NULL;
  MeasureOptions options = {.launches = 10, .seed = 3, .check = true};
  MeasureReport report = {0};
  bool good = program && reference &&
              worker_measure(device.worker, program, reference, &options, NULL, NULL, &report, &status);
  if (!good) fprintf(stderr, "%s: %s\n", name, status.message);
  for (int i = 0; i < report.kernel_count; i++)
    if (!report.kernels[i].ok && program->launches[i].kind != LAUNCH_SKIPPED) {
      fprintf(stderr, "%s: %s: %s\n", name, program->launches[i].emitted.name, report.kernels[i].error);
      good = false;
    }
  if (good)
    printf("%-28s %2d kernels %9.1f us; %s\n", name, report.kernel_count, report.total.time_us,
           report.check_text);
  if (good && !(report.checked && report.check_pass)) fprintf(stderr, "%s: %s\n", name, report.check_text);
  good = good && report.checked && report.check_pass;
  measure_report_free(&report);
  program_free(program);
  program_free(reference);
  return good;
}

static bool check_graph(const char *path, const GpuLimits *limits) {
  Status status = {0};
  Graph *graph = graph_open(path, NULL, NULL, &status);
  if (!graph) {
    fprintf(stderr, "%s\n", status.message);
    return false;
  }
  Plan *plan = plan_new(graph, limits), *alone = plan_new(graph, limits);
  fuse_all(plan);
  bool good = measure(file_base_name(path), plan, alone);
  plan_free(plan);
  plan_free(alone);
  graph_free(graph);
  return good;
}

static void test_shipped_graphs(void **state) {
  (void)state;
  Device h200;
  int count = 0, wrong = 0;
  assert_true(device_load("h200", &h200, NULL));
  char *folder = file_data("graphs");
  assert_non_null(folder);
  char **names = file_list(folder, &count, NULL);
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]);
    if (text_ends(names[i], ".json") && !text_ends(names[i], "schema.json"))
      wrong += !check_graph(path, &h200.limits);
    free(path);
    free(names[i]);
  }
  free(names);
  free(folder);
  assert_true(count > 10);
  assert_int_equal(wrong, 0);
}

int main(int count, char **arguments) {
  device = device_open(count, arguments);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_shipped_graphs)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  device_close(&device);
  return failed;
}
