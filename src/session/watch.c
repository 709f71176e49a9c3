// One descriptor for everything that a session waits for: an epoll set over the job pool's and the
// measurement's eventfds.
#include "session/internal.h"

#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

void session_watch(Session *session, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  epoll_ctl(session->epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int session_fd(const Session *session) {
  return session->epoll;
}

bool session_wait_once(Session *session, int milliseconds) {
  struct pollfd wait = {.fd = session->epoll, .events = POLLIN};
  poll(&wait, 1, milliseconds);
  return session_poll(session);
}
