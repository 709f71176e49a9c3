// From a dump's text to numbers: that arguments reach the operands that they mean.
#include <math.h>
#include <stdio.h>

#include "evaluate_fixture.h"
#include "graph/read/read.h"

static Graph *read_text(const char *text) {
  Status status = {0};
  Graph *graph = graph_read_fx("test.py", text, strlen(text), 0, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}

static const double *values_of(const Evaluation *evaluation, const char *name) {
  int value = graph_find_value(evaluation->graph, name);
  assert_int_not_equal(value, NO_VALUE);
  return evaluation->values[value].data;
}

// x[:, i] += v: the indices stand before the values, and the first of them is None.
static void test_index_put_with_whole_axis(void **state) {
  (void)state;
  Graph *graph = read_text(
      "def forward(self, x: \"f32[2, 5]\", i: \"i64[3]\", v: \"f32[2, 3]\"):\n"
      "    y: \"f32[2, 5]\" = torch.ops.aten.index_put.default(x, [None, i], v, True)\n"
      "    return (y,)\n");
  Evaluation *evaluation = evaluate_graph(graph, 4);
  const double *x = values_of(evaluation, "x"), *i = values_of(evaluation, "i"),
               *v = values_of(evaluation, "v");
  const double *y = values_of(evaluation, "y");
  for (int row = 0; row < 2; row++) {
    double want[5];
    for (int k = 0; k < 5; k++)
      want[k] = x[row * 5 + k];
    for (int k = 0; k < 3; k++)
      want[(int)i[k]] += v[row * 3 + k];
    for (int k = 0; k < 5; k++)
      assert_true(fabs(y[row * 5 + k] - want[k]) < 1e-14);
  }
  evaluation_free(evaluation);
  graph_free(graph);
}

// Of values that are stored at one place any may stay; of sums, and where places differ, one result is right.
static void test_index_put_in_any_order(void **state) {
  (void)state;
  static const struct {
    const char *index, *accumulate;
    bool told;
  } cases[] = {{"0", "False", false}, {"0", "True", true}, {"1", "False", true}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char text[700];
    snprintf(text, sizeof text,
             "def forward(self, x: \"f32[8]\", v: \"f32[4]\"):\n"
             "    r: \"i64[4]\" = torch.ops.prims.iota.default(4, start = 0, step = %s, dtype = torch.int64, "
             "device "
             "= device(type='cuda'), requires_grad = False)\n"
             "    p: \"f32[8]\" = torch.ops.aten.index_put.default(x, [r], v, %s)\n"
             "    y: \"f32[8]\" = torch.ops.aten.mul.Tensor(p, 2)\n"
             "    return (y,)\n",
             cases[c].index, cases[c].accumulate);
    Graph *graph = read_text(text);
    Evaluation *evaluation = evaluate_graph(graph, 4);
    int y = graph_find_value(graph, "y");
    double got[8];
    memcpy(got, evaluation->values[y].data, sizeof got);
    got[0] = 2 * values_of(evaluation, "v")[0]; // the first in place of the last
    if (cases[c].told) got[0] += 1;             // something else
    assert_false(evaluation_compare(evaluation, y, got).pass);
    const char *untold = evaluation_untold(evaluation, y, got);
    assert_int_equal(untold == NULL, cases[c].told);
    if (untold) assert_non_null(strstr(untold, "more than once"));
    evaluation_free(evaluation);
    graph_free(graph);
  }
}

// Of what was stored before what is evaluated, nothing is asked: its places are not there.
static void test_index_put_before_a_part(void **state) {
  (void)state;
  Graph *graph = read_text(
      "def forward(self, x: \"f32[8]\", r: \"i64[4]\", v: \"f32[4]\"):\n"
      "    p: \"f32[8]\" = torch.ops.aten.index_put.default(x, [r], v)\n"
      "    y: \"f32[8]\" = torch.ops.aten.mul.Tensor(p, 2)\n"
      "    return (y,)\n");
  const double stored[8] = {1, 2, 3, 4, 5, 6, 7, 8}, got[8] = {0};
  const double *given[8] = {NULL};
  bool wanted[8] = {false};
  int p = graph_find_value(graph, "p"), y = graph_find_value(graph, "y");
  given[p] = stored;
  wanted[graph->values[y].producer] = true;
  Status status = {0};
  EvaluateOptions options = {.given = given, .wanted = wanted};
  Evaluation *evaluation = evaluation_run(graph, &options, &status);
  assert_non_null(evaluation);
  assert_null(evaluation_repeats(evaluation, graph_producer(graph, p)));
  assert_null(evaluation_untold(evaluation, y, got));
  evaluation_free(evaluation);
  graph_free(graph);
}

// aten.sub(x, y, alpha = 2) is x - 2 y; getitem_1 takes the mean, not the variance.
static void test_scales_and_results(void **state) {
  (void)state;
  Graph *graph = read_text(
      "def forward(self, x: \"f32[2, 4]\", y: \"f32[4]\"):\n"
      "    sub: \"f32[2, 4]\" = torch.ops.aten.sub.Tensor(x, y, alpha = 2)\n"
      "    var_mean = torch.ops.aten.var_mean.correction(sub, [1], correction = 0, keepdim = True)\n"
      "    getitem: \"f32[2, 1]\" = var_mean[0]\n"
      "    getitem_1: \"f32[2, 1]\" = var_mean[1];  var_mean = None\n"
      "    return (sub, getitem, getitem_1)\n");
  Evaluation *evaluation = evaluate_graph(graph, 4);
  const double *x = values_of(evaluation, "x"), *y = values_of(evaluation, "y");
  for (int row = 0; row < 2; row++) {
    double mean = 0, variance = 0;
    for (int k = 0; k < 4; k++)
      mean += (x[row * 4 + k] - 2 * y[k]) / 4;
    for (int k = 0; k < 4; k++)
      variance += pow(x[row * 4 + k] - 2 * y[k] - mean, 2) / 4;
    assert_true(fabs(values_of(evaluation, "getitem")[row] - variance) < 1e-13);
    assert_true(fabs(values_of(evaluation, "getitem_1")[row] - mean) < 1e-13);
  }
  evaluation_free(evaluation);
  graph_free(graph);
}

// One step of running statistics, written into the inputs in place.
static void test_running_mean_is_written(void **state) {
  (void)state;
  Graph *graph = read_text(
      "def forward(self, running: \"f32[3]\", x: \"f32[4, 3]\"):\n"
      "    mean: \"f32[3]\" = torch.ops.aten.mean.dim(x, [0])\n"
      "    mul: \"f32[3]\" = torch.ops.aten.mul.Tensor(running, 0.9)\n"
      "    mul_1: \"f32[3]\" = torch.ops.aten.mul.Tensor(mean, 0.1);  mean = None\n"
      "    add: \"f32[3]\" = torch.ops.aten.add.Tensor(mul, mul_1);  mul = mul_1 = None\n"
      "    copy_: \"f32[3]\" = torch.ops.aten.copy_.default(running, add);  running = add = copy_ = None\n"
      "    return ()\n");
  Evaluation *evaluation = evaluate_graph(graph, 4);
  const double *running = values_of(evaluation, "running"), *x = values_of(evaluation, "x"),
               *copy = values_of(evaluation, "copy_");
  for (int k = 0; k < 3; k++)
    assert_true(fabs(copy[k] - (0.9 * running[k] + 0.1 * (x[k] + x[3 + k] + x[6 + k] + x[9 + k]) / 4)) <
                1e-14);
  evaluation_free(evaluation);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_index_put_with_whole_axis), cmocka_unit_test(test_index_put_in_any_order),
      cmocka_unit_test(test_index_put_before_a_part),   cmocka_unit_test(test_scales_and_results),
      cmocka_unit_test(test_running_mean_is_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
