// Heuristics that tests write: the body of run(plan, opt), on a graph.
#pragma once

#include "scratch.h"

#include "script/script.h"

// Of a file's path, or of the text of a graph file with ' for ".
static inline Session *lua_session(const char *graph) {
  char *path;
  if (graph[0] == '{') {
    Text text = {0};
    for (const char *c = graph; *c; c++)
      text_add_bytes(&text, *c == '\'' ? "\"" : c, 1);
    scratch_write("graph.json", text_get(&text));
    text_free(&text);
    path = scratch_path("graph.json");
  } else {
    path = file_data(graph);
  }
  assert_non_null(path);
  Status status = {0};
  Session *session = session_open(path, &(SessionOptions){0}, &status);
  free(path);
  if (!session) fail_msg("%s", status.message);
  return session;
}

static inline bool lua_run_as(Session *session, const char *body, HeuristicRun *run, Status *status) {
  Text text = {0};
  text_printf(&text, "return { run = function(plan, opt)\n%s\nend }\n", body);
  scratch_write("tried.lua", text_get(&text));
  text_free(&text);
  char *path = scratch_path("tried.lua");
  run->name_or_path = path;
  bool ok = heuristic_perform(session, run, status);
  free(path);
  return ok;
}

static inline void lua_ok(Session *session, const char *body) {
  Status status = {0};
  if (!lua_run_as(session, body, &(HeuristicRun){0}, &status)) fail_msg("%s", status.message);
  assert_true(plan_verify(session_plan(session), &status));
}

// It fails with a message that has `part`, within few instructions and little memory, and the plan stays.
static inline void lua_fails(Session *session, const char *body, const char *part) {
  Status status = {0};
  ScriptLimits limits = {.instructions = 100000000, .memory_bytes = 16 << 20};
  uint64_t before = plan_hash(session_plan(session));
  assert_false(lua_run_as(session, body, &(HeuristicRun){.limits = &limits}, &status));
  if (!strstr(status.message, part)) fail_msg("\"%s\" is not in: %s", part, status.message);
  assert_int_equal(plan_hash(session_plan(session)), before);
}
