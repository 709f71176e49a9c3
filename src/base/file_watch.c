// File watches: inotify.
#include "base/file_watch.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { WRITTEN = IN_CLOSE_WRITE | IN_MOVED_TO, COME_OR_GONE = IN_CREATE | IN_MOVED_FROM | IN_DELETE };

struct FileWatch {
  int descriptor;
  char *name;   // of the file in its folder; NULL: all with the suffix
  char *suffix; // NULL: the one file
};

static FileWatch *watch_new(void) {
  int descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (descriptor < 0) return NULL;
  FileWatch *watch = memory_alloc(sizeof *watch);
  watch->descriptor = descriptor;
  return watch;
}

static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return memory_strdup(".");
  return slash == path ? memory_strdup("/") : memory_strndup(path, (size_t)(slash - path));
}

FileWatch *file_watch_new(const char *path) {
  FileWatch *watch = watch_new();
  if (!watch) return NULL;
  watch->name = memory_strdup(file_base_name(path));
  char *folder = folder_of(path);
  bool added = folder && inotify_add_watch(watch->descriptor, folder, WRITTEN) >= 0;
  free(folder);
  if (added) return watch;
  file_watch_free(watch);
  return NULL;
}

FileWatch *file_watch_folders(char *const *folders, int count, const char *suffix) {
  FileWatch *watch = watch_new();
  if (!watch) return NULL;
  watch->suffix = memory_strdup(suffix);
  for (int i = 0; i < count; i++)
    if (folders[i]) inotify_add_watch(watch->descriptor, folders[i], WRITTEN | COME_OR_GONE | IN_ONLYDIR);
  return watch;
}

void file_watch_free(FileWatch *watch) {
  if (!watch) return;
  close(watch->descriptor);
  free(watch->name);
  free(watch->suffix);
  free(watch);
}

int file_watch_fd(const FileWatch *watch) {
  return watch->descriptor;
}

// A file that was only made is empty yet: it is closed later.
static bool counts(const FileWatch *watch, const struct inotify_event *event, const char *name) {
  if (event->len == 0) return false;
  if (watch->name) return text_equal(name, watch->name);
  return event->mask & IN_ISDIR || (!(event->mask & IN_CREATE) && text_ends(name, watch->suffix));
}

static bool any_counts(const FileWatch *watch, const char *events, size_t length) {
  bool found = false;
  struct inotify_event event;
  for (size_t at = 0; at + sizeof event <= length; at += sizeof event + event.len) {
    memcpy(&event, events + at, sizeof event);
    found |= counts(watch, &event, events + at + sizeof event);
  }
  return found;
}

bool file_watch_changed(FileWatch *watch) {
  char events[4096];
  bool changed = false;
  ssize_t length;
  while ((length = read(watch->descriptor, events, sizeof events)) > 0)
    changed |= any_counts(watch, events, (size_t)length);
  return changed;
}
