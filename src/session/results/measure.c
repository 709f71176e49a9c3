// Measuring in a task that drives the worker process: each kernel that it has timed is a step, and wakes
// session_fd.
#include "base/arena.h"
#include "base/file.h"
#include "base/task.h"
#include "session/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Measurement {
  Task *task; // steps: launches that were timed
  // Set before it starts, read by it only.
  Worker *worker;
  Plan *reference_plan; // every op alone
  Program *program, *reference;
  MeasureOptions options;
  Device device; // what is kept is kept for it, as measured on the GPU of that name
  char gpu[128];
  uint64_t plan_hash; // and the plan's name for people
  char plan_name[160];
  bool keeps;
  uint64_t *contents; // of each launch's kernel when the measurement began
  int launch_count;
  Measured *timed; // of each launch; those of the steps that were told are the owner's to read
  int taken;       // of them, by the owner
  // The owner's when the task has ended.
  bool ok;
  MeasureReport report;
  KeptTimes *times; // what is kept now; NULL: nothing was
  Status status;
};

static bool on_progress(void *context, int done, int count, const Measured *latest) {
  Task *task = context;
  Measurement *measuring = task_data(task);
  (void)count;
  measuring->timed[done - 1] = *latest;
  task_tell(task, done);
  return !task_cancelled(task);
}

// Of a measurement that was cut short, what it came to; nothing when the results were wrong.
static KeptTimes *keep(const Measurement *measuring, int timed) {
  const MeasureReport *report = &measuring->report;
  if (!measuring->keeps || (report->checked && !report->check_pass)) return NULL;
  const MeasuredPlan plan = {.hash = measuring->plan_hash,
                             .name = measuring->plan_name,
                             .program = measuring->program,
                             .kernels = measuring->ok ? report->kernels : measuring->timed,
                             .count = measuring->ok ? report->kernel_count : timed,
                             .total = measuring->ok ? &report->total : NULL};
  return measure_keep(&measuring->device, measuring->gpu, &plan);
}

// A plan of which a kernel failed has no time, whatever the rest came to. What nobody runs here is left out.
static bool ran_whole(const Measurement *measuring) {
  const MeasureReport *report = &measuring->report;
  for (int i = 0; i < report->kernel_count; i++)
    if (!report->kernels[i].ok && measuring->program->launches[i].kind != LAUNCH_SKIPPED) return false;
  return report->total.time_us > 0;
}

static void measure(Task *task, void *data) {
  Measurement *measuring = data;
  worker_end_with(measuring->worker, task);
  measuring->ok =
      worker_measure(measuring->worker, measuring->program, measuring->reference, &measuring->options,
                     on_progress, task, &measuring->report, &measuring->status);
  if (measuring->ok && measuring->report.total.ok && !ran_whole(measuring))
    measuring->report.total = (Measured){.error = "not all of its kernels ran"};
  worker_end_with(measuring->worker, NULL);
  measuring->times = keep(measuring, task_steps(task));
}

static MeasureEntry *entry_of(Session *session, uint64_t content, bool add) {
  int64_t index;
  if (hashmap_get(&session->measure_by_content, content, &index)) return session->measures.data[index];
  if (!add) return NULL;
  MeasureEntry *entry = memory_alloc(sizeof *entry);
  entry->content = content;
  hashmap_set(&session->measure_by_content, content, session->measures.count);
  vector_push(&session->measures, entry);
  return entry;
}

static void measuring_free(Measurement *measuring) {
  program_free(measuring->program);
  program_free(measuring->reference);
  plan_free(measuring->reference_plan);
  free(measuring->timed);
  free(measuring->contents);
  free(measuring);
}

static bool open_worker(Session *session, Status *status) {
  if (!session_open_compiler(session, status)) return false;
  if (!session->worker) session->worker = worker_new(session->compiler);
  return true;
}

bool session_gpu(Session *session, GpuInfo *info, Status *status) {
  if (session->measuring || session->tuning)
    return status_fail(status, STATUS_INPUT, "the GPU is in use: wait or cancel first");
  return open_worker(session, status) && worker_probe(session->worker, info, status);
}

static bool build_programs(Session *session, Measurement *measuring, Status *status) {
  measuring->program = program_build(session->plan, status);
  if (!measuring->program || !measuring->options.check) return measuring->program != NULL;
  measuring->reference_plan = plan_new(session->graph, &session->device.limits);
  measuring->reference = program_build_reference(measuring->reference_plan, measuring->program, status);
  return measuring->reference != NULL;
}

static bool has_result(const Session *session, uint64_t content) {
  int64_t index;
  return hashmap_get(&session->measure_by_content, content, &index) &&
         session->measures.data[index]->state == RESULT_DONE;
}

static void slot_asked(const Session *session, SlotMemory *slot, uint64_t content) {
  if (slot->measured_asked != content && has_result(session, slot->measured_asked))
    slot->measured_before = slot->measured_asked;
  slot->measured_asked = content;
}

static void mark_running(Session *session, Measurement *measuring) {
  measuring->launch_count = measuring->program->launch_count;
  measuring->contents = memory_alloc(sizeof(uint64_t) * (size_t)(measuring->launch_count + 1));
  measuring->timed = memory_alloc(sizeof(Measured) * (size_t)(measuring->launch_count + 1));
  for (int i = 0; i < measuring->launch_count; i++) {
    measuring->contents[i] = measuring->program->launches[i].lowered->content;
    MeasureEntry *entry = entry_of(session, measuring->contents[i], true);
    SlotMemory *slot = &session->slots[measuring->program->launches[i].kernel];
    slot_asked(session, slot, entry->content);
    bool skipped = measuring->program->launches[i].kind == LAUNCH_SKIPPED;
    entry->state = skipped ? RESULT_NOT_RUN : RESULT_QUEUED;
  }
}

static void name_plan(Session *session, Measurement *measuring) {
  const char *graph = session->graph->name ? session->graph->name : file_base_name(session->path);
  measuring->plan_hash = plan_hash(session->plan);
  snprintf(measuring->plan_name, sizeof measuring->plan_name, "%.80s, %.70s", graph,
           session_plan_title(session));
}

bool session_measure(Session *session, const MeasureOptions *options, const Task *starter, Status *status) {
  if (session->measuring || session->tuning)
    return status_fail(status, STATUS_INPUT, "a measurement is running: wait or cancel first");
  if (!open_worker(session, status)) return false;
  GpuInfo info;
  worker_end_with(session->worker, starter);
  bool probed = worker_probe(session->worker, &info, status);
  worker_end_with(session->worker, NULL);
  if (!probed) return false;
  Measurement *measuring = memory_alloc(sizeof *measuring);
  measuring->options = *options;
  measuring->worker = session->worker;
  measuring->device = session->device;
  snprintf(measuring->gpu, sizeof measuring->gpu, "%s", info.name);
  name_plan(session, measuring);
  measuring->keeps = session->keep_times && measure_is_kept(options);
  if (!build_programs(session, measuring, status)) {
    measuring_free(measuring);
    return false;
  }
  mark_running(session, measuring);
  measuring->task = task_start(measure, measuring);
  if (!measuring->task) {
    measuring_free(measuring);
    return status_fail(status, STATUS_INTERNAL, "no thread could be started for measuring");
  }
  session_watch(session, task_fd(measuring->task));
  session->measuring = measuring;
  return true;
}

static bool take_progress(Session *session, Measurement *measuring, int timed) {
  bool changed = measuring->taken < timed;
  for (; measuring->taken < timed; measuring->taken++) {
    MeasureEntry *entry = entry_of(session, measuring->contents[measuring->taken], true);
    if (entry->state == RESULT_NOT_RUN) continue;
    entry->measured = measuring->timed[measuring->taken];
    entry->kept_at = 0;
    entry->state = entry->measured.ok ? RESULT_DONE : RESULT_FAILED;
  }
  return changed;
}

static void take_times(Session *session, Measurement *measuring) {
  if (!measuring->times) return;
  kept_times_free(session->times);
  session->times = measuring->times;
  measuring->times = NULL;
}

// Waits for its end.
static void finish(Session *session) {
  Measurement *measuring = session->measuring;
  take_progress(session, measuring, task_join(measuring->task)); // which also leaves the watch
  for (int i = 0; i < measuring->launch_count; i++) {
    MeasureEntry *entry = entry_of(session, measuring->contents[i], true);
    bool counted = measuring->ok && measuring->report.kernels[i].counted; // after the last progress
    if (counted) entry->measured = measuring->report.kernels[i];
    if (entry->state == RESULT_QUEUED) entry->state = entry->measured.ok ? RESULT_DONE : RESULT_NONE;
  }
  measure_report_free(&session->report);
  session->report = measuring->report;
  session->has_report = measuring->ok;
  session->measure_status = measuring->status;
  take_times(session, measuring);
  session->measuring = NULL;
  measuring_free(measuring);
}

bool session_measure_poll(Session *session) {
  Measurement *measuring = session->measuring;
  if (!measuring) return false;
  task_seen(measuring->task);
  if (!task_ended(measuring->task)) return take_progress(session, measuring, task_steps(measuring->task));
  finish(session);
  return true;
}

void session_measure_cancel(Session *session) {
  if (session->measuring) task_cancel(session->measuring->task);
}

bool session_measure_stop(Session *session) {
  session_measure_cancel(session);
  if (session->measuring && !session_task_ends(session->measuring->task)) return false;
  if (session->measuring) finish(session);
  return true;
}

bool session_measure_wait(Session *session, Status *status) {
  while (session->measuring)
    session_wait_once(session, -1);
  if (session->measure_status.code == STATUS_OK) return true;
  if (status) *status = session->measure_status;
  return false;
}

const MeasureReport *session_report(const Session *session) {
  return session->has_report ? &session->report : NULL;
}

// A kernel's entry: of this session, or made from what an earlier run kept of it. NULL: neither.
static MeasureEntry *find_entry(Session *session, const PlanLowered *lowered) {
  MeasureEntry *entry = entry_of(session, lowered->content, false);
  if (entry && entry->state != RESULT_NONE) return entry;
  const KeptTime *kept = session_kept_time(session, lowered);
  if (!kept) return NULL;
  entry = entry_of(session, lowered->content, true);
  entry->state = RESULT_DONE;
  entry->measured = kept->measured;
  entry->kept_at = kept->when;
  free(entry->kept_gpu);
  entry->kept_gpu = memory_strdup(kept->gpu);
  return entry;
}

static MeasuredView view_of(const MeasureEntry *entry, ResultState state) {
  return (MeasuredView){
      .state = state, .measured = &entry->measured, .kept_at = entry->kept_at, .kept_gpu = entry->kept_gpu};
}

MeasuredView session_measured_of(Session *session, const PlanLowered *lowered) {
  const MeasureEntry *entry = find_entry(session, lowered);
  if (!entry) return (MeasuredView){.state = RESULT_NONE};
  if (entry->state == RESULT_DONE) return view_of(entry, RESULT_DONE);
  return (MeasuredView){.state = entry->state, .error = entry->measured.error};
}

MeasuredView session_measured(Session *session, int kernel) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  SlotMemory *slot = &session->slots[kernel];
  MeasuredView view = session_measured_of(session, lowered);
  if (view.kept_at) slot_asked(session, slot, lowered->content);
  if (view.state != RESULT_NONE) return view;
  uint64_t old = has_result(session, slot->measured_asked) ? slot->measured_asked : slot->measured_before;
  if (has_result(session, old)) return view_of(entry_of(session, old, false), RESULT_STALE);
  return view;
}

bool session_has_times(const Session *session) {
  return session->measures.count > 0;
}

int session_jobs(const Session *session, int *done, int *total) {
  int compiling = session->jobs ? jobs_pending(session->jobs) : 0;
  *done = session->batch_done;
  *total = session->batch_total;
  if (session_tune_jobs(session, done, total)) return compiling + 1;
  if (!session->measuring) return compiling;
  if (!compiling) {
    *done = session->measuring->taken;
    *total = session->measuring->launch_count;
  }
  return compiling + 1;
}

void session_measures_free(Session *session) {
  for (int i = 0; i < session->measures.count; i++) {
    free(session->measures.data[i]->kept_gpu);
    free(session->measures.data[i]);
  }
  vector_free(&session->measures);
  hashmap_free(&session->measure_by_content);
  if (session->has_report) measure_report_free(&session->report);
}
