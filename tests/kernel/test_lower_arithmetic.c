// Reductions of few elements, which become arithmetic beside reductions along other axes; and arithmetic that
// many elements share.
#include <stdio.h>

#include "check.h"

static void check_sum(const char *reduction, int reductions) {
  char body[800];
  snprintf(body, sizeof body,
           "%s\n"
           "t = torch.ops.aten.permute.default(s, [0, 2, 1, 3])\n"
           "p = torch.ops.aten.mul.Tensor(t, q)\n"
           "r = torch.ops.aten.sum.dim_IntList(p, [3], True)\n"
           "y = torch.ops.aten.mul.Tensor(t, r)\n"
           "return (y,)",
           reduction);
  Graph *graph = check_graph("x: \"f32[2, 3, 4, 5, 16]\", q: \"f32[2, 5, 3, 16]\"", body);
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(count_steps(nest, STEP_REDUCE), reductions);
  nest_free(nest);
  graph_free(graph);
}

// Gradients of keys that four query heads share, summed over them, then the row sum of a norm's backward.
static void test_groups(void **state) {
  (void)state;
  check_sum("s = torch.ops.aten.sum.dim_IntList(x, [2])", 1);
  check_sum("s = torch.ops.aten.mean.dim(x, [2])", 1);
  check_sum("s = torch.ops.aten.amax.default(x, [2])", 1);
  check_sum("s = torch.ops.aten.amin.default(x, [2])", 1);
  check_sum("s = torch.ops.aten.prod.dim_int(x, 2)", 1);
  check_sum("s = torch.ops.aten.var.correction(x, [2], correction = 1)", 1);
  check_sum(
      "b = torch.ops.aten.gt.Scalar(x, 0.5)\n"
      "a = torch.ops.aten.any.dim(b, 2)\n"
      "s = torch.ops.prims.convert_element_type.default(a, torch.float32)",
      1);
}

// Both results of one op, and two reduced axes at once.
static void test_forms(void **state) {
  (void)state;
  Graph *graph =
      check_graph("x: \"f32[2, 3, 2, 40]\"",
                  "v = torch.ops.aten.var_mean.correction(x, [0, 2], correction = 0, keepdim = True)\n"
                  "a = v[0]\n"
                  "b = v[1]\n"
                  "c = torch.ops.aten.add.Tensor(a, b)\n"
                  "r = torch.ops.aten.sum.dim_IntList(c, [3])\n"
                  "return (a, b, r)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(count_steps(nest, STEP_REDUCE), 1);
  nest_free(nest);
  graph_free(graph);
}

// Loops where they fit together; more elements, positions, and what the whole grid must complete stay apart.
static void test_limits(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"f32[4, 300]\"", "s = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (s,)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(count_steps(nest, STEP_REDUCE), 1);
  nest_free(nest);
  graph_free(graph);
  check_refused("x: \"f32[9, 5, 64]\"",
                "s = torch.ops.aten.sum.dim_IntList(x, [0])\n"
                "r = torch.ops.aten.sum.dim_IntList(s, [1], True)\n"
                "y = torch.ops.aten.mul.Tensor(s, r)\n"
                "return (y,)",
                REASON_REDUCTION_AXES, "r reduces along axes 1");
  check_refused("x: \"f32[4, 5, 64]\"",
                "s = torch.ops.aten.argmax.default(x, 0)\n"
                "f = torch.ops.prims.convert_element_type.default(s, torch.float32)\n"
                "r = torch.ops.aten.sum.dim_IntList(f, [1], True)\n"
                "y = torch.ops.aten.mul.Tensor(f, r)\n"
                "return (y,)",
                REASON_REDUCTION_AXES, "r reduces along axes 1");
}

// What rows share is divided by once, be it loaded or reduced; what each element has of its own is not.
static void test_shared_divisors(void **state) {
  (void)state;
  static const struct {
    const char *divisor;
    int computed;
  } cases[] = {
      {"d: \"f32[6, 1]\"", 3}, {"d: \"f32[1]\"", 3}, {"d: \"f32[6, 40]\"", 2}, {"d: \"f64[6, 1]\"", 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char parameters[120];
    snprintf(parameters, sizeof parameters, "x: \"f32[6, 40]\", z: \"f32[6, 40]\", %s", cases[i].divisor);
    Graph *graph = check_graph(parameters,
                               "a = torch.ops.aten.div.Tensor(x, d)\n"
                               "b = torch.ops.aten.div.Tensor(z, d)\n"
                               "return (a, b)");
    Nest *nest = check_one_kernel(graph);
    int computed = 0;
    for (int s = 0; s < nest->step_count; s++)
      computed += nest->steps[s].kind == STEP_COMPUTE && nest->steps[s].code != OP_CAST;
    assert_int_equal(computed, cases[i].computed); // one reciprocal and two products, or two divisions
    nest_free(nest);
    graph_free(graph);
  }
}

static int count_code(const char *parameters, const char *body, OpCode code) {
  Graph *graph = check_graph(parameters, body);
  Nest *nest = check_one_kernel(graph);
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += nest->steps[i].kind == STEP_COMPUTE && nest->steps[i].code == code;
  nest_free(nest);
  graph_free(graph);
  return count;
}

// Once there is 1 / d for the elements, what each row divides by d, or by d times a power of two, needs no
// division: by d times 3 or plus 2 it does, and so does f64, whose bits are promised.
static void test_divisors_again(void **state) {
  (void)state;
  static const struct {
    const char *type, *step, *divisor;
    int divisions;
  } cases[] = {
      {"f32", "", "d", 0},
      {"f32", "e = torch.ops.aten.mul.Tensor(d, 2.0)\n", "e", 0},
      {"f32", "e = torch.ops.aten.mul.Tensor(d, -0.125)\n", "e", 0},
      {"f32", "e = torch.ops.aten.mul.Tensor(d, 3.0)\n", "e", 1},
      {"f32", "e = torch.ops.aten.mul.Tensor(d, 7.888609052210118e-31)\n", "e", 1}, // 2^-100
      {"f32", "e = torch.ops.aten.add.Tensor(d, 2.0)\n", "e", 1},
      {"f64", "e = torch.ops.aten.mul.Tensor(d, 2.0)\n", "e", 2},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char parameters[120], body[240];
    const char *type = cases[i].type;
    snprintf(parameters, sizeof parameters, "x: \"%s[6, 40]\", r: \"%s[6, 1]\", d: \"%s[6, 1]\"", type, type,
             type);
    snprintf(body, sizeof body,
             "a = torch.ops.aten.div.Tensor(x, d)\n%sq = torch.ops.aten.div.Tensor(r, %s)\n"
             "y = torch.ops.aten.add.Tensor(a, q)\nreturn (y,)",
             cases[i].step, cases[i].divisor);
    assert_int_equal(count_code(parameters, body, OP_DIV), cases[i].divisions);
  }
}

// Steps that run for each element of the sum.
static int count_inside(const char *body) {
  Graph *graph = check_graph("x: \"f32[6, 40]\", y: \"f32[6, 40]\", r: \"f32[6, 1]\"", body);
  Nest *nest = check_one_kernel(graph);
  int inside = 0;
  for (int i = 0; i < nest->step_count; i++)
    inside += nest->steps[i].kind == STEP_COMPUTE && (nest->steps[i].dims & nest->reduced);
  nest_free(nest);
  graph_free(graph);
  return inside;
}

// Sums take out what is the same along them: numbers, what is loaded for a row, signs, doubling. One that
// varies, and sums of two terms, stay.
static void test_factors(void **state) {
  (void)state;
  const char *sum = "s = torch.ops.aten.sum.dim_IntList(p, [1])\nreturn (s,)";
  static const struct {
    const char *body;
    int inside;
  } cases[] = {
      {"p = torch.ops.aten.mul.Tensor(x, 3.0)\n", 0},
      {"p = torch.ops.aten.mul.Tensor(x, r)\n", 0},
      {"p = torch.ops.aten.div.Tensor(x, r)\n", 0},
      {"p = torch.ops.aten.add.Tensor(x, x)\n", 0},
      {"a = torch.ops.aten.mul.Tensor(x, r)\nb = torch.ops.aten.neg.default(a)\n"
       "p = torch.ops.aten.mul.Tensor(y, b)\n",
       1},
      {"p = torch.ops.aten.mul.Tensor(x, y)\n", 1},
      {"p = torch.ops.aten.add.Tensor(x, r)\n", 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char body[400];
    snprintf(body, sizeof body, "%s%s", cases[i].body, sum);
    assert_int_equal(count_inside(body), cases[i].inside);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_groups),         cmocka_unit_test(test_forms),
      cmocka_unit_test(test_limits),         cmocka_unit_test(test_shared_divisors),
      cmocka_unit_test(test_divisors_again), cmocka_unit_test(test_factors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
