// Attributes of ops: their keys, which op takes which, and access to them.
#include "base/text.h"
#include "graph/core/graph.h"

#include <assert.h>

// Which attributes each op takes. Ops that are not listed take none.
#define BIT(key) ((uint64_t)1 << ATTRIBUTE_##key)
#define POOLING (BIT(KERNEL) | BIT(STRIDE) | BIT(PADDING) | BIT(DILATION) | BIT(CEIL))
#define PASSED (BIT(TARGET) | BIT(ARGUMENTS) | BIT(TUPLE))
static const uint64_t taken[OP_COUNT] = {
    [OP_CAST] = BIT(DTYPE),
    [OP_DIV] = BIT(MODE),
    [OP_RESHAPE] = BIT(SHAPE),
    [OP_PERMUTE] = BIT(AXES),
    [OP_UNSQUEEZE] = BIT(AXIS),
    [OP_SQUEEZE] = BIT(AXES),
    [OP_EXPAND] = BIT(SHAPE),
    [OP_SLICE] = BIT(AXIS) | BIT(START) | BIT(END) | BIT(STEP),
    [OP_SELECT] = BIT(AXIS) | BIT(INDEX),
    [OP_SPLIT] = BIT(AXIS) | BIT(SIZES),
    [OP_UNBIND] = BIT(AXIS),
    [OP_AS_STRIDED] = BIT(SHAPE) | BIT(STRIDE) | BIT(OFFSET),
    [OP_LOOKUP_SEED] = BIT(INDEX),
    [OP_FULL] = BIT(SHAPE) | BIT(VALUE) | BIT(DTYPE),
    [OP_EMPTY] = BIT(SHAPE) | BIT(STRIDE) | BIT(DTYPE),
    [OP_IOTA] = BIT(SHAPE) | BIT(START) | BIT(STEP) | BIT(DTYPE),
    [OP_SEEDS] = BIT(SHAPE),
    [OP_RANDOM] = BIT(SHAPE) | BIT(MODE) | BIT(DTYPE),
    [OP_RANDINT] = BIT(SHAPE) | BIT(START) | BIT(END) | BIT(DTYPE),
    [OP_SUM] = BIT(AXES) | BIT(KEEP) | BIT(DTYPE),
    [OP_PROD] = BIT(AXES) | BIT(KEEP) | BIT(DTYPE),
    [OP_MEAN] = BIT(AXES) | BIT(KEEP) | BIT(DTYPE),
    [OP_AMAX] = BIT(AXES) | BIT(KEEP),
    [OP_AMIN] = BIT(AXES) | BIT(KEEP),
    [OP_ANY] = BIT(AXES) | BIT(KEEP),
    [OP_ALL] = BIT(AXES) | BIT(KEEP),
    [OP_ARGMAX] = BIT(AXES) | BIT(KEEP),
    [OP_ARGMIN] = BIT(AXES) | BIT(KEEP),
    [OP_MAX_DIM] = BIT(AXES) | BIT(KEEP),
    [OP_MIN_DIM] = BIT(AXES) | BIT(KEEP),
    [OP_VAR] = BIT(AXES) | BIT(KEEP) | BIT(CORRECTION),
    [OP_VAR_MEAN] = BIT(AXES) | BIT(KEEP) | BIT(CORRECTION),
    [OP_PREPARE_SOFTMAX] = BIT(AXES),
    [OP_CUMSUM] = BIT(AXIS) | BIT(DTYPE),
    [OP_GATHER] = BIT(AXIS),
    [OP_INDEX_PUT] = BIT(ACCUMULATE),
    [OP_SCATTER_ADD] = BIT(AXIS),
    [OP_INDEX_ADD] = BIT(AXIS),
    [OP_CLONE] = BIT(LAYOUT),
    [OP_CAT] = BIT(AXIS),
    [OP_PAD] = BIT(PAD) | BIT(VALUE),
    [OP_SLICE_SCATTER] = BIT(AXIS) | BIT(START) | BIT(END) | BIT(STEP),
    [OP_SELECT_SCATTER] = BIT(AXIS) | BIT(INDEX),
    [OP_AS_STRIDED_SCATTER] = BIT(SHAPE) | BIT(STRIDE) | BIT(OFFSET),
    [OP_REPEAT] = BIT(REPEATS),
    [OP_REV] = BIT(AXES),
    [OP_MAX_POOL] = POOLING,
    [OP_POOL_INDICES] = POOLING | BIT(SHAPE),
    [OP_MAX_POOL_BACKWARD] = POOLING,
    [OP_AVG_POOL] = POOLING | BIT(COUNT_PADDING) | BIT(DIVISOR),
    [OP_AVG_POOL_BACKWARD] = POOLING | BIT(COUNT_PADDING) | BIT(DIVISOR),
    [OP_ADAPTIVE_AVG_POOL] = BIT(SHAPE),
    [OP_ADDMM] = BIT(ALPHA) | BIT(BETA),
    [OP_CONVOLUTION] = BIT(STRIDE) | BIT(PADDING) | BIT(DILATION) | BIT(GROUPS),
    [OP_CONVOLUTION_BACKWARD] = PASSED,
    [OP_ATTENTION] = PASSED,
    [OP_ATTENTION_BACKWARD] = PASSED,
    [OP_GROUPED_MM] = PASSED,
    [OP_SORT] = BIT(AXIS) | BIT(DESCENDING),
    [OP_TOPK] = BIT(AXIS) | BIT(TOP) | BIT(DESCENDING),
    [OP_HISTC] = PASSED,
    [OP_FFT] = PASSED,
    [OP_VIEW_AS_REAL] = PASSED,
    [OP_VIEW_AS_COMPLEX] = PASSED,
    [OP_GLU] = BIT(AXIS),
    [OP_OPAQUE] = PASSED,
};

typedef struct AttributeInfo {
  const char *name;
  AttributeKind kind;
} AttributeInfo;

static const AttributeInfo attributes[ATTRIBUTE_COUNT] = {
#define X(id, name, kind) [ATTRIBUTE_##id] = {name, ATTRIBUTE_IS_##kind},
    ATTRIBUTES(X)
#undef X
};
static_assert(ATTRIBUTE_COUNT <= 64, "the masks of what ops take have 64 bits");

const char *attribute_name(AttributeKey key) {
  return attributes[key].name;
}

AttributeKind attribute_kind(AttributeKey key) {
  return attributes[key].kind;
}

bool attribute_parse(const char *name, AttributeKey *key) {
  for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
    if (!text_equal(name, attributes[i].name)) continue;
    *key = (AttributeKey)i;
    return true;
  }
  return false;
}

bool op_takes(OpCode code, AttributeKey key) {
  return taken[code] >> key & 1;
}

const Attribute *op_attribute(const Op *op, AttributeKey key) {
  for (int i = 0; i < op->attribute_count; i++)
    if (op->attributes[i].key == key) return &op->attributes[i];
  return NULL;
}

int64_t attribute_integer(const Attribute *attribute) {
  return attribute->count > 0 ? attribute->integer[0] : (int64_t)attribute->number;
}

int64_t op_integer(const Op *op, AttributeKey key, int64_t otherwise) {
  const Attribute *attribute = op_attribute(op, key);
  return attribute ? attribute_integer(attribute) : otherwise;
}

double op_number(const Op *op, AttributeKey key, double otherwise) {
  const Attribute *attribute = op_attribute(op, key);
  if (!attribute) return otherwise;
  return attribute->count > 0 ? (double)attribute->integer[0] : attribute->number;
}

const char *op_text(const Op *op, AttributeKey key, const char *otherwise) {
  const Attribute *attribute = op_attribute(op, key);
  return attribute && attribute->text ? attribute->text : otherwise;
}

bool op_flag(const Op *op, AttributeKey key) {
  return op_integer(op, key, 0) != 0;
}
