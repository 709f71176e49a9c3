// Ops, put together and added to the graph: their names, and which were made before.
#include "base/text.h"
#include "graph/read/hlo/build.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool hlo_cannot(HloBuild *build, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(build->reason, sizeof build->reason, format, arguments);
  va_end(arguments);
  return false;
}

// ---- Putting together

HloOp hlo_begin(OpCode code) {
  return (HloOp){.code = code};
}

void hlo_add_operand(HloOp *op, int value) {
  op->few[op->operand_count++] = (Operand){.value = value};
}

HloOp hlo_unary(OpCode code, int value) {
  HloOp op = hlo_begin(code);
  hlo_add_operand(&op, value);
  return op;
}

HloOp hlo_binary(OpCode code, int a, int b) {
  HloOp op = hlo_unary(code, a);
  hlo_add_operand(&op, b);
  return op;
}

HloOp hlo_with_number(OpCode code, int value, const Operand *number) {
  HloOp op = hlo_unary(code, value);
  op.few[op.operand_count++] = *number;
  return op;
}

void hlo_set_list(HloOp *op, AttributeKey key, const int64_t *list, int count) {
  int at = op->attribute_count++;
  op->keys[at] = key;
  op->counts[at] = count;
  if (count) memcpy(op->lists[at], list, (size_t)count * sizeof *list);
}

void hlo_set(HloOp *op, AttributeKey key, int64_t integer) {
  op->numbers[op->attribute_count] = (double)integer;
  hlo_set_list(op, key, &integer, 1);
}

void hlo_set_number(HloOp *op, AttributeKey key, double number) {
  op->numbers[op->attribute_count] = number;
  hlo_set_list(op, key, NULL, 0);
}

void hlo_set_operand(HloOp *op, AttributeKey key, const Operand *number) {
  if (number->is_integer)
    hlo_set(op, key, number->integer);
  else
    hlo_set_number(op, key, number->number);
}

void hlo_set_text(HloOp *op, AttributeKey key, const char *text) {
  op->texts[op->attribute_count] = text;
  hlo_set_list(op, key, NULL, 0);
}

// ---- Names

const char *hlo_unique(HloBuild *build, const char *name) {
  int64_t times;
  const char *free = name;
  while (namemap_get(&build->names, free, &times)) {
    namemap_set(&build->names, free, times + 1);
    free = arena_printf(build->arena, "%s_%lld", name, (long long)times + 1);
    if (namemap_get(&build->names, free, &(int64_t){0})) free = name;
  }
  namemap_set(&build->names, free, 1);
  return free;
}

static const char *part_name(HloBuild *build, OpCode code) {
  return hlo_unique(build, arena_printf(build->arena, "%s_%s", build->at->name, op_info(code)->name));
}

// ---- What a fusion makes again

// May a kernel compute it although another does, too?
static bool is_cheap(OpCode code) {
  switch (op_info(code)->op_class) {
    case CLASS_POINTWISE:
    case CLASS_VIEW:
    case CLASS_CREATE:
    case CLASS_LAYOUT:
      return true;
    case CLASS_INDEX:
      return code == OP_GATHER || code == OP_EMBEDDING || code == OP_INDEX;
    case CLASS_RANDOM:
    case CLASS_REDUCE:
    case CLASS_SCAN:
    case CLASS_WINDOW:
    case CLASS_CONTRACTION:
    case CLASS_LIBRARY:
    case CLASS_OPAQUE:
      break;
  }
  return false;
}

static uint64_t hash_op(uint64_t hash, const OpSpec *spec, const Annotation *annotation) {
  hash = hash_integer(hash, spec->code);
  for (int i = 0; i < spec->operand_count; i++) {
    hash = hash_integer(hash, spec->operands[i].value);
    hash = hash_bytes(hash, &spec->operands[i].number, sizeof spec->operands[i].number);
    hash = hash_integer(hash, spec->operands[i].integer);
  }
  for (int i = 0; i < spec->attribute_count; i++) {
    const Attribute *attribute = &spec->attributes[i];
    hash = hash_integer(hash_integer(hash, attribute->key), attribute->count);
    for (int j = 0; j < attribute->count; j++)
      hash = hash_integer(hash, attribute->integer[j]);
    hash = hash_bytes(hash, &attribute->number, sizeof attribute->number);
    hash = hash_string(hash, attribute->text ? attribute->text : "");
  }
  if (!annotation) return hash;
  hash = hash_integer(hash_integer(hash, annotation->dtype), annotation->shape.rank);
  for (int i = 0; i < annotation->shape.rank; i++)
    hash = hash_integer(hash, annotation->shape.size[i]);
  return hash;
}

// What is made from attributes alone is made once.
static bool is_shared(const HloBuild *build, OpCode code) {
  return (build->in_fusion || build->in_constant || op_info(code)->op_class == CLASS_CREATE) &&
         is_cheap(code);
}

static bool made_before(HloBuild *build, const OpSpec *spec, const Annotation *annotation, int *op) {
  int64_t at;
  if (!is_shared(build, spec->code)) return false;
  if (!hashmap_get(&build->made_by_hash, hash_op(HASH_START, spec, annotation), &at)) return false;
  *op = build->made.data[at].op;
  return build->made.data[at].check == hash_op(~(uint64_t)HASH_START, spec, annotation);
}

static void remember(HloBuild *build, const OpSpec *spec, const Annotation *annotation, int op) {
  if (!is_shared(build, spec->code)) return;
  hashmap_set(&build->made_by_hash, hash_op(HASH_START, spec, annotation), build->made.count);
  vector_push(&build->made, (HloMade){hash_op(~(uint64_t)HASH_START, spec, annotation), op});
}

// ---- Adding

static void fill_attributes(const HloOp *op, Attribute attributes[HLO_MAX_ATTRIBUTES]) {
  for (int i = 0; i < op->attribute_count; i++)
    attributes[i] = (Attribute){.key = op->keys[i],
                                .count = op->counts[i],
                                .integer = op->lists[i],
                                .number = op->numbers[i],
                                .text = op->texts[i]};
}

int hlo_add_spec(HloBuild *build, OpSpec *spec) {
  HloSource source = hlo_source(build->module, build->at);
  Status status = {0};
  spec->mutates = -1;
  spec->source_file = source.file;
  spec->source_line = source.line;
  spec->source_text = hlo_field(build->module, build->at, "metadata", "op_name");
  spec->file_line = build->at->line;
  int op = builder_op(build->builder, spec, &status);
  if (op == NO_OP) {
    hlo_cannot(build, "%.150s", status.message);
    return NO_OP;
  }
  if (build->kernel) vector_push(&build->kernel->ops, op);
  return op;
}

static int add(HloBuild *build, const HloOp *op, const char *name, const Annotation *annotation) {
  Attribute attributes[HLO_MAX_ATTRIBUTES];
  OpSpec spec = {.code = op->code,
                 .operands = op->operands ? op->operands : op->few,
                 .operand_count = op->operand_count,
                 .attributes = attributes,
                 .attribute_count = op->attribute_count,
                 .annotations = annotation};
  int made;
  fill_attributes(op, attributes);
  if (made_before(build, &spec, annotation, &made)) {
    if (build->kernel) vector_push(&build->kernel->ops, made);
    return builder_result(build->builder, made, 0);
  }
  spec.name = name ? hlo_unique(build, name) : part_name(build, op->code);
  made = hlo_add_spec(build, &spec);
  if (made == NO_OP) return NO_VALUE;
  remember(build, &spec, annotation, made);
  return builder_result(build->builder, made, 0);
}

int hlo_part(HloBuild *build, const HloOp *op) {
  return add(build, op, NULL, NULL);
}

Annotation hlo_annotation(const HloShape *shape) {
  Annotation annotation = {.has_type = true, .dtype = shape->type->dtype, .shape = shape->sizes};
  annotation.has_stride = annotation.chosen = shape->has_layout;
  hlo_strides(shape, annotation.stride);
  return annotation;
}

int hlo_part_as(HloBuild *build, const HloOp *op, const HloShape *shape) {
  Annotation annotation = hlo_annotation(shape);
  return add(build, op, NULL, &annotation);
}

int hlo_as(HloBuild *build, const HloOp *op, const HloShape *shape) {
  Annotation annotation = hlo_annotation(shape);
  return add(build, op, build->at->name, &annotation);
}

int hlo_last_of_two(HloBuild *build, const HloOp *op) {
  return add(build, op, build->at->name, NULL);
}

int hlo_last(HloBuild *build, const HloOp *op) {
  return hlo_as(build, op, build->at->shape);
}

bool hlo_done(HloBuild *build, const HloOp *op, HloSymbol *result) {
  int value = hlo_last(build, op);
  if (value == NO_VALUE) return false;
  *result = hlo_value_symbol(value, build->at->shape);
  return true;
}
