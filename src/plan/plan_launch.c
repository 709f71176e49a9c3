// The launch order: of the kernels that may run next, the one with the smallest op. Kahn's algorithm with a
// set of small integers that finds its least member by a few words of bits.
#include "plan/plan_internal.h"

#include <stdlib.h>

enum { WORD_BITS = 64, LEVELS = 6 };

// Bit i of level 0: i is in the set; bit i of level l + 1: word i of level l is not zero.
typedef struct ReadySet {
  uint64_t *level[LEVELS];
  int levels;
} ReadySet;

static void ready_build(ReadySet *set, int count) {
  set->levels = 0;
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
  return plan->slots[kernel].ops.data[0];
}

// The kernel graph at one moment.
typedef struct KernelGraph {
  Adjacency consumers; // by slot
  int *waiting;        // by slot: producers that have not been launched
} KernelGraph;

static KernelGraph kernel_graph(const Plan *plan) {
  KernelGraph graph = {.waiting = memory_alloc((size_t)plan->op_count * sizeof(int))};
  graph.consumers.start = memory_alloc(((size_t)plan->op_count + 1) * sizeof(int));
  Integers all = {0};
  for (int kernel = 0; kernel < plan->op_count; kernel++) {
    graph.consumers.start[kernel] = all.count;
    if (kernel_is_empty(plan, kernel)) continue;
    const Integers *near = kernel_consumers(plan, kernel);
    for (int i = 0; i < near->count; i++) {
      vector_push(&all, near->data[i]);
      graph.waiting[near->data[i]]++;
    }
  }
  graph.consumers.start[plan->op_count] = all.count;
  graph.consumers.item = all.data;
  return graph;
}

static void kernel_graph_free(KernelGraph *graph) {
  free(graph->consumers.start);
  free(graph->consumers.item);
  free(graph->waiting);
}

static void launch_all(const Plan *plan, KernelGraph *graph, ReadySet *ready, Integers *out) {
  for (int kernel = 0; kernel < plan->op_count; kernel++)
    if (!kernel_is_empty(plan, kernel) && graph->waiting[kernel] == 0)
      ready_add(ready, smallest_op(plan, kernel));
  for (int op = ready_take(ready); op >= 0; op = ready_take(ready)) {
    vector_push(out, plan->home[op]);
    Span consumers = adjacency_get(&graph->consumers, plan->home[op]);
    for (int i = 0; i < consumers.count; i++)
      if (--graph->waiting[consumers.item[i]] == 0) ready_add(ready, smallest_op(plan, consumers.item[i]));
  }
}

bool launch_order(const Plan *plan, Integers *out) {
  vector_clear(out);
  if (plan->op_count == 0) return true;
  KernelGraph graph = kernel_graph(plan);
  ReadySet ready;
  ready_build(&ready, plan->op_count);
  launch_all(plan, &graph, &ready, out);
  ready_free(&ready);
  kernel_graph_free(&graph);
  return out->count == plan->kernel_count;
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
