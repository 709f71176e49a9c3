// Cut: an op, or it and what hangs on it, leaves its kernel. Move: an op goes into another kernel.
#include "plan/plan_internal.h"

// A member of `kernel` reads a result of the op copied there.
void edit_prune_copies(Plan *plan, int kernel) {
  for (int i = slot_of(plan, kernel)->copies.count - 1; i >= 0; i--) {
    int op = slot_of(plan, kernel)->copies.data[i];
    if (!edges_reads_op(plan, kernel, op)) change_uncopy(plan, op, kernel);
  }
}

int slot_find_free(const Plan *plan, const Integers *wanted) {
  for (int i = 0; i < wanted->count; i++)
    if (slot_is_empty(plan, wanted->data[i])) return wanted->data[i];
  int slot = 0;
  while (!slot_is_empty(plan, slot))
    slot++; // there are fewer kernels than ops while one of them holds two
  return slot;
}

// A slot for `moving` out of `kernel`: the slot of one of the ops of either part when one is free.
static int slot_for(const Plan *plan, int kernel, const Integers *moving) {
  Integers wanted = {0};
  integers_copy(&wanted, moving);
  for (int i = 0; i < slot_of(plan, kernel)->ops.count; i++)
    vector_push(&wanted, slot_of(plan, kernel)->ops.data[i]);
  int slot = slot_find_free(plan, &wanted);
  vector_free(&wanted);
  return slot;
}

// What goes to another slot: `leaving`, unless the kernel is named by one of these; then the others, so that
// fusing and cutting again leave every kernel the name that it had.
static void find_moving(const Plan *plan, int kernel, const Integers *leaving, Integers *moving) {
  if (plan->question || !integers_contain(leaving, kernel)) {
    integers_copy(moving, leaving);
    return;
  }
  const Integers *ops = &slot_of(plan, kernel)->ops;
  for (int i = 0; i < ops->count; i++)
    if (!integers_contain(leaving, ops->data[i])) vector_push(moving, ops->data[i]);
}

static void split(Plan *plan, int kernel, const Integers *leaving) {
  Integers moving = {0};
  find_moving(plan, kernel, leaving, &moving);
  int slot = slot_for(plan, kernel, &moving);
  change_drop_override(plan, kernel);
  for (int i = 0; i < moving.count; i++)
    change_move(plan, moving.data[i], slot);
  vector_free(&moving);
  for (int i = slot_of(plan, kernel)->copies.count - 1; i >= 0; i--) {
    int op = slot_of(plan, kernel)->copies.data[i];
    if (edges_reads_op(plan, slot, op)) change_copy(plan, op, slot);
  }
  edit_prune_copies(plan, kernel);
  order_place_after(plan, slot, kernel);
}

// What a question about a cut wants to know beside whether it is legal.
typedef struct CutParts {
  const PlanLowered *leaving, *staying;
} CutParts;

// `parts`: NULL for a real cut.
static bool try_split(Plan *plan, int op, const Integers *leaving, CutParts *parts, Reason *reason) {
  int kernel = home_of(plan, op);
  edit_open(plan, parts != NULL);
  split(plan, kernel, leaving);
  bool legal = edit_legal(plan, reason);
  if (legal && parts) *parts = (CutParts){plan_lowered(plan, home_of(plan, op)), plan_lowered(plan, kernel)};
  return edit_close(plan, legal, "cut %.64s", plan_op_name(plan, op));
}

// The op and those of its kernel's home ops that need it, within the kernel.
static void descendants(const Plan *plan, int op, Integers *out) {
  int kernel = home_of(plan, op);
  const Integers *ops = &slot_of(plan, kernel)->ops;
  vector_clear(out);
  vector_push(out, op);
  for (int i = 0; i < ops->count; i++) {
    if (ops->data[i] <= op) continue;
    Neighbours near = graph_neighbours(plan->graph, ops->data[i]);
    bool hangs = false;
    for (int j = 0; j < near.producer_count && !hangs; j++)
      hangs = integers_contain(out, near.producers[j]);
    if (hangs) vector_push(out, ops->data[i]);
  }
}

static void advise_freeing(const Plan *plan, int kernel, Reason *reason) {
  int products = plan_products(plan, kernel, NULL, 0);
  if (products > 1 && reason->code != REASON_PINNED)
    reason_remedy(reason, "Give its %d matrix products back to the library, all at once.", products);
}

static bool cut(Plan *plan, int op, CutParts *parts, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  if (!legal_op(plan, op, reason)) return false;
  int size = slot_of(plan, home_of(plan, op))->ops.count;
  if (size == 1)
    return reason_set(reason, REASON_NO_CHANGE, (int[]){op, NO_OP}, "%s is alone in its kernel already",
                      plan_op_name(plan, op));
  Integers leaving = {0};
  vector_push(&leaving, op);
  bool done = try_split(plan, op, &leaving, parts, reason);
  if (!done) {
    Reason second = {.code = REASON_NONE};
    descendants(plan, op, &leaving);
    bool other = leaving.count > 1 && leaving.count < size;
    done = other && try_split(plan, op, &leaving, parts, &second);
    if (done) *reason = second;
  }
  if (!done) advise_freeing(plan, home_of(plan, op), reason);
  vector_free(&leaving);
  return done;
}

bool plan_can_cut(Plan *plan, int op, Reason *reason) {
  CutParts parts;
  return cut(plan, op, &parts, reason);
}

bool plan_cut_parts(Plan *plan, int op, const PlanLowered **leaving, const PlanLowered **staying,
                    Reason *reason) {
  CutParts parts = {0};
  bool legal = cut(plan, op, &parts, reason);
  *leaving = parts.leaving;
  *staying = parts.staying;
  return legal;
}

bool plan_cut(Plan *plan, int op, Reason *reason) {
  return cut(plan, op, NULL, reason);
}

// The ops in ascending order, some but not all of one kernel.
static bool list_leaving(const Plan *plan, const int *ops, int count, Integers *leaving, Reason *reason) {
  for (int i = 0; i < count; i++) {
    if (!legal_op(plan, ops[i], reason)) return false;
    if (home_of(plan, ops[i]) != home_of(plan, ops[0]))
      return reason_set(reason, REASON_NOT_TOGETHER, (int[]){ops[0], ops[i], NO_OP},
                        "%s and %s are not in one kernel", plan_op_name(plan, ops[0]),
                        plan_op_name(plan, ops[i]));
    integers_insert(leaving, ops[i]);
  }
  if (count && leaving->count < slot_of(plan, home_of(plan, ops[0]))->ops.count) return true;
  return reason_set(reason, REASON_NO_CHANGE, (int[]){NO_OP},
                    count ? "these are all ops of the kernel" : "no op is named");
}

bool plan_split(Plan *plan, const int *ops, int count, Reason *reason) {
  Integers leaving = {0};
  *reason = (Reason){.code = REASON_NONE};
  bool done = list_leaving(plan, ops, count, &leaving, reason) &&
              try_split(plan, leaving.data[0], &leaving, NULL, reason);
  vector_free(&leaving);
  return done;
}

// A product alone, as a library runs it: what was computed again of its matrices is loaded.
static void free_product(Plan *plan, int op) {
  Integers leaving = {0};
  vector_push(&leaving, op);
  if (slot_of(plan, home_of(plan, op))->ops.count > 1) split(plan, home_of(plan, op), &leaving);
  const Integers *copies = &slot_of(plan, home_of(plan, op))->copies;
  if (copies->count) change_drop_override(plan, home_of(plan, op));
  while (copies->count)
    change_uncopy(plan, copies->data[copies->count - 1], home_of(plan, op));
  vector_free(&leaving);
}

bool plan_free_products(Plan *plan, int kernel, Reason *reason) {
  Integers products = {0};
  *reason = (Reason){.code = REASON_NONE};
  if (!legal_kernel(plan, kernel, reason)) return false;
  vector_reserve(&products, plan_products(plan, kernel, NULL, 0));
  products.count = plan_products(plan, kernel, products.data, products.capacity);
  const Slot *slot = slot_of(plan, kernel);
  bool legal = products.count && (slot->ops.count > 1 || slot->copies.count > 0);
  if (!legal)
    reason_set(reason, REASON_NO_CHANGE, (int[]){slot->ops.data[0], NO_OP},
               "no matrix product shares the kernel of %s", plan_op_name(plan, slot->ops.data[0]));
  if (legal) {
    edit_open(plan, false);
    for (int i = 0; i < products.count; i++)
      free_product(plan, products.data[i]);
    legal = edit_legal(plan, reason);
    edit_close(plan, legal, "give the products of %.32s back", plan_op_name(plan, products.data[0]));
  }
  vector_free(&products);
  return legal;
}

bool plan_take_apart(Plan *plan, int kernel, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  if (!legal_kernel(plan, kernel, reason)) return false;
  const Slot *slot = slot_of(plan, kernel);
  int first = slot->ops.data[0];
  if (slot->ops.count + slot->copies.count == 1)
    return reason_set(reason, REASON_NO_CHANGE, (int[]){first, NO_OP}, "%s is alone in its kernel already",
                      plan_op_name(plan, first));
  edit_open(plan, false);
  change_drop_override(plan, kernel);
  while (slot_of(plan, kernel)->copies.count)
    change_uncopy(plan, slot_of(plan, kernel)->copies.data[0], kernel);
  while (slot_of(plan, kernel)->ops.count > 1) {
    int op = slot_of(plan, kernel)->ops.data[slot_of(plan, kernel)->ops.count - 1];
    Integers leaving = {0};
    vector_push(&leaving, op);
    int alone = slot_for(plan, kernel, &leaving);
    vector_free(&leaving);
    change_move(plan, op, alone);
    order_place_after(plan, alone, kernel);
  }
  bool legal = edit_legal(plan, reason);
  return edit_close(plan, legal, "take the kernel of %.32s apart", plan_op_name(plan, first));
}

static bool may_move(const Plan *plan, int op, int kernel, Reason *reason) {
  *reason = (Reason){.code = REASON_NONE};
  if (!legal_op(plan, op, reason)) return false;
  if (kernel < 0 || kernel >= plan->op_count) return legal_kernel(plan, kernel, reason);
  bool alone = slot_of(plan, home_of(plan, op))->ops.count == 1;
  if (home_of(plan, op) == kernel || (alone && slot_is_empty(plan, kernel)))
    return reason_set(reason, REASON_NO_CHANGE, (int[]){op, NO_OP}, "%s is there already",
                      plan_op_name(plan, op));
  if (slot_is_empty(plan, kernel)) return true;
  return legal_class(plan, op, reason) && legal_fusing(plan, kernel, false, reason);
}

static bool move(Plan *plan, int op, int kernel, bool asking, Reason *reason) {
  if (!may_move(plan, op, kernel, reason)) return false;
  int from = home_of(plan, op);
  edit_open(plan, asking);
  change_drop_override(plan, from);
  change_drop_override(plan, kernel);
  bool was_empty = slot_is_empty(plan, kernel);
  if (integers_contain(&slot_of(plan, kernel)->copies, op)) change_uncopy(plan, op, kernel);
  change_move(plan, op, kernel);
  if (slot_is_empty(plan, from))
    while (slot_of(plan, from)->copies.count)
      change_uncopy(plan, slot_of(plan, from)->copies.data[0], from);
  else
    edit_prune_copies(plan, from);
  if (was_empty) order_place_after(plan, kernel, from);
  bool legal = edit_legal(plan, reason);
  return edit_close(plan, legal, "move %.64s", plan_op_name(plan, op));
}

bool plan_can_move(Plan *plan, int op, int kernel, Reason *reason) {
  return move(plan, op, kernel, true, reason);
}

bool plan_move(Plan *plan, int op, int kernel, Reason *reason) {
  return move(plan, op, kernel, false, reason);
}
