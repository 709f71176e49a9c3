// A plan carried over to the same ops at other sizes, or to another GPU: kernels, pins, overrides and
// history.
#include "base/text.h"
#include "plan/plan_internal.h"

#include <string.h>

static bool same_ops(const Graph *from, const Graph *to, Status *status) {
  if (from->op_count != to->op_count)
    return status_fail(status, STATUS_INPUT, "the graph has %d ops at these sizes, not %d", to->op_count,
                       from->op_count);
  for (int op = 0; op < from->op_count; op++) {
    const Op *before = &from->ops[op], *after = &to->ops[op];
    if (!text_equal(before->name, after->name) || before->is_view != after->is_view)
      return status_fail(status, STATUS_INPUT, "at these sizes op %d is %s, not %s", op, after->name,
                         before->name);
  }
  return true;
}

static void carry_history(Plan *copy, const Plan *plan) {
  for (int i = 0; i < plan->journal.count; i++)
    vector_push(&copy->journal, plan->journal.data[i]);
  for (int i = 0; i < plan->entries.count; i++)
    vector_push(&copy->entries, plan->entries.data[i]);
  copy->done = plan->done;
}

bool plan_kernel_legal(Plan *plan, int kernel, Status *status) {
  const Slot *slot = slot_of(plan, kernel);
  if (slot->ops.count + slot->copies.count <= 1 && slot->override.set == 0) return true;
  const PlanLowered *lowered = plan_lowered(plan, kernel);
  return lowered->nest || status_fail(status, STATUS_INPUT, "K%d (%s) cannot be then: %s", kernel,
                                      plan_op_name(plan, slot->ops.data[0]), lowered->reason.text);
}

// Sizes decide which loops can run together, and limits which schedules fit.
static bool kernels_legal(Plan *plan, Status *status) {
  for (int kernel = 0; kernel < plan->op_count; kernel++)
    if (!plan_kernel_legal(plan, kernel, status)) return false;
  return true;
}

// Undo steps from where the plan is that lead to plans that can be, then as many redo steps back.
static int legal_undos(Plan *plan) {
  int steps = 0;
  while (plan_undo(plan)) {
    if (!kernels_legal(plan, NULL)) {
      plan_redo(plan);
      break;
    }
    steps++;
  }
  for (int i = 0; i < steps; i++)
    plan_redo(plan);
  return steps;
}

static int legal_redos(Plan *plan) {
  int steps = 0;
  while (plan_redo(plan)) {
    if (!kernels_legal(plan, NULL)) {
      plan_undo(plan);
      break;
    }
    steps++;
  }
  for (int i = 0; i < steps; i++)
    plan_undo(plan);
  return steps;
}

void plan_drop_edits_before(Plan *plan, int first) {
  if (first == 0) return;
  int changes = first < plan->entries.count ? plan->entries.data[first].first : plan->journal.count;
  int kept = plan->journal.count - changes;
  memmove(plan->journal.data, plan->journal.data + changes, (size_t)kept * sizeof(PlanChange));
  plan->journal.count = kept;
  for (int i = first; i < plan->entries.count; i++) {
    plan->entries.data[i - first] = plan->entries.data[i];
    plan->entries.data[i - first].first -= changes;
  }
  plan->entries.count -= first;
  plan->done -= first;
}

void plan_drop_edits_from(Plan *plan, int end) {
  if (end >= plan->entries.count) return;
  plan->journal.count = plan->entries.data[end].first;
  plan->entries.count = end;
}

static void keep_legal_history(Plan *plan) {
  plan_drop_edits_from(plan, plan->done + legal_redos(plan));
  plan_drop_edits_before(plan, plan->done - legal_undos(plan));
}

Plan *plan_carry(const Plan *plan, const Graph *graph, const GpuLimits *limits, Status *status) {
  if (plan_is_open(plan)) {
    status_fail(status, STATUS_INTERNAL, "the plan is being edited");
    return NULL;
  }
  if (!same_ops(plan->graph, graph, status)) return NULL;
  Plan *copy = plan_copy_onto(plan, graph, limits);
  carry_history(copy, plan);
  if (!kernels_legal(copy, status)) {
    plan_free(copy);
    return NULL;
  }
  keep_legal_history(copy);
  copy->version++; // what was made for the plan as it was is no more current
  return copy;
}
