// Views: which element of the operand's memory each element of the result is.
#include "graph/infer/infer.h"

#include <string.h>

// The result starts as the operand and is changed by each rule.
static void start_as(Inferred *result, const Value *operand) {
  result->shape = operand->shape;
  memcpy(result->stride, operand->stride, sizeof result->stride);
  result->offset = operand->offset;
}

static void drop_axis(Inferred *result, int axis) {
  result->shape.rank--;
  for (int i = axis; i < result->shape.rank; i++) {
    result->shape.size[i] = result->shape.size[i + 1];
    result->stride[i] = result->stride[i + 1];
  }
}

// Puts the size that -1 stands for into `shape`.
static bool resolve_reshape(const Shape *from, Shape *shape, Status *status) {
  char a[160], b[160];
  int64_t known = 1, total = shape_elements(from);
  int open = -1;
  for (int i = 0; i < shape->rank; i++) {
    if (shape->size[i] == -1 && open >= 0)
      return status_fail(status, STATUS_INPUT, "only one size may be -1");
    if (shape->size[i] == -1)
      open = i;
    else if (shape->size[i] < 0)
      return status_fail(status, STATUS_INPUT, "negative size %lld", (long long)shape->size[i]);
    else if (__builtin_mul_overflow(known, shape->size[i], &known))
      return status_fail(status, STATUS_INPUT, "too many elements");
  }
  if (open >= 0 && known > 0 && total % known == 0) {
    shape->size[open] = total / known;
    return true;
  }
  if (open < 0 && known == total) return true;
  return status_fail(status, STATUS_INPUT, "%s has %lld elements and cannot become %s", shape_text(from, a),
                     (long long)total, shape_text(shape, b));
}

static bool view_reshape(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  Shape shape;
  if (!infer_shape_attribute(inference, ATTRIBUTE_SHAPE, true, &shape, status)) return false;
  if (!resolve_reshape(&operand->shape, &shape, status)) return false;
  infer_set_integers(inference, ATTRIBUTE_SHAPE, shape.size, shape.rank);
  result->shape = shape;
  if (infer_reshape_strides(&operand->shape, operand->stride, &shape, result->stride)) return true;
  inference->is_view = false;
  inference->op_class = CLASS_LAYOUT;
  result->offset = 0;
  shape_contiguous(&shape, result->stride);
  return true;
}

static bool view_permute(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  uint32_t mask;
  bool given;
  int rank = operand->shape.rank;
  if (!infer_axes(inference, rank, &mask, &given, status)) return false;
  const Attribute *axes = infer_attribute(inference, ATTRIBUTE_AXES);
  if (!given || axes->count != rank)
    return status_fail(status, STATUS_INPUT, "\"axes\" must name all %d axes in their new order", rank);
  for (int i = 0; i < rank; i++) {
    result->shape.size[i] = operand->shape.size[axes->integer[i]];
    result->stride[i] = operand->stride[axes->integer[i]];
  }
  return true;
}

static bool view_unsqueeze(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  int axis, rank = operand->shape.rank;
  if (rank == MAX_RANK) return status_fail(status, STATUS_INPUT, "more than %d axes", MAX_RANK);
  if (!infer_attribute(inference, ATTRIBUTE_AXIS)) return status_fail(status, STATUS_INPUT, "needs \"axis\"");
  if (!infer_axis(inference, rank + 1, 0, &axis, status)) return false;
  for (int i = rank; i > axis; i--) {
    result->shape.size[i] = result->shape.size[i - 1];
    result->stride[i] = result->stride[i - 1];
  }
  result->shape.rank++;
  result->stride[axis] = axis < rank ? operand->shape.size[axis] * operand->stride[axis] : 1;
  result->shape.size[axis] = 1;
  return true;
}

static bool view_squeeze(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  uint32_t mask;
  bool given;
  if (!infer_axes(inference, operand->shape.rank, &mask, &given, status)) return false;
  for (int i = operand->shape.rank - 1; i >= 0; i--)
    if ((!given || (mask >> i & 1)) && operand->shape.size[i] == 1) drop_axis(result, i);
  return true;
}

static bool view_expand(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  char a[160], b[160];
  Shape shape;
  if (!infer_shape_attribute(inference, ATTRIBUTE_SHAPE, true, &shape, status)) return false;
  int shift = shape.rank - operand->shape.rank;
  for (int i = shape.rank - 1; i >= 0; i--) {
    int64_t size = i >= shift ? operand->shape.size[i - shift] : 1;
    int64_t above = i + 1 < shape.rank ? shape.size[i + 1] * result->stride[i + 1] : 1;
    if (shape.size[i] == -1 && i >= shift) shape.size[i] = size;
    if (shift < 0 || shape.size[i] < 0 || (size != 1 && size != shape.size[i]))
      return status_fail(status, STATUS_INPUT, "shape %s does not expand to %s",
                         shape_text(&operand->shape, a), shape_text(&shape, b));
    int64_t stride = i >= shift ? operand->stride[i - shift] : above;
    result->stride[i] = size == shape.size[i] ? stride : 0;
  }
  result->shape = shape;
  infer_set_integers(inference, ATTRIBUTE_SHAPE, shape.size, shape.rank);
  return shape.rank >= operand->shape.rank ||
         status_fail(status, STATUS_INPUT, "shape %s does not expand to %s", shape_text(&operand->shape, a),
                     shape_text(&shape, b));
}

static bool view_slice(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  int axis;
  int64_t start, step, length;
  if (!infer_axis(inference, operand->shape.rank, 0, &axis, status)) return false;
  if (!infer_slice(inference, operand->shape.size[axis], &start, &step, &length, status)) return false;
  result->shape.size[axis] = length;
  result->stride[axis] *= step;
  result->offset += start * operand->stride[axis];
  return true;
}

static bool view_select(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  int axis = 0;
  int64_t index;
  if (inference->code == OP_LOOKUP_SEED && operand->shape.rank != 1)
    return status_fail(status, STATUS_INPUT, "the seeds must be a vector");
  if (inference->code == OP_SELECT && !infer_axis(inference, operand->shape.rank, 0, &axis, status))
    return false;
  if (!infer_position(inference, operand->shape.size[axis], &index, status)) return false;
  result->offset += index * operand->stride[axis];
  drop_axis(result, axis);
  return true;
}

// Makes `count` results that all start as the operand.
static void make_results(Inference *inference, const Value *operand, int count) {
  DType dtype = inference->results[0].dtype;
  inference->results = arena_array(inference->arena, (size_t)count, sizeof *inference->results);
  inference->result_count = count;
  for (int i = 0; i < count; i++) {
    start_as(&inference->results[i], operand);
    inference->results[i].dtype = dtype;
  }
}

enum { MOST_PARTS = 1 << 16 };

// SIZES as one size for all parts becomes the list of sizes.
static bool resolve_parts(Inference *inference, int64_t size, Status *status) {
  const Attribute *sizes = infer_attribute(inference, ATTRIBUTE_SIZES);
  if (!sizes || sizes->count == 0) return status_fail(status, STATUS_INPUT, "needs \"sizes\"");
  int64_t sum = 0, part = sizes->integer[0];
  for (int i = 0; i < sizes->count; i++) {
    if (sizes->integer[i] < 0 || sizes->integer[i] > size)
      return status_fail(status, STATUS_INPUT, "part size %lld is out of range for %lld elements",
                         (long long)sizes->integer[i], (long long)size);
    sum += sizes->integer[i];
  }
  if (sum == size) return true;
  if (sizes->count != 1)
    return status_fail(status, STATUS_INPUT, "the sizes sum to %lld, the axis has %lld elements",
                       (long long)sum, (long long)size);
  if (part == 0) return status_fail(status, STATUS_INPUT, "a part size of 0 never ends");
  int64_t count = (size + part - 1) / part;
  if (count > MOST_PARTS)
    return status_fail(status, STATUS_INPUT, "%lld parts are too many", (long long)count);
  int64_t *list = arena_array(inference->arena, (size_t)count, sizeof *list);
  for (int64_t i = 0; i < count; i++)
    list[i] = i + 1 < count ? part : size - part * (count - 1);
  infer_set_integers(inference, ATTRIBUTE_SIZES, list, (int)count);
  return true;
}

static bool view_split(Inference *inference, const Value *operand, Status *status) {
  int axis;
  if (!infer_axis(inference, operand->shape.rank, 0, &axis, status)) return false;
  if (!resolve_parts(inference, operand->shape.size[axis], status)) return false;
  const Attribute *sizes = infer_attribute(inference, ATTRIBUTE_SIZES);
  make_results(inference, operand, sizes->count);
  int64_t start = 0;
  for (int i = 0; i < sizes->count; i++) {
    inference->results[i].shape.size[axis] = sizes->integer[i];
    inference->results[i].offset += start * operand->stride[axis];
    start += sizes->integer[i];
  }
  return true;
}

static bool view_unbind(Inference *inference, const Value *operand, Status *status) {
  int axis;
  if (!infer_axis(inference, operand->shape.rank, 0, &axis, status)) return false;
  int64_t count = operand->shape.size[axis];
  if (count < 1 || count > MOST_PARTS)
    return status_fail(status, STATUS_INPUT, "an axis of %lld elements cannot be unbound", (long long)count);
  make_results(inference, operand, (int)count);
  for (int i = 0; i < count; i++) {
    inference->results[i].offset += i * operand->stride[axis];
    drop_axis(&inference->results[i], axis);
  }
  return true;
}

static bool view_as_strided(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  Shape stride;
  if (!infer_shape_attribute(inference, ATTRIBUTE_SHAPE, false, &result->shape, status)) return false;
  if (!infer_shape_attribute(inference, ATTRIBUTE_STRIDE, false, &stride, status)) return false;
  if (stride.rank != result->shape.rank)
    return status_fail(status, STATUS_INPUT, "\"stride\" has %d entries, \"shape\" %d", stride.rank,
                       result->shape.rank);
  const Value *memory = &inference->values[operand->storage];
  int64_t extent = shape_extent(&memory->shape, memory->stride), last = 0;
  result->offset = infer_integer(inference, ATTRIBUTE_OFFSET, operand->offset);
  for (int i = 0; i < stride.rank; i++) {
    int64_t reach;
    if (__builtin_mul_overflow(result->shape.size[i] - (result->shape.size[i] > 0), stride.size[i], &reach) ||
        __builtin_add_overflow(last, reach, &last))
      return status_fail(status, STATUS_INPUT, "reaches outside of its memory");
    result->stride[i] = stride.size[i];
  }
  if (shape_elements(&result->shape) && (result->offset < 0 || last >= extent - result->offset))
    return status_fail(status, STATUS_INPUT, "reaches outside of its memory of %lld elements",
                       (long long)extent);
  infer_set_integers(inference, ATTRIBUTE_OFFSET, &result->offset, 1);
  return true;
}

bool infer_view(Inference *inference, Status *status) {
  const Value *operand = infer_operand(inference, 0);
  Inferred *result = &inference->results[0];
  start_as(result, operand);
  switch (inference->code) {
    case OP_RESHAPE:
      return view_reshape(inference, operand, result, status);
    case OP_PERMUTE:
      return view_permute(inference, operand, result, status);
    case OP_UNSQUEEZE:
      return view_unsqueeze(inference, operand, result, status);
    case OP_SQUEEZE:
      return view_squeeze(inference, operand, result, status);
    case OP_EXPAND:
      return view_expand(inference, operand, result, status);
    case OP_SLICE:
      return view_slice(inference, operand, result, status);
    case OP_SELECT:
    case OP_LOOKUP_SEED:
      return view_select(inference, operand, result, status);
    case OP_SPLIT:
      return view_split(inference, operand, status);
    case OP_UNBIND:
      return view_unbind(inference, operand, status);
    case OP_AS_STRIDED:
      return view_as_strided(inference, operand, result, status);
    case OP_ALIAS:
      return true;
    default:
      return status_fail(status, STATUS_INTERNAL, "no rule for this view");
  }
}
