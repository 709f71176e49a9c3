// A Lua function as a cost model: what those of scripts (model.c) and of files (model_file.c) share.
#pragma once

#include "script/host.h"
#include "script/model.h"

typedef struct ModelAsking {
  int function; // its reference in the registry of the state that is asked
  const Device *device;
  const Estimate *ours;
  double us; // the answer: a model_is_time
} ModelAsking;
#define MODEL_US_MOST 1e15                    // thirty years
static inline bool model_is_time(double us) { // no NAN either
  return us >= 0 && us <= MODEL_US_MOST;
}
// A body for host_enter, or to be called: raises an error where the function does, or answers nonsense.
int model_ask(lua_State *L);

typedef struct LuaModel LuaModel;
struct LuaModel {
  CostModel model; // first: what estimates has only this
  // Fills the answer, or the model's status.
  bool (*ask)(LuaModel *model, ModelAsking *asking);
  lua_State *L; // of a script's function: the state that it is in
  int function; // then its reference in the registry
  bool failed;  // it is not asked again
  Status status;
};
LuaModel model_of(const char *name, bool (*ask)(LuaModel *model, ModelAsking *asking));
