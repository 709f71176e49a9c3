// Ops on one element at a time. XLA broadcasts nothing by itself, but for scalars in select and clamp.
#include "base/text.h"
#include "graph/read/hlo/maps.h"
#include "graph/read/hlo/words.h"

#include <math.h>

// Numbers stay numbers where another operand is a tensor.
static bool read_operands(HloBuild *build, HloOp *op) {
  int count = build->at->operand_count;
  bool any = false;
  if (count > HLO_FEW_OPERANDS) return hlo_cannot(build, "it has %d operands", count);
  for (int i = 0; i < count; i++)
    any |= hlo_operand(build, i)->kind != HLO_NUMBER;
  for (int i = 0; i < count; i++) {
    const HloSymbol *symbol = hlo_operand(build, i);
    bool number = symbol->kind == HLO_NUMBER && (any || i > 0) && symbol->shape->type->dtype != DTYPE_BOOL;
    op->few[i] = number ? symbol->number : (Operand){.value = hlo_symbol_tensor(build, symbol)};
    if (!number && op->few[i].value == NO_VALUE) return false;
  }
  op->operand_count = count;
  return true;
}

static const HloType *result_type(const HloBuild *build) {
  return build->at->shape->type;
}

static bool is_kind(const HloBuild *build, DTypeKind kind) {
  return result_type(build) && dtype_kind(result_type(build)->dtype) == kind;
}

// Bools and integers have ops of their own.
static OpCode by_type(const HloBuild *build, OpCode code) {
  bool is_bool = is_kind(build, DTYPE_IS_BOOL);
  switch (code) {
    case OP_DIV:
      return is_kind(build, DTYPE_IS_INTEGER) ? OP_DIV_TRUNC : OP_DIV;
    case OP_BITWISE_AND:
    case OP_MINIMUM:
    case OP_MUL:
      return is_bool ? OP_LOGICAL_AND : code;
    case OP_BITWISE_OR:
    case OP_MAXIMUM:
    case OP_ADD:
      return is_bool ? OP_LOGICAL_OR : code;
    default:
      return code;
  }
}

bool hlo_map_pointwise(HloBuild *build, OpCode code, HloSymbol *result) {
  HloOp op = hlo_begin(by_type(build, code));
  return read_operands(build, &op) && hlo_done(build, &op, result);
}

static const struct {
  const char *name;
  OpCode code;
} directions[] = {{"EQ", OP_EQ}, {"NE", OP_NE}, {"LT", OP_LT}, {"LE", OP_LE}, {"GT", OP_GT}, {"GE", OP_GE}};

const char *hlo_direction_word(OpCode comparison) {
  for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
    if (directions[i].code == comparison) return directions[i].name;
  return NULL;
}

bool hlo_map_compare(HloBuild *build, OpCode code, HloSymbol *result) {
  if (hlo_attribute_is(build->module, build->at, "type", "TOTALORDER"))
    return hlo_cannot(build, "it orders NaN and signed zeros, too");
  for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
    if (hlo_attribute_is(build->module, build->at, "direction", directions[i].name))
      return hlo_map_pointwise(build, directions[i].code, result);
  (void)code;
  return hlo_cannot(build, "its direction is not known");
}

// clamp(low, x, high): the larger of x and low, then the smaller of that and high.
bool hlo_map_clamp(HloBuild *build, OpCode code, HloSymbol *result) {
  if (build->at->operand_count != 3) return hlo_cannot(build, "it takes three operands");
  const HloSymbol *bounds[] = {hlo_operand(build, 0), hlo_operand(build, 2)};
  int value = hlo_tensor(build, 1);
  for (int i = 0; i < 2; i++) {
    if (value == NO_VALUE) return false;
    Operand bound = bounds[i]->kind == HLO_NUMBER ? bounds[i]->number
                                                  : (Operand){.value = hlo_symbol_tensor(build, bounds[i])};
    if (bounds[i]->kind != HLO_NUMBER && bound.value == NO_VALUE) return false;
    HloOp op = hlo_with_number(i ? OP_MINIMUM : code, value, &bound);
    if (i) return hlo_done(build, &op, result);
    value = hlo_part(build, &op);
  }
  return false;
}

int hlo_clamped(HloBuild *build, int value, int64_t most) {
  Operand low = {.value = NO_VALUE, .is_number = true, .is_integer = true}, high = low;
  high.integer = most;
  high.number = (double)most;
  if (value == NO_VALUE) return NO_VALUE;
  HloOp op = hlo_with_number(OP_MAXIMUM, value, &low);
  value = hlo_part(build, &op);
  if (value == NO_VALUE) return NO_VALUE;
  op = hlo_with_number(OP_MINIMUM, value, &high);
  return hlo_part(build, &op);
}

static bool cast(HloBuild *build, HloSymbol *result) {
  int value = hlo_tensor(build, 0);
  if (value == NO_VALUE) return false;
  HloOp op = hlo_unary(OP_CAST, value);
  hlo_set(&op, ATTRIBUTE_DTYPE, result_type(build)->dtype);
  return hlo_done(build, &op, result);
}

bool hlo_map_bits(HloBuild *build, OpCode code, HloSymbol *result) {
  int value = hlo_tensor(build, 0);
  if (value == NO_VALUE || !result_type(build)) return false;
  if (dtype_bytes(builder_value(build->builder, value)->dtype) != dtype_bytes(result_type(build)->dtype))
    return hlo_cannot(build, "its elements are of another size");
  HloOp op = hlo_unary(code, value);
  hlo_set(&op, ATTRIBUTE_DTYPE, result_type(build)->dtype);
  return hlo_done(build, &op, result);
}

bool hlo_map_convert(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  if (build->at->operand_count != 1 || !result_type(build)) return hlo_cannot(build, "it takes one tensor");
  const HloSymbol *symbol = hlo_operand(build, 0);
  if (symbol->kind != HLO_NUMBER) return cast(build, result);
  DType dtype = result_type(build)->dtype;
  *result = *symbol;
  result->shape = build->at->shape;
  result->number.number = dtype_round(dtype, symbol->number.number);
  result->number.is_integer = dtype_kind(dtype) < DTYPE_IS_FLOAT;
  bool kept = symbol->number.is_integer && dtype_bytes(dtype) == 8;
  if (result->number.is_integer && !kept)
    result->number.integer = dtype_integer(dtype, result->number.number);
  return true;
}

static DType with_sign(DType dtype, bool sign) {
  for (int other = 0; other < DTYPE_COUNT; other++)
    if (dtype_kind((DType)other) == DTYPE_IS_INTEGER && dtype_bits((DType)other) == BITS_PLAIN &&
        dtype_bytes((DType)other) == dtype_bytes(dtype) && dtype_unsigned((DType)other) != sign)
      return (DType)other;
  return dtype;
}

static int as_type(HloBuild *build, int value, DType dtype) {
  if (value == NO_VALUE || builder_value(build->builder, value)->dtype == dtype) return value;
  HloOp op = hlo_unary(OP_CAST, value);
  hlo_set(&op, ATTRIBUTE_DTYPE, dtype);
  return hlo_part(build, &op);
}

// What comes in from the left is a sign or zeros, whatever the type: its twin with a sign or without is
// shifted.
static bool shift_right(HloBuild *build, bool sign, HloSymbol *result) {
  DType dtype = result_type(build)->dtype, twin = with_sign(dtype, sign);
  if (twin == dtype) return hlo_map_pointwise(build, OP_SHIFT_RIGHT, result);
  int value = as_type(build, hlo_tensor(build, 0), twin), by = as_type(build, hlo_tensor(build, 1), twin);
  if (value == NO_VALUE || by == NO_VALUE) return false;
  HloOp op = hlo_binary(OP_SHIFT_RIGHT, value, by);
  value = hlo_part(build, &op);
  if (value == NO_VALUE) return false;
  op = hlo_unary(OP_CAST, value);
  hlo_set(&op, ATTRIBUTE_DTYPE, dtype);
  return hlo_done(build, &op, result);
}

bool hlo_map_shift(HloBuild *build, OpCode code, HloSymbol *result) {
  if (!is_kind(build, DTYPE_IS_INTEGER) || build->at->operand_count != 2)
    return hlo_cannot(build, "it shifts no integers");
  if (code == OP_SHIFT_LEFT) return hlo_map_pointwise(build, code, result);
  return shift_right(build, text_equal(build->at->opcode, "shift-right-arithmetic"), result);
}

// To as many bits as bfloat16 has and back; others have no type.
bool hlo_map_narrow(HloBuild *build, OpCode code, HloSymbol *result) {
  bool bfloat = hlo_number(build->module, build->at, "exponent_bits", 0) == 8 &&
                hlo_number(build->module, build->at, "mantissa_bits", 0) == 7;
  if (!bfloat || !is_kind(build, DTYPE_IS_FLOAT)) return hlo_cannot(build, "no type has these bits");
  int value = hlo_tensor(build, 0);
  if (value == NO_VALUE) return false;
  HloOp op = hlo_unary(code, value);
  hlo_set(&op, ATTRIBUTE_DTYPE, DTYPE_BF16);
  value = hlo_part(build, &op);
  if (value == NO_VALUE) return false;
  op = hlo_unary(code, value);
  hlo_set(&op, ATTRIBUTE_DTYPE, result_type(build)->dtype);
  return hlo_done(build, &op, result);
}

bool hlo_map_is_finite(HloBuild *build, OpCode code, HloSymbol *result) {
  Operand infinity = {.value = NO_VALUE, .is_number = true, .number = INFINITY};
  int value = hlo_tensor(build, 0);
  if (value == NO_VALUE) return false;
  HloOp op = hlo_unary(OP_ABS, value);
  value = hlo_part(build, &op);
  if (value == NO_VALUE) return false;
  op = hlo_with_number(code, value, &infinity);
  return hlo_done(build, &op, result);
}
