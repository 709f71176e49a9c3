// Locks between processes: flock.
#include "base/file_lock.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static bool wait_for(int descriptor) {
  int result;
  do {
    result = flock(descriptor, LOCK_EX);
  } while (result < 0 && errno == EINTR);
  return result == 0;
}

int file_lock(const char *path, Status *status) {
  Text name = {0};
  text_printf(&name, "%s.lock", path);
  int descriptor = open(text_get(&name), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0 || !wait_for(descriptor)) {
    status_fail(status, STATUS_INTERNAL, "cannot lock %s: %s", path, strerror(errno));
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
  }
  text_free(&name);
  return descriptor;
}

// A process that was forked meanwhile has the descriptor, too: closing ours alone would not give the lock up.
void file_unlock(int lock) {
  if (lock < 0) return;
  flock(lock, LOCK_UN);
  close(lock);
}
