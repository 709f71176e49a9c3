// Writing device files, and where those live that calibration has written.
#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "cost/devices/fields.h"

#include <stdlib.h>
#include <string.h>

char *device_calibration_path(const char *name) {
  Text relative = {0};
  text_printf(&relative, "devices/%s.json", name);
  char *folder = file_place(PLACE_CONFIG);
  char *path = file_join(folder, text_get(&relative));
  text_free(&relative);
  free(folder);
  return path;
}

bool device_choose(const char *name_or_path, Device *device, Status *status) {
  if (strchr(name_or_path, '/')) return device_load(name_or_path, device, status);
  char *path = device_calibration_path(name_or_path);
  bool calibrated = file_exists(path);
  bool good = device_load(calibrated ? path : name_or_path, device, status);
  free(path);
  if (!good && calibrated) status_prefix(status, "run 'fusebox calibrate' again, or remove its file");
  return good;
}

static void put_fields(JsonWriter *writer, const DeviceField *fields, int count, const void *structure) {
  for (int i = 0; i < count; i++) {
    double value = field_get(&fields[i], structure);
    if (fields[i].kind == FIELD_DOUBLE)
      json_put_number(writer, fields[i].key, value);
    else
      json_put_integer(writer, fields[i].key, (int64_t)value);
  }
}

static void put_notes(JsonWriter *writer, const DeviceNote *notes, int count) {
  json_begin_object(writer, "measured");
  for (int i = 0; i < count; i++)
    json_put_number(writer, notes[i].key, notes[i].value);
  json_end(writer);
}

void device_write(const Device *device, const char *source, const DeviceNote *notes, int count, Text *out) {
  JsonWriter writer = json_writer(out, true);
  int limit_count, field_count;
  const DeviceField *limits = device_limit_fields(&limit_count), *fields = device_fields(&field_count);
  json_begin_file(&writer, "fusebox-device", 1);
  json_put_string(&writer, "name", device->name);
  json_put_string(&writer, "title", device->title);
  json_put_string(&writer, "source", source);
  json_begin_object(&writer, "limits");
  json_put_string(&writer, "arch_name", device->limits.arch_name);
  put_fields(&writer, limits, limit_count, &device->limits);
  json_end(&writer);
  put_fields(&writer, fields, field_count, device);
  json_put_bool(&writer, "calibrated", device->calibrated);
  if (count) put_notes(&writer, notes, count);
  json_end(&writer);
}
