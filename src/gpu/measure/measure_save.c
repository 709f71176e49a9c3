// What a run was given and what it gave, in files, so that another program can compute the same from it.
#include "gpu/measure/measure_save.h"

#include "base/file.h"
#include "graph/evaluate/evaluate.h"
#include "plan/program/save.h"

#include <stdio.h>
#include <stdlib.h>

static const double save_limit_s = 120; // of one file

WorkerOutcome measure_save_buffer(Measuring *m, int buffer, const char *path, Status *status) {
  Text text = {0};
  JsonWriter json = measure_begin(&text, "save");
  json_put_integer(&json, "slot", 0);
  json_put_integer(&json, "buffer", buffer);
  json_put_string(&json, "path", path);
  json_end(&json);
  return measure_ask(m, &text, save_limit_s, NULL, status);
}

// Per value: it comes from a launch that is not run, whose results are filled as inputs are.
static bool *find_unknown(const Program *program) {
  const Graph *graph = program->graph;
  bool *unknown = memory_alloc((size_t)graph->value_count + 1);
  for (int i = 0; i < program->buffer_count; i++) {
    int storage = program->buffers[i].storage;
    unknown[storage] = program->buffers[i].is_input && graph->values[storage].producer != NO_OP;
  }
  save_spread_unknown(graph, unknown);
  return unknown;
}

// The memory behind a value, and its description. A value whose memory the program does not touch has no
// file.
static WorkerOutcome save_value(Measuring *m, const char *file, int number, const bool *unknown,
                                JsonWriter *index, Status *status) {
  const Graph *graph = m->program->graph;
  const Value *value = &graph->values[number];
  WorkerOutcome outcome = WORKER_ANSWERED;
  int buffer = value->strided ? program_find_buffer(m->program, value->storage) : -1;
  char *path = file_join(m->options->save_folder, file);
  if (buffer >= 0) outcome = measure_save_buffer(m, buffer, path, status);
  save_describe(value, buffer >= 0 ? file : NULL, value->stride, index);
  if (value->producer != NO_OP) json_put_number(index, "tolerance", evaluate_tolerance(graph, number));
  if (unknown[number]) json_put_bool(index, "unknown", true);
  json_end(index);
  free(path);
  return outcome;
}

static WorkerOutcome save_values(Measuring *m, const char *what, const int *values, int count,
                                 const bool *unknown, JsonWriter *index, Status *status) {
  WorkerOutcome outcome = WORKER_ANSWERED;
  json_begin_array(index, what);
  for (int i = 0; i < count && outcome == WORKER_ANSWERED; i++) {
    char file[64];
    snprintf(file, sizeof file, "%s-%d.bin", what, i);
    if (values[i] == NO_VALUE)
      json_put_null(index, NULL);
    else
      outcome = save_value(m, file, values[i], unknown, index, status);
  }
  json_end(index);
  return outcome;
}

static WorkerOutcome save_run(Measuring *m, JsonWriter *index, Status *status) {
  const Graph *graph = m->program->graph;
  bool *unknown = find_unknown(m->program);
  json_put_string(index, "graph", graph->name);
  WorkerOutcome outcome = save_values(m, "inputs", graph->inputs, graph->input_count, unknown, index, status);
  if (outcome == WORKER_ANSWERED) outcome = measure_run(m, m->program->launch_count, status);
  if (outcome == WORKER_ANSWERED)
    outcome = save_values(m, "outputs", graph->outputs, graph->output_count, unknown, index, status);
  free(unknown);
  return outcome;
}

bool measure_save(Measuring *m, Status *status) {
  Text text = {0};
  JsonWriter index = json_writer(&text, true);
  json_begin_object(&index, NULL);
  bool good =
      file_make_folders(m->options->save_folder, status) && save_run(m, &index, status) == WORKER_ANSWERED;
  json_end(&index);
  good = good && save_index(m->options->save_folder, &text, status) &&
         measure_fill(m, 0, status) == WORKER_ANSWERED;
  text_free(&text);
  return good || status_prefix(status, "the run cannot be saved");
}
