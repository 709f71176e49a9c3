// Threads of a block as fibers, one block after another.
#pragma once

#include "kernel/emulate_state.h"

#include <stdbool.h>

typedef struct Fibers Fibers;

// Runs `entry(parameters)` of one thread; the state says which.
typedef void (*FiberEntry)(void *const *parameters);
typedef void (*BlockStart)(void);

Fibers *fibers_new(int most_threads);
void fibers_free(Fibers *fibers);
// Runs all blocks; `start` (may be NULL) is called before each. False when a fault or a deadlock stopped it:
// state->fault says what.
bool fibers_run(Fibers *fibers, fb_state *state, FiberEntry entry, BlockStart start, void *const *parameters);
