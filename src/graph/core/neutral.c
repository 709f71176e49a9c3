#include "graph/core/neutral.h"

#include <math.h>

static Operand whole(DType dtype, int64_t integer) {
  double number = dtype == DTYPE_U64 ? (double)(uint64_t)integer : (double)integer;
  return (Operand){.value = NO_VALUE, .is_number = true, .is_integer = true, number, integer};
}

// The least or the greatest of a type. Integers of 64 bits without a sign stand as their bits.
static Operand end_of(DType dtype, bool least) {
  if (dtype_kind(dtype) >= DTYPE_IS_FLOAT)
    return (Operand){.value = NO_VALUE, .is_number = true, .number = least ? -INFINITY : INFINITY};
  IntegerRange range = dtype_range(dtype);
  if (dtype == DTYPE_U64) range.high = (int64_t)UINT64_MAX;
  return whole(dtype, least ? range.low : range.high);
}

Operand neutral_element(OpCode reduction, DType dtype) {
  switch (reduction) {
    case OP_AMAX:
    case OP_MAX_DIM:
      return end_of(dtype, true);
    case OP_AMIN:
    case OP_MIN_DIM:
      return end_of(dtype, false);
    default:
      return whole(dtype, reduction == OP_PROD || reduction == OP_ALL);
  }
}

bool neutral_is(OpCode reduction, DType dtype, const Operand *number) {
  Operand neutral = neutral_element(reduction, dtype);
  bool exact = neutral.is_integer && number->is_integer;
  return exact ? number->integer == neutral.integer : number->number == neutral.number;
}
