// Attention as one nest within another, and what is none.
#include "check.h"
#include "kernel/nest/product.h"
#include "kernel/nest/score.h"

#include <string.h>

#define INPUTS "q: \"bf16[2, 10, 16]\", k: \"bf16[2, 24, 16]\", v: \"bf16[2, 24, 32]\""
#define QK "t = torch.ops.aten.permute.default(k, [0, 2, 1])\np = torch.ops.aten.bmm.default(q, t)\n"
#define SHIFTED \
  "m = torch.ops.aten.amax.default(p, [-1], True)\ns = torch.ops.aten.sub.Tensor(p, m)\n" \
  "e = torch.ops.aten.exp.default(s)\n"
#define SUM "l = torch.ops.aten.sum.dim_IntList(e, [-1], True)\n"
#define SHARE SUM "w = torch.ops.aten.div.Tensor(e, l)\n"
#define PV "y = torch.ops.aten.bmm.default(w, v)\n"

static const Nest *scores_of(const char *parameters, const char *body, Graph **graph, Nest **nest) {
  *graph = check_graph(parameters, body);
  *nest = check_one_kernel(*graph);
  return nest_scores(*nest);
}

static void let_go(Graph *graph, Nest *nest) {
  nest_free(nest);
  graph_free(graph);
}

// The outer nest has the places of the result, the inner one those of the scores, and stores nothing.
static void nests_of_attention(void **state) {
  (void)state;
  Graph *graph;
  Nest *nest;
  const Nest *scores = scores_of(INPUTS, QK SHIFTED SHARE PV "return (y,)", &graph, &nest);
  assert_non_null(scores);
  assert_int_equal(nest_elements(nest, nest_all_dims(nest)), 2 * 10 * 32);
  assert_int_equal(nest_elements(scores, nest_all_dims(scores)), 2 * 10 * 24);
  assert_int_equal(count_steps(nest, STEP_REDUCE) + count_steps(scores, STEP_REDUCE), 0);
  assert_int_equal(count_steps(scores, STEP_STORE), 0);
  assert_int_equal(scores->step_count, 1); // the product alone
  assert_int_equal(nest->op_count, 7);
  assert_int_equal(nest->buffer_count, 4);
  let_go(graph, nest);
}

// A softmax by a reciprocal, in the other order, of 2-D matrices; heads told apart by what is added.
static void forms_of_softmax(void **state) {
  (void)state;
  static const struct {
    const char *parameters, *body;
  } forms[] = {
      {INPUTS, QK SHIFTED SUM
       "r = torch.ops.aten.reciprocal.default(l)\nw = torch.ops.aten.mul.Tensor(r, e)\n" PV "return (y,)"},
      {"q: \"f16[10, 16]\", k: \"f16[16, 24]\", v: \"f16[24, 32]\"",
       "p = torch.ops.aten.mm.default(q, k)\n" SHIFTED SHARE
       "y = torch.ops.aten.mm.default(w, v)\nreturn (y,)"},
      {"q: \"bf16[6, 10, 16]\", k: \"bf16[6, 24, 16]\", v: \"bf16[6, 24, 32]\", x: \"bf16[3, 10, 24]\"",
       QK "r = torch.ops.aten.reshape.default(p, [2, 3, 10, 24])\na = torch.ops.aten.add.Tensor(r, x)\n"
          "m = torch.ops.aten.amax.default(a, [-1], True)\ns = torch.ops.aten.sub.Tensor(a, m)\n"
          "e = torch.ops.aten.exp.default(s)\n" SUM "d = torch.ops.aten.div.Tensor(e, l)\n"
          "w = torch.ops.aten.reshape.default(d, [6, 10, 24])\n" PV "return (y,)"},
  };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    Graph *graph;
    Nest *nest;
    assert_non_null(scores_of(forms[i].parameters, forms[i].body, &graph, &nest));
    let_go(graph, nest);
  }
}

// Written as before, the scores are a number of a row and a key: nothing of that is computed.
static void bands_of_keys(void **state) {
  (void)state;
  Graph *graph;
  Nest *nest;
  const Nest *scores =
      scores_of("q: \"bf16[2, 24, 16]\", k: \"bf16[2, 24, 16]\", v: \"bf16[2, 24, 32]\"",
                QK
                "r = torch.ops.prims.iota.default(24, start = 0, step = 1, dtype = torch.int64)\n"
                "i = torch.ops.aten.unsqueeze.default(r, 1)\na = torch.ops.aten.gt.Tensor(r, i)\n"
                "h = torch.ops.aten.mul.Tensor(p, 0.25)\nz = torch.ops.aten.where.self(a, -float('inf'), h)\n"
                "m = torch.ops.aten.amax.default(z, [-1], True)\ns = torch.ops.aten.sub.Tensor(z, m)\n"
                "e = torch.ops.aten.exp.default(s)\n" SHARE PV "return (y,)",
                &graph, &nest);
  ScoreForm form = score_form(scores);
  assert_int_equal(form.value, nest_product(scores));
  assert_true(form.factor == 0.25 && form.has_last && !form.has_first);
  assert_int_equal(form.last, 0);
  assert_true(score_share(scores, &form) == 24.0 * 25 / 2 / (24 * 24));
  let_go(graph, nest);
}

// Linear layers with a norm between them are no attention: told is what two products of a kernel can be.
static void refuse_layers(void **state) {
  (void)state;
  check_refused("x: \"bf16[32, 64]\", a: \"bf16[64, 64]\", b: \"bf16[64, 64]\"",
                "p = torch.ops.aten.mm.default(x, a)\nn = torch.ops.aten.neg.default(p)\n"
                "e = torch.ops.aten.exp.default(n)\nu = torch.ops.aten.add.Tensor(e, 1)\n"
                "g = torch.ops.aten.div.Tensor(p, u)\nm = torch.ops.aten.mean.dim(g, [-1], True)\n"
                "s = torch.ops.aten.sub.Tensor(g, m)\ny = torch.ops.aten.mm.default(s, b)\n"
                "z = torch.ops.aten.relu.default(y)\nreturn (z, s)",
                REASON_UNSUPPORTED, "p and y are two matrix products");
}

static void refuse_others(void **state) {
  (void)state;
  check_refused(INPUTS, QK SHIFTED SHARE PV "return (w, y)", REASON_DOMAIN, "is read elsewhere, too");
  check_refused(INPUTS, QK SHIFTED SUM "w = torch.ops.aten.add.Tensor(e, l)\n" PV "return (y,)",
                REASON_UNSUPPORTED, "not exp(x - max x) over the sum");
  check_refused(INPUTS, // other rows than those that are divided
                QK
                "m = torch.ops.aten.amax.default(p, [1], True)\ns = torch.ops.aten.sub.Tensor(p, m)\n"
                "e = torch.ops.aten.exp.default(s)\n" SHARE PV "return (y,)",
                REASON_UNSUPPORTED, "not exp(x - max x) over the sum");
  check_refused(INPUTS ", u: \"bf16[2, 24, 32]\"",
                QK SHIFTED SHARE
                "u2 = torch.ops.aten.mul.Tensor(v, u)\ny = torch.ops.aten.bmm.default(w, u2)\nreturn (y,)",
                REASON_UNSUPPORTED, "takes its matrices from memory");
  check_refused(INPUTS,
                QK SHIFTED SHARE
                "f = torch.ops.aten.permute.default(w, [0, 2, 1])\n"
                "y = torch.ops.aten.bmm.default(f, q)\nreturn (y,)",
                REASON_LAYOUT, "does not show its rows one by one");
  check_refused(INPUTS, // rows of the result side by side
                QK SHIFTED SHARE PV
                "z = torch.ops.aten.permute.default(y, [0, 2, 1])\n"
                "c = torch.ops.aten.clone.default(z, memory_format = "
                "torch.contiguous_format)\nreturn (c,)",
                REASON_LAYOUT, "whose rows lie side by side in what is stored");
  check_refused(INPUTS, // read at two places
                QK SHIFTED SHARE PV
                "z = torch.ops.aten.flip.default(y, [1])\n"
                "c = torch.ops.aten.add.Tensor(y, z)\nreturn (c,)",
                REASON_LAYOUT, "that is read at several places");
  check_refused("q: \"bf16[2, 1, 16]\", k: \"bf16[2, 24, 16]\", v: \"bf16[2, 24, 32]\"",
                QK SHIFTED SHARE PV "return (y,)", REASON_LAYOUT,
                "rows and columns are not those of the product");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nests_of_attention), cmocka_unit_test(forms_of_softmax),
      cmocka_unit_test(bands_of_keys),      cmocka_unit_test(refuse_layers),
      cmocka_unit_test(refuse_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
