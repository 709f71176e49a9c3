// Inputs: random, and sensible for what reads them.
#include <math.h>

#include "evaluate_fixture.h"

enum { COUNT = 4096 };

static void fill(const Graph *graph, int value, double *data) {
  evaluate_fill(graph, value, 9, data);
}

static void assert_range(const double *data, int count, double low, double high) {
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i < count; i++) {
    assert_true(data[i] == floor(data[i]));
    least = fmin(least, data[i]);
    most = fmax(most, data[i]);
  }
  assert_true(least == low && most == high - 1); // with thousands of draws both ends occur
}

static void test_floats_are_normal_and_rounded(void **state) {
  (void)state;
  static double data[COUNT];
  GraphBuilder *builder = builder_new("normal", "test");
  int x = add_input(builder, "x", DTYPE_BF16, shape_of(1, COUNT, 0, 0));
  builder_output(builder, builder_unary(builder, OP_EXP, x));
  Graph *graph = finish_graph(builder);
  double sum = 0, squares = 0;
  fill(graph, x, data);
  for (int i = 0; i < COUNT; i++) {
    assert_true(data[i] == dtype_round(DTYPE_BF16, data[i]));
    sum += data[i];
    squares += data[i] * data[i];
  }
  assert_true(fabs(sum / COUNT) < 0.08 && fabs(squares / COUNT - 1) < 0.12);
  graph_free(graph);
}

// ids -> pad -> slice -> embedding into 17 rows; positions + 2 -> embedding into 6 rows.
static void test_indices_stay_in_range(void **state) {
  (void)state;
  static double data[COUNT];
  GraphBuilder *builder = builder_new("indices", "test");
  int table = add_input(builder, "table", DTYPE_F32, shape_of(2, 17, 2, 0));
  int small = add_input(builder, "small", DTYPE_F32, shape_of(2, 6, 2, 0));
  int ids = add_input(builder, "ids", DTYPE_I64, shape_of(1, COUNT, 0, 0));
  int positions = add_input(builder, "positions", DTYPE_I32, shape_of(1, COUNT, 0, 0));
  const int64_t amounts[] = {0, 1}, zero[] = {0}, one[] = {1};
  const Attribute pad[] = {attribute_list(ATTRIBUTE_PAD, amounts, 2)};
  const Attribute cut[] = {attribute_list(ATTRIBUTE_AXIS, zero, 1), attribute_list(ATTRIBUTE_START, one, 1)};
  int padded = add_op(builder, "padded", OP_PAD, (Operand[]){operand_value(ids)}, 1, pad, 1, -1);
  int shifted = add_op(builder, "shifted", OP_SLICE, (Operand[]){operand_value(padded)}, 1, cut, 2, -1);
  add_op(builder, "rows", OP_EMBEDDING, (Operand[]){operand_value(table), operand_value(shifted)}, 2, NULL, 0,
         -1);
  int moved = add_op(builder, "moved", OP_ADD, (Operand[]){operand_value(positions), operand_integer(2)}, 2,
                     NULL, 0, -1);
  add_op(builder, "others", OP_EMBEDDING, (Operand[]){operand_value(small), operand_value(moved)}, 2, NULL, 0,
         -1);
  Graph *graph = finish_graph(builder);
  fill(graph, ids, data);
  assert_range(data, COUNT, 0, 17);
  fill(graph, positions, data);
  assert_range(data, COUNT, -2, 4);
  evaluation_free(evaluate_graph(graph, 9)); // in range for the ops too
  graph_free(graph);
}

static int add_index_put(GraphBuilder *builder, int places, const Operand *indices, int index_count,
                         bool accumulate) {
  int values = add_input(builder, "values", DTYPE_F32, shape_of(1, 1, 0, 0));
  Operand operands[4] = {operand_value(places), operand_value(values)};
  for (int i = 0; i < index_count; i++)
    operands[2 + i] = indices[i];
  const int64_t yes[] = {accumulate};
  const Attribute sums[] = {attribute_list(ATTRIBUTE_ACCUMULATE, yes, 1)};
  return add_op(builder, "put", OP_INDEX_PUT, operands, 2 + index_count, sums, 1, -1);
}

// How many of `count` neighbours, all in [low, high), are another than those before them.
static int count_distinct(const double *data, int count, int low, int high) {
  int distinct = 0;
  bool seen[2 * COUNT] = {false};
  for (int i = 0; i < count; i++) {
    assert_true(data[i] >= low && data[i] < high);
    distinct += !seen[(int)data[i] - low];
    seen[(int)data[i] - low] = true;
  }
  return distinct;
}

// Places at which index_put stores: each once, through a cast and a sum, where there are as many, or more.
// Sums take what comes.
static void test_places_come_once(void **state) {
  (void)state;
  static const struct {
    int64_t places, moved; // moved: added before they are used
    bool accumulate;
    bool once;
  } cases[] = {{COUNT, 0, false, true},
               {COUNT, 3, false, true},
               {COUNT + 700, 0, false, true},
               {COUNT - 1, 0, false, false},
               {COUNT, 0, true, false}};
  static double data[COUNT];
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    GraphBuilder *builder = builder_new("places", "test");
    int base = add_input(builder, "base", DTYPE_F32, shape_of(1, cases[c].places, 0, 0));
    int ids = add_input(builder, "ids", DTYPE_I32, shape_of(1, COUNT, 0, 0));
    int wide = builder_cast(builder, ids, DTYPE_I64);
    if (cases[c].moved)
      wide = add_op(builder, "moved", OP_ADD,
                    (Operand[]){operand_value(wide), operand_integer(cases[c].moved)}, 2, NULL, 0, -1);
    builder_output(builder,
                   add_index_put(builder, base, (Operand[]){operand_value(wide)}, 1, cases[c].accumulate));
    Graph *graph = finish_graph(builder);
    fill(graph, ids, data);
    int low = -(int)cases[c].moved, distinct = count_distinct(data, COUNT, low, low + (int)cases[c].places);
    assert_int_equal(distinct == COUNT, cases[c].once);
    int rising = 0; // in no order
    for (int i = 1; i < COUNT; i++)
      rising += data[i] == data[i - 1] + 1;
    assert_true(rising < COUNT / 8);
    graph_free(graph);
  }
}

// Of 64 rows of 40 places each row's are all there are; the evaluator's own result of an op that it does not
// know, sort, is such a row, too.
static void test_places_come_once_in_each_row(void **state) {
  (void)state;
  static double data[COUNT];
  GraphBuilder *builder = builder_new("rows", "test");
  int base = add_input(builder, "base", DTYPE_F32, shape_of(2, 64, 40, 0));
  int rows = add_input(builder, "rows", DTYPE_I64, shape_of(2, 64, 1, 0));
  int keys = add_input(builder, "keys", DTYPE_F32, shape_of(2, 64, 40, 0));
  const Annotation types[] = {{.has_type = true, .dtype = DTYPE_F32, .shape = shape_of(2, 64, 40, 0)},
                              {.has_type = true, .dtype = DTYPE_I64, .shape = shape_of(2, 64, 40, 0)}};
  const Attribute target[] = {{.key = ATTRIBUTE_TARGET, .text = "aten.sort.default"}};
  OpSpec sort = {.name = "sort",
                 .code = OP_OPAQUE,
                 .operands = (Operand[]){operand_value(keys)},
                 .operand_count = 1,
                 .result_count = 2,
                 .annotations = types,
                 .attributes = target,
                 .attribute_count = 1,
                 .mutates = -1};
  Status status = {0};
  int op = builder_op(builder, &sort, &status);
  if (op == NO_OP) fail_msg("%s", status.message);
  int order = builder_result(builder, op, 1);
  int put = add_index_put(builder, base, (Operand[]){operand_value(rows), operand_value(order)}, 2, false);
  builder_output(builder, put);
  Graph *graph = finish_graph(builder);
  Evaluation *evaluation = evaluate_graph(graph, 9);
  fill(graph, order, data);
  for (int row = 0; row < 64; row++) {
    assert_int_equal(count_distinct(data + row * 40, 40, 0, 40), 40);
    assert_memory_equal(data + row * 40, evaluation->values[order].data + row * 40, 40 * sizeof *data);
  }
  assert_null(evaluation_repeats(evaluation, graph_producer(graph, put)));
  evaluation_free(evaluation);
  graph_free(graph);
}

// The two ends of cross-entropy: gather along 10 classes, and a comparison with 0 .. 9.
static void test_classes_stay_in_range(void **state) {
  (void)state;
  static double data[COUNT];
  GraphBuilder *builder = builder_new("classes", "test");
  int targets = add_input(builder, "targets", DTYPE_I64, shape_of(2, COUNT, 1, 0));
  const int64_t ten[] = {10}, i64[] = {DTYPE_I64};
  const Attribute range[] = {attribute_list(ATTRIBUTE_SHAPE, ten, 1),
                             attribute_list(ATTRIBUTE_DTYPE, i64, 1)};
  int classes = add_op(builder, "classes", OP_IOTA, NULL, 0, range, 2, -1);
  int kept = builder_binary(builder, OP_ADD, targets, targets);
  int is_kept = builder_scalar(builder, OP_NE, targets, -100);
  int chosen =
      add_op(builder, "chosen", OP_WHERE,
             (Operand[]){operand_value(is_kept), operand_value(targets), operand_integer(0)}, 3, NULL, 0, -1);
  builder_output(builder, kept);
  builder_output(builder, builder_binary(builder, OP_EQ, chosen, classes));
  Graph *graph = finish_graph(builder);
  fill(graph, targets, data);
  assert_range(data, COUNT, 0, 10);
  graph_free(graph);
}

// variance + eps -> sqrt; Adam's second moment, (v * 0.999 + x * x) / 0.01 -> sqrt; a divisor through a view;
// a free input beside them.
static void test_divisors_are_positive(void **state) {
  (void)state;
  static double data[COUNT];
  GraphBuilder *builder = builder_new("divisors", "test");
  int variance = add_input(builder, "variance", DTYPE_F32, shape_of(1, COUNT, 0, 0));
  int sum = add_input(builder, "sum", DTYPE_BF16, shape_of(2, COUNT, 1, 0));
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, COUNT, 0, 0));
  int moment = add_input(builder, "moment", DTYPE_F32, shape_of(1, COUNT, 0, 0));
  int root = builder_unary(builder, OP_SQRT, builder_scalar(builder, OP_ADD, variance, 1e-5));
  int decayed = builder_binary(builder, OP_ADD, builder_scalar(builder, OP_MUL, moment, 0.999),
                               builder_binary(builder, OP_MUL, x, x));
  builder_output(builder, builder_unary(builder, OP_SQRT, builder_scalar(builder, OP_DIV, decayed, 0.01)));
  const int64_t minus[] = {-1};
  const Attribute flat[] = {attribute_list(ATTRIBUTE_SHAPE, minus, 1)};
  int row = add_op(builder, "row", OP_RESHAPE, (Operand[]){operand_value(sum)}, 1, flat, 1, -1);
  builder_output(builder, builder_binary(builder, OP_DIV, x, root));
  builder_output(builder, builder_binary(builder, OP_DIV, x, builder_cast(builder, row, DTYPE_F32)));
  Graph *graph = finish_graph(builder);
  const int positive[] = {variance, sum, moment};
  for (int k = 0; k < 3; k++) {
    fill(graph, positive[k], data);
    for (int i = 0; i < COUNT; i++)
      assert_true(data[i] >= 0.5 && data[i] <= 2);
  }
  fill(graph, x, data);
  int negative = 0;
  for (int i = 0; i < COUNT; i++)
    negative += data[i] < 0;
  assert_true(negative > COUNT / 3 && negative < COUNT * 2 / 3);
  graph_free(graph);
}

// 0.9^(step + 1), as Adam corrects its moments: whole numbers, not so small that 1 - 0.999^step loses its
// digits. An exponent of 2 is no count.
static void test_steps_are_whole_numbers(void **state) {
  (void)state;
  static double data[COUNT * 16];
  GraphBuilder *builder = builder_new("steps", "test");
  int step = add_input(builder, "step", DTYPE_F32, shape_of(1, COUNT * 16, 0, 0));
  int free_exponent = add_input(builder, "exponent", DTYPE_F32, shape_of(1, COUNT, 0, 0));
  int next = builder_scalar(builder, OP_ADD, step, 1);
  builder_output(builder, add_op(builder, "decay", OP_POW,
                                 (Operand[]){(Operand){.value = NO_VALUE, .is_number = true, .number = 0.9},
                                             operand_value(next)},
                                 2, NULL, 0, -1));
  builder_output(builder, add_op(builder, "power", OP_POW,
                                 (Operand[]){(Operand){.value = NO_VALUE, .is_number = true, .number = 2},
                                             operand_value(free_exponent)},
                                 2, NULL, 0, -1));
  Graph *graph = finish_graph(builder);
  assert_true(value_role(graph, step).step && !value_role(graph, free_exponent).step);
  fill(graph, step, data);
  assert_range(data, COUNT * 16, 64, 1024);
  graph_free(graph);
}

// Places in 3x3 windows with padding 1, stride 2 over 8x8: the first window has no first row and no first
// column.
static void test_window_places_avoid_padding(void **state) {
  (void)state;
  static double data[64 * 16];
  GraphBuilder *builder = builder_new("windows", "test");
  int places = add_input(builder, "places", DTYPE_I8, shape_of(3, 64, 4, 4));
  const int64_t kernel[] = {3, 3}, stride[] = {2, 2}, padding[] = {1, 1}, image[] = {8, 8};
  const Attribute attributes[] = {
      attribute_list(ATTRIBUTE_KERNEL, kernel, 2), attribute_list(ATTRIBUTE_STRIDE, stride, 2),
      attribute_list(ATTRIBUTE_PADDING, padding, 2), attribute_list(ATTRIBUTE_SHAPE, image, 2)};
  int indices =
      add_op(builder, "indices", OP_POOL_INDICES, (Operand[]){operand_value(places)}, 1, attributes, 4, -1);
  builder_output(builder, indices);
  Graph *graph = finish_graph(builder);
  Evaluation *evaluation = evaluate_graph(graph, 9);
  fill(graph, places, data);
  bool seen[9] = {false};
  for (int i = 0; i < 64 * 16; i++) {
    int row = (int)data[i] / 3, column = (int)data[i] % 3, y = i / 4 % 4 * 2 - 1 + row,
        x = i % 4 * 2 - 1 + column;
    assert_true(data[i] >= 0 && data[i] < 9 && y >= 0 && x >= 0);
    assert_true(evaluation->values[indices].data[i] == y * 8 + x);
    seen[(int)data[i]] = true;
  }
  for (int place = 0; place < 9; place++)
    assert_true(seen[place]);
  evaluation_free(evaluation);
  graph_free(graph);
}

static void test_other_integers_and_bools(void **state) {
  (void)state;
  static double data[COUNT];
  GraphBuilder *builder = builder_new("others", "test");
  int whole = add_input(builder, "whole", DTYPE_I64, shape_of(1, COUNT, 0, 0));
  int bytes = add_input(builder, "bytes", DTYPE_U8, shape_of(1, COUNT, 0, 0));
  int flags = add_input(builder, "flags", DTYPE_BOOL, shape_of(1, COUNT, 0, 0));
  int divisor = add_input(builder, "divisor", DTYPE_I64, shape_of(1, COUNT, 0, 0));
  builder_output(builder, builder_binary(builder, OP_DIV_FLOOR, whole, divisor));
  Graph *graph = finish_graph(builder);
  fill(graph, whole, data);
  assert_range(data, COUNT, -8, 8);
  fill(graph, bytes, data);
  assert_range(data, COUNT, 0, 8);
  fill(graph, flags, data);
  assert_range(data, COUNT, 0, 2);
  fill(graph, divisor, data);
  assert_range(data, COUNT, 1, 9);
  graph_free(graph);
}

// Rows 0, 1 and 2 of an expanded axis are the same memory; so are x[0][2] and x[1][0] of overlapping windows.
static void test_shared_places_are_equal(void **state) {
  (void)state;
  double data[12];
  Shape shape = shape_of(2, 3, 4, 0);
  Status status = {0};
  GraphBuilder *builder = builder_new("shared", "test");
  int expanded = builder_input(builder, "e", DTYPE_F32, &shape, (int64_t[]){0, 1}, &status);
  int windows = builder_input(builder, "w", DTYPE_F32, &shape, (int64_t[]){2, 1}, &status);
  builder_output(builder, builder_binary(builder, OP_ADD, expanded, windows));
  Graph *graph = finish_graph(builder);
  fill(graph, expanded, data);
  for (int i = 0; i < 4; i++)
    assert_true(data[i] == data[4 + i] && data[i] == data[8 + i]);
  assert_true(data[0] != data[1]);
  fill(graph, windows, data);
  assert_true(data[2] == data[4] && data[3] == data[5] && data[6] == data[8] && data[7] == data[9]);
  assert_true(data[0] != data[4]);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_floats_are_normal_and_rounded),
      cmocka_unit_test(test_indices_stay_in_range),
      cmocka_unit_test(test_places_come_once),
      cmocka_unit_test(test_places_come_once_in_each_row),
      cmocka_unit_test(test_classes_stay_in_range),
      cmocka_unit_test(test_divisors_are_positive),
      cmocka_unit_test(test_steps_are_whole_numbers),
      cmocka_unit_test(test_window_places_avoid_padding),
      cmocka_unit_test(test_other_integers_and_bools),
      cmocka_unit_test(test_shared_places_are_equal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
