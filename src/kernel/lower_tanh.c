// Hyperbolic tangents that a number follows: GELU adds 1 to one, its gradient takes the square of one from 1.
// With s = 1 / (1 + exp(-2 x)), tanh x = 2 s - 1, hence
//   1 + tanh x         = 2 s
//   1 - tanh x * tanh x = 2 s * (2 - 2 s)
// exactly. The left sides lose digits where the tangent is near -1, and need it near 0, where 2 s - 1 would
// have none: that takes a polynomial beside the exponential, 14 instructions where s takes 5. Maps of 16-bit
// elements that compute GELU are bound by the instructions they issue.
#include "kernel/lowering.h"

static bool is_number(const Draft *draft, double number) {
  return draft->kind == STEP_NUMBER && dtype_kind(draft->dtype) == DTYPE_IS_FLOAT && draft->number == number;
}

static bool is_compute(const Draft *draft, OpCode code) {
  return draft->kind == STEP_COMPUTE && draft->code == code && draft->dtype == DTYPE_F32;
}

static const Draft *step_of(const Lowering *lowering, int step) {
  return &lowering->steps.data[step];
}

// 2 s of a tangent.
static int twice_sigmoid(Lowering *lowering, int tangent) {
  int op = step_of(lowering, tangent)->op, two = step_number(lowering, DTYPE_F32, 2, 0);
  int angle[2] = {step_of(lowering, tangent)->operand[0], two};
  int twice = step_compute(lowering, op, NO_VALUE, OP_MUL, DTYPE_F32, angle, 2);
  int product[2] = {step_compute(lowering, op, NO_VALUE, OP_SIGMOID, DTYPE_F32, &twice, 1), two};
  return step_compute(lowering, op, NO_VALUE, OP_MUL, DTYPE_F32, product, 2);
}

// The tangent that is squared, or NO_STEP.
static int squared_tangent(const Lowering *lowering, int step) {
  const Draft *square = step_of(lowering, step);
  if (!is_compute(square, OP_MUL) || square->operand[0] != square->operand[1]) return NO_STEP;
  return is_compute(step_of(lowering, square->operand[0]), OP_TANH) ? square->operand[0] : NO_STEP;
}

static int simplify_sum(Lowering *lowering, const int *operands) {
  for (int i = 0; i < 2; i++)
    if (is_number(step_of(lowering, operands[1 - i]), 1) &&
        is_compute(step_of(lowering, operands[i]), OP_TANH))
      return twice_sigmoid(lowering, operands[i]);
  return NO_STEP;
}

static int simplify_complement(Lowering *lowering, int op, int value, const int *operands) {
  int tangent = squared_tangent(lowering, operands[1]);
  if (tangent == NO_STEP || !is_number(step_of(lowering, operands[0]), 1)) return NO_STEP;
  int sum = twice_sigmoid(lowering, tangent);
  int rest[2] = {step_number(lowering, DTYPE_F32, 2, 0), sum};
  int product[2] = {step_compute(lowering, op, NO_VALUE, OP_SUB, DTYPE_F32, rest, 2), sum};
  return step_compute(lowering, op, value, OP_MUL, DTYPE_F32, product, 2);
}

int simplify_tangent(Lowering *lowering, int op, int value, OpCode code, DType dtype, const int *operands) {
  if (dtype != DTYPE_F32) return NO_STEP;
  if (code == OP_ADD) return simplify_sum(lowering, operands);
  return code == OP_SUB ? simplify_complement(lowering, op, value, operands) : NO_STEP;
}
