// Functions of a script that are called under plans which they do not keep: plan:try, plan:enumerate.
#include "plan/search/enumerate.h"
#include "script/bind/plan.h"

#include <string.h>

void bind_keep_whole(lua_State *L, const Plan *plan) {
  Trail *trail = host_of(L)->trail;
  trail_whole(trail, plan);
  int count = trail ? trail->steps.count : 0;
  if (count && trail->steps.data[count - 1].held && !trail->cut_short) host_grow(L, plan_copy_bytes(plan));
}

// ---- plan:try(function() ... end): keeps the edits when the function returns true, else takes them back. An
// error takes them back and goes on.

typedef struct Trial {
  bool open;
  int mark;  // of the trail
  int floor; // Host.trail_floor before
} Trial;

static void end_trial(Host *host, Trial *trial, bool keep) {
  trial->open = false;
  host->trail_floor = trial->floor;
  if (keep) {
    plan_commit(host->plan);
  } else {
    plan_rollback(host->plan);
    trail_take_back(host->trail, trial->mark);
  }
}

// Of a variable that is to be closed, so that an error passes with all that its traceback knows.
static int close_trial(lua_State *L) {
  Trial *trial = lua_touserdata(L, 1);
  if (trial->open) end_trial(host_of(L), trial, false);
  return 0;
}

void trial_register(lua_State *L) {
  luaL_newmetatable(L, "trial");
  lua_pushcfunction(L, close_trial);
  lua_setfield(L, -2, "__close");
  lua_pop(L, 1);
}

int bind_try(lua_State *L) {
  Host *host = host_of(L);
  Plan *plan = bind_edit_plan(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  Trial *trial = lua_newuserdatauv(L, sizeof *trial, 0);
  *trial = (Trial){false, trail_mark(host->trail), host->trail_floor};
  luaL_setmetatable(L, "trial");
  lua_toclose(L, 3);
  plan_begin(plan);
  trial->open = true;
  host->trail_floor = trial->mark;
  lua_pushvalue(L, 2);
  lua_call(L, 0, 1);
  bool keep = lua_toboolean(L, -1);
  end_trial(host, trial, keep);
  lua_pushboolean(L, keep);
  return 1;
}

// ---- plan:enumerate(function(number) ... end): stays at the plan for which the function returns true. An
// error ends it and takes everything back.

static int visit(lua_State *L) {
  enum { STEPS_A_PLAN = 100 };
  host_spend(L, STEPS_A_PLAN);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

static VisitAnswer visit_plan(void *context, Plan *plan, int64_t number) {
  lua_State *L = context;
  (void)plan;
  lua_pushcfunction(L, traceback_keep);
  int handler = lua_gettop(L);
  lua_pushcfunction(L, visit);
  lua_pushvalue(L, 2);
  lua_pushinteger(L, number);
  int result = lua_pcall(L, 2, 1, handler);
  lua_remove(L, handler);
  if (result != LUA_OK) { // the message stays on the stack
    lua_pushboolean(L, true);
    lua_replace(L, 3);
    return VISIT_STOP;
  }
  bool stop = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return stop ? VISIT_STOP : VISIT_ON;
}

int bind_enumerate(lua_State *L) {
  Plan *plan = bind_edit_plan(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  PlanEnumeration enumeration = {
      .limit = luaL_optinteger(L, 3, 0), .visit = visit_plan, .context = L, .stop = host_of(L)->limits.stop};
  lua_settop(L, 2);
  lua_pushboolean(L, false); // at 3: did the function fail?
  text_clear(&host_of(L)->inner);
  host_of(L)->inner_of = bind_enumerate;
  int64_t count;
  Status status = {0};
  Trail *trail = host_of(L)->trail;
  host_of(L)->trail = NULL; // the plans on the way are not steps
  plan_begin(plan);
  bool good = plan_enumerate(plan, &enumeration, &count, &status), failed = lua_toboolean(L, 3);
  host_of(L)->trail = trail;
  if (failed)
    plan_rollback(plan);
  else
    plan_commit(plan);
  if (failed) return lua_error(L);
  host_look(L);
  if (!good) return luaL_error(L, "%s", status.message);
  bind_keep_whole(L, plan);
  lua_pushinteger(L, count);
  return 1;
}
