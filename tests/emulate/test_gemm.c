// Matrix products with what reads them: layouts, types, sizes that fill no tile, batches, epilogues.
#include "../h200.h"
#include "suite.h"

#include <string.h>

#define MM "p = torch.ops.aten.mm.default(a, b)\n"
#define SMOOTH "y = torch.ops.aten.tanh.default(s)\nreturn (y,)"

static const char *const relu = MM "y = torch.ops.aten.relu.default(p)\nreturn (y,)";

// Rows and columns of either matrix may be what lies side by side.
static void test_layouts(void **state) {
  (void)state;
  Suite suite = {0};
  suite_add_as(&suite, "gemm", "a: \"bf16[70, 40]\", b: \"bf16[40, 72]\"", relu, "");
  suite_add_as(&suite, "gemm", "a: \"bf16[70, 40]\", b: \"bf16[40, 72][1, 40]\"", relu, "");
  suite_add_as(&suite, "gemm", "a: \"bf16[72, 40][1, 72]\", b: \"bf16[40, 72]\"", relu, "");
  suite_add_as(&suite, "gemm", "a: \"f16[72, 40][1, 72]\", b: \"f16[40, 72][1, 40]\"", relu, "");
  suite_add_as(&suite, "gemm", "a: \"f16[66, 40][48, 1]\", b: \"f16[40, 72][80, 1]\"", relu,
               ""); // parts of wider ones
  suite_add_as(
      &suite, "gemm", "x: \"bf16[70, 40]\", w: \"bf16[72, 40]\", c: \"bf16[72]\"",
      "t = torch.ops.aten.permute.default(w, [1, 0])\ns = torch.ops.aten.addmm.default(c, x, t)\n" SMOOTH,
      "");
  suite_run(&suite);
}

// Few and many of each, one more than a tile, odd ones: vectors of 8, 4, 2 and 1 columns.
static void test_sizes(void **state) {
  (void)state;
  static const char *const parameters[] = {
      "a: \"bf16[2, 8]\", b: \"bf16[8, 8]\"",         "a: \"bf16[129, 16]\", b: \"bf16[16, 136]\"",
      "a: \"bf16[65, 72]\", b: \"bf16[72, 264]\"",    "a: \"bf16[130, 8]\", b: \"bf16[8, 68][1, 8]\"",
      "a: \"bf16[67, 8]\", b: \"bf16[8, 70][1, 8]\"", "a: \"bf16[63, 8]\", b: \"bf16[8, 67][1, 8]\"",
      "a: \"bf16[64, 200]\", b: \"bf16[200, 64]\"",
  };
  Suite suite = {0};
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
    suite_add_as(&suite, "gemm", parameters[i], relu, "");
  suite_run(&suite);
}

static void test_tiles(void **state) {
  (void)state;
  static const char *const knobs[] = {
      "rows=64 columns=64 cluster=1",          "rows=128 columns=64 cluster=1",
      "rows=64 columns=128 cluster=2",         "rows=128 columns=128 cluster=1",
      "rows=128 columns=128 cluster=2",        "rows=64 columns=256 cluster=2",
      "rows=64 columns=64 cluster=1 vector=4", "stages=2"};
  Suite suite = {0};
  for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++) {
    suite_add_as(&suite, "gemm", "a: \"bf16[300, 16]\", b: \"bf16[16, 200]\"", relu, knobs[i]);
    suite_add_as(&suite, "gemm", "a: \"bf16[128, 16]\", b: \"bf16[16, 256]\"", relu, knobs[i]);
  }
  suite_run(&suite);
}

static void test_epilogues(void **state) {
  (void)state;
  static const char *const two = "a: \"bf16[70, 24]\", b: \"bf16[24, 72]\"";
  static const char *const with_tile =
      "a: \"bf16[70, 24]\", b: \"bf16[24, 72]\", r: \"bf16[70, 72]\", c: \"bf16[72]\"";
  Suite suite = {0};
  suite_add_as(&suite, "gemm", two, MM "s = torch.ops.aten.mul.Tensor(p, 0.125)\n" SMOOTH, "");
  suite_add_as(&suite, "gemm", with_tile,
               MM "q = torch.ops.aten.add.Tensor(p, c)\ns = torch.ops.aten.add.Tensor(q, r)\nreturn (s,)",
               "");
  suite_add_as(&suite, "gemm", with_tile, // the product is wanted, too, and what lies between
               MM
               "q = torch.ops.aten.add.Tensor(p, c)\ns = torch.ops.aten.relu.default(q)\nz = "
               "torch.ops.aten.mul.Tensor(s, r)\n"
               "return (p, s, z)",
               "");
  suite_add_as(
      &suite, "gemm",
      "a: \"bf16[70, 24]\", b: \"bf16[24, 72]\", r: \"f32[70, 1]\", m: \"b8[70, 72]\", o: \"f32[]\"", // row
                                                                                                      // by
                                                                                                      // row,
                                                                                                      // masked,
                                                                                                      // wide
      MM
      "f = torch.ops.prims.convert_element_type.default(p, torch.float32)\n"
      "q = torch.ops.aten.mul.Tensor(f, r)\ny = torch.ops.aten.where.self(m, q, o)\nreturn (y,)",
      "");
  suite_add_as(
      &suite, "gemm", "a: \"bf16[70, 24]\", b: \"bf16[24, 72]\", r: \"bf16[72, 70]\"", // a turned operand
      MM "t = torch.ops.aten.permute.default(r, [1, 0])\ny = torch.ops.aten.add.Tensor(p, t)\nreturn (y,)",
      "");
  suite_add_as(&suite, "gemm",
               "a: \"bf16[72, 24]\", b: \"bf16[24, 80]\"", // stored turned: the second matrix has the rows
               MM
               "s = torch.ops.aten.relu.default(p)\nt = torch.ops.aten.permute.default(s, [1, 0])\n"
               "y = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\nreturn (y,)",
               "");
  suite_add_as(&suite, "gemm", "a: \"bf16[70, 24]\", b: \"bf16[24, 72]\", n: \"bf16[]\"",
               MM "y = torch.ops.aten.mul.Tensor(p, n)\nreturn (y,)", "");
  suite_add_as(&suite, "gemm", "c: \"bf16[72]\", a: \"bf16[70, 24]\", b: \"bf16[24, 72]\"",
               "s = torch.ops.aten.addmm.default(c, a, b, beta = 0.5, alpha = 2.0)\n" SMOOTH, "");
  suite_add_as(&suite, "gemm", "c: \"bf16[70, 72]\", a: \"bf16[70, 24]\", b: \"bf16[24, 72]\"",
               "s = torch.ops.aten.addmm.default(c, a, b)\n" SMOOTH, "");
  suite_run(&suite);
}

// Columns that all slots of a slab share, and more of a tile than has room at once: slots come in parts, of
// one in the end. A division goes another way here than elsewhere.
static void test_operands(void **state) {
  (void)state;
  static const char *const columns =
      "a: \"bf16[70, 24]\", b: \"bf16[24, 72]\", c: \"f32[72]\", d: \"f32[72]\", s: \"f32[70, 1]\"";
  static const char *const many =
      "a: \"bf16[140, 24]\", b: \"bf16[24, 136]\", c: \"f32[136]\", r: \"f32[140, 136]\", q: \"f32[140, "
      "136]\", "
      "t: \"f32[140, 136]\", s: \"f32[140, 1]\"";
  static const char *const sum = MM
      "u = torch.ops.aten.mul.Tensor(p, c)\nv = torch.ops.aten.add.Tensor(u, r)\n"
      "w = torch.ops.aten.add.Tensor(v, q)\nx = torch.ops.aten.add.Tensor(w, t)\n"
      "y = torch.ops.aten.mul.Tensor(x, s)\nreturn (y,)";
  static const char *const quotients = MM
      "f = torch.ops.prims.convert_element_type.default(p, torch.float32)\n"
      "n = torch.ops.aten.neg.default(f)\ne = torch.ops.aten.exp.default(n)\n"
      "o = torch.ops.aten.add.Tensor(e, 1)\nu = torch.ops.aten.div.Tensor(f, o)\n"
      "v = torch.ops.aten.reciprocal.default(o)\nreturn (u, v)";
  Suite suite = {0};
  suite_add_as(&suite, "gemm", columns,
               MM
               "u = torch.ops.aten.mul.Tensor(p, c)\nv = torch.ops.aten.add.Tensor(u, d)\n"
               "y = torch.ops.aten.mul.Tensor(v, s)\nreturn (y,)",
               "");
  suite_add_as(&suite, "gemm", many, sum, "rows=128 columns=128");
  suite_add_as(&suite, "gemm", many, sum, "rows=128 columns=128 vector=2");
  suite_add_as(&suite, "gemm", many, sum, "rows=128 columns=128 vector=1");
  suite_add_as(&suite, "gemm", many, sum, "rows=192 columns=128");
  suite_add_as(&suite, "gemm", "a: \"bf16[70, 24]\", b: \"bf16[24, 72]\"", quotients, "");
  suite_run(&suite);
}

static void test_batches(void **state) {
  (void)state;
  static const char *const scale =
      "p = torch.ops.aten.bmm.default(a, b)\ny = torch.ops.aten.mul.Tensor(p, 0.5)\nreturn (y,)";
  Suite suite = {0};
  suite_add_as(&suite, "gemm", "a: \"bf16[3, 70, 16]\", b: \"bf16[3, 16, 72]\"", scale, "");
  suite_add_as(&suite, "gemm", "a: \"bf16[3, 70, 16]\", b: \"bf16[3, 16, 72][1152, 1, 16]\"", scale, "");
  suite_add_as(&suite, "gemm", "a: \"bf16[3, 70, 16]\", b: \"bf16[3, 16, 72][0, 72, 1]\"", scale,
               ""); // one for all
  suite_add_as(&suite, "gemm", "a: \"bf16[3, 70, 16][16, 48, 1]\", b: \"bf16[3, 16, 72]\"", scale,
               ""); // heads side by side
  suite_add_as(&suite, "gemm", "a: \"bf16[3, 128, 16]\", b: \"bf16[3, 16, 128]\", r: \"bf16[3, 128, 128]\"",
               "p = torch.ops.aten.bmm.default(a, b)\ny = torch.ops.aten.add.Tensor(p, r)\nreturn (y,)",
               "rows=64 cluster=1");
  suite_add_as(
      &suite, "gemm", "x: \"bf16[2, 35, 24]\", w: \"bf16[72, 24]\"", // a linear layer of sequences
      "f = torch.ops.aten.reshape.default(x, [70, 24])\nt = torch.ops.aten.permute.default(w, [1, 0])\n"
      "p = torch.ops.aten.mm.default(f, t)\nv = torch.ops.aten.reshape.default(p, [2, 35, 72])\n"
      "y = torch.ops.aten.relu.default(v)\nreturn (y,)",
      "");
  suite_run(&suite);
}

static void refused(const Nest *nest, const GpuLimits *limits, Knob knob, int value, const char *part) {
  ScheduleOverride overrides = {.set = value ? 1u << knob : 0};
  overrides.knob[knob] = value;
  Schedule schedule;
  Reason reason;
  assert_false(schedule_choose(nest, limits, &overrides, &schedule, &reason));
  if (!strstr(reason.text, part)) fail_msg("%s", reason.text);
}

// The tile by the stated rule: 4096 x 4096 are 512 pairs of tiles of 128 x 128, for 66 clusters; a few rows
// have more tiles of 64 x 64 than of any other. What is no tile, and what no device has, is told.
static void test_choice(void **state) {
  (void)state;
  Suite suite = {0};
  suite_add_as(&suite, "gemm", "a: \"bf16[128, 16]\", b: \"bf16[16, 256]\"", relu, "");
  const Case *few = suite.cases[0];
  assert_int_equal(few->schedule.knob[KNOB_rows], 64);
  assert_int_equal(few->schedule.knob[KNOB_columns], 64);
  assert_int_equal(few->emitted.launch.grid, 8);
  assert_int_equal(few->emitted.map_count, 2);
  GpuLimits older = h200_limits;
  older.arch = 80;
  refused(few->nest, &older, KNOB_rows, 0, "compute capability 9.0, and this device has 8.0");
  refused(few->nest, &h200_limits, KNOB_rows, 96, "64, 128, 192 or 256 rows");
  refused(few->nest, &h200_limits, KNOB_stages, 1, "2 stages or more");
  refused(few->nest, &h200_limits, KNOB_threads, 256, "blocks of 384 threads");
  suite_run(&suite);
  Graph *graph = check_graph("a: \"bf16[4096, 4096]\", b: \"bf16[4096, 4096]\"", relu);
  CheckSet set = check_all(graph);
  Reason reason;
  Nest *nest = check_lower(graph, &set, &reason);
  Schedule schedule;
  assert_true(schedule_choose(nest, &h200_limits, NULL, &schedule, &reason));
  assert_int_equal(schedule.knob[KNOB_rows] * schedule.knob[KNOB_columns], 128 * 128);
  assert_int_equal(schedule_launch(nest, &schedule, &h200_limits).grid, 132);
  nest_free(nest);
  graph_free(graph);
}

static void test_stages(void **state) {
  (void)state;
  Suite suite = {.stages = true};
  suite_add_as(&suite, "gemm", "a: \"bf16[70, 24]\", b: \"bf16[24, 72]\", r: \"bf16[70, 72]\"",
               MM "y = torch.ops.aten.add.Tensor(p, r)\nreturn (y,)", "");
  assert_true(suite.count > 1);
  suite_run(&suite);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layouts),   cmocka_unit_test(test_sizes),    cmocka_unit_test(test_tiles),
      cmocka_unit_test(test_epilogues), cmocka_unit_test(test_operands), cmocka_unit_test(test_batches),
      cmocka_unit_test(test_stages),    cmocka_unit_test(test_choice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
