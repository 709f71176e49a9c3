// The graph of PyTorch issue 179423: what it computes, and what its kernels read fused and unfused.
#include "test.h"

#include "base/text.h"
#include "cost/model/estimate.h"
#include "graph/evaluate/evaluate.h"
#include "graph/read/read.h"
#include "plan/file/plan_file.h"

#include <inttypes.h>
#include <math.h>

#define GRAPH FUSEBOX_SOURCE_ROOT "/graphs/rmsnorm_backward_mix.json"

enum { ROWS = 3, COLS = 5 };

static Graph *open_graph(int64_t rows, int64_t cols) {
  SizeBinding sizes[] = {{"rows", rows}, {"cols", cols}};
  ReadOptions options = {.sizes = sizes, .size_count = 2};
  Status status = {0};
  Graph *graph = graph_open(GRAPH, &options, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

static const double *data_of(const Evaluation *evaluation, const char *name) {
  int value = graph_find_value(evaluation->graph, name);
  if (value == NO_VALUE) fail_msg("there is no %s", name);
  return evaluation->values[value].data;
}

// To the nearest number with 8 significant bits, ties to even: bf16, for numbers of ordinary size.
static double bf16(double x) {
  int exponent;
  double part = frexp(x, &exponent);
  return ldexp(nearbyint(ldexp(part, 8)), exponent - 8);
}

static void assert_close(double got, double want) {
  if (fabs(got - want) > 1e-6 * (1 + fabs(want))) fail_msg("%.9g, expected %.9g", got, want);
}

// One row by the formulas: h = x + mix x0, n = h rstd, g = dy1 w1 + dy2 w2, dh = rstd (g - n mean(g n)) +
// dout + dskip.
static void check_row(const Evaluation *e, int row, double dw1[COLS], double dw2[COLS]) {
  double mix = data_of(e, "mix")[0], rstd = data_of(e, "rstd")[row], mean = 0, n[COLS], g[COLS];
  for (int i = 0; i < COLS; i++) {
    int at = row * COLS + i;
    double dy1 = data_of(e, "dy1")[at], dy2 = data_of(e, "dy2")[at];
    n[i] = bf16(data_of(e, "x")[at] + mix * data_of(e, "x0")[at]) * rstd;
    g[i] = dy1 * data_of(e, "w1")[i] + dy2 * data_of(e, "w2")[i];
    mean += g[i] * n[i] / COLS;
    dw1[i] += dy1 * n[i];
    dw2[i] += dy2 * n[i];
  }
  for (int i = 0; i < COLS; i++) {
    int at = row * COLS + i;
    double dres = bf16(data_of(e, "dout")[at] + data_of(e, "dskip")[at]);
    double dh = bf16(rstd * (g[i] - n[i] * mean) + dres);
    assert_close(data_of(e, "dh")[at], dh);
    assert_close(data_of(e, "dx0out")[at], bf16(data_of(e, "dx0")[at] + mix * dh));
  }
}

static void test_values(void **state) {
  (void)state;
  Graph *graph = open_graph(ROWS, COLS);
  Status status = {0};
  Evaluation *evaluation = evaluation_run(graph, &(EvaluateOptions){.seed = 3}, &status);
  if (!evaluation) fail_msg("%s", status.message);
  double dw1[COLS] = {0}, dw2[COLS] = {0};
  for (int row = 0; row < ROWS; row++)
    check_row(evaluation, row, dw1, dw2);
  for (int i = 0; i < COLS; i++) {
    assert_close(data_of(evaluation, "dw1")[i], dw1[i]);
    assert_close(data_of(evaluation, "dw2")[i], dw2[i]);
  }
  evaluation_free(evaluation);
  graph_free(graph);
}

// As the issue counts the kernel that was fused too far: 11 tensors to load, one reduction along rows and two
// along columns.
static void test_whole(void **state) {
  (void)state;
  Graph *graph = open_graph(98304, 512);
  int along_rows = 0, along_columns = 0;
  assert_int_equal(graph->input_count, 11);
  for (int i = 0; i < graph->input_count; i++)
    assert_true(graph->values[graph->inputs[i]].reader_count > 0);
  for (int op = 0; op < graph->op_count; op++) {
    if (graph->ops[op].op_class != CLASS_REDUCE) continue;
    const Shape *shape = &graph->values[graph->ops[op].first_result].shape;
    along_rows += shape->size[0] == 98304;
    along_columns += shape->size[0] == 512;
  }
  assert_int_equal(along_rows, 1);
  assert_int_equal(along_columns, 2);
  graph_free(graph);
}

static const char unfused[] =
    "\"kernels\": [ { \"ops\": [\"xf\", \"x0f\", \"x0m\", \"hs\", \"h\"] },"
    "  { \"ops\": [\"doutf\", \"dskipf\", \"dress\", \"dres\"] },"
    "  { \"ops\": [\"hf\", \"n\", \"dy1f\", \"w1f\", \"g1\", \"dy2f\", \"w2f\", \"g2\", \"g\", \"gn\", "
    "\"c\", \"nc\","
    "            \"gc\", \"dn\", \"dresf\", \"dhs\", \"dh\"] },"
    "  { \"ops\": [\"dhf\", \"dhm\", \"dx0f\", \"dx0s\", \"dx0out\"] },"
    "  { \"ops\": [\"dy1n\", \"dw1\", \"dy2n\", \"dw2\"], \"copies\": [\"hf\", \"n\", \"dy1f\", \"dy2f\"] } "
    "]";

static void take_plan(Plan *plan, const char *kernels) {
  Text text = {0};
  Status status = {0};
  text_printf(&text,
              "{ \"format\": \"fusebox-plan\", \"version\": 1, \"graph\": \"rmsnorm_backward_mix\", "
              "\"graph_hash\": \"%016" PRIx64 "\", %s }",
              plan_graph(plan)->hash, kernels);
  if (!plan_parse(plan, "plan", text_get(&text), text.length, &status)) fail_msg("%s", status.message);
  text_free(&text);
}

static int reads_of_home(Plan *plan, const char *op) {
  return estimator_reads(plan_lowered(plan, plan_home(plan, graph_find_op(plan_graph(plan), op))));
}

// The row kernel that the issue calls unfused: 7 loads (h, rstd, both dy and w, dres), 1 reduction.
static void test_unfused(void **state) {
  (void)state;
  Graph *graph = open_graph(98304, 512);
  Device device;
  Status status = {0};
  assert_true(device_load("h200", &device, &status));
  Plan *plan = plan_new(graph, &device.limits);
  take_plan(plan, unfused);
  assert_int_equal(plan_kernel_count(plan), 5);
  assert_int_equal(reads_of_home(plan, "c"), 7);
  assert_int_equal(reads_of_home(plan, "dw1"), 4); // h, rstd, both dy
  assert_int_equal(reads_of_home(plan, "dx0out"), 3);
  plan_free(plan);
  graph_free(graph);
}

// Everything in one kernel: all 11 tensors read, each result written once.
static void test_fused(void **state) {
  (void)state;
  Graph *graph = open_graph(98304, 512);
  Device device;
  Status status = {0};
  Reason reason = {0};
  assert_true(device_load("h200", &device, &status));
  Plan *plan = plan_new(graph, &device.limits);
  take_plan(plan, unfused);
  static const char *const parts[] = {"h", "dres", "dx0out", "dw1"};
  for (int i = 0; i < 4; i++)
    if (!plan_fuse(plan, graph_find_op(graph, parts[i]), graph_find_op(graph, "c"), true, &reason))
      fail_msg("%s: %s", parts[i], reason.text);
  assert_int_equal(plan_kernel_count(plan), 1);
  assert_int_equal(reads_of_home(plan, "c"), 11);
  Estimator *estimator = estimator_new(&device, NULL);
  const Estimate *estimate = estimator_kernel(estimator, plan, plan_home(plan, graph_find_op(graph, "c")));
  int64_t matrix = INT64_C(98304) * 512 * 2;
  assert_int_equal(estimate->read_bytes, 7 * matrix + 98304 * 4 + 4 + 2 * 512 * 2);
  assert_int_equal(estimate->write_bytes, 2 * matrix + 2 * 512 * 4);
  estimator_free(estimator);
  plan_free(plan);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_whole),
                                     cmocka_unit_test(test_unfused), cmocka_unit_test(test_fused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
