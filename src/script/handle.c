// Handles: userdata with one or two indices, checked at every use, and the lookup of their fields and
// methods.
#include "script/host.h"
#include "script/result.h"

static const Handle *handle_at(lua_State *L, int argument, const BindingClass *class) {
  const Handle *handle = lua_type(L, argument) == LUA_TUSERDATA ? lua_touserdata(L, argument) : NULL;
  return handle && handle->class == class ? handle : NULL;
}

// A cost model is asked while the plan is estimated.
static void check_free(lua_State *L) {
  if (host_of(L)->estimating)
    luaL_error(L, "a cost model sees its kernel and the device, and nothing of the plan");
}

static const Handle *check_handle(lua_State *L, int argument, const BindingClass *class) {
  check_free(L);
  const Handle *handle = handle_at(L, argument, class);
  if (!handle) luaL_typeerror(L, argument, class->name);
  return handle;
}

bool handle_is(lua_State *L, int argument, const BindingClass *class) {
  return handle_at(L, argument, class) != NULL;
}

void handle_check_class(lua_State *L, int argument, const BindingClass *class) {
  check_handle(L, argument, class);
}

static const char *nearest_field(const BindingClass *class, const char *name) {
  enum { SLIPS = 2 };
  const char *best = NULL;
  int least = SLIPS + 1;
  for (int i = 0; i < class->count; i++) {
    int distance = text_distance(name, class->bindings[i].name);
    if (distance < least) least = distance, best = class->bindings[i].name;
  }
  return best;
}

static int fail_no_field(lua_State *L, const BindingClass *class) {
  const char *name = luaL_tolstring(L, 2, NULL), *meant = nearest_field(class, name);
  if (!meant) return luaL_error(L, "%s has no field or method '%s'", class->name, name);
  return luaL_error(L, "%s has no field or method '%s': did you mean '%s'?", class->name, name, meant);
}

// upvalue 1: table from name to light userdata of the Binding; upvalue 2: the class.
static int index_object(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TLIGHTUSERDATA)
    return fail_no_field(L, lua_touserdata(L, lua_upvalueindex(2)));
  const Binding *binding = lua_touserdata(L, -1);
  if (binding->kind == BINDING_METHOD) {
    lua_pushcfunction(L, binding->function);
    return 1;
  }
  lua_settop(L, 1);
  return binding->function(L);
}

static int equal_handles(lua_State *L) {
  const Handle *a = lua_touserdata(L, 1), *b = lua_touserdata(L, 2);
  lua_pushboolean(L, a->class == b->class && a->first == b->first && a->second == b->second);
  return 1;
}

static int handle_text(lua_State *L) {
  const Handle *handle = lua_touserdata(L, 1);
  const Graph *graph = host_of(L)->graph;
  if (handle->class == &op_class)
    lua_pushstring(L, graph->ops[handle->first].name);
  else if (handle->class == &tensor_class)
    lua_pushstring(L, graph->values[handle->first].name);
  else if (handle->class == &kernel_class)
    lua_pushfstring(L, "K%d", handle->first);
  else if (handle->class == &op_edge_class)
    lua_pushfstring(L, "%s -> %s", graph->ops[handle->first].name, graph->ops[handle->second].name);
  else
    lua_pushfstring(L, "%s of %s", handle->class->name, graph->name);
  return 1;
}

void binding_class_register(lua_State *L, const BindingClass *class) {
  lua_newtable(L);
  lua_pushstring(L, class->name);
  lua_setfield(L, -2, "__name");
  lua_newtable(L);
  for (int i = 0; i < class->count; i++) {
    lua_pushlightuserdata(L, (void *)&class->bindings[i]);
    lua_setfield(L, -2, class->bindings[i].name);
  }
  lua_pushlightuserdata(L, (void *)class);
  lua_pushcclosure(L, index_object, 2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, equal_handles);
  lua_setfield(L, -2, "__eq");
  lua_pushcfunction(L, handle_text);
  lua_setfield(L, -2, "__tostring");
  lua_pushboolean(L, false); // getmetatable answers this: scripts cannot reach the real one
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, class);
}

static void push_handle(lua_State *L, const BindingClass *class, int first, int second) {
  Handle *handle = lua_newuserdatauv(L, sizeof *handle, 0);
  *handle = (Handle){class, first, second};
  lua_rawgetp(L, LUA_REGISTRYINDEX, class);
  lua_setmetatable(L, -2);
}

// A handle for each index, made when it is first asked for and kept in a table at `handles`.
static void push_kept(lua_State *L, const void *handles, const BindingClass *class, int index) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, handles) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, handles);
  }
  if (lua_rawgeti(L, -1, index + 1) != LUA_TUSERDATA) {
    lua_pop(L, 1);
    push_handle(L, class, index, 0);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, index + 1);
  }
  lua_remove(L, -2);
}

// Of ops and kernels there is one handle each: lists of them are what scripts go through most.
void handle_push_op(lua_State *L, int op) {
  static const char handles; // its address is the key
  push_kept(L, &handles, &op_class, op);
}

void handle_push_kernel(lua_State *L, int kernel) {
  static const char handles;
  push_kept(L, &handles, &kernel_class, kernel);
}

void handle_push_edge(lua_State *L, int producer, int consumer) {
  push_handle(L, &op_edge_class, producer, consumer);
}

void handle_push_plan(lua_State *L) {
  push_handle(L, &plan_class, 0, 0);
}

void handle_push_tensor(lua_State *L, int value) {
  push_handle(L, &tensor_class, value, 0);
}

void handle_push_lesson(lua_State *L) {
  push_handle(L, &lesson_class, 0, 0);
}

static int fail_no_op(lua_State *L, const char *name) {
  const char *near = graph_nearest_op(host_of(L)->graph, name);
  if (near) return luaL_error(L, "there is no op '%s': did you mean '%s'?", name, near);
  return luaL_error(L, "there is no op '%s'", name);
}

int handle_check_op(lua_State *L, int argument) {
  check_free(L);
  if (lua_type(L, argument) == LUA_TSTRING) { // an op's name will do
    int op = graph_find_op(host_of(L)->graph, lua_tostring(L, argument));
    if (op == NO_OP) return fail_no_op(L, lua_tostring(L, argument));
    return op;
  }
  const Handle *handle = check_handle(L, argument, &op_class);
  return handle->first;
}

int handle_check_kernel(lua_State *L, int argument) {
  check_free(L);
  host_look(L);
  const Handle *handle = handle_at(L, argument, &op_class);
  if (handle || lua_type(L, argument) == LUA_TSTRING) {
    int home = plan_home(host_of(L)->plan, handle_check_op(L, argument));
    if (home == NO_KERNEL) return luaL_error(L, "a view has no kernel");
    return home;
  }
  handle = check_handle(L, argument, &kernel_class);
  if (plan_kernel(host_of(L)->plan, handle->first).op_count == 0)
    return luaL_error(L, "kernel K%d no longer exists: an edit emptied it", handle->first);
  return handle->first;
}

void handle_check_edge(lua_State *L, int argument, int *producer, int *consumer) {
  const Handle *handle = check_handle(L, argument, &op_edge_class);
  *producer = handle->first;
  *consumer = handle->second;
}

void handle_push_op_list(lua_State *L, const int *ops, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    handle_push_op(L, ops[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

void handle_push_kernel_list(lua_State *L, const int *kernels, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    handle_push_kernel(L, kernels[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

void handle_push_reason(lua_State *L, const Reason *reason) {
  lua_createtable(L, 0, 4);
  lua_pushstring(L, reason_name(reason->code));
  lua_setfield(L, -2, "code");
  lua_pushstring(L, reason->text);
  lua_setfield(L, -2, "text");
  lua_pushstring(L, reason->remedy);
  lua_setfield(L, -2, "remedy");
  handle_push_op_list(L, reason->op, reason->op_count);
  lua_setfield(L, -2, "ops");
  result_mark(L, &result_reason);
}
