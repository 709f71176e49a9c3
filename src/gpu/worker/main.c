// The worker's process: reads requests from the socket that it was started with until the other side goes
// away. The reply is
// {"ok":true, ...} or {"ok":false,"error":sentence,"code":status code,"fatal":whether only a new worker can
// go on}.
#include "base/arena.h"
#include "gpu/worker/state.h"
#include "gpu/worker/worker.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

enum { WORKER_DESCRIPTOR = 3 };

static void answer(WorkerState *state, const Json *request, Text *reply) {
  Status status = {0};
  Text members = {0};
  JsonWriter json = json_writer(&members, false);
  const char *name = json_string(json_get(json_root(request), "do"), "");
  WorkerAnswer answerer = worker_answer(name);
  json_begin_object(&json, NULL);
  json_put_bool(&json, "ok", true);
  bool good = answerer ? answerer(state, request, &json, &status)
                       : status_fail(&status, STATUS_INTERNAL, "the GPU worker knows no \"%s\"", name);
  json_end(&json);
  if (good) {
    text_add(reply, text_get(&members));
  } else { // what was written so far is dropped
    json = json_writer(reply, false);
    json_begin_object(&json, NULL);
    json_put_bool(&json, "ok", false);
    json_put_string(&json, "error", status.message);
    json_put_integer(&json, "code", status.code);
    json_put_bool(&json, "fatal", state->driver.broken);
    json_end(&json);
  }
  text_free(&members);
}

static bool serve_one(WorkerState *state, Channel *channel) {
  Json *request = NULL;
  if (channel_receive(channel, -1, &request) != CHANNEL_RECEIVED) return false;
  Text reply = {0};
  answer(state, request, &reply);
  bool good = channel_send(channel, &reply, NULL);
  text_free(&reply);
  json_free(request);
  return good && !state->driver.broken;
}

// A kernel may never end: do not outlive the owner while waiting for it. (The parent-death signal is of no
// use: it comes when the thread that started the worker ends.)
static void *watch_owner(void *unused) {
  (void)unused;
  struct pollfd wait = {.fd = WORKER_DESCRIPTOR, .events = POLLRDHUP};
  while (poll(&wait, 1, -1) <= 0 || !(wait.revents & (POLLRDHUP | POLLHUP | POLLERR))) {
  }
  _exit(0);
}

int worker_main(int argc, char **argv) {
  (void)argc, (void)argv;
  pthread_t watcher;
  signal(SIGINT, SIG_IGN); // ^C in the terminal is the owner's
  if (!pthread_create(&watcher, NULL, watch_owner, NULL)) pthread_detach(watcher);
  memory_work("the GPU worker");
  WorkerState state = {0};
  Channel channel = {.descriptor = WORKER_DESCRIPTOR};
  while (serve_one(&state, &channel)) {
  }
  if (!state.driver.broken) worker_state_close(&state);
  channel_close(&channel);
  return 0;
}
