// Comparison and tolerance, with numbers worked out from the stated formulas.
#include <math.h>

#include "evaluate_fixture.h"

static Tensor tensor(DType dtype, double *data, int64_t count) {
  return (Tensor){dtype, shape_of(1, count, 0, 0), data};
}

// want = (3, 4, 0, 0): norm 5, rms 2.5. An error of 0.01 at the 4: relative norm 0.002; distance 0.01 / (t
// * 6.5).
static void test_norm_and_worst(void **state) {
  (void)state;
  double want[] = {3, 4, 0, 0}, got[] = {3, 4.01, 0, 0};
  Tensor reference = tensor(DTYPE_F32, want, 4);
  TensorComparison c = compare_tensors(&reference, got, NULL, 0.01);
  assert_true(c.pass && c.mismatches == 0 && c.worst_index == 1);
  assert_true(fabs(c.relative_norm - 0.002) < 1e-12 && fabs(c.worst - 0.01 / (0.01 * 6.5)) < 1e-12);
  c = compare_tensors(&reference, got, NULL, 0.001); // allows 0.0065 there
  assert_true(!c.pass && c.mismatches == 1 && c.worst > 1);
  c = compare_tensors(&reference, got, NULL, 0.0075); // the element may be so far off, the norm only 0.001875
  assert_true(!c.pass && c.mismatches == 0);
}

// One element of many is quite wrong: the norm hardly shows it, the element does.
static void test_single_wrong_element(void **state) {
  (void)state;
  static double want[100000], got[100000];
  for (int i = 0; i < 100000; i++)
    want[i] = got[i] = i % 2 ? 1 : -1;
  got[77777] = 3; // off by 2 where 0.02 * (1 + 1) is allowed: by 50 tolerances
  Tensor reference = tensor(DTYPE_BF16, want, 100000);
  TensorComparison c = compare_tensors(&reference, got, NULL, 0.02);
  assert_true(c.relative_norm < 0.02 && !c.pass);
  assert_true(c.mismatches == 1 && c.worst_index == 77777);
}

// All of size 1, so that the tolerance t allows 2 t, for `wrong` elements that are off by `off`.
static bool agrees(int64_t count, int64_t wrong, double off, double t) {
  static double want[100000], got[100000];
  for (int64_t i = 0; i < count; i++) {
    want[i] = i % 2 ? 1 : -1;
    got[i] = want[i] + (i < wrong ? off : 0);
  }
  Tensor reference = tensor(DTYPE_F32, want, count);
  return compare_tensors(&reference, got, NULL, t).pass;
}

// One element of a thousand may be off by more than the tolerance, where there are a thousand.
static void test_rare_elements(void **state) {
  (void)state;
  assert_true(agrees(100000, 100, 0.1, 0.02)); // by 2.5 tolerances; the norm is 0.0032 of 0.005
  assert_false(agrees(100000, 101, 0.1, 0.02));
  assert_false(agrees(999, 1, 0.1, 0.02));
  assert_true(agrees(1000, 1, 0.1, 0.02));
  assert_false(agrees(1000, 2, 0.05, 0.02));
  assert_true(agrees(100000, 1, 1.27, 0.02)); // by 31.75 tolerances
  assert_false(agrees(100000, 1, 1.29, 0.02));
  assert_true(agrees(100000, 1, 1.9, 0.2)); // a wide tolerance: not by more than 2, size and rms together
  assert_false(agrees(100000, 1, 2.1, 0.2));
  assert_false(agrees(100000, 1, NAN, 0.2));
  assert_false(agrees(100000, 1, INFINITY, 0.2));
}

static void test_not_finite(void **state) {
  (void)state;
  double want[] = {NAN, INFINITY, -INFINITY, 1};
  double same[] = {NAN, INFINITY, -INFINITY, 1}, wrong[] = {0, 1e30, INFINITY, NAN};
  Tensor reference = tensor(DTYPE_F32, want, 4);
  assert_true(compare_tensors(&reference, same, NULL, 1e-6).pass);
  TensorComparison c = compare_tensors(&reference, wrong, NULL, 1e-6);
  assert_true(!c.pass && c.mismatches == 4 && isinf(c.worst) && c.worst_index == 0);
}

// A reference of zeros is compared absolutely.
static void test_all_zero(void **state) {
  (void)state;
  double want[] = {0, 0}, close[] = {1e-7, 0}, far[] = {1e-3, 0};
  Tensor reference = tensor(DTYPE_F32, want, 2);
  assert_true(compare_tensors(&reference, close, NULL, 1e-6).pass);
  assert_false(compare_tensors(&reference, far, NULL, 1e-6).pass);
}

// Integers agree exactly, but for the share that the tolerance grants: a quarter of it, so 1 of 100.
static void test_integers(void **state) {
  (void)state;
  double want[100] = {0}, got[100] = {0};
  got[3] = 1;
  Tensor reference = tensor(DTYPE_I64, want, 100);
  assert_false(compare_tensors(&reference, got, NULL, 0).pass);
  assert_true(compare_tensors(&reference, got, NULL, 0.04).pass);
  got[4] = 1;
  assert_false(compare_tensors(&reference, got, NULL, 0.04).pass);
}

// f32 mul and sum of 1024: a chain of 2, so 4 * 2^-24 * (16 + 8 + 2 * 32). Cast to bf16: chain 3 and one
// rounding, 4 * (2^-24 * (16 + 12 + 64) + 2^-8 * (2 + 2)). Its exp, in bf16: chain 4, two roundings, one
// steep op, so all of that twice. In f64 the reference rounds, too: 2 * 4 * 2^-53 * (16 + 4 + 2 * 32) for a
// sum. Inputs are exact: a comparison of one with a number has no tolerance at all.
static void test_stated_tolerance(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("tolerance", "test");
  const int axes[] = {1};
  int x = add_input(builder, "x", DTYPE_F32, shape_of(2, 8, 1024, 0));
  int sum = builder_reduce(builder, OP_SUM, builder_scalar(builder, OP_MUL, x, 2), axes, 1, false);
  int narrow = builder_cast(builder, sum, DTYPE_BF16), is_positive = builder_scalar(builder, OP_GT, x, 0);
  int steep = builder_unary(builder, OP_EXP, narrow);
  builder_output(builder, steep);
  builder_output(builder, is_positive);
  int wide = add_input(builder, "wide", DTYPE_F64, shape_of(2, 8, 1024, 0));
  int wide_sum = builder_reduce(builder, OP_SUM, wide, axes, 1, false);
  builder_output(builder, wide_sum);
  Graph *graph = finish_graph(builder);
  assert_true(fabs(evaluate_tolerance(graph, wide_sum) / (8 * 0x1p-53 * 84) - 1) < 1e-12);
  assert_true(fabs(evaluate_tolerance(graph, sum) / (4 * 0x1p-24 * 88) - 1) < 1e-12);
  assert_true(fabs(evaluate_tolerance(graph, narrow) / (4 * (0x1p-24 * 92 + 0x1p-6)) - 1) < 1e-12);
  double two_roundings = 0x1p-8 * (2 + 2 * sqrt(2.0));
  assert_true(fabs(evaluate_tolerance(graph, steep) / (8 * (0x1p-24 * 96 + two_roundings)) - 1) < 1e-12);
  assert_true(evaluate_tolerance(graph, is_positive) == 0 && evaluate_tolerance(graph, x) == 0);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_norm_and_worst),   cmocka_unit_test(test_single_wrong_element),
      cmocka_unit_test(test_not_finite),       cmocka_unit_test(test_all_zero),
      cmocka_unit_test(test_rare_elements),    cmocka_unit_test(test_integers),
      cmocka_unit_test(test_stated_tolerance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
