// Where plans came from. Every origin is remembered with the hash of the plan that it made, so that undo
// brings the name back together with the plan; a plan that none of them made is the last one, edited by hand
// ("*"). What was edited so is remembered likewise when another origin takes its place.
#include "base/arena.h"
#include "base/json.h"
#include "session/internal.h"

#include <stdlib.h>

enum { NAMES_MOST = 256 }; // in a file: each session that goes on with it adds to them

static void origin_free(Origin *origin) {
  free(origin->kind);
  free(origin->name);
  free(origin->options);
}

static char *copy_of(const char *text) {
  return memory_strdup(text ? text : "");
}

// "greedy*", once: restored, it may say so already.
static void add_edited_name(const Session *session, Text *out) {
  const char *name = session->origins.data[session->origin].name;
  text_printf(out, "%s%s", name, text_ends(name, "*") ? "" : "*");
}

static void set_origin(Session *session, uint64_t hash, const PlanOrigin *given) {
  Origin origin = {hash, copy_of(given->kind), copy_of(given->name), copy_of(given->options), {0}};
  origin.view = (PlanOrigin){origin.kind, origin.name, origin.options};
  int at = 0;
  while (at < session->origins.count && session->origins.data[at].hash != origin.hash)
    at++;
  if (at == session->origins.count) {
    vector_push(&session->origins, origin);
  } else {
    origin_free(&session->origins.data[at]);
    session->origins.data[at] = origin;
  }
  session->origin = at;
}

// The plan that was edited by hand before it became another.
static void remember_edited(Session *session) {
  if (!session->edited) return;
  Text name = {0};
  add_edited_name(session, &name);
  set_origin(session, session->edited,
             &(PlanOrigin){"hand", text_get(&name), session->origins.data[session->origin].options});
  session->edited = 0;
  text_free(&name);
}

void session_set_origin(Session *session, const PlanOrigin *given) {
  remember_edited(session);
  if (!text_equal(given->kind, "heuristic")) run_figures_clear(&session->figures);
  set_origin(session, plan_partition_hash(session->plan), given);
  session->planned = true;
}

// Moves to the origin that made the plan as it is now; false, and remembered, when it was edited since.
static bool find_origin(Session *session) {
  uint64_t hash = plan_partition_hash(session->plan);
  for (int i = 0; i < session->origins.count; i++) {
    if (session->origins.data[i].hash != hash) continue;
    session->origin = i;
    session->edited = 0;
    return true;
  }
  session->edited = hash;
  return false;
}

const PlanOrigin *session_origin(Session *session) {
  find_origin(session);
  return &session->origins.data[session->origin].view;
}

const char *session_plan_title(Session *session) {
  text_clear(&session->title);
  if (find_origin(session))
    text_add(&session->title, session->origins.data[session->origin].name);
  else
    add_edited_name(session, &session->title);
  return text_get(&session->title);
}

PlanOrigin session_saved_origin(Session *session) {
  const PlanOrigin *origin = session_origin(session);
  if (session->origins.data[session->origin].hash == plan_partition_hash(session->plan)) return *origin;
  return (PlanOrigin){"hand", session_plan_title(session), origin->options};
}

PlanNames session_plan_names(Session *session) {
  int first = session->origins.count > NAMES_MOST ? session->origins.count - NAMES_MOST : 0;
  int count = session->origins.count - first;
  PlanNames names = {.opened = session->first_undo < 0 ? 0 : session->first_undo, .count = count};
  names.list = memory_alloc(sizeof *names.list * ((size_t)count + 1));
  for (int i = 0; i < count; i++) {
    const Origin *origin = &session->origins.data[first + i];
    names.list[i] = (PlanName){origin->hash, origin->view};
  }
  return names;
}

static void restore(Session *session, uint64_t hash, const JsonNode *node) {
  const char *name = json_string(json_get(node, "name"), "");
  if (*name)
    set_origin(session, hash,
               &(PlanOrigin){json_string(json_get(node, "kind"), "hand"), name,
                             json_string(json_get(node, "options"), "")});
}

void session_restore_origin(Session *session, const Json *json) {
  const JsonNode *root = json_root(json);
  const JsonNode *names = json_get(json_get(root, "history"), "names");
  int count = 0;
  for (const JsonNode *node = json_first(names); node && count < NAMES_MOST; node = json_next(node), count++)
    restore(session, strtoull(json_string(json_get(node, "hash"), ""), NULL, 16), node);
  restore(session, plan_partition_hash(session->plan), json_get(root, "origin"));
}

void session_origins_free(Session *session) {
  for (int i = 0; i < session->origins.count; i++)
    origin_free(&session->origins.data[i]);
  vector_free(&session->origins);
  text_free(&session->title);
}
