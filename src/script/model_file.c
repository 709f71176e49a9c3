// Cost models of files: each is read, and asked, in a process of its own (base/child_pool.h), as strangers
// write them. A process that runs a heuristic is one already, and can start none: it asks its own copy.
#include "base/arena.h"
#include "base/child_pool.h"
#include "base/pack.h"
#include "script/files.h"
#include "script/model_lua.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct ScriptModel {
  LuaModel lua;
  char *path, *name, *help;
  Sources sources;
  pid_t owner; // the process that opened it
  ChildPool *pool;
  Host host; // in the processes that ask it themselves
};

// Wider than those of the Lua state, whose errors say more.
static const ChildLimits limits = {
    .cpu_seconds = 10, .memory_bytes = (size_t)512 << 20, .answer_bytes = (size_t)1 << 20};

// ---- Where it runs.

static int take_module(lua_State *L) {
  file_table_check(L, &model_file_table, "the cost model");
  return 0;
}

static int open_body(lua_State *L) {
  ScriptModel *model = lua_touserdata(L, 1);
  host_load(L, sources_find(&model->sources, model->path));
  lua_pushcfunction(L, take_module);
  lua_pushvalue(L, -2);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) luaL_error(L, "%s: %s", model->path, luaL_tolstring(L, -1, NULL));
  file_table_get(L, -1, "help");
  char *help = show_take_line(L);
  free(model->help); // what it said where it was opened
  model->lua.model.help = model->help = help;
  file_table_get(L, -1, "time");
  model->lua.function = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

// Once in each process, which ends with it.
static bool open_here(ScriptModel *model, Status *status) {
  if (model->lua.function) return true;
  model->host = (Host){.limits = SCRIPT_READING, .sources = &model->sources};
  if (!host_open(&model->host)) return status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  if (!host_enter(&model->host, open_body, model, status)) return false;
  model->host.limits.milliseconds = 0; // the same answer on every machine, within its instructions
  return true;
}

static bool ask_here(ScriptModel *model, ModelAsking *asking, Status *status) {
  if (!open_here(model, status)) return false;
  asking->function = model->lua.function;
  return host_enter(&model->host, model_ask, asking, status);
}

// ---- In its own process. An empty question: what it says of itself.

typedef struct Question { // of this very program: nothing in it is to be checked
  Device device;
  Estimate ours;
} Question;

static void answer(const void *context, const char *bytes, size_t length, Text *out) {
  ScriptModel *model = (ScriptModel *)(uintptr_t)context;
  Question question;
  Status status = {0};
  ModelAsking asking = {.device = &question.device, .ours = &question.ours};
  bool good = open_here(model, &status);
  if (good && length == sizeof question) {
    memcpy(&question, bytes, sizeof question);
    good = ask_here(model, &asking, &status);
  }
  pack_integer(out, good ? STATUS_OK : status.code);
  pack_string(out, status.message);
  pack_string(out, model->help);
  pack_number(out, good ? asking.us : 0);
}

// ---- In the process that opened it.

typedef struct Answer {
  char *help; // to be freed
  double us;
} Answer;

static bool take(const ScriptModel *model, const Text *text, Answer *got, Status *status) {
  Unpack from = unpack_begin(text->data, text->length);
  StatusCode code = (StatusCode)unpack_integer(&from, STATUS_OK, STATUS_INTERNAL);
  char *message = unpack_string(&from);
  *got = (Answer){.help = unpack_line(&from)};
  got->us = unpack_number(&from);
  bool good = unpack_is_done(&from) && message && model_is_time(got->us);
  if (!good)
    status_fail(status, STATUS_INTERNAL, "the cost model %s was ended: it gave no answer that makes sense",
                model->name);
  else if (code)
    good = status_fail(status, code, "%s", message);
  free(message);
  return good;
}

static bool put(ScriptModel *model, const Question *question, Answer *got, Status *status) {
  Text request = {0}, text = {0}, who = {0};
  text_printf(&who, "the cost model %s", model->name);
  if (question) text_add_bytes(&request, (const char *)question, sizeof *question);
  *got = (Answer){0};
  bool good = child_pool_ask(model->pool, text_get(&who), &request, NULL, &text, status) &&
              take(model, &text, got, status);
  text_free(&request);
  text_free(&text);
  text_free(&who);
  return good;
}

static bool ask_apart(ScriptModel *model, ModelAsking *asking, Status *status) {
  Question question = {*asking->device, *asking->ours};
  Answer got;
  bool good = put(model, &question, &got, status);
  asking->us = got.us;
  free(got.help);
  return good;
}

static bool ask(LuaModel *lua, ModelAsking *asking) {
  ScriptModel *model = (ScriptModel *)lua; // its first member
  return model->owner == getpid() ? ask_apart(model, asking, &lua->status)
                                  : ask_here(model, asking, &lua->status);
}

ScriptModel *script_model_open(const char *path, Status *status) {
  ScriptModel *model = memory_alloc(sizeof *model);
  Answer got;
  model->path = memory_strdup(path);
  model->name = script_name(path);
  text_sanitize(model->name);
  sources_add_script(&model->sources, path);
  model->lua = model_of(model->name, ask);
  model->owner = getpid();
  model->pool = child_pool_new(&(ChildService){.answer = answer, .context = model, .limits = limits});
  bool good = put(model, NULL, &got, status);
  model->lua.model.help = model->help = got.help;
  if (good) return model;
  script_model_free(model);
  return NULL;
}

void script_model_free(ScriptModel *model) {
  if (!model) return;
  child_pool_free(model->pool);
  sources_free(&model->sources);
  free(model->path);
  free(model->name);
  free(model->help);
  free(model);
}

const CostModel *script_model(const ScriptModel *model) {
  return &model->lua.model;
}

bool script_model_failed(const ScriptModel *model, Status *status) {
  if (!model || !model->lua.failed) return false;
  *status = model->lua.status;
  return true;
}
