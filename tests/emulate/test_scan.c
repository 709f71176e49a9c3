// Scans along rows and down columns.
#include "kernel/template/mapping.h"
#include "suite.h"

#include <stdio.h>

static void add_all(Suite *suite, const char *const parameters[], size_t count, const char *body,
                    const char *knobs) {
  for (size_t i = 0; i < count; i++)
    suite_add(suite, parameters[i], body, knobs);
}
#define COUNT(array) (sizeof array / sizeof *array)

// Rows of a few elements to several trips, of a warp's part to a block, aligned or not.
static void test_rows(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const parameters[] = {
      "x: \"f32[7, 1]\"",     "x: \"f32[5, 3]\"",      "x: \"f32[300, 64]\"", "x: \"bf16[33, 100]\"",
      "x: \"f32[4, 1024]\"",  "x: \"bf16[3, 1023]\"",  "x: \"f64[3, 4097]\"", "x: \"f16[2, 4096]\"",
      "x: \"f32[3, 20000]\"", "x: \"bf16[2, 50257]\"", "x: \"i64[3, 777]\"",  "x: \"b8[3, 5000]\"",
      "x: \"i32[2, 131]\"",   "x: \"f32[0, 5]\"",      "x: \"f32[5, 0]\"",    "x: \"f32[200, 1500]\"",
  };
  static const char *const body = "y = torch.ops.aten.cumsum.default(x, 1)\nreturn (y,)";
  add_all(&suite, parameters, COUNT(parameters), body, "");
  add_all(&suite, parameters, COUNT(parameters), body, "unroll=1");
  add_all(&suite, parameters, COUNT(parameters), body, "unroll=3 threads=64 rows=1");
  add_all(&suite, parameters, COUNT(parameters), body, "unroll=2 threads=800 rows=1 persistent=0");
  suite_run(&suite);
}

// Down columns: a thread each, or several with neighbouring rows.
static void test_columns(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const parameters[] = {
      "x: \"f32[7, 40]\"", "x: \"f32[1, 9]\"",    "x: \"bf16[1000, 24]\"", "x: \"f64[513, 33]\"",
      "x: \"i64[77, 5]\"", "x: \"b8[1200, 16]\"", "x: \"f32[2048, 8]\"",   "x: \"f16[65, 512]\"",
      "x: \"f32[0, 5]\"",  "x: \"f32[5, 0]\"",
  };
  static const char *const body = "y = torch.ops.aten.cumsum.default(x, 0)\nreturn (y,)";
  add_all(&suite, parameters, COUNT(parameters), body, "");
  add_all(&suite, parameters, COUNT(parameters), body, "unroll=1");
  add_all(&suite, parameters, COUNT(parameters), body, "threads=32 rows=1 unroll=4 vector=1");
  suite_add(&suite, "x: \"f32[6, 70, 12]\"", "y = torch.ops.aten.cumsum.default(x, 1)\nreturn (y,)", "");
  suite_add(&suite, "x: \"f32[5000]\"", "y = torch.ops.aten.cumsum.default(x, 0)\nreturn (y,)", "");
  suite_run(&suite);
}

// Pointwise work on both sides, several scans of the same elements, and one of another.
static void test_fused(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const parameters[] = {"x: \"f32[5, 700]\"", "x: \"f32[3, 9001]\"",
                                           "x: \"f32[260, 31]\""};
  static const char *const bodies[] = {
      // positions of what is kept, as embeddings number their tokens
      "m = torch.ops.aten.gt.Scalar(x, 0.25)\nc = torch.ops.aten.cumsum.default(m, 1)\n"
      "k = torch.ops.prims.convert_element_type.default(m, torch.int64)\nz = torch.ops.aten.mul.Tensor(c, "
      "k)\n"
      "p = torch.ops.aten.add.Scalar(z, 1)\nreturn (p,)",
      // what came before, and what a scan of a scan gives
      "a = torch.ops.aten.abs.default(x)\nc = torch.ops.aten.cumsum.default(a, 1)\n"
      "e = torch.ops.aten.sub.Tensor(c, a)\nd = torch.ops.aten.cumsum.default(c, 1)\nreturn (e, d)",
      // two of them side by side
      "q = torch.ops.aten.mul.Tensor(x, x)\nc = torch.ops.aten.cumsum.default(x, 1)\n"
      "d = torch.ops.aten.cumsum.default(q, 1)\ny = torch.ops.aten.add.Tensor(c, d)\nreturn (y,)",
      // from the end: the reverse of the scan of the reverse
      "r = torch.ops.prims.rev.default(x, [1])\nc = torch.ops.aten.cumsum.default(r, 1)\n"
      "y = torch.ops.prims.rev.default(c, [1])\nreturn (y,)",
  };
  for (size_t b = 0; b < COUNT(bodies); b++)
    add_all(&suite, parameters, COUNT(parameters), bodies[b], "");
  suite_run(&suite);
}

// Reductions of the same elements: behind a scan, beside it, and before it where a block holds the row.
static void test_with_reductions(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const bodies[] = {
      "c = torch.ops.aten.cumsum.default(x, 1)\ns = torch.ops.aten.sum.dim_IntList(c, [1])\n"
      "m = torch.ops.aten.amax.default(x, [1])\nreturn (c, s, m)",
      "m = torch.ops.aten.amax.default(x, [1], True)\nd = torch.ops.aten.sub.Tensor(x, m)\n"
      "e = torch.ops.aten.exp.default(d)\ns = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
      "p = torch.ops.aten.div.Tensor(e, s)\nc = torch.ops.aten.cumsum.default(p, 1)\nreturn (c,)",
      "c = torch.ops.aten.cumsum.default(x, 1)\nm = torch.ops.aten.amax.default(c, [1], True)\n"
      "d = torch.ops.aten.sub.Tensor(c, m)\nreturn (d,)",
  };
  static const char *const parameters[] = {"x: \"f32[4, 600]\"", "x: \"f32[2, 5000]\"", "x: \"f32[70, 9]\""};
  for (size_t b = 0; b < COUNT(bodies); b++)
    add_all(&suite, parameters, COUNT(parameters), bodies[b], "");
  suite_add(&suite, "x: \"f32[3, 40000]\"", bodies[0], "");
  suite_add(
      &suite, "x: \"f32[300, 24]\"",
      "c = torch.ops.aten.cumsum.default(x, 0)\ns = torch.ops.aten.sum.dim_IntList(c, [0])\nreturn (c, s)",
      "");
  suite_run(&suite);
}

static DType accumulated_in(const char *parameters, const char *body) {
  Graph *graph = check_graph(parameters, body);
  CheckSet set = check_all(graph);
  Reason reason;
  Nest *nest = check_lower(graph, &set, &reason);
  assert_non_null(nest);
  DType dtype = DTYPE_COUNT;
  for (int i = 0; i < nest->step_count; i++)
    if (step_accumulates(&nest->steps[i])) dtype = reduction_accumulator(&nest->steps[i]).element;
  nest_free(nest);
  graph_free(graph);
  return dtype;
}

// Integers whose sums fit 32 bits are summed so: flags, bytes as far as their number allows it (255 *
// 8,421,504 is below 2^31, 255 * 8,421,505 is not), but no words.
static void test_widths(void **state) {
  (void)state;
  static const char *const scan = "y = torch.ops.aten.cumsum.default(x, 0)\nreturn (y,)";
  static const char *const sum = "y = torch.ops.aten.sum.default(x)\nreturn (y,)";
  static const char *const flags =
      "m = torch.ops.aten.ne.Scalar(x, 1)\nc = torch.ops.prims.convert_element_type.default(m, torch.int32)\n"
      "y = torch.ops.aten.cumsum.default(c, 0)\nreturn (y,)";
  assert_int_equal(accumulated_in("x: \"b8[300]\"", scan), DTYPE_I32);
  assert_int_equal(accumulated_in("x: \"i64[300]\"", flags), DTYPE_I32);
  assert_int_equal(accumulated_in("x: \"i32[300]\"", scan), DTYPE_I64);
  assert_int_equal(accumulated_in("x: \"i64[300]\"", scan), DTYPE_I64);
  assert_int_equal(accumulated_in("x: \"u8[8421504]\"", sum), DTYPE_I32);
  assert_int_equal(accumulated_in("x: \"u8[8421505]\"", sum), DTYPE_I64);
  assert_int_equal(accumulated_in("x: \"f32[300]\"", scan), DTYPE_F32);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),   cmocka_unit_test(test_columns),
      cmocka_unit_test(test_fused),  cmocka_unit_test(test_with_reductions),
      cmocka_unit_test(test_widths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
