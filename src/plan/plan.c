#include "plan/plan_internal.h"

#include "kernel/template/memo.h"

#include "base/sorted.h"

#include <stdlib.h>
#include <string.h>

static void scratch_free(Scratch *scratch) {
  free(scratch->mark);
  free(scratch->parent);
  free(scratch->near_mark);
  free(scratch->needed_by);
  vector_free(&scratch->queue);
  vector_free(&scratch->near);
  vector_free(&scratch->path);
  launch_free(&scratch->launch);
  free(scratch);
}

// The tables and the partition become the plan's.
static Plan *make(const Graph *graph, const GpuLimits *limits, PlanTables *tables, Partition partition) {
  Plan *plan = memory_alloc(sizeof *plan);
  plan->graph = graph;
  plan->limits = *limits;
  plan->op_count = graph->op_count;
  plan->tables = tables;
  plan->partition = partition;
  plan->work = memory_alloc(((size_t)partition.chunk_count + 1) * sizeof *plan->work);
  plan->scratch = memory_alloc(sizeof *plan->scratch);
  plan->lowered.limit = ((size_t)graph->op_count + 1) * 4096; // bytes of a small nest
  return plan;
}

// Ops are put where they start by changes from an empty slot, so that hash and counts have one source.
Plan *plan_new(const Graph *graph, const GpuLimits *limits) {
  Plan *plan = make(graph, limits, tables_new(graph), partition_new(graph->op_count));
  for (int op = 0; op < graph->op_count; op++)
    if (!graph->ops[op].is_view) change_place(plan, op, op);
  edit_clear_lists(plan);
  plan->tables->alone = partition_share(&plan->partition);
  return plan;
}

Plan *plan_new_beside(const Plan *plan) {
  return make(plan->graph, &plan->limits, tables_share(plan->tables), partition_share(&plan->tables->alone));
}

static Plan *copy_of(const Plan *plan, const Graph *graph, const GpuLimits *limits, PlanTables *tables) {
  Plan *copy = make(graph, limits, tables, partition_share(&plan->partition));
  for (int i = 0; i < plan->pins.count; i++)
    vector_push(&copy->pins, plan->pins.data[i]);
  copy->version = plan->version;
  return copy;
}

Plan *plan_copy(const Plan *plan) {
  return copy_of(plan, plan->graph, &plan->limits, tables_share(plan->tables));
}

size_t plan_copy_bytes(const Plan *plan) {
  return sizeof *plan + sizeof *plan->scratch + (size_t)plan->pins.count * sizeof *plan->pins.data +
         (size_t)plan->partition.chunk_count * sizeof *plan->work + partition_share_bytes(&plan->partition);
}

Plan *plan_copy_onto(const Plan *plan, const Graph *graph, const GpuLimits *limits) {
  PlanTables *tables = tables_new(graph);
  tables->alone = partition_share(&plan->tables->alone);
  return copy_of(plan, graph, limits, tables);
}

static void free_lists(Plan *plan) {
  chunks_forget_replaced(plan);
  vector_free(&plan->replaced);
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
  atomic_fetch_add(&plan->sharers, 1);
  return plan;
}

void plan_free(Plan *plan) {
  if (!plan || atomic_fetch_sub(&plan->sharers, 1) > 0) return;
  free_lists(plan);
  memo_clear(plan);
  lowered_cache_free(&plan->lowered);
  lowered_cache_free(&plan->probes);
  chosen_free(&plan->chosen);
  schedule_memo_free(plan->parts);
  nests_free(plan);
  tables_release(plan->tables);
  scratch_free(plan->scratch);
  free(plan->changed.slot);
  for (int i = 0; i < plan->partition.chunk_count; i++)
    free(plan->work[i]);
  free(plan->work);
  partition_release(&plan->partition);
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
  const Slot *slot = slot_of(plan, kernel);
  return (PlanKernel){kernel,        slot->ops.data, slot->ops.count, slot->copies.data, slot->copies.count,
                      slot->override};
}

int plan_products(const Plan *plan, int kernel, int *out, int capacity) {
  PlanKernel it = plan_kernel(plan, kernel);
  int count = 0;
  for (int i = 0; i < it.op_count; i++) {
    if (!op_is_product(&plan->graph->ops[it.ops[i]])) continue;
    if (count < capacity) out[count] = it.ops[i];
    count++;
  }
  return count;
}

int plan_home(const Plan *plan, int op) {
  return op < 0 || op >= plan->op_count ? NO_KERNEL : home_of(plan, op);
}

const int *plan_copied_in(const Plan *plan, int op, int *count) {
  bool known = op >= 0 && op < plan->op_count;
  *count = known ? copied_in(plan, op)->count : 0;
  return known ? copied_in(plan, op)->data : NULL;
}

bool plan_has_copy(const Plan *plan, int kernel, int op) {
  return op >= 0 && op < plan->op_count && integers_contain(copied_in(plan, op), kernel);
}

bool plan_runs(const Plan *plan, int kernel, int op) {
  return kernel != NO_KERNEL && (plan_home(plan, op) == kernel || plan_has_copy(plan, kernel, op));
}

int plan_kernel_count(const Plan *plan) {
  return plan->partition.kernel_count;
}

uint64_t plan_hash(const Plan *plan) {
  return hash_integer(hash_integer(HASH_START, (int64_t)plan->graph->hash),
                      (int64_t)plan->partition.hash_sum);
}

uint64_t plan_partition_hash(const Plan *plan) {
  return plan->partition.hash_sum;
}

uint64_t plan_stamp(const Plan *plan, int kernel) {
  return stamp_of(plan, kernel);
}

uint64_t plan_version(const Plan *plan) {
  return plan->version;
}

static int give_sorted(const Integers *near, int *out, int capacity) {
  Integers sorted = {0};
  integers_copy(&sorted, near);
  sorted_sort(sorted.data, sorted.count);
  for (int i = 0; i < sorted.count && i < capacity; i++)
    out[i] = sorted.data[i];
  int count = sorted.count;
  vector_free(&sorted);
  return count;
}

int plan_kernel_producers(const Plan *plan, int kernel, int *out, int capacity) {
  return kernel < 0 || kernel >= plan->op_count ? 0
                                                : give_sorted(edges_producers(plan, kernel), out, capacity);
}

int plan_kernel_consumers(const Plan *plan, int kernel, int *out, int capacity) {
  return kernel < 0 || kernel >= plan->op_count ? 0
                                                : give_sorted(edges_consumers(plan, kernel), out, capacity);
}

const Pin *plan_pins(const Plan *plan, int *count) {
  *count = plan->pins.count;
  return plan->pins.data;
}
