// The launch order: of the kernels that may run next, the one with the smallest op. Kahn's algorithm over the
// whole plan; after an edit the order is mended around it (mend.c).
#include "plan/plan_internal.h"

#include <stdlib.h>
#include <string.h>

static int smallest_op(const Plan *plan, int kernel) {
  return slot_of(plan, kernel)->ops.data[0];
}

static LaunchOrder *open_search(const Plan *plan) {
  LaunchOrder *launch = &plan->scratch->launch;
  size_t bytes = (size_t)plan->op_count * sizeof(int);
  if (!launch->start) {
    launch->start = memory_alloc(bytes + sizeof(int));
    launch->waiting = memory_alloc(bytes);
  }
  if (launch->can_run.levels == 0) ready_make(&launch->can_run, plan->op_count);
  memset(launch->waiting, 0, bytes);
  vector_clear(&launch->consumers);
  return launch;
}

void launch_free(LaunchOrder *launch) {
  ready_free(&launch->can_run);
  vector_free(&launch->kernels);
  vector_free(&launch->stale);
  vector_free(&launch->window);
  vector_free(&launch->near);
  vector_free(&launch->consumers);
  free(launch->place);
  free(launch->ready);
  free(launch->first);
  free(launch->mark);
  free(launch->start);
  free(launch->waiting);
}

static void find_consumers(const Plan *plan, LaunchOrder *launch) {
  for (int kernel = 0; kernel < plan->op_count; kernel++) {
    launch->start[kernel] = launch->consumers.count;
    if (slot_is_empty(plan, kernel)) continue;
    const Integers *near = edges_consumers(plan, kernel);
    for (int i = 0; i < near->count; i++) {
      vector_push(&launch->consumers, near->data[i]);
      launch->waiting[near->data[i]]++;
    }
  }
  launch->start[plan->op_count] = launch->consumers.count;
}

static void make_ready(const Plan *plan, LaunchOrder *launch, int kernel, int when, int *ready) {
  ready_add(&launch->can_run, smallest_op(plan, kernel));
  if (ready) ready[kernel] = when;
}

static void launch_all(const Plan *plan, LaunchOrder *launch, Integers *out, int *ready) {
  for (int kernel = 0; kernel < plan->op_count; kernel++)
    if (!slot_is_empty(plan, kernel) && launch->waiting[kernel] == 0)
      make_ready(plan, launch, kernel, 0, ready);
  for (int op = ready_take(&launch->can_run); op >= 0; op = ready_take(&launch->can_run)) {
    int kernel = home_of(plan, op);
    vector_push(out, kernel);
    for (int i = launch->start[kernel]; i < launch->start[kernel + 1]; i++) {
      int consumer = launch->consumers.data[i];
      if (--launch->waiting[consumer] == 0) make_ready(plan, launch, consumer, out->count, ready);
    }
  }
}

bool launch_order(const Plan *plan, Integers *out, int *ready) {
  vector_clear(out);
  if (plan->op_count == 0) return true;
  LaunchOrder *launch = open_search(plan);
  find_consumers(plan, launch);
  launch_all(plan, launch, out, ready);
  return out->count == plan->partition.kernel_count;
}

void launch_stale(Plan *plan, int kernel) {
  LaunchOrder *launch = &plan->scratch->launch;
  SlotWork *work = slot_work(plan, kernel);
  if (!launch->known || work->stale) return;
  work->stale = true;
  vector_push(&launch->stale, kernel);
}

static void make_order(const Plan *plan, LaunchOrder *launch) {
  size_t bytes = ((size_t)plan->op_count + 1) * sizeof(int);
  if (!launch->place) {
    launch->place = memory_alloc(bytes);
    launch->ready = memory_alloc(bytes);
    launch->first = memory_alloc(bytes);
    launch->mark = memory_alloc(bytes);
  }
  launch_order(plan, &launch->kernels, launch->ready);
  for (int i = 0; i < plan->op_count; i++)
    launch->place[i] = -1;
  for (int i = 0; i < launch->kernels.count; i++) {
    launch->place[launch->kernels.data[i]] = i;
    launch->first[launch->kernels.data[i]] = smallest_op(plan, launch->kernels.data[i]);
  }
  launch->known = true;
}

static void forget_stale(const Plan *plan, LaunchOrder *launch) {
  for (int i = 0; i < launch->stale.count; i++)
    plan->work[launch->stale.data[i] >> CHUNK_BITS][launch->stale.data[i] % CHUNK_SIZE].stale = false;
  vector_clear(&launch->stale);
}

const int *plan_order(const Plan *plan, int *count) {
  LaunchOrder *launch = &plan->scratch->launch;
  if (!launch->known || (launch->stale.count && !launch_mend(plan))) make_order(plan, launch);
  forget_stale(plan, launch);
  *count = launch->kernels.count;
  return launch->kernels.data;
}
