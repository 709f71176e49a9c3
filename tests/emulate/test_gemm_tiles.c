// The tiles of a matrix product: every one, with either layout of both matrices, where tiles are whole and
// where they are cut, and with more tiles than blocks; which of them is chosen, and which are none.
#include "../h200.h"
#include "kernel/template/candidates.h"
#include "kernel/template/mapping.h"
#include "kernel/template/product_time.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

// 17 shapes: what has no more than 192 sums a thread (a group's rows * columns / 128), and up to 256 rows and
// columns.
static const ProductTile tiles[] = {
    {64, 64, 1, false, 1},   {64, 128, 1, false, 1},  {64, 192, 1, false, 1},  {64, 256, 1, false, 1},
    {128, 64, 1, false, 1},  {128, 128, 1, false, 1}, {128, 192, 1, false, 1}, {192, 64, 1, false, 1},
    {192, 128, 1, false, 1}, {256, 64, 1, false, 1},  {128, 64, 1, true, 1},   {128, 128, 1, true, 1},
    {128, 192, 1, true, 1},  {128, 256, 1, true, 1},  {256, 64, 1, true, 1},   {256, 128, 1, true, 1},
    {256, 192, 1, true, 1},
};
enum { TILES = sizeof tiles / sizeof *tiles };

static const char *const layouts[] = {
    "a: \"bf16[%d, 24]\", b: \"bf16[24, %d]\", c: \"bf16[%d]\"",
    "a: \"bf16[%d, 24]\", b: \"bf16[24, %d][1, 24]\", c: \"bf16[%d]\"",
    "a: \"f16[%d, 24][1, 520]\", b: \"f16[24, %d]\", c: \"f16[%d]\"",
    "a: \"f16[%d, 24][1, 520]\", b: \"f16[24, %d][1, 24]\", c: \"f16[%d]\"",
};

static const char *const bias =
    "p = torch.ops.aten.mm.default(a, b)\nq = torch.ops.aten.add.Tensor(p, c)\n"
    "y = torch.ops.aten.relu.default(q)\nreturn (y,)";

static void knobs_of(const ProductTile *tile, int cluster, char text[96]) {
  snprintf(text, 96, "rows=%d columns=%d cluster=%d cooperative=%d", tile->rows, tile->columns, cluster,
           tile->cooperative);
}

static void add(Suite *suite, int tile, int layout, int rows, int columns) {
  char parameters[160], knobs[96];
  snprintf(parameters, sizeof parameters, layouts[layout], rows, columns, columns);
  knobs_of(&tiles[tile], 1 + (tile + layout) % 2, knobs);
  const Case *added = suite_add(suite, parameters, bias, knobs);
  ProductTile made = product_tile(&added->schedule);
  assert_int_equal(made.rows * made.columns, tiles[tile].rows * tiles[tile].columns);
  assert_int_equal(made.cooperative, tiles[tile].cooperative);
}

// As many rows and columns as two tiles of a cluster of two: what is loaded and stored is counted, too.
static void test_whole(void **state) {
  (void)state;
  Suite suite = {0};
  for (int tile = 0; tile < TILES; tile++)
    for (int layout = 0; layout < 2; layout++)
      add(&suite, tile, (layout + tile) % 4, 2 * tiles[tile].rows, 2 * tiles[tile].columns);
  suite_run(&suite);
}

static void test_cut(void **state) {
  (void)state;
  Suite suite = {0};
  for (int tile = 0; tile < TILES; tile++)
    for (int layout = 0; layout < 2; layout++)
      add(&suite, tile, (layout + 2 + tile) % 4, 8 * (tile % 3) + 261, tile % 2 ? 264 : 328);
  suite_run(&suite);
}

// Three multiprocessors, so one cluster of two or three blocks alone: each takes many tiles.
static void test_many_for_each_block(void **state) {
  (void)state;
  Suite suite = {.sms = 3};
  for (int tile = 0; tile < TILES; tile += 2)
    for (int layout = 0; layout < 2; layout++) {
      add(&suite, tile, 3 * layout, 520, 328);
      assert_true(suite.cases[suite.count - 1]->emitted.launch.grid <= 3);
    }
  add(&suite, 13, 0, 520, 520);
  add(&suite, 15, 1, 520, 264);
  suite_run(&suite);
}

// By hand: 8192-cubed in tiles of 128 x 128 has 32 x 64 clusters of two, 31.03 rounds of 66, so 32, each 128
// steps of 512 clocks at 0.96 of the rate: 2,184,533, and 2,048 for the last sums. Of 128 x 192: 32 x 43
// clusters, 20.8 rounds, so 21 of 128 steps of 768: 2,150,400, and 3,072. Two parts of 128 x 256 show their
// sums in each of 16 rounds: 2,184,533 and 16 * 2,048.
static void test_time(void **state) {
  (void)state;
  ProductExtent large = {8192, 8192, 8192, 1, 1};
  static const ProductTile some[] = {
      {128, 128, 2, false, 1}, {128, 192, 2, false, 1}, {128, 256, 1, true, 1}};
  static const double clocks[] = {2186581.3, 2153472, 2217301.3};
  for (int i = 0; i < 3; i++)
    assert_float_equal(product_clocks(&some[i], &large, 132), clocks[i], 1);
}

// 4096 x 4096 x 512, 100 clocks for each of a thread's sums. In turn: 512 pairs of tiles are 8 rounds of 66,
// of which a group has 4, each of 8 steps of 533.3 and 128 sums. Together: 512 tiles are 4 rounds of 132,
// each of 8 steps of 1066.7 and 128 sums at 0.7.
static void test_group_time(void **state) {
  (void)state;
  ProductExtent extent = {4096, 4096, 512, 1, 1};
  ProductTile turns = {128, 128, 2, false, 1}, together = {128, 256, 1, true, 1};
  assert_float_equal(product_group_clocks(&turns, &extent, 132, 100), 4 * (8 * 533.333 + 12800), 1);
  assert_float_equal(product_group_clocks(&together, &extent, 132, 100), 4 * (8 * 1066.667 + 8960), 1);
}

static void check_chosen(const char *parameters, ProductTile want) {
  Graph *graph;
  Nest *nest = suite_lowered(&graph, parameters, bias);
  Schedule schedule;
  Reason reason;
  assert_true(schedule_choose(nest, &h200_limits, NULL, &schedule, &reason));
  ProductTile got = product_tile(&schedule);
  if (got.rows != want.rows || got.columns != want.columns || got.cluster != want.cluster ||
      got.cooperative != want.cooperative)
    fail_msg("%s: %d x %d in clusters of %d, cooperative %d", parameters, got.rows, got.columns, got.cluster,
             got.cooperative);
  nest_free(nest);
  graph_free(graph);
}

// Whole rounds decide: of 16384 x 1024 in pairs of 128 x 128 there are 512, 7.8 rounds of 66; of 4096 x 768
// in pairs of 128 x 192 there are 64, one round, where 128 x 128 needs two.
static void test_choice(void **state) {
  (void)state;
  check_chosen("a: \"bf16[8192, 8192]\", b: \"bf16[8192, 8192]\", c: \"bf16[8192]\"",
               (ProductTile){128, 192, 2, false, 1});
  check_chosen("a: \"bf16[16384, 1024]\", b: \"bf16[1024, 1024]\", c: \"bf16[1024]\"",
               (ProductTile){128, 128, 2, false, 1});
  check_chosen("a: \"bf16[4096, 3072]\", b: \"bf16[3072, 768]\", c: \"bf16[768]\"",
               (ProductTile){128, 192, 2, false, 1});
  check_chosen("a: \"bf16[1024, 1024]\", b: \"bf16[1024, 1024]\", c: \"bf16[1024]\"",
               (ProductTile){64, 128, 2, false, 1});
}

// What is read and stored beside 192 sums a thread may be too much: then vectors are narrower, or it is told.
static void test_registers(void **state) {
  (void)state;
  static const char *const parameters =
      "a: \"bf16[256, 64]\", b: \"bf16[64, 192]\", c: \"f32[192]\", "
      "r: \"f32[256, 192]\", m: \"b8[256, 192]\", o: \"f32[]\"";
  static const char *const body =
      "p = torch.ops.aten.mm.default(a, b)\nf = torch.ops.prims.convert_element_type.default(p, "
      "torch.float32)\n"
      "s = torch.ops.aten.add.Tensor(f, c)\nu = torch.ops.aten.add.Tensor(s, r)\n"
      "y = torch.ops.aten.where.self(m, u, o)\nreturn (p, u, y)";
  Graph *graph;
  Nest *nest = suite_lowered(&graph, parameters, body);
  ScheduleOverride overrides = {.set = 1u << KNOB_columns | 1u << KNOB_rows};
  overrides.knob[KNOB_rows] = 128;
  overrides.knob[KNOB_columns] = 192;
  Schedule schedule;
  Reason reason;
  assert_true(schedule_choose(nest, &h200_limits, &overrides, &schedule, &reason));
  assert_int_equal(schedule.knob[KNOB_vector], 4); // (4 + 4 + 1 + 4 + 2 + 4 + 4) / 4 registers an element
  overrides.set |= 1u << KNOB_vector;
  overrides.knob[KNOB_vector] = 8;
  assert_false(schedule_choose(nest, &h200_limits, &overrides, &schedule, &reason));
  // 192 sums, (8 * 23 + 4) / 4 = 47 and 16
  assert_non_null(strstr(reason.text, "in vectors of 8 needs 255 registers of a thread, which has 232"));
  assert_non_null(strstr(reason.remedy, "cooperative=1"));
  overrides.set |= 1u << KNOB_cooperative;
  overrides.knob[KNOB_cooperative] = 1;
  assert_true(schedule_choose(nest, &h200_limits, &overrides, &schedule, &reason));
  assert_int_equal(schedule.knob[KNOB_stages], 4); // (232448 - 1024 - 32768) / (320 * 128 + 16)
  nest_free(nest);
  graph_free(graph);
}

static void check_parts(const char *parameters, const char *body, int parts) {
  Graph *graph;
  Nest *nest = suite_lowered(&graph, parameters, body);
  ScheduleOverride overrides = {.set = 1u << KNOB_columns | 1u << KNOB_rows};
  overrides.knob[KNOB_rows] = overrides.knob[KNOB_columns] = 128;
  Schedule schedule;
  Reason reason;
  Mapping mapping;
  assert_true(schedule_choose(nest, &h200_limits, &overrides, &schedule, &reason));
  mapping_make(nest, &schedule, &mapping);
  assert_int_equal(mapping.vector, 4);
  assert_int_equal(mapping.slab_parts, parts);
  assert_int_equal(mapping.slots * parts, 8); // 64 x 64 sums of 128 threads
  assert_int_equal(mapping.trips, 4 * parts);
  nest_free(nest);
  graph_free(graph);
}

// What all slots of a slab load has room beside 128 sums, or the slots come in parts. Bytes: 2 * 4 stored and
// 4 * 4 summed; 4 * 4 of each f32 of the columns; 2 * 4 of each tile's bf16 and 8 of a row's number, for each
// slot.
static void test_parts(void **state) {
  (void)state;
  // (24 + 2 * 16 + 8 * 24) / 4 + 128 + 16 = 206 of 212 registers
  check_parts(
      "a: \"bf16[256, 64]\", b: \"bf16[64, 128]\", c: \"f32[128]\", d: \"f32[128]\", r: \"bf16[256, 128]\", "
      "q: \"bf16[256, 128]\", s: \"f32[256, 1]\"",
      "p = torch.ops.aten.mm.default(a, b)\nu = torch.ops.aten.mul.Tensor(p, c)\n"
      "v = torch.ops.aten.add.Tensor(u, d)\nw = torch.ops.aten.add.Tensor(v, r)\n"
      "x = torch.ops.aten.add.Tensor(w, q)\ny = torch.ops.aten.mul.Tensor(x, s)\n"
      "z = torch.ops.prims.convert_element_type.default(y, torch.bfloat16)\nreturn (z,)",
      1);
  // (24 + 2 * 16 + 8 * 32) / 4 + 128 + 16 = 222; (24 + 2 * 16 + 4 * 32) / 4 + 128 + 16 = 190
  check_parts(
      "a: \"bf16[256, 64]\", b: \"bf16[64, 128]\", c: \"f32[128]\", d: \"f32[128]\", r: \"bf16[256, 128]\", "
      "q: \"bf16[256, 128]\", t: \"bf16[256, 128]\", s: \"f32[256, 1]\"",
      "p = torch.ops.aten.mm.default(a, b)\nu = torch.ops.aten.mul.Tensor(p, c)\n"
      "v = torch.ops.aten.add.Tensor(u, d)\nw = torch.ops.aten.add.Tensor(v, r)\n"
      "x = torch.ops.aten.add.Tensor(w, q)\no = torch.ops.aten.add.Tensor(x, t)\n"
      "y = torch.ops.aten.mul.Tensor(o, s)\n"
      "z = torch.ops.prims.convert_element_type.default(y, torch.bfloat16)\nreturn (z,)",
      2);
}

// What is tuned: every tile, alone and in clusters of two, once.
static void test_candidates(void **state) {
  (void)state;
  static ScheduleCandidate found[CANDIDATES_MOST];
  Graph *graph;
  Nest *nest = suite_lowered(&graph, "a: \"bf16[512, 64]\", b: \"bf16[64, 512]\", c: \"bf16[512]\"", bias);
  int count = schedule_candidates(nest, &h200_limits, NULL, found, CANDIDATES_MOST);
  for (int i = 0; i < TILES; i++)
    for (int cluster = 1; cluster <= 2; cluster++) {
      int times = 0;
      for (int j = 0; j < count; j++) {
        ProductTile tile = product_tile(&found[j].schedule);
        times += tile.rows == tiles[i].rows && tile.columns == tiles[i].columns && tile.cluster == cluster &&
                 tile.cooperative == tiles[i].cooperative && found[j].schedule.knob[KNOB_vector] == 8;
      }
      if (times != 1)
        fail_msg("%d x %d in clusters of %d: %d times", tiles[i].rows, tiles[i].columns, cluster, times);
    }
  assert_true(count < CANDIDATES_MOST);
  nest_free(nest);
  graph_free(graph);
}

static void refused(const Nest *nest, int rows, int columns, int cooperative, const char *part) {
  ScheduleOverride overrides = {.set = 1u << KNOB_columns | 1u << KNOB_rows | 1u << KNOB_cooperative};
  overrides.knob[KNOB_rows] = rows;
  overrides.knob[KNOB_columns] = columns;
  overrides.knob[KNOB_cooperative] = cooperative;
  suite_refuses(nest, &overrides, part);
}

static void test_refusals(void **state) {
  (void)state;
  Graph *graph;
  Nest *nest = suite_lowered(&graph, "a: \"bf16[256, 64]\", b: \"bf16[64, 256]\", c: \"bf16[256]\"", bias);
  refused(nest, 32, 64, 0, "one of fewer than 64 rows has all rows of the result");
  refused(nest, 320, 64, 0, "64, 128, 192 or 256 rows");
  refused(nest, 64, 0, 0, "64, 128, 192 or 256 columns");
  refused(nest, 64, 96, 0, "64, 128, 192 or 256 columns");
  refused(nest, 64, 64, 1, "each group of threads has 64 or 128");
  refused(nest, 192, 64, 1, "each group of threads has 64 or 128");
  refused(nest, 128, 256, 0, "registers of a thread, which has 232");
  refused(nest, 256, 256, 1, "registers of a thread, which has 232");
  nest_free(nest);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole),
      cmocka_unit_test(test_cut),
      cmocka_unit_test(test_many_for_each_block),
      cmocka_unit_test(test_time),
      cmocka_unit_test(test_group_time),
      cmocka_unit_test(test_choice),
      cmocka_unit_test(test_registers),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_candidates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
