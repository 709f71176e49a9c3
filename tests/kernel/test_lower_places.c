// Lowering of ops whose places the data, masks or memory layouts say, checked against the evaluator.
#include "check.h"
#include "fx_text.h"

#include <stdio.h>

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

static void check_embedding(void **state) {
  (void)state;
  Graph *graph =
      check_graph("w: \"bf16[30, 16]\", i: \"i64[2, 5]\", p: \"bf16[8, 16]\"",
                  "e = torch.ops.aten.embedding.default(w, i)\n"
                  "k = torch.ops.prims.iota.default(5, start = 0, step = 1, dtype = torch.int64, device = "
                  "device(type='cuda', index=0), requires_grad = False)\n"
                  "o = torch.ops.aten.embedding.default(p, k)\n"
                  "s = torch.ops.aten.add.Tensor(e, o)\n"
                  "return (s,)");
  Nest *nest = check_one_kernel(graph);
  int steps = 0;
  for (int i = 0; i < nest->symbol_count; i++)
    steps += nest->symbols[i].kind == SYMBOL_STEP;
  assert_int_equal(steps, 1); // positions are known without reading them
  nest_free(nest);
  graph_free(graph);
}

static int looked_up(const char *numbers, const char *type) {
  char body[1024];
  snprintf(body, sizeof body,
           "k = torch.ops.prims.iota.default(5, start = 0, step = 1, dtype = torch.%s, device = "
           "device(type='cuda', index=0), requires_grad = False)\n"
           "%s"
           "l = torch.ops.prims.convert_element_type.default(n, torch.int64)\n"
           "o = torch.ops.aten.embedding.default(p, l)\n"
           "return (o,)",
           type, numbers);
  Graph *graph = check_graph("p: \"bf16[200, 16]\"", body);
  Nest *nest = check_one_kernel(graph);
  int steps = 0;
  for (int i = 0; i < nest->symbol_count; i++)
    steps += nest->symbols[i].kind == SYMBOL_STEP;
  nest_free(nest);
  graph_free(graph);
  return steps;
}

// Positions 2 * k + 3 - 1 are 2, 4, ... 10: known without looking them up. Those of 8 bits wrap around where
// k is multiplied by 40: 160 is -96, and what the kernel computes is looked up.
static void check_places_of_numbers(void **state) {
  (void)state;
  assert_int_equal(looked_up("d = torch.ops.aten.mul.Tensor(k, 2)\na = torch.ops.aten.add.Tensor(d, 3)\n"
                             "n = torch.ops.aten.sub.Tensor(a, 1)\n",
                             "int64"),
                   0);
  assert_int_equal(
      looked_up("d = torch.ops.aten.mul.Tensor(k, 40)\nn = torch.ops.aten.abs.default(d)\n", "int8"), 1);
}

static void check_index_put(void **state) {
  (void)state;
  Graph *graph = check_graph("b: \"f32[20, 8]\", i: \"i64[6]\", v: \"f32[6, 8]\"",
                             "d = torch.ops.aten.mul.Tensor(v, 2.0)\n"
                             "y = torch.ops.aten.index_put.default(b, [i], d, True)\n"
                             "return (y,)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(nest->preset_count, 1);
  assert_true(nest->presets[0].from != NO_BUFFER);
  check_space(nest, 2, (int64_t[]){6, 8}, 0, 1); // the values' space, not the result's
  nest_free(nest);
  graph_free(graph);
  graph = check_graph(
      "i: \"i64[2, 6]\", v: \"f32[2, 6, 8]\"",
      "b = torch.ops.aten.full.default([20, 8], 0, dtype = torch.float32, layout = torch.strided, device = "
      "device(type='cuda', index=0), pin_memory = False)\n"
      "y = torch.ops.aten.index_put.default(b, [i], v, True)\n"
      "return (y,)");
  nest = check_one_kernel(graph);
  assert_int_equal(nest->presets[0].from, NO_BUFFER); // zeros need no copy
  nest_free(nest);
  graph_free(graph);
}

static void check_batch_norm_statistics(void **state) {
  (void)state;
  const char *body =
      "m = torch.ops.aten.var_mean.correction(x, [0, 2, 3], correction = 0, keepdim = True)\n"
      "v = m[0]\n"
      "u = m[1]\n"
      "a = torch.ops.aten.add.Scalar(v, 1e-5)\n"
      "r = torch.ops.aten.rsqrt.default(a)\n"
      "return (r, u)";
  Graph *graph = check_graph("x: \"f32[4, 6, 5, 3]\"", body);
  Nest *nest = check_one_kernel(graph);
  check_space(nest, 3, (int64_t[]){4, 6, 15}, 5, 1);
  nest_free(nest);
  graph_free(graph);
  graph =
      check_graph("x: \"f32[4, 6, 5, 3][90, 1, 18, 6]cuda:0\"", body); // channels last: a column reduction
  nest = check_one_kernel(graph);
  check_space(nest, 2, (int64_t[]){60, 6}, 1, 1);
  nest_free(nest);
  graph_free(graph);
}

static void check_channels_last_map(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"f32[2, 3, 4, 5][60, 1, 15, 3]cuda:0\", b: \"f32[3, 1, 1]\"",
                             "y = torch.ops.aten.add.Tensor(x, b)\n"
                             "z = torch.ops.aten.relu.default(y)\n"
                             "return (z,)");
  Nest *nest = check_one_kernel(graph);
  check_space(nest, 2, (int64_t[]){40, 3}, 0, 1);
  assert_int_equal(index_scale(&nest->steps[nest->step_count - 1].index, 1),
                   1); // the channel is the fast dim
  nest_free(nest);
  graph_free(graph);
}

static void check_transposed_store(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"f32[6, 10]\"",
                             "a = torch.ops.aten.mul.Tensor(x, 2.0)\n"
                             "p = torch.ops.aten.permute.default(x, [1, 0])\n"
                             "b = torch.ops.aten.add.Scalar(p, 1.0)\n"
                             "c = torch.ops.aten.clone.default(b, memory_format = torch.contiguous_format)\n"
                             "return (a, c)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(count_steps(nest, STEP_LOAD), 1); // both are placed where x is read
  nest_free(nest);
  graph_free(graph);
}

static void check_causal_mask(void **state) {
  (void)state;
  Graph *graph = check_graph(
      "x: \"f32[2, 8, 8]\"",
      "i = torch.ops.prims.iota.default(8, start = 0, step = 1, dtype = torch.int64, device = "
      "device(type='cuda', index=0), requires_grad = False)\n"
      "r = torch.ops.aten.reshape.default(i, [8, 1])\n"
      "m = torch.ops.aten.le.Tensor(i, r)\n"
      "f = torch.ops.aten.full.default([], -1e9, dtype = torch.float32, layout = torch.strided, device = "
      "device(type='cuda', index=0), pin_memory = False)\n"
      "y = torch.ops.aten.where.self(m, x, f)\n"
      "return (y,)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(count_steps(nest, STEP_LOAD), 1);
  assert_int_equal(count_steps(nest, STEP_INDEX), 2);
  nest_free(nest);
  graph_free(graph);
}

static void check_random(void **state) {
  (void)state;
  Graph *graph = check_graph("s: \"i64[2]\", x: \"f32[5, 7]\"",
                             "k = torch.ops.prims.inductor_lookup_seed.default(s, 1)\n"
                             "r = torch.ops.prims.inductor_random.default([5, 7], k, 'rand')\n"
                             "m = torch.ops.aten.gt.Scalar(r, 0.1)\n"
                             "y = torch.ops.aten.mul.Tensor(m, x)\n"
                             "return (y, m)");
  nest_free(check_one_kernel(graph));
  graph_free(graph);
}

// Writing into an input where it is read is fine; so is a second name of the result.
static void check_in_place(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"f32[4, 6]\", g: \"f32[4, 6]\"",
                             "a = torch.ops.aten.mul.Tensor(x, 0.9)\n"
                             "b = torch.ops.aten.add.Tensor(a, g)\n"
                             "c = torch.ops.aten.copy_.default(x, b)\n"
                             "return (c,)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(nest->buffer_count, 2);
  assert_true(nest->buffers[0].read && nest->buffers[0].written);
  nest_free(nest);
  graph_free(graph);
  // Readers behind the writer see the new content, under the old name too.
  graph = check_graph("x: \"f32[8, 6]\", g: \"f32[8, 6]\"",
                      "c = torch.ops.aten.copy_.default(x, g)\n"
                      "p = torch.ops.aten.permute.default(x, [1, 0])\n"
                      "y = torch.ops.aten.neg.default(p)\n"
                      "return (c, y)");
  nest = check_one_kernel(graph);
  assert_int_equal(count_loads_of(nest, "x"), 0);
  nest_free(nest);
  graph_free(graph);
}

// A scan is in the pass of its operand, what reads it in the next one; the reverse of a reverse goes in
// order, too.
static void scans(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"f32[6, 40]\"",
                             "r = torch.ops.prims.rev.default(x, [1])\n"
                             "c = torch.ops.aten.cumsum.default(r, 1)\n"
                             "y = torch.ops.prims.rev.default(c, [1])\n"
                             "s = torch.ops.aten.sum.dim_IntList(c, [1])\nreturn (y, s)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(count_steps(nest, STEP_SCAN), 1);
  assert_int_equal(nest->passes, 2);
  assert_int_equal(nest->scanned, nest->reduced);
  assert_false(nest_feeds_back(nest));
  nest_free(nest);
  graph_free(graph);
}

// Two places are two sums, in any form that is asked for but atomics; many are atomics, or looked up in
// order.
static void scatter_forms(void **state) {
  (void)state;
  static const struct {
    const char *parameters;
    ScatterForm form;
    int sums, atomics;
  } cases[] = {
      {"x: \"f32[2, 8]\", i: \"i64[20]\", v: \"f32[20, 8]\"", SCATTER_BY_RULE, 2, 0},
      {"x: \"f32[2, 8]\", i: \"i64[20]\", v: \"f32[20, 8]\"", SCATTER_ATOMIC, 0, 1},
      {"x: \"f32[9, 8]\", i: \"i64[20]\", v: \"f32[20, 8]\"", SCATTER_BY_RULE, 0, 1},
      {"x: \"f32[9, 8]\", i: \"i64[20]\", v: \"f32[20, 8]\"", SCATTER_ORDERED, 1, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Graph *graph = check_graph(cases[i].parameters,
                               "y = torch.ops.aten.index_put.default(x, [i], v, True)\nreturn (y,)");
    CheckSet set = check_all(graph);
    set.scatter = cases[i].form;
    Reason reason;
    Evaluation *evaluation = check_evaluate(graph);
    assert_true(check_run(graph, evaluation, &set, &reason));
    Nest *nest = check_lower(graph, &set, &reason);
    int atomics = 0;
    for (int s = 0; s < nest->step_count; s++)
      atomics += nest->steps[s].accumulate;
    assert_int_equal(count_steps(nest, STEP_REDUCE), cases[i].sums);
    assert_int_equal(atomics, cases[i].atomics);
    nest_free(nest);
    evaluation_free(evaluation);
    graph_free(graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(check_embedding),
      cmocka_unit_test(check_places_of_numbers),
      cmocka_unit_test(check_index_put),
      cmocka_unit_test(check_batch_norm_statistics),
      cmocka_unit_test(check_channels_last_map),
      cmocka_unit_test(check_transposed_store),
      cmocka_unit_test(check_causal_mask),
      cmocka_unit_test(check_random),
      cmocka_unit_test(scans),
      cmocka_unit_test(scatter_forms),
      cmocka_unit_test(check_in_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
