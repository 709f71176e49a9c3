#include "graph/core/dtype.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

typedef struct DTypeInfo {
  const char *name, *torch, *fx, *cuda;
  int bytes;
  DTypeKind kind;
  int64_t low, high; // or mantissa and exponent
} DTypeInfo;

static const DTypeInfo dtypes[DTYPE_COUNT] = {
#define X(id, name, bytes, torch, fx, cuda, kind, low, high) \
  [DTYPE_##id] = {name, torch, fx, cuda, bytes, kind, low, high},
    DTYPES(X)
#undef X
};

const char *dtype_name(DType dtype) {
  return dtypes[dtype].name;
}

const char *dtype_torch_name(DType dtype) {
  return dtypes[dtype].torch;
}

const char *dtype_fx_name(DType dtype) {
  return dtypes[dtype].fx;
}

const char *dtype_cuda_name(DType dtype) {
  return dtypes[dtype].cuda;
}

int dtype_bytes(DType dtype) {
  return dtypes[dtype].bytes;
}

DTypeKind dtype_kind(DType dtype) {
  return dtypes[dtype].kind;
}

static bool has_mantissa(DType dtype) {
  return dtypes[dtype].kind == DTYPE_IS_FLOAT || dtypes[dtype].kind == DTYPE_IS_COMPLEX;
}

IntegerRange dtype_range(DType dtype) {
  if (has_mantissa(dtype)) return (IntegerRange){INT64_MIN, INT64_MAX};
  return (IntegerRange){dtypes[dtype].low, dtypes[dtype].high};
}

double dtype_roundoff(DType dtype) {
  return has_mantissa(dtype) ? ldexp(1, -1 - (int)dtypes[dtype].low) : 0;
}

double dtype_least(DType dtype) {
  return has_mantissa(dtype) ? ldexp(1, (int)(dtypes[dtype].high - dtypes[dtype].low)) : 0;
}

bool dtype_parse(const char *name, DType *dtype) {
  for (int i = 0; i < DTYPE_COUNT; i++) {
    const DTypeInfo *info = &dtypes[i];
    if (!text_equal(name, info->name) && !text_equal(name, info->torch) && !text_equal(name, info->fx))
      continue;
    *dtype = (DType)i;
    return true;
  }
  return false;
}

// The enumerators of a kind stand in order of width, so the later one holds both, but for two pairs.
DType dtype_promote(DType a, DType b) {
  DType low = a < b ? a : b, high = a < b ? b : a;
  if (low == DTYPE_U8 && high == DTYPE_I8) return DTYPE_I16;
  if (low == DTYPE_F16 && high == DTYPE_BF16) return DTYPE_F32;
  return high;
}

DType dtype_compute(DType dtype) {
  switch (dtype_kind(dtype)) {
    case DTYPE_IS_BOOL:
      return DTYPE_BOOL;
    case DTYPE_IS_INTEGER:
      return DTYPE_I64;
    case DTYPE_IS_FLOAT:
      return dtype == DTYPE_F64 ? DTYPE_F64 : DTYPE_F32;
    case DTYPE_IS_COMPLEX:
      break;
  }
  return dtype;
}

// A binary floating format narrower than double.
typedef struct FloatFormat {
  int mantissa;     // stored bits
  int min_exponent; // of the smallest normal number
  double largest;
} FloatFormat;

static const FloatFormat half_format = {10, -14, 65504.0};
static const FloatFormat bfloat_format = {7, -126, 0x1.fep127};

enum { DOUBLE_MANTISSA = 52 };

// Drops mantissa bits of a double, to nearest even. Right where the result is a normal number: the carry out
// of the mantissa moves into the exponent as it should.
static double float_round_normal(double x, int mantissa) {
  uint64_t bits, drop = (uint64_t)(DOUBLE_MANTISSA - mantissa);
  memcpy(&bits, &x, sizeof bits);
  bits += ((bits >> drop) & 1) + ((uint64_t)1 << (drop - 1)) - 1;
  bits &= ~(((uint64_t)1 << drop) - 1);
  memcpy(&x, &bits, sizeof bits);
  return x;
}

static double float_round(const FloatFormat *format, double x) {
  if (!isfinite(x) || x == 0) return x;
  if (fabs(x) < ldexp(1, format->min_exponent)) {
    double quantum = ldexp(1, format->min_exponent - format->mantissa);
    return copysign(nearbyint(x / quantum) * quantum, x);
  }
  double rounded = float_round_normal(x, format->mantissa);
  return fabs(rounded) > format->largest ? copysign(INFINITY, x) : rounded;
}

// Out of int64's range: what a conversion instruction gives. NaN: 0.
static int64_t integer_from(double x) {
  if (isnan(x)) return 0;
  if (x >= 0x1p63 || x < -0x1p63) return INT64_MIN;
  return (int64_t)x;
}

double dtype_round(DType dtype, double x) {
  switch (dtype) {
    case DTYPE_BOOL:
      return x != 0;
    case DTYPE_U8:
      return (uint8_t)integer_from(x);
    case DTYPE_I8:
      return (int8_t)(uint8_t)integer_from(x);
    case DTYPE_I16:
      return (int16_t)(uint16_t)integer_from(x);
    case DTYPE_I32:
      return (int32_t)(uint32_t)integer_from(x);
    case DTYPE_I64:
      return (double)integer_from(x);
    case DTYPE_F16:
      return float_round(&half_format, x);
    case DTYPE_BF16:
      return float_round(&bfloat_format, x);
    case DTYPE_F32:
    case DTYPE_C64:
      return (float)x;
    case DTYPE_F64:
    case DTYPE_COUNT:
      break;
  }
  return x;
}

static double half_load(uint16_t bits) {
  int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  double size;
  if (exponent == 31)
    size = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    size = ldexp(mantissa, -24);
  else
    size = ldexp(1024 + mantissa, exponent - 25);
  return bits >> 15 ? -size : size;
}

// `x` is a half already (rounded): the encoding only has to be put together.
static uint16_t half_bits(double x) {
  uint16_t sign = signbit(x) ? 0x8000 : 0;
  double size = fabs(x);
  if (isnan(x)) return sign | 0x7e00;
  if (isinf(x)) return sign | 0x7c00;
  if (size < 0x1p-14) return (uint16_t)(sign | (int)(size * 0x1p24));
  int exponent = ilogb(size);
  return (uint16_t)(sign | (exponent + 15) << 10 | ((int)ldexp(size, 10 - exponent) - 1024));
}

static float bfloat_load(uint16_t bits) {
  uint32_t wide = (uint32_t)bits << 16;
  float x;
  memcpy(&x, &wide, sizeof x);
  return x;
}

static uint16_t bfloat_bits(double x) {
  float narrow = (float)x;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  return isnan(x) ? (uint16_t)(bits >> 16 | 0x40) : (uint16_t)(bits >> 16);
}

double dtype_load(DType dtype, const void *memory, int64_t index) {
  switch (dtype) {
    case DTYPE_BOOL:
      return ((const uint8_t *)memory)[index] != 0;
    case DTYPE_U8:
      return ((const uint8_t *)memory)[index];
    case DTYPE_I8:
      return ((const int8_t *)memory)[index];
    case DTYPE_I16:
      return ((const int16_t *)memory)[index];
    case DTYPE_I32:
      return ((const int32_t *)memory)[index];
    case DTYPE_I64:
      return (double)((const int64_t *)memory)[index];
    case DTYPE_F16:
      return half_load(((const uint16_t *)memory)[index]);
    case DTYPE_BF16:
      return bfloat_load(((const uint16_t *)memory)[index]);
    case DTYPE_F32:
      return ((const float *)memory)[index];
    case DTYPE_F64:
      return ((const double *)memory)[index];
    case DTYPE_C64:
      return ((const float *)memory)[2 * index];
    case DTYPE_COUNT:
      break;
  }
  return 0;
}

void dtype_store(DType dtype, void *memory, int64_t index, double value) {
  double x = dtype_round(dtype, value);
  switch (dtype) {
    case DTYPE_BOOL:
    case DTYPE_U8:
      ((uint8_t *)memory)[index] = (uint8_t)x;
      break;
    case DTYPE_I8:
      ((int8_t *)memory)[index] = (int8_t)x;
      break;
    case DTYPE_I16:
      ((int16_t *)memory)[index] = (int16_t)x;
      break;
    case DTYPE_I32:
      ((int32_t *)memory)[index] = (int32_t)x;
      break;
    case DTYPE_I64:
      ((int64_t *)memory)[index] = integer_from(value);
      break;
    case DTYPE_F16:
      ((uint16_t *)memory)[index] = half_bits(x);
      break;
    case DTYPE_BF16:
      ((uint16_t *)memory)[index] = bfloat_bits(x);
      break;
    case DTYPE_F32:
      ((float *)memory)[index] = (float)x;
      break;
    case DTYPE_F64:
      ((double *)memory)[index] = x;
      break;
    case DTYPE_C64:
      ((float *)memory)[2 * index] = (float)x;
      ((float *)memory)[2 * index + 1] = 0;
      break;
    case DTYPE_COUNT:
      break;
  }
}
