// Reductions along the fast axis.
#include "fx_text.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#define RMSNORM \
  CAST("f", "x", "float32") \
  "q = torch.ops.aten.mul.Tensor(f, f)\n" \
  "m = torch.ops.aten.mean.dim(q, [-1], True)\n" \
  "a = torch.ops.aten.add.Scalar(m, 1e-6)\n" \
  "r = torch.ops.aten.rsqrt.default(a)\n" \
  "n = torch.ops.aten.mul.Tensor(f, r)\n" \
  "z = torch.ops.aten.mul.Tensor(n, w)\n" CAST("y", "z", "bfloat16") "return (y, r)"
#define LAYERNORM \
  "v = torch.ops.aten.var_mean.correction(x, [-1], correction = 0, keepdim = True)\n" \
  "va = v[0]\n" \
  "mu = v[1]\n" \
  "d = torch.ops.aten.sub.Tensor(x, mu)\n" \
  "a = torch.ops.aten.add.Scalar(va, 1e-5)\n" \
  "r = torch.ops.aten.rsqrt.default(a)\n" \
  "n = torch.ops.aten.mul.Tensor(d, r)\n" \
  "z = torch.ops.aten.mul.Tensor(n, w)\n" \
  "y = torch.ops.aten.add.Tensor(z, b)\n" \
  "return (y, mu, r)"

// As one writes it in Python: the deviations wait for the mean, but not in long rows.
#define DEVIATIONS \
  "u = torch.ops.aten.mean.dim(x, [-1], True)\n" \
  "d = torch.ops.aten.sub.Tensor(x, u)\n" \
  "q = torch.ops.aten.mul.Tensor(d, d)\n" \
  "s = torch.ops.aten.mean.dim(q, [-1], True)\n" \
  "a = torch.ops.aten.add.Scalar(s, 1e-5)\n" \
  "r = torch.ops.aten.rsqrt.default(a)\n" \
  "y = torch.ops.aten.mul.Tensor(d, r)\n" \
  "return (y, u, s)"

static const int shapes[][2] = {{6, 40},   {5, 1},    {33, 3},   {3, 64},   {9, 256},   {4, 1024},
                                {3, 1023}, {2, 4097}, {2, 4096}, {3, 8192}, {2, 32000}, {2, 50000}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void add_shapes(Suite *suite, const char *format, const char *body, const char *knobs) {
  for (int s = 0; s < SHAPES; s++) {
    Text parameters = {0};
    for (const char *p = format; *p; p++) {
      if (*p == '#')
        text_printf(&parameters, "%d, %d", shapes[s][0], shapes[s][1]);
      else if (*p == '@')
        text_printf(&parameters, "%d", shapes[s][1]);
      else
        text_add_bytes(&parameters, p, 1);
    }
    suite_add(suite, text_get(&parameters), body, knobs);
    text_free(&parameters);
  }
}

static void test_softmax(void **state) {
  (void)state;
  Suite suite = {0};
  add_shapes(&suite, "x: \"bf16[#]\"", SOFTMAX, "");
  add_shapes(&suite, "x: \"bf16[#]\"", SOFTMAX, "persistent=0");
  for (int i = 0; i < SHAPES - 2; i++) {
    char parameters[80];
    snprintf(parameters, sizeof parameters, "x: \"bf16[%d, %d]\"", shapes[i][0], shapes[i][1]);
    suite_add(&suite, parameters, SOFTMAX, "persistent=2");
  }
  suite_run(&suite);
}

static void test_rmsnorm(void **state) {
  (void)state;
  Suite suite = {0};
  add_shapes(&suite, "x: \"bf16[#]\", w: \"bf16[@]\"", RMSNORM, "");
  add_shapes(&suite, "x: \"f16[#]\", w: \"f32[@]\"", RMSNORM, "persistent=0");
  suite_add(&suite, "x: \"bf16[3, 65536]\", w: \"bf16[65536]\"", RMSNORM, "");
  suite_add(&suite, "x: \"f16[5, 1001]\", w: \"bf16[1001]\"", RMSNORM, "persistent=2");
  suite_add(&suite, "x: \"bf16[5, 1001]\", w: \"f32[1001]\"", RMSNORM, "stores=1");
  suite_add(&suite, "x: \"f16[5, 1024]\", w: \"f32[1024]\"", RMSNORM, "stores=2");
  suite_run(&suite);
}

static void test_layernorm(void **state) {
  (void)state;
  Suite suite = {0};
  add_shapes(&suite, "x: \"f32[#]\", w: \"f32[@]\", b: \"f32[@]\"", LAYERNORM, "");
  add_shapes(&suite, "x: \"f64[#]\", w: \"f64[@]\", b: \"f64[@]\"", LAYERNORM, "");
  suite_run(&suite);
}

// Parameters that are loaded one slot before: in the only loop before, in the second of three, and where the
// last slot is not full.
static void test_pipelined_slots(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const rows[] = {"9, 1024", "5, 1000", "3, 4096"}, *const knobs[] = {"", "persistent=2"};
  for (size_t i = 0; i < 3; i++)
    for (size_t k = 0; k < 2; k++) {
      const char *cols = strchr(rows[i], ' ') + 1;
      char parameters[120];
      snprintf(parameters, sizeof parameters, "x: \"bf16[%s]\", w: \"bf16[%s]\", b: \"bf16[%s]\"", rows[i],
               cols, cols);
      suite_add(&suite, parameters, LAYERNORM, knobs[k]);
      snprintf(parameters, sizeof parameters, "x: \"bf16[%s]\", w: \"bf16[%s]\"", rows[i], cols);
      suite_add(&suite, parameters, RMSNORM, knobs[k]);
    }
  suite_run(&suite);
}

// Sums over the three heads of a group, which lie a stride apart, beside sums along their rows.
static void test_groups(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const body =
      "s = torch.ops.aten.sum.dim_IntList(x, [2])\n"
      "t = torch.ops.aten.permute.default(s, [0, 2, 1, 3])\n"
      "p = torch.ops.aten.mul.Tensor(t, q)\n"
      "r = torch.ops.aten.sum.dim_IntList(p, [3], True)\n"
      "y = torch.ops.aten.mul.Tensor(t, r)\n"
      "return (y,)";
  static const char *const dtypes[] = {"bf16", "f32"};
  for (size_t i = 0; i < 2; i++)
    for (int row = 63; row <= 64; row++) {
      char parameters[100];
      snprintf(parameters, sizeof parameters, "x: \"%s[2, 5, 3, 7, %d]\", q: \"%s[2, 7, 5, %d]\"", dtypes[i],
               row, dtypes[i], row);
      suite_add(&suite, parameters, body, "");
    }
  suite_run(&suite);
}

// One pass: sums and the like, with results of every kind.
static void test_single_pass(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const bodies[] = {
      "y = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (y,)",
      "y = torch.ops.aten.prod.dim_int(x, 1)\nreturn (y,)",
      "y = torch.ops.aten.amin.default(x, [1])\nz = torch.ops.aten.amax.default(x, [1])\nreturn (y, z)",
      "y = torch.ops.aten.argmax.default(x, 1)\nz = torch.ops.aten.argmin.default(x, 1)\nreturn (y, z)",
      "p = torch.ops.aten.max.dim(x, 1)\nv = p[0]\ni = p[1]\nreturn (v, i)",
      "c = torch.ops.aten.gt.Scalar(x, 2)\ny = torch.ops.aten.any.dim(c, 1)\nreturn (y,)",
      "y = torch.ops.aten.var.correction(x, [1], correction = 1)\nreturn (y,)",
      "p = torch.ops.prims.prepare_softmax_online.default(x, 1)\nm = p[0]\nt = p[1]\nreturn (m, t)",
      // rows with a masked part, and vectors that are masked as a whole
      "c = torch.ops.aten.gt.Scalar(x, 0.5)\nl = torch.ops.aten.full.default([], float('-inf'), dtype = "
      "torch.float32)\n"
      "w = torch.ops.aten.where.self(c, x, l)\n"
      "p = torch.ops.prims.prepare_softmax_online.default(w, 1)\nm = p[0]\nt = p[1]\nreturn (m, t)",
  };
  static const char *const parameters[] = {"x: \"f32[7, 1023]\"", "x: \"bf16[300, 64]\"",
                                           "x: \"f64[2, 4096]\"", "x: \"f16[3, 31]\""};
  for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++)
    for (size_t p = 0; p < sizeof parameters / sizeof *parameters; p++)
      if (p != 3 || b != 1) suite_add(&suite, parameters[p], bodies[b], ""); // products of halves underflow
  suite_add(&suite, "x: \"i32[7, 1000]\"", "y = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (y,)", "");
  suite_add(&suite, "x: \"b8[7, 1000]\"", "y = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (y,)", "");
  suite_add(&suite, "x: \"i64[5, 77]\"", "y = torch.ops.aten.amax.default(x, [1])\nreturn (y,)", "");
  suite_add(&suite, "x: \"b8[5, 77]\"", "y = torch.ops.aten.any.dim(x, 1)\nreturn (y,)", "");
  suite_run(&suite);
}

// The maximum and the sum of exponentials: of rows that a block holds in two passes, of longer ones in one,
// also where parts of a row or all of it are masked.
static void test_online_softmax(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const bodies[] = {
      "p = torch.ops.prims.prepare_softmax_online.default(x, 1)\nm = p[0]\nt = p[1]\n"
      "d = torch.ops.aten.sub.Tensor(x, m)\ne = torch.ops.aten.exp.default(d)\n"
      "y = torch.ops.aten.div.Tensor(e, t)\nreturn (m, t, y)",
      "c = torch.ops.aten.gt.Scalar(x, 0.75)\n"
      "l = torch.ops.aten.full.default([], float('-inf'), dtype = torch.float32)\n"
      "w = torch.ops.aten.where.self(c, x, l)\n"
      "p = torch.ops.prims.prepare_softmax_online.default(w, 1)\nm = p[0]\nt = p[1]\nreturn (m, t)",
  };
  static const char *const parameters[] = {"x: \"f32[5, 1000]\"", "x: \"f32[2, 32768]\"",
                                           "x: \"f32[2, 40000]\"", "x: \"f32[3, 50257]\"",
                                           "x: \"f64[2, 33001]\""};
  for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++)
    for (size_t p = 0; p < sizeof parameters / sizeof *parameters - b; p++)
      suite_add(&suite, parameters[p], bodies[b], "");
  static const char *const down =
      "p = torch.ops.prims.prepare_softmax_online.default(x, 0)\nm = p[0]\nt = p[1]\nreturn (m, t)";
  suite_add(&suite, "x: \"f32[700, 24]\"", down, "");
  suite_add(&suite, "x: \"f32[5000, 33]\"", down, "");
  suite_run(&suite);
}

// Everything into one element; some large enough that blocks share the work.
static void test_full(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const sums =
      "s = torch.ops.aten.sum.default(x)\nm = torch.ops.aten.amax.default(x, [0])\n"
      "q = torch.ops.aten.mul.Tensor(x, x)\nt = torch.ops.aten.sum.default(q)\n"
      "u = torch.ops.aten.add.Tensor(s, t)\nreturn (s, m, u)";
  static const int sizes[] = {1, 3, 31, 1023, 4097, 100000, 1000003};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    char parameters[80];
    snprintf(parameters, sizeof parameters, "x: \"f32[%d]\"", sizes[i]);
    suite_add(&suite, parameters, sums, "");
    snprintf(parameters, sizeof parameters, "x: \"bf16[%d]\"", sizes[i]);
    suite_add(&suite, parameters, sums, i > 3 ? "splits=3" : "");
  }
  suite_add(&suite, "x: \"f32[64, 1001]\"",
            "y = torch.ops.aten.relu.default(x)\ns = torch.ops.aten.sum.default(y)\nreturn (y, s)", "");
  suite_add(&suite, "x: \"f32[3, 200000]\"",
            "y = torch.ops.aten.sum.dim_IntList(x, [1])\nz = torch.ops.aten.sqrt.default(y)\nreturn (y, z)",
            "");
  suite_add(&suite, "x: \"f32[0]\"", "s = torch.ops.aten.sum.default(x)\nreturn (s,)", "");
  suite_add(&suite, "x: \"i64[0][0]\"", "s = torch.ops.aten.sum.default(x)\nreturn (s,)", "");
  suite_add(&suite, "x: \"f32[5, 0]\"", "s = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (s,)", "");
  suite_add(&suite, "x: \"f32[0, 5]\"", "s = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (s,)", "");
  suite_run(&suite);
}

// Rows of any length and alignment: what is stored begins elsewhere in a vector than what is loaded, weights
// begin elsewhere again, rows have fewer threads than ends, and passes read places as well as memory.
static void test_ragged(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const slice = "x = torch.ops.aten.slice.Tensor(z, 1, 3, 9223372036854775807)\n" SOFTMAX;
  static const char *const parameters[] = {"z: \"bf16[5, 1030]\"", "z: \"bf16[9, 32]\"",
                                           "z: \"f16[3, 4100]\"", "z: \"bf16[2, 50003]\"",
                                           "z: \"u8[5, 200]\""};
  for (size_t p = 0; p < sizeof parameters / sizeof *parameters; p++) {
    suite_add(&suite, parameters[p], slice, "");
    suite_add(&suite, parameters[p], slice, "persistent=0");
  }
  suite_add(&suite, "x: \"bf16[6, 3, 35]\", w: \"f32[35]\", v: \"bf16[3, 35]\"",
            "a = torch.ops.aten.mul.Tensor(x, w)\nb = torch.ops.aten.add.Tensor(a, v)\n"
            "s = torch.ops.aten.sum.dim_IntList(b, [1, 2], True)\ny = torch.ops.aten.div.Tensor(b, s)\n"
            "return (y, s)",
            "");
  static const char *const places =
      "i = torch.ops.prims.iota.default(1027, start = 0, step = 1, dtype = torch.int64, device = "
      "device(type='cuda', index=0), requires_grad = False)\n"
      "c = torch.ops.aten.eq.Tensor(t, i)\n"
      "o = torch.ops.aten.full.default([], -1.0, dtype = torch.float32)\n"
      "n = torch.ops.aten.full.default([], 0.5, dtype = torch.float32)\n"
      "g = torch.ops.aten.where.self(c, o, n)\n"
      "e = torch.ops.aten.exp.default(x)\n"
      "p = torch.ops.aten.mul.Tensor(g, e)\n"
      "s = torch.ops.aten.sum.dim_IntList(p, [1], True)\n"
      "q = torch.ops.aten.mul.Tensor(e, s)\n"
      "y = torch.ops.aten.sub.Tensor(g, q)\n"
      "return (y, s)";
  suite_add(&suite, "x: \"bf16[4, 1027]\", t: \"i64[4, 1]\"", places, "");
  suite_add(&suite, "x: \"bf16[4, 1027]\", t: \"i64[4, 1]\"", places, "persistent=2");
  suite_run(&suite);
}

// The blocks of a cluster share a row, held or read again; also rows that end before the last block's part.
static void test_cluster(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const knobs[] = {
      "splits=2 persistent=1 threads=128 rows=1", "splits=4 persistent=2 threads=64 rows=1",
      "splits=8 persistent=0 threads=32 rows=1 unroll=2", "splits=2 persistent=1 threads=128 rows=2"};
  static const char *const parameters[] = {"x: \"bf16[5, 4096]\"", "x: \"bf16[3, 1000]\"",
                                           "x: \"bf16[3, 1023]\"", "x: \"bf16[1, 8193]\""};
  for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++)
    for (size_t p = 0; p < sizeof parameters / sizeof *parameters; p++)
      suite_add(&suite, parameters[p], SOFTMAX, knobs[k]);
  suite_add(&suite, "x: \"f64[3, 5000]\", w: \"f64[5000]\", b: \"f64[5000]\"", LAYERNORM, "splits=4 rows=1");
  suite_add(&suite, "x: \"f16[3, 5001]\", w: \"f32[5001]\"", RMSNORM, "splits=2 rows=1");
  suite_add(&suite, "x: \"f32[2, 40000]\"", DEVIATIONS, "");
  suite_add(&suite, "x: \"f32[2, 33001]\"", DEVIATIONS, "splits=4 rows=1 persistent=0");
  suite_add(&suite, "x: \"bf16[2, 70000]\"", SOFTMAX, "splits=2 rows=1");
  suite_run(&suite);
}

// Blocks and clusters that take rows one after another: the last ones have fewer, and what comes next waits
// in registers or in shared memory.
static void test_persistent(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const knobs[] = {"tiles=3",
                                      "tiles=2 pipeline=1",
                                      "tiles=3 pipeline=2",
                                      "tiles=7 pipeline=2 persistent=1",
                                      "tiles=3 pipeline=2 vector=2 persistent=2",
                                      "tiles=2 pipeline=2 threads=64 rows=2",
                                      "tiles=3 splits=2 rows=1 threads=64",
                                      "tiles=7 splits=4 rows=1 threads=32 pipeline=1",
                                      "tiles=4 splits=2 rows=1 threads=64 pipeline=2",
                                      "tiles=2 splits=8 rows=1 threads=32 pipeline=2"};
  for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++) {
    suite_add(&suite, "x: \"bf16[7, 4096]\"", SOFTMAX, knobs[k]);
    suite_add(&suite, "x: \"bf16[6, 1024]\", w: \"f32[1024]\"", RMSNORM, knobs[k]); // 2 and 3 tiles each
    suite_add(&suite, "x: \"bf16[7, 1000]\", w: \"f32[1000]\"", RMSNORM, knobs[k]);
    suite_add(&suite, "x: \"f32[7, 2048]\", w: \"bf16[2048]\", b: \"f32[2048]\"", LAYERNORM, knobs[k]);
    suite_add(&suite, "x: \"f64[7, 520]\"", DEVIATIONS, knobs[k]);
    suite_add(&suite, "x: \"bf16[7, 1023]\"", SOFTMAX, knobs[k]); // ragged: not persistent
  }
  suite_add(&suite, "x: \"bf16[5, 2048]\", w: \"bf16[5, 2048]\", s: \"f32[5, 1]\"",
            "f = torch.ops.aten.mul.Tensor(x, w)\ng = torch.ops.aten.mul.Tensor(f, s)\n"
            "t = torch.ops.aten.sum.dim_IntList(g, [1], True)\ny = torch.ops.aten.sub.Tensor(g, t)\n"
            "return (y, t)",
            "tiles=2 pipeline=2");
  suite_run(&suite);
}

// Means and deviations of as many elements in every thread are merged without their counts: by 16 warps, 32
// and 64 of a cluster. By 12, or where some threads have a vector less, with them.
static void test_counts_of_threads(void **state) {
  (void)state;
  Suite suite = {0};
  static const struct {
    int columns;
    const char *knobs;
  } cases[] = {{8192, "rows=1 threads=512 persistent=1"},
               {8200, "rows=1 threads=512 persistent=1"},
               {6144, "rows=1 threads=384 persistent=1"},
               {8192, "rows=1 threads=1024 persistent=2"},
               {16384, "rows=1 threads=512 splits=2 persistent=1"},
               {16384, "rows=1 threads=1024 splits=2 persistent=1"},
               {6144, "rows=1 threads=384 splits=2 persistent=1"},
               {4096, "rows=4 threads=1024 persistent=1"},
               {8192, "rows=1 threads=512 splits=2 persistent=0"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char parameters[120];
    int columns = cases[i].columns;
    snprintf(parameters, sizeof parameters, "x: \"bf16[5, %d]\", w: \"bf16[%d]\", b: \"bf16[%d]\"", columns,
             columns, columns);
    suite_add(&suite, parameters, LAYERNORM, cases[i].knobs);
  }
  suite_run(&suite);
}

// Rows that are loaded in the place of those before them: of eight slots two in registers, of two one; in
// blocks and clusters, in two passes and three, with two rows at once, in every size of element; and rows
// that cannot be, because their first pass reads what stands beside them, or their last slot is not full.
static void test_in_place(void **state) {
  (void)state;
  Suite suite = {0};
  static const char *const knobs[] = {"tiles=3 pipeline=3 rows=1 threads=64 persistent=2",
                                      "tiles=7 pipeline=3 rows=1 threads=32 persistent=2",
                                      "tiles=4 pipeline=3 rows=1 threads=64 splits=2 persistent=2",
                                      "tiles=2 pipeline=3 rows=1 threads=32 splits=4 persistent=2 vector=2",
                                      "tiles=2 pipeline=3 rows=2 threads=64 persistent=2",
                                      "tiles=3 groups=2 pipeline=3 rows=1 threads=32 persistent=2",
                                      "tiles=2 groups=5 pipeline=3 rows=1 threads=32 splits=2 persistent=2"};
  for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++) {
    suite_add(&suite, "x: \"bf16[7, 4096]\"", SOFTMAX, knobs[k]);
    suite_add(&suite, "x: \"bf16[7, 4096]\", w: \"bf16[4096]\", b: \"bf16[4096]\"", LAYERNORM, knobs[k]);
    suite_add(&suite, "x: \"bf16[6, 1024]\", w: \"f32[1024]\"", RMSNORM, knobs[k]);
    suite_add(&suite, "x: \"f16[7, 1000]\", w: \"f32[1000]\"", RMSNORM, knobs[k]);
    suite_add(&suite, "x: \"f32[7, 2048]\", w: \"bf16[2048]\", b: \"f32[2048]\"", LAYERNORM, knobs[k]);
    suite_add(&suite, "x: \"f64[7, 1024]\"", DEVIATIONS, knobs[k]);
    suite_add(&suite, "x: \"bf16[7, 1023]\"", SOFTMAX, knobs[k]);
    suite_add(&suite, "x: \"bf16[5, 2048]\", w: \"f32[5, 2048]\"",
              "f = torch.ops.aten.mul.Tensor(x, w)\n"
              "t = torch.ops.aten.sum.dim_IntList(f, [1], True)\ng = torch.ops.aten.sub.Tensor(f, t)\n"
              "m = torch.ops.aten.amax.default(g, [1], True)\ny = torch.ops.aten.sub.Tensor(g, m)\n"
              "return (y, t, m)",
              knobs[k]);
    suite_add(&suite, "x: \"bf16[5, 2048]\", s: \"f32[5, 1]\"",
              "g = torch.ops.aten.mul.Tensor(x, s)\nf = torch.ops.aten.exp.default(g)\n"
              "t = torch.ops.aten.sum.dim_IntList(f, [1], True)\n"
              "y = torch.ops.aten.sub.Tensor(f, t)\nreturn (y,)",
              knobs[k]);
  }
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_softmax),
      cmocka_unit_test(test_rmsnorm),
      cmocka_unit_test(test_layernorm),
      cmocka_unit_test(test_groups),
      cmocka_unit_test(test_pipelined_slots),
      cmocka_unit_test(test_single_pass),
      cmocka_unit_test(test_online_softmax),
      cmocka_unit_test(test_full),
      cmocka_unit_test(test_cluster),
      cmocka_unit_test(test_persistent),
      cmocka_unit_test(test_counts_of_threads),
      cmocka_unit_test(test_in_place),
      cmocka_unit_test(test_ragged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
