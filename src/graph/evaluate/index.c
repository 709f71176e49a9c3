// Ops that choose elements by the values of an operand.
#include <stdlib.h>
#include <string.h>

#include "graph/evaluate/internal.h"

bool evaluate_wrap_index(const EvaluateCall *call, double value, int64_t size, bool negatives,
                         int64_t *index) {
  *index = dtype_whole(value);
  if (*index < 0 && negatives) *index += size;
  if (*index >= 0 && *index < size) return true;
  return status_fail(call->status, STATUS_INPUT, "%s: index %lld is out of range for an axis of size %lld",
                     call->op->name, (long long)dtype_whole(value), (long long)size);
}

// ---- along one axis

// Strides that leave `axis` out: the place of an element whose position along it is 0.
static void strides_without(const Shape *shape, int axis, int64_t stride[MAX_RANK]) {
  tensor_strides(shape, stride);
  stride[axis] = 0;
}

// gather (source NULL): result[..i..] = x[..index[..i..]..]; scatter_add: result[..index[..i..]..] +=
// source[..i..].
static bool along_axis(const EvaluateCall *call, const Tensor *base, const Tensor *index,
                       const Tensor *source) {
  Tensor *result = &call->results[0];
  int axis = (int)op_integer(call->op, ATTRIBUTE_AXIS, 0);
  int64_t base_stride[MAX_RANK] = {0}, lane[MAX_RANK] = {0}, own[MAX_RANK] = {0}, from[MAX_RANK] = {0};
  if (base->shape.rank == 0) axis = 0;
  tensor_strides(&base->shape, base_stride);
  int64_t step = base->shape.rank ? base_stride[axis] : 1,
          size = base->shape.rank ? base->shape.size[axis] : 1;
  if (base->shape.rank) strides_without(&base->shape, axis, lane);
  tensor_strides(&index->shape, own);
  if (source) tensor_strides(&source->shape, from);
  Walk walk;
  walk_init(&walk, &index->shape);
  walk_add(&walk, own, 0);
  walk_add(&walk, lane, 0);
  walk_add(&walk, from, 0);
  for (walk_begin(&walk); walk.more; walk_next(&walk)) {
    for (int64_t i = 0; i < walk.length; i++) {
      int64_t at = walk.position[0] + i * walk.step[0], chosen = 0;
      if (!evaluate_wrap_index(call, index->data[at], size, true, &chosen)) return false;
      int64_t place = walk.position[1] + i * walk.step[1] + chosen * step;
      if (source)
        result->data[place] += source->data[walk.position[2] + i * walk.step[2]];
      else
        result->data[at] = base->data[place];
    }
  }
  return true;
}

static bool scatter_add(const EvaluateCall *call) {
  tensor_copy(&call->results[0], call->operands[0]);
  return along_axis(call, &call->results[0], call->operands[1], call->operands[2]);
}

static bool embedding(const EvaluateCall *call) {
  const Tensor *table = call->operands[0], *index = call->operands[1];
  int64_t width = table->shape.size[1], count = tensor_elements(index), row = 0;
  for (int64_t i = 0; i < count; i++) {
    if (!evaluate_wrap_index(call, index->data[i], table->shape.size[0], false, &row)) return false;
    memcpy(call->results[0].data + i * width, table->data + row * width, (size_t)width * sizeof(double));
  }
  return true;
}

static bool index_add(const EvaluateCall *call) {
  const Tensor *index = call->operands[1], *source = call->operands[2];
  Tensor *result = &call->results[0];
  tensor_copy(result, call->operands[0]);
  int axis = (int)op_integer(call->op, ATTRIBUTE_AXIS, 0);
  Lanes lanes = tensor_lanes(&result->shape, axis);
  int64_t count = tensor_elements(index), chosen = 0;
  for (int64_t outer = 0; outer < lanes.outer; outer++) {
    for (int64_t i = 0; i < count; i++) {
      if (!evaluate_wrap_index(call, index->data[i], lanes.length, true, &chosen)) return false;
      double *to = result->data + (outer * lanes.length + chosen) * lanes.inner;
      const double *from = source->data + (outer * count + i) * lanes.inner;
      for (int64_t k = 0; k < lanes.inner; k++)
        to[k] += from[k];
    }
  }
  return true;
}

static bool move_elements(const EvaluateCall *call) {
  switch (call->op->code) {
    case OP_GATHER:
      return along_axis(call, call->operands[0], call->operands[1], NULL);
    case OP_SCATTER_ADD:
      return scatter_add(call);
    case OP_EMBEDDING:
      return embedding(call);
    case OP_INDEX_ADD:
      return index_add(call);
    default:
      return evaluate_selection(call);
  }
}

// Sums of integers wrap around as their dtype does.
bool evaluate_index(const EvaluateCall *call) {
  if (!move_elements(call)) return false;
  if (dtype_kind(call->results[0].dtype) != DTYPE_IS_FLOAT) tensor_round(&call->results[0]);
  return true;
}
