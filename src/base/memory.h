// malloc, calloc and realloc that never are NULL, but for 0 bytes: want of memory ends the program with a
// message.
#pragma once

#include <stddef.h>

void *memory_alloc(size_t bytes); // zeroed
void *memory_resize(void *block, size_t bytes);
char *memory_strdup(const char *text);
char *memory_strndup(const char *text, size_t length); // at most so many bytes of it
// Called once before the program ends for want of memory: the screen restores the terminal. NULL removes it.
void memory_on_exhaustion(void (*hook)(void));
// What the program does, for the message: a command's name. Kept, not copied; NULL: nothing to say.
void memory_work(const char *work);
// Ends the program as the functions here do, for others that were refused memory. `bytes`: how much; 0:
// unknown.
_Noreturn void memory_exhausted(size_t bytes);
