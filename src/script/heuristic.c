// Heuristics: Lua modules that return { name, help, options, run }.
#include "base/arena.h"
#include "script/bind/plan.h"
#include "script/dynamic.h"
#include "script/files.h"
#include "script/heuristic_read.h"
#include "script/host.h"
#include "script/result.h"

#include <stdlib.h>
#include <string.h>

// A given text as the type of the default: number, boolean or string.
static void push_option_value(lua_State *L, const ScriptOption *given, int type) {
  if (type == LUA_TNUMBER) {
    if (!lua_stringtonumber(L, given->value)) luaL_error(L, "option %s: a number is wanted", given->name);
  } else if (type == LUA_TBOOLEAN) {
    bool yes = text_equal(given->value, "true") || text_equal(given->value, "1"),
         no = text_equal(given->value, "false") || text_equal(given->value, "0");
    if (!yes && !no) luaL_error(L, "option %s: true or false is wanted", given->name);
    lua_pushboolean(L, yes);
  } else {
    lua_pushstring(L, given->value);
  }
}

static void push_defaults(lua_State *L, int module) {
  lua_newtable(L);
  int opt = lua_gettop(L);
  if (file_table_get(L, module, "options") == LUA_TTABLE) {
    lua_pushnil(L);
    while (lua_next(L, opt + 1)) {
      if (lua_istable(L, -1)) {
        file_table_get(L, -1, "default");
        lua_pushvalue(L, -3);
        lua_insert(L, -2);
        lua_settable(L, opt);
      }
      lua_settop(L, opt + 2);
    }
  }
  lua_settop(L, opt);
}

void heuristic_push_options(lua_State *L, int module, const HeuristicRun *run) {
  push_defaults(L, module);
  int opt = lua_gettop(L);
  for (int i = 0; i < run->option_count; i++) {
    const char *name = run->options[i].name;
    bool known =
        file_table_get(L, module, "options") == LUA_TTABLE && file_table_get(L, -1, name) == LUA_TTABLE;
    lua_settop(L, opt);
    if (!known) luaL_error(L, "option %s: this heuristic has no such option", name);
    int type = file_table_get(L, opt, name);
    lua_settop(L, opt);
    push_option_value(L, &run->options[i], type);
    lua_setfield(L, opt, name);
  }
  result_mark_options(L);
}

// ---- plan:run("greedy", { copies = false }): another heuristic within this one.

// Takes the value on top of the stack, of the same type as the option's default.
static void take_option(lua_State *L, int opt, const char *name) {
  int type = file_table_get(L, opt, name), given = lua_type(L, -2);
  if (given != type)
    luaL_error(L, "option %s: a %s is wanted, not a %s", name, lua_typename(L, type), lua_typename(L, given));
  lua_pop(L, 1);
  lua_setfield(L, opt, name);
}

static void fail_no_option(lua_State *L, int opt, const char *name) {
  const char *meant = NULL;
  int least = 3; // more slips than that are another name
  lua_pushnil(L);
  while (lua_next(L, opt)) {
    lua_pop(L, 1);
    int distance = text_distance(name, lua_tostring(L, -1));
    if (distance < least) least = distance, meant = lua_tostring(L, -1); // the table holds it
  }
  if (meant) luaL_error(L, "option %s: this heuristic has no such option: did you mean '%s'?", name, meant);
  luaL_error(L, "option %s: this heuristic has no such option", name);
}

static void push_given_options(lua_State *L, int module, int given) {
  push_defaults(L, module);
  int opt = lua_gettop(L);
  lua_pushnil(L);
  while (!lua_isnil(L, given) && lua_next(L, given)) {
    if (lua_type(L, -2) != LUA_TSTRING) luaL_error(L, "the options of a heuristic are { NAME = value }");
    const char *name = lua_tostring(L, -2);
    bool known = file_table_get(L, opt, name) != LUA_TNIL;
    lua_pop(L, 1);
    if (!known) fail_no_option(L, opt, name);
    take_option(L, opt, name);
  }
  lua_settop(L, opt);
  result_mark_options(L);
}

int heuristic_bind_run(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  const char *name = luaL_checkstring(L, 2);
  if (!lua_isnoneornil(L, 3)) luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 3);
  const SourceFile *file = sources_find_heuristic(host_of(L)->sources, sandbox_asker(L), name);
  if (!file) return luaL_error(L, "run: there is no heuristic '%s' ('fusebox heuristics' lists them)", name);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, "fusebox.heuristics"); // loaded once
  if (lua_getfield(L, 4, file->path) == LUA_TNIL) {
    heuristic_load(L, file);
    lua_pushvalue(L, -1);
    lua_setfield(L, 4, file->path);
  }
  int module = lua_gettop(L);
  push_given_options(L, module, 3);
  bind_run_module(L, module, module + 1);
  return 0;
}

// Names the plan, and its undo entry when the script edited anything.
static void set_origin(Session *session, const char *path, const HeuristicRun *run, bool edited) {
  Text given = {0}, label = {0};
  for (int i = 0; i < run->option_count; i++)
    text_printf(&given, "%s%s=%s", i ? " " : "", run->options[i].name, run->options[i].value);
  char *name = script_name(path);
  session_set_origin(session, &(PlanOrigin){"heuristic", name, text_get(&given)});
  text_printf(&label, "heuristic %s", name);
  if (edited) plan_label(session_plan(session), text_get(&label));
  free(name);
  text_free(&given);
  text_free(&label);
}

// ---- On a session's plan, or on a plan alone.

bool heuristic_perform(Session *session, const HeuristicRun *run, Status *status) {
  char *path = heuristic_path(run->name_or_path, status);
  if (!path) return false;
  Host host = {.session = session,
               .device = session_device(session),
               .plan = session_plan(session),
               .estimator = session_estimator(session),
               .graph = session_graph(session)};
  int depth = plan_undo_depth(host.plan);
  session_origin(session); // an edited plan's name is remembered for undo
  bool ok = heuristic_perform_file(&host, path, run, status);
  if (ok) set_origin(session, path, run, plan_undo_depth(host.plan) > depth);
  free(path);
  return ok;
}

bool heuristic_perform_apart(Plan *plan, Estimator *estimator, const Device *device, const HeuristicRun *run,
                             Status *status) {
  char *path = heuristic_path(run->name_or_path, status);
  if (!path) return false;
  Host host = {.device = device, .plan = plan, .estimator = estimator, .graph = plan_graph(plan)};
  bool ok = heuristic_perform_file(&host, path, run, status);
  free(path);
  return ok;
}

void heuristic_take(Session *session, const HeuristicRun *run, const Plan *made) {
  Plan *plan = session_plan(session);
  int depth = plan_undo_depth(plan);
  session_origin(session); // as above
  plan_replace(plan, made, "heuristic");
  set_origin(session, run->name_or_path, run, plan_undo_depth(plan) > depth);
}

bool heuristic_run(Session *session, const char *name_or_path, const ScriptOption *options, int option_count,
                   const ScriptLimits *limits, Text *output, Status *status) {
  return heuristic_perform(session,
                           &(HeuristicRun){.name_or_path = name_or_path,
                                           .options = options,
                                           .option_count = option_count,
                                           .limits = limits,
                                           .output = output},
                           status);
}
