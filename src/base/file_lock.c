// Locks between processes: flock.
#include "base/file_lock.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

// The lock's file, locked; -1 with errno. `how`: LOCK_NB or 0.
static int lock(const char *path, int how) {
  Text name = {0};
  text_printf(&name, "%s.lock", path);
  int descriptor = open(text_get(&name), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600),
      result = descriptor;
  text_free(&name);
  do {
    if (descriptor >= 0) result = flock(descriptor, LOCK_EX | how);
  } while (result < 0 && errno == EINTR);
  if (result >= 0) return descriptor;
  int error = errno;
  if (descriptor >= 0) close(descriptor);
  errno = error;
  return -1;
}

int file_lock(const char *path, Status *status) {
  int locked = lock(path, 0);
  if (locked < 0) status_fail(status, STATUS_INTERNAL, "cannot lock %s: %s", path, strerror(errno));
  return locked;
}

int file_lock_try(const char *path, bool *busy) {
  int locked = lock(path, LOCK_NB);
  *busy = locked < 0 && errno == EWOULDBLOCK;
  return locked;
}

// A process that was forked meanwhile has the descriptor, too: closing ours alone would not give the lock up.
void file_unlock(int lock) {
  if (lock < 0) return;
  flock(lock, LOCK_UN);
  close(lock);
}
