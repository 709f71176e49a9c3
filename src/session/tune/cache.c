// Entries of the tuning cache:
//   { "format": "fusebox-tuning", "version": 1, "key": "...", "seal": "<16 digits>", "device": "h200",
//   "kernel": "column_sum",
//     "schedule": { "threads": 512 }, "default_us": 45.1, "best_us": 41.0 }
#include "session/tune/cache.h"

#include "base/file_own.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/seal.h"

#include <stdio.h>
#include <stdlib.h>

static const char FORMAT[] = "fusebox-tuning";

// The code of the schedule that the rules choose.
static CodeName code_by_rules(const Device *device, const PlanLowered *lowered) {
  Schedule rules;
  Reason reason;
  if (!schedule_choose(lowered->nest, &device->limits, NULL, &rules, &reason)) return (CodeName){""};
  const PlanLowered *variant = plan_variant(lowered, &rules, &device->limits);
  bool same = variant->structure == lowered->structure;
  const Emitted *code = plan_code(same ? lowered : variant, NULL);
  CodeName name = code ? code->code : (CodeName){""};
  plan_release(variant);
  return name;
}

static char *entry_path(const Device *device, const PlanLowered *lowered) {
  CodeName code = code_by_rules(device, lowered);
  if (!*code.digits) return NULL;
  Text key = {0};
  text_printf(&key, "%s %s %s %s", FUSEBOX_VERSION, device->name, device->limits.arch_name, code.digits);
  char name[33 + 5];
  hash_name(name, text_get(&key), key.length);
  snprintf(name + 32, 6, ".json");
  char *cache = file_place(PLACE_CACHE), *folder = file_join(cache, "tuning");
  char *path = file_join(folder, name);
  text_free(&key);
  free(cache);
  free(folder);
  return path;
}

static bool read_schedule(const JsonNode *object, ScheduleOverride *best) {
  *best = (ScheduleOverride){0};
  if (!json_is_object(object)) return false;
  for (const JsonNode *node = json_first(object); node; node = json_next(node)) {
    Knob knob;
    int64_t value = json_integer(node, -1);
    if (!knob_parse(json_key(node), &knob) || value < 0 || value > INT32_MAX ||
        !knob_check(knob, (int)value, NULL))
      return false;
    schedule_override_set(best, knob, (int)value);
  }
  return true;
}

static bool read_entry(const char *path, const char *text, size_t length, ScheduleOverride *best) {
  SealKey key = seal_key(NULL);
  Json *json = seal_holds(&key, text, length) ? json_parse(path, text, length, NULL) : NULL;
  bool good = json && json_is_file(json, FORMAT, 1) &&
              text_equal(file_base_name(path), json_string(json_get(json_root(json), "key"), "")) &&
              read_schedule(json_get(json_root(json), "schedule"), best);
  json_free(json);
  return good;
}

bool tune_cache_get(const Device *device, const PlanLowered *lowered, ScheduleOverride *best) {
  size_t length;
  char *path = entry_path(device, lowered);
  char *text = path && file_exists(path) ? file_own_read(path, &length, NULL) : NULL;
  bool good = text && read_entry(path, text, length, best);
  if (text && !good) log_message(LOG_WARNING, "%s is no entry of this user's tuning cache", path);
  free(text);
  free(path);
  return good;
}

void tune_cache_put(const Device *device, const PlanLowered *lowered, const TunedKernel *tuned) {
  Status status = {0};
  SealKey key = seal_key(NULL);
  char *path = entry_path(device, lowered);
  if (!path) return;
  Text text = {0};
  JsonWriter json = json_writer(&text, true);
  json_begin_file(&json, FORMAT, 1);
  json_put_string(&json, "key", file_base_name(path)); // the entry of one kernel is not that of another
  seal_begin(&json);
  json_put_string(&json, "device", device->name);
  json_put_string(&json, "kernel", tuned->name);
  const ScheduleOverride *best = &tuned->candidates.data[tuned->best].candidate.override;
  json_begin_inline(&json, "schedule", false);
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    if (best->set >> knob & 1) json_put_integer(&json, knob_name((Knob)knob), best->knob[knob]);
  json_end(&json);
  json_put_number(&json, "default_us", tuned->default_us);
  json_put_number(&json, "best_us", tuned->best_us);
  json_end(&json);
  seal_close(&key, &text);
  if (key.known && !file_own_write(path, text_get(&text), text.length, &status))
    log_message(LOG_WARNING, "%s", status.message);
  text_free(&text);
  free(path);
}
