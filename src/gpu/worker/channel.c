// JSON lines over a socket.
#include "gpu/worker/channel.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MOST = 256 << 20 }; // bytes; a program of 100,000 launches is a tenth of it

void channel_close(Channel *channel) {
  if (channel->descriptor >= 0) close(channel->descriptor);
  channel->descriptor = -1;
  text_free(&channel->pending);
}

void channel_limit_sending(Channel *channel, double seconds) {
  struct timeval limit = {.tv_sec = (time_t)seconds,
                          .tv_usec = (suseconds_t)(1e6 * (seconds - floor(seconds)))};
  setsockopt(channel->descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

static bool send_all(int descriptor, const char *bytes, size_t length, Status *status) {
  while (length) {
    ssize_t sent = send(descriptor, bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return status_fail(status, STATUS_INTERNAL, "the other side is gone: %s", strerror(errno));
    bytes += sent;
    length -= (size_t)sent;
  }
  return true;
}

bool channel_send(Channel *channel, const Text *line, Status *status) {
  return send_all(channel->descriptor, text_get(line), line->length, status) &&
         send_all(channel->descriptor, "\n", 1, status);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Waits until there may be something to read, which is then CHANNEL_RECEIVED, or `end` has passed.
static ChannelResult wait_readable(const Channel *channel, double end) {
  double left = end < 0 ? 0 : end - now();
  if (end >= 0 && left <= 0) return CHANNEL_TIMEOUT;
  int milliseconds = end < 0 ? -1 : left > 1e6 ? 1000000000 : (int)(left * 1000) + 1;
  struct pollfd wait = {.fd = channel->descriptor, .events = POLLIN};
  if (!channel->task)
    poll(&wait, 1, milliseconds); // an error shows in the read
  else if (!task_sleep(channel->task, channel->descriptor, milliseconds))
    return CHANNEL_CANCELLED;
  return CHANNEL_RECEIVED;
}

// Takes the first `length` bytes and the newline after them off the pending text.
static Json *take_line(Channel *channel, size_t length) {
  Text *pending = &channel->pending;
  Json *json = json_parse("message", pending->data, length, NULL);
  size_t rest = pending->length - length - 1;
  memmove(pending->data, pending->data + length + 1, rest + 1); // with the terminating zero
  pending->length = rest;
  if (json && json_is_object(json_root(json))) return json;
  json_free(json);
  return NULL;
}

ChannelResult channel_receive(Channel *channel, double seconds, Json **json) {
  double end = seconds < 0 ? -1 : now() + seconds;
  Text *pending = &channel->pending;
  for (size_t seen = 0;;) {
    char *newline =
        pending->length > seen ? memchr(pending->data + seen, '\n', pending->length - seen) : NULL;
    if (newline)
      return (*json = take_line(channel, (size_t)(newline - pending->data))) ? CHANNEL_RECEIVED
                                                                             : CHANNEL_GARBAGE;
    seen = pending->length;
    if (seen > LINE_MOST) return CHANNEL_GARBAGE;
    ChannelResult waited = wait_readable(channel, end);
    if (waited != CHANNEL_RECEIVED) return waited;
    char part[65536];
    ssize_t got = recv(channel->descriptor, part, sizeof part, MSG_DONTWAIT);
    if (got > 0)
      text_add_bytes(pending, part, (size_t)got);
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
      return CHANNEL_CLOSED;
  }
}
