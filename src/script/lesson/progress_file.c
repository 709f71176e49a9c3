// Reading and writing files of progress.
#include "script/lesson/progress_file.h"

#include "base/arena.h"
#include "script/lesson/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES_MOST = 64, TRIES_MOST = 1000, SECONDS_MOST = 100000000 };

// ---- Reading.

static char *take_string(const JsonNode *object, const char *key) {
  const char *text = json_string(json_get(object, key), NULL);
  char *copy = text ? memory_strdup(text) : NULL;
  if (copy) text_sanitize_lines(copy);
  return copy;
}

static int64_t take_count(const JsonNode *object, const char *key, int64_t most) {
  int64_t count = json_integer(json_get(object, key), 0);
  return count < 0 ? 0 : count > most ? most : count;
}

static void read_answer(const JsonNode *node, LessonAnswer *answer) {
  answer->guess = take_string(node, "guess");
  if (!answer->guess) return;
  answer->answer = take_string(node, "answer");
  answer->reveal = take_string(node, "reveal");
  if (!answer->answer) answer->answer = memory_strdup("");
  if (!answer->reveal) answer->reveal = memory_strdup("");
  answer->right = json_bool(json_get(node, "right"), false);
}

static LessonState *read_state(const JsonNode *node) {
  const char *plan = json_string(json_get(node, "plan"), NULL);
  const char *device = json_string(json_get(node, "device"), NULL);
  if (!plan || !device) return NULL;
  SizeBinding sizes[SIZES_MOST];
  int count = 0;
  for (const JsonNode *size = json_first(json_get(node, "sizes")); size; size = json_next(size))
    if (count < SIZES_MOST && json_key(size))
      sizes[count++] = (SizeBinding){json_key(size), json_integer(size, 0)};
  return lesson_state_new(plan, device, sizes, count);
}

static void read_record(const JsonNode *node, LessonRecord *record) {
  record->done = json_bool(json_get(node, "done"), false);
  record->shown = json_bool(json_get(node, "shown"), false);
  record->tries = (int)take_count(node, "tries", TRIES_MOST);
  record->hints = (int)take_count(node, "hints", 1);
  record->seconds = take_count(node, "seconds", SECONDS_MOST);
  read_answer(node, &record->answer);
  for (const JsonNode *wrong = json_first(json_get(node, "wrong")); wrong; wrong = json_next(wrong)) {
    char *guess = memory_strdup(json_string(wrong, ""));
    text_sanitize(guess);
    lesson_record_wrong(record, guess);
    free(guess);
  }
  record->note = take_string(node, "note");
  record->state = read_state(json_get(node, "state"));
}

static int find_place(const JsonNode *step, const ProgressFile *file) {
  const char *id = json_string(step, NULL);
  for (int i = 0; id && i < file->step_count; i++)
    if (file->ids[i] && text_equal(file->ids[i], id)) return i;
  int64_t place = json_integer(step, 0);
  return place >= 0 && place < file->step_count ? (int)place : -1;
}

static void read_steps(const JsonNode *steps, ProgressFile *file) {
  size_t room = (size_t)file->step_count + 1;
  file->ids = memory_alloc(sizeof *file->ids * room);
  file->steps = memory_alloc(sizeof *file->steps * room);
  int i = 0;
  for (const JsonNode *node = json_first(steps); node; node = json_next(node), i++) {
    file->ids[i] = take_string(node, "id");
    file->has_ids |= file->ids[i] != NULL;
    read_record(node, &file->steps[i]);
  }
}

bool progress_file_read(const Json *json, ProgressFile *file) {
  *file = (ProgressFile){0};
  const JsonNode *root = json_root(json), *steps = json_get(root, "steps");
  file->step_count = json_count(steps);
  if (!json_is_array(steps) || file->step_count > LESSON_STEPS_MOST) return false;
  read_steps(steps, file);
  file->lesson = take_string(root, "lesson");
  file->title = take_string(root, "title");
  file->hash = strtoull(json_string(json_get(root, "file"), "0"), NULL, 16);
  file->step = find_place(json_get(root, "step"), file);
  if (file->step >= 0) return true;
  progress_file_clear(file);
  return false;
}

void progress_file_clear(ProgressFile *file) {
  for (int i = 0; i < file->step_count; i++) {
    free(file->ids[i]);
    lesson_record_free(&file->steps[i]);
  }
  free(file->ids);
  free(file->steps);
  free(file->lesson);
  free(file->title);
  *file = (ProgressFile){0};
}

// ---- Writing.

static void put_answer(JsonWriter *writer, const LessonAnswer *answer) {
  if (!answer->guess) return;
  json_put_string(writer, "guess", answer->guess);
  json_put_string(writer, "answer", answer->answer);
  json_put_string(writer, "reveal", answer->reveal);
  json_put_bool(writer, "right", answer->right);
}

static void put_state(JsonWriter *writer, const LessonState *state) {
  if (!state) return;
  json_begin_inline(writer, "state", false);
  json_put_string(writer, "plan", state->plan);
  json_put_string(writer, "device", state->device);
  json_begin_inline(writer, "sizes", false);
  for (int i = 0; i < state->size_count; i++)
    json_put_integer(writer, state->sizes[i].name, state->sizes[i].value);
  json_end(writer);
  json_end(writer);
}

static void put_counts(JsonWriter *writer, const LessonRecord *record) {
  if (record->shown) json_put_bool(writer, "shown", true);
  if (record->tries) json_put_integer(writer, "tries", record->tries);
  if (record->hints) json_put_integer(writer, "hints", record->hints);
  if (record->seconds) json_put_integer(writer, "seconds", record->seconds);
  if (!record->wrong_count) return;
  json_begin_inline(writer, "wrong", true);
  for (int i = 0; i < record->wrong_count; i++)
    json_put_string(writer, NULL, record->wrong[i]);
  json_end(writer);
}

static void put_record(JsonWriter *writer, const char *id, const LessonRecord *record) {
  json_begin_inline(writer, NULL, false);
  if (id) json_put_string(writer, "id", id);
  json_put_bool(writer, "done", record->done);
  put_counts(writer, record);
  put_answer(writer, &record->answer);
  if (record->note) json_put_string(writer, "note", record->note);
  put_state(writer, record->state);
  json_end(writer);
}

static const char *id_of(const LessonInfo *info, int step) {
  return info->step_ids ? info->step_ids[step] : NULL;
}

void progress_file_write(const LessonInfo *info, const LessonProgress *progress, Text *out) {
  char hash[17];
  snprintf(hash, sizeof hash, "%llx", (unsigned long long)info->hash);
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "lesson", info->id ? info->id : info->name);
  if (info->title) json_put_string(&writer, "title", info->title);
  json_put_string(&writer, "file", hash);
  if (id_of(info, progress->step))
    json_put_string(&writer, "step", id_of(info, progress->step));
  else
    json_put_integer(&writer, "step", progress->step);
  json_begin_array(&writer, "steps");
  for (int i = 0; i < progress->step_count; i++)
    put_record(&writer, id_of(info, i), &progress->steps[i]);
  json_end(&writer);
  json_end(&writer);
}
