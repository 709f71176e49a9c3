// gather: slices taken from an operand.
#include "graph/read/hlo/slices.h"

static const HloSliceNames gather_names = {"offset_dims", "collapsed_slice_dims", "start_index_map",
                                           "operand_batching_dims", "start_indices_batching_dims"};
// What is taken from the front of an axis that nothing indexes.
static int cut_fronts(HloSlices *slices, int value) {
  for (int axis = 0; axis < slices->rank && value != NO_VALUE; axis++) {
    if (slices->axes[axis].indexed || slices->axes[axis].slice == slices->axes[axis].size) continue;
    HloOp op = hlo_unary(OP_SLICE, value);
    hlo_set(&op, ATTRIBUTE_AXIS, axis);
    hlo_set(&op, ATTRIBUTE_START, 0);
    hlo_set(&op, ATTRIBUTE_END, slices->axes[axis].slice);
    value = hlo_part(slices->build, &op);
  }
  return value;
}

static HloOp choosing(HloSlices *slices, int value, Operand *operands) {
  bool rows =
      slices->rank == 2 && slices->index_count == 1 && slices->first == 0 && slices->window_count == 0;
  HloOp op = hlo_begin(rows ? OP_EMBEDDING : OP_INDEX);
  op.operands = operands;
  op.operand_count = slices->last + 2;
  operands[0] = (Operand){.value = value};
  return op;
}

static bool gather(HloSlices *slices, HloSymbol *result) {
  HloBuild *build = slices->build;
  const Shape *wanted = &build->at->shape->sizes;
  Operand operands[MAX_RANK + 1];
  int selected[2 * MAX_RANK], written[MAX_RANK];
  int64_t axes[2 * MAX_RANK];
  if (!hlo_slices_written(slices, gather_names.windows, wanted->rank, written)) return false;
  int count = hlo_slices_selected(slices, selected), corners = hlo_tensor(build, 1);
  if (count > MAX_RANK || hlo_slices_order(selected, count, written, wanted->rank, axes) != count)
    return hlo_cannot(build, "its axes do not fit its operands");
  int value = cut_fronts(slices, hlo_tensor(build, 0));
  HloOp op = choosing(slices, value, operands);
  if (corners == NO_VALUE || value == NO_VALUE) return false;
  if (!hlo_slices_index(slices, corners, operands + 1)) return false;
  bool plain = count == wanted->rank;
  for (int i = 0; i < count; i++)
    plain &= axes[i] == i;
  if (plain) return hlo_done(build, &op, result);
  value = hlo_permuted(build, hlo_part(build, &op), axes, count);
  if (value == NO_VALUE) return false;
  op = hlo_unary(OP_RESHAPE, value);
  hlo_set_list(&op, ATTRIBUTE_SHAPE, wanted->size, wanted->rank);
  return hlo_done(build, &op, result);
}

bool hlo_map_gather(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  HloSlices slices;
  int64_t sizes[MAX_RANK];
  if (!hlo_slices_take(build, 2) || !hlo_slices_read(build, &gather_names, &slices)) return false;
  if (hlo_list(build->module, build->at, "slice_sizes", sizes, MAX_RANK) != slices.rank)
    return hlo_cannot(build, "its slices have no sizes");
  for (int i = 0; i < slices.rank; i++)
    slices.axes[i].slice = sizes[i];
  return hlo_slices_choose(&slices, true) && gather(&slices, result);
}
