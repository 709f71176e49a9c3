// The C library's allocator with failures. The executable's own definitions come before those of all
// libraries, the C library's own calls included; what they hand out is the next allocator's, which may be a
// sanitizer's.
#include "inject.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

// They run before a sanitizer has set itself up.
#define PLAIN __attribute__((no_sanitize("address", "undefined", "thread")))

static struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void *(*aligned_alloc)(size_t, size_t);
  int (*posix_memalign)(void **, size_t, size_t);
} next;
static bool finding;

// False: it is dlsym itself that asks, which can do without.
PLAIN static bool find_next(void) {
  if (next.posix_memalign) return true;
  if (finding) return false;
  finding = true;
  *(void **)&next.malloc = dlsym(RTLD_NEXT, "malloc");
  *(void **)&next.calloc = dlsym(RTLD_NEXT, "calloc");
  *(void **)&next.realloc = dlsym(RTLD_NEXT, "realloc");
  *(void **)&next.aligned_alloc = dlsym(RTLD_NEXT, "aligned_alloc");
  *(void **)&next.posix_memalign = dlsym(RTLD_NEXT, "posix_memalign");
  finding = false;
  return true;
}

PLAIN static bool fails(const char *name) {
  if (find_next() && !fault_trips(FAULT_MEMORY, name, NULL)) return false;
  errno = ENOMEM;
  return true;
}

PLAIN void *malloc(size_t bytes) {
  return fails("malloc") ? NULL : next.malloc(bytes);
}

PLAIN void *calloc(size_t count, size_t bytes) {
  return fails("calloc") ? NULL : next.calloc(count, bytes);
}

PLAIN void *realloc(void *block, size_t bytes) {
  return fails("realloc") ? NULL : next.realloc(block, bytes);
}

PLAIN void *aligned_alloc(size_t alignment, size_t bytes) {
  return fails("aligned_alloc") ? NULL : next.aligned_alloc(alignment, bytes);
}

PLAIN int posix_memalign(void **block, size_t alignment, size_t bytes) {
  return fails("posix_memalign") ? ENOMEM : next.posix_memalign(block, alignment, bytes);
}
