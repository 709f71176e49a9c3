// Products with few rows, as of a model that makes one token after another: tiles of their own height.
#include "../h200.h"
#include "kernel/template/product_time.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#define MM "p = torch.ops.aten.mm.default(a, b)\n"
static const char *const bias =
    MM "q = torch.ops.aten.add.Tensor(p, c)\ny = torch.ops.aten.relu.default(q)\nreturn (y,)";

static void check_rows(const Case *added, int rows) {
  ProductTile tile = product_tile(&added->schedule);
  char made[64];
  snprintf(made, sizeof made, "fb_gemm<fb_%s, %d, %d, ",
           strstr(added->emitted.source, "fb_gemm<fb_bf16") ? "bf16" : "f16", rows, tile.columns);
  if (!strstr(added->emitted.source, made)) fail_msg("no %s", made);
  assert_int_equal(tile.rows, rows);
  assert_int_equal(tile.cluster, 1);
  assert_false(tile.cooperative);
}

// All layouts; as many rows as eighths of a slab, and one more or fewer.
static void test_rows(void **state) {
  (void)state;
  static const char *const layouts[] = {
      "a: \"bf16[%d, 24]\", b: \"bf16[24, %d]\", c: \"bf16[%d]\"",
      "a: \"bf16[%d, 24]\", b: \"bf16[24, %d][1, 24]\", c: \"bf16[%d]\"",
      "a: \"f16[%d, 24][1, 64]\", b: \"f16[24, %d]\", c: \"f16[%d]\"",
      "a: \"f16[%d, 24][1, 64]\", b: \"f16[24, %d][1, 24]\", c: \"f16[%d]\"",
  };
  static const int rows[] = {2, 7, 8, 9, 16, 17, 40, 56}, high[] = {8, 8, 8, 16, 16, 24, 40, 56};
  Suite suite = {0};
  for (int i = 0; i < 8; i++)
    for (int layout = 0; layout < 4; layout++) {
      char parameters[160];
      int columns = layout % 2 ? 137 : 136;
      snprintf(parameters, sizeof parameters, layouts[layout], rows[i], columns, columns);
      check_rows(suite_add_as(&suite, "gemm", parameters, bias, ""), high[i]);
    }
  check_rows(
      suite_add_as(&suite, "gemm", "a: \"bf16[16, 24]\", b: \"bf16[24, 520][1, 24]\", c: \"bf16[520]\"", bias,
                   "rows=48 columns=256"),
      48);
  suite_run(&suite);
}

// One row, one column, and several of one row each.
static void test_vectors(void **state) {
  (void)state;
  Suite suite = {0};
  check_rows(
      suite_add_as(&suite, "gemm", "a: \"bf16[1, 40]\", b: \"bf16[40, 136]\", c: \"bf16[136]\"", bias, ""),
      8);
  check_rows(suite_add_as(&suite, "gemm", "a: \"bf16[1, 40]\", b: \"bf16[40, 133][1, 40]\", c: \"bf16[133]\"",
                          bias, ""),
             8);
  check_rows(suite_add_as(&suite, "gemm", "a: \"bf16[1, 40]\", b: \"bf16[40, 136]\", c: \"bf16[1, 136]\"",
                          bias, "rows=64"),
             64);
  check_rows(
      suite_add_as(&suite, "gemm", "a: \"bf16[70, 40]\", b: \"bf16[40, 1]\", c: \"bf16[70, 1]\"", bias, ""),
      8);
  suite_add_as(&suite, "gemm", "a: \"bf16[3, 1, 16]\", b: \"bf16[3, 16, 72]\"",
               "p = torch.ops.aten.bmm.default(a, b)\ny = torch.ops.aten.tanh.default(p)\nreturn (y,)", "");
  suite_add_as(
      &suite, "gemm",
      "x: \"bf16[1, 1, 40]\", w: \"bf16[72, 40]\", c: \"bf16[72]\"", // a linear layer of one token
      "v = torch.ops.aten.reshape.default(x, [1, 40])\nt = torch.ops.aten.permute.default(w, [1, 0])\n"
      "p = torch.ops.aten.addmm.default(c, v, t)\nu = torch.ops.aten.reshape.default(p, [1, 1, 72])\n"
      "y = torch.ops.aten.sigmoid.default(u)\nreturn (y,)",
      "");
  suite_run(&suite);
}

static void refused(const Nest *nest, int rows, int cluster, const char *part) {
  ScheduleOverride overrides = {.set = 1u << KNOB_rows | 1u << KNOB_cluster};
  overrides.knob[KNOB_rows] = rows;
  overrides.knob[KNOB_cluster] = cluster;
  suite_refuses(nest, &overrides, part);
}

static void test_refusals(void **state) {
  (void)state;
  Graph *graph;
  Nest *nest = suite_lowered(&graph, "a: \"bf16[20, 64]\", b: \"bf16[64, 256]\", c: \"bf16[256]\"", bias);
  refused(nest, 16, 1, "one of fewer than 64 rows has all rows of the result");
  refused(nest, 24, 2, "one of fewer than 64 rows is not shared");
  refused(nest, 28, 1, "8, 16, ... 56");
  nest_free(nest);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_vectors),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
