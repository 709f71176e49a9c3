// Attributes of ops: their keys, which op takes which, and access to them.
#include "base/text.h"
#include "graph/core/graph.h"

#include <assert.h>

typedef struct AttributeInfo {
  const char *name;
  AttributeKind kind;
} AttributeInfo;

static const AttributeInfo attributes[ATTRIBUTE_COUNT] = {
#define X(id, name, kind) [ATTRIBUTE_##id] = {name, ATTRIBUTE_IS_##kind},
    ATTRIBUTES(X)
#undef X
};
static_assert(ATTRIBUTE_COUNT <= 64, "OpInfo.takes has 64 bits");

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
  return op_info(code)->takes >> key & 1;
}

const Attribute *op_attribute(const Op *op, AttributeKey key) {
  for (int i = 0; i < op->attribute_count; i++)
    if (op->attributes[i].key == key) return &op->attributes[i];
  return NULL;
}

int64_t attribute_integer(const Attribute *attribute) {
  return attribute->count > 0 ? attribute->integer[0] : dtype_whole(attribute->number);
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
