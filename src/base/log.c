#include "base/log.h"

#include "base/text.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The one piece of state that the library shares: where messages of the whole process go.
static struct {
  pthread_mutex_t lock;
  LogLevel level;
  FILE *file; // NULL: stderr
} state = {.lock = PTHREAD_MUTEX_INITIALIZER, .level = LOG_WARNING};

static const char *const level_names[] = {"error", "warning", "info", "debug"};
enum { LEVEL_COUNT = sizeof level_names / sizeof *level_names };

static void take(void) {
  pthread_mutex_lock(&state.lock);
}

static void give(void) {
  pthread_mutex_unlock(&state.lock);
}

static void begin(void) {
  pthread_atfork(take, give, give); // no child begins with the lock of a thread that it lacks
  const char *wanted = getenv("FUSEBOX_LOG");
  if (!wanted) return;
  for (int level = 0; level < LEVEL_COUNT; level++)
    if (!strcmp(wanted, level_names[level])) state.level = (LogLevel)level;
}

// Reads $FUSEBOX_LOG the first time that anything here is called, so that log_set_level still overrides it.
static void log_lock(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, begin);
  take();
}

void log_message(LogLevel level, const char *format, ...) {
  log_lock();
  if (level <= state.level) {
    FILE *out = state.file ? state.file : stderr;
    Text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    if (message.length) text_sanitize_lines(message.data); // paths and what files say
    fprintf(out, "fusebox: %s: %s\n", level_names[level], text_get(&message));
    text_free(&message);
    fflush(out);
  }
  give();
}

void log_set_level(LogLevel level) {
  log_lock();
  state.level = level;
  give();
}

void log_to_file(const char *path) {
  FILE *opened = path ? fopen(path, "ae") : NULL;
  log_lock();
  if (state.file) fclose(state.file);
  state.file = opened;
  give();
}
