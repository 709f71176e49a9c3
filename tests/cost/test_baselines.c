// Other models' formulas against values worked out by hand for an H200.
#include "fixture.h"

#include "cost/model/baselines.h"

#include <math.h>

static const double bandwidth = 4800e3, clock_mhz = 1755, multiprocessors = 132; // bytes and clocks per us

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

static double xla(Fixture *fixture) {
  return baseline_xla(&fixture->device, plan_lowered(fixture->plan, 0),
                      estimator_kernel(fixture->estimator, fixture->plan, 0));
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
  near(memory, baseline_roofline(&fixture.device, estimator_kernel(fixture.estimator, fixture.plan, 0)));
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_large), cmocka_unit_test(test_narrow),
                                     cmocka_unit_test(test_small)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
