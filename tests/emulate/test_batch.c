// Several loop nests in one launch.
#include "suite.h"

#include <stdio.h>

// The case's nest has so many different parts, of which all together run so many times.
static Case *add(Suite *suite, const char *parameters, const char *body, const char *knobs, int parts,
                 int times) {
  Case *added = suite_add(suite, parameters, body, knobs);
  if (added->nest->part_count != parts || nest_part_count(added->nest) != times)
    fail_msg("%s\n%d parts, %d with all times", added->title, added->nest->part_count,
             nest_part_count(added->nest));
  Status status = {0};
  if (!nest_verify(added->nest, &status)) fail_msg("%s", status.message);
  return added;
}

// Domains of any rank and dtype beside each other; one element, and none.
static void test_maps(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const parameters =
      "a: \"f32[100]\", b: \"bf16[7, 9, 33]\", c: \"f64[1]\", d: \"i64[3, 50]\", e: \"b8[1000]\", f: "
      "\"f16[2, 1, 64]\"";
  static const char *const body =
      "p = torch.ops.aten.exp.default(a)\n"
      "q = torch.ops.aten.relu.default(b)\n"
      "r = torch.ops.aten.neg.default(c)\n"
      "s = torch.ops.aten.mul.Tensor(d, 3)\n"
      "t = torch.ops.aten.logical_not.default(e)\n"
      "u = torch.ops.aten.add.Tensor(f, f)\n"
      "return (p, q, r, s, t, u)";
  add(&suite, parameters, body, "", 6, 6);
  add(&suite, parameters, body, "threads=64", 6, 6);
  add(&suite, parameters, body, "vector=1", 6, 6);
  add(&suite, "a: \"f32[0, 4]\", b: \"f32[30]\", c: \"f32[5, 0]\", d: \"f32[70]\"",
      "p = torch.ops.aten.exp.default(a)\nq = torch.ops.aten.exp.default(b)\nr = "
      "torch.ops.aten.neg.default(c)\n"
      "s = torch.ops.aten.neg.default(d)\nreturn (p, q, r, s)",
      "", 4, 4);
  suite_run(&suite);
}

static const char *const softmax =
    "m = torch.ops.aten.amax.default(x, [1], True)\nd = torch.ops.aten.sub.Tensor(x, m)\n"
    "e = torch.ops.aten.exp.default(d)\nt = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
    "y = torch.ops.aten.div.Tensor(e, t)\n";

static void add_beside_softmax(Suite *suite, const char *shape, const char *parameters, const char *other,
                               const char *knobs) {
  Text all = {0}, body = {0};
  text_printf(&all, "x: \"%s\", %s", shape, parameters);
  text_printf(&body, "%s%sreturn (y, z)", softmax, other);
  add(suite, text_get(&all), text_get(&body), knobs, 2, 2);
  text_free(&all);
  text_free(&body);
}

// Every template beside rows that are held, from one warp a row to a thousand threads.
static void test_templates(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const shapes[] = {"f32[40, 64]", "f32[3, 1000]", "f32[2, 40000]"};
  static const char *const others[][2] = {
      {"a: \"f32[5000]\"", "z = torch.ops.aten.exp.default(a)\n"},
      {"a: \"f32[3000, 40]\"", "z = torch.ops.aten.sum.dim_IntList(a, [0])\n"},
      {"a: \"f32[50000]\"", "z = torch.ops.aten.sum.default(a)\n"},
      {"a: \"f32[300, 90]\"", "z = torch.ops.aten.sum.dim_IntList(a, [1])\n"},
      {"a: \"f32[64, 96]\", b: \"f32[96, 64]\"",
       "v = torch.ops.aten.permute.default(b, [1, 0])\nz = torch.ops.aten.add.Tensor(a, v)\n"},
      {"a: \"f32[30, 700]\"", "z = torch.ops.aten.cumsum.default(a, 1)\n"},
      {"a: \"f32[200, 64]\"", // rows, and sums across them
       "r = torch.ops.aten.sum.dim_IntList(a, [1], True)\nn = torch.ops.aten.mul.Tensor(a, r)\n"
       "z = torch.ops.aten.sum.dim_IntList(n, [0])\n"},
      {"a: \"f32[20, 30]\", i: \"i64[50]\"", "z = torch.ops.aten.embedding.default(a, i)\n"},
      {"a: \"f32[6, 20, 8]\"", "z = torch.ops.aten.amax.default(a, [1])\n"},
  };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t o = 0; o < sizeof others / sizeof *others; o++)
      add_beside_softmax(&suite, shapes[s], others[o][0], others[o][1], "");
  suite_run(&suite);
}

// Parts that differ in nothing but their tensors run by one function; what all of them read is no part of the
// table.
static void test_equal_parts(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const steps =
      "a1 = torch.ops.aten.mul.Tensor(a, rate)\nb1 = torch.ops.aten.mul.Tensor(b, rate)\n"
      "c1 = torch.ops.aten.mul.Tensor(c, rate)\nd1 = torch.ops.aten.mul.Tensor(d, rate)\n"
      "return (a1, b1, c1, d1)";
  add(&suite, "a: \"f32[50]\", b: \"f32[3, 7]\", c: \"f32[3, 7]\", d: \"f32[50]\", rate: \"f32[]\"", steps,
      "", 2, 4);
  // More than a few tensors are apart even when their shapes agree: one thread would have to work on them
  // all.
  Text parameters = {0}, body = {0}, results = {0};
  for (int i = 0; i < 20; i++) {
    text_printf(&parameters, "%sp%d: \"bf16[600]\", g%d: \"bf16[600]\"", i ? ", " : "", i, i);
    text_printf(&body, "n%d = torch.ops.aten.sub.Tensor(p%d, g%d)\n", i, i, i);
    text_printf(&results, "%sn%d", i ? ", " : "", i);
  }
  text_printf(&body, "return (%s)", text_get(&results));
  add(&suite, text_get(&parameters), text_get(&body), "", 1, 20);
  add(&suite, text_get(&parameters), text_get(&body), "vector=2 threads=32", 1, 20);
  text_free(&parameters);
  text_free(&body);
  text_free(&results);
  suite_run(&suite);
}

// Blocks that share sums do so within their part: each has counters and partial sums of its own, and leaves
// them as it found them.
static void test_workspaces(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const sums =
      "p = torch.ops.aten.sum.dim_IntList(a, [0])\nq = torch.ops.aten.sum.dim_IntList(b, [0])\n"
      "r = torch.ops.aten.amax.default(c)\ns = torch.ops.aten.sum.dim_IntList(d, [0])\n"
      "return (p, q, r, s)";
  static const char *const parameters =
      "a: \"f32[2000, 24]\", b: \"f32[2000, 24]\", c: \"f32[30000]\", d: \"f32[900, 7]\"";
  add(&suite, parameters, sums, "", 3, 4);
  add(&suite, parameters, sums, "splits=3", 3, 4);
  add(&suite, parameters, sums, "threads=512", 3, 4);
  suite_run(&suite);
}

// What several parts need and nobody stores, each computes for itself.
static void test_repeated(void **state) {
  (void)state;
  Suite suite = {0};
  add(&suite, "x: \"bf16[8, 6, 32]\"",
      "f = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
      "a = torch.ops.aten.sum.dim_IntList(f, [0])\nb = torch.ops.aten.sum.dim_IntList(f, [1])\n"
      "return (a, b)",
      "", 2, 2);
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_maps),       cmocka_unit_test(test_templates), cmocka_unit_test(test_equal_parts),
      cmocka_unit_test(test_workspaces), cmocka_unit_test(test_repeated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
