// rev (flip): the operand in reverse order along some axes.
#include "graph/layout/layout.h"

static bool infer_rev(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  uint32_t mask;
  bool given;
  if (!infer_axes(inference, operand->shape.rank, &mask, &given, status)) return false;
  if (!given) return status_fail(status, STATUS_INPUT, "needs \"axes\"");
  result->shape = operand->shape;
  infer_like_strides(&result->shape, operand->stride, result->stride);
  return true;
}

static bool next_part(const Graph *graph, const Op *op, LayoutPart *part) {
  if (part->operand != PART_BEGIN) return false;
  const Attribute *axes = op_attribute(op, ATTRIBUTE_AXES);
  layout_whole(graph, op, 0, part);
  for (int i = 0; axes && i < axes->count; i++) {
    LayoutAxis *axis = &part->axis[axes->integer[i]];
    axis->scale = -1;
    axis->constant = part->high[axes->integer[i]] - 1;
  }
  return true;
}

const LayoutOp layout_rev = {infer_rev, next_part};
