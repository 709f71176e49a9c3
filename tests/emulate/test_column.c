// Reductions along slow axes.
#include "fx_text.h"
#include "suite.h"

#include <stdio.h>

static const char *const sums =
    CAST("f", "x", "float32") "s = torch.ops.aten.sum.dim_IntList(f, [0])\nm = torch.ops.aten.amax.default(f, [0])\nreturn (s, m)";

static void test_sums(void **state) {
  (void)state;
  Suite suite = {0};
  static const int shapes[][2] = {{1, 5},     {3, 3},      {31, 31},   {64, 1024},  {1023, 33}, {4097, 8},
                                  {5000, 64}, {300, 1023}, {17, 4096}, {100000, 4}, {200, 100}, {2000, 6}};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    char parameters[80];
    snprintf(parameters, sizeof parameters, "x: \"bf16[%d, %d]\"", shapes[i][0], shapes[i][1]);
    suite_add(&suite, parameters, sums, "");
    snprintf(parameters, sizeof parameters, "x: \"f32[%d, %d]\"", shapes[i][0], shapes[i][1]);
    suite_add(&suite, parameters, sums, "");
    suite_add(&suite, parameters, sums, "splits=1");
    suite_add(&suite, parameters, sums, "splits=5 threads=64");
  }
  suite_run(&suite);
}

// Several kinds, an epilogue on the kept dims, and a result that is read back while one block owns the
// columns.
static void test_kinds(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const bodies[] = {
      "y = torch.ops.aten.var.correction(x, [0], correction = 1)\nreturn (y,)",
      "y = torch.ops.aten.argmax.default(x, 0)\nreturn (y,)",
      "y = torch.ops.aten.amin.default(x, [0])\nz = torch.ops.aten.exp.default(y)\nreturn (y, z)",
      "c = torch.ops.aten.gt.Scalar(x, 2)\ny = torch.ops.aten.any.dim(c, 0)\nreturn (y,)",
      "y = torch.ops.aten.relu.default(x)\ns = torch.ops.aten.sum.dim_IntList(y, [0])\nreturn (y, s)",
      "m = torch.ops.aten.mean.dim(x, [0], True)\nd = torch.ops.aten.sub.Tensor(x, m)\nreturn (d,)",
      "m = torch.ops.aten.amax.default(x, [0], True)\nd = torch.ops.aten.sub.Tensor(x, m)\ne = "
      "torch.ops.aten.exp.default(d)\n"
      "s = torch.ops.aten.sum.dim_IntList(e, [0], True)\ny = torch.ops.aten.div.Tensor(e, s)\nreturn (y,)",
  };
  static const char *const parameters[] = {"x: \"f32[100, 64]\"", "x: \"bf16[1000, 24]\"",
                                           "x: \"f64[37, 33]\"", "x: \"f32[3000, 12]\""};
  for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++)
    for (size_t p = 0; p < sizeof parameters / sizeof *parameters; p++)
      suite_add(&suite, parameters[p], bodies[b], "");
  suite_run(&suite);
}

// Statistics over several axes: batch norm in both layouts, group norm, a middle axis.
static void test_axes(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const statistics =
      "v = torch.ops.aten.var_mean.correction(x, [0, 2, 3], correction = 0, keepdim = True)\n"
      "va = v[0]\nmu = v[1]\nreturn (va, mu)";
  suite_add(&suite, "x: \"f32[4, 6, 7, 5][210, 35, 5, 1]\"", statistics, "");
  suite_add(&suite, "x: \"f32[4, 6, 7, 5][210, 1, 30, 6]\"", statistics, "");
  suite_add(&suite, "x: \"f32[4, 16, 8, 8][1024, 64, 8, 1]\"", statistics, "");
  suite_add(&suite, "x: \"f32[4, 16, 8, 8][1024, 1, 128, 16]\"", statistics, "");
  suite_add(&suite, "x: \"f32[4, 64, 56, 56][200704, 3136, 56, 1]\"", statistics, "");
  static const char *const middle = "y = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (y,)";
  suite_add(&suite, "x: \"f32[5, 300, 7]\"", middle, "");
  suite_add(&suite, "x: \"bf16[3, 1000, 64]\"", middle, "");
  suite_add(&suite, "x: \"bf16[40, 3, 8]\"", middle, "");
  suite_add(&suite, "x: \"bf16[300, 2, 64]\"", middle, ""); // tiles of several rows, a thread a column
  suite_add(&suite, "x: \"bf16[1100, 40, 64]\"", middle, "");
  suite_add(&suite, "x: \"f32[7, 5, 33]\"", middle, "");
  suite_add(&suite, "x: \"f32[6, 9, 4, 8]\"", "y = torch.ops.aten.sum.dim_IntList(x, [0, 2])\nreturn (y,)",
            "");
  suite_add(&suite, "x: \"f32[6, 9, 4, 8]\"", "y = torch.ops.aten.sum.dim_IntList(x, [1, 3])\nreturn (y,)",
            "");
  suite_add(&suite, "x: \"f32[6, 9, 4, 7]\"", "y = torch.ops.aten.sum.dim_IntList(x, [1, 3])\nreturn (y,)",
            "");
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
