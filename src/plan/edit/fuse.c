// Fuse: two kernels become one.
#include "plan/plan_internal.h"

static bool share_something(const Plan *plan, int a, int b, int op_a, int op_b, Reason *reason) {
  int producer, consumer;
  if (edges_between(plan, a, b, &producer, &consumer) || edges_between(plan, b, a, &producer, &consumer))
    return true;
  if (edges_share_input(plan, a, b)) return true;
  reason_set(reason, REASON_NOT_TOGETHER, (int[]){op_a, op_b, NO_OP},
             "%s and %s share nothing: no value flows between their kernels and no input is common",
             plan_op_name(plan, op_a), plan_op_name(plan, op_b));
  reason_remedy(reason, "Force it to put unrelated work into one launch.");
  return false;
}

// Everything that can be said without making the change, but for cycles and lowering.
static bool may_fuse(const Plan *plan, int a, int b, bool force, Reason *reason) {
  if (!legal_op(plan, a, reason) || !legal_op(plan, b, reason)) return false;
  int left = home_of(plan, a), right = home_of(plan, b);
  if (left == right)
    return reason_set(reason, REASON_NO_CHANGE, (int[]){a, b, NO_OP}, "%s and %s are in one kernel already",
                      plan_op_name(plan, a), plan_op_name(plan, b));
  if (!legal_fusing(plan, left, force, reason) || !legal_fusing(plan, right, force, reason)) return false;
  if (!legal_merged_pins(plan, left, right, reason)) return false;
  return force || share_something(plan, left, right, a, b, reason);
}

static bool has_copies(const Plan *plan, int a, int b) {
  return slot_of(plan, a)->copies.count + slot_of(plan, b)->copies.count > 0;
}

static void unite_copies(Plan *plan, int kept, int gone) {
  Integers copies = {0};
  integers_copy(&copies, &slot_of(plan, gone)->copies);
  for (int i = 0; i < copies.count; i++) {
    change_uncopy(plan, copies.data[i], gone);
    if (!slot_has(plan, kept, copies.data[i])) change_copy(plan, copies.data[i], kept);
  }
  vector_free(&copies);
}

static void unite(Plan *plan, int kept, int gone) {
  change_drop_override(plan, kept);
  change_drop_override(plan, gone);
  while (slot_of(plan, gone)->ops.count) {
    int op = slot_of(plan, gone)->ops.data[slot_of(plan, gone)->ops.count - 1];
    if (integers_contain(&slot_of(plan, kept)->copies, op)) change_uncopy(plan, op, kept);
    change_move(plan, op, kept);
  }
  unite_copies(plan, kept, gone);
  // What came after the later of the two still does.
  if (position_of(plan, gone) > position_of(plan, kept)) order_swap(plan, gone, kept);
}

static int survivor(const Plan *plan, int a, int b) {
  return slot_of(plan, a)->ops.data[0] < slot_of(plan, b)->ops.data[0] ? a : b;
}

static bool fuse(Plan *plan, int a, int b, bool force, bool asking, Reason *reason,
                 const PlanLowered **lowered) {
  if (!may_fuse(plan, a, b, force, reason)) return false;
  int left = home_of(plan, a), right = home_of(plan, b);
  int kept = survivor(plan, left, right);
  edit_open(plan, asking);
  unite(plan, kept, kept == left ? right : left);
  bool legal = edit_legal(plan, reason);
  if (legal && lowered) *lowered = plan_lowered(plan, home_of(plan, a));
  return edit_close(plan, legal, "fuse %.32s, %.32s", plan_op_name(plan, a), plan_op_name(plan, b));
}

// Is there a way from one to the other through other kernels? Then both in one would close a cycle.
static bool path_between(Plan *plan, int a, int b) {
  bool swap = position_of(plan, a) > position_of(plan, b);
  return order_path(plan, swap ? b : a, swap ? a : b);
}

// Without copies, only the merged kernel changes: nothing else needs to be looked at.
static const PlanLowered *preview(Plan *plan, int a, int b, Reason *reason) {
  if (path_between(plan, a, b)) {
    legal_cycle(plan, reason);
    return NULL;
  }
  plan->asking = true;
  if (!plan->trial) lowered_trim(plan);
  const PlanLowered *lowered = lowered_pair(plan, a, b);
  plan->asking = plan->trial;
  if (lowered->nest) return lowered;
  *reason = lowered->reason;
  return NULL;
}

// Does what an earlier question has found hold still?
static bool still_holds(Plan *plan, int a, int b, const PairAnswer *answer) {
  if (answer->version == plan->version) return true;
  Reason unused;
  return answer->lowered && !has_copies(plan, a, b) && legal_merged_pins(plan, a, b, &unused) &&
         !path_between(plan, a, b);
}

static const PlanLowered *ask(Plan *plan, int a, int b, bool force, Reason *reason) {
  if (!may_fuse(plan, a, b, force, reason)) return NULL;
  int left = home_of(plan, a), right = home_of(plan, b);
  if (!has_copies(plan, left, right)) return preview(plan, left, right, reason);
  const PlanLowered *lowered = NULL;
  return fuse(plan, a, b, force, true, reason, &lowered) ? lowered : NULL;
}

const PlanLowered *plan_fused(Plan *plan, int a, int b, bool force, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  int left = plan_home(plan, a), right = plan_home(plan, b);
  if (left == NO_KERNEL || right == NO_KERNEL || plan->trial) return ask(plan, a, b, force, reason);
  PairAnswer *answer = memo_find(plan, a, b, force);
  if (answer && still_holds(plan, left, right, answer)) {
    answer->version = plan->version;
    if (!answer->lowered) *reason = plan->memo.refusals.data[answer->refusal];
    return answer->lowered;
  }
  const PlanLowered *lowered = ask(plan, a, b, force, reason);
  memo_add(plan, a, b, force, lowered, reason);
  return lowered;
}

bool plan_can_fuse(Plan *plan, int a, int b, bool force, Reason *reason) {
  return plan_fused(plan, a, b, force, reason) != NULL;
}

bool plan_fuse(Plan *plan, int a, int b, bool force, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  return fuse(plan, a, b, force, false, reason, NULL);
}

// ---- Of many at once: states in between may have cycles that the whole has not.

// The kernels of the ops, each once; false with the reason when one of them is always alone.
static bool list_kernels(const Plan *plan, const int *ops, int count, bool force, Integers *kernels,
                         Reason *reason) {
  for (int i = 0; i < count; i++) {
    if (!legal_op(plan, ops[i], reason) || !legal_fusing(plan, home_of(plan, ops[i]), force, reason))
      return false;
    integers_insert(kernels, home_of(plan, ops[i]));
  }
  if (kernels->count > 1) return true;
  return reason_set(reason, REASON_NO_CHANGE, (int[]){count ? ops[0] : NO_OP, NO_OP},
                    "they are in one kernel already");
}

static bool is_batch(Plan *plan, int kernel, Reason *reason) {
  const PlanLowered *lowered = plan_lowered(plan, kernel);
  if (!lowered || !lowered->nest || nest_part_count(lowered->nest) == 1) return false;
  reason_set(reason, REASON_NOT_TOGETHER, (int[]){NO_OP},
             "they would be %d loop nests side by side in one launch, not one kernel",
             nest_part_count(lowered->nest));
  reason_remedy(reason, "Force it to put them into one launch all the same.");
  return true;
}

bool plan_fuse_all(Plan *plan, const int *ops, int count, bool force, Reason *reason) {
  Integers kernels = {0};
  *reason = (Reason){.code = REASON_NONE};
  bool legal = list_kernels(plan, ops, count, force, &kernels, reason);
  if (legal) {
    int kept = kernels.data[0];
    for (int i = 1; i < kernels.count; i++)
      kept = survivor(plan, kept, kernels.data[i]);
    edit_open(plan, false);
    for (int i = 0; i < kernels.count; i++)
      if (kernels.data[i] != kept) unite(plan, kept, kernels.data[i]);
    legal = edit_legal(plan, reason) && (force || !is_batch(plan, home_of(plan, ops[0]), reason));
    edit_close(plan, legal, "fuse %d kernels with %.32s", kernels.count, plan_op_name(plan, ops[0]));
  }
  vector_free(&kernels);
  return legal;
}
