// What a device is, as a plain table: lessons compute their figures from it.
#include "script/host.h"

static const Binding device_bindings[] = {
    {"name", BINDING_FIELD, NULL, NULL, "string", "As \"fusebox devices\" lists it: \"h200\"."},
    {"title", BINDING_FIELD, NULL, NULL, "string", "As its maker calls it."},
    {"sms", BINDING_FIELD, NULL, NULL, "integer", "Multiprocessors."},
    {"threads_per_sm", BINDING_FIELD, NULL, NULL, "integer", "The most that are resident on one."},
    {"registers_per_sm", BINDING_FIELD, NULL, NULL, "integer", "Of 4 bytes each."},
    {"l2_bytes", BINDING_FIELD, NULL, NULL, "integer", "Of the second-level cache."},
    {"copy_gbs", BINDING_FIELD, NULL, NULL, "number", "What a long copy moves with DRAM, GB/s."},
    {"f32_tflops", BINDING_FIELD, NULL, NULL, "number",
     "Products and sums of f32 a second, when every lane does a multiply-add in each clock."},
    {"tensor_tflops", BINDING_FIELD, NULL, NULL, "number", "What the library's bf16 products reach."},
    {"launch_us", BINDING_FIELD, NULL, NULL, "number", "Fixed time of a kernel, as the profiler sees it."},
    {"graph_us", BINDING_FIELD, NULL, NULL, "number",
     "Fixed time of a CUDA graph: before its first kernel and after its last."},
    {"latency_ns", BINDING_FIELD, NULL, NULL, "number", "Of an access to DRAM."},
};
const BindingClass device_class = {"device", "The GPU that estimates are for: a plain table.",
                                   device_bindings, sizeof device_bindings / sizeof *device_bindings};

static void set_number(lua_State *L, const char *key, double number) {
  lua_pushnumber(L, number);
  lua_setfield(L, -2, key);
}

static void set_integer(lua_State *L, const char *key, int64_t number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, key);
}

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

void bind_push_device(lua_State *L, const Device *device) {
  const GpuLimits *limits = &device->limits;
  lua_createtable(L, 0, (int)device_class.count);
  set_text(L, "name", device->name);
  set_text(L, "title", device->title);
  set_integer(L, "sms", limits->sms);
  set_integer(L, "threads_per_sm", limits->threads_per_sm);
  set_integer(L, "registers_per_sm", limits->registers_per_sm);
  set_integer(L, "l2_bytes", limits->l2_bytes);
  set_number(L, "copy_gbs", device->dram_gbs * device->dram_efficiency);
  set_number(L, "f32_tflops", 2e-3 * limits->sms * device->fma_per_clock * device->clock_ghz);
  set_number(L, "tensor_tflops", device->tensor_tflops_16);
  set_number(L, "launch_us", device->launch_us);
  set_number(L, "graph_us", device->graph_us);
  set_number(L, "latency_ns", device->latency_ns);
}
