// Reductions by a computation that is one op of its two parameters.
#include "base/text.h"
#include "graph/read/hlo/maps.h"

#include <math.h>

// What a reducer does, as an op over two operands and as a reduction.
typedef struct Reducer {
  const char *opcode;
  OpCode reduction, pair;
  OpCode of_bools, pair_of_bools;
  double neutral; // of floats and integers alike, but for largest and smallest
} Reducer;

static const Reducer reducers[] = {
    {"add", OP_SUM, OP_ADD, OP_ANY, OP_LOGICAL_OR, 0},
    {"multiply", OP_PROD, OP_MUL, OP_ALL, OP_LOGICAL_AND, 1},
    {"maximum", OP_AMAX, OP_MAXIMUM, OP_ANY, OP_LOGICAL_OR, -INFINITY},
    {"minimum", OP_AMIN, OP_MINIMUM, OP_ALL, OP_LOGICAL_AND, INFINITY},
    {"or", OP_OPAQUE, OP_OPAQUE, OP_ANY, OP_LOGICAL_OR, 0},
    {"and", OP_OPAQUE, OP_OPAQUE, OP_ALL, OP_LOGICAL_AND, 1},
};

static const Reducer *find_reducer(const HloComputation *computation) {
  if (!computation || computation->count != 3 || computation->parameters != 2) return NULL;
  const HloInstruction *root = &computation->instructions[computation->root];
  if (root->operand_count != 2 || root->operands[0] == root->operands[1]) return NULL;
  for (size_t i = 0; i < sizeof reducers / sizeof *reducers; i++)
    if (text_equal(root->opcode, reducers[i].opcode)) return &reducers[i];
  return NULL;
}

static double neutral_of(const Reducer *reducer, DType dtype) {
  double most[] = {[DTYPE_U8] = 255,
                   [DTYPE_I8] = 127,
                   [DTYPE_I16] = 32767,
                   [DTYPE_I32] = 2147483647,
                   [DTYPE_I64] = 0x1p63};
  if (isinf(reducer->neutral) && dtype_kind(dtype) == DTYPE_IS_INTEGER) {
    if (reducer->neutral > 0) return most[dtype];
    return dtype == DTYPE_U8 ? 0 : -most[dtype] - (dtype < DTYPE_I64);
  }
  if (dtype == DTYPE_BOOL) return reducer->of_bools == OP_ALL;
  return reducer->neutral;
}

// Starting from what changes nothing needs no op.
static bool is_neutral(const HloSymbol *start, const Reducer *reducer, DType dtype) {
  return start->kind == HLO_NUMBER && start->number.number == neutral_of(reducer, dtype);
}

static bool reduce(HloBuild *build, const Reducer *reducer, HloSymbol *result) {
  DType dtype = build->at->shape->type->dtype;
  bool is_bool = dtype == DTYPE_BOOL;
  OpCode code = is_bool ? reducer->of_bools : reducer->reduction;
  int64_t axes[MAX_RANK];
  int count = hlo_list(build->module, build->at, "dimensions", axes, MAX_RANK);
  if (code == OP_OPAQUE || count < 0) return hlo_cannot(build, "its reducer has no op here");
  int value = hlo_tensor(build, 0);
  if (value == NO_VALUE) return false;
  const HloSymbol *start = hlo_operand(build, 1);
  HloOp op = hlo_unary(count ? code : OP_ALIAS, value);
  if (count) hlo_set_list(&op, ATTRIBUTE_AXES, axes, count);
  if (count && (code == OP_SUM || code == OP_PROD)) hlo_set(&op, ATTRIBUTE_DTYPE, dtype);
  if (is_neutral(start, reducer, dtype)) return hlo_done(build, &op, result);
  Operand from =
      start->kind == HLO_NUMBER ? start->number : (Operand){.value = hlo_symbol_tensor(build, start)};
  value = hlo_part(build, &op);
  if (value == NO_VALUE || (!from.is_number && from.value == NO_VALUE)) return false;
  op = hlo_with_number(is_bool ? reducer->pair_of_bools : reducer->pair, value, &from);
  return hlo_done(build, &op, result);
}

bool hlo_map_reduce(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  if (build->at->operand_count != 2 || !build->at->shape->type)
    return hlo_cannot(build, "it reduces several tensors at once");
  const Reducer *reducer = find_reducer(hlo_called(build->module, build->at, "to_apply"));
  if (!reducer) return hlo_cannot(build, "its reducer is no single op");
  return reduce(build, reducer, result);
}
