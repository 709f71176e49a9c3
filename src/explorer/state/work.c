// Work beside the screen.
#include "explorer/state/work.h"

#include "base/arena.h"
#include "base/task.h"

#include <stdlib.h>

struct Work {
  Session *session;
  WorkRequest request; // its strings are not kept but for `name`
  char *name;
  Task *task;
  bool ok;
  Status status;
};

static bool run(Work *work, const Task *task) {
  const WorkRequest *request = &work->request;
  MeasureOptions options = {
      .launches = 50, .seed = 1, .time_limit_s = 10, .check = true, .counters = request->counters};
  switch (request->kind) {
    case WORK_COMPILE:
      return session_compile(work->session, request->kernel, &work->status);
    case WORK_TIME:
      return session_measure(work->session, &options, task, &work->status);
    default:
      return request->work(work->session, request->data, task_cancel_flag(task), &work->status);
  }
}

static void run_task(Task *task, void *data) {
  Work *work = data;
  work->ok = run(work, task);
}

static const char *name_of(const WorkRequest *request) {
  switch (request->kind) {
    case WORK_COMPILE:
      return "starting to compile";
    case WORK_TIME:
      return "starting the GPU worker";
    default:
      return request->name;
  }
}

Work *work_start(Session *session, const WorkRequest *request) {
  Work *work = memory_alloc(sizeof *work);
  work->session = request->apart ? NULL : session;
  work->request = *request;
  work->name = memory_strdup(name_of(request));
  work->task = task_start_or_run(run_task, work);
  return work;
}

WorkKind work_kind(const Work *work) {
  return work->request.kind;
}

bool work_ends(const Work *work) {
  return work->request.kind != WORK_OWN || work->request.ends;
}

const char *work_name(const Work *work) {
  return work->name;
}

int work_fd(const Work *work) {
  return task_fd(work->task);
}

bool work_wait(const Work *work, int milliseconds) {
  return task_wait(work->task, milliseconds);
}

bool work_finished(const Work *work) {
  return task_ended(work->task);
}

void work_stop(Work *work) {
  task_cancel(work->task);
}

bool work_finish(Work *work, struct Explorer *explorer, Status *status) {
  task_join(work->task);
  bool ok = work->ok;
  if (!ok) *status = work->status;
  if (work->request.kind == WORK_OWN) work->request.finish(explorer, work->request.data, ok, &work->status);
  free(work->name);
  free(work);
  return ok;
}
