// Graphs as fusebox JSON.
#include "graph/write/write_json.h"
#include "graph/core/builder_core.h"
#include "graph/write/write.h"

#include <string.h>

// A shape, with the names that its axes were written with.
static void put_shape(JsonWriter *writer, const Value *value, bool named) {
  json_begin_inline(writer, "shape", true);
  for (int i = 0; i < value->shape.rank; i++)
    if (named && value->size_name[i])
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

static void put_type(JsonWriter *writer, const Value *value, bool named) {
  json_put_string(writer, "name", value->name);
  json_put_string(writer, "dtype", dtype_name(value->dtype));
  put_shape(writer, value, named);
}

static bool has_plain_strides(const Value *value) {
  int64_t plain[MAX_RANK];
  shape_contiguous(&value->shape, plain);
  return memcmp(plain, value->stride, (size_t)value->shape.rank * sizeof *plain) == 0;
}

static void write_input(JsonWriter *writer, const Value *value, bool named) {
  json_begin_inline(writer, NULL, false);
  put_type(writer, value, named);
  if (!has_plain_strides(value)) write_json_integers(writer, "stride", value->stride, value->shape.rank);
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
      write_json_number(writer, NULL, operand->number);
  }
  json_end(writer);
}

static void write_result(JsonWriter *writer, const Graph *graph, int index) {
  const Value *value = &graph->values[index];
  if (!graph_annotated(graph, index)) {
    json_put_string(writer, NULL, value->name);
    return;
  }
  json_begin_inline(writer, NULL, false);
  put_type(writer, value, false);
  const Op *op = graph_producer(graph, index);
  bool stride_inferred = op_info(op->code)->shape_rule == SHAPE_ANNOTATED && is_contiguous(value);
  if (!stride_inferred) write_json_integers(writer, "stride", value->stride, value->shape.rank);
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

static void write_op(JsonWriter *writer, const Graph *graph, const Op *op, bool named) {
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "name", op->name);
  json_put_string(writer, "op", op_info(op->code)->name);
  write_operands(writer, graph, op);
  write_json_attributes(writer, op, named);
  write_results(writer, graph, op);
  if (op->mutates >= 0) json_put_integer(writer, "mutates", op->mutates);
  write_origin(writer, op);
  json_end(writer);
}

// Can all sizes be computed anew from the named ones? Strides and annotated results are known as numbers
// only.
static bool keeps_names(const Graph *graph) {
  for (int i = 0; i < graph->input_count; i++)
    if (!has_plain_strides(&graph->values[graph->inputs[i]])) return false;
  for (int i = 0; i < graph->op_count; i++)
    if (!graph->ops[i].written) return false;
  for (int i = 0; i < graph->value_count; i++)
    if (graph_annotated(graph, i)) return false;
  return graph->size_count > 0;
}

static void write_head(JsonWriter *writer, const Graph *graph, bool named) {
  json_put_string(writer, "format", "fusebox-graph");
  json_put_integer(writer, "version", 1);
  json_put_string(writer, "name", graph->name);
  if (graph->about) json_put_string(writer, "about", graph->about);
  if (!named) return;
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
  bool named = keeps_names(graph);
  json_begin_object(&writer, NULL);
  write_head(&writer, graph, named);
  json_begin_array(&writer, "inputs");
  for (int i = 0; i < graph->input_count; i++)
    write_input(&writer, &graph->values[graph->inputs[i]], named);
  json_end(&writer);
  json_begin_array(&writer, "ops");
  for (int i = 0; i < graph->op_count; i++)
    write_op(&writer, graph, &graph->ops[i], named);
  json_end(&writer);
  write_outputs(&writer, graph);
  json_end(&writer);
  return true;
}
