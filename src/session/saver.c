// Writing files beside the caller.
#include "session/saver.h"

#include "base/arena.h"
#include "base/file.h"

#include <pthread.h>
#include <stdlib.h>

struct Saver {
  pthread_t thread;
  bool threaded; // the thread could be started
  pthread_mutex_t lock;
  pthread_cond_t changed; // something waits, is written, or it closes
  char *path;             // of what waits; NULL: nothing does
  SaverContent content;
  bool writing, closing;
  Status status; // of the file that was written last
};

static Status write_file(const char *path, const SaverContent *content) {
  Status status = {0};
  Text text = {0};
  content->write(content->data, &text);
  file_write(path, text_get(&text), text.length, &status);
  text_free(&text);
  content->free(content->data);
  return status;
}

// With the lock, which is given up while the file is written.
static void write_waiting(Saver *saver) {
  char *path = saver->path;
  SaverContent content = saver->content;
  saver->path = NULL;
  saver->writing = true;
  pthread_mutex_unlock(&saver->lock);
  Status status = write_file(path, &content);
  free(path);
  pthread_mutex_lock(&saver->lock);
  saver->status = status;
  saver->writing = false;
  pthread_cond_broadcast(&saver->changed);
}

static void *run(void *data) {
  Saver *saver = data;
  pthread_mutex_lock(&saver->lock);
  while (saver->path || !saver->closing) {
    if (saver->path)
      write_waiting(saver);
    else
      pthread_cond_wait(&saver->changed, &saver->lock);
  }
  pthread_mutex_unlock(&saver->lock);
  return NULL;
}

Saver *saver_new(void) {
  Saver *saver = memory_alloc(sizeof *saver);
  pthread_mutex_init(&saver->lock, NULL);
  pthread_cond_init(&saver->changed, NULL);
  saver->threaded = pthread_create(&saver->thread, NULL, run, saver) == 0;
  return saver;
}

// With the lock.
static void drop_waiting(Saver *saver) {
  if (saver->path) saver->content.free(saver->content.data);
  free(saver->path);
  saver->path = NULL;
}

void saver_put(Saver *saver, const char *path, const SaverContent *content) {
  if (!saver->threaded) {
    saver->status = write_file(path, content);
    return;
  }
  pthread_mutex_lock(&saver->lock);
  while (saver->path && !text_equal(saver->path, path))
    pthread_cond_wait(&saver->changed, &saver->lock);
  drop_waiting(saver);
  saver->path = memory_strdup(path);
  saver->content = *content;
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
  saver_put(saver, path, &(SaverContent){write_text, free_text, own});
}

void saver_wait(Saver *saver) {
  pthread_mutex_lock(&saver->lock);
  while (saver->path || saver->writing)
    pthread_cond_wait(&saver->changed, &saver->lock);
  pthread_mutex_unlock(&saver->lock);
}

bool saver_failed(Saver *saver, Status *status) {
  pthread_mutex_lock(&saver->lock);
  *status = saver->status;
  pthread_mutex_unlock(&saver->lock);
  return status->code != STATUS_OK;
}

void saver_free(Saver *saver) {
  if (!saver) return;
  pthread_mutex_lock(&saver->lock);
  saver->closing = true;
  pthread_cond_broadcast(&saver->changed);
  pthread_mutex_unlock(&saver->lock);
  if (saver->threaded) pthread_join(saver->thread, NULL);
  pthread_mutex_destroy(&saver->lock);
  pthread_cond_destroy(&saver->changed);
  drop_waiting(saver);
  free(saver);
}
