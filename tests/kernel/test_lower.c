// Whole graphs as one kernel: right, and of the shape that a person would write.
#include <stdio.h>
#include "check.h"
#include "fx_text.h"

static int count_loads_of(const Nest *nest, const char *name) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_LOAD && text_equal(nest->graph->values[nest->steps[i].value].name, name))
      count++;
  return count;
}

static void check_space(const Nest *nest, int dim_count, const int64_t *size, uint32_t reduced, int passes) {
  assert_int_equal(nest->dim_count, dim_count);
  for (int dim = 0; dim < dim_count; dim++)
    assert_int_equal(nest->size[dim], size[dim]);
  assert_int_equal(nest->reduced, reduced);
  assert_int_equal(nest->passes, passes);
}

// A product is a step of its own, whose matrices are read in place: rows, columns and a batch, turned or not.
static void check_products(void **state) {
  (void)state;
  static const char *const parameters[] = {
      "a: \"bf16[3, 10, 16]\", b: \"bf16[3, 16, 24]\", r: \"bf16[3, 10, 24]\"",
      "a: \"bf16[3, 10, 16]\", b: \"bf16[3, 16, 24][384, 1, 16]\", r: \"bf16[10, 24]\"",
      "a: \"bf16[3, 16, 8][128, 1, 16]\", b: \"bf16[3, 8, 24][0, 24, 1]\", r: \"bf16[24]\"",
  };
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
    Graph *graph = check_graph(parameters[i],
                               "p = torch.ops.aten.bmm.default(a, b)\n"
                               "y = torch.ops.aten.add.Tensor(p, r)\nreturn (p, y)");
    Nest *nest = check_one_kernel(graph);
    assert_int_equal(count_steps(nest, STEP_PRODUCT), 1);
    assert_int_equal(count_steps(nest, STEP_LOAD), 1);
    assert_int_equal(count_steps(nest, STEP_STORE), 2);
    assert_int_equal(nest->dim_count, 3);
    assert_int_equal(nest->reduced, 0);
    nest_free(nest);
    graph_free(graph);
  }
}

static void check_softmax(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"bf16[6, 40]\"",
                             CAST("f", "x", "float32")
                             "m = torch.ops.aten.amax.default(f, [1], True)\n"
                             "s = torch.ops.aten.sub.Tensor(f, m)\n"
                             "e = torch.ops.aten.exp.default(s)\n"
                             "t = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
                             "d = torch.ops.aten.div.Tensor(e, t)\n"
                             CAST("y", "d", "bfloat16")
                             "return (y,)");
  Nest *nest = check_one_kernel(graph);
  check_space(nest, 2, (int64_t[]){6, 40}, 2, 3); // three passes: maximum, sum, store
  assert_int_equal(count_steps(nest, STEP_LOAD), 1);
  assert_int_equal(count_steps(nest, STEP_REDUCE), 2);
  assert_int_equal(count_steps(nest, STEP_STORE), 1);
  nest_free(nest);
  graph_free(graph);
}

// Long rows written as chained reductions are gone over as often as online ones: once for all of them, which
// one reduction finds unless something else is read of it.
static const struct {
  const char *body;
  int columns, passes, reductions;
} long_rows[] = {
    {"m = torch.ops.aten.amax.default(x, [1], True)\n"
     "s = torch.ops.aten.sub.Tensor(x, m)\n"
     "e = torch.ops.aten.exp.default(s)\n"
     "t = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
     "y = torch.ops.aten.div.Tensor(e, t)\n"
     "return (y,)",
     32769, 2, 1},
    {"u = torch.ops.aten.mean.dim(x, [1], True)\n"
     "d = torch.ops.aten.sub.Tensor(x, u)\n"
     "q = torch.ops.aten.mul.Tensor(d, d)\n"
     "s = torch.ops.aten.mean.dim(q, [1], True)\n"
     "y = torch.ops.aten.mul.Tensor(d, s)\n"
     "return (y, u)",
     40000, 2, 1},
    {"t = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
     "u = torch.ops.aten.mean.dim(x, [1], True)\n"
     "d = torch.ops.aten.sub.Tensor(x, u)\n"
     "q = torch.ops.aten.mul.Tensor(d, d)\n"
     "s = torch.ops.aten.mean.dim(q, [1], True)\n"
     "y = torch.ops.aten.mul.Tensor(d, s)\n"
     "return (y, t)",
     40000, 2, 2},
    // not the row's own maximum, and not its mean
    {"m = torch.ops.aten.amin.default(x, [1], True)\n"
     "s = torch.ops.aten.sub.Tensor(x, m)\n"
     "e = torch.ops.aten.exp.default(s)\n"
     "t = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
     "y = torch.ops.aten.div.Tensor(e, t)\n"
     "return (y,)",
     40000, 3, 2},
    {"u = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
     "d = torch.ops.aten.sub.Tensor(x, u)\n"
     "q = torch.ops.aten.mul.Tensor(d, d)\n"
     "s = torch.ops.aten.mean.dim(q, [1], True)\n"
     "y = torch.ops.aten.mul.Tensor(d, s)\n"
     "return (y, u)",
     40000, 3, 2},
};

static void check_long_rows(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof long_rows / sizeof *long_rows; i++) {
    char parameters[40];
    snprintf(parameters, sizeof parameters, "x: \"f32[5, %d]\"", long_rows[i].columns);
    Graph *graph = check_graph(parameters, long_rows[i].body);
    Nest *nest = check_one_kernel(graph);
    check_space(nest, 2, (int64_t[]){5, long_rows[i].columns}, 2, long_rows[i].passes);
    assert_int_equal(count_steps(nest, STEP_REDUCE), long_rows[i].reductions);
    nest_free(nest);
    graph_free(graph);
  }
}

// A row that a block can hold takes its maximum first and shares the exponentials; a longer one takes both
// parts at once.
static void check_softmax_online(void **state) {
  (void)state;
  static const struct {
    int columns, passes, reductions;
  } rows[] = {{33, 3, 2}, {32768, 3, 2}, {32769, 2, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char parameters[40];
    snprintf(parameters, sizeof parameters, "x: \"f32[5, %d]\"", rows[i].columns);
    Graph *graph = check_graph(parameters,
                               "p = torch.ops.prims.prepare_softmax_online.default(x, 1)\n"
                               "m = p[0]\n"
                               "t = p[1]\n"
                               "s = torch.ops.aten.sub.Tensor(x, m)\n"
                               "e = torch.ops.aten.exp.default(s)\n"
                               "y = torch.ops.aten.div.Tensor(e, t)\n"
                               "return (y,)");
    Nest *nest = check_one_kernel(graph);
    check_space(nest, 2, (int64_t[]){5, rows[i].columns}, 2, rows[i].passes);
    assert_int_equal(count_steps(nest, STEP_REDUCE), rows[i].reductions);
    assert_int_equal(count_steps(nest, STEP_PART), 2);
    assert_int_equal(count_steps(nest, STEP_COMPUTE), 4); // subtraction, exponential, reciprocal, product
    nest_free(nest);
    graph_free(graph);
  }
}

static void check_rmsnorm(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"bf16[2, 3, 64]\", w: \"bf16[64]\"",
                             CAST("f", "x", "float32")
                             "q = torch.ops.aten.mul.Tensor(f, f)\n"
                             "m = torch.ops.aten.mean.dim(q, [-1], True)\n"
                             "a = torch.ops.aten.add.Scalar(m, 1e-6)\n"
                             "r = torch.ops.aten.rsqrt.default(a)\n"
                             "n = torch.ops.aten.mul.Tensor(f, r)\n"
                             "z = torch.ops.aten.mul.Tensor(n, w)\n"
                             CAST("y", "z", "bfloat16")
                             "return (y, r)");
  Nest *nest = check_one_kernel(graph);
  check_space(nest, 2, (int64_t[]){6, 64}, 2, 2); // the two kept axes are one dim
  assert_int_equal(count_loads_of(nest, "x"), 1);
  assert_int_equal(count_loads_of(nest, "w"), 1);
  assert_int_equal(count_steps(nest, STEP_STORE), 2);
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_STORE && nest->steps[i].stored == DTYPE_F32)
      assert_int_equal(nest->steps[i].dims, 1);
  nest_free(nest);
  graph_free(graph);
}

// The gradient of the input, with the statistics of the forward pass as inputs.
static void check_layernorm_backward(void **state) {
  (void)state;
  Graph *graph = check_graph(
      "g: \"f32[12, 48]\", x: \"f32[12, 48]\", mu: \"f32[12, 1]\", r: \"f32[12, 1]\", w: \"f32[48]\"",
      "c = torch.ops.aten.sub.Tensor(x, mu)\n"
      "h = torch.ops.aten.mul.Tensor(c, r)\n"
      "gw = torch.ops.aten.mul.Tensor(g, w)\n"
      "s1 = torch.ops.aten.sum.dim_IntList(gw, [1], True)\n"
      "gh = torch.ops.aten.mul.Tensor(gw, h)\n"
      "s2 = torch.ops.aten.sum.dim_IntList(gh, [1], True)\n"
      "a = torch.ops.aten.mul.Tensor(gw, 48)\n"
      "b = torch.ops.aten.sub.Tensor(a, s1)\n"
      "d = torch.ops.aten.mul.Tensor(h, s2)\n"
      "e = torch.ops.aten.sub.Tensor(b, d)\n"
      "k = torch.ops.aten.div.Tensor(r, 48)\n"
      "dx = torch.ops.aten.mul.Tensor(k, e)\n"
      "return (dx,)");
  Nest *nest = check_one_kernel(graph);
  check_space(nest, 2, (int64_t[]){12, 48}, 2, 2);
  assert_int_equal(count_steps(nest, STEP_LOAD), 5);
  nest_free(nest);
  graph_free(graph);
}

// Halves swapped and negated by slices and cat, as language models rotate their queries.
static void check_rope(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"bf16[2, 3, 5, 16]\", c: \"f32[5, 16]\", s: \"f32[5, 16]\"",
                             CAST("f", "x", "float32")
                             "lo = torch.ops.aten.slice.Tensor(f, 3, 0, 8)\n"
                             "hi = torch.ops.aten.slice.Tensor(f, 3, 8, 9223372036854775807)\n"
                             "n = torch.ops.aten.neg.default(hi)\n"
                             "t = torch.ops.aten.cat.default([n, lo], -1)\n"
                             "a = torch.ops.aten.mul.Tensor(f, c)\n"
                             "b = torch.ops.aten.mul.Tensor(t, s)\n"
                             "y = torch.ops.aten.add.Tensor(a, b)\n"
                             CAST("o", "y", "bfloat16")
                             "return (o,)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(nest->reduced, 0);
  assert_int_equal(count_steps(nest, STEP_CHOOSE), 1);
  assert_int_equal(count_loads_of(nest, "x"), 3); // straight, from the upper half, from the lower half
  assert_int_equal(nest->symbol_count, nest->dim_count);
  nest_free(nest);
  graph_free(graph);
}

// [batch, token, heads * width] to [batch, head, token, width]: a map with one dim more than either side has
// axes free to merge.
static void check_attention_heads(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"f32[2, 6, 12]\"",
                             "v = torch.ops.aten.reshape.default(x, [2, 6, 3, 4])\n"
                             "p = torch.ops.aten.permute.default(v, [0, 2, 1, 3])\n"
                             "y = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
                             "return (y,)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(nest->dim_count, 4);
  assert_int_equal(nest->symbol_count, 4); // affine: no quotients
  nest_free(nest);
  graph_free(graph);
  graph = check_graph("x: \"f32[2, 3, 6, 4]\"",
                      "a = torch.ops.aten.mul.Tensor(x, 2.0)\n"
                      "p = torch.ops.aten.permute.default(a, [0, 2, 1, 3])\n"
                      "y = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
                      "v = torch.ops.aten.reshape.default(y, [12, 12])\n"
                      "z = torch.ops.aten.add.Scalar(v, 1.0)\n"
                      "return (z,)");
  nest = check_one_kernel(graph); // the domain's axes of 12 must be cut
  assert_int_equal(nest->symbol_count, nest->dim_count);
  nest_free(nest);
  graph_free(graph);
}

static void check_reshape_quotient(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"f32[4, 9]\"",
                             "s = torch.ops.aten.slice.Tensor(x, 1, 1, 8)\n" // rows of 7 out of 9
                             "c = torch.ops.aten.mul.Tensor(s, 3.0)\n"
                             "v = torch.ops.aten.reshape.default(c, [14, 2])\n"
                             "y = torch.ops.aten.exp.default(v)\n"
                             "return (y,)");
  Nest *nest = check_one_kernel(graph); // 7 and 2 share no factor: division is needed
  assert_true(nest->symbol_count > nest->dim_count);
  nest_free(nest);
  graph_free(graph);
}

// Loss of a classifier per row: the log-softmax is evaluated where the target points.
static void check_cross_entropy(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"bf16[7, 50]\", t: \"i64[7]\"",
                             CAST("f", "x", "float32")
                             "m = torch.ops.aten.amax.default(f, [1], True)\n"
                             "s = torch.ops.aten.sub.Tensor(f, m)\n"
                             "e = torch.ops.aten.exp.default(s)\n"
                             "u = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
                             "l = torch.ops.aten.log.default(u)\n"
                             "p = torch.ops.aten.sub.Tensor(s, l)\n"
                             "i = torch.ops.aten.unsqueeze.default(t, 1)\n"
                             "g = torch.ops.aten.gather.default(p, 1, i)\n"
                             "q = torch.ops.aten.squeeze.dim(g, 1)\n"
                             "n = torch.ops.aten.neg.default(q)\n"
                             "return (n,)");
  Nest *nest = check_one_kernel(graph);
  check_space(nest, 2, (int64_t[]){7, 50}, 2, 1); // one look at the row finds the maximum and the sum
  assert_int_equal(count_loads_of(nest, "x"), 2);
  nest_free(nest);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(check_softmax),
      cmocka_unit_test(check_products),
      cmocka_unit_test(check_softmax_online),
      cmocka_unit_test(check_long_rows),
      cmocka_unit_test(check_rmsnorm),
      cmocka_unit_test(check_layernorm_backward),
      cmocka_unit_test(check_rope),
      cmocka_unit_test(check_attention_heads),
      cmocka_unit_test(check_reshape_quotient),
      cmocka_unit_test(check_cross_entropy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
