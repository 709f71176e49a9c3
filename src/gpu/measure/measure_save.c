// What a run was given and what it gave, in files, so that another program can compute the same from it.
#include "gpu/measure/measure_save.h"

#include "base/file.h"

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

static void put_integers(JsonWriter *index, const char *key, const int64_t *numbers, int count) {
  json_begin_inline(index, key, true);
  for (int i = 0; i < count; i++)
    json_put_integer(index, NULL, numbers[i]);
  json_end(index);
}

static void describe(const Value *value, const char *file, JsonWriter *index) {
  json_begin_inline(index, NULL, false);
  json_put_string(index, "name", value->name);
  json_put_string(index, "dtype", dtype_name(value->dtype));
  put_integers(index, "shape", value->shape.size, value->shape.rank);
  put_integers(index, "stride", value->stride, value->shape.rank);
  json_put_integer(index, "offset", value->offset);
  if (file) json_put_string(index, "file", file);
  json_end(index);
}

// The memory behind each of some values, and their descriptions. A value whose memory the program does not
// touch has no file.
static WorkerOutcome save_values(Measuring *m, const char *what, const int *values, int count,
                                 JsonWriter *index, Status *status) {
  const Graph *graph = m->program->graph;
  WorkerOutcome outcome = WORKER_ANSWERED;
  json_begin_array(index, what);
  for (int i = 0; i < count && outcome == WORKER_ANSWERED; i++) {
    const Value *value = &graph->values[values[i]];
    int buffer = value->strided ? program_find_buffer(m->program, value->storage) : -1;
    char name[64];
    snprintf(name, sizeof name, "%s-%d.bin", what, i);
    char *path = file_join(m->options->save_folder, name);
    if (buffer >= 0) outcome = measure_save_buffer(m, buffer, path, status);
    describe(value, buffer >= 0 ? name : NULL, index);
    free(path);
  }
  json_end(index);
  return outcome;
}

static bool write_index(const Measuring *m, const Text *index, Status *status) {
  char *path = file_join(m->options->save_folder, "index.json");
  bool good = file_write(path, text_get(index), index->length, status);
  free(path);
  return good;
}

static WorkerOutcome save_run(Measuring *m, JsonWriter *index, Status *status) {
  const Graph *graph = m->program->graph;
  json_put_string(index, "graph", graph->name);
  WorkerOutcome outcome = save_values(m, "inputs", graph->inputs, graph->input_count, index, status);
  if (outcome == WORKER_ANSWERED) outcome = measure_run(m, m->program->launch_count, status);
  if (outcome != WORKER_ANSWERED) return outcome;
  return save_values(m, "outputs", graph->outputs, graph->output_count, index, status);
}

bool measure_save(Measuring *m, Status *status) {
  Text text = {0};
  JsonWriter index = json_writer(&text, true);
  json_begin_object(&index, NULL);
  bool good =
      file_make_folders(m->options->save_folder, status) && save_run(m, &index, status) == WORKER_ANSWERED;
  json_end(&index);
  good = good && write_index(m, &text, status) && measure_fill(m, 0, status) == WORKER_ANSWERED;
  text_free(&text);
  return good || status_prefix(status, "the run cannot be saved");
}
