// experiment run and status: doing what an experiment asks for, and how far it is.
#include "base/file.h"
#include "cli/experiment.h"
#include "experiment/run.h"
#include "experiment/store.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int stop;

static void on_signal(int signal) {
  (void)signal;
  stop = 1;
}

// ---- Progress.

// "1 h 05 min", "3 min 20 s", "12 s".
static char *duration(char out[32], double seconds) {
  enum { MINUTE = 60, HOUR = 3600 };
  long whole = lround(seconds);
  if (whole >= HOUR)
    snprintf(out, 32, "%ld h %02ld min", whole / HOUR, whole % HOUR / MINUTE);
  else if (whole >= MINUTE)
    snprintf(out, 32, "%ld min %02ld s", whole / MINUTE, whole % MINUTE);
  else
    snprintf(out, 32, "%ld s", whole);
  return out;
}

typedef struct Telling {
  double next; // seconds of the run at which a line is due where there is no terminal
} Telling;

static void tell(void *context, const RunProgress *progress) {
  static const double SECONDS_A_LINE = 60;
  Telling *telling = context;
  bool terminal = isatty(STDERR_FILENO);
  char left[32];
  if (!terminal && progress->seconds < telling->next) return;
  telling->next = progress->seconds + SECONDS_A_LINE;
  if (!terminal && progress->seconds < SECONDS_A_LINE) return; // short runs are quiet
  int64_t answered = progress->before + progress->done, all = progress->points - progress->doubled;
  fprintf(stderr, "%s%s %lld of %lld%s", terminal ? "\r" : "",
          progress->resolving ? "opening graphs:" : "rows:", (long long)answered, (long long)all,
          progress->failed ? ", " : "");
  if (progress->failed) fprintf(stderr, "%lld not ok", (long long)progress->failed);
  if (isfinite(progress->left_seconds)) fprintf(stderr, ", %s left", duration(left, progress->left_seconds));
  fputs(terminal ? "\033[K" : "\n", stderr);
  fflush(stderr);
}

static void end_line(void) {
  if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

static void add_count(Text *out, int64_t count, const char *what) {
  if (count) text_printf(out, ", %lld %s", (long long)count, what);
}

static bool print_end(const RunProgress *progress, bool dry, Status *status) {
  Text out = {0};
  int64_t left = progress->points - progress->doubled - progress->before - progress->done;
  text_printf(&out, "%lld points", (long long)progress->points);
  add_count(&out, progress->doubled, "the same as others");
  add_count(&out, progress->before, "done before");
  add_count(&out, progress->done, "done now");
  add_count(&out, progress->failed, "of them not ok");
  if (left || dry) text_printf(&out, ", %lld left", (long long)left);
  text_add(&out, "\n");
  bool good = cli_print(&out, status);
  text_free(&out);
  return good;
}

// ---- What is asked.

static bool choose_stages(const Invocation *invocation, unsigned *stages, Status *status) {
  const char *name = invocation->value[OPTION_STAGE];
  for (int stage = 0; name && stage < STAGE_COUNT; stage++)
    if (text_equal(name, experiment_stage_name((ExperimentStage)stage))) *stages = 1u << stage;
  return !name || *stages ||
         status_fail(status, STATUS_INPUT, "--stage %s: estimate, compile and time are the stages", name);
}

static bool choose_shard(const Invocation *invocation, Shard *shard, Status *status) {
  const char *text = invocation->value[OPTION_SHARD];
  Text from = {0};
  bool good = !text || shard_read(text, shard, &from, status);
  if (good && text && text_equal(text, "auto"))
    cli_note("share %d of %d, by %s", shard->index, shard->count, text_get(&from));
  text_free(&from);
  return good;
}

// --store, or the folder of a store's experiment.json; to be freed.
static char *store_of(const Invocation *invocation, const char *file, Status *status) {
  const char *given = invocation->value[OPTION_STORE], *name = file_base_name(file);
  if (given) return memory_strdup(given);
  if (text_equal(name, "experiment.json"))
    return name == file ? memory_strdup(".") : memory_strndup(file, (size_t)(name - file));
  status_fail(status, STATUS_INPUT, "name a folder for the results with --store FOLDER");
  return NULL;
}

static bool choose(const Invocation *invocation, ExperimentRun *run, Status *status) {
  int64_t jobs;
  enum { JOBS_MOST = 1024 };
  run->dry = cli_has(invocation, OPTION_DRY_RUN);
  run->prepare = cli_has(invocation, OPTION_SLURM);
  if (cli_has(invocation, OPTION_SUBMIT) && !run->prepare)
    return status_fail(status, STATUS_INPUT,
                       "--submit submits the jobs that --slurm SHARDS writes: name both");
  run->again = cli_has(invocation, OPTION_AGAIN);
  if (run->again && (run->prepare || !text_equal(invocation->value[OPTION_AGAIN], "failed")))
    return status_fail(status, STATUS_INPUT,
                       run->prepare ? "--again goes with a run, not with --slurm: add it to the job scripts"
                                    : "--again failed: failures are what can be asked again");
  bool good = cli_integer(invocation, OPTION_JOBS, 1, JOBS_MOST, 0, &jobs, status) &&
              choose_stages(invocation, &run->stages, status) &&
              choose_shard(invocation, &run->shard, status);
  run->jobs = good ? (int)jobs : 0;
  return good;
}

static bool perform(const Invocation *invocation, const char *folder, Experiment *experiment,
                    Status *status) {
  Telling telling = {0};
  RunProgress progress;
  ExperimentRun run = {.experiment = experiment, .folder = folder, .stop = &stop, .progress = tell};
  run.context = &telling;
  if (!choose(invocation, &run, status)) return false;
  void (*interrupt)(int) = signal(SIGINT, on_signal), (*terminate)(int) = signal(SIGTERM, on_signal);
  bool good = experiment_perform(&run, &progress, status);
  signal(SIGINT, interrupt);
  signal(SIGTERM, terminate);
  end_line();
  if (!good && progress.points == 0) return false; // nothing was begun
  if (good && run.prepare && !run.dry)
    return experiment_slurm(invocation, folder, experiment, run.stages, status);
  return print_end(&progress, run.dry, good ? status : NULL) && good;
}

bool experiment_run(const Invocation *invocation, const char *const *arguments, Status *status) {
  Experiment experiment;
  char *folder = store_of(invocation, arguments[0], status);
  if (!folder || !experiment_open(arguments[0], &experiment, status)) {
    free(folder);
    return false;
  }
  bool good = perform(invocation, folder, &experiment, status);
  experiment_close(&experiment);
  free(folder);
  return good;
}

// ---- How far it is.

static bool print_status(const Rows *rows, const RunProgress *progress, bool json, Status *status) {
  int counts[ROW_STATUS_COUNT] = {0};
  Text out = {0};
  int64_t left = progress->points - progress->doubled - progress->before;
  for (int i = 0; i < rows->list.count; i++)
    counts[rows->list.data[i].status]++;
  JsonWriter writer = json_writer(&out, true);
  if (json) {
    json_begin_object(&writer, NULL);
    json_put_integer(&writer, "points", progress->points - progress->doubled);
    json_put_integer(&writer, "done", progress->before);
    json_put_integer(&writer, "left", left);
    json_begin_inline(&writer, "rows", false);
    for (int i = 0; i < ROW_STATUS_COUNT; i++)
      json_put_integer(&writer, row_status_name((RowStatus)i), counts[i]);
    json_end(&writer);
    json_end(&writer);
  } else {
    text_printf(&out, "%lld points, %lld done, %lld left\n%d rows:",
                (long long)(progress->points - progress->doubled), (long long)progress->before,
                (long long)left, rows->list.count);
    for (int i = 0; i < ROW_STATUS_COUNT; i++)
      text_printf(&out, "%s %d %s", i ? "," : "", counts[i], row_status_name((RowStatus)i));
    text_add(&out, "\n");
  }
  bool good = cli_print(&out, status);
  text_free(&out);
  return good;
}

bool experiment_status(const Invocation *invocation, const char *const *arguments, Status *status) {
  Experiment experiment;
  RunProgress progress;
  Rows rows;
  char *path = file_join(arguments[0], "experiment.json");
  bool good = experiment_open(path, &experiment, status);
  free(path);
  if (!good) return false;
  ExperimentRun run = {.experiment = &experiment, .folder = arguments[0], .dry = true};
  good = experiment_perform(&run, &progress, status) && store_read(arguments[0], &rows, status);
  if (good) {
    good = print_status(&rows, &progress, cli_has(invocation, OPTION_JSON), status);
    rows_free(&rows);
  }
  experiment_close(&experiment);
  return good;
}
