// Attention as one op of a graph, fused with what its bias is made of and with what reads its results.
#include "../h200.h"
#include "kernel/nest/product.h"
#include "kernel/nest/score.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#define QKV "q: \"bf16[2, 4, 70, 64]\", k: \"bf16[2, 4, 72, 64]\", v: \"bf16[2, 4, 72, 64]\""
#define SQUARE "q: \"bf16[2, 2, 200, 64]\", k: \"bf16[2, 2, 200, 64]\", v: \"bf16[2, 2, 200, 64]\""
#define CALL(form, rest) \
  "c = torch.ops.aten._scaled_dot_product_" form "_attention.default(q, k, v, " rest ")\n"
#define OUTPUT(type, shape) "o: \"" type shape "\" = c[0]\n"
#define DOUBLED "z = torch.ops.aten.mul.Tensor(o, 2.0)\n"
#define PLACES \
  "i = torch.ops.prims.iota.default(200, start = 0, step = 1, dtype = torch.int64)\n" \
  "row = torch.ops.aten.unsqueeze.default(i, 1)\n"
#define ZERO_AND_HIDDEN \
  "zero: \"bf16[]\" = torch.ops.aten.full.default([], 0.0, dtype = torch.bfloat16)\n" \
  "hidden: \"bf16[]\" = torch.ops.aten.full.default([], -65536.0, dtype = torch.bfloat16)\n"
#define BIAS(mask) \
  PLACES mask ZERO_AND_HIDDEN \
      "b = torch.ops.aten.where.self(m, zero, hidden)\n" \
      "x = torch.ops.aten.expand.default(b, [2, 1, 200, 200])\n" CALL("cudnn", "x, True, scale = 0.125") \
          OUTPUT("bf16", "[2, 2, 200, 64]") DOUBLED "return (z,)"

#define FLIPPED(axis) \
  CALL("cudnn", "None, False") \
  OUTPUT("bf16", "[2, 4, 70, 64]") "r = torch.ops.aten.flip.default(o, [" axis "])\nreturn (r,)"

static ScoreForm form_of(const Case *added) {
  return score_form(nest_scores(added->nest));
}

// All results: those that nobody has a use for are 0.
static void test_results(void **state) {
  (void)state;
  Suite suite = {0};
  Case *added = suite_add_as(
      &suite, "attention", QKV,
      CALL("cudnn", "None, True, scale = 0.25") OUTPUT("bf16", "[2, 4, 70, 64]")
      "l: \"f32[2, 4, 70, 1]\" = c[1]\ns: \"i64[]\" = c[6]\nt: \"i64[]\" = c[7]\n" DOUBLED "return (o, z, l, s, t)", "");
  assert_true(form_of(added).factor == 0.25);
  assert_true(nest_log_sums(added->nest));
  suite_add_as(&suite, "attention",
               "q: \"f16[1, 2, 130, 128]\", k: \"f16[1, 2, 130, 128]\", v: \"f16[1, 2, 130, 128]\"",
               CALL("flash", "0.0, True")
                   OUTPUT("f16", "[1, 2, 130, 128]") "l: \"f32[1, 2, 130]\" = c[1]\n" DOUBLED "return (z, l)",
               "");
  suite_run(&suite);
}

// Masks that are made in the kernel: bands of keys, told by comparisons, distances and more than one of them.
static void test_masks(void **state) {
  (void)state;
  static const struct {
    const char *body;
    bool has_first, has_last;
    int first, last;
    bool whole; // the band says all of the mask
  } masks[] = {
      {BIAS("m = torch.ops.aten.le.Tensor(i, row)\n"), false, true, 0, 0, true},
      {BIAS("d = torch.ops.aten.sub.Tensor(row, i)\ne = torch.ops.aten.abs.default(d)\n"
            "n = torch.ops.aten.lt.Scalar(e, 40)\np = torch.ops.aten.ge.Scalar(row, 0)\n"
            "m = torch.ops.aten.bitwise_and.Tensor(n, p)\n"),
       true, true, -39, 39, true},
      {BIAS("d = torch.ops.aten.sub.Tensor(row, 30)\ne = torch.ops.aten.gt.Tensor(i, d)\n"
            "n = torch.ops.aten.le.Tensor(i, row)\nm = torch.ops.aten.bitwise_and.Tensor(e, n)\n"),
       true, true, -29, 0, true},
      // Every row has a key of this band but the first: a finite number would not hide the others of that.
      {BIAS("m = torch.ops.aten.lt.Tensor(i, row)\n"), false, false, 0, 0, false},
  };
  Suite suite = {0};
  for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
    ScoreForm form = form_of(suite_add_as(&suite, "attention", SQUARE, masks[i].body, "rows=128 columns=64"));
    assert_int_equal(form.has_first, masks[i].has_first);
    assert_int_equal(form.has_last, masks[i].has_last);
    if (form.has_first) assert_int_equal(form.first, masks[i].first);
    if (form.has_last) assert_int_equal(form.last, masks[i].last);
    assert_true(form.factor == (masks[i].whole ? 0.125 : 1));
  }
  // Documents beside one another: earlier keys of the same one, which every row's own is.
  Case *documents =
      suite_add_as(&suite, "attention", SQUARE ", n: \"i64[2, 200]\"",
                   PLACES
                   "e = torch.ops.aten.le.Tensor(i, row)\na = torch.ops.aten.unsqueeze.default(n, 2)\n"
                   "d = torch.ops.aten.unsqueeze.default(n, 1)\nf = torch.ops.aten.eq.Tensor(a, d)\n"
                   "g = torch.ops.aten.bitwise_and.Tensor(e, f)\nm = torch.ops.aten.unsqueeze.default(g, "
                   "1)\n" ZERO_AND_HIDDEN
                   "x = torch.ops.aten.where.self(m, zero, hidden)\n" CALL("cudnn", "x, True, scale = 0.125")
                       OUTPUT("bf16", "[2, 2, 200, 64]") DOUBLED "return (z,)",
                   "");
  assert_true(form_of(documents).has_last);
  assert_int_equal(form_of(documents).last, 0);
  suite_run(&suite);
}

// Rows all of whose scores are -infinity are 0, and the logarithms of their sums -infinity, whether it is
// known of which rows or found in memory; test_attention.c has the same of a softmax that is ops, which is
// NaN there.
static void test_rows_without_keys(void **state) {
  (void)state;
  static const struct {
    const char *more, *mask;
    bool band;
  } masks[] = {{"", "m = torch.ops.aten.lt.Tensor(i, row)\n", true}, // the first row
               {", n: \"b8[200, 1]\"", "m = torch.ops.aten.expand.default(n, [200, 200])\n", false}};
  Suite suite = {0};
  for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
    char parameters[256];
    Text body = {0};
    snprintf(parameters, sizeof parameters, "%s%s", SQUARE, masks[i].more);
    text_printf(
        &body, "%s%s%s", PLACES, masks[i].mask,
        "zero = torch.ops.aten.full.default([], 0.0, dtype = torch.bfloat16)\n"
        "hidden = torch.ops.aten.full.default([], -inf, dtype = torch.bfloat16)\n"
        "b = torch.ops.aten.where.self(m, zero, hidden)\n"
        "x = torch.ops.aten.expand.default(b, [2, 1, 200, 200])\n" CALL("cudnn", "x, True, scale = 0.125")
            OUTPUT("bf16", "[2, 2, 200, 64]") "l: \"f32[2, 2, 200, 1]\" = c[1]\n" DOUBLED "return (z, l)");
    Case *added = suite_add_as(&suite, "attention", parameters, text_get(&body), "");
    assert_int_equal(form_of(added).has_last, masks[i].band);
    assert_true(nest_softmax_is_safe(added->nest));
    text_free(&body);
  }
  suite_run(&suite);
}

// A bias of memory, keys that heads share, queries of heads side by side, results put side by side.
static void test_layouts(void **state) {
  (void)state;
  Suite suite = {0};
  suite_add_as(&suite, "attention", QKV ", x: \"bf16[1, 4, 70, 72]\"",
               CALL("efficient", "x, False") OUTPUT("bf16", "[2, 4, 70, 64]") DOUBLED "return (z,)", "");
  suite_add_as(&suite, "attention",
               "q: \"bf16[2, 4, 70, 64]\", k: \"bf16[2, 2, 72, 64]\", v: \"bf16[2, 2, 72, 64]\"",
               CALL("cudnn", "None, False") OUTPUT("bf16", "[2, 4, 70, 64]") DOUBLED "return (z,)", "");
  suite_add_as(&suite, "attention",
               "y: \"bf16[2, 70, 256]\", k: \"bf16[2, 4, 72, 64]\", v: \"bf16[2, 4, 72, 64]\", g: \"bf16[2, 70, 256]\"",
               "w = torch.ops.aten.reshape.default(y, [2, 70, 4, 64])\np = torch.ops.aten.permute.default(w, [0, 2, 1, 3])\n"
               "q = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
               CALL("cudnn", "None, False") OUTPUT("bf16", "[2, 4, 70, 64]")
               "t = torch.ops.aten.permute.default(o, [0, 2, 1, 3])\n"
               "u = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\n"
               "h = torch.ops.aten.reshape.default(u, [2, 70, 256])\nz = torch.ops.aten.mul.Tensor(h, g)\nreturn (z,)",
               "");
  // Keys of two heads that two of the queries share each, side by side: rows of heads are not rows of one.
  suite_add_as(
      &suite, "attention",
      "q: \"bf16[1, 4, 8, 64]\", y: \"bf16[1, 8, 2, 64]\", w: \"bf16[1, 8, 2, 64]\", g: \"f32[1, 4, 1, 64]\"",
      "k = torch.ops.aten.permute.default(y, [0, 2, 1, 3])\nv = torch.ops.aten.permute.default(w, [0, 2, 1, "
      "3])\n" CALL("efficient", "None, False")
          OUTPUT("bf16", "[1, 4, 8, 64]") "z = torch.ops.aten.add.Tensor(o, g)\nreturn (z,)",
      "");
  suite_run(&suite);
}

static void test_refusals(void **state) {
  (void)state;
  static const struct {
    const char *parameters, *body, *part;
  } refused[] = {
      {QKV, CALL("cudnn", "None, False") OUTPUT("bf16", "[2, 4, 70, 64]") "return (o,)",
       "has a kernel of its own"},
      {QKV, CALL("cudnn", "None, False, 0.1") OUTPUT("bf16", "[2, 4, 70, 64]") DOUBLED "return (z,)",
       "drops weights"},
      {QKV, CALL("cudnn", "None, False, 0.0, True") OUTPUT("bf16", "[2, 4, 70, 64]") DOUBLED "return (z,)",
       "of more keys than queries"},
      {QKV, CALL("cudnn", "None, False") OUTPUT("bf16", "[2, 4, 64, 70]") DOUBLED "return (z,)",
       "in a form that is not known"},
      {QKV ", x: \"bf16[3, 70, 72]\"",
       CALL("cudnn", "x, False") OUTPUT("bf16", "[2, 4, 70, 64]") DOUBLED "return (z,)",
       "in a form that is not known"},
      {"q: \"f32[2, 4, 70, 64]\", k: \"f32[2, 4, 72, 64]\", v: \"f32[2, 4, 72, 64]\"",
       CALL("efficient", "None, False") OUTPUT("f32", "[2, 4, 70, 64]") DOUBLED "return (z,)",
       "of bf16 or f16"},
      {QKV,
       CALL("cudnn", "None, True")
           OUTPUT("bf16", "[2, 4, 70, 64]") "l: \"f32[2, 4, 70, 1]\" = c[1]\nn = "
                                            "torch.ops.aten.sub.Tensor(o, l)\nreturn (n,)",
       "takes another result"},
      {"q: \"bf16[2, 4, 70, 64]\", k: \"bf16[2, 4, 72, 64]\", v: \"bf16[2, 4, 72, 64]\", y: \"bf16[1, 4, 70, "
       "72]\"",
       "x = torch.ops.aten.mul.Tensor(y, 2.0)\n" CALL("cudnn", "x, False")
           OUTPUT("bf16", "[2, 4, 70, 64]") "return (o, x)",
       "o makes its scores of what x computes here, and that is read elsewhere, too"},
      {QKV ", y: \"bf16[2, 4, 70, 72, 8]\"",
       "x = torch.ops.aten.sum.dim_IntList(y, [4])\n" CALL("cudnn", "x, False")
           OUTPUT("bf16", "[2, 4, 70, 64]") "return (o,)",
       "o is attention, whose scores are made of a sum"},
      {"q: \"bf16[2, 4, 70, 64]\", k: \"bf16[2, 4, 72, 64]\", y: \"bf16[2, 4, 72, 64]\"",
       "v = torch.ops.aten.mul.Tensor(y, 2.0)\n" CALL("cudnn", "None, False")
           OUTPUT("bf16", "[2, 4, 70, 64]") "return (o,)",
       "o is attention that takes its matrices from memory"},
      {QKV, FLIPPED("2"), "whose rows or heads are stored in another order"},
      {QKV, FLIPPED("1"), "whose rows or heads are stored in another order"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    Graph *graph = check_graph(refused[i].parameters, refused[i].body);
    CheckSet set = check_all(graph);
    Reason reason;
    assert_null(check_lower(graph, &set, &reason));
    if (!strstr(reason.text, refused[i].part)) fail_msg("%zu: %s", i, reason.text);
    graph_free(graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_results),           cmocka_unit_test(test_masks),
      cmocka_unit_test(test_rows_without_keys), cmocka_unit_test(test_layouts),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
