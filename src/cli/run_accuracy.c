// accuracy: estimates against compiled and timed kernels, over many graphs and plans.
#include "cli/accuracy_print.h"

#include "base/arena.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Collection {
  const Invocation *invocation;
  AccuracyRecord record;
  SessionOptions options;
  MeasureOptions measure;
  int64_t random, seed; // plans of each graph; of the first of them
  int64_t exhaustive;   // plans at most of all of each graph; 0: heuristics' plans
  bool timed;           // there is a GPU, and it is wanted
} Collection;

static bool on_progress(void *context, const char *what, int done, int total) {
  (void)context;
  cli_progress(what, done, total);
  return true;
}

// ---- plans

// A plan that a graph cannot have (no dump, a heuristic that fails) is told of and left out.
static void add_plan(Collection *collection, Session *session, const char *name, const ScriptOption *option) {
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
    accuracy_add_plan(&collection->record, session, text_get(&how));
  else
    fprintf(stderr, "note: %s, plan %s is left out: %s\n", session_path(session), text_get(&how),
            status.message);
  text_free(&how);
}

static void add_every_heuristic(Collection *collection, Session *session) {
  int count;
  HeuristicInfo *list = heuristics_list(&count);
  add_plan(collection, session, "none", NULL);
  if (session_dump(session)) add_plan(collection, session, "compiler", NULL);
  for (int i = 0; i < count; i++)
    if (!list[i].problem) add_plan(collection, session, list[i].name, NULL);
  heuristics_free(list, count);
}

static void add_random_plans(Collection *collection, Session *session) {
  for (int64_t i = 0; i < collection->random; i++) {
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRId64, collection->seed + i);
    add_plan(collection, session, "random", &(ScriptOption){"seed", seed});
  }
}

static void add_plans(Collection *collection, Session *session) {
  const Invocation *invocation = collection->invocation;
  for (int i = 0; i < invocation->heuristics.count; i++) {
    const char *name = invocation->heuristics.data[i];
    if (session_dump(session) || !text_equal(name, "compiler")) add_plan(collection, session, name, NULL);
  }
  if (invocation->heuristics.count == 0) add_every_heuristic(collection, session);
  add_random_plans(collection, session);
}

// ---- graphs

static bool time_plans(Collection *collection, Session *session, int first, Status *status) {
  AccuracyRecord *record = &collection->record;
  for (int plan = first; plan < record->plans.count; plan++) {
    if (!accuracy_measure(record, session, plan, &collection->measure, NULL, NULL, status)) return false;
    cli_progress("timing plans", plan - first + 1, record->plans.count - first);
  }
  return true;
}

// Without a GPU the rest is still worth having.
static bool probe(Collection *collection, Session *session, Status *status) {
  GpuInfo gpu;
  Status problem = {0};
  if (!collection->timed || session_gpu(session, &gpu, &problem)) return true;
  collection->timed = false;
  if (problem.code != STATUS_MISSING) {
    *status = problem;
    return false;
  }
  fprintf(stderr, "note: nothing is timed: %s\n", problem.message);
  return true;
}

static bool compile_and_time(Collection *collection, Session *session, int first, Status *status) {
  return accuracy_compile(&collection->record, session, on_progress, NULL, status) &&
         (!collection->timed || time_plans(collection, session, first, status));
}

// Then the quickest by what has been measured, so that the best of all is hardly missed.
static bool collect_all_plans(Collection *collection, Session *session, Status *status) {
  AccuracyRecord *record = &collection->record;
  int first = record->plans.count, most = (int)collection->exhaustive;
  Status problem = {0};
  if (!accuracy_add_exhaustive(record, session, most, (uint64_t)collection->seed, &problem)) {
    fprintf(stderr, "note: left out: %s\n", problem.message);
    return true;
  }
  if (!compile_and_time(collection, session, first, status)) return false;
  if (!collection->timed) return true;
  first = record->plans.count;
  return accuracy_add_quickest(record, session, most, status) &&
         time_plans(collection, session, first, status);
}

static bool collect_from(Collection *collection, Session *session, Status *status) {
  int first = collection->record.plans.count;
  accuracy_begin_graph(&collection->record, session, &collection->options.read);
  if (!probe(collection, session, status)) return false;
  if (collection->exhaustive) return collect_all_plans(collection, session, status);
  add_plans(collection, session);
  return compile_and_time(collection, session, first, status);
}

// A graph that cannot be read is told of and left out: one of many. When none can be, that is an error.
static bool collect(Collection *collection, Status *status) {
  const Invocation *invocation = collection->invocation;
  const char *save = invocation->value[OPTION_SAVE];
  int count = invocation->arguments.count;
  for (int i = 0; i < count; i++) {
    Session *session = session_open(invocation->arguments.data[i], &collection->options, status);
    bool good = session && collect_from(collection, session, status);
    session_close(session);
    if (session && !good) return status_prefix(status, "%s", invocation->arguments.data[i]);
    if (!session) fprintf(stderr, "note: left out: %s\n", status->message);
    if (session && save && !accuracy_save(&collection->record, save, status))
      return false; // what there is so far
    cli_progress("graphs", i + 1, count);
  }
  if (*collection->record.counters_problem)
    fprintf(stderr, "note: no counters: %s\n", collection->record.counters_problem);
  return collection->record.graphs.count > 0;
}

static bool load(Collection *collection, Status *status) {
  const char *path = collection->invocation->value[OPTION_FROM];
  if (!accuracy_load(&collection->record, path, &collection->options, on_progress, NULL, status))
    return false;
  if (collection->record.left_out)
    fprintf(stderr, "note: %d plans and kernels of %s are not what they were: nothing is known of them\n",
            collection->record.left_out, path);
  return true;
}

// ---- the command

static bool print(const Collection *collection, Status *status) {
  Text out = {0};
  AccuracyScore score = accuracy_score(&collection->record);
  if (cli_has(collection->invocation, OPTION_JSON))
    accuracy_print_json(&collection->record, &score, &out);
  else
    accuracy_print_table(&collection->record, &score, &out);
  bool good = cli_model_worked(collection->invocation, status) && cli_print(&out, status);
  accuracy_score_free(&score);
  text_free(&out);
  return good;
}

static bool check_usage(const Invocation *invocation, Status *status) {
  bool from = cli_has(invocation, OPTION_FROM);
  bool chosen = invocation->heuristics.count || cli_has(invocation, OPTION_RANDOM);
  if (cli_has(invocation, OPTION_EXHAUSTIVE) && (chosen || from))
    return status_fail(status, STATUS_INPUT, "--exhaustive takes all plans: name no others");
  if (from && (invocation->arguments.count || invocation->heuristics.count ||
               cli_has(invocation, OPTION_RANDOM) || cli_has(invocation, OPTION_SAVE)))
    return status_fail(status, STATUS_INPUT,
                       "--from has graphs and plans of its own: name no others, and save nothing");
  return from || invocation->arguments.count ||
         status_fail(status, STATUS_INPUT, "GRAPHS is missing: 'fusebox accuracy GRAPHS' or --from FILE");
}

bool run_accuracy(const Invocation *invocation, Status *status) {
  if (cli_has(invocation, OPTION_FIT)) return run_accuracy_fit(invocation, status);
  int64_t threads;
  Collection collection = {.invocation = invocation, .timed = !cli_has(invocation, OPTION_NO_GPU)};
  if (!check_usage(invocation, status) || !cli_measure_options(invocation, &collection.measure, status) ||
      !cli_integer(invocation, OPTION_THREADS, 1, 256, 0, &threads, status) ||
      !cli_integer(invocation, OPTION_RANDOM, 0, 10000, 8, &collection.random, status) ||
      !cli_integer(invocation, OPTION_SEED, 0, INT64_MAX, 1, &collection.seed, status) ||
      !cli_integer(invocation, OPTION_EXHAUSTIVE, 1, 100000, 0, &collection.exhaustive, status) ||
      !cli_check_arch(invocation->value[OPTION_ARCH], status))
    return false;
  collection.options = (SessionOptions){.device = invocation->value[OPTION_DEVICE],
                                        .arch = invocation->value[OPTION_ARCH],
                                        .model = invocation->model,
                                        .read = {invocation->sizes.data, invocation->sizes.count},
                                        .compile_threads = (int)threads};
  bool good = cli_has(invocation, OPTION_FROM) ? load(&collection, status) : collect(&collection, status);
  good = good && print(&collection, status);
  accuracy_free(&collection.record);
  return good;
}
