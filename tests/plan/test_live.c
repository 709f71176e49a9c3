// Live memory over the launch order, worked out by hand.
#include "fixture.h"

#include "plan/program/live.h"

// All f32. a is read through a view by the library's product, and by t; u by nobody; s and t leave the graph.
static const char graph[] =
    "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [1024] },"
    "            { 'name': 'w', 'dtype': 'f32', 'shape': [64, 16] },"
    "            { 'name': 'u', 'dtype': 'f32', 'shape': [256] } ],"
    "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] },"
    "         { 'name': 'v', 'op': 'reshape', 'in': ['a'], 'shape': [16, 64] },"
    "         { 'name': 'm', 'op': 'mm', 'in': ['v', 'w'] },"
    "         { 'name': 's', 'op': 'exp', 'in': ['m'] },"
    "         { 'name': 't', 'op': 'neg', 'in': ['a'] } ], 'outputs': ['s', 't']";

enum { X = 4096, W = 4096, U = 1024, A = 4096, M = 1024, S = 1024, T = 4096, INPUTS = X + W + U };

static void assert_bytes(const PlanLive *live, const int64_t *expected, int count) {
  assert_int_equal(live->launch_count, count);
  for (int i = 0; i < count; i++)
    assert_int_equal(live->bytes[i], expected[i]);
}

static void test_every_op_alone(void **state) {
  (void)state;
  Planned it = planned_new(graph);
  PlanLive live = plan_live(it.plan);
  assert_int_equal(live.input_bytes, INPUTS);
  const int64_t expected[] = {INPUTS + A,          // a
                              INPUTS + A + M,      // m: v is a's memory
                              INPUTS + A + M + S,  // s: t still reads a
                              INPUTS + A + S + T}; // t: m is read no more, s has left
  assert_bytes(&live, expected, 4);
  assert_int_equal(live.peak, 3);
  assert_int_equal(live.tensor_count, 7); // v is none
  int holders[3];
  assert_int_equal(plan_live_holders(&live, live.peak, holders, 3), 6);
  assert_int_equal(live.tensors[holders[0]].storage, graph_find_value(it.graph, "x")); // as large as w, a, t
  assert_int_equal(live.tensors[holders[2]].storage, graph_find_value(it.graph, "a"));
  assert_int_equal(plan_live_holders(&live, 0, holders, 3), 4);
  plan_live_free(&live);
  planned_free(&it);
}

static void test_fused(void **state) {
  (void)state;
  Planned it = planned_new(graph);
  fuse_ok(it.plan, "a", "t");
  PlanLive live = plan_live(it.plan);
  const int64_t expected[] = {INPUTS + A + T,      // a and t
                              INPUTS + A + T + M,  // m
                              INPUTS + T + M + S}; // s
  assert_bytes(&live, expected, 3);
  assert_int_equal(live.peak, 1);
  plan_live_free(&live);
  planned_free(&it);
}

// What stays in registers takes nothing.
static void test_registers(void **state) {
  (void)state;
  Planned it = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [1024] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] },"
      "         { 'name': 'b', 'op': 'neg', 'in': ['a'] } ], 'outputs': ['b']");
  PlanLive live = plan_live(it.plan);
  assert_bytes(&live, (const int64_t[]){4096 + 4096, 4096 + 4096 + 4096}, 2);
  plan_live_free(&live);
  fuse_ok(it.plan, "a", "b");
  live = plan_live(it.plan);
  assert_bytes(&live, (const int64_t[]){4096 + 4096}, 1);
  plan_live_free(&live);
  planned_free(&it);
}

// Written into the caller's memory: no more than that.
static void test_in_place(void **state) {
  (void)state;
  Planned it = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [1024] },"
      "            { 'name': 'y', 'dtype': 'f32', 'shape': [1024] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] },"
      "         { 'name': 'b', 'op': 'copy', 'in': ['y', 'a'], 'mutates': 0 } ], 'outputs': ['b']");
  PlanLive live = plan_live(it.plan);
  assert_bytes(&live, (const int64_t[]){3 * 4096, 3 * 4096}, 2);
  assert_int_equal(live.tensor_count, 3);
  plan_live_free(&live);
  planned_free(&it);
}

// A reduction over the grid has a workspace while it runs, and no longer.
static void test_workspace(void **state) {
  (void)state;
  Planned it = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [4194304] } ],"
      "'ops': [ { 'name': 'a', 'op': 'sum', 'in': ['x'], 'axes': [0] },"
      "         { 'name': 'b', 'op': 'exp', 'in': ['a'] } ], 'outputs': ['b']");
  int64_t workspace = plan_lowered(it.plan, kernel_named(it.plan, "a"))->launch.workspace_bytes;
  assert_true(workspace > 0);
  PlanLive live = plan_live(it.plan);
  assert_bytes(&live, (const int64_t[]){16777216 + 4 + workspace, 16777216 + 4 + 4}, 2);
  assert_int_equal(live.scratch[0], workspace);
  assert_int_equal(live.scratch[1], 0);
  plan_live_free(&live);
  planned_free(&it);
}

// Launch by launch, with what was lowered forgotten in between, it is the same.
static void test_in_steps(void **state) {
  (void)state;
  Planned it = planned_new(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [1024] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, { 'name': 'b', 'op': 'neg', 'in': ['a'] },"
      "         { 'name': 'c', 'op': 'add', 'in': ['a', 'b'] } ], 'outputs': ['c']");
  int count;
  const int *order = plan_order(it.plan, &count);
  LiveSearch *search = live_search_new(it.plan);
  for (int i = 0; i < count; i++) {
    live_search_look(search, order[i], i);
    plan_relieve(it.plan);
  }
  PlanLive live = live_search_end(search);
  assert_bytes(&live, (const int64_t[]){2 * 4096, 3 * 4096, 4 * 4096}, 3);
  assert_int_equal(live.peak, 2);
  plan_live_free(&live);
  planned_free(&it);
}

static void test_no_launches(void **state) {
  (void)state;
  Planned it =
      planned_new("'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [8] } ], 'ops': [], 'outputs': ['x']");
  PlanLive live = plan_live(it.plan);
  assert_int_equal(live.launch_count, 0);
  assert_int_equal(live.peak, -1);
  assert_int_equal(live.input_bytes, 32);
  plan_live_free(&live);
  planned_free(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_op_alone), cmocka_unit_test(test_fused),
      cmocka_unit_test(test_registers),      cmocka_unit_test(test_in_place),
      cmocka_unit_test(test_workspace),      cmocka_unit_test(test_in_steps),
      cmocka_unit_test(test_no_launches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
