// Work beside the screen.
#include "explorer/state/task.h"

#include "base/arena.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct Task {
  Session *session;
  TaskRequest request; // its strings are not kept but for `name`
  char *name;
  pthread_t thread;
  bool threaded;   // the thread could be started
  int done;        // eventfd
  atomic_int stop; // read by the script host
  bool ok;
  Status status;
};

static bool work(Task *task) {
  MeasureOptions options = {
      .launches = 50, .seed = 1, .time_limit_s = 10, .check = true, .counters = task->request.counters};
  switch (task->request.kind) {
    case TASK_COMPILE:
      return session_compile(task->session, task->request.kernel, &task->status);
    case TASK_TIME:
      return session_measure(task->session, &options, &task->status);
    default:
      return task->request.work(task->session, task->request.data, &task->stop, &task->status);
  }
}

static void *run(void *data) {
  Task *task = data;
  task->ok = work(task);
  uint64_t one = 1;
  ssize_t written = write(task->done, &one, sizeof one);
  (void)written; // an eventfd takes its first write
  return NULL;
}

static const char *name_of(const TaskRequest *request) {
  switch (request->kind) {
    case TASK_COMPILE:
      return "starting to compile";
    case TASK_TIME:
      return "starting the GPU worker";
    default:
      return request->name;
  }
}

Task *task_start(Session *session, const TaskRequest *request) {
  Task *task = memory_alloc(sizeof *task);
  task->session = request->apart ? NULL : session;
  task->request = *request;
  task->name = memory_strdup(name_of(request));
  task->done = eventfd(0, EFD_CLOEXEC);
  task->threaded = pthread_create(&task->thread, NULL, run, task) == 0;
  if (!task->threaded) run(task);
  return task;
}

TaskKind task_kind(const Task *task) {
  return task->request.kind;
}

bool task_ends(const Task *task) {
  return task->request.kind != TASK_WORK || task->request.ends;
}

const char *task_name(const Task *task) {
  return task->name;
}

int task_fd(const Task *task) {
  return task->done;
}

bool task_wait(const Task *task, int milliseconds) {
  struct pollfd wait = {.fd = task->done, .events = POLLIN};
  return poll(&wait, 1, milliseconds) == 1;
}

bool task_finished(const Task *task) {
  return task_wait(task, 0);
}

void task_stop(Task *task) {
  task->stop = 1;
}

bool task_finish(Task *task, struct Explorer *explorer, Status *status) {
  if (task->threaded) pthread_join(task->thread, NULL);
  bool ok = task->ok;
  if (!ok) *status = task->status;
  if (task->request.kind == TASK_WORK) task->request.finish(explorer, task->request.data, ok, &task->status);
  close(task->done);
  free(task->name);
  free(task);
  return ok;
}
