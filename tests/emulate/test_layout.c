// Views, layouts, conditions, indirect accesses, random numbers, windows.
#include "fx_text.h"
#include "suite.h"

#include <stdio.h>

#define DEVICE "device = device(type='cuda', index=0), "

typedef struct Pair {
  const char *parameters, *body;
} Pair;

static void run_pairs(const Pair *pairs, size_t count) {
  Suite suite = {0};
  for (size_t i = 0; i < count; i++) {
    suite_add(&suite, pairs[i].parameters, pairs[i].body, "");
    suite_add(&suite, pairs[i].parameters, pairs[i].body, "vector=2");
  }
  suite_run(&suite);
}
#define RUN(pairs) run_pairs(pairs, sizeof(pairs) / sizeof *(pairs))

static const char *const rope =
    CAST("f", "x", "float32") "lo = torch.ops.aten.slice.Tensor(f, 3, 0, 32)\n"
                              "hi = torch.ops.aten.slice.Tensor(f, 3, 32, 64)\n"
                              "n = torch.ops.aten.neg.default(hi)\n"
                              "t = torch.ops.aten.cat.default([n, lo], -1)\n"
                              "a = torch.ops.aten.mul.Tensor(f, c)\n"
                              "b = torch.ops.aten.mul.Tensor(t, s)\n"
                              "y = torch.ops.aten.add.Tensor(a, b)\n" CAST("o", "y", "bfloat16") "return (o,)";

// A rotary embedding by complex numbers, as llama's reference code has it.
static const char *const turn =
    CAST("f", "x", "float32") "v = torch.ops.aten.reshape.default(f, [2, 6, 4, 16, 2])\n"
                              "z = torch.ops.aten.view_as_complex.default(v)\n"
                              "w = torch.ops.aten.reshape.default(c, [1, 6, 1, 16])\n"
                              "m = torch.ops.aten.mul.Tensor(z, w)\n"
                              "r = torch.ops.aten.view_as_real.default(m)\n"
                              "y = torch.ops.aten.reshape.default(r, [2, 6, 4, 32])\n" CAST("o", "y", "bfloat16")
                                  "return (o,)";

static void test_complex(void **state) {
  (void)state;
  const Pair pairs[] = {
      {"x: \"bf16[2, 6, 4, 32]\", c: \"c64[6, 16]\"", turn},
      {"x: \"f32[6, 5]\", a: \"f32[5]\"",
       "p = torch.ops.aten.polar.default(x, a)\nk = torch.ops.aten._conj.default(p)\n"
       "t = torch.ops.aten.permute.default(k, [1, 0])\nr = torch.ops.aten.real.default(t)\n"
       "y = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\nreturn (y, r)"},
      {"x: \"c64[6, 5]\", i: \"i64[3]\"",
       "g = torch.ops.aten.index.Tensor(x, [i])\nq = torch.ops.aten.constant_pad_nd.default(g, [1, 1], 2.5)\n"
       "s = torch.ops.aten.slice.Tensor(q, 1, 2, 6)\nm = torch.ops.aten.mul.Tensor(s, 2)\nreturn (m,)"},
      {"x: \"c128[4, 6]\", r: \"f64[4, 6]\"",
       "c = torch.ops.aten.cat.default([x, r], 1)\nd = torch.ops.aten.div.Tensor(c, 3)\n"
       "v = torch.ops.aten.view_as_real.default(d)\ns = torch.ops.aten.select.int(v, 2, 1)\nreturn (s,)"},
  };
  RUN(pairs);
}

static void test_views(void **state) {
  (void)state;
  static const char *const transpose =
      "p = torch.ops.aten.permute.default(x, [1, 0])\n"
      "y = torch.ops.aten.add.Tensor(p, z)\nreturn (y,)";
  static const char *const heads =
      "p = torch.ops.aten.permute.default(x, [0, 2, 1, 3])\n"
      "m = torch.ops.aten.mul.Tensor(p, 1.5)\n"
      "y = torch.ops.aten.clone.default(m, memory_format = torch.contiguous_format)\n"
      "return (y,)";
  const Pair pairs[] = {
      {"x: \"f32[64, 96]\", z: \"f32[96, 64]\"", transpose},
      {"x: \"bf16[33, 65]\", z: \"bf16[65, 33]\"", transpose},
      {"x: \"bf16[2, 6, 3, 32]\"", heads},
      {"x: \"bf16[2, 5, 3, 31]\"", heads},
      {"x: \"bf16[2, 4, 6, 64]\", c: \"f32[6, 64]\", s: \"f32[6, 64]\"", rope},
      {"x: \"f32[8, 40][80, 2]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)"},
      {"x: \"f32[8, 40][48, 1]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)"},
      {"x: \"bf16[8, 40][44, 1]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)"},
      {"x: \"f32[2, 3, 4, 5][60, 1, 15, 3]\", b: \"f32[3, 1, 1]\"",
       "y = torch.ops.aten.add.Tensor(x, b)\nz = torch.ops.aten.relu.default(y)\nreturn (z,)"},
      {"x: \"f32[2, 16, 4, 5][320, 1, 80, 16]\", b: \"f32[16, 1, 1]\"",
       "y = torch.ops.aten.add.Tensor(x, b)\nz = torch.ops.aten.relu.default(y)\nreturn (z,)"},
      {"x: \"f32[4, 9]\"",
       "s = torch.ops.aten.slice.Tensor(x, 1, 1, 8)\nc = torch.ops.aten.mul.Tensor(s, 3.0)\n"
       "v = torch.ops.aten.reshape.default(c, [14, 2])\ny = torch.ops.aten.exp.default(v)\nreturn (y,)"},
      {"x: \"f32[6, 10]\"",
       "a = torch.ops.aten.mul.Tensor(x, 2.0)\np = torch.ops.aten.permute.default(x, [1, 0])\n"
       "b = torch.ops.aten.add.Scalar(p, 1.0)\n"
       "c = torch.ops.aten.clone.default(b, memory_format = torch.contiguous_format)\nreturn (a, c)"},
      {"x: \"f32[16, 24]\"", "y = torch.ops.prims.rev.default(x, [1])\nreturn (y,)"},
      {"x: \"f32[16, 24]\"", "y = torch.ops.aten.repeat.default(x, [2, 3])\nreturn (y,)"},
      {"x: \"f32[0, 4]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)"},
      {"x: \"f32[]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)"},
  };
  RUN(pairs);
}

static void test_conditions(void **state) {
  (void)state;
  const Pair pairs[] = {
      {"x: \"f32[7, 40]\"", "y = torch.ops.aten.constant_pad_nd.default(x, [8, 16, 0, 3], 0.5)\nreturn (y,)"},
      {"x: \"bf16[7, 40]\"", "y = torch.ops.aten.constant_pad_nd.default(x, [1, 2, 0, 3], 0.5)\nreturn (y,)"},
      {"x: \"f32[7, 40]\"",
       "y = torch.ops.aten.constant_pad_nd.default(x, [-1, 2, -2, 0], 0.5)\nreturn (y,)"},
      {"x: \"f32[4, 32]\", z: \"f32[4, 16]\"", "y = torch.ops.aten.cat.default([x, z, x], 1)\nreturn (y,)"},
      {"x: \"bf16[4, 33]\", z: \"bf16[4, 5]\"", "y = torch.ops.aten.cat.default([x, z, x], 1)\nreturn (y,)"},
      {"x: \"bf16[4, 33]\", z: \"bf16[9, 33]\"", "y = torch.ops.aten.cat.default([x, z, x], 0)\nreturn (y,)"},
      {"x: \"f32[4, 32]\", z: \"f32[4, 16]\"",
       "y = torch.ops.aten.slice_scatter.default(x, z, 1, 8, 24)\nreturn (y,)"},
      {"x: \"f32[4, 32]\", z: \"f32[4, 16]\"",
       "y = torch.ops.aten.slice_scatter.default(x, z, 1, 0, 32, 2)\nreturn (y,)"},
      {"x: \"f32[8, 6]\", z: \"f32[6]\"",
       "y = torch.ops.aten.select_scatter.default(x, z, 0, 2)\nreturn (y,)"},
      {"x: \"f32[2, 8, 8]\"",
       "i = torch.ops.prims.iota.default(8, start = 0, step = 1, dtype = torch.int64, " DEVICE
       "requires_grad = False)\n"
       "r = torch.ops.aten.reshape.default(i, [8, 1])\nm = torch.ops.aten.le.Tensor(i, r)\n"
       "f = torch.ops.aten.full.default([], -1e9, dtype = torch.float32, layout = torch.strided, " DEVICE
       "pin_memory = False)\n"
       "y = torch.ops.aten.where.self(m, x, f)\nreturn (y,)"},
      {"x: \"f32[6, 48]\"",
       "p = torch.ops.aten.constant_pad_nd.default(x, [0, 16], 0.0)\n"
       "s = torch.ops.aten.sum.dim_IntList(p, [1])\nreturn (s,)"},
  };
  RUN(pairs);
}

// Bytes between words: the vectors of the widest dtype are pairs of them, at odd places.
static void test_pairs_of_bytes(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const body =
      "y = torch.ops.aten.cat.default([a, b, c], 0)\nn = torch.ops.aten.neg.default(y)\nreturn (y, n)";
  suite_add(&suite, "a: \"u8[2]\", b: \"i64[1]\", c: \"u8[3]\"", body, "");
  suite_add(&suite, "a: \"b8[7]\", b: \"i64[6]\", c: \"i8[101]\"", body, "");
  suite_add(&suite, "a: \"u8[64]\", b: \"f64[3]\", c: \"b8[33]\"", body, "");
  suite_run(&suite);
}

static void test_glu(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const parameters[] = {"x: \"f32[5, 64, 6]\"", "x: \"bf16[3, 2, 34]\"",
                                           "x: \"f64[1, 2, 2]\""};
  static const char *const bodies[] = {
      "y = torch.ops.aten.glu.default(x)\nreturn (y,)",
      ("r = torch.ops.aten.relu.default(x)\ny = torch.ops.aten.glu.default(r, 1)\n"
       "z = torch.ops.aten.neg.default(y)\nreturn (y, z)"),
      "y = torch.ops.aten.glu.default(x, -1)\ns = torch.ops.aten.sum.dim_IntList(y, [2])\nreturn (s,)",
  };
  for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++)
    for (size_t p = 0; p < sizeof parameters / sizeof *parameters; p++)
      suite_add(&suite, parameters[p], bodies[b], "");
  suite_run(&suite);
}

static void test_indirect(void **state) {
  (void)state;
  const char *const bodies[] = {
      "y = torch.ops.aten.index.Tensor(x, [i])\nreturn (y,)",
      "y = torch.ops.aten.index.Tensor(x, [None, i])\nreturn (y,)",
      "y = torch.ops.aten.index.Tensor(x, [i, None, k])\nreturn (y,)",
      "y = torch.ops.aten.index_put.default(x, [i], t)\nreturn (y,)",
      "y = torch.ops.aten.index_put.default(x, [i], t, True)\nreturn (y,)",
      "y = torch.ops.aten.gather.default(x, 2, j)\nreturn (y,)",
      "y = torch.ops.aten.scatter_add.default(x, 2, j, u)\nreturn (y,)",
      "y = torch.ops.aten.index_add.default(x, 1, i, v)\nreturn (y,)",
      "y = torch.ops.aten.copy_.default(x, w)\nreturn (y,)",
  };
  Suite suite = {0};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    suite_add(&suite,
              "x: \"f32[5, 6, 7]\", i: \"i64[3]\", k: \"i64[3]\", j: \"i64[5, 6, 2]\", v: \"f32[5, 3, 7]\", "
              "t: \"f32[3, 6, 7]\", "
              "u: \"f32[5, 6, 2]\", w: \"f32[5, 6, 7]\"",
              bodies[i], "");
    suite_add(
        &suite,
        "x: \"bf16[5, 6, 16]\", i: \"i64[3]\", k: \"i64[3]\", j: \"i64[5, 6, 8]\", v: \"bf16[5, 3, 16]\", "
        "t: \"bf16[3, 6, 16]\", u: \"bf16[5, 6, 8]\", w: \"bf16[5, 6, 16]\"",
        bodies[i], "");
  }
  suite_add(&suite, "w: \"bf16[30, 64]\", i: \"i64[2, 5]\", p: \"bf16[8, 64]\"",
            "e = torch.ops.aten.embedding.default(w, i)\n"
            "k = torch.ops.prims.iota.default(5, start = 0, step = 1, dtype = torch.int64, " DEVICE
            "requires_grad = False)\n"
            "o = torch.ops.aten.embedding.default(p, k)\ns = torch.ops.aten.add.Tensor(e, o)\nreturn (s,)",
            "");
  suite_add(&suite, "x: \"bf16[7, 1000]\", t: \"i64[7]\"",
            CAST("f", "x", "float32")
            "m = torch.ops.aten.amax.default(f, [1], True)\ns = torch.ops.aten.sub.Tensor(f, m)\n"
            "e = torch.ops.aten.exp.default(s)\nu = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
            "l = torch.ops.aten.log.default(u)\np = torch.ops.aten.sub.Tensor(s, l)\n"
            "i = torch.ops.aten.unsqueeze.default(t, 1)\ng = torch.ops.aten.gather.default(p, 1, i)\n"
            "q = torch.ops.aten.squeeze.dim(g, 1)\nn = torch.ops.aten.neg.default(q)\nreturn (n,)",
            "");
  suite_run(&suite);
}

static void test_random(void **state) {
  (void)state;
  const char *const bodies[] = {
      "k = torch.ops.prims.inductor_lookup_seed.default(s, 1)\n"
      "r = torch.ops.prims.inductor_random.default([5, 64], k, 'rand')\n"
      "m = torch.ops.aten.gt.Scalar(r, 0.1)\ny = torch.ops.aten.mul.Tensor(m, x)\nreturn (y, m)",
      "k = torch.ops.prims.inductor_lookup_seed.default(s, 0)\n"
      "r = torch.ops.prims.inductor_random.default([5, 64], k, 'randn')\ny = torch.ops.aten.add.Tensor(r, "
      "x)\nreturn (y,)",
      ("k = torch.ops.prims.inductor_lookup_seed.default(s, 0)\n"
       "r = torch.ops.prims.inductor_randint.default(3, 1000, [5, 64], k)\nreturn (r,)"),
  };
  Suite suite = {0};
  static const char *const widths[] = {"", "vector=1", "vector=2", "vector=4", "vector=8", "vector=16"};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
      suite_add(&suite, "s: \"i64[2]\", x: \"f32[5, 64]\"", bodies[i], widths[w]);
  // a row of any alignment, and a row that is summed before it is written
  suite_add(&suite, "s: \"i64[2]\", x: \"f32[5, 33]\"",
            "k = torch.ops.prims.inductor_lookup_seed.default(s, 1)\n"
            "r = torch.ops.prims.inductor_random.default([5, 33], k, 'randn')\n"
            "y = torch.ops.aten.add.Tensor(r, x)\nt = torch.ops.aten.sum.dim_IntList(y, [1], True)\n"
            "z = torch.ops.aten.sub.Tensor(y, t)\nreturn (z,)",
            "vector=4");
  suite_add(&suite, "s: \"i64[2]\", x: \"bf16[3, 37]\"",
            "k = torch.ops.prims.inductor_lookup_seed.default(s, 1)\n"
            "r = torch.ops.prims.inductor_random.default([3, 37], k, 'rand')\ny = "
            "torch.ops.aten.mul.Tensor(r, x)\nreturn (y,)",
            "");
  suite_run(&suite);
}

static void test_windows(void **state) {
  (void)state;
  const char *const bodies[] = {
      "p = torch.ops.prims._low_memory_max_pool_with_offsets.default(x, [3, 3], [2, 2], [1, 1], [1, 1], "
      "False)\nv = p[0]\no = p[1]\n"
      "return (v, o)",
      "y = torch.ops.aten.avg_pool2d.default(x, [3, 2], [2, 2], [1, 0], True)\nreturn (y,)",
      "y = torch.ops.aten.avg_pool2d.default(x, [3, 3], [2, 2], [1, 1], True, False)\nreturn (y,)",
  };
  Suite suite = {0};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
    suite_add(&suite, "x: \"f32[2, 3, 9, 10]\"", bodies[i], "");
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_views),    cmocka_unit_test(test_complex), cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_indirect), cmocka_unit_test(test_glu),     cmocka_unit_test(test_pairs_of_bytes),
      cmocka_unit_test(test_random),   cmocka_unit_test(test_windows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
