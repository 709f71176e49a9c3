// Kept plans under the user's state folder, in one file by the graph's hash:
//   { "format": "fusebox-plans", "version": 1, "baseline": "compiler",
//     "plans": [ { "kind": "snapshot", "name": "before lunch", "origin": "", "options": "",
//                  "hash": "00f3...", "plan": "<a plan file>" } ] }
// Those that are always there are not in it. What plans were timed at is kept with the times of kernels.
#include "base/arena.h"
#include "base/file_own.h"
#include "base/hash.h"
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
  KnownPlans known;
  char *baseline, *path;
} ListSaving;

static bool is_known(const KnownPlans *known, const char *name, uint64_t plan) {
  uint64_t hash = hash_string(HASH_START, name);
  for (int i = 0; i < known->count; i++)
    if (known->data[i].name == hash && known->data[i].plan == plan) return true;
  return false;
}

static void know(KnownPlans *known, const char *name, uint64_t plan) {
  if (!is_known(known, name, plan)) vector_push(known, (KnownPlan){hash_string(HASH_START, name), plan});
}

static const KeptPlan *find_saving(const ListSaving *saving, const char *name) {
  for (int i = 0; i < saving->plans.count; i++)
    if (text_equal(saving->plans.data[i].name, name)) return &saving->plans.data[i];
  return NULL;
}

static uint64_t hash_in_file(const JsonNode *node) {
  return strtoull(json_string(json_get(node, "hash"), ""), NULL, 16);
}

static bool is_in_file(const JsonNode *plans, const char *name) {
  for (const JsonNode *node = json_first(plans); node; node = json_next(node))
    if (text_equal(json_string(json_get(node, "name"), ""), name)) return true;
  return false;
}

// Writes a plan of another program under a name that is free: "before lunch", "before lunch (2)".
static void put_other(JsonWriter *writer, const ListSaving *saving, const JsonNode *plans,
                      const JsonNode *node) {
  static const char *const fields[] = {"kind", "origin", "options", "hash", "plan"};
  Text name = {0};
  const char *own = json_string(json_get(node, "name"), "");
  text_add(&name, own);
  if (find_saving(saving, own))
    for (int i = 2; find_saving(saving, text_get(&name)) || is_in_file(plans, text_get(&name)); i++) {
      text_clear(&name);
      text_printf(&name, "%s (%d)", own, i);
    }
  json_begin_object(writer, NULL);
  json_put_string(writer, "name", text_get(&name));
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    json_put_string(writer, fields[i], json_string(json_get(node, fields[i]), ""));
  json_end(writer);
  text_free(&name);
}

// What is in the file, but neither here nor was when it was last read or written: it was not removed here.
static void put_others(JsonWriter *writer, const ListSaving *saving) {
  Json *json = file_exists(saving->path) ? json_read_own(saving->path, NULL) : NULL;
  const JsonNode *plans = json && json_is_file(json, FORMAT, 1) ? json_get(json_root(json), "plans") : NULL;
  for (const JsonNode *node = json_first(plans); node; node = json_next(node)) {
    const char *name = json_string(json_get(node, "name"), "");
    const KeptPlan *same = find_saving(saving, name);
    uint64_t hash = hash_in_file(node);
    if (*name && (!same || same->hash != hash) && !is_known(&saving->known, name, hash))
      put_other(writer, saving, plans, node);
  }
  json_free(json);
}

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
  put_others(&writer, saving);
  json_end(&writer);
  json_end(&writer);
}

static void free_list(void *data) {
  ListSaving *saving = data;
  for (int i = 0; i < saving->plans.count; i++)
    kept_plan_clear(&saving->plans.data[i]);
  vector_free(&saving->plans);
  vector_free(&saving->known);
  free(saving->path);
  free(saving->baseline);
  free(saving);
}

void plan_list_save(PlanList *list) {
  if (!list->path) return;
  ListSaving *saving = memory_alloc(sizeof *saving);
  for (int i = 0; i < list->known.count; i++)
    vector_push(&saving->known, list->known.data[i]);
  saving->path = memory_strdup(list->path);
  saving->baseline = memory_strdup(list->plans.data[list->baseline].name);
  for (int i = 0; i < list->plans.count; i++) {
    const KeptPlan *kept = &list->plans.data[i];
    if (kept->kind == KEPT_NONE || kept->kind == KEPT_COMPILER || kept->elsewhere) continue;
    vector_push(&saving->plans, copy_for_file(kept));
    know(&list->known, kept->name, kept->hash);
  }
  saver_put(session_saver(list->session), list->path,
            &(SaverContent){.write = write_list, .free = free_list, .data = saving, .shared = true});
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
  uint64_t hash = hash_in_file(node);
  if (at >= 0 || !*name || !text || !find_kind(json_string(json_get(node, "kind"), ""), &kind)) return;
  vector_push(&list->plans, (KeptPlan){.kind = kind,
                                       .name = memory_strdup(name),
                                       .origin = memory_strdup(json_string(json_get(node, "origin"), "")),
                                       .options = memory_strdup(json_string(json_get(node, "options"), "")),
                                       .hash = hash,
                                       .text = memory_strdup(text)});
  know(&list->known, name, hash);
}

static void read_saved(PlanList *list, const Json *json) {
  const JsonNode *root = json_root(json);
  if (!json_is_file(json, FORMAT, 1)) {
    log_message(LOG_WARNING, "%s is no list of plans of this version", list->path);
    saver_guard(session_saver(list->session), list->path, NULL);
    return;
  }
  for (const JsonNode *node = json_first(json_get(root, "plans")); node; node = json_next(node))
    take_plan(list, node);
  int baseline = plan_list_find(list, json_string(json_get(root, "baseline"), ""));
  if (baseline >= 0) list->baseline = baseline;
}

// Plans that other programs have under edit, or had when they ended: as they are now.
static void take_other_places(PlanList *list) {
  for (int place = 1; place <= SESSION_PLACES; place++) {
    char *path = session_plan_path(list->session, place), name[32];
    char *text = place != list->session->place && file_exists(path) ? file_own_read(path, NULL, NULL) : NULL;
    snprintf(name, sizeof name, "program %d", place);
    if (text && plan_list_find(list, name) < 0) {
      vector_push(&list->plans, (KeptPlan){.kind = KEPT_SNAPSHOT,
                                           .name = memory_strdup(name),
                                           .origin = memory_strdup(""),
                                           .options = memory_strdup(""),
                                           .text = text,
                                           .elsewhere = true});
      text = NULL;
    }
    free(text);
    free(path);
  }
}

void plan_list_open_file(PlanList *list) {
  list->path = state_path("plans", list->session->graph->hash);
  vector_clear(&list->known);
  Status status = {0};
  bool there = file_exists(list->path);
  Json *json = there ? json_read_own(list->path, &status) : NULL;
  if (json)
    read_saved(list, json);
  else if (there)
    log_message(LOG_WARNING, "the kept plans were not restored: %s", status.message);
  if (there && !json) saver_guard(session_saver(list->session), list->path, NULL);
  json_free(json);
  take_other_places(list);
}

void plan_list_move_file(PlanList *list) {
  int baseline = list->baseline;
  free(list->path);
  plan_list_open_file(list);
  list->baseline = baseline;
  plan_list_save(list);
}
