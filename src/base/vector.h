// Vectors: VECTOR(type) declares {data, count, capacity}; doubling growth with overflow checks.
// A vector initialized with {0} is empty and valid. Elements move when it grows: keep indices, not pointers.
#pragma once

#include <stddef.h>

#define VECTOR(type) \
  struct { \
    type *data; \
    int count, capacity; \
  }

// Appends `...` (an expression of the element type, braces and commas allowed).
#define vector_push(vector, ...) \
  (vector_reserve_((void **)&(vector)->data, &(vector)->capacity, (vector)->count + 1, \
                   sizeof *(vector)->data), \
   (vector)->data[(vector)->count++] = (__VA_ARGS__))
#define vector_reserve(vector, wanted) \
  vector_reserve_((void **)&(vector)->data, &(vector)->capacity, (wanted), sizeof *(vector)->data)
#define vector_pop(vector) ((vector)->data[--(vector)->count])
#define vector_clear(vector) ((void)((vector)->count = 0))
#define vector_free(vector) vector_free_((void **)&(vector)->data, &(vector)->count, &(vector)->capacity)

void vector_reserve_(void **data, int *capacity, int wanted, size_t element_bytes);
void vector_free_(void **data, int *count, int *capacity);
