// The launch order: of the kernels that may run next, the one with the smallest op. Kahn's algorithm with a
// set of small integers that finds its least member by a few words of bits.
#include "plan/plan_internal.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 64 };

static void ready_make(ReadySet *set, int count) {
  int words = count;
  do {
    words = (words + WORD_BITS - 1) / WORD_BITS;
    set->level[set->levels++] = memory_alloc((size_t)(words + 1) * sizeof(uint64_t));
  } while (words > 1);
}

static void ready_free(ReadySet *set) {
  for (int i = 0; i < set->levels; i++)
    free(set->level[i]);
}

static void ready_add(ReadySet *set, int item) {
  for (int i = 0; i < set->levels; i++, item /= WORD_BITS)
    set->level[i][item / WORD_BITS] |= (uint64_t)1 << (item % WORD_BITS);
}

// The least member, taken out; -1 when the set is empty.
static int ready_take(ReadySet *set) {
  if (set->level[set->levels - 1][0] == 0) return -1;
  int item = 0;
  for (int i = set->levels - 1; i >= 0; i--)
    item = item * WORD_BITS + __builtin_ctzll(set->level[i][item]);
  int at = item;
  for (int i = 0; i < set->levels; i++, at /= WORD_BITS) {
    set->level[i][at / WORD_BITS] &= ~((uint64_t)1 << (at % WORD_BITS));
    if (set->level[i][at / WORD_BITS] != 0) break;
  }
  return item;
}

static int smallest_op(const Plan *plan, int kernel) {
  return slot_of(plan, kernel)->ops.data[0];
}

static LaunchMemory *open_memory(const Plan *plan) {
  LaunchMemory *memory = &plan->scratch->launching;
  size_t bytes = (size_t)plan->op_count * sizeof(int);
  if (memory->ready.levels == 0) {
    ready_make(&memory->ready, plan->op_count);
    memory->start = memory_alloc(bytes + sizeof(int));
    memory->waiting = memory_alloc(bytes);
  }
  memset(memory->waiting, 0, bytes);
  vector_clear(&memory->consumers);
  return memory;
}

void launch_memory_free(LaunchMemory *memory) {
  ready_free(&memory->ready);
  vector_free(&memory->consumers);
  free(memory->start);
  free(memory->waiting);
}

static void find_consumers(const Plan *plan, LaunchMemory *memory) {
  for (int kernel = 0; kernel < plan->op_count; kernel++) {
    memory->start[kernel] = memory->consumers.count;
    if (kernel_is_empty(plan, kernel)) continue;
    const Integers *near = kernel_consumers(plan, kernel);
    for (int i = 0; i < near->count; i++) {
      vector_push(&memory->consumers, near->data[i]);
      memory->waiting[near->data[i]]++;
    }
  }
  memory->start[plan->op_count] = memory->consumers.count;
}

static void launch_all(const Plan *plan, LaunchMemory *memory, Integers *out) {
  ReadySet *ready = &memory->ready;
  for (int kernel = 0; kernel < plan->op_count; kernel++)
    if (!kernel_is_empty(plan, kernel) && memory->waiting[kernel] == 0)
      ready_add(ready, smallest_op(plan, kernel));
  for (int op = ready_take(ready); op >= 0; op = ready_take(ready)) {
    int kernel = home_of(plan, op);
    vector_push(out, kernel);
    for (int i = memory->start[kernel]; i < memory->start[kernel + 1]; i++) {
      int consumer = memory->consumers.data[i];
      if (--memory->waiting[consumer] == 0) ready_add(ready, smallest_op(plan, consumer));
    }
  }
}

bool launch_order(const Plan *plan, Integers *out) {
  vector_clear(out);
  if (plan->op_count == 0) return true;
  LaunchMemory *memory = open_memory(plan);
  find_consumers(plan, memory);
  launch_all(plan, memory, out);
  return out->count == plan->partition.kernel_count;
}

const int *plan_order(const Plan *plan, int *count) {
  Scratch *scratch = plan->scratch;
  if (!scratch->launch_valid || scratch->launch_version != plan->version) {
    launch_order(plan, &scratch->launch);
    scratch->launch_version = plan->version;
    scratch->launch_valid = true;
  }
  *count = scratch->launch.count;
  return scratch->launch.data;
}
