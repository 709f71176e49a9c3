// Which result of attention is its log-sum-exp, and that the evaluator fills that one alone; rows without
// keys.
#include "fx_fixture.h"
#include "graph/core/attention.h"
#include "graph/evaluate/evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Two heads of three rows each, with five keys; `result` stands at a place of PyTorch's tuple.
static Graph *graph_of(const char *result, int place) {
  char text[1024];
  snprintf(text, sizeof text,
           "class GraphModule(torch.nn.Module):\n"
           "    def forward(self, q: \"f32[1, 2, 3, 4]\", k: \"f32[1, 2, 5, 4]\", v: \"f32[1, 2, 5, 4]\"):\n"
           "        c = torch.ops.aten._scaled_dot_product_efficient_attention.default(q, k, v, None, True)\n"
           "        o: \"f32[1, 2, 3, 4]\" = c[0]\n        l: \"%s\" = c[%d]\n        return (o, l)\n",
           result, place);
  return good_fx(text);
}

static const Op *attention_of(const Graph *graph) {
  for (int op = 0; op < graph->op_count; op++)
    if (graph->ops[op].code == OP_ATTENTION) return &graph->ops[op];
  fail_msg("no attention");
  return NULL;
}

static int filled(const Graph *graph, const char *name) {
  Status status = {0};
  Evaluation *evaluation = evaluation_run(graph, &(EvaluateOptions){.seed = 7}, &status);
  if (!evaluation) fail_msg("%s", status.message);
  const Tensor *tensor = &evaluation->values[graph_find_value(graph, name)];
  int count = 0;
  for (int64_t i = 0; i < shape_elements(&tensor->shape); i++)
    count += tensor->data[i] != 0;
  evaluation_free(evaluation);
  return count;
}

static void log_sum_by_place_and_shape(void **state) {
  (void)state;
  static const struct {
    const char *result;
    int place;
    bool is_log_sum;
  } cases[] = {
      {"f32[1, 2, 3]", 1, true},        {"f32[1, 2, 3, 1]", 1, true},
      {"f32[1, 3, 2]", 1, false}, // as many numbers, but of other rows
      {"f32[1, 2, 3, 1, 1]", 1, false}, {"f32[6]", 1, false},
      {"f32[1, 2, 32]", 1, false}, // padded
      {"i64[1, 2, 3]", 1, false},       {"f32[1, 2, 3]", 2, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Graph *graph = graph_of(cases[i].result, cases[i].place);
    const Op *op = attention_of(graph);
    AttentionCall call;
    assert_true(attention_call(graph, op, &call));
    assert_int_equal(attention_output(op), 0);
    if (attention_log_sum(graph, op, &call) != (cases[i].is_log_sum ? 1 : NO_LOG_SUM))
      fail_msg("%s at %d", cases[i].result, cases[i].place);
    assert_int_equal(filled(graph, "l"), cases[i].is_log_sum ? 6 : 0);
    assert_int_equal(filled(graph, "o"), 24);
    graph_free(graph);
  }
}

// Where only later results are read there is neither, and where the log-sum-exp is read alone, it is the
// first.
static void log_sum_among_others(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "class GraphModule(torch.nn.Module):\n"
      "    def forward(self, q: \"f32[1, 2, 3, 4]\"):\n"
      "        c = torch.ops.aten._scaled_dot_product_efficient_attention.default(q, q, q, None, True)\n"
      "        l: \"f32[1, 2, 3]\" = c[1]\n        s: \"i64[]\" = c[2]\n        return (l, s)\n");
  AttentionCall call;
  assert_true(attention_call(graph, attention_of(graph), &call));
  assert_int_equal(attention_output(attention_of(graph)), NO_OUTPUT);
  assert_int_equal(attention_log_sum(graph, attention_of(graph), &call), 0);
  assert_int_equal(filled(graph, "l"), 6);
  assert_int_equal(filled(graph, "s"), 0);
  graph_free(graph);
}

// What PyTorch's _safe_softmax gives, of two heads of two rows with two keys, by their scores: 0 where all
// are -infinity; NaN where one is NaN or +infinity, also beside -infinity; what the other key has where one
// is.
static void rows_without_keys(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "class GraphModule(torch.nn.Module):\n"
      "    def forward(self, q: \"f32[1, 2, 2, 1]\", v: \"f32[1, 2, 2, 1]\", x: \"f32[1, 2, 2, 2]\"):\n"
      "        c = torch.ops.aten._scaled_dot_product_efficient_attention.default(q, q, v, x, True)\n"
      "        o: \"f32[1, 2, 2, 1]\" = c[0]\n        l: \"f32[1, 2, 2]\" = c[1]\n        return (o, l)\n");
  const Op *op = attention_of(graph);
  static double q[4] = {0}, v[4] = {3, 5, 3, 5},
                x[8] = {-INFINITY, -INFINITY, -INFINITY, 2, NAN, -INFINITY, INFINITY, 1};
  Tensor operands[4], results[2];
  double *data[] = {q, q, v, x};
  const Tensor *pointers[5] = {NULL};
  for (int i = 0; i < 4; i++) {
    operands[i] =
        (Tensor){.dtype = DTYPE_F32, .shape = graph->values[op->operands[i].value].shape, .data = data[i]};
    pointers[i] = &operands[i];
  }
  Status status = {0};
  assert_true(evaluate_op(graph, op, pointers, results, 1, &status));
  const double *o = results[0].data, *l = results[1].data;
  assert_true(o[0] == 0 && o[1] == 5 && isnan(o[2]) && isnan(o[3]));
  assert_true(l[0] == -INFINITY && l[1] == 2 && isnan(l[2]) && isnan(l[3]));
  free(results[0].data), free(results[1].data);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(log_sum_by_place_and_shape),
                                     cmocka_unit_test(log_sum_among_others),
                                     cmocka_unit_test(rows_without_keys)};
  return cmocka_run_group_tests_name("attention", tests, NULL, NULL);
}
