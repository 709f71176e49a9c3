// Threads of a block as fibers, one cluster of blocks after another.
#pragma once

#include "kernel/emulate/state.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Fibers Fibers;

// Runs `entry(parameters)` of one thread; the state says which.
typedef void (*FiberEntry)(void *const *parameters);

// Where the compiled kernel keeps a block's shared memory.
typedef struct SharedMemory {
  char *begin;
  size_t bytes;
} SharedMemory;

Fibers *fibers_new(void);
void fibers_free(Fibers *fibers);
// Runs all blocks; shared memory holds a pattern when one starts: nothing in it is zero by accident. False
// when a fault or a deadlock stopped it: state->fault says what.
bool fibers_run(Fibers *fibers, fb_state *state, FiberEntry entry, SharedMemory shared,
                void *const *parameters);
