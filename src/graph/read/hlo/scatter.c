// scatter: slices put or added into an operand; those that do not lie within it are left out.
#include "graph/read/hlo/slices.h"

#include "base/text.h"

static const HloSliceNames scatter_names = {"update_window_dims", "inserted_window_dims",
                                            "scatter_dims_to_operand_dims", "input_batching_dims",
                                            "scatter_indices_batching_dims"};

// A slice that does not lie within the operand is left out: is the corner right along this axis?
static int inside(HloSlices *slices, int start, const HloAxis *axis) {
  Operand bounds[] = {
      {.value = NO_VALUE, .is_number = true, .is_integer = true},
      {.value = NO_VALUE, .is_number = true, .is_integer = true, .integer = axis->size - axis->slice}};
  bounds[1].number = (double)bounds[1].integer;
  HloOp low = hlo_with_number(OP_GE, start, &bounds[0]), high = hlo_with_number(OP_LE, start, &bounds[1]);
  int above = hlo_part(slices->build, &low), below = hlo_part(slices->build, &high);
  if (above == NO_VALUE || below == NO_VALUE) return NO_VALUE;
  HloOp both = hlo_binary(OP_LOGICAL_AND, above, below);
  return hlo_part(slices->build, &both);
}

// Do all axes of the corner lie inside? [batch]
static int all_inside(HloSlices *slices, int corners) {
  int all = NO_VALUE;
  for (int i = 0; i < slices->rank; i++) {
    if (slices->axes[i].coordinate < 0) continue;
    int here = inside(slices, hlo_slices_coordinate(slices, corners, &slices->axes[i]), &slices->axes[i]);
    if (here == NO_VALUE) return NO_VALUE;
    HloOp both = hlo_binary(OP_LOGICAL_AND, all, here);
    all = all == NO_VALUE ? here : hlo_part(slices->build, &both);
    if (all == NO_VALUE) return NO_VALUE;
  }
  return all;
}

// What is added where a corner lies outside is 0. `updates` are in the order of `selected`, the batch axes
// together.
static int without_outside(HloSlices *slices, int updates, int mask, const int *selected, int count) {
  HloBuild *build = slices->build;
  Operand zero = {.value = NO_VALUE, .is_number = true};
  int64_t sizes[MAX_RANK];
  zero.is_integer = dtype_kind(builder_value(build->builder, updates)->dtype) < DTYPE_IS_FLOAT;
  for (int i = 0; i < count; i++)
    sizes[i] = selected[i] < HLO_ORDER_OPERAND ? slices->batch.size[selected[i]] : 1;
  mask = hlo_reshaped(build, mask, sizes, count);
  if (mask == NO_VALUE) return NO_VALUE;
  HloOp op = hlo_binary(OP_WHERE, mask, updates);
  op.few[op.operand_count++] = zero;
  return hlo_part(build, &op);
}

// The updates with axes as indexing has them.
static int order_updates(HloSlices *slices, const int *selected, int count) {
  HloBuild *build = slices->build;
  const Shape *shape = &hlo_operand_shape(build, 2)->sizes;
  int written[MAX_RANK], labels[MAX_RANK], kept = 0;
  int64_t axes[2 * MAX_RANK], sizes[MAX_RANK];
  if (!hlo_slices_written(slices, scatter_names.windows, shape->rank, written)) return NO_VALUE;
  for (int i = 0; i < shape->rank; i++) {
    if (hlo_slices_find(selected, count, written[i]) < 0) continue;
    labels[kept] = written[i];
    sizes[kept++] = shape->size[i];
  }
  if (kept != count || hlo_slices_order(labels, kept, selected, count, axes) != count) {
    hlo_cannot(build, "its axes do not fit its operands");
    return NO_VALUE;
  }
  return hlo_permuted(build, hlo_reshaped(build, hlo_tensor(build, 2), sizes, kept), axes, count);
}

static bool read_windows(HloSlices *slices) {
  const Shape *updates = &hlo_operand_shape(slices->build, 2)->sizes;
  int written[MAX_RANK];
  if (!hlo_slices_written(slices, scatter_names.windows, updates->rank, written)) return false;
  for (int i = 0; i < updates->rank; i++)
    if (written[i] >= HLO_ORDER_OPERAND)
      slices->axes[written[i] - HLO_ORDER_OPERAND].slice = updates->size[i];
  return hlo_slices_choose(slices, false);
}

typedef enum Combine { COMBINE_NOT, COMBINE_PUT, COMBINE_ADD } Combine;

static Combine how_combined(HloBuild *build) {
  const HloComputation *region = hlo_called(build->module, build->at, "to_apply");
  if (!region || region->parameters != 2) return COMBINE_NOT;
  const HloInstruction *root = &region->instructions[region->root];
  if (text_equal(root->opcode, "parameter")) {
    HloCursor within = hlo_within(&build->module->cursor, root->arguments);
    return hlo_is(&within, "1") ? COMBINE_PUT : COMBINE_NOT;
  }
  HloReducer reducer;
  bool adds = hlo_reducer(build->module, build->at, build->at->shape->type->dtype, &reducer);
  return adds && reducer.reduction == OP_SUM ? COMBINE_ADD : COMBINE_NOT;
}

// Where a corner lies outside, a slice behind the operand's end is written: it is cut off again.
static bool put(HloSlices *slices, Operand *operands, int mask, HloSymbol *result) {
  HloBuild *build = slices->build;
  const HloAxis *axis = &slices->axes[slices->first];
  int64_t amounts[MAX_RANK][3] = {{0}};
  Operand zero = {.value = NO_VALUE, .is_number = true, .is_integer = true};
  Operand end = {.value = NO_VALUE,
                 .is_number = true,
                 .is_integer = true,
                 .number = (double)axis->size,
                 .integer = axis->size};
  amounts[slices->first][1] = axis->slice;
  operands[0].value = hlo_padded(build, operands[0].value, amounts, &zero, false);
  int64_t sizes[MAX_RANK];
  int rank = slices->batch.rank + slices->window_count;
  for (int i = 0; i < rank; i++)
    sizes[i] = i < slices->batch.rank ? slices->batch.size[i] : 1;
  mask = hlo_reshaped(build, mask, sizes, rank);
  if (operands[0].value == NO_VALUE || mask == NO_VALUE) return false;
  HloOp where = hlo_binary(OP_WHERE, mask, operands[2 + slices->first].value);
  where.few[where.operand_count++] = end;
  operands[2 + slices->first].value = hlo_part(build, &where);
  if (operands[2 + slices->first].value == NO_VALUE) return false;
  HloOp op = hlo_begin(OP_INDEX_PUT);
  op.operands = operands;
  op.operand_count = slices->last + 3;
  int value = hlo_part(build, &op);
  if (value == NO_VALUE) return false;
  op = hlo_unary(OP_SLICE, value);
  hlo_set(&op, ATTRIBUTE_AXIS, slices->first);
  hlo_set(&op, ATTRIBUTE_START, 0);
  hlo_set(&op, ATTRIBUTE_END, axis->size);
  return hlo_done(build, &op, result);
}

static bool scatter(HloSlices *slices, Combine combine, HloSymbol *result) {
  HloBuild *build = slices->build;
  int selected[2 * MAX_RANK], count = hlo_slices_selected(slices, selected), corners = hlo_tensor(build, 1);
  if (count > MAX_RANK || corners == NO_VALUE) return hlo_cannot(build, "it has too many axes");
  if (combine == COMBINE_PUT &&
      (slices->axes[slices->first].batch >= 0 || slices->axes[slices->first].slice != 1))
    return hlo_cannot(build, "it puts whole windows");
  int updates = order_updates(slices, selected, count), mask = all_inside(slices, corners);
  if (combine == COMBINE_ADD && updates != NO_VALUE && mask != NO_VALUE)
    updates = without_outside(slices, updates, mask, selected, count);
  Operand operands[MAX_RANK + 2] = {{.value = hlo_tensor(build, 0)}, {.value = updates}};
  if (operands[0].value == NO_VALUE || updates == NO_VALUE || mask == NO_VALUE) return false;
  if (!hlo_slices_index(slices, corners, operands + 2)) return false;
  if (combine == COMBINE_PUT) return put(slices, operands, mask, result);
  HloOp op = hlo_begin(OP_INDEX_PUT);
  op.operands = operands;
  op.operand_count = slices->last + 3;
  hlo_set(&op, ATTRIBUTE_ACCUMULATE, 1);
  return hlo_done(build, &op, result);
}

bool hlo_map_scatter(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  HloSlices slices;
  if (!hlo_slices_take(build, 3)) return false;
  Combine combine = how_combined(build);
  if (combine == COMBINE_NOT) return hlo_cannot(build, "it neither adds nor replaces");
  return hlo_slices_read(build, &scatter_names, &slices) && read_windows(&slices) &&
         scatter(&slices, combine, result);
}
