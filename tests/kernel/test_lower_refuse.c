// What lowering refuses, and that it says so in words.
#include "check.h"

#include <stdio.h>
#include <string.h>

static void refuse_mixed_axes(void **state) {
  (void)state;
  check_refused("x: \"f32[12, 16, 32]\"",
                "a = torch.ops.aten.sum.dim_IntList(x, [0], True)\n"
                "n = torch.ops.aten.mul.Tensor(x, a)\n"
                "b = torch.ops.aten.sum.dim_IntList(n, [1])\n"
                "return (a, b)",
                REASON_REDUCTION_AXES, "b reduces along axes 1");
  check_refused("x: \"f32[8, 16, 32]\"", // the second reduction runs over some of the results of the first
                "a = torch.ops.aten.sum.dim_IntList(x, [2])\n"
                "b = torch.ops.aten.sum.dim_IntList(a, [1])\n"
                "return (b,)",
                REASON_REDUCTION_AXES, "b reduces along axes 1");
}

static void refuse_complex(void **state) {
  (void)state;
  check_refused("x: \"c64[8, 4]\"", "s = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (s,)",
                REASON_UNSUPPORTED, "no template takes s (sum) of complex numbers yet");
  check_refused("x: \"c64[8, 4]\"", "t = torch.ops.aten.tanh.default(x)\nreturn (t,)", REASON_UNSUPPORTED,
                "no template takes t (tanh) of complex numbers yet");
}

static void refuse_domains(void **state) {
  (void)state;
  check_refused("x: \"f32[64, 32]\", y: \"f32[64, 200]\"", // b reads what a stores
                "a = torch.ops.aten.exp.default(x)\n"
                "c = torch.ops.aten.cat.default([y, a], 1)\n"
                "b = torch.ops.aten.exp.default(c)\n"
                "return (a, b)",
                REASON_DOMAIN, "b iterates over [64, 232] and a over [64, 32]");
  check_refused("x: \"f32[64, 32]\"", // half of it is stored, too
                "a = torch.ops.aten.exp.default(x)\n"
                "s = torch.ops.aten.slice.Tensor(a, 0, 0, 20)\n"
                "b = torch.ops.aten.neg.default(s)\n"
                "return (a, b)",
                REASON_DOMAIN, "[20, 32]");
  check_refused("x: \"f32[64, 32]\"", // row sums are wanted one row further down
                "a = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
                "r = torch.ops.prims.rev.default(a, [0])\n"
                "b = torch.ops.aten.mul.Tensor(x, r)\n"
                "return (b,)",
                REASON_DOMAIN, "r needs the result of a at other places");
}

// Of 100 columns without rows, a sum for each, and a mean over them for each row, which there is none of.
static void refuse_empty_rows(void **state) {
  (void)state;
  check_refused("x: \"bf16[0, 100, 0, 1][1, 1, 1, 100]\"",
                "p = torch.ops.prims.prepare_softmax_online.default(x, 3)\na = p[0]\nb = p[1]\n"
                "z = torch.ops.aten.addcmul.default(a, a, b)\n"
                "y = torch.ops.aten.mul.Tensor(z, x)\n"
                "m = torch.ops.aten.mean.dim(y, [1], True)\n"
                "s = torch.ops.aten.sum.dim_IntList(y, [0, 2, 3])\n"
                "return (m, s, b, z)",
                REASON_DOMAIN, " has no elements, but the ops that it would run beside have some");
}

static void refuse_grid_sync(void **state) {
  (void)state;
  const char *body =
      "s = torch.ops.aten.sum.dim_IntList(x, [0], True)\n"
      "y = torch.ops.aten.div.Tensor(x, s)\n"
      "return (y,)";
  check_refused("x: \"f32[4097, 64]\"", body, REASON_GRID_SYNC, "4097 elements down each column");
  Graph *graph = check_graph("x: \"f32[4096, 64]\"", body); // one block owns a column of this size
  CheckSet set = check_all(graph);
  Reason reason;
  Nest *nest = check_lower(graph, &set, &reason);
  assert_non_null(nest);
  assert_int_equal(nest->passes, 2);
  nest_free(nest);
  graph_free(graph);
  const char *full =
      "s = torch.ops.aten.sum.default(x)\n"
      "y = torch.ops.aten.div.Tensor(x, s)\n"
      "return (y,)";
  check_refused("x: \"f32[16385]\"", full, REASON_GRID_SYNC, "16385 elements");
  graph = check_graph("x: \"f32[128, 128]\"", full);
  set = check_all(graph);
  nest = check_lower(graph, &set, &reason);
  assert_non_null(nest);
  assert_int_equal(nest->dim_count, 1);
  nest_free(nest);
  graph_free(graph);
}

static void refuse_indirect(void **state) {
  (void)state;
  check_refused("b: \"f32[20, 8]\", i: \"i64[6]\", v: \"f32[6, 8]\"",
                "y = torch.ops.aten.index_put.default(b, [i], v, True)\n"
                "z = torch.ops.aten.exp.default(y)\n"
                "return (z,)",
                REASON_INDIRECT, "z reads y");
  check_refused("b: \"f32[20, 8]\", i: \"i64[6]\", v: \"f32[6, 8]\"",
                "c = torch.ops.aten.exp.default(b)\n"
                "y = torch.ops.aten.index_put.default(c, [i], v, True)\n"
                "return (y,)",
                REASON_INDIRECT, "copy of c");
}

static void refuse_mutation(void **state) {
  (void)state;
  check_refused("x: \"f32[8, 8]\"", // written row by row while it is read column by column
                "p = torch.ops.aten.permute.default(x, [1, 0])\n"
                "a = torch.ops.aten.mul.Tensor(p, 2.0)\n"
                "c = torch.ops.aten.copy_.default(x, a)\n"
                "return (c,)",
                REASON_MUTATION, "c writes memory of x");
  check_refused("x: \"f32[8, 8]\", s: \"f32[8]\"", // every thread of a row reads s while one writes it
                "a = torch.ops.aten.sum.dim_IntList(x, [1])\n"
                "u = torch.ops.aten.unsqueeze.default(s, 1)\n"
                "y = torch.ops.aten.mul.Tensor(x, u)\n"
                "t = torch.ops.aten.add.Tensor(a, s)\n"
                "c = torch.ops.aten.copy_.default(s, t)\n"
                "return (y, c)",
                REASON_MUTATION, "c writes memory of s");
}

// Rows would be added to before another thread has cleared them, whichever store comes first.
static void refuse_scatter_beside_fill(void **state) {
  (void)state;
  Graph *graph = check_graph("v: \"f32[8, 32]\", i: \"i64[8]\"",
                             "f = torch.ops.aten.full.default([8, 32], 0)\n"
                             "a = torch.ops.aten.exp.default(v)\n"
                             "y = torch.ops.aten.index_put_.default(f, [i], a, True)\n"
                             "return (y,)");
  CheckSet set = check_all(graph);
  set.stored[set.stored_count++] = graph->ops[0].first_result; // memory that y writes into
  Reason reason;
  assert_null(check_lower(graph, &set, &reason));
  assert_int_equal(reason.code, REASON_MUTATION);
  assert_non_null(strstr(reason.text, "y writes memory of f that f writes at other places"));
  graph_free(graph);
}

static void refuse_layout(void **state) {
  (void)state;
  check_refused("x: \"f32[8, 8]\"",
                "a = torch.ops.aten.exp.default(x)\n"
                "v = torch.ops.aten.as_strided.default(a, [4, 4], [1, 8], 3)\n"
                "y = torch.ops.aten.neg.default(v)\n"
                "return (y,)",
                REASON_LAYOUT, "y reads a through v");
}

static void refuse_scans(void **state) {
  (void)state;
  check_refused("a: \"f32[8, 8]\"",
                "c = torch.ops.aten.cumsum.default(a, 1)\nd = torch.ops.aten.cumsum.default(c, 0)\n"
                "return (c, d)",
                REASON_REDUCTION_AXES, "d reduces along axes 0");
  check_refused("a: \"f32[8, 8]\"",
                "c = torch.ops.aten.cumsum.default(a, 1)\nt = torch.ops.aten.permute.default(c, [1, 0])\n"
                "y = torch.ops.aten.add.Tensor(c, t)\nreturn (y,)",
                REASON_DOMAIN, "elements of c are needed at other places");
}

#define BF16(body) "a: \"bf16[64, 32]\", b: \"bf16[32, 64]\", r: \"bf16[64, 64]\"", body

// A matrix product with what reads it is a kernel; what it cannot be is told with what would help.
static void refuse_products(void **state) {
  (void)state;
  check_refused(
      BF16("p = torch.ops.aten.mm.default(a, b)\ny = torch.ops.aten.relu.default(r)\nreturn (p, y)"),
      REASON_LIBRARY, "p (mm) runs in a library call");
  check_refused(BF16("p = torch.ops.aten.mm.default(a, b)\nq = torch.ops.aten.mm.default(p, r)\n"
                     "y = torch.ops.aten.relu.default(q)\nreturn (y,)"),
                REASON_UNSUPPORTED, "p and q are two matrix products");
  check_refused(BF16("s = torch.ops.aten.relu.default(a)\np = torch.ops.aten.mm.default(s, b)\n"
                     "y = torch.ops.aten.relu.default(p)\nreturn (y,)"),
                REASON_UNSUPPORTED, "takes its matrices from memory");
  check_refused(
      BF16("p = torch.ops.aten.mm.default(a, b)\ny = torch.ops.aten.sum.dim_IntList(p, [1])\nreturn (y,)"),
      REASON_UNSUPPORTED, "cannot be summed up in its kernel yet, as wanted by y");
  check_refused(BF16("p = torch.ops.aten.mm.default(a, b)\nt = torch.ops.aten.permute.default(p, [1, 0])\n"
                     "y = torch.ops.aten.add.Tensor(p, t)\nreturn (y,)"),
                REASON_LAYOUT, "p is a matrix product");
  check_refused("a: \"f32[64, 32]\", b: \"f32[32, 64]\"",
                "p = torch.ops.aten.mm.default(a, b)\ny = torch.ops.aten.relu.default(p)\nreturn (y,)",
                REASON_LIBRARY,
                "multiplies f32 by f32 here, and kernels are generated for products of bf16 or f16");
  check_refused("a: \"bf16[64, 33]\", b: \"bf16[33, 64]\"",
                "p = torch.ops.aten.mm.default(a, b)\ny = torch.ops.aten.relu.default(p)\nreturn (y,)",
                REASON_LAYOUT, "multiples of 16 bytes");
  check_refused("a: \"bf16[1, 32]\", b: \"bf16[32, 1]\"",
                "p = torch.ops.aten.mm.default(a, b)\ny = torch.ops.aten.relu.default(p)\nreturn (y,)",
                REASON_LAYOUT, "of a single element");
}

static void refuse_library(void **state) {
  (void)state;
  check_refused("a: \"f32[8, 8]\", b: \"f32[8, 8]\"", "y = torch.ops.aten.mm.default(a, b)\nreturn (y,)",
                REASON_LIBRARY, "y (mm) runs in a library call");
  check_refused("a: \"f32[8, 8]\", b: \"f32[8, 8]\"",
                "y = torch.ops.aten.mm.default(a, b)\nz = torch.ops.aten.relu.default(y)\nreturn (z,)",
                REASON_LIBRARY, "y (mm)");
  check_refused("a: \"f32[8, 8]\"", "p = torch.ops.aten.sort.default(a, 1)\ny = p[0]\nreturn (y,)",
                REASON_LIBRARY, "sort");
  Graph *graph =
      check_graph("a: \"f32[8, 8]\"", "y: \"f32[8]\" = torch.ops.aten.strange.default(a)\nreturn (y,)");
  CheckSet set = check_all(graph);
  Reason reason;
  assert_null(check_lower(graph, &set, &reason));
  assert_int_equal(reason.code, REASON_OPAQUE);
  graph_free(graph);
}

static void refuse_nothing(void **state) {
  (void)state;
  Graph *graph = check_graph("a: \"f32[8, 8]\"", "y = torch.ops.aten.neg.default(a)\nreturn (y,)");
  CheckSet set = {.op_count = 0};
  Reason reason;
  assert_null(check_lower(graph, &set, &reason));
  assert_int_equal(reason.code, REASON_UNSUPPORTED);
  graph_free(graph);
}

// Chained rotations would be evaluated at ever more places: refused in bounded time, not tried.
static void refuse_explosion(void **state) {
  (void)state;
  Text body = {0};
  const char *from = "x";
  char names[40][8];
  for (int i = 0; i < 40; i++) {
    snprintf(names[i], sizeof names[i], "r%d", i);
    text_printf(&body, "s%d = torch.ops.aten.slice.Tensor(%s, 0, 2, 64)\n", i, from);
    text_printf(&body, "t%d = torch.ops.aten.slice.Tensor(%s, 0, 0, 2)\n", i, from);
    text_printf(&body, "c%d = torch.ops.aten.cat.default([s%d, t%d])\n", i, i, i);
    text_printf(&body, "r%d = torch.ops.aten.mul.Tensor(c%d, %s)\n", i, i, from);
    from = names[i];
  }
  text_printf(&body, "return (%s,)", from);
  check_refused("x: \"f32[64]\"", text_get(&body), REASON_UNSUPPORTED, "places");
  text_free(&body);
}

static void refuse_long_chains(void **state) {
  (void)state;
  Text body = {0};
  for (int i = 0; i < 1600; i++)
    text_printf(&body, "n%d = torch.ops.aten.neg.default(%s%d)\n", i, i ? "n" : "x", i ? i - 1 : 0);
  text_add(&body, "return (n1599,)");
  Graph *graph = check_graph("x0: \"f32[64]\"", text_get(&body));
  KernelSet set = {.stored_count = 0};
  int ops[1600];
  for (int i = 0; i < 1600; i++)
    ops[i] = i;
  set.ops = ops;
  Reason reason;
  set.op_count = 1600;
  assert_null(kernel_lower(graph, &set, &reason));
  assert_int_equal(reason.code, REASON_UNSUPPORTED);
  assert_non_null(strstr(reason.text, "chain of more than 1500 ops"));
  set.op_count = 1499; // and what the first one reads
  Nest *nest = kernel_lower(graph, &set, &reason);
  assert_non_null(nest);
  assert_int_equal(nest->step_count, 1501);
  nest_free(nest);
  graph_free(graph);
  text_free(&body);
}

static void name_reasons(void **state) {
  (void)state;
  for (int code = 0; code < REASON_COUNT; code++)
    assert_true(reason_name((ReasonCode)code)[0] > ' ');
  assert_string_equal(reason_name(REASON_GRID_SYNC), "grid_sync");
  assert_string_equal(reason_name((ReasonCode)1000), "?");
  Reason reason = {0};
  int ops[REASON_OPS + 3];
  for (int i = 0; i < REASON_OPS + 2; i++)
    ops[i] = i;
  ops[REASON_OPS + 2] = NO_OP;
  assert_false(reason_set(&reason, REASON_CYCLE, ops, "%s first", "x"));
  assert_int_equal(reason.op_count, REASON_OPS);
  assert_string_equal(reason.text, "x first");
  assert_string_equal(reason.remedy, "");
  reason_remedy(&reason, "cut %s", "y");
  assert_string_equal(reason.remedy, "cut y");
  assert_false(reason_set(NULL, REASON_CYCLE, NULL, "nobody listens"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refuse_mixed_axes),  cmocka_unit_test(refuse_complex),
      cmocka_unit_test(refuse_domains),     cmocka_unit_test(refuse_empty_rows),
      cmocka_unit_test(refuse_grid_sync),   cmocka_unit_test(refuse_indirect),
      cmocka_unit_test(refuse_mutation),    cmocka_unit_test(refuse_scatter_beside_fill),
      cmocka_unit_test(refuse_layout),      cmocka_unit_test(refuse_library),
      cmocka_unit_test(refuse_products),    cmocka_unit_test(refuse_nothing),
      cmocka_unit_test(refuse_scans),       cmocka_unit_test(refuse_explosion),
      cmocka_unit_test(refuse_long_chains), cmocka_unit_test(name_reasons),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
