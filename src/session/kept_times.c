// The file of kept times:
//   { "format": "fusebox-times", "version": 1, "device": "h200",
//     "times": [ { "kernel": "00f3...", "code": "<32 digits>", "name": "row_add", "gpu": "NVIDIA H200",
//                  "when": 1795280400, "time_us": 62.5, "time_spread_us": 0.4, "launches": 50, "cupti": true,
//                  "registers": 40, "local_bytes": 0, "counters": { "dram_read_bytes": 8, ... } } ] }
#include "session/kept_times.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "session/state_path.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char FORMAT[] = "fusebox-times";

static void clear_time(KeptTime *time) {
  free(time->name);
  free(time->gpu);
}

static void clear_list(KeptTimes *times) {
  for (int i = 0; i < times->list.count; i++)
    clear_time(&times->list.data[i]);
  vector_free(&times->list);
  hashmap_free(&times->index);
  times->index = (HashMap){0};
}

void kept_times_free(KeptTimes *times) {
  if (!times) return;
  clear_list(times);
  free(times->path);
  free(times->device);
  free(times->problem);
  free(times);
}

KeptTime *kept_times_find(KeptTimes *times, uint64_t kernel) {
  int64_t index;
  return hashmap_get(&times->index, kernel, &index) ? &times->list.data[index] : NULL;
}

void kept_times_put(KeptTimes *times, const KeptTime *measured) {
  KeptTime copy = *measured, *old = kept_times_find(times, measured->kernel);
  copy.name = memory_strdup(measured->name);
  copy.gpu = memory_strdup(measured->gpu);
  text_sanitize(copy.name); // both are printed, and may come from a file
  text_sanitize(copy.gpu);
  if (old) {
    clear_time(old);
    *old = copy;
    return;
  }
  hashmap_set(&times->index, copy.kernel, times->list.count);
  vector_push(&times->list, copy);
}

// ---- Reading.

static bool read_time(const JsonNode *node, KeptTime *time) {
  const JsonNode *counters = json_get(node, "counters");
  *time = (KeptTime){.kernel = strtoull(json_string(json_get(node, "kernel"), ""), NULL, 16),
                     .name = (char *)json_string(json_get(node, "name"), ""),
                     .gpu = (char *)json_string(json_get(node, "gpu"), ""),
                     .when = json_integer(json_get(node, "when"), 0),
                     .measured = {.ok = true,
                                  .time_us = json_number(json_get(node, "time_us"), 0),
                                  .spread_us = json_number(json_get(node, "time_spread_us"), 0),
                                  .launches = (int)json_integer(json_get(node, "launches"), 0),
                                  .by_cupti = json_bool(json_get(node, "cupti"), false),
                                  .registers = (int)json_integer(json_get(node, "registers"), 0),
                                  .local_bytes = (int)json_integer(json_get(node, "local_bytes"), 0),
                                  .counted = counters != NULL,
                                  .counters = counter_values_read(counters)}};
  snprintf(time->code, sizeof time->code, "%s", json_string(json_get(node, "code"), ""));
  return time->measured.time_us > 0 && time->measured.spread_us >= 0 && time->when > 0;
}

static bool take_file(KeptTimes *times, const Json *json, Status *status) {
  const JsonNode *root = json_root(json);
  if (!json_is_file(json, FORMAT, 1))
    return status_fail(status, STATUS_INPUT, "%s: these are no times of this version", times->path);
  for (const JsonNode *node = json_first(json_get(root, "times")); node; node = json_next(node)) {
    KeptTime time;
    if (!read_time(node, &time))
      return json_fail(json, node, status, "a kept time needs time_us, time_spread_us and when");
    kept_times_put(times, &time);
  }
  return true;
}

static void read_file(KeptTimes *times) {
  Status status = {0};
  if (!file_exists(times->path)) return;
  Json *json = json_read(times->path, &status);
  if (!json || !take_file(times, json, &status)) {
    clear_list(times);
    times->problem = memory_strdup(status.message);
  }
  json_free(json);
}

KeptTimes *kept_times_open(const Device *device) {
  KeptTimes *times = memory_alloc(sizeof *times);
  times->device = memory_strdup(device->name);
  times->path =
      state_path("times", hash_string(hash_string(HASH_START, device->name), device->limits.arch_name));
  read_file(times);
  return times;
}

// ---- Writing.

static void put_figures(JsonWriter *writer, const KeptTime *time) {
  json_put_string(writer, "gpu", time->gpu);
  json_put_integer(writer, "when", time->when);
  json_put_number(writer, "time_us", time->measured.time_us);
  json_put_number(writer, "time_spread_us", time->measured.spread_us);
  json_put_integer(writer, "launches", time->measured.launches);
  json_put_integer(writer, "registers", time->measured.registers);
  json_put_integer(writer, "local_bytes", time->measured.local_bytes);
}

static void put_time(JsonWriter *writer, const KeptTime *time) {
  char kernel[20];
  snprintf(kernel, sizeof kernel, "%016" PRIx64, time->kernel);
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "kernel", kernel);
  json_put_string(writer, "code", time->code);
  json_put_string(writer, "name", time->name);
  put_figures(writer, time);
  json_put_bool(writer, "cupti", time->measured.by_cupti);
  if (time->measured.counted) {
    json_begin_inline(writer, "counters", false);
    counter_values_write(&time->measured.counters, writer);
    json_end(writer);
  }
  json_end(writer);
}

static int newer_first(const void *left, const void *right) {
  const KeptTime *a = *(const KeptTime *const *)left, *b = *(const KeptTime *const *)right;
  if (a->when != b->when) return a->when < b->when ? 1 : -1;
  return (a->kernel > b->kernel) - (a->kernel < b->kernel);
}

// Free with free().
static const KeptTime **newest(const KeptTimes *times) {
  const KeptTime **sorted = memory_alloc(sizeof *sorted * ((size_t)times->list.count + 1));
  for (int i = 0; i < times->list.count; i++)
    sorted[i] = &times->list.data[i];
  qsort(sorted, (size_t)times->list.count, sizeof *sorted, newer_first);
  return sorted;
}

bool kept_times_save(const KeptTimes *times, Status *status) {
  Text text = {0};
  const KeptTime **sorted = newest(times);
  JsonWriter writer = json_writer(&text, true);
  json_begin_file(&writer, FORMAT, 1);
  json_put_string(&writer, "device", times->device);
  json_begin_array(&writer, "times");
  for (int i = 0; i < times->list.count && i < KEPT_TIMES_MOST; i++)
    put_time(&writer, sorted[i]);
  json_end(&writer);
  json_end(&writer);
  bool ok = file_write(times->path, text_get(&text), text.length, status);
  free(sorted);
  text_free(&text);
  return ok;
}

bool kept_times_forget(KeptTimes *times, Status *status) {
  if (unlink(times->path) != 0 && errno != ENOENT)
    return status_fail(status, STATUS_INTERNAL, "%s: %s", times->path, strerror(errno));
  clear_list(times);
  return true;
}

// ---- For people and programs.

const char *kept_date(char out[KEPT_DATE_SIZE], int64_t when) {
  time_t seconds = (time_t)when;
  struct tm local;
  if (!localtime_r(&seconds, &local) || !strftime(out, KEPT_DATE_SIZE, "%Y-%m-%d %H:%M", &local))
    snprintf(out, KEPT_DATE_SIZE, "at no known date");
  return out;
}

void kept_times_json(const KeptTimes *times, Text *out) {
  const KeptTime **sorted = newest(times);
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "device", times->device);
  json_begin_array(&writer, "times");
  for (int i = 0; i < times->list.count; i++) {
    json_begin_inline(&writer, NULL, false);
    json_put_string(&writer, "kernel", sorted[i]->name);
    put_figures(&writer, sorted[i]);
    json_end(&writer);
  }
  json_end(&writer);
  json_end(&writer);
  free(sorted);
}

void kept_times_table(const KeptTimes *times, Text *out) {
  const KeptTime **sorted = newest(times);
  if (times->list.count)
    text_printf(out, "%-16s  %9s %8s %5s  %-30s %s\n", "measured", "us", "+-", "regs", "kernel", "on");
  for (int i = 0; i < times->list.count; i++) {
    char date[KEPT_DATE_SIZE];
    const Measured *measured = &sorted[i]->measured;
    text_printf(out, "%-16s  %9.2f %8.2f %5d  %-30.30s %s\n", kept_date(date, sorted[i]->when),
                measured->time_us, measured->spread_us, measured->registers, sorted[i]->name, sorted[i]->gpu);
  }
  text_printf(out, "%d time%s kept for %s\n", times->list.count, times->list.count == 1 ? " is" : "s are",
              times->device);
  free(sorted);
}
