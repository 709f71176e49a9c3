// Times of the GPU, for scripts: plan:measure, and plan:correct, which lets estimates learn from them.
#include "cost/model/correction.h"
#include "script/apart.h"
#include "script/bind/plan.h"
#include "script/timing.h"

#include <math.h>
#include <string.h>

// ---- Asking.

static bool ask(Host *host, PlanTimes *times, Status *status) {
  Text question = {0}, reply = {0};
  timing_ask(host->plan, &question);
  apart_ask(host->child, &question, &reply);
  Unpack from = unpack_begin(text_get(&reply), reply.length);
  bool good = timing_read(host->plan, &from, times, status);
  text_free(&question);
  text_free(&reply);
  return good;
}

static const CostModel *model_of(const Host *host) {
  return estimator_model(host->uncorrected ? host->uncorrected : host->estimator);
}

static Correction *correction_of(Host *host) {
  if (!host->correction) host->correction = correction_new(model_of(host));
  return host->correction;
}

static void learn(Host *host, const PlanTimes *times) {
  Correction *correction = correction_of(host);
  for (int i = 0; i < times->count; i++) {
    int kernel = plan_home(host->plan, times->ops[i]);
    if (kernel != NO_KERNEL) correction_time(correction, plan_lowered(host->plan, kernel), times->us[i]);
  }
}

static void push_times(lua_State *L, Host *host, const PlanTimes *times) {
  Estimator *uncorrected = host->uncorrected ? host->uncorrected : host->estimator;
  lua_pushnumber(L, times->time_us);
  lua_createtable(L, times->count, 0);
  lua_createtable(L, times->count, 0);
  for (int i = 0; i < times->count; i++) {
    int kernel = plan_home(host->plan, times->ops[i]);
    if (kernel == NO_KERNEL) continue;
    lua_pushnumber(L, times->us[i]);
    lua_rawseti(L, -3, kernel);
    lua_pushnumber(L, estimator_kernel(uncorrected, host->plan, kernel)->time_us);
    lua_rawseti(L, -2, kernel);
  }
}

// Without a GPU no plan has a time: an error, as nothing that the script does helps.
int bind_measure(lua_State *L) {
  enum { INSTRUCTIONS = 1000000 }; // that it counts as: a run of them ends some day
  handle_check_class(L, 1, &plan_class);
  Host *host = host_of(L);
  PlanTimes times = {0};
  Status status = {0};
  if (!host->times || host->asking)
    return luaL_error(L, "measure: no plan is timed here: 'fusebox plan' and 'fusebox experiment' do");
  host_evaluate(L);
  host_spend(L, INSTRUCTIONS);
  bool good = ask(host, &times, &status);
  host_look(L);
  if (!good && (status.code == STATUS_MISSING || status.code == STATUS_CANCELLED))
    return luaL_error(L, "measure: %s", status.message);
  if (!good) lua_pushnil(L);
  if (!good) lua_pushstring(L, status.message);
  if (good) learn(host, &times);
  if (good) push_times(L, host, &times);
  plan_times_free(&times);
  return good ? 3 : 2;
}

// ---- Learning.

// "row dram" = 1.1: the key and the value on top of the stack.
static void add_factor(lua_State *L, Correction *correction) {
  enum { NAME_SIZE = 32 };
  char kind[NAME_SIZE] = "";
  const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "", *space = strchr(key, ' ');
  double factor = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  Status status = {0};
  if (!space || space - key >= NAME_SIZE || !isfinite(factor) || factor <= 0)
    luaL_error(L, "correct: { [\"TEMPLATE LIMIT\"] = factor } is wanted, such as { [\"row dram\"] = 1.1 }");
  memcpy(kind, key, (size_t)(space - key));
  if (!correction_factor(correction, kind, space + 1, factor, &status))
    luaL_error(L, "correct: %s", status.message);
}

static void add_factors(lua_State *L, Correction *correction) {
  if (lua_isnil(L, 2)) return;
  lua_pushnil(L);
  while (lua_next(L, 2)) {
    add_factor(L, correction);
    lua_pop(L, 1);
  }
}

int bind_correct(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  Host *host = host_of(L);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  if (host->asking || host->looking) return luaL_error(L, "correct: not while a plan is only asked about");
  Correction *correction = correction_of(host);
  correction_forget_factors(correction);
  add_factors(L, correction);
  host_correct(host);
  return 0;
}
