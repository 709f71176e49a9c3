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

static const AccessEstimate *access_to(const Fixture *fixture, const char *name) {
  const PlanLowered *lowered =
      plan_lowered(fixture->plan, plan_home(fixture->plan, fixture->graph->op_count - 1));
  const Estimate *estimate = estimate_of(fixture);
  for (int i = 0; i < estimate->access_count; i++)
    if (estimate_access_value(lowered, &estimate->accesses[i]) == graph_find_value(fixture->graph, name))
      return &estimate->accesses[i];
  fail_msg("%s is not listed", name);
  return NULL;
}

// All matrices are listed as what the kernel reads, and all that passes L2 is of what is listed. L2 alone
// takes that at 9 TB/s, though the tensor cores' time has the copies already.
static void test_matrices(void **state) {
  (void)state;
  static const char *const names[] = {"q", "k", "v", "y"};
  Fixture fixture = attention(16, 4096, 128);
  const Estimate *estimate = estimate_of(&fixture);
  int64_t moved = 0;
  assert_int_equal(estimate->access_count, 4);
  for (int i = 0; i < 4; i++) {
    const AccessEstimate *access = access_to(&fixture, names[i]);
    assert_int_equal(access->unique_bytes, 16 * 4096 * 128 * 2);
    assert_int_equal(access->passes, 1);
    assert_int_equal(access->is_store, i == 3);
    assert_int_equal(access->matrix != MATRIX_NONE, i < 3);
    moved += access->l2_bytes;
  }
  assert_int_equal(moved, estimate->moved_read_bytes + estimate->moved_write_bytes);
  assert_float_equal(estimate_alone_us(&fixture.device, estimate, LIMIT_L2), (double)moved / 9e6, 1e-6);
  assert_true(estimate->pipe_us[LIMIT_L2] < (double)moved / 9e6);
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

// cuDNN's, in medians on an H200 (tests/bench/MEASURED.md, attention of libraries), within a tenth: 2,048
// rows and keys of 4 sequences, plain, causal, with a bias that heads share.
static void test_library(void **state) {
  (void)state;
  static const struct {
    int heads, width;
    double us[3];
  } measured[] = {{32, 64, {305, 186, 581}}, {16, 128, {218, 144, 394}}};
  static const char *const arguments[] = {"None, True", "None, True, 0.0, True", "x, True"};
  for (int i = 0; i < 6; i++) {
    int heads = measured[i / 3].heads, width = measured[i / 3].width;
    Text text = {0};
    Status status = {0};
    text_add(&text, "def forward(self");
    for (int k = 0; k < 3; k++)
      text_printf(&text, ", %c: \"bf16[4, %d, 2048, %d]\"", "qkv"[k], heads, width);
    text_printf(&text,
                ", x: \"bf16[4, 1, 2048, 2048]\"):\n"
                "    c = torch.ops.aten._scaled_dot_product_cudnn_attention.default(q, k, v, %s)\n"
                "    o: \"bf16[4, %d, 2048, %d]\" = c[0]\n    return (o,)\n",
                arguments[i % 3], heads, width);
    Graph *graph = graph_read_fx("attention.py", text_get(&text), text.length, 0, NULL, &status);
    if (!graph) fail_msg("%s", status.message);
    Fixture fixture = open_graph_plan(graph);
    double us = estimate_of(&fixture)->time_us, truth = measured[i / 3].us[i % 3];
    if (fabs(us / truth - 1) > 0.1) fail_msg("case %d: %g us, measured %g", i, us, truth);
    close_plan(&fixture);
    text_free(&text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bytes), cmocka_unit_test(test_matrices),
                                     cmocka_unit_test(test_times), cmocka_unit_test(test_library)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
