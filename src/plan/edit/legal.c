// Rules of edits and the sentences that tell of them. What lowering refuses is told by lowering.
#include "plan/plan_internal.h"

#include <stdio.h>

const char *plan_op_name(const Plan *plan, int op) {
  return plan->graph->ops[op].name;
}

bool legal_op(const Plan *plan, int op, Reason *reason) {
  if (op < 0 || op >= plan->op_count)
    return reason_set(reason, REASON_NO_CHANGE, (int[]){NO_OP}, "there is no op %d: the graph has %d", op,
                      plan->op_count);
  if (!plan->graph->ops[op].is_view) return true;
  reason_set(reason, REASON_NO_CHANGE, (int[]){op, NO_OP},
             "%s is a view: it runs in no kernel, its readers reach through it", plan_op_name(plan, op));
  reason_remedy(reason, "Choose the op that it shows, or one that reads it.");
  return false;
}

bool legal_kernel(const Plan *plan, int kernel, Reason *reason) {
  if (kernel >= 0 && kernel < plan->op_count && !slot_is_empty(plan, kernel)) return true;
  return reason_set(reason, REASON_NO_CHANGE, (int[]){NO_OP}, "there is no kernel %d", kernel);
}

// With others in a kernel a product is no library call.
static bool is_generated_product(const Plan *plan, int op) {
  const Slot *slot = slot_of(plan, home_of(plan, op));
  return op_is_product(&plan->graph->ops[op]) && slot->ops.count + slot->copies.count > 1;
}

bool legal_class(const Plan *plan, int op, Reason *reason) {
  OpClass op_class = plan->graph->ops[op].op_class;
  const char *name = plan_op_name(plan, op);
  int ops[] = {op, NO_OP};
  if (lower_takes_class(op_class)) return true;
  if (op_class == CLASS_OPAQUE) {
    reason_set(reason, REASON_OPAQUE, ops,
               "%s is not in the op table: nothing is known of it but its results", name);
    reason_remedy(reason, "It stays a kernel of its own; fuse the ops around it with each other.");
    return false;
  }
  const char *kind = op_info(plan->graph->ops[op].code)->name;
  if (is_generated_product(plan, op)) {
    reason_set(reason, REASON_LIBRARY, ops, "%s (%s) joins other ops only by force", name, kind);
    reason_remedy(reason, "Fuse their kernels by force, where the estimate says that it pays.");
    return false;
  }
  reason_set(reason, REASON_LIBRARY, ops, "%s (%s) runs in a library call and has a kernel of its own", name,
             kind);
  reason_remedy(reason, "Fuse what comes before it, or what comes after it, with each other.");
  return false;
}

// Whether a product is faster with what reads it hangs on sizes: nothing fuses it that is not asked to.
bool legal_fusing(const Plan *plan, int kernel, bool force, Reason *reason) {
  const Slot *slot = slot_of(plan, kernel);
  for (int i = 0; i < slot->ops.count; i++) {
    int op = slot->ops.data[i];
    bool product = op_is_product(&plan->graph->ops[op]);
    if (!(product && force) && !legal_class(plan, op, reason)) return false;
  }
  return true;
}

static bool pin_broken(const Plan *plan, const Pin *pin, Reason *reason) {
  bool together = pin->kind == PIN_TOGETHER;
  reason_set(reason, REASON_PINNED, (int[]){pin->a, pin->b, NO_OP}, "a pin keeps %s and %s %s",
             plan_op_name(plan, pin->a), plan_op_name(plan, pin->b), together ? "together" : "apart");
  reason_remedy(reason, "Remove the pin between %s and %s.", plan_op_name(plan, pin->a),
                plan_op_name(plan, pin->b));
  return false;
}

bool legal_pins(const Plan *plan, Reason *reason) {
  for (int i = 0; i < plan->pins.count; i++) {
    const Pin *pin = &plan->pins.data[i];
    bool together = home_of(plan, pin->a) == home_of(plan, pin->b);
    if (together != (pin->kind == PIN_TOGETHER)) return pin_broken(plan, pin, reason);
  }
  return true;
}

bool legal_merged_pins(const Plan *plan, int a, int b, Reason *reason) {
  for (int i = 0; i < plan->pins.count; i++) {
    const Pin *pin = &plan->pins.data[i];
    int left = home_of(plan, pin->a), right = home_of(plan, pin->b);
    bool meet = (left == a && right == b) || (left == b && right == a);
    if (pin->kind == PIN_APART && meet) return pin_broken(plan, pin, reason);
  }
  return true;
}

// The ops along a path of kernels: where it leaves the first, where it enters (and leaves, when elsewhere)
// each other.
static void path_ops(const Plan *plan, const Integers *path, Integers *ops) {
  for (int i = 0; i + 1 < path->count; i++) {
    int producer = NO_OP, consumer = NO_OP;
    if (!edges_between(plan, path->data[i], path->data[i + 1], &producer, &consumer)) continue;
    if (ops->count == 0 || ops->data[ops->count - 1] != producer) vector_push(ops, producer);
    vector_push(ops, consumer);
  }
}

// Cuts the middle out so that REASON_OPS remain; returns how many were left out.
static int shorten(Integers *ops) {
  int surplus = ops->count - REASON_OPS;
  if (surplus <= 0) return 0;
  int kept = REASON_OPS / 2;
  for (int i = kept; i + surplus < ops->count; i++)
    ops->data[i] = ops->data[i + surplus];
  ops->count = REASON_OPS;
  return surplus;
}

static void path_text(const Plan *plan, const Integers *ops, int left_out, char *out, size_t size) {
  size_t used = 0;
  out[0] = 0;
  for (int i = 0; i < ops->count && used < size; i++) {
    bool gap = left_out && i == REASON_OPS / 2;
    int wrote = snprintf(out + used, size - used, "%s%s%.40s", i ? " -> " : "", gap ? "... -> " : "",
                         plan_op_name(plan, ops->data[i]));
    used += wrote > 0 ? (size_t)wrote : 0;
  }
}

// A closed path is told from the kernel that the edit made: where several ops changed place.
static void rotate_to_edited(const Plan *plan, Integers *path) {
  int length = path->count - 1, start = 0;
  if (path->data[0] != path->data[length]) return;
  for (int i = length - 1; i >= 0; i--) {
    const Slot *slot = slot_of(plan, path->data[i]);
    if (slot_worked(plan, path->data[i]).touched && slot->ops.count + slot->copies.count > 1) start = i;
  }
  Integers turned = {0};
  for (int i = 0; i <= length; i++)
    vector_push(&turned, path->data[(start + i) % length]);
  integers_copy(path, &turned);
  vector_free(&turned);
}

static bool reads(const Plan *plan, int op, int producer) {
  Neighbours near = graph_neighbours(plan->graph, op);
  for (int i = 0; i < near.producer_count; i++)
    if (near.producers[i] == producer) return true;
  return false;
}

// Kernels are generated for products of numbers of 16 bits (lower/product.c).
static bool may_join(const Graph *graph, const Op *op) {
  DType dtype = graph->values[op->first_result].dtype;
  return op_is_product(op) && (dtype == DTYPE_BF16 || dtype == DTYPE_F16);
}

// Only a copy of what the last op's kernel reads of the first one's takes the wait away: that need not be the
// first.
static void copy_remedy(const Plan *plan, int apart, int first, int last, Reason *reason) {
  const char *why = may_join(plan->graph, &plan->graph->ops[apart]) // see legal_fusing
                        ? "joins other ops only by force"
                        : "always runs alone";
  if (reads(plan, last, first))
    reason_remedy(reason, "%.40s %s; recompute %.40s in the kernel of %.40s instead of fusing them.",
                  plan_op_name(plan, apart), why, plan_op_name(plan, first), plan_op_name(plan, last));
  else
    reason_remedy(reason,
                  "%.40s %s; recompute what the kernel of %.40s reads of the other, in place of fusing them.",
                  plan_op_name(plan, apart), why, plan_op_name(plan, last));
}

// `ops`: an op, those elsewhere that wait for it, and one that waits for those; so three at least. What
// stands between can come in as well, unless it is a library's or of no known kind.
static void cycle_remedy(const Plan *plan, const Integers *ops, Reason *reason) {
  int first = ops->data[0], last = ops->data[ops->count - 1], between = ops->count - 2;
  Reason unused;
  for (int i = 1; i + 1 < ops->count; i++) {
    if (legal_class(plan, ops->data[i], &unused)) continue;
    bool copyable = legal_class(plan, first, &unused) && plan->graph->ops[first].mutates < 0;
    if (copyable) copy_remedy(plan, ops->data[i], first, last, reason);
    return;
  }
  if (between == 1)
    reason_remedy(reason, "Fuse %.40s with them too.", plan_op_name(plan, ops->data[1]));
  else if (between <= 4)
    reason_remedy(reason, "Fuse the %d ops between them first, from %.40s to %.40s.", between,
                  plan_op_name(plan, ops->data[1]), plan_op_name(plan, ops->data[between]));
}

bool legal_cycle(const Plan *plan, Reason *reason) {
  Integers *path = &plan->scratch->path;
  rotate_to_edited(plan, path);
  Integers all = {0}, ops = {0};
  path_ops(plan, path, &all);
  integers_copy(&ops, &all);
  int left_out = shorten(&ops);
  char text[240];
  path_text(plan, &ops, left_out, text, sizeof text);
  int first = ops.data[0], last = ops.data[ops.count - 1], between = ops.data[1];
  vector_push(&ops, NO_OP);
  reason_set(reason, REASON_CYCLE, ops.data,
             "%.40s needs %.40s, which needs %.40s: %s; a kernel cannot run before and after another",
             plan_op_name(plan, last), plan_op_name(plan, between), plan_op_name(plan, first), text);
  cycle_remedy(plan, &all, reason);
  vector_free(&all);
  vector_free(&ops);
  return false;
}
