// accuracy: estimates against compiled and timed kernels, over many graphs and plans.
#include "cli/accuracy_print.h"
#include "cli/accuracy_run.h"

#include "base/arena.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool on_progress(void *context, const char *what, int done, int total) {
  (void)context;
  cli_progress(what, done, total);
  return true;
}

// ---- plans

// A plan that a graph cannot have (no dump, a heuristic that fails) is told of and left out.
static void add_plan(AccuracyRun *run, Session *session, const char *name, const ScriptOption *option) {
  Status status = {0};
  Text how = {0};
  text_add(&how, name);
  if (option) text_printf(&how, " -o %s=%s", option->name, option->value);
  bool built_in = text_equal(name, "none") || text_equal(name, "compiler");
  bool good = session_use_plan(session, "none", &status) &&
              (built_in ? session_use_plan(session, name, &status)
                        : heuristic_run(session, name, option, option ? 1 : 0, NULL, NULL, &status));
  plan_forget_edits(session_plan(session));
  if (good)
    accuracy_add_plan(&run->record, session, text_get(&how));
  else
    cli_note("%s, plan %s is left out: %s", session_path(session), text_get(&how), status.message);
  text_free(&how);
}

static void add_every_heuristic(AccuracyRun *run, Session *session) {
  int count;
  HeuristicInfo *list = heuristics_list(&count, NULL);
  add_plan(run, session, "none", NULL);
  if (session_dump(session)) add_plan(run, session, "compiler", NULL);
  for (int i = 0; i < count; i++)
    if (!list[i].problem) add_plan(run, session, list[i].name, NULL);
  heuristics_free(list, count);
}

static void add_random_plans(AccuracyRun *run, Session *session) {
  for (int64_t i = 0; i < run->random; i++) {
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRId64, run->seed + i);
    add_plan(run, session, "random", &(ScriptOption){"seed", seed});
  }
}

static void add_plans(AccuracyRun *run, Session *session) {
  const Invocation *invocation = run->invocation;
  for (int i = 0; i < invocation->heuristics.count; i++) {
    const char *name = invocation->heuristics.data[i];
    if (session_dump(session) || !text_equal(name, "compiler")) add_plan(run, session, name, NULL);
  }
  if (invocation->heuristics.count == 0) add_every_heuristic(run, session);
  add_random_plans(run, session);
}

// ---- graphs

bool accuracy_time_plans(AccuracyRun *run, Session *session, int first, Status *status) {
  AccuracyRecord *record = &run->record;
  for (int plan = first; plan < record->plans.count; plan++) {
    if (!accuracy_measure(record, session, plan, &run->measure, NULL, NULL, status)) return false;
    cli_progress("timing plans", plan - first + 1, record->plans.count - first);
  }
  return true;
}

// Without a GPU the rest is still worth having.
static bool probe(AccuracyRun *run, Session *session, Status *status) {
  GpuInfo gpu;
  Status problem = {0};
  if (!run->timed || session_gpu(session, &gpu, &problem)) return true;
  run->timed = false;
  if (problem.code != STATUS_MISSING) {
    *status = problem;
    return false;
  }
  cli_note("nothing is timed: %s", problem.message);
  return true;
}

bool accuracy_compile_and_time(AccuracyRun *run, Session *session, int first, Status *status) {
  return accuracy_compile(&run->record, session, on_progress, NULL, status) &&
         (!run->timed || accuracy_time_plans(run, session, first, status));
}

// Of heuristics, the compiler, and drawn at random.
static bool collect_ways(AccuracyRun *run, Session *session, Status *status) {
  int first = run->record.plans.count;
  add_plans(run, session);
  return accuracy_compile_and_time(run, session, first, status);
}

static bool collect_from(AccuracyRun *run, Session *session, Status *status) {
  accuracy_begin_graph(&run->record, session, &run->options.read);
  return probe(run, session, status) && run->collect(run, session, status);
}

// A graph that cannot be read is told of and left out: one of many. When none can be, that is an error.
static bool collect(AccuracyRun *run, Status *status) {
  const Invocation *invocation = run->invocation;
  const char *save = invocation->value[OPTION_SAVE];
  int count = invocation->arguments.count;
  for (int i = 0; i < count; i++) {
    Session *session = session_open(invocation->arguments.data[i], &run->options, status);
    bool good = session && collect_from(run, session, status);
    session_close(session);
    if (session && !good) return status_prefix(status, "%s", invocation->arguments.data[i]);
    if (!session) cli_note("left out: %s", status->message);
    if (session && save && !accuracy_save(&run->record, save, status)) return false; // what there is so far
    cli_progress("graphs", i + 1, count);
  }
  if (*run->record.counters_problem) cli_note("no counters: %s", run->record.counters_problem);
  return run->record.graphs.count > 0;
}

static bool load(AccuracyRun *run, Status *status) {
  const char *path = run->invocation->value[OPTION_FROM];
  if (!accuracy_load(&run->record, path, &run->options, on_progress, NULL, status)) return false;
  if (run->record.left_out)
    cli_note("%d plans and kernels of %s are not what they were: nothing is known of them",
             run->record.left_out, path);
  return true;
}

// ---- the command

static bool print(const AccuracyRun *run, Status *status) {
  Text out = {0};
  AccuracyScore score = accuracy_score(&run->record);
  if (cli_has(run->invocation, OPTION_JSON))
    accuracy_print_json(&run->record, &score, &out);
  else
    accuracy_print_table(&run->record, &score, &out);
  bool good = cli_model_worked(run->invocation, status) && cli_print(&out, status);
  accuracy_score_free(&score);
  text_free(&out);
  return good;
}

static bool check_usage(const Invocation *invocation, Status *status) {
  bool from = cli_has(invocation, OPTION_FROM);
  if (from && (invocation->arguments.count || invocation->heuristics.count ||
               cli_has(invocation, OPTION_RANDOM) || cli_has(invocation, OPTION_SAVE)))
    return status_fail(status, STATUS_INPUT,
                       "--from has graphs and plans of its own: name no others, and save nothing");
  return from || invocation->arguments.count ||
         status_fail(status, STATUS_INPUT, "GRAPHS is missing: 'fusebox accuracy GRAPHS' or --from FILE");
}

bool accuracy_run(AccuracyRun *run, Status *status) {
  const Invocation *invocation = run->invocation;
  int64_t threads;
  run->timed = !cli_has(invocation, OPTION_NO_GPU);
  if (!check_usage(invocation, status) || !cli_measure_options(invocation, &run->measure, status) ||
      !cli_integer(invocation, OPTION_THREADS, 1, 256, 0, &threads, status) ||
      !cli_integer(invocation, OPTION_RANDOM, 0, 10000, 8, &run->random, status) ||
      !cli_integer(invocation, OPTION_SEED, 0, INT64_MAX, 1, &run->seed, status) ||
      !cli_check_arch(invocation->value[OPTION_ARCH], status))
    return false;
  run->options =
      (SessionOptions){.device = invocation->value[OPTION_DEVICE],
                       .arch = invocation->value[OPTION_ARCH],
                       .model = invocation->model,
                       .read = {.sizes = invocation->sizes.data, .size_count = invocation->sizes.count},
                       .compile_threads = (int)threads};
  bool good = cli_has(invocation, OPTION_FROM) ? load(run, status) : collect(run, status);
  good = good && print(run, status);
  accuracy_free(&run->record);
  return good;
}

bool run_accuracy(const Invocation *invocation, Status *status) {
  return accuracy_run(&(AccuracyRun){.invocation = invocation, .collect = collect_ways}, status);
}
