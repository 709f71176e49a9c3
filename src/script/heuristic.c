// Heuristics: Lua modules that return { name, help, options, run }.
#include "base/arena.h"
#include "script/apart.h"
#include "script/bind/plan.h"
#include "script/dynamic.h"
#include "script/files.h"
#include "script/heuristic_read.h"
#include "script/host.h"
#include "script/result.h"
#include "script/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

// A heuristic without branches is run as a whole; one that has some is counted first, and finished after
// them.
typedef enum Phase { PHASE_WHOLE, PHASE_COUNT, PHASE_BRANCH, PHASE_FINISH } Phase;

typedef struct Running {
  const SourceFile *file;
  const HeuristicRun *run;
  Phase phase;
  int branch;   // PHASE_BRANCH: from 1
  int branches; // PHASE_COUNT: gets how many there are
} Running;

static int run_body(lua_State *L) {
  Running *running = lua_touserdata(L, 1);
  heuristic_load(L, running->file);
  int module = lua_gettop(L), arguments = 2;
  running->branches = heuristic_branches(L, module);
  int type = file_table_get(L, module, running->phase == PHASE_FINISH ? "finish" : "run");
  if (running->phase == PHASE_COUNT || type == LUA_TNIL) return 0;
  handle_push_plan(L);
  push_options(L, module, running->run);
  if (running->phase == PHASE_BRANCH) lua_pushinteger(L, running->branch), arguments++;
  lua_call(L, arguments, 0);
  return 0;
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

// ---- In a process of its own. Its plan, trail and estimates are copies: what is made of them comes back.

typedef struct Performing {
  Host host;
  const HeuristicRun *run;
  const SourceFile *file;
  RunFigures *figures; // NULL: nobody asks
  Plan *timed;         // that was asked about last
  Phase phase;
  int branches;
} Performing;

static bool run_on_plan(Host *host, Running *running, Text *answer, Status *status) {
  plan_begin(host->plan); // for good: one group of edits, in a copy that ends with the process
  if (running->run->start) plan_replace(host->plan, running->run->start, "start");
  if (!host_open(host)) return status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  bool ok = host_enter(host, run_body, running, status) && host_model_worked(host, status);
  if (ok) run_figures_pack(&host->figures, answer);
  apart_tell(host->child, host->output, &host->told);
  host_close(host, host->L);
  return ok;
}

// A branch's begins with its time, by which it is chosen.
static void pack_made(const Performing *performing, const Host *host, const Text *figures, Text *answer) {
  if (performing->phase == PHASE_BRANCH) pack_number(answer, plan_total(host->estimator, host->plan).time_us);
  text_add_bytes(answer, text_get(figures), figures->length);
  trail_pack(host->trail, answer);
  plan_pack(host->plan, answer);
}

static bool perform(void *context, int item, Child *child, Text *answer, Status *status) {
  const Performing *performing = context;
  Text output = {0};
  Host host = performing->host;
  (void)item;
  host.limits.stop = child_stop(child);
  host.child = child;
  host.output = performing->run->output ? &output : NULL;
  Running running = {performing->file, performing->run, performing->phase, item + 1, 0};
  Text figures = {0};
  bool ok = run_on_plan(&host, &running, &figures, status);
  if (ok && performing->phase == PHASE_COUNT) pack_integer(answer, running.branches);
  if (ok && performing->phase != PHASE_COUNT) pack_made(performing, &host, &figures, answer);
  text_free(&figures);
  text_free(&output);
  return ok;
}

static bool take_made(void *context, int item, Unpack *answer) {
  Performing *performing = context;
  (void)item;
  if (performing->phase == PHASE_COUNT) {
    performing->branches = (int)unpack_integer(answer, 0, BRANCHES_MOST);
    return !answer->failed;
  }
  RunFigures unasked = {0};
  bool good = run_figures_unpack(performing->figures ? performing->figures : &unasked, answer) &&
              trail_unpack(performing->host.trail, answer) &&
              plan_unpack(performing->host.plan, "heuristic", answer);
  run_figures_clear(&unasked);
  return good;
}

// ---- Its questions about times.

static void answer_timing(void *context, Unpack *question, Text *reply) {
  Performing *performing = context;
  timing_reply(performing->run, performing->timed, question, reply);
}

// ---- Branches.

typedef struct Branching {
  Performing *performing;
  double best_us;
  Text best; // what the best answered, but its time
} Branching;

static bool perform_branch(void *context, int item, Child *child, Text *answer, Status *status) {
  const Branching *branching = context;
  return perform(branching->performing, item, child, answer, status);
}

static bool take_branch(void *context, int item, Unpack *answer) {
  static const double least_us = 1e-6; // less is no gain: sums in another order differ by less
  Branching *branching = context;
  double us = unpack_number(answer);
  size_t length = answer->left;
  const char *bytes = unpack_bytes(answer, length);
  if (!bytes || !isfinite(us)) return false;
  if (item && us >= branching->best_us - least_us) return true;
  branching->best_us = us;
  text_clear(&branching->best);
  text_add_bytes(&branching->best, bytes, length);
  return true;
}

static int processors(const HeuristicRun *run) {
  int given = run->limits ? run->limits->processors : 0;
  long there = sysconf(_SC_NPROCESSORS_ONLN);
  return given > 0 ? given : there > 0 ? (int)there : 1;
}

// The scratch plan becomes the best branch's; the first that failed is the end of all.
static bool run_branches(Performing *performing, const Apart *apart, Plan *scratch, Status *end) {
  Branching branching = {.performing = performing, .best_us = INFINITY};
  Status *ends = memory_alloc(sizeof *ends * (size_t)performing->branches);
  Apart beside = *apart;
  beside.count = performing->branches;
  beside.work = perform_branch, beside.take = take_branch, beside.context = &branching;
  performing->phase = PHASE_BRANCH;
  performing->host.times = false;
  apart_run_beside(&beside, processors(performing->run), ends);
  for (int i = 0; i < performing->branches && end->code == STATUS_OK; i++)
    *end = ends[i];
  Unpack best = unpack_begin(text_get(&branching.best), branching.best.length);
  Plan *plan = performing->host.plan;
  performing->host.plan = scratch;
  if (end->code == STATUS_OK && !take_made(performing, 0, &best))
    status_fail(end, STATUS_INTERNAL, "a branch of the heuristic gave no answer that makes sense");
  performing->host.plan = plan;
  text_free(&branching.best);
  free(ends);
  return end->code == STATUS_OK;
}

// Only a file that speaks of branches can have any: others are not asked.
static bool may_branch(const Performing *performing) {
  return performing->file && performing->file->text && strstr(performing->file->text, "branches");
}

static void run_phases(Performing *performing, const Apart *apart, Status *end) {
  performing->phase = PHASE_COUNT;
  if (may_branch(performing)) apart_run(apart, end);
  if (end->code != STATUS_OK) return;
  performing->phase = PHASE_WHOLE;
  HeuristicRun finishing = *performing->run;
  Plan *scratch = plan_new(performing->host.graph, plan_limits(performing->host.plan));
  if (performing->branches && run_branches(performing, apart, scratch, end)) {
    finishing.start = scratch;
    performing->run = &finishing;
    performing->host.times = apart->ask != NULL;
    performing->phase = PHASE_FINISH;
  }
  if (end->code == STATUS_OK) apart_run(apart, end);
  plan_free(scratch);
}

static bool time_by_session(void *context, const Plan *plan, PlanTimes *times, Status *status) {
  const Host *host = context;
  return session_time_plan(host->session, plan, host->limits.stop, times, status);
}

static bool perform_file(Host *host, const char *path, const HeuristicRun *given, Status *status) {
  HeuristicRun timed = *given;
  const HeuristicRun *run = &timed;
  if (!timed.time_plan && host->session) timed.time_plan = time_by_session, timed.timer = host;
  host->times = timed.time_plan != NULL;
  Sources sources = {0};
  Status end = {0};
  sources_add_modules(&sources);
  sources_add(&sources, path);
  sources_add_needed(&sources);
  if (run->limits) host->limits = *run->limits;
  host->trail = run->trail;
  host->compiler = run->compiler;
  host->dump = host->session ? session_dump(host->session) : run->dump;
  Performing performing = {*host,
                           run,
                           sources_find(&sources, path),
                           run->figures,
                           plan_new(host->graph, plan_limits(host->plan)),
                           PHASE_WHOLE,
                           0};
  if (!run->figures && host->session) performing.figures = session_figures(host->session);
  ScriptSizes sizes = {0};
  const char *graph_path = run->graph_path || !host->session ? run->graph_path : session_path(host->session);
  script_sizes_open(&sizes, &sources, (SizedSource){host->plan, host->estimator, graph_path});
  performing.host.sources = &sources;
  performing.host.sizes = &sizes;
  Apart apart = {.who = "the heuristic",
                 .count = 1,
                 .work = perform,
                 .take = take_made,
                 .ask = host->times ? answer_timing : NULL,
                 .context = &performing,
                 .output = run->output,
                 .limits = apart_running(run->limits),
                 .stop = host->limits.stop};
  run_phases(&performing, &apart, &end);
  script_sizes_free(&sizes);
  sources_free(&sources);
  plan_free(performing.timed);
  return end.code == STATUS_OK || status_fail(status, end.code, "%s", end.message);
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
  bool ok = perform_file(&host, path, run, status);
  if (ok) set_origin(session, path, run, plan_undo_depth(host.plan) > depth);
  free(path);
  return ok;
}

bool heuristic_perform_apart(Plan *plan, Estimator *estimator, const Device *device, const HeuristicRun *run,
                             Status *status) {
  char *path = heuristic_path(run->name_or_path, status);
  if (!path) return false;
  Host host = {.device = device, .plan = plan, .estimator = estimator, .graph = plan_graph(plan)};
  bool ok = perform_file(&host, path, run, status);
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
