#include "cost/device.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char DEVICE_FOLDER[] = "src/cost/devices";
static const char SUFFIX[] = ".json";

// What a key of a device file fills. All are required, so that no estimate rests on a silent zero.
typedef enum FieldKind { FIELD_INT, FIELD_INT64, FIELD_DOUBLE } FieldKind;
typedef struct Field {
  const char *key;
  FieldKind kind;
  size_t offset;
  double least, most;
} Field;

#define LIMIT_FIELD(name, least, most) \
  { #name, FIELD_INT, offsetof(GpuLimits, name), least, most }
static const Field limit_fields[] = {
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

#define DEVICE_FIELD(name, least, most) \
  { #name, FIELD_DOUBLE, offsetof(Device, name), least, most }
static const Field device_fields[] = {
    DEVICE_FIELD(clock_ghz, 0.1, 10),
    DEVICE_FIELD(dram_gbs, 1, 1e6),
    DEVICE_FIELD(dram_efficiency, 0.1, 1),
    {"l1_bytes", FIELD_INT64, offsetof(Device, l1_bytes), 1 << 12, 1e9},
    {"l2_bytes", FIELD_INT64, offsetof(Device, l2_bytes), 1 << 16, 1e12},
    DEVICE_FIELD(l2_gbs, 1, 1e7),
    DEVICE_FIELD(l2_load_requests, 0.1, 1e5),
    DEVICE_FIELD(l2_store_requests, 0.1, 1e5),
    DEVICE_FIELD(atomics, 0.1, 1e5),
    DEVICE_FIELD(fma_per_clock, 1, 4096),
    DEVICE_FIELD(mufu_per_clock, 1, 4096),
    DEVICE_FIELD(int_per_clock, 1, 4096),
    DEVICE_FIELD(fp64_per_clock, 1, 4096),
    DEVICE_FIELD(issue_per_clock, 1, 64),
    DEVICE_FIELD(tensor_tflops_16, 0.1, 1e6),
    DEVICE_FIELD(launch_us, 0, 1000),
    DEVICE_FIELD(latency_ns, 1, 1e6),
    DEVICE_FIELD(combine_ns, 0, 1e6),
    DEVICE_FIELD(dependent_clocks, 1, 100),
    DEVICE_FIELD(overlap, 1, 100),
};

static bool read_field(const Json *json, const JsonNode *object, const Field *field, void *into,
                       Status *status) {
  const JsonNode *node = json_get(object, field->key);
  if (!node) return json_fail(json, object, status, "a device needs a number \"%s\"", field->key);
  double number = json_number(node, 0);
  if (!json_is_number(node) || number < field->least || number > field->most)
    return json_fail(json, node, status, "\"%s\" must be a number from %g to %g", field->key, field->least,
                     field->most);
  char *place = (char *)into + field->offset;
  if (field->kind == FIELD_INT)
    *(int *)place = (int)number;
  else if (field->kind == FIELD_INT64)
    *(int64_t *)place = (int64_t)number;
  else
    *(double *)place = number;
  return true;
}

static bool read_fields(const Json *json, const JsonNode *object, const Field *fields, size_t count,
                        void *into, Status *status) {
  for (size_t i = 0; i < count; i++)
    if (!read_field(json, object, &fields[i], into, status)) return false;
  return true;
}

static bool read_text(const Json *json, const JsonNode *object, const char *key, char *out, size_t size,
                      Status *status) {
  const JsonNode *node = json_get(object, key);
  const char *text = json_string(node, NULL);
  if (!text || !*text || strlen(text) >= size)
    return json_fail(json, node ? node : object, status,
                     "a device needs a text \"%s\" of less than %zu characters", key, size);
  snprintf(out, size, "%s", text);
  return true;
}

static bool read_device(const Json *json, Device *device, Status *status) {
  const JsonNode *root = json_root(json), *limits = json_get(root, "limits");
  if (!text_equal(json_string(json_get(root, "format"), NULL), "fusebox-device"))
    return json_fail(json, root, status, "this is no device file: it needs \"format\": \"fusebox-device\"");
  if (!json_is_object(limits)) return json_fail(json, root, status, "a device needs an object \"limits\"");
  memset(device, 0, sizeof *device);
  device->calibrated = json_bool(json_get(root, "calibrated"), false);
  return read_text(json, root, "name", device->name, sizeof device->name, status) &&
         read_text(json, root, "title", device->title, sizeof device->title, status) &&
         read_text(json, limits, "arch_name", device->limits.arch_name, sizeof device->limits.arch_name,
                   status) &&
         read_fields(json, limits, limit_fields, sizeof limit_fields / sizeof *limit_fields, &device->limits,
                     status) &&
         read_fields(json, root, device_fields, sizeof device_fields / sizeof *device_fields, device, status);
}

char **device_names(int *count) {
  *count = 0;
  char *folder = file_data(DEVICE_FOLDER);
  char **names = folder ? file_list(folder, count, NULL) : NULL;
  free(folder);
  int kept = 0;
  for (int i = 0; i < *count; i++) {
    size_t length = strlen(names[i]);
    if (text_ends(names[i], SUFFIX)) {
      names[i][length - strlen(SUFFIX)] = 0;
      names[kept++] = names[i];
    } else {
      free(names[i]);
    }
  }
  *count = kept;
  return names;
}

static bool fail_unknown(const char *name, Status *status) {
  int count;
  char **names = device_names(&count);
  Text list = {0};
  NameMap map = {0};
  for (int i = 0; i < count; i++) {
    text_printf(&list, "%s%s", i ? ", " : "", names[i]);
    namemap_set(&map, names[i], i);
    free(names[i]);
  }
  free(names);
  const char *near = namemap_nearest(&map, name);
  status_fail(status, STATUS_INPUT, "there is no device \"%s\"%s%s%s; there are %s, or name a device file",
              name, near ? " (did you mean " : "", near ? near : "", near ? "?)" : "", text_get(&list));
  namemap_free(&map);
  text_free(&list);
  return false;
}

// A path is anything with a '/' or the suffix of a device file; everything else names a shipped device.
static char *device_path(const char *name_or_path) {
  if (strchr(name_or_path, '/') || text_ends(name_or_path, SUFFIX)) return memory_strdup(name_or_path);
  Text relative = {0};
  text_printf(&relative, "%s/%s%s", DEVICE_FOLDER, name_or_path, SUFFIX);
  char *path = file_data(text_get(&relative));
  text_free(&relative);
  return path;
}

bool device_load(const char *name_or_path, Device *device, Status *status) {
  char *path = device_path(name_or_path);
  if (!path) return fail_unknown(name_or_path, status);
  Json *json = json_read(path, status);
  bool ok = json && read_device(json, device, status);
  json_free(json);
  free(path);
  return ok;
}
