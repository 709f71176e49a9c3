#include "graph/core/dtype.h"

#include "test.h"

#include <float.h>
#include <math.h>

static void parses_every_spelling(void **state) {
  (void)state;
  for (int i = 0; i < DTYPE_COUNT; i++) {
    DType dtype;
    assert_true(dtype_parse(dtype_name((DType)i), &dtype) && dtype == (DType)i);
    assert_true(dtype_parse(dtype_torch_name((DType)i), &dtype) && dtype == (DType)i);
    assert_true(dtype_parse(dtype_fx_name((DType)i), &dtype) && dtype == (DType)i);
  }
  DType dtype;
  assert_false(dtype_parse("float", &dtype));
  assert_false(dtype_parse("", &dtype));
}

// torch.promote_types.
static void promotes_as_pytorch(void **state) {
  (void)state;
  assert_int_equal(dtype_promote(DTYPE_U8, DTYPE_I8), DTYPE_I16);
  assert_int_equal(dtype_promote(DTYPE_F16, DTYPE_BF16), DTYPE_F32);
  assert_int_equal(dtype_promote(DTYPE_I64, DTYPE_F16), DTYPE_F16);
  assert_int_equal(dtype_promote(DTYPE_BOOL, DTYPE_U8), DTYPE_U8);
  assert_int_equal(dtype_promote(DTYPE_F32, DTYPE_F64), DTYPE_F64);
  assert_int_equal(dtype_promote(DTYPE_U32, DTYPE_BF16), DTYPE_BF16);
  assert_int_equal(dtype_promote(DTYPE_I64, DTYPE_C32), DTYPE_C32);
  for (int a = 0; a < DTYPE_COUNT; a++)
    for (int b = 0; b < DTYPE_COUNT; b++)
      assert_int_equal(dtype_promote((DType)a, (DType)b), dtype_promote((DType)b, (DType)a));
}

// What PyTorch promotes of its newer types, and what holds both where it does not.
static void promotes_few_of_the_newer_types(void **state) {
  (void)state;
  assert_true(dtype_promotes(DTYPE_U16, DTYPE_F16) && dtype_promotes(DTYPE_U64, DTYPE_U64));
  assert_true(dtype_promotes(DTYPE_U8, DTYPE_I64) && dtype_promotes(DTYPE_F8E5M2, DTYPE_F8E5M2));
  assert_false(dtype_promotes(DTYPE_U16, DTYPE_U8) || dtype_promotes(DTYPE_U32, DTYPE_I32));
  assert_false(dtype_promotes(DTYPE_F8E4M3, DTYPE_F8E5M2) || dtype_promotes(DTYPE_F8E4M3, DTYPE_F32));
  assert_false(dtype_promotes(DTYPE_BOOL, DTYPE_U64) || dtype_promotes(DTYPE_F4X2, DTYPE_F32));
  assert_int_equal(dtype_promote(DTYPE_U16, DTYPE_I8), DTYPE_I32);
  assert_int_equal(dtype_promote(DTYPE_U32, DTYPE_I32), DTYPE_I64);
  assert_int_equal(dtype_promote(DTYPE_U64, DTYPE_I64), DTYPE_U64);
  assert_int_equal(dtype_promote(DTYPE_U8, DTYPE_U32), DTYPE_U32);
  assert_int_equal(dtype_promote(DTYPE_F8E4M3, DTYPE_F8E5M2), DTYPE_F32);
  assert_int_equal(dtype_promote(DTYPE_F8E4M3, DTYPE_F16), DTYPE_F16);
  assert_int_equal(dtype_part(DTYPE_C128), DTYPE_F64);
  assert_int_equal(dtype_part(DTYPE_C32), DTYPE_F16);
}

// As C's limits, and those of IEEE 754 for binary16, say.
static void ranges_and_steps_are_the_formats(void **state) {
  (void)state;
  const struct {
    DType dtype;
    IntegerRange range;
  } integers[] = {{DTYPE_BOOL, {0, 1}},
                  {DTYPE_U8, {0, 255}},
                  {DTYPE_I8, {-128, 127}},
                  {DTYPE_I16, {-32768, 32767}},
                  {DTYPE_I32, {-2147483648LL, 2147483647}},
                  {DTYPE_I64, {INT64_MIN, INT64_MAX}},
                  {DTYPE_U16, {0, 65535}},
                  {DTYPE_U32, {0, 4294967295LL}},
                  {DTYPE_F32, {INT64_MIN, INT64_MAX}}};
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
    IntegerRange range = dtype_range(integers[i].dtype);
    assert_int_equal(range.low, integers[i].range.low);
    assert_int_equal(range.high, integers[i].range.high);
  }
  assert_true(dtype_roundoff(DTYPE_F64) == DBL_EPSILON / 2 && dtype_least(DTYPE_F64) == DBL_TRUE_MIN);
  assert_true(dtype_roundoff(DTYPE_F32) == FLT_EPSILON / 2 && dtype_least(DTYPE_F32) == FLT_TRUE_MIN);
  assert_true(dtype_roundoff(DTYPE_F16) == 0x1p-11 && dtype_least(DTYPE_F16) == 0x1p-24);
  assert_true(dtype_roundoff(DTYPE_BF16) == 0x1p-8 && dtype_least(DTYPE_BF16) == 0x1p-133);
  assert_true(dtype_roundoff(DTYPE_F8E4M3) == 0x1p-4 && dtype_least(DTYPE_F8E4M3) == 0x1p-9);
  assert_true(dtype_roundoff(DTYPE_F8E5M2Z) == 0x1p-3 && dtype_least(DTYPE_F8E5M2Z) == 0x1p-17);
  assert_true(dtype_roundoff(DTYPE_I32) == 0 && dtype_least(DTYPE_BOOL) == 0);
}

static void rounds_to_bfloat(void **state) {
  (void)state;
  assert_true(dtype_round(DTYPE_BF16, 1.0 + 0x1p-8) == 1.0);              // a tie goes to the even mantissa
  assert_true(dtype_round(DTYPE_BF16, 1.0 + 3 * 0x1p-8) == 1.0 + 0x1p-6); // the other tie goes up
  assert_true(dtype_round(DTYPE_BF16, 1.0 + 0x1.01p-8) == 1.0 + 0x1p-7);
  assert_true(dtype_round(DTYPE_BF16, 255.9) == 256.0); // the carry reaches the exponent
  assert_true(isinf(dtype_round(DTYPE_BF16, 0x1.ffp127)));
  assert_true(dtype_round(DTYPE_BF16, 0x1.fep127) == 0x1.fep127);
  assert_true(dtype_round(DTYPE_BF16, 0x1p-133) == 0x1p-133); // the smallest subnormal
  assert_true(dtype_round(DTYPE_BF16, 0x1p-135) == 0);
}

static void rounds_to_half(void **state) {
  (void)state;
  assert_true(dtype_round(DTYPE_F16, 65504) == 65504);
  assert_true(dtype_round(DTYPE_F16, 65519) == 65504);
  assert_true(isinf(dtype_round(DTYPE_F16, 65520)));
  assert_true(dtype_round(DTYPE_F16, 2049) == 2048);
  assert_true(dtype_round(DTYPE_F16, 2051) == 2052);
  assert_true(dtype_round(DTYPE_F16, 0x1p-24) == 0x1p-24);
  assert_true(dtype_round(DTYPE_F16, 0x1p-25) == 0); // a tie with zero, which is even
  assert_true(dtype_round(DTYPE_F16, 0x1.8p-25) == 0x1p-24);
  assert_true(signbit(dtype_round(DTYPE_F16, -0x1p-26)));
}

static void wraps_integers(void **state) {
  (void)state;
  assert_true(dtype_round(DTYPE_I8, 200) == -56);
  assert_true(dtype_round(DTYPE_U8, -1) == 255);
  assert_true(dtype_round(DTYPE_I32, 3e9) == 3e9 - 0x1p32);
  assert_true(dtype_round(DTYPE_I16, -2.9) == -2);
  assert_true(dtype_round(DTYPE_I32, NAN) == 0);
  assert_true(dtype_round(DTYPE_BOOL, 0.25) == 1);
  assert_true(dtype_round(DTYPE_I64, INFINITY) == -0x1p63);
  assert_true(dtype_round(DTYPE_U16, -1) == 65535 && dtype_round(DTYPE_U32, 0x1p32 + 3) == 3);
  assert_true(dtype_round(DTYPE_U64, 0x1p63) == 0x1p63 && dtype_round(DTYPE_U64, -1) == 0x1p64);
  assert_true(dtype_round(DTYPE_U64, 0x1p64) == 0x1p64); // the double next to the largest
  assert_true(dtype_wrap(DTYPE_U32, 0xdeadbeefcafeULL) == 0xbeefcafe);
}

static void makes_integers_of_every_number(void **state) {
  (void)state;
  assert_true(dtype_whole(-2.9) == -2 && dtype_whole(NAN) == 0);
  assert_true(dtype_whole(INFINITY) == INT64_MAX && dtype_whole(0x1p63) == INT64_MAX);
  assert_true(dtype_whole(-INFINITY) == INT64_MIN && dtype_whole(-0x1p63) == INT64_MIN);
  assert_true(dtype_integer(DTYPE_U64, 0x1p63) == INT64_MIN && dtype_integer(DTYPE_U64, 0x1p64) == -1);
  assert_true(dtype_integer(DTYPE_I64, INFINITY) == INT64_MIN && dtype_integer(DTYPE_I32, 7.5) == 7);
}

// Every float of up to 16 bits survives a load and a store.
static void stores_what_it_loads(void **state) {
  (void)state;
  for (int dtype = DTYPE_F8E8M0; dtype <= DTYPE_BF16; dtype++)
    for (int bits = 0; bits < 1 << 8 * dtype_bytes((DType)dtype); bits++) {
      uint16_t memory[2] = {(uint16_t)bits, 0};
      const uint8_t *bytes = (const uint8_t *)memory;
      size_t size = (size_t)dtype_bytes((DType)dtype);
      double x = dtype_load((DType)dtype, memory, 0);
      dtype_store((DType)dtype, memory, 1, x);
      if (isnan(x))
        assert_true(isnan(dtype_load((DType)dtype, memory, 1)));
      else
        assert_memory_equal(bytes + size, bytes, size);
    }
}

static void stores_every_width(void **state) {
  (void)state;
  int64_t memory[4] = {0};
  for (int dtype = 0; dtype < DTYPE_COUNT; dtype++) {
    dtype_store((DType)dtype, memory, 1, 1);
    assert_true(dtype_load((DType)dtype, memory, 1) == 1);
    assert_true(dtype_load((DType)dtype, memory, 0) ==
                (dtype == DTYPE_F8E8M0 ? 0x1p-127 : 0)); // it has no zero
    memset(memory, 0, sizeof memory);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parses_every_spelling),
      cmocka_unit_test(promotes_as_pytorch),
      cmocka_unit_test(promotes_few_of_the_newer_types),
      cmocka_unit_test(ranges_and_steps_are_the_formats),
      cmocka_unit_test(rounds_to_bfloat),
      cmocka_unit_test(rounds_to_half),
      cmocka_unit_test(wraps_integers),
      cmocka_unit_test(makes_integers_of_every_number),
      cmocka_unit_test(stores_what_it_loads),
      cmocka_unit_test(stores_every_width),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
