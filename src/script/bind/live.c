// What a plan keeps in memory at each launch.
#include "plan/program/live.h"
#include "script/bind/plan.h"
#include "script/bind/tensor.h"
#include "script/result.h"

static void set_integer(lua_State *L, const char *key, int64_t number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, key);
}

// What is live at the peak, largest first, copied to a list that survives an error.
static void note_holders(Host *host, const PlanLive *live) {
  IntegerList *list = &host->lists[LIST_A];
  vector_clear(list);
  if (live->peak < 0) return;
  vector_reserve(list, live->tensor_count + 1);
  list->count = plan_live_holders(live, live->peak, list->data, live->tensor_count);
  for (int i = 0; i < list->count; i++)
    list->data[i] = live->tensors[list->data[i]].storage;
}

int bind_memory(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  Host *host = host_of(L);
  PlanLive live = plan_live(host->plan);
  int64_t peak_bytes = live.peak < 0 ? 0 : live.bytes[live.peak], input_bytes = live.input_bytes;
  int peak = live.peak, launches;
  note_holders(host, &live);
  plan_live_free(&live);
  host_spend(L, (size_t)plan_slots(host->plan));
  lua_createtable(L, 0, 4);
  result_mark(L, &result_memory);
  set_integer(L, "peak_bytes", peak_bytes);
  set_integer(L, "input_bytes", input_bytes);
  if (peak >= 0)
    handle_push_kernel(L, plan_order(host->plan, &launches)[peak]), lua_setfield(L, -2, "peak_at");
  bind_push_tensors(L, host->lists[LIST_A].data, host->lists[LIST_A].count);
  lua_setfield(L, -2, "tensors");
  return 1;
}

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
