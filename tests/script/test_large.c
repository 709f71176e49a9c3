// A graph of more ops than greedy lets kernels grow in without end.
#include "lua_run.h"

enum { OPS = 20001, MOST_OPS = 64 };

// o0 of x, each of the others of the one before.
static char *chain(int ops) {
  Text text = {0};
  text_add(&text,
           "{'format': 'fusebox-graph', 'version': 1, 'name': 'chain', 'inputs': "
           "[{'name': 'x', 'dtype': 'f32', 'shape': [256, 1024]}], 'ops': [");
  for (int i = 0; i < ops; i++)
    if (i)
      text_printf(&text, ", {'name': 'o%d', 'op': 'neg', 'in': ['o%d']}", i, i - 1);
    else
      text_add(&text, "{'name': 'o0', 'op': 'exp', 'in': ['x']}");
  text_printf(&text, "], 'outputs': ['o%d']}", ops - 1);
  return text_take(&text);
}

// Each kernel is about as large as it may be: two that are next to each other would not fit into one.
static void test_kernels_are_bounded(void **state) {
  (void)state;
  char *graph = chain(OPS);
  Session *session = lua_session(graph);
  Status status = {0};
  if (!heuristic_run(session, "greedy", NULL, 0, NULL, NULL, &status)) fail_msg("%s", status.message);
  const Plan *plan = session_plan(session);
  int count, before = MOST_OPS;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++) {
    int ops = plan_kernel(plan, order[i]).op_count;
    assert_in_range(ops, 1, MOST_OPS);
    assert_true(before + ops > MOST_OPS);
    before = ops;
  }
  session_close(session);
  free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kernels_are_bounded)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
