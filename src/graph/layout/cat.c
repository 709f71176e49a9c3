// cat: operands one behind the other along an axis.
#include "graph/layout/layout.h"

// PyTorch lets an empty vector join anything.
static bool is_legacy_empty(const Value *value) {
  return value->shape.rank == 1 && value->shape.size[0] == 0;
}

static void cat_strides(const Inference *inference, Inferred *result) {
  bool channels_last = true;
  for (int i = 0; i < inference->operand_count; i++) {
    const Value *value = infer_operand(inference, i);
    channels_last &= infer_is_channels_last(&value->shape, value->stride);
  }
  if (channels_last)
    infer_channels_last(&result->shape, result->stride);
  else
    shape_contiguous(&result->shape, result->stride);
}

static bool infer_cat(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  for (int i = 1; is_legacy_empty(operand) && i < inference->operand_count; i++)
    operand = infer_operand(inference, i);
  int axis;
  if (!infer_axis(inference, operand->shape.rank, 0, &axis, status)) return false;
  result->shape = operand->shape;
  result->shape.size[axis] = 0;
  for (int i = 0; i < inference->operand_count; i++) {
    const Value *value = infer_operand(inference, i);
    if (is_legacy_empty(value) && operand->shape.rank != 1) continue;
    if (!layout_check_same(&operand->shape, &value->shape, axis, "an operand", status)) return false;
    result->shape.size[axis] += value->shape.size[axis];
  }
  cat_strides(inference, result);
  return true;
}

static bool next_part(const Graph *graph, const Op *op, LayoutPart *part) {
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  bool first = part->operand == PART_BEGIN;
  int operand = first ? 0 : part->operand + 1;
  int64_t start = first ? 0 : part->high[axis];
  while (operand < op->operand_count &&
         shape_elements(&graph->values[op->operands[operand].value].shape) == 0)
    operand++;
  if (operand >= op->operand_count) return false;
  layout_whole(graph, op, operand, part);
  part->low[axis] = start;
  part->high[axis] = start + graph->values[op->operands[operand].value].shape.size[axis];
  part->axis[axis].constant = -start;
  return true;
}

const LayoutOp layout_cat = {infer_cat, next_part};
