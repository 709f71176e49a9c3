#include "plan/plan_internal.h"

#include <stdlib.h>
#include <string.h>

static Scratch *scratch_new(int slots) {
  Scratch *scratch = memory_alloc(sizeof *scratch);
  size_t bytes = ((size_t)slots + 1) * sizeof(int);
  scratch->mark = memory_alloc(bytes);
  scratch->parent = memory_alloc(bytes);
  scratch->near_mark = memory_alloc(bytes);
  return scratch;
}

static void scratch_free(Scratch *scratch) {
  free(scratch->mark);
  free(scratch->parent);
  free(scratch->near_mark);
  vector_free(&scratch->queue);
  vector_free(&scratch->near);
  vector_free(&scratch->path);
  vector_free(&scratch->launch);
  launch_memory_free(&scratch->launching);
  free(scratch);
}

// The tables become the plan's.
static Plan *allocate(const Graph *graph, const GpuLimits *limits, PlanTables *tables) {
  Plan *plan = memory_alloc(sizeof *plan);
  size_t count = (size_t)graph->op_count + 1;
  plan->graph = graph;
  plan->limits = *limits;
  plan->op_count = graph->op_count;
  plan->home = memory_alloc(count * sizeof *plan->home);
  plan->slots = memory_alloc(count * sizeof *plan->slots);
  plan->copied_in = memory_alloc(count * sizeof *plan->copied_in);
  plan->stamp = memory_alloc(count * sizeof *plan->stamp);
  plan->position = memory_alloc(count * sizeof *plan->position);
  plan->at = memory_alloc(count * sizeof *plan->at);
  plan->scratch = scratch_new(graph->op_count);
  plan->lowered.limit = count * 4096; // bytes of a small nest
  plan->tables = tables;
  return plan;
}

// Ops are put where they start by changes from an empty slot, so that hash and counts have one source.
static Plan *place_alone(Plan *plan) {
  order_reset(plan);
  for (int op = 0; op < plan->op_count; op++) {
    plan->home[op] = NO_KERNEL;
    if (!plan->graph->ops[op].is_view) change_place(plan, op, op);
  }
  return plan;
}

Plan *plan_new(const Graph *graph, const GpuLimits *limits) {
  return place_alone(allocate(graph, limits, tables_new(graph)));
}

Plan *plan_new_beside(const Plan *plan) {
  return place_alone(allocate(plan->graph, &plan->limits, tables_share(plan->tables)));
}

Plan *plan_copy_onto(const Plan *plan, const Graph *graph, const GpuLimits *limits) {
  bool same = graph == plan->graph;
  Plan *copy = allocate(graph, limits, same ? tables_share(plan->tables) : tables_new(graph));
  size_t bytes = (size_t)plan->op_count * sizeof(int);
  memcpy(copy->home, plan->home, bytes);
  memcpy(copy->position, plan->position, bytes);
  memcpy(copy->at, plan->at, bytes);
  memcpy(copy->stamp, plan->stamp, (size_t)plan->op_count * sizeof *plan->stamp);
  copy->stamps = plan->stamps;
  for (int i = 0; i < plan->op_count; i++) {
    const Slot *slot = &plan->slots[i];
    copy->slots[i] = (Slot){.override = slot->override, .sum = slot->sum};
    integers_copy(&copy->slots[i].ops, &slot->ops);
    integers_copy(&copy->slots[i].copies, &slot->copies);
    integers_copy(&copy->copied_in[i], &plan->copied_in[i]);
  }
  for (int i = 0; i < plan->pins.count; i++)
    vector_push(&copy->pins, plan->pins.data[i]);
  copy->kernel_count = plan->kernel_count;
  copy->hash_sum = plan->hash_sum;
  copy->version = plan->version;
  return copy;
}

Plan *plan_copy(const Plan *plan) {
  return plan_copy_onto(plan, plan->graph, &plan->limits);
}

static void free_lists(Plan *plan) {
  for (int i = 0; i < plan->op_count; i++) {
    vector_free(&plan->slots[i].ops);
    vector_free(&plan->slots[i].copies);
    vector_free(&plan->copied_in[i]);
  }
  vector_free(&plan->pins);
  vector_free(&plan->journal);
  vector_free(&plan->entries);
  vector_free(&plan->groups);
  vector_free(&plan->group_counts);
  vector_free(&plan->touched);
  vector_free(&plan->affected);
  vector_free(&plan->saved);
}

Plan *plan_share(Plan *plan) {
  plan->sharers++;
  return plan;
}

void plan_free(Plan *plan) {
  if (!plan || plan->sharers-- > 0) return;
  free_lists(plan);
  memo_clear(plan);
  lowered_cache_free(&plan->lowered);
  lowered_cache_free(&plan->probes);
  tables_release(plan->tables);
  scratch_free(plan->scratch);
  free(plan->home);
  free(plan->slots);
  free(plan->copied_in);
  free(plan->stamp);
  free(plan->position);
  free(plan->at);
  free(plan);
}

const Graph *plan_graph(const Plan *plan) {
  return plan->graph;
}

const GpuLimits *plan_limits(const Plan *plan) {
  return &plan->limits;
}

int plan_slots(const Plan *plan) {
  return plan->op_count;
}

PlanKernel plan_kernel(const Plan *plan, int kernel) {
  if (kernel < 0 || kernel >= plan->op_count) return (PlanKernel){.id = NO_KERNEL};
  const Slot *slot = &plan->slots[kernel];
  return (PlanKernel){kernel,        slot->ops.data, slot->ops.count, slot->copies.data, slot->copies.count,
                      slot->override};
}

int plan_home(const Plan *plan, int op) {
  return op < 0 || op >= plan->op_count ? NO_KERNEL : plan->home[op];
}

int plan_kernel_count(const Plan *plan) {
  return plan->kernel_count;
}

uint64_t plan_hash(const Plan *plan) {
  return hash_integer(hash_integer(HASH_START, (int64_t)plan->graph->hash), (int64_t)plan->hash_sum);
}

uint64_t plan_partition_hash(const Plan *plan) {
  return plan->hash_sum;
}

uint64_t plan_stamp(const Plan *plan, int kernel) {
  return plan->stamp[kernel];
}

uint64_t plan_version(const Plan *plan) {
  return plan->version;
}

static int compare_integers(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

static int give_sorted(const Integers *near, int *out, int capacity) {
  Integers sorted = {0};
  integers_copy(&sorted, near);
  if (sorted.count) qsort(sorted.data, (size_t)sorted.count, sizeof(int), compare_integers);
  for (int i = 0; i < sorted.count && i < capacity; i++)
    out[i] = sorted.data[i];
  int count = sorted.count;
  vector_free(&sorted);
  return count;
}

int plan_kernel_producers(const Plan *plan, int kernel, int *out, int capacity) {
  return kernel < 0 || kernel >= plan->op_count ? 0
                                                : give_sorted(kernel_producers(plan, kernel), out, capacity);
}

int plan_kernel_consumers(const Plan *plan, int kernel, int *out, int capacity) {
  return kernel < 0 || kernel >= plan->op_count ? 0
                                                : give_sorted(kernel_consumers(plan, kernel), out, capacity);
}

const Pin *plan_pins(const Plan *plan, int *count) {
  *count = plan->pins.count;
  return plan->pins.data;
}
