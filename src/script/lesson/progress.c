// How far a student is: a file for each lesson under the user's state folder.
#include "base/arena.h"
#include "base/file_own.h"
#include "base/json.h"
#include "base/log.h"
#include "script/lesson/internal.h"

#include <stdlib.h>

LessonProgress *lesson_progress_new(int step_count) {
  LessonProgress *progress = memory_alloc(sizeof *progress);
  progress->step_count = step_count;
  progress->done = memory_alloc(sizeof *progress->done * (size_t)step_count);
  progress->answers = memory_alloc(sizeof *progress->answers * (size_t)step_count);
  return progress;
}

void lesson_progress_free(LessonProgress *progress) {
  if (!progress) return;
  for (int i = 0; i < progress->step_count; i++) {
    free(progress->answers[i].guess);
    free(progress->answers[i].answer);
    free(progress->answers[i].reveal);
  }
  free(progress->answers);
  free(progress->done);
  free(progress);
}

static char *path_of(const LessonInfo *info) {
  char *folder = file_place(PLACE_STATE);
  Text name = {0};
  text_printf(&name, "lesson-%s.json", info->name);
  char *path = file_join(folder, text_get(&name));
  text_free(&name);
  free(folder);
  return path;
}

static void read_answer(const JsonNode *node, LessonAnswer *answer) {
  const char *guess = json_string(json_get(node, "guess"), NULL);
  if (!guess) return;
  answer->guess = memory_strdup(guess);
  answer->answer = memory_strdup(json_string(json_get(node, "answer"), ""));
  answer->reveal = memory_strdup(json_string(json_get(node, "reveal"), ""));
  answer->right = json_bool(json_get(node, "right"), false);
}

static void read_steps(const JsonNode *steps, LessonProgress *progress) {
  int i = 0;
  for (const JsonNode *node = json_first(steps); node; node = json_next(node), i++) {
    progress->done[i] = json_bool(json_get(node, "done"), false);
    read_answer(node, &progress->answers[i]);
  }
}

LessonProgress *lesson_progress_read(const LessonInfo *info) {
  int count = info->step_count;
  LessonProgress *progress = lesson_progress_new(count);
  char *path = path_of(info);
  Json *json = file_exists(path) ? json_read_own(path, NULL) : NULL;
  const JsonNode *steps = json ? json_get(json_root(json), "steps") : NULL;
  int64_t step = json ? json_integer(json_get(json_root(json), "step"), 0) : 0;
  if (json_count(steps) == count && step >= 0 && step < count) {
    progress->step = (int)step;
    read_steps(steps, progress);
  }
  json_free(json);
  free(path);
  return progress;
}

int lesson_steps_done(const LessonInfo *info) {
  LessonProgress *progress = lesson_progress_read(info);
  int done = 0;
  for (int i = 0; i < progress->step_count; i++)
    done += progress->done[i];
  lesson_progress_free(progress);
  return done;
}

// What could not be read stays, under another name.
static bool make_room(const char *path, Status *status) {
  Json *json = file_exists(path) ? json_read_own(path, NULL) : NULL;
  bool damaged = !json && file_exists(path);
  json_free(json);
  if (!damaged) return true;
  Text name = {0};
  bool good = file_own_set_aside(path, "damaged", &name, status);
  if (good) log_message(LOG_WARNING, "%s could not be read; it is kept as %s", path, text_get(&name));
  text_free(&name);
  return good;
}

bool lesson_progress_write(const LessonInfo *info, const LessonProgress *progress, Status *status) {
  Text text = {0};
  JsonWriter writer = json_writer(&text, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "lesson", info->name);
  json_put_integer(&writer, "step", progress->step);
  json_begin_array(&writer, "steps");
  for (int i = 0; i < progress->step_count; i++) {
    const LessonAnswer *answer = &progress->answers[i];
    json_begin_inline(&writer, NULL, false);
    json_put_bool(&writer, "done", progress->done[i]);
    if (answer->guess) {
      json_put_string(&writer, "guess", answer->guess);
      json_put_string(&writer, "answer", answer->answer);
      json_put_string(&writer, "reveal", answer->reveal);
      json_put_bool(&writer, "right", answer->right);
    }
    json_end(&writer);
  }
  json_end(&writer);
  json_end(&writer);
  char *path = path_of(info);
  bool ok = make_room(path, status) && file_own_write(path, text_get(&text), text.length, status);
  free(path);
  text_free(&text);
  return ok;
}
