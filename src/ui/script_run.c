// Runs of heuristics.
#include "ui/script_run.h"

#include "base/arena.h"
#include "base/file.h"
#include "session/plan_list.h"
#include "ui/background.h"
#include "ui/explorer.h"
#include "ui/number.h"

#include <stdlib.h>
#include <string.h>

typedef struct Run {
  Script script; // that it will be
  Trail *trail;
  Plan *before; // the plan when it was run again; NULL: it was not
  bool from_start;
  double before_us; // estimate of the plan before
} Run;

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

void script_free(Explorer *explorer) {
  clear(&explorer->script);
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
  plan_free(run->before);
  free(run);
}

// ---- On the task's thread.

static bool work(Session *session, void *data, const volatile int *stop, Status *status) {
  Run *run = data;
  Script *script = &run->script;
  ScriptLimits limits = {.stop = stop};
  if (!run->from_start) script->start = plan_copy(session_plan(session));
  script->path = heuristic_path(script->name, status);
  if (!script->path) return false;
  run->trail = trail_new(script->start);
  HeuristicRun how = {.name_or_path = script->path,
                      .options = script->options,
                      .option_count = script->option_count,
                      .limits = &limits,
                      .start = run->from_start ? script->start : NULL,
                      .output = &script->output,
                      .trail = run->trail};
  return heuristic_perform(session, &how, status);
}

// ---- What comes of it.

static void made_plan(Explorer *explorer, Run *run) {
  char number[NUMBER_SIZE], kernels[NUMBER_SIZE];
  double after = explorer_time(explorer);
  run->script.made = plan_hash(explorer->plan);
  plan_list_keep_heuristic(session_plans(explorer->session));
  explorer_say(explorer, "%s: %s, time %s", run->script.name,
               number_kernels(kernels, plan_kernel_count(explorer->plan)),
               number_time_change(number, after - run->before_us, explorer->glyphs));
  Text name = {0};
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
    char *shown = strndup(message, (size_t)(colon - message));
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
  clear(&explorer->script);
  explorer->script = *script;
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
    if (!ok && run->from_start) run->script.made = explorer->script.made;
    if (run->script.path) run->script.watch = file_watch_new(run->script.path);
    take(explorer, &run->script);
  }
  run_free(run);
}

static void start(Explorer *explorer, Run *run) {
  Text doing = {0};
  text_printf(&doing, "%s runs, ^C stops it", run->script.name);
  retrace_leave(explorer);
  run->before_us = explorer_time(explorer);
  background_start(
      explorer,
      &(TaskRequest){
          .kind = TASK_WORK, .name = text_get(&doing), .work = work, .finish = finish, .data = run});
  text_free(&doing);
}

void script_run(Explorer *explorer, const char *name) {
  Run *run = memory_alloc(sizeof *run);
  run->script.name = memory_strdup(name);
  run->script.option_count = option_memory_count(&explorer->options, name);
  run->script.options = memory_alloc(sizeof(ScriptOption) * ((size_t)run->script.option_count + 1));
  option_memory_copy(&explorer->options, name, run->script.options);
  start(explorer, run);
}

void script_again(Explorer *explorer) {
  const Script *script = &explorer->script;
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
  bool watched = explorer->script.watch && !explorer->task;
  return watched ? file_watch_fd(explorer->script.watch) : -1;
}

bool script_poll(Explorer *explorer) {
  if (script_fd(explorer) < 0 || !file_watch_changed(explorer->script.watch)) return false;
  script_again(explorer);
  return true;
}
