// The user's own files.
#include "base/file_own.h"

#include "base/arena.h"
#include "base/file_inside.h"
#include "base/file_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_own_check(const struct stat *info, const char *path, Status *status) {
  if (info->st_uid != geteuid() && info->st_uid != 0)
    return status_fail(
        status, STATUS_INPUT,
        "%s is not used: it belongs to another user (number %ld); remove it, or make it your own", path,
        (long)info->st_uid);
  if (!S_ISLNK(info->st_mode) && (info->st_mode & (S_IWGRP | S_IWOTH)))
    return status_fail(status, STATUS_INPUT,
                       "%s is not used: others can write to it; 'chmod -R go-w %s' ends that", path, path);
  return true;
}

bool file_is_own(const char *path, Status *status) {
  struct stat info;
  return file_is_inside(path) || stat(path, &info) < 0 || file_own_check(&info, path, status);
}

char *file_own_read(const char *path, size_t *length, Status *status) {
  struct stat info;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (descriptor < 0) {
    if (errno == ELOOP)
      status_fail(status, STATUS_INPUT, "%s is not used: it is a link", path);
    else
      file_fail(status, "open", path);
    return NULL;
  }
  bool own = fstat(descriptor, &info) == 0 && file_own_check(&info, path, status);
  char *content = own ? file_read_open(descriptor, path, length, status) : NULL;
  close(descriptor);
  return content;
}

// What to do about a folder that cannot be written to.
static bool fail_with_remedy(const char *path, Status *status) {
  Status why = *status;
  const char *variable = file_place_variable(path);
  if (variable && text_equal(variable, "HOME"))
    status_fail(status, why.code,
                "there is no folder of your own for it; set HOME, or FUSEBOX_STATE and FUSEBOX_CACHE");
  else if (variable)
    status_fail(status, why.code, "%s; set %s to a folder that you can write to", why.message, variable);
  return false;
}

static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder = memory_strdup(slash ? path : ".");
  if (slash) folder[slash == path ? 1 : slash - path] = '\0';
  return folder;
}

bool file_own_write(const char *path, const void *bytes, size_t length, Status *status) {
  Status own = {0};
  char *folder = folder_of(path);
  file_sweep(folder, "");
  bool good = file_make_folders_as(folder, S_IRWXU, &own) || status_prefix(&own, "cannot write %s", path);
  good = good && file_replace(path, true, bytes, length, &own);
  free(folder);
  if (good) return true;
  fail_with_remedy(path, &own);
  if (status) *status = own;
  return false;
}

bool file_own_set_aside(const char *path, const char *why, Text *name, Status *status) {
  struct stat info;
  int number = 1;
  do {
    text_clear(name);
    text_printf(name, "%s.%s-%d", path, why, number++);
  } while (lstat(text_get(name), &info) == 0);
  return rename(path, text_get(name)) == 0 || file_fail(status, "set aside", path);
}

FileStamp file_stamp(const char *path) {
  struct stat info;
  if (lstat(path, &info) < 0) return (FileStamp){0};
  return (FileStamp){.there = true,
                     .device = info.st_dev,
                     .number = info.st_ino,
                     .size = info.st_size,
                     .seconds = info.st_mtim.tv_sec,
                     .nanoseconds = info.st_mtim.tv_nsec};
}

bool file_stamp_equal(const FileStamp *a, const FileStamp *b) {
  return a->there == b->there && a->device == b->device && a->number == b->number && a->size == b->size &&
         a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}
