// Estimates of matrix products: a library's, worked out by hand and as an H200 took them, and our own where
// lines cross.
#include "fused.h"

#include <math.h>

// 8192 x 8192 x 8192 in bf16: 2731 tiles of 128 x 192 are 20.7 waves of 132 SMs, run as 21; each contracts
// 8192 elements beside an overhead of 112, and the last one shows 144. An unaligned operand takes 1 / 0.28 of
// the time.
static void test_products(void **state) {
  (void)state;
  Fixture opened = open_fused("a: \"bf16[8192, 8192]\", b: \"bf16[8192, 8192]\"",
                              "y = torch.ops.aten.mm.default(a, b)\nreturn (y,)");
  const Estimate *estimate = estimate_of(&opened);
  double share = 1.08 * 2731 / 132.0 * 8192 / (21 * (8192 + 112) + 144);
  double expected = 2.0 * 8192 * 8192 * 8192 / (opened.device.tensor_tflops_16 * 1e6 * share);
  assert_true(fabs(estimate->pipe_us[LIMIT_TENSOR] - expected) < 1e-6 * expected);
  close_plan(&opened);
  opened = open_fused("a: \"bf16[8192, 8191]\", b: \"bf16[8191, 8192]\"",
                      "y = torch.ops.aten.mm.default(a, b)\nreturn (y,)");
  double ratio = estimate_of(&opened)->pipe_us[LIMIT_TENSOR] / expected;
  assert_true(ratio > 3.5 && ratio < 3.65);
  close_plan(&opened);
}

// A product with a ReLU, as timed on an H200 (tests/bench/MEASURED.md: crossing lines, plain products): lines
// of 2,000, 8,016 and 4,000 bytes take two of memory's for each that is copied, lines of 8,192 bytes do not.
static void test_crossing_lines(void **state) {
  (void)state;
  static const struct {
    const char *parameters;
    double us;
  } products[] = {{"a: \"bf16[4000, 1000]\", b: \"bf16[1000, 5000][1, 1000]\"", 92.5},
                  {"a: \"bf16[1000, 4008]\", b: \"bf16[4008, 3000][1, 4008]\"", 47.2},
                  {"a: \"bf16[3000, 2000]\", b: \"bf16[2000, 1000]\"", 32.1},
                  {"a: \"bf16[4096, 4096]\", b: \"bf16[4096, 4096][1, 4096]\"", 175.7}};
  for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
    Fixture opened = open_fused(products[i].parameters,
                                "p = torch.ops.aten.mm.default(a, b)\n"
                                "y = torch.ops.aten.relu.default(p)\nreturn (y,)");
    assert_float_equal(estimate_of(&opened)->time_us / products[i].us, 1, 0.15);
    close_plan(&opened);
  }
}

// cuBLASLt's products on an H200, medians of 20 launches (tests/bench/MEASURED.md: products of libraries):
// large ones, long sums of few tiles, which are split, and short sums.
static void test_products_as_measured(void **state) {
  (void)state;
  static const struct {
    const char *parameters;
    double us;
  } products[] = {{"a: \"bf16[8192, 2048]\", b: \"bf16[2048, 5632]\"", 241.3},
                  {"a: \"bf16[2048, 8192]\", b: \"bf16[8192, 2048]\"", 86.7},
                  {"a: \"bf16[3072, 8192]\", b: \"bf16[8192, 768]\"", 53.0},
                  {"a: \"bf16[512, 65536]\", b: \"bf16[65536, 512]\"", 47.9},
                  {"a: \"bf16[65536, 512]\", b: \"bf16[512, 2048]\"", 207.5}};
  for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
    Fixture opened = open_fused(products[i].parameters, "y = torch.ops.aten.mm.default(a, b)\nreturn (y,)");
    assert_float_equal(estimate_of(&opened)->time_us / products[i].us, 1, 0.08);
    close_plan(&opened);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_products_as_measured),
      cmocka_unit_test(test_crossing_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
