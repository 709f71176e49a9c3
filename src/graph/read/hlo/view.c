// Ops that rename or move elements.
#include "base/text.h"
#include "graph/read/hlo/maps.h"

#include <string.h>

// ---- Parts that other maps need

int hlo_permuted(HloBuild *build, int value, const int64_t *axes, int count) {
  bool moves = false;
  for (int i = 0; i < count; i++)
    moves |= axes[i] != i;
  if (!moves || value == NO_VALUE) return value;
  HloOp op = hlo_unary(OP_PERMUTE, value);
  hlo_set_list(&op, ATTRIBUTE_AXES, axes, count);
  return hlo_part(build, &op);
}

int hlo_reshaped(HloBuild *build, int value, const int64_t *sizes, int count) {
  if (value == NO_VALUE) return value;
  const Shape *shape = &builder_value(build->builder, value)->shape;
  if (shape->rank == count && !memcmp(shape->size, sizes, (size_t)count * sizeof *sizes)) return value;
  HloOp op = hlo_unary(OP_RESHAPE, value);
  hlo_set_list(&op, ATTRIBUTE_SHAPE, sizes, count);
  return hlo_part(build, &op);
}

static const Shape *wanted(const HloBuild *build) {
  return &build->at->shape->sizes;
}

// The operand as a tensor. A number stays one whatever is done to its places: then *result is set, and the
// map is done.
static bool only_operand(HloBuild *build, int *value, HloSymbol *result) {
  *value = NO_VALUE;
  if (build->at->operand_count != 1 || !build->at->shape->type)
    return hlo_cannot(build, "it takes one tensor");
  const HloSymbol *symbol = hlo_operand(build, 0);
  if (symbol->kind == HLO_NUMBER && symbol->shape->type == build->at->shape->type) {
    *result = *symbol;
    result->shape = build->at->shape;
    return true;
  }
  *value = hlo_symbol_tensor(build, symbol);
  return *value != NO_VALUE;
}

// ---- Views

bool hlo_map_reshape(HloBuild *build, OpCode code, HloSymbol *result) {
  int value;
  if (!only_operand(build, &value, result)) return false;
  if (value == NO_VALUE) return true;
  HloOp op = hlo_unary(code, value);
  hlo_set_list(&op, ATTRIBUTE_SHAPE, wanted(build)->size, wanted(build)->rank);
  return hlo_done(build, &op, result);
}

bool hlo_map_transpose(HloBuild *build, OpCode code, HloSymbol *result) {
  int64_t axes[MAX_RANK];
  int value, count = hlo_list(build->module, build->at, "dimensions", axes, MAX_RANK);
  if (!only_operand(build, &value, result)) return false;
  if (value == NO_VALUE) return true;
  if (count != wanted(build)->rank) return hlo_cannot(build, "its dimensions do not name every axis");
  HloOp op = hlo_unary(code, value);
  hlo_set_list(&op, ATTRIBUTE_AXES, axes, count);
  return hlo_done(build, &op, result);
}

// Axes from the slowest to the fastest.
static void slowest_first(const HloShape *shape, int64_t axes[MAX_RANK]) {
  int rank = shape->sizes.rank;
  for (int i = 0; i < rank; i++)
    axes[i] = shape->has_layout ? shape->order[rank - 1 - i] : i;
}

// The bits of the operand, before it is renamed, as those of another type.
static int read_as(HloBuild *build, int value, const HloType *before, const HloType *after) {
  if (before == after) return value;
  if (!before->exact || !after->exact || dtype_bytes(before->dtype) != dtype_bytes(after->dtype)) {
    hlo_cannot(build, "it reads the bytes as a type of another size");
    return NO_VALUE;
  }
  HloOp op = hlo_unary(OP_REINTERPRET, value);
  hlo_set(&op, ATTRIBUTE_DTYPE, after->dtype);
  return hlo_part(build, &op);
}

// The same bytes under another shape and layout: the operand as it lies in memory, cut anew, and the axes
// that are found there called as the result has them.
bool hlo_map_bitcast(HloBuild *build, OpCode code, HloSymbol *result) {
  int64_t from[MAX_RANK], to[MAX_RANK], sizes[MAX_RANK], axes[MAX_RANK];
  const HloShape *shape = build->at->shape;
  int value;
  if (!only_operand(build, &value, result)) return false;
  if (value == NO_VALUE) return true;
  const HloShape *before = hlo_operand_shape(build, 0);
  value = read_as(build, value, before->type, shape->type);
  slowest_first(before, from);
  slowest_first(shape, to);
  bool moves = false;
  for (int i = 0; i < shape->sizes.rank; i++) {
    sizes[i] = shape->sizes.size[to[i]];
    axes[to[i]] = i;
    moves |= to[i] != i;
  }
  value = hlo_permuted(build, value, from, before->sizes.rank);
  if (moves) value = hlo_reshaped(build, value, sizes, shape->sizes.rank);
  if (value == NO_VALUE) return false;
  HloOp op = hlo_unary(moves ? (OpCode)OP_PERMUTE : code, value);
  hlo_set_list(&op, moves ? ATTRIBUTE_AXES : ATTRIBUTE_SHAPE, moves ? axes : sizes, shape->sizes.rank);
  return hlo_done(build, &op, result);
}

// Axis i of the operand becomes axis `dimensions[i]`, all others are new.
bool hlo_map_broadcast(HloBuild *build, OpCode code, HloSymbol *result) {
  int64_t axes[MAX_RANK], sizes[MAX_RANK];
  const Shape *shape = wanted(build);
  int value, count = hlo_list(build->module, build->at, "dimensions", axes, MAX_RANK);
  if (!only_operand(build, &value, result)) return false;
  if (value == NO_VALUE) return true;
  const Shape *before = &hlo_operand_shape(build, 0)->sizes;
  if (count < 0 && before->rank == 0) count = 0; // a scalar needs none
  if (count != before->rank) return hlo_cannot(build, "its dimensions do not name every axis of the operand");
  for (int i = 0; i < shape->rank; i++)
    sizes[i] = 1;
  for (int i = 0; i < count; i++) {
    if (axes[i] < 0 || axes[i] >= shape->rank || (i > 0 && axes[i] <= axes[i - 1]))
      return hlo_cannot(build, "its dimensions do not ascend");
    sizes[axes[i]] = before->size[i];
  }
  // New axes in front need no axes of size 1.
  bool in_front = count == 0 || axes[0] == shape->rank - count;
  if (!in_front) value = hlo_reshaped(build, value, sizes, shape->rank);
  if (value == NO_VALUE) return false;
  HloOp op = hlo_unary(code, value);
  hlo_set_list(&op, ATTRIBUTE_SHAPE, shape->size, shape->rank);
  int iota = hlo_operand(build, 0)->iota;
  if (!hlo_done(build, &op, result)) return false;
  if (iota > 0 && iota <= count) result->iota = (int)axes[iota - 1] + 1;
  return true;
}

// "{[0:8], [2:10:2]}".
static bool read_ranges(HloBuild *build, int rank, int64_t ranges[MAX_RANK][3]) {
  const HloAttribute *attribute = hlo_attribute(build->at, "slice");
  if (!attribute) return hlo_cannot(build, "it has no ranges");
  HloCursor cursor = hlo_within(&build->module->cursor, attribute->value);
  bool done = hlo_expect(&cursor, "{", "before the ranges");
  for (int i = 0; done && i < rank; i++) {
    ranges[i][2] = 1;
    done = hlo_expect(&cursor, "[", "before a range") && hlo_integer(&cursor, &ranges[i][0]) &&
           hlo_expect(&cursor, ":", "within a range") && hlo_integer(&cursor, &ranges[i][1]) &&
           (!hlo_take(&cursor, ":") || hlo_integer(&cursor, &ranges[i][2])) &&
           hlo_expect(&cursor, "]", "behind a range");
    hlo_take(&cursor, ",");
  }
  build->failed = !done || !hlo_expect(&cursor, "}", "behind the ranges");
  return !build->failed;
}

static HloOp slice_op(int value, int axis, const int64_t range[3]) {
  HloOp op = hlo_unary(OP_SLICE, value);
  hlo_set(&op, ATTRIBUTE_AXIS, axis);
  hlo_set(&op, ATTRIBUTE_START, range[0]);
  hlo_set(&op, ATTRIBUTE_END, range[1]);
  hlo_set(&op, ATTRIBUTE_STEP, range[2]);
  return op;
}

bool hlo_map_slice(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  int64_t ranges[MAX_RANK][3];
  int value, last = -1;
  if (!only_operand(build, &value, result)) return false;
  if (value == NO_VALUE) return true;
  const Shape *before = &hlo_operand_shape(build, 0)->sizes;
  if (!read_ranges(build, before->rank, ranges)) return false;
  for (int i = 0; i < before->rank; i++)
    if (ranges[i][0] != 0 || ranges[i][1] != before->size[i] || ranges[i][2] != 1) last = i;
  for (int i = 0; i < last; i++) {
    if (ranges[i][0] == 0 && ranges[i][1] == before->size[i] && ranges[i][2] == 1) continue;
    HloOp op = slice_op(value, i, ranges[i]);
    value = hlo_part(build, &op);
    if (value == NO_VALUE) return false;
  }
  HloOp op = last < 0 ? hlo_unary(OP_ALIAS, value) : slice_op(value, last, ranges[last]);
  return hlo_done(build, &op, result);
}

// ---- Moved

bool hlo_map_copy(HloBuild *build, OpCode code, HloSymbol *result) {
  if (build->at->operand_count != 1) return hlo_cannot(build, "it takes one operand");
  if (!build->at->shape->type) return hlo_map_same(build, code, result);
  int value = hlo_tensor(build, 0);
  if (value == NO_VALUE) return false;
  HloOp op = hlo_unary(code, value);
  hlo_set_text(&op, ATTRIBUTE_LAYOUT, "contiguous");
  return hlo_done(build, &op, result);
}

bool hlo_map_reverse(HloBuild *build, OpCode code, HloSymbol *result) {
  int64_t axes[MAX_RANK];
  int value, count = hlo_list(build->module, build->at, "dimensions", axes, MAX_RANK);
  if (!only_operand(build, &value, result)) return false;
  if (value == NO_VALUE) return true;
  if (count < 0) return hlo_cannot(build, "it names no dimensions");
  HloOp op = hlo_unary(count ? code : OP_ALIAS, value);
  if (count) hlo_set_list(&op, ATTRIBUTE_AXES, axes, count);
  return hlo_done(build, &op, result);
}

static bool count_up(HloBuild *build, OpCode code, int64_t axis, HloSymbol *result) {
  const Shape *shape = wanted(build);
  HloOp op = hlo_begin(code);
  hlo_set(&op, ATTRIBUTE_SHAPE, shape->size[axis]);
  hlo_set(&op, ATTRIBUTE_DTYPE, build->at->shape->type->dtype);
  if (shape->rank == 1) return hlo_done(build, &op, result);
  int64_t sizes[MAX_RANK];
  for (int i = 0; i < shape->rank; i++)
    sizes[i] = i == axis ? shape->size[axis] : 1;
  int value = hlo_part(build, &op);
  if (axis < shape->rank - 1) value = hlo_reshaped(build, value, sizes, shape->rank);
  if (value == NO_VALUE) return false;
  op = hlo_unary(OP_EXPAND, value);
  hlo_set_list(&op, ATTRIBUTE_SHAPE, shape->size, shape->rank);
  return hlo_done(build, &op, result);
}

bool hlo_map_iota(HloBuild *build, OpCode code, HloSymbol *result) {
  int64_t axis = hlo_number(build->module, build->at, "iota_dimension", wanted(build)->rank == 1 ? 0 : -1);
  if (!build->at->shape->type || axis < 0 || axis >= wanted(build)->rank)
    return hlo_cannot(build, "it names no axis");
  if (!count_up(build, code, axis, result)) return false;
  result->iota = (int)axis + 1;
  return true;
}
