// Reading and resolving attributes while an op is added.
#include "graph/infer/infer.h"

#include <string.h>

const Value *infer_operand(const Inference *inference, int operand) {
  if (operand >= inference->operand_count) return NULL;
  int value = inference->operands[operand].value;
  return value == NO_VALUE ? NULL : &inference->values[value];
}

Attribute *infer_attribute(Inference *inference, AttributeKey key) {
  for (int i = 0; i < inference->attribute_count; i++)
    if (inference->attributes[i].key == key) return &inference->attributes[i];
  return NULL;
}

void infer_set_integers(Inference *inference, AttributeKey key, const int64_t *list, int count) {
  Attribute *attribute = infer_attribute(inference, key);
  if (!attribute) attribute = &inference->attributes[inference->attribute_count++];
  int64_t *copy = arena_array(inference->arena, (size_t)count, sizeof *copy);
  if (count) memcpy(copy, list, (size_t)count * sizeof *copy);
  *attribute =
      (Attribute){.key = key, .count = count, .integer = copy, .number = count == 1 ? (double)copy[0] : 0};
}

void infer_remove(Inference *inference, AttributeKey key) {
  Attribute *attribute = infer_attribute(inference, key);
  if (!attribute) return;
  int behind = (int)(inference->attributes + --inference->attribute_count - attribute);
  memmove(attribute, attribute + 1, (size_t)behind * sizeof *attribute);
}

int64_t infer_integer(Inference *inference, AttributeKey key, int64_t otherwise) {
  const Attribute *attribute = infer_attribute(inference, key);
  return attribute ? attribute_integer(attribute) : otherwise;
}

static bool resolve_axis(int64_t *axis, int rank, Status *status) {
  if (*axis < -rank || *axis >= rank)
    return status_fail(status, STATUS_INPUT, "axis %lld is out of range for %d ax%s", (long long)*axis, rank,
                       rank == 1 ? "is" : "es");
  if (*axis < 0) *axis += rank;
  return true;
}

bool infer_axis(Inference *inference, int rank, int64_t otherwise, int *axis, Status *status) {
  int64_t resolved = infer_integer(inference, ATTRIBUTE_AXIS, otherwise);
  if (!resolve_axis(&resolved, rank, status)) return false;
  infer_set_integers(inference, ATTRIBUTE_AXIS, &resolved, 1);
  *axis = (int)resolved;
  return true;
}

bool infer_axes(Inference *inference, int rank, uint32_t *mask, bool *given, Status *status) {
  const Attribute *axes = infer_attribute(inference, ATTRIBUTE_AXES);
  int64_t resolved[MAX_RANK];
  *mask = 0;
  *given = axes != NULL;
  if (!axes) return true;
  if (axes->count > rank)
    return status_fail(status, STATUS_INPUT, "%d axes named, the operand has %d", axes->count, rank);
  for (int i = 0; i < axes->count; i++) {
    resolved[i] = axes->integer[i];
    if (!resolve_axis(&resolved[i], rank, status)) return false;
    if (*mask >> resolved[i] & 1)
      return status_fail(status, STATUS_INPUT, "axis %lld is named twice", (long long)resolved[i]);
    *mask |= 1u << resolved[i];
  }
  infer_set_integers(inference, ATTRIBUTE_AXES, resolved, axes->count);
  return true;
}

bool infer_shape_attribute(Inference *inference, AttributeKey key, bool negatives, Shape *shape,
                           Status *status) {
  const Attribute *list = infer_attribute(inference, key);
  const char *name = attribute_name(key);
  *shape = (Shape){0};
  if (!list) return status_fail(status, STATUS_INPUT, "needs \"%s\"", name);
  if (list->count > MAX_RANK)
    return status_fail(status, STATUS_INPUT, "\"%s\" has %d entries, at most %d axes are supported", name,
                       list->count, MAX_RANK);
  shape->rank = list->count;
  for (int i = 0; i < list->count; i++) {
    shape->size[i] = list->integer[i];
    if (shape->size[i] < 0 && !negatives)
      return status_fail(status, STATUS_INPUT, "\"%s\" holds the negative number %lld", name,
                         (long long)shape->size[i]);
  }
  return true;
}

// A position counted from the end when negative, then moved into [0, size].
static int64_t clamp_position(int64_t position, int64_t size) {
  if (position < 0) position += size;
  return position < 0 ? 0 : position > size ? size : position;
}

bool infer_slice(Inference *inference, int64_t size, int64_t *start, int64_t *step, int64_t *length,
                 Status *status) {
  *step = infer_integer(inference, ATTRIBUTE_STEP, 1);
  if (*step < 1) return status_fail(status, STATUS_INPUT, "the step must be at least 1");
  *start = clamp_position(infer_integer(inference, ATTRIBUTE_START, 0), size);
  int64_t end = clamp_position(infer_integer(inference, ATTRIBUTE_END, INT64_MAX), size);
  if (end < *start) end = *start;
  *length = end == *start ? 0 : (end - *start - 1) / *step + 1;
  infer_set_integers(inference, ATTRIBUTE_START, start, 1);
  infer_set_integers(inference, ATTRIBUTE_END, &end, 1);
  infer_set_integers(inference, ATTRIBUTE_STEP, step, 1);
  return true;
}

bool infer_position(Inference *inference, int64_t size, int64_t *index, Status *status) {
  if (!infer_attribute(inference, ATTRIBUTE_INDEX))
    return status_fail(status, STATUS_INPUT, "needs \"index\"");
  *index = infer_integer(inference, ATTRIBUTE_INDEX, 0);
  if (*index < -size || *index >= size)
    return status_fail(status, STATUS_INPUT, "index %lld is out of range for %lld elements",
                       (long long)*index, (long long)size);
  if (*index < 0) *index += size;
  infer_set_integers(inference, ATTRIBUTE_INDEX, index, 1);
  return true;
}
