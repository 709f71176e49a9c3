// A block's threads run in turns, each until it waits: at a barrier for all threads that have not ended, in a
// shuffle for its warp.
#include "kernel/emulate_fiber.h"

#include "base/arena.h"
#include "kernel/emulate_switch.h"

#include <stdio.h>
#include <stdlib.h>

enum { WARP = 32, STACK_BYTES = 128 * 1024 };

typedef enum FiberState { FIBER_READY, FIBER_AT_BARRIER, FIBER_IN_SHUFFLE, FIBER_DONE } FiberState;

typedef struct Fiber {
  Context *context;
  FiberState state;
  unsigned shuffles; // so far
  unsigned word[2];  // offered in an even and in an odd shuffle: a reader is at most one behind
  Fibers *fibers;
  unsigned thread;
} Fiber;

struct Fibers {
  Fiber *fiber;
  int capacity;
  Context *scheduler;
  fb_state *state;
  FiberEntry entry;
  void *const *parameters;
};

static void yield(Fiber *fiber, FiberState state) {
  fiber->state = state;
  context_switch(fiber->context, fiber->fibers->scheduler);
}

static void run_fiber(void *argument) {
  Fiber *fiber = argument;
  fiber->fibers->entry(fiber->fibers->parameters);
  yield(fiber, FIBER_DONE);
}

static void wait_at_barrier(fb_state *state) {
  Fibers *fibers = state->fibers;
  yield(&fibers->fiber[state->thread], FIBER_AT_BARRIER);
}

static unsigned shuffle(fb_state *state, unsigned word, int mask) {
  Fibers *fibers = state->fibers;
  Fiber *mine = &fibers->fiber[state->thread];
  unsigned other = mine->thread ^ (unsigned)mask, parity = mine->shuffles++ & 1;
  mine->word[parity] = word;
  yield(mine, FIBER_IN_SHUFFLE);
  return other < state->threads ? fibers->fiber[other].word[parity] : word;
}

Fibers *fibers_new(int most_threads) {
  Fibers *fibers = memory_alloc(sizeof *fibers);
  fibers->fiber = memory_alloc((size_t)most_threads * sizeof *fibers->fiber);
  fibers->scheduler = context_new(0);
  for (; fibers->capacity < most_threads; fibers->capacity++) {
    Fiber *fiber = &fibers->fiber[fibers->capacity];
    *fiber =
        (Fiber){.context = context_new(STACK_BYTES), .fibers = fibers, .thread = (unsigned)fibers->capacity};
    if (!fiber->context) {
      fibers_free(fibers);
      return NULL;
    }
  }
  return fibers;
}

void fibers_free(Fibers *fibers) {
  if (!fibers) return;
  for (int i = 0; i < fibers->capacity; i++)
    context_free(fibers->fiber[i].context);
  context_free(fibers->scheduler);
  free(fibers->fiber);
  free(fibers);
}

// ---- the scheduler

static bool fault(fb_state *state, const char *what) {
  if (!state->faulted) snprintf(state->fault, FB_FAULT_SIZE, "%s in block %u", what, state->block);
  state->faulted = 1;
  return false;
}

// Lets every thread that can go on run until it waits; returns how many ran.
static int run_ready(Fibers *fibers) {
  int ran = 0;
  for (unsigned i = 0; i < fibers->state->threads; i++) {
    Fiber *fiber = &fibers->fiber[i];
    if (fiber->state != FIBER_READY) continue;
    fibers->state->thread = i;
    context_switch(fibers->scheduler, fiber->context);
    ran++;
  }
  return ran;
}

static int count_in(const Fibers *fibers, unsigned first, unsigned last, FiberState state) {
  int count = 0;
  for (unsigned i = first; i < last; i++)
    count += fibers->fiber[i].state == state;
  return count;
}

// Wakes the warps all of whose threads are in the same shuffle.
static int release_shuffles(Fibers *fibers) {
  int released = 0;
  for (unsigned warp = 0; warp < fibers->state->threads; warp += WARP) {
    unsigned last = warp + WARP < fibers->state->threads ? warp + WARP : fibers->state->threads;
    if (count_in(fibers, warp, last, FIBER_IN_SHUFFLE) != WARP) continue;
    for (unsigned i = warp + 1; i < last; i++)
      if (fibers->fiber[i].shuffles != fibers->fiber[warp].shuffles)
        return fault(fibers->state, "a warp's shuffles diverge");
    for (unsigned i = warp; i < last; i++)
      fibers->fiber[i].state = FIBER_READY;
    released++;
  }
  return released;
}

static int release_barrier(Fibers *fibers) {
  unsigned threads = fibers->state->threads;
  int waiting = count_in(fibers, 0, threads, FIBER_AT_BARRIER);
  if (!waiting || waiting + count_in(fibers, 0, threads, FIBER_DONE) != (int)threads) return 0;
  for (unsigned i = 0; i < threads; i++)
    if (fibers->fiber[i].state == FIBER_AT_BARRIER) fibers->fiber[i].state = FIBER_READY;
  return 1;
}

static bool run_block(Fibers *fibers) {
  fb_state *state = fibers->state;
  for (unsigned i = 0; i < state->threads; i++) {
    Fiber *fiber = &fibers->fiber[i];
    fiber->state = FIBER_READY;
    fiber->shuffles = 0;
    context_start(fiber->context, run_fiber, fiber);
  }
  while (count_in(fibers, 0, state->threads, FIBER_DONE) != (int)state->threads) {
    int moved = run_ready(fibers);
    moved += release_shuffles(fibers);
    moved += release_barrier(fibers);
    if (state->faulted) return false;
    if (!moved)
      return fault(state, "deadlock: threads wait at a barrier or in a shuffle that others never reach");
  }
  return true;
}

bool fibers_run(Fibers *fibers, fb_state *state, FiberEntry entry, BlockStart start,
                void *const *parameters) {
  if ((int)state->threads > fibers->capacity) return fault(state, "too many threads");
  fibers->state = state;
  fibers->entry = entry;
  fibers->parameters = parameters;
  state->fibers = fibers;
  state->barrier = wait_at_barrier;
  state->shuffle = shuffle;
  for (state->block = 0; state->block < state->blocks; state->block++) {
    if (start) start();
    if (!run_block(fibers)) return false;
  }
  return true;
}
