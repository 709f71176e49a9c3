// repeat: the operand side by side, a number of times along each axis; new axes stand in front.
#include "graph/layout/layout.h"

static bool infer_repeat(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  if (!infer_shape_attribute(inference, ATTRIBUTE_REPEATS, false, &result->shape, status)) return false;
  int shift = result->shape.rank - operand->shape.rank;
  if (shift < 0)
    return status_fail(status, STATUS_INPUT, "\"repeats\" has %d entries, the operand %d axes",
                       result->shape.rank, operand->shape.rank);
  for (int i = 0; i < operand->shape.rank; i++)
    if (__builtin_mul_overflow(result->shape.size[i + shift], operand->shape.size[i],
                               &result->shape.size[i + shift]))
      return status_fail(status, STATUS_INPUT, "too many elements");
  if (!shape_check(&result->shape, status)) return false;
  shape_contiguous(&result->shape, result->stride);
  return true;
}

static bool next_part(const Graph *graph, const Op *op, LayoutPart *part) {
  if (part->operand != PART_BEGIN) return false;
  const Shape *operand = &graph->values[op->operands[0].value].shape;
  int shift = graph->values[op->first_result].shape.rank - operand->rank;
  layout_whole(graph, op, 0, part);
  for (int axis = 0; axis < operand->rank; axis++)
    part->axis[axis] = (LayoutAxis){.from = axis + shift, .scale = 1, .every = 1, .repeats = true};
  return true;
}

const LayoutOp layout_repeat = {infer_repeat, next_part};
