// Functions of one number that are made of several ops.
#include "graph/read/hlo/maps.h"

static int unary(HloBuild *build, OpCode code, int value) {
  HloOp op = hlo_unary(code, value);
  return value == NO_VALUE ? NO_VALUE : hlo_part(build, &op);
}

static int binary(HloBuild *build, OpCode code, int a, int b) {
  HloOp op = hlo_binary(code, a, b);
  return a == NO_VALUE || b == NO_VALUE ? NO_VALUE : hlo_part(build, &op);
}

static int by_number(HloBuild *build, OpCode code, int value, double number) {
  HloOp op = hlo_with_number(code, value, &(Operand){.value = NO_VALUE, .is_number = true, .number = number});
  return value == NO_VALUE ? NO_VALUE : hlo_part(build, &op);
}

static bool last(HloBuild *build, OpCode code, int a, int b, HloSymbol *result) {
  HloOp op = hlo_binary(code, a, b);
  return a != NO_VALUE && b != NO_VALUE && hlo_done(build, &op, result);
}

bool hlo_map_tangent(HloBuild *build, OpCode code, HloSymbol *result) {
  int x = hlo_tensor(build, 0);
  return last(build, code, unary(build, OP_SIN, x), unary(build, OP_COS, x), result);
}

// sign(x) |x|^(1/3)
bool hlo_map_cube_root(HloBuild *build, OpCode code, HloSymbol *result) {
  int x = hlo_tensor(build, 0);
  int root = by_number(build, code, unary(build, OP_ABS, x), 1.0 / 3);
  return last(build, OP_MUL, unary(build, OP_SIGN, x), root, result);
}

// (e^x -+ e^-x) / 2: half of each, so that neither is too large before the result is; of the sine without the
// 1 that cancels near 0.
bool hlo_map_hyperbolic(HloBuild *build, OpCode code, HloSymbol *result) {
  OpCode power = code == OP_SUB ? (OpCode)OP_EXPM1 : (OpCode)OP_EXP;
  int x = hlo_tensor(build, 0);
  int up = unary(build, power, x), down = unary(build, power, unary(build, OP_NEG, x));
  return last(build, code, by_number(build, OP_MUL, up, 0.5), by_number(build, OP_MUL, down, 0.5), result);
}

// trunc(x) + trunc(2 (x - trunc(x))): halves away from 0, and both differences are exact.
bool hlo_map_round_away(HloBuild *build, OpCode code, HloSymbol *result) {
  int x = hlo_tensor(build, 0), whole = unary(build, OP_TRUNC, x);
  int twice = by_number(build, OP_MUL, binary(build, OP_SUB, x, whole), 2);
  return last(build, code, whole, unary(build, OP_TRUNC, twice), result);
}
