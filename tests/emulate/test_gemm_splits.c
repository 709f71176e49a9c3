// Products whose sums the blocks of a cluster split: long ones of few tiles.
#include "../h200.h"
#include "kernel/template/product_time.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#define MM "p = torch.ops.aten.mm.default(a, b)\n"
static const char *const bias =
    MM "q = torch.ops.aten.add.Tensor(p, c)\ny = torch.ops.aten.relu.default(q)\nreturn (y,)";

// All layouts and numbers of blocks; tiles whole and cut, alone, shared by both groups and by pairs of
// blocks; sums that fall into steps unevenly.
static void test_layouts(void **state) {
  (void)state;
  static const char *const layouts[] = {
      "a: \"bf16[%d, %d]\", b: \"bf16[%d, %d]\", c: \"bf16[%d]\"",
      "a: \"bf16[%d, %d]\", b: \"bf16[%d, %d][1, 520]\", c: \"bf16[%d]\"",
      "a: \"f16[%d, %d][1, 264]\", b: \"f16[%d, %d]\", c: \"f16[%d]\"",
      "a: \"f16[%d, %d][1, 264]\", b: \"f16[%d, %d][1, 520]\", c: \"f16[%d]\"",
  };
  static const char *const tiles[] = {"rows=64 columns=64", "rows=128 columns=128 cooperative=1",
                                      "rows=128 columns=64 cluster=%d", "rows=64 columns=192 vector=%d"};
  Suite suite = {0};
  for (int splits = 2; splits <= 8; splits++)
    for (int layout = 0; layout < 4; layout++) {
      char parameters[160], tile[96], knobs[128];
      int rows = layout % 2 ? 64 : 130, columns = splits % 2 ? 72 : 192,
          length = 64 * splits + 8 * (layout % 3);
      snprintf(parameters, sizeof parameters, layouts[layout], rows, length, length, columns, columns);
      snprintf(tile, sizeof tile, tiles[(splits + layout) % 4], splits < 5 ? 2 : 1);
      snprintf(knobs, sizeof knobs, "%s splits=%d", tile, splits);
      const Case *added = suite_add_as(&suite, "gemm", parameters, bias, knobs);
      assert_int_equal(added->emitted.launch.cluster % splits, 0);
      assert_int_equal(added->emitted.launch.grid % added->emitted.launch.cluster, 0);
    }
  suite_run(&suite);
}

// What reads the sums: several results, tiles, columns and rows; few rows and one; batches; more clusters
// than run at once.
static void test_epilogues(void **state) {
  (void)state;
  Suite suite = {.sms = 3};
  suite_add_as(&suite, "gemm",
               "a: \"bf16[70, 200]\", b: \"bf16[200, 72]\", r: \"bf16[70, 72]\", d: \"f32[70, 1]\"",
               MM
               "q = torch.ops.aten.add.Tensor(p, r)\ns = torch.ops.aten.mul.Tensor(q, d)\n"
               "y = torch.ops.aten.tanh.default(s)\nreturn (p, y)",
               "splits=3");
  suite_add_as(&suite, "gemm", "a: \"bf16[5, 200]\", b: \"bf16[200, 264]\", c: \"bf16[264]\"", bias,
               "splits=4");
  suite_add_as(&suite, "gemm", "a: \"bf16[1, 200]\", b: \"bf16[200, 72]\", c: \"bf16[72]\"", bias,
               "splits=2");
  suite_add_as(&suite, "gemm", "a: \"bf16[3, 70, 136]\", b: \"bf16[3, 136, 72]\"",
               "p = torch.ops.aten.bmm.default(a, b)\ny = torch.ops.aten.mul.Tensor(p, 0.125)\nreturn (y,)",
               "splits=3");
  suite_add_as(&suite, "gemm", "a: \"bf16[200, 136]\", b: \"bf16[136, 67][1, 136]\", c: \"bf16[67]\"", bias,
               "splits=2");
  suite_run(&suite);
}

static ProductTile chosen(const char *parameters) {
  Graph *graph;
  Nest *nest = suite_lowered(&graph, parameters, bias);
  Schedule schedule;
  Reason reason;
  assert_true(schedule_choose(nest, &h200_limits, NULL, &schedule, &reason));
  nest_free(nest);
  graph_free(graph);
  return product_tile(&schedule);
}

// By hand: 512 x 512 x 16384 in 16 tiles of 128 x 128, together, by 4 blocks each: 64 steps of 533.3 (256 *
// 128 bytes take 512, at the 64 in a clock of one among few), then 2,000, 1,024 for the sums of a group and a
// quarter of that. Of clusters of 8 blocks 15 run at once, so that one is left for a second round of 32 steps
// of 635.5: 50 bytes a clock for 132 multiprocessors are 51.6 for 128. Alone each block has 256 steps.
static void test_time(void **state) {
  (void)state;
  ProductExtent extent = {512, 512, 16384, 1, 1};
  static const ProductTile tiles[] = {{128, 128, 1, true, 4}, {128, 128, 1, true, 8}, {128, 128, 1, true, 1}};
  static const double clocks[] = {64 * 533.333 + 2000 + 1024 + 256, 2 * (32 * 635.50 + 2000 + 1024 + 128),
                                  256 * 533.333 + 1024};
  for (int i = 0; i < 3; i++)
    assert_float_equal(product_clocks(&tiles[i], &extent, 132), clocks[i], 3);
  // As a driver told for 132 multiprocessors; half of them have half.
  assert_int_equal(product_clusters_at_once(&(ProductTile){64, 64, 1, false, 3}, 132), 39);
  assert_int_equal(product_clusters_at_once(&(ProductTile){64, 64, 2, false, 4}, 132), 15);
  assert_int_equal(product_clusters_at_once(&(ProductTile){64, 64, 2, false, 1}, 66), 33);
}

// Few tiles and long sums are split, for as many blocks as run at once; what has tiles for all is not.
static void test_choice(void **state) {
  (void)state;
  ProductTile tile = chosen("a: \"bf16[512, 16384]\", b: \"bf16[16384, 512]\", c: \"bf16[512]\"");
  assert_true(tile.splits > 1);
  ProductExtent extent = {512, 512, 16384, 1, 1};
  assert_int_equal(product_rounds(&tile, &extent, 132), 1);
  assert_true(product_clusters(&tile, &extent) * tile.cluster * tile.splits > 90);
  assert_int_equal(chosen("a: \"bf16[4096, 4096]\", b: \"bf16[4096, 4096]\", c: \"bf16[4096]\"").splits, 1);
  assert_int_equal(chosen("a: \"bf16[512, 64]\", b: \"bf16[64, 512]\", c: \"bf16[512]\"").splits, 1);
}

static void refused(const Nest *nest, const ProductTile *tile, int stages, const char *part) {
  ScheduleOverride overrides = {0};
  const Knob knobs[] = {KNOB_rows, KNOB_columns, KNOB_cluster, KNOB_cooperative, KNOB_splits, KNOB_stages};
  const int values[] = {tile->rows, tile->columns, tile->cluster, tile->cooperative, tile->splits, stages};
  for (int i = 0; i < 6; i++) {
    overrides.set |= 1u << knobs[i];
    overrides.knob[knobs[i]] = values[i];
  }
  suite_refuses(nest, &overrides, part);
}

static void test_refusals(void **state) {
  (void)state;
  Graph *graph;
  Nest *nest = suite_lowered(&graph, "a: \"bf16[256, 520]\", b: \"bf16[520, 256]\", c: \"bf16[256]\"", bias);
  refused(nest, &(ProductTile){64, 64, 1, false, 9}, 4, "9 blocks cannot split what a product sums");
  refused(nest, &(ProductTile){64, 64, 2, false, 5}, 4, "no more than 8 blocks");
  refused(nest, &(ProductTile){128, 256, 1, true, 2}, 2, "2 stages have no room for the sums of a tile");
  nest_free(nest);
  graph_free(graph);
  nest = suite_lowered(&graph, "a: \"bf16[256, 72]\", b: \"bf16[72, 256]\", c: \"bf16[256]\"", bias);
  refused(nest, &(ProductTile){64, 64, 1, false, 3}, 4, "each block needs 64 products of every sum");
  nest_free(nest);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layouts), cmocka_unit_test(test_epilogues), cmocka_unit_test(test_time),
      cmocka_unit_test(test_choice),  cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
