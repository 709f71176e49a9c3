// Cost models of scripts that run; model_file.c has those of files.
#include "script/model_lua.h"

#include "base/arena.h"
#include "cost/devices/fields.h"
#include "cost/model/correction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BIT(type) (1u << LUA_T##type)

static const FileField file_fields[] = {
    {"help", BIT(STRING), false, "string?", "One sentence."},
    {"time", BIT(FUNCTION), true, "fun(kernel: estimate, device: table<string, number>): number",
     "Microseconds that a kernel takes. It sees our estimate of it, and the device's figures by the names "
     "that "
     "device files give them."},
};
const FileTable model_file_table = {"cost_model",
                                    "What the file of a cost model returns ('fusebox plan --model FILE').",
                                    file_fields, sizeof file_fields / sizeof *file_fields};

static const FileField option_fields[] = {
    {"model", BIT(STRING) | BIT(FUNCTION), false,
     "string|(fun(kernel: estimate, device: table<string, number>): number)",
     "The cost model that estimates: a name ('fusebox plan --help' lists them), or a function as in a "
     "cost_model. Keep a function in a variable: what it said is known by it."},
};
const FileTable model_options_table = {"model_options", "How to estimate.", option_fields,
                                       sizeof option_fields / sizeof *option_fields};

// ---- A function as a model.

static void push_figures(lua_State *L, const DeviceField *fields, int count, const void *of) {
  for (int i = 0; i < count; i++) {
    lua_pushnumber(L, field_get(&fields[i], of));
    lua_setfield(L, -2, fields[i].key);
  }
}

static void push_device(lua_State *L, const Device *device) {
  int count;
  lua_newtable(L);
  const DeviceField *fields = device_limit_fields(&count);
  push_figures(L, fields, count, &device->limits);
  fields = device_fields(&count);
  push_figures(L, fields, count, device);
}

int model_ask(lua_State *L) {
  ModelAsking *asking = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, asking->function);
  bind_push_estimate(L, asking->ours);
  push_device(L, asking->device);
  lua_call(L, 2, 1);
  asking->us = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
  if (model_is_time(asking->us)) return 0;
  const char *got = luaL_tolstring(L, -1, NULL);
  return luaL_error(L, "a cost model returns microseconds, a number from 0 to 1e15, not %s", got);
}

// Within a script that runs: its limits go on. What asks is in the middle of the plan, and of this model's
// estimator: neither may be another one afterwards.
static bool ask_within(LuaModel *model, ModelAsking *asking) {
  lua_State *L = model->L;
  Host *host = host_of(L);
  asking->function = model->function;
  lua_pushcfunction(L, model_ask);
  lua_pushlightuserdata(L, asking);
  host->estimating = true;
  int result = lua_pcall(L, 1, 0, 0);
  host->estimating = false;
  if (result == LUA_OK) return true;
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "the cost model failed";
  status_fail(&model->status, host->stopped ? host->stop_code : STATUS_INPUT, "%s", message);
  lua_pop(L, 1);
  return false;
}

// What binds stays what ours says: a number does not tell. A model that failed is not asked again.
static void estimate(const CostModel *of, const CostKernel *kernel, Estimate *out) {
  LuaModel *model = (LuaModel *)(uintptr_t)of;
  double us[LIMIT_COUNT] = {0};
  cost_ours(kernel, out);
  if (model->failed) return;
  ModelAsking asking = {.device = kernel->device, .ours = out};
  model->failed = !model->ask(model, &asking);
  us[out->limit] = asking.us;
  if (!model->failed) cost_retime(out, us, us[out->limit]);
}

LuaModel model_of(const char *name, bool (*ask)(LuaModel *model, ModelAsking *asking)) {
  return (LuaModel){.model = {name, "", estimate}, .ask = ask};
}

// Of the estimator that a session or a plan came with.
bool host_model_worked(const Host *host, Status *status) {
  const CostModel *of = estimator_model(host->uncorrected ? host->uncorrected : host->estimator);
  const LuaModel *model = of && of->estimate == estimate ? (const LuaModel *)of : NULL;
  if (model && model->failed) *status = model->status;
  return !model || !model->failed;
}

// ---- In a script: the models that it has asked for so far.

struct HostModel {
  const void *key; // the CostModel, or the function
  LuaModel lua;    // of a function
  Estimator *estimator;
  PlanCost *cost; // of the host's plan; NULL until it is asked for
};

// From the top of the stack.
static void take_function(LuaModel *model, lua_State *L) {
  *model = model_of("a function", ask_within);
  model->L = L;
  model->function = luaL_ref(L, LUA_REGISTRYINDEX);
}

enum { MODELS_MOST = 16 }; // a function made anew for each question takes the place of the oldest

static void host_model_free(lua_State *L, HostModel *model) {
  plan_cost_free(model->cost);
  estimator_free(model->estimator);
  if (model->lua.L) luaL_unref(L, LUA_REGISTRYINDEX, model->lua.function);
  free(model);
}

static void forget(lua_State *L, Host *host, int at) {
  host_model_free(L, host->models.data[at]);
  for (host->models.count--; at < host->models.count; at++)
    host->models.data[at] = host->models.data[at + 1];
}

// In the place of the host's own, NULL: that again.
static void use_estimator(Host *host, Estimator *corrected) {
  plan_cost_free(host->cost);
  host->cost = NULL;
  if (!host->uncorrected && !corrected) return;
  if (host->uncorrected) estimator_free(host->estimator);
  if (!host->uncorrected) host->uncorrected = host->estimator;
  host->estimator = corrected ? corrected : host->uncorrected;
  if (!corrected) host->uncorrected = NULL;
}

void host_correct(Host *host) {
  use_estimator(host, estimator_beside(host->estimator, correction_model(host->correction)));
}

void host_forget_models(Host *host, lua_State *L) {
  while (host->models.count)
    forget(L, host, host->models.count - 1);
  vector_free(&host->models);
  use_estimator(host, NULL);
  correction_free(host->correction);
  host->correction = NULL;
}

// Takes the name or the function on top of the stack.
static HostModel *add_model(lua_State *L, Host *host, const CostModel *named, const void *key) {
  HostModel *model = memory_alloc(sizeof *model);
  model->key = key;
  if (named)
    lua_pop(L, 1);
  else
    take_function(&model->lua, L);
  model->estimator = estimator_beside(host->estimator, named ? named : &model->lua.model);
  if (host->models.count == MODELS_MOST) forget(L, host, 0);
  vector_push(&host->models, model);
  return model;
}

static const CostModel *find_named(lua_State *L) {
  Status status = {0};
  const CostModel *named = cost_model_find(lua_tostring(L, -1), &status);
  if (!named) luaL_error(L, "%s", status.message);
  return named;
}

Estimator *host_estimator(lua_State *L, int options) {
  Host *host = host_of(L);
  if (lua_isnoneornil(L, options)) return host->estimator;
  lua_settop(L, options);
  file_table_check(L, &model_options_table, "options");
  int type = file_table_get(L, options, "model");
  if (type == LUA_TNIL) {
    lua_pop(L, 1);
    return host->estimator;
  }
  const CostModel *named = type == LUA_TSTRING ? find_named(L) : NULL;
  const void *key = named ? (const void *)named : lua_topointer(L, -1);
  for (int i = 0; i < host->models.count; i++)
    if (host->models.data[i]->key == key) {
      lua_pop(L, 1);
      return host->models.data[i]->estimator;
    }
  return add_model(L, host, named, key)->estimator;
}

PlanCost *host_cost(Host *host, Estimator *estimator) {
  PlanCost **cost = &host->cost;
  for (int i = 0; i < host->models.count; i++)
    if (host->models.data[i]->estimator == estimator) cost = &host->models.data[i]->cost;
  if (!*cost) *cost = plan_cost_new(estimator, host->plan);
  return *cost;
}

void host_check_estimator(lua_State *L, const Estimator *estimator) {
  Host *host = host_of(L);
  for (int i = 0; i < host->models.count; i++) {
    const HostModel *model = host->models.data[i];
    if (model->estimator != estimator || !model->lua.failed) continue;
    lua_pushstring(L, model->lua.status.message);
    forget(L, host, i); // what it said so far is not to be trusted
    lua_error(L);
  }
}
