// Every stage of a kernel, from the layout on, computes the same: kernels of all templates after each of the
// passes that changes them.
#include "suite.h"

typedef struct Subject {
  const char *parameters, *body, *knobs;
} Subject;

#define SOFTMAX \
  "m = torch.ops.aten.amax.default(x, [1], True)\nd = torch.ops.aten.sub.Tensor(x, m)\n" \
  "e = torch.ops.aten.exp.default(d)\ns = torch.ops.aten.sum.dim_IntList(e, [1], True)\n" \
  "y = torch.ops.aten.div.Tensor(e, s)\nreturn (y,)"
#define NORM \
  "m = torch.ops.aten.mean.dim(x, [1], True)\nd = torch.ops.aten.sub.Tensor(x, m)\n" \
  "q = torch.ops.aten.mul.Tensor(d, d)\nv = torch.ops.aten.mean.dim(q, [1], True)\n" \
  "i = torch.ops.aten.rsqrt.default(v)\nn = torch.ops.aten.mul.Tensor(d, i)\n" \
  "p = torch.ops.aten.mul.Tensor(n, w)\ny = torch.ops.aten.add.Tensor(p, b)\nreturn (y,)"

static void run_stages(const Subject *subjects, size_t count) {
  Suite suite = {.stages = true};
  for (size_t i = 0; i < count; i++) {
    int before = suite.count;
    suite_add(&suite, subjects[i].parameters, subjects[i].body, subjects[i].knobs);
    if (suite.count == before + 1) fail_msg("%s: no pass changes it", subjects[i].body);
  }
  suite_run(&suite);
}

static void test_rows(void **state) {
  (void)state;
  static const Subject subjects[] = {
      {"x: \"bf16[6, 1024]\"", SOFTMAX, ""},
      {"x: \"bf16[6, 1024]\"", SOFTMAX, "persistent=0"},
      {"x: \"bf16[5, 1027]\"", SOFTMAX, "persistent=2"},
      {"x: \"bf16[3, 4096]\"", SOFTMAX, "splits=2 rows=1 persistent=1"},
      {"x: \"bf16[6, 1024]\", w: \"bf16[1024]\", b: \"f32[1024]\"", NORM, "persistent=2"},
      {"x: \"f32[5, 1023]\", w: \"f32[1023]\", b: \"f32[1023]\"", NORM, "persistent=1"},
      {"x: \"f32[700, 24]\"", "y = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (y,)", ""},
  };
  run_stages(subjects, sizeof subjects / sizeof *subjects);
}

// Loads a tile before: into registers, into shared memory, in the place of the row before.
static void test_persistent(void **state) {
  (void)state;
  static const Subject subjects[] = {
      {"x: \"bf16[7, 4096]\"", SOFTMAX, "tiles=3 pipeline=1 rows=1"},
      {"x: \"bf16[7, 4096]\"", SOFTMAX, "tiles=3 pipeline=2 rows=1 persistent=2"},
      {"x: \"bf16[7, 4096]\"", SOFTMAX, "tiles=3 pipeline=3 rows=1 threads=64 persistent=2"},
      {"x: \"bf16[8, 4096]\"", SOFTMAX, "tiles=4 pipeline=3 rows=1 threads=64 splits=2 persistent=2"},
      {"x: \"bf16[7, 2048]\", w: \"bf16[2048]\", b: \"bf16[2048]\"", NORM,
       "tiles=3 pipeline=3 rows=1 threads=32 persistent=2"},
      {"x: \"bf16[6, 1024]\", w: \"f32[1024]\", b: \"f32[1024]\"", NORM, "tiles=3 pipeline=1 persistent=2"},
  };
  run_stages(subjects, sizeof subjects / sizeof *subjects);
}

static void test_others(void **state) {
  (void)state;
  static const char *const sums = "y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)";
  static const char *const backward =
      "p = torch.ops.aten.mul.Tensor(x, g)\nr = torch.ops.aten.sum.dim_IntList(p, [1], True)\n"
      "d = torch.ops.aten.mul.Tensor(x, r)\nc = torch.ops.aten.sum.dim_IntList(p, [0])\nreturn (d, c)";
  static const Subject subjects[] = {
      {"x: \"bf16[40, 512]\", y: \"bf16[512]\"", "z = torch.ops.aten.mul.Tensor(x, y)\nreturn (z,)", ""},
      {"x: \"f32[48, 64]\", y: \"f32[64]\"", "z = torch.ops.aten.mul.Tensor(x, y)\nreturn (z,)", "rows=4"},
      {"x: \"bf16[500, 64]\"", sums, ""},
      {"x: \"bf16[500, 64]\"", sums, "splits=5 threads=64"},
      {"x: \"bf16[3, 20000]\"", "y = torch.ops.aten.sum.default(x)\nreturn (y,)", ""},
      {"x: \"bf16[50, 512]\", g: \"bf16[50, 512]\"", backward, ""},
      {"x: \"bf16[50, 512]\", g: \"bf16[50, 512]\"", backward, "pipeline=2 splits=3"},
      {"x: \"bf16[72, 96]\"",
       "t = torch.ops.aten.permute.default(x, [1, 0])\n"
       "y = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\n"
       "return (y,)",
       ""},
      {"x: \"f32[5, 1000]\"", "y = torch.ops.aten.cumsum.default(x, 1)\nreturn (y,)", ""},
      {"x: \"f32[100, 64]\"", "y = torch.ops.aten.cumsum.default(x, 0)\nreturn (y,)", ""},
      {"w: \"bf16[30, 64]\", i: \"i64[40]\"", "y = torch.ops.aten.embedding.default(w, i)\nreturn (y,)", ""},
      {"a: \"bf16[100, 64]\", b: \"bf16[7, 64]\"",
       "p = torch.ops.aten.exp.default(a)\nq = torch.ops.aten.relu.default(b)\nreturn (p, q)", ""},
  };
  run_stages(subjects, sizeof subjects / sizeof *subjects);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_persistent),
      cmocka_unit_test(test_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
