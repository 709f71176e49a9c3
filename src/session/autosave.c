// Autosave under the user's state folder, written after each change: the plan of a graph, named by the
// graph's hash, and the sizes that the graph which was opened was looked at with last. Of several programs
// with one graph open each keeps a plan of its own: "plan-", "plan2-", ...
#include "base/arena.h"
#include "base/file_lock.h"
#include "base/json.h"
#include "base/log.h"
#include "session/internal.h"
#include "session/saver.h"
#include "session/setup.h"
#include "session/state_path.h"

#include <stdio.h>
#include <stdlib.h>

// The file of the session's own name, else of the graph.
static char *kept_path(const Session *session, const char *kind) {
  if (!session->autosave_name) return state_path(kind, session->graph->hash);
  char *folder = file_place(PLACE_STATE);
  Text file = {0};
  text_printf(&file, "%s.%s.json", session->autosave_name, kind);
  char *path = file_join(folder, text_get(&file));
  text_free(&file);
  free(folder);
  return path;
}

char *session_plan_path(const Session *session, int place) {
  char kind[16] = "plan";
  if (place > 1) snprintf(kind, sizeof kind, "plan%d", place);
  return kept_path(session, kind);
}

// The first place that no other program uses. Where none can be locked, that of the only one.
static void choose_place(Session *session) {
  bool busy = true;
  file_unlock(session->plan_lock);
  for (int place = 1; busy && place <= SESSION_PLACES; place++) {
    free(session->autosave_path);
    session->place = place;
    session->autosave_path = session_plan_path(session, place);
    session->plan_lock = file_lock_try(session->autosave_path, &busy);
  }
}

Saver *session_saver(Session *session) {
  if (!session->saver) session->saver = saver_new();
  return session->saver;
}

// ---- Sizes: { "sizes": { "rows": 4096 } }

static void save_sizes(Session *session) {
  const Graph *graph = session->graph;
  Text text = {0};
  JsonWriter writer = json_writer(&text, true);
  json_begin_object(&writer, NULL);
  json_begin_object(&writer, "sizes");
  for (int i = 0; i < graph->size_count; i++)
    json_put_integer(&writer, graph->sizes[i].name, graph->sizes[i].value);
  json_end(&writer);
  json_end(&writer);
  saver_put_text(session_saver(session), session->sizes_path, &text);
}

static bool differs(const Graph *graph, const SizeBinding *size) {
  for (int i = 0; i < graph->size_count; i++)
    if (text_equal(graph->sizes[i].name, size->name)) return graph->sizes[i].value != size->value;
  return true;
}

static bool bind_sizes(Session *session, const Json *json, Status *status) {
  VECTOR(SizeBinding) sizes = {0};
  const JsonNode *list = json_get(json_root(json), "sizes");
  for (const JsonNode *node = json_first(list); node; node = json_next(node)) {
    SizeBinding size = {json_key(node), json_integer(node, -1)};
    if (differs(session->graph, &size)) vector_push(&sizes, size);
  }
  SessionSetup *setup =
      sizes.count ? session_setup_new(session, sizes.data, sizes.count, NULL, status) : NULL;
  bool ok = setup || sizes.count == 0;
  if (setup) session_setup_take(session, setup);
  session->resized = setup != NULL;
  vector_free(&sizes);
  return ok;
}

static void restore_sizes(Session *session) {
  Status status = {0};
  if (!file_exists(session->sizes_path)) return;
  Json *json = json_read_own(session->sizes_path, &status);
  if (!json) saver_guard(session_saver(session), session->sizes_path, NULL);
  if (!json || !bind_sizes(session, json, &status))
    log_message(LOG_WARNING, "the sizes were not restored: %s", status.message);
  json_free(json);
}

// ---- Plans.

// Without a history, reading the plan is its only entry.
static void restore_history(Session *session, const Json *json) {
  Status status = {0};
  int opened = 0;
  if (plan_take_history(session->plan, json, &opened, &status))
    session->first_undo = opened;
  else if (status.code != STATUS_OK)
    log_message(LOG_WARNING, "what was undone and done before was not restored: %s", status.message);
}

static bool take_plan(Session *session, const Json *json, Status *status) {
  if (!plan_take(session->plan, json, status)) return false;
  session_set_origin(session, &(PlanOrigin){"hand", file_base_name(session->autosave_path), ""});
  session_restore_origin(session, json);
  restore_history(session, json);
  return true;
}

// The file is parsed once: with a long history it is large.
static bool read_plan(Session *session, const char *path) {
  Status status = {0};
  Json *json = json_read_own(path, &status);
  session->restored = json && take_plan(session, json, &status);
  if (!session->restored) log_message(LOG_WARNING, "the saved plan was not restored: %s", status.message);
  json_free(json);
  return session->restored;
}

// A program that comes second begins with the plan of the first when it has none of its own.
static void restore_plan(Session *session) {
  FileStamp stamp = file_stamp(session->autosave_path);
  bool good = !stamp.there || read_plan(session, session->autosave_path);
  saver_guard(session_saver(session), session->autosave_path, good ? &stamp : NULL);
  char *first = session_plan_path(session, 1);
  if (!stamp.there && session->place > 1 && file_exists(first)) read_plan(session, first);
  free(first);
  session->saved_version = plan_version(session->plan);
}

static void tell_places(Session *session) {
  char *other = session_plan_path(session, session->place == 1 ? 2 : 1);
  if (session->place > 1)
    text_printf(&session->notice, "another program has this graph open: this one keeps its plan as %s",
                session->autosave_path);
  else if (file_exists(other))
    text_printf(&session->notice,
                "a second program kept a plan of its own, \"program 2\" among the plans: %s", other);
  free(other);
}

bool session_notice(Session *session, Text *out) {
  if (session->notice.length == 0) return session->saver && saver_notice(session->saver, out);
  text_add(out, text_get(&session->notice));
  text_clear(&session->notice);
  return true;
}

void session_autosave_open(Session *session, const char *name) {
  if (name) session->autosave_name = memory_strdup(name);
  session->sizes_path = kept_path(session, "sizes");
  restore_sizes(session);
  choose_place(session);
  restore_plan(session);
  tell_places(session);
}

void session_autosave_move(Session *session) {
  if (!session->sizes_path) return;
  save_sizes(session);
  choose_place(session);
  FileStamp stamp = file_stamp(session->autosave_path);
  saver_guard(session_saver(session), session->autosave_path, &stamp);
  session->saved_version = 0; // of no plan: the one that was carried over is written
}

static void write_plan(void *data, Text *out) {
  plan_saving_write(data, out);
}

static void free_plan(void *data) {
  plan_saving_free(data);
}

// The compiler's plan as it was opened: the graph has it, and a better reading of it is wanted next time.
static bool is_untouched(const Session *session, const PlanOrigin *origin) {
  return text_equal(origin->kind, "compiler") && plan_undo_depth(session->plan) == session->first_undo &&
         !file_exists(session->autosave_path);
}

void session_autosave(Session *session) {
  uint64_t version = plan_version(session->plan);
  if (plan_is_open(session->plan)) return; // a plan that is only shown, or half made
  if (!session->autosave_path || version == session->saved_version) return;
  PlanOrigin origin = session_saved_origin(session);
  if (is_untouched(session, &origin)) return;
  PlanNames names = session_plan_names(session);
  PlanSaving *saving = plan_saving_new(session->plan, &origin, &names);
  free(names.list);
  saver_put(session_saver(session), session->autosave_path,
            &(SaverContent){.write = write_plan, .free = free_plan, .data = saving});
  session->saved_version = version;
}

void session_autosave_wait(Session *session) {
  if (session->autosave) session_autosave(session);
  if (session->saver) saver_wait(session->saver);
}

bool session_autosave_failed(Session *session, Status *status) {
  return session->saver && saver_failed(session->saver, status);
}
