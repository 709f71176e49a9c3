// PyTorch's layout rules.
#include "graph/infer/infer.h"

#include <string.h>

static bool is_contiguous(const Shape *shape, const int64_t *stride) {
  int64_t plain[MAX_RANK];
  shape_contiguous(shape, plain);
  return shape_strides_equal(shape, stride, plain);
}

void infer_channels_last(const Shape *shape, int64_t stride[MAX_RANK]) {
  int64_t next = 1;
  for (int place = 0; place < shape->rank; place++) {
    // Fastest first: axis 1, then the last, ..., axis 2, then axis 0.
    int axis = place == 0 ? 1 : place == shape->rank - 1 ? 0 : shape->rank - place;
    stride[axis] = next;
    if (shape->size[axis] > 1) next *= shape->size[axis];
  }
}

static bool has_channels_last(const Shape *shape, const int64_t *stride) {
  if (shape->rank != 4 && shape->rank != 5) return false;
  int64_t wanted[MAX_RANK];
  infer_channels_last(shape, wanted);
  return shape_strides_equal(shape, stride, wanted);
}

bool infer_is_channels_last(const Shape *shape, const int64_t *stride) {
  return has_channels_last(shape, stride) && !is_contiguous(shape, stride);
}

void infer_suggested_strides(const Shape *shape, const Value *from, int64_t stride[MAX_RANK]) {
  if (from->shape.rank == shape->rank && infer_is_channels_last(&from->shape, from->stride))
    infer_channels_last(shape, stride);
  else
    shape_contiguous(shape, stride);
}

// The stride with which an operand walks axis `axis` of the broadcast shape: 0 where it is repeated.
static int64_t broadcast_stride(const OperandLayout *operand, const Shape *shape, int axis) {
  int own = axis - (shape->rank - operand->shape->rank);
  if (own < 0 || (operand->shape->size[own] == 1 && shape->size[axis] != 1)) return 0;
  return operand->stride[own];
}

// > 0: axis a walks faster memory than axis b belongs before; < 0: the order stands; 0: no operand cares.
static int compare_axes(const OperandLayout *operands, int count, const Shape *shape, int a, int b) {
  for (int i = 0; i < count; i++) {
    int64_t stride_a = broadcast_stride(&operands[i], shape, a),
            stride_b = broadcast_stride(&operands[i], shape, b);
    if (stride_a == 0 || stride_b == 0) continue;
    if (stride_a != stride_b) return stride_a < stride_b ? -1 : 1;
    if (shape->size[a] > shape->size[b]) return 1;
  }
  return 0;
}

// Axes from fastest to slowest by insertion sort, which tolerates the undecided comparisons as PyTorch's
// does.
static void sort_axes(const OperandLayout *operands, int count, const Shape *shape, int order[MAX_RANK]) {
  for (int i = 0; i < shape->rank; i++)
    order[i] = shape->rank - 1 - i;
  for (int i = 1; i < shape->rank; i++) {
    int moving = i;
    for (int before = i - 1; before >= 0; before--) {
      int comparison = compare_axes(operands, count, shape, order[before], order[moving]);
      if (comparison < 0) break;
      if (comparison == 0) continue;
      int axis = order[before];
      order[before] = order[moving];
      order[moving] = axis;
      moving = before;
    }
  }
}

static void strides_in_order(const Shape *shape, const int order[MAX_RANK], int64_t stride[MAX_RANK]) {
  int64_t next = 1;
  for (int i = 0; i < shape->rank; i++) {
    stride[order[i]] = next;
    if (shape->size[order[i]] > 1) next *= shape->size[order[i]];
  }
}

void infer_pointwise_strides(const OperandLayout *operands, int count, const Shape *shape,
                             int64_t stride[MAX_RANK]) {
  bool contiguous = true, channels_last = count > 0;
  for (int i = 0; i < count; i++) {
    contiguous &= is_contiguous(operands[i].shape, operands[i].stride);
    channels_last &= has_channels_last(operands[i].shape, operands[i].stride);
  }
  int order[MAX_RANK];
  if (contiguous) {
    shape_contiguous(shape, stride);
  } else if (channels_last) {
    infer_channels_last(shape, stride);
  } else {
    sort_axes(operands, count, shape, order);
    strides_in_order(shape, order, stride);
  }
}

void infer_like_strides(const Shape *shape, const int64_t *from, int64_t stride[MAX_RANK]) {
  if (shape_dense(shape, from)) {
    memcpy(stride, from, (size_t)shape->rank * sizeof *stride);
    return;
  }
  infer_pointwise_strides(&(OperandLayout){shape, from}, 1, shape, stride);
}

static void empty_strides(const Shape *shape, int64_t stride[MAX_RANK]) {
  for (int i = shape->rank - 1; i >= 0; i--) {
    int64_t size = i + 1 < shape->rank ? shape->size[i + 1] : 1;
    stride[i] = i + 1 < shape->rank ? (size > 1 ? size : 1) * stride[i + 1] : 1;
  }
}

// Runs of old axes that lie in memory as one axis would are matched with runs of new axes of the same
// product.
bool infer_reshape_strides(const Shape *from, const int64_t *from_stride, const Shape *shape,
                           int64_t stride[MAX_RANK]) {
  if (shape_elements(shape) == 0) {
    empty_strides(shape, stride);
    return true;
  }
  int64_t base = from->rank ? from_stride[from->rank - 1] : 1, old_count = 1, new_count = 1;
  int axis = shape->rank - 1;
  for (int old = from->rank - 1; old >= 0; old--) {
    old_count *= from->size[old];
    if (old > 0 && (from->size[old - 1] == 1 || from_stride[old - 1] == old_count * base)) continue;
    for (; axis >= 0 && (new_count < old_count || shape->size[axis] == 1); axis--) {
      stride[axis] = new_count * base;
      new_count *= shape->size[axis];
    }
    if (new_count != old_count) return false;
    if (old > 0) base = from_stride[old - 1];
    old_count = new_count = 1;
  }
  for (; axis >= 0; axis--) // only sizes of 1 are left, for a scalar that became a tensor
    stride[axis] = 1;
  return true;
}
