// Element types.
#pragma once

#include <stdbool.h>
#include <stdint.h>

//        id    name    bytes  PyTorch name       FX name  CUDA storage type   kind, and its limits: the least
//        and the largest integer, or of a float the stored bits of the mantissa and the exponent of the
//        smallest normal
#define DTYPES(X) \
  X(BOOL, "bool", 1, "torch.bool", "b8", "unsigned char", DTYPE_IS_BOOL, 0, 1) \
  X(U8, "u8", 1, "torch.uint8", "u8", "unsigned char", DTYPE_IS_INTEGER, 0, UINT8_MAX) \
  X(I8, "i8", 1, "torch.int8", "i8", "signed char", DTYPE_IS_INTEGER, INT8_MIN, INT8_MAX) \
  X(I16, "i16", 2, "torch.int16", "i16", "short", DTYPE_IS_INTEGER, INT16_MIN, INT16_MAX) \
  X(I32, "i32", 4, "torch.int32", "i32", "int", DTYPE_IS_INTEGER, INT32_MIN, INT32_MAX) \
  X(I64, "i64", 8, "torch.int64", "i64", "long long", DTYPE_IS_INTEGER, INT64_MIN, INT64_MAX) \
  X(F16, "f16", 2, "torch.float16", "f16", "unsigned short", DTYPE_IS_FLOAT, 10, -14) \
  X(BF16, "bf16", 2, "torch.bfloat16", "bf16", "unsigned short", DTYPE_IS_FLOAT, 7, -126) \
  X(F32, "f32", 4, "torch.float32", "f32", "float", DTYPE_IS_FLOAT, 23, -126) \
  X(F64, "f64", 8, "torch.float64", "f64", "double", DTYPE_IS_FLOAT, 52, -1022) \
  X(C64, "c64", 8, "torch.complex64", "c64", "float2", DTYPE_IS_COMPLEX, 23, -126)

typedef enum DType {
#define X(id, name, bytes, torch, fx, cuda, kind, low, high) DTYPE_##id,
  DTYPES(X)
#undef X
      DTYPE_COUNT
} DType;

typedef enum DTypeKind { DTYPE_IS_BOOL, DTYPE_IS_INTEGER, DTYPE_IS_FLOAT, DTYPE_IS_COMPLEX } DTypeKind;

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
IntegerRange dtype_range(DType dtype); // of its values; all of int64 for what is no integer
// Half the distance from 1 to the next number, and the distance from 0 to it; 0 for integers and bools.
double dtype_roundoff(DType dtype);
double dtype_least(DType dtype);
// Any of the three spellings; false when unknown.
bool dtype_parse(const char *name, DType *dtype);
// PyTorch's promotion of two tensor dtypes of the same category rank (torch.promote_types).
DType dtype_promote(DType a, DType b);
// The type in which a kernel computes with it: f32 for f16, bf16 and f32; f64; i64 for every integer; bool.
DType dtype_compute(DType dtype);
// The nearest value of `dtype` to `x`: round to nearest even for floats (overflow to infinity), truncation
// and wrap-around for integers, x != 0 for bool. Values travel as doubles in the evaluator; i64 beyond 2^53
// lose precision there.
double dtype_round(DType dtype, double x);
// One element of memory to and from double (complex: the real part).
double dtype_load(DType dtype, const void *memory, int64_t index);
void dtype_store(DType dtype, void *memory, int64_t index, double value);
