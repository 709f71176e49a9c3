// dynamic-slice and dynamic-update-slice: a box whose corner is computed. A corner too far out is moved in.
#include "graph/read/hlo/maps.h"

#include <string.h>

// Where the box begins along an axis: number or scalar, kept within [0, most].
typedef struct Corner {
  bool is_number;
  int64_t number;
  int value;
} Corner;

// The corner's coordinates are operands of their own, from `first` on.
static bool read_corner(HloBuild *build, int first, int axis, int64_t most, Corner *corner) {
  if (first + axis >= build->at->operand_count)
    return hlo_cannot(build, "its corner has too few coordinates");
  const HloSymbol *symbol = hlo_operand(build, first + axis);
  *corner = (Corner){.is_number = symbol->kind == HLO_NUMBER || most == 0};
  if (corner->is_number) {
    int64_t at = most ? symbol->number.integer : 0;
    corner->number = at < 0 ? 0 : at > most ? most : at;
    return true;
  }
  corner->value = hlo_clamped(build, hlo_symbol_tensor(build, symbol), most);
  return corner->value != NO_VALUE;
}

// The positions from the corner on, as a vector.
static int positions(HloBuild *build, const Corner *corner, int64_t count) {
  HloOp iota = hlo_begin(OP_IOTA);
  hlo_set(&iota, ATTRIBUTE_SHAPE, count);
  hlo_set(&iota, ATTRIBUTE_START, corner->is_number ? corner->number : 0);
  hlo_set(&iota, ATTRIBUTE_DTYPE,
          corner->is_number ? DTYPE_I32 : builder_value(build->builder, corner->value)->dtype);
  if (!corner->is_number && count == 1) return hlo_reshaped(build, corner->value, &count, 1);
  int value = hlo_part(build, &iota);
  if (corner->is_number || value == NO_VALUE) return value;
  HloOp add = hlo_binary(OP_ADD, value, corner->value);
  return hlo_part(build, &add);
}

static HloOp sliced(int value, int axis, int64_t from, int64_t count) {
  HloOp op = hlo_unary(OP_SLICE, value);
  hlo_set(&op, ATTRIBUTE_AXIS, axis);
  hlo_set(&op, ATTRIBUTE_START, from);
  hlo_set(&op, ATTRIBUTE_END, from + count);
  return op;
}

// One axis of the box after the other.
static bool cut(HloBuild *build, const Shape *from, const Shape *to, HloSymbol *result) {
  Operand operands[MAX_RANK + 1];
  int value = hlo_tensor(build, 0), last = -1;
  for (int axis = 0; axis < to->rank; axis++)
    if (to->size[axis] != from->size[axis]) last = axis;
  HloOp op = hlo_unary(OP_ALIAS, value);
  for (int axis = 0; axis <= last && value != NO_VALUE; axis++) {
    Corner corner;
    if (to->size[axis] == from->size[axis]) continue;
    if (!read_corner(build, 1, axis, from->size[axis] - to->size[axis], &corner)) return false;
    op = sliced(value, axis, corner.number, to->size[axis]);
    if (!corner.is_number) {
      op = hlo_begin(OP_INDEX);
      op.operands = operands;
      op.operand_count = axis + 2;
      operands[0] = (Operand){.value = value};
      for (int i = 0; i < axis; i++)
        operands[1 + i] = (Operand){.value = NO_VALUE};
      operands[1 + axis] = (Operand){.value = positions(build, &corner, to->size[axis])};
      if (operands[1 + axis].value == NO_VALUE) return false;
    }
    if (axis < last) value = hlo_part(build, &op);
  }
  return value != NO_VALUE && hlo_done(build, &op, result);
}

static bool fits(const Shape *part, const Shape *whole) {
  bool fits = part->rank == whole->rank;
  for (int axis = 0; fits && axis < part->rank; axis++)
    fits = part->size[axis] <= whole->size[axis];
  return fits;
}

bool hlo_map_dynamic_slice(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  if (build->at->operand_count < 1 || !build->at->shape->type || !hlo_operand_shape(build, 0)->type)
    return hlo_cannot(build, "it takes a tensor");
  const Shape *from = &hlo_operand_shape(build, 0)->sizes, *to = &build->at->shape->sizes;
  if (!fits(to, from)) return hlo_cannot(build, "its shape is larger than its operand");
  return cut(build, from, to, result);
}

// The positions along `axis` in a block of axes `first` to `last`.
static int block_positions(HloBuild *build, const Shape *part, const Shape *whole, int axis, int last) {
  Corner corner;
  int64_t sizes[MAX_RANK];
  if (!read_corner(build, 2, axis, whole->size[axis] - part->size[axis], &corner)) return NO_VALUE;
  for (int i = axis; i <= last; i++)
    sizes[i - axis] = i == axis ? part->size[axis] : 1;
  int value = positions(build, &corner, part->size[axis]);
  return hlo_reshaped(build, value, sizes, last - axis + 1);
}

bool hlo_map_dynamic_update(HloBuild *build, OpCode code, HloSymbol *result) {
  if (build->at->operand_count < 2 || !build->at->shape->type || !hlo_operand_shape(build, 1)->type)
    return hlo_cannot(build, "it takes two tensors");
  const Shape *whole = &build->at->shape->sizes, *part = &hlo_operand_shape(build, 1)->sizes;
  if (!fits(part, whole)) return hlo_cannot(build, "its update is larger than its operand");
  int first = -1, last = -1;
  for (int axis = 0; axis < whole->rank; axis++) {
    if (part->size[axis] == whole->size[axis]) continue;
    if (first < 0) first = axis;
    last = axis;
  }
  int base = hlo_tensor(build, 0), update = hlo_tensor(build, 1);
  if (base == NO_VALUE || update == NO_VALUE) return false;
  Operand operands[MAX_RANK + 2] = {{.value = base}, {.value = update}};
  HloOp op = hlo_begin(code);
  op.operands = operands;
  op.operand_count = last + 3;
  if (last < 0) op = hlo_unary(OP_ALIAS, update);
  for (int axis = 0; axis <= last; axis++) {
    operands[2 + axis] = (Operand){.value = NO_VALUE};
    if (axis < first) continue;
    operands[2 + axis].value = block_positions(build, part, whole, axis, last);
    if (operands[2 + axis].value == NO_VALUE) return false;
  }
  return hlo_done(build, &op, result);
}
