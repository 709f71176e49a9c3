// Shapes of pointwise, create and reduce ops.
#include "graph/infer/infer.h"

#include <string.h>

bool infer_broadcast(Shape *shape, const Shape *other, Status *status) {
  Shape wide = *shape, narrow = *other;
  if (narrow.rank > wide.rank) wide = *other, narrow = *shape;
  int shift = wide.rank - narrow.rank;
  for (int i = 0; i < narrow.rank; i++) {
    int64_t *size = &wide.size[i + shift];
    if (*size == narrow.size[i] || narrow.size[i] == 1) continue;
    if (*size != 1) {
      char a[160], b[160];
      return status_fail(status, STATUS_INPUT, "shapes %s and %s do not broadcast: sizes %lld and %lld meet",
                         shape_text(shape, a), shape_text(other, b), (long long)*size,
                         (long long)narrow.size[i]);
    }
    *size = narrow.size[i];
  }
  *shape = wide;
  return true;
}

bool infer_pointwise(Inference *inference, Status *status) {
  OperandLayout layouts[3]; // no pointwise op has more operands
  int count = 0;
  Inferred *result = &inference->results[0];
  for (int i = 0; i < inference->operand_count; i++) {
    const Value *value = infer_operand(inference, i);
    if (!value) continue;
    if (!infer_broadcast(&result->shape, &value->shape, status)) return false;
    layouts[count++] = (OperandLayout){&value->shape, value->stride};
  }
  infer_pointwise_strides(layouts, count, &result->shape, result->stride);
  return true;
}

bool infer_copy(Inference *inference, Status *status) {
  const Value *into = infer_operand(inference, 0), *from = infer_operand(inference, 1);
  if (!into) return status_fail(status, STATUS_INPUT, "operand 0 must be a tensor");
  Shape shape = into->shape;
  if (from && !infer_broadcast(&shape, &from->shape, status)) return false;
  if (!shape_equal(&shape, &into->shape)) {
    char a[160], b[160];
    return status_fail(status, STATUS_INPUT, "shape %s does not broadcast to %s", shape_text(&from->shape, a),
                       shape_text(&into->shape, b));
  }
  inference->results[0].shape = shape;
  infer_like_strides(&shape, into->stride, inference->results[0].stride);
  return true;
}

static bool infer_empty_stride(Inference *inference, Inferred *result, Status *status) {
  const Attribute *stride = infer_attribute(inference, ATTRIBUTE_STRIDE);
  if (!stride) return true;
  if (stride->count != result->shape.rank)
    return status_fail(status, STATUS_INPUT, "\"stride\" has %d entries, \"shape\" %d", stride->count,
                       result->shape.rank);
  memcpy(result->stride, stride->integer, (size_t)stride->count * sizeof *result->stride);
  return true;
}

static bool check_create(Inference *inference, const Shape *shape, Status *status) {
  bool vector = inference->code == OP_IOTA || inference->code == OP_SEEDS;
  if (vector && shape->rank != 1) return status_fail(status, STATUS_INPUT, "\"shape\" must hold one size");
  if (inference->code == OP_RANDINT && !infer_attribute(inference, ATTRIBUTE_END))
    return status_fail(status, STATUS_INPUT, "needs \"end\"");
  const Attribute *mode = infer_attribute(inference, ATTRIBUTE_MODE);
  bool known = mode && mode->text && (strcmp(mode->text, "rand") == 0 || strcmp(mode->text, "randn") == 0);
  if (inference->code == OP_RANDOM && mode && !known)
    return status_fail(status, STATUS_INPUT, "\"mode\" must be \"rand\" or \"randn\"");
  const Value *seed = infer_operand(inference, 0);
  if (seed && shape_elements(&seed->shape) != 1)
    return status_fail(status, STATUS_INPUT, "the seed must be one number");
  return true;
}

bool infer_create(Inference *inference, Status *status) {
  Inferred *result = &inference->results[0];
  if (!infer_attribute(inference, ATTRIBUTE_SHAPE)) infer_set_integers(inference, ATTRIBUTE_SHAPE, NULL, 0);
  if (!infer_shape_attribute(inference, ATTRIBUTE_SHAPE, false, &result->shape, status)) return false;
  if (!check_create(inference, &result->shape, status)) return false;
  shape_contiguous(&result->shape, result->stride);
  return infer_empty_stride(inference, result, status);
}

// The reduced axes of an op that takes exactly one.
static bool check_single_axis(const Inference *inference, bool given, uint32_t mask, Status *status) {
  bool single =
      inference->code == OP_MAX_DIM || inference->code == OP_MIN_DIM || inference->code == OP_PREPARE_SOFTMAX;
  bool at_most_one = inference->code == OP_ARGMAX || inference->code == OP_ARGMIN;
  int count = __builtin_popcount(mask);
  if (single && (!given || count != 1))
    return status_fail(status, STATUS_INPUT, "\"axes\" must name one axis");
  if (at_most_one && given && count > 1)
    return status_fail(status, STATUS_INPUT, "\"axes\" may name one axis, or none for all elements");
  return true;
}

// The largest of nothing does not exist.
static bool check_reduced_not_empty(const Inference *inference, const Shape *shape, uint32_t mask,
                                    Status *status) {
  switch (inference->code) {
    case OP_AMAX:
    case OP_AMIN:
    case OP_ARGMAX:
    case OP_ARGMIN:
    case OP_MAX_DIM:
    case OP_MIN_DIM:
      break;
    default:
      return true;
  }
  for (int i = 0; i < shape->rank; i++)
    if ((mask >> i & 1) && shape->size[i] == 0)
      return status_fail(status, STATUS_INPUT, "axis %d is empty: there is no largest or smallest element",
                         i);
  return true;
}

bool infer_reduce(Inference *inference, Status *status) {
  const Value *operand = infer_operand(inference, 0);
  uint32_t mask;
  bool given, keep = infer_integer(inference, ATTRIBUTE_KEEP, inference->code == OP_PREPARE_SOFTMAX) != 0;
  if (!infer_axes(inference, operand->shape.rank, &mask, &given, status)) return false;
  if (!check_single_axis(inference, given, mask, status)) return false;
  if (mask == 0) mask = (1u << operand->shape.rank) - 1;
  if (!check_reduced_not_empty(inference, &operand->shape, mask, status)) return false;
  Inferred *first = &inference->results[0];
  for (int i = 0; i < operand->shape.rank; i++) {
    bool reduced = mask >> i & 1;
    if (!reduced || keep) first->shape.size[first->shape.rank++] = reduced ? 1 : operand->shape.size[i];
  }
  shape_contiguous(&first->shape, first->stride);
  for (int i = 1; i < inference->result_count; i++) {
    inference->results[i].shape = first->shape;
    memcpy(inference->results[i].stride, first->stride, sizeof first->stride);
  }
  return true;
}
