// Taking a lesson's tables apart. Everything here runs within host_enter and raises its errors.
#include "base/arena.h"
#include "script/lesson/guess.h"
#include "script/lesson/internal.h"

#include <stdlib.h>
#include <string.h>

static const double WITHIN_DEFAULT = 0.1;
enum { TRIES_DEFAULT = 2 };

// ---- Fields by the tables of fields.c. The table that is read is on top of the stack.

// Fields that there are not are noted where they do not matter, else raised as an error with all others.
static void check_table(lua_State *L, Lesson *lesson, const FileTable *table, const char *where) {
  Text unknown = {0};
  if (lesson->lenient && file_table_is_whole(L, table)) {
    file_table_unknown(L, table, where, &unknown);
    for (const char *at = text_get(&unknown); *at; at += strcspn(at, "\n") + 1)
      text_printf(&lesson->unknown, "%s: %.*s\n", lesson->info.path, (int)strcspn(at, "\n"), at);
  } else {
    file_table_check(L, table, where);
  }
  text_free(&unknown);
}

static char *take_string(lua_State *L, const char *field) {
  char *copy = file_table_get(L, -1, field) == LUA_TNIL ? NULL : memory_strdup(luaL_tolstring(L, -1, NULL));
  lua_settop(L, lua_gettop(L) - (copy ? 2 : 1));
  return copy;
}

// The same as it may be shown.
static char *take_text(lua_State *L, const char *field) {
  char *text = take_string(L, field);
  if (text) text_sanitize_lines(text);
  return text;
}

static lua_Integer take_integer(lua_State *L, const char *field, const char *where) {
  file_table_get(L, -1, field);
  int whole = 1;
  lua_Integer number = lua_isnil(L, -1) ? 0 : lua_tointegerx(L, -1, &whole);
  if (!whole || number < 0 || number > 100000) luaL_error(L, "%s: '%s' must be a whole number", where, field);
  lua_pop(L, 1);
  return number;
}

static bool has(lua_State *L, const char *field) {
  bool present = file_table_get(L, -1, field) != LUA_TNIL;
  lua_pop(L, 1);
  return present;
}

// How long the list on top of the stack is.
static int take_count(lua_State *L, int most, const char *where) {
  lua_Unsigned count = lua_rawlen(L, -1);
  if (count > (lua_Unsigned)most) luaL_error(L, "%s: there are more than %d", where, most);
  return (int)count;
}

// ---- Steps.

static void read_choices(lua_State *L, LessonPrediction *prediction, const char *where) {
  if (file_table_get(L, -1, "choices") == LUA_TTABLE) {
    int count = take_count(L, LESSON_CHOICES_MOST, where);
    if (count < 2) luaL_error(L, "%s: fewer than two choices are none", where);
    prediction->choices = memory_alloc(sizeof(char *) * (size_t)count);
    for (int i = 0; i < count; i++) {
      if (lua_rawgeti(L, -1, i + 1) != LUA_TSTRING) luaL_error(L, "%s: choices are strings", where);
      prediction->choices[prediction->choice_count++] = show_take_line(L);
    }
  }
  lua_pop(L, 1);
}

// Of two choices the second try would be none.
static void read_tries(lua_State *L, LessonPrediction *prediction, const char *where) {
  int tries = (int)take_integer(L, "tries", where);
  if (tries > LESSON_TRIES_MOST) luaL_error(L, "%s: there are at most %d 'tries'", where, LESSON_TRIES_MOST);
  prediction->tries = tries ? tries : prediction->choice_count == 2 ? 1 : TRIES_DEFAULT;
}

static void read_prediction(lua_State *L, Lesson *lesson, LessonStep *step, const char *where) {
  step->predicts = file_table_get(L, -1, "predict") == LUA_TTABLE;
  if (step->predicts) {
    check_table(L, lesson, &lesson_prediction_table, where);
    LessonPrediction *prediction = &step->prediction;
    prediction->question = take_text(L, "question");
    prediction->unit = take_text(L, "unit");
    read_choices(L, prediction, where);
    prediction->within = WITHIN_DEFAULT;
    if (file_table_get(L, -1, "within") == LUA_TNUMBER) prediction->within = lua_tonumber(L, -1);
    lua_pop(L, 1);
    read_tries(L, prediction, where);
    prediction->withholds = !prediction->choice_count && guess_is_figure(prediction->unit);
    if (file_table_get(L, -1, "hides") != LUA_TNIL) prediction->withholds = lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void read_step_id(lua_State *L, Lesson *lesson, int step, const char *where) {
  char *id = take_string(L, "id");
  lesson->steps[step].id = id ? id : lesson_step_slug(lesson, step);
  if (id && !lesson_name_is_good(id))
    luaL_error(L, "%s: the id '%s' is not of small letters, digits, _ and -", where, id);
  if (!lesson_step_id_is_free(lesson, step))
    luaL_error(L, "%s: a step before has the id '%s', too", where, id);
}

static void read_step(lua_State *L, Lesson *lesson, int place, const char *where) {
  LessonStep *step = &lesson->steps[place];
  check_table(L, lesson, &lesson_step_table, where);
  step->title = take_text(L, "title");
  read_step_id(L, lesson, place, where);
  step->go = take_string(L, "go");
  step->tab = take_string(L, "tab");
  step->hint = take_text(L, "hint");
  step->open = take_text(L, "open");
  step->solve = take_string(L, "solve");
  step->checks = has(L, "check");
  read_prediction(L, lesson, step, where);
  if (!has(L, "text") && !step->open) luaL_error(L, "%s: it has no field 'text'", where);
  if (step->checks && step->predicts)
    luaL_error(L, "%s: a step predicts or checks, not both: make two of it", where);
  if (step->checks && !step->solve) luaL_error(L, "%s: it checks, but says no keys to 'solve' it", where);
}

static void read_steps(lua_State *L, Lesson *lesson) {
  file_table_get(L, -1, "steps");
  int count = take_count(L, LESSON_STEPS_MOST, "steps");
  if (count == 0) luaL_error(L, "there are no steps");
  lesson->steps = memory_alloc(sizeof *lesson->steps * (size_t)count);
  for (int i = 0; i < count; i++) {
    const char *where = lua_pushfstring(L, "step %d", i + 1);
    lua_rawgeti(L, -2, i + 1);
    lesson->info.step_count = i + 1; // what is to be freed, when the step is broken
    read_step(L, lesson, i, where);
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}

// ---- The file's own fields.

static void check_name(lua_State *L, const char *what, const char *name) {
  if (!lesson_name_is_good(name))
    luaL_error(L, "the %s '%s' is not of small letters, digits, _ and -", what, name);
}

// By the file's own words, so that what students did is found under another file name.
static void read_names(lua_State *L, LessonInfo *info) {
  info->title = take_text(L, "title");
  info->id = take_string(L, "id");
  char *name = take_string(L, "name");
  if (!info->id) info->id = name ? memory_strdup(name) : lesson_slug(info->title, info->name);
  if (name) {
    free(info->name);
    info->name = name;
  }
  check_name(L, "name", info->name);
  check_name(L, "id", info->id);
}

static void read_sizes(lua_State *L, Lesson *lesson) {
  if (file_table_get(L, -1, "sizes") == LUA_TTABLE) {
    lua_pushnil(L);
    while (lua_next(L, -2)) {
      int whole;
      lua_Integer size = lua_tointegerx(L, -1, &whole);
      if (lua_type(L, -2) != LUA_TSTRING || !whole || size < 0)
        luaL_error(L, "sizes: NAME = whole number is wanted");
      lesson->sizes = memory_resize(lesson->sizes, sizeof *lesson->sizes * (size_t)(lesson->size_count + 1));
      lesson->sizes[lesson->size_count++] = (SizeBinding){memory_strdup(lua_tostring(L, -2)), size};
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

int lesson_read_module(lua_State *L, Lesson *lesson) {
  check_table(L, lesson, &lesson_file_table, "the lesson");
  LessonInfo *info = &lesson->info;
  read_names(L, info);
  info->about = take_text(L, "about");
  info->number = (int)take_integer(L, "number", "the lesson");
  info->minutes = (int)take_integer(L, "minutes", "the lesson");
  lesson->graph = take_string(L, "graph");
  lesson->plan = take_string(L, "plan");
  lesson->device = take_string(L, "device");
  lesson->learned = take_text(L, "learned");
  read_sizes(L, lesson);
  read_steps(L, lesson);
  return 0;
}
