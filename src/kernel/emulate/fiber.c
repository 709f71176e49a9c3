// A block's threads run in turns, each until it waits: at a barrier for all threads of the block that have
// not ended, in a shuffle for its warp, at a cluster's barrier for those of all of its blocks, or for what
// blocks after it will write. The blocks of a cluster run in turns, too, and later ones beside those that
// wait for them: all use the same shared memory, which holds that of the block that runs.
#include "kernel/emulate/fiber.h"

#include "base/arena.h"
#include "kernel/emulate/switch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32, STACK_BYTES = 128 * 1024, SHARED_PATTERN = 0xff };

typedef enum FiberState {
  FIBER_READY,
  FIBER_AT_BARRIER,
  FIBER_AT_CLUSTER,
  FIBER_AWAITS_BLOCKS,
  FIBER_IN_SHUFFLE,
  FIBER_DONE
} FiberState;

typedef struct Fiber {
  Context *context;
  FiberState state;
  unsigned shuffles;       // so far
  unsigned word[2];        // offered in an even and in an odd shuffle: a reader is at most one behind
  unsigned arrivals;       // at the cluster's barrier
  const unsigned *awaited; // word that another block sets to zero
  Fibers *fibers;
  unsigned thread;
} Fiber;

struct Fibers {
  Fiber **fiber; // of the blocks that are under way, one block after another
  int capacity;
  Context *scheduler;
  fb_state *state;
  FiberEntry entry;
  void *const *parameters;
  SharedMemory shared;
  char *saved;      // what the shared memory of each block under way held when it ran last
  unsigned first;   // of the blocks under way
  unsigned running; // how many they are: a cluster, and more when its blocks wait for later ones
  unsigned rank;    // among them of the block that runs
};

static Fiber *fiber_of(const Fibers *fibers, unsigned thread) {
  return fibers->fiber[fibers->rank * fibers->state->threads + thread];
}

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
  yield(fiber_of(fibers, state->thread), FIBER_AT_BARRIER);
}

static void arrive_at_cluster(fb_state *state) {
  fiber_of(state->fibers, state->thread)->arrivals++;
}

static void wait_at_cluster(fb_state *state) {
  yield(fiber_of(state->fibers, state->thread), FIBER_AT_CLUSTER);
}

static void await_zero(fb_state *state, const unsigned *word) {
  Fibers *fibers = state->fibers;
  Fiber *mine = fiber_of(fibers, state->thread);
  mine->awaited = word;
  if (*word) yield(mine, FIBER_AWAITS_BLOCKS);
}

static char *saved_memory(const Fibers *fibers, unsigned rank) {
  return fibers->saved + rank * fibers->shared.bytes;
}

static void *find_remote(fb_state *state, void *own, unsigned rank) {
  Fibers *fibers = state->fibers;
  if (rank == fibers->rank) return own;
  return saved_memory(fibers, rank) + ((char *)own - fibers->shared.begin);
}

static unsigned shuffle(fb_state *state, unsigned word, int mask) {
  Fibers *fibers = state->fibers;
  Fiber *mine = fiber_of(fibers, state->thread);
  unsigned other = mine->thread ^ (unsigned)mask, parity = mine->shuffles++ & 1;
  mine->word[parity] = word;
  yield(mine, FIBER_IN_SHUFFLE);
  return other < state->threads ? fiber_of(fibers, other)->word[parity] : word;
}

Fibers *fibers_new(void) {
  Fibers *fibers = memory_alloc(sizeof *fibers);
  fibers->scheduler = context_new(0);
  return fibers;
}

static bool reserve(Fibers *fibers, int threads) {
  if (threads <= fibers->capacity) return true;
  fibers->fiber = memory_resize(fibers->fiber, (size_t)threads * sizeof(Fiber *));
  for (; fibers->capacity < threads; fibers->capacity++) {
    Context *context = context_new(STACK_BYTES);
    if (!context) return false;
    Fiber *fiber = memory_alloc(sizeof *fiber);
    *fiber = (Fiber){.context = context, .fibers = fibers};
    fibers->fiber[fibers->capacity] = fiber;
  }
  return true;
}

void fibers_free(Fibers *fibers) {
  if (!fibers) return;
  for (int i = 0; i < fibers->capacity; i++) {
    context_free(fibers->fiber[i]->context);
    free(fibers->fiber[i]);
  }
  context_free(fibers->scheduler);
  free(fibers->fiber);
  free(fibers->saved);
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
    Fiber *fiber = fiber_of(fibers, i);
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
    count += fiber_of(fibers, i)->state == state;
  return count;
}

static unsigned threads_under_way(const Fibers *fibers) {
  return fibers->running * fibers->state->threads;
}

// Wakes the warps all of whose threads are in the same shuffle.
static int release_shuffles(Fibers *fibers) {
  int released = 0;
  for (unsigned warp = 0; warp < fibers->state->threads; warp += WARP) {
    unsigned last = warp + WARP < fibers->state->threads ? warp + WARP : fibers->state->threads;
    if (count_in(fibers, warp, last, FIBER_IN_SHUFFLE) != WARP) continue;
    for (unsigned i = warp + 1; i < last; i++)
      if (fiber_of(fibers, i)->shuffles != fiber_of(fibers, warp)->shuffles)
        return fault(fibers->state, "a warp's shuffles diverge");
    for (unsigned i = warp; i < last; i++)
      fiber_of(fibers, i)->state = FIBER_READY;
    released++;
  }
  return released;
}

static int release_barrier(Fibers *fibers) {
  unsigned threads = fibers->state->threads;
  int waiting = count_in(fibers, 0, threads, FIBER_AT_BARRIER);
  if (!waiting || waiting + count_in(fibers, 0, threads, FIBER_DONE) != (int)threads) return 0;
  for (unsigned i = 0; i < threads; i++)
    if (fiber_of(fibers, i)->state == FIBER_AT_BARRIER) fiber_of(fibers, i)->state = FIBER_READY;
  return 1;
}

// Wakes the threads that wait for arrivals which all others of the cluster have made, or have ended.
static int release_cluster(Fibers *fibers) {
  int threads = (int)threads_under_way(fibers), released = 0;
  unsigned least = ~0u;
  for (int i = 0; i < threads; i++)
    if (fibers->fiber[i]->state != FIBER_DONE && fibers->fiber[i]->arrivals < least)
      least = fibers->fiber[i]->arrivals;
  for (int i = 0; i < threads; i++) {
    Fiber *fiber = fibers->fiber[i];
    if (fiber->state != FIBER_AT_CLUSTER || fiber->arrivals > least) continue;
    fiber->state = FIBER_READY;
    released++;
  }
  return released;
}

// Makes a block of the cluster the one that runs.
static void enter_block(Fibers *fibers, unsigned rank) {
  size_t bytes = fibers->shared.bytes;
  if (rank != fibers->rank && bytes) {
    memcpy(saved_memory(fibers, fibers->rank), fibers->shared.begin, bytes);
    memcpy(fibers->shared.begin, saved_memory(fibers, rank), bytes);
  }
  fibers->rank = rank;
  fibers->state->block = fibers->first + rank;
}

static void start_block(Fibers *fibers, unsigned rank) {
  fb_state *state = fibers->state;
  if (fibers->shared.bytes)
    memset(rank == fibers->rank ? fibers->shared.begin : saved_memory(fibers, rank), SHARED_PATTERN,
           fibers->shared.bytes);
  for (unsigned i = 0; i < state->threads; i++) {
    Fiber *fiber = fibers->fiber[rank * state->threads + i];
    fiber->state = FIBER_READY;
    fiber->thread = i;
    fiber->shuffles = fiber->arrivals = 0;
    context_start(fiber->context, run_fiber, fiber);
  }
}

// Starts the blocks of the next cluster beside those under way.
static bool start_cluster(Fibers *fibers) {
  fb_state *state = fibers->state;
  unsigned first = fibers->running;
  fibers->running += state->cluster;
  if (!reserve(fibers, (int)(state->threads * fibers->running))) return fault(state, "no memory for stacks");
  fibers->saved = memory_resize(fibers->saved, fibers->running * fibers->shared.bytes + 1);
  for (unsigned rank = first; rank < fibers->running; rank++)
    start_block(fibers, rank);
  return true;
}

// Lets a block go on as far as it can without the others.
static int run_block(Fibers *fibers) {
  int moved = run_ready(fibers);
  moved += release_shuffles(fibers);
  return moved + release_barrier(fibers);
}

static bool is_done(const Fibers *fibers) {
  for (unsigned i = 0; i < threads_under_way(fibers); i++)
    if (fibers->fiber[i]->state != FIBER_DONE) return false;
  return true;
}

// Wakes the threads that wait for other blocks, when these have come so far.
static int release_awaiting(Fibers *fibers) {
  int released = 0;
  for (unsigned i = 0; i < threads_under_way(fibers); i++) {
    Fiber *fiber = fibers->fiber[i];
    if (fiber->state != FIBER_AWAITS_BLOCKS || *fiber->awaited) continue;
    fiber->state = FIBER_READY;
    released++;
  }
  return released;
}

static bool awaits_blocks(const Fibers *fibers) {
  for (unsigned i = 0; i < threads_under_way(fibers); i++)
    if (fibers->fiber[i]->state == FIBER_AWAITS_BLOCKS) return true;
  return false;
}

// Lets all blocks under way go on as far as they can; returns how many threads did.
static int run_turn(Fibers *fibers) {
  int moved = 0;
  for (unsigned rank = 0; rank < fibers->running && !fibers->state->faulted; rank++) {
    enter_block(fibers, rank);
    moved += run_block(fibers);
  }
  if (fibers->state->faulted) return moved;
  return moved + release_cluster(fibers) + release_awaiting(fibers);
}

// Runs the next cluster, and those after it that its blocks wait for.
static bool run_cluster(Fibers *fibers) {
  fb_state *state = fibers->state;
  fibers->running = fibers->rank = 0;
  if (!start_cluster(fibers)) return false;
  while (!is_done(fibers)) {
    bool moved = run_turn(fibers) > 0;
    if (state->faulted) return false;
    if (moved) continue;
    if (!awaits_blocks(fibers) || fibers->first + fibers->running >= state->blocks)
      return fault(state, "deadlock: threads wait at a barrier or in a shuffle that others never reach");
    if (!start_cluster(fibers)) return false;
  }
  return true;
}

static void connect(Fibers *fibers, fb_state *state) {
  fibers->state = state;
  state->fibers = fibers;
  state->barrier = wait_at_barrier;
  state->shuffle = shuffle;
  state->cluster_arrive = arrive_at_cluster;
  state->cluster_wait = wait_at_cluster;
  state->remote = find_remote;
  state->await_zero = await_zero;
}

bool fibers_run(Fibers *fibers, fb_state *state, FiberEntry entry, SharedMemory shared,
                void *const *parameters) {
  fibers->entry = entry;
  fibers->parameters = parameters;
  fibers->shared = shared;
  state->shared = (fb_buffer){.begin = shared.begin, .end = shared.begin + shared.bytes};
  connect(fibers, state);
  for (fibers->first = 0; fibers->first < state->blocks; fibers->first += fibers->running)
    if (!run_cluster(fibers)) return false;
  return true;
}
