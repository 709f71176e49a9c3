#include "experiment/run.h"

#include "base/clock.h"
#include "base/file.h"
#include "experiment/crew.h"
#include "experiment/gpus.h"
#include "experiment/store.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HOST_SIZE = 64, LOOK_MS = 100 };
static const double GRACE_SECONDS = 10; // to end by itself when a row takes too long
static const double TELL_SECONDS = 0.2; // from one telling of the progress to the next

typedef struct Running {
  const ExperimentRun *run;
  Experiment *experiment;
  Crew crew;
  Queue *queue;
  RowFile rows;
  RunProgress *progress;
  double begun, told; // of crew_clock
  HashMap died;       // keys of rows whose process ended once
  char host[HOST_SIZE];
} Running;

// ---- Progress.

static void tell(Running *running, bool at_last) {
  const ExperimentRun *run = running->run;
  RunProgress *progress = running->progress;
  double now = crew_clock();
  progress->seconds = now - running->begun;
  int64_t left = progress->points - progress->doubled - progress->before - progress->done;
  progress->left_seconds = progress->done ? progress->seconds / (double)progress->done * (double)left : NAN;
  if (!run->progress || (!at_last && now - running->told < TELL_SECONDS)) return;
  running->told = now;
  run->progress(run->context, progress);
}

static bool is_stopped(const Running *running, Status *status) {
  const atomic_int *stop = running->run->stop;
  if (!stop || !*stop) return false;
  status_fail(status, STATUS_CANCELLED, "stopped: the same command goes on from here");
  return true;
}

// ---- Rows.

static bool add_line(Running *running, RowStatus how, const Text *line, Status *status) {
  if (!row_file_add_line(&running->rows, line, status)) return false;
  running->progress->done++;
  running->progress->failed += how != ROW_OK;
  return true;
}

// Of a process that is gone.
static bool add_failure(Running *running, const CrewMember *member, const Point *point, const char *why,
                        Status *status) {
  char key[KEY_SIZE];
  Text line = {0};
  Row row = point_row(running->experiment, point, key);
  row.status = member->overdue ? ROW_TIMEOUT : ROW_FAILED;
  row.message = why;
  row.seconds = crew_clock() - member->since;
  row.host = running->host, row.worker = member - running->crew.members, row.at = clock_seconds();
  row_write(&row, &line);
  bool good = add_line(running, row.status, &line, status);
  text_free(&line);
  return good;
}

// The row that a process had in hand has failed when that was the second process that it ended; what else it
// had to do is for others.
static bool bury(Running *running, const CrewMember *member, const char *why, Status *status) {
  UnitTask rest = member->request.unit;
  char key[KEY_SIZE];
  int64_t before;
  rest.stages &= ~member->answered;
  if (member->request.kind != CREW_UNIT || !rest.stages) return true;
  Point point = rest.unit;
  point.stage = (ExperimentStage)__builtin_ctz(rest.stages);
  point_row(running->experiment, &point, key);
  bool again = !member->overdue && !hashmap_get(&running->died, store_key(key), &before);
  hashmap_set(&running->died, store_key(key), 1);
  if (!again) rest.stages &= ~(1u << point.stage);
  queue_again(running->queue, &rest);
  return again || add_failure(running, member, &point, why, status);
}

// ---- Waiting for the crew.

static bool take_row(Running *running, int member, const CrewAnswer *answer, const Text *line,
                     Status *status) {
  if (answer->problem.code) return status_fail(status, answer->problem.code, "%s", answer->problem.message);
  queue_answered(running->queue, &running->crew.members[member].request.unit, answer->plan);
  return add_line(running, answer->status, line, status);
}

static void take_resolved(Running *running, int member, const CrewAnswer *answer) {
  Experiment *experiment = running->experiment;
  ExperimentGraph *graph = &experiment->graphs.data[running->crew.members[member].request.graph];
  graph->hash = arena_strdup(experiment->arena, answer->hash);
  graph->compiler = arena_strdup(experiment->arena, answer->compiler);
  running->progress->done++;
}

// A graph is asked for a second time; what ends that process, too, ends all that open it.
static void bury_graph(Running *running, const CrewMember *member) {
  ExperimentGraph *graph = &running->experiment->graphs.data[member->request.graph];
  uint64_t key = hash_string(HASH_START, graph->path);
  int64_t before;
  graph->resolved = member->overdue || hashmap_get(&running->died, key, &before);
  hashmap_set(&running->died, key, 1);
  running->progress->done += graph->resolved;
}

// A process that works for too long is asked to end its row, then ended.
static void look_at_time(Running *running, int number) {
  CrewMember *member = &running->crew.members[number];
  double seconds = crew_clock() - member->since;
  if (!member->process || !member->busy) return;
  if (seconds > running->experiment->seconds) *member->stop = 1;
  if (seconds > running->experiment->seconds + GRACE_SECONDS) crew_kill(&running->crew, number);
}

static bool take_answers(Running *running, int number, Status *status) {
  CrewAnswer answer;
  Text text = {0};
  CrewMember *member = &running->crew.members[number];
  bool good = true;
  while (good && crew_take(&running->crew, number, &answer, &text)) {
    if (member->request.kind == CREW_RESOLVE)
      take_resolved(running, number, &answer);
    else
      good = take_row(running, number, &answer, &text, status);
  }
  if (good && crew_ended(&running->crew, number, &text) && member->busy) {
    if (member->overdue) text_clear(&text);
    if (member->overdue)
      text_printf(&text, "it took more than %g seconds, and did not end", running->experiment->seconds);
    member->busy = false;
    if (member->request.kind == CREW_RESOLVE) bury_graph(running, member);
    good = bury(running, member, text_get(&text), status);
  }
  text_free(&text);
  if (good) look_at_time(running, number);
  return good;
}

typedef bool (*NextRequest)(Running *running, int member, CrewRequest *request);

// Asks all that are idle; false at the end, or with the reason.
static bool ask_idle(Running *running, NextRequest next, bool *busy, Status *status) {
  *busy = false;
  for (int i = 0; i < running->crew.count; i++) {
    CrewRequest request = {0};
    if (!running->crew.members[i].busy && next(running, i, &request) &&
        !crew_ask(&running->crew, i, &request, status))
      return false;
    *busy |= running->crew.members[i].busy;
  }
  return true;
}

static bool work_through(Running *running, NextRequest next, Status *status) {
  bool busy = true;
  while (!is_stopped(running, status)) {
    if (!ask_idle(running, next, &busy, status)) return false;
    if (!busy) return true;
    crew_wait(&running->crew, LOOK_MS);
    for (int i = 0; i < running->crew.count; i++)
      if (!take_answers(running, i, status)) return false;
    tell(running, false);
  }
  return false;
}

// ---- First, which graphs these are.

static bool next_graph(Running *running, int member, CrewRequest *request) {
  (void)member;
  for (int i = 0; i < running->experiment->graphs.count; i++) {
    ExperimentGraph *graph = &running->experiment->graphs.data[i];
    if (graph->resolved) continue;
    graph->resolved = true;
    *request = (CrewRequest){.kind = CREW_RESOLVE, .graph = i};
    return true;
  }
  return false;
}

static int resolved_count(const Experiment *experiment) {
  int count = 0;
  for (int i = 0; i < experiment->graphs.count; i++)
    count += experiment->graphs.data[i].resolved;
  return count;
}

static int job_count(const Running *running) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return running->run->jobs ? running->run->jobs : cores > 0 ? (int)cores : 1;
}

static bool resolve(Running *running, Status *status) {
  *running->progress = (RunProgress){.points = running->experiment->graphs.count, .resolving = true};
  running->progress->before = resolved_count(running->experiment);
  crew_open(&running->crew, running->experiment, running->run->folder, running->host, job_count(running));
  bool good = work_through(running, next_graph, status);
  crew_close(&running->crew);
  return good;
}

static bool write_experiment(const Running *running, Status *status) {
  char *path = file_join(running->run->folder, "experiment.json");
  Text text = {0};
  size_t length = 0;
  experiment_write(running->experiment, &text);
  char *before = file_exists(path) ? file_read(path, &length, NULL) : NULL;
  bool same = before && length == text.length && memcmp(before, text.data, length) == 0;
  bool good = same || file_write(path, text.data, text.length, status);
  free(before);
  free(path);
  text_free(&text);
  return good;
}

// ---- Then, the rows.

static bool next_unit(Running *running, int number, CrewRequest *request) {
  const CrewMember *member = &running->crew.members[number];
  bool opened = member->process && member->request.kind == CREW_UNIT;
  request->kind = CREW_UNIT;
  return queue_next(running->queue, opened ? member->request.unit.unit.graph : -1,
                    number < running->crew.gpu_count, &request->unit);
}

static bool has_gpu(Running *running, Status *status) {
  CrewAnswer answer = {0};
  Text text = {0};
  if (!crew_ask(&running->crew, 0, &(CrewRequest){.kind = CREW_PROBE}, status)) return false;
  bool known = false, ended = false;
  while (!known && !ended && !is_stopped(running, status)) {
    crew_wait(&running->crew, LOOK_MS);
    known = crew_take(&running->crew, 0, &answer, &text);
    ended = !known && crew_ended(&running->crew, 0, &text);
  }
  if (known && answer.problem.code)
    status_fail(status, answer.problem.code, "the stage \"time\" needs a GPU: %s", answer.problem.message);
  if (ended) status_fail(status, STATUS_INTERNAL, "no GPU could be looked for: %s", text_get(&text));
  running->crew.members[0].busy = false;
  text_free(&text);
  return known && !answer.problem.code;
}

static bool do_rows(Running *running, unsigned stages, Status *status) {
  Gpus gpus = gpus_find();
  int jobs = job_count(running);
  crew_open(&running->crew, running->experiment, running->run->folder, running->host, jobs);
  running->crew.gpus = (const char *const *)gpus.names.data;
  running->crew.gpu_count = gpus.names.count < jobs ? gpus.names.count : jobs;
  bool good = !(stages >> STAGE_TIME & 1) || has_gpu(running, status);
  good = good && row_file_open(&running->rows, running->run->folder, status);
  good = good && work_through(running, next_unit, status);
  row_file_close(&running->rows);
  crew_close(&running->crew);
  gpus_free(&gpus);
  return good;
}

static bool do_points(Running *running, Status *status) {
  const ExperimentRun *run = running->run;
  unsigned stages = running->experiment->stages & (run->stages ? run->stages : ~0u);
  QueueOptions options = {run->folder, run->shard, stages, run->again};
  running->queue = queue_new(running->experiment, &options, status);
  if (!running->queue) return false;
  QueueCount count = queue_count(running->queue);
  *running->progress = (RunProgress){.points = count.points, .doubled = count.doubled, .before = count.done};
  running->begun = crew_clock();
  bool good = run->dry || run->prepare || count.left == 0 || do_rows(running, stages, status);
  tell(running, true);
  queue_free(running->queue);
  hashmap_free(&running->died);
  return good;
}

// Processes work in the folder of the experiment.
static bool perform_at(const ExperimentRun *run, RunProgress *progress, Status *status) {
  Running running = {.run = run, .experiment = run->experiment, .progress = progress};
  running.begun = crew_clock();
  gethostname(running.host, sizeof running.host - 1);
  return resolve(&running, status) && (run->dry || write_experiment(&running, status)) &&
         do_points(&running, status);
}

bool experiment_perform(const ExperimentRun *run, RunProgress *progress, Status *status) {
  *progress = (RunProgress){0};
  if (run->stages && !(run->stages & run->experiment->stages))
    return status_fail(status, STATUS_INPUT, "the experiment has no such stage: name it under stages");
  if (!run->dry && !store_make(run->folder, status)) return false;
  char *whole = file_exists(run->folder) ? file_whole(run->folder) : memory_strdup(run->folder);
  if (!whole)
    return status_fail(status, STATUS_INPUT, "%s cannot be reached: %s", run->folder, strerror(errno));
  ExperimentRun at = *run;
  at.folder = whole;
  bool good = perform_at(&at, progress, status);
  free(whole);
  return good;
}
