// The evaluator on whole graphs: formulas worked out beside it, writes into memory, what it refuses and what
// it leaves out.
#include <math.h>

#include "evaluate_fixture.h"

// x * rsqrt(mean(x^2) + eps) over rows of 3.
static void test_formula_over_rows(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("rmsnorm", "test");
  const int axes[] = {1};
  int x = add_input(builder, "x", DTYPE_F32, shape_of(2, 4, 3, 0));
  int mean = builder_reduce(builder, OP_MEAN, builder_binary(builder, OP_MUL, x, x), axes, 1, true);
  int root = builder_unary(builder, OP_RSQRT, builder_scalar(builder, OP_ADD, mean, 1e-6));
  int y = builder_binary(builder, OP_MUL, x, root);
  builder_output(builder, y);
  Graph *graph = finish_graph(builder);
  Evaluation *evaluation = evaluate_graph(graph, 7);
  for (int row = 0; row < 4; row++) {
    const double *in = evaluation->values[x].data + row * 3, *out = evaluation->values[y].data + row * 3;
    double scale = 1 / sqrt((in[0] * in[0] + in[1] * in[1] + in[2] * in[2]) / 3 + 1e-6);
    for (int i = 0; i < 3; i++)
      assert_true(fabs(out[i] - in[i] * scale) < 1e-14);
  }
  evaluation_free(evaluation);
  graph_free(graph);
}

// Only the cast rounds: bf16 has 8 bits of significand, so 1 + 2^-9 + ... falls to a neighbour.
static void test_only_casts_round(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("rounding", "test");
  int x = add_input(builder, "x", DTYPE_BF16, shape_of(1, 64, 0, 0));
  int third = builder_scalar(builder, OP_DIV, x, 3);
  int rounded = builder_cast(builder, builder_cast(builder, third, DTYPE_F32), DTYPE_BF16);
  builder_output(builder, rounded);
  Graph *graph = finish_graph(builder);
  Evaluation *evaluation = evaluate_graph(graph, 1);
  assert_int_equal(graph->values[third].dtype, DTYPE_BF16);
  for (int i = 0; i < 64; i++) {
    double exact = evaluation->values[x].data[i] / 3, kept = evaluation->values[rounded].data[i];
    assert_true(evaluation->values[third].data[i] == exact);
    assert_true(fabs(kept - exact) <= fabs(exact) * 0x1p-8);
    assert_true(kept == dtype_round(DTYPE_BF16, kept));
  }
  evaluation_free(evaluation);
  graph_free(graph);
}

// copy_ into an input: its result is the new content; a later reader of the input's old name sees it too, an
// earlier one does not.
static void test_writes_reach_later_readers(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("copy", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, 4, 0, 0)),
      y = add_input(builder, "y", DTYPE_F32, shape_of(1, 4, 0, 0));
  int before = builder_scalar(builder, OP_ADD, x, 1);
  int written =
      add_op(builder, "copy_", OP_COPY, (Operand[]){operand_value(x), operand_value(y)}, 2, NULL, 0, 0);
  int after = builder_scalar(builder, OP_ADD, x, 1);
  builder_output(builder, before);
  builder_output(builder, after);
  Graph *graph = finish_graph(builder);
  Evaluation *evaluation = evaluate_graph(graph, 3);
  double old[4];
  evaluate_fill(graph, x, 3, old);
  for (int i = 0; i < 4; i++) {
    double fresh = evaluation->values[y].data[i];
    assert_true(evaluation->values[before].data[i] == old[i] + 1);
    assert_true(evaluation->values[written].data[i] == fresh);
    assert_true(evaluation->values[after].data[i] == fresh + 1);
  }
  evaluation_free(evaluation);
  graph_free(graph);
}

// Without a later reader the input keeps what it held before the run.
static void test_written_input_keeps_its_content(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("copy", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, 3, 0, 0)),
      y = add_input(builder, "y", DTYPE_F32, shape_of(1, 3, 0, 0));
  add_op(builder, "copy_", OP_COPY, (Operand[]){operand_value(x), operand_value(y)}, 2, NULL, 0, 0);
  Graph *graph = finish_graph(builder);
  Evaluation *evaluation = evaluate_graph(graph, 3);
  double old[3];
  evaluate_fill(graph, x, 3, old);
  assert_memory_equal(evaluation->values[x].data, old, sizeof old);
  evaluation_free(evaluation);
  graph_free(graph);
}

// A write through a transposed slice of [3, 4]: columns 1 and 2, turned to [2, 3]. Element (i, j) of the view
// is element (j, 1 + i).
static void test_write_through_view(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("view", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(2, 3, 4, 0)),
      y = add_input(builder, "y", DTYPE_F32, shape_of(2, 2, 3, 0));
  const int64_t one[] = {1}, three[] = {3}, swap[] = {1, 0};
  const Attribute cut[] = {attribute_list(ATTRIBUTE_AXIS, one, 1), attribute_list(ATTRIBUTE_START, one, 1),
                           attribute_list(ATTRIBUTE_END, three, 1)};
  const Attribute turn[] = {attribute_list(ATTRIBUTE_AXES, swap, 2)};
  int part = add_op(builder, "part", OP_SLICE, (Operand[]){operand_value(x)}, 1, cut, 3, -1);
  int turned = add_op(builder, "turned", OP_PERMUTE, (Operand[]){operand_value(part)}, 1, turn, 1, -1);
  add_op(builder, "copy_", OP_COPY, (Operand[]){operand_value(turned), operand_value(y)}, 2, NULL, 0, 0);
  int after = builder_scalar(builder, OP_MUL, x, 2);
  builder_output(builder, after);
  Graph *graph = finish_graph(builder);
  Evaluation *evaluation = evaluate_graph(graph, 11);
  double old[12];
  evaluate_fill(graph, x, 11, old);
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < 4; i++) {
      bool inside = i == 1 || i == 2;
      double want = inside ? evaluation->values[y].data[(i - 1) * 3 + j] : old[j * 4 + i];
      assert_true(evaluation->values[after].data[j * 4 + i] == 2 * want);
    }
  }
  evaluation_free(evaluation);
  graph_free(graph);
}

static void test_same_seed_same_values(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("seeds", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, 100, 0, 0)), y = builder_unary(builder, OP_EXP, x);
  builder_output(builder, y);
  Graph *graph = finish_graph(builder);
  Evaluation *a = evaluate_graph(graph, 1), *b = evaluate_graph(graph, 1), *c = evaluate_graph(graph, 2);
  assert_memory_equal(a->values[y].data, b->values[y].data, 100 * sizeof(double));
  assert_memory_not_equal(a->values[y].data, c->values[y].data, 100 * sizeof(double));
  evaluation_free(a);
  evaluation_free(b);
  evaluation_free(c);
  graph_free(graph);
}

// An opaque op is left out with a reason, its result random; what reads it goes on.
static void test_opaque_op_is_skipped(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("opaque", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, 8, 0, 0));
  Annotation annotation = {.has_type = true, .dtype = DTYPE_F32, .shape = shape_of(1, 8, 0, 0)};
  OpSpec spec = {.name = "strange",
                 .code = OP_OPAQUE,
                 .operands = (Operand[]){operand_value(x)},
                 .operand_count = 1,
                 .result_count = 1,
                 .annotations = &annotation,
                 .mutates = -1};
  Status status = {0};
  int op = builder_op(builder, &spec, &status);
  assert_int_not_equal(op, NO_OP);
  int strange = builder_result(builder, op, 0), y = builder_scalar(builder, OP_MUL, strange, 2);
  builder_output(builder, y);
  Graph *graph = finish_graph(builder);
  Evaluation *evaluation = evaluate_graph(graph, 5);
  double filled[8];
  evaluate_fill(graph, strange, 5, filled);
  assert_non_null(evaluation->skipped[op]);
  assert_null(evaluation->skipped[op + 1]);
  assert_memory_equal(evaluation->values[strange].data, filled, sizeof filled);
  for (int i = 0; i < 8; i++)
    assert_true(evaluation->values[y].data[i] == 2 * filled[i]);
  evaluation_free(evaluation);
  graph_free(graph);
}

static void test_too_large_is_refused(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("large", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(2, 1000, 1000, 0));
  builder_output(builder, builder_unary(builder, OP_EXP, x));
  Graph *graph = finish_graph(builder);
  Status status = {0};
  assert_null(
      evaluation_run(graph, &(EvaluateOptions){.limit_bytes = 15999999}, &status)); // two values of 8 MB
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "too large"));
  Evaluation *evaluation = evaluation_run(graph, &(EvaluateOptions){.limit_bytes = 16000000}, &status);
  assert_non_null(evaluation);
  evaluation_free(evaluation);
  graph_free(graph);
}

// Indices 9 into 5 rows: the graph cannot run.
static void test_index_out_of_range(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("range", "test");
  int table = add_input(builder, "table", DTYPE_F32, shape_of(2, 5, 2, 0));
  int x = add_input(builder, "x", DTYPE_I64, shape_of(1, 3, 0, 0));
  int nine = builder_scalar(builder, OP_ADD, builder_binary(builder, OP_SUB, x, x), 9);
  if (builder_value(builder, nine)->dtype != DTYPE_I64) nine = builder_cast(builder, nine, DTYPE_I64);
  add_op(builder, "rows", OP_EMBEDDING, (Operand[]){operand_value(table), operand_value(nine)}, 2, NULL, 0,
         -1);
  Graph *graph = finish_graph(builder);
  Status status = {0};
  assert_null(evaluation_run(graph, &(EvaluateOptions){.seed = 1}, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "index 9 is out of range"));
  graph_free(graph);
}

// An annotation that contradicts the operands wins while reading, and then there is nothing to compute.
static void test_contradicting_shape_is_refused(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("shapes", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, 4, 0, 0));
  Annotation annotation = {.has_type = true, .dtype = DTYPE_F32, .shape = shape_of(1, 400, 0, 0)};
  OpSpec spec = {.name = "y",
                 .code = OP_EXP,
                 .operands = (Operand[]){operand_value(x)},
                 .operand_count = 1,
                 .annotations = &annotation,
                 .mutates = -1};
  Status status = {0};
  assert_int_not_equal(builder_op(builder, &spec, &status), NO_OP);
  Graph *graph = finish_graph(builder);
  assert_null(evaluation_run(graph, &(EvaluateOptions){.seed = 1}, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  graph_free(graph);
}

// 250 + 3 + 3 + 3 in a byte is 3 (all go to element 0); element 1 keeps its 250.
static void test_scattered_sums_wrap(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("wrap", "test");
  int64_t axis = 0, two = 2, three = 3, bytes = DTYPE_U8, places = DTYPE_I64;
  Attribute base[] = {{.key = ATTRIBUTE_SHAPE, .count = 1, .integer = &two},
                      {.key = ATTRIBUTE_DTYPE, .count = 1, .integer = &bytes},
                      {.key = ATTRIBUTE_VALUE, .number = 250}};
  Attribute added[] = {{.key = ATTRIBUTE_SHAPE, .count = 1, .integer = &three},
                       base[1],
                       {.key = ATTRIBUTE_VALUE, .number = 3}};
  Attribute zeros[] = {
      added[0], {.key = ATTRIBUTE_DTYPE, .count = 1, .integer = &places}, {.key = ATTRIBUTE_VALUE}};
  Attribute along = {.key = ATTRIBUTE_AXIS, .count = 1, .integer = &axis};
  int x = add_op(builder, "x", OP_FULL, NULL, 0, base, 3, -1),
      source = add_op(builder, "s", OP_FULL, NULL, 0, added, 3, -1),
      index = add_op(builder, "i", OP_FULL, NULL, 0, zeros, 3, -1);
  Operand operands[] = {operand_value(x), operand_value(index), operand_value(source)};
  int sum = add_op(builder, "sum", OP_SCATTER_ADD, operands, 3, &along, 1, -1);
  builder_output(builder, sum);
  Graph *graph = finish_graph(builder);
  Evaluation *evaluation = evaluate_graph(graph, 1);
  assert_true(evaluation->values[sum].data[0] == 3 && evaluation->values[sum].data[1] == 250);
  evaluation_free(evaluation);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formula_over_rows),
      cmocka_unit_test(test_only_casts_round),
      cmocka_unit_test(test_writes_reach_later_readers),
      cmocka_unit_test(test_written_input_keeps_its_content),
      cmocka_unit_test(test_write_through_view),
      cmocka_unit_test(test_same_seed_same_values),
      cmocka_unit_test(test_opaque_op_is_skipped),
      cmocka_unit_test(test_too_large_is_refused),
      cmocka_unit_test(test_index_out_of_range),
      cmocka_unit_test(test_scattered_sums_wrap),
      cmocka_unit_test(test_contradicting_shape_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
