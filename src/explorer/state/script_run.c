// Runs of heuristics.
#include "explorer/state/script_run.h"

#include "base/arena.h"
#include "base/file.h"
#include "explorer/actions/options.h"
#include "explorer/state/background.h"
#include "explorer/state/explorer.h"
#include "explorer/tabs/changes.h"
#include "explorer/tabs/retrace.h"
#include "explorer/tabs/tab.h"
#include "session/plans/plan_list.h"
#include "tui/number.h"

#include <stdlib.h>
#include <string.h>

// On copies: the screen goes on with the session meanwhile.
typedef struct Run {
  Script script; // that it will be
  Trail *trail;
  const char *graph_path; // borrowed of the session
  Device device;
  Plan *made;     // the plan; NULL: none
  Plan *before;   // the plan when it was run again; NULL: it was not
  Plan *compiler; // that came with the graph; NULL: none did
  bool from_start;
  uint64_t began;             // hash of the plan on the screen then
  double before_us, after_us; // estimates of the plan before, and of what it made
} Run;

static Script *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_SCRIPT];
}

const Script *script_of(const Explorer *explorer) {
  return own(explorer);
}

// ---- What a script owns.

static void clear_options(Script *script) {
  for (int i = 0; i < script->option_count; i++) {
    free((char *)script->options[i].name);
    free((char *)script->options[i].value);
  }
  free(script->options);
}

static void clear(Script *script) {
  clear_options(script);
  free(script->name);
  free(script->path);
  free(script->error_path);
  plan_free(script->start);
  text_free(&script->output);
  text_free(&script->error);
  file_watch_free(script->watch);
  *script = (Script){0};
}

static ScriptOption *copy_options(const ScriptOption *options, int count) {
  ScriptOption *copies = memory_alloc(sizeof *copies * ((size_t)count + 1));
  for (int i = 0; i < count; i++)
    copies[i] = (ScriptOption){memory_strdup(options[i].name), memory_strdup(options[i].value)};
  return copies;
}

static void run_free(Run *run) {
  clear(&run->script);
  trail_free(run->trail);
  plan_free(run->made);
  plan_free(run->before);
  plan_free(run->compiler);
  free(run);
}

// ---- On the task's thread.

enum { ESTIMATES = 64 }; // between two looks at `stop`

static bool time_plan(Estimator *estimator, Plan *plan, const atomic_int *stop, double *us, Status *status) {
  PlanCost *cost = plan_cost_new(estimator, plan);
  while (!*stop && !plan_cost_update(cost, ESTIMATES))
    continue;
  *us = plan_cost_total(cost).time_us;
  plan_cost_free(cost);
  return !*stop || status_fail(status, STATUS_CANCELLED, "stopped");
}

// `plan`: a copy of what the run begins with, which is what was on the screen unless it is run again.
static bool time_before(Run *run, Plan *plan, Estimator *estimator, const atomic_int *stop, Status *status) {
  Plan *other = run->before ? plan_copy(run->before) : NULL;
  bool ok = time_plan(estimator, other ? other : plan, stop, &run->before_us, status);
  plan_free(other);
  return ok;
}

static HeuristicRun how_of(const Run *run) {
  return (HeuristicRun){.name_or_path = run->script.path,
                        .options = run->script.options,
                        .option_count = run->script.option_count};
}

static bool perform(Run *run, Plan *plan, Estimator *estimator, const atomic_int *stop, Status *status) {
  ScriptLimits limits = {.stop = stop};
  HeuristicRun how = how_of(run);
  how.limits = &limits;
  how.output = &run->script.output;
  how.trail = run->trail = trail_new(plan);
  how.compiler = run->compiler;
  how.graph_path = run->graph_path;
  return heuristic_perform_apart(plan, estimator, &run->device, &how, status) &&
         time_plan(estimator, plan, stop, &run->after_us, status);
}

// The plan that is worked on and the estimates are given back here: that takes longer than a key may. The
// screen gets a copy, without all that was lowered.
static bool work(Session *session, void *data, const atomic_int *stop, Status *status) {
  (void)session;
  Run *run = data;
  run->script.path = heuristic_path(run->script.name, status);
  if (run->script.path) run->script.watch = file_watch_new(run->script.path); // before it is read
  Estimator *estimator = run->script.path ? estimator_new(&run->device, status) : NULL;
  if (!estimator) return false;
  Plan *plan = plan_copy(run->script.start);
  bool ok = time_before(run, plan, estimator, stop, status) && perform(run, plan, estimator, stop, status);
  if (ok) run->made = plan_copy(plan);
  plan_free(plan);
  estimator_free(estimator);
  return ok;
}

// ---- What comes of it.

static void take_plan(Explorer *explorer, const Run *run) {
  char number[NUMBER_SIZE], kernels[NUMBER_SIZE];
  HeuristicRun how = how_of(run);
  retrace_leave(explorer);
  bool edited = plan_hash(explorer->plan) != run->began;
  heuristic_take(explorer->session, &how, run->made);
  explorer_say(explorer, "%s: %s, time %s%s", run->script.name,
               number_kernels(kernels, plan_kernel_count(explorer->plan)),
               number_time_change(number, run->after_us - run->before_us, explorer->glyphs),
               edited ? "; u brings back your edits meanwhile" : "");
}

static void made_plan(Explorer *explorer, Run *run) {
  take_plan(explorer, run);
  run->script.made = plan_hash(explorer->plan);
  plan_list_keep_heuristic(session_plans(explorer->session));
  Text name = {0}; // with its options: other options make other plans
  plan_list_heuristic_name(session_origin(explorer->session), &name);
  retrace_take(explorer, run->trail, text_get(&name));
  text_free(&name);
  run->trail = NULL;
  if (!run->before) return;
  changes_set(explorer, run->before, "before it was saved");
  tab_show(explorer, TAB_CHANGES);
}

// Lua cuts long paths at the front ("...rest/of/it.lua"): the file that ends so.
static char *whole_path(const Script *script, const char *shown) {
  if (!text_starts(shown, "...")) return file_exists(shown) ? memory_strdup(shown) : NULL;
  if (script->path && text_ends(script->path, shown + 3)) return memory_strdup(script->path);
  Text relative = {0};
  text_printf(&relative, "lua/modules/%s", file_base_name(shown));
  char *path = file_data(text_get(&relative));
  text_free(&relative);
  return path;
}

// "path:12: what" at the beginning of a message.
static void find_place(Script *script) {
  const char *message = text_get(&script->error);
  for (const char *colon = strchr(message, ':'); colon && colon < message + strcspn(message, "\n");
       colon = strchr(colon + 1, ':')) {
    char *end;
    long line = strtol(colon + 1, &end, 10);
    if (end == colon + 1 || *end != ':' || line <= 0) continue;
    char *shown = memory_strndup(message, (size_t)(colon - message));
    script->error_path = shown ? whole_path(script, shown) : NULL;
    script->error_line = (int)line;
    free(shown);
    return;
  }
}

static void failed(Explorer *explorer, Script *script, const Status *status) {
  explorer_fail(explorer, "%s: %s", script->name, status->message);
  text_add(&script->error, status->message);
  find_place(script);
  if (status->code != STATUS_CANCELLED && script->path) tab_show(explorer, TAB_SCRIPT);
}

// Becomes the script that is shown.
static void take(Explorer *explorer, Script *script) {
  clear(own(explorer));
  *own(explorer) = *script;
  *script = (Script){0};
  explorer->revision++;
}

void script_failed(Explorer *explorer, const char *name, const char *path, const Status *status) {
  Script script = {.name = memory_strdup(name), .path = memory_strdup(path), .is_command = true};
  failed(explorer, &script, status);
  take(explorer, &script);
}

static void finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Run *run = data;
  if (explorer) {
    if (ok)
      made_plan(explorer, run);
    else
      failed(explorer, &run->script, status);
    // A mistake in between does not change what the next run begins with.
    if (!ok && run->from_start) run->script.made = own(explorer)->made;
    take(explorer, &run->script);
  }
  run_free(run);
}

static void start(Explorer *explorer, Run *run) {
  Text doing = {0};
  text_printf(&doing, "%s runs, ^C stops it", run->script.name);
  retrace_leave(explorer);
  if (!run->script.start) run->script.start = plan_copy(explorer->plan);
  run->began = plan_hash(explorer->plan);
  run->device = *session_device(explorer->session);
  run->graph_path = session_path(explorer->session);
  run->compiler = plan_list_copy_compiler(session_plans(explorer->session));
  background_start_apart(
      explorer, &(WorkRequest){.name = text_get(&doing), .work = work, .finish = finish, .data = run});
  text_free(&doing);
}

void script_run(Explorer *explorer, const char *name) {
  if (background_apart_is_busy(explorer)) return;
  Run *run = memory_alloc(sizeof *run);
  run->script.name = memory_strdup(name);
  run->script.option_count = option_memory_count(options_remembered(explorer), name);
  run->script.options = memory_alloc(sizeof(ScriptOption) * ((size_t)run->script.option_count + 1));
  option_memory_copy(options_remembered(explorer), name, run->script.options);
  start(explorer, run);
}

void script_again(Explorer *explorer) {
  if (background_apart_is_busy(explorer)) return;
  const Script *script = own(explorer);
  Run *run = memory_alloc(sizeof *run);
  run->script.name = memory_strdup(script->name);
  run->script.options = copy_options(script->options, script->option_count);
  run->script.option_count = script->option_count;
  run->before = plan_copy(explorer->plan);
  run->from_start = script->made && plan_hash(explorer->plan) == script->made;
  if (run->from_start) run->script.start = plan_copy(script->start);
  start(explorer, run);
}

// ---- Saved: run again.

int script_fd(const Explorer *explorer) {
  bool watched = own(explorer)->watch && !explorer->task && !explorer->apart;
  return watched ? file_watch_fd(own(explorer)->watch) : -1;
}

bool script_poll(Explorer *explorer) {
  if (script_fd(explorer) < 0 || !file_watch_changed(own(explorer)->watch)) return false;
  script_again(explorer);
  return true;
}

// ---- With the explorer.

// The plan that it began with is of the graph that goes.
static void give_up(Explorer *explorer) {
  Script *script = own(explorer);
  plan_free(script->start);
  script->start = NULL;
  script->made = 0;
}

static void close(Explorer *explorer) {
  clear(own(explorer));
}

const Component component_script = {.size = sizeof(Script), .give_up = give_up, .close = close};
