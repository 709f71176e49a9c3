// pad: a number around the operand. PAD lists low and high per axis from the last axis on; negative amounts
// crop.
#include "graph/layout/layout.h"

static bool infer_pad(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  const Attribute *pad = infer_attribute(inference, ATTRIBUTE_PAD);
  int rank = operand->shape.rank;
  if (!pad || pad->count % 2 || pad->count > 2 * rank)
    return status_fail(status, STATUS_INPUT, "\"pad\" must hold two numbers for each of at most %d axes",
                       rank);
  result->shape = operand->shape;
  for (int i = 0; i < pad->count / 2; i++) {
    int64_t *size = &result->shape.size[rank - 1 - i];
    int64_t low = pad->integer[2 * i], high = pad->integer[2 * i + 1];
    if (low > MAX_ELEMENTS || high > MAX_ELEMENTS || low < -*size || high < -*size || *size + low + high < 0)
      return status_fail(status, STATUS_INPUT, "padding %lld and %lld is out of range for %lld elements",
                         (long long)low, (long long)high, (long long)*size);
    *size += low + high;
  }
  infer_suggested_strides(&result->shape, operand, result->stride);
  return true;
}

static void set_inside(const Graph *graph, const Op *op, LayoutPart *part) {
  const Attribute *amounts = op_attribute(op, ATTRIBUTE_PAD);
  const Shape *operand = &graph->values[op->operands[0].value].shape;
  layout_whole(graph, op, 0, part);
  for (int i = 0; amounts && 2 * i + 1 < amounts->count; i++) {
    int axis = operand->rank - 1 - i;
    int64_t low = amounts->integer[2 * i];
    part->low[axis] = low;
    part->high[axis] = low + operand->size[axis];
    part->axis[axis].constant = -low;
  }
}

static bool next_part(const Graph *graph, const Op *op, LayoutPart *part) {
  if (part->operand == PART_NUMBER) return false;
  if (part->operand == PART_BEGIN) {
    set_inside(graph, op, part);
    return true;
  }
  layout_whole(graph, op, PART_NUMBER, part);
  part->number = dtype_round(graph->values[op->first_result].dtype, op_number(op, ATTRIBUTE_VALUE, 0));
  return true;
}

const LayoutOp layout_pad = {infer_pad, next_part};
