#include "base/child_pool.h"

#include "base/arena.h"
#include "base/child_confine.h"
#include "base/child_process.h"
#include "base/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  REST_S = 30, // a child without requests ends after that
  USED_S = 20, // and is asked no more after that
};

// A child that waits for requests. Request and answer are a length (8 bytes) and so many bytes each.
typedef struct Server {
  pid_t process;
  int socket;
  double answered_ms; // when it did so last, by the monotonic clock
} Server;

struct ChildPool {
  ChildService service;
  pthread_mutex_t lock;
  VECTOR(Server) idle;
  int starts;
};

// ---- In the child.

// False at the end of what there is to read.
static bool receive(int socket, void *bytes, size_t length) {
  for (char *at = bytes; length > 0;) {
    ssize_t count = recv(socket, at, length, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    length -= (size_t)count;
  }
  return true;
}

static void send_all(int socket, const void *bytes, size_t length) {
  for (const char *at = bytes; length > 0;) {
    ssize_t written = write(socket, at, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(STATUS_INTERNAL); // nobody listens
    at += written;
    length -= (size_t)written;
  }
}

// While it works it does not listen: then what happens at the socket is told by a signal, and without a
// parent it ends. (The parent-death signal is of no use: it comes when the thread that started it ends.)
static void end_without_parent(int socket) {
  char byte;
  if (recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) _exit(0);
}

static void on_event(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  int error = errno;
  end_without_parent(info->si_fd);
  errno = error;
}

static void watch_parent(int socket) {
  struct sigaction action = {.sa_sigaction = on_event, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigaction(SIGIO, &action, NULL);
  fcntl(socket, F_SETOWN, getpid());
  fcntl(socket, F_SETSIG, SIGIO); // with the descriptor
  fcntl(socket, F_SETFL, O_ASYNC);
}

static void serve_one(const ChildService *service, int socket, size_t length) {
  char *request = memory_alloc(length + 1);
  if (!receive(socket, request, length)) _exit(0);
  Text answer = {0};
  end_without_parent(socket); // gone before it was watched
  service->answer(service->context, request, length, &answer);
  uint64_t size = answer.length;
  send_all(socket, &size, sizeof size);
  send_all(socket, text_get(&answer), answer.length);
  text_free(&answer);
  free(request);
}

static _Noreturn void serve(const ChildService *service, int socket) {
  uint64_t length;
  struct timeval rest = {.tv_sec = REST_S};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &rest, sizeof rest);
  watch_parent(socket);
  child_confine(socket, 0, service->limits.memory_bytes);
  while (receive(socket, &length, sizeof length))
    serve_one(service, socket, length);
  _exit(0);
}

// ---- In the parent.

static bool start(ChildPool *pool, const char *who, Server *server, Status *status) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return status_fail(status, STATUS_INTERNAL, "no socket for %s: %s", who, strerror(errno));
  *server = (Server){.process = child_fork(), .socket = ends[0]};
  if (server->process == 0) serve(&pool->service, ends[1]);
  int error = errno;
  close(ends[1]);
  if (server->process > 0) return true;
  close(ends[0]);
  return status_fail(status, STATUS_INTERNAL, "no process for %s: %s; end other programs", who,
                     strerror(error));
}

typedef struct Exchange {
  ChildProcess process;
  int socket;
  double began_cpu_ms;
  const atomic_int *stop;
  const char *request; // what is left of it
  size_t left;
  uint64_t length; // of the answer
  size_t got;      // with the length before it
  Text *answer;
} Exchange;

static bool send_some(Exchange *exchange) {
  ssize_t count = send(exchange->socket, exchange->request, exchange->left, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  exchange->request += count;
  exchange->left -= (size_t)count;
  return true;
}

// False at its end, and when it is not to be believed.
static bool receive_some(Exchange *exchange) {
  char bytes[1 << 14];
  char *head = (char *)&exchange->length;
  size_t head_left = exchange->got < sizeof(uint64_t) ? sizeof(uint64_t) - exchange->got : 0;
  ssize_t count = recv(exchange->socket, head_left ? head + exchange->got : bytes,
                       head_left ? head_left : sizeof bytes, MSG_DONTWAIT);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  if (!head_left) text_add_bytes(exchange->answer, bytes, (size_t)count);
  exchange->got += (size_t)count;
  return count > 0;
}

static bool is_whole(const Exchange *exchange) {
  return exchange->got >= sizeof(uint64_t) && exchange->got - sizeof(uint64_t) >= exchange->length;
}

static bool is_flood(const Exchange *exchange) {
  return exchange->got >= sizeof(uint64_t) && exchange->length > exchange->process.limits.answer_bytes;
}

static bool is_busy(const Exchange *exchange) {
  double used = child_cpu_ms(&exchange->process) - exchange->began_cpu_ms;
  return used > 1e3 * exchange->process.limits.cpu_seconds;
}

static ChildEnding look(Exchange *exchange, bool quiet) {
  if (is_flood(exchange)) return ENDED_FLOOD;
  if (exchange->stop && *exchange->stop) return ENDED_STOPPED;
  if (quiet && is_busy(exchange)) return ENDED_BUSY;
  return quiet && child_is_idle(&exchange->process) ? ENDED_IDLE : CHILD_GOES_ON;
}

// CHILD_GOES_ON: the answer is whole.
static ChildEnding exchange_all(Exchange *exchange) {
  ChildEnding ending = CHILD_GOES_ON;
  while (ending == CHILD_GOES_ON && !is_whole(exchange)) {
    struct pollfd wait = {exchange->socket, (short)(exchange->left ? POLLIN | POLLOUT : POLLIN), 0};
    int ready = poll(&wait, 1, CHILD_LOOK_MS);
    if (ready > 0 && (wait.revents & POLLOUT) && !send_some(exchange)) return ENDED_ITSELF;
    if (ready > 0 && (wait.revents & ~POLLOUT) && !receive_some(exchange)) return ENDED_ITSELF;
    ending = look(exchange, ready == 0);
  }
  return ending;
}

static void end_at_once(const Server *server) {
  ChildProcess process = {.who = "", .process = server->process};
  child_end(&process, ENDED_STOPPED, NULL);
  close(server->socket);
}

// Those that rested too long are about to end, or have: they are ended here.
static bool take_idle(ChildPool *pool, Server *server) {
  double before = child_clock_ms() - 1e3 * USED_S;
  bool found = false;
  pthread_mutex_lock(&pool->lock);
  while (!found && pool->idle.count > 0) {
    *server = pool->idle.data[--pool->idle.count];
    found = server->answered_ms >= before;
    if (!found) end_at_once(server);
  }
  if (!found) pool->starts++;
  pthread_mutex_unlock(&pool->lock);
  return found;
}

static void put_back(ChildPool *pool, Server server) {
  server.answered_ms = child_clock_ms();
  pthread_mutex_lock(&pool->lock);
  vector_push(&pool->idle, server);
  pthread_mutex_unlock(&pool->lock);
}

// Its request and the length before it, as they are sent.
static Text framed(const Text *request) {
  Text frame = {0};
  uint64_t length = request->length;
  text_add_bytes(&frame, (const char *)&length, sizeof length);
  text_add_bytes(&frame, text_get(request), request->length);
  return frame;
}

static bool ask(ChildPool *pool, Server server, Exchange *exchange, ChildEnding *ending, Status *status) {
  exchange->began_cpu_ms = exchange->process.cpu_ms = child_cpu_ms(&exchange->process);
  *ending = exchange_all(exchange);
  if (*ending == CHILD_GOES_ON) {
    put_back(pool, server);
    return true;
  }
  bool silent = child_end(&exchange->process, *ending, status);
  close(server.socket);
  return silent ? status_fail(status, STATUS_INTERNAL, "%s ended without an answer", exchange->process.who)
                : false;
}

// `again`: a new child waits for something, perhaps for a lock that another thread had when it began.
static bool ask_one(ChildPool *pool, const char *who, const Text *frame, const atomic_int *stop, Text *answer,
                    bool *again, Status *status) {
  Server server = {0};
  *again = false;
  bool old = take_idle(pool, &server);
  if (!old && !start(pool, who, &server, status)) return false;
  Text got = {0};
  ChildEnding ending;
  Exchange exchange = {
      .process = {.who = who, .limits = pool->service.limits, .process = server.process},
      .socket = server.socket,
      .stop = stop,
      .request = text_get(frame),
      .left = frame->length,
      .answer = &got,
  };
  bool ok = ask(pool, server, &exchange, &ending, status);
  if (ok) text_add_bytes(answer, text_get(&got), got.length);
  text_free(&got);
  *again = !old && ending == ENDED_IDLE;
  return ok;
}

bool child_pool_ask(ChildPool *pool, const char *who, const Text *request, const atomic_int *stop,
                    Text *answer, Status *status) {
  if (stop && *stop) return status_fail(status, STATUS_CANCELLED, "%s was stopped", who);
  Text frame = framed(request);
  bool again, ok = ask_one(pool, who, &frame, stop, answer, &again, status);
  if (!ok && again) {
    if (status) *status = (Status){0};
    ok = ask_one(pool, who, &frame, stop, answer, &again, status);
  }
  text_free(&frame);
  return ok;
}

int child_pool_starts(ChildPool *pool) {
  pthread_mutex_lock(&pool->lock);
  int starts = pool->starts;
  pthread_mutex_unlock(&pool->lock);
  return starts;
}

ChildPool *child_pool_new(const ChildService *service) {
  ChildPool *pool = memory_alloc(sizeof *pool);
  pool->service = *service;
  pthread_mutex_init(&pool->lock, NULL);
  return pool;
}

void child_pool_free(ChildPool *pool) {
  if (!pool) return;
  for (int i = 0; i < pool->idle.count; i++)
    end_at_once(&pool->idle.data[i]);
  vector_free(&pool->idle);
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}
