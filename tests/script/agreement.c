#include "agreement.h"

#include <string.h>

static bool is_generated(Plan *plan, int op) {
  return !plan_graph(plan)->ops[op].is_view && plan_lowered(plan, plan_home(plan, op))->nest != NULL;
}

static bool are_together(const Plan *plan, int producer, int reader) {
  if (!plan_runs(plan, plan_home(plan, reader), producer)) return false;
  int count;
  const int *copied = plan_copied_in(plan, reader, &count);
  for (int i = 0; i < count; i++)
    if (!plan_runs(plan, copied[i], producer)) return false;
  return true;
}

static void compare_edges(Plan *compiler, Plan *plan, int producer, Agreement *agreement) {
  Neighbours neighbours = graph_neighbours(plan_graph(plan), producer);
  for (int i = 0; i < neighbours.consumer_count; i++) {
    int reader = neighbours.consumers[i];
    if (!is_generated(compiler, reader)) continue;
    bool theirs = are_together(compiler, producer, reader), ours = are_together(plan, producer, reader);
    agreement->edges++;
    agreement->alike += theirs == ours;
    agreement->apart += theirs && !ours;
    agreement->joined += ours && !theirs;
  }
}

static bool runs_the_same(PlanKernel a, const Plan *plan, int kernel) {
  PlanKernel b = plan_kernel(plan, kernel);
  if (a.op_count + a.copy_count != b.op_count + b.copy_count) return false;
  for (int i = 0; i < a.op_count; i++)
    if (!plan_runs(plan, kernel, a.ops[i])) return false;
  for (int i = 0; i < a.copy_count; i++)
    if (!plan_runs(plan, kernel, a.copies[i])) return false;
  return true;
}

static bool has_kernel(const Plan *plan, PlanKernel kernel) {
  if (runs_the_same(kernel, plan, plan_home(plan, kernel.ops[0]))) return true;
  int count;
  const int *copied = plan_copied_in(plan, kernel.ops[0], &count);
  for (int i = 0; i < count; i++)
    if (runs_the_same(kernel, plan, copied[i])) return true;
  return false;
}

Agreement agreement_of(Plan *compiler, Plan *plan) {
  Agreement agreement = {0};
  const Graph *graph = plan_graph(compiler);
  for (int op = 0; op < graph->op_count; op++)
    if (is_generated(compiler, op)) compare_edges(compiler, plan, op, &agreement);
  for (int id = 0; id < plan_slots(compiler); id++) {
    PlanKernel kernel = plan_kernel(compiler, id);
    if (!kernel.op_count || !plan_lowered(compiler, id)->nest) continue;
    agreement.kernels++;
    agreement.found += has_kernel(plan, kernel);
  }
  for (int id = 0; id < plan_slots(plan); id++)
    agreement.made += plan_kernel(plan, id).op_count && plan_lowered(plan, id)->nest;
  return agreement;
}
