// The matrices of products and of attention through what their kernel would do with them first: heads beside
// one another that are put in order, keys that several heads share, casts from shorter floats and factors.
#include "../h200.h"
#include "kernel/nest/product.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#define HEADS(to, from, sizes, rows) \
  to "_h = torch.ops.aten.reshape.default(" from ", " sizes ")\n" to \
     "_p = torch.ops.aten.permute.default(" to "_h, [0, 2, 1, 3])\n" to \
     "_c = torch.ops.aten.clone.default(" to "_p, memory_format = torch.contiguous_format)\n" to \
     " = torch.ops.aten.reshape.default(" to "_c, " rows ")\n"
#define WIDER(to, from, axes) \
  to "_h = torch.ops.aten.reshape.default(" from ", [2, 70, 3, 24])\n" to \
     "_p = torch.ops.aten.permute.default(" to "_h, " axes ")\n" to \
     "_w = torch.ops.prims.convert_element_type.default(" to "_p, torch.float32)\n" to \
     "_s = torch.ops.aten.mul.Scalar(" to "_w, 0.45)\n" to "_c = torch.ops.aten.clone.default(" to \
     "_s, memory_format = torch.contiguous_format)\n"
// Of [2, 2, n, 64] six heads, three of which share one.
#define SHARED(to, from, rows) \
  to "_u = torch.ops.aten.unsqueeze.default(" from ", 2)\n" to "_e = torch.ops.aten.expand.default(" to \
     "_u, [2, 2, 3, 72, 64])\n" to "_c = torch.ops.aten.clone.default(" to \
     "_e, memory_format = torch.contiguous_format)\n" to " = torch.ops.aten.reshape.default(" to "_c, " rows \
     ")\n"
#define SOFTMAX \
  "t = torch.ops.aten.permute.default(k, [0, 2, 1])\np = torch.ops.aten.bmm.default(q, t)\n" \
  "f = torch.ops.prims.convert_element_type.default(p, torch.float32)\n" \
  "s = torch.ops.aten.mul.Tensor(f, 0.125)\n" \
  "m = torch.ops.aten.amax.default(s, [-1], True)\nb = torch.ops.aten.sub.Tensor(s, m)\n" \
  "e = torch.ops.aten.exp.default(b)\nl = torch.ops.aten.sum.dim_IntList(e, [-1], True)\n" \
  "d = torch.ops.aten.div.Tensor(e, l)\n" \
  "w = torch.ops.prims.convert_element_type.default(d, torch.bfloat16)\n"

// Scores as automatic mixed precision has them: no reader, and one that adds a mask.
static void test_casts(void **state) {
  (void)state;
  Suite suite = {0};
#define SCORES \
  WIDER("q", "x", "[0, 2, 1, 3]") "a = torch.ops.aten.reshape.default(q_c, [6, 70, 24])\n" \
  WIDER("k", "z", "[0, 2, 3, 1]") "b = torch.ops.aten.reshape.default(k_c, [6, 24, 70])\n" \
  "y = torch.ops.aten.bmm.default(a, b)\n"
  static const char *const parameters[] = {"x: \"f16[140, 72]\", z: \"f16[140, 72]\"",
                                           "x: \"bf16[140, 72][80, 1]\", z: \"bf16[140, 72][88, 1]\""};
  for (int i = 0; i < 2; i++) {
    suite_add_as(&suite, "gemm", parameters[i], SCORES "return (y,)", i ? "" : "rows=128 columns=128");
    suite_add_as(&suite, "gemm", parameters[i],
                 SCORES
                 "r = torch.ops.aten.reshape.default(y, [2, 3, 70, 70])\n"
                 "o = torch.ops.aten.add.Tensor(r, 1.5)\nreturn (o,)",
                 i ? "vector=1" : "");
  }
  suite_run(&suite);
}

// One matrix is divided by 8, which is no other than a factor, the other one by 11.3, which no factor is; one
// that is divided and multiplied.
static void test_divisions(void **state) {
  (void)state;
  Suite suite = {0};
  suite_add_as(&suite, "gemm", "x: \"f16[3, 70, 24]\", z: \"f16[3, 24, 80]\"",
               "v = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
               "a = torch.ops.aten.div.Tensor(v, 8.0)\n"
               "w = torch.ops.prims.convert_element_type.default(z, torch.float32)\n"
               "b = torch.ops.aten.div.Tensor(w, 11.3)\n"
               "y = torch.ops.aten.bmm.default(a, b)\nreturn (y,)",
               "");
  suite_add_as(&suite, "gemm", "x: \"bf16[3, 70, 24]\", z: \"bf16[3, 24, 80]\"",
               "v = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
               "d = torch.ops.aten.div.Tensor(v, 0.07)\na = torch.ops.aten.mul.Tensor(d, -3.3)\n"
               "b = torch.ops.prims.convert_element_type.default(z, torch.float32)\n"
               "y = torch.ops.aten.bmm.default(a, b)\nreturn (y,)",
               "");
  suite_run(&suite);
}

// Numbers of a matrix's own: two digits, the first one alone and the second one alone, behind what shares it.
static void test_digits(void **state) {
  (void)state;
  Suite suite = {0};
#define END "y = torch.ops.aten.bmm.default(a, b)\nreturn (y,)"
  suite_add_as(&suite, "gemm", "x: \"bf16[2, 70, 72]\", b: \"bf16[6, 24, 80]\"",
               HEADS("a", "x", "[2, 70, 3, 24]", "[6, 70, 24]") END, "");
  suite_add_as(&suite, "gemm", "a: \"bf16[6, 70, 24]\", z: \"bf16[3, 24, 80]\"",
               "u = torch.ops.aten.unsqueeze.default(z, 0)\n"
               "e = torch.ops.aten.expand.default(u, [2, 3, 24, 80])\n"
               "c = torch.ops.aten.clone.default(e, memory_format = torch.contiguous_format)\n"
               "b = torch.ops.aten.reshape.default(c, [6, 24, 80])\n" END,
               "rows=64");
  static const char *const keys[] = {"z: \"bf16[2, 2, 72, 64]\"",
                                     "z: \"bf16[2, 2, 72, 64][9216, 64, 128, 1]\""};
  for (int i = 0; i < 2; i++) {
    char parameters[128];
    snprintf(parameters, sizeof parameters, "a: \"bf16[12, 70, 64]\", %s", keys[i]);
    suite_add_as(&suite, "gemm", parameters,
                 SHARED("k", "z", "[12, 72, 64]") "b = torch.ops.aten.permute.default(k, [0, 2, 1])\n" END,
                 "");
  }
  suite_run(&suite);
}

// Heads beside one another, of which three share their keys and values; all of the matrices from one tensor.
static void test_attention(void **state) {
  (void)state;
  Suite suite = {0};
#define VALUES "y = torch.ops.aten.bmm.default(w, v)\nreturn (y,)"
  suite_add_as(
      &suite, "attention",
      ("x: \"bf16[140, 384]\", z: \"bf16[2, 2, 72, 64][9216, 64, 128, 1]\", g: \"bf16[2, 2, 72, 64]\""),
      HEADS("q", "x", "[2, 70, 6, 64]", "[12, 70, 64]") SHARED("k", "z", "[12, 72, 64]")
          SHARED("v", "g", "[12, 72, 64]") SOFTMAX VALUES,
      "");
  suite_add_as(
      &suite, "attention", "x: \"bf16[2, 70, 576]\"",
      "i = torch.ops.aten.slice.Tensor(x, 2, 0, 192)\nj = torch.ops.aten.slice.Tensor(x, 2, 192, 384)\n"
      "h = torch.ops.aten.slice.Tensor(x, 2, 384, 576)\n" HEADS("q", "i", "[2, 70, 3, 64]", "[6, 70, 64]")
          HEADS("k", "j", "[2, 70, 3, 64]", "[6, 70, 64]") HEADS("v", "h", "[2, 70, 3, 64]", "[6, 70, 64]")
              SOFTMAX VALUES,
      "");
  suite_run(&suite);
}

static void refused(const char *parameters, const char *body, const char *part) {
  Reason reason;
  Graph *graph = check_graph(parameters, body);
  CheckSet set = check_all(graph);
  if (check_lower(graph, &set, &reason) || !strstr(reason.text, part)) fail_msg("%s\n%s", body, reason.text);
  graph_free(graph);
}

static void test_refusals(void **state) {
  (void)state;
  refused("x: \"bf16[3, 70, 4, 24]\", b: \"bf16[3, 96, 80]\"", // what is summed lies in two pieces
          "c = torch.ops.aten.permute.default(x, [0, 2, 1, 3])\nd = torch.ops.aten.clone.default(c)\n"
          "p = torch.ops.aten.permute.default(d, [0, 2, 1, 3])\ni = torch.ops.aten.permute.default(p, [0, 1, "
          "3, 2])\n"
          "h = torch.ops.aten.clone.default(i, memory_format = torch.contiguous_format)\n"
          "a = torch.ops.aten.reshape.default(h, [3, 70, 96])\n" END,
          "nowhere in a line");
  refused("x: \"f32[3, 70, 24]\", b: \"bf16[3, 24, 80]\"", // rounds
          "a = torch.ops.prims.convert_element_type.default(x, torch.bfloat16)\n" END,
          "runs in a library call");
  refused("x: \"bf16[3, 70, 24]\", z: \"f32[3, 24, 80]\"", // one of two
          "a = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
          "b = torch.ops.aten.mul.Tensor(z, 2)\n" END,
          "multiplies bf16 by f32 here");
  refused("x: \"bf16[2, 3, 4, 70, 24][30000, 8000, 1680, 24, 1]\", b: \"bf16[24, 24, 80]\"", // three digits
          "c = torch.ops.aten.clone.default(x, memory_format = torch.contiguous_format)\n"
          "a = torch.ops.aten.reshape.default(c, [24, 70, 24])\n" END,
          "whose lines are no neighbours");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_casts), cmocka_unit_test(test_divisions),
                                     cmocka_unit_test(test_digits), cmocka_unit_test(test_attention),
                                     cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
