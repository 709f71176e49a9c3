// Calls on files with failures: of those below one folder, known by path or by descriptor.
#include "inject.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DESCRIPTORS = 1024 };
static _Atomic bool below_folder[DESCRIPTORS]; // descriptors of files there

// What a call does, for which failures are likely.
typedef enum Does { DOES_READ = 1, DOES_WRITE = 2, DOES_MAKE = 4, DOES_ELSE = 8, DOES_WAIT = 16 } Does;

static unsigned those_that_give(int error) {
  switch (error) {
    case ENOSPC:
      return DOES_WRITE | DOES_MAKE;
    case EINTR:
      return DOES_READ | DOES_WRITE | DOES_WAIT;
    case FAULT_SHORT:
      return DOES_READ | DOES_WRITE;
    default:
      return ~0u;
  }
}

// The function of that name behind this program's.
static void *behind(const char *name) {
  return dlsym(RTLD_NEXT, name);
}
#define BEHIND(name) \
  ((union { \
     void *found; \
     __typeof__(&(name)) function; \
   }){behind(#name)} \
       .function)

static bool is_below(const char *path) {
  const Fault *fault = fault_armed();
  size_t length = fault && fault->folder ? strlen(fault->folder) : 0;
  return length && !strncmp(path, fault->folder, length) && path[length] == '/';
}

static bool is_kept(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS && below_folder[descriptor];
}

static void keep(int descriptor, bool kept) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS) below_folder[descriptor] = kept;
}

static bool trips(Does does, const char *name, const char *path) {
  const Fault *fault = fault_armed();
  if (!fault || fault->kind != FAULT_FILES || !(those_that_give(fault->error) & does)) return false;
  return fault_trips(FAULT_FILES, name, path);
}

static bool fails(Does does, const char *name, const char *path) {
  if (!is_below(path) || !trips(does, name, path)) return false;
  errno = fault_armed()->error;
  return true;
}

static bool fails_on(Does does, const char *name, int descriptor) {
  int before = errno;
  char link[32], path[256] = "";
  if (!is_kept(descriptor)) return false;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  bool known = readlink(link, path, sizeof path - 1) > 0;
  errno = before;
  if (!trips(does, name, known ? path : NULL)) return false;
  errno = fault_armed()->error;
  return true;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (fails(flags & O_CREAT ? DOES_MAKE : DOES_ELSE, "open", path)) return -1;
  int descriptor = BEHIND(open)(path, flags, mode);
  keep(descriptor, is_below(path));
  return descriptor;
}

int close(int descriptor) {
  bool failed = fails_on(DOES_ELSE, "close", descriptor);
  int error = errno;
  keep(descriptor, false);
  int result = BEHIND(close)(descriptor);
  if (!failed) return result;
  errno = error;
  return -1;
}

// How much of `wanted` a call that is cut short takes.
static bool is_cut(size_t *wanted) {
  if (fault_armed()->error != FAULT_SHORT) return false;
  *wanted = (*wanted + 1) / 2;
  return true;
}

ssize_t read(int descriptor, void *bytes, size_t wanted) {
  if (fails_on(DOES_READ, "read", descriptor) && !is_cut(&wanted)) return -1;
  return BEHIND(read)(descriptor, bytes, wanted);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
  if (fails_on(DOES_WRITE, "write", descriptor) && !is_cut(&length)) return -1;
  return BEHIND(write)(descriptor, bytes, length);
}

int fsync(int descriptor) {
  return fails_on(DOES_MAKE, "fsync", descriptor) ? -1 : BEHIND(fsync)(descriptor);
}

int fchmod(int descriptor, mode_t mode) {
  return fails_on(DOES_ELSE, "fchmod", descriptor) ? -1 : BEHIND(fchmod)(descriptor, mode);
}

int flock(int descriptor, int operation) {
  return fails_on(DOES_WAIT, "flock", descriptor) ? -1 : BEHIND(flock)(descriptor, operation);
}

int rename(const char *from, const char *to) {
  return fails(DOES_MAKE, "rename", to) ? -1 : BEHIND(rename)(from, to);
}

int link(const char *from, const char *to) {
  return fails(DOES_MAKE, "link", to) ? -1 : BEHIND(link)(from, to);
}

int mkdir(const char *path, mode_t mode) {
  return fails(DOES_MAKE, "mkdir", path) ? -1 : BEHIND(mkdir)(path, mode);
}

char *mkdtemp(char *path) {
  return fails(DOES_MAKE, "mkdtemp", path) ? NULL : BEHIND(mkdtemp)(path);
}

int unlink(const char *path) {
  return fails(DOES_ELSE, "unlink", path) ? -1 : BEHIND(unlink)(path);
}
