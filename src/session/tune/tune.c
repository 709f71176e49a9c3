// Tuning in a task, see tune.h.
#include "session/tune/tune.h"

#include "base/arena.h"
#include "base/task.h"
#include "session/internal.h"

#include <stdlib.h>

struct Tuning {
  Task *task; // steps: kernels that are done
  // Set before it starts, read by it only.
  Worker *worker;
  TuneTimer timer;
  void *context;
  TuneOptions options;
  Estimator *estimator;
  GpuLimits limits;
  const Graph *graph;
  TuneSubject *subjects;
  int count;
  // The owner's when the task has ended.
  TunedKernel *kernels;
  bool ok;
  Status status;
};

// ---- In the task.

static bool on_progress(void *context, int done, int count, const Measured *latest) {
  (void)done, (void)count, (void)latest;
  return !task_cancelled(context);
}

static bool time_on_gpu(void *context, const TuneSubject *subject, const PlanLowered *const *variants,
                        int count, Trial *trials, Status *status) {
  const Tuning *tuning = task_data(context);
  Program *program = program_build_variants(subject->graph, subject->kernel, variants, count, status);
  bool ok = program &&
            worker_try(tuning->worker, program, &tuning->options.trial, on_progress, context, trials, status);
  program_free(program);
  return ok;
}

static bool tune_one(Task *task, int index, Status *status) {
  Tuning *tuning = task_data(task);
  if (task_cancelled(task)) return status_fail(status, STATUS_CANCELLED, "the tuning was cancelled");
  void *context = tuning->timer == time_on_gpu ? task : tuning->context;
  return tune_search(&tuning->subjects[index], &tuning->options.limits, tuning->timer, context,
                     &tuning->kernels[index], status);
}

static void tune(Task *task, void *data) {
  Tuning *tuning = data;
  tuning->ok = true;
  if (tuning->worker) worker_end_with(tuning->worker, task);
  for (int i = 0; i < tuning->count && tuning->ok; i++) {
    tuning->ok = tune_one(task, i, &tuning->status);
    task_tell(task, i + 1);
  }
  if (tuning->worker) worker_end_with(tuning->worker, NULL);
}

// ---- What is to be tuned.

// The kernel as the rules schedule it: held by the caller.
static const PlanLowered *by_rules(const PlanLowered *lowered, const ScheduleOverride *fixed,
                                   const GpuLimits *limits) {
  Schedule schedule;
  Reason reason;
  return schedule_choose(lowered->nest, limits, fixed, &schedule, &reason)
             ? plan_variant(lowered, &schedule, limits)
             : NULL;
}

// Not what a library runs, has nothing to do, or takes little longer than its launch and one access to
// memory.
static bool worth_tuning(Session *session, int kernel) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  double least_us = session->device.launch_us + 1e-3 * session->device.latency_ns;
  return lowered->nest && lowered->launch.grid > 0 &&
         estimator_kernel(session->estimator, session->plan, kernel)->time_us > 2 * least_us;
}

static void add_kernel(Session *session, Tuning *tuning, HashMap *known, int kernel) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  int64_t index;
  if (!hashmap_get(known, lowered->nest->hash, &index)) {
    ScheduleOverride present = plan_kernel(session->plan, kernel).override;
    ScheduleOverride fixed = schedule_override_fixed(&present);
    const PlanLowered *rules = by_rules(lowered, &fixed, &tuning->limits);
    if (!rules) return;
    index = tuning->count++;
    hashmap_set(known, lowered->nest->hash, index);
    tuning->subjects[index] = (TuneSubject){.graph = tuning->graph,
                                            .limits = &tuning->limits,
                                            .estimator = tuning->estimator,
                                            .kernel = kernel,
                                            .lowered = rules,
                                            .fixed = fixed,
                                            .present = present};
  }
  vector_push(&tuning->kernels[index].kernels, kernel);
}

static void collect(Session *session, Tuning *tuning, int only) {
  int count;
  const int *order = plan_order(session->plan, &count);
  int *ids =
      memory_alloc(((size_t)count + 1) * sizeof *ids); // questions may change what plan_order handed out
  HashMap known = {0};
  for (int i = 0; i < count; i++)
    ids[i] = order[i];
  tuning->subjects = memory_alloc(((size_t)count + 1) * sizeof *tuning->subjects);
  tuning->kernels = memory_alloc(((size_t)count + 1) * sizeof *tuning->kernels);
  for (int i = 0; i < count; i++)
    if (only == NO_KERNEL ? worth_tuning(session, ids[i])
                          : ids[i] == only && plan_lowered(session->plan, only)->nest)
      add_kernel(session, tuning, &known, ids[i]);
  hashmap_free(&known);
  free(ids);
}

static void kernels_free(TunedKernel *kernels, int count) {
  for (int i = 0; i < count; i++)
    tuned_kernel_free(&kernels[i]);
  free(kernels);
}

static void tuning_free(Tuning *tuning) {
  for (int i = 0; i < tuning->count; i++)
    plan_release(tuning->subjects[i].lowered);
  free(tuning->subjects);
  kernels_free(tuning->kernels, tuning->count);
  estimator_free(tuning->estimator);
  free(tuning);
}

// ---- The session's side.

static bool start(Session *session, int kernel, const TuneOptions *options, TuneTimer timer, void *context,
                  Status *status) {
  if (session->measuring || session->tuning)
    return status_fail(status, STATUS_INPUT, "the GPU is in use: wait or cancel first");
  Estimator *estimator = estimator_new_by(estimator_model(session->estimator), &session->device, status);
  if (!estimator) return false;
  Tuning *tuning = memory_alloc(sizeof *tuning);
  *tuning = (Tuning){.worker = session->worker,
                     .timer = timer,
                     .context = context,
                     .options = *options,
                     .estimator = estimator,
                     .limits = session->device.limits,
                     .graph = session->graph};
  collect(session, tuning, kernel);
  tuning->task = task_start(tune, tuning);
  if (!tuning->task) {
    tuning_free(tuning);
    return status_fail(status, STATUS_INTERNAL, "no thread could be started for tuning");
  }
  session_watch(session, task_fd(tuning->task));
  session->tuning = tuning;
  return true;
}

bool session_tune(Session *session, int kernel, const TuneOptions *options, Status *status) {
  GpuInfo info;
  return session_gpu(session, &info, status) && start(session, kernel, options, time_on_gpu, NULL, status);
}

bool session_tune_with(Session *session, int kernel, const TuneOptions *options, TuneTimer timer,
                       void *context, Status *status) {
  return start(session, kernel, options, timer, context, status);
}

// Waits for its end.
static void finish(Session *session) {
  Tuning *tuning = session->tuning;
  task_join(tuning->task); // which also leaves the watch
  session->tune_status = tuning->status;
  if (tuning->ok) {
    session_tune_report_free(session);
    session->tuned = memory_alloc(sizeof *session->tuned);
    *session->tuned = (TuneReport){tuning->kernels, tuning->count};
    tuning->kernels = NULL;
    for (int i = 0; i < tuning->count; i++)
      plan_release(tuning->subjects[i].lowered);
    tuning->count = 0;
  }
  session->tuning = NULL;
  tuning_free(tuning);
}

bool session_tune_poll(Session *session) {
  Tuning *tuning = session->tuning;
  if (!tuning) return false;
  bool changed = task_seen(tuning->task), ended = task_ended(tuning->task);
  if (ended) finish(session);
  return changed || ended;
}

bool session_tune_jobs(const Session *session, int *done, int *total) {
  const Tuning *tuning = session->tuning;
  if (!tuning) return false;
  *done = task_steps(tuning->task);
  *total = tuning->count;
  return true;
}

void session_tune_cancel(Session *session) {
  if (session->tuning) task_cancel(session->tuning->task);
}

bool session_tune_stop(Session *session) {
  session_tune_cancel(session);
  if (session->tuning && !session_task_ends(session->tuning->task)) return false;
  if (session->tuning) finish(session);
  return true;
}

bool session_tune_wait(Session *session, Status *status) {
  while (session->tuning)
    session_wait_once(session, -1);
  if (session->tune_status.code == STATUS_OK) return true;
  if (status) *status = session->tune_status;
  return false;
}

const TuneReport *session_tune_report(const Session *session) {
  return session->tuned;
}

void session_tune_report_free(Session *session) {
  if (session->tuned) kernels_free(session->tuned->kernels, session->tuned->kernel_count);
  free(session->tuned);
  session->tuned = NULL;
}
