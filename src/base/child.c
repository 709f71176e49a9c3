#include "base/child.h"

#include "base/arena.h"
#include "base/child_confine.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  LOOK_MS = 20,    // between two looks at whether it is to stop
  GRACE_MS = 300,  // to end by itself, with its own words, when it is to stop
  END_MS = 1000,   // from the end of its answer to its own
  IDLE_S = 20,     // when limits do not say
  BUSY_MS = 1,     // of processor time: less of it is none
  NO_MEMORY = 113, // its exit code when it runs out of memory
};

struct Child {
  int pipe;         // to write to
  atomic_int *stop; // in memory that both processes see
};

const atomic_int *child_stop(const Child *child) {
  return child->stop;
}

void child_answer(Child *child, const void *bytes, size_t length) {
  for (const char *at = bytes; length > 0;) {
    ssize_t written = write(child->pipe, at, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(STATUS_INTERNAL); // nobody listens
    at += written;
    length -= (size_t)written;
  }
}

bool child_is_confined(void) {
  return confine_filters();
}

// ---- In the child.

static void end_without_memory(void) {
  _exit(NO_MEMORY);
}

// The terminal's signals go to the whole group: the parent decides what becomes of the work.
static void forget_handlers(void) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXFSZ};
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_DFL);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    signal(ignored[i], SIG_IGN);
}

static _Noreturn void be_child(const ChildRun *run, Child *child, pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  forget_handlers();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(STATUS_INTERNAL); // which has ended already
  memory_on_exhaustion(end_without_memory);
  confine(child->pipe, run->limits.cpu_seconds, run->limits.memory_bytes);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  run->work(child, run->context);
  _exit(0);
}

// ---- In the parent.

typedef enum Ending { ENDED_ITSELF, ENDED_STOPPED, ENDED_FLOOD, ENDED_IDLE, ENDED_LATE } Ending;

typedef struct Watch {
  const ChildRun *run;
  pid_t process;
  int pipe;          // to read from
  atomic_int *stop;  // what the child sees
  double stopped_at; // of the monotonic clock, in ms; 0: not yet
  double cpu_ms;     // that the child had used when it was last seen at work, or in all
  int idle_looks;    // one after another, at which it was not
} Watch;

static double now_ms(clockid_t clock) {
  struct timespec now = {0};
  clock_gettime(clock, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static double cpu_ms(pid_t process) {
  clockid_t clock;
  return clock_getcpuclockid(process, &clock) == 0 ? now_ms(clock) : 0;
}

static bool is_over_grace(Watch *watch) {
  const atomic_int *stop = watch->run->stop;
  if (!stop || !*stop) return false;
  double now = now_ms(CLOCK_MONOTONIC);
  if (watch->stopped_at <= 0) watch->stopped_at = now;
  *watch->stop = 1;
  return now - watch->stopped_at > GRACE_MS;
}

// By looks and not by the clock: while the parent is suspended, the child may be, too.
static bool is_idle(Watch *watch) {
  int most = watch->run->limits.idle_seconds ? watch->run->limits.idle_seconds : IDLE_S;
  double used = cpu_ms(watch->process);
  bool busy = used >= watch->cpu_ms + BUSY_MS;
  watch->idle_looks = busy ? 0 : watch->idle_looks + 1;
  if (busy) watch->cpu_ms = used;
  return (long)watch->idle_looks * LOOK_MS > 1000L * most;
}

// False at its end.
static bool read_some(int pipe, Text *answer) {
  char bytes[1 << 14];
  ssize_t count;
  do
    count = read(pipe, bytes, sizeof bytes);
  while (count < 0 && errno == EINTR);
  if (count > 0) text_add_bytes(answer, bytes, (size_t)count);
  return count > 0;
}

static Ending read_answer(Watch *watch, Text *answer) {
  size_t before = answer->length;
  for (;;) {
    struct pollfd wait = {.fd = watch->pipe, .events = POLLIN};
    int ready = poll(&wait, 1, LOOK_MS);
    if (ready > 0 && !read_some(watch->pipe, answer)) return ENDED_ITSELF;
    if (answer->length - before > watch->run->limits.answer_bytes) return ENDED_FLOOD;
    if (is_over_grace(watch)) return ENDED_STOPPED;
    if (ready == 0 && is_idle(watch)) return ENDED_IDLE;
  }
}

static double seconds(struct timeval time) {
  return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

// Its wait status. What does not die of a kill is left alone.
static int reap(Watch *watch, Ending *ending) {
  if (*ending != ENDED_ITSELF) kill(watch->process, SIGKILL);
  double began = now_ms(CLOCK_MONOTONIC);
  struct rusage used = {0};
  int code = 0;
  for (;;) {
    pid_t reaped = wait4(watch->process, &code, WNOHANG, &used);
    watch->cpu_ms = 1e3 * (seconds(used.ru_utime) + seconds(used.ru_stime));
    if (reaped == watch->process || (reaped < 0 && errno != EINTR)) return code;
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    if (now_ms(CLOCK_MONOTONIC) - began < END_MS) continue;
    if (*ending != ENDED_ITSELF) return code;
    *ending = ENDED_LATE;
    kill(watch->process, SIGKILL);
    began = now_ms(CLOCK_MONOTONIC);
  }
}

static bool tell_memory(const ChildRun *run, Status *status) {
  return status_fail(status, STATUS_INPUT, "%s was ended: it used more than %zu MiB of memory", run->who,
                     run->limits.memory_bytes >> 20);
}

static bool tell_end(const Watch *watch, int code, Status *status) {
  const ChildRun *run = watch->run;
  int signal = WIFSIGNALED(code) ? WTERMSIG(code) : 0;
  if (WIFEXITED(code) && WEXITSTATUS(code) == 0) return true;
  if (WIFEXITED(code) && WEXITSTATUS(code) == NO_MEMORY) return tell_memory(run, status);
  if (signal == SIGXCPU || (signal == SIGKILL && watch->cpu_ms >= 1e3 * run->limits.cpu_seconds))
    return status_fail(status, STATUS_INPUT, "%s was ended: it used more than %d s of processor time",
                       run->who, run->limits.cpu_seconds);
  if (signal)
    return status_fail(status, STATUS_INTERNAL, "%s was ended: it crashed with signal %d (%s)", run->who,
                       signal, strsignal(signal));
  return status_fail(status, STATUS_INTERNAL, "%s was ended: its process ended with code %d", run->who,
                     WEXITSTATUS(code));
}

static bool tell(const Watch *watch, Ending ending, int code, Status *status) {
  const ChildRun *run = watch->run;
  switch (ending) {
    case ENDED_ITSELF:
      break;
    case ENDED_STOPPED:
      return status_fail(status, STATUS_CANCELLED, "%s was stopped", run->who);
    case ENDED_FLOOD:
      return status_fail(status, STATUS_INPUT, "%s was ended: it answered with more than %zu MiB", run->who,
                         run->limits.answer_bytes >> 20);
    case ENDED_IDLE:
      return status_fail(status, STATUS_INPUT, "%s was ended: it waits, and does nothing", run->who);
    case ENDED_LATE:
      return status_fail(status, STATUS_INPUT, "%s was ended: it went on after its answer", run->who);
  }
  return tell_end(watch, code, status);
}

// Every signal is held back while there are two of us: a handler runs in the one that it was meant for.
static pid_t start(const ChildRun *run, Child *child, int other_end) {
  sigset_t all, before;
  pid_t parent = getpid();
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = fork();
  if (process == 0) {
    close(other_end);
    be_child(run, child, parent);
  }
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return process;
}

static bool run_with(const ChildRun *run, atomic_int *stop, Text *answer, Status *status) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return status_fail(status, STATUS_INTERNAL, "no pipe for %s: %s", run->who, strerror(errno));
  pid_t process = start(run, &(Child){ends[1], stop}, ends[0]);
  int error = errno;
  close(ends[1]);
  bool ok = process > 0 || status_fail(status, STATUS_INTERNAL, "no process for %s: %s; end other programs",
                                       run->who, strerror(error));
  if (ok) {
    Watch watch = {.run = run, .process = process, .pipe = ends[0], .stop = stop};
    Ending ending = read_answer(&watch, answer);
    int code = reap(&watch, &ending);
    ok = tell(&watch, ending, code, status);
  }
  close(ends[0]);
  return ok;
}

bool child_run(const ChildRun *run, Text *answer, Status *status) {
  atomic_int *stop = mmap(NULL, sizeof *stop, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (stop == MAP_FAILED)
    return status_fail(status, STATUS_INTERNAL, "no memory for %s: %s", run->who, strerror(errno));
  atomic_init(stop, run->stop && *run->stop);
  bool ok = run_with(run, stop, answer, status);
  munmap(stop, sizeof *stop);
  return ok;
}
