#include "cost/devices/fields.h"

#include "base/text.h"

#define LIMIT_FIELD(name, least, most) \
  { #name, FIELD_INT, offsetof(GpuLimits, name), least, most }
static const DeviceField limit_fields[] = {
    LIMIT_FIELD(arch, 50, 999),
    LIMIT_FIELD(sms, 1, 1024),
    LIMIT_FIELD(threads_per_block, 32, 4096),
    LIMIT_FIELD(threads_per_sm, 32, 8192),
    LIMIT_FIELD(blocks_per_sm, 1, 128),
    LIMIT_FIELD(registers_per_sm, 1024, 1 << 20),
    LIMIT_FIELD(registers_per_thread, 16, 1024),
    LIMIT_FIELD(shared_per_block, 1024, 1 << 24),
    LIMIT_FIELD(shared_per_sm, 1024, 1 << 24),
    LIMIT_FIELD(shared_reserved, 0, 65536),
    LIMIT_FIELD(warp, 32, 32),
};

#define CONSTANT_FIELD(name, least, most) \
  { #name, FIELD_DOUBLE, offsetof(Device, name), least, most }
static const DeviceField constant_fields[] = {
    CONSTANT_FIELD(clock_ghz, 0.1, 10),
    CONSTANT_FIELD(dram_gbs, 1, 1e6),
    CONSTANT_FIELD(dram_efficiency, 0.1, 1),
    CONSTANT_FIELD(dram_write_cost, 0.5, 4),
    {"l1_bytes", FIELD_INT64, offsetof(Device, l1_bytes), 1 << 12, 1e9},
    {"l2_bytes", FIELD_INT64, offsetof(Device, limits.l2_bytes), 1 << 16, 1e12},
    CONSTANT_FIELD(l2_gbs, 1, 1e7),
    CONSTANT_FIELD(l2_load_requests, 0.1, 1e5),
    CONSTANT_FIELD(l2_store_requests, 0.1, 1e5),
    CONSTANT_FIELD(atomics, 0.1, 1e5),
    CONSTANT_FIELD(fma_per_clock, 1, 4096),
    CONSTANT_FIELD(mufu_per_clock, 1, 4096),
    CONSTANT_FIELD(int_per_clock, 1, 4096),
    CONSTANT_FIELD(fp64_per_clock, 1, 4096),
    CONSTANT_FIELD(issue_per_clock, 1, 64),
    CONSTANT_FIELD(tensor_tflops_16, 0.1, 1e6),
    CONSTANT_FIELD(launch_us, 0, 1000),
    CONSTANT_FIELD(graph_us, 0, 1000),
    CONSTANT_FIELD(latency_ns, 1, 1e6),
    CONSTANT_FIELD(combine_ns, 0, 1e6),
    CONSTANT_FIELD(dependent_clocks, 1, 100),
    CONSTANT_FIELD(overlap, 1, 100),
};

const DeviceField *device_limit_fields(int *count) {
  *count = sizeof limit_fields / sizeof *limit_fields;
  return limit_fields;
}

const DeviceField *device_fields(int *count) {
  *count = sizeof constant_fields / sizeof *constant_fields;
  return constant_fields;
}

const DeviceField *device_field(const char *key) {
  for (size_t i = 0; i < sizeof constant_fields / sizeof *constant_fields; i++)
    if (text_equal(constant_fields[i].key, key)) return &constant_fields[i];
  return NULL;
}

double field_get(const DeviceField *field, const void *structure) {
  const char *place = (const char *)structure + field->offset;
  if (field->kind == FIELD_INT) return *(const int *)place;
  if (field->kind == FIELD_INT64) return (double)*(const int64_t *)place;
  return *(const double *)place;
}

void field_set(const DeviceField *field, void *structure, double value) {
  char *place = (char *)structure + field->offset;
  if (field->kind == FIELD_INT)
    *(int *)place = (int)value;
  else if (field->kind == FIELD_INT64)
    *(int64_t *)place = (int64_t)value;
  else
    *(double *)place = value;
}
