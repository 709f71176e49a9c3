// Reductions along the fast axis.
#include "suite.h"

#include <stdio.h>

#define CAST(name, from, dtype) \
  name " = torch.ops.prims.convert_element_type.default(" from ", torch." dtype ")\n"
#define SOFTMAX \
  CAST("f", "x", "float32") \
  "m = torch.ops.aten.amax.default(f, [1], True)\n" \
  "s = torch.ops.aten.sub.Tensor(f, m)\n" \
  "e = torch.ops.aten.exp.default(s)\n" \
  "t = torch.ops.aten.sum.dim_IntList(e, [1], True)\n" \
  "d = torch.ops.aten.div.Tensor(e, t)\n" CAST("y", "d", "bfloat16") "return (y,)"

static void test_softmax(void **state) {
  (void)state;
  Suite suite = {0};
  static const int shapes[][2] = {{6, 40},   {5, 1},    {33, 3},   {3, 64},   {9, 256},   {4, 1024},
                                  {3, 1023}, {2, 4097}, {2, 4096}, {3, 8192}, {2, 32000}, {2, 100000}};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    char parameters[160];
    snprintf(parameters, sizeof parameters, "x: \"bf16[%d, %d]\"", shapes[s][0], shapes[s][1]);
    suite_add(&suite, parameters, SOFTMAX, "");
    suite_add(&suite, parameters, SOFTMAX, "persistent=0");
  }
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_softmax),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
