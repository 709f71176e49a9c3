// Reductions along rows and across them in one kernel: what waits for all rows, and what cannot be.
#include "check.h"

static int count_finish(const Nest *nest) {
  int count = 0;
  for (int i = 0; i < nest->step_count; i++)
    count += nest->steps[i].finish;
  return count;
}

static Nest *lower_right(const char *parameters, const char *body, uint32_t reduced, uint32_t crossed,
                         int passes) {
  Graph *graph = check_graph(parameters, body);
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(nest->reduced, reduced);
  assert_int_equal(nest->crossed, crossed);
  assert_int_equal(nest->passes, passes);
  return nest;
}

static void drop(Nest *nest) {
  const Graph *graph = nest->graph;
  nest_free(nest);
  graph_free((Graph *)(uintptr_t)graph);
}

// dx needs two sums of its row, dw and db are sums down the columns, stored after all rows. The second sum is
// of a product with what the first one gives, which it need not wait for: sum(g w x r) = r sum(g w x).
static void test_norm_backward(void **state) {
  (void)state;
  Nest *nest = lower_right("x: \"f32[12, 40]\", w: \"f32[40]\", g: \"f32[12, 40]\"",
                           "q = torch.ops.aten.mul.Tensor(x, x)\n"
                           "m = torch.ops.aten.mean.dim(q, [1], True)\n"
                           "e = torch.ops.aten.add.Tensor(m, 1e-06)\n"
                           "r = torch.ops.aten.rsqrt.default(e)\n"
                           "h = torch.ops.aten.mul.Tensor(x, r)\n"
                           "gw = torch.ops.aten.mul.Tensor(g, w)\n"
                           "gh = torch.ops.aten.mul.Tensor(gw, h)\n"
                           "c = torch.ops.aten.mean.dim(gh, [1], True)\n"
                           "hc = torch.ops.aten.mul.Tensor(h, c)\n"
                           "d = torch.ops.aten.sub.Tensor(gw, hc)\n"
                           "dx = torch.ops.aten.mul.Tensor(d, r)\n"
                           "p = torch.ops.aten.mul.Tensor(g, h)\n"
                           "dw = torch.ops.aten.sum.dim_IntList(p, [0])\n"
                           "db = torch.ops.aten.sum.dim_IntList(g, [0])\n"
                           "return (dx, dw, db)",
                           2, 1, 2);
  assert_int_equal(count_finish(nest), 4); // the results of two sums, and their stores
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].finish) assert_int_equal(nest->steps[i].dims, 2);
  drop(nest);
}

// The mean over rows of what each row makes of itself.
static void test_loss(void **state) {
  (void)state;
  Nest *nest = lower_right("x: \"f32[7, 30]\"",
                           "m = torch.ops.aten.amax.default(x, [1], True)\n"
                           "s = torch.ops.aten.sub.Tensor(x, m)\n"
                           "e = torch.ops.aten.exp.default(s)\n"
                           "t = torch.ops.aten.sum.dim_IntList(e, [1])\n"
                           "l = torch.ops.aten.log.default(t)\n"
                           "y = torch.ops.aten.mean.default(l)\n"
                           "z = torch.ops.aten.sqrt.default(y)\n"
                           "return (y, z)",
                           2, 1, 1);
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].finish) assert_int_equal(nest->steps[i].dims, 0);
  drop(nest);
}

static void test_directions(void **state) {
  (void)state;
  drop(lower_right("x: \"f32[6, 5]\"",
                   "a = torch.ops.aten.sum.dim_IntList(x, [1])\n"
                   "b = torch.ops.aten.amax.default(x, [0])\n"
                   "c = torch.ops.aten.sum.default(x)\n"
                   "return (a, b, c)",
                   2, 1, 1));
  drop(lower_right("x: \"f32[6, 5]\"", // no reduction along the rows, which are what the one down them leaves
                   "b = torch.ops.aten.sum.dim_IntList(x, [0])\n"
                   "c = torch.ops.aten.amax.default(x)\n"
                   "return (b, c)",
                   2, 1, 1));
  drop(lower_right("x: \"f32[3, 4, 5]\"", // leading dims are one
                   "a = torch.ops.aten.sum.dim_IntList(x, [2])\n"
                   "b = torch.ops.aten.sum.dim_IntList(x, [0, 1])\n"
                   "return (a, b)",
                   2, 1, 1));
  drop(lower_right("x: \"f32[4, 30]\"", // one reduction for all rows: nothing crosses
                   "b = torch.ops.aten.sum.dim_IntList(x, [0])\n"
                   "c = torch.ops.aten.amax.default(x, [0])\n"
                   "return (b, c)",
                   1, 0, 1));
}

static void test_refusals(void **state) {
  (void)state;
  check_refused("x: \"f32[64, 32]\"", // every row would wait for all of them
                "a = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
                "b = torch.ops.aten.sum.dim_IntList(x, [0], True)\n"
                "c = torch.ops.aten.sub.Tensor(x, b)\n"
                "d = torch.ops.aten.mul.Tensor(c, a)\n"
                "return (d,)",
                REASON_GRID_SYNC, "c reads in every row what b makes of all 64 rows");
  check_refused("x: \"f32[64, 32]\"",
                "a = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
                "n = torch.ops.aten.mul.Tensor(x, a)\n"
                "b = torch.ops.aten.sum.dim_IntList(n, [0])\n"
                "c = torch.ops.aten.exp.default(b)\n"
                "d = torch.ops.aten.sum.default(c)\n"
                "return (a, d)",
                REASON_GRID_SYNC, "d reduces what b makes of all 64 rows");
  check_refused("x: \"f32[8, 6, 32]\"", // neither the rows of one nor those of the other
                "a = torch.ops.aten.sum.dim_IntList(x, [0])\n"
                "n = torch.ops.aten.mul.Tensor(x, a)\n"
                "b = torch.ops.aten.sum.dim_IntList(n, [1])\n"
                "return (a, b)",
                REASON_REDUCTION_AXES, "b reduces along axes 1");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_norm_backward),
      cmocka_unit_test(test_loss),
      cmocka_unit_test(test_directions),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
