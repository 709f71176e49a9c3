// clone: a copy, perhaps in another memory layout.
#include "graph/layout/layout.h"

#include <string.h>

static bool infer_clone(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  const Attribute *attribute = infer_attribute(inference, ATTRIBUTE_LAYOUT);
  const char *layout = attribute && attribute->text ? attribute->text : "preserve";
  result->shape = operand->shape;
  if (strcmp(layout, "preserve") == 0)
    infer_like_strides(&result->shape, operand->stride, result->stride);
  else if (strcmp(layout, "contiguous") == 0)
    shape_contiguous(&result->shape, result->stride);
  else if (strcmp(layout, "channels_last") == 0 && (result->shape.rank == 4 || result->shape.rank == 5))
    infer_channels_last(&result->shape, result->stride);
  else
    return status_fail(
        status, STATUS_INPUT,
        "layout \"%s\" is none of \"contiguous\", \"preserve\" and (with 4 or 5 axes) \"channels_last\"",
        layout);
  return true;
}

static bool next_part(const Graph *graph, const Op *op, LayoutPart *part) {
  if (part->operand != PART_BEGIN) return false;
  layout_whole(graph, op, 0, part);
  return true;
}

const LayoutOp layout_clone = {infer_clone, next_part};
