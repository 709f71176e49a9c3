// Tuning in a thread of its own, see tune.h.
#include "session/tune/tune.h"

#include "base/arena.h"
#include "session/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct Tuning {
  pthread_t thread;
  pthread_mutex_t lock;
  int event; // eventfd: counts while there is progress to take over
  // Set before the thread starts, read by it only.
  Worker *worker;
  TuneTimer timer;
  void *context;
  TuneOptions options;
  Estimator *estimator;
  GpuLimits limits;
  const Graph *graph;
  TuneSubject *subjects;
  TunedKernel *kernels; // written by the thread
  int count;
  // Under the lock.
  int done;
  bool cancel, finished, ok;
  Status status;
};

// ---- in the thread

static bool go_on(Tuning *tuning) {
  pthread_mutex_lock(&tuning->lock);
  bool cancelled = tuning->cancel;
  pthread_mutex_unlock(&tuning->lock);
  return !cancelled;
}

static void wake(Tuning *tuning) {
  uint64_t one = 1;
  ssize_t written = write(tuning->event, &one, sizeof one);
  (void)written; // the count cannot overflow
}

static bool on_progress(void *context, int done, int count, const Measured *latest) {
  (void)done, (void)count, (void)latest;
  return go_on(context);
}

static bool time_on_gpu(void *context, const TuneSubject *subject, const PlanLowered *const *variants,
                        int count, Trial *trials, Status *status) {
  Tuning *tuning = context;
  Program *program =
      program_build_variants(subject->graph, subject->limits, subject->kernel, variants, count, status);
  bool ok = program &&
            worker_try(tuning->worker, program, &tuning->options.trial, on_progress, tuning, trials, status);
  program_free(program);
  return ok;
}

static bool tune_one(Tuning *tuning, int index, Status *status) {
  if (!go_on(tuning)) return status_fail(status, STATUS_CANCELLED, "the tuning was cancelled");
  void *context = tuning->timer == time_on_gpu ? tuning : tuning->context;
  return tune_search(&tuning->subjects[index], &tuning->options.limits, tuning->timer, context,
                     &tuning->kernels[index], status);
}

static void *tune(void *argument) {
  Tuning *tuning = argument;
  Status status = {0};
  bool ok = true;
  for (int i = 0; i < tuning->count && ok; i++) {
    ok = tune_one(tuning, i, &status);
    pthread_mutex_lock(&tuning->lock);
    tuning->done = i + 1;
    pthread_mutex_unlock(&tuning->lock);
    wake(tuning);
  }
  pthread_mutex_lock(&tuning->lock);
  tuning->finished = true;
  tuning->ok = ok;
  tuning->status = status;
  pthread_mutex_unlock(&tuning->lock);
  wake(tuning);
  return NULL;
}

// ---- what is to be tuned

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
  pthread_mutex_destroy(&tuning->lock);
  close(tuning->event);
  for (int i = 0; i < tuning->count; i++)
    plan_release(tuning->subjects[i].lowered);
  free(tuning->subjects);
  kernels_free(tuning->kernels, tuning->count);
  estimator_free(tuning->estimator);
  free(tuning);
}

// ---- the session's side

static bool start(Session *session, int kernel, const TuneOptions *options, TuneTimer timer, void *context,
                  Status *status) {
  if (session->measuring || session->tuning)
    return status_fail(status, STATUS_INPUT, "the GPU is in use: wait or cancel first");
  Estimator *estimator = estimator_new(&session->device, status);
  if (!estimator) return false;
  Tuning *tuning = memory_alloc(sizeof *tuning);
  *tuning = (Tuning){.event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
                     .worker = session->worker,
                     .timer = timer,
                     .context = context,
                     .options = *options,
                     .estimator = estimator,
                     .limits = session->device.limits,
                     .graph = session->graph};
  pthread_mutex_init(&tuning->lock, NULL);
  collect(session, tuning, kernel);
  if (pthread_create(&tuning->thread, NULL, tune, tuning) != 0) {
    tuning_free(tuning);
    return status_fail(status, STATUS_INTERNAL, "no thread could be started for tuning");
  }
  session_watch(session, tuning->event);
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

static void finish(Session *session) {
  Tuning *tuning = session->tuning;
  pthread_join(tuning->thread, NULL);
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
  tuning_free(tuning); // closes its eventfd, which also leaves the watch
}

bool session_tune_poll(Session *session) {
  Tuning *tuning = session->tuning;
  if (!tuning) return false;
  uint64_t count;
  bool changed = read(tuning->event, &count, sizeof count) > 0;
  pthread_mutex_lock(&tuning->lock);
  bool finished = tuning->finished;
  pthread_mutex_unlock(&tuning->lock);
  if (finished) finish(session);
  return changed || finished;
}

bool session_tune_jobs(const Session *session, int *done, int *total) {
  Tuning *tuning = session->tuning;
  if (!tuning) return false;
  pthread_mutex_lock(&tuning->lock);
  *done = tuning->done;
  pthread_mutex_unlock(&tuning->lock);
  *total = tuning->count;
  return true;
}

void session_tune_cancel(Session *session) {
  if (!session->tuning) return;
  pthread_mutex_lock(&session->tuning->lock);
  session->tuning->cancel = true;
  pthread_mutex_unlock(&session->tuning->lock);
}

void session_tune_stop(Session *session) {
  session_tune_cancel(session);
  if (session->tuning) finish(session);
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
