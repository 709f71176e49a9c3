// Files written beside the one that they replace: "<path>.<thread>-<attempt>.tmp".
#include "base/arena.h"
#include "base/file_internal.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SETTLED_SECONDS = 60 }; // a younger temporary file may be that of a process of another machine

bool file_write_all(int descriptor, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length) {
    ssize_t written = write(descriptor, at, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    at += written;
    length -= (size_t)written;
  }
  return true;
}

// Names carry the thread; a leftover of a killed program is stepped over.
int file_create_beside(const char *path, bool own, Text *name) {
  enum { ATTEMPTS = 100 };
  int descriptor = -1;
  for (int attempt = 0; attempt < ATTEMPTS && descriptor < 0; attempt++) {
    text_clear(name);
    text_printf(name, "%s.%d-%d.tmp", path, (int)gettid(), attempt);
    descriptor = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, own ? 0600 : 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  return descriptor;
}

// Writes, syncs and closes; keeps the permissions of a file that will be replaced.
static bool fill(int descriptor, const char *path, bool own, const void *bytes, size_t length) {
  struct stat info;
  bool good = own || stat(path, &info) < 0 || fchmod(descriptor, info.st_mode & 07777) == 0;
  good = good && file_write_all(descriptor, bytes, length) && fsync(descriptor) == 0;
  int error = errno;
  if (close(descriptor) < 0 && good) return false;
  errno = error;
  return good;
}

// "No such file" of a file that is to be made means its folder.
bool file_fail_write(const char *path, Status *status) {
  const char *slash = strrchr(path, '/');
  if (errno != ENOENT || !slash) return file_fail(status, "write", path);
  return status_fail(status, STATUS_INPUT, "cannot write %s: there is no folder %.*s", path,
                     (int)(slash - path), path);
}

bool file_replace(const char *path, bool own, const void *bytes, size_t length, Status *status) {
  Text temporary = {0};
  int descriptor = file_create_beside(path, own, &temporary);
  bool good = descriptor >= 0 && fill(descriptor, path, own, bytes, length);
  good = good && rename(temporary.data, path) == 0;
  if (!good) {
    file_fail_write(path, status);
    if (descriptor >= 0) unlink(temporary.data);
  }
  text_free(&temporary);
  return good;
}

// The thread that a name of file_create_beside carries; 0: it is none.
static long thread_of(const char *name) {
  long thread = 0;
  int attempt, end = 0;
  const char *dot = text_ends(name, ".tmp") ? name + strlen(name) - strlen(".tmp") : NULL;
  while (dot && dot > name && *--dot != '.') {
  }
  bool matches = dot && sscanf(dot, ".%ld-%d.tmp%n", &thread, &attempt, &end) == 2 && end && !dot[end];
  return matches && thread > 0 ? thread : 0;
}

static void sweep_one(const char *path) {
  struct stat info;
  long thread = thread_of(path);
  if (!thread || kill((pid_t)thread, 0) == 0 || errno != ESRCH) return;
  if (lstat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_mtime + SETTLED_SECONDS < time(NULL))
    unlink(path);
}

void file_sweep(const char *folder, const char *prefix) {
  int count = 0;
  char **names = file_list(folder, &count, NULL);
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]);
    if (text_starts(names[i], prefix)) sweep_one(path);
    free(path);
    free(names[i]);
  }
  free(names);
}
