#include "base/memory.h"

#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What happens when there is no more memory: nobody is left to hand it to.
static struct {
  void (*hook)(void);
  const char *work; // NULL: unknown
} exhaustion;

void memory_on_exhaustion(void (*hook)(void)) {
  exhaustion.hook = hook;
}

void memory_work(const char *work) {
  exhaustion.work = work;
}

void memory_exhausted(size_t bytes) {
  char message[200], amount[64] = "";
  void (*hook)(void) = exhaustion.hook;
  exhaustion.hook = NULL; // a hook that runs out of memory itself must not come back
  if (hook) hook();
  if (bytes) snprintf(amount, sizeof amount, ": %zu more bytes were refused", bytes);
  const char *work = exhaustion.work;
  int length = snprintf(message, sizeof message, "fusebox: out of memory%s%.60s%s%s\n",
                        work ? " during \"" : "", work ? work : "", work ? "\"" : "", amount);
  if (write(STDERR_FILENO, message, (size_t)length) < 0) _Exit(STATUS_INTERNAL);
  _Exit(STATUS_INTERNAL);
}

void *memory_alloc(size_t bytes) {
  void *block = calloc(1, bytes);
  if (!block && bytes) memory_exhausted(bytes);
  return block;
}

void *memory_resize(void *block, size_t bytes) {
  void *resized = realloc(block, bytes ? bytes : 1);
  if (!resized) memory_exhausted(bytes);
  return resized;
}

char *memory_strdup(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(memory_alloc(size), text, size);
}

char *memory_strndup(const char *text, size_t length) {
  size_t used = strnlen(text, length);
  return memcpy(memory_alloc(used + 1), text, used); // zeroed: terminated already
}
