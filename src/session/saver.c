// Writing files beside the caller.
#include "session/saver.h"

#include "base/arena.h"
#include "base/file_lock.h"
#include "base/task.h"
#include "base/vector.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct Waiting {
  char *path; // NULL: there is nothing to write, it is only freed
  SaverContent content;
} Waiting;

// A file whose last writing failed.
typedef struct Unwritten {
  char *path;
  Status status;
} Unwritten;

// A file that is replaced only where it is known.
typedef struct Guard {
  char *path;
  FileStamp stamp;
  bool damaged; // what is there could not be read
} Guard;

struct Saver {
  Task *task; // NULL: there is no thread, and files are written where they are put
  pthread_mutex_t lock;
  pthread_cond_t changed;  // something waits, is written, or it closes
  VECTOR(Waiting) waiting; // what came first is first; of no path two
  bool writing, closing;
  VECTOR(Unwritten) unwritten;
  VECTOR(Guard) guards;
  Text notice; // of what was set aside and not told yet
};

// With the lock: the guard of a path; NULL: there is none.
static Guard *guard_of(Saver *saver, const char *path) {
  for (int i = 0; i < saver->guards.count; i++)
    if (text_equal(saver->guards.data[i].path, path)) return &saver->guards.data[i];
  return NULL;
}

// Sets aside what is at the path and not known.
static bool make_room(Saver *saver, const char *path, Status *status) {
  pthread_mutex_lock(&saver->lock);
  const Guard *guard = guard_of(saver, path);
  FileStamp now = file_stamp(path);
  bool good = true;
  if (guard && now.there && (guard->damaged || !file_stamp_equal(&now, &guard->stamp))) {
    Text name = {0};
    good = file_own_set_aside(path, guard->damaged ? "damaged" : "changed", &name, status);
    if (good)
      text_printf(
          &saver->notice, "%s%s; it is kept as %s", saver->notice.length ? "; " : "",
          guard->damaged ? "what was kept could not be read" : "another program wrote what was kept here",
          text_get(&name));
    text_free(&name);
  }
  pthread_mutex_unlock(&saver->lock);
  return good;
}

static void remember_stamp(Saver *saver, const char *path) {
  pthread_mutex_lock(&saver->lock);
  Guard *guard = guard_of(saver, path);
  if (guard) guard->stamp = file_stamp(path), guard->damaged = false;
  pthread_mutex_unlock(&saver->lock);
}

static Status write_file(Saver *saver, const char *path, const SaverContent *content) {
  Status status = {0};
  Text text = {0};
  int lock = content->shared ? file_lock(path, NULL) : -1;
  content->write(content->data, &text);
  if (make_room(saver, path, &status) && file_own_write(path, text_get(&text), text.length, &status))
    remember_stamp(saver, path);
  file_unlock(lock);
  text_free(&text);
  content->free(content->data);
  return status;
}

void saver_guard(Saver *saver, const char *path, const FileStamp *stamp) {
  pthread_mutex_lock(&saver->lock);
  Guard *guard = guard_of(saver, path);
  if (!guard) {
    vector_push(&saver->guards, (Guard){.path = memory_strdup(path)});
    guard = &saver->guards.data[saver->guards.count - 1];
  }
  guard->damaged = !stamp;
  guard->stamp = stamp ? *stamp : (FileStamp){0};
  pthread_mutex_unlock(&saver->lock);
}

bool saver_notice(Saver *saver, Text *out) {
  pthread_mutex_lock(&saver->lock);
  bool any = saver->notice.length > 0;
  if (any) text_add(out, text_get(&saver->notice));
  text_clear(&saver->notice);
  pthread_mutex_unlock(&saver->lock);
  return any;
}

// With the lock, when there is a thread: keeps what became of a file in mind.
static void remember(Saver *saver, const char *path, const Status *status) {
  int at = 0, last = saver->unwritten.count - 1;
  while (at <= last && !text_equal(saver->unwritten.data[at].path, path))
    at++;
  if (status->code != STATUS_OK) {
    if (at > last) vector_push(&saver->unwritten, (Unwritten){.path = memory_strdup(path)});
    saver->unwritten.data[at].status = *status;
  } else if (at <= last) {
    free(saver->unwritten.data[at].path);
    saver->unwritten.data[at] = saver->unwritten.data[last];
    saver->unwritten.count--;
  }
}

// With the lock, which is given up while the file is written.
static void write_waiting(Saver *saver) {
  Waiting first = saver->waiting.data[0];
  saver->waiting.count--;
  for (int i = 0; i < saver->waiting.count; i++)
    saver->waiting.data[i] = saver->waiting.data[i + 1];
  saver->writing = true;
  pthread_mutex_unlock(&saver->lock);
  Status status = {0};
  if (first.path)
    status = write_file(saver, first.path, &first.content);
  else
    first.content.free(first.content.data);
  pthread_mutex_lock(&saver->lock);
  if (first.path) remember(saver, first.path, &status);
  free(first.path);
  saver->writing = false;
  pthread_cond_broadcast(&saver->changed);
}

static void run(Task *task, void *data) {
  Saver *saver = data;
  (void)task; // is never cancelled: it ends when all is written
  pthread_mutex_lock(&saver->lock);
  while (saver->waiting.count || !saver->closing) {
    if (saver->waiting.count)
      write_waiting(saver);
    else
      pthread_cond_wait(&saver->changed, &saver->lock);
  }
  pthread_mutex_unlock(&saver->lock);
}

Saver *saver_new(void) {
  Saver *saver = memory_alloc(sizeof *saver);
  pthread_mutex_init(&saver->lock, NULL);
  pthread_cond_init(&saver->changed, NULL);
  saver->task = task_start(run, saver);
  return saver;
}

// With the lock: the place of what waits for a path, a new one at the end when nothing does.
static SaverContent *place_for(Saver *saver, const char *path) {
  for (int i = 0; i < saver->waiting.count; i++) {
    Waiting *waiting = &saver->waiting.data[i];
    if (!text_equal(waiting->path, path)) continue; // nor what is only freed
    waiting->content.free(waiting->content.data);
    return &waiting->content;
  }
  vector_push(&saver->waiting, (Waiting){.path = memory_strdup(path)});
  return &saver->waiting.data[saver->waiting.count - 1].content;
}

void saver_put(Saver *saver, const char *path, const SaverContent *content) {
  if (!saver->task) {
    Status status = write_file(saver, path, content);
    remember(saver, path, &status);
    return;
  }
  pthread_mutex_lock(&saver->lock);
  *place_for(saver, path) = *content;
  pthread_cond_broadcast(&saver->changed);
  pthread_mutex_unlock(&saver->lock);
}

void saver_free_later(Saver *saver, void (*release)(void *data), void *data) {
  if (!saver->task) {
    release(data);
    return;
  }
  pthread_mutex_lock(&saver->lock);
  vector_push(&saver->waiting, (Waiting){.content = {.free = release, .data = data}});
  pthread_cond_broadcast(&saver->changed);
  pthread_mutex_unlock(&saver->lock);
}

static void write_text(void *data, Text *out) {
  Text *text = data;
  *out = *text;
  *text = (Text){0};
}

static void free_text(void *data) {
  text_free(data);
  free(data);
}

void saver_put_text(Saver *saver, const char *path, Text *text) {
  Text *own = memory_alloc(sizeof *own);
  *own = *text;
  *text = (Text){0};
  saver_put(saver, path, &(SaverContent){.write = write_text, .free = free_text, .data = own});
}

void saver_wait(Saver *saver) {
  pthread_mutex_lock(&saver->lock);
  while (saver->waiting.count || saver->writing)
    pthread_cond_wait(&saver->changed, &saver->lock);
  pthread_mutex_unlock(&saver->lock);
}

bool saver_failed(Saver *saver, Status *status) {
  pthread_mutex_lock(&saver->lock);
  bool failed = saver->unwritten.count > 0;
  if (failed) *status = saver->unwritten.data[0].status;
  pthread_mutex_unlock(&saver->lock);
  return failed;
}

void saver_free(Saver *saver) {
  if (!saver) return;
  pthread_mutex_lock(&saver->lock);
  saver->closing = true;
  pthread_cond_broadcast(&saver->changed);
  pthread_mutex_unlock(&saver->lock);
  task_join(saver->task);
  pthread_mutex_destroy(&saver->lock);
  pthread_cond_destroy(&saver->changed);
  vector_free(&saver->waiting);
  for (int i = 0; i < saver->unwritten.count; i++)
    free(saver->unwritten.data[i].path);
  vector_free(&saver->unwritten);
  for (int i = 0; i < saver->guards.count; i++)
    free(saver->guards.data[i].path);
  vector_free(&saver->guards);
  text_free(&saver->notice);
  free(saver);
}
