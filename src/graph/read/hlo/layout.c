// Concatenation, padding, and parts that move with an index.
#include "graph/read/hlo/maps.h"

#include <string.h>

bool hlo_map_concatenate(HloBuild *build, OpCode code, HloSymbol *result) {
  int count = build->at->operand_count;
  int64_t axis = hlo_number(build->module, build->at, "dimensions", -1);
  if (count < 1 || axis < 0) return hlo_cannot(build, "it names no axis");
  Operand *operands = arena_array(build->arena, (size_t)count, sizeof *operands);
  for (int i = 0; i < count; i++) {
    operands[i] = (Operand){.value = hlo_tensor(build, i)};
    if (operands[i].value == NO_VALUE) return false;
  }
  HloOp op = hlo_begin(code);
  op.operands = operands;
  op.operand_count = count;
  hlo_set(&op, ATTRIBUTE_AXIS, axis);
  return hlo_done(build, &op, result);
}

// ---- Padding

// "1_0_0x0_2_1": low, high and between elements, per axis.
static bool read_padding(HloBuild *build, int rank, int64_t amounts[MAX_RANK][3]) {
  const HloAttribute *attribute = hlo_attribute(build->at, "padding");
  if (!attribute) return rank == 0 || hlo_cannot(build, "it has no amounts");
  HloCursor cursor = hlo_within(&build->module->cursor, attribute->value);
  bool done = true;
  for (int i = 0; done && i < rank; i++) {
    amounts[i][2] = 0;
    done = (i == 0 || hlo_expect(&cursor, "x", "between axes")) && hlo_integer(&cursor, &amounts[i][0]) &&
           hlo_expect(&cursor, "_", "between amounts") && hlo_integer(&cursor, &amounts[i][1]) &&
           (!hlo_take(&cursor, "_") || hlo_integer(&cursor, &amounts[i][2]));
  }
  build->failed = !done;
  return done;
}

// Elements with `gap` numbers between them along an axis: a slice of a tensor of that number alone.
static int spread(HloBuild *build, int value, int axis, int64_t gap, const Operand *number) {
  const Value *before = builder_value(build->builder, value);
  Shape shape = before->shape;
  int64_t step, size = shape.size[axis];
  HloOp full = hlo_begin(OP_FULL), scatter = hlo_begin(OP_SLICE_SCATTER);
  if (__builtin_add_overflow(gap, 1, &step) ||
      __builtin_mul_overflow(size - (size > 0), step, &shape.size[axis])) {
    hlo_cannot(build, "its amounts are absurd");
    return NO_VALUE;
  }
  shape.size[axis] += size > 0;
  hlo_set_list(&full, ATTRIBUTE_SHAPE, shape.size, shape.rank);
  hlo_set(&full, ATTRIBUTE_DTYPE, before->dtype);
  hlo_set_operand(&full, ATTRIBUTE_VALUE, number);
  int base = hlo_part(build, &full);
  if (base == NO_VALUE) return NO_VALUE;
  hlo_add_operand(&scatter, base);
  hlo_add_operand(&scatter, value);
  hlo_set(&scatter, ATTRIBUTE_AXIS, axis);
  hlo_set(&scatter, ATTRIBUTE_START, 0);
  hlo_set(&scatter, ATTRIBUTE_END, shape.size[axis]);
  hlo_set(&scatter, ATTRIBUTE_STEP, step);
  return hlo_part(build, &scatter);
}

int hlo_padded(HloBuild *build, int value, int64_t amounts[][3], const Operand *number, bool last) {
  int rank = builder_value(build->builder, value)->shape.rank;
  int64_t list[HLO_MAX_LIST];
  for (int axis = 0; axis < rank && value != NO_VALUE; axis++) {
    if (amounts[axis][2] > 0) value = spread(build, value, axis, amounts[axis][2], number);
    list[2 * (rank - 1 - axis)] = amounts[axis][0];
    list[2 * (rank - 1 - axis) + 1] = amounts[axis][1];
  }
  if (value == NO_VALUE) return NO_VALUE;
  HloOp op = hlo_unary(OP_PAD, value);
  hlo_set_list(&op, ATTRIBUTE_PAD, list, 2 * rank);
  hlo_set_operand(&op, ATTRIBUTE_VALUE, number);
  return last ? hlo_last(build, &op) : hlo_part(build, &op);
}

bool hlo_map_pad(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  int64_t amounts[MAX_RANK][3];
  if (build->at->operand_count != 2 || !build->at->shape->type)
    return hlo_cannot(build, "it takes two operands");
  if (hlo_operand(build, 1)->kind != HLO_NUMBER) return hlo_cannot(build, "its number is computed");
  Operand number = hlo_operand(build, 1)->number;
  if (!read_padding(build, build->at->shape->sizes.rank, amounts)) return false;
  int value = hlo_tensor(build, 0);
  if (value == NO_VALUE) return false;
  if (builder_value(build->builder, value)->shape.rank != build->at->shape->sizes.rank)
    return hlo_cannot(build, "its shape has other axes");
  value = hlo_padded(build, value, amounts, &number, true);
  *result = hlo_value_symbol(value, build->at->shape);
  return value != NO_VALUE;
}
