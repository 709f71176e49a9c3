// Reductions by a computation that is one op of its two parameters.
#include "base/text.h"
#include "graph/core/neutral.h"
#include "graph/read/hlo/maps.h"
#include "graph/read/hlo/words.h"

typedef struct Reducer {
  const char *opcode;
  OpCode reduction, pair; // OP_OPAQUE: of bools only
  OpCode of_bools, pair_of_bools;
} Reducer;

static const Reducer reducers[] = {
    {"add", OP_SUM, OP_ADD, OP_ANY, OP_LOGICAL_OR},
    {"multiply", OP_PROD, OP_MUL, OP_ALL, OP_LOGICAL_AND},
    {"maximum", OP_AMAX, OP_MAXIMUM, OP_ANY, OP_LOGICAL_OR},
    {"minimum", OP_AMIN, OP_MINIMUM, OP_ALL, OP_LOGICAL_AND},
    {"or", OP_OPAQUE, OP_OPAQUE, OP_ANY, OP_LOGICAL_OR},
    {"and", OP_OPAQUE, OP_OPAQUE, OP_ALL, OP_LOGICAL_AND},
};

const char *hlo_reducer_word(OpCode reduction) {
  for (size_t i = 0; i < sizeof reducers / sizeof *reducers; i++)
    if ((reducers[i].reduction == OP_OPAQUE ? reducers[i].of_bools : reducers[i].reduction) == reduction)
      return reducers[i].opcode;
  return NULL;
}

// Conversions to a wider type and back change nothing of what is reduced.
static const HloInstruction *behind_converts(const HloComputation *region, int index) {
  const HloInstruction *at = &region->instructions[index];
  while (text_equal(at->opcode, "convert") && at->operand_count == 1)
    at = &region->instructions[at->operands[0]];
  return at;
}

static const Reducer *find_reducer(const HloComputation *region) {
  if (!region || region->parameters != 2) return NULL;
  const HloInstruction *root = behind_converts(region, region->root);
  if (root->operand_count != 2) return NULL;
  const HloInstruction *a = behind_converts(region, root->operands[0]),
                       *b = behind_converts(region, root->operands[1]);
  if (a == b || !text_equal(a->opcode, "parameter") || !text_equal(b->opcode, "parameter")) return NULL;
  for (size_t i = 0; i < sizeof reducers / sizeof *reducers; i++)
    if (text_equal(root->opcode, reducers[i].opcode)) return &reducers[i];
  return NULL;
}

bool hlo_reducer(const HloModule *module, const HloInstruction *instruction, DType dtype,
                 HloReducer *reducer) {
  const Reducer *found = find_reducer(hlo_called(module, instruction, "to_apply"));
  bool is_bool = dtype == DTYPE_BOOL;
  if (!found || (!is_bool && found->reduction == OP_OPAQUE)) return false;
  *reducer = (HloReducer){is_bool ? found->of_bools : found->reduction,
                          is_bool ? found->pair_of_bools : found->pair};
  return true;
}

static bool reduce(HloBuild *build, const HloReducer *reducer, HloSymbol *result) {
  DType dtype = build->at->shape->type->dtype;
  OpCode code = reducer->reduction;
  int64_t axes[MAX_RANK];
  int count = hlo_list(build->module, build->at, "dimensions", axes, MAX_RANK);
  if (count < 0) return hlo_cannot(build, "it names no axes");
  int value = hlo_tensor(build, 0);
  if (value == NO_VALUE) return false;
  const HloSymbol *start = hlo_operand(build, 1);
  HloOp op = hlo_unary(count ? code : OP_ALIAS, value);
  if (count) hlo_set_list(&op, ATTRIBUTE_AXES, axes, count);
  if (count && (code == OP_SUM || code == OP_PROD)) hlo_set(&op, ATTRIBUTE_DTYPE, dtype);
  if (start->kind == HLO_NUMBER && neutral_is(code, dtype, &start->number))
    return hlo_done(build, &op, result);
  bool number = start->kind == HLO_NUMBER && dtype != DTYPE_BOOL;
  Operand from = number ? start->number : (Operand){.value = hlo_symbol_tensor(build, start)};
  value = hlo_part(build, &op);
  if (value == NO_VALUE || (!number && from.value == NO_VALUE)) return false;
  op = hlo_with_number(reducer->pair, value, &from);
  return hlo_done(build, &op, result);
}

bool hlo_map_reduce(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  HloReducer reducer;
  if (build->at->operand_count != 2 || !build->at->shape->type) return hlo_map_argmax(build, result);
  if (!hlo_reducer(build->module, build->at, build->at->shape->type->dtype, &reducer))
    return hlo_cannot(build, "its reducer is no single op");
  return reduce(build, &reducer, result);
}
