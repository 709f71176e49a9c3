// Adding values and ops: their names, operands, attributes and results, checked against what the file says.
#include "base/text.h"
#include "graph/core/builder_core.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_LIMIT = 512 }; // longer names are refused: nothing could show them

static bool is_free(const NameMap *taken, const char *name, Status *status) {
  int64_t index;
  if (namemap_get(taken, name, &index) && index >= 0)
    return status_fail(status, STATUS_INPUT, "the name \"%s\" is taken", name);
  return true;
}

// A clean copy of a name from a file, or NULL with a message.
static char *copy_name(GraphBuilder *builder, const NameMap *taken, const char *name, Status *status) {
  if (!name || !*name) return status_fail(status, STATUS_INPUT, "a name is missing"), NULL;
  if (strlen(name) > NAME_LIMIT)
    return status_fail(status, STATUS_INPUT, "a name has more than %d bytes", NAME_LIMIT), NULL;
  char *copy = builder_clean_copy(builder, name);
  return is_free(taken, copy, status) ? copy : NULL;
}

// `name`: the builder's own.
static int add_value(GraphBuilder *builder, const char *name, DType dtype, const Shape *shape) {
  int index = builder->values.count;
  Value value = {
      .name = name, .dtype = dtype, .shape = *shape, .producer = NO_OP, .source = index, .storage = index};
  value.strided = true;
  shape_contiguous(shape, value.stride);
  vector_push(&builder->values, value);
  vector_push(&builder->states, (ValueState){.newest = index});
  namemap_set(&builder->value_names, name, index);
  return index;
}

int builder_add_value(GraphBuilder *builder, const char *name, DType dtype, const Shape *shape,
                      Status *status) {
  const char *copy = copy_name(builder, &builder->value_names, name, status);
  return copy ? add_value(builder, copy, dtype, shape) : NO_VALUE;
}

static bool check_strides(const Shape *shape, const int64_t *stride, Status *status) {
  int64_t last = 0, reach;
  for (int i = 0; i < shape->rank; i++) {
    if (stride[i] < 0)
      return status_fail(status, STATUS_INPUT, "stride %lld is negative", (long long)stride[i]);
    if (shape->size[i] == 0) continue;
    if (__builtin_mul_overflow(shape->size[i] - 1, stride[i], &reach) ||
        __builtin_add_overflow(last, reach, &last) || last > MAX_ELEMENTS)
      return status_fail(status, STATUS_INPUT, "the strides reach over more than 2^48 elements");
  }
  return true;
}

int builder_input(GraphBuilder *builder, const char *name, DType dtype, const Shape *shape,
                  const int64_t *stride, Status *status) {
  if (!shape_check(shape, status)) return NO_VALUE;
  if (stride && !check_strides(shape, stride, status)) return NO_VALUE;
  int value = builder_add_value(builder, name, dtype, shape, status);
  if (value == NO_VALUE) return NO_VALUE;
  if (stride) memcpy(builder->values.data[value].stride, stride, (size_t)shape->rank * sizeof *stride);
  vector_push(&builder->inputs, value);
  return value;
}

// Checks that operands exist and puts the newest version of what they name in their place.
static bool resolve_operands(GraphBuilder *builder, const OpSpec *spec, Operand **operands, Status *status) {
  *operands = arena_array(builder->arena, (size_t)spec->operand_count, sizeof **operands);
  for (int i = 0; i < spec->operand_count; i++) {
    Operand operand = spec->operands[i];
    if (operand.is_number) operand.value = NO_VALUE;
    if (operand.value != NO_VALUE && (operand.value < 0 || operand.value >= builder->values.count))
      return status_fail(status, STATUS_INTERNAL, "operand %d names no value", i);
    if (operand.value != NO_VALUE) operand.value = builder_newest(builder, operand.value);
    (*operands)[i] = operand;
  }
  return true;
}

enum {
  FEW_ATTRIBUTES = 16, // more than any op of the table takes, with those that resolving adds
  FEW_RESULTS = 16,
};

// Attributes are resolved in `few` when they fit there: only what is left of them goes into the arena.
static void start_attributes(GraphBuilder *builder, const OpSpec *spec, Inference *inference,
                             Attribute *few) {
  int capacity = spec->attribute_count + INFER_EXTRA_ATTRIBUTES;
  inference->attributes = few;
  if (capacity > FEW_ATTRIBUTES)
    inference->attributes = arena_array(builder->arena, (size_t)capacity, sizeof *few);
  inference->attribute_count = spec->attribute_count;
  if (spec->attribute_count)
    memcpy(inference->attributes, spec->attributes, (size_t)spec->attribute_count * sizeof *few);
}

// What libraries are called with is passed on as a file has it, so it is cleaned as names are. NULL if `text`
// is.
static const char *keep_text(const GraphBuilder *builder, const char *text) {
  if (!text) return NULL;
  char *copy = arena_strdup(builder->arena, text);
  text_sanitize_lines(copy);
  return copy;
}

// Never NULL.
static const Attribute *keep_attributes(GraphBuilder *builder, const Attribute *attributes, int count) {
  Attribute *kept = arena_array(builder->arena, (size_t)count + !count, sizeof *kept);
  for (int i = 0; i < count; i++) {
    kept[i] = attributes[i];
    int64_t *list = arena_array(builder->arena, (size_t)kept[i].count, sizeof *list);
    if (kept[i].count) memcpy(list, kept[i].integer, (size_t)kept[i].count * sizeof *list);
    kept[i].integer = list;
    kept[i].text = keep_text(builder, kept[i].text);
  }
  return kept;
}

// A product may be kept in the wider type that it is summed in: bf16 x bf16 as f32, i8 x i8 as i32.
static bool is_sum_type(const Inference *inference, DType said, DType inferred) {
  return inference->op_class == CLASS_CONTRACTION && dtype_kind(said) == dtype_kind(inferred) &&
         dtype_bytes(said) > dtype_bytes(inferred);
}

// Compares what the file says of a result with what was found; a difference becomes a note and the file is
// believed. Believing another shape leaves nothing of the op that could be computed: it becomes opaque.
static void believe_annotation(GraphBuilder *builder, int op, const Annotation *annotation,
                               Inference *inference, Inferred *result, const char *name) {
  char a[160], b[160];
  if (!annotation->has_type) return;
  if (annotation->dtype != result->dtype && !is_sum_type(inference, annotation->dtype, result->dtype))
    builder_note(builder, NOTE_DTYPE_MISMATCH, op, "%s: the file says dtype %s, inferred %s", name,
                 dtype_name(annotation->dtype), dtype_name(result->dtype));
  result->dtype = annotation->dtype;
  if (shape_equal(&annotation->shape, &result->shape)) return;
  builder_note(builder, NOTE_SHAPE_MISMATCH, op, "%s: the file says shape %s, inferred %s", name,
               shape_text(&annotation->shape, a), shape_text(&result->shape, b));
  inference->op_class = CLASS_OPAQUE;
  inference->is_view = false;
  result->shape = annotation->shape;
  shape_contiguous(&result->shape, result->stride);
}

static const Annotation *annotation_of(const OpSpec *spec, int result) {
  int count = spec->result_count ? spec->result_count : 1;
  return spec->annotations && result < count ? &spec->annotations[result] : NULL;
}

// Eager strides of what reads a value that a compiler laid out otherwise say nothing of it.
static bool reads_chosen(const GraphBuilder *builder, const Inference *inference) {
  for (int i = 0; i < inference->operand_count; i++)
    if (inference->operands[i].value != NO_VALUE && builder->states.data[inference->operands[i].value].chosen)
      return true;
  return false;
}

static void believe_strides(GraphBuilder *builder, int op, const Annotation *annotation,
                            const Inference *inference, Inferred *result, const char *name) {
  char a[160], b[160];
  int rank = result->shape.rank;
  if (!annotation->has_stride || shape_strides_equal(&result->shape, annotation->stride, result->stride))
    return;
  Shape said = {.rank = rank}, found = {.rank = rank};
  memcpy(said.size, annotation->stride, (size_t)rank * sizeof *said.size);
  memcpy(found.size, result->stride, (size_t)rank * sizeof *found.size);
  if (!annotation->chosen && !reads_chosen(builder, inference))
    builder_note(builder, NOTE_STRIDE_MISMATCH, op, "%s: the file says stride %s, inferred %s", name,
                 shape_text(&said, a), shape_text(&found, b));
  if (!inference->is_view) memcpy(result->stride, annotation->stride, (size_t)rank * sizeof *result->stride);
}

// An annotated result of an op whose results cannot be inferred.
static void take_annotation(GraphBuilder *builder, int op, const Annotation *annotation, Inferred *result,
                            const char *name) {
  if (annotation && annotation->has_type) {
    result->dtype = annotation->dtype;
    result->shape = annotation->shape;
  } else {
    result->dtype = DTYPE_F32;
    builder_note(builder, NOTE_OPAQUE, op, "%s: nothing says its dtype and shape; taken as one f32", name);
  }
  shape_contiguous(&result->shape, result->stride);
  if (annotation && annotation->has_stride)
    memcpy(result->stride, annotation->stride, (size_t)result->shape.rank * sizeof *result->stride);
}

static const char *result_name(GraphBuilder *builder, const OpSpec *spec, int result, int count) {
  if (spec->result_names && result < spec->result_count && spec->result_names[result])
    return spec->result_names[result];
  return count == 1 ? spec->name : arena_printf(builder->arena, "%s.%d", spec->name, result);
}

static bool check_annotation(const Annotation *annotation, Status *status) {
  if (!annotation->has_type) return true;
  return shape_check(&annotation->shape, status) &&
         (!annotation->has_stride || check_strides(&annotation->shape, annotation->stride, status));
}

static bool same_inferred(const Inferred *a, const Inferred *b) {
  return a->dtype == b->dtype && shape_equal(&a->shape, &b->shape) &&
         shape_strides_equal(&a->shape, a->stride, b->stride);
}

// Applies the annotations to the inferred results. False when one is absurd.
static bool apply_annotations(GraphBuilder *builder, const OpSpec *spec, Inference *inference, bool *differs,
                              Status *status) {
  bool must = op_info(inference->code)->shape_rule == SHAPE_ANNOTATED;
  for (int i = 0; i < inference->result_count; i++) {
    const Annotation *annotation = annotation_of(spec, i);
    const char *name = result_name(builder, spec, i, inference->result_count);
    Inferred *result = &inference->results[i], before = *result;
    if (annotation && !check_annotation(annotation, status)) return false;
    if (must) {
      take_annotation(builder, builder->ops.count, annotation, result, name);
    } else if (annotation) {
      believe_annotation(builder, builder->ops.count, annotation, inference, result, name);
      if (annotation->has_type)
        believe_strides(builder, builder->ops.count, annotation, inference, result, name);
    }
    differs[i] = must || !same_inferred(&before, result);
  }
  return true;
}

static bool check_mutation(const OpSpec *spec, const Inference *inference, Status *status) {
  if (spec->mutates < 0) return true;
  const Value *into = infer_operand(inference, spec->mutates);
  if (!into)
    return status_fail(status, STATUS_INPUT, "operand %d, which it writes into, must be a tensor",
                       spec->mutates);
  if (shape_equal(&into->shape, &inference->results[0].shape)) return true;
  char a[160], b[160];
  return status_fail(status, STATUS_INPUT,
                     "a result of shape %s cannot be written into operand %d of shape %s",
                     shape_text(&inference->results[0].shape, a), spec->mutates, shape_text(&into->shape, b));
}

// Where a result's elements lie: in its own memory, in the operand's (views), or over what was mutated.
static void place_result(GraphBuilder *builder, const OpSpec *spec, const Inference *inference, int value,
                         int result) {
  const Inferred *inferred = &inference->results[result];
  Value *placed = &builder->values.data[value];
  memcpy(placed->stride, inferred->stride, sizeof placed->stride);
  if (inference->is_view) {
    int operand = inference->operands[0].value;
    const Value *from = &builder->values.data[operand];
    placed->source = from->source;
    placed->storage = from->storage;
    placed->offset = inferred->offset;
    builder->states.data[value].version = builder->states.data[operand].version;
  } else if (spec->mutates >= 0 && result == 0) {
    const Value *into = &builder->values.data[inference->operands[spec->mutates].value];
    placed->storage = into->storage;
    placed->offset = into->offset;
    memcpy(placed->stride, into->stride, sizeof placed->stride);
    builder_mutated(builder, into->storage, value);
  }
}

// A result that is called as its op, as most are, shares the op's copy of the name.
static const char *keep_result_name(GraphBuilder *builder, const OpSpec *spec, const char *op_name,
                                    int result, int count, Status *status) {
  const char *name = result_name(builder, spec, result, count);
  if (!text_equal(name, spec->name)) return copy_name(builder, &builder->value_names, name, status);
  return is_free(&builder->value_names, op_name, status) ? op_name : NULL;
}

static bool add_results(GraphBuilder *builder, const OpSpec *spec, const Inference *inference,
                        const char *op_name, const bool *differs, Status *status) {
  int op = builder->ops.count;
  for (int i = 0; i < inference->result_count; i++) {
    const Inferred *inferred = &inference->results[i];
    const char *name = keep_result_name(builder, spec, op_name, i, inference->result_count, status);
    if (!name) return false;
    int value = add_value(builder, name, inferred->dtype, &inferred->shape);
    builder->values.data[value].producer = op;
    builder->values.data[value].result = i;
    builder->states.data[value].annotated = differs[i];
    const Annotation *annotation = annotation_of(spec, i);
    builder->states.data[value].chosen =
        inference->is_view ? reads_chosen(builder, inference) : annotation && annotation->chosen;
    place_result(builder, spec, inference, value, i);
  }
  return true;
}

// Takes back the results of an op that could not be added whole, so that the builder stays as it was.
static void drop_results(GraphBuilder *builder, int count) {
  for (int i = count; i < builder->values.count; i++)
    namemap_set(&builder->value_names, builder->values.data[i].name, NO_VALUE);
  builder->values.count = builder->states.count = count;
}

static void add_op(GraphBuilder *builder, const OpSpec *spec, const Inference *inference, const char *name,
                   int first_result) {
  Op op = {
      .name = name,
      .code = inference->code,
      .op_class = inference->op_class,
      .is_view = inference->is_view,
      .operands = inference->operands,
      .operand_count = inference->operand_count,
      .attributes = keep_attributes(builder, inference->attributes, inference->attribute_count),
      .attribute_count = inference->attribute_count,
      .written =
          spec->keep_written ? keep_attributes(builder, spec->attributes, spec->attribute_count) : NULL,
      .written_count = spec->keep_written ? spec->attribute_count : 0,
      .first_result = first_result,
      .result_count = inference->result_count,
      .mutates = spec->mutates,
      .source_file = builder_clean_copy(builder, spec->source_file),
      .source_line = spec->source_line,
      .source_text = builder_clean_copy(builder, spec->source_text),
      .file_line = spec->file_line,
  };
  namemap_set(&builder->op_names, name, builder->ops.count);
  vector_push(&builder->ops, op);
}

static int64_t elements_of(const GraphBuilder *builder, const Inference *inference, int i) {
  if (i >= inference->operand_count)
    return shape_elements(&inference->results[i - inference->operand_count].shape);
  int value = inference->operands[i].value;
  return value == NO_VALUE ? 0 : shape_elements(&builder->values.data[value].shape);
}

// Counts what it reads and writes with all ops before.
static bool count_elements(const GraphBuilder *builder, const Inference *inference, int64_t *count,
                           Status *status) {
  *count = builder->elements;
  if (inference->is_view) return true;
  for (int i = 0; i < inference->operand_count + inference->result_count; i++) {
    *count += elements_of(builder, inference, i);
    if (*count > MAX_ELEMENTS_OF_ALL)
      return status_fail(status, STATUS_INPUT, "the ops up to here read and write more than 2^54 elements");
  }
  return true;
}

static int builder_add(GraphBuilder *builder, const OpSpec *spec, const char *name, Status *status) {
  Operand *operands;
  Inference inference = {.arena = builder->arena, .code = spec->code, .wanted_results = spec->result_count};
  if (!resolve_operands(builder, spec, &operands, status)) return NO_OP;
  inference.values = builder->values.data; // after resolving, which may add a view
  inference.operands = operands;
  inference.operand_count = spec->operand_count;
  Attribute few[FEW_ATTRIBUTES];
  start_attributes(builder, spec, &inference, few);
  if (!infer_op(&inference, status)) return NO_OP;
  if (spec->result_count > inference.result_count) {
    status_fail(status, STATUS_INPUT, "has %d result%s, %d are named", inference.result_count,
                inference.result_count == 1 ? "" : "s", spec->result_count);
    return NO_OP;
  }
  int first_result = builder->values.count, note_count = builder->notes.count;
  int64_t elements;
  bool few_differ[FEW_RESULTS] = {false}, *differs = few_differ;
  if (inference.result_count > FEW_RESULTS)
    differs = arena_array(builder->arena, (size_t)inference.result_count, sizeof *differs);
  if (!apply_annotations(builder, spec, &inference, differs, status) ||
      !check_mutation(spec, &inference, status) || !count_elements(builder, &inference, &elements, status) ||
      !add_results(builder, spec, &inference, name, differs, status)) {
    drop_results(builder, first_result);
    builder->notes.count = note_count;
    return NO_OP;
  }
  add_op(builder, spec, &inference, name, first_result);
  builder->elements = elements;
  return builder->ops.count - 1;
}

int builder_op(GraphBuilder *builder, const OpSpec *spec, Status *status) {
  char *name = copy_name(builder, &builder->op_names, spec->name, status);
  if (!name) return NO_OP;
  int op = builder_add(builder, spec, name, status);
  if (op == NO_OP) status_prefix(status, "\"%s\" (%s)", name, op_info(spec->code)->name);
  return op;
}
