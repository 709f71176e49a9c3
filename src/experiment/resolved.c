// experiment.json: an experiment written out, with the hashes of all that it names.
//
//   { "format": "fusebox-experiment", "version": 1, "folder": "/home/me", "baseline": "compiler",
//     "stages": ["estimate"], "repeats": 1, "limits": { "seconds": 600, "instructions": 0 },
//     "devices": [ { "name": "h200", "hash": "..." } ],
//     "heuristics": [ { "name": "beam", "hash": "...", "start": "none", "start_hash": "",
//                       "options": { "seed": "1", "width": "8" } } ],
//     "graphs": [ { "name": "graphs/xent.json", "hash": "...", "compiler": "", "sizes": { "rows": 64 } } ] }
#include "base/file.h"
#include "experiment/read.h"
#include "script/data_file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char FORMAT[] = "fusebox-experiment";
enum { FORMAT_VERSION = 1 };

// ---- Writing.

static void put_stages(const Experiment *experiment, JsonWriter *writer) {
  json_begin_array(writer, "stages");
  for (int stage = 0; stage < STAGE_COUNT; stage++)
    if (experiment->stages >> stage & 1)
      json_put_string(writer, NULL, experiment_stage_name((ExperimentStage)stage));
  json_end(writer);
}

static void put_limits(const Experiment *experiment, JsonWriter *writer) {
  json_begin_inline(writer, "limits", false);
  json_put_number(writer, "seconds", experiment->seconds);
  json_put_integer(writer, "instructions", experiment->instructions);
  if (experiment->evaluations) json_put_integer(writer, "evaluations", experiment->evaluations);
  json_end(writer);
}

static void put_device(const ExperimentDevice *device, JsonWriter *writer) {
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "name", device->name);
  json_put_string(writer, "hash", device->hash);
  json_end(writer);
}

static void put_variant(const ExperimentVariant *variant, JsonWriter *writer) {
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "name", variant->heuristic);
  json_put_string(writer, "hash", variant->hash);
  json_put_string(writer, "start", variant->start);
  json_put_string(writer, "start_hash", variant->start_hash);
  json_begin_inline(writer, "options", false);
  for (int i = 0; i < variant->options.count; i++)
    json_put_string(writer, variant->options.data[i].name, variant->options.data[i].value);
  json_end(writer);
  json_end(writer);
}

static void put_graph(const ExperimentGraph *graph, JsonWriter *writer) {
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "name", graph->name);
  json_put_string(writer, "hash", graph->hash);
  json_put_string(writer, "compiler", graph->compiler);
  json_begin_inline(writer, "sizes", false);
  for (int i = 0; i < graph->sizes.count; i++)
    json_put_integer(writer, graph->sizes.data[i].name, graph->sizes.data[i].value);
  json_end(writer);
  json_end(writer);
}

void experiment_write(const Experiment *experiment, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_file(&writer, FORMAT, FORMAT_VERSION);
  json_put_string(&writer, "folder", experiment->folder);
  json_put_string(&writer, "baseline", experiment->baseline);
  put_stages(experiment, &writer);
  json_put_integer(&writer, "repeats", experiment->repeats);
  put_limits(experiment, &writer);
  json_begin_array(&writer, "devices");
  for (int i = 0; i < experiment->devices.count; i++)
    put_device(&experiment->devices.data[i], &writer);
  json_end(&writer);
  json_begin_array(&writer, "heuristics");
  for (int i = 0; i < experiment->variants.count; i++)
    put_variant(&experiment->variants.data[i], &writer);
  json_end(&writer);
  json_begin_array(&writer, "graphs");
  for (int i = 0; i < experiment->graphs.count; i++)
    put_graph(&experiment->graphs.data[i], &writer);
  json_end(&writer);
  json_end(&writer);
}

// ---- Reading.

typedef struct ResolvedReader {
  Experiment *experiment;
  const Json *json;
  Status *status;
} ResolvedReader;

static bool fail_changed(ResolvedReader *reader, const JsonNode *node, const char *what) {
  return json_fail(reader->json, node, reader->status,
                   "%s is another than it was then: run the experiment's Lua file again", what);
}

// Of a field that must be there.
static const char *text_of(ResolvedReader *reader, const JsonNode *object, const char *name, bool *good) {
  const JsonNode *node = json_get(object, name);
  if (*good && !json_is_string(node))
    *good = json_fail(reader->json, node ? node : object, reader->status, "\"%s\" is a string", name);
  return arena_strdup(reader->experiment->arena, json_string(node, ""));
}

static bool take_stages(ResolvedReader *reader, const JsonNode *node) {
  for (const JsonNode *at = json_first(node); at; at = json_next(at))
    for (int stage = 0; stage < STAGE_COUNT; stage++)
      if (text_equal(json_string(at, ""), experiment_stage_name((ExperimentStage)stage)))
        reader->experiment->stages |= 1u << stage;
  return reader->experiment->stages ||
         json_fail(reader->json, node, reader->status, "\"stages\": estimate, compile and time are stages");
}

static bool take_devices(ResolvedReader *reader, const JsonNode *node) {
  Experiment *experiment = reader->experiment;
  bool good = true;
  for (const JsonNode *at = json_first(node); good && at; at = json_next(at)) {
    const char *name = text_of(reader, at, "name", &good), *hash = text_of(reader, at, "hash", &good);
    good = good && experiment_add_device(experiment, name, reader->status);
    if (good && !text_equal(experiment->devices.data[experiment->devices.count - 1].hash, hash))
      good = fail_changed(reader, at, name);
  }
  return good && (experiment->devices.count ||
                  json_fail(reader->json, node, reader->status, "\"devices\": there is none"));
}

static bool add_variant(ResolvedReader *reader, const JsonNode *node) {
  VECTOR(ScriptOption) options = {0};
  bool good = true;
  const char *name = text_of(reader, node, "name", &good), *hash = text_of(reader, node, "hash", &good);
  const char *start = text_of(reader, node, "start", &good);
  const char *start_hash = text_of(reader, node, "start_hash", &good);
  for (const JsonNode *at = json_first(json_get(node, "options")); at; at = json_next(at))
    vector_push(&options, (ScriptOption){json_key(at), json_string(at, "")});
  int before = reader->experiment->variants.count;
  good = good &&
         experiment_add_variant(reader->experiment, name, options.data, options.count, start, reader->status);
  vector_free(&options);
  if (!good || reader->experiment->variants.count == before) return good;
  const ExperimentVariant *added = &reader->experiment->variants.data[before];
  if (!text_equal(added->hash, hash)) return fail_changed(reader, node, name);
  return text_equal(added->start_hash, start_hash) || fail_changed(reader, node, start);
}

static bool take_variants(ResolvedReader *reader, const JsonNode *node) {
  for (const JsonNode *at = json_first(node); at; at = json_next(at))
    if (!add_variant(reader, at)) return false;
  return reader->experiment->variants.count ||
         json_fail(reader->json, node, reader->status, "\"heuristics\": there is none");
}

static bool add_graph(ResolvedReader *reader, const JsonNode *node) {
  Arena *arena = reader->experiment->arena;
  bool good = true;
  ExperimentGraph graph = {.name = text_of(reader, node, "name", &good),
                           .hash = text_of(reader, node, "hash", &good),
                           .compiler = text_of(reader, node, "compiler", &good),
                           .resolved = true};
  graph.path = experiment_path(reader->experiment, graph.name);
  for (const JsonNode *at = json_first(json_get(node, "sizes")); good && at; at = json_next(at)) {
    if (!json_is_integer(at)) good = json_fail(reader->json, at, reader->status, "a size is a whole number");
    vector_push(&graph.sizes, (SizeBinding){arena_strdup(arena, json_key(at)), json_integer(at, 0)});
  }
  graph.sizes_text = experiment_sizes_text(arena, graph.sizes.data, graph.sizes.count);
  vector_push(&reader->experiment->graphs, graph);
  return good;
}

static bool take_graphs(ResolvedReader *reader, const JsonNode *node) {
  for (const JsonNode *at = json_first(node); at; at = json_next(at)) {
    if (reader->experiment->graphs.count == EXPERIMENT_GRAPHS_MOST)
      return json_fail(reader->json, at, reader->status, "\"graphs\": more than %d", EXPERIMENT_GRAPHS_MOST);
    if (!add_graph(reader, at)) return false;
  }
  return reader->experiment->graphs.count ||
         json_fail(reader->json, node, reader->status, "\"graphs\": there is none");
}

static bool take_numbers(ResolvedReader *reader, const JsonNode *root) {
  const JsonNode *limits = json_get(root, "limits"), *repeats = json_get(root, "repeats");
  Experiment *experiment = reader->experiment;
  experiment->repeats = (int)json_integer(repeats, 0);
  if (json_integer(repeats, 0) < 1 || json_integer(repeats, 0) > REPEATS_MOST)
    return json_fail(reader->json, repeats, reader->status, "\"repeats\": from 1 to %d", REPEATS_MOST);
  experiment->seconds = json_number(json_get(limits, "seconds"), 0);
  experiment->instructions = json_integer(json_get(limits, "instructions"), 0);
  experiment->evaluations = json_integer(json_get(limits, "evaluations"), 0);
  return (experiment->seconds > 0 && experiment->instructions >= 0 && experiment->evaluations >= 0) ||
         json_fail(reader->json, limits, reader->status, "\"limits\": seconds are more than 0");
}

bool experiment_parse(Experiment *experiment, const Json *json, Status *status) {
  ResolvedReader reader = {experiment, json, status};
  const JsonNode *root = json_root(json);
  bool good = true;
  if (!json_is_file(json, FORMAT, FORMAT_VERSION))
    return json_fail(json, root, status, "this is no experiment.json, nor a Lua file");
  experiment->folder = text_of(&reader, root, "folder", &good);
  experiment->baseline = text_of(&reader, root, "baseline", &good);
  return good && take_numbers(&reader, root) && take_stages(&reader, json_get(root, "stages")) &&
         take_devices(&reader, json_get(root, "devices")) &&
         take_variants(&reader, json_get(root, "heuristics")) &&
         take_graphs(&reader, json_get(root, "graphs"));
}

static bool read_resolved(Experiment *experiment, const char *path, Status *status) {
  Json *json = json_read(path, status);
  bool good = json && experiment_parse(experiment, json, status);
  json_free(json);
  return good;
}

static bool read_wishes(Experiment *experiment, const char *path, Status *status) {
  Text text = {0};
  bool good = data_file_read(path, &text, status);
  Json *json = good ? json_parse(path, text_get(&text), text.length, status) : NULL;
  good = json && experiment_take_wishes(experiment, path, json, status);
  json_free(json);
  text_free(&text);
  return good;
}

bool experiment_open(const char *path, Experiment *experiment, Status *status) {
  char folder[PATH_MAX];
  *experiment = (Experiment){.arena = arena_new(), .baseline = ""};
  bool good = getcwd(folder, sizeof folder) ||
              status_fail(status, STATUS_INPUT, "the current folder cannot be named: %s", strerror(errno));
  if (good) experiment->folder = arena_strdup(experiment->arena, folder);
  good = good && (text_ends(path, ".json") ? read_resolved(experiment, path, status)
                                           : read_wishes(experiment, path, status));
  if (!good) experiment_close(experiment);
  return good;
}

void experiment_close(Experiment *experiment) {
  for (int i = 0; i < experiment->graphs.count; i++)
    vector_free(&experiment->graphs.data[i].sizes);
  for (int i = 0; i < experiment->variants.count; i++)
    vector_free(&experiment->variants.data[i].options);
  vector_free(&experiment->graphs);
  vector_free(&experiment->variants);
  vector_free(&experiment->devices);
  if (experiment->arena) arena_free(experiment->arena);
  *experiment = (Experiment){0};
}
