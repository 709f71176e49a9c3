// One plan in the place of another, kernel ids included.
#include "plan/plan_internal.h"

// Slots from `kernel` on that both hold in common, not only alike: there is nothing to replace.
static int shared_slots(const Plan *plan, const Plan *from, int kernel) {
  return kernel % CHUNK_SIZE == 0 && chunk_of(plan, kernel) == chunk_of(from, kernel) ? CHUNK_SIZE : 0;
}

static void replace_pins(Plan *plan, const Plan *from) {
  while (plan->pins.count) {
    Pin pin = plan->pins.data[plan->pins.count - 1];
    change_apply(plan, (PlanChange){CHANGE_UNPIN, 0, pin.a, pin.b, (int)pin.kind});
  }
  for (int i = 0; i < from->pins.count; i++) {
    Pin pin = from->pins.data[i];
    change_apply(plan, (PlanChange){CHANGE_PIN, 0, pin.a, pin.b, (int)pin.kind});
  }
}

static void drop_copies(Plan *plan, const Plan *from, int kernel) {
  for (int i = slot_of(plan, kernel)->copies.count - 1; i >= 0; i--) {
    int op = slot_of(plan, kernel)->copies.data[i];
    if (!integers_contain(&slot_of(from, kernel)->copies, op)) change_uncopy(plan, op, kernel);
  }
}

static void add_copies(Plan *plan, const Plan *from, int kernel) {
  const Integers *wanted = &slot_of(from, kernel)->copies;
  for (int i = 0; i < wanted->count; i++)
    if (!integers_contain(&slot_of(plan, kernel)->copies, wanted->data[i]))
      change_copy(plan, wanted->data[i], kernel);
}

static int knob_value(const ScheduleOverride *override, int knob) {
  return override->set >> knob & 1 ? override->knob[knob] : -1;
}

static void replace_knobs(Plan *plan, const Plan *from, int kernel) {
  if (!slot_of(plan, kernel)->override.set && !slot_of(from, kernel)->override.set) return;
  for (int knob = 0; knob < KNOB_COUNT; knob++) {
    int before = knob_value(&slot_of(plan, kernel)->override, knob);
    int after = knob_value(&slot_of(from, kernel)->override, knob);
    if (before != after) change_apply(plan, (PlanChange){CHANGE_KNOB, kernel, before, after, knob});
  }
}

static void replace_homes(Plan *plan, const Plan *from) {
  for (int op = 0, same; op < plan->op_count; op += same ? same : 1) {
    same = shared_slots(plan, from, op);
    if (!same && home_of(plan, op) != home_of(from, op)) change_move(plan, op, home_of(from, op));
  }
}

static bool pins_equal(const Plan *a, const Plan *b) {
  bool equal = a->pins.count == b->pins.count;
  for (int i = 0; equal && i < a->pins.count; i++) {
    const Pin *x = &a->pins.data[i], *y = &b->pins.data[i];
    equal = x->kind == y->kind && x->a == y->a && x->b == y->b;
  }
  return equal;
}

// Copies that stay must never stand beside their own op: the old ones go first, the new ones come last.
static void replace_all(Plan *plan, const Plan *from) {
  for (int kernel = 0, same; kernel < plan->op_count; kernel += same ? same : 1) {
    same = shared_slots(plan, from, kernel);
    if (!same) drop_copies(plan, from, kernel);
  }
  replace_homes(plan, from);
  for (int kernel = 0, same; kernel < plan->op_count; kernel += same ? same : 1) {
    same = shared_slots(plan, from, kernel);
    if (same) continue;
    add_copies(plan, from, kernel);
    replace_knobs(plan, from, kernel);
  }
  if (!pins_equal(plan, from)) replace_pins(plan, from);
}

bool plan_replace(Plan *plan, const Plan *from, const char *label) {
  if (plan->graph != from->graph) return false;
  edit_open(plan, false);
  replace_all(plan, from);
  order_repair(plan); // `from` is a plan: its kernels are acyclic and each of them was lowered before
  return edit_close(plan, true, "%s", label);
}

// What edits keep true of copies and knobs of a kernel.
static bool kernel_kept(Plan *plan, int kernel) {
  const Slot *slot = slot_of(plan, kernel);
  if (slot->ops.count == 0) return slot->copies.count == 0 && slot->override.set == 0;
  for (int i = 0; i < slot->copies.count; i++)
    if (!edges_reads_op(plan, kernel, slot->copies.data[i])) return false;
  return slot->override.set == 0 || plan_lowered(plan, kernel)->nest;
}

bool plan_replace_checked(Plan *plan, const Plan *from, const char *label) {
  Reason reason;
  edit_open(plan, false);
  replace_all(plan, from);
  bool legal = edit_legal(plan, &reason);
  for (int kernel = 0; kernel < plan->op_count && legal; kernel++)
    legal = kernel_kept(plan, kernel);
  return edit_close(plan, legal, "%s", label);
}
