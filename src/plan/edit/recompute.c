// Recomputed copies.
#include "plan/plan_internal.h"

// `products`: with a matrix product, too, which reads it as a matrix.
static bool may_recompute(const Plan *plan, int op, int kernel, bool products, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  if (!legal_op(plan, op, reason) || !legal_kernel(plan, kernel, reason)) return false;
  const char *name = plan_op_name(plan, op);
  int ops[] = {op, NO_OP};
  if (slot_has(plan, kernel, op))
    return reason_set(reason, REASON_NO_CHANGE, ops, "%s is computed there already", name);
  if (!edges_reads_op(plan, kernel, op)) {
    reason_set(reason, REASON_NOT_TOGETHER, ops, "nothing in that kernel reads %s", name);
    reason_remedy(reason, "Recompute it in a kernel that reads it.");
    return false;
  }
  if (plan->graph->ops[op].mutates >= 0)
    return reason_set(reason, REASON_MUTATION, ops,
                      "%s writes into memory that exists once: it cannot run twice", name);
  return legal_class(plan, op, reason) && legal_fusing(plan, kernel, products, reason);
}

static bool recompute(Plan *plan, int op, int kernel, bool asking, Reason *reason) {
  if (!may_recompute(plan, op, kernel, false, reason)) return false;
  int reader = slot_of(plan, kernel)->ops.data[0];
  edit_open(plan, asking);
  change_drop_override(plan, kernel);
  change_copy(plan, op, kernel);
  bool legal = edit_legal(plan, reason);
  return edit_close(plan, legal, "recompute %.32s with %.32s", plan_op_name(plan, op),
                    plan_op_name(plan, reader));
}

bool plan_can_recompute(Plan *plan, int op, int kernel, Reason *reason) {
  return recompute(plan, op, kernel, true, reason);
}

bool plan_recompute(Plan *plan, int op, int kernel, Reason *reason) {
  return recompute(plan, op, kernel, false, reason);
}

// Readers before what they read: only then each has a reader there.
static bool copy_all(Plan *plan, const Integers *ops, int kernel, Reason *reason) {
  for (int i = ops->count - 1; i >= 0; i--) {
    if (!may_recompute(plan, ops->data[i], kernel, true, reason)) return false;
    change_copy(plan, ops->data[i], kernel);
  }
  return true;
}

bool plan_recompute_all(Plan *plan, const int *ops, int count, int kernel, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  if (!legal_kernel(plan, kernel, reason)) return false;
  if (count == 0) return reason_set(reason, REASON_NO_CHANGE, (int[]){NO_OP}, "no op is named");
  Integers sorted = {0};
  for (int i = 0; i < count; i++)
    integers_insert(&sorted, ops[i]);
  int reader = slot_of(plan, kernel)->ops.data[0];
  edit_open(plan, false);
  change_drop_override(plan, kernel);
  bool legal = copy_all(plan, &sorted, kernel, reason) && edit_legal(plan, reason);
  edit_close(plan, legal, "recompute %d ops with %.32s", sorted.count, plan_op_name(plan, reader));
  vector_free(&sorted);
  return legal;
}

bool plan_unrecompute(Plan *plan, int op, int kernel, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  if (!legal_op(plan, op, reason) || !legal_kernel(plan, kernel, reason)) return false;
  if (!integers_contain(&slot_of(plan, kernel)->copies, op))
    return reason_set(reason, REASON_NO_CHANGE, (int[]){op, NO_OP}, "%s is not recomputed there",
                      plan_op_name(plan, op));
  edit_open(plan, false);
  change_drop_override(plan, kernel);
  change_uncopy(plan, op, kernel);
  edit_prune_copies(plan, kernel);
  bool legal = edit_legal(plan, reason);
  return edit_close(plan, legal, "store %.64s", plan_op_name(plan, op));
}
