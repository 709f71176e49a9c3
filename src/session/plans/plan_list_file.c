// Kept plans under the user's state folder, in one file by the graph's hash:
//   { "format": "fusebox-plans", "version": 1, "baseline": "compiler",
//     "plans": [ { "kind": "snapshot", "name": "before lunch", "origin": "", "options": "",
//                  "hash": "00f3...", "plan": "<a plan file>" } ] }
// Those that are always there are not in it. What plans were timed at is kept with the times of kernels.
#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "session/plans/plan_list_internal.h"
#include "session/saver.h"
#include "session/state_path.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char FORMAT[] = "fusebox-plans";

// ---- Writing.

static void put_plan(JsonWriter *writer, const KeptPlan *kept) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, kept->hash);
  json_begin_object(writer, NULL);
  json_put_string(writer, "kind", kept_kind_name(kept->kind));
  json_put_string(writer, "name", kept->name);
  json_put_string(writer, "origin", kept->origin);
  json_put_string(writer, "options", kept->options);
  json_put_string(writer, "hash", hash);
  if (kept->text) {
    json_put_string(writer, "plan", kept->text);
  } else {
    Text text = {0};
    plan_write(kept->plan, NULL, &text);
    json_put_string(writer, "plan", text_get(&text));
    text_free(&text);
  }
  json_end(writer);
}

// What is to be written, copied: text takes its time and is made meanwhile.
typedef struct ListSaving {
  VECTOR(KeptPlan) plans; // without what a file does not say
  char *baseline;
} ListSaving;

static KeptPlan copy_for_file(const KeptPlan *kept) {
  return (KeptPlan){.kind = kept->kind,
                    .name = memory_strdup(kept->name),
                    .origin = memory_strdup(kept->origin),
                    .options = memory_strdup(kept->options),
                    .hash = kept->hash,
                    .plan = kept->text ? NULL : plan_copy(kept->plan),
                    .text = kept->text ? memory_strdup(kept->text) : NULL};
}

static void write_list(void *data, Text *out) {
  const ListSaving *saving = data;
  JsonWriter writer = json_writer(out, true);
  json_begin_file(&writer, FORMAT, 1);
  json_put_string(&writer, "baseline", saving->baseline);
  json_begin_array(&writer, "plans");
  for (int i = 0; i < saving->plans.count; i++)
    put_plan(&writer, &saving->plans.data[i]);
  json_end(&writer);
  json_end(&writer);
}

static void free_list(void *data) {
  ListSaving *saving = data;
  for (int i = 0; i < saving->plans.count; i++)
    kept_plan_clear(&saving->plans.data[i]);
  vector_free(&saving->plans);
  free(saving->baseline);
  free(saving);
}

void plan_list_save(const PlanList *list) {
  if (!list->path) return;
  ListSaving *saving = memory_alloc(sizeof *saving);
  saving->baseline = memory_strdup(list->plans.data[list->baseline].name);
  for (int i = 0; i < list->plans.count; i++) {
    const KeptPlan *kept = &list->plans.data[i];
    if (kept->kind != KEPT_NONE && kept->kind != KEPT_COMPILER)
      vector_push(&saving->plans, copy_for_file(kept));
  }
  saver_put(session_saver(list->session), list->path, &(SaverContent){write_list, free_list, saving});
}

// ---- Reading.

static bool find_kind(const char *name, KeptKind *kind) {
  for (*kind = KEPT_NONE; *kind <= KEPT_SNAPSHOT; (*kind)++)
    if (text_equal(name, kept_kind_name(*kind))) return true;
  return false;
}

static void take_plan(PlanList *list, const JsonNode *node) {
  KeptKind kind;
  const char *name = json_string(json_get(node, "name"), ""),
             *text = json_string(json_get(node, "plan"), NULL);
  int at = plan_list_find(list, name);
  uint64_t hash = strtoull(json_string(json_get(node, "hash"), ""), NULL, 16);
  if (at >= 0 || !*name || !text || !find_kind(json_string(json_get(node, "kind"), ""), &kind)) return;
  vector_push(&list->plans, (KeptPlan){.kind = kind,
                                       .name = memory_strdup(name),
                                       .origin = memory_strdup(json_string(json_get(node, "origin"), "")),
                                       .options = memory_strdup(json_string(json_get(node, "options"), "")),
                                       .hash = hash,
                                       .text = memory_strdup(text)});
}

static void read_saved(PlanList *list, const Json *json) {
  const JsonNode *root = json_root(json);
  if (!json_is_file(json, FORMAT, 1)) {
    log_message(LOG_WARNING, "%s is no list of plans of this version", list->path);
    return;
  }
  for (const JsonNode *node = json_first(json_get(root, "plans")); node; node = json_next(node))
    take_plan(list, node);
  int baseline = plan_list_find(list, json_string(json_get(root, "baseline"), ""));
  if (baseline >= 0) list->baseline = baseline;
}

void plan_list_open_file(PlanList *list) {
  list->path = state_path("plans", list->session->graph->hash);
  if (!file_exists(list->path)) return;
  Status status = {0};
  Json *json = json_read(list->path, &status);
  if (json)
    read_saved(list, json);
  else
    log_message(LOG_WARNING, "the kept plans were not restored: %s", status.message);
  json_free(json);
}

void plan_list_move_file(PlanList *list) {
  int baseline = list->baseline;
  free(list->path);
  plan_list_open_file(list);
  list->baseline = baseline;
  plan_list_save(list);
}
