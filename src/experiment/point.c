// Which rows an experiment wants, and by what they are known.
#include "experiment/experiment.h"

#include "base/hash.h"

#include <string.h>

int64_t experiment_units(const Experiment *experiment) {
  return (int64_t)experiment->devices.count * experiment->variants.count * experiment->repeats;
}

int experiment_stages(const Experiment *experiment) {
  return __builtin_popcount(experiment->stages);
}

int64_t experiment_points(const Experiment *experiment) {
  return experiment->graphs.count * experiment_units(experiment) * experiment_stages(experiment);
}

Point experiment_point(const Experiment *experiment, int graph, int64_t unit, ExperimentStage stage) {
  Point point = {.graph = graph, .stage = stage};
  point.variant = (int)(unit % experiment->variants.count);
  unit /= experiment->variants.count;
  point.repeat = (int)(unit % experiment->repeats);
  point.device = (int)(unit / experiment->repeats);
  return point;
}

// ---- Keys: of contents, so that what was only moved or renamed is not asked again.

static void add_text(Text *out, const char *text) {
  text_add_bytes(out, text, strlen(text) + 1);
}

static void add_integer(Text *out, int64_t value) {
  text_printf(out, "%lld ", (long long)value);
}

static void add_start(Text *out, const ExperimentGraph *graph, const ExperimentVariant *variant) {
  bool compiler = text_equal(variant->start, "compiler") || text_equal(variant->heuristic, "compiler");
  add_text(out, *variant->start_hash ? variant->start_hash : variant->start);
  add_text(out, compiler ? graph->compiler : "");
}

Row point_row(const Experiment *experiment, const Point *point, char key[KEY_SIZE]) {
  const ExperimentGraph *graph = &experiment->graphs.data[point->graph];
  const ExperimentDevice *device = &experiment->devices.data[point->device];
  const ExperimentVariant *variant = &experiment->variants.data[point->variant];
  Text all = {0};
  add_text(&all, *graph->hash ? graph->hash : graph->name);
  add_text(&all, graph->sizes_text);
  add_text(&all, *variant->hash ? variant->hash : variant->heuristic);
  add_text(&all, variant->options_text);
  add_start(&all, graph, variant);
  add_text(&all, device->hash);
  add_integer(&all, variant->seed);
  add_integer(&all, point->repeat + 1);
  add_integer(&all, experiment->instructions);
  if (experiment->evaluations) add_integer(&all, experiment->evaluations);
  add_text(&all, experiment_stage_name(point->stage));
  add_text(&all, FUSEBOX_VERSION);
  hash_name(key, all.data, all.length);
  text_free(&all);
  Row row = row_unknown();
  row.key = key, row.graph = graph->name, row.graph_hash = graph->hash, row.sizes = graph->sizes_text;
  row.heuristic = variant->heuristic, row.script_hash = variant->hash, row.options = variant->options_text;
  row.start = variant->start, row.device = device->name, row.seed = variant->seed;
  row.repeat = point->repeat + 1, row.stage = experiment_stage_name(point->stage),
  row.version = FUSEBOX_VERSION;
  return row;
}
