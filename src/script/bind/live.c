// What a plan keeps in memory at each launch.
#include "plan/program/live.h"
#include "script/bind/plan.h"

// The table is there before what must be freed, and has its room: nothing raises an error between.
int bind_live(lua_State *L) {
  Plan *plan = host_of(L)->plan;
  int launches;
  plan_order(plan, &launches);
  lua_createtable(L, launches, 0);
  PlanLive live = plan_live(plan);
  for (int i = 0; i < live.launch_count && i < launches; i++) {
    lua_pushinteger(L, live.bytes[i]);
    lua_rawseti(L, -2, i + 1);
  }
  plan_live_free(&live);
  return 1;
}
