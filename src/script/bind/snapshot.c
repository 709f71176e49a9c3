// Plans that a script keeps and goes back to: plan:save, plan:load, plan:hash. A snapshot shares with the
// plan all that stays the same, so that either costs what the edits between them cost.
#include "plan/file/plan_file.h"
#include "script/bind/plan.h"
#include "script/heuristic_read.h"

// What scripts hold: a handle with the plan behind it.
typedef struct Snapshot {
  Handle handle; // first: its number
  Plan *plan;    // NULL: given back
  TrailPlace place;
  size_t bytes; // that count as the script's
} Snapshot;

static Snapshot *snapshot_at(lua_State *L, int argument) {
  handle_check_class(L, argument, &snapshot_class);
  return lua_touserdata(L, argument);
}

static int release(lua_State *L) {
  Snapshot *snapshot = lua_touserdata(L, 1);
  plan_free(snapshot->plan);
  snapshot->plan = NULL;
  host_of(L)->memory -= snapshot->bytes;
  snapshot->bytes = 0;
  return 0;
}

static int free_best(lua_State *L);

void snapshot_register(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &snapshot_class);
  lua_pushcfunction(L, release);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
  luaL_newmetatable(L, "best");
  lua_pushcfunction(L, free_best);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
}

// Lua sees a few words only: it is told of the rest, so that it collects in time.
static void tell_collector(lua_State *L, size_t bytes) {
  enum { KIB = 1024 };
  lua_gc(L, LUA_GCSTEP, (int)(bytes / KIB) + 1);
}

int bind_save(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  Host *host = host_of(L);
  size_t bytes = plan_copy_bytes(host->plan);
  host_grow(L, bytes);
  host->memory -= bytes; // until there is something that gives it back
  Snapshot *snapshot = lua_newuserdatauv(L, sizeof *snapshot, 0);
  *snapshot =
      (Snapshot){.handle = {&snapshot_class, ++host->snapshots, 0}, .place = trail_place(host->trail)};
  lua_rawgetp(L, LUA_REGISTRYINDEX, &snapshot_class);
  lua_setmetatable(L, -2);
  snapshot->plan = plan_copy(host->plan);
  snapshot->bytes = bytes;
  host->memory += bytes;
  tell_collector(L, bytes);
  return 1;
}

int bind_hash(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  lua_pushinteger(L, (lua_Integer)plan_hash(host_of(L)->plan));
  return 1;
}

// ---- Going back.

static void load_snapshot(Host *host, const Snapshot *snapshot) {
  plan_replace(host->plan, snapshot->plan, "load");
  plan_settle(host->plan);
  trail_go(host->trail, snapshot->place, host->trail_floor, host->plan);
}

// A plan that came from elsewhere becomes the script's.
static void take_whole(lua_State *L, Plan *plan) {
  plan_settle(plan);
  host_spend(L, (size_t)plan_slots(plan));
  bind_keep_whole(L, plan);
}

static bool fail_no_plan(Host *host, Reason *reason) {
  return reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP}, "%s came without a compiler's plan",
                    host->graph->name);
}

static bool take_dump(Host *host, Reason *reason) {
  DumpNotes notes = {0};
  Status status = {0};
  if (!host->dump) return fail_no_plan(host, reason);
  bool taken = plan_from_dump(host->plan, host->dump, &notes, &status);
  dump_notes_free(&notes);
  return taken || reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP}, "%s", status.message);
}

// The pins that were set before it came; false where it breaks one.
static bool keep_pins(Plan *plan, const Plan *before, Reason *reason) {
  int count;
  const Pin *pins = plan_pins(before, &count);
  bool kept = true;
  for (int i = 0; kept && i < count; i++)
    kept = plan_pin(plan, pins[i].kind, pins[i].a, pins[i].b, reason) || reason->code == REASON_NO_CHANGE;
  return kept;
}

static bool take_compiler(Host *host, Reason *reason) {
  Plan *plan = host->plan, *before = plan_copy(plan);
  bool taken = host->compiler ? plan_replace(plan, host->compiler, "load") : take_dump(host, reason);
  bool kept = taken && keep_pins(plan, before, reason);
  if (taken && !kept) plan_replace(plan, before, "load");
  plan_free(before);
  return kept;
}

static int load_compiler(lua_State *L) {
  Host *host = host_of(L);
  Reason reason = {.code = REASON_NONE};
  bool taken = take_compiler(host, &reason);
  if (taken) take_whole(L, host->plan);
  return bind_answer(L, taken, &reason);
}

int bind_load(lua_State *L) {
  bind_edit_plan(L);
  if (lua_type(L, 2) == LUA_TSTRING) {
    luaL_checkoption(L, 2, NULL, (const char *const[]){"compiler", NULL});
    return load_compiler(L);
  }
  const Snapshot *snapshot = snapshot_at(L, 2);
  load_snapshot(host_of(L), snapshot);
  lua_pushboolean(L, true);
  return 1;
}

// ---- The best of several ways from the plan as it is. The plan's handle is at 1.

// On the stack; above it lie the snapshots of where they begin and of the best.
typedef struct Best {
  int at;         // on the stack
  int mark;       // of the trail
  int ways, best; // that were tried; the number of the best of them, from 1
  double us;
  TrailPiece way;
} Best;

static int free_best(lua_State *L) {
  Best *best = lua_touserdata(L, 1);
  trail_piece_free(&best->way);
  return 0;
}

static void push_saved(lua_State *L) {
  lua_pushcfunction(L, bind_save);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
}

static Best *push_best(lua_State *L) {
  Best *best = lua_newuserdatauv(L, sizeof *best, 0);
  *best = (Best){.at = lua_gettop(L), .mark = trail_mark(host_of(L)->trail)};
  luaL_setmetatable(L, "best");
  push_saved(L);
  lua_pushnil(L);
  return best;
}

static double time_now(lua_State *L) {
  Host *host = host_of(L);
  PlanCost *cost = host_cost(host, host->estimator);
  plan_cost_update(cost, -1);
  return plan_cost_total(cost).time_us;
}

static void take_plan(lua_State *L, int snapshot) {
  Plan *plan = host_of(L)->plan;
  plan_replace(plan, snapshot_at(L, snapshot)->plan, "load");
  plan_settle(plan);
}

static void begin_way(lua_State *L, const Best *best) {
  if (!best->ways) return;
  take_plan(L, best->at + 1);
  trail_take_back(host_of(L)->trail, best->mark);
}

// `least_us`: what it must save over the best so far.
static void end_way(lua_State *L, Best *best, double least_us) {
  double us = time_now(L);
  if (best->ways++ && us >= best->us - least_us) return;
  best->us = us;
  best->best = best->ways;
  push_saved(L);
  lua_replace(L, best->at + 2);
  trail_piece_free(&best->way);
  best->way = trail_copy(host_of(L)->trail, best->mark);
}

static void take_best(lua_State *L, Best *best) {
  if (best->best == best->ways) return;
  take_plan(L, best->at + 2);
  trail_put(host_of(L)->trail, best->mark, &best->way);
}

static const double SAME_US = 1e-6; // less is no gain: sums in another order differ by less

int bind_best_of(lua_State *L) {
  bind_edit_plan(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_Integer count = luaL_len(L, 2);
  luaL_argcheck(L, count > 0, 2, "one function at least");
  Best *best = push_best(L);
  for (lua_Integer i = 1; i <= count; i++) {
    begin_way(L, best);
    lua_geti(L, 2, i);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 0);
    end_way(L, best, -SAME_US);
  }
  take_best(L, best);
  lua_pushinteger(L, best->best);
  return 1;
}

// ---- The branches of a heuristic that another one runs.

static void call_module(lua_State *L, int module, const char *field, int options, int branch) {
  if (file_table_get(L, module, field) == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, options);
  if (branch) lua_pushinteger(L, branch);
  lua_call(L, branch ? 3 : 2, 0);
}

void bind_run_module(lua_State *L, int module, int options) {
  int branches = heuristic_branches(L, module), top = lua_gettop(L);
  if (!branches) {
    call_module(L, module, "run", options, 0);
    return;
  }
  Best *best = push_best(L);
  for (int branch = 1; branch <= branches; branch++) {
    begin_way(L, best);
    call_module(L, module, "run", options, branch);
    end_way(L, best, SAME_US); // as heuristic_process.c
  }
  take_best(L, best);
  call_module(L, module, "finish", options, 0);
  lua_settop(L, top);
}

// ---- Its fields.

static int snapshot_hash(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)plan_hash(snapshot_at(L, 1)->plan));
  return 1;
}

static int snapshot_kernels(lua_State *L) {
  lua_pushinteger(L, plan_kernel_count(snapshot_at(L, 1)->plan));
  return 1;
}

static const Binding snapshot_bindings[] = {
    {"hash", BINDING_FIELD, snapshot_hash, NULL, "integer", "As plan:hash() gave it then."},
    {"kernel_count", BINDING_FIELD, snapshot_kernels, NULL, "integer", "How many kernels it has."},
};
const BindingClass snapshot_class = {"snapshot", "The plan as it was when plan:save() was called.",
                                     snapshot_bindings, sizeof snapshot_bindings / sizeof *snapshot_bindings};
