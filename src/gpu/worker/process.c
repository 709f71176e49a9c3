// Starting, asking and stopping the worker's process.
#include "gpu/worker/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { WORKER_DESCRIPTOR = 3 }; // where the worker finds its end of the socket

// The same binary, with its output shut off: the screen belongs to the owner. posix_spawn, because the owner
// has threads.
static int spawn(int end, pid_t *child) {
  char name[] = "fusebox", option[] = "--gpu-worker";
  char *arguments[] = {name, option, NULL};
  const char *log = getenv("FUSEBOX_LOG");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (!log || strcmp(log, "debug") != 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, end, WORKER_DESCRIPTOR);
  int failed = posix_spawn(child, "/proc/self/exe", &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

static bool start(WorkerProcess *process, Status *status) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return status_fail(status, STATUS_INTERNAL, "no socket for the GPU worker: %s", strerror(errno));
  if (ends[1] == WORKER_DESCRIPTOR) { // dup2 onto itself would keep close-on-exec
    int other = fcntl(ends[1], F_DUPFD_CLOEXEC, WORKER_DESCRIPTOR + 1);
    close(ends[1]);
    ends[1] = other;
  }
  int failed = spawn(ends[1], &process->child);
  close(ends[1]);
  process->channel = (Channel){.descriptor = ends[0]};
  process->starts++;
  if (!failed) return true;
  process->child = 0;
  channel_close(&process->channel);
  return status_fail(status, STATUS_INTERNAL, "the GPU worker cannot be started: %s", strerror(failed));
}

// Waits for the child, which is dead or about to be; its wait status.
static int reap(WorkerProcess *process) {
  int code = 0;
  while (waitpid(process->child, &code, 0) < 0 && errno == EINTR) {
  }
  process->child = 0;
  channel_close(&process->channel);
  return code;
}

void process_stop(WorkerProcess *process) {
  if (!process->child) return;
  kill(process->child, SIGKILL);
  reap(process);
}

// One that has closed its channel, or does not take what is sent, may live on: it is killed after a while.
static bool ends_by_itself(const WorkerProcess *process) {
  enum { LOOKS = 60 };
  siginfo_t info = {0};
  for (int i = 0; i < LOOKS; i++) {
    if (waitid(P_PID, (id_t)process->child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid)
      return true;
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
  }
  kill(process->child, SIGKILL);
  return false;
}

static WorkerOutcome died(WorkerProcess *process, Status *status) {
  bool alone = ends_by_itself(process);
  int code = reap(process);
  if (!alone && WIFSIGNALED(code) && WTERMSIG(code) == SIGKILL)
    status_fail(status, STATUS_INTERNAL, "the GPU worker was ended: it no longer takes requests");
  else if (WIFSIGNALED(code))
    status_fail(status, STATUS_INTERNAL, "the GPU worker died of signal %d (%s)", WTERMSIG(code),
                strsignal(WTERMSIG(code)));
  else if (WEXITSTATUS(code) == STATUS_INTERNAL) // as memory_exhausted ends it
    status_fail(status, STATUS_INTERNAL, "the GPU worker ran out of memory");
  else
    status_fail(status, STATUS_INTERNAL, "the GPU worker ended with code %d", WEXITSTATUS(code));
  return WORKER_DIED;
}

// A refusal after which the worker cannot go on (the GPU context is broken) comes with "fatal".
static WorkerOutcome refused(WorkerProcess *process, const Json *reply, Status *status) {
  const JsonNode *root = json_root(reply);
  int64_t code = json_integer(json_get(root, "code"), STATUS_INTERNAL);
  bool known = code > STATUS_OK && code <= STATUS_INTERNAL; // a refusal is no success, whatever it says
  const char *why = json_string(json_get(root, "error"), "");
  status_fail(status, known ? (StatusCode)code : STATUS_INTERNAL, "%s",
              *why ? why : "the GPU worker gave no reason");
  if (!json_bool(json_get(root, "fatal"), false)) return WORKER_REFUSED;
  process_stop(process);
  return WORKER_DIED;
}

static WorkerOutcome answered(WorkerProcess *process, Json *json, Json **reply, Status *status) {
  bool good = json_bool(json_get(json_root(json), "ok"), false);
  WorkerOutcome outcome = good ? WORKER_ANSWERED : refused(process, json, status);
  if (good && reply)
    *reply = json;
  else
    json_free(json);
  return outcome;
}

bool process_cancelled(const WorkerProcess *process, Status *status) {
  if (!process->task || !task_cancelled(process->task)) return false;
  status_fail(status, STATUS_CANCELLED, "what the GPU worker was asked was cancelled");
  return true;
}

WorkerOutcome process_request(WorkerProcess *process, const Text *request, double limit_seconds, Json **reply,
                              Status *status) {
  if (process_cancelled(process, status)) {
    process_stop(process);
    return WORKER_DIED;
  }
  if (!process->child && !start(process, status)) return WORKER_DIED;
  process->channel.task = process->task;
  channel_limit_sending(&process->channel, limit_seconds);
  if (!channel_send(&process->channel, request, status)) return died(process, status);
  Json *json = NULL;
  switch (channel_receive(&process->channel, limit_seconds, &json)) {
    case CHANNEL_RECEIVED:
      return answered(process, json, reply, status);
    case CHANNEL_CLOSED:
      return died(process, status);
    case CHANNEL_TIMEOUT:
      status_fail(status, STATUS_INTERNAL, "stopped after the time limit of %g s", limit_seconds);
      break;
    case CHANNEL_CANCELLED:
      process_cancelled(process, status);
      break;
    case CHANNEL_GARBAGE:
      status_fail(status, STATUS_INTERNAL, "the GPU worker sent no JSON");
      break;
  }
  process_stop(process);
  return WORKER_DIED;
}
