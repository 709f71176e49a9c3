// What scripts see of kernels and estimates.
#include "script/bind/siblings.h"
#include "script/bind/tensor.h"
#include "script/dynamic.h"
#include "script/host.h"

static int kernel_id(lua_State *L) {
  lua_pushinteger(L, handle_check_kernel(L, 1));
  return 1;
}

static int kernel_ops(lua_State *L) {
  PlanKernel kernel = plan_kernel(host_of(L)->plan, handle_check_kernel(L, 1));
  handle_push_op_list(L, kernel.ops, kernel.op_count);
  return 1;
}

static int kernel_first(lua_State *L) {
  handle_push_op(L, plan_kernel(host_of(L)->plan, handle_check_kernel(L, 1)).ops[0]);
  return 1;
}

static int kernel_copies(lua_State *L) {
  PlanKernel kernel = plan_kernel(host_of(L)->plan, handle_check_kernel(L, 1));
  handle_push_op_list(L, kernel.copies, kernel.copy_count);
  return 1;
}

typedef int (*KernelNeighbours)(const Plan *plan, int kernel, int *out, int capacity);

// Few kernels have more neighbours than that. Room for as many as the plan has kernels would make Lua collect
// garbage at every turn.
enum { NEIGHBOURS_USUAL = 64 };

static int push_neighbours(lua_State *L, KernelNeighbours neighbours) {
  Plan *plan = host_of(L)->plan;
  int kernel = handle_check_kernel(L, 1), usual[NEIGHBOURS_USUAL], *found = usual;
  int count = neighbours(plan, kernel, found, NEIGHBOURS_USUAL);
  if (count > NEIGHBOURS_USUAL) {
    found = lua_newuserdatauv(L, sizeof *found * (size_t)count, 0);
    neighbours(plan, kernel, found, count);
  }
  handle_push_kernel_list(L, found, count);
  return 1;
}

static int kernel_producers(lua_State *L) {
  return push_neighbours(L, plan_kernel_producers);
}

static int kernel_consumers(lua_State *L) {
  return push_neighbours(L, plan_kernel_consumers);
}

static int kernel_is_library(lua_State *L) {
  lua_pushboolean(L, plan_lowered(host_of(L)->plan, handle_check_kernel(L, 1))->nest == NULL);
  return 1;
}

static int kernel_template(lua_State *L) {
  const PlanLowered *lowered = plan_lowered(host_of(L)->plan, handle_check_kernel(L, 1));
  lua_pushstring(L, template_name(lowered->schedule.kind));
  return 1;
}

// A knob by the name that it had before.
static int knob_by_former(lua_State *L) {
  Knob knob;
  if (lua_type(L, 2) != LUA_TSTRING || !knob_parse(lua_tostring(L, 2), &knob)) return 0;
  lua_pushstring(L, knob_name(knob));
  lua_rawget(L, 1);
  return 1;
}

static int kernel_knobs(lua_State *L) {
  const PlanLowered *lowered = plan_lowered(host_of(L)->plan, handle_check_kernel(L, 1));
  lua_createtable(L, 0, KNOB_COUNT);
  for (int knob = 0; lowered->nest && knob < KNOB_COUNT; knob++) {
    lua_pushinteger(L, lowered->schedule.knob[knob]);
    lua_setfield(L, -2, knob_name((Knob)knob));
  }
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, knob_by_former);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  return 1;
}

static int kernel_reads(lua_State *L) {
  lua_pushinteger(L, estimator_reads(plan_lowered(host_of(L)->plan, handle_check_kernel(L, 1))));
  return 1;
}

static int kernel_estimate(lua_State *L) {
  Host *host = host_of(L);
  bind_push_estimate(L, estimator_kernel(host->estimator, host->plan, handle_check_kernel(L, 1)));
  return 1;
}

static int kernel_dynamic(lua_State *L) {
  Host *host = host_of(L);
  int kernel = handle_check_kernel(L, 1);
  const char *name = luaL_checkstring(L, 2);
  SizedKernels *sizes = script_sizes_find(host->sizes, name);
  if (!sizes)
    return luaL_error(L, "dynamic: '%s' is no size that the graph names, or nothing is known of it here",
                      name);
  const SizedKernel *it = sized_kernels_ask(sizes, kernel);
  if (it->ok) {
    bind_push_estimate(L, it->sized);
    return 1;
  }
  lua_pushnil(L);
  handle_push_reason(L, &it->reason);
  return 2;
}

static const Binding kernel_bindings[] = {
    {"id", BINDING_FIELD, kernel_id, NULL, "integer", "Its slot: K13 has id 13."},
    {"ops", BINDING_FIELD, kernel_ops, NULL, "op[]", "The ops whose home it is, in topological order."},
    {"first", BINDING_FIELD, kernel_first, NULL, "op", "The first of its ops."},
    {"copies", BINDING_FIELD, kernel_copies, NULL, "op[]", "Ops that it computes again instead of loading."},
    {"producers", BINDING_FIELD, kernel_producers, NULL, "kernel[]", "Kernels that must run before it."},
    {"consumers", BINDING_FIELD, kernel_consumers, NULL, "kernel[]", "Kernels that must run after it."},
    {"siblings", BINDING_FIELD, bind_siblings, NULL, "kernel[]",
     "Kernels that read a tensor that it reads too (the next 16 readers of each)."},
    {"is_library", BINDING_FIELD, kernel_is_library, NULL, "boolean", "Does a library run it?"},
    {"template", BINDING_FIELD, kernel_template, NULL, "string",
     "\"map\", \"row\", \"column\", \"full\" or \"library\"."},
    {"knobs", BINDING_FIELD, kernel_knobs, NULL, "table<string, integer>",
     "The knobs of its schedule as they are, by rule or set: knobs.rows; empty for library kernels."},
    {"reads", BINDING_FIELD, kernel_reads, NULL, "integer", "Distinct buffers that it reads."},
    {"reads_of", BINDING_FIELD, bind_reads_of, NULL, "tensor[]",
     "The tensors that it reads from memory, each once, in the graph's order; one that an op writes into is "
     "named as it was before."},
    {"writes_of", BINDING_FIELD, bind_writes_of, NULL, "tensor[]", "Likewise those that it writes."},
    {"estimate", BINDING_FIELD, kernel_estimate, NULL, "estimate", "What it will cost."},
    {"dynamic", BINDING_METHOD, kernel_dynamic, "size: string", "estimate?, reason?",
     "What it will cost as a kernel that takes this size of the graph as an argument; nil and the reason "
     "where it cannot."},
};
const BindingClass kernel_class = {
    "kernel", "The ops that one launch runs. The handle becomes invalid when an edit empties the kernel.",
    kernel_bindings, sizeof kernel_bindings / sizeof *kernel_bindings};
