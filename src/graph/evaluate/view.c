// Views, made real: every result is a copy in row order.
#include <string.h>

#include "graph/evaluate/internal.h"

// result[i, j, ...] = data[start + i * stride[0] + j * stride[1] + ...]
static void read_strided(Tensor *result, const double *data, const int64_t stride[MAX_RANK], int64_t start) {
  int64_t own[MAX_RANK] = {0};
  tensor_strides(&result->shape, own);
  Walk walk;
  walk_init(&walk, &result->shape);
  walk_add(&walk, stride, start);
  walk_add(&walk, own, 0);
  for (walk_begin(&walk); walk.more; walk_next(&walk)) {
    const double *from = data + walk.position[0];
    double *to = result->data + walk.position[1];
    for (int64_t i = 0; i < walk.length; i++)
      to[i] = from[i * walk.step[0]];
  }
}

static bool permute(const EvaluateCall *call) {
  int64_t own[MAX_RANK] = {0}, stride[MAX_RANK] = {0};
  tensor_strides(&call->operands[0]->shape, own);
  for (int axis = 0; axis < call->results[0].shape.rank; axis++)
    stride[axis] = own[evaluate_entry(call, ATTRIBUTE_AXES, axis, axis)];
  read_strided(&call->results[0], call->operands[0]->data, stride, 0);
  return true;
}

static bool expand(const EvaluateCall *call) {
  int64_t stride[MAX_RANK] = {0};
  tensor_broadcast(call->operands[0], &call->results[0].shape, stride);
  read_strided(&call->results[0], call->operands[0]->data, stride, 0);
  return true;
}

// The part of length result.size[axis] that starts at `start` and takes every `step`th position along `axis`.
static void read_part(const EvaluateCall *call, Tensor *result, int axis, int64_t start, int64_t step) {
  const Tensor *operand = call->operands[0];
  int64_t stride[MAX_RANK] = {0};
  tensor_strides(&operand->shape, stride);
  int64_t first = start * stride[axis];
  stride[axis] *= step;
  read_strided(result, operand->data, stride, first);
}

// Element `index` along `axis`, the axis removed.
static void read_element(const EvaluateCall *call, Tensor *result, int axis, int64_t index) {
  const Tensor *operand = call->operands[0];
  int64_t stride[MAX_RANK] = {0};
  tensor_strides(&operand->shape, stride);
  int64_t first = index * stride[axis];
  memmove(stride + axis, stride + axis + 1, (size_t)(MAX_RANK - axis - 1) * sizeof stride[0]);
  read_strided(result, operand->data, stride, first);
}

static bool split(const EvaluateCall *call) {
  int axis = (int)op_integer(call->op, ATTRIBUTE_AXIS, 0);
  int64_t start = 0;
  for (int i = 0; i < call->op->result_count; i++) {
    read_part(call, &call->results[i], axis, start, 1);
    start += call->results[i].shape.size[axis];
  }
  return true;
}

static bool unbind(const EvaluateCall *call) {
  int axis = (int)op_integer(call->op, ATTRIBUTE_AXIS, 0);
  for (int i = 0; i < call->op->result_count; i++)
    read_element(call, &call->results[i], axis, i);
  return true;
}

static bool slice(const EvaluateCall *call) {
  int axis = (int)op_integer(call->op, ATTRIBUTE_AXIS, 0);
  int64_t start = op_integer(call->op, ATTRIBUTE_START, 0), step = op_integer(call->op, ATTRIBUTE_STEP, 1);
  read_part(call, &call->results[0], axis, start, step);
  return true;
}

static bool select(const EvaluateCall *call) {
  int axis = (int)op_integer(call->op, ATTRIBUTE_AXIS, 0);
  read_element(call, &call->results[0], axis, op_integer(call->op, ATTRIBUTE_INDEX, 0));
  return true;
}

static bool lookup_seed(const EvaluateCall *call) {
  call->results[0].data[0] = call->operands[0]->data[op_integer(call->op, ATTRIBUTE_INDEX, 0)];
  return true;
}

bool evaluate_view(const EvaluateCall *call) {
  switch (call->op->code) {
    case OP_PERMUTE:
      return permute(call);
    case OP_EXPAND:
      return expand(call);
    case OP_SLICE:
      return slice(call);
    case OP_SELECT:
      return select(call);
    case OP_SPLIT:
      return split(call);
    case OP_UNBIND:
      return unbind(call);
    case OP_AS_STRIDED:
      return evaluate_as_strided(call);
    case OP_LOOKUP_SEED:
      return lookup_seed(call);
    case OP_RESHAPE:
    case OP_UNSQUEEZE:
    case OP_SQUEEZE:
    case OP_ALIAS: // the same elements in the same order
      tensor_copy(&call->results[0], call->operands[0]);
      return true;
    default:
      return status_fail(call->status, STATUS_INTERNAL, "no evaluator for %s", op_info(call->op->code)->name);
  }
}
