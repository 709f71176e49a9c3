// What scripts see of an estimate: plain tables.
#include "script/host.h"
#include "script/result.h"

#include <string.h>

// Estimates are plain tables: this list only documents their fields, in the order of bind_push_estimate.
static const Binding estimate_bindings[] = {
    {"time_us", BINDING_FIELD, NULL, NULL, "number", "Microseconds."},
    {"limit", BINDING_FIELD, NULL, NULL, "string",
     "What binds: \"dram\", \"l2\", \"l1\", \"issue\", \"fma\", \"mufu\", \"int\", \"fp64\", \"tensor\", "
     "\"latency\", \"launch\"."},
    {"registers", BINDING_FIELD, NULL, NULL, "integer?", "Per thread; absent for library kernels."},
    {"spill_bytes", BINDING_FIELD, NULL, NULL, "integer", "Per thread."},
    {"shared_bytes", BINDING_FIELD, NULL, NULL, "integer", "Per block."},
    {"occupancy", BINDING_FIELD, NULL, NULL, "number", "Resident threads over the most possible."},
    {"loads", BINDING_FIELD, NULL, NULL, "integer?",
     "Load instructions of one thread; absent for library kernels."},
    {"stores", BINDING_FIELD, NULL, NULL, "integer?",
     "Store instructions of one thread; absent for library kernels."},
    {"read_bytes", BINDING_FIELD, NULL, NULL, "integer", "Each tensor once."},
    {"write_bytes", BINDING_FIELD, NULL, NULL, "integer", "Each tensor once."},
    {"dram_bytes", BINDING_FIELD, NULL, NULL, "integer", "What reaches DRAM."},
    {"flops", BINDING_FIELD, NULL, NULL, "number", "Floating operations."},
    {"terms", BINDING_FIELD, NULL, NULL, "terms", "What time_us is made of."},
};
const BindingClass estimate_class = {"estimate", "What a kernel will cost: a plain table.", estimate_bindings,
                                     sizeof estimate_bindings / sizeof *estimate_bindings};

static void set_number(lua_State *L, const char *key, double number) {
  lua_pushnumber(L, number);
  lua_setfield(L, -2, key);
}

static void set_integer(lua_State *L, const char *key, int64_t number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, key);
}

static void set_known(lua_State *L, const char *key, int number) {
  if (number >= 0) set_integer(L, key, number);
}

void bind_push_terms(lua_State *L, const double us[TERM_COUNT]) {
  lua_createtable(L, 0, TERM_COUNT);
  for (int term = 0; term < TERM_COUNT; term++)
    set_number(L, estimate_term_name(term), us[term]);
  result_mark(L, &result_terms);
}

void bind_push_estimate(lua_State *L, const Estimate *estimate) {
  lua_createtable(L, 0, 14);
  set_number(L, "time_us", estimate->time_us);
  lua_pushstring(L, limit_name(estimate->limit));
  lua_setfield(L, -2, "limit");
  set_known(L, "registers", estimate->registers);
  set_integer(L, "spill_bytes", estimate->spill_bytes);
  set_integer(L, "shared_bytes", estimate->shared_bytes);
  set_number(L, "occupancy", estimate->occupancy);
  set_known(L, "loads", estimate->loads);
  set_known(L, "stores", estimate->stores);
  set_integer(L, "read_bytes", estimate->read_bytes);
  set_integer(L, "write_bytes", estimate->write_bytes);
  set_integer(L, "dram_bytes", estimate->dram_bytes);
  set_number(L, "flops", estimate->flops);
  Estimate *kept = result_keep(L, &result_estimate, sizeof *kept);
  *kept = *estimate;
}

bool bind_make_estimate_field(lua_State *L, const void *kept, const char *field) {
  double us[TERM_COUNT] = {0};
  if (strcmp(field, "terms") != 0) return false;
  estimate_terms(kept, us);
  bind_push_terms(L, us);
  return true;
}

void bind_push_total(lua_State *L, const PlanTotal *total) {
  lua_createtable(L, 0, 5);
  lua_pushinteger(L, total->kernels);
  lua_setfield(L, -2, "kernels");
  lua_pushinteger(L, total->read_bytes);
  lua_setfield(L, -2, "read_bytes");
  lua_pushinteger(L, total->write_bytes);
  lua_setfield(L, -2, "write_bytes");
  lua_pushinteger(L, total->dram_bytes);
  lua_setfield(L, -2, "dram_bytes");
  lua_pushnumber(L, total->time_us);
  lua_setfield(L, -2, "time_us");
  result_mark(L, &result_total);
}
