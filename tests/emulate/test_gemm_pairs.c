// Two products of the same first matrix in one kernel, and what joins them: a gated layer.
#include "../h200.h"
#include "kernel/template/product_time.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#define TWO "g = torch.ops.aten.mm.default(a, b)\nu = torch.ops.aten.mm.default(a, c)\n"
#define GATE \
  "z = torch.ops.aten.sigmoid.default(g)\ns = torch.ops.aten.mul.Tensor(g, z)\ny = " \
  "torch.ops.aten.mul.Tensor(s, u)\nreturn (y,)"

static const char *const layouts[] = {
    "a: \"bf16[%d, 72]\", b: \"bf16[72, %d]\", c: \"bf16[72, %d]\"",
    "a: \"bf16[%d, 72]\", b: \"bf16[72, %d][1, 72]\", c: \"bf16[72, %d][1, 80]\"",
    "a: \"f16[%d, 72][1, 264]\", b: \"f16[72, %d]\", c: \"f16[72, %d]\"",
    "a: \"f16[%d, 72][1, 264]\", b: \"f16[72, %d][1, 72]\", c: \"f16[72, %d][1, 72]\"",
};

// Every tile in every layout, alone and in clusters of two, whole and cut.
static void test_tiles(void **state) {
  (void)state;
  static const ProductTile tiles[] = {
      {64, 64, 1, false, 1},  {64, 128, 1, false, 1}, {128, 64, 1, false, 1}, {128, 64, 1, true, 1},
      {128, 128, 1, true, 1}, {192, 64, 1, false, 1}, {256, 64, 1, true, 1},
  };
  Suite suite = {0};
  for (int tile = 0; tile < 7; tile++)
    for (int layout = 0; layout < 4; layout++) {
      char parameters[160], knobs[96];
      int rows = layout % 2 ? 2 * tiles[tile].rows : 130 + 8 * tile, columns = tile % 2 ? 256 : 200;
      snprintf(parameters, sizeof parameters, layouts[layout], rows, columns, columns);
      snprintf(knobs, sizeof knobs, "rows=%d columns=%d cluster=%d cooperative=%d", tiles[tile].rows,
               tiles[tile].columns, 1 + (tile + layout) % 2, tiles[tile].cooperative);
      suite_add_as(&suite, "gemm", parameters, TWO GATE, knobs);
    }
  suite_run(&suite);
}

// By the rules: many rows, few, one; split sums; batches; vectors of 2 and 1; more tiles than blocks.
static void test_forms(void **state) {
  (void)state;
  Suite suite = {.sms = 3};
  char parameters[160];
  static const int rows[] = {1, 2, 17, 56, 64, 300}, columns[] = {72, 136, 64, 264, 70, 67};
  for (int i = 0; i < 6; i++) {
    snprintf(parameters, sizeof parameters, layouts[1], rows[i], columns[i], columns[i]);
    suite_add_as(&suite, "gemm", parameters, TWO GATE, i % 2 ? "" : "splits=2");
  }
  suite_add_as(&suite, "gemm",
               "a: \"bf16[3, 70, 16]\", b: \"bf16[3, 16, 72]\", c: \"bf16[3, 16, 72][0, 72, 1]\"",
               "g = torch.ops.aten.bmm.default(a, b)\nu = torch.ops.aten.bmm.default(a, c)\n" GATE, "");
  suite_add_as(
      &suite, "gemm",
      "a: \"bf16[2, 35, 24]\", v: \"bf16[72, 24]\", w: \"bf16[72, 24]\"", // linear layers of sequences
      "r = torch.ops.aten.reshape.default(a, [70, 24])\nb = torch.ops.aten.permute.default(v, [1, 0])\n"
      "c = torch.ops.aten.permute.default(w, [1, 0])\ng = torch.ops.aten.mm.default(r, b)\n"
      "h = torch.ops.aten.reshape.default(g, [2, 35, 72])\nz = torch.ops.aten.sigmoid.default(h)\ns = "
      "torch.ops.aten.mul.Tensor(h, z)\n"
      "p = torch.ops.aten.mm.default(r, c)\nu = torch.ops.aten.reshape.default(p, [2, 35, 72])\n"
      "y = torch.ops.aten.mul.Tensor(s, u)\nreturn (y,)",
      "");
  suite_run(&suite);
}

// With biases of their own, one of them wanted as well, and the same matrix for all three.
static void test_epilogues(void **state) {
  (void)state;
  Suite suite = {0};
  suite_add_as(
      &suite, "gemm",
      "a: \"bf16[70, 24]\", b: \"bf16[24, 72]\", c: \"bf16[24, 72]\", d: \"bf16[72]\", e: \"bf16[70, 72]\"",
      "g = torch.ops.aten.addmm.default(d, a, b)\nu = torch.ops.aten.addmm.default(e, a, c)\n"
      "s = torch.ops.aten.tanh.default(u)\ny = torch.ops.aten.mul.Tensor(g, s)\nreturn (u, y)",
      "");
  suite_add_as(&suite, "gemm", "a: \"bf16[72, 72]\", c: \"bf16[72, 72]\"",
               "g = torch.ops.aten.mm.default(a, a)\nu = torch.ops.aten.mm.default(a, c)\n" GATE, "");
  suite_run(&suite);
}

static Nest *lowered(const Graph *graph, Reason *reason) {
  CheckSet set = check_all(graph);
  return check_lower(graph, &set, reason);
}

// By hand: 4096 x 14336 of two, long 4096: as one of 28672 columns in tiles of 128 x 128, 32 x 112 of pairs
// of 128 x 64 below one another are 16 x 224 clusters, 54.3 rounds of 66, so 55 of 64 steps of 533.3, and
// 2,048.
static void test_time(void **state) {
  (void)state;
  ProductExtent extent = {4096, 14336, 4096, 1, 2};
  ProductTile tile = {128, 64, 2, false, 1};
  assert_float_equal(product_clocks(&tile, &extent, 132), 55 * 64 * 533.333 + 2048, 10);
  assert_int_equal(product_sums(&tile, 2), 128);
}

static void refused(const char *parameters, const char *body, const char *part) {
  Reason reason;
  Graph *graph = check_graph(parameters, body);
  assert_null(lowered(graph, &reason));
  if (!strstr(reason.text, part)) fail_msg("%s", reason.text);
  graph_free(graph);
}

static void test_refusals(void **state) {
  (void)state;
  refused("a: \"bf16[64, 32]\", d: \"bf16[64, 32]\", b: \"bf16[32, 64]\", c: \"bf16[32, 64]\"",
          "g = torch.ops.aten.mm.default(a, b)\nu = torch.ops.aten.mm.default(d, c)\n" GATE,
          "only where they have their first matrix in common");
  refused("a: \"bf16[64, 32]\", b: \"bf16[32, 64]\", c: \"bf16[32, 64][1, 32]\"", TWO GATE,
          "matrices that lie in another way");
  refused("a: \"bf16[64, 32]\", b: \"bf16[32, 64]\", c: \"bf16[32, 64]\", d: \"bf16[32, 64]\"",
          TWO
          "w = torch.ops.aten.mm.default(a, d)\nr = torch.ops.aten.mul.Tensor(g, w)\n"
          "y = torch.ops.aten.mul.Tensor(r, u)\nreturn (y,)",
          "three matrix products");
  Reason reason;
  Graph *graph = check_graph("a: \"bf16[256, 64]\", b: \"bf16[64, 256]\", c: \"bf16[64, 256]\"", TWO GATE);
  Nest *nest = lowered(graph, &reason);
  ScheduleOverride overrides = {.set = 1u << KNOB_columns};
  overrides.knob[KNOB_columns] = 192;
  Schedule schedule;
  assert_false(schedule_choose(nest, &h200_limits, &overrides, &schedule, &reason));
  assert_non_null(strstr(reason.text, "a tile of two products has 64 or 128 columns of each"));
  nest_free(nest);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tiles), cmocka_unit_test(test_forms),    cmocka_unit_test(test_epilogues),
      cmocka_unit_test(test_time),  cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
