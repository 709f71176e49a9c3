// Writing files beside the caller.
#include "session/saver.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"

#include <pthread.h>
#include <stdlib.h>

struct Saver {
  pthread_t thread;
  bool threaded; // the thread could be started
  pthread_mutex_t lock;
  pthread_cond_t changed; // something waits, is written, or it closes
  char *path;             // of what waits; NULL: nothing does
  Text text;
  bool writing, closing;
};

static void write_text(const char *path, const Text *text) {
  Status status = {0};
  if (!file_write(path, text_get(text), text->length, &status))
    log_message(LOG_WARNING, "%s", status.message);
}

// With the lock, which is given up while the file is written.
static void write_waiting(Saver *saver) {
  char *path = saver->path;
  Text text = saver->text;
  saver->path = NULL;
  saver->text = (Text){0};
  saver->writing = true;
  pthread_mutex_unlock(&saver->lock);
  write_text(path, &text);
  free(path);
  text_free(&text);
  pthread_mutex_lock(&saver->lock);
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

void saver_put(Saver *saver, const char *path, Text *text) {
  if (!saver->threaded) {
    write_text(path, text);
    text_free(text);
    return;
  }
  pthread_mutex_lock(&saver->lock);
  while (saver->path && !text_equal(saver->path, path))
    pthread_cond_wait(&saver->changed, &saver->lock);
  free(saver->path);
  text_free(&saver->text);
  saver->path = memory_strdup(path);
  saver->text = *text;
  *text = (Text){0};
  pthread_cond_broadcast(&saver->changed);
  pthread_mutex_unlock(&saver->lock);
}

void saver_wait(Saver *saver) {
  pthread_mutex_lock(&saver->lock);
  while (saver->path || saver->writing)
    pthread_cond_wait(&saver->changed, &saver->lock);
  pthread_mutex_unlock(&saver->lock);
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
  text_free(&saver->text);
  free(saver->path);
  free(saver);
}
