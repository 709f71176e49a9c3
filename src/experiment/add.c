// What an experiment is made of, from what names it.
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "cost/devices/device.h"
#include "experiment/read.h"
#include "graph/read/list.h"
#include "script/files.h"
#include "script/source.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const stage_names[STAGE_COUNT] = {"estimate", "compile", "time"};

const char *experiment_stage_name(ExperimentStage stage) {
  return stage_names[stage];
}

const char *experiment_path(const Experiment *experiment, const char *path) {
  bool whole = *path == '/' || text_starts(path, "fusebox:");
  return whole ? path : arena_printf(experiment->arena, "%s/%s", experiment->folder, path);
}

// ---- Graphs.

const char *experiment_sizes_text(Arena *arena, const SizeBinding *sizes, int count) {
  Text text = {0};
  for (int i = 0; i < count; i++)
    text_printf(&text, "%s%s=%lld", i ? " " : "", sizes[i].name, (long long)sizes[i].value);
  const char *kept = arena_strdup(arena, text_get(&text));
  text_free(&text);
  return kept;
}

static bool add_graph(Experiment *experiment, const char *name, const SizeBinding *sizes, int count,
                      Status *status) {
  ExperimentGraph graph = {.hash = "", .compiler = ""};
  if (experiment->graphs.count == EXPERIMENT_GRAPHS_MOST)
    return status_fail(status, STATUS_INPUT, "an experiment has at most %d graphs", EXPERIMENT_GRAPHS_MOST);
  graph.name = arena_strdup(experiment->arena, name);
  graph.path = experiment_path(experiment, graph.name);
  graph.sizes_text = experiment_sizes_text(experiment->arena, sizes, count);
  for (int i = 0; i < count; i++)
    vector_push(&graph.sizes, (SizeBinding){arena_strdup(experiment->arena, sizes[i].name), sizes[i].value});
  vector_push(&experiment->graphs, graph);
  return true;
}

static bool add_paths(Experiment *experiment, const GraphPaths *paths, const SizeBinding *sizes, int count,
                      Status *status) {
  for (int i = 0; i < paths->shown; i++)
    if (!add_graph(experiment, paths->paths.data[i], sizes, count, status)) return false;
  return true;
}

static bool add_path(Experiment *experiment, const char *path, const SizeBinding *sizes, int count,
                     Status *status) {
  GraphPaths paths = {0};
  graph_paths_match(path, &paths);
  bool good = add_paths(experiment, &paths, sizes, count, status);
  graph_paths_free(&paths);
  return good;
}

bool experiment_add_graphs(Experiment *experiment, const char *pattern, const SizeBinding *sizes, int count,
                           Status *status) {
  const char *part = strchr(pattern, '#');
  if (part && strpbrk(part, "*?[")) part = NULL;
  char *files = part ? memory_strndup(pattern, (size_t)(part - pattern)) : memory_strdup(pattern);
  glob_t found = {0};
  int problem = glob(files, 0, NULL, &found);
  if (problem == GLOB_NOSPACE) memory_exhausted(0);
  bool good = problem == 0;
  if (!good) status_fail(status, STATUS_INPUT, "there is no graph %s", pattern);
  for (size_t i = 0; good && i < found.gl_pathc; i++) {
    Text path = {0};
    text_printf(&path, "%s%s", found.gl_pathv[i], part ? part : "");
    good = add_path(experiment, text_get(&path), sizes, count, status);
    text_free(&path);
  }
  globfree(&found);
  free(files);
  return good;
}

// ---- Devices.

bool experiment_add_device(Experiment *experiment, const char *name, Status *status) {
  Device device;
  char hash[KEY_SIZE];
  Text figures = {0};
  bool is_file = strchr(name, '/') || text_ends(name, ".json");
  const char *path = is_file ? experiment_path(experiment, name) : name;
  if (!device_choose(path, &device, status)) return false;
  device_write(&device, "", NULL, 0, &figures);
  hash_name(hash, figures.data, figures.length);
  text_free(&figures);
  for (int i = 0; i < experiment->devices.count; i++)
    if (text_equal(experiment->devices.data[i].hash, hash)) return true;
  vector_push(&experiment->devices,
              (ExperimentDevice){arena_strdup(experiment->arena, name), arena_strdup(experiment->arena, path),
                                 arena_strdup(experiment->arena, hash)});
  return true;
}

// ---- Heuristics.

static bool is_built_in(const char *name) {
  return text_equal(name, "none") || text_equal(name, "compiler");
}

static bool find_script(Experiment *experiment, ExperimentVariant *variant, Status *status) {
  char hash[KEY_SIZE];
  if (is_built_in(variant->heuristic)) return true;
  char *path = heuristic_path(variant->heuristic, status);
  if (!path) return false;
  variant->path = experiment_path(experiment, arena_strdup(experiment->arena, path));
  free(path);
  if (!sources_hash(variant->path, hash, status)) return false;
  variant->hash = arena_strdup(experiment->arena, hash);
  return true;
}

static bool find_start(Experiment *experiment, ExperimentVariant *variant, Status *status) {
  char hash[KEY_SIZE];
  size_t length;
  if (is_built_in(variant->start)) return true;
  variant->start_path = experiment_path(experiment, variant->start);
  char *text = file_read(variant->start_path, &length, status);
  if (!text) return status_prefix(status, "a start is none, compiler or a plan file");
  hash_name(hash, text, length);
  free(text);
  variant->start_hash = arena_strdup(experiment->arena, hash);
  return true;
}

static bool take_options(Experiment *experiment, ExperimentVariant *variant, const ScriptOption *options,
                         int count, Status *status) {
  Text text = {0};
  for (int i = 0; i < count; i++) {
    char *end = NULL;
    const char *value = options[i].value;
    bool is_seed = text_equal(options[i].name, "seed");
    long long seed = is_seed ? strtoll(value, &end, 10) : 0;
    if (is_seed && (seed < 0 || end == value || *end))
      return status_fail(status, STATUS_INPUT, "seed = %s: a seed is a whole number, not below 0", value);
    if (is_seed)
      variant->seed = seed;
    else
      text_printf(&text, "%s%s=%s", text.length ? " " : "", options[i].name, value);
    vector_push(&variant->options, (ScriptOption){arena_strdup(experiment->arena, options[i].name),
                                                  arena_strdup(experiment->arena, value)});
  }
  variant->options_text = arena_strdup(experiment->arena, text_get(&text));
  text_free(&text);
  return true;
}

static bool is_there(const Experiment *experiment, const ExperimentVariant *variant) {
  for (int i = 0; i < experiment->variants.count; i++) {
    const ExperimentVariant *other = &experiment->variants.data[i];
    if (text_equal(other->heuristic, variant->heuristic) && text_equal(other->start, variant->start) &&
        text_equal(other->options_text, variant->options_text) && other->seed == variant->seed)
      return true;
  }
  return false;
}

bool experiment_add_variant(Experiment *experiment, const char *heuristic, const ScriptOption *options,
                            int count, const char *start, Status *status) {
  ExperimentVariant variant = {.hash = "", .seed = ROW_UNKNOWN, .start_hash = ""};
  variant.heuristic = arena_strdup(experiment->arena, heuristic);
  variant.start = arena_strdup(experiment->arena, start);
  if (count && is_built_in(heuristic))
    return status_fail(status, STATUS_INPUT, "%s is no heuristic with options", heuristic);
  bool good = take_options(experiment, &variant, options, count, status) &&
              find_script(experiment, &variant, status) && find_start(experiment, &variant, status);
  if (good && experiment->variants.count == EXPERIMENT_VARIANTS_MOST)
    good = status_fail(status, STATUS_INPUT, "an experiment has at most %d heuristics with options",
                       EXPERIMENT_VARIANTS_MOST);
  if (good && !is_there(experiment, &variant))
    vector_push(&experiment->variants, variant);
  else
    vector_free(&variant.options);
  return good;
}
