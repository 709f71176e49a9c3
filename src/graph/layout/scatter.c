// slice_scatter and select_scatter: operand 0 with a slice of it, or one place along an axis, from operand 1.
#include "graph/layout/layout.h"

#include <string.h>

static bool like_base(const Value *operand, Inferred *result) {
  result->shape = operand->shape;
  infer_like_strides(&result->shape, operand->stride, result->stride);
  return true;
}

static bool infer_slice_scatter(Inference *inference, const Value *operand, Inferred *result,
                                Status *status) {
  int axis;
  int64_t start, step;
  Shape part = operand->shape;
  if (!infer_axis(inference, part.rank, 0, &axis, status)) return false;
  if (!infer_slice(inference, part.size[axis], &start, &step, &part.size[axis], status)) return false;
  return layout_check_same(&part, &infer_operand(inference, 1)->shape, NO_AXIS, "operand 1", status) &&
         like_base(operand, result);
}

static bool infer_select_scatter(Inference *inference, const Value *operand, Inferred *result,
                                 Status *status) {
  int axis;
  int64_t index;
  Shape part = operand->shape;
  if (!infer_axis(inference, part.rank, 0, &axis, status)) return false;
  if (!infer_position(inference, part.size[axis], &index, status)) return false;
  memmove(&part.size[axis], &part.size[axis + 1], (size_t)(part.rank - axis - 1) * sizeof *part.size);
  part.rank--;
  return layout_check_same(&part, &infer_operand(inference, 1)->shape, NO_AXIS, "operand 1", status) &&
         like_base(operand, result);
}

// The base is the last part.
static bool next_base(const Graph *graph, const Op *op, LayoutPart *part) {
  if (part->operand == 0) return false;
  layout_whole(graph, op, 0, part);
  return true;
}

static bool next_of_slice(const Graph *graph, const Op *op, LayoutPart *part) {
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  int64_t count = graph->values[op->operands[1].value].shape.size[axis];
  if (part->operand != PART_BEGIN || count == 0) return next_base(graph, op, part);
  int64_t start = op_integer(op, ATTRIBUTE_START, 0), step = op_integer(op, ATTRIBUTE_STEP, 1);
  layout_whole(graph, op, 1, part);
  part->low[axis] = start;
  part->high[axis] = start + (count - 1) * step + 1;
  part->axis[axis] = (LayoutAxis){.from = axis, .scale = 1, .constant = -start, .every = step};
  return true;
}

static bool next_of_select(const Graph *graph, const Op *op, LayoutPart *part) {
  if (part->operand != PART_BEGIN) return next_base(graph, op, part);
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  int64_t index = op_integer(op, ATTRIBUTE_INDEX, 0);
  layout_whole(graph, op, 1, part);
  part->low[axis] = index;
  part->high[axis] = index + 1;
  memmove(&part->axis[axis], &part->axis[axis + 1], (size_t)(MAX_RANK - axis - 1) * sizeof *part->axis);
  return true;
}

const LayoutOp layout_slice_scatter = {infer_slice_scatter, next_of_slice};
const LayoutOp layout_select_scatter = {infer_select_scatter, next_of_select};
