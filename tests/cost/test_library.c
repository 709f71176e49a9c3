// What a library runs, by the op's own formula: products.
#include "fixture.h"

#include <math.h>

// [512, 256] x [256, 128]: 2 x 512 x 128 x 256 FLOPs; inputs and result once each in bf16.
static void test_matmul(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("matmul", "test");
  int a = input(builder, "a", DTYPE_BF16, 512, 256), b = input(builder, "b", DTYPE_BF16, 256, 128);
  builder_output(builder, builder_binary(builder, OP_MM, a, b));
  Fixture fixture = open_plan(builder);
  const Estimate *estimate = estimator_kernel(fixture.estimator, fixture.plan, plan_home(fixture.plan, 0));
  assert_true(estimate->is_library && !estimate->not_run);
  assert_true(estimate->flops == 2.0 * 512 * 128 * 256);
  assert_int_equal(estimate->read_bytes, (512 * 256 + 256 * 128) * 2);
  assert_int_equal(estimate->write_bytes, 512 * 128 * 2);
  assert_int_equal(estimate->registers, -1);
  close_plan(&fixture);
}

// f32 matrices: on the FMA pipes, 132 SMs of 128 lanes at 1.755 GHz, of whose 59.3 TFLOP/s products reach
// 0.6; where their operands may be rounded to TF32, on tensor cores that need twice as long as for 16-bit
// data. A T4 has none for it.
static void test_tf32(void **state) {
  (void)state;
  static const struct {
    const char *device;
    bool tf32, tensor;
  } cases[] = {{"h200", false, false}, {"h200", true, true}, {"t4", true, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Device device;
    Status status = {0};
    assert_true(device_load(cases[i].device, &device, &status));
    device.tf32 = cases[i].tf32;
    GraphBuilder *builder = builder_new("products", "test");
    for (int half = 0; half < 2; half++) {
      DType dtype = half ? DTYPE_BF16 : DTYPE_F32;
      int a = input(builder, half ? "a" : "c", dtype, 4096, 4096),
          b = input(builder, half ? "b" : "d", dtype, 4096, 4096);
      builder_output(builder, builder_binary(builder, OP_MM, a, b));
    }
    Fixture fixture = open_plan(builder);
    Estimator *estimator = estimator_new(&device, &status);
    assert_non_null(estimator);
    const Estimate *wide = estimator_kernel(estimator, fixture.plan, plan_home(fixture.plan, 0)),
                   *half = estimator_kernel(estimator, fixture.plan, plan_home(fixture.plan, 1));
    assert_int_equal(wide->pipe_us[LIMIT_TENSOR] > 0, cases[i].tensor);
    if (cases[i].tensor)
      assert_true(fabs(wide->pipe_us[LIMIT_TENSOR] / half->pipe_us[LIMIT_TENSOR] - 2) < 1e-9);
    if (!cases[i].tf32) assert_true(fabs(wide->pipe_us[LIMIT_FMA] - 2 * pow(4096, 3) / (59.3e6 * 0.6)) < 5);
    estimator_free(estimator);
    close_plan(&fixture);
  }
}

// What the program leaves out the estimate calls so: products of integers, of 8-bit floats.
static void test_products_that_are_not_run(void **state) {
  (void)state;
  static const DType dtypes[] = {DTYPE_BF16, DTYPE_F32, DTYPE_I32, DTYPE_F8E5M2};
  for (int i = 0; i < 4; i++) {
    GraphBuilder *builder = builder_new("product", "test");
    int a = input(builder, "a", dtypes[i], 512, 256), b = input(builder, "b", dtypes[i], 256, 128);
    builder_output(builder, builder_binary(builder, OP_MM, a, b));
    Fixture fixture = open_plan(builder);
    assert_int_equal(estimator_kernel(fixture.estimator, fixture.plan, 0)->not_run, i >= 2);
    close_plan(&fixture);
  }
}

// Of 8-bit numbers at twice the rate: what moves is their bytes and the scale.
static void test_scaled_matmul(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("scaled", "test");
  Status status = {0};
  Shape result = {.rank = 2, .size = {512, 128}}, scalar = {.rank = 0};
  int scale = builder_input(builder, "s", DTYPE_F32, &scalar, NULL, &status);
  Operand operands[] = {{.value = input(builder, "a", DTYPE_F8E4M3, 512, 256)},
                        {.value = input(builder, "b", DTYPE_F8E4M3, 256, 128)},
                        {.value = scale}};
  Annotation annotation = {.has_type = true, .dtype = DTYPE_BF16, .shape = result};
  OpSpec spec = {.name = "p",
                 .code = OP_SCALED_MM,
                 .operands = operands,
                 .operand_count = 3,
                 .annotations = &annotation,
                 .result_count = 1,
                 .mutates = -1};
  int op = builder_op(builder, &spec, &status);
  int wide[] = {input(builder, "c", DTYPE_BF16, 512, 256), input(builder, "d", DTYPE_BF16, 256, 128)};
  builder_output(builder, builder_result(builder, op, 0));
  builder_output(builder, builder_binary(builder, OP_MM, wide[0], wide[1]));
  Fixture fixture = open_plan(builder);
  const Estimate *scaled = estimator_kernel(fixture.estimator, fixture.plan, plan_home(fixture.plan, 0)),
                 *plain = estimator_kernel(fixture.estimator, fixture.plan, plan_home(fixture.plan, 1));
  assert_true(scaled->is_library && scaled->not_run && !plain->not_run);
  assert_true(scaled->flops == 2.0 * 512 * 128 * 256);
  assert_int_equal(scaled->read_bytes, 512 * 256 + 256 * 128 + 4);
  assert_int_equal(scaled->write_bytes, 512 * 128 * 2);
  double ratio = plain->pipe_us[LIMIT_TENSOR] / scaled->pipe_us[LIMIT_TENSOR];
  assert_true(ratio > 1.6 && ratio < 1.93); // what an H200 measured of 4096^3 and 8192^3
  close_plan(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matmul),
      cmocka_unit_test(test_tf32),
      cmocka_unit_test(test_products_that_are_not_run),
      cmocka_unit_test(test_scaled_matmul),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
