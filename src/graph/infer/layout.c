// Shapes of ops that move elements, and of those whose result is like an operand.
#include "graph/infer/infer.h"

#include <string.h>

// Sizes like an operand's in both directions must agree, but for `free_axis`.
static bool check_same(const Shape *wanted, const Shape *got, int free_axis, const char *what,
                       Status *status) {
  bool same = wanted->rank == got->rank;
  for (int i = 0; same && i < wanted->rank; i++)
    same = i == free_axis || wanted->size[i] == got->size[i];
  if (same) return true;
  char a[160], b[160];
  return status_fail(status, STATUS_INPUT, "%s has shape %s, expected %s", what, shape_text(got, a),
                     shape_text(wanted, b));
}

static bool layout_clone(Inference *inference, const Value *operand, Inferred *result, Status *status) {
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

static bool is_legacy_empty(const Value *value) {
  return value->shape.rank == 1 && value->shape.size[0] == 0;
}

static void cat_strides(const Inference *inference, Inferred *result) {
  bool channels_last = true;
  for (int i = 0; i < inference->operand_count; i++) {
    const Value *value = infer_operand(inference, i);
    channels_last &= infer_is_channels_last(&value->shape, value->stride);
  }
  if (channels_last)
    infer_channels_last(&result->shape, result->stride);
  else
    shape_contiguous(&result->shape, result->stride);
}

static bool layout_cat(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  for (int i = 1; is_legacy_empty(operand) && i < inference->operand_count; i++)
    operand = infer_operand(inference, i);
  int axis;
  if (!infer_axis(inference, operand->shape.rank, 0, &axis, status)) return false;
  result->shape = operand->shape;
  result->shape.size[axis] = 0;
  for (int i = 0; i < inference->operand_count; i++) {
    const Value *value = infer_operand(inference, i);
    if (is_legacy_empty(value) && operand->shape.rank != 1) continue;
    if (!check_same(&operand->shape, &value->shape, axis, "an operand", status)) return false;
    result->shape.size[axis] += value->shape.size[axis];
  }
  cat_strides(inference, result);
  return true;
}

static bool layout_pad(Inference *inference, const Value *operand, Inferred *result, Status *status) {
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

static bool layout_repeat(Inference *inference, const Value *operand, Inferred *result, Status *status) {
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

static bool layout_rev(Inference *inference, const Value *operand, Inferred *result, Status *status) {
  uint32_t mask;
  bool given;
  if (!infer_axes(inference, operand->shape.rank, &mask, &given, status)) return false;
  if (!given) return status_fail(status, STATUS_INPUT, "needs \"axes\"");
  result->shape = operand->shape;
  infer_like_strides(&result->shape, operand->stride, result->stride);
  return true;
}

bool infer_layout(Inference *inference, Status *status) {
  const Value *operand = infer_operand(inference, 0);
  Inferred *result = &inference->results[0];
  switch (inference->code) {
    case OP_CLONE:
      return layout_clone(inference, operand, result, status);
    case OP_CAT:
      return layout_cat(inference, operand, result, status);
    case OP_PAD:
      return layout_pad(inference, operand, result, status);
    case OP_REPEAT:
      return layout_repeat(inference, operand, result, status);
    case OP_REV:
      return layout_rev(inference, operand, result, status);
    default:
      return status_fail(status, STATUS_INTERNAL, "no rule for this layout op");
  }
}

static bool check_slice_scatter(Inference *inference, const Value *operand, Status *status) {
  int axis;
  int64_t start, step;
  Shape part = operand->shape;
  if (!infer_axis(inference, part.rank, 0, &axis, status)) return false;
  if (!infer_slice(inference, part.size[axis], &start, &step, &part.size[axis], status)) return false;
  return check_same(&part, &infer_operand(inference, 1)->shape, -1, "operand 1", status);
}

static bool check_select_scatter(Inference *inference, const Value *operand, Status *status) {
  int axis;
  int64_t index;
  Shape part = operand->shape;
  if (!infer_axis(inference, part.rank, 0, &axis, status)) return false;
  if (!infer_position(inference, part.size[axis], &index, status)) return false;
  memmove(&part.size[axis], &part.size[axis + 1], (size_t)(part.rank - axis - 1) * sizeof *part.size);
  part.rank--;
  return check_same(&part, &infer_operand(inference, 1)->shape, -1, "operand 1", status);
}

static bool check_as_strided_scatter(Inference *inference, Status *status) {
  Shape part, stride;
  if (!infer_shape_attribute(inference, ATTRIBUTE_SHAPE, false, &part, status)) return false;
  if (!infer_shape_attribute(inference, ATTRIBUTE_STRIDE, false, &stride, status)) return false;
  return check_same(&part, &infer_operand(inference, 1)->shape, -1, "operand 1", status);
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
    case OP_SLICE_SCATTER:
      return check_slice_scatter(inference, operand, status);
    case OP_SELECT_SCATTER:
      return check_select_scatter(inference, operand, status);
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
