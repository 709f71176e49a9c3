// Plans run on the CPU: fused, cut and recomputed in different ways, they give what the evaluator says.
#include "fixture.h"

#include "base/random.h"
#include "plan/file/plan_file.h"
#include "plan/program/check.h"

static Emulator *emulator;

static int start(void **state) {
  (void)state;
  Status status = {0};
  emulator = emulator_new(NULL, &status);
  return emulator ? 0 : -1;
}

static int stop(void **state) {
  (void)state;
  emulator_free(emulator);
  return 0;
}

static void passes(Plan *plan, CheckReport *report) {
  Status status = {0};
  if (!plan_check_cpu(plan, 3, emulator, report, &status)) fail_msg("%s", status.message);
  for (int i = 0; i < report->values.count; i++) {
    const CheckedValue *checked = &report->values.data[i];
    if (checked->comparison.pass) continue;
    fail_msg("%s differs by %g (tolerance %g)", plan_graph(plan)->values[checked->value].name,
             checked->comparison.relative_norm, checked->comparison.tolerance);
  }
  assert_int_equal(report->failures, 0);
}

static int outputs_in(const CheckReport *report) {
  int count = 0;
  for (int i = 0; i < report->values.count; i++)
    count += report->values.data[i].is_output;
  return count;
}

static const char rmsnorm[] =
    "'inputs': [ { 'name': 'x', 'dtype': 'bf16', 'shape': [5, 72] }, { 'name': 'w', 'dtype': 'bf16', "
    "'shape': [72] } ],"
    "'ops': [ { 'name': 'xf', 'op': 'cast', 'in': ['x'], 'dtype': 'f32' }, { 'name': 'sq', 'op': 'mul', "
    "'in': ['xf', 'xf'] },"
    "         { 'name': 'ms', 'op': 'mean', 'in': ['sq'], 'axes': [-1], 'keep': true },"
    "         { 'name': 'me', 'op': 'add', 'in': ['ms', 1e-6] }, { 'name': 'r', 'op': 'rsqrt', 'in': ['me'] "
    "},"
    "         { 'name': 'n', 'op': 'mul', 'in': ['xf', 'r'] }, { 'name': 'y0', 'op': 'mul', 'in': ['n', 'w'] "
    "},"
    "         { 'name': 'y', 'op': 'cast', 'in': ['y0'], 'dtype': 'bf16' } ], 'outputs': ['y']";

static void test_unfused_and_fused(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(rmsnorm);
  Plan *plan = plan_new(graph, &limits);
  CheckReport report;
  passes(plan, &report);
  assert_int_equal(report.values.count, 8); // every op stores its result
  assert_int_equal(outputs_in(&report), 1);
  check_report_free(&report);
  const char *const names[] = {"xf", "sq", "ms", "me", "r", "n", "y0", "y"};
  for (int i = 1; i < 8; i++)
    fuse_ok(plan, names[0], names[i]);
  passes(plan, &report);
  assert_int_equal(report.values.count, 1);
  check_report_free(&report);
  plan_free(plan);
  graph_free(graph);
}

// Memory of no elements that an op writes into has no buffer: there is nothing to compare.
static void test_writes_into_nothing(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [1, 0, 2] }, { 'name': 'y', 'dtype': 'f32', "
      "'shape': [2, 0, 2] } ],"
      "'ops': [ { 'name': 's', 'op': 'sum', 'in': ['x'], 'axes': [2], 'keep': false },"
      "         { 'name': 'wide', 'op': 'expand', 'in': ['x'], 'shape': [2, 0, 2] },"
      "         { 'name': 'c', 'op': 'copy', 'in': ['y', 'wide'], 'mutates': 0 },"
      "         { 'name': 'twice', 'op': 'add', 'in': ['c', 'c'] } ], 'outputs': ['twice', 's']");
  Plan *plan = plan_new(graph, &limits);
  fuse_ok(plan, "c", "twice");
  CheckReport report;
  passes(plan, &report);
  assert_int_equal(report.values.count, 0);
  check_report_free(&report);
  plan_free(plan);
  graph_free(graph);
}

// Random plans of one graph with a product, views, a reduction and a mutation in it.
static void test_random_plans(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'bf16', 'shape': [12, 16] }, { 'name': 'w', 'dtype': 'bf16', "
      "'shape': [24, 16] },"
      "            { 'name': 'b', 'dtype': 'bf16', 'shape': [24] }, { 'name': 'total', 'dtype': 'f32', "
      "'shape': [24] } ],"
      "'ops': [ { 'name': 'wt', 'op': 'permute', 'in': ['w'], 'axes': [1, 0] },"
      "         { 'name': 'h', 'op': 'addmm', 'in': ['b', 'x', 'wt'] }, { 'name': 'hf', 'op': 'cast', 'in': "
      "['h'], 'dtype': 'f32' },"
      "         { 'name': 'g', 'op': 'relu', 'in': ['hf'] }, { 'name': 's', 'op': 'sum', 'in': ['g'], "
      "'axes': [0] },"
      "         { 'name': 'acc', 'op': 'add', 'in': ['total', 's'] },"
      "         { 'name': 'upd', 'op': 'copy', 'in': ['total', 'acc'], 'mutates': 0 },"
      "         { 'name': 'gt', 'op': 'permute', 'in': ['g'], 'axes': [1, 0] }, { 'name': 'e', 'op': 'exp', "
      "'in': ['gt'] },"
      "         { 'name': 'm', 'op': 'amax', 'in': ['g'], 'axes': [1], 'keep': true }, { 'name': 'd', 'op': "
      "'sub', 'in': ['g', 'm'] } ],"
      "'outputs': ['e', 'd', 'upd']");
  Random random = {9};
  for (int round = 0; round < 12; round++) {
    Plan *plan = plan_new(graph, &limits);
    Reason reason;
    for (int i = 0; i < 30; i++) {
      int a = (int)random_below(&random, (uint64_t)graph->op_count),
          b = (int)random_below(&random, (uint64_t)graph->op_count);
      if (random_below(&random, 3))
        plan_fuse(plan, a, b, true, &reason);
      else if (plan_home(plan, b) >= 0)
        plan_recompute(plan, a, plan_home(plan, b), &reason);
    }
    assert_valid(plan);
    CheckReport report;
    passes(plan, &report);
    assert_true(outputs_in(&report) >= 3);
    check_report_free(&report);
    plan_free(plan);
  }
  graph_free(graph);
}

// Results of what is not run come from the evaluator, so that the rest can be checked.
static void test_skipped(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [2, 3, 8, 8] }, { 'name': 'w', 'dtype': 'f32', "
      "'shape': [4, 3, 3, 3] } ],"
      "'ops': [ { 'name': 'c', 'op': 'convolution', 'in': ['x', 'w', null], 'stride': [1, 1], 'padding': [1, "
      "1], 'dilation': [1, 1] },"
      "         { 'name': 'y', 'op': 'relu', 'in': ['c'] } ], 'outputs': ['y']");
  Plan *plan = plan_new(graph, &limits);
  CheckReport report;
  passes(plan, &report);
  assert_int_equal(report.skipped.count, 1);
  assert_int_equal(report.values.count, 1);
  check_report_free(&report);
  plan_free(plan);
  graph_free(graph);
}

static void test_without_compiler(void **state) {
  (void)state;
  GpuLimits limits = test_limits();
  Graph *graph = graph_from(rmsnorm);
  Plan *plan = plan_new(graph, &limits);
  Status status = {0};
  CheckReport report = {0};
  Emulator *broken = emulator_new("/no/such/compiler", &status);
  if (broken) assert_false(plan_check_cpu(plan, 3, broken, &report, &status));
  assert_int_not_equal(status.code, STATUS_OK);
  assert_true(status.message[0] != 0);
  check_report_free(&report);
  emulator_free(broken);
  plan_free(plan);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_unfused_and_fused),
                                     cmocka_unit_test(test_writes_into_nothing),
                                     cmocka_unit_test(test_random_plans), cmocka_unit_test(test_skipped),
                                     cmocka_unit_test(test_without_compiler)};
  return cmocka_run_group_tests(tests, start, stop);
}
