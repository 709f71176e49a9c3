// Places of a plan that are alike: models repeat their layers.
#include "plan/edit/alike.h"
#include "script/bind/plan.h"

// Kernels by plan_alike_key, in launch order: a kernel's group is that of the first one that is alike. What
// is made here lies in the host's lists.
static int first_alike(lua_State *L, HashMap *firsts, int kernel) {
  Plan *plan = host_of(L)->plan;
  uint64_t key = plan_alike_key(plan, kernel);
  int64_t first;
  if (hashmap_get(firsts, key, &first) && plan_kernels_alike(plan, (int)first, kernel)) return (int)first;
  hashmap_set(firsts, key, kernel);
  return kernel;
}

// LIST_A: for each launch the kernel that it is like first; LIST_B: kernels in launch order.
static void group(lua_State *L) {
  Host *host = host_of(L);
  IntegerList *first = &host->lists[LIST_A], *kernels = &host->lists[LIST_B];
  HashMap firsts = {0};
  int count;
  const int *order = plan_order(host->plan, &count);
  vector_clear(first);
  vector_clear(kernels);
  for (int i = 0; i < count; i++)
    vector_push(kernels, order[i]);
  for (int i = 0; i < count; i++)
    vector_push(first, first_alike(L, &firsts, kernels->data[i]));
  hashmap_free(&firsts);
}

// A table from the first of each group to its list.
int bind_repeats(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  host_look(L);
  group(L);
  const IntegerList *first = &host_of(L)->lists[LIST_A], *kernels = &host_of(L)->lists[LIST_B];
  host_spend(L, (size_t)first->count);
  lua_settop(L, 1);
  lua_newtable(L); // at 2: by the first kernel
  lua_newtable(L); // at 3: the answer
  for (int i = 0; i < first->count; i++) {
    if (lua_rawgeti(L, 2, first->data[i]) == LUA_TNIL) {
      lua_createtable(L, 1, 0);
      lua_pushvalue(L, -1);
      lua_rawseti(L, 2, first->data[i]);
    }
    handle_push_kernel(L, kernels->data[i]);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_settop(L, 3);
  }
  for (int i = 0, n = 0; i < first->count; i++) {
    if (first->data[i] != kernels->data[i]) continue;
    lua_rawgeti(L, 2, kernels->data[i]);
    if (lua_rawlen(L, -1) > 1) lua_pushvalue(L, -1), lua_rawseti(L, 3, ++n);
    lua_settop(L, 3);
  }
  return 1;
}

// The pairs of all places, one after another, into LIST_A.
static void note_places(Host *host, int a, int b) {
  IntegerList *list = &host->lists[LIST_A];
  Places places = {0};
  vector_clear(list);
  plan_alike(host->plan, &(Proposal){.kind = PROPOSE_FUSE, .op = a, .other = b, .kernel = NO_KERNEL},
             &places);
  for (int i = 0; i < places.count; i++) {
    vector_push(list, places.data[i].op);
    vector_push(list, places.data[i].other);
  }
  vector_free(&places);
}

int bind_places(lua_State *L) {
  handle_check_class(L, 1, &plan_class);
  host_look(L);
  int a = bind_first_op(L, 2), b = bind_first_op(L, 3);
  if (host_of(L)->graph->ops[a].is_view || host_of(L)->graph->ops[b].is_view)
    return luaL_error(L, "a view has no kernel");
  note_places(host_of(L), a, b);
  const IntegerList *list = &host_of(L)->lists[LIST_A];
  host_spend(L, (size_t)plan_slots(host_of(L)->plan));
  lua_createtable(L, list->count / 2, 0);
  for (int i = 0; i + 1 < list->count; i += 2) {
    handle_push_op_list(L, list->data + i, 2);
    lua_rawseti(L, -2, i / 2 + 1);
  }
  return 1;
}
