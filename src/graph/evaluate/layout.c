// Ops that move elements without changing them.
#include <math.h>
#include <string.h>

#include "graph/evaluate/internal.h"

// A box of elements: where it starts in an array and how its axes step there.
typedef struct Box {
  int64_t start, stride[MAX_RANK];
} Box;

static Box box_of(const Shape *array) {
  Box box = {0, {0}};
  tensor_strides(array, box.stride);
  return box;
}

static void copy_box(const Shape *space, double *to, const Box *to_box, const double *from,
                     const Box *from_box) {
  Walk walk;
  walk_init(&walk, space);
  walk_add(&walk, to_box->stride, to_box->start);
  walk_add(&walk, from_box->stride, from_box->start);
  for (walk_begin(&walk); walk.more; walk_next(&walk))
    for (int64_t i = 0; i < walk.length; i++)
      to[walk.position[0] + i * walk.step[0]] = from[walk.position[1] + i * walk.step[1]];
}

static bool cat(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  int axis = (int)op_integer(call->op, ATTRIBUTE_AXIS, 0);
  Box to = box_of(&result->shape);
  for (int k = 0; k < call->op->operand_count; k++) {
    const Tensor *operand = call->operands[k];
    if (operand->shape.rank != result->shape.rank) continue; // PyTorch lets an empty vector join anything
    Box from = box_of(&operand->shape);
    copy_box(&operand->shape, result->data, &to, operand->data, &from);
    to.start += operand->shape.size[axis] * to.stride[axis];
  }
  return true;
}

// PAD lists low and high per axis from the last axis on; negative amounts crop.
static bool pad(const EvaluateCall *call) {
  const Tensor *operand = call->operands[0];
  Tensor *result = &call->results[0];
  double value = dtype_round(result->dtype, op_number(call->op, ATTRIBUTE_VALUE, 0));
  int64_t count = tensor_elements(result);
  for (int64_t i = 0; i < count; i++)
    result->data[i] = value;
  Shape inner = operand->shape;
  Box to = box_of(&result->shape), from = box_of(&operand->shape);
  const Attribute *amounts = op_attribute(call->op, ATTRIBUTE_PAD);
  for (int k = 0; amounts && 2 * k + 1 < amounts->count; k++) {
    int axis = inner.rank - 1 - k;
    int64_t low = amounts->integer[2 * k], high = amounts->integer[2 * k + 1];
    to.start += (low > 0 ? low : 0) * to.stride[axis];
    from.start += (low < 0 ? -low : 0) * from.stride[axis];
    inner.size[axis] += (low < 0 ? low : 0) + (high < 0 ? high : 0);
    if (inner.size[axis] < 0) inner.size[axis] = 0;
  }
  copy_box(&inner, result->data, &to, operand->data, &from);
  return true;
}

static bool slice_scatter(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  const Tensor *part = call->operands[1];
  int axis = (int)op_integer(call->op, ATTRIBUTE_AXIS, 0);
  tensor_copy(result, call->operands[0]);
  Box to = box_of(&result->shape), from = box_of(&part->shape);
  to.start = op_integer(call->op, ATTRIBUTE_START, 0) * to.stride[axis];
  to.stride[axis] *= op_integer(call->op, ATTRIBUTE_STEP, 1);
  copy_box(&part->shape, result->data, &to, part->data, &from);
  return true;
}

static bool select_scatter(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  const Tensor *part = call->operands[1];
  int axis = (int)op_integer(call->op, ATTRIBUTE_AXIS, 0);
  tensor_copy(result, call->operands[0]);
  Box to = box_of(&result->shape), from = box_of(&part->shape);
  to.start = op_integer(call->op, ATTRIBUTE_INDEX, 0) * to.stride[axis];
  memmove(to.stride + axis, to.stride + axis + 1, (size_t)(MAX_RANK - axis - 1) * sizeof to.stride[0]);
  copy_box(&part->shape, result->data, &to, part->data, &from);
  return true;
}

static bool rev(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  Box to = box_of(&result->shape), from = to;
  const Attribute *axes = op_attribute(call->op, ATTRIBUTE_AXES);
  for (int k = 0; axes && k < axes->count; k++) {
    int axis = (int)axes->integer[k];
    from.start += (result->shape.size[axis] - 1) * from.stride[axis];
    from.stride[axis] = -from.stride[axis];
  }
  copy_box(&result->shape, result->data, &to, call->operands[0]->data, &from);
  return true;
}

// The element of `operand` that repeats at element `at` of `result`.
static int64_t repeated_element(const Tensor *operand, const Tensor *result, int64_t at) {
  int64_t element = 0, step = 1;
  int missing = result->shape.rank - operand->shape.rank;
  for (int axis = result->shape.rank - 1; axis >= missing; axis--) {
    int64_t size = operand->shape.size[axis - missing];
    element += at % result->shape.size[axis] % size * step;
    at /= result->shape.size[axis];
    step *= size;
  }
  return element;
}

static bool repeat(const EvaluateCall *call) {
  Tensor *result = &call->results[0];
  int64_t count = tensor_elements(result);
  for (int64_t at = 0; at < count; at++)
    result->data[at] = call->operands[0]->data[repeated_element(call->operands[0], result, at)];
  return true;
}

static bool glu(const EvaluateCall *call) {
  const Tensor *input = call->operands[0];
  int64_t axis = op_integer(call->op, ATTRIBUTE_AXIS, -1);
  Lanes lanes = tensor_lanes(&input->shape, (int)(axis < 0 ? axis + input->shape.rank : axis));
  int64_t half = lanes.length / 2 * lanes.inner;
  for (int64_t outer = 0; outer < lanes.outer; outer++) {
    const double *from = input->data + outer * lanes.length * lanes.inner;
    for (int64_t i = 0; i < half; i++)
      call->results[0].data[outer * half + i] = from[i] / (1 + exp(-from[half + i]));
  }
  return true;
}

bool evaluate_layout(const EvaluateCall *call) {
  switch (call->op->code) {
    case OP_RESHAPE: // one that copies
    case OP_CLONE:
      tensor_copy(&call->results[0], call->operands[0]);
      return true;
    case OP_CAT:
      return cat(call);
    case OP_PAD:
      return pad(call);
    case OP_SLICE_SCATTER:
      return slice_scatter(call);
    case OP_SELECT_SCATTER:
      return select_scatter(call);
    case OP_AS_STRIDED_SCATTER:
      return evaluate_as_strided_scatter(call);
    case OP_REPEAT:
      return repeat(call);
    case OP_REV:
      return rev(call);
    case OP_GLU:
      return glu(call);
    default:
      return status_fail(call->status, STATUS_INTERNAL, "no evaluator for %s", op_info(call->op->code)->name);
  }
}
