// Places through view ops: from the view to its operand, and back where that is possible.
#include "kernel/lower/lowering.h"

static const Shape *operand_shape(const Lowering *lowering, const Op *op) {
  return &lowering->graph->values[op->operands[0].value].shape;
}

// Axes of size 1 come and go; the others keep their order.
static void match_axes(const Shape *from, const Position *at, const Shape *to, Position *out) {
  *out = position_zero(to->rank);
  int i = 0;
  for (int axis = 0; axis < to->rank; axis++) {
    if (to->size[axis] == 1) continue;
    while (i < from->rank && from->size[i] == 1)
      i++;
    if (i == from->rank) return;
    out->axis[axis] = at->axis[i++];
  }
}

static int op_axis(const Op *op) {
  return (int)op_integer(op, ATTRIBUTE_AXIS, 0);
}

// Inserts an axis with a fixed index (select, unbind).
static void insert_axis(Lowering *lowering, const Position *at, int axis, int64_t index, Position *below) {
  *below = position_zero(at->rank + 1);
  for (int i = 0; i < below->rank; i++)
    below->axis[i] = i == axis ? index_constant(lowering, index) : at->axis[i < axis ? i : i - 1];
}

static void shift_axis(Lowering *lowering, const Position *at, int axis, int64_t scale, int64_t start,
                       Position *below) {
  *below = *at;
  below->axis[axis] = index_affine(lowering, at->axis[axis], scale, start);
}

static void permute_backward(const Op *op, const Position *at, Position *below) {
  const Attribute *axes = op_attribute(op, ATTRIBUTE_AXES);
  *below = position_zero(at->rank);
  for (int i = 0; i < at->rank; i++)
    below->axis[axes && axes->count == at->rank ? axes->integer[i] : at->rank - 1 - i] = at->axis[i];
}

static int64_t split_start(const Op *op, int result) {
  const Attribute *sizes = op_attribute(op, ATTRIBUTE_SIZES);
  int64_t start = 0;
  for (int i = 0; i < result && sizes && i < sizes->count; i++)
    start += sizes->integer[i];
  return start;
}

// Sizes of 1 that a slice cuts out of longer axes keep their start; every other axis of size 1 has index 0.
bool view_backward(Lowering *lowering, int value, const Position *at, bool split, Position *below) {
  const Value *view = lowering_value(lowering, value);
  const Op *op = &lowering->graph->ops[view->producer];
  const Shape *from = &view->shape, *to = operand_shape(lowering, op);
  switch (op->code) {
    case OP_PERMUTE:
      permute_backward(op, at, below);
      return true;
    case OP_ALIAS:
      *below = *at;
      return true;
    case OP_UNSQUEEZE:
    case OP_SQUEEZE:
      match_axes(from, at, to, below);
      return true;
    case OP_EXPAND:
      *below = position_broadcast(at, from, to);
      return true;
    case OP_SLICE:
      shift_axis(lowering, at, op_axis(op), op_integer(op, ATTRIBUTE_STEP, 1),
                 op_integer(op, ATTRIBUTE_START, 0), below);
      return true;
    case OP_SPLIT:
      shift_axis(lowering, at, op_axis(op), 1, split_start(op, view->result), below);
      return true;
    case OP_SELECT:
      insert_axis(lowering, at, op_axis(op), op_integer(op, ATTRIBUTE_INDEX, 0), below);
      return true;
    case OP_LOOKUP_SEED:
      insert_axis(lowering, at, 0, op_integer(op, ATTRIBUTE_INDEX, 0), below);
      return true;
    case OP_UNBIND:
      insert_axis(lowering, at, op_axis(op), view->result, below);
      return true;
    case OP_RESHAPE:
      return position_reshape(lowering, at, from, to, split, below);
    default:
      return false;
  }
}

static bool permute_forward(const Op *op, const Position *below, Position *at) {
  const Attribute *axes = op_attribute(op, ATTRIBUTE_AXES);
  *at = position_zero(below->rank);
  for (int i = 0; i < at->rank; i++)
    at->axis[i] = below->axis[axes && axes->count == at->rank ? axes->integer[i] : at->rank - 1 - i];
  return true;
}

bool view_forward(Lowering *lowering, int value, const Position *below, Position *at) {
  const Value *view = lowering_value(lowering, value);
  const Op *op = &lowering->graph->ops[view->producer];
  const Shape *from = operand_shape(lowering, op), *to = &view->shape;
  if (shape_elements(from) != shape_elements(to)) return false;
  switch (op->code) {
    case OP_PERMUTE:
      return permute_forward(op, below, at);
    case OP_ALIAS:
    case OP_SLICE:
    case OP_SPLIT:
      *at = *below;
      return true;
    case OP_UNSQUEEZE:
    case OP_SQUEEZE:
    case OP_EXPAND:
    case OP_SELECT:
    case OP_UNBIND:
    case OP_LOOKUP_SEED:
      match_axes(from, below, to, at);
      return true;
    case OP_RESHAPE:
      return position_reshape(lowering, below, from, to, false, at);
    default:
      return false;
  }
}
