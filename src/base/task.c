#include "base/task.h"

#include "base/arena.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct Task {
  pthread_t thread;
  bool threaded; // it could be started
  void (*run)(Task *task, void *data);
  void *data;
  int news, cancelling; // eventfds: above zero while there is something to see, and once it is cancelled
  atomic_int steps, cancelled;
  atomic_bool ended;
};

// An eventfd only blocks when its 64-bit count is full, so that its write needs no second try.
static void count_up(int event) {
  uint64_t one = 1;
  ssize_t written = write(event, &one, sizeof one);
  (void)written;
}

static void *run(void *argument) {
  Task *task = argument;
  task->run(task, task->data);
  atomic_store(&task->ended, true);
  count_up(task->news);
  return NULL;
}

static void release(Task *task) {
  if (task->news >= 0) close(task->news);
  if (task->cancelling >= 0) close(task->cancelling);
  free(task);
}

// Signals that are meant for the program go to its first thread, which may have its own way with them, and
// takes those that end it before it does anything else when it goes on behind a stop.
static bool start_thread(Task *task) {
  static const int numbers[] = {SIGTERM, SIGHUP,  SIGINT,  SIGWINCH,  SIGTSTP, SIGQUIT, SIGXCPU,
                                SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO};
  sigset_t set, before;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaddset(&set, numbers[i]);
  pthread_sigmask(SIG_BLOCK, &set, &before); // threads begin with the mask of who starts them
  bool started = pthread_create(&task->thread, NULL, run, task) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

static Task *make(void (*work)(Task *task, void *data), void *data) {
  Task *task = memory_alloc(sizeof *task);
  task->run = work;
  task->data = data;
  task->news = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  task->cancelling = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  bool waitable = task->news >= 0 && task->cancelling >= 0;
  task->threaded = waitable && start_thread(task);
  return task;
}

Task *task_start(void (*work)(Task *task, void *data), void *data) {
  Task *task = make(work, data);
  if (task->threaded) return task;
  release(task);
  return NULL;
}

Task *task_start_or_run(void (*work)(Task *task, void *data), void *data) {
  Task *task = make(work, data);
  if (!task->threaded) run(task);
  return task;
}

// ---- For the work.

bool task_cancelled(const Task *task) {
  return atomic_load(&task->cancelled) != 0;
}

const atomic_int *task_cancel_flag(const Task *task) {
  return &task->cancelled;
}

void *task_data(const Task *task) {
  return task->data;
}

void task_tell(Task *task, int steps) {
  atomic_store(&task->steps, steps);
  count_up(task->news);
}

bool task_sleep(const Task *task, int descriptor, int milliseconds) {
  struct pollfd wait[] = {{.fd = task->cancelling, .events = POLLIN}, {.fd = descriptor, .events = POLLIN}};
  poll(wait, 2, milliseconds);
  return !task_cancelled(task);
}

// ---- For the thread that started it.

int task_fd(const Task *task) {
  return task->news;
}

// Work that ends between the two lines makes the descriptor readable by itself.
bool task_seen(Task *task) {
  uint64_t count;
  bool seen = read(task->news, &count, sizeof count) == (ssize_t)sizeof count;
  if (task_ended(task)) count_up(task->news);
  return seen;
}

int task_steps(const Task *task) {
  return atomic_load(&task->steps);
}

bool task_ended(const Task *task) {
  return atomic_load(&task->ended);
}

bool task_wait(const Task *task, int milliseconds) {
  struct pollfd wait = {.fd = task->news, .events = POLLIN};
  if (!task_ended(task)) poll(&wait, 1, milliseconds);
  return task_ended(task);
}

void task_cancel(Task *task) {
  atomic_store(&task->cancelled, 1);
  count_up(task->cancelling);
}

int task_join(Task *task) {
  if (!task) return 0;
  if (task->threaded) pthread_join(task->thread, NULL);
  int steps = task_steps(task);
  release(task);
  return steps;
}

void task_free(Task *task) {
  if (task) task_cancel(task);
  task_join(task);
}
