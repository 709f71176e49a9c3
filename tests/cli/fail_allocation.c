// In front of the C library: the allocation of that number, counted from 1, in $FAIL_ALLOCATION fails.
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static atomic_long count;

static int fails(void) {
  const char *wanted = getenv("FAIL_ALLOCATION");
  return wanted && atomic_fetch_add(&count, 1) + 1 == atol(wanted);
}

static void find(void *function, const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  memcpy(function, &found, sizeof found);
}

// What dlsym itself asks for comes before there is a calloc to ask.
void *calloc(size_t number, size_t size) {
  static void *(*real)(size_t, size_t);
  static _Thread_local int finding;
  if (!real) {
    if (finding) return NULL;
    finding = 1;
    find(&real, "calloc");
    finding = 0;
  }
  return fails() ? NULL : real(number, size);
}

void *realloc(void *block, size_t size) {
  static void *(*real)(void *, size_t);
  if (!real) find(&real, "realloc");
  return fails() ? NULL : real(block, size);
}
