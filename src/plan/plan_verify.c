// The promises of a plan, checked from scratch.
#include "plan/plan_internal.h"

static bool check_op(const Plan *plan, int op, Status *status) {
  int kernel = home_of(plan, op);
  const char *name = plan_op_name(plan, op);
  if (plan->graph->ops[op].is_view)
    return kernel == NO_KERNEL || status_fail(status, STATUS_INTERNAL, "the view %s has a kernel", name);
  if (kernel < 0 || kernel >= plan->op_count || !integers_contain(&slot_of(plan, kernel)->ops, op))
    return status_fail(status, STATUS_INTERNAL, "%s is not where it should be", name);
  const Integers *copies = copied_in(plan, op);
  for (int i = 0; i < copies->count; i++) {
    if (!integers_contain(&slot_of(plan, copies->data[i])->copies, op))
      return status_fail(status, STATUS_INTERNAL, "%s has a copy in kernel %d that the kernel lacks", name,
                         copies->data[i]);
  }
  return true;
}

static bool check_copies(const Plan *plan, int kernel, Status *status) {
  const Slot *slot = slot_of(plan, kernel);
  for (int i = 0; i < slot->copies.count; i++) {
    int op = slot->copies.data[i];
    const char *name = plan_op_name(plan, op);
    if (home_of(plan, op) == kernel)
      return status_fail(status, STATUS_INTERNAL, "%s is copied into its own kernel", name);
    if (!integers_contain(copied_in(plan, op), kernel))
      return status_fail(status, STATUS_INTERNAL, "the copy of %s in kernel %d is not listed", name, kernel);
    if (!edges_reads_op(plan, kernel, op))
      return status_fail(status, STATUS_INTERNAL, "nothing in kernel %d reads its copy of %s", kernel, name);
  }
  return true;
}

static bool check_kernel(Plan *plan, int kernel, int *placed, Status *status) {
  const Slot *slot = slot_of(plan, kernel);
  if (slot->ops.count == 0)
    return (slot->copies.count == 0 && slot->override.set == 0) ||
           status_fail(status, STATUS_INTERNAL, "the empty kernel %d has copies or overrides", kernel);
  for (int i = 0; i < slot->ops.count; i++) {
    if (home_of(plan, slot->ops.data[i]) != kernel || (i > 0 && slot->ops.data[i] <= slot->ops.data[i - 1]))
      return status_fail(status, STATUS_INTERNAL, "kernel %d lists ops that are not its own", kernel);
  }
  *placed += slot->ops.count;
  if (!check_copies(plan, kernel, status)) return false;
  if (slot->ops.count + slot->copies.count == 1) return true;
  const PlanLowered *lowered = plan_lowered(plan, kernel);
  return lowered->nest ||
         status_fail(status, STATUS_INTERNAL, "kernel %d cannot be: %s", kernel, lowered->reason.text);
}

static bool check_counts(const Plan *plan, int placed, int kernels, Status *status) {
  int expected = 0;
  for (int op = 0; op < plan->op_count; op++)
    expected += !plan->graph->ops[op].is_view;
  if (placed != expected)
    return status_fail(status, STATUS_INTERNAL, "%d ops are placed, %d should be", placed, expected);
  return kernels == plan->partition.kernel_count ||
         status_fail(status, STATUS_INTERNAL, "%d kernels are counted, %d are there",
                     plan->partition.kernel_count, kernels);
}

bool plan_verify(Plan *plan, Status *status) {
  for (int op = 0; op < plan->op_count; op++)
    if (!check_op(plan, op, status)) return false;
  int placed = 0, kernels = 0;
  for (int kernel = 0; kernel < plan->op_count; kernel++) {
    if (!check_kernel(plan, kernel, &placed, status)) return false;
    kernels += !slot_is_empty(plan, kernel);
  }
  if (!check_counts(plan, placed, kernels, status)) return false;
  Integers launch = {0};
  bool acyclic = launch_order(plan, &launch, NULL);
  vector_free(&launch);
  if (!acyclic) return status_fail(status, STATUS_INTERNAL, "the kernel graph has a cycle");
  if (!order_holds(plan)) return status_fail(status, STATUS_INTERNAL, "the kept order is not topological");
  Reason reason;
  return legal_pins(plan, &reason) || status_fail(status, STATUS_INTERNAL, "%s", reason.text);
}
