// Tasks and jobs, and their summaries.
#include "explorer/state/background.h"
#include "explorer/tabs/retrace.h"

#include "base/arena.h"
#include "session/plans/plan_list.h"
#include "tui/number.h"

#include <stdlib.h>

typedef enum RunningJobs { JOBS_NONE, JOBS_COMPILE, JOBS_TIME } RunningJobs;

typedef struct Background {
  RunningJobs running;  // the session's own
  bool following;       // kernels that edits change are compiled at once
  uint64_t timed_hash;  // of the plan that is, or was last, timed
  uint64_t report_hash; // of the plan that the session's report is of
} Background;

static Background *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_BACKGROUND];
}

bool background_times(const Explorer *explorer) {
  return own(explorer)->running == JOBS_TIME;
}

bool background_report_is_old(const Explorer *explorer) {
  return own(explorer)->report_hash != plan_hash(explorer->plan);
}

void background_cancel(Explorer *explorer) {
  if (explorer->apart) work_stop(explorer->apart);
  session_cancel(explorer->session);
  explorer->results++;
  own(explorer)->running = JOBS_NONE;
  own(explorer)->following = false;
}

// ---- Tasks.

static void jobs_started(Explorer *explorer, WorkKind kind) {
  int done, total;
  char kernels[NUMBER_SIZE];
  explorer->results++;
  if (kind == WORK_COMPILE) own(explorer)->following = true;
  if (session_jobs(explorer->session, &done, &total) == 0) {
    explorer_say(explorer, "every kernel is compiled; those that you change will follow");
    return;
  }
  own(explorer)->running = kind == WORK_COMPILE ? JOBS_COMPILE : JOBS_TIME;
  if (kind == WORK_TIME) own(explorer)->timed_hash = plan_hash(explorer->plan);
  if (kind == WORK_COMPILE)
    explorer_say(explorer, "compiling %s, then what you change; ^C stops", number_kernels(kernels, total));
  else
    explorer_say(explorer, "timing %s; ^C stops", number_kernels(kernels, total));
}

static void tell_task(Explorer *explorer, WorkKind kind, const char *name, bool ok, const Status *status) {
  if (!ok)
    explorer_fail(explorer, "%s: %s", name, status->message);
  else
    jobs_started(explorer, kind);
}

static void end_task(Explorer *explorer) {
  Status status = {0};
  Work *task = explorer->task;
  WorkKind kind = work_kind(task);
  char *name = memory_strdup(work_name(task));
  explorer->task = NULL;
  bool ok = work_finish(task, explorer, &status);
  explorer_sync(explorer);
  if (kind != WORK_OWN) tell_task(explorer, kind, name, ok, &status); // else its own function told
  free(name);
}

static void finish_task(Explorer *explorer) {
  end_task(explorer);
  explorer_catch_up(explorer);
}

void background_start(Explorer *explorer, const WorkRequest *request) {
  explorer->task = work_start(explorer->session, request);
  if (explorer->synchronous) end_task(explorer);
}

void background_start_short(Explorer *explorer, const WorkRequest *request) {
  enum { PATIENCE_MS = 4 };
  background_start(explorer, request);
  if (explorer->task && work_wait(explorer->task, PATIENCE_MS)) end_task(explorer);
}

static void end_apart(Explorer *explorer) {
  Status status = {0};
  Work *task = explorer->apart;
  explorer->apart = NULL;
  work_finish(task, explorer, &status); // its own function tells
  explorer_sync(explorer);
}

void background_start_apart(Explorer *explorer, const WorkRequest *request) {
  WorkRequest apart = *request;
  apart.kind = WORK_OWN;
  apart.apart = true;
  explorer->apart = work_start(explorer->session, &apart);
  if (explorer->synchronous) end_apart(explorer);
}

bool background_apart_is_busy(Explorer *explorer) {
  if (explorer->apart) explorer_fail(explorer, "%s", work_name(explorer->apart));
  return explorer->apart != NULL;
}

void background_stop_apart(Explorer *explorer) {
  Status status;
  if (!explorer->apart) return;
  work_stop(explorer->apart);
  work_finish(explorer->apart, NULL, &status);
  explorer->apart = NULL;
}

static bool settle(Work *task, int milliseconds) {
  if (!task) return true;
  work_stop(task);
  return work_ends(task) || work_wait(task, milliseconds);
}

bool background_settle(Explorer *explorer, int milliseconds) {
  for (; explorer; explorer = explorer->beneath)
    if (!settle(explorer->task, milliseconds) || !settle(explorer->apart, milliseconds)) return false;
  return true;
}

// After an edit: queues what it changed when compiling was asked for before.
static void follow(Explorer *explorer) {
  Status status = {0};
  if (!own(explorer)->following || explorer->task || retrace_of(explorer)->open) return;
  explorer->results++;
  if (session_compile(explorer->session, NO_KERNEL, &status)) return;
  own(explorer)->following = false;
  explorer_fail(explorer, "compile: %s", status.message);
}

const Component component_background = {.size = sizeof(Background), .edited = follow};

// ---- Jobs.

static void summarize_compiling(Explorer *explorer) {
  char kernels[NUMBER_SIZE];
  int count, done = 0, failed = 0, spilling = 0;
  const int *order = plan_order(explorer->plan, &count);
  for (int i = 0; i < count; i++) {
    CompiledView view = session_compiled(explorer->session, order[i]);
    done += view.state == RESULT_DONE;
    failed += view.state == RESULT_FAILED;
    spilling +=
        view.state == RESULT_DONE && view.compiled->spill_store_bytes + view.compiled->spill_load_bytes > 0;
  }
  if (failed)
    explorer_fail(explorer, "%s failed to compile: the numbers tab (i) says why",
                  number_kernels(kernels, failed));
  else
    explorer_say(explorer, "%s compiled, %d spilling registers", number_kernels(kernels, done), spilling);
}

// The first kernel that did not run, where one did not.
static bool tell_failed(Explorer *explorer) {
  int count;
  const int *order = plan_order(explorer->plan, &count);
  for (int i = 0; i < count; i++) {
    MeasuredView view = session_measured(explorer->session, order[i]);
    if (view.state != RESULT_FAILED) continue;
    explorer_fail(explorer, "K%d could not be timed: %s", order[i], view.error);
    return true;
  }
  return false;
}

static void summarize_timing(Explorer *explorer) {
  Status status = {0};
  char number[NUMBER_SPREAD_SIZE];
  bool ok = session_measure_wait(explorer->session, &status); // it has ended: no waiting
  const MeasureReport *report = session_report(explorer->session);
  if (ok && report) own(explorer)->report_hash = own(explorer)->timed_hash;
  if (ok && report && report->total.ok)
    plan_list_measured(session_plans(explorer->session), own(explorer)->timed_hash, report->total.time_us,
                       report->total.spread_us);
  if (!ok || !report)
    explorer_fail(explorer, "timing: %s", status.message);
  else if (!report->total.ok && tell_failed(explorer))
    return; // what was checked may be nothing
  else if (report->checked && !report->check_pass)
    explorer_fail(explorer, "timed, but wrong: %s", report->check_text);
  else if (!report->checked && report->check_text[0])
    explorer_fail(explorer, "timed, not checked: %s", report->check_text);
  else if (report->counters_problem[0])
    explorer_fail(explorer, "timed, without counters: %s", report->counters_problem);
  else if (!report->total.ok)
    explorer_fail(explorer, "timed, but not as a whole: %s", report->total.error);
  else
    explorer_say(explorer, "timed: %s in all%s",
                 number_time_spread(number, report->total.time_us, report->total.spread_us, explorer->glyphs),
                 report->checked ? ", results are right" : "");
}

static bool jobs_ended(Explorer *explorer) {
  int done, total;
  RunningJobs ended = own(explorer)->running;
  if (ended == JOBS_NONE || session_jobs(explorer->session, &done, &total) > 0) return false;
  own(explorer)->running = JOBS_NONE;
  explorer->results++;
  if (ended == JOBS_COMPILE)
    summarize_compiling(explorer);
  else
    summarize_timing(explorer);
  return true;
}

bool background_poll(Explorer *explorer) {
  if (explorer->task) {
    if (!work_finished(explorer->task)) return false;
    finish_task(explorer);
    return true;
  }
  bool ended = explorer->apart && work_finished(explorer->apart), changed = session_poll(explorer->session);
  if (ended) end_apart(explorer);
  if (changed) explorer->results++;
  return jobs_ended(explorer) || changed || ended;
}
