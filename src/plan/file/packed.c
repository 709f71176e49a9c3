// Plans as bytes for another process: the home of each op, then what kernels have beside their ops, then
// pins.
#include "plan/plan_internal.h"

void plan_pack(const Plan *plan, Text *out) {
  for (int op = 0; op < plan->op_count; op++)
    pack_integer(out, home_of(plan, op));
  for (int kernel = 0; kernel < plan->op_count; kernel++) {
    const Slot *slot = slot_of(plan, kernel);
    pack_integer(out, slot->copies.count);
    for (int i = 0; i < slot->copies.count; i++)
      pack_integer(out, slot->copies.data[i]);
    pack_integer(out, slot->override.set);
    for (int knob = 0; knob < KNOB_COUNT; knob++)
      if (slot->override.set >> knob & 1) pack_integer(out, slot->override.knob[knob]);
  }
  pack_integer(out, plan->pins.count);
  for (int i = 0; i < plan->pins.count; i++) {
    pack_integer(out, plan->pins.data[i].kind);
    pack_integer(out, plan->pins.data[i].a);
    pack_integer(out, plan->pins.data[i].b);
  }
}

// ---- Reading into a fresh plan, all of whose ops are alone: it need not be legal in the end.

// An op that can be in a kernel.
static int read_op(const Plan *plan, Unpack *from) {
  int op = (int)unpack_integer(from, 0, plan->op_count - 1);
  if (!from->failed && plan->graph->ops[op].is_view) from->failed = true;
  return op;
}

static void read_homes(Plan *plan, Unpack *from) {
  for (int op = 0; op < plan->op_count && !from->failed; op++) {
    bool view = plan->graph->ops[op].is_view;
    int home = (int)unpack_integer(from, view ? NO_KERNEL : 0, view ? NO_KERNEL : plan->op_count - 1);
    if (!from->failed && home != home_of(plan, op)) change_move(plan, op, home);
  }
}

static void read_copies(Plan *plan, int kernel, Unpack *from) {
  int count = (int)unpack_integer(from, 0, plan->op_count);
  for (int i = 0; i < count && !from->failed; i++) {
    int op = read_op(plan, from);
    if (slot_has(plan, kernel, op) || plan->graph->ops[op].mutates >= 0) from->failed = true;
    if (!from->failed) change_copy(plan, op, kernel);
  }
}

static void read_knobs(Plan *plan, int kernel, Unpack *from) {
  unsigned set = (unsigned)unpack_integer(from, 0, (1 << KNOB_COUNT) - 1);
  for (int knob = 0; knob < KNOB_COUNT && !from->failed; knob++) {
    if (!(set >> knob & 1)) continue;
    int value = (int)unpack_integer(from, 0, INT32_MAX);
    if (!knob_check((Knob)knob, value, NULL)) from->failed = true;
    if (!from->failed) change_apply(plan, (PlanChange){CHANGE_KNOB, kernel, -1, value, knob});
  }
}

static void read_pins(Plan *plan, Unpack *from) {
  int count = (int)unpack_integer(from, 0, INT32_MAX);
  for (int i = 0; i < count && !from->failed; i++) {
    PinKind kind = (PinKind)unpack_integer(from, PIN_TOGETHER, PIN_APART);
    int a = read_op(plan, from), b = read_op(plan, from);
    const Pin *last = i ? &plan->pins.data[i - 1] : NULL;
    bool later = !last || last->a < a || (last->a == a && last->b < b);
    if (a >= b || !later) from->failed = true;
    if (!from->failed) change_apply(plan, (PlanChange){CHANGE_PIN, 0, a, b, (int)kind});
  }
}

bool plan_unpack(Plan *plan, const char *label, Unpack *from) {
  Plan *made = plan_new_beside(plan);
  edit_open(made, false);
  read_homes(made, from);
  for (int kernel = 0; kernel < made->op_count; kernel++) {
    read_copies(made, kernel, from);
    read_knobs(made, kernel, from);
  }
  read_pins(made, from);
  edit_close(made, true, "%s", label);
  bool taken = unpack_is_done(from) && plan_replace_checked(plan, made, label);
  plan_free(made);
  return taken;
}
