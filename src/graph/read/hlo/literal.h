// The elements of a constant.
#pragma once

#include "base/vector.h"
#include "graph/read/hlo/module.h"

// Elements as numbers, in row-major order.
typedef struct HloLiteral {
  bool elided; // "{...}", or more than anybody writes by hand
  VECTOR(Operand) numbers;
} HloLiteral;

// Of a constant of one tensor. False with a message; release it with vector_free(&literal->numbers).
bool hlo_literal(const HloModule *module, const HloInstruction *instruction, HloLiteral *literal);
