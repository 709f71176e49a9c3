// Shapes of ops that move elements, and of those whose result is like an operand.
#include "graph/layout/layout.h"

bool infer_layout(Inference *inference, Status *status) {
  return layout_op(inference->code)
      ->infer(inference, infer_operand(inference, 0), &inference->results[0], status);
}

static bool check_as_strided_scatter(Inference *inference, Status *status) {
  Shape part, stride;
  if (!infer_shape_attribute(inference, ATTRIBUTE_SHAPE, false, &part, status)) return false;
  if (!infer_shape_attribute(inference, ATTRIBUTE_STRIDE, false, &stride, status)) return false;
  return layout_check_same(&part, &infer_operand(inference, 1)->shape, NO_AXIS, "operand 1", status);
}

static bool check_sorted_axis(Inference *inference, const Value *operand, Status *status) {
  int axis;
  return infer_axis(inference, operand->shape.rank, -1, &axis, status);
}

static bool check_running_axis(Inference *inference, const Value *operand, Status *status) {
  int axis;
  if (!infer_attribute(inference, ATTRIBUTE_AXIS)) return status_fail(status, STATUS_INPUT, "needs \"axis\"");
  return infer_axis(inference, operand->shape.rank, 0, &axis, status);
}

static bool check_pool_indices(Inference *inference, Status *status) {
  Shape image, kernel;
  return infer_shape_attribute(inference, ATTRIBUTE_SHAPE, false, &image, status) &&
         infer_shape_attribute(inference, ATTRIBUTE_KERNEL, false, &kernel, status);
}

static bool check_like_first(Inference *inference, const Value *operand, Status *status) {
  switch (inference->code) {
    case OP_AS_STRIDED_SCATTER:
      return check_as_strided_scatter(inference, status);
    case OP_SORT:
      return check_sorted_axis(inference, operand, status);
    case OP_CUMSUM:
      return check_running_axis(inference, operand, status);
    case OP_POOL_INDICES:
      return check_pool_indices(inference, status);
    default:
      return infer_check_scatter(inference, operand, status);
  }
}

bool infer_like_first(Inference *inference, Status *status) {
  const Value *operand = infer_operand(inference, 0);
  if (!check_like_first(inference, operand, status)) return false;
  for (int i = 0; i < inference->result_count; i++) {
    Inferred *result = &inference->results[i];
    result->shape = operand->shape;
    if (inference->code == OP_CUMSUM)
      shape_contiguous(&result->shape, result->stride);
    else
      infer_like_strides(&result->shape, operand->stride, result->stride);
  }
  return true;
}

bool infer_topk(Inference *inference, Status *status) {
  const Value *operand = infer_operand(inference, 0);
  int axis;
  int64_t top = infer_integer(inference, ATTRIBUTE_TOP, -1);
  if (!infer_axis(inference, operand->shape.rank, -1, &axis, status)) return false;
  if (top < 0 || top > operand->shape.size[axis])
    return status_fail(status, STATUS_INPUT, "needs \"k\" between 0 and the %lld elements of the axis",
                       (long long)operand->shape.size[axis]);
  for (int i = 0; i < inference->result_count; i++) {
    inference->results[i].shape = operand->shape;
    inference->results[i].shape.size[axis] = top;
    shape_contiguous(&inference->results[i].shape, inference->results[i].stride);
  }
  return true;
}

bool infer_glu(Inference *inference, Status *status) {
  const Value *operand = infer_operand(inference, 0);
  int axis;
  if (!infer_axis(inference, operand->shape.rank, -1, &axis, status)) return false;
  Inferred *result = &inference->results[0];
  result->shape = operand->shape;
  if (result->shape.size[axis] % 2)
    return status_fail(status, STATUS_INPUT, "needs an even number of elements to halve");
  result->shape.size[axis] /= 2;
  shape_contiguous(&result->shape, result->stride);
  return true;
}

static bool infer_as_real(const Value *operand, Inferred *result, Status *status) {
  int rank = operand->shape.rank;
  if (dtype_kind(operand->dtype) != DTYPE_IS_COMPLEX)
    return status_fail(status, STATUS_INPUT, "needs complex numbers, not %s", dtype_name(operand->dtype));
  if (rank == MAX_RANK) return status_fail(status, STATUS_INPUT, "makes more than %d axes", MAX_RANK);
  result->shape = operand->shape;
  result->shape.size[result->shape.rank++] = 2;
  infer_like_strides(&operand->shape, operand->stride, result->stride);
  for (int i = 0; i < rank; i++)
    result->stride[i] *= 2;
  result->stride[rank] = 1;
  return true;
}

static bool infer_as_complex(const Value *operand, Inferred *result, Status *status) {
  int last = operand->shape.rank - 1;
  int64_t stride[MAX_RANK];
  if (dtype_kind(operand->dtype) != DTYPE_IS_FLOAT)
    return status_fail(status, STATUS_INPUT, "needs floats, not %s", dtype_name(operand->dtype));
  if (last < 0 || operand->shape.size[last] != 2)
    return status_fail(status, STATUS_INPUT, "needs a last axis of size 2");
  result->shape = operand->shape;
  result->shape.rank = last;
  for (int i = 0; i < last; i++)
    stride[i] = operand->stride[i] / 2;
  infer_like_strides(&result->shape, stride, result->stride);
  return true;
}

bool infer_pairs(Inference *inference, Status *status) {
  const Value *operand = infer_operand(inference, 0);
  Inferred *result = &inference->results[0];
  if (inference->code == OP_VIEW_AS_REAL) return infer_as_real(operand, result, status);
  return infer_as_complex(operand, result, status);
}
