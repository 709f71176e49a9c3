// The file of kept times:
//   { "format": "fusebox-times", "version": 1, "seal": "<16 digits>", "device": "h200",
//     "times": [ { "kernel": "00f3...", "code": "<32 digits>", "name": "row_add", "gpu": "NVIDIA H200",
//                  "when": 1795280400, "time_us": 62.5, "time_spread_us": 0.4, "launches": 50, "cupti": true,
//                  "registers": 40, "local_bytes": 0, "counters": { "dram_read_bytes": 8, ... } } ],
//     "plans": [ { "plan": "a41c...", "code": "<32 digits>", "name": "softmax, greedy", ... } ] }
#include "session/results/kept_times.h"

#include "base/arena.h"
#include "base/file_lock.h"
#include "base/file_own.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/seal.h"
#include "session/state_path.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
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

static void clear_list(KeptList *list) {
  for (int i = 0; i < list->list.count; i++)
    clear_time(&list->list.data[i]);
  vector_free(&list->list);
  hashmap_free(&list->index);
  list->index = (HashMap){0};
}

static void clear_lists(KeptTimes *times) {
  clear_list(&times->kernels);
  clear_list(&times->plans);
}

void kept_times_unlock(KeptTimes *times) {
  file_unlock(times->lock);
  times->lock = -1;
}

void kept_times_free(KeptTimes *times) {
  if (!times) return;
  kept_times_unlock(times);
  clear_lists(times);
  free(times->path);
  free(times->device);
  free(times->problem);
  free(times);
}

int kept_times_count(const KeptTimes *times) {
  return times->kernels.list.count + times->plans.list.count;
}

KeptTime *kept_find(const KeptList *list, uint64_t subject) {
  int64_t index;
  return hashmap_get(&list->index, subject, &index) ? &list->list.data[index] : NULL;
}

void kept_put(KeptList *list, const KeptTime *measured) {
  KeptTime copy = *measured, *old = kept_find(list, measured->subject);
  copy.name = memory_strdup(measured->name);
  copy.gpu = memory_strdup(measured->gpu);
  text_sanitize(copy.name); // both are printed, and may come from a file
  text_sanitize(copy.gpu);
  if (old) {
    clear_time(old);
    *old = copy;
    return;
  }
  hashmap_set(&list->index, copy.subject, list->list.count);
  vector_push(&list->list, copy);
}

// ---- Reading.

// As put_time writes it.
static bool read_subject(const JsonNode *node, uint64_t *subject) {
  const char *digits = json_string(node, "");
  char *end;
  *subject = strtoull(digits, &end, 16);
  return *digits && !*end;
}

static bool is_time(const Measured *measured) {
  return isfinite(measured->time_us) && isfinite(measured->spread_us) && measured->time_us > 0 &&
         measured->spread_us >= 0;
}

static bool read_time(const JsonNode *node, const char *subject, KeptTime *time) {
  const JsonNode *counters = json_get(node, "counters");
  *time = (KeptTime){.name = (char *)json_string(json_get(node, "name"), ""),
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
  snprintf(time->code.digits, sizeof time->code.digits, "%s", json_string(json_get(node, "code"), ""));
  return read_subject(json_get(node, subject), &time->subject) && is_time(&time->measured) && time->when > 0;
}

// `subject`: the field that names what was measured.
static bool take_list(KeptList *list, const Json *json, const char *name, const char *subject,
                      Status *status) {
  const JsonNode *node = json_first(json_get(json_root(json), name));
  for (; node && list->list.count < KEPT_TIMES_MOST; node = json_next(node)) { // the newest come first
    KeptTime time;
    if (!read_time(node, subject, &time))
      return json_fail(json, node, status,
                       "a kept time needs what it is of, time_us, time_spread_us and when");
    kept_put(list, &time);
  }
  return true;
}

static bool take_file(KeptTimes *times, const Json *json, Status *status) {
  if (!json_is_file(json, FORMAT, 1))
    return status_fail(status, STATUS_INPUT, "%s: these are no times of this version", times->path);
  return take_list(&times->kernels, json, "times", "kernel", status) &&
         take_list(&times->plans, json, "plans", "plan", status);
}

static bool check_seal(const KeptTimes *times, const char *text, size_t length, Status *status) {
  SealKey key = seal_key(status);
  if (!key.known) return status_prefix(status, "%s", times->path);
  return seal_holds(&key, text, length) ||
         status_fail(status, STATUS_INPUT,
                     "%s: this user's fusebox did not write it as it is; what it says is "
                     "measured again",
                     times->path);
}

static void read_file(KeptTimes *times) {
  Status status = {0};
  size_t length;
  if (!file_exists(times->path)) return;
  char *text = file_own_read(times->path, &length, &status);
  Json *json = text ? json_parse(times->path, text, length, &status) : NULL;
  if (!json || !take_file(times, json, &status) || !check_seal(times, text, length, &status)) {
    clear_lists(times);
    times->problem = memory_strdup(status.message);
  }
  json_free(json);
  free(text);
}

static KeptTimes *times_new(const Device *device) {
  KeptTimes *times = memory_alloc(sizeof *times);
  times->device = memory_strdup(device->name);
  times->path =
      state_path("times", hash_string(hash_string(HASH_START, device->name), device->limits.arch_name));
  times->lock = -1;
  return times;
}

KeptTimes *kept_times_open(const Device *device) {
  KeptTimes *times = times_new(device);
  read_file(times);
  return times;
}

KeptTimes *kept_times_change(const Device *device) {
  KeptTimes *times = times_new(device);
  Status status = {0};
  times->lock = file_lock(times->path, &status);
  if (times->lock < 0) log_message(LOG_WARNING, "%s", status.message);
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

static void put_time(JsonWriter *writer, const char *subject, const KeptTime *time) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, time->subject);
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, subject, hash);
  json_put_string(writer, "code", time->code.digits);
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
  return (a->subject > b->subject) - (a->subject < b->subject);
}

// Free with free().
static const KeptTime **newest(const KeptList *list) {
  const KeptTime **sorted = memory_alloc(sizeof *sorted * ((size_t)list->list.count + 1));
  for (int i = 0; i < list->list.count; i++)
    sorted[i] = &list->list.data[i];
  qsort(sorted, (size_t)list->list.count, sizeof *sorted, newer_first);
  return sorted;
}

static void put_list(JsonWriter *writer, const char *name, const char *subject, const KeptList *list) {
  const KeptTime **sorted = newest(list);
  json_begin_array(writer, name);
  for (int i = 0; i < list->list.count && i < KEPT_TIMES_MOST; i++)
    put_time(writer, subject, sorted[i]);
  json_end(writer);
  free(sorted);
}

// Of a file whose content is no longer there.
static void forget_problem(KeptTimes *times) {
  free(times->problem);
  times->problem = NULL;
}

// What could not be read stays, under another name.
static bool make_room(KeptTimes *times, Status *status) {
  if (!times->problem || !file_exists(times->path)) return true;
  Text name = {0};
  bool good = file_own_set_aside(times->path, "damaged", &name, status);
  if (good) log_message(LOG_WARNING, "%s; it is kept as %s", times->problem, text_get(&name));
  text_free(&name);
  return good;
}

bool kept_times_save(KeptTimes *times, Status *status) {
  Text text = {0};
  SealKey key = seal_key(status);
  if (!key.known) return status_prefix(status, "the times are not kept"); // what is there may be good
  JsonWriter writer = json_writer(&text, true);
  json_begin_file(&writer, FORMAT, 1);
  seal_begin(&writer);
  json_put_string(&writer, "device", times->device);
  put_list(&writer, "times", "kernel", &times->kernels);
  put_list(&writer, "plans", "plan", &times->plans);
  json_end(&writer);
  seal_close(&key, &text);
  bool ok = make_room(times, status) && file_own_write(times->path, text_get(&text), text.length, status);
  if (ok) forget_problem(times);
  text_free(&text);
  return ok;
}

bool kept_times_forget(KeptTimes *times, Status *status) {
  int lock = times->lock < 0 ? file_lock(times->path, NULL) : -1; // a change under way is forgotten, too
  bool gone = unlink(times->path) == 0 || errno == ENOENT;
  if (!gone) status_fail(status, STATUS_INTERNAL, "%s: %s", times->path, strerror(errno));
  file_unlock(lock);
  if (gone) clear_lists(times);
  if (gone) forget_problem(times);
  return gone;
}

// ---- For people and programs.

const char *kept_date(char out[KEPT_DATE_SIZE], int64_t when) {
  time_t seconds = (time_t)when;
  struct tm local;
  if (!localtime_r(&seconds, &local) || !strftime(out, KEPT_DATE_SIZE, "%Y-%m-%d %H:%M", &local))
    snprintf(out, KEPT_DATE_SIZE, "at no known date");
  return out;
}

static void tell_list(JsonWriter *writer, const char *name, const char *subject, const KeptList *list) {
  const KeptTime **sorted = newest(list);
  json_begin_array(writer, name);
  for (int i = 0; i < list->list.count; i++) {
    json_begin_inline(writer, NULL, false);
    json_put_string(writer, subject, sorted[i]->name);
    put_figures(writer, sorted[i]);
    json_end(writer);
  }
  json_end(writer);
  free(sorted);
}

void kept_times_json(const KeptTimes *times, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "device", times->device);
  tell_list(&writer, "times", "kernel", &times->kernels);
  tell_list(&writer, "plans", "plan", &times->plans);
  json_end(&writer);
}

// `subject`: what the list is of. Plans and library calls have no registers.
static void add_rows(const char *subject, const KeptList *list, Text *out) {
  const KeptTime **sorted = newest(list);
  if (list->list.count)
    text_printf(out, "%-16s  %9s %8s %5s  %-30s %s\n", "measured", "us", "+-", "regs", subject, "on");
  for (int i = 0; i < list->list.count; i++) {
    char date[KEPT_DATE_SIZE], registers[16] = "";
    const Measured *measured = &sorted[i]->measured;
    if (measured->registers) snprintf(registers, sizeof registers, "%d", measured->registers);
    text_printf(out, "%-16s  %9.2f %8.2f %5s  %-30.30s %s\n", kept_date(date, sorted[i]->when),
                measured->time_us, measured->spread_us, registers, sorted[i]->name, sorted[i]->gpu);
  }
  free(sorted);
}

void kept_times_table(const KeptTimes *times, Text *out) {
  int count = kept_times_count(times);
  add_rows("kernel", &times->kernels, out);
  add_rows("plan", &times->plans, out);
  text_printf(out, "%d time%s kept for %s\n", count, count == 1 ? " is" : "s are", times->device);
}
