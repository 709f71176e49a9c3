#include "base/vector.h"

#include "base/arena.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 8 };

// The vector's pointer is of another type than void *, so it is read and written as bytes.
static void *pointer_get(void **data) {
  void *pointer;
  memcpy(&pointer, data, sizeof pointer);
  return pointer;
}

static void pointer_set(void **data, void *pointer) {
  memcpy(data, &pointer, sizeof pointer);
}

static int doubled_capacity(int capacity, int wanted) {
  if (capacity < FIRST_CAPACITY) capacity = FIRST_CAPACITY;
  while (capacity < wanted)
    capacity = capacity > INT_MAX / 2 ? INT_MAX : capacity * 2;
  return capacity;
}

void vector_reserve_(void **data, int *capacity, int wanted, size_t element_bytes) {
  if (wanted <= *capacity && wanted >= 0) return;
  // A negative wish is a count that went past INT_MAX: ask for what cannot be had, which ends the program.
  size_t bytes = SIZE_MAX;
  int grown = wanted < 0 ? INT_MAX : doubled_capacity(*capacity, wanted);
  if (wanted >= 0 && (size_t)grown <= SIZE_MAX / element_bytes) bytes = (size_t)grown * element_bytes;
  pointer_set(data, memory_resize(pointer_get(data), bytes));
  *capacity = grown;
}

void vector_free_(void **data, int *count, int *capacity) {
  free(pointer_get(data));
  pointer_set(data, NULL);
  *count = 0;
  *capacity = 0;
}
