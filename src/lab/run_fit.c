// fit: compiles the kernels of many graphs, plans and schedules and fits the models of registers
// and spills to them.
#include "lab/commands.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/random.h"
#include "lab/register_data.h"

#include <stdio.h>
#include <stdlib.h>

enum {
  VARIANTS = 2,     // of each loop nest: other knobs
  CAPS = 2,         // ... and other register caps
  RANDOM_PLANS = 3, // of each graph
  OTHER_SIZES = 3,  // of each graph that names its sizes
  MOST_SIZES = 16,
};

typedef struct FitRun {
  const Invocation *invocation;
  Device device;
  Compiler *compiler;
  RegisterCollector *collector;
} FitRun;

// ---- plans

// Fuses so many percent of the neighbours that can be.
static void fuse_neighbours(Plan *plan, Random *random, uint64_t percent) {
  const Graph *graph = plan_graph(plan);
  Reason reason;
  for (int op = 0; op < graph->op_count; op++) {
    if (graph->ops[op].is_view) continue;
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 0; i < near.consumer_count; i++)
      if (random_below(random, 100) < percent) plan_fuse(plan, op, near.consumers[i], true, &reason);
  }
}

static void add_random_plans(const FitRun *run, Session *session) {
  Random random = {session_graph(session)->hash};
  for (int i = 0; i < RANDOM_PLANS; i++) {
    if (!session_use_plan(session, "none", NULL)) return;
    fuse_neighbours(session_plan(session), &random, i == 0 ? 100 : 30 + random_below(&random, 60));
    register_collector_add(run->collector, session_plan(session));
  }
}

// Of "none" or a heuristic.
static void add_plan(const FitRun *run, Session *session, const char *name) {
  Status status = {0};
  ScriptLimits limits = {0};
  if (session_use_plan(session, "none", &status) &&
      (text_equal(name, "none") || heuristic_run(session, name, NULL, 0, &limits, NULL, &status)))
    register_collector_add(run->collector, session_plan(session));
  else
    fprintf(stderr, "%s\n", status.message);
}

static void add_heuristics(const FitRun *run, Session *session) {
  int count;
  HeuristicInfo *list = heuristics_list(&count, NULL);
  for (int i = 0; i < count; i++)
    if (!list[i].problem) add_plan(run, session, list[i].name);
  heuristics_free(list, count);
}

static bool has_named_plans(const FitRun *run) {
  return run->invocation->heuristics.count > 0;
}

static void add_plans(const FitRun *run, Session *session) {
  for (int i = 0; i < run->invocation->heuristics.count; i++)
    add_plan(run, session, run->invocation->heuristics.data[i]);
  if (has_named_plans(run)) return;
  add_plan(run, session, "none");
  if (session_dump(session) && session_use_plan(session, "compiler", NULL))
    register_collector_add(run->collector, session_plan(session));
  add_heuristics(run, session);
  add_random_plans(run, session);
}

// ---- graphs

static bool add_graph(const FitRun *run, const char *path, const ReadOptions *read, Status *status) {
  const char *const *values = run->invocation->value;
  SessionOptions options = {.device = values[OPTION_DEVICE], .arch = values[OPTION_ARCH], .read = *read};
  Session *session = session_open(path, &options, status);
  if (!session) return false;
  add_plans(run, session);
  session_close(session);
  return true;
}

// Smaller, larger, and such that no vector divides them.
static int64_t other_size(int64_t size, Random *random) {
  switch (random_below(random, 6)) {
    case 0:
      return size / 4 > 1 ? size / 4 : 1;
    case 1:
      return size / 16 > 1 ? size / 16 : 1;
    case 2:
      return 3 * size;
    case 3:
      return size > 1 ? size - 1 : 1;
    case 4:
      return size + 3;
    default:
      return size + size / 4 + 4;
  }
}

// Sizes that a graph refuses (that must divide one another) are left out.
static void add_other_sizes(const FitRun *run, const char *path) {
  Graph *graph = graph_open(path, NULL, NULL, NULL);
  int count = graph ? graph->size_count : 0;
  if (count > MOST_SIZES) count = MOST_SIZES;
  Random random = {graph ? graph->hash : 0};
  for (int i = 0; i < OTHER_SIZES && count; i++) {
    SizeBinding sizes[MOST_SIZES];
    for (int s = 0; s < count; s++)
      sizes[s] = (SizeBinding){graph->sizes[s].name, other_size(graph->sizes[s].value, &random)};
    add_graph(run, path, &(ReadOptions){.sizes = sizes, .size_count = count}, NULL);
  }
  graph_free(graph);
}

// A graph is named by its file, and of a dump by the folder, too: wherever these lie, the same kernels are
// held out.
static const char *graph_name(const char *path) {
  const char *base = file_base_name(path), *at = base;
  bool dump = file_is_folder(path);
  while (dump && at > path + 1 && at[-2] != '/')
    at--;
  return dump && at > path ? at - 1 : base;
}

static bool collect(const FitRun *run, Status *status) {
  static const ReadOptions as_written = {0};
  for (int i = 0; i < run->invocation->arguments.count; i++) {
    const char *path = run->invocation->arguments.data[i];
    register_collector_graph(run->collector, graph_name(path));
    if (!add_graph(run, path, &as_written, status)) return false;
    if (!has_named_plans(run)) add_other_sizes(run, path);
    fprintf(stderr, "%d of %d: %s, %d kernels\n", i + 1, run->invocation->arguments.count, path,
            register_collector_count(run->collector));
  }
  return true;
}

// ---- results

static void print_score(Text *out, const char *name, const ForestScore *score) {
  if (score->kernels)
    text_printf(out, "%-14s %6d %9.1f%% %10.1f%% %9.1f%% %11.1f%%\n", name, score->kernels,
                100 * score->mean_error, 100 * score->within_step, 100 * score->spilled_share,
                100 * score->spills_right);
}

static void print_scores(Text *out, const RegisterForests *forests, const RegisterData *data) {
  static const char *const sets[SAMPLE_SETS] = {"fitted", "other nests", "other graphs"};
  const RegisterSample *samples = data->samples.data;
  int count = data->samples.count;
  text_add(out, "                kernels mean error  within 8   spilling  rightly told\n");
  for (int set = 0; set < SAMPLE_SETS; set++) {
    ForestScore all = register_score(forests, samples, count, (SampleSet)set, NULL);
    print_score(out, sets[set], &all);
    for (int kind = 0; kind < TEMPLATE_COUNT; kind++) {
      Text name = {0};
      text_printf(&name, "  %s", template_name(template_at(kind)));
      ForestScore score = register_score(forests, samples, count, (SampleSet)set, template_at(kind));
      print_score(out, text_get(&name), &score);
      text_free(&name);
    }
  }
}

static bool write_model(const FitRun *run, const RegisterForests *fitted, const RegisterForests *whole,
                        const RegisterData *data, Status *status) {
  ForestScore held_out =
      register_score(fitted, data->samples.data, data->samples.count, SAMPLES_OTHER_NESTS, NULL);
  Text file = {0};
  register_model_write(whole, run->device.limits.arch, compiler_version(run->compiler), data->samples.count,
                       &held_out, &file);
  bool good = file_write(run->invocation->value[OPTION_SAVE], text_get(&file), file.length, status);
  text_free(&file);
  return good;
}

static bool save_data(const FitRun *run, const RegisterData *data, Status *status) {
  const char *path = run->invocation->value[OPTION_TABLE];
  if (!path) return true;
  Text table = {0};
  register_data_print(data, &table);
  bool good = file_write(path, text_get(&table), table.length, status);
  text_free(&table);
  return good;
}

// Kernels that were collected before, by this version of the compiler.
static bool add_saved(const FitRun *run, RegisterData *data, Status *status) {
  const char *path = run->invocation->value[OPTION_FROM];
  if (!path) return true;
  char *text = file_read(path, NULL, status);
  bool good = text && register_data_add(data, path, text, status);
  free(text);
  return good;
}

// What is written is fitted to what was held out as well, once that has been scored.
static bool fit(const FitRun *run, const RegisterData *data, Status *status) {
  RegisterForests fitted = register_fit(data->samples.data, data->samples.count, false);
  RegisterForests whole = register_fit(data->samples.data, data->samples.count, true);
  Text scores = {0};
  print_scores(&scores, &fitted, data);
  bool good = write_model(run, &fitted, &whole, data, status) && cli_print(&scores, status);
  text_free(&scores);
  register_forests_free(&fitted);
  register_forests_free(&whole);
  return good;
}

bool run_fit(const Invocation *invocation, Status *status) {
  const char *device = invocation->value[OPTION_DEVICE];
  int64_t threads;
  if (!cli_has(invocation, OPTION_SAVE))
    return status_fail(status, STATUS_INPUT, "--save FILE is missing: where the models are written");
  FitRun run = {.invocation = invocation};
  if (!cli_integer(invocation, OPTION_THREADS, 1, 256, 0, &threads, status) ||
      !device_load(device ? device : "h200", &run.device, status))
    return false;
  run.compiler = compiler_new(NULL, status);
  if (!run.compiler) return false;
  bool named = has_named_plans(&run); // of many graphs: a kernel of each loop nest does
  CollectOptions options = {named ? 1 : VARIANTS, named ? 1 : CAPS, (int)threads};
  run.collector = register_collector_new(run.compiler, &run.device.limits, &options);
  bool good = collect(&run, status);
  RegisterData data = register_collector_finish(run.collector);
  good = good && add_saved(&run, &data, status) && save_data(&run, &data, status) && fit(&run, &data, status);
  register_data_free(&data);
  compiler_free(run.compiler);
  return good;
}
