// Views: strides and offsets over the memory of their source, and reshapes that must copy.
#include "describe.h"

#define X "{\"name\": \"x\", \"dtype\": \"f32\", \"shape\": [2, 3, 4]}"

static const Op *op_named(const Graph *graph, const char *name) {
  return &graph->ops[graph_find_op(graph, name)];
}

static void names_elements_of_its_source(void **state) {
  (void)state;
  Graph *graph =
      graph_of(X,
               "{\"name\": \"p\", \"op\": \"permute\", \"in\": [\"x\"], \"axes\": [2, 0, -2]},"
               "{\"name\": \"s\", \"op\": \"slice\", \"in\": [\"p\"], \"axis\": 0, \"start\": 1, \"end\": "
               "-1, \"step\": 1},"
               "{\"name\": \"t\", \"op\": \"select\", \"in\": [\"s\"], \"axis\": 1, \"index\": -1},"
               "{\"name\": \"u\", \"op\": \"unsqueeze\", \"in\": [\"t\"], \"axis\": -1},"
               "{\"name\": \"e\", \"op\": \"expand\", \"in\": [\"u\"], \"shape\": [5, -1, 3, 2]},"
               "{\"name\": \"q\", \"op\": \"squeeze\", \"in\": [\"u\"]}");
  value_is(graph, "p", "f32[4, 2, 3][1, 12, 4]");
  value_is(graph, "s", "f32[2, 2, 3][1, 12, 4]+1");
  value_is(graph, "t", "f32[2, 3][1, 4]+13"); // 1 + 1 * 12
  value_is(graph, "u", "f32[2, 3, 1][1, 4, 1]+13");
  value_is(graph, "e", "f32[5, 2, 3, 2][0, 1, 4, 0]+13");
  value_is(graph, "q", "f32[2, 3][1, 4]+13");
  for (int i = 0; i < graph->op_count; i++) {
    const Value *value = &graph->values[graph->ops[i].first_result];
    assert_true(graph->ops[i].is_view && value->strided);
    assert_int_equal(value->source, 0);
    assert_int_equal(value->storage, 0);
  }
  graph_free(graph);
}

static void reshapes_without_copy(void **state) {
  (void)state;
  Graph *graph = graph_of(X,
                          "{\"name\": \"a\", \"op\": \"reshape\", \"in\": [\"x\"], \"shape\": [6, -1]},"
                          "{\"name\": \"b\", \"op\": \"reshape\", \"in\": [\"x\"], \"shape\": [2, 1, 12, 1]},"
                          "{\"name\": \"p\", \"op\": \"permute\", \"in\": [\"x\"], \"axes\": [1, 2, 0]},"
                          "{\"name\": \"c\", \"op\": \"reshape\", \"in\": [\"p\"], \"shape\": [12, 2]},"
                          "{\"name\": \"d\", \"op\": \"slice\", \"in\": [\"x\"], \"axis\": 2, \"end\": 2},"
                          "{\"name\": \"f\", \"op\": \"reshape\", \"in\": [\"d\"], \"shape\": [6, 2]}");
  value_is(graph, "a", "f32[6, 4][4, 1]");
  value_is(graph, "b", "f32[2, 1, 12, 1][12, 12, 1, 1]");
  value_is(graph, "c", "f32[12, 2][1, 12]");
  value_is(graph, "f", "f32[6, 2][4, 1]");
  for (int i = 0; i < graph->op_count; i++)
    assert_true(graph->ops[i].is_view);
  graph_free(graph);
}

static void reshapes_with_copy(void **state) {
  (void)state;
  Graph *graph = graph_of(X,
                          "{\"name\": \"p\", \"op\": \"permute\", \"in\": [\"x\"], \"axes\": [0, 2, 1]},"
                          "{\"name\": \"a\", \"op\": \"reshape\", \"in\": [\"p\"], \"shape\": [24]},"
                          "{\"name\": \"s\", \"op\": \"slice\", \"in\": [\"x\"], \"axis\": 2, \"end\": 3},"
                          "{\"name\": \"b\", \"op\": \"reshape\", \"in\": [\"s\"], \"shape\": [2, 9]},"
                          "{\"name\": \"v\", \"op\": \"slice\", \"in\": [\"a\"], \"end\": 2}");
  value_is(graph, "a", "f32[24][1]");
  value_is(graph, "b", "f32[2, 9][9, 1]");
  assert_false(op_named(graph, "a")->is_view);
  assert_int_equal(op_named(graph, "a")->op_class, CLASS_LAYOUT);
  int a = graph_find_value(graph, "a");
  assert_int_equal(graph->values[a].storage, a);
  assert_int_equal(graph_source(graph, graph_find_value(graph, "v")), a);
  graph_free(graph);
}

static void splits(void **state) {
  (void)state;
  Graph *graph = graph_of(X,
                          "{\"name\": \"a\", \"op\": \"split\", \"in\": [\"x\"], \"axis\": 2, \"sizes\": 3},"
                          "{\"name\": \"b\", \"op\": \"split\", \"in\": [\"x\"], \"axis\": 1, \"sizes\": [1, "
                          "2], \"results\": [\"one\", \"two\"]},"
                          "{\"name\": \"c\", \"op\": \"unbind\", \"in\": [\"x\"], \"axis\": 1}");
  value_is(graph, "a.0", "f32[2, 3, 3][12, 4, 1]");
  value_is(graph, "a.1", "f32[2, 3, 1][12, 4, 1]+3");
  value_is(graph, "two", "f32[2, 2, 4][12, 4, 1]+4");
  value_is(graph, "c.2", "f32[2, 4][12, 1]+8");
  assert_int_equal(op_attribute(op_named(graph, "a"), ATTRIBUTE_SIZES)->count, 2);
  graph_free(graph);
}

static void empties_and_scalars(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"z\", \"dtype\": \"f32\", \"shape\": [0, 4]}, {\"name\": \"s\", \"dtype\": \"f32\", "
      "\"shape\": []}",
      "{\"name\": \"a\", \"op\": \"reshape\", \"in\": [\"z\"], \"shape\": [2, 0, 3]},"
      "{\"name\": \"b\", \"op\": \"reshape\", \"in\": [\"s\"], \"shape\": [1, 1]},"
      "{\"name\": \"c\", \"op\": \"reshape\", \"in\": [\"b\"], \"shape\": []},"
      "{\"name\": \"d\", \"op\": \"slice\", \"in\": [\"z\"], \"axis\": 1, \"start\": 9}");
  assert_int_equal(shape_elements(&graph->values[graph_find_value(graph, "a")].shape), 0);
  value_is(graph, "b", "f32[1, 1][1, 1]");
  value_is(graph, "c", "f32[][]");
  assert_int_equal(graph->values[graph_find_value(graph, "d")].shape.size[1], 0);
  graph_free(graph);
}

static void refuses_impossible_views(void **state) {
  (void)state;
  expect_refused(X, "{\"name\": \"a\", \"op\": \"reshape\", \"in\": [\"x\"], \"shape\": [5, -1]}",
                 "has 24 elements and cannot become [5, -1]");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"reshape\", \"in\": [\"x\"], \"shape\": [-1, -1]}",
                 "only one size may be -1");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"permute\", \"in\": [\"x\"], \"axes\": [0, 1]}",
                 "must name all 3 axes");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"expand\", \"in\": [\"x\"], \"shape\": [2, 6, 4]}",
                 "does not expand to");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"expand\", \"in\": [\"x\"], \"shape\": [4]}",
                 "does not expand to");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"slice\", \"in\": [\"x\"], \"axis\": 0, \"step\": 0}",
                 "the step must be at least 1");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"select\", \"in\": [\"x\"], \"axis\": 0, \"index\": 2}",
                 "index 2 is out of range for 2 elements");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"split\", \"in\": [\"x\"], \"axis\": 0, \"sizes\": [1, 2]}",
                 "the sizes sum to 3, the axis has 2 elements");
  expect_refused(X, "{\"name\": \"a\", \"op\": \"split\", \"in\": [\"x\"], \"axis\": 0, \"sizes\": 0}",
                 "never ends");
  expect_refused(X,
                 "{\"name\": \"a\", \"op\": \"as_strided\", \"in\": [\"x\"], \"shape\": [2], \"stride\": "
                 "[1], \"offset\": 23}",
                 "reaches outside");
  expect_refused(X,
                 "{\"name\": \"a\", \"op\": \"as_strided\", \"in\": [\"x\"], \"shape\": [2], \"stride\": "
                 "[1], \"offset\": -1}",
                 "reaches outside");
}

// What pointwise ops make of strides: TensorIterator's rule.
static void pointwise_results_keep_the_order_of_axes(void **state) {
  (void)state;
  Graph *graph = graph_of(
      "{\"name\": \"t\", \"dtype\": \"f32\", \"shape\": [3, 5], \"stride\": [1, 3]}, {\"name\": \"y\", "
      "\"dtype\": \"f32\", \"shape\": [3, 5]},"
      "{\"name\": \"n\", \"dtype\": \"f32\", \"shape\": [2, 3, 4, 5], \"stride\": [60, 1, 15, 3]},"
      "{\"name\": \"c\", \"dtype\": \"f32\", \"shape\": [3, 1, 1]}, {\"name\": \"g\", \"dtype\": \"f32\", "
      "\"shape\": [3, 5], \"stride\": [10, 2]}",
      "{\"name\": \"a\", \"op\": \"exp\", \"in\": [\"t\"]}, {\"name\": \"b\", \"op\": \"add\", \"in\": "
      "[\"t\", \"y\"]},"
      "{\"name\": \"d\", \"op\": \"add\", \"in\": [\"y\", \"t\"]}, {\"name\": \"e\", \"op\": \"mul\", "
      "\"in\": [\"n\", \"c\"]},"
      "{\"name\": \"f\", \"op\": \"neg\", \"in\": [\"g\"]}, {\"name\": \"h\", \"op\": \"clone\", \"in\": "
      "[\"t\"]},"
      "{\"name\": \"i\", \"op\": \"clone\", \"in\": [\"t\"], \"layout\": \"contiguous\"},"
      "{\"name\": \"j\", \"op\": \"expand\", \"in\": [\"c\"], \"shape\": [2, 3, 4, 5]}, {\"name\": \"k\", "
      "\"op\": \"exp\", \"in\": [\"j\"]}");
  value_is(graph, "a", "f32[3, 5][1, 3]");
  value_is(graph, "b", "f32[3, 5][1, 3]"); // the first operand decides
  value_is(graph, "d", "f32[3, 5][5, 1]");
  value_is(graph, "e", "f32[2, 3, 4, 5][60, 1, 15, 3]");
  value_is(graph, "f", "f32[3, 5][5, 1]"); // gaps are closed
  value_is(graph, "h", "f32[3, 5][1, 3]");
  value_is(graph, "i", "f32[3, 5][5, 1]");
  value_is(graph, "k", "f32[2, 3, 4, 5][60, 20, 5, 1]");
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_elements_of_its_source),
      cmocka_unit_test(reshapes_without_copy),
      cmocka_unit_test(reshapes_with_copy),
      cmocka_unit_test(splits),
      cmocka_unit_test(empties_and_scalars),
      cmocka_unit_test(refuses_impossible_views),
      cmocka_unit_test(pointwise_results_keep_the_order_of_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
