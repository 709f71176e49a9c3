#include "base/child.h"

#include "base/child_confine.h"
#include "base/child_process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { GRACE_MS = 300 }; // to end by itself, with its own words, when it is to stop

struct Child {
  int socket;
  atomic_int *stop; // in memory that both processes see
};

const atomic_int *child_stop(const Child *child) {
  return child->stop;
}

void child_answer(Child *child, const void *bytes, size_t length) {
  for (const char *at = bytes; length > 0;) {
    ssize_t written = write(child->socket, at, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(STATUS_INTERNAL); // nobody listens
    at += written;
    length -= (size_t)written;
  }
}

void child_hear(Child *child, void *bytes, size_t length) {
  for (char *at = bytes; length > 0;) {
    ssize_t count = recv(child->socket, at, length, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(STATUS_INTERNAL); // nobody replies
    at += count;
    length -= (size_t)count;
  }
}

bool child_is_confined(void) {
  return confine_filters();
}

// ---- In the child.

static _Noreturn void be_child(const ChildRun *run, Child *child, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(STATUS_INTERNAL); // which has ended already
  child_confine(child->socket, run->limits.cpu_seconds, run->limits.memory_bytes);
  run->work(child, run->context);
  _exit(0);
}

// ---- In the parent.

typedef struct Watch {
  const ChildRun *run;
  ChildProcess process;
  int socket;
  atomic_int *stop;  // what the child sees
  double stopped_at; // of the monotonic clock, in ms; 0: not yet
} Watch;

static bool is_over_grace(Watch *watch) {
  const atomic_int *stop = watch->run->stop;
  if (!stop || !*stop) return false;
  double now = child_clock_ms();
  if (watch->stopped_at <= 0) watch->stopped_at = now;
  *watch->stop = 1;
  return now - watch->stopped_at > GRACE_MS;
}

// False at its end.
static bool read_some(int socket, Text *answer) {
  char bytes[1 << 14];
  ssize_t count;
  do
    count = read(socket, bytes, sizeof bytes);
  while (count < 0 && errno == EINTR);
  if (count > 0) text_add_bytes(answer, bytes, (size_t)count);
  return count > 0;
}

// A child that does not take it within a second is not asking, and hears no more of it.
static void send_reply(int socket, const Text *reply) {
  double begun = child_clock_ms();
  for (size_t sent = 0; sent < reply->length && child_clock_ms() - begun < 1e3;) {
    struct pollfd room = {.fd = socket, .events = POLLOUT};
    poll(&room, 1, CHILD_LOOK_MS);
    ssize_t count = send(socket, reply->data + sent, reply->length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) sent += (size_t)count;
    if (count < 0 && errno != EINTR && errno != EAGAIN) return;
  }
}

static void reply_to(Watch *watch, const Text *answer) {
  Text reply = {0};
  if (!watch->run->heard) return;
  watch->run->heard(watch->run->context, answer, &reply);
  if (reply.length && reply.length <= CHILD_REPLY_MOST) send_reply(watch->socket, &reply);
  if (reply.length) watch->process.idle_looks = 0;
  text_free(&reply);
}

static ChildEnding read_answer(Watch *watch, Text *answer) {
  size_t before = answer->length;
  for (;;) {
    struct pollfd wait = {.fd = watch->socket, .events = POLLIN};
    int ready = poll(&wait, 1, CHILD_LOOK_MS);
    if (ready > 0 && !read_some(watch->socket, answer)) return ENDED_ITSELF;
    if (ready > 0) reply_to(watch, answer);
    if (answer->length - before > watch->run->limits.answer_bytes) return ENDED_FLOOD;
    if (is_over_grace(watch)) return ENDED_STOPPED;
    if (ready == 0 && child_is_idle(&watch->process)) return ENDED_IDLE;
  }
}

static bool run_with(const ChildRun *run, atomic_int *stop, Text *answer, Status *status) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return status_fail(status, STATUS_INTERNAL, "no socket for %s: %s", run->who, strerror(errno));
  pid_t parent = getpid(), process = child_fork();
  if (process == 0) be_child(run, &(Child){ends[1], stop}, parent);
  int error = errno;
  close(ends[1]);
  bool ok = process > 0 || status_fail(status, STATUS_INTERNAL, "no process for %s: %s; end other programs",
                                       run->who, strerror(error));
  if (ok) {
    Watch watch = {run, {.who = run->who, .limits = run->limits, .process = process}, ends[0], stop, 0};
    ok = child_end(&watch.process, read_answer(&watch, answer), status);
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
