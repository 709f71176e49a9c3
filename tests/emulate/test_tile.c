// Tiles: accesses along two dims in one kernel, loads and stores, every size of element, sizes that do not
// divide.
#include "suite.h"

#include <stdio.h>
#include <string.h>

#define CLONE(name, from) \
  name " = torch.ops.aten.clone.default(" from ", memory_format = torch.contiguous_format)\n"

static const char *const add =
    "t = torch.ops.aten.permute.default(x, [1, 0])\n"
    "s = torch.ops.aten.add.Tensor(t, y)\n"
    "z = torch.ops.aten.relu.default(s)\nreturn (z,)";
static const char *const batch =
    "t = torch.ops.aten.permute.default(x, [0, 2, 1])\n" CLONE("c", "t") "return (c,)";
static const char *const both =
    "a = torch.ops.aten.mul.Tensor(x, 2.0)\n"
    "t = torch.ops.aten.permute.default(a, [1, 0])\n" CLONE("b", "t") "return (a, b)";

static const char *kind_of(const char *parameters, const char *body, const char *knobs) {
  Suite suite = {0};
  const char *kind = template_name(suite_add(&suite, parameters, body, knobs)->schedule.kind);
  suite_run(&suite);
  return kind;
}

static void add_tile(Suite *suite, const char *parameters, const char *body, const char *knobs) {
  if (suite_add(suite, parameters, body, knobs)->schedule.kind != template_find("tile"))
    fail_msg("%s: no tile", parameters);
}

static void add_all(Suite *suite, const char *parameters, const char *body) {
  static const char *const knobs[] = {"", "vector=1", "vector=2", "rows=32 threads=64 unroll=8", "stores=1"};
  for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++)
    add_tile(suite, parameters, body, knobs[i]);
  suite_add(suite, parameters, body, "rows=1"); // a map
}

static void test_loads(void **state) {
  (void)state;
  Suite suite = {0};
  add_all(&suite, "x: \"f32[64, 48]\", y: \"f32[48, 64]\"", add);
  add_all(&suite, "x: \"bf16[64, 48]\", y: \"bf16[48, 64]\"", add);
  add_all(&suite, "x: \"bf16[72, 136]\", y: \"f32[136, 72]\"", add); // two sizes of element, several tiles
  add_all(&suite, "x: \"f64[32, 50]\", y: \"f64[50, 32]\"", add);
  add_all(&suite, "x: \"f16[130, 100]\", y: \"f16[100, 130]\"", add);
  add_all(&suite, "x: \"i64[40, 36]\", y: \"i32[36, 40]\"", add);
  suite_run(&suite);
}

static void test_odd_sizes(void **state) {
  (void)state;
  Suite suite = {0};
  add_tile(&suite, "x: \"f32[60, 33]\", y: \"f32[33, 60]\"", add, "");
  add_tile(&suite, "x: \"f32[65, 129]\", y: \"f32[129, 65]\"", add, "");
  add_tile(&suite, "x: \"bf16[65, 129]\", y: \"bf16[129, 65]\"", add, "");
  add_tile(&suite, "x: \"bf16[70, 130]\", y: \"f32[130, 70]\"", add, "");
  add_tile(&suite, "x: \"u8[67, 131]\", y: \"u8[131, 67]\"", add, "");
  add_tile(&suite, "x: \"u8[72, 144]\", y: \"u8[144, 72]\"", add, "");
  suite_add(&suite, "x: \"f32[9, 3]\", y: \"f32[3, 9]\"", add, "");
  add_tile(&suite, "x: \"f32[48, 64][65, 1]\", y: \"f32[64, 48]\"", add, ""); // rows of any alignment
  suite_run(&suite);
}

static void test_stores(void **state) {
  (void)state;
  Suite suite = {0};
  add_all(&suite, "x: \"f32[64, 96]\"", both);
  add_all(&suite, "x: \"bf16[64, 200]\"", both);
  add_all(&suite, "x: \"f32[37, 75]\"", both);
  suite_run(&suite);
}

static void test_dims(void **state) {
  (void)state;
  Suite suite = {0};
  add_tile(&suite, "x: \"bf16[3, 64, 25]\"", batch, "");
  add_tile(&suite, "x: \"bf16[5, 128, 96]\"", batch, "");
  add_tile(&suite, "x: \"f32[3, 24, 80]\"", batch, "unroll=2");
  // The two dims are not neighbours, and one has others between.
  add_tile(&suite, "x: \"f32[24, 5, 3, 40]\"",
           "t = torch.ops.aten.permute.default(x, [3, 1, 2, 0])\n" CLONE("c", "t") "return (c,)", "");
  suite_add(
      &suite, "x: \"f32[40, 3, 24]\", y: \"f32[24, 3, 40]\"",
      "t = torch.ops.aten.permute.default(x, [2, 1, 0])\ns = torch.ops.aten.mul.Tensor(t, y)\nreturn (s,)",
      "");
  // Reversed along what the tile's rows run.
  add_tile(&suite, "x: \"f32[64, 48]\", y: \"f32[48, 64]\"",
           "r = torch.ops.prims.rev.default(x, [1])\nt = torch.ops.aten.permute.default(r, [1, 0])\n"
           "s = torch.ops.aten.add.Tensor(t, y)\nreturn (s,)",
           "");
  suite_run(&suite);
}

// Several transposed inputs beside straight and broadcast ones, and conditions.
static void test_mixed(void **state) {
  (void)state;
  Suite suite = {0};
  add_tile(&suite,
           "x: \"f32[64, 48]\", w: \"bf16[64, 48]\", y: \"f32[48, 64]\", b: \"f32[64]\", m: \"b8[64, 48]\"",
           "t = torch.ops.aten.permute.default(x, [1, 0])\nu = torch.ops.aten.permute.default(w, [1, 0])\n"
           "v = torch.ops.aten.permute.default(m, [1, 0])\n"
           "s = torch.ops.aten.add.Tensor(t, y)\na = torch.ops.aten.mul.Tensor(s, u)\n"
           "c = torch.ops.aten.add.Tensor(a, b)\nz = torch.ops.aten.where.self(v, c, s)\nreturn (z, a)",
           "");
  add_tile(&suite, "x: \"f32[50, 40]\"",
           "t = torch.ops.aten.permute.default(x, [1, 0])\n"
           "y = torch.ops.aten.constant_pad_nd.default(t, [4, 10, 8, 16], 0.5)\nreturn (y,)",
           "");
  add_tile(&suite, "x: \"f32[50, 41]\"",
           "t = torch.ops.aten.permute.default(x, [1, 0])\n"
           "y = torch.ops.aten.constant_pad_nd.default(t, [3, 11, 7, 15], 0.5)\nreturn (y,)",
           "");
  // Read everywhere, and as zeros outside a part of it.
  add_tile(&suite, "x: \"f32[64, 48]\", y: \"f32[48, 64]\"",
           "t = torch.ops.aten.permute.default(x, [1, 0])\ns = torch.ops.aten.slice.Tensor(t, 1, 8, 24)\n"
           "p = torch.ops.aten.constant_pad_nd.default(s, [8, 40], 0.0)\n"
           "a = torch.ops.aten.add.Tensor(y, t)\nz = torch.ops.aten.add.Tensor(a, p)\nreturn (z,)",
           "");
  suite_add(
      &suite, "x: \"bf16[48, 40]\", y: \"bf16[40, 48]\"",
      "t = torch.ops.aten.permute.default(x, [1, 0])\n"
      "c = torch.ops.aten.cat.default([t, y], 1)\nd = torch.ops.aten.cat.default([y, t], 0)\nreturn (c, d)",
      "");
  add_tile(&suite, "x: \"f32[64, 80]\", y: \"bf16[80, 64]\"", // slots one after another
           "t = torch.ops.aten.permute.default(x, [1, 0])\ns = torch.ops.aten.sin.default(t)\n"
           "c = torch.ops.aten.cos.default(t)\na = torch.ops.aten.mul.Tensor(s, y)\n"
           "z = torch.ops.aten.add.Tensor(a, c)\nreturn (z,)",
           "");
  suite_run(&suite);
}

// Neighbours along the fast dim that lie within a sector, with what other rows read between them: 12, 9 and 4
// elements of 2 bytes apart, loaded and stored. Two apart, or in a domain of few elements, a map is as good.
static void test_near(void **state) {
  (void)state;
  Suite suite = {0};
  add_tile(&suite, "x: \"bf16[8, 700, 12]\"", batch, "");
  add_tile(&suite, "x: \"bf16[300, 25, 9]\"", batch, "");
  add_tile(&suite, "x: \"bf16[100, 164, 4]\"", batch, "");
  add_tile(&suite, "x: \"bf16[60, 12, 100]\"",
           "a = torch.ops.aten.mul.Tensor(x, 2.0)\n"
           "t = torch.ops.aten.permute.default(a, [0, 2, 1])\n" CLONE("b", "t") "return (a, b)",
           "");
  suite_run(&suite);
  assert_string_equal(kind_of("x: \"bf16[100, 330, 2]\"", batch, ""), "map");
  assert_string_equal(kind_of("x: \"bf16[5, 700, 12]\"", batch, ""), "map");
}

// Two bytes are no word: what runs down and begins anywhere is loaded one by one.
static void test_bytes(void **state) {
  (void)state;
  Suite suite = {0};
  Case *added = suite_add_as(
      &suite, "tile", "a: \"bf16[130, 16]\", m: \"b8[130, 16][1, 131]\", o: \"bf16[]\", i: \"f32[130, 16]\"",
      "b = torch.ops.aten.where.self(m, a, o)\nz = torch.ops.aten.copy_.default(i, b)\nreturn (z,)", "");
  assert_non_null(strstr(added->emitted.source, "fb_load_unaligned(m_patch"));
  suite_run(&suite);
}

// A result that all elements read, stored beside them: by one block of many.
static void test_uniform(void **state) {
  (void)state;
  Suite suite = {0};
  add_tile(&suite, "x: \"f32[128, 96]\", y: \"f32[96, 128]\", u: \"f32[]\", v: \"f32[]\"",
           "q = torch.ops.aten.div.Tensor(u, v)\nt = torch.ops.aten.permute.default(x, [1, 0])\n"
           "m = torch.ops.aten.mul.Tensor(t, q)\nz = torch.ops.aten.add.Tensor(m, y)\nreturn (q, z)",
           "");
  suite_run(&suite);
}

static void test_choice(void **state) {
  (void)state;
  const char *square = "x: \"f32[64, 64]\", y: \"f32[64, 64]\"";
  assert_string_equal(kind_of(square, add, ""), "tile");
  assert_string_equal(kind_of(square, add, "rows=1"), "map");
  assert_string_equal(kind_of(square, "z = torch.ops.aten.add.Tensor(x, y)\nreturn (z,)", ""), "map");
  // What runs down repeats at many places: slots of a map share it; at few, a tile brings it.
  const char *turned =
      "t = torch.ops.aten.permute.default(y, [1, 0])\n"
      "z = torch.ops.aten.add.Tensor(x, t)\nreturn (z,)";
  assert_string_equal(kind_of("x: \"f32[16, 64, 48]\", y: \"f32[48, 64]\"", turned, ""), "map");
  assert_string_equal(kind_of("x: \"f32[15, 64, 48]\", y: \"f32[48, 64]\"", turned, ""), "tile");
  // Heads of 32 elements stay whole: both sides access 64 bytes in a row.
  assert_string_equal(
      kind_of("x: \"bf16[2, 6, 3, 32]\"",
              "t = torch.ops.aten.permute.default(x, [0, 2, 1, 3])\n" CLONE("c", "t") "return (c,)", ""),
      "map");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loads),   cmocka_unit_test(test_odd_sizes), cmocka_unit_test(test_stores),
      cmocka_unit_test(test_dims),    cmocka_unit_test(test_mixed),     cmocka_unit_test(test_choice),
      cmocka_unit_test(test_uniform), cmocka_unit_test(test_near),      cmocka_unit_test(test_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
