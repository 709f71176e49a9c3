// Sets that fall into parts: which parts, what they share, and that all of them together compute what the
// graph says.
#include "check.h"

#include "h200.h"
#include "kernel/template/memo.h"

#include <stdio.h>

// Lowers the whole graph, runs it, and expects so many different parts and, each time counted, so many in
// all.
static Nest *lower_parts(const char *parameters, const char *body, int parts, int times) {
  Graph *graph = check_graph(parameters, body);
  Nest *nest = check_one_kernel(graph);
  Status status = {0};
  if (!nest_verify(nest, &status)) fail_msg("%s", status.message);
  if (nest->part_count != parts || nest_part_count(nest) != times)
    fail_msg("%s\n%d parts, %d times", body, nest->part_count, nest_part_count(nest));
  return nest;
}

static void drop(Nest *nest) {
  Graph *graph = (Graph *)nest->graph;
  nest_free(nest);
  graph_free(graph);
}

static void expect(const char *parameters, const char *body, int parts, int times) {
  drop(lower_parts(parameters, body, parts, times));
}

// What flows between ops, or through memory that one of them writes, keeps them in one part.
static void test_parts(void **state) {
  (void)state;
  expect("x: \"f32[64, 32]\", y: \"f32[100]\"",
         "a = torch.ops.aten.exp.default(x)\nb = torch.ops.aten.exp.default(y)\nreturn (a, b)", 2, 2);
  expect("x: \"f32[64, 32]\", y: \"f32[64, 32]\"", // one domain: one nest
         "a = torch.ops.aten.exp.default(x)\nb = torch.ops.aten.exp.default(y)\nreturn (a, b)", 0, 1);
  expect("x: \"f32[64, 32]\", y: \"f32[100]\"", // over an op between them
         "a = torch.ops.aten.exp.default(x)\nn = torch.ops.aten.neg.default(a)\n"
         "t = torch.ops.aten.sum.dim_IntList(n, [1])\nb = torch.ops.aten.exp.default(y)\nreturn (a, t, b)",
         2, 2);
  expect(
      "x: \"f32[64, 32]\", y: \"f32[64, 32]\"", // sums of two tensors: neither waits for the other's rows
      "a = torch.ops.aten.sum.dim_IntList(x, [1])\nb = torch.ops.aten.sum.dim_IntList(y, [1])\nreturn (a, b)",
      1, 2);
  expect("x: \"f32[64, 32]\", y: \"f32[64, 32]\", z: \"f32[100]\"", // nobody wants c: it is no part
         "a = torch.ops.aten.sum.dim_IntList(x, [1])\nb = torch.ops.aten.sum.dim_IntList(y, [1])\n"
         "c = torch.ops.aten.exp.default(z)\nreturn (a, b)",
         1, 2);
  expect("x: \"f32[64, 32]\"", // of one tensor: read once
         "a = torch.ops.aten.sum.dim_IntList(x, [1])\nb = torch.ops.aten.amax.default(x, [1])\nreturn (a, b)",
         0, 1);
}

// Tensors that are read along the same domain are read once, whatever else is in the batch.
static void test_joined(void **state) {
  (void)state;
  Nest *nest = lower_parts("x: \"bf16[64, 32]\", y: \"f32[100]\"",
                           "a = torch.ops.aten.relu.default(x)\nb = torch.ops.aten.neg.default(x)\n"
                           "c = torch.ops.aten.exp.default(y)\nreturn (a, b, c)",
                           2, 2);
  assert_int_equal(nest->buffer_count, 5);
  assert_int_equal(nest->parts[0].nest->buffer_count, 3); // x, a, b
  drop(nest);
}

// First what parts share, then what each has, part by part and time by time: the order of the kernel's
// parameters.
static void test_buffers(void **state) {
  (void)state;
  Nest *nest = lower_parts("a: \"f32[50]\", b: \"f32[20]\", c: \"f32[50]\", rate: \"f32[]\"",
                           "p = torch.ops.aten.mul.Tensor(a, rate)\nq = torch.ops.aten.mul.Tensor(b, rate)\n"
                           "r = torch.ops.aten.mul.Tensor(c, rate)\nreturn (p, q, r)",
                           2, 3);
  static const char *const names[] = {"rate", "a", "p", "c", "r", "b", "q"};
  assert_int_equal(nest->buffer_count, 7);
  for (int i = 0; i < 7; i++)
    assert_string_equal(nest->graph->values[nest->buffers[i].storage].name, names[i]);
  assert_int_equal(nest->parts[0].count, 2);
  static const int buffers[] = {1, 0, 2, 3, 0, 4}; // a, rate, p; c, rate, r
  for (int i = 0; i < 6; i++)
    assert_int_equal(nest->parts[0].buffers[i], buffers[i]);
  drop(nest);
}

// The same shapes with another number inside are other code; parts of which one reads what several read and
// the other something of its own are, too.
static void test_unequal(void **state) {
  (void)state;
  expect("a: \"f32[50]\", b: \"f32[20]\", c: \"f32[50]\"",
         "p = torch.ops.aten.mul.Tensor(a, 2)\nq = torch.ops.aten.mul.Tensor(b, 2)\n"
         "r = torch.ops.aten.mul.Tensor(c, 3)\nreturn (p, q, r)",
         3, 3);
  expect("a: \"f32[5, 10]\", b: \"f32[20]\", c: \"f32[5, 10]\", s: \"f32[]\", t: \"f32[]\"",
         "m = torch.ops.aten.sum.dim_IntList(a, [1])\np = torch.ops.aten.mul.Tensor(m, s)\n"
         "q = torch.ops.aten.mul.Tensor(b, s)\n"
         "n = torch.ops.aten.sum.dim_IntList(c, [1])\nr = torch.ops.aten.mul.Tensor(n, t)\nreturn (p, q, r)",
         3, 3);
}

// A cast that two parts read and nobody stores is made in each; one that is stored ties them together, and a
// reduction does.
static void test_repeated(void **state) {
  (void)state;
  static const char *const parameters = "x: \"bf16[10, 9, 32]\"";
  expect(parameters,
         "f = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
         "a = torch.ops.aten.sum.dim_IntList(f, [0])\nb = torch.ops.aten.sum.dim_IntList(f, [1])\n"
         "return (a, b)",
         2, 2);
  check_refused(parameters,
                "f = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
                "a = torch.ops.aten.sum.dim_IntList(f, [0])\nb = torch.ops.aten.sum.dim_IntList(f, [1])\n"
                "return (a, b, f)",
                REASON_REDUCTION_AXES, "b reduces along axes 1");
  check_refused(parameters,
                "m = torch.ops.aten.sum.dim_IntList(x, [2], True)\nn = torch.ops.aten.sub.Tensor(x, m)\n"
                "a = torch.ops.aten.sum.dim_IntList(n, [0])\nb = torch.ops.aten.sum.dim_IntList(n, [1])\n"
                "return (a, b)",
                REASON_REDUCTION_AXES, "");
}

// A kernel that writes into a tensor, and one that reads it: there is an order between them, which one launch
// does not keep.
static void test_mutation(void **state) {
  (void)state;
  static const char *const body =
      "c = torch.ops.aten.copy_.default(x, y)\n"
      "s = torch.ops.aten.sum.dim_IntList(x, [0])\n"
      "return (s,)";
  Graph *graph = check_graph("x: \"f32[64, 32]\", y: \"f32[64, 32]\"", body);
  CheckSet set = check_all(graph);
  Reason reason;
  Nest *nest = check_lower(graph, &set, &reason);
  if (nest) assert_int_equal(nest->part_count, 0);
  nest_free(nest);
  graph_free(graph);
}

// Targets of scattered stores are filled before the launch, those of all parts.
static void test_presets(void **state) {
  (void)state;
  Nest *nest = lower_parts(
      "x: \"f32[10, 4]\", i: \"i64[3]\", v: \"f32[3, 4]\", y: \"f32[12, 4]\", j: \"i64[5]\", w: \"f32[5, "
      "4]\"",
      "a = torch.ops.aten.index_put.default(x, [i], v)\nb = torch.ops.aten.index_put.default(y, [j], w)\n"
      "return (a, b)",
      2, 2);
  assert_int_equal(nest->preset_count, 2);
  for (int p = 0; p < 2; p++) {
    const char *from = nest->graph->values[nest->buffers[nest->presets[p].from].storage].name;
    const char *to = nest->graph->values[nest->buffers[nest->presets[p].to].storage].name;
    assert_string_equal(from, p ? "y" : "x");
    assert_string_equal(to, p ? "b" : "a");
  }
  drop(nest);
}

// More pointers than a launch takes: said, not tried.
static void test_most_pointers(void **state) {
  (void)state;
  Text parameters = {0}, body = {0}, results = {0};
  for (int i = 0; i < 4000; i++)
    text_printf(&parameters, "%sx%d: \"f32[%d]\"", i ? ", " : "", i, i / 8 % 2 ? 10 : 20);
  for (int i = 0; i < 500; i++) { // eight read, one written
    text_printf(&body, "y%d = torch.ops.aten.cat.default([", i);
    for (int k = 0; k < 8; k++)
      text_printf(&body, "%sx%d", k ? ", " : "", 8 * i + k);
    text_add(&body, "])\n");
    text_printf(&results, "%sy%d", i ? ", " : "", i);
  }
  text_printf(&body, "return (%s)", text_get(&results));
  check_refused(text_get(&parameters), text_get(&body), REASON_UNSUPPORTED, "4500 pointers");
  text_free(&parameters);
  text_free(&body);
  text_free(&results);
}

// What a batch takes of memory is mostly that of its parts.
static void test_bytes(void **state) {
  (void)state;
  Nest *nest = lower_parts("x: \"f32[64, 32]\", y: \"f32[100]\"",
                           "a = torch.ops.aten.exp.default(x)\nb = torch.ops.aten.exp.default(y)\n"
                           "return (a, b)",
                           2, 2);
  size_t parts = nest_bytes(nest->parts[0].nest) + nest_bytes(nest->parts[1].nest);
  assert_int_equal(nest_bytes(nest), arena_bytes(nest->arena) + parts);
  assert_true(parts >= arena_bytes(nest->parts[0].nest->arena));
  drop(nest);
}

// What is chosen for parts is what is chosen without a memo; asked again, nothing is worked out: other limits
// change nothing.
static void test_known_schedules(void **state) {
  (void)state;
  Nest *nest = lower_parts("x: \"f32[64, 32]\", y: \"f32[5000, 3000]\"",
                           "a = torch.ops.aten.sum.dim_IntList(x, [1])\n"
                           "b = torch.ops.aten.exp.default(y)\nreturn (a, b)",
                           2, 2);
  ScheduleMemo *memo = schedule_memo_new();
  Schedule plain, known, again;
  PartSchedule parts[2];
  Reason reason;
  assert_true(schedule_choose(nest, &h200_limits, NULL, &plain, &reason));
  assert_true(schedule_choose_by(memo, nest, &h200_limits, NULL, &known, &reason));
  assert_memory_equal(plain.knob, known.knob, sizeof plain.knob);
  schedule_parts(memo, nest, &known, &h200_limits, parts);
  for (int i = 0; i < 2; i++) {
    assert_true(schedule_part(nest, &plain, &h200_limits, i, &again));
    assert_memory_equal(again.knob, parts[i].schedule.knob, sizeof again.knob);
    assert_int_equal(schedule_launch(nest->parts[i].nest, &again, &h200_limits).grid, parts[i].launch.grid);
  }
  LaunchShape launch = schedule_parts_launch(nest, &known, parts);
  assert_int_equal(launch.grid, schedule_launch(nest, &plain, &h200_limits).grid);
  const Nest *part = nest->parts[1].nest;
  GpuLimits small = h200_limits;
  small.sms = 1, small.threads_per_block = 32;
  assert_true(schedule_memo_choose(memo, part, &h200_limits, NULL, &known, NULL));
  assert_true(schedule_memo_choose(memo, part, &small, NULL, &again, NULL));
  assert_memory_equal(known.knob, again.knob, sizeof known.knob);
  schedule_memo_free(memo);
  drop(nest);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts),           cmocka_unit_test(test_joined),
      cmocka_unit_test(test_buffers),         cmocka_unit_test(test_unequal),
      cmocka_unit_test(test_repeated),        cmocka_unit_test(test_mutation),
      cmocka_unit_test(test_presets),         cmocka_unit_test(test_most_pointers),
      cmocka_unit_test(test_known_schedules), cmocka_unit_test(test_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
