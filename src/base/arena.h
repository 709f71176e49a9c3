// Arena: memory of one graph, plan or kernel, freed whole.
#pragma once

#include <stddef.h>

typedef struct Arena Arena;

// An empty arena. Out of memory ends the program with a message (after memory_on_exhaustion's hook, which the
// screen uses to restore the terminal): no call here returns NULL.
Arena *arena_new(void);
void arena_free(Arena *arena);                 // NULL is allowed
void *arena_alloc(Arena *arena, size_t bytes); // zeroed, aligned for any type
void *arena_array(Arena *arena, size_t count,
                  size_t element_bytes); // zeroed; checks the product for overflow
char *arena_strdup(Arena *arena, const char *text);
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t arena_bytes(const Arena *arena); // bytes handed out, for `doctor` and tests

// malloc, calloc, realloc with the same promise (never NULL for a non-zero size).
void *memory_alloc(size_t bytes); // zeroed
void *memory_resize(void *block, size_t bytes);
char *memory_strdup(const char *text);
char *memory_strndup(const char *text, size_t length); // at most so many bytes of it
// Called once before the program ends for want of memory; NULL removes it.
void memory_on_exhaustion(void (*hook)(void));
// What the program does, for the message: a command's name. Kept, not copied; NULL: nothing to say.
void memory_work(const char *work);
// Ends the program as the functions here do, for others that were refused memory. `bytes`: how much; 0:
// unknown.
_Noreturn void memory_exhausted(size_t bytes);
