// calibrate: the constants of the GPU at hand, measured and kept for estimates.
#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/cli.h"
#include "gpu/calibrate/calibrate.h"

#include <stdlib.h>
#include <string.h>

static bool on_progress(void *context, int done, int count) {
  (void)context;
  cli_progress("calibrating", done, count);
  return true;
}

static void print_calibration(const Calibration *calibration, const char *path, Text *out) {
  text_printf(out, "%s\n%-18s %10s %10s  unit\n", calibration->source, "constant", "before", "measured");
  for (int i = 0; i < calibration->constant_count; i++) {
    const CalibratedConstant *constant = &calibration->constants[i];
    text_printf(out, "%-18s %10.4g %10.4g  %s\n", constant->key, constant->before, constant->value,
                constant->unit);
  }
  for (int i = 0; i < calibration->note_count; i++)
    text_printf(out, "%-18s %10s %10.4g\n", calibration->notes[i].key, "", calibration->notes[i].value);
  text_printf(out, "saved to %s\n", path);
}

static void put_calibration(const Calibration *calibration, const char *path, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "device", calibration->device.name);
  json_put_string(&writer, "source", calibration->source);
  json_put_string(&writer, "file", path);
  json_begin_object(&writer, "constants");
  for (int i = 0; i < calibration->constant_count; i++) {
    json_begin_inline(&writer, calibration->constants[i].key, false);
    json_put_number(&writer, "before", calibration->constants[i].before);
    json_put_number(&writer, "measured", calibration->constants[i].value);
    json_end(&writer);
  }
  json_end(&writer);
  json_begin_object(&writer, "notes");
  for (int i = 0; i < calibration->note_count; i++)
    json_put_number(&writer, calibration->notes[i].key, calibration->notes[i].value);
  json_end(&writer);
  json_end(&writer);
}

static bool make_folder_of(const char *path, Status *status) {
  char *folder = memory_strdup(path), *slash = strrchr(folder, '/');
  if (slash) *slash = '\0';
  bool good = !slash || slash == folder || file_make_folders(folder, status);
  free(folder);
  return good;
}

static bool save(const Calibration *calibration, const char *path, Status *status) {
  Text text = {0};
  device_write(&calibration->device, calibration->source, calibration->notes, calibration->note_count, &text);
  bool good = make_folder_of(path, status) && file_write(path, text_get(&text), text.length, status);
  text_free(&text);
  return good;
}

static bool report(const Invocation *invocation, const Calibration *calibration, const char *path,
                   Status *status) {
  Text out = {0};
  if (cli_has(invocation, OPTION_JSON))
    put_calibration(calibration, path, &out);
  else
    print_calibration(calibration, path, &out);
  bool good = cli_print(&out, status);
  text_free(&out);
  return good;
}

// Never from a calibration before: that would be the file's own figures again.
static bool choose(const Invocation *invocation, Worker *worker, Device *base, Status *status) {
  GpuInfo gpu;
  const char *name = invocation->value[OPTION_DEVICE];
  if (name && !device_load(name, base, status)) return false;
  return worker_probe(worker, &gpu, status) && (name || calibrate_find(&gpu, base, status));
}

static bool calibrate(const Invocation *invocation, Worker *worker, Status *status) {
  Device base;
  Calibration calibration;
  if (!choose(invocation, worker, &base, status) ||
      !worker_calibrate(worker, &base, on_progress, NULL, &calibration, status))
    return false;
  const char *named = invocation->value[OPTION_SAVE];
  char *path = named ? memory_strdup(named) : device_calibration_path(base.name);
  bool good = save(&calibration, path, status) && report(invocation, &calibration, path, status);
  free(path);
  return good;
}

bool run_calibrate(const Invocation *invocation, Status *status) {
  Compiler *compiler = compiler_new(NULL, status);
  if (!compiler) return false;
  Worker *worker = worker_new(compiler);
  bool good = calibrate(invocation, worker, status);
  worker_free(worker);
  compiler_free(compiler);
  return good;
}
