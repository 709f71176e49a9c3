// Ops by class, each as a kernel of its own against the evaluator: reductions, layout, indexing, pooling,
// edges.
#include "check.h"

static void check_small_reductions(void **state) {
  (void)state;
  const char *const bodies[] = {
      "y = torch.ops.aten.any.dim(b, 1)\nreturn (y,)",
      "y = torch.ops.aten.sum.dim_IntList(b, [1])\nreturn (y,)",
      "y = torch.ops.aten.argmax.default(x, 1)\nreturn (y,)",
      "y = torch.ops.aten.argmax.default(x)\nreturn (y,)",
      "y = torch.ops.aten.max.dim(x, 0)\nv = y[0]\ni = y[1]\nreturn (v, i)",
      "y = torch.ops.aten.sum.default(x)\nreturn (y,)",
      "y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)",
      "y = torch.ops.aten.var.correction(x, [1], correction = 1, keepdim = True)\nreturn (y,)",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
    Graph *graph = check_graph("x: \"f32[6, 35]\", b: \"b8[6, 35]\"", bodies[i]);
    Nest *nest = check_one_kernel(graph);
    assert_int_equal(count_steps(nest, STEP_REDUCE), 1);
    assert_int_equal(nest->passes, 1);
    nest_free(nest);
    graph_free(graph);
  }
}

// One element, nothing at all, reductions along axes of size 1 and of size 0.
static void check_edges(void **state) {
  (void)state;
  const char *const graphs[][2] = {
      {"x: \"f32[]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)"},
      {"x: \"f32[1, 1]\"", "y = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (y,)"},
      {"x: \"f32[4, 1]\"",
       "y = torch.ops.aten.var_mean.correction(x, [1], correction = 0, keepdim = True)\nv = y[0]\nm = "
       "y[1]\nreturn (v, m)"},
      {"x: \"f32[4, 1]\"", "y = torch.ops.aten.max.dim(x, 1)\nv = y[0]\ni = y[1]\nreturn (v, i)"},
      {"x: \"f32[0, 4]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)"},
      {"x: \"f32[4, 0]\"", "y = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (y,)"},
      {"x: \"f32[0]\", z: \"f32[3]\"", "y = torch.ops.aten.cat.default([x, z])\nreturn (y,)"},
  };
  for (size_t i = 0; i < sizeof graphs / sizeof graphs[0]; i++) {
    Graph *graph = check_graph(graphs[i][0], graphs[i][1]);
    nest_free(check_one_kernel(graph));
    graph_free(graph);
  }
}

static void check_layout_ops(void **state) {
  (void)state;
  const char *const bodies[] = {
      "y = torch.ops.aten.constant_pad_nd.default(x, [1, 2, 0, 3], 0.5)\nreturn (y,)",
      "y = torch.ops.aten.constant_pad_nd.default(x, [-1, 2, -2, 0], 0.5)\nreturn (y,)",
      "y = torch.ops.aten.cat.default([x, z, x], 0)\nreturn (y,)",
      "y = torch.ops.aten.cat.default([x, z], 0)\nw = torch.ops.aten.slice.Tensor(y, 0, 4, 8)\nv = "
      "torch.ops.aten.exp.default(w)\nreturn (v,)",
      "s = torch.ops.aten.slice.Tensor(z, 0, 0, 2)\ny = torch.ops.aten.slice_scatter.default(x, s, 0, 1, "
      "3)\nreturn (y,)",
      "y = torch.ops.aten.slice_scatter.default(z, x, 0, 1, 9, 2)\nreturn (y,)",
      "s = torch.ops.aten.select.int(z, 0, 3)\ny = torch.ops.aten.select_scatter.default(x, s, 0, 2)\nreturn "
      "(y,)",
      "y = torch.ops.prims.rev.default(x, [0, 1])\nreturn (y,)",
      "y = torch.ops.aten.repeat.default(x, [2, 3, 2])\nreturn (y,)",
      "s = torch.ops.aten.slice.Tensor(z, 0, 0, 4, 2)\ny = torch.ops.aten.as_strided_scatter.default(x, s, "
      "[2, 6], [12, 1], 0)\nreturn (y,)",
      "s = torch.ops.aten.split.Tensor(z, 4)\na = s[0]\nb = s[1]\ny = torch.ops.aten.mul.Tensor(a, "
      "b)\nreturn (y,)",
      "y = torch.ops.aten.as_strided.default(x, [3, 4], [2, 5], 1)\nw = "
      "torch.ops.aten.exp.default(y)\nreturn (w,)",
      "e = torch.ops.aten.expand.default(o, [4, 6])\ny = torch.ops.aten.add.Tensor(e, x)\nreturn (y,)",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
    Graph *graph = check_graph("x: \"f32[4, 6]\", z: \"f32[8, 6]\", o: \"f32[4, 1]\"", bodies[i]);
    nest_free(check_one_kernel(graph));
    graph_free(graph);
  }
}

static void check_index_ops(void **state) {
  (void)state;
  const char *const bodies[] = {
      "y = torch.ops.aten.index.Tensor(x, [i])\nreturn (y,)",
      "y = torch.ops.aten.index.Tensor(x, [None, i])\nreturn (y,)",
      "y = torch.ops.aten.index.Tensor(x, [i, None, k])\nreturn (y,)",
      "y = torch.ops.aten.index_put.default(x, [i], t)\nreturn (y,)",
      "y = torch.ops.aten.index_put.default(x, [None, i], v, True)\nreturn (y,)",
      "y = torch.ops.aten.index_put.default(x, [i, k], r, True)\nreturn (y,)",
      "y = torch.ops.aten.gather.default(x, 2, j)\nreturn (y,)",
      "y = torch.ops.aten.scatter_add.default(x, 2, j, u)\nreturn (y,)",
      "y = torch.ops.aten.index_add.default(x, 1, i, v)\nreturn (y,)",
      "y = torch.ops.aten.copy_.default(x, w)\nreturn (y,)",
  };
  for (size_t n = 0; n < sizeof bodies / sizeof bodies[0]; n++) {
    Graph *graph = check_graph(
        "x: \"f32[5, 6, 7]\", i: \"i64[3]\", k: \"i64[3]\", j: \"i64[5, 6, 2]\", v: \"f32[5, 3, 7]\", "
        "t: \"f32[3, 6, 7]\", r: \"f32[3, 7]\", u: \"f32[5, 6, 2]\", w: \"f32[5, 6, 7]\"",
        bodies[n]);
    nest_free(check_one_kernel(graph));
    graph_free(graph);
  }
}

static void check_windows(void **state) {
  (void)state;
  const char *const bodies[] = {
      "p = torch.ops.prims._low_memory_max_pool_with_offsets.default(x, [3, 3], [2, 2], [1, 1], [1, 1], "
      "False)\nv = p[0]\no = p[1]\n"
      "i = torch.ops.prims._low_memory_max_pool_offsets_to_indices.default(o, [3, 3], [9, 10], [2, 2], [1, "
      "1], [1, 1])\nreturn (v, i)",
      "p = torch.ops.prims._low_memory_max_pool_with_offsets.default(x, [2, 3], [2, 1], [0, 1], [2, 1], "
      "False)\nv = p[0]\no = p[1]\n"
      "return (v, o)",
      "y = torch.ops.aten.avg_pool2d.default(x, [3, 2], [2, 2], [1, 0], True)\nreturn (y,)",
      "y = torch.ops.aten.avg_pool2d.default(x, [3, 3], [2, 2], [1, 1], True, False)\nreturn (y,)",
      "y = torch.ops.aten.avg_pool2d.default(x, [3, 3], [1, 1], [0, 0], False, True, 7)\nreturn (y,)",
      "y = torch.ops.aten._adaptive_avg_pool2d.default(x, [3, 5])\nreturn (y,)",
      "y = torch.ops.aten._adaptive_avg_pool2d_backward.default(g, x)\nreturn (y,)",
      "y = torch.ops.aten.avg_pool2d_backward.default(h, x, [3, 3], [2, 2], [1, 1], False, False, "
      "None)\nreturn (y,)",
      "p = torch.ops.prims._low_memory_max_pool_with_offsets.default(x, [3, 3], [2, 2], [1, 1], [1, 1], "
      "False)\no = p[1]\n"
      "i = torch.ops.prims._low_memory_max_pool_offsets_to_indices.default(o, [3, 3], [9, 10], [2, 2], [1, "
      "1], [1, 1])\n"
      "y = torch.ops.aten.max_pool2d_with_indices_backward.default(h, x, [3, 3], [2, 2], [1, 1], [1, 1], "
      "False, i)\nreturn (y,)",
  };
  for (size_t n = 0; n < sizeof bodies / sizeof bodies[0]; n++) {
    Graph *graph =
        check_graph("x: \"f32[2, 3, 9, 10]\", g: \"f32[2, 3, 3, 5]\", h: \"f32[2, 3, 5, 5]\"", bodies[n]);
    nest_free(check_one_kernel(graph));
    graph_free(graph);
  }
}

static int count_divisions(const Nest *nest) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += nest->steps[i].kind == STEP_COMPUTE &&
             (nest->steps[i].code == OP_REMAINDER || nest->steps[i].code == OP_DIV_FLOOR);
  return count;
}

#define MAX_POOL_BACKWARD(made, taken) \
  "i = torch.ops.prims._low_memory_max_pool_offsets_to_indices.default(o, " made \
  ")\ny = torch.ops.aten.max_pool2d_with_indices_backward.default(h, x, " taken ", False, i)\nreturn (y,)"

// The gradient of a maximum asks which offset in its window an element has: nothing is divided. Positions
// that other windows made, or dilated ones, are worked out.
static void check_pooled_offsets(void **state) {
  (void)state;
  static const struct {
    const char *parameters, *body;
    bool divides;
  } rows[] = {
      {"x: \"f32[2, 3, 9, 10]\", h: \"f32[2, 3, 5, 5]\", o: \"i8[2, 3, 5, 5]\"",
       MAX_POOL_BACKWARD("[3, 3], [9, 10], [2, 2], [1, 1], [1, 1]", "[3, 3], [2, 2], [1, 1], [1, 1]"), false},
      {"x: \"f32[2, 8, 6]\", h: \"f32[2, 4, 3]\", o: \"i8[2, 4, 3]\"",
       MAX_POOL_BACKWARD("[2, 2], [8, 6], [2, 2], [0, 0], [1, 1]", "[2, 2], [2, 2], [0, 0], [1, 1]"), false},
      {"x: \"f32[2, 7, 9]\", h: \"f32[2, 7, 3]\", o: \"i8[2, 7, 3]\"", // overlapping down, apart along
       MAX_POOL_BACKWARD("[3, 2], [7, 9], [1, 3], [1, 0], [1, 1]", "[3, 2], [1, 3], [1, 0], [1, 1]"), false},
      {"x: \"f32[2, 9, 9]\", h: \"f32[2, 5, 5]\", o: \"i8[2, 5, 5]\"",
       MAX_POOL_BACKWARD("[3, 3], [9, 9], [1, 1], [0, 0], [2, 2]", "[3, 3], [1, 1], [0, 0], [2, 2]"), true},
      {"x: \"f32[2, 9, 9]\", h: \"f32[2, 4, 4]\", o: \"i8[2, 4, 4]\"", // by windows of two
       MAX_POOL_BACKWARD("[2, 2], [9, 9], [2, 2], [0, 0], [1, 1]", "[3, 3], [2, 2], [0, 0], [1, 1]"), true},
  };
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    Graph *graph = check_graph(rows[n].parameters, rows[n].body);
    Nest *nest = check_one_kernel(graph);
    if ((count_divisions(nest) > 0) != rows[n].divides)
      fail_msg("case %zu: %d divisions", n, count_divisions(nest));
    nest_free(nest);
    graph_free(graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(check_small_reductions), cmocka_unit_test(check_edges),
      cmocka_unit_test(check_layout_ops),       cmocka_unit_test(check_index_ops),
      cmocka_unit_test(check_windows),          cmocka_unit_test(check_pooled_offsets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
