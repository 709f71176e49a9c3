// Row results and what crosses the rows in one kernel.
#include "fx_text.h"
#include "suite.h"

#include <stdio.h>

// RMS norm, backward: dx needs two sums of its row, dw is a sum down the columns.
static const char *const rms_backward =
    CAST("xf", "x", "float32") CAST("gf", "g", "float32") CAST("wf", "w", "float32")
    "q = torch.ops.aten.mul.Tensor(xf, xf)\n"
    "m = torch.ops.aten.mean.dim(q, [1], True)\n"
    "e = torch.ops.aten.add.Tensor(m, 1e-06)\n"
    "r = torch.ops.aten.rsqrt.default(e)\n"
    "h = torch.ops.aten.mul.Tensor(xf, r)\n"
    "gw = torch.ops.aten.mul.Tensor(gf, wf)\n"
    "gh = torch.ops.aten.mul.Tensor(gw, h)\n"
    "c = torch.ops.aten.mean.dim(gh, [1], True)\n"
    "hc = torch.ops.aten.mul.Tensor(h, c)\n"
    "d = torch.ops.aten.sub.Tensor(gw, hc)\n"
    "dxf = torch.ops.aten.mul.Tensor(d, r)\n"
    "p = torch.ops.aten.mul.Tensor(gf, h)\n"
    "dwf = torch.ops.aten.sum.dim_IntList(p, [0])\n"
    "dbf = torch.ops.aten.sum.dim_IntList(gf, [0])\n"
    CAST("dx", "dxf", "bfloat16") CAST("dw", "dwf", "bfloat16") CAST("db", "dbf", "float32")
    "return (dx, dw, db)";

static void test_norm_backward(void **state) {
  (void)state;
  Suite suite = {0};
  static const int shapes[][2] = {{1, 8},    {1, 5},    {7, 32},   {40, 1},    {33, 100}, {300, 512},
                                  {64, 768}, {9, 1023}, {5, 4096}, {1000, 64}, {3, 9000}, {257, 130}};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    static const char *const dtypes[] = {"bf16", "f32", "f16"};
    for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
      char parameters[120];
      snprintf(parameters, sizeof parameters, "x: \"%s[%d, %d]\", g: \"%s[%d, %d]\", w: \"%s[%d]\"",
               dtypes[d], shapes[i][0], shapes[i][1], dtypes[d], shapes[i][0], shapes[i][1], dtypes[d],
               shapes[i][1]);
      suite_add(&suite, parameters, rms_backward,
                d && shapes[i][0] > 1 ? d == 1 ? "splits=3 pipeline=1" : "splits=3 pipeline=0" : "");
    }
  }
  static const char *const knobs[] = {"splits=1",
                                      "splits=7",
                                      "splits=40",
                                      "persistent=0 splits=5 pipeline=0",
                                      "persistent=1 splits=5",
                                      "rows=1 threads=64 splits=9",
                                      "rows=16 threads=512",
                                      "rows=3 threads=96 splits=5",
                                      "rows=6 threads=384 splits=2",
                                      "rows=16 threads=256 splits=2 vector=4",
                                      "vector=1 splits=4",
                                      "vector=2 rows=4 threads=32",
                                      "pipeline=1 splits=3",
                                      "pipeline=1 splits=2 rows=1 threads=32",
                                      "pipeline=1 splits=4 persistent=0",
                                      "pipeline=1 splits=3 bypass=0",
                                      "pipeline=1 splits=3 bypass=1 vector=2",
                                      "pipeline=2 splits=3",
                                      "pipeline=2 splits=2 rows=1 threads=32",
                                      "pipeline=2 splits=4 persistent=1",
                                      "pipeline=1 splits=3 vector=1 persistent=1",
                                      "rows=2 threads=128 splits=6 finishers=1",
                                      "rows=4 threads=256 splits=6 finishers=3",
                                      "rows=15 threads=960 splits=2 finishers=132"};
  for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++)
    suite_add(&suite, "x: \"bf16[50, 512]\", g: \"bf16[50, 512]\", w: \"bf16[512]\"", rms_backward, knobs[k]);
  suite_run(&suite);
}

// Weights of 32 bits that are rounded wait rounded over all tiles, unless something reads them as they are.
static void test_rounded_weights(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const body =
      CAST("gf", "g", "float32") CAST("wb", "w", "%s") CAST("wf", "wb", "float32")
      "p = torch.ops.aten.mul.Tensor(gf, %s)\n"
      "q = torch.ops.aten.mul.Tensor(p, wf)\n"
      "c = torch.ops.aten.sum.dim_IntList(q, [1], True)\n"
      "d = torch.ops.aten.sub.Tensor(p, c)\n"
      "e = torch.ops.aten.mul.Tensor(d, wf)\n"
      "s = torch.ops.aten.sum.dim_IntList(q, [0])\n"
      "return (e, s)";
  static const char *const dtypes[] = {"bfloat16", "float16"}, *const reads[] = {"wf", "w"};
  static const char *const knobs[] = {"",
                                      "splits=3",
                                      "splits=2 vector=2",
                                      "splits=2 vector=1",
                                      "splits=3 pipeline=2",
                                      "splits=2 rows=1 threads=64"};
  for (int i = 0; i < 4; i++)
    for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++) {
      char text[900];
      snprintf(text, sizeof text, body, dtypes[i % 2], reads[i / 2]);
      suite_add(&suite,
                k % 2 ? "g: \"bf16[40, 512]\", w: \"f32[512]\"" : "g: \"bf16[40, 90]\", w: \"f32[90]\"", text,
                knobs[k]);
    }
  suite_run(&suite);
}

// Three sums of each row, which long rows combine at one barrier: what one tile leaves in shared memory is
// still read while the next one writes.
static void test_shared_barrier(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const body =
      "q = torch.ops.aten.mul.Tensor(x, x)\n"
      "a = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
      "b = torch.ops.aten.sum.dim_IntList(q, [1], True)\n"
      "c = torch.ops.aten.amax.default(x, [1], True)\n"
      "d = torch.ops.aten.add.Tensor(a, b)\n"
      "e = torch.ops.aten.add.Tensor(d, c)\n"
      "y = torch.ops.aten.mul.Tensor(x, e)\n"
      "s = torch.ops.aten.sum.dim_IntList(q, [0])\n"
      "return (y, s)";
  static const char *const knobs[] = {"", "splits=3 rows=1 threads=128", "splits=2 rows=2 threads=128",
                                      "splits=2 rows=4 threads=128 pipeline=0"};
  for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++)
    suite_add(&suite, "x: \"f32[40, 1024]\"", body, knobs[k]);
  suite_run(&suite);
}

// A loss: the mean over all rows of what each makes of itself.
static void test_loss(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const body =
      CAST("f", "x", "float32")
      "m = torch.ops.aten.amax.default(f, [1], True)\n"
      "s = torch.ops.aten.sub.Tensor(f, m)\n"
      "e = torch.ops.aten.exp.default(s)\n"
      "t = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
      "l = torch.ops.aten.log.default(t)\n"
      "z = torch.ops.aten.add.Tensor(l, m)\n"
      "y = torch.ops.aten.mean.default(z)\n"
      "n = torch.ops.aten.neg.default(y)\n"
      "return (z, y, n)";
  suite_add(&suite, "x: \"f32[300, 96]\"", // several numbers of all rows
            "a = torch.ops.aten.amax.default(x, [1])\nb = torch.ops.aten.sum.default(a)\n"
            "c = torch.ops.aten.amin.default(x)\nd = torch.ops.aten.mean.default(x)\nreturn (a, b, c, d)",
            "splits=5");
  static const int shapes[][2] = {{1, 8}, {1, 5}, {30, 32}, {700, 10}, {60, 1000}, {9, 5001}, {3, 40000}};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    char parameters[60];
    snprintf(parameters, sizeof parameters, "x: \"bf16[%d, %d]\"", shapes[i][0], shapes[i][1]);
    suite_add(&suite, parameters, body, "");
    snprintf(parameters, sizeof parameters, "x: \"f32[%d, %d]\"", shapes[i][0], shapes[i][1]);
    suite_add(&suite, parameters, body, shapes[i][0] > 1 ? "splits=2 pipeline=1" : "");
  }
  suite_run(&suite);
}

// Several kinds of reductions in several directions.
static void test_kinds(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const bodies[] = {
      "a = torch.ops.aten.sum.dim_IntList(x, [1])\nb = torch.ops.aten.amax.default(x, [0])\n"
      "c = torch.ops.aten.sum.default(x)\nreturn (a, b, c)",
      "b = torch.ops.aten.sum.dim_IntList(x, [0])\nc = torch.ops.aten.amin.default(x)\nreturn (b, c)",
      "a = torch.ops.aten.argmax.default(x, 1)\nb = torch.ops.aten.argmin.default(x, 0)\nreturn (a, b)",
      "a = torch.ops.aten.var.correction(x, [1], correction = 1)\n"
      "b = torch.ops.aten.var.correction(x, [0], correction = 0)\n"
      "c = torch.ops.aten.var.correction(x, [0, 1], correction = 1)\nreturn (a, b, c)",
      "g = torch.ops.aten.gt.Scalar(x, 1)\na = torch.ops.aten.any.dim(g, 1)\nb = torch.ops.aten.any.dim(g, "
      "0)\n"
      "c = torch.ops.aten.sum.default(g)\nreturn (a, b, c)",
      "m = torch.ops.aten.mean.dim(x, [1], True)\nd = torch.ops.aten.sub.Tensor(x, m)\n"
      "b = torch.ops.aten.prod.dim_int(d, 0)\ne = torch.ops.aten.exp.default(b)\n"
      "f = torch.ops.aten.sum.default(d)\nreturn (d, b, e, f)",
  };
  static const char *const parameters[] = {"x: \"f32[100, 64]\"", "x: \"bf16[70, 24]\"", "x: \"f64[37, 33]\"",
                                           "x: \"f32[3, 12]\"", "x: \"i32[40, 50]\""};
  for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++)
    for (size_t p = 0; p < sizeof parameters / sizeof *parameters; p++) {
      bool integers = p == 4, averages = b == 3 || b == 5;
      if (!(integers && averages)) suite_add(&suite, parameters[p], bodies[b], p % 2 ? "splits=4" : "");
    }
  suite_run(&suite);
}

// What all rows read alike stays packed over the tiles, of elements of any size.
static void test_invariant(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const dtypes[] = {"u8", "i8", "b8", "bf16", "f32"};
  for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
    char parameters[120];
    snprintf(parameters, sizeof parameters, "x: \"bf16[48, 512]\", w: \"%s[512]\"", dtypes[i]);
    suite_add(&suite, parameters,
              CAST("xf", "x", "float32") CAST("wf", "w", "float32")
              "p = torch.ops.aten.mul.Tensor(xf, wf)\n"
              "a = torch.ops.aten.sum.dim_IntList(p, [1], True)\n"
              "y = torch.ops.aten.mul.Tensor(p, a)\n"
              "b = torch.ops.aten.sum.dim_IntList(p, [0])\nreturn (y, b)",
              "rows=4 threads=128 splits=3 pipeline=1");
  }
  suite_run(&suite);
}

// Wide rows, and accumulators so large that less of them passes through shared memory at once.
static void test_wide(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const body =
      "a = torch.ops.aten.var.correction(x, [1], correction = 1)\n"
      "b = torch.ops.aten.var.correction(x, [0], correction = 0)\nreturn (a, b)";
  suite_add(&suite, "x: \"f64[30, 2048]\"", body, "splits=3");
  suite_add(&suite, "x: \"bf16[20, 8192]\"", body, "splits=4");
  suite_add(&suite, "x: \"f32[9, 16384]\"",
            "a = torch.ops.aten.sum.dim_IntList(x, [1])\nb = torch.ops.aten.sum.dim_IntList(x, [0])\n"
            "return (a, b)",
            "splits=2");
  suite_run(&suite);
}

// Rows of several dims, columns of several dims, operands that lack some of them, and what the finish reads
// itself.
static void test_spaces(void **state) {
  (void)state;
  Suite suite = {0};
  suite_add(&suite, "x: \"f32[6, 5, 64]\"",
            "a = torch.ops.aten.sum.dim_IntList(x, [2])\nb = torch.ops.aten.sum.dim_IntList(x, [0, 1])\n"
            "return (a, b)",
            "");
  suite_add(&suite, "x: \"f32[20, 3, 40][120, 1, 3]\"",
            "a = torch.ops.aten.sum.dim_IntList(x, [1, 2])\nb = torch.ops.aten.sum.dim_IntList(x, [0])\n"
            "return (a, b)",
            "splits=3");
  suite_add(&suite, "x: \"f32[20, 8, 12]\", y: \"f32[20, 8, 1]\"",
            "z = torch.ops.aten.mul.Tensor(x, y)\na = torch.ops.aten.sum.dim_IntList(z, [1, 2])\n"
            "b = torch.ops.aten.sum.dim_IntList(y, [0])\nreturn (a, b)",
            "");
  suite_add(&suite, "x: \"bf16[90, 256]\", w: \"f32[256]\"",
            CAST("f", "x", "float32")
            "a = torch.ops.aten.sum.dim_IntList(f, [1])\nb = torch.ops.aten.sum.dim_IntList(f, [0])\n"
            "c = torch.ops.aten.mul.Tensor(b, 0.5)\nn = torch.ops.aten.sub.Tensor(w, c)\nreturn (a, n)",
            "splits=6");
  suite_add(&suite, "x: \"f32[0, 64]\"",
            "a = torch.ops.aten.sum.dim_IntList(x, [1])\nb = torch.ops.aten.sum.dim_IntList(x, [0])\n"
            "return (a, b)",
            "");
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_norm_backward),  cmocka_unit_test(test_rounded_weights),
      cmocka_unit_test(test_shared_barrier), cmocka_unit_test(test_loss),
      cmocka_unit_test(test_kinds),          cmocka_unit_test(test_wide),
      cmocka_unit_test(test_spaces),         cmocka_unit_test(test_invariant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
