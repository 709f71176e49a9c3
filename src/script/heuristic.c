// Heuristics: Lua modules that return { name, help, options, run }.
#include "base/arena.h"
#include "base/file.h"
#include "script/files.h"
#include "script/heuristic_read.h"
#include "script/host.h"

#include <stdlib.h>
#include <string.h>

static const char USERS[] = "heuristics", SHIPPED[] = "lua/heuristics", SEARCHES[] = "lua/searches";

// Loads the module and leaves its table on the stack.
static bool load_module(Host *host, lua_State *L, const char *path, Status *status) {
  return host_load(L, path, status) && host_call(host, L, 0, 1, status) && heuristic_check(L, path, status);
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

static HeuristicInfo describe(const char *path) {
  Host host = {.limits = {.instructions = 10000000, .memory_bytes = (size_t)64 << 20}};
  Status status = {0};
  lua_State *L = host_open(&host);
  HeuristicInfo info = {.name = name_of(path), .path = memory_strdup(path)};
  if (L && load_module(&host, L, path, &status)) {
    heuristic_describe(L, &info);
  } else {
    info.help = memory_strdup("");
    info.problem = memory_strdup(L ? without_folder(status.message, path) : "Lua could not be started");
  }
  if (L) host_close(&host, L);
  return info;
}

// ---- Finding them.

typedef struct HeuristicList {
  VECTOR(HeuristicInfo) items;
} HeuristicList;

static void add_file(void *context, const char *path) {
  HeuristicList *list = context;
  vector_push(&list->items, describe(path));
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

HeuristicInfo *heuristics_list(int *count) {
  HeuristicList list = {0};
  script_each_known(USERS, SHIPPED, add_file, &list);
  return sorted(&list, count);
}

HeuristicInfo *heuristics_searches(int *count) {
  HeuristicList list = {0};
  script_each_shipped(SEARCHES, add_file, &list);
  return sorted(&list, count);
}

void heuristics_free(HeuristicInfo *list, int count) {
  for (int i = 0; i < count; i++) {
    free(list[i].name);
    free(list[i].help);
    free(list[i].path);
    free(list[i].problem);
    for (int o = 0; o < list[i].option_count; o++) {
      free(list[i].options[o].name);
      free(list[i].options[o].help);
      free(list[i].options[o].default_value);
    }
  }
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
  HeuristicInfo *list = heuristics_list(&count);
  add_names(&names, list, count);
  list = heuristics_searches(&count);
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

static bool bad_option(Status *status, const char *name, const char *what) {
  return status_fail(status, STATUS_INPUT, "option %s: %s", name, what);
}

// A given text as the type of the default: number, boolean or string.
static bool push_option_value(lua_State *L, const ScriptOption *given, int type, Status *status) {
  if (type == LUA_TNUMBER) {
    if (!lua_stringtonumber(L, given->value)) return bad_option(status, given->name, "a number is wanted");
  } else if (type == LUA_TBOOLEAN) {
    bool yes = text_equal(given->value, "true") || text_equal(given->value, "1"),
         no = text_equal(given->value, "false") || text_equal(given->value, "0");
    if (!yes && !no) return bad_option(status, given->name, "true or false is wanted");
    lua_pushboolean(L, yes);
  } else {
    lua_pushstring(L, given->value);
  }
  return true;
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

static bool push_options(lua_State *L, int module, const ScriptOption *options, int count, Status *status) {
  push_defaults(L, module);
  int opt = lua_gettop(L);
  for (int i = 0; i < count; i++) {
    bool known = file_table_get(L, module, "options") == LUA_TTABLE &&
                 file_table_get(L, -1, options[i].name) == LUA_TTABLE;
    lua_settop(L, opt);
    if (!known) return bad_option(status, options[i].name, "this heuristic has no such option");
    int type = file_table_get(L, opt, options[i].name);
    lua_settop(L, opt);
    if (!push_option_value(L, &options[i], type, status)) return false;
    lua_setfield(L, opt, options[i].name);
  }
  return true;
}

static bool run_module(Host *host, lua_State *L, const char *path, const ScriptOption *options, int count,
                       Status *status) {
  if (!load_module(host, L, path, status)) return false;
  int module = lua_gettop(L);
  file_table_get(L, module, "run");
  push_plan(L);
  return push_options(L, module, options, count, status) && host_call(host, L, 2, 0, status);
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
static bool run_on_plan(Host *host, lua_State *L, const char *path, const HeuristicRun *run, Status *status) {
  plan_begin(host->plan);
  if (run->start) plan_replace(host->plan, run->start, "start");
  bool ok = run_module(host, L, path, run->options, run->option_count, status);
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
  bool ok = L ? run_on_plan(host, L, path, run, status)
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
