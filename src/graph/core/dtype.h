// Element types.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Columns: id, name, bytes, PyTorch name, FX name, CUDA storage type, kind, its limits (the least and the
// largest integer; of a float or the parts of a complex number the stored bits of the mantissa and the
// exponent of the smallest normal), and what else its bits say.
#define DTYPES(X) \
  X(BOOL, "bool", 1, "torch.bool", "b8", "unsigned char", DTYPE_IS_BOOL, 0, 1, PLAIN) \
  X(U8, "u8", 1, "torch.uint8", "u8", "unsigned char", DTYPE_IS_INTEGER, 0, UINT8_MAX, PLAIN) \
  X(I8, "i8", 1, "torch.int8", "i8", "signed char", DTYPE_IS_INTEGER, INT8_MIN, INT8_MAX, PLAIN) \
  X(U16, "u16", 2, "torch.uint16", "u16", "unsigned short", DTYPE_IS_INTEGER, 0, UINT16_MAX, PLAIN) \
  X(I16, "i16", 2, "torch.int16", "i16", "short", DTYPE_IS_INTEGER, INT16_MIN, INT16_MAX, PLAIN) \
  X(U32, "u32", 4, "torch.uint32", "u32", "unsigned", DTYPE_IS_INTEGER, 0, UINT32_MAX, PLAIN) \
  X(I32, "i32", 4, "torch.int32", "i32", "int", DTYPE_IS_INTEGER, INT32_MIN, INT32_MAX, PLAIN) \
  X(U64, "u64", 8, "torch.uint64", "u64", "unsigned long long", DTYPE_IS_INTEGER, 0, INT64_MAX, PLAIN) \
  X(I64, "i64", 8, "torch.int64", "i64", "long long", DTYPE_IS_INTEGER, INT64_MIN, INT64_MAX, PLAIN) \
  X(F4X2, "f4e2m1fnx2", 1, "torch.float4_e2m1fn_x2", "f4e2m1fnx2", "unsigned char", DTYPE_IS_INTEGER, 0, \
    UINT8_MAX, STORAGE) \
  X(F8E8M0, "f8e8m0fnu", 1, "torch.float8_e8m0fnu", "f8e8m0fnu", "unsigned char", DTYPE_IS_FLOAT, 0, -127, \
    POWERS) \
  X(F8E4M3, "f8e4m3fn", 1, "torch.float8_e4m3fn", "f8e4m3fn", "unsigned char", DTYPE_IS_FLOAT, 3, -6, \
    FINITE) \
  X(F8E4M3Z, "f8e4m3fnuz", 1, "torch.float8_e4m3fnuz", "f8e4m3fnuz", "unsigned char", DTYPE_IS_FLOAT, 3, -7, \
    ONE_ZERO) \
  X(F8E5M2, "f8e5m2", 1, "torch.float8_e5m2", "f8e5m2", "unsigned char", DTYPE_IS_FLOAT, 2, -14, PLAIN) \
  X(F8E5M2Z, "f8e5m2fnuz", 1, "torch.float8_e5m2fnuz", "f8e5m2fnuz", "unsigned char", DTYPE_IS_FLOAT, 2, \
    -15, ONE_ZERO) \
  X(F16, "f16", 2, "torch.float16", "f16", "unsigned short", DTYPE_IS_FLOAT, 10, -14, PLAIN) \
  X(BF16, "bf16", 2, "torch.bfloat16", "bf16", "unsigned short", DTYPE_IS_FLOAT, 7, -126, PLAIN) \
  X(F32, "f32", 4, "torch.float32", "f32", "float", DTYPE_IS_FLOAT, 23, -126, PLAIN) \
  X(F64, "f64", 8, "torch.float64", "f64", "double", DTYPE_IS_FLOAT, 52, -1022, PLAIN) \
  X(C32, "c32", 4, "torch.complex32", "c32", "unsigned", DTYPE_IS_COMPLEX, 10, -14, PLAIN) \
  X(C64, "c64", 8, "torch.complex64", "c64", "float2", DTYPE_IS_COMPLEX, 23, -126, PLAIN) \
  X(C128, "c128", 16, "torch.complex128", "c128", "double2", DTYPE_IS_COMPLEX, 52, -1022, PLAIN)

typedef enum DType {
#define X(id, ...) DTYPE_##id,
  DTYPES(X)
#undef X
      DTYPE_COUNT
} DType;

typedef enum DTypeKind { DTYPE_IS_BOOL, DTYPE_IS_INTEGER, DTYPE_IS_FLOAT, DTYPE_IS_COMPLEX } DTypeKind;

// What the bits of a type say beyond its kind and limits. Floats that are PLAIN have infinities and NaNs as
// IEEE 754 has them; what is too large for one that has none becomes NaN, as in PyTorch and XLA.
typedef enum DTypeBits {
  BITS_PLAIN,
  BITS_FINITE,   // a float without infinities: only exponent and mantissa all ones are NaN
  BITS_ONE_ZERO, // a float without infinities and -0, whose bits are the NaN
  BITS_POWERS,   // a float of an exponent alone: 2^-127 to 2^127 and NaN; no sign, no zero
  BITS_STORAGE,  // several numbers in an element: moved, never computed with; read as an integer
} DTypeBits;

// What a value lies between, both included.
typedef struct IntegerRange {
  int64_t low, high;
} IntegerRange;

const char *dtype_name(DType dtype);       // "bf16": fusebox JSON and the screen
const char *dtype_torch_name(DType dtype); // "torch.bfloat16"
const char *dtype_fx_name(DType dtype);    // "b8" for bool, else as dtype_name
const char *dtype_cuda_name(DType dtype);  // the type that memory holds
int dtype_bytes(DType dtype);
DTypeKind dtype_kind(DType dtype);
DTypeBits dtype_bits(DType dtype);
// Of a float, or the parts of a complex number: stored bits; the exponent of the smallest normal. Else 0.
int dtype_mantissa(DType dtype);
int dtype_exponent(DType dtype);
IntegerRange dtype_range(
    DType dtype);                 // of its values, of u64 up to int64's; all of int64 for what is no integer
bool dtype_unsigned(DType dtype); // an integer that is never negative
DType dtype_part(DType dtype);    // of a complex number: of its real and its imaginary part; else itself
DType dtype_pair(DType part);     // complex numbers of such parts; c64 where there are none
int dtype_parts(DType dtype);     // 2 of a complex number, else 1
// Half the distance from 1 to the next number, and the distance from 0 to it; 0 for integers and bools.
double dtype_roundoff(DType dtype);
double dtype_least(DType dtype);
// Any of the three spellings; false when unknown.
bool dtype_parse(const char *name, DType *dtype);
// PyTorch's promotion of two tensor dtypes of the same category rank (torch.promote_types). For u16, u32, u64
// and floats of 8 bits PyTorch has none (dtype_promotes): the narrowest type that holds both, or the wider.
DType dtype_promote(DType a, DType b);
bool dtype_promotes(DType a, DType b); // does PyTorch promote them?
// The type in which a kernel computes with it: f32 for floats of up to 32 bits; f64; u64; i64 for every other
// integer; bool; of a complex number, that of its parts.
DType dtype_compute(DType dtype);
// The nearest value of `dtype` to `x`: round to nearest even for floats (overflow to infinity, or NaN where
// there is none), truncation and wrap-around for integers, x != 0 for bool. Values travel as doubles in the
// evaluator; i64 and u64 beyond 2^53 lose precision there.
double dtype_round(DType dtype, double x);
// `x` of `dtype` as an integer, of u64 its bits: truncated; out of range what a conversion instruction gives.
int64_t dtype_integer(DType dtype, double x);
// `x` truncated; out of range the nearest integer of 64 bits, of NaN 0.
int64_t dtype_whole(double x);
// The integer of `dtype` that has the lowest bits of `bits`, as a double.
double dtype_wrap(DType dtype, uint64_t bits);
// One element of memory to and from double (complex: the real part).
double dtype_load(DType dtype, const void *memory, int64_t index);
void dtype_store(DType dtype, void *memory, int64_t index, double value);
