// Attention: a product, a softmax of its rows and a second product in one kernel.
#include "../h200.h"
#include "kernel/nest/product.h"
#include "kernel/nest/score.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define QK "t = torch.ops.aten.permute.default(k, [0, 2, 1])\np = torch.ops.aten.bmm.default(q, t)\n"
#define WIDE "f = torch.ops.prims.convert_element_type.default(p, torch.float32)\n"
#define SCALE "s = torch.ops.aten.mul.Tensor(f, 0.125)\n"
#define SOFTMAX \
  "m = torch.ops.aten.amax.default(s, [-1], True)\nb = torch.ops.aten.sub.Tensor(s, m)\n" \
  "e = torch.ops.aten.exp.default(b)\nl = torch.ops.aten.sum.dim_IntList(e, [-1], True)\n" \
  "d = torch.ops.aten.div.Tensor(e, l)\n"
#define NARROW(type) "w = torch.ops.prims.convert_element_type.default(d, torch." type ")\n"
#define PV "y = torch.ops.aten.bmm.default(w, v)\n"
#define PLAIN QK WIDE SCALE SOFTMAX NARROW("bfloat16") PV "return (y,)"
#define ROW_AND_KEY \
  "r = torch.ops.prims.iota.default(200, start = 0, step = 1, dtype = torch.int64)\n" \
  "i = torch.ops.aten.unsqueeze.default(r, 1)\n"
// A score: of rows and keys with `condition` in `a` the scaled product, of others -infinity.
#define MASKED(condition) \
  QK WIDE ROW_AND_KEY condition SCALE_OF("f", "z") "s = torch.ops.aten.where.self(a, z, -float('inf'))\n"
#define SCALE_OF(from, to) to " = torch.ops.aten.mul.Tensor(" from ", 0.125)\n"
#define REST SOFTMAX NARROW("bfloat16") PV "return (y,)"

static void inputs(char *out, size_t size, const char *type, int batches, int rows, int keys, int width) {
  snprintf(out, size, "q: \"%s[%d, %d, %d]\", k: \"%s[%d, %d, %d]\", v: \"%s[%d, %d, %d]\"", type, batches,
           rows, width, type, batches, keys, width, type, batches, keys, width);
}

// Whole tiles and steps, fewer and more of rows and keys, and some of the last ones.
static void test_lengths(void **state) {
  (void)state;
  static const struct {
    int batches, rows, keys, width;
  } cases[] = {{2, 128, 128, 64}, {1, 2, 8, 64},      {3, 70, 70, 64},  {1, 193, 130, 64},
               {1, 64, 264, 64},  {1, 128, 256, 128}, {2, 40, 72, 128}, {1, 129, 40, 128}};
  Suite suite = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char parameters[256];
    inputs(parameters, sizeof parameters, "bf16", cases[i].batches, cases[i].rows, cases[i].keys,
           cases[i].width);
    suite_add_as(&suite, "attention", parameters, PLAIN, "");
  }
  suite_run(&suite);
}

// Keys and values with either of their sides next to each other in memory, heads beside one another, parts of
// wider tensors, one matrix for all.
static void test_layouts(void **state) {
  (void)state;
  static const char *const parameters[] = {
      "q: \"f16[2, 70, 64]\", k: \"f16[2, 72, 64]\", v: \"f16[2, 72, 64]\"",
      "q: \"f16[2, 70, 64]\", k: \"f16[2, 72, 64][4608, 1, 72]\", v: \"f16[2, 72, 64][4608, 1, 72]\"",
      ("q: \"f16[2, 70, 64][64, 128, 1]\", k: \"f16[2, 72, 64][64, 128, 1]\", v: \"f16[2, 72, 64][64, 384, "
       "1]\""),
      "q: \"f16[3, 70, 128]\", k: \"f16[3, 72, 128][0, 128, 1]\", v: \"f16[3, 72, 128][0, 1, 80]\"",
  };
  Suite suite = {0};
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
    suite_add_as(&suite, "attention", parameters[i], QK WIDE SCALE SOFTMAX NARROW("float16") PV "return (y,)",
                 "");
  suite_run(&suite);
}

typedef struct Band {
  const char *condition;
  bool has_first, has_last;
  int first, last;
} Band;

static const Band bands[] = {
    {"a = torch.ops.aten.le.Tensor(r, i)\n", false, true, 0, 0},
    {"a = torch.ops.aten.gt.Tensor(i, r)\n", false, true, 0, -1}, // the first row has no key: NaN
    {"j = torch.ops.aten.add.Tensor(i, 30)\na = torch.ops.aten.lt.Tensor(r, j)\n", false, true, 0, 29},
    {"j = torch.ops.aten.sub.Tensor(i, 20)\na = torch.ops.aten.ge.Tensor(r, j)\n", true, false, -20, 0},
    {"j = torch.ops.aten.sub.Tensor(i, r)\na = torch.ops.aten.le.Scalar(j, 70)\n", true, false, -70, 0},
};

static const char square[] = "q: \"bf16[2, 200, 64]\", k: \"bf16[2, 200, 64]\", v: \"bf16[2, 200, 64]\"";

static void check_band(const Case *added, const Band *band) {
  ScoreForm form = score_form(nest_scores(added->nest));
  assert_int_equal(form.has_first, band->has_first);
  assert_int_equal(form.has_last, band->has_last);
  if (band->has_first) assert_int_equal(form.first, band->first);
  if (band->has_last) assert_int_equal(form.last, band->last);
  assert_true(form.factor == 0.125);
}

// Masks that are a band of keys for each row: steps outside of it are left out.
static void test_bands(void **state) {
  (void)state;
  static const char *const tiles[] = {"", "rows=128 columns=64"};
  Suite suite = {0};
  for (size_t i = 0; i < sizeof bands / sizeof *bands; i++)
    for (size_t k = 0; k < sizeof tiles / sizeof *tiles; k++) {
      Text body = {0};
      text_printf(&body, "%s%s%s", QK WIDE ROW_AND_KEY, bands[i].condition,
                  SCALE_OF("f", "z") "s = torch.ops.aten.where.self(a, z, -float('inf'))\n" REST);
      Case *added = suite_add_as(&suite, "attention", square, text_get(&body), tiles[k]);
      check_band(added, &bands[i]);
      assert_false(nest_softmax_is_safe(added->nest));
      text_free(&body);
    }
  // A window: two masks, one of them told by what it hides.
  Case *window =
      suite_add_as(&suite, "attention", square,
                   QK WIDE ROW_AND_KEY
                   "a = torch.ops.aten.ge.Tensor(i, r)\nj = torch.ops.aten.sub.Tensor(i, 65)\n"
                   "c = torch.ops.aten.lt.Tensor(r, j)\nz = torch.ops.aten.where.self(a, f, -float('inf'))\n"
                   "x = torch.ops.aten.where.self(c, -float('inf'), z)\n" SCALE_OF("x", "s") REST,
                   "rows=128 columns=64");
  check_band(window, &(Band){NULL, true, true, -65, 0});
  suite_run(&suite);
}

// Rows 0 to 63 of 64: 64 * 65 / 2 of 4096 pairs.
static void test_share(void **state) {
  (void)state;
  Graph *graph = check_graph(square, MASKED("a = torch.ops.aten.le.Tensor(r, i)\n") REST);
  CheckSet set = check_all(graph);
  Reason reason;
  Nest *nest = check_lower(graph, &set, &reason);
  const Nest *scores = nest_scores(nest);
  ScoreForm form = score_form(scores);
  assert_true(fabs(score_share(scores, &form) - 200.0 * 201 / 2 / (200 * 200)) < 1e-9);
  nest_free(nest);
  graph_free(graph);
}

// What scores are made of beside the product: by place, by row, by key, by head, one for all; a mask that is
// no band; arithmetic that is none of addition. Only the places that it reads are declared.
static void test_scores(void **state) {
  (void)state;
  static const struct {
    const char *body;
    bool batch, row, key; // which of them it reads
  } scores[] = {
      {"s = torch.ops.aten.add.Tensor(f, x)\n", false, true, true},
      {"g = torch.ops.aten.add.Tensor(f, c)\ns = torch.ops.aten.mul.Tensor(g, h)\n", true, true, true},
      {("g = torch.ops.aten.mul.Tensor(f, 0.05)\ng2 = torch.ops.aten.tanh.default(g)\ns = "
        "torch.ops.aten.mul.Tensor(g2, 20.0)\n"),
       false, false, false},
      {"g = torch.ops.aten.mul.Tensor(f, n)\ns = torch.ops.aten.where.self(b8, g, o)\n", true, false, true}};
  static const char parameters[] =
      "q: \"bf16[2, 140, 64]\", k: \"bf16[2, 136, 64]\", v: \"bf16[2, 136, 64]\", x: \"bf16[140, 136]\", c: "
      "\"f32[136]\", "
      "h: \"f32[2, 140, 1]\", n: \"f32[]\", b8: \"b8[2, 1, 136]\", o: \"f32[]\"";
  Suite suite = {0};
  for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
    Text body = {0};
    text_printf(&body, "%s%s%s", QK WIDE, scores[i].body, REST);
    const char *source = suite_add_as(&suite, "attention", parameters, text_get(&body), "")->emitted.source;
    assert_int_equal(strstr(source, "const int d0 = batch;") != NULL, scores[i].batch);
    assert_int_equal(strstr(source, "const int d1 = row;") != NULL, scores[i].row);
    assert_int_equal(strstr(source, "const int d2 = key;") != NULL, scores[i].key);
    text_free(&body);
  }
  // A bias by head, of batches and heads that a reshape joins; sizes of 2 and 3 tell them apart.
  suite_add_as(
      &suite, "attention",
      "q: \"bf16[6, 70, 64]\", k: \"bf16[6, 72, 64]\", v: \"bf16[6, 72, 64]\", x: \"f32[3, 70, 72]\", "
      "n: \"f32[2, 1, 1, 72]\"",
      QK
      "r = torch.ops.aten.reshape.default(p, [2, 3, 70, 72])\n"
      "f = torch.ops.prims.convert_element_type.default(r, torch.float32)\n"
      "g = torch.ops.aten.add.Tensor(f, x)\ns = torch.ops.aten.add.Tensor(g, n)\n" SOFTMAX
      "u = torch.ops.prims.convert_element_type.default(d, torch.bfloat16)\n"
      "w = torch.ops.aten.reshape.default(u, [6, 70, 72])\n" PV "return (y,)",
      "");
  suite_run(&suite);
}

// What follows: heads put side by side, a gate, a wider type.
static void test_followers(void **state) {
  (void)state;
  static const char parameters[] =
      "q: \"bf16[6, 70, 64]\", k: \"bf16[6, 72, 64]\", v: \"bf16[6, 72, 64]\", x: \"bf16[2, 70, 192]\"";
  Suite suite = {0};
  suite_add_as(&suite, "attention", parameters,
               QK WIDE SCALE SOFTMAX NARROW("bfloat16") PV
               "h = torch.ops.aten.reshape.default(y, [2, 3, 70, 64])\n"
               "t2 = torch.ops.aten.permute.default(h, [0, 2, 1, 3])\nc = torch.ops.aten.clone.default(t2, "
               "memory_format = torch.contiguous_format)\n"
               "g = torch.ops.aten.reshape.default(c, [2, 70, 192])\nz = torch.ops.aten.mul.Tensor(g, x)\n"
               "return (z,)",
               "");
  suite_add_as(&suite, "attention", parameters,
               QK WIDE SCALE SOFTMAX NARROW("bfloat16") PV
               "z = torch.ops.prims.convert_element_type.default(y, torch.float32)\nu = "
               "torch.ops.aten.tanh.default(z)\nreturn (y, u)",
               "");
  suite_run(&suite);
}

static void test_stages(void **state) {
  (void)state;
  Suite suite = {.stages = true};
  char parameters[256];
  inputs(parameters, sizeof parameters, "bf16", 1, 70, 72, 64);
  suite_add_as(&suite, "attention", parameters, PLAIN, "vector=1");
  suite_add_as(&suite, "attention", parameters, PLAIN, "");
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lengths), cmocka_unit_test(test_layouts), cmocka_unit_test(test_bands),
      cmocka_unit_test(test_share),   cmocka_unit_test(test_scores),  cmocka_unit_test(test_followers),
      cmocka_unit_test(test_stages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
