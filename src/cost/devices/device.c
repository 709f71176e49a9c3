#include "cost/devices/device.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "cost/devices/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char DEVICE_FOLDER[] = "devices";
static const char SUFFIX[] = ".json";

static bool read_field(const Json *json, const JsonNode *object, const DeviceField *field, void *into,
                       Status *status) {
  const JsonNode *node = json_get(object, field->key);
  if (!node) return json_fail(json, object, status, "a device needs a number \"%s\"", field->key);
  double number = json_number(node, 0);
  if (!json_is_number(node) || number < field->least || number > field->most)
    return json_fail(json, node, status, "\"%s\" must be a number from %g to %g", field->key, field->least,
                     field->most);
  field_set(field, into, number);
  return true;
}

static bool read_fields(const Json *json, const JsonNode *object, const DeviceField *fields, int count,
                        void *into, Status *status) {
  for (int i = 0; i < count; i++)
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
  int limit_count, field_count;
  const DeviceField *limit_rows = device_limit_fields(&limit_count), *rows = device_fields(&field_count);
  memset(device, 0, sizeof *device);
  device->calibrated = json_bool(json_get(root, "calibrated"), false);
  return read_text(json, root, "name", device->name, sizeof device->name, status) &&
         read_text(json, root, "title", device->title, sizeof device->title, status) &&
         read_text(json, limits, "arch_name", device->limits.arch_name, sizeof device->limits.arch_name,
                   status) &&
         read_fields(json, limits, limit_rows, limit_count, &device->limits, status) &&
         read_fields(json, root, rows, field_count, device, status);
}

char **device_names(int *count) {
  char **names = file_data_list(DEVICE_FOLDER, SUFFIX, count);
  for (int i = 0; i < *count; i++)
    names[i][strlen(names[i]) - strlen(SUFFIX)] = 0;
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
  if (count)
    status_fail(status, STATUS_INPUT, "there is no device \"%s\"%s%s%s; there are %s, or name a device file",
                name, near ? " (did you mean " : "", near ? near : "", near ? "?)" : "", text_get(&list));
  else
    status_fail(status, STATUS_MISSING,
                "there is no device \"%s\": this program came without its data; install it again, set "
                "FUSEBOX_DATA to a folder that holds devices/, or name a device file",
                name);
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
  Json *json = file_place_check_file(path, status) ? json_read(path, status) : NULL;
  bool ok = json && read_device(json, device, status);
  json_free(json);
  free(path);
  return ok;
}
