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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add_sizes),
      cmocka_unit_test(test_broadcast),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
