// What a lesson's functions see besides the plan: recorded and measured figures, and how the screen writes
// numbers.
#include "script/host.h"

static int lesson_plan(lua_State *L) {
  handle_push_plan(L);
  return 1;
}

static int lesson_measured(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, host_of(L)->lesson);
  if (!lua_istable(L, -1) || lua_getfield(L, -1, "measured") != LUA_TTABLE) lua_newtable(L);
  return 1;
}

static int lesson_sizes_now(lua_State *L) {
  const Graph *graph = host_of(L)->graph;
  lua_createtable(L, 0, graph->size_count);
  for (int i = 0; i < graph->size_count; i++) {
    lua_pushinteger(L, graph->sizes[i].value);
    lua_setfield(L, -2, graph->sizes[i].name);
  }
  return 1;
}

static int lesson_device_now(lua_State *L) {
  bind_push_device(L, host_of(L)->device);
  return 1;
}

// Every op alone, whatever the plan is.
static int lesson_unfused(lua_State *L) {
  Host *host = host_of(L);
  Plan *plan = plan_new(host->graph, plan_limits(host->plan));
  PlanTotal total = plan_total(host->estimator, plan);
  plan_free(plan);
  bind_push_total(L, &total);
  return 1;
}

static bool all_measured(Host *host) {
  int count;
  const int *order = plan_order(session_plan(host->session), &count);
  for (int i = 0; i < count; i++)
    if (session_measured(host->session, order[i]).state != RESULT_DONE) return false;
  return count > 0;
}

static int lesson_timed(lua_State *L) {
  Host *host = host_of(L);
  const MeasureReport *report = session_report(host->session);
  if (report && report->total.ok && all_measured(host))
    lua_pushnumber(L, report->total.time_us);
  else
    lua_pushnil(L);
  return 1;
}

static int lesson_bytes(lua_State *L) {
  char text[32];
  lua_pushstring(L, text_bytes(text, luaL_checknumber(L, 2)));
  return 1;
}

static int lesson_time(lua_State *L) {
  char text[32];
  lua_pushstring(L, text_time(text, luaL_checknumber(L, 2), "µs"));
  return 1;
}

static const Binding lesson_bindings[] = {
    {"plan", BINDING_FIELD, lesson_plan, NULL, "plan",
     "The step's plan, whatever keys were pressed since: where the last check passed, else where the lesson "
     "begins; to a check, the student's plan as it is now. Functions of a lesson cannot edit it."},
    {"measured", BINDING_FIELD, lesson_measured, NULL, "table",
     "What the lesson's file recorded; empty when it did not."},
    {"sizes", BINDING_FIELD, lesson_sizes_now, NULL, "table<string, integer>",
     "The graph's named sizes, the step's; to a check, as they are now: students may set others."},
    {"device", BINDING_FIELD, lesson_device_now, NULL, "device", "The GPU that estimates are for."},
    {"unfused", BINDING_FIELD, lesson_unfused, NULL, "total",
     "Estimate of the plan in which every op is a kernel of its own, at those sizes."},
    {"timed_us", BINDING_FIELD, lesson_timed, NULL, "number?",
     "Microseconds of the plan on the screen, timed here on the GPU; nil before it was timed."},
    {"bytes", BINDING_METHOD, lesson_bytes, "count: number", "string",
     "Bytes as the screen writes them: \"1.1 GB\"."},
    {"time", BINDING_METHOD, lesson_time, "microseconds: number", "string",
     "Time as the screen writes it: \"97.4 µs\"."},
};
const BindingClass lesson_class = {"lesson", "What the functions of a lesson are given.", lesson_bindings,
                                   sizeof lesson_bindings / sizeof *lesson_bindings};
