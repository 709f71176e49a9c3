// Pointwise kernels.
#include "suite.h"

#include <stdio.h>

static void test_add_sizes(void **state) {
  (void)state;
  Suite suite = {0};
  static const int sizes[] = {1, 3, 31, 1023, 4097, 8192};
  static const char *const dtypes[] = {"f32", "bf16", "f16", "f64", "i32", "i64", "i16", "i8", "u8", "b8"};
  for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      char parameters[160];
      snprintf(parameters, sizeof parameters, "x: \"%s[%d]\", y: \"%s[%d]\"", dtypes[d], sizes[s], dtypes[d],
               sizes[s]);
      suite_add(&suite, parameters, "z = torch.ops.aten.add.Tensor(x, y)\nreturn (z,)", "");
    }
  suite_run(&suite);
}

static void test_broadcast(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const parameters[] = {
      "x: \"f32[16, 1024]\", y: \"f32[1024]\"",  "x: \"bf16[16, 1023]\", y: \"bf16[1023]\"",
      "x: \"bf16[5, 7, 31]\", y: \"f32[7, 1]\"", "x: \"f32[4, 1, 33]\", y: \"f32[1, 9, 1]\"",
      "x: \"bf16[3, 4097]\", y: \"bf16[3, 1]\"", "x: \"f32[]\", y: \"f32[17]\"",
  };
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
    suite_add(&suite, parameters[i], "z = torch.ops.aten.mul.Tensor(x, y)\nreturn (z,)", "");
  suite_run(&suite);
}

// Slots that share repeated inputs: along the slowest dim, a middle one and both sides of one; with whole and
// partial trips, owned units that no block fills, inputs that are computed, single values of rows.
static void test_repeated(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const parameters[] = {
      "x: \"f32[16, 1024]\", y: \"f32[1024]\"",         "x: \"bf16[37, 64]\", y: \"f32[64]\"",
      "x: \"bf16[5, 7, 4, 64]\", y: \"f32[7, 1, 64]\"", "x: \"f32[3, 9, 24]\", y: \"f32[3, 1, 24]\"",
      "x: \"f32[4, 1, 40]\", y: \"f32[1, 9, 40]\"",
  };
  static const char *const knobs[] = {
      "rows=64 threads=64 unroll=4",           "rows=16 threads=64 unroll=2",
      "rows=128 threads=32 unroll=1 vector=4", "rows=8 threads=32 unroll=3 vector=1",
      "rows=32 threads=32 unroll=2 splits=1", // several trips
      "rows=16 threads=64 unroll=1 splits=3"};
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
    for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++)
      suite_add(&suite, parameters[i],
                "c = torch.ops.aten.sin.default(y)\nz = torch.ops.aten.mul.Tensor(x, c)\nreturn (z,)",
                knobs[k]);
  suite_add(&suite, "x: \"f32[48, 64]\", y: \"f32[64]\", s: \"f32[48, 1]\"",
            "c = torch.ops.aten.mul.Tensor(x, y)\nz = torch.ops.aten.add.Tensor(c, s)\nreturn (z, c)",
            "rows=64 threads=64 unroll=4");
  suite_add(&suite, "x: \"f32[48, 64]\", y: \"f32[64]\"", // and stores what repeats
            "c = torch.ops.aten.sin.default(y)\nz = torch.ops.aten.mul.Tensor(x, c)\nreturn (z, c)",
            "rows=32 threads=64 unroll=4 vector=2");
  for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++) // all that is loaded repeats
    suite_add(&suite, "x: \"bf16[3, 5, 1, 64]\"",
              "e = torch.ops.aten.expand.default(x, [3, 5, 7, 64])\n"
              "y = torch.ops.aten.clone.default(e, memory_format = torch.contiguous_format)\nreturn (y,)",
              knobs[k]);
  suite_run(&suite);
}

// Rotary embedding: both halves of every head take the sines and cosines of the same angles, which lie along
// the positions and are computed once for all slots of a thread.
static void test_rotation(void **state) {
  (void)state;
  Suite suite = {0};
  static const char body[] =
      "t = torch.ops.aten.permute.default(a, [1, 0])\n"
      "b = torch.ops.aten.cat.default([t, t], 1)\n"
      "c = torch.ops.aten.cos.default(b)\ns = torch.ops.aten.sin.default(b)\n"
      "p = torch.ops.aten.slice.Tensor(x, 2, 0, 32)\n"
      "q = torch.ops.aten.slice.Tensor(x, 2, 32, 64)\n"
      "n = torch.ops.aten.neg.default(q)\n"
      "r = torch.ops.aten.cat.default([n, p], 2)\n"
      "u = torch.ops.aten.mul.Tensor(x, c)\nv = torch.ops.aten.mul.Tensor(r, s)\n"
      "z = torch.ops.aten.add.Tensor(u, v)\nreturn (z,)";
  static const char *const knobs[] = {"", "rows=32 threads=128 unroll=4", "rows=16 threads=64 unroll=3"};
  for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++) {
    Case *added = suite_add(&suite, "x: \"bf16[24, 20, 64]\", a: \"f32[32, 20]\"", body, knobs[i]);
    assert_string_equal(template_name(added->schedule.kind), "map");
    int sines = 0;
    for (int step = 0; step < added->nest->step_count; step++)
      sines += added->nest->steps[step].kind == STEP_COMPUTE && added->nest->steps[step].code == OP_SIN;
    assert_int_equal(sines, 1);
  }
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add_sizes),
      cmocka_unit_test(test_broadcast),
      cmocka_unit_test(test_repeated),
      cmocka_unit_test(test_rotation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
