#include "plan/program/save.h"

#include "base/file.h"
#include "graph/evaluate/evaluate.h"
#include "plan/program/program.h"

#include <stdio.h>
#include <stdlib.h>

// ---- The index

static void put_integers(JsonWriter *index, const char *key, const int64_t *numbers, int count) {
  json_begin_inline(index, key, true);
  for (int i = 0; i < count; i++)
    json_put_integer(index, NULL, numbers[i]);
  json_end(index);
}

void save_describe(const Value *value, const char *file, const int64_t *stride, JsonWriter *index) {
  int64_t dense[MAX_RANK];
  shape_contiguous(&value->shape, dense);
  json_begin_inline(index, NULL, false);
  json_put_string(index, "name", value->name);
  json_put_string(index, "dtype", dtype_name(value->dtype));
  put_integers(index, "shape", value->shape.size, value->shape.rank);
  put_integers(index, "stride", stride ? stride : dense, value->shape.rank);
  json_put_integer(index, "offset", stride ? value->offset : 0);
  if (file) json_put_string(index, "file", file);
}

bool save_index(const char *folder, const Text *index, Status *status) {
  char *path = file_join(folder, "index.json");
  bool good = file_write(path, text_get(index), index->length, status);
  free(path);
  return good;
}

// ---- The evaluator's values

typedef struct Saving {
  const Graph *graph;
  Evaluation *evaluation;
  double **noise;
  bool *unknown; // per value: it comes from an op that was not evaluated
  double *tolerances;
  const char *folder;
  JsonWriter *index;
} Saving;

// Elements one after the other, as `dtype`.
static bool write_elements(const Saving *saving, const char *name, DType dtype, const double *data,
                           int64_t count, Status *status) {
  size_t bytes = (size_t)count * (size_t)dtype_bytes(dtype);
  void *memory = memory_alloc(bytes + 1);
  char *path = file_join(saving->folder, name);
  for (int64_t i = 0; i < count; i++)
    program_store(dtype, memory, i, data + i, count);
  bool good = file_write(path, memory, bytes, status);
  free(path);
  free(memory);
  return good;
}

static bool save_value(const Saving *saving, const char *what, int number, const Value *value,
                       const double *data, Status *status) {
  char name[64];
  snprintf(name, sizeof name, "%s-%d.bin", what, number);
  save_describe(value, name, NULL, saving->index);
  return write_elements(saving, name, value->dtype, data, shape_elements(&value->shape), status);
}

static bool save_inputs(const Saving *saving, uint64_t seed, Status *status) {
  const Graph *graph = saving->graph;
  bool good = true;
  json_begin_array(saving->index, "inputs");
  for (int i = 0; good && i < graph->input_count; i++) {
    const Value *value = &graph->values[graph->inputs[i]];
    double *data = memory_alloc(((size_t)value_numbers(value) + 1) * sizeof *data);
    evaluate_fill(graph, graph->inputs[i], seed, data);
    good = save_value(saving, "inputs", i, value, data, status);
    json_end(saving->index);
    free(data);
  }
  json_end(saving->index);
  return good;
}

static bool save_noise(const Saving *saving, int number, int value, Status *status) {
  char name[64];
  const Value *row = &saving->graph->values[value];
  bool pairs = dtype_parts(row->dtype) == 2; // whoever compares takes a number for each element
  if (pairs || !saving->noise || !saving->noise[value]) return true;
  snprintf(name, sizeof name, "noise-%d.bin", number);
  json_put_string(saving->index, "noise", name);
  return write_elements(saving, name, DTYPE_F64, saving->noise[value], shape_elements(&row->shape), status);
}

static bool save_output(const Saving *saving, int number, Status *status) {
  int value = saving->graph->outputs[number];
  if (value == NO_VALUE) return json_put_null(saving->index, NULL), true;
  const double *data = saving->evaluation->values[value].data;
  bool good = save_value(saving, "outputs", number, &saving->graph->values[value], data, status) &&
              save_noise(saving, number, value, status);
  json_put_number(saving->index, "tolerance", saving->tolerances[value]);
  if (saving->unknown[value]) json_put_bool(saving->index, "unknown", true);
  json_end(saving->index);
  return good;
}

static bool save_outputs(const Saving *saving, Status *status) {
  bool good = true;
  json_begin_array(saving->index, "outputs");
  for (int i = 0; good && i < saving->graph->output_count; i++)
    good = save_output(saving, i, status);
  json_end(saving->index);
  return good;
}

void save_spread_unknown(const Graph *graph, bool *unknown) {
  for (int op = 0; op < graph->op_count; op++) {
    const Op *row = &graph->ops[op];
    bool from = false;
    for (int i = 0; i < row->operand_count; i++)
      from |= !row->operands[i].is_number && row->operands[i].value != NO_VALUE &&
              unknown[row->operands[i].value];
    for (int i = 0; i < row->result_count; i++)
      unknown[row->first_result + i] |= from;
  }
}

static void find_unknown(const Saving *saving) {
  for (int op = 0; op < saving->graph->op_count; op++)
    for (int i = 0; i < saving->graph->ops[op].result_count; i++)
      saving->unknown[saving->graph->ops[op].first_result + i] = saving->evaluation->skipped[op];
  save_spread_unknown(saving->graph, saving->unknown);
}

static bool save_evaluation(const Saving *saving, uint64_t seed, Status *status) {
  Text text = {0};
  JsonWriter index = json_writer(&text, true);
  Saving with_index = *saving;
  with_index.index = &index;
  json_begin_object(&index, NULL);
  json_put_string(&index, "graph", saving->graph->name);
  bool good = file_make_folders(saving->folder, status) && save_inputs(&with_index, seed, status) &&
              save_outputs(&with_index, status);
  json_end(&index);
  good = good && save_index(saving->folder, &text, status);
  text_free(&text);
  return good;
}

bool save_reference(const Graph *graph, uint64_t seed, const char *folder, Status *status) {
  Evaluation *evaluation = evaluation_run(graph, &(EvaluateOptions){.seed = seed}, status);
  if (!evaluation) return false;
  Saving saving = {.graph = graph, .evaluation = evaluation, .folder = folder};
  saving.unknown = memory_alloc((size_t)graph->value_count + 1);
  saving.tolerances = memory_alloc(((size_t)graph->value_count + 1) * sizeof *saving.tolerances);
  saving.noise = evaluate_noise(evaluation);
  evaluate_tolerances(graph, saving.tolerances);
  find_unknown(&saving);
  bool good = save_evaluation(&saving, seed, status);
  noise_free(graph, saving.noise);
  free(saving.tolerances);
  free(saving.unknown);
  evaluation_free(evaluation);
  return good;
}
