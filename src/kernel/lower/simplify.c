// Arithmetic that is cheaper in another form: powers of constants, division by a number and by what many
// elements share. A general power is a logarithm and an exponential, about 20 times the instructions of a
// product; a division about 9 times (softmax of rows held as words of memory waits for them).
#include "kernel/lower/lowering.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_EXPONENT = 64 }; // of a power of two that scales a reciprocal: both stay ordinary numbers

typedef struct PowerRule {
  double exponent;
  OpCode code; // of operand 0 alone; OP_MUL: of operand 0 with itself
} PowerRule;
static const PowerRule power_rules[] = {{2, OP_MUL}, {0.5, OP_SQRT}, {-0.5, OP_RSQRT}, {-1, OP_RECIPROCAL}};

static double number_of(const Draft *draft) {
  return dtype_kind(draft->dtype) == DTYPE_IS_FLOAT ? draft->number : (double)draft->integer;
}

static int simplify_power(Lowering *lowering, int op, int value, DType dtype, const int *operands,
                          double exponent) {
  int twice[2] = {operands[0], operands[0]};
  bool is_float = dtype_kind(dtype) == DTYPE_IS_FLOAT;
  if (exponent == 1) return operands[0];
  if (exponent == 3) {
    int square[2] = {step_compute(lowering, op, NO_VALUE, OP_MUL, dtype, twice, 2), operands[0]};
    return step_compute(lowering, op, value, OP_MUL, dtype, square, 2);
  }
  for (size_t i = 0; i < sizeof power_rules / sizeof *power_rules; i++) {
    const PowerRule *rule = &power_rules[i];
    if (rule->exponent != exponent || (rule->code != OP_MUL && !is_float)) continue;
    return step_compute(lowering, op, value, rule->code, dtype, twice, rule->code == OP_MUL ? 2 : 1);
  }
  return NO_STEP;
}

// (x * a) * c as x * (a * c) where c is a power of two: the same bits, but for products below 2^-126.
static int simplify_scaling(Lowering *lowering, int op, int value, DType dtype, const int *operands,
                            double factor) {
  const Draft product = lowering->steps.data[operands[0]];
  int exponent;
  if (product.kind != STEP_COMPUTE || product.code != OP_MUL || dtype_kind(dtype) != DTYPE_IS_FLOAT ||
      fabs(frexp(factor, &exponent)) != 0.5)
    return NO_STEP;
  const Draft *number = &lowering->steps.data[product.operand[1]];
  if (number->kind != STEP_NUMBER || !(fabs(number->number * factor) < 1e30)) return NO_STEP;
  int scaled[2] = {product.operand[0], step_number(lowering, dtype, number->number * factor, 0)};
  return step_compute(lowering, op, value, OP_MUL, dtype, scaled, 2);
}

// x / c as x * (1 / c): the same bits when c is a power of two, else at most 1.5 units in the last place of
// f32 away.
static int simplify_division(Lowering *lowering, int op, int value, DType dtype, const int *operands,
                             double divisor) {
  double reciprocal = 1 / divisor;
  int exponent;
  bool exact = fabs(frexp(divisor, &exponent)) == 0.5;
  bool normal = fabs(reciprocal) > 1e-30 && fabs(reciprocal) < 1e30;
  if (!normal || !(exact || dtype == DTYPE_F32)) return NO_STEP;
  int product[2] = {operands[0], step_number(lowering, dtype, reciprocal, 0)};
  return step_compute(lowering, op, value, OP_MUL, dtype, product, 2);
}

// Elements by what many of them share, be it a result of their row or loaded for it: 1 / y once, then
// x * (1 / y), at most 1.5 units in the last place of f32 away where 1 / y is an ordinary number (Triton's
// division may be 2 away).
static int simplify_shared_division(Lowering *lowering, int op, int value, DType dtype, const int *operands) {
  const Draft *dividend = &lowering->steps.data[operands[0]], *divisor = &lowering->steps.data[operands[1]];
  bool shared = divisor->dims != dividend->dims && !(divisor->dims & ~dividend->dims);
  if (!shared || dtype != DTYPE_F32 || divisor->dtype != dtype) return NO_STEP;
  int product[2] = {operands[0], step_compute(lowering, op, NO_VALUE, OP_RECIPROCAL, dtype, &operands[1], 1)};
  return step_compute(lowering, op, value, OP_MUL, dtype, product, 2);
}

static int find_reciprocal(const Lowering *lowering, DType dtype, int step) {
  Draft reciprocal = step_draft(STEP_COMPUTE, NO_OP, NO_VALUE, dtype);
  reciprocal.code = OP_RECIPROCAL;
  reciprocal.operand_count = 1;
  reciprocal.operand[0] = step;
  return step_find(lowering, &reciprocal);
}

// Is the step another one times a power of two? 0: it is not; else that number.
static double power_scale(const Lowering *lowering, const Draft *draft) {
  int exponent;
  if (draft->kind != STEP_COMPUTE || draft->code != OP_MUL) return 0;
  const Draft *number = &lowering->steps.data[draft->operand[1]];
  bool power = number->kind == STEP_NUMBER && fabs(frexp(number->number, &exponent)) == 0.5;
  return power && abs(exponent) < MOST_EXPONENT ? number->number : 0;
}

// x / y where 1 / y is there already, as x * (1 / y): as far away as where many elements share y. So is 1 / y
// of y = z * c with 1 / z there, c a power of two: (1 / z) * (1 / c) has the same bits where 1 / z is an
// ordinary number. (Layer norm's backward divides a row's elements by s and one of its sums, which all
// threads wait for, by 2 s: 32.4 us, with the second division 32.7.)
static int simplify_again(Lowering *lowering, int op, int value, DType dtype, const int *operands) {
  const Draft divisor = lowering->steps.data[operands[1]];
  if (dtype != DTYPE_F32 || divisor.dtype != dtype) return NO_STEP;
  int reciprocal = find_reciprocal(lowering, dtype, operands[1]);
  double scale = power_scale(lowering, &divisor);
  if (reciprocal == NO_STEP && scale != 0) {
    int base = find_reciprocal(lowering, dtype, divisor.operand[0]);
    if (base == NO_STEP) return NO_STEP;
    int scaled[2] = {base, step_number(lowering, dtype, 1 / scale, 0)};
    reciprocal = step_compute(lowering, op, NO_VALUE, OP_MUL, dtype, scaled, 2);
  }
  if (reciprocal == NO_STEP) return NO_STEP;
  int product[2] = {operands[0], reciprocal};
  return step_compute(lowering, op, value, OP_MUL, dtype, product, 2);
}

static int simplify_by_reciprocal(Lowering *lowering, int op, int value, DType dtype, const int *operands) {
  int shared = simplify_shared_division(lowering, op, value, dtype, operands);
  return shared != NO_STEP ? shared : simplify_again(lowering, op, value, dtype, operands);
}

// x + x as 2 x, the same bits, which sums take apart (factor.c).
static int simplify_twice(Lowering *lowering, int op, int value, DType dtype, int operand) {
  int product[2] = {operand, step_number(lowering, dtype, 2, 0)};
  return step_compute(lowering, op, value, OP_MUL, dtype, product, 2);
}

// A place plus, minus or times a number, where no place of the kernel wraps around: a place again, which
// neighbours look up side by side (masks of attention index by an iota plus an offset).
static int simplify_place(Lowering *lowering, int op, int value, OpCode code, const int *operands,
                          int64_t number) {
  const Draft place = lowering->steps.data[operands[0]];
  bool plain = code == OP_ADD || code == OP_SUB || code == OP_MUL;
  if (place.kind != STEP_INDEX || !plain || number < -INT32_MAX || number > INT32_MAX) return NO_STEP;
  int64_t offset = code == OP_ADD ? number : code == OP_SUB ? -number : 0;
  int index = index_affine(lowering, place.index, code == OP_MUL ? number : 1, offset);
  const IndexEntry *entry = &lowering->indices.data[index];
  IntegerRange range = dtype_range(value != NO_VALUE ? lowering_value(lowering, value)->dtype : DTYPE_I64);
  if (entry->low < range.low || entry->high > range.high) return NO_STEP;
  return step_index(lowering, op, value, index);
}

int step_simplify(Lowering *lowering, int op, int value, OpCode code, DType dtype, const int *operands,
                  int operand_count) {
  if (operand_count != 2 || operands[0] == NO_STEP || operands[1] == NO_STEP) return NO_STEP;
  int simpler = tail_simplify(lowering, op, value, code, dtype, operands);
  if (simpler != NO_STEP) return simpler;
  const Draft *constant = &lowering->steps.data[operands[1]];
  bool division = code == OP_DIV && dtype_kind(dtype) == DTYPE_IS_FLOAT;
  if (lowering->steps.data[operands[0]].dtype != dtype) return NO_STEP;
  if (code == OP_ADD && operands[0] == operands[1] && dtype_kind(dtype) == DTYPE_IS_FLOAT)
    return simplify_twice(lowering, op, value, dtype, operands[0]);
  if (constant->kind != STEP_NUMBER)
    return division ? simplify_by_reciprocal(lowering, op, value, dtype, operands) : NO_STEP;
  int place =
      dtype == DTYPE_I64 ? simplify_place(lowering, op, value, code, operands, constant->integer) : NO_STEP;
  if (place != NO_STEP) return place;
  double number = number_of(constant);
  if (code == OP_POW) return simplify_power(lowering, op, value, dtype, operands, number);
  if (code == OP_MUL && number == 1 && dtype_kind(dtype) == DTYPE_IS_FLOAT) return operands[0];
  if (code == OP_MUL) return simplify_scaling(lowering, op, value, dtype, operands, number);
  return division ? simplify_division(lowering, op, value, dtype, operands, number) : NO_STEP;
}
