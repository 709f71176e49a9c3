#include "base/child_process.h"

#include "base/arena.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  END_MS = 1000,           // from the end of its answer to its own
  IDLE_S = 20,             // when limits do not say
  BUSY_MS = 1,             // of processor time: less of it is none
  NO_MEMORY = 113,         // its exit code when it runs out of memory
  LITTLE_MEMORY = 1 << 22, // bytes: where there is less, it has run out of it
  CRASH_STACK = 1 << 16,   // bytes
};

double child_clock_ms(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

// ---- In the child.

static void end_without_memory(void) {
  _exit(NO_MEMORY);
}

// Libraries that get no memory crash, or end the process, and so does a stack that gets none: here that is
// told from other crashes.
static void on_crash(int number) {
  // NOLINTNEXTLINE(bugprone-signal-handler): a system call and no more
  void *more = mmap(NULL, LITTLE_MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (more == MAP_FAILED) end_without_memory();
  signal(number, SIG_DFL); // it comes again
}

// On a stack of its own, as there may be no room on the other.
static void catch_crashes(void) {
  static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS};
  static char room[CRASH_STACK];
  sigaltstack(&(stack_t){.ss_sp = room, .ss_size = sizeof room}, NULL);
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    sigaction(crashes[i], &(struct sigaction){.sa_handler = on_crash, .sa_flags = SA_ONSTACK}, NULL);
}

// The terminal's signals go to the whole group: the parent decides what becomes of the work.
static void forget_handlers(void) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXFSZ};
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_DFL);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    signal(ignored[i], SIG_IGN);
}

static void become_child(void) {
  sigset_t none;
  sigemptyset(&none);
  forget_handlers();
  catch_crashes();
  memory_on_exhaustion(end_without_memory);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}

// gcc 12's AddressSanitizer does not hold the locks of its allocator over a fork, as allocators do: a child
// that another thread's allocation left locked waits for ever. Its functions are there where it is linked
// statically.
#ifdef __SANITIZE_ADDRESS__
__attribute__((weak)) void asan_lock(void) __asm__("_ZN6__lsan13LockAllocatorEv");
__attribute__((weak)) void asan_unlock(void) __asm__("_ZN6__lsan15UnlockAllocatorEv");
__attribute__((weak)) void asan_lock_stacks(void) __asm__("_ZN11__sanitizer17StackDepotLockAllEv");
__attribute__((weak)) void asan_unlock_stacks(void) __asm__("_ZN11__sanitizer19StackDepotUnlockAllEv");

static pid_t fork_whole(void) {
  if (!asan_lock || !asan_unlock || !asan_lock_stacks || !asan_unlock_stacks) return fork();
  asan_lock();
  asan_lock_stacks();
  pid_t process = fork();
  asan_unlock_stacks();
  asan_unlock();
  return process;
}
#else
static pid_t fork_whole(void) {
  return fork();
}
#endif

pid_t child_fork(void) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = fork_whole();
  int error = errno;
  if (process == 0)
    become_child();
  else
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return process;
}

// ---- In the parent.

double child_cpu_ms(const ChildProcess *process) {
  clockid_t clock;
  struct timespec used = {0};
  if (clock_getcpuclockid(process->process, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return 1e3 * (double)used.tv_sec + 1e-6 * (double)used.tv_nsec;
}

bool child_is_idle(ChildProcess *process) {
  int most = process->limits.idle_seconds ? process->limits.idle_seconds : IDLE_S;
  double used = child_cpu_ms(process);
  bool busy = used >= process->cpu_ms + BUSY_MS;
  process->idle_looks = busy ? 0 : process->idle_looks + 1;
  if (busy) process->cpu_ms = used;
  return (long)process->idle_looks * CHILD_LOOK_MS > 1000L * most;
}

static double seconds(struct timeval time) {
  return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

// Its wait status.
static int reap(ChildProcess *process, ChildEnding *ending) {
  if (*ending != ENDED_ITSELF) kill(process->process, SIGKILL);
  double began = child_clock_ms();
  struct rusage used = {0};
  int code = 0;
  for (;;) {
    pid_t reaped = wait4(process->process, &code, WNOHANG, &used);
    process->cpu_ms = 1e3 * (seconds(used.ru_utime) + seconds(used.ru_stime));
    if (reaped == process->process || (reaped < 0 && errno != EINTR)) return code;
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    if (child_clock_ms() - began < END_MS) continue;
    if (*ending != ENDED_ITSELF) return code;
    *ending = ENDED_LATE;
    kill(process->process, SIGKILL);
    began = child_clock_ms();
  }
}

static bool tell_memory(const ChildProcess *process, Status *status) {
  struct rlimit ours;
  if (getrlimit(RLIMIT_AS, &ours) == 0 && ours.rlim_cur != RLIM_INFINITY)
    return status_fail(status, STATUS_INTERNAL,
                       "%s was ended: it has no more memory, of which ulimit -v gives the program %llu MiB",
                       process->who, (unsigned long long)ours.rlim_cur >> 20);
  return status_fail(status, STATUS_INPUT, "%s was ended: it ran out of memory (it may take %zu MiB)",
                     process->who, process->limits.memory_bytes >> 20);
}

static bool tell_time(const ChildProcess *process, Status *status) {
  return status_fail(status, STATUS_INPUT, "%s was ended: it used more than %d s of processor time",
                     process->who, process->limits.cpu_seconds);
}

static bool tell_code(const ChildProcess *process, int code, Status *status) {
  int signal = WIFSIGNALED(code) ? WTERMSIG(code) : 0;
  if (WIFEXITED(code) && WEXITSTATUS(code) == 0) return true;
  if (WIFEXITED(code) && WEXITSTATUS(code) == NO_MEMORY) return tell_memory(process, status);
  if (signal == SIGXCPU || (signal == SIGKILL && process->cpu_ms >= 1e3 * process->limits.cpu_seconds))
    return tell_time(process, status);
  if (signal)
    return status_fail(status, STATUS_INTERNAL, "%s was ended: it crashed with signal %d (%s)", process->who,
                       signal, strsignal(signal));
  return status_fail(status, STATUS_INTERNAL, "%s was ended: its process ended with code %d", process->who,
                     WEXITSTATUS(code));
}

static bool tell(const ChildProcess *process, ChildEnding ending, int code, Status *status) {
  const char *who = process->who;
  switch (ending) {
    case CHILD_GOES_ON:
    case ENDED_ITSELF:
      break;
    case ENDED_STOPPED:
      return status_fail(status, STATUS_CANCELLED, "%s was stopped", who);
    case ENDED_FLOOD:
      return status_fail(status, STATUS_INPUT, "%s was ended: it answered with more than %zu MiB", who,
                         process->limits.answer_bytes >> 20);
    case ENDED_BUSY:
      return tell_time(process, status);
    case ENDED_IDLE:
      return status_fail(status, STATUS_INPUT, "%s was ended: it waits, and does nothing", who);
    case ENDED_LATE:
      return status_fail(status, STATUS_INPUT, "%s was ended: it went on after its answer", who);
  }
  return tell_code(process, code, status);
}

bool child_end(ChildProcess *process, ChildEnding ending, Status *status) {
  int code = reap(process, &ending);
  return tell(process, ending, code, status);
}
