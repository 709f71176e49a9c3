// What a person lays down beside the partition: pins and schedule overrides; and going back to every op
// alone.
#include "plan/plan_internal.h"

#include <stdlib.h>

static bool find_pin(const Plan *plan, int a, int b, Pin *found) {
  for (int i = 0; i < plan->pins.count; i++)
    if (plan->pins.data[i].a == a && plan->pins.data[i].b == b) {
      *found = plan->pins.data[i];
      return true;
    }
  return false;
}

static void sort_pair(int *a, int *b) {
  int low = *a < *b ? *a : *b;
  *b = *a < *b ? *b : *a;
  *a = low;
}

static bool may_pin(const Plan *plan, PinKind kind, int a, int b, Reason *reason) {
  if (!legal_op(plan, a, reason) || !legal_op(plan, b, reason)) return false;
  int ops[] = {a, b, NO_OP};
  const char *left = plan_op_name(plan, a), *right = plan_op_name(plan, b);
  Pin present;
  if (a == b) return reason_set(reason, REASON_NO_CHANGE, ops, "%s cannot be pinned to itself", left);
  if (find_pin(plan, a, b, &present) && present.kind == kind)
    return reason_set(reason, REASON_NO_CHANGE, ops, "%s and %s have that pin already", left, right);
  bool together = home_of(plan, a) == home_of(plan, b);
  if (together == (kind == PIN_TOGETHER)) return true;
  reason_set(reason, REASON_PINNED, ops, "%s and %s are %s now: a pin must agree with the plan", left, right,
             together ? "in one kernel" : "in two kernels");
  reason_remedy(reason, together ? "Cut one of them out first." : "Fuse them first.");
  return false;
}

bool plan_pin(Plan *plan, PinKind kind, int a, int b, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  sort_pair(&a, &b);
  if (!may_pin(plan, kind, a, b, reason)) return false;
  edit_open(plan, false);
  Pin present;
  if (find_pin(plan, a, b, &present))
    change_apply(plan, (PlanChange){CHANGE_UNPIN, 0, a, b, (int)present.kind});
  change_apply(plan, (PlanChange){CHANGE_PIN, 0, a, b, (int)kind});
  return edit_close(plan, true, "pin %.32s, %.32s %s", plan_op_name(plan, a), plan_op_name(plan, b),
                    kind == PIN_TOGETHER ? "together" : "apart");
}

bool plan_unpin(Plan *plan, int a, int b, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  sort_pair(&a, &b);
  if (!legal_op(plan, a, reason) || !legal_op(plan, b, reason)) return false;
  Pin present;
  if (!find_pin(plan, a, b, &present))
    return reason_set(reason, REASON_NO_CHANGE, (int[]){a, b, NO_OP}, "there is no pin between %s and %s",
                      plan_op_name(plan, a), plan_op_name(plan, b));
  edit_open(plan, false);
  change_apply(plan, (PlanChange){CHANGE_UNPIN, 0, a, b, (int)present.kind});
  return edit_close(plan, true, "unpin %.32s, %.32s", plan_op_name(plan, a), plan_op_name(plan, b));
}

static bool may_schedule(Plan *plan, int kernel, Knob knob, int value, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  if (!legal_kernel(plan, kernel, reason)) return false;
  const Slot *slot = slot_of(plan, kernel);
  int ops[] = {slot->ops.data[0], NO_OP};
  bool is_set = slot->override.set >> knob & 1;
  if (value < 0 ? !is_set : is_set && slot->override.knob[knob] == value)
    return reason_set(reason, REASON_NO_CHANGE, ops, "%s has that value already", knob_name(knob));
  Status status = {0};
  if (value >= 0 && !knob_check(knob, value, &status))
    return reason_set(reason, REASON_UNSUPPORTED, ops, "%s", status.message);
  const PlanLowered *lowered = plan_lowered(plan, kernel);
  if (lowered->nest || is_set) return true;
  *reason = lowered->reason;
  return false;
}

bool plan_schedule(Plan *plan, int kernel, Knob knob, int value, Reason *reason) {
  if (!may_schedule(plan, kernel, knob, value, reason)) return false;
  edit_open(plan, false);
  const ScheduleOverride *override = &slot_of(plan, kernel)->override;
  int from = override->set >> knob & 1 ? override->knob[knob] : -1;
  change_apply(plan, (PlanChange){CHANGE_KNOB, kernel, from, value < 0 ? -1 : value, (int)knob});
  const PlanLowered *lowered = plan_lowered(plan, kernel);
  if (!lowered->nest) *reason = lowered->reason;
  const char *name = plan_op_name(plan, slot_of(plan, kernel)->ops.data[0]);
  if (value < 0) return edit_close(plan, lowered->nest, "reset %s of %.32s", knob_name(knob), name);
  return edit_close(plan, lowered->nest, "set %s of %.32s to %d", knob_name(knob), name, value);
}

static bool holds_together_pin(const Plan *plan, int kernel) {
  for (int i = 0; i < plan->pins.count; i++)
    if (plan->pins.data[i].kind == PIN_TOGETHER && home_of(plan, plan->pins.data[i].a) == kernel) return true;
  return false;
}

static void drop_copies(Plan *plan) {
  for (int kernel = 0; kernel < plan->op_count; kernel++) {
    change_drop_override(plan, kernel);
    while (slot_of(plan, kernel)->copies.count)
      change_uncopy(plan, slot_of(plan, kernel)->copies.data[0], kernel);
  }
}

void plan_scatter(Plan *plan, bool keep_pinned) {
  int *target = memory_alloc(((size_t)plan->op_count + 1) * sizeof *target);
  for (int kernel = 0; kernel < plan->op_count; kernel++) {
    const Integers *ops = &slot_of(plan, kernel)->ops;
    bool stays = keep_pinned && holds_together_pin(plan, kernel);
    for (int i = 0; i < ops->count; i++)
      target[ops->data[i]] = ops->data[stays ? 0 : i];
  }
  drop_copies(plan);
  // A slot may hold ops of two kernels on the way; in the end every op is in its target.
  for (int op = 0; op < plan->op_count; op++)
    if (home_of(plan, op) != NO_KERNEL && home_of(plan, op) != target[op]) change_move(plan, op, target[op]);
  free(target);
}

bool plan_reset(Plan *plan) {
  edit_open(plan, false);
  plan_scatter(plan, true);
  Reason reason;
  return edit_close(plan, edit_legal(plan, &reason), "reset");
}
