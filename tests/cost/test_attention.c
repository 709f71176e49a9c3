// What attention is said to read and to take.
#include "fixture.h"

#include "graph/read/read.h"

#include <math.h>

#define GRAPH FUSEBOX_SOURCE_ROOT "/graphs/attention.json"

static Fixture attention(int64_t heads, int64_t rows, int64_t width) {
  SizeBinding sizes[] = {{"heads", heads}, {"queries", rows}, {"keys", rows}, {"width", width}};
  ReadOptions options = {.sizes = sizes, .size_count = 4};
  Status status = {0};
  Fixture fixture = open_graph_plan(graph_open(GRAPH, &options, NULL, &status));
  int ops[64], count = 0;
  Reason reason;
  for (int op = 0; op < fixture.graph->op_count; op++)
    if (!fixture.graph->ops[op].is_view) ops[count++] = op;
  if (!plan_fuse_all(fixture.plan, ops, count, true, &reason)) fail_msg("%s", reason.text);
  return fixture;
}

static const Estimate *estimate_of(const Fixture *fixture) {
  return estimator_kernel(fixture->estimator, fixture->plan,
                          plan_home(fixture->plan, fixture->graph->op_count - 1));
}

// Rows, keys and values once, the result once, and no scores; of the pairs of a row and a key those up to the
// diagonal, each in two products of 128, an exponential and three more operations.
static void test_bytes(void **state) {
  (void)state;
  Fixture fixture = attention(16, 4096, 128);
  const Estimate *estimate = estimate_of(&fixture);
  int64_t matrix = 16 * 4096 * 128 * 2;
  double pairs = 16.0 * 4096 * 4097 / 2;
  assert_int_equal(estimate->read_bytes, 3 * matrix);
  assert_int_equal(estimate->write_bytes, matrix);
  assert_int_equal(estimate->dram_bytes, 4 * matrix);
  assert_true(fabs(estimate->flops - pairs * (4 * 128 + 4)) < 1e-6 * estimate->flops);
  assert_int_equal(estimate->spill_bytes, 0);
  close_plan(&fixture);
}

// Longer rows take as many times longer as they have pairs, and a width of 64 more than half the time of 128.
static void test_times(void **state) {
  (void)state;
  static const struct {
    int64_t heads, rows, width;
  } cases[] = {{32, 8192, 128}, {128, 8192, 128}, {32, 16384, 128}, {32, 8192, 64}};
  double us[4];
  for (int i = 0; i < 4; i++) {
    Fixture fixture = attention(cases[i].heads, cases[i].rows, cases[i].width);
    us[i] = estimate_of(&fixture)->time_us;
    close_plan(&fixture);
  }
  assert_true(fabs(us[1] / us[0] - 4) < 0.1);
  assert_true(fabs(us[2] / us[0] - 4) < 0.2);
  assert_true(us[3] > 0.5 * us[0] && us[3] < 0.8 * us[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bytes), cmocka_unit_test(test_times)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
