// Arena: memory of one graph, plan or kernel, freed whole.
#pragma once

#include "base/memory.h"

#include <stddef.h>

typedef struct Arena Arena;

// An empty arena. No call here returns NULL: out of memory ends the program, see memory.h.
Arena *arena_new(void);
Arena *arena_new_for(size_t bytes);            // of which so many are about to be asked for, and little more
void arena_free(Arena *arena);                 // NULL is allowed
void *arena_alloc(Arena *arena, size_t bytes); // zeroed, aligned for any type
void *arena_array(Arena *arena, size_t count,
                  size_t element_bytes); // zeroed; checks the product for overflow
char *arena_strdup(Arena *arena, const char *text);
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t arena_bytes(const Arena *arena); // bytes handed out, for `doctor` and tests
