// Results that are nearly nothing beside what they were computed from: what an honest kernel makes of them in
// f32 must agree with the reference, and whatever is more than rounding must not. The kernels are plain loops
// here, with their mistakes built in.
#include <math.h>

#include "evaluate_fixture.h"

enum { ROWS = 32, COLUMNS = 100, SEED = 5 };

// How a kernel computes, and what it does wrong.
typedef struct Kernel {
  DType keeps;     // intermediate results are rounded to this
  bool leaves_out; // the last term of a sum
  bool forgets;    // to subtract what cancels the rest
} Kernel;

typedef void (*Run)(const Evaluation *evaluation, Kernel kernel, double *got);

typedef struct Case {
  Graph *graph;
  Evaluation *evaluation;
  int result;
  Run run;
} Case;

static Case new_case(GraphBuilder *builder, int result, Run run) {
  Case made = {.result = result, .run = run};
  builder_output(builder, result);
  made.graph = finish_graph(builder);
  made.evaluation = evaluate_graph(made.graph, SEED);
  return made;
}

static void free_case(Case *made) {
  evaluation_free(made->evaluation);
  graph_free(made->graph);
}

// What the kernel makes of the evaluation's inputs. Free with test_free.
static double *run(const Case *made, Kernel kernel) {
  const Tensor *want = &made->evaluation->values[made->result];
  int64_t count = shape_elements(&want->shape);
  double *got = test_calloc((size_t)count, sizeof *got);
  made->run(made->evaluation, kernel, got);
  for (int64_t i = 0; i < count; i++)
    got[i] = dtype_round(want->dtype, got[i]);
  return got;
}

static TensorComparison compare(const Case *made, Kernel kernel, bool plainly) {
  const Tensor *want = &made->evaluation->values[made->result];
  double *got = run(made, kernel);
  double tolerance = evaluate_tolerance(made->graph, made->result);
  TensorComparison comparison = plainly ? compare_tensors(want, got, NULL, tolerance)
                                        : evaluation_compare(made->evaluation, made->result, got);
  test_free(got);
  return comparison;
}

// A relative tolerance alone would call it wrong.
static void assert_honest(const Case *made, Kernel kernel) {
  assert_false(compare(made, kernel, true).pass);
  TensorComparison c = compare(made, kernel, false);
  if (!c.pass)
    fail_msg("%.3g tolerances off beyond a noise of %.3g, norm %.3g", c.worst, c.noise, c.relative_norm);
}

static void assert_found(const Case *made, Kernel kernel) {
  assert_false(compare(made, kernel, false).pass);
  double *got = run(made, kernel);
  assert_null(evaluation_untold(made->evaluation, made->result, got)); // and surely wrong
  test_free(got);
}

static float keep(Kernel kernel, float x) {
  return (float)dtype_round(kernel.keeps, x);
}

static float sum(Kernel kernel, const float *x, int count) {
  float total = 0;
  for (int i = 0; i < count - kernel.leaves_out; i++)
    total += x[i];
  return total;
}

// ---- the mean of what was centered

static void run_centered(const Evaluation *evaluation, Kernel kernel, double *got) {
  const double *x = evaluation->values[evaluation->graph->inputs[0]].data;
  Kernel careful = {.keeps = kernel.keeps};
  for (int r = 0; r < ROWS; r++) {
    float row[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
      row[i] = (float)x[r * COLUMNS + i];
    float mean = keep(kernel, sum(careful, row, COLUMNS) / COLUMNS);
    for (int i = 0; i < COLUMNS; i++)
      row[i] = keep(kernel, row[i] - (kernel.forgets ? 0 : mean));
    got[r] = sum(kernel, row, COLUMNS) / COLUMNS;
  }
}

static Case centered_mean(DType dtype) {
  GraphBuilder *builder = builder_new("centered", "test");
  const int axes[] = {1};
  int x = add_input(builder, "x", dtype, shape_of(2, ROWS, COLUMNS, 0));
  int mean = builder_reduce(builder, OP_MEAN, x, axes, 1, true);
  int centered = builder_binary(builder, OP_SUB, x, mean);
  return new_case(builder, builder_reduce(builder, OP_MEAN, centered, axes, 1, false), run_centered);
}

static void test_centered_mean_in_bf16(void **state) {
  (void)state;
  Case made = centered_mean(DTYPE_BF16);
  assert_honest(&made, (Kernel){.keeps = DTYPE_F32}); // a fused kernel
  assert_honest(&made, (Kernel){.keeps = DTYPE_BF16});
  assert_found(&made, (Kernel){.keeps = DTYPE_F32, .leaves_out = true});
  assert_found(&made, (Kernel){.keeps = DTYPE_BF16, .leaves_out = true});
  assert_found(&made, (Kernel){.keeps = DTYPE_F32, .forgets = true});
  free_case(&made);
}

static void test_centered_mean_in_f32(void **state) {
  (void)state;
  Case made = centered_mean(DTYPE_F32);
  assert_honest(&made, (Kernel){.keeps = DTYPE_F32});
  assert_found(&made, (Kernel){.keeps = DTYPE_BF16}); // the rounding of another type
  assert_found(&made, (Kernel){.keeps = DTYPE_F16});
  assert_found(&made, (Kernel){.keeps = DTYPE_F32, .leaves_out = true});
  assert_found(&made, (Kernel){.keeps = DTYPE_F32, .forgets = true});
  free_case(&made);
}

// ---- the variance of equal numbers

static void run_variance(const Evaluation *evaluation, Kernel kernel, double *got) {
  const double *x = evaluation->values[evaluation->graph->inputs[0]].data;
  Kernel careful = {.keeps = kernel.keeps};
  for (int r = 0; r < ROWS; r++) {
    float row[COLUMNS], third = (float)x[r] * (1.0f / 3);
    for (int i = 0; i < COLUMNS; i++)
      row[i] = third;
    float mean = kernel.forgets ? 0 : keep(kernel, sum(kernel, row, COLUMNS) / COLUMNS);
    for (int i = 0; i < COLUMNS; i++)
      row[i] = (row[i] - mean) * (row[i] - mean);
    got[r] = sum(careful, row, COLUMNS) / (COLUMNS - 1);
  }
}

static void test_variance_of_equal_numbers(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("equal", "test");
  const int axes[] = {1};
  const int64_t shape[] = {ROWS, COLUMNS};
  int x = add_input(builder, "x", DTYPE_F32, shape_of(2, ROWS, 1, 0));
  Operand third = operand_value(builder_scalar(builder, OP_MUL, x, 1.0f / 3));
  Attribute attribute = attribute_list(ATTRIBUTE_SHAPE, shape, 2);
  int equal = add_op(builder, "equal", OP_EXPAND, &third, 1, &attribute, 1, -1);
  Case made = new_case(builder, builder_reduce(builder, OP_VAR, equal, axes, 1, false), run_variance);
  assert_honest(&made, (Kernel){.keeps = DTYPE_F32});
  assert_found(&made, (Kernel){.keeps = DTYPE_BF16});
  assert_found(&made, (Kernel){.keeps = DTYPE_F16});
  assert_found(&made, (Kernel){.keeps = DTYPE_F32, .leaves_out = true});
  assert_found(&made, (Kernel){.keeps = DTYPE_F32, .forgets = true});
  free_case(&made);
}

// ---- what is divided by what cancelled, and what is decided by it

static float cancelled(Kernel kernel, double x) {
  float raised = keep(kernel, (float)x + 1024);
  return raised - (kernel.forgets ? 0 : 1024);
}

static void run_quotient(const Evaluation *evaluation, Kernel kernel, double *got) {
  const Graph *graph = evaluation->graph;
  const double *x = evaluation->values[graph->inputs[0]].data, *y = evaluation->values[graph->inputs[1]].data;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    got[i] = (float)y[i] / cancelled(kernel, x[i]);
}

static int add_cancelled(GraphBuilder *builder, int x) {
  return builder_scalar(builder, OP_SUB, builder_scalar(builder, OP_ADD, x, 1024), 1024);
}

static void test_quotient(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("quotient", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, ROWS * COLUMNS, 0, 0));
  int y = add_input(builder, "y", DTYPE_F32, shape_of(1, ROWS * COLUMNS, 0, 0));
  int quotient = builder_binary(builder, OP_DIV, y, add_cancelled(builder, x));
  Case made = new_case(builder, quotient, run_quotient);
  assert_honest(&made, (Kernel){.keeps = DTYPE_F32});
  assert_found(&made, (Kernel){.keeps = DTYPE_F16});
  assert_found(&made, (Kernel){.keeps = DTYPE_F32, .forgets = true});
  free_case(&made);
}

// Is x, by way of 1024, larger than x? Rounding decides. Larger than x + 0.1? Never: f32 has steps of 2^-13
// there.
static void run_decision(const Evaluation *evaluation, Kernel kernel, double *got) {
  const double *x = evaluation->values[evaluation->graph->inputs[0]].data;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    got[i] = cancelled(kernel, x[i]) > (float)x[i];
}

static void run_sure_decision(const Evaluation *evaluation, Kernel kernel, double *got) {
  const double *x = evaluation->values[evaluation->graph->inputs[0]].data;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    got[i] = cancelled(kernel, x[i]) > (float)x[i] + 0.1f;
}

static Case decision(double margin, Run run) {
  GraphBuilder *builder = builder_new("decision", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, ROWS * COLUMNS, 0, 0));
  int bound = builder_scalar(builder, OP_ADD, x, margin);
  return new_case(builder, builder_binary(builder, OP_GT, add_cancelled(builder, x), bound), run);
}

static void test_decision(void **state) {
  (void)state;
  Case close = decision(0, run_decision), sure = decision(0.1, run_sure_decision);
  assert_honest(&close, (Kernel){.keeps = DTYPE_F32});
  assert_true(compare(&sure, (Kernel){.keeps = DTYPE_F32}, true).pass);
  assert_found(&sure, (Kernel){.keeps = DTYPE_BF16});
  assert_found(&sure, (Kernel){.keeps = DTYPE_F32, .forgets = true});
  free_case(&close);
  free_case(&sure);
}

// ---- what is divided by nothing

static void run_reciprocal(const Evaluation *evaluation, Kernel kernel, double *got) {
  (void)evaluation;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    got[i] = kernel.forgets ? 7 : INFINITY;
}

// 1 / 0 where rounding makes some number of every 0: any result would be within the noise, and none is.
static void test_nothing_but_noise(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("reciprocal", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, ROWS * COLUMNS, 0, 0));
  int zero = builder_binary(builder, OP_SUB, add_cancelled(builder, x), x);
  Case made = new_case(builder, builder_unary(builder, OP_RECIPROCAL, zero), run_reciprocal);
  assert_true(compare(&made, (Kernel){.keeps = DTYPE_F32}, false).pass);
  assert_found(&made, (Kernel){.keeps = DTYPE_F32, .forgets = true});
  assert_true(isinf(made.evaluation->noise[made.result][0]));
  free_case(&made);
}

// x by way of 1024 less x: nothing but rounding, which 16 runs found to move it by so much at most. Twice
// that is not wrong, nor right; ten times that is wrong.
static void test_little_beyond_noise(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("nothing", "test");
  int x = add_input(builder, "x", DTYPE_F32, shape_of(1, ROWS * COLUMNS, 0, 0));
  Case made = new_case(builder, builder_binary(builder, OP_SUB, add_cancelled(builder, x), x), NULL);
  for (int times = 2; times <= 10; times += 8) {
    double *got = test_calloc(ROWS * COLUMNS, sizeof *got);
    if (!made.evaluation->noise) made.evaluation->noise = evaluate_noise(made.evaluation);
    for (int i = 0; i < ROWS * COLUMNS; i++)
      got[i] = made.evaluation->values[made.result].data[i] + times * made.evaluation->noise[made.result][i];
    assert_false(evaluation_compare(made.evaluation, made.result, got).pass);
    const char *untold = evaluation_untold(made.evaluation, made.result, got);
    assert_int_equal(untold != NULL, times == 2);
    if (untold) assert_non_null(strstr(untold, "ill-conditioned"));
    test_free(got);
  }
  free_case(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_centered_mean_in_bf16),
      cmocka_unit_test(test_centered_mean_in_f32),
      cmocka_unit_test(test_variance_of_equal_numbers),
      cmocka_unit_test(test_quotient),
      cmocka_unit_test(test_decision),
      cmocka_unit_test(test_nothing_but_noise),
      cmocka_unit_test(test_little_beyond_noise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
