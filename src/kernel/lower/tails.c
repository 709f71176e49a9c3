// Tangents and error functions that are added to 1, as in GELU and its gradient. The sums lose digits where
// the function is near -1, and need it near 0, where what is cheap would have none: that takes a second
// polynomial. In another form neither is so. With s = 1 / (1 + exp(-2 x))
//   1 + tanh x          = 2 s
//   1 - tanh x * tanh x = 2 s * (2 - 2 s)
//   1 + erf x           = erfc(-x)
// which takes half of the instructions; maps of 16-bit elements are bound by what they issue.
#include "kernel/lower/lowering.h"

static bool is_number(const Draft *draft, double number) {
  return draft->kind == STEP_NUMBER && dtype_kind(draft->dtype) == DTYPE_IS_FLOAT && draft->number == number;
}

static bool is_compute(const Draft *draft, OpCode code) {
  return draft->kind == STEP_COMPUTE && draft->code == code && draft->dtype == DTYPE_F32;
}

static const Draft *step_of(const Lowering *lowering, int step) {
  return &lowering->steps.data[step];
}

// 2 s of a tangent, as result `value` of `op`.
static int twice_sigmoid(Lowering *lowering, int op, int value, int tangent) {
  int two = step_number(lowering, DTYPE_F32, 2, 0);
  int angle[2] = {step_of(lowering, tangent)->operand[0], two};
  int source = step_of(lowering, tangent)->op;
  int twice = step_compute(lowering, source, NO_VALUE, OP_MUL, DTYPE_F32, angle, 2);
  int product[2] = {step_compute(lowering, source, NO_VALUE, OP_SIGMOID, DTYPE_F32, &twice, 1), two};
  return step_compute(lowering, op, value, OP_MUL, DTYPE_F32, product, 2);
}

// The tangent that is squared, or NO_STEP.
static int squared_tangent(const Lowering *lowering, int step) {
  const Draft *square = step_of(lowering, step);
  if (!is_compute(square, OP_MUL) || square->operand[0] != square->operand[1]) return NO_STEP;
  return is_compute(step_of(lowering, square->operand[0]), OP_TANH) ? square->operand[0] : NO_STEP;
}

static int complement_of_negated(Lowering *lowering, int op, int value, int error_function) {
  int argument = step_of(lowering, error_function)->operand[0];
  int negated = step_compute(lowering, op, NO_VALUE, OP_NEG, DTYPE_F32, &argument, 1);
  return step_compute(lowering, op, value, OP_ERFC, DTYPE_F32, &negated, 1);
}

static int simplify_sum(Lowering *lowering, int op, int value, const int *operands) {
  for (int i = 0; i < 2; i++) {
    const Draft *function = step_of(lowering, operands[i]);
    if (!is_number(step_of(lowering, operands[1 - i]), 1)) continue;
    if (is_compute(function, OP_TANH)) return twice_sigmoid(lowering, op, value, operands[i]);
    if (is_compute(function, OP_ERF)) return complement_of_negated(lowering, op, value, operands[i]);
  }
  return NO_STEP;
}

static int simplify_complement(Lowering *lowering, int op, int value, const int *operands) {
  int tangent = squared_tangent(lowering, operands[1]);
  if (tangent == NO_STEP || !is_number(step_of(lowering, operands[0]), 1)) return NO_STEP;
  int sum = twice_sigmoid(lowering, op, NO_VALUE, tangent);
  int rest[2] = {step_number(lowering, DTYPE_F32, 2, 0), sum};
  int product[2] = {step_compute(lowering, op, NO_VALUE, OP_SUB, DTYPE_F32, rest, 2), sum};
  return step_compute(lowering, op, value, OP_MUL, DTYPE_F32, product, 2);
}

int tail_simplify(Lowering *lowering, int op, int value, OpCode code, DType dtype, const int *operands) {
  if (dtype != DTYPE_F32) return NO_STEP;
  if (code == OP_ADD) return simplify_sum(lowering, op, value, operands);
  return code == OP_SUB ? simplify_complement(lowering, op, value, operands) : NO_STEP;
}
