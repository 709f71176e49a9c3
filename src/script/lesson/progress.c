// How far a student is: what is kept of a lesson and of its steps.
#include "script/lesson/progress.h"

#include "base/arena.h"
#include "base/file_own.h"
#include "base/log.h"
#include "script/lesson/internal.h"
#include "script/lesson/progress_file.h"

#include <stdlib.h>

LessonProgress *lesson_progress_new(int step_count) {
  LessonProgress *progress = memory_alloc(sizeof *progress);
  progress->step_count = step_count;
  progress->steps = memory_alloc(sizeof *progress->steps * (size_t)step_count);
  return progress;
}

void lesson_record_free(LessonRecord *record) {
  free(record->answer.guess);
  free(record->answer.answer);
  free(record->answer.reveal);
  for (int i = 0; i < record->wrong_count; i++)
    free(record->wrong[i]);
  free(record->note);
  lesson_state_free(record->state);
}

void lesson_progress_free(LessonProgress *progress) {
  if (!progress) return;
  for (int i = 0; i < progress->step_count; i++)
    lesson_record_free(&progress->steps[i]);
  free(progress->steps);
  free(progress);
}

void lesson_record_wrong(LessonRecord *record, const char *guess) {
  if (record->wrong_count < LESSON_GUESSES_MOST) record->wrong[record->wrong_count++] = memory_strdup(guess);
}

// ---- The file.

static char *path_by(const char *name) {
  char *folder = file_place(PLACE_STATE);
  Text file = {0};
  text_printf(&file, "lesson-%s.json", name);
  char *path = file_join(folder, text_get(&file));
  text_free(&file);
  free(folder);
  return path;
}

static char *path_of(const LessonInfo *info) {
  return path_by(info->id ? info->id : info->name);
}

// By the lesson's id, else by its name, which it was kept by before there were ids. NULL: there is none.
static Json *read_kept(const LessonInfo *info) {
  char *paths[] = {path_of(info), path_by(info->name)};
  Json *json = NULL;
  for (int i = 0; i < 2; i++) {
    if (!json && file_exists(paths[i])) json = json_read_own(paths[i], NULL);
    free(paths[i]);
  }
  return json;
}

// The step of that id; -1: there is none. Steps were once kept in order, without ids.
static int find_step(const LessonInfo *info, const char *id, int place) {
  if (!id) return place;
  for (int i = 0; info->step_ids && i < info->step_count; i++)
    if (text_equal(info->step_ids[i], id)) return i;
  return -1;
}

static void take_steps(const LessonInfo *info, ProgressFile *file, LessonProgress *progress) {
  bool by_place = !file->has_ids && file->step_count == info->step_count;
  for (int i = 0; i < file->step_count; i++) {
    LessonRecord *kept = &file->steps[i];
    int step = file->has_ids || by_place ? find_step(info, file->ids[i], i) : -1;
    if (step < 0) {
      progress->lost += kept->done || kept->answer.guess;
      continue;
    }
    lesson_record_free(&progress->steps[step]);
    progress->steps[step] = *kept;
    *kept = (LessonRecord){0};
    if (i == file->step) progress->step = step;
  }
  progress->changed = progress->lost || (file->hash && info->hash && file->hash != info->hash);
}

LessonProgress *lesson_progress_read(const LessonInfo *info) {
  LessonProgress *progress = lesson_progress_new(info->step_count);
  Json *json = read_kept(info);
  ProgressFile file;
  if (json && progress_file_read(json, &file)) {
    take_steps(info, &file, progress);
    progress_file_clear(&file);
  }
  json_free(json);
  return progress;
}

int lesson_steps_done(const LessonInfo *info) {
  LessonProgress *progress = lesson_progress_read(info);
  int done = 0;
  for (int i = 0; i < progress->step_count; i++)
    done += progress->steps[i].done;
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
  progress_file_write(info, progress, &text);
  char *path = path_of(info);
  bool ok = make_room(path, status) && file_own_write(path, text_get(&text), text.length, status);
  free(path);
  text_free(&text);
  return ok;
}
