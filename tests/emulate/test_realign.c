// Vectors at any alignment: what begins within aligned vectors, ends with its buffer, or is cut by
// conditions.
#include "suite.h"

#include "kernel/code/body.h"

#include <stdio.h>

#define RETURN(op) "y = torch.ops.aten." op "\nreturn (y,)"

static bool has_unaligned(const Case *tried) {
  Mapping mapping;
  mapping_make(tried->nest, &tried->schedule, &mapping);
  for (int i = 0; i < tried->nest->step_count; i++)
    if (mapping_unaligned(&mapping, &tried->nest->steps[i])) return true;
  return false;
}

static bool waits_around(const Case *tried) {
  Body body;
  assert_true(body_make(tried->nest, &tried->schedule, &body));
  bool waits = false;
  for (int i = 0; i < tried->nest->step_count; i++)
    waits |= pipelines_words(&body.places[i]);
  body_free(&body);
  return waits;
}

static int count_loads(const Case *tried) {
  int count = 0;
  for (int i = 0; i < tried->nest->step_count; i++)
    count += tried->nest->steps[i].kind == STEP_LOAD;
  return count;
}

// Fails unless the kernel has a load that is not aligned.
static void add(Suite *suite, const char *parameters, const char *body) {
  if (!has_unaligned(suite_add(suite, parameters, body, "")))
    fail_msg("%s: every load is aligned", parameters);
}

// Rows of every alignment, of every size of element; the last ends with the buffer.
static void test_rows(void **state) {
  (void)state;
  static const char *const dtypes[] = {"u8", "bf16", "f16", "f32", "i64"};
  static const int strides[] = {41, 42, 43, 44, 45, 47};
  Suite suite = {0};
  for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
    for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
      char parameters[64];
      snprintf(parameters, sizeof parameters, "x: \"%s[9, 40][%d, 1]\"", dtypes[d], strides[s]);
      suite_add(&suite, parameters, RETURN("add.Tensor(x, 1)"), "");
    }
  add(&suite, "x: \"f64[9, 40][41, 1]\"", RETURN("mul.Tensor(x, 0.5)"));
  add(&suite, "x: \"bf16[9, 40][41, 1]\"", RETURN("mul.Tensor(x, 0.5)"));
  add(&suite, "x: \"f32[9, 40][43, 1]\"", RETURN("mul.Tensor(x, 0.5)"));
  suite_run(&suite);
}

// Conditions that leave the first lanes of a vector, the last, some in the middle, or none; what is filled
// with zeros is loaded so.
static void test_conditions(void **state) {
  (void)state;
  Suite suite = {0};
  for (int place = 0; place < 8; place++) {
    char body[128], narrow[128];
    int low = place / 2 * 3;
    double fill = place % 2 ? 0.0 : 0.5;
    snprintf(body, sizeof body, RETURN("constant_pad_nd.default(x, [%d, %d], %.1f)"), low, 11 - low, fill);
    snprintf(narrow, sizeof narrow, RETURN("constant_pad_nd.default(x, [%d, %d], %.1f)"), low + 1, 12 - low,
             fill);
    suite_add(&suite, "x: \"bf16[5, 37]\"", body, "");
    suite_add(&suite, "x: \"f32[5, 37]\"", body, "");
    suite_add(&suite, "x: \"u8[5, 3]\"", narrow, "");
    suite_add(&suite, "x: \"bf16[5, 3]\"", narrow, "vector=8");
  }
  add(&suite, "x: \"bf16[6, 37]\"", RETURN("constant_pad_nd.default(x, [0, 3], 0.0)"));
  add(&suite, "x: \"f32[4, 13]\", z: \"f32[4, 19]\"", RETURN("cat.default([x, z], 1)"));
  add(&suite, "x: \"bf16[4, 13]\", z: \"bf16[4, 5]\", w: \"bf16[4, 22]\"",
      RETURN("cat.default([x, z, w], 1)"));
  add(&suite, "x: \"f32[64]\"", RETURN("constant_pad_nd.default(x, [-3, -5], 0.0)"));
  add(&suite, "x: \"f32[6, 16]\", z: \"f32[6, 7]\"", RETURN("slice_scatter.default(x, z, 1, 5, 12)"));
  suite_add(&suite, "x: \"bf16[10, 43]\", i: \"i64[12]\"",
            "g = torch.ops.aten.index.Tensor(x, [i])\n" RETURN("constant_pad_nd.default(g, [0, 5], 0.0)"),
            "");
  suite_run(&suite);
}

// Reductions over rows that begin anywhere; results are stored where memory is aligned and loads are
// realigned.
static void test_reductions(void **state) {
  (void)state;
  static const char *const normalize =
      "s = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
      "y = torch.ops.aten.div.Tensor(x, s)\nreturn (y,)";
  Suite suite = {0};
  add(&suite, "x: \"bf16[6, 1003][1008, 1]\"",
      "a = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
      "s = torch.ops.aten.sum.dim_IntList(a, [1], True)\nd = torch.ops.aten.div.Tensor(a, s)\n"
      "y = torch.ops.prims.convert_element_type.default(d, torch.bfloat16)\nreturn (y,)");
  suite_add(&suite, "x: \"f32[6, 1003]\"", normalize, "");
  add(&suite, "x: \"f32[6, 1000][1001, 1]\"", normalize);
  add(&suite, "x: \"f32[6, 130]\", z: \"f32[6, 127]\"",
      "c = torch.ops.aten.cat.default([z, x], 1)\n" RETURN("sum.dim_IntList(c, [1])"));
  add(&suite, "x: \"bf16[40, 56][57, 1]\"", RETURN("sum.dim_IntList(x, [0])"));
  suite_run(&suite);
}

// Parameters of a norm begin in each of the four words in turn, odd and even: from the third slot on they are
// loaded a slot before, where slots ascend (rows as values) and where they descend (packed).
static void test_pipelined_pairs(void **state) {
  (void)state;
  static const char *const norm =
      "m = torch.ops.aten.mean.dim(x, [1], True)\n"
      "d = torch.ops.aten.sub.Tensor(x, m)\n"
      "q = torch.ops.aten.mul.Tensor(d, d)\n"
      "v = torch.ops.aten.mean.dim(q, [1], True)\n"
      "e = torch.ops.aten.add.Tensor(v, 0.001)\n"
      "r = torch.ops.aten.rsqrt.default(e)\n"
      "n = torch.ops.aten.mul.Tensor(d, r)\n"
      "p = torch.ops.aten.mul.Tensor(n, w)\n"
      "y = torch.ops.aten.add.Tensor(p, b)\nreturn (y,)";
  static const int lengths[] = {1023, 1025, 1026, 795};
  Suite suite = {0};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
    for (int form = 1; form <= 2; form++) {
      char parameters[96], knobs[64];
      snprintf(parameters, sizeof parameters, "x: \"bf16[9, %d]\", w: \"bf16[%d]\", b: \"bf16[%d]\"",
               lengths[i], lengths[i], lengths[i]);
      snprintf(knobs, sizeof knobs, "threads=32 rows=1 registers=%d persistent=%d", form == 1 ? 64 : 48,
               form); // none to load them first
      Case *tried = suite_add(&suite, parameters, norm, knobs);
      if (!waits_around(tried)) fail_msg("%s, %s: nothing is pipelined", parameters, knobs);
    }
  suite_run(&suite);
}

// What runs down a tile begins anywhere, too, and is cut both ways.
static void test_tiles(void **state) {
  (void)state;
  static const char *const transpose = "t = torch.ops.aten.permute.default(x, [1, 0])\n";
  Suite suite = {0};
  char body[256];
  for (int place = 0; place < 10; place++) {
    int low = place / 2;
    snprintf(body, sizeof body, "%s" RETURN("constant_pad_nd.default(t, [%d, %d, %d, %d], %.1f)"), transpose,
             low, 7 - low, 6 - low, low + 1, place % 2 ? 0.0 : 0.5);
    suite_add(&suite, "x: \"bf16[41, 57]\"", body, "");
    suite_add(&suite, "x: \"f32[41, 57]\"", body, "");
  }
  snprintf(body, sizeof body,
           "%sp = torch.ops.aten.constant_pad_nd.default(x, [0, 3], 0.0)\n"
           "q = torch.ops.aten.constant_pad_nd.default(t, [0, 0, 0, 3], 0.0)\nreturn (p, q)",
           transpose);
  // Padded as it is and transposed: one load serves both.
  assert_int_equal(count_loads(suite_add(&suite, "x: \"bf16[72, 101]\"", body, "")), 1);
  add(&suite, "x: \"bf16[64, 48][51, 1]\", z: \"f32[48, 64]\"",
      "t = torch.ops.aten.permute.default(x, [1, 0])\n" RETURN("add.Tensor(z, t)"));
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),       cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_reductions), cmocka_unit_test(test_pipelined_pairs),
      cmocka_unit_test(test_tiles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
