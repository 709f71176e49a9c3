// What a script says of its own run, and how much of it is left: plan:report, plan:budget_left.
#include "base/memory.h"
#include "script/bind/plan.h"
#include "session/run_figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of the value on top of the stack; false: it is none that can be reported.
static bool take_value(lua_State *L, RunFigure *figure) {
  switch (lua_type(L, -1)) {
    case LUA_TBOOLEAN:
      *figure = (RunFigure){.kind = RUN_FIGURE_BOOL, .integer = lua_toboolean(L, -1)};
      return true;
    case LUA_TSTRING:
      *figure = (RunFigure){.kind = RUN_FIGURE_TEXT};
      return true;
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1))
        *figure = (RunFigure){.kind = RUN_FIGURE_INTEGER, .integer = lua_tointeger(L, -1)};
      else
        *figure = (RunFigure){.kind = RUN_FIGURE_NUMBER, .number = lua_tonumber(L, -1)};
      return isfinite(figure->number);
    default:
      return false;
  }
}

// The key and the value on top of the stack.
static void report_one(lua_State *L) {
  RunFigure figure;
  if (lua_type(L, -2) != LUA_TSTRING) luaL_error(L, "report: { NAME = value } is wanted");
  const char *name = lua_tostring(L, -2);
  if (!take_value(L, &figure))
    luaL_error(L, "report: '%s' cannot be a %s; it is a finite number, a boolean or a string", name,
               luaL_typename(L, -1));
  if (figure.kind == RUN_FIGURE_TEXT && lua_rawlen(L, -1) > RUN_FIGURE_TEXT_MOST)
    luaL_error(L, "report: '%s' has more than %d bytes", name, RUN_FIGURE_TEXT_MOST);
  if (figure.kind == RUN_FIGURE_TEXT) figure.text = memory_strdup(lua_tostring(L, -1));
  if (run_figures_set(&host_of(L)->figures, name, &figure)) return;
  free(figure.text);
  luaL_error(L, "report: a name is of letters, digits and _, at most %d, and there are at most %d names",
             RUN_FIGURE_NAME_MOST, RUN_FIGURES_MOST);
}

int bind_report(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_pushnil(L);
  while (lua_next(L, 2)) {
    report_one(L);
    lua_pop(L, 1);
  }
  return 0;
}

int bind_budget_left(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  const Host *host = host_of(L);
  lua_pushinteger(L, host->limits.instructions - host->executed);
  lua_pushinteger(L, (lua_Integer)(host->limits.memory_bytes - host->memory));
  if (!host->limits.evaluations) return 2;
  lua_pushinteger(L, host->limits.evaluations - host->evaluated);
  return 3;
}
