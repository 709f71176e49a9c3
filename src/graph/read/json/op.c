// One op of fusebox JSON.
#include "graph/read/json/read_json.h"

#include <stdio.h>
#include <string.h>

static const char *const op_keys[] = {"name", "op", "in", "results", "mutates", "at", "code"};
enum { OP_KEYS = sizeof op_keys / sizeof *op_keys };

static bool is_op_key(const char *key) {
  for (int i = 0; i < OP_KEYS; i++)
    if (strcmp(key, op_keys[i]) == 0) return true;
  return false;
}

bool read_dtype(JsonReader *reader, const JsonNode *node, DType *dtype) {
  const char *name = json_string(node, NULL);
  if (name && dtype_parse(name, dtype)) return true;
  return json_fail(reader->json, node, reader->status,
                   "unknown dtype: it must be one of bool, u8, i8, i16, i32, i64, f16, bf16, f32, f64, c64");
}

static bool read_code(JsonReader *reader, const JsonNode *node, OpCode *code) {
  const char *name = read_string(reader, node, "op");
  if (!name) return false;
  if (op_parse(name, code)) return true;
  const char *nearest = op_nearest(name);
  const JsonNode *place = json_get(node, "op");
  if (nearest)
    return json_fail(reader->json, place, reader->status, "unknown op \"%s\": did you mean \"%s\"?", name,
                     nearest);
  return json_fail(reader->json, place, reader->status, "unknown op \"%s\"", name);
}

// A text names a value, or is one of the numbers that JSON cannot write.
static bool read_operand(JsonReader *reader, const JsonNode *node, const JsonNode *op, Operand *operand) {
  const char *name = json_string(node, NULL);
  *operand = (Operand){.value = name ? builder_find_value(reader->builder, name) : NO_VALUE};
  if (operand->value != NO_VALUE || json_is_null(node)) return true;
  operand->is_number = read_number(node, &operand->number);
  operand->is_integer = json_is_integer(node);
  operand->integer = json_integer(node, 0);
  if (operand->is_number) return true;
  if (name) return read_fail_name(reader, node, name, op);
  return json_fail(reader->json, node, reader->status, "an operand must be a name, a number or null");
}

static bool read_operands(JsonReader *reader, const JsonNode *node, OpSpec *spec) {
  const JsonNode *list = json_get(node, "in");
  if (list && !json_is_array(list))
    return json_fail(reader->json, list, reader->status, "\"in\" must be an array of names and numbers");
  Operand *operands = arena_array(builder_arena(reader->builder), (size_t)json_count(list), sizeof *operands);
  spec->operands = operands;
  for (const JsonNode *entry = json_first(list); entry; entry = json_next(entry))
    if (!read_operand(reader, entry, node, &operands[spec->operand_count++])) return false;
  return true;
}

static bool fail_attribute(JsonReader *reader, const JsonNode *node, const char *what) {
  return json_fail(reader->json, node, reader->status, "\"%s\" must be %s", json_key(node), what);
}

// The texts of a list, which name sizes; NULL when all are numbers.
static const char *const *read_expressions(JsonReader *reader, const JsonNode *node) {
  bool any = false;
  int count = 0;
  Arena *arena = builder_arena(reader->builder);
  const char **texts = arena_array(arena, (size_t)json_count(node), sizeof *texts);
  for (const JsonNode *entry = json_first(node); entry; entry = json_next(entry)) {
    const char *text = json_string(entry, NULL);
    texts[count++] = text ? arena_strdup(arena, text) : NULL;
    any = any || text;
  }
  return any ? texts : NULL;
}

// One integer, or a list of them; a single one may stand for a list.
static bool read_integers(JsonReader *reader, const JsonNode *node, bool list, Attribute *attribute) {
  if (json_is_array(node)) {
    if (!list) return fail_attribute(reader, node, "one integer");
    attribute->expression = read_expressions(reader, node);
    return read_size_list(reader, node, &attribute->integer, &attribute->count);
  }
  Arena *arena = builder_arena(reader->builder);
  int64_t *single = arena_array(arena, 1, sizeof *single);
  const char **text = arena_array(arena, 1, sizeof *text);
  if (json_is_string(node)) {
    *text = arena_strdup(arena, json_string(node, NULL));
    attribute->expression = text;
  }
  attribute->integer = single;
  attribute->count = 1;
  return read_size(reader, node, single);
}

static bool read_attribute_number(JsonReader *reader, const JsonNode *node, Attribute *attribute) {
  if (json_is_integer(node) || (json_is_string(node) && !read_number(node, &attribute->number))) {
    if (!read_integers(reader, node, false, attribute)) return false;
    attribute->number = (double)attribute->integer[0];
    return true;
  }
  return read_number(node, &attribute->number) || fail_attribute(reader, node, "a number");
}

static bool read_flag(JsonReader *reader, const JsonNode *node, Attribute *attribute) {
  int64_t *flag = arena_array(builder_arena(reader->builder), 1, sizeof *flag);
  if (!json_is_bool(node)) return fail_attribute(reader, node, "true or false");
  *flag = json_bool(node, false);
  attribute->integer = flag;
  attribute->count = 1;
  return true;
}

static bool read_attribute_dtype(JsonReader *reader, const JsonNode *node, Attribute *attribute) {
  int64_t *code = arena_array(builder_arena(reader->builder), 1, sizeof *code);
  DType dtype;
  if (!read_dtype(reader, node, &dtype)) return false;
  *code = (int64_t)dtype;
  attribute->integer = code;
  attribute->count = 1;
  return true;
}

static bool read_attribute_value(JsonReader *reader, const JsonNode *node, Attribute *attribute) {
  switch (attribute_kind(attribute->key)) {
    case ATTRIBUTE_IS_INTEGER:
      return read_integers(reader, node, false, attribute);
    case ATTRIBUTE_IS_INTEGERS:
      return read_integers(reader, node, true, attribute);
    case ATTRIBUTE_IS_NUMBER:
      return read_attribute_number(reader, node, attribute);
    case ATTRIBUTE_IS_BOOL:
      return read_flag(reader, node, attribute);
    case ATTRIBUTE_IS_DTYPE:
      return read_attribute_dtype(reader, node, attribute);
    case ATTRIBUTE_IS_TEXT:
      attribute->text = json_string(node, NULL);
      break;
  }
  return attribute->text || fail_attribute(reader, node, "a text");
}

static bool fail_attribute_key(JsonReader *reader, const JsonNode *node, OpCode code) {
  const char *keys[ATTRIBUTE_COUNT + OP_KEYS];
  int count = 0;
  for (int i = 0; i < ATTRIBUTE_COUNT; i++)
    if (op_takes(code, (AttributeKey)i)) keys[count++] = attribute_name((AttributeKey)i);
  memcpy(keys + count, op_keys, sizeof op_keys);
  char what[64];
  snprintf(what, sizeof what, "op \"%s\" has no", op_info(code)->name);
  return read_fail_key(reader, node, what, keys, count + OP_KEYS);
}

static bool read_attributes(JsonReader *reader, const JsonNode *node, OpSpec *spec) {
  Attribute *attributes =
      arena_array(builder_arena(reader->builder), (size_t)json_count(node), sizeof *attributes);
  spec->attributes = attributes;
  for (const JsonNode *entry = json_first(node); entry; entry = json_next(entry)) {
    if (is_op_key(json_key(entry))) continue;
    Attribute attribute = {0};
    if (!attribute_parse(json_key(entry), &attribute.key) || !op_takes(spec->code, attribute.key))
      return fail_attribute_key(reader, entry, spec->code);
    if (!read_attribute_value(reader, entry, &attribute)) return false;
    attributes[spec->attribute_count++] = attribute;
  }
  return true;
}

// A result: its name, or an object that also says what it is.
static bool read_result(JsonReader *reader, const JsonNode *node, const char **name, Annotation *annotation) {
  static const char *const keys[] = {"name", "dtype", "shape", "stride"};
  *name = json_string(node, NULL);
  if (*name) return true;
  if (!json_is_object(node))
    return json_fail(reader->json, node, reader->status,
                     "a result must be a name, or an object with dtype and shape");
  if (!read_check_keys(reader, node, keys, 4)) return false;
  *name = json_string(json_get(node, "name"), NULL);
  const JsonNode *dtype = json_get(node, "dtype"), *shape = json_get(node, "shape"),
                 *stride = json_get(node, "stride");
  if (!dtype != !shape)
    return json_fail(reader->json, node, reader->status, "a result needs \"dtype\" and \"shape\" together");
  annotation->has_type = dtype != NULL;
  if (dtype && !read_dtype(reader, dtype, &annotation->dtype)) return false;
  if (shape && !read_shape(reader, shape, &annotation->shape)) return false;
  annotation->has_stride = stride != NULL;
  return !stride || read_strides(reader, stride, &annotation->shape, annotation->stride);
}

static bool read_results(JsonReader *reader, const JsonNode *node, OpSpec *spec) {
  const JsonNode *list = json_get(node, "results");
  if (!list) {
    if (op_info(spec->code)->shape_rule != SHAPE_ANNOTATED) return true;
    return json_fail(reader->json, node, reader->status,
                     "op \"%s\" needs \"results\", each with its dtype and shape", op_info(spec->code)->name);
  }
  int count = json_count(list);
  if (!json_is_array(list) || count == 0)
    return json_fail(reader->json, list, reader->status,
                     "\"results\" must be an array of at least one result");
  const char **names = arena_array(builder_arena(reader->builder), (size_t)count, sizeof *names);
  Annotation *annotations = arena_array(builder_arena(reader->builder), (size_t)count, sizeof *annotations);
  for (const JsonNode *entry = json_first(list); entry; entry = json_next(entry)) {
    int index = spec->result_count++;
    if (!read_result(reader, entry, &names[index], &annotations[index])) return false;
    if (op_info(spec->code)->shape_rule == SHAPE_ANNOTATED && !annotations[index].has_type)
      return json_fail(reader->json, entry, reader->status, "this result needs \"dtype\" and \"shape\"");
  }
  spec->result_names = names;
  spec->annotations = annotations;
  return true;
}

// "norm.py:12", or only a file.
static void read_place(JsonReader *reader, const char *place, OpSpec *spec) {
  const char *colon = strrchr(place, ':');
  int line = 0;
  if (!colon || sscanf(colon + 1, "%9d", &line) != 1) colon = place + strlen(place);
  spec->source_file = arena_strndup(builder_arena(reader->builder), place, (size_t)(colon - place));
  spec->source_line = line;
}

static bool read_origin(JsonReader *reader, const JsonNode *node, OpSpec *spec) {
  const JsonNode *at = json_get(node, "at"), *code = json_get(node, "code"),
                 *mutates = json_get(node, "mutates");
  if (at && !read_string(reader, node, "at")) return false;
  if (code && !read_string(reader, node, "code")) return false;
  if (at) read_place(reader, json_string(at, ""), spec);
  spec->source_text = json_string(code, NULL);
  int64_t written = mutates ? json_integer(mutates, -1) : -1;
  if (mutates && (!json_is_integer(mutates) || written < 0 || written >= spec->operand_count))
    return json_fail(reader->json, mutates, reader->status,
                     "\"mutates\" must be the number of an operand, from 0");
  spec->mutates = (int)written;
  return true;
}

bool read_op(JsonReader *reader, const JsonNode *node) {
  OpSpec spec = {.mutates = -1};
  if (!json_is_object(node)) return json_fail(reader->json, node, reader->status, "an op must be an object");
  spec.name = read_string(reader, node, "name");
  if (!spec.name || !read_code(reader, node, &spec.code)) return false;
  if (!read_operands(reader, node, &spec) || !read_attributes(reader, node, &spec)) return false;
  if (!read_results(reader, node, &spec) || !read_origin(reader, node, &spec)) return false;
  spec.keep_written = reader->sizes.order.count > 0;
  Status status = {0};
  int op = builder_op(reader->builder, &spec, &status);
  if (op == NO_OP) return json_fail(reader->json, node, reader->status, "%s", status.message);
  const JsonNode *shape = json_get(node, "shape");
  if (json_is_array(shape) && op_info(spec.code)->results == 1)
    read_size_names(reader, shape, builder_result(reader->builder, op, 0));
  return true;
}
