// Edits of several kernels at once: made as a whole, or not at all.
#include "script/bind/plan.h"

#include "base/sorted.h"

// The ops of a list of ops and kernels, a kernel's first for it, ascending, into LIST_A.
static const IntegerList *take_list(lua_State *L, int argument) {
  IntegerList *list = &host_of(L)->lists[LIST_A];
  luaL_checktype(L, argument, LUA_TTABLE);
  lua_Integer count = (lua_Integer)lua_rawlen(L, argument);
  vector_clear(list);
  for (lua_Integer i = 1; i <= count; i++) {
    host_spend(L, 1);
    lua_rawgeti(L, argument, i);
    if (list->count == host_of(L)->graph->op_count)
      luaL_error(L, "the list has more entries than there are ops");
    vector_push(list, bind_first_op(L, lua_gettop(L)));
    lua_pop(L, 1);
  }
  sorted_sort(list->data, list->count);
  return list;
}

// The answer to an edit that the trail keeps as the plan that it made.
static int whole(lua_State *L, bool ok, const Reason *reason) {
  if (ok) bind_keep_whole(L, host_of(L)->plan);
  return bind_answer(L, ok, reason);
}

int bind_fuse_all(lua_State *L) {
  Reason reason = {0};
  Plan *plan = bind_edit_plan(L);
  bool force = lua_toboolean(L, 3);
  lua_settop(L, 2);
  const IntegerList *list = take_list(L, 2);
  bool ok = plan_fuse_all(plan, list->data, list->count, force, &reason);
  return whole(L, ok, &reason);
}

int bind_split(lua_State *L) {
  Reason reason = {0};
  Plan *plan = bind_edit_plan(L);
  lua_settop(L, 2);
  const IntegerList *list = take_list(L, 2);
  bool ok = plan_split(plan, list->data, list->count, &reason);
  return whole(L, ok, &reason);
}

int bind_recompute_all(lua_State *L) {
  Reason reason = {0};
  Plan *plan = bind_edit_plan(L);
  int kernel = handle_check_kernel(L, 3);
  lua_settop(L, 2);
  const IntegerList *list = take_list(L, 2);
  bool ok = plan_recompute_all(plan, list->data, list->count, kernel, &reason);
  return whole(L, ok, &reason);
}

int bind_take_apart(lua_State *L) {
  Reason reason = {0};
  Plan *plan = bind_edit_plan(L);
  TrailEdit edit = {TRAIL_APART, bind_first_op(L, 2), NO_OP, 0, 0};
  if (host_of(L)->graph->ops[edit.a].is_view) return luaL_error(L, "a view has no kernel");
  bool ok = plan_take_apart(plan, plan_home(plan, edit.a), &reason);
  return bind_edited(L, ok, &reason, edit);
}

// ---- Copies: steps of the trail one by one.

// What plan_recompute says of an op of the list that is not the one that is asked for, as it is read there by
// nothing, or is there already.
static bool may_be_left(const Reason *reason) {
  return reason->code == REASON_NOT_TOGETHER || reason->code == REASON_NO_CHANGE;
}

static bool copy(Host *host, int op, int kernel, Reason *reason) {
  TrailEdit edit = {TRAIL_RECOMPUTE, op, plan_kernel(host->plan, kernel).ops[0], 0, 0};
  bool ok = plan_recompute(host->plan, op, kernel, reason);
  if (ok) trail_edit(host->trail, edit);
  return ok;
}

// The ops of the list, readers before what they read, that are read in `kernel`. False with the reason.
static bool copy_read(Host *host, const IntegerList *ops, int kernel, Reason *reason) {
  for (int i = ops->count - 1; i >= 0; i--) {
    if (plan_runs(host->plan, kernel, ops->data[i])) continue;
    if (!copy(host, ops->data[i], kernel, reason) && !may_be_left(reason)) return false;
  }
  *reason = (Reason){.code = REASON_NONE};
  return true;
}

static int settle(lua_State *L, bool ok, int mark, const Reason *reason) {
  Host *host = host_of(L);
  if (ok) {
    plan_commit(host->plan);
  } else {
    plan_rollback(host->plan);
    trail_take_back(host->trail, mark);
  }
  return bind_answer(L, ok, reason);
}

// What a kernel runs, ascending.
static void list_members(const Plan *plan, int kernel, IntegerList *out) {
  PlanKernel members = plan_kernel(plan, kernel);
  vector_clear(out);
  for (int i = 0; i < members.op_count; i++)
    vector_push(out, members.ops[i]);
  for (int i = 0; i < members.copy_count; i++)
    vector_push(out, members.copies[i]);
  sorted_sort(out->data, out->count);
}

static void list_consumers(const Plan *plan, int kernel, IntegerList *out) {
  int count = plan_kernel_consumers(plan, kernel, NULL, 0);
  vector_clear(out);
  vector_reserve(out, count + 1);
  out->count = plan_kernel_consumers(plan, kernel, out->data, count);
  for (int i = 0; i < out->count; i++) // slots move as kernels go: their first ops stay
    out->data[i] = plan_kernel(plan, out->data[i]).ops[0];
}

int bind_fuse_into_readers(lua_State *L) {
  Reason reason = {0};
  Host *host = host_of(L);
  Plan *plan = bind_edit_plan(L);
  int kernel = handle_check_kernel(L, 2), mark = trail_mark(host->trail);
  IntegerList *ops = &host->lists[LIST_A], *readers = &host->lists[LIST_B];
  list_members(plan, kernel, ops);
  list_consumers(plan, kernel, readers);
  if (readers->count == 0) {
    reason_set(&reason, REASON_NO_CHANGE, (int[]){ops->data[0], NO_OP},
               "no other kernel reads what it writes");
    return bind_answer(L, false, &reason);
  }
  plan_begin(plan);
  bool ok = true;
  for (int i = 0; i < readers->count && ok; i++)
    ok = copy_read(host, ops, plan_home(plan, readers->data[i]), &reason);
  return settle(L, ok, mark, &reason);
}

// Those of the op's kernel up to it that are not stored.
static void list_unstored(Host *host, int op, IntegerList *out) {
  PlanKernel members = plan_kernel(host->plan, plan_home(host->plan, op));
  const PlanLowered *lowered = plan_lowered(host->plan, members.id);
  vector_clear(out);
  for (int i = 0; i < members.op_count && members.ops[i] < op; i++) {
    const Op *before = &host->graph->ops[members.ops[i]];
    bool stored = false;
    for (int r = 0; r < before->result_count; r++)
      stored |= sorted_find(lowered->stored, lowered->stored_count, before->first_result + r) >= 0;
    if (!stored) vector_push(out, members.ops[i]);
  }
}

int bind_recompute_deep(lua_State *L) {
  Reason reason = {0};
  Host *host = host_of(L);
  Plan *plan = bind_edit_plan(L);
  int op = handle_check_op(L, 2), kernel = handle_check_kernel(L, 3), mark = trail_mark(host->trail);
  if (host->graph->ops[op].is_view) return luaL_error(L, "a view has no kernel");
  int reader = plan_kernel(plan, kernel).ops[0];
  list_unstored(host, op, &host->lists[LIST_A]);
  plan_begin(plan);
  bool ok = copy(host, op, kernel, &reason) &&
            copy_read(host, &host->lists[LIST_A], plan_home(plan, reader), &reason);
  return settle(L, ok, mark, &reason);
}
