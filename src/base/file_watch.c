// File watches: inotify.
#include "base/file_watch.h"

#include "base/arena.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

struct FileWatch {
  int descriptor;
  char *name; // of the file in its folder
};

static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return memory_strdup(".");
  return slash == path ? memory_strdup("/") : strndup(path, (size_t)(slash - path));
}

FileWatch *file_watch_new(const char *path) {
  int descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (descriptor < 0) return NULL;
  char *folder = folder_of(path);
  int added = folder ? inotify_add_watch(descriptor, folder, IN_CLOSE_WRITE | IN_MOVED_TO) : -1;
  free(folder);
  if (added < 0) {
    close(descriptor);
    return NULL;
  }
  FileWatch *watch = memory_alloc(sizeof *watch);
  *watch = (FileWatch){descriptor, memory_strdup(file_base_name(path))};
  return watch;
}

void file_watch_free(FileWatch *watch) {
  if (!watch) return;
  close(watch->descriptor);
  free(watch->name);
  free(watch);
}

int file_watch_fd(const FileWatch *watch) {
  return watch->descriptor;
}

static bool names_file(const FileWatch *watch, const char *events, size_t length) {
  bool found = false;
  struct inotify_event event;
  for (size_t at = 0; at + sizeof event <= length; at += sizeof event + event.len) {
    memcpy(&event, events + at, sizeof event);
    found |= event.len > 0 && strcmp(events + at + sizeof event, watch->name) == 0;
  }
  return found;
}

bool file_watch_changed(FileWatch *watch) {
  char events[4096];
  bool changed = false;
  ssize_t length;
  while ((length = read(watch->descriptor, events, sizeof events)) > 0)
    changed |= names_file(watch, events, (size_t)length);
  return changed;
}
