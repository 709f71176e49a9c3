#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  CHUNK_FIRST = 4096,   // bytes of an arena's first chunk; each further one doubles
  CHUNK_MOST = 1 << 20, // ... up to this; larger requests get a chunk of their own
  ALIGNMENT = _Alignof(max_align_t),
};

typedef struct Chunk Chunk;
struct Chunk {
  Chunk *next;
  size_t used, size;
  _Alignas(max_align_t) char bytes[];
};

struct Arena {
  Chunk *chunks;     // the one in use first
  size_t next_size;  // of the next ordinary chunk
  size_t handed_out; // bytes asked for so far, rounded up to the alignment
};

Arena *arena_new(void) {
  Arena *arena = memory_alloc(sizeof *arena);
  arena->next_size = CHUNK_FIRST;
  return arena;
}

void arena_free(Arena *arena) {
  if (!arena) return;
  for (Chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
    next = chunk->next;
    free(chunk);
  }
  free(arena);
}

static Chunk *chunk_new(size_t size) {
  if (size > SIZE_MAX - sizeof(Chunk)) memory_exhausted(0);
  Chunk *chunk = memory_alloc(sizeof *chunk + size);
  chunk->size = size;
  return chunk;
}

Arena *arena_new_for(size_t bytes) {
  Arena *arena = arena_new();
  if (bytes > SIZE_MAX - ALIGNMENT) memory_exhausted(0);
  arena->chunks = chunk_new((bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  return arena;
}

// A request too large to share a chunk: its chunk goes behind the one in use, which keeps its free space.
static void *arena_alloc_alone(Arena *arena, size_t bytes) {
  Chunk *chunk = chunk_new(bytes);
  chunk->used = bytes;
  Chunk **place = arena->chunks ? &arena->chunks->next : &arena->chunks;
  chunk->next = *place;
  *place = chunk;
  return chunk->bytes;
}

static void arena_grow(Arena *arena) {
  Chunk *chunk = chunk_new(arena->next_size);
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  if (arena->next_size < CHUNK_MOST) arena->next_size *= 2;
}

void *arena_alloc(Arena *arena, size_t bytes) {
  if (bytes > SIZE_MAX - ALIGNMENT) memory_exhausted(0);
  bytes = bytes ? (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ALIGNMENT;
  arena->handed_out += bytes;
  if (!arena->chunks || arena->chunks->size - arena->chunks->used < bytes) {
    if (bytes > arena->next_size / 2) return arena_alloc_alone(arena, bytes);
    arena_grow(arena);
  }
  void *block = arena->chunks->bytes + arena->chunks->used;
  arena->chunks->used += bytes;
  return block;
}

void *arena_array(Arena *arena, size_t count, size_t element_bytes) {
  if (element_bytes && count > SIZE_MAX / element_bytes) memory_exhausted(0);
  return arena_alloc(arena, count * element_bytes);
}

char *arena_strndup(Arena *arena, const char *text, size_t length) {
  if (length == SIZE_MAX) memory_exhausted(0);
  char *copy = arena_alloc(arena, length + 1); // zeroed: terminated already
  memcpy(copy, text, length);
  return copy;
}

char *arena_strdup(Arena *arena, const char *text) {
  return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(Arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0) length = 0;
  char *out = arena_alloc(arena, (size_t)length + 1);
  va_start(arguments, format);
  vsnprintf(out, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return out;
}

size_t arena_bytes(const Arena *arena) {
  return arena->handed_out;
}
