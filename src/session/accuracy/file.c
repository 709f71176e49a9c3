// Records as files: what was compiled and measured, and what it takes to make the same kernels again.
//
//   { "format": "fusebox-accuracy", "version": 1, "device": "h200", "arch": "sm_90a", "gpu": "NVIDIA H200",
//     "graphs": [ { "path": "graphs/softmax.json", "sizes": { "rows": 4096 }, "all_plans": 16,
//       "plans": [ { "how": "greedy", "plan": "{ ... a plan file ... }", "measured": { "time_us": 9,
//       "spread_us": 1 } } ] } ],
//     "kernels": [ { "code": "0123456789abcdef", "id": 2, "name": "row_exp",
//       "compiled": { "registers": 32, "spill_bytes": 0 },
//       "measured": { "time_us": 65, "time_spread_us": 1 }, "counters": { "dram_read_bytes": 8, ... } } ] }
//
// Levels that there are not are absent; "error" says why.
#include "base/file.h"
#include "base/json.h"
#include "session/accuracy/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char FORMAT[] = "fusebox-accuracy";
enum { VERSION = 1 };

// ---- writing

static void put_time(JsonWriter *writer, double time_us, double spread_us) {
  json_put_number(writer, "time_us", time_us);
  json_put_number(writer, "time_spread_us", spread_us);
}

static void put_error(JsonWriter *writer, const char *error) {
  if (*error) json_put_string(writer, "error", error);
}

static void put_plan(JsonWriter *writer, const PlanRecord *plan) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "how", plan->how);
  json_put_string(writer, "plan", plan->text);
  if (plan->measured) {
    json_begin_inline(writer, "measured", false);
    put_time(writer, plan->time_us, plan->spread_us);
    json_end(writer);
  }
  put_error(writer, plan->error);
  json_end(writer);
}

static void put_graph(JsonWriter *writer, const AccuracyRecord *record, int index) {
  const GraphRecord *graph = &record->graphs.data[index];
  json_begin_object(writer, NULL);
  json_put_string(writer, "path", graph->path);
  json_begin_inline(writer, "sizes", false);
  for (int i = 0; i < graph->sizes.count; i++)
    json_put_integer(writer, graph->sizes.data[i].name, graph->sizes.data[i].value);
  json_end(writer);
  if (graph->all_plans) json_put_integer(writer, "all_plans", graph->all_plans);
  json_begin_array(writer, "plans");
  for (int i = 0; i < record->plans.count; i++)
    if (record->plans.data[i].graph == index) put_plan(writer, &record->plans.data[i]);
  json_end(writer);
  json_end(writer);
}

static void put_kernel(JsonWriter *writer, const KernelRecord *kernel) {
  char code[17];
  snprintf(code, sizeof code, "%016" PRIx64, kernel->code);
  json_begin_object(writer, NULL);
  json_put_string(writer, "code", code);
  json_put_integer(writer, "id", kernel->id);
  json_put_string(writer, "name", kernel->name);
  if (kernel->compiled) {
    json_begin_inline(writer, "compiled", false);
    json_put_integer(writer, "registers", kernel->registers);
    json_put_integer(writer, "spill_bytes", kernel->spill_bytes);
    json_end(writer);
  }
  if (kernel->measured) {
    json_begin_inline(writer, "measured", false);
    put_time(writer, kernel->time_us, kernel->spread_us);
    json_end(writer);
  }
  if (kernel->counted) {
    json_begin_object(writer, "counters");
    counter_values_write(&kernel->counters, writer);
    json_end(writer);
  }
  put_error(writer, kernel->error);
  json_end(writer);
}

bool accuracy_save(const AccuracyRecord *record, const char *path, Status *status) {
  Text text = {0};
  JsonWriter writer = json_writer(&text, true);
  json_begin_file(&writer, FORMAT, VERSION);
  json_put_string(&writer, "device", record->device);
  json_put_string(&writer, "arch", record->arch);
  json_put_string(&writer, "gpu", record->gpu);
  json_begin_array(&writer, "graphs");
  for (int i = 0; i < record->graphs.count; i++)
    put_graph(&writer, record, i);
  json_end(&writer);
  json_begin_array(&writer, "kernels");
  for (int i = 0; i < record->kernels.count; i++)
    put_kernel(&writer, &record->kernels.data[i]);
  json_end(&writer);
  json_end(&writer);
  bool good = file_write(path, text_get(&text), text.length, status);
  text_free(&text);
  return good;
}

// ---- reading

typedef struct Loading {
  AccuracyRecord *record;
  const Json *json;
  const SessionOptions *options;
  AccuracyProgress progress;
  void *context;
  int done, count; // graphs
} Loading;

static void take_error(const JsonNode *node, char *error, size_t size) {
  snprintf(error, size, "%s", json_string(json_get(node, "error"), ""));
}

static void take_kernel(const JsonNode *node, KernelRecord *kernel) {
  const JsonNode *compiled = json_get(node, "compiled"), *measured = json_get(node, "measured"),
                 *counters = json_get(node, "counters");
  kernel->id = (int)json_integer(json_get(node, "id"), kernel->id); // slots depend on how a plan was made
  kernel->compiled = compiled != NULL;
  kernel->registers = (int)json_integer(json_get(compiled, "registers"), 0);
  kernel->spill_bytes = (int)json_integer(json_get(compiled, "spill_bytes"), 0);
  kernel->measured = measured != NULL;
  kernel->time_us = json_number(json_get(measured, "time_us"), 0);
  kernel->spread_us = json_number(json_get(measured, "time_spread_us"), 0);
  kernel->counted = counters != NULL;
  kernel->counters = counter_values_read(counters);
  take_error(node, kernel->error, sizeof kernel->error);
}

// Kernels of unequal structure may have equal code: a row of the file serves them all.
static void take_kernels(Loading *loading) {
  AccuracyRecord *record = loading->record;
  VECTOR(const JsonNode *) rows = {0};
  HashMap by_code = {0};
  const JsonNode *node = json_first(json_get(json_root(loading->json), "kernels"));
  for (; node; node = json_next(node)) {
    hashmap_set(&by_code, strtoull(json_string(json_get(node, "code"), ""), NULL, 16), rows.count);
    vector_push(&rows, node);
  }
  for (int i = 0; i < record->kernels.count; i++) {
    int64_t at;
    if (hashmap_get(&by_code, record->kernels.data[i].code, &at))
      take_kernel(rows.data[at], &record->kernels.data[i]);
    else
      record->left_out++;
  }
  hashmap_free(&by_code);
  vector_free(&rows);
}

// A plan was measured with all of its kernels or not at all.
static void drop_changed_plans(AccuracyRecord *record) {
  for (int i = 0; i < record->plans.count; i++) {
    PlanRecord *plan = &record->plans.data[i];
    bool changed = false;
    for (int k = 0; k < plan->kernels.count; k++)
      changed |= !record->kernels.data[plan->kernels.data[k]].measured;
    if (!plan->measured || !changed) continue;
    plan->measured = false;
    record->left_out++;
  }
}

// A plan that is not legal any more is left out.
static void load_plan(Loading *loading, Session *session, const JsonNode *node) {
  AccuracyRecord *record = loading->record;
  const char *text = json_string(json_get(node, "plan"), ""), *how = json_string(json_get(node, "how"), "");
  if (!plan_parse(session->plan, how, text, strlen(text), NULL) || !accuracy_add_plan(record, session, how)) {
    record->left_out++;
    return;
  }
  plan_forget_edits(session->plan);
  PlanRecord *plan = &record->plans.data[record->plans.count - 1];
  const JsonNode *measured = json_get(node, "measured");
  plan->measured = measured != NULL;
  plan->time_us = json_number(json_get(measured, "time_us"), 0);
  plan->spread_us = json_number(json_get(measured, "time_spread_us"), 0);
  take_error(node, plan->error, sizeof plan->error);
}

static bool read_sizes(const Loading *loading, const JsonNode *node, SizeBinding *sizes, int most, int *count,
                       Status *status) {
  for (const JsonNode *size = json_first(json_get(node, "sizes")); size; size = json_next(size)) {
    if (!json_is_integer(size) || *count == most)
      return json_fail(loading->json, size, status, "a size is a whole number, and a graph has at most %d",
                       most);
    sizes[(*count)++] = (SizeBinding){json_key(size), json_integer(size, 0)};
  }
  return true;
}

static bool load_graph(Loading *loading, const JsonNode *node, Status *status) {
  enum { MOST_SIZES = 64 };
  SizeBinding sizes[MOST_SIZES];
  SessionOptions options = *loading->options;
  options.read = (ReadOptions){.sizes = sizes};
  const char *path = json_string(json_get(node, "path"), NULL);
  if (!path) return json_fail(loading->json, node, status, "a graph wants a \"path\"");
  if (!read_sizes(loading, node, sizes, MOST_SIZES, &options.read.size_count, status)) return false;
  Session *session = session_open(path, &options, status);
  if (!session) return false;
  accuracy_begin_graph(loading->record, session, &options.read);
  GraphRecord *graph = &loading->record->graphs.data[loading->record->graphs.count - 1];
  graph->all_plans = json_integer(json_get(node, "all_plans"), 0);
  for (const JsonNode *plan = json_first(json_get(node, "plans")); plan; plan = json_next(plan))
    load_plan(loading, session, plan);
  session_close(session);
  bool go_on = !loading->progress ||
               loading->progress(loading->context, "estimating", ++loading->done, loading->count);
  return go_on || status_fail(status, STATUS_CANCELLED, "reading the record was cancelled");
}

static bool check_head(const Json *json, Status *status) {
  const JsonNode *root = json_root(json), *format = json_get(root, "format");
  if (!text_equal(json_string(format, NULL), FORMAT))
    return json_fail(json, format ? format : root, status,
                     "this is no record of accuracy: \"format\" must be \"%s\"", FORMAT);
  if (json_integer(json_get(root, "version"), 0) != VERSION)
    return json_fail(json, json_get(root, "version"), status, "only version %d can be read", VERSION);
  return true;
}

bool accuracy_load(AccuracyRecord *record, const char *path, const SessionOptions *options,
                   AccuracyProgress progress, void *context, Status *status) {
  Json *json = json_read(path, status);
  if (!json) return false;
  Loading loading = {record, json, options, progress, context, 0, 0};
  const JsonNode *graphs = json_get(json_root(json), "graphs");
  loading.count = json_count(graphs);
  bool good = check_head(json, status);
  for (const JsonNode *node = json_first(graphs); good && node; node = json_next(node))
    good = load_graph(&loading, node, status);
  if (good) {
    take_kernels(&loading);
    drop_changed_plans(record);
    snprintf(record->gpu, sizeof record->gpu, "%s", json_string(json_get(json_root(json), "gpu"), ""));
  }
  json_free(json);
  return good;
}
