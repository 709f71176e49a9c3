// Graphs as fusebox JSON.
#include "base/json.h"
#include "graph/builder_core.h"
#include "graph/write.h"

#include <math.h>
#include <string.h>

// Numbers that JSON lacks are texts; fractions keep their point, since integers promote otherwise.
static void put_number(JsonWriter *writer, const char *key, double number) {
  if (isnan(number))
    json_put_string(writer, key, "nan");
  else if (isinf(number))
    json_put_string(writer, key, number > 0 ? "inf" : "-inf");
  else
    json_put_float(writer, key, number);
}

static void put_list(JsonWriter *writer, const char *key, const int64_t *list, int count) {
  json_begin_inline(writer, key, true);
  for (int i = 0; i < count; i++)
    json_put_integer(writer, NULL, list[i]);
  json_end(writer);
}

// A shape, with the names that its axes were written with.
static void put_shape(JsonWriter *writer, const char *key, const Value *value) {
  json_begin_inline(writer, key, true);
  for (int i = 0; i < value->shape.rank; i++)
    if (value->size_name[i])
      json_put_string(writer, NULL, value->size_name[i]);
    else
      json_put_integer(writer, NULL, value->shape.size[i]);
  json_end(writer);
}

static bool is_contiguous(const Value *value) {
  int64_t stride[MAX_RANK];
  shape_contiguous(&value->shape, stride);
  return shape_strides_equal(&value->shape, value->stride, stride);
}

static void put_type(JsonWriter *writer, const Value *value) {
  json_put_string(writer, "name", value->name);
  json_put_string(writer, "dtype", dtype_name(value->dtype));
  put_shape(writer, "shape", value);
}

static void write_input(JsonWriter *writer, const Value *value) {
  json_begin_inline(writer, NULL, false);
  put_type(writer, value);
  int64_t plain[MAX_RANK];
  shape_contiguous(&value->shape, plain);
  bool same = memcmp(plain, value->stride, (size_t)value->shape.rank * sizeof *plain) == 0;
  if (!same) put_list(writer, "stride", value->stride, value->shape.rank);
  json_end(writer);
}

static void write_operands(JsonWriter *writer, const Graph *graph, const Op *op) {
  if (op->operand_count == 0) return;
  json_begin_inline(writer, "in", true);
  for (int i = 0; i < op->operand_count; i++) {
    const Operand *operand = &op->operands[i];
    if (operand->value != NO_VALUE)
      json_put_string(writer, NULL, graph->values[operand->value].name);
    else if (!operand->is_number)
      json_put_null(writer, NULL);
    else if (operand->is_integer)
      json_put_integer(writer, NULL, operand->integer);
    else
      put_number(writer, NULL, operand->number);
  }
  json_end(writer);
}

static void write_attribute_number(JsonWriter *writer, const char *key, const Attribute *attribute) {
  if (attribute->count > 0)
    json_put_integer(writer, key, attribute->integer[0]);
  else
    put_number(writer, key, attribute->number);
}

// The shape that an op was given by names keeps them: they are those of its result.
static bool has_named_shape(const Graph *graph, const Op *op, const Attribute *attribute) {
  const Shape *shape = &graph->values[op->first_result].shape;
  if (attribute->key != ATTRIBUTE_SHAPE || op->result_count != 1 || attribute->count != shape->rank)
    return false;
  return memcmp(attribute->integer, shape->size, (size_t)shape->rank * sizeof *shape->size) == 0;
}

static void write_attribute(JsonWriter *writer, const Graph *graph, const Op *op,
                            const Attribute *attribute) {
  const char *key = attribute_name(attribute->key);
  switch (attribute_kind(attribute->key)) {
    case ATTRIBUTE_IS_INTEGER:
      json_put_integer(writer, key, attribute_integer(attribute));
      break;
    case ATTRIBUTE_IS_NUMBER:
      write_attribute_number(writer, key, attribute);
      break;
    case ATTRIBUTE_IS_BOOL:
      json_put_bool(writer, key, attribute_integer(attribute) != 0);
      break;
    case ATTRIBUTE_IS_DTYPE:
      json_put_string(writer, key, dtype_name((DType)attribute_integer(attribute)));
      break;
    case ATTRIBUTE_IS_TEXT:
      json_put_string(writer, key, attribute->text ? attribute->text : "");
      break;
    case ATTRIBUTE_IS_INTEGERS:
      if (has_named_shape(graph, op, attribute))
        put_shape(writer, key, &graph->values[op->first_result]);
      else
        put_list(writer, key, attribute->integer, attribute->count);
      break;
  }
}

static void write_result(JsonWriter *writer, const Graph *graph, int index) {
  const Value *value = &graph->values[index];
  if (!graph_annotated(graph, index)) {
    json_put_string(writer, NULL, value->name);
    return;
  }
  json_begin_inline(writer, NULL, false);
  put_type(writer, value);
  const Op *op = graph_producer(graph, index);
  bool stride_inferred = op_info(op->code)->shape_rule == SHAPE_ANNOTATED && is_contiguous(value);
  if (!stride_inferred) put_list(writer, "stride", value->stride, value->shape.rank);
  json_end(writer);
}

// Results need no mention when there is one with the op's name and everything of it is inferred.
static void write_results(JsonWriter *writer, const Graph *graph, const Op *op) {
  int first = op->first_result;
  bool plain = op->result_count == 1 && strcmp(graph->values[first].name, op->name) == 0 &&
               !graph_annotated(graph, first);
  if (plain) return;
  json_begin_inline(writer, "results", true);
  for (int i = 0; i < op->result_count; i++)
    write_result(writer, graph, first + i);
  json_end(writer);
}

static void write_origin(JsonWriter *writer, const Op *op) {
  if (!op->source_file) return;
  Text place = {0};
  text_printf(&place, op->source_line ? "%s:%d" : "%s", op->source_file, op->source_line);
  json_put_string(writer, "at", text_get(&place));
  text_free(&place);
  if (op->source_text) json_put_string(writer, "code", op->source_text);
}

static void write_op(JsonWriter *writer, const Graph *graph, const Op *op) {
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "name", op->name);
  json_put_string(writer, "op", op_info(op->code)->name);
  write_operands(writer, graph, op);
  for (int i = 0; i < op->attribute_count; i++)
    write_attribute(writer, graph, op, &op->attributes[i]);
  write_results(writer, graph, op);
  if (op->mutates >= 0) json_put_integer(writer, "mutates", op->mutates);
  write_origin(writer, op);
  json_end(writer);
}

static void write_head(JsonWriter *writer, const Graph *graph) {
  json_put_string(writer, "format", "fusebox-graph");
  json_put_integer(writer, "version", 1);
  json_put_string(writer, "name", graph->name);
  if (graph->about) json_put_string(writer, "about", graph->about);
  if (graph->size_count == 0) return;
  json_begin_inline(writer, "sizes", false);
  for (int i = 0; i < graph->size_count; i++)
    json_put_integer(writer, graph->sizes[i].name, graph->sizes[i].value);
  json_end(writer);
}

static void write_outputs(JsonWriter *writer, const Graph *graph) {
  json_begin_inline(writer, "outputs", true);
  for (int i = 0; i < graph->output_count; i++)
    if (graph->outputs[i] == NO_VALUE)
      json_put_null(writer, NULL);
    else
      json_put_string(writer, NULL, graph->values[graph->outputs[i]].name);
  json_end(writer);
}

bool graph_write_json(const Graph *graph, Text *out, Status *status) {
  (void)status; // every graph can be written
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  write_head(&writer, graph);
  json_begin_array(&writer, "inputs");
  for (int i = 0; i < graph->input_count; i++)
    write_input(&writer, &graph->values[graph->inputs[i]]);
  json_end(&writer);
  json_begin_array(&writer, "ops");
  for (int i = 0; i < graph->op_count; i++)
    write_op(&writer, graph, &graph->ops[i]);
  json_end(&writer);
  write_outputs(&writer, graph);
  json_end(&writer);
  return true;
}
