// Remembered options, as { "format": "fusebox-options", "version": 1, "options": [
//   { "heuristic": "max_reads", "option": "max_reads", "value": "12" } ] } in the state folder.
#include "explorer/state/option_memory.h"

#include "base/arena.h"
#include "base/file_lock.h"
#include "base/file_own.h"
#include "base/json.h"
#include "base/log.h"

#include <stdlib.h>
#include <string.h>

static const char FORMAT[] = "fusebox-options";

static void clear(OptionValue *value) {
  free(value->heuristic);
  free(value->option);
  free(value->value);
}

void option_memory_free(OptionMemory *memory) {
  for (int i = 0; i < memory->values.count; i++)
    clear(&memory->values.data[i]);
  vector_free(&memory->values);
  free(memory->path);
}

static int find(const OptionMemory *memory, const char *heuristic, const char *option) {
  for (int i = 0; i < memory->values.count; i++)
    if (text_equal(memory->values.data[i].heuristic, heuristic) &&
        text_equal(memory->values.data[i].option, option))
      return i;
  return -1;
}

const char *option_memory_get(const OptionMemory *memory, const char *heuristic, const char *option) {
  int at = find(memory, heuristic, option);
  return at < 0 ? NULL : memory->values.data[at].value;
}

int option_memory_count(const OptionMemory *memory, const char *heuristic) {
  int count = 0;
  for (int i = 0; i < memory->values.count; i++)
    count += text_equal(memory->values.data[i].heuristic, heuristic);
  return count;
}

int option_memory_copy(const OptionMemory *memory, const char *heuristic, ScriptOption *out) {
  int count = 0;
  for (int i = 0; i < memory->values.count; i++) {
    const OptionValue *value = &memory->values.data[i];
    if (text_equal(value->heuristic, heuristic))
      out[count++] = (ScriptOption){memory_strdup(value->option), memory_strdup(value->value)};
  }
  return count;
}

// ---- The file.

static void save(const OptionMemory *memory) {
  Text text = {0};
  Status status = {0};
  JsonWriter writer = json_writer(&text, true);
  json_begin_file(&writer, FORMAT, 1);
  json_begin_array(&writer, "options");
  for (int i = 0; i < memory->values.count; i++) {
    json_begin_object(&writer, NULL);
    json_put_string(&writer, "heuristic", memory->values.data[i].heuristic);
    json_put_string(&writer, "option", memory->values.data[i].option);
    json_put_string(&writer, "value", memory->values.data[i].value);
    json_end(&writer);
  }
  json_end(&writer);
  json_end(&writer);
  if (!file_own_write(memory->path, text_get(&text), text.length, &status))
    log_message(LOG_WARNING, "%s", status.message);
  text_free(&text);
}

static bool comes_before(const OptionValue *a, const OptionValue *b) {
  int heuristics = strcmp(a->heuristic, b->heuristic);
  return heuristics < 0 || (heuristics == 0 && strcmp(a->option, b->option) < 0);
}

// By heuristic and option: the order in which they were set is of no importance.
static void put(OptionMemory *memory, const char *heuristic, const char *option, const char *value) {
  OptionValue *values = memory->values.data;
  int at = find(memory, heuristic, option);
  if (at >= 0) {
    clear(&values[at]);
    for (memory->values.count--; at < memory->values.count; at++)
      values[at] = values[at + 1];
  }
  if (!value) return;
  OptionValue added = {memory_strdup(heuristic), memory_strdup(option), memory_strdup(value)};
  vector_push(&memory->values, added);
  values = memory->values.data;
  for (at = memory->values.count - 1; at > 0 && comes_before(&added, &values[at - 1]); at--)
    values[at] = values[at - 1];
  values[at] = added;
}

// False when there is a file that cannot be read.
static bool read_values(OptionMemory *memory) {
  if (!file_exists(memory->path)) return true;
  Json *json = json_read_own(memory->path, NULL);
  bool ours = json && json_is_file(json, FORMAT, 1);
  const JsonNode *first = ours ? json_first(json_get(json_root(json), "options")) : NULL;
  for (const JsonNode *node = first; node; node = json_next(node)) {
    const char *heuristic = json_string(json_get(node, "heuristic"), ""),
               *option = json_string(json_get(node, "option"), "");
    if (*heuristic && *option) put(memory, heuristic, option, json_string(json_get(node, "value"), NULL));
  }
  json_free(json);
  return ours;
}

static void set_aside(const char *path) {
  Text name = {0};
  if (file_own_set_aside(path, "damaged", &name, NULL))
    log_message(LOG_WARNING, "%s could not be read; it is kept as %s", path, text_get(&name));
  text_free(&name);
}

// What other programs set meanwhile is taken over.
void option_memory_set(OptionMemory *memory, const char *heuristic, const char *option, const char *value) {
  int lock = memory->path ? file_lock(memory->path, NULL) : -1;
  if (memory->path && !read_values(memory)) set_aside(memory->path);
  put(memory, heuristic, option, value);
  if (memory->path) save(memory);
  file_unlock(lock);
}

void option_memory_open(OptionMemory *memory) {
  char *folder = file_place(PLACE_STATE);
  memory->path = file_join(folder, "options.json");
  free(folder);
  read_values(memory);
}
