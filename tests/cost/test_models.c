// The models that are not ours against values worked out by hand for an H200, and choosing among all.
#include "fixture.h"

#include "cost/model/cost_model.h"
#include "cost/model/replay.h"

#include <math.h>
#include <string.h>

static const double bandwidth = 4800e3, clock_mhz = 1755, multiprocessors = 132; // bytes and clocks per us
static const double fma_peak = 2 * 128 * 132 * 1755.0; // operations per us: 59.3 TFLOP/s

// y = x * x + 1 in one kernel.
static Fixture open_square(int64_t elements, DType dtype) {
  GraphBuilder *builder = builder_new("square", "test");
  Shape shape = {1, {elements}};
  Status status = {0};
  int x = builder_input(builder, "x", dtype, &shape, NULL, &status);
  builder_output(builder, builder_scalar(builder, OP_ADD, builder_binary(builder, OP_MUL, x, x), 1));
  Fixture fixture = open_plan(builder);
  fuse_all(&fixture);
  return fixture;
}

static Estimate by(const Fixture *fixture, const CostModel *model) {
  return estimator_kernel_by(fixture->estimator, model, fixture->plan, 0);
}

static double xla(const Fixture *fixture) {
  return by(fixture, &cost_model_xla).time_us;
}

static void near(double expected, double got) {
  if (!(fabs(expected - got) <= 1e-6 * expected)) fail_msg("%.9g, not %.9g", got, expected);
}

// 16 MiB in and out. 3 cycles for the product, 7 for the sum, on 128 lanes of every multiprocessor, two
// operations a clock; 95% of that hides behind memory.
static void test_large(void **state) {
  (void)state;
  double elements = 4096.0 * 1024, bytes = 4 * elements;
  Fixture fixture = open_square(4096 * 1024, DTYPE_F32);
  double compute = 10 * elements / (multiprocessors * 128 * 2 * clock_mhz), memory = 2 * bytes / bandwidth;
  near(1 + memory + 0.05 * compute, xla(&fixture));
  Estimate estimate = by(&fixture, &cost_model_xla);
  near(1, estimate.pipe_us[LIMIT_LAUNCH]);
  near(memory, estimate.pipe_us[LIMIT_DRAM]);
  near(compute, estimate.pipe_us[LIMIT_FMA]);
  assert_int_equal(estimate.limit, LIMIT_DRAM);
  close_plan(&fixture);
}

// Of bfloat16 the table knows nothing: 3 cycles an operation.
static void test_narrow(void **state) {
  (void)state;
  double elements = 4096.0 * 1024;
  Fixture fixture = open_square(4096 * 1024, DTYPE_BF16);
  double compute = 6 * elements / (multiprocessors * 128 * 2 * clock_mhz), memory = 4 * elements / bandwidth;
  near(1 + memory + 0.05 * compute, xla(&fixture));
  close_plan(&fixture);
}

// Few blocks read no more than 32 bytes a clock each; writes are taken to run at full speed.
static void test_small(void **state) {
  (void)state;
  Fixture fixture = open_square(1024, DTYPE_F32);
  const LaunchShape *launch = &plan_lowered(fixture.plan, 0)->launch;
  double blocks = (double)launch->grid, lanes = fmin(launch->threads, 128);
  assert_true(blocks < 32);
  double compute = 10 * 1024 / (blocks * lanes * 2 * clock_mhz);
  double memory = 4096 / (blocks * 32 * clock_mhz) + 4096 / bandwidth;
  near(1 + fmax(memory, compute) + 0.05 * fmin(memory, compute), xla(&fixture));
  close_plan(&fixture);
}

// 16 MiB of f32 in and out: 2 x 16,777,216 / 4800e3 = 6.99 us, against 2 x 4,194,304 operations in 0.14 us.
static void test_roofline_of_bytes(void **state) {
  (void)state;
  Fixture fixture = open_square(4096 * 1024, DTYPE_F32);
  Estimate roofline = by(&fixture, &cost_model_roofline), bytes = by(&fixture, &cost_model_bytes);
  near(6.990506666, roofline.time_us);
  near(6.990506666, roofline.pipe_us[LIMIT_DRAM]);
  near(2 * 4194304 / fma_peak, roofline.pipe_us[LIMIT_FMA]);
  assert_int_equal(roofline.limit, LIMIT_DRAM);
  near(6.990506666, bytes.time_us);
  assert_int_equal(bytes.limit, LIMIT_DRAM);
  assert_true(bytes.pipe_us[LIMIT_FMA] == 0);
  close_plan(&fixture);
}

// [512, 1024] times [1024, 256]: 2 x 512 x 256 x 1024 = 268,435,456 operations; as f32 3.67 MB.
static Fixture open_product(DType dtype) {
  GraphBuilder *builder = builder_new("product", "test");
  int a = input(builder, "a", dtype, 512, 1024), b = input(builder, "b", dtype, 1024, 256);
  builder_output(builder, builder_binary(builder, OP_MM, a, b));
  return open_plan(builder);
}

static void test_roofline_of_products(void **state) {
  (void)state;
  static const double operations = 268435456, elements = 512 * 1024 + 1024 * 256 + 512 * 256;
  Fixture wide = open_product(DTYPE_F32), narrow = open_product(DTYPE_BF16);
  Estimate roofline = by(&wide, &cost_model_roofline);
  assert_true(roofline.is_library);
  near(operations / fma_peak, roofline.time_us); // 4.53 us; its bytes take 0.76
  assert_int_equal(roofline.limit, LIMIT_FMA);
  near(4 * elements / bandwidth, by(&wide, &cost_model_bytes).time_us);
  roofline = by(&narrow, &cost_model_roofline);
  near(operations / (narrow.device.tensor_tflops_16 * 1e6), roofline.pipe_us[LIMIT_TENSOR]);
  assert_true(roofline.pipe_us[LIMIT_FMA] == 0);
  near(fmax(roofline.pipe_us[LIMIT_TENSOR], 2 * elements / bandwidth), roofline.time_us);
  near(2 * elements / bandwidth, by(&narrow, &cost_model_bytes).time_us);
  // XLA has no formula for what a library runs: ours stands.
  near(estimator_kernel(wide.estimator, wide.plan, 0)->time_us, by(&wide, &cost_model_xla).time_us);
  close_plan(&wide);
  close_plan(&narrow);
}

// Whatever the model, what it says of code and bytes is ours, and its terms are its time.
static void test_all_models(void **state) {
  (void)state;
  int count;
  const CostModel *const *models = cost_models(&count);
  Fixture fixture = open_square(4096 * 1024, DTYPE_F32);
  const Estimate *ours = estimator_kernel(fixture.estimator, fixture.plan, 0);
  assert_ptr_equal(models[0], &cost_model_fusebox);
  assert_ptr_equal(estimator_model(fixture.estimator), models[0]);
  for (int i = 0; i < count; i++) {
    Status status = {0};
    Estimator *estimator = estimator_new_by(models[i], &fixture.device, &status);
    Estimator *beside = estimator_beside(fixture.estimator, models[i]);
    assert_ptr_equal(estimator_model(estimator), models[i]);
    assert_ptr_equal(cost_model_find(models[i]->name, &status), models[i]);
    assert_true(*models[i]->help != 0);
    const Estimate *estimate = estimator_kernel(estimator, fixture.plan, 0);
    double terms[TERM_COUNT] = {0}, sum = 0;
    estimate_terms(estimate, terms);
    for (int term = 0; term < TERM_COUNT; term++)
      sum += terms[term];
    near(estimate->time_us, sum);
    assert_true(estimate->time_us > 0);
    assert_true((estimate->time_us == ours->time_us) == (i == 0));
    assert_int_equal(estimate->registers, ours->registers);
    assert_int_equal(estimate->dram_bytes, ours->dram_bytes);
    assert_true(estimator_kernel(beside, fixture.plan, 0)->time_us == estimate->time_us);
    estimator_free(beside);
    estimator_free(estimator);
  }
  close_plan(&fixture);
}

// Fused, the value between the two ops is neither written nor read: 2 x 16 MiB less, and nothing else counts.
static void test_what_if(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("square", "test");
  Status status = {0};
  int x = builder_input(builder, "x", DTYPE_F32, &(Shape){1, {4096 * 1024}}, NULL, &status);
  builder_output(builder, builder_scalar(builder, OP_ADD, builder_binary(builder, OP_MUL, x, x), 1));
  Fixture fixture = open_plan(builder);
  Estimator *bytes = estimator_beside(fixture.estimator, &cost_model_bytes);
  WhatIf what = estimator_what_if(bytes, fixture.plan, 0, 1);
  assert_true(what.legal);
  near(6.990506666, what.saved_us);
  estimator_free(bytes);
  close_plan(&fixture);
}

// A time that is not made of our pipes does not change where what is read is still in L2; what is found there
// is told all the same.
static void test_replay(void **state) {
  (void)state;
  Fixture fixture = open_square(256 * 1024, DTYPE_F32);
  Estimator *bytes = estimator_beside(fixture.estimator, &cost_model_bytes);
  const PlanLowered *lowered = plan_lowered(fixture.plan, 0);
  Replay *replay = replay_new(&fixture.device, fixture.graph);
  const Estimate *estimate = estimator_kernel(bytes, fixture.plan, 0);
  replay_kernel(replay, lowered, 0, estimate);
  Replayed again = replay_kernel(replay, lowered, 0, estimate);
  assert_true(again.hit_bytes > 0);
  assert_true(again.time_us == estimate->time_us);
  assert_true(again.dram_bytes < estimate->dram_bytes);
  replay_free(replay);
  estimator_free(bytes);
  close_plan(&fixture);
}

static void test_unknown(void **state) {
  (void)state;
  Status status = {0};
  assert_null(cost_model_find("cublas", &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_string_equal(status.message,
                      "there is no cost model \"cublas\"; there are fusebox, xla, roofline, bytes");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_large),
                                     cmocka_unit_test(test_narrow),
                                     cmocka_unit_test(test_small),
                                     cmocka_unit_test(test_roofline_of_bytes),
                                     cmocka_unit_test(test_roofline_of_products),
                                     cmocka_unit_test(test_all_models),
                                     cmocka_unit_test(test_what_if),
                                     cmocka_unit_test(test_replay),
                                     cmocka_unit_test(test_unknown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
