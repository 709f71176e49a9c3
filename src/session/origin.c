// Where plans came from. Every origin is remembered with the hash of the plan that it made, so that undo
// brings the name back together with the plan; a plan that none of them made is the last one, edited by hand
// ("*").
#include "base/arena.h"
#include "base/json.h"
#include "session/internal.h"

#include <stdlib.h>

static void origin_free(Origin *origin) {
  free(origin->kind);
  free(origin->name);
  free(origin->options);
}

static char *copy_of(const char *text) {
  return memory_strdup(text ? text : "");
}

void session_set_origin(Session *session, const PlanOrigin *given) {
  Origin origin = {plan_partition_hash(session->plan),
                   copy_of(given->kind),
                   copy_of(given->name),
                   copy_of(given->options),
                   {0}};
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

// Moves to the origin that made the plan as it is now; false when it was edited since.
static bool find_origin(Session *session) {
  uint64_t hash = plan_partition_hash(session->plan);
  for (int i = 0; i < session->origins.count; i++) {
    if (session->origins.data[i].hash != hash) continue;
    session->origin = i;
    return true;
  }
  return false;
}

const PlanOrigin *session_origin(Session *session) {
  find_origin(session);
  return &session->origins.data[session->origin].view;
}

const char *session_plan_title(Session *session) {
  bool edited = !find_origin(session);
  text_clear(&session->title);
  text_printf(&session->title, "%s%s", session->origins.data[session->origin].name, edited ? "*" : "");
  return text_get(&session->title);
}

PlanOrigin session_saved_origin(Session *session) {
  const PlanOrigin *origin = session_origin(session);
  if (session->origins.data[session->origin].hash == plan_partition_hash(session->plan)) return *origin;
  return (PlanOrigin){"hand", session_plan_title(session), origin->options};
}

void session_restore_origin(Session *session, const char *path) {
  Json *json = json_read(path, NULL);
  const JsonNode *origin = json ? json_get(json_root(json), "origin") : NULL;
  const char *name = json_string(json_get(origin, "name"), "");
  if (*name)
    session_set_origin(session, &(PlanOrigin){json_string(json_get(origin, "kind"), "hand"), name,
                                              json_string(json_get(origin, "options"), "")});
  json_free(json);
}

void session_origins_free(Session *session) {
  for (int i = 0; i < session->origins.count; i++)
    origin_free(&session->origins.data[i]);
  vector_free(&session->origins);
  text_free(&session->title);
}
