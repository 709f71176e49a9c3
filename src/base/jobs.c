#include "base/jobs.h"

#include "base/arena.h"
#include "base/task.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
  THREADS_MOST = 8,
  JOB_NICE = 10 // the screen's thread comes first where all processors are busy
};

// A submitted job. Belongs to exactly one of: the waiting list, a worker, the finished list.
typedef struct Queued Queued;
struct Queued {
  Job job;
  Queued *next;
};

struct JobContext {
  atomic_int cancelled;
  JobContext *next; // of those that run
};

struct Jobs {
  pthread_mutex_t lock;
  pthread_cond_t wake; // work was submitted, or the pool closes
  Task **threads;
  int thread_count;
  int event;           // eventfd: its count is above zero while completions wait
  bool closing;        // nothing starts any more
  int pending;         // submitted and not yet collected
  Queued *waiting;     // by priority, then order of submission
  JobContext *running; // on its worker's stack each
  Queued *finished;    // in the order in which they finished
  Queued **finished_end;
};

static void jobs_lock(const Jobs *jobs) {
  pthread_mutex_lock((pthread_mutex_t *)&jobs->lock);
}

static void jobs_unlock(const Jobs *jobs) {
  pthread_mutex_unlock((pthread_mutex_t *)&jobs->lock);
}

// Under the lock. The eventfd only blocks when its 64-bit count is full, so its write needs no second try.
static void finish(Jobs *jobs, Queued *queued) {
  uint64_t one = 1;
  queued->next = NULL;
  *jobs->finished_end = queued;
  jobs->finished_end = &queued->next;
  ssize_t written = write(jobs->event, &one, sizeof one);
  (void)written;
}

static Queued *take_waiting(Jobs *jobs) {
  while (!jobs->waiting && !jobs->closing)
    pthread_cond_wait(&jobs->wake, &jobs->lock);
  Queued *queued = jobs->waiting;
  if (queued) jobs->waiting = queued->next;
  return queued;
}

// Under the lock, which is released meanwhile.
static void run(Jobs *jobs, Queued *queued) {
  JobContext context = {.next = jobs->running};
  jobs->running = &context;
  jobs_unlock(jobs);
  queued->job.run(&context, queued->job.data);
  jobs_lock(jobs);
  JobContext **link = &jobs->running;
  while (*link != &context)
    link = &(*link)->next;
  *link = context.next;
}

static void work(Task *thread, void *argument) {
  Jobs *jobs = argument;
  (void)thread;             // ends when the pool closes, with what it runs
  int now = nice(JOB_NICE); // on Linux of this thread alone
  (void)now;
  jobs_lock(jobs);
  for (Queued *queued; (queued = take_waiting(jobs));) {
    run(jobs, queued);
    finish(jobs, queued);
  }
  jobs_unlock(jobs);
}

bool job_cancelled(const JobContext *context) {
  return atomic_load(&context->cancelled) != 0;
}

const atomic_int *job_cancel_flag(const JobContext *context) {
  return &context->cancelled;
}

static int default_threads(void) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (cores < 1) return 1;
  return cores > THREADS_MOST ? THREADS_MOST : (int)cores;
}

Jobs *jobs_new(int threads) {
  Jobs *jobs = memory_alloc(sizeof *jobs);
  pthread_mutex_init(&jobs->lock, NULL);
  pthread_cond_init(&jobs->wake, NULL);
  jobs->finished_end = &jobs->finished;
  jobs->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (threads < 1) threads = default_threads();
  jobs->threads = memory_alloc((size_t)threads * sizeof(Task *));
  while (jobs->thread_count < threads && (jobs->threads[jobs->thread_count] = task_start(work, jobs)))
    jobs->thread_count++;
  return jobs;
}

static void insert_by_priority(Queued **list, Queued *queued) {
  while (*list && (*list)->job.priority >= queued->job.priority)
    list = &(*list)->next;
  queued->next = *list;
  *list = queued;
}

// Without a single thread (the system refused) jobs run where they are submitted.
static void run_here(Job job) {
  JobContext context = {0};
  job.run(&context, job.data);
}

void jobs_submit(Jobs *jobs, Job job) {
  Queued *queued = memory_alloc(sizeof *queued);
  queued->job = job;
  if (!jobs->thread_count && !jobs->closing) run_here(job);
  jobs_lock(jobs);
  jobs->pending++;
  if (jobs->closing || !jobs->thread_count) {
    finish(jobs, queued);
  } else {
    insert_by_priority(&jobs->waiting, queued);
    pthread_cond_signal(&jobs->wake);
  }
  jobs_unlock(jobs);
}

int jobs_pending(const Jobs *jobs) {
  jobs_lock(jobs);
  int pending = jobs->pending;
  jobs_unlock(jobs);
  return pending;
}

int jobs_fd(const Jobs *jobs) {
  return jobs->event;
}

// Takes the whole finished list and empties the eventfd.
static Queued *take_finished(Jobs *jobs) {
  uint64_t count;
  jobs_lock(jobs);
  Queued *finished = jobs->finished;
  jobs->finished = NULL;
  jobs->finished_end = &jobs->finished;
  ssize_t got = read(jobs->event, &count, sizeof count);
  (void)got;
  jobs_unlock(jobs);
  return finished;
}

// Delivers outside the lock, so that a completion may submit further jobs.
int jobs_collect(Jobs *jobs) {
  int delivered = 0;
  for (Queued *queued = take_finished(jobs), *next; queued; queued = next, delivered++) {
    next = queued->next;
    jobs_lock(jobs);
    jobs->pending--;
    jobs_unlock(jobs);
    if (queued->job.done) queued->job.done(queued->job.owner, queued->job.data);
    free(queued);
  }
  return delivered;
}

void jobs_cancel(Jobs *jobs) {
  jobs_lock(jobs);
  for (JobContext *context = jobs->running; context; context = context->next)
    atomic_store(&context->cancelled, 1);
  for (Queued *queued = jobs->waiting, *next; queued; queued = next) {
    next = queued->next;
    finish(jobs, queued);
  }
  jobs->waiting = NULL;
  jobs_unlock(jobs);
}

void jobs_free(Jobs *jobs) {
  if (!jobs) return;
  jobs_lock(jobs);
  jobs->closing = true;
  jobs_unlock(jobs);
  jobs_cancel(jobs);
  pthread_cond_broadcast(&jobs->wake);
  for (int i = 0; i < jobs->thread_count; i++)
    task_join(jobs->threads[i]);
  while (jobs_collect(jobs))
    continue;
  close(jobs->event);
  pthread_cond_destroy(&jobs->wake);
  pthread_mutex_destroy(&jobs->lock);
  free(jobs->threads);
  free(jobs);
}
