// Switching between stacks.
#pragma once

#include <stddef.h>

typedef struct Context Context; // a suspended flow of control

// A flow that will run `entry(argument)` on its own stack; `entry` must end by switching away.
Context *context_new(size_t stack_bytes);
void context_free(Context *context);
void context_start(Context *context, void (*entry)(void *argument), void *argument);
// Suspends the running flow into `from` and resumes `to`.
void context_switch(Context *from, Context *to);
