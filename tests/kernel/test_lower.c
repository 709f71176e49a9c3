// Whole graphs as one kernel: right, and of the shape that a person would write.
#include "check.h"

static void check_softmax(void **state) {
  (void)state;
  Graph *graph = check_graph("x: \"bf16[6, 40]\"",
                             "f = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
                             "m = torch.ops.aten.amax.default(f, [1], True)\n"
                             "s = torch.ops.aten.sub.Tensor(f, m)\n"
                             "e = torch.ops.aten.exp.default(s)\n"
                             "t = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
                             "d = torch.ops.aten.div.Tensor(e, t)\n"
                             "y = torch.ops.prims.convert_element_type.default(d, torch.bfloat16)\n"
                             "return (y,)");
  Nest *nest = check_one_kernel(graph);
  assert_int_equal(nest->dim_count, 2);
  assert_int_equal(nest->size[0], 6);
  assert_int_equal(nest->size[1], 40);
  assert_int_equal(nest->reduced, 2);
  assert_int_equal(nest->passes, 3); // maximum, sum, store
  assert_int_equal(count_steps(nest, STEP_LOAD), 1);
  assert_int_equal(count_steps(nest, STEP_REDUCE), 2);
  assert_int_equal(count_steps(nest, STEP_STORE), 1);
  nest_free(nest);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(check_softmax),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
