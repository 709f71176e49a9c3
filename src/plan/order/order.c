// An order of all slots in which every kernel comes after those that it needs, kept up to date edit by edit,
// so that a search for a cycle looks only at what lies between two kernels (after Pearce and Kelly, "A
// dynamic topological sort algorithm for directed acyclic graphs", 2006; here all edges that an edit turned
// the wrong way round at one kernel are mended in one go).
#include "plan/plan_internal.h"

#include <string.h>

enum { REBUILD_SHARE = 8 }; // when more than 1/8 of the slots changed, the order is made anew

static void put(Plan *plan, int place, int slot) {
  chunk_own_order(plan, place)->at[place % ORDER_SIZE] = slot;
  chunk_own_order(plan, slot)->position[slot % ORDER_SIZE] = place;
}

void order_swap(Plan *plan, int a, int b) {
  int place = position_of(plan, a);
  put(plan, position_of(plan, b), a);
  put(plan, place, b);
}

void order_place_after(Plan *plan, int slot, int other) {
  int from = position_of(plan, slot), to = position_of(plan, other);
  if (from < to) {
    for (int i = from; i < to; i++)
      put(plan, i, slot_at(plan, i + 1));
    put(plan, to, slot);
  } else {
    for (int i = from; i > to + 1; i--)
      put(plan, i, slot_at(plan, i - 1));
    put(plan, to + 1, slot);
  }
}

static bool enqueue(Plan *plan, int kernel, int parent) {
  Scratch *scratch = plan->scratch;
  if (scratch->mark[kernel] == scratch->stamp) return false;
  scratch->mark[kernel] = scratch->stamp;
  scratch->parent[kernel] = parent;
  vector_push(&scratch->queue, kernel);
  return true;
}

static void search_begin(Plan *plan) {
  Scratch *scratch = plan->scratch;
  if (!scratch->mark) {
    scratch->mark = memory_alloc((size_t)plan->op_count * sizeof(int));
    scratch->parent = memory_alloc((size_t)plan->op_count * sizeof(int));
  }
  scratch->stamp++;
  vector_clear(&scratch->queue);
}

// Leaves start .. last, target in Scratch.path.
static void trace_path(Scratch *scratch, int start, int last, int target) {
  Integers *path = &scratch->path;
  vector_clear(path);
  vector_push(path, target);
  for (int kernel = last; kernel != start; kernel = scratch->parent[kernel])
    vector_push(path, kernel);
  vector_push(path, start);
  for (int i = 0, j = path->count - 1; i < j; i++, j--) {
    int kernel = path->data[i];
    path->data[i] = path->data[j];
    path->data[j] = kernel;
  }
}

// Adds the consumers of `kernel` that come before `limit` in the order; true when `target` is one of its
// consumers.
static bool expand(Plan *plan, int kernel, int target, int limit) {
  const Integers *near = edges_consumers(plan, kernel);
  bool met = false;
  for (int i = 0; i < near->count; i++) {
    if (near->data[i] == target)
      met = true;
    else if (position_of(plan, near->data[i]) < limit)
      enqueue(plan, near->data[i], kernel);
  }
  return met;
}

// A detour comes to `to` through another producer that runs after `from`. To ask its producers costs little
// where `from` has thousands of consumers.
static bool may_have_detour(const Plan *plan, int from, int to) {
  const Integers *near = edges_producers(plan, to);
  for (int i = 0; i < near->count; i++)
    if (position_of(plan, near->data[i]) > position_of(plan, from)) return true;
  return false;
}

bool order_path(Plan *plan, int from, int to) {
  if (!may_have_detour(plan, from, to)) return false;
  Scratch *scratch = plan->scratch;
  int limit = position_of(plan, to);
  search_begin(plan);
  expand(plan, from, to, limit); // the direct edge is no detour
  for (int next = 0; next < scratch->queue.count; next++) {
    int kernel = scratch->queue.data[next];
    if (!expand(plan, kernel, to, limit)) continue;
    trace_path(scratch, from, kernel, to);
    return true;
  }
  return false;
}

// Puts what the last search met behind `kernel`, each part in its old order.
static void shift_behind(Plan *plan, int kernel) {
  Scratch *scratch = plan->scratch;
  int last = position_of(plan, kernel), first = last;
  for (int i = 0; i < scratch->queue.count; i++)
    if (position_of(plan, scratch->queue.data[i]) < first) first = position_of(plan, scratch->queue.data[i]);
  vector_clear(&scratch->queue);
  int place = first;
  for (int i = first; i <= last; i++) {
    int slot = slot_at(plan, i);
    if (scratch->mark[slot] == scratch->stamp)
      vector_push(&scratch->queue, slot);
    else
      put(plan, place++, slot);
  }
  for (int i = 0; i < scratch->queue.count; i++)
    put(plan, place++, scratch->queue.data[i]);
}

// Mends the edges out of `kernel` that point backwards in the order.
static bool mend_after(Plan *plan, int kernel) {
  Scratch *scratch = plan->scratch;
  int limit = position_of(plan, kernel);
  search_begin(plan);
  expand(plan, kernel, NO_KERNEL, limit);
  for (int next = 0; next < scratch->queue.count; next++) {
    int met = scratch->queue.data[next];
    if (!expand(plan, met, kernel, limit)) continue;
    trace_path(scratch, kernel, met, kernel);
    return false;
  }
  if (scratch->queue.count) shift_behind(plan, kernel);
  return true;
}

static bool mend_before(Plan *plan, int kernel) {
  for (;;) {
    const Integers *near = edges_producers(plan, kernel);
    int late = NO_KERNEL;
    for (int i = 0; i < near->count && late == NO_KERNEL; i++)
      if (position_of(plan, near->data[i]) > position_of(plan, kernel)) late = near->data[i];
    if (late == NO_KERNEL) return true;
    if (!mend_after(plan, late)) return false;
  }
}

static void adopt(Plan *plan, const Integers *launch) {
  int place = 0;
  for (int i = 0; i < launch->count; i++)
    put(plan, place++, launch->data[i]);
  for (int slot = 0; slot < plan->op_count; slot++)
    if (slot_is_empty(plan, slot)) put(plan, place++, slot);
}

static bool rebuild(Plan *plan) {
  Integers launch = {0};
  bool acyclic = launch_order(plan, &launch, NULL);
  if (acyclic) adopt(plan, &launch);
  vector_free(&launch);
  return acyclic;
}

bool order_repair(Plan *plan) {
  if (plan->touched.count > plan->op_count / REBUILD_SHARE && plan->touched.count > REBUILD_SHARE &&
      rebuild(plan))
    return true;
  for (int i = 0; i < plan->touched.count; i++) {
    int kernel = plan->touched.data[i];
    if (slot_is_empty(plan, kernel)) continue;
    if (!mend_after(plan, kernel) || !mend_before(plan, kernel)) return false;
  }
  return true;
}

bool order_holds(const Plan *plan) {
  for (int kernel = 0; kernel < plan->op_count; kernel++) {
    if (slot_at(plan, position_of(plan, kernel)) != kernel) return false;
    if (slot_is_empty(plan, kernel)) continue;
    const Integers *near = edges_consumers(plan, kernel);
    for (int i = 0; i < near->count; i++)
      if (position_of(plan, near->data[i]) < position_of(plan, kernel)) return false;
  }
  return true;
}
