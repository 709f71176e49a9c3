#include "graph/core/dtype.h"

#include "base/text.h"

#include <math.h>

typedef struct DTypeInfo {
  const char *name, *torch, *fx, *cuda;
  int bytes;
  DTypeKind kind;
  int64_t low, high; // or mantissa and exponent
  DTypeBits bits;
} DTypeInfo;

static const DTypeInfo dtypes[DTYPE_COUNT] = {
#define X(id, name, bytes, torch, fx, cuda, kind, low, high, bits) \
  [DTYPE_##id] = {name, torch, fx, cuda, bytes, kind, low, high, BITS_##bits},
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

DTypeBits dtype_bits(DType dtype) {
  return dtypes[dtype].bits;
}

bool dtype_unsigned(DType dtype) {
  return dtypes[dtype].kind == DTYPE_IS_INTEGER && dtypes[dtype].low == 0;
}

DType dtype_part(DType dtype) {
  for (int part = DTYPE_COUNT - 1; dtypes[dtype].kind == DTYPE_IS_COMPLEX && part >= 0; part--)
    if (dtypes[part].kind == DTYPE_IS_FLOAT && dtypes[part].low == dtypes[dtype].low) return (DType)part;
  return dtype;
}

DType dtype_pair(DType part) {
  for (int pair = 0; pair < DTYPE_COUNT; pair++)
    if (dtypes[pair].kind == DTYPE_IS_COMPLEX && dtype_part((DType)pair) == part) return (DType)pair;
  return DTYPE_C64;
}

int dtype_parts(DType dtype) {
  return dtypes[dtype].kind == DTYPE_IS_COMPLEX ? 2 : 1;
}

static bool has_mantissa(DType dtype) {
  return dtypes[dtype].kind == DTYPE_IS_FLOAT || dtypes[dtype].kind == DTYPE_IS_COMPLEX;
}

int dtype_mantissa(DType dtype) {
  return has_mantissa(dtype) ? (int)dtypes[dtype].low : 0;
}

int dtype_exponent(DType dtype) {
  return has_mantissa(dtype) ? (int)dtypes[dtype].high : 0;
}

IntegerRange dtype_range(DType dtype) {
  if (has_mantissa(dtype)) return (IntegerRange){INT64_MIN, INT64_MAX};
  return (IntegerRange){dtypes[dtype].low, dtypes[dtype].high};
}

double dtype_roundoff(DType dtype) {
  return has_mantissa(dtype) ? ldexp(1, -1 - dtype_mantissa(dtype)) : 0;
}

double dtype_least(DType dtype) {
  return has_mantissa(dtype) ? ldexp(1, dtype_exponent(dtype) - dtype_mantissa(dtype)) : 0;
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

// Of the integers, and of the floats of 16 bits and more.
static bool is_barebones(DType dtype) {
  const DTypeInfo *info = &dtypes[dtype];
  return (dtype_unsigned(dtype) && info->bytes > 1) || (info->kind == DTYPE_IS_FLOAT && info->bytes == 1) ||
         info->bits == BITS_STORAGE;
}

bool dtype_promotes(DType a, DType b) {
  if (a == b || (!is_barebones(a) && !is_barebones(b))) return true;
  DType other = is_barebones(a) ? b : a, bare = is_barebones(a) ? a : b;
  return dtypes[bare].kind == DTYPE_IS_INTEGER && dtypes[bare].bits != BITS_STORAGE &&
         dtypes[other].kind == DTYPE_IS_FLOAT && !is_barebones(other);
}

// Of one sign the wider; else the signed one if it is wider, or one of twice the bytes, u64 where there is
// none.
static DType promote_integers(DType low, DType high) {
  if (dtype_unsigned(low) == dtype_unsigned(high)) return high;
  DType sign = dtype_unsigned(low) ? high : low, none = dtype_unsigned(low) ? low : high;
  int bytes = dtypes[none].bytes;
  if (dtypes[sign].bytes > bytes || bytes == 8) return dtypes[sign].bytes > bytes ? sign : none;
  while (dtype_unsigned(sign) || dtypes[sign].bytes <= bytes)
    sign++;
  return sign;
}

// The enumerators of a kind stand in order of width; of two floats the later one holds both, but for a few.
DType dtype_promote(DType a, DType b) {
  DType low = a < b ? a : b, high = a < b ? b : a;
  if (low == high) return high;
  if (dtypes[low].kind == DTYPE_IS_INTEGER && dtypes[high].kind == DTYPE_IS_INTEGER)
    return promote_integers(low, high);
  if (dtypes[low].kind == DTYPE_IS_FLOAT && dtypes[low].bytes > 1 && dtypes[high].kind == DTYPE_IS_COMPLEX)
    return dtype_pair(dtype_promote(low, dtype_part(high)));
  bool floats = dtypes[low].kind == DTYPE_IS_FLOAT && high <= DTYPE_BF16, bytes = dtypes[low].bytes == 1;
  if (floats && (!bytes || dtypes[high].bytes == 1 || low == DTYPE_F8E8M0)) return DTYPE_F32;
  return high;
}

DType dtype_compute(DType dtype) {
  switch (dtype_kind(dtype)) {
    case DTYPE_IS_BOOL:
      return DTYPE_BOOL;
    case DTYPE_IS_INTEGER:
      return dtype == DTYPE_U64 ? DTYPE_U64 : DTYPE_I64;
    case DTYPE_IS_FLOAT:
      return dtype == DTYPE_F64 ? DTYPE_F64 : DTYPE_F32;
    case DTYPE_IS_COMPLEX:
      break;
  }
  return dtype_compute(dtype_part(dtype));
}
