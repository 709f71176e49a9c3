// Heuristics: Lua modules that return { name, help, options, run }.
#include "base/arena.h"
#include "base/file.h"
#include "script/files.h"
#include "script/heuristic_read.h"
#include "script/host.h"
#include "script/result.h"

#include <stdlib.h>
#include <string.h>

static const char USERS[] = "heuristics", SHIPPED[] = "lua/heuristics", SEARCHES[] = "lua/searches";

// Loads the module and leaves its table on the stack.
static void load_module(lua_State *L, const char *path) {
  host_load(L, path);
  heuristic_check(L, path);
}

static char *name_of(const char *path) {
  char *name = memory_strdup(file_base_name(path));
  if (text_ends(name, SCRIPT_SUFFIX)) name[strlen(name) - strlen(SCRIPT_SUFFIX)] = 0;
  return name;
}

// A message without the folder of the file that it begins with.
static const char *without_folder(const char *message, const char *path) {
  size_t folder = (size_t)(file_base_name(path) - path);
  return strncmp(message, path, folder) == 0 ? message + folder : message;
}

static void clear_info(HeuristicInfo *info) {
  free(info->name);
  free(info->help);
  free(info->path);
  free(info->problem);
  for (int i = 0; i < info->option_count; i++) {
    free(info->options[i].name);
    free(info->options[i].help);
    free(info->options[i].default_value);
  }
  *info = (HeuristicInfo){0};
}

static int describe_body(lua_State *L) {
  HeuristicInfo *info = lua_touserdata(L, 1);
  load_module(L, info->path);
  heuristic_describe(L, info);
  return 0;
}

static HeuristicInfo describe(const char *path, const atomic_int *stop) {
  Host host = {.limits = SCRIPT_READING};
  host.limits.stop = stop;
  Status status = {0};
  HeuristicInfo info = {.path = memory_strdup(path)};
  lua_State *L = host_open(&host);
  bool ok = L ? host_enter(&host, describe_body, &info, &status)
              : status_fail(&status, STATUS_INTERNAL, "Lua could not be started");
  if (L) host_close(&host, L);
  if (!ok) {
    clear_info(&info);
    info = (HeuristicInfo){.path = memory_strdup(path),
                           .help = memory_strdup(""),
                           .problem = memory_strdup(without_folder(status.message, path))};
  }
  info.name = name_of(path);
  text_sanitize(info.name);
  return info;
}

// ---- Finding them.

typedef struct HeuristicList {
  VECTOR(HeuristicInfo) items;
  const atomic_int *stop;
} HeuristicList;

static void add_file(void *context, const char *path) {
  HeuristicList *list = context;
  if (!list->stop || !*list->stop) vector_push(&list->items, describe(path, list->stop));
}

static int compare_infos(const void *a, const void *b) {
  return strcmp(((const HeuristicInfo *)a)->name, ((const HeuristicInfo *)b)->name);
}

static HeuristicInfo *sorted(HeuristicList *list, int *count) {
  if (list->items.count)
    qsort(list->items.data, (size_t)list->items.count, sizeof *list->items.data, compare_infos);
  *count = list->items.count;
  return list->items.data;
}

HeuristicInfo *heuristics_list(int *count, const atomic_int *stop) {
  HeuristicList list = {.stop = stop};
  script_each_known(USERS, SHIPPED, add_file, &list);
  return sorted(&list, count);
}

HeuristicInfo *heuristics_searches(int *count, const atomic_int *stop) {
  HeuristicList list = {.stop = stop};
  script_each_shipped(SEARCHES, add_file, &list);
  return sorted(&list, count);
}

void heuristics_free(HeuristicInfo *list, int count) {
  for (int i = 0; i < count; i++)
    clear_info(&list[i]);
  free(list);
}

static void add_names(Text *names, HeuristicInfo *list, int count) { // frees the list
  for (int i = 0; i < count; i++)
    text_printf(names, ", %s", list[i].name);
  heuristics_free(list, count);
}

static bool fail_unknown(const char *name, Status *status) {
  int count;
  Text names = {0};
  HeuristicInfo *list = heuristics_list(&count, NULL);
  add_names(&names, list, count);
  list = heuristics_searches(&count, NULL);
  add_names(&names, list, count);
  status_fail(status, STATUS_INPUT,
              "there is no heuristic \"%s\"; there are none, compiler%s, or name a .lua file", name,
              text_get(&names));
  text_free(&names);
  return false;
}

// The user's file wins over a shipped one of the same name.
char *heuristic_path(const char *name_or_path, Status *status) {
  if (strchr(name_or_path, '/') || text_ends(name_or_path, SCRIPT_SUFFIX)) return memory_strdup(name_or_path);
  char *path = script_find(name_or_path, USERS, SHIPPED);
  if (!path) path = script_find(name_or_path, USERS, SEARCHES);
  if (!path) fail_unknown(name_or_path, status);
  return path;
}

// ---- Running.

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

static void push_options(lua_State *L, int module, const HeuristicRun *run) {
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

typedef struct Running {
  const char *path;
  const HeuristicRun *run;
} Running;

static int run_body(lua_State *L) {
  const Running *running = lua_touserdata(L, 1);
  load_module(L, running->path);
  int module = lua_gettop(L);
  file_table_get(L, module, "run");
  handle_push_plan(L);
  push_options(L, module, running->run);
  lua_call(L, 2, 0);
  return 0;
}

// Names the plan, and its undo entry when the script edited anything.
static void set_origin(Session *session, const char *path, const HeuristicRun *run, bool edited) {
  Text given = {0}, label = {0};
  for (int i = 0; i < run->option_count; i++)
    text_printf(&given, "%s%s=%s", i ? " " : "", run->options[i].name, run->options[i].value);
  char *name = name_of(path);
  session_set_origin(session, &(PlanOrigin){"heuristic", name, text_get(&given)});
  text_printf(&label, "heuristic %s", name);
  if (edited) plan_label(session_plan(session), text_get(&label));
  free(name);
  text_free(&given);
  text_free(&label);
}

// All of it is one group of edits, which an error takes back.
static bool run_on_plan(Host *host, Running *running, Status *status) {
  plan_begin(host->plan);
  if (running->run->start) plan_replace(host->plan, running->run->start, "start");
  bool ok = host_enter(host, run_body, running, status);
  if (ok)
    plan_commit(host->plan);
  else
    plan_rollback(host->plan);
  return ok;
}

static bool perform(Host *host, const char *path, const HeuristicRun *run, Status *status) {
  if (run->limits) host->limits = *run->limits;
  host->output = run->output;
  host->trail = run->trail;
  lua_State *L = host_open(host);
  bool ok = L ? run_on_plan(host, &(Running){path, run}, status)
              : status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  if (L) host_close(host, L);
  return ok;
}

bool heuristic_perform(Session *session, const HeuristicRun *run, Status *status) {
  char *path = heuristic_path(run->name_or_path, status);
  if (!path) return false;
  Host host = {.session = session,
               .device = session_device(session),
               .plan = session_plan(session),
               .estimator = session_estimator(session),
               .graph = session_graph(session)};
  int depth = plan_undo_depth(host.plan);
  bool ok = perform(&host, path, run, status);
  if (ok) set_origin(session, path, run, plan_undo_depth(host.plan) > depth);
  free(path);
  return ok;
}

bool heuristic_perform_apart(Plan *plan, Estimator *estimator, const Device *device, const HeuristicRun *run,
                             Status *status) {
  char *path = heuristic_path(run->name_or_path, status);
  if (!path) return false;
  Host host = {.device = device, .plan = plan, .estimator = estimator, .graph = plan_graph(plan)};
  bool ok = perform(&host, path, run, status);
  free(path);
  return ok;
}

void heuristic_take(Session *session, const HeuristicRun *run, const Plan *made) {
  Plan *plan = session_plan(session);
  int depth = plan_undo_depth(plan);
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
