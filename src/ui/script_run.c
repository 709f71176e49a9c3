// Runs of heuristics.
#include "ui/script_run.h"

#include "base/arena.h"
#include "session/plan_list.h"
#include "ui/background.h"
#include "ui/number.h"

#include <stdlib.h>

typedef struct Run {
  char *name;
  ScriptOption *options; // names and values are its own
  int option_count;
  Plan *start;
  Text output;
  Trail *trail;
} Run;

static Run *run_new(const char *name, const ScriptOption *options, int count, Plan *start) {
  Run *run = memory_alloc(sizeof *run);
  *run = (Run){.name = memory_strdup(name), .option_count = count, .start = start};
  run->options = memory_alloc(sizeof *options * ((size_t)count + 1));
  for (int i = 0; i < count; i++)
    run->options[i] = (ScriptOption){memory_strdup(options[i].name), memory_strdup(options[i].value)};
  return run;
}

static void run_free(Run *run) {
  for (int i = 0; i < run->option_count; i++) {
    free((char *)run->options[i].name);
    free((char *)run->options[i].value);
  }
  free(run->options);
  free(run->name);
  plan_free(run->start);
  text_free(&run->output);
  trail_free(run->trail);
  free(run);
}

static bool work(Session *session, void *data, const volatile int *stop, Status *status) {
  Run *run = data;
  ScriptLimits limits = {.stop = stop};
  run->trail = trail_new(run->start ? run->start : session_plan(session));
  return heuristic_perform(session,
                           &(HeuristicRun){.name_or_path = run->name,
                                           .options = run->options,
                                           .option_count = run->option_count,
                                           .limits = &limits,
                                           .start = run->start,
                                           .output = &run->output,
                                           .trail = run->trail},
                           status);
}

static void made_plan(Explorer *explorer, Run *run) {
  char number[NUMBER_SIZE];
  double after = explorer_time(explorer);
  int kernels = plan_kernel_count(explorer->plan);
  plan_list_keep_heuristic(session_plans(explorer->session));
  explorer_say(explorer, "%s: %d kernel%s, time %s", run->name, kernels, kernels == 1 ? "" : "s",
               number_time_change(number, after - explorer->task_before_us, explorer->glyphs));
  retrace_take(explorer, run->trail, run->name);
  run->trail = NULL;
}

static void finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Run *run = data;
  if (explorer && ok) made_plan(explorer, run);
  if (explorer && !ok) explorer_fail(explorer, "%s: %s", run->name, status->message);
  run_free(run);
}

void script_run(Explorer *explorer, const char *name, const ScriptOption *options, int option_count,
                Plan *start) {
  Text doing = {0};
  text_printf(&doing, "%s runs, ^C stops it", name);
  retrace_leave(explorer);
  background_start(explorer, &(TaskRequest){.kind = TASK_WORK,
                                            .name = text_get(&doing),
                                            .work = work,
                                            .finish = finish,
                                            .data = run_new(name, options, option_count, start)});
  text_free(&doing);
}
