// Values of a type and their bits in memory: from what a row of the table says, with no code for one type.
#include "graph/core/dtype.h"

#include <math.h>
#include <string.h>

// 2^exponent, for normal numbers of doubles.
static double power_of_two(int exponent) {
  uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// ---- floats of up to 16 bits

// Bits: a sign (but for BITS_POWERS), `fields` bits of exponent and mantissa.
typedef struct FloatFormat {
  int mantissa, exponent; // stored bits of the mantissa; of the smallest normal
  int fields;
  DTypeBits bits;
} FloatFormat;

static FloatFormat format_of(DType dtype) {
  DTypeBits bits = dtype_bits(dtype);
  return (FloatFormat){dtype_mantissa(dtype), dtype_exponent(dtype),
                       8 * dtype_bytes(dtype) - (bits != BITS_POWERS), bits};
}

static double largest_of(const FloatFormat *format) {
  int exponents = 1 << (format->fields - format->mantissa);
  int last = exponents - 1 - (format->bits == BITS_PLAIN) + format->exponent - 1;
  double below_two = 2 - power_of_two((format->bits == BITS_FINITE) - format->mantissa);
  return below_two * power_of_two(last);
}

// Infinity, or the NaN of a type that has none.
static uint32_t first_special(const FloatFormat *format) {
  uint32_t all = ((uint32_t)1 << format->fields) - 1;
  if (format->bits == BITS_PLAIN) return all >> format->mantissa << format->mantissa;
  return format->bits == BITS_ONE_ZERO ? all + 1 : all;
}

enum { DOUBLE_MANTISSA = 52 };

// Drops mantissa bits of a double, to nearest even. Right where the result is a normal number: the carry out
// of the mantissa moves into the exponent as it should.
static double round_normal(double x, int mantissa) {
  uint64_t bits, drop = (uint64_t)(DOUBLE_MANTISSA - mantissa);
  memcpy(&bits, &x, sizeof bits);
  bits += ((bits >> drop) & 1) + ((uint64_t)1 << (drop - 1)) - 1;
  bits &= ~(((uint64_t)1 << drop) - 1);
  memcpy(&x, &bits, sizeof bits);
  return x;
}

// As PyTorch's Float8_e8m0fnu: ties go up, the sign is lost, and what is no larger than 2^-127 is that.
static double round_to_power(double x) {
  double size = fabs(x), least = power_of_two(-127);
  if (!isfinite(size)) return NAN;
  if (size < 2 * least) return size > least ? 2 * least : least;
  double below = power_of_two(ilogb(size)), rounded = size >= 1.5 * below ? 2 * below : below;
  return rounded > power_of_two(127) ? NAN : rounded;
}

static double round_float(const FloatFormat *format, double x) {
  if (format->bits == BITS_POWERS) return round_to_power(x);
  bool plain = format->bits == BITS_PLAIN;
  if (!isfinite(x)) return plain ? x : copysign(NAN, x);
  double rounded = 0;
  if (fabs(x) < power_of_two(format->exponent)) {
    double quantum = power_of_two(format->exponent - format->mantissa);
    rounded = copysign(nearbyint(x / quantum) * quantum, x);
  } else {
    rounded = round_normal(x, format->mantissa);
  }
  if (fabs(rounded) > largest_of(format)) return copysign(plain ? INFINITY : NAN, x);
  return format->bits == BITS_ONE_ZERO && rounded == 0 ? 0 : rounded;
}

static double load_float(const FloatFormat *format, uint32_t bits) {
  uint32_t fields = bits & (((uint32_t)1 << format->fields) - 1), sign = bits >> format->fields;
  if (format->bits == BITS_POWERS)
    return fields == first_special(format) ? NAN : power_of_two((int)fields - 127);
  if (format->bits == BITS_ONE_ZERO ? bits == first_special(format) : fields > first_special(format))
    return NAN;
  if (fields == first_special(format)) return format->bits == BITS_FINITE ? NAN : sign ? -INFINITY : INFINITY;
  int field = (int)(fields >> format->mantissa), mantissa = (int)(fields & ((1u << format->mantissa) - 1));
  int steps = field ? mantissa + (1 << format->mantissa) : mantissa;
  double size = steps * power_of_two(format->exponent + (field ? field - 1 : 0) - format->mantissa);
  return sign ? -size : size;
}

// `x` is of the format already (rounded): the encoding only has to be put together.
static uint32_t float_bits(const FloatFormat *format, double x) {
  uint32_t sign = signbit(x) ? (uint32_t)1 << format->fields : 0, special = first_special(format);
  uint32_t all = ((uint32_t)1 << format->mantissa) - 1, quiet = 0;
  if (format->bits == BITS_PLAIN) quiet = format->fields < 8 ? all : all - all / 2;
  double size = fabs(x);
  if (isnan(x))
    return format->bits == BITS_ONE_ZERO || format->bits == BITS_POWERS ? special : sign | special | quiet;
  if (isinf(x)) return sign | special;
  if (format->bits == BITS_POWERS) return (uint32_t)(ilogb(size) + 127);
  int exponent = size < power_of_two(format->exponent) ? format->exponent : ilogb(size);
  uint32_t steps = (uint32_t)(size * power_of_two(format->mantissa - exponent));
  return sign | (((uint32_t)(exponent - format->exponent) << format->mantissa) + steps);
}

// ---- integers

// Out of range: what a conversion instruction gives. NaN: 0.
static uint64_t integer_bits(DType dtype, double x) {
  if (isnan(x)) return 0;
  if (dtype == DTYPE_U64 && x >= 0x1p63) return x < 0x1p64 ? (uint64_t)x : UINT64_MAX;
  if (x >= 0x1p63 || x < -0x1p63) return (uint64_t)INT64_MIN;
  return (uint64_t)(int64_t)x;
}

int64_t dtype_integer(DType dtype, double x) {
  return (int64_t)integer_bits(dtype, x);
}

int64_t dtype_whole(double x) {
  return x >= 0x1p63 ? INT64_MAX : (int64_t)integer_bits(DTYPE_I64, x);
}

double dtype_wrap(DType dtype, uint64_t bits) {
  int unused = 64 - 8 * dtype_bytes(dtype);
  if (dtype_unsigned(dtype)) return (double)(bits << unused >> unused);
  return (double)((int64_t)(bits << unused) >> unused);
}

// ---- memory

static uint64_t load_bits(const void *memory, int64_t index, int bytes) {
  if (bytes == 1) return ((const uint8_t *)memory)[index];
  if (bytes == 2) return ((const uint16_t *)memory)[index];
  if (bytes == 4) return ((const uint32_t *)memory)[index];
  return ((const uint64_t *)memory)[index];
}

static void store_bits(void *memory, int64_t index, int bytes, uint64_t bits) {
  if (bytes == 1)
    ((uint8_t *)memory)[index] = (uint8_t)bits;
  else if (bytes == 2)
    ((uint16_t *)memory)[index] = (uint16_t)bits;
  else if (bytes == 4)
    ((uint32_t *)memory)[index] = (uint32_t)bits;
  else
    ((uint64_t *)memory)[index] = bits;
}

double dtype_round(DType dtype, double x) {
  FloatFormat format;
  switch (dtype_kind(dtype)) {
    case DTYPE_IS_BOOL:
      return x != 0;
    case DTYPE_IS_INTEGER:
      return dtype_wrap(dtype, integer_bits(dtype, x));
    case DTYPE_IS_FLOAT:
      if (dtype_bytes(dtype) >= 4) return dtype == DTYPE_F64 ? x : (float)x;
      format = format_of(dtype);
      return round_float(&format, x);
    case DTYPE_IS_COMPLEX:
      break;
  }
  return dtype_round(dtype_part(dtype), x);
}

double dtype_load(DType dtype, const void *memory, int64_t index) {
  FloatFormat format;
  int bytes = dtype_bytes(dtype);
  switch (dtype_kind(dtype)) {
    case DTYPE_IS_BOOL:
      return ((const uint8_t *)memory)[index] != 0;
    case DTYPE_IS_INTEGER:
      return dtype_wrap(dtype, load_bits(memory, index, bytes));
    case DTYPE_IS_FLOAT:
      if (bytes >= 4) return bytes == 4 ? ((const float *)memory)[index] : ((const double *)memory)[index];
      format = format_of(dtype);
      return load_float(&format, (uint32_t)load_bits(memory, index, bytes));
    case DTYPE_IS_COMPLEX:
      break;
  }
  return dtype_load(dtype_part(dtype), memory, 2 * index);
}

static void store_float(DType dtype, void *memory, int64_t index, double x) {
  int bytes = dtype_bytes(dtype);
  if (bytes == 8) {
    ((double *)memory)[index] = x;
  } else if (bytes == 4) {
    ((float *)memory)[index] = (float)x;
  } else {
    FloatFormat format = format_of(dtype);
    store_bits(memory, index, bytes, float_bits(&format, round_float(&format, x)));
  }
}

void dtype_store(DType dtype, void *memory, int64_t index, double value) {
  switch (dtype_kind(dtype)) {
    case DTYPE_IS_BOOL:
      ((uint8_t *)memory)[index] = value != 0;
      break;
    case DTYPE_IS_INTEGER:
      store_bits(memory, index, dtype_bytes(dtype), integer_bits(dtype, value));
      break;
    case DTYPE_IS_FLOAT:
      store_float(dtype, memory, index, value);
      break;
    case DTYPE_IS_COMPLEX:
      store_float(dtype_part(dtype), memory, 2 * index, value);
      store_float(dtype_part(dtype), memory, 2 * index + 1, 0);
      break;
  }
}
