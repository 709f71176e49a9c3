// Opening lessons: a process of its own reads the file, and sends what it says but for its functions, which
// look.c runs in others.
#include "base/arena.h"
#include "base/file.h"
#include "base/hash.h"
#include "script/apart.h"
#include "script/lesson/internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// ---- In the child.

static int read_protected(lua_State *L) { // the module's table at 1, the lesson at 2
  Lesson *lesson = lua_touserdata(L, 2);
  lua_settop(L, 1);
  return lesson_read_module(L, lesson);
}

void lesson_load(lua_State *L, const Lesson *lesson) {
  const char *path = lesson->info.path;
  host_load(L, sources_find(&lesson->sources, path));
  if (!lua_istable(L, -1))
    luaL_error(L, "%s: a lesson returns a table { title = ..., graph = ..., steps = { ... } }", path);
  lua_pushvalue(L, -1);
  host_of(L)->lesson = luaL_ref(L, LUA_REGISTRYINDEX);
}

static int open_body(lua_State *L) {
  Lesson *lesson = lua_touserdata(L, 1);
  lesson_load(L, lesson);
  lua_pushcfunction(L, read_protected);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, lesson);
  if (lua_pcall(L, 2, 0, 0) != LUA_OK)
    luaL_error(L, "%s%s: %s", text_get(&lesson->unknown), lesson->info.path, luaL_tolstring(L, -1, NULL));
  return 0;
}

static void pack_prediction(const LessonPrediction *prediction, Text *out) {
  pack_string(out, prediction->question);
  pack_string(out, prediction->unit);
  pack_integer(out, prediction->choice_count);
  for (int i = 0; i < prediction->choice_count; i++)
    pack_string(out, prediction->choices[i]);
  pack_number(out, prediction->within);
  pack_integer(out, prediction->tries);
  pack_integer(out, prediction->withholds);
}

static void pack_step(const LessonStep *step, Text *out) {
  const char *texts[] = {step->id, step->title, step->go, step->tab, step->hint, step->open, step->solve};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    pack_string(out, texts[i]);
  pack_integer(out, step->checks);
  pack_integer(out, step->predicts);
  if (step->predicts) pack_prediction(&step->prediction, out);
}

static void pack_lesson(const Lesson *lesson, Text *out) {
  const LessonInfo *info = &lesson->info;
  const char *texts[] = {info->id,       info->name,      info->title,
                         info->about,    lesson->graph,   lesson->plan,
                         lesson->device, lesson->learned, text_get(&lesson->unknown)};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    pack_string(out, texts[i]);
  pack_integer(out, info->number);
  pack_integer(out, info->minutes);
  pack_integer(out, lesson->size_count);
  for (int i = 0; i < lesson->size_count; i++) {
    pack_string(out, lesson->sizes[i].name);
    pack_integer(out, lesson->sizes[i].value);
  }
  pack_integer(out, info->step_count);
  for (int i = 0; i < info->step_count; i++)
    pack_step(&lesson->steps[i], out);
}

static bool read_lesson(void *context, int item, Child *child, Text *answer, Status *status) {
  Lesson *lesson = ((Lesson **)context)[item];
  Host host = {.limits = SCRIPT_READING, .sources = &lesson->sources, .looking = true};
  host.limits.stop = child_stop(child);
  lua_State *L = host_open(&host);
  bool ok = L ? host_enter(&host, open_body, lesson, status)
              : status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  if (ok) pack_lesson(lesson, answer);
  if (L) host_close(&host, L);
  return ok;
}

// ---- Here.

static char *take_needed(Unpack *from) { // a text that is there
  char *text = unpack_string(from);
  if (!text) from->failed = true;
  return text;
}

static void take_prediction(LessonPrediction *prediction, Unpack *from) {
  prediction->question = take_needed(from);
  prediction->unit = unpack_string(from);
  int count = (int)unpack_integer(from, 0, LESSON_CHOICES_MOST);
  prediction->choices = memory_alloc(sizeof *prediction->choices * ((size_t)count + 1));
  for (; prediction->choice_count < count; prediction->choice_count++)
    prediction->choices[prediction->choice_count] = unpack_line(from);
  prediction->within = unpack_number(from);
  prediction->tries = (int)unpack_integer(from, 1, LESSON_TRIES_MOST);
  prediction->withholds = unpack_bool(from);
}

static void take_step(LessonStep *step, Unpack *from) {
  step->id = take_needed(from);
  step->title = take_needed(from);
  step->go = unpack_string(from);
  step->tab = unpack_string(from);
  step->hint = unpack_string(from);
  step->open = unpack_string(from);
  step->solve = unpack_string(from);
  step->checks = unpack_bool(from);
  step->predicts = unpack_bool(from);
  if (step->predicts) take_prediction(&step->prediction, from);
}

static void take_sizes(Lesson *lesson, Unpack *from) {
  int count = (int)unpack_integer(from, 0, INT_MAX);
  for (int i = 0; i < count && !from->failed; i++) {
    lesson->sizes = memory_resize(lesson->sizes, sizeof *lesson->sizes * (size_t)(i + 1));
    lesson->sizes[i].name = unpack_line(from);
    lesson->sizes[i].value = unpack_integer(from, 0, INT64_MAX);
    lesson->size_count = i + 1;
  }
}

static void take_steps(Lesson *lesson, Unpack *from) {
  int count = (int)unpack_integer(from, 1, LESSON_STEPS_MOST);
  lesson->steps = memory_alloc(sizeof *lesson->steps * (size_t)count);
  for (int i = 0; i < count && !from->failed; i++) {
    lesson->info.step_count = i + 1;
    take_step(&lesson->steps[i], from);
  }
}

static void name_steps(Lesson *lesson) {
  LessonInfo *info = &lesson->info;
  const SourceFile *file = sources_find(&lesson->sources, info->path);
  info->hash = file->text ? hash_bytes(HASH_START, file->text, file->length) : 0;
  info->step_ids = memory_alloc(sizeof *info->step_ids * (size_t)info->step_count);
  for (int i = 0; i < info->step_count; i++)
    info->step_ids[i] = memory_strdup(lesson->steps[i].id);
}

static bool take_lesson(void *context, int item, Unpack *from) {
  Lesson *lesson = ((Lesson **)context)[item];
  lesson->info.id = take_needed(from);
  free(lesson->info.name);
  lesson->info.name = take_needed(from);
  if (from->failed || !lesson_name_is_good(lesson->info.name) || !lesson_name_is_good(lesson->info.id))
    return false;
  lesson->info.title = take_needed(from);
  lesson->info.about = unpack_string(from);
  lesson->graph = take_needed(from);
  lesson->plan = unpack_string(from);
  lesson->device = unpack_string(from);
  lesson->learned = unpack_string(from);
  char *unknown = take_needed(from);
  text_clear(&lesson->unknown);
  text_add(&lesson->unknown, unknown ? unknown : "");
  free(unknown);
  lesson->info.number = (int)unpack_integer(from, 0, INT_MAX);
  lesson->info.minutes = (int)unpack_integer(from, 0, INT_MAX);
  take_sizes(lesson, from);
  take_steps(lesson, from);
  if (!from->failed) name_steps(lesson);
  return !from->failed;
}

// "folder/locality.lua" is named "locality" unless it says otherwise.
static Lesson *lesson_new(const char *path, bool lenient) {
  Lesson *lesson = memory_alloc(sizeof *lesson);
  lesson->lenient = lenient;
  lesson->info.path = memory_strdup(path);
  lesson->info.name = memory_strdup(file_base_name(path));
  char *dot = strrchr(lesson->info.name, '.');
  if (dot && dot != lesson->info.name) *dot = '\0';
  sources_add_modules(&lesson->sources);
  sources_add(&lesson->sources, path);
  sources_add_beside(&lesson->sources, path);
  return lesson;
}

void lessons_open(char *const *paths, int count, bool lenient, const atomic_int *stop, Lesson **lessons,
                  Status *status) {
  for (int i = 0; i < count; i++)
    lessons[i] = lesson_new(paths[i], lenient);
  Apart apart = {.who = "the lesson",
                 .count = count,
                 .work = read_lesson,
                 .take = take_lesson,
                 .context = lessons,
                 .limits = apart_reading(count),
                 .stop = stop};
  apart_run(&apart, status);
  for (int i = 0; i < count; i++) {
    if (status[i].code == STATUS_OK) continue;
    lesson_close(lessons[i]);
    lessons[i] = NULL;
  }
}
