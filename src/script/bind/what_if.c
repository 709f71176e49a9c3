// What edits would change, without making them: plan:what_if, plan:what_ifs.
#include "cost/effect.h"
#include "script/bind/plan.h"
#include "script/result.h"

#include <string.h>

// Scripts ask this most of all: what an answer's tables are made of is kept, and they are made when they are
// read.
typedef struct Legal {
  bool legal; // first: true
  bool has_after;
  Estimate after;
  double saved_us[TERM_COUNT];
} Legal;
typedef struct Refused {
  bool legal; // first: false
  Reason reason;
} Refused;

bool bind_make_what_if_field(lua_State *L, const void *kept, const char *field) {
  const Legal *legal = *(const bool *)kept ? kept : NULL;
  if (!legal && strcmp(field, "reason") == 0)
    handle_push_reason(L, &((const Refused *)kept)->reason);
  else if (legal && legal->has_after && strcmp(field, "after") == 0)
    bind_push_estimate(L, &legal->after);
  else if (legal && strcmp(field, "terms") == 0)
    bind_push_terms(L, legal->saved_us);
  else
    return false;
  return true;
}

static void set_integer(lua_State *L, const char *key, int64_t number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, key);
}

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

static void push_refused(lua_State *L, const Reason *reason) {
  lua_createtable(L, 0, 2);
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "legal");
  Refused *kept = result_keep(L, &result_what_if, sizeof *kept);
  kept->legal = false;
  kept->reason = *reason;
}

// Its terms, and what is `after`, are to be filled in.
static Legal *push_legal(lua_State *L, double saved_us, int64_t saved_dram_bytes) {
  lua_createtable(L, 0, 8);
  lua_pushboolean(L, true);
  lua_setfield(L, -2, "legal");
  set_integer(L, "saved_dram_bytes", saved_dram_bytes);
  lua_pushnumber(L, saved_us);
  lua_setfield(L, -2, "saved_us");
  Legal *kept = result_keep(L, &result_what_if, sizeof *kept);
  kept->legal = true;
  kept->has_after = false;
  return kept;
}

// ---- Of a fusion.

static void push_pair(lua_State *L, int a, int b, Estimator *estimator) {
  Host *host = host_of(L);
  host_evaluate(L);
  WhatIf what = estimator_what_if(estimator, host->plan, a, b);
  if (estimator != host->estimator) host_check_estimator(L, estimator);
  trail_asked(host->trail, a, b, what.legal ? NULL : &what.reason);
  bool promised = what.legal && estimator == host->estimator; // what the plan is then told to be worth
  if (promised) trail_promise(host->trail, a, b, what.saved_us, what.saved_dram_bytes);
  if (!what.legal) {
    push_refused(L, &what.reason);
    return;
  }
  Legal *kept = push_legal(L, what.saved_us, what.saved_dram_bytes);
  kept->has_after = true;
  kept->after = *what.after;
  what_if_terms(&what, kept->saved_us);
  set_integer(L, "reads", what.reads);
  set_integer(L, "parts", what.parts);
  set_text(L, "template", what.template);
}

// ---- Of a function that edits. An error takes the edits back and goes on.

typedef struct Tried {
  Trail *trail; // the run's: what is tried is no step
  bool open;
} Tried;

static void end(Host *host, Tried *tried) {
  tried->open = false;
  host->trail = tried->trail;
  host->asking = false;
}

static int close_tried(lua_State *L) {
  Tried *tried = lua_touserdata(L, 1);
  Host *host = host_of(L);
  if (!tried->open) return 0;
  plan_trial_end(host->plan);
  end(host, tried);
  return 0;
}

void what_if_register(lua_State *L) {
  luaL_newmetatable(L, "what_if");
  lua_pushcfunction(L, close_tried);
  lua_setfield(L, -2, "__close");
  lua_pop(L, 1);
}

static void begin(Host *host, Tried *tried) {
  host->trail = NULL;
  host->asking = true;
  host->refusal = (Reason){.code = REASON_NONE, .text = "the function returned false"};
  plan_trial_begin(host->plan);
  tried->open = true;
}

static void push_changes(lua_State *L, const Effect *effect) {
  lua_createtable(L, effect->kernel_count, 0);
  for (int i = 0; i < effect->kernel_count; i++) {
    const KernelEffect *kernel = &effect->kernels[i];
    lua_createtable(L, 0, 4);
    result_mark(L, &result_change);
    set_integer(L, "kernel", kernel->kernel);
    if (kernel->template) set_text(L, "template", kernel->template);
    if (kernel->before) bind_push_estimate(L, kernel->before), lua_setfield(L, -2, "before");
    if (kernel->after) bind_push_estimate(L, kernel->after), lua_setfield(L, -2, "after");
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_effect(lua_State *L, const Effect *effect) {
  Legal *kept = push_legal(L, effect->saved_us, effect->saved_dram_bytes);
  memcpy(kept->saved_us, effect->terms_us, sizeof kept->saved_us);
  set_integer(L, "saved_kernels", effect->saved_kernels);
  set_integer(L, "registers", effect->registers);
  set_integer(L, "spill_bytes", effect->spill_bytes);
  push_changes(L, effect);
  lua_setfield(L, -2, "changes");
}

// Calls the function with the plan. False: it says that what it did is not to be had.
static bool is_legal(lua_State *L, int function) {
  lua_pushvalue(L, function);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  bool legal = lua_isnil(L, -1) || lua_toboolean(L, -1);
  lua_pop(L, 1);
  return legal;
}

static int find_estimator(lua_State *L) {
  lua_pushlightuserdata(L, host_estimator(L, 1));
  return 1;
}

// As host_estimator, with more on the stack. What a script does may be the end of an estimator: it is looked
// up when it is asked.
static Estimator *estimator_by(lua_State *L, int options) {
  if (lua_isnoneornil(L, options)) return host_of(L)->estimator;
  lua_pushcfunction(L, find_estimator);
  lua_pushvalue(L, options);
  lua_call(L, 1, 1);
  Estimator *estimator = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return estimator;
}

static int try_function(lua_State *L) { // plan, function, options
  Host *host = host_of(L);
  host_evaluate(L);
  estimator_by(L, 3);
  if (host->asking)
    return luaL_error(L, "what_if: a function that is tried out cannot try out another; use plan:try in it");
  Tried *tried = lua_newuserdatauv(L, sizeof *tried, 0);
  *tried = (Tried){host->trail, false};
  luaL_setmetatable(L, "what_if");
  lua_toclose(L, 4);
  begin(host, tried);
  bool legal = is_legal(L, 2);
  Estimator *estimator = estimator_by(L, 3);
  Effect effect = {.legal = legal};
  if (legal)
    effect = estimator_effect_of_trial(estimator, host->plan);
  else
    plan_trial_end(host->plan);
  end(host, tried);
  if (estimator != host->estimator) host_check_estimator(L, estimator);
  if (legal)
    push_effect(L, &effect);
  else
    push_refused(L, &host->refusal);
  return 1;
}

static void push_function(lua_State *L, int function, int options) {
  lua_pushcfunction(L, try_function);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, function);
  lua_pushvalue(L, options);
  lua_call(L, 3, 1);
}

int bind_what_if(lua_State *L) {
  host_look(L);
  handle_check_class(L, 1, &plan_class);
  if (lua_isfunction(L, 2)) {
    lua_settop(L, 3);
    push_function(L, 2, 3);
    return 1;
  }
  int a = bind_first_op(L, 2), b = bind_first_op(L, 3);
  push_pair(L, a, b, host_estimator(L, 4));
  return 1;
}

// ---- Of a list.

static void push_one(lua_State *L, int item, lua_Integer number, int options) {
  if (lua_isfunction(L, item)) {
    push_function(L, item, options);
    return;
  }
  if (!lua_istable(L, item))
    luaL_error(L, "what_ifs: number %I is a %s; { a, b } or a function is wanted", number,
               luaL_typename(L, item));
  lua_rawgeti(L, item, 1);
  lua_rawgeti(L, item, 2);
  int a = bind_first_op(L, item + 1), b = bind_first_op(L, item + 2);
  lua_settop(L, item);
  push_pair(L, a, b, estimator_by(L, options));
}

int bind_what_ifs(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 3);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 2);
  lua_newtable(L);
  for (lua_Integer i = 1; i <= count; i++) {
    host_spend(L, 1);
    host_look(L);
    lua_rawgeti(L, 2, i);
    push_one(L, 5, i, 3);
    lua_rawseti(L, 4, i);
    lua_settop(L, 4);
  }
  return 1;
}
