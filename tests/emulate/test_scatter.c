// Adding at places that the data say: many to one, neighbours in one access, rows that vectors do not divide.
#include "suite.h"

#include <stdio.h>

static const char *const dtypes[] = {"f32", "bf16", "f16", "f64", "i64", "i32"};

static void add_dtypes(Suite *suite, const char *format, const char *body, const char *knobs) {
  for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
    Text parameters = {0};
    for (const char *p = format; *p; p++)
      if (*p == '#')
        text_add(&parameters, dtypes[d]);
      else
        text_add_bytes(&parameters, p, 1);
    suite_add(suite, text_get(&parameters), body, knobs);
    text_free(&parameters);
  }
}

static void test_rows(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const put = "y = torch.ops.aten.index_put.default(x, [i], v, True)\nreturn (y,)";
  static const char *const add = "y = torch.ops.aten.index_add.default(x, 0, i, v)\nreturn (y,)";
  static const char *const forms[] = {"", "ordered=0"}; // by sums and by atomics where there are few places
  for (int f = 0; f < 2; f++) {
    add_dtypes(&suite, "x: \"#[2, 32]\", i: \"i64[40]\", v: \"#[40, 32]\"", put, forms[f]);
    add_dtypes(&suite, "x: \"#[3, 24]\", i: \"i64[11]\", v: \"#[11, 24]\"", add, forms[f]);
  }
  add_dtypes(&suite, "x: \"#[2, 32]\", i: \"i64[40]\", v: \"#[40, 32]\"", put, "vector=2 ordered=0");
  add_dtypes(&suite, "x: \"#[3, 24]\", i: \"i64[11]\", v: \"#[11, 24]\"", add, "vector=8 ordered=0");
  add_dtypes(&suite, "x: \"#[30, 7]\", i: \"i64[9]\", v: \"#[9, 7]\"", add, "");
  // the last element of 21 shares its word with none
  add_dtypes(&suite, "x: \"#[3, 7]\", i: \"i64[11]\", v: \"#[11, 7]\"", add, "ordered=0");
  suite_run(&suite);
}

// Behind a reduction along the rows that are added.
static void test_behind_rows(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const body =
      "m = torch.ops.aten.mean.dim(v, [1], True)\nd = torch.ops.aten.sub.Tensor(v, m)\n"
      "y = torch.ops.aten.index_put.default(x, [i], d, True)\nreturn (y,)";
  suite_add(&suite, "x: \"f32[4, 96]\", i: \"i64[33]\", v: \"f32[33, 96]\"", body, "");
  suite_add(&suite, "x: \"f32[4, 97]\", i: \"i64[33]\", v: \"f32[33, 97]\"", body, "");
  suite_add(&suite, "x: \"bf16[4, 96]\", i: \"i64[9]\", v: \"bf16[9, 96]\"", body, "");
  suite_add(&suite, "x: \"f32[4, 96]\", i: \"i64[33]\", v: \"f32[33, 96]\"", body, "ordered=0");
  suite_add(&suite, "x: \"f32[9, 96]\", i: \"i64[33]\", v: \"f32[33, 96]\"", body, "");
  suite_run(&suite);
}

static void assert_no_atomics(const Suite *suite) {
  for (int i = 0; i < suite->count; i++)
    for (int s = 0; s < suite->cases[i]->nest->step_count; s++)
      assert_false(suite->cases[i]->nest->steps[s].accumulate);
}

// In order: every element of the result looks at all values that may come to it.
static void test_ordered(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const put = "y = torch.ops.aten.index_put.default(x, [i], v, True)\nreturn (y,)";
  static const char *const bodies[] = {
      "y = torch.ops.aten.index_put.default(x, [i, None, k], q, True)\nreturn (y,)",
      "y = torch.ops.aten.index_put.default(x, [None, i], w, True)\nreturn (y,)",
      "y = torch.ops.aten.scatter_add.default(x, 2, j, u)\nreturn (y,)",
      "y = torch.ops.aten.scatter_add.default(x, 0, l, u)\nreturn (y,)",
      "y = torch.ops.aten.index_add.default(x, 1, i, w)\nreturn (y,)",
      ("r = torch.ops.aten.relu.default(w)\n"
       "z = torch.ops.aten.full.default([5, 6, 7], 0, dtype = torch.float32)\n"
       "y = torch.ops.aten.index_add.default(z, 1, i, r)\nreturn (y,)"),
      ("g = torch.ops.aten.gt.Scalar(i, 2)\nm = torch.ops.aten.reshape.default(g, [3, 1, 1])\n"
       "y = torch.ops.aten._unsafe_masked_index_put_accumulate.default(x, m, [i], h)\nreturn (y,)"),
  };
  for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++)
    suite_add(&suite,
              "x: \"f32[5, 6, 7]\", i: \"i64[3]\", k: \"i64[3]\", j: \"i64[5, 6, 2]\", l: \"i64[3, 4, 2]\", "
              "u: \"f32[5, 6, 2]\", w: \"f32[5, 3, 7]\", q: \"f32[3, 6]\", h: \"f32[3, 6, 7]\"",
              bodies[b], "ordered=1");
  add_dtypes(&suite, "x: \"#[2, 32]\", i: \"i64[40]\", v: \"#[40, 32]\"", put, "ordered=1");
  add_dtypes(&suite, "x: \"#[30, 7]\", i: \"i64[9]\", v: \"#[9, 7]\"", put, "ordered=1");
  suite_add(&suite, "x: \"f32[10]\", i: \"i64[900]\", v: \"f32[900]\"", put, "ordered=1");
  suite_add(&suite, "x: \"f32[10, 4]\", i: \"i64[1]\", v: \"f32[1, 4]\"", put, "ordered=1");
  suite_add(&suite, "x: \"f32[6, 64]\", i: \"i64[3000]\", v: \"f32[3000, 64]\"", put, "ordered=1");
  assert_no_atomics(&suite);
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_behind_rows),
      cmocka_unit_test(test_ordered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
