// Runs a program: waits for it, passes signals on, and keeps the compiler's log out of its stderr.
#include "cli/capture.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Running {
  pid_t child;
  int errors;      // what it writes to stderr; -1: closed
  int signals;     // to this process; -1: they are not watched
  sigset_t before; // signals that were blocked before they were
  Text line;       // of stderr, as far as it may be one of the log
  bool held;       // the line is not passed on yet
  bool begun;      // a line begins with the next byte
  int ended;       // its wait status, once it is known
  bool over;
} Running;

// ---- Its stderr.

static void pass_on(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written, length -= (size_t)written;
  }
}

static bool is_log_line(const Text *line) {
  return strstr(text_get(line), "] [__fusion] ") || strstr(text_get(line), "] [__loop_ordering] ");
}

// "V1122 23:06:24..." may be a line of the log, and is looked at when it is whole; all else goes on at once.
static bool may_be_log(const Text *line) {
  static const char pattern[] = "Vdddd ";
  const char *bytes = text_get(line);
  for (size_t i = 0; i < line->length && pattern[i]; i++)
    if (pattern[i] == 'd' ? !isdigit((unsigned char)bytes[i]) : bytes[i] != pattern[i]) return false;
  return true;
}

static void release(Running *running) {
  pass_on(text_get(&running->line), running->line.length);
  text_clear(&running->line);
  running->held = false;
}

static void take_byte(Running *running, char byte) {
  enum { LINE_MOST = 1 << 20 };
  if (running->begun) {
    release(running);
    running->held = true;
  }
  running->begun = byte == '\n';
  text_add_bytes(&running->line, &byte, 1);
  if (!running->held) return;
  bool whole = byte == '\n' || running->line.length > LINE_MOST;
  if (whole && is_log_line(&running->line)) {
    text_clear(&running->line);
    running->held = false;
  } else if (whole || !may_be_log(&running->line)) {
    release(running);
  }
}

// Bytes read, 0 also at the end, where it is closed.
static int read_errors(Running *running) {
  char bytes[8192];
  ssize_t got = read(running->errors, bytes, sizeof bytes);
  if (got < 0 && errno == EINTR) return 0;
  for (ssize_t i = 0; i < got; i++)
    take_byte(running, bytes[i]);
  if (!running->held || got <= 0) release(running);
  if (got > 0) return (int)got;
  close(running->errors);
  running->errors = -1;
  return 0;
}

// ---- Signals.

static const int forwarded[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};

static bool watch_signals(Running *running, Status *status) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (size_t i = 0; i < sizeof forwarded / sizeof *forwarded; i++)
    sigaddset(&set, forwarded[i]);
  running->signals = signalfd(-1, &set, SFD_CLOEXEC);
  if (running->signals < 0)
    return status_fail(status, STATUS_INTERNAL, "no descriptor for signals to the program: %s",
                       strerror(errno));
  sigprocmask(SIG_BLOCK, &set, &running->before);
  return true;
}

static void leave_signals(Running *running) {
  if (running->signals < 0) return;
  close(running->signals);
  running->signals = -1;
  sigprocmask(SIG_SETMASK, &running->before, NULL);
}

// What a key sends, the terminal sends to both; what somebody sends to this process is passed on.
static void read_signal(Running *running) {
  struct signalfd_siginfo info;
  if (read(running->signals, &info, sizeof info) != sizeof info) return;
  if (info.ssi_signo != SIGCHLD) {
    if (info.ssi_code != SI_KERNEL) kill(running->child, (int)info.ssi_signo);
    return;
  }
  if (waitpid(running->child, &running->ended, WNOHANG) == running->child) running->over = true;
}

// ---- The program.

static int spawn(Running *running, int errors, char *const *arguments, const Environment *environment) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t defaults;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  posix_spawnattr_init(&attributes);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGXFSZ); // which this program ignores
  posix_spawnattr_setsigmask(&attributes, &running->before);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  int problem =
      posix_spawnp(&running->child, arguments[0], &actions, &attributes, arguments, environment->data);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return problem;
}

static bool start(Running *running, char *const *arguments, const Environment *environment, Status *status) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return status_fail(status, STATUS_INTERNAL, "no pipe for the program: %s", strerror(errno));
  bool watched = watch_signals(running, status);
  int problem = watched ? spawn(running, ends[1], arguments, environment) : 0;
  running->errors = ends[0];
  close(ends[1]);
  return watched && (problem == 0 || status_fail(status, STATUS_INPUT, "%s cannot be started: %s",
                                                 arguments[0], strerror(problem)));
}

// What lies in the pipe and no more: processes that the program leaves behind may go on writing.
static void read_rest(Running *running) {
  int left = 0;
  if (running->errors < 0 || ioctl(running->errors, FIONREAD, &left) != 0) return;
  while (left > 0 && running->errors >= 0)
    left -= read_errors(running);
}

static void wait_for(Running *running) {
  while (!running->over) {
    struct pollfd polled[2] = {{.fd = running->signals, .events = POLLIN},
                               {.fd = running->errors, .events = POLLIN}};
    if (poll(polled, 2, -1) < 0) continue;
    if (polled[0].revents) read_signal(running);
    if (polled[1].revents) read_errors(running);
  }
  leave_signals(running);
  read_rest(running);
  release(running);
}

bool capture_program(char *const *arguments, const Environment *environment, int *code, Status *status) {
  Running running = {.errors = -1, .signals = -1, .begun = true};
  bool started = start(&running, arguments, environment, status);
  if (started) {
    wait_for(&running);
    *code = WIFSIGNALED(running.ended) ? 128 + WTERMSIG(running.ended) : WEXITSTATUS(running.ended);
  }
  if (running.errors >= 0) close(running.errors);
  leave_signals(&running);
  text_free(&running.line);
  return started;
}
