// Shapes, dtypes and strides of results. Expected values are worked out by PyTorch's documented rules.
#include "describe.h"

#define X "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [\"rows\", \"cols\"]}"

static void broadcasts(void **state) {
  (void)state;
  Graph *graph = graph_of(X ", {\"name\": \"v\", \"dtype\": \"f32\", \"shape\": [3, 1, 4]}",
                          "{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", \"v\"]},"
                          "{\"name\": \"b\", \"op\": \"mul\", \"in\": [2, \"x\"]},"
                          "{\"name\": \"c\", \"op\": \"gt\", \"in\": [\"x\", 0]},"
                          "{\"name\": \"d\", \"op\": \"where\", \"in\": [\"c\", \"x\", \"-inf\"]}");
  value_is(graph, "a", "f32[3, 6, 4][24, 4, 1]");
  value_is(graph, "b", "f32[6, 4][4, 1]");
  value_is(graph, "c", "bool[6, 4][4, 1]");
  value_is(graph, "d", "f32[6, 4][4, 1]");
  graph_free(graph);
  expect_refused(X ", {\"name\": \"v\", \"dtype\": \"f32\", \"shape\": [5]}",
                 "{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", \"v\"]}",
                 "shapes [6, 4] and [5] do not broadcast: sizes 4 and 5 meet");
}

static void promotes_dtypes(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"i\", \"dtype\": \"i32\", \"shape\": [4]}, {\"name\": \"h\", \"dtype\": \"f16\", "
      "\"shape\": [4]},"
      "{\"name\": \"s\", \"dtype\": \"f32\", \"shape\": []}, {\"name\": \"t\", \"dtype\": \"bool\", "
      "\"shape\": [4]},"
      "{\"name\": \"w\", \"dtype\": \"f64\", \"shape\": [4]}",
      "{\"name\": \"a\", \"op\": \"add\", \"in\": [\"i\", 1]}, {\"name\": \"b\", \"op\": \"add\", \"in\": "
      "[\"i\", 1.0]},"
      "{\"name\": \"c\", \"op\": \"add\", \"in\": [\"h\", \"s\"]}, {\"name\": \"d\", \"op\": \"add\", "
      "\"in\": [\"i\", \"s\"]},"
      "{\"name\": \"e\", \"op\": \"div\", \"in\": [\"i\", \"i\"]}, {\"name\": \"f\", \"op\": \"exp\", "
      "\"in\": [\"t\"]},"
      "{\"name\": \"g\", \"op\": \"add\", \"in\": [\"t\", 1]}, {\"name\": \"j\", \"op\": \"mul\", \"in\": "
      "[\"h\", \"w\"]},"
      "{\"name\": \"k\", \"op\": \"sum\", \"in\": [\"t\"]}, {\"name\": \"l\", \"op\": \"sum\", \"in\": "
      "[\"h\"], \"dtype\": \"f32\"},"
      "{\"name\": \"m\", \"op\": \"div\", \"in\": [\"i\", 2], \"mode\": \"floor\"},"
      "{\"name\": \"n\", \"op\": \"bitwise_not\", \"in\": [\"t\"]},"
      "{\"name\": \"o\", \"op\": \"where\", \"in\": [\"t\", \"s\", \"h\"]}");
  const char *const expected[][2] = {
      {"a", "i32[4][1]"}, {"b", "f32[4][1]"},  {"c", "f16[4][1]"}, {"d", "f32[4][1]"}, {"e", "f32[4][1]"},
      {"f", "f32[4][1]"}, {"g", "i64[4][1]"},  {"j", "f64[4][1]"}, {"k", "i64[][]"},   {"l", "f32[][]"},
      {"m", "i32[4][1]"}, {"n", "bool[4][1]"}, {"o", "f16[4][1]"},
  };
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    value_is(graph, expected[i][0], expected[i][1]);
  assert_int_equal(graph->ops[graph_find_op(graph, "m")].code, OP_DIV_FLOOR);
  assert_int_equal(graph->ops[graph_find_op(graph, "n")].code, OP_LOGICAL_NOT);
  graph_free(graph);
}

static void reduces(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"x\", \"dtype\": \"bf16\", \"shape\": [2, 3, 4]}",
      "{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"axes\": [-1, 0]},"
      "{\"name\": \"b\", \"op\": \"amax\", \"in\": [\"x\"], \"axes\": [1], \"keep\": true},"
      "{\"name\": \"c\", \"op\": \"mean\", \"in\": [\"x\"]},"
      "{\"name\": \"d\", \"op\": \"var_mean\", \"in\": [\"x\"], \"axes\": [2], \"results\": [\"v\", \"m\"]},"
      "{\"name\": \"e\", \"op\": \"prepare_softmax\", \"in\": [\"x\"], \"axes\": [-1]},"
      "{\"name\": \"f\", \"op\": \"max_dim\", \"in\": [\"x\"], \"axes\": [0]},"
      "{\"name\": \"g\", \"op\": \"argmax\", \"in\": [\"x\"]},"
      "{\"name\": \"h\", \"op\": \"sum\", \"in\": [\"x\"], \"keep\": true}");
  value_is(graph, "a", "bf16[3][1]");
  value_is(graph, "b", "bf16[2, 1, 4][4, 4, 1]");
  value_is(graph, "c", "bf16[][]");
  value_is(graph, "v", "bf16[2, 3][3, 1]");
  value_is(graph, "m", "bf16[2, 3][3, 1]");
  value_is(graph, "e.0", "bf16[2, 3, 1][3, 1, 1]");
  value_is(graph, "f.1", "i64[3, 4][4, 1]");
  value_is(graph, "g", "i64[][]");
  value_is(graph, "h", "bf16[1, 1, 1][1, 1, 1]");
  assert_int_equal(op_reduced_axes(graph, &graph->ops[graph_find_op(graph, "a")]), 0x5);
  assert_int_equal(op_reduced_axes(graph, &graph->ops[graph_find_op(graph, "c")]), 0x7);
  graph_free(graph);
}

static void refuses_wrong_reductions(void **state) {
  (void)state;
  expect_refused(X, "{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"axes\": [2]}",
                 "axis 2 is out of range for 2 axes");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"sum\", \"in\": [\"x\"], \"axes\": [0, -2]}",
                 "axis 0 is named twice");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"max_dim\", \"in\": [\"x\"]}", "\"axes\" must name one axis");
  expect_refused("{\"name\": \"i\", \"dtype\": \"i64\", \"shape\": [4]}",
                 "{\"name\": \"a\", \"op\": \"mean\", \"in\": [\"i\"]}", "needs a float dtype, got i64");
  expect_refused("{\"name\": \"z\", \"dtype\": \"f32\", \"shape\": [0, 3]}",
                 "{\"name\": \"a\", \"op\": \"amax\", \"in\": [\"z\"], \"axes\": [0]}", "axis 0 is empty");
}

static void indexes(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"t\", \"dtype\": \"f32\", \"shape\": [10, 3, 5]}, {\"name\": \"i\", \"dtype\": \"i64\", "
      "\"shape\": [2, 4]},"
      "{\"name\": \"w\", \"dtype\": \"f32\", \"shape\": [10, 8]}, {\"name\": \"g\", \"dtype\": \"i64\", "
      "\"shape\": [10, 1, 5]}",
      "{\"name\": \"a\", \"op\": \"embedding\", \"in\": [\"w\", \"i\"]},"
      "{\"name\": \"b\", \"op\": \"gather\", \"in\": [\"t\", \"g\"], \"axis\": 1},"
      "{\"name\": \"c\", \"op\": \"index\", \"in\": [\"t\", null, \"i\"]},"
      "{\"name\": \"d\", \"op\": \"index\", \"in\": [\"t\", \"i\", null, \"i\"]},"
      "{\"name\": \"e\", \"op\": \"index\", \"in\": [\"t\", \"i\", \"i\"]},"
      "{\"name\": \"f\", \"op\": \"index_put\", \"in\": [\"t\", \"e\", \"i\", \"i\"], \"accumulate\": true}");
  value_is(graph, "a", "f32[2, 4, 8][32, 8, 1]");
  value_is(graph, "b", "f32[10, 1, 5][5, 5, 1]");
  value_is(graph, "c", "f32[10, 2, 4, 5][40, 20, 5, 1]");
  value_is(graph, "d", "f32[2, 4, 3][12, 3, 1]"); // not neighbours: in front
  value_is(graph, "e", "f32[2, 4, 5][20, 5, 1]");
  value_is(graph, "f", "f32[10, 3, 5][15, 5, 1]");
  graph_free(graph);
  expect_refused(X ", {\"name\": \"m\", \"dtype\": \"bool\", \"shape\": [6]}",
                 "{\"name\": \"a\", \"op\": \"index\", \"in\": [\"x\", \"m\"]}",
                 "bool masks as indices are not supported");
  expect_refused(X ", {\"name\": \"i\", \"dtype\": \"i64\", \"shape\": [2]}",
                 "{\"name\": \"a\", \"op\": \"index_put\", \"in\": [\"x\", \"x\", \"i\"]}",
                 "do not broadcast");
}

static void moves_elements(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"x\", \"dtype\": \"i8\", \"shape\": [2, 3]}, {\"name\": \"y\", \"dtype\": \"i8\", "
      "\"shape\": [2, 5]},"
      "{\"name\": \"r\", \"dtype\": \"i8\", \"shape\": [3]}",
      "{\"name\": \"a\", \"op\": \"cat\", \"in\": [\"x\", \"y\"], \"axis\": -1},"
      "{\"name\": \"b\", \"op\": \"pad\", \"in\": [\"x\"], \"pad\": [1, 2, 0, -1]},"
      "{\"name\": \"c\", \"op\": \"repeat\", \"in\": [\"x\"], \"repeats\": [4, 1, 2]},"
      "{\"name\": \"d\", \"op\": \"rev\", \"in\": [\"x\"], \"axes\": [0]},"
      "{\"name\": \"e\", \"op\": \"select_scatter\", \"in\": [\"x\", \"r\"], \"axis\": 0, \"index\": -1},"
      "{\"name\": \"f\", \"op\": \"slice_scatter\", \"in\": [\"y\", \"x\"], \"axis\": 1, \"start\": 2}");
  value_is(graph, "a", "i8[2, 8][8, 1]");
  value_is(graph, "b", "i8[1, 6][6, 1]");
  value_is(graph, "c", "i8[4, 2, 6][12, 6, 1]");
  value_is(graph, "d", "i8[2, 3][3, 1]");
  assert_int_equal(op_integer(&graph->ops[graph_find_op(graph, "e")], ATTRIBUTE_INDEX, -5), 1);
  value_is(graph, "f", "i8[2, 5][5, 1]");
  graph_free(graph);
  expect_refused(X, "{\"name\": \"a\", \"op\": \"pad\", \"in\": [\"x\"], \"pad\": [-3, -2]}",
                 "out of range for 4 elements");
  expect_refused(X ", {\"name\": \"y\", \"dtype\": \"f32\", \"shape\": [5, 5]}",
                 "{\"name\": \"a\", \"op\": \"cat\", \"in\": [\"x\", \"y\"]}",
                 "has shape [5, 5], expected [6, 4]");
}

static void pools_and_convolves(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"x\", \"dtype\": \"bf16\", \"shape\": [2, 3, 112, 112], \"stride\": [37632, 1, 336, 3]},"
      "{\"name\": \"w\", \"dtype\": \"bf16\", \"shape\": [64, 3, 7, 7]}",
      "{\"name\": \"a\", \"op\": \"max_pool\", \"in\": [\"x\"], \"kernel\": [3, 3], \"stride\": [2, 2], "
      "\"padding\": [1, 1]},"
      "{\"name\": \"b\", \"op\": \"avg_pool\", \"in\": [\"x\"], \"kernel\": [5, 5], \"ceil\": true},"
      "{\"name\": \"c\", \"op\": \"convolution\", \"in\": [\"x\", \"w\", null], \"stride\": [2, 2], "
      "\"padding\": 3},"
      "{\"name\": \"d\", \"op\": \"adaptive_avg_pool\", \"in\": [\"x\"], \"shape\": [7, 1]},"
      "{\"name\": \"e\", \"op\": \"pool_indices\", \"in\": [\"a.1\"], \"kernel\": [3, 3], \"shape\": [112, "
      "112],"
      " \"stride\": [2, 2], \"padding\": [1, 1], \"dilation\": [1, 1]},"
      "{\"name\": \"f\", \"op\": \"max_pool_backward\", \"in\": [\"a.0\", \"x\", \"e\"], \"kernel\": [3, 3],"
      " \"stride\": [2, 2], \"padding\": [1, 1]}");
  value_is(graph, "a.0", "bf16[2, 3, 56, 56][9408, 1, 168, 3]");
  value_is(graph, "a.1", "i8[2, 3, 56, 56][9408, 1, 168, 3]");
  value_is(graph, "b", "bf16[2, 3, 23, 23][1587, 1, 69, 3]");
  value_is(graph, "c", "bf16[2, 64, 56, 56][200704, 1, 3584, 64]");
  value_is(graph, "d", "bf16[2, 3, 7, 1][21, 1, 3, 3]");
  value_is(graph, "e", "i64[2, 3, 56, 56][9408, 1, 168, 3]");
  value_is(graph, "f", "bf16[2, 3, 112, 112][37632, 1, 336, 3]");
  graph_free(graph);
  expect_refused("{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [1, 1, 4, 4]}",
                 "{\"name\": \"a\", \"op\": \"avg_pool\", \"in\": [\"x\"], \"kernel\": [5, 5]}",
                 "the window is larger than axis 2");
}

static void multiplies_matrices(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"a\", \"dtype\": \"f16\", \"shape\": [5, 7]}, {\"name\": \"b\", \"dtype\": \"f16\", "
      "\"shape\": [7, 3]},"
      "{\"name\": \"c\", \"dtype\": \"f16\", \"shape\": [3]}, {\"name\": \"d\", \"dtype\": \"f16\", "
      "\"shape\": [2, 7, 3]}",
      "{\"name\": \"m\", \"op\": \"mm\", \"in\": [\"a\", \"b\"]}, {\"name\": \"n\", \"op\": \"addmm\", "
      "\"in\": [\"c\", \"a\", \"b\"]},"
      "{\"name\": \"e\", \"op\": \"expand\", \"in\": [\"a\"], \"shape\": [2, 5, 7]},"
      "{\"name\": \"o\", \"op\": \"bmm\", \"in\": [\"e\", \"d\"]}");
  value_is(graph, "m", "f16[5, 3][3, 1]");
  value_is(graph, "n", "f16[5, 3][3, 1]");
  value_is(graph, "o", "f16[2, 5, 3][15, 3, 1]");
  graph_free(graph);
  expect_refused(X, "{\"name\": \"m\", \"op\": \"mm\", \"in\": [\"x\", \"x\"]}",
                 "cannot multiply matrices of shapes [6, 4] and [6, 4]");
  expect_refused(X ", {\"name\": \"y\", \"dtype\": \"bf16\", \"shape\": [4, 2]}",
                 "{\"name\": \"m\", \"op\": \"mm\", \"in\": [\"x\", \"y\"]}",
                 "different dtypes, f32 and bf16");
}

static void creates(void **state) {
  (void)state;
  Graph *graph = graph_of(
      X,
      "{\"name\": \"a\", \"op\": \"full\", \"value\": 1.5}, {\"name\": \"b\", \"op\": \"iota\", \"shape\": "
      "[\"rows*cols + 1\"]},"
      "{\"name\": \"c\", \"op\": \"seeds\", \"shape\": [3]}, {\"name\": \"d\", \"op\": \"lookup_seed\", "
      "\"in\": [\"c\"], \"index\": 2},"
      "{\"name\": \"e\", \"op\": \"random\", \"in\": [\"d\"], \"shape\": [\"rows/2\"], \"mode\": \"randn\"},"
      "{\"name\": \"f\", \"op\": \"full\", \"in\": [\"x\"], \"value\": 0}");
  value_is(graph, "a", "f32[][]");
  value_is(graph, "b", "i64[25][1]");
  value_is(graph, "d", "i64[][]+2");
  value_is(graph, "e", "f32[3][1]");
  value_is(graph, "f", "f32[6, 4][4, 1]");
  assert_int_equal(graph->ops[graph_find_op(graph, "f")].operand_count, 0);
  graph_free(graph);
}

static void refuses_absurd_sizes(void **state) {
  (void)state;
  expect_refused("{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [16777216, 16777216, 2]}", "",
                 "too many elements");
  expect_refused("{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [-1]}", "",
                 "axis 0 has the negative size -1");
  expect_refused(
      "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [9223372036854775807, 9223372036854775807]}", "",
      "too many elements");
  expect_refused(X,
                 "{\"name\": \"a\", \"op\": \"expand\", \"in\": [\"x\"], \"shape\": [99999999999999, 6, 4]}",
                 "too many elements");
  expect_refused(
      X, "{\"name\": \"a\", \"op\": \"reshape\", \"in\": [\"x\"], \"shape\": [4611686018427387904, 4, -1]}",
      "too many elements");
  expect_refused(
      X, "{\"name\": \"a\", \"op\": \"repeat\", \"in\": [\"x\"], \"repeats\": [4611686018427387904, 4]}",
      "too many elements");
  expect_refused(X,
                 "{\"name\": \"a\", \"op\": \"as_strided\", \"in\": [\"x\"], \"shape\": [3, 3], \"stride\": "
                 "[9223372036854775807, 9]}",
                 "reaches outside");
  expect_refused("{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [3], \"stride\": [4611686018427387904]}",
                 "", "the strides reach over");
}

static void refuses_wrong_operands(void **state) {
  (void)state;
  expect_refused(X, "{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\"]}",
                 "\"a\" (add): takes 2 operands, got 1");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"exp\", \"in\": [1.5]}", "needs a tensor among its operands");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"sum\", \"in\": [2]}",
                 "operand 0 must be a tensor, not a number");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", null]}", "operand 1 is missing");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"bitwise_and\", \"in\": [\"x\", \"x\"]}",
                 "works on integers and bools, not on f32");
  expect_refused(X, "{\"name\": \"x\", \"op\": \"neg\", \"in\": [\"x\"]}", "the name \"x\" is taken");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"where\", \"in\": [\"x\", \"x\", 1]}",
                 "operand 0 must be bool, not f32");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(broadcasts),
      cmocka_unit_test(promotes_dtypes),
      cmocka_unit_test(reduces),
      cmocka_unit_test(refuses_wrong_reductions),
      cmocka_unit_test(indexes),
      cmocka_unit_test(moves_elements),
      cmocka_unit_test(pools_and_convolves),
      cmocka_unit_test(multiplies_matrices),
      cmocka_unit_test(creates),
      cmocka_unit_test(refuses_absurd_sizes),
      cmocka_unit_test(refuses_wrong_operands),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
