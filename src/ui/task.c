// Heuristics beside the screen.
#include "ui/task.h"

#include "base/arena.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct Task {
  Session *session;
  char *heuristic;
  pthread_t thread;
  bool threaded;     // the thread could be started
  int done;          // eventfd
  volatile int stop; // read by the script host
  bool ok;
  Status status;
};

static void *run(void *data) {
  Task *task = data;
  ScriptLimits limits = {.stop = &task->stop};
  task->ok = heuristic_run(task->session, task->heuristic, NULL, 0, &limits, NULL, &task->status);
  uint64_t one = 1;
  ssize_t written = write(task->done, &one, sizeof one);
  (void)written; // an eventfd takes its first write
  return NULL;
}

Task *task_start(Session *session, const char *heuristic) {
  Task *task = memory_alloc(sizeof *task);
  task->session = session;
  task->heuristic = memory_strdup(heuristic);
  task->done = eventfd(0, EFD_CLOEXEC);
  task->threaded = pthread_create(&task->thread, NULL, run, task) == 0;
  if (!task->threaded) run(task);
  return task;
}

const char *task_name(const Task *task) {
  return task->heuristic;
}

int task_fd(const Task *task) {
  return task->done;
}

bool task_finished(const Task *task) {
  struct pollfd wait = {.fd = task->done, .events = POLLIN};
  return poll(&wait, 1, 0) == 1;
}

void task_stop(Task *task) {
  task->stop = 1;
}

bool task_finish(Task *task, Status *status) {
  if (task->threaded) pthread_join(task->thread, NULL);
  bool ok = task->ok;
  if (!ok) *status = task->status;
  close(task->done);
  free(task->heuristic);
  free(task);
  return ok;
}
