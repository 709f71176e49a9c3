// Watching folders: inotify.
#include "base/folder_watch.h"

#include "base/arena.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

struct FolderWatch {
  int descriptor;
  const char *suffix;
};

FolderWatch *folder_watch_new(char *const *folders, int count, const char *suffix) {
  int descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (descriptor < 0) return NULL;
  for (int i = 0; i < count; i++)
    if (folders[i])
      inotify_add_watch(descriptor, folders[i],
                        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR);
  FolderWatch *watch = memory_alloc(sizeof *watch);
  *watch = (FolderWatch){descriptor, suffix};
  return watch;
}

void folder_watch_free(FolderWatch *watch) {
  if (!watch) return;
  close(watch->descriptor);
  free(watch);
}

int folder_watch_fd(const FolderWatch *watch) {
  return watch->descriptor;
}

// A file that was only made is empty yet: it is closed later.
static bool counts(const FolderWatch *watch, const struct inotify_event *event, const char *name) {
  if (event->len == 0) return false;
  return event->mask & IN_ISDIR || (!(event->mask & IN_CREATE) && text_ends(name, watch->suffix));
}

static bool any_counts(const FolderWatch *watch, const char *events, size_t length) {
  bool found = false;
  struct inotify_event event;
  for (size_t at = 0; at + sizeof event <= length; at += sizeof event + event.len) {
    memcpy(&event, events + at, sizeof event);
    found |= counts(watch, &event, events + at + sizeof event);
  }
  return found;
}

bool folder_watch_changed(FolderWatch *watch) {
  char events[4096];
  bool changed = false;
  ssize_t length;
  while ((length = read(watch->descriptor, events, sizeof events)) > 0)
    changed |= any_counts(watch, events, (size_t)length);
  return changed;
}
