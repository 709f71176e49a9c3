// Predictions: whether they can be understood, whether they are right, and what is wrong about them.
#include "base/arena.h"
#include "script/lesson/guess.h"
#include "script/lesson/looking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int find_choice(const LessonPrediction *prediction, const char *text) {
  for (int i = 0; i < prediction->choice_count; i++)
    if (text_equal(prediction->choices[i], text)) return i;
  return -1;
}

bool lesson_check_guess(const LessonStep *step, const char *guess, Status *status) {
  const LessonPrediction *prediction = &step->prediction;
  double number;
  if (prediction->choice_count)
    return find_choice(prediction, guess) >= 0 ||
           status_fail(status, STATUS_INPUT, "choose one of the answers");
  if (guess_number(guess, prediction->unit, &number)) return true;
  const char *unit = prediction->unit ? prediction->unit : "";
  const char *open = *unit ? " (" : "", *close = *unit ? ")" : "";
  if (!*guess) return status_fail(status, STATUS_INPUT, "type a number%s%s%s", open, unit, close);
  return status_fail(status, STATUS_INPUT, "type a number%s%s%s, not \"%s\"", open, unit, close, guess);
}

// ---- Within host_enter: errors are raised. The table of the prediction is on top of the stack.

static bool is_near(const LessonPrediction *prediction, double guess, double answer) {
  return fabs(guess - answer) <= prediction->within * fabs(answer);
}

static void judge_number(const Looking *looking, const LessonPrediction *prediction) {
  LessonLook *look = looking->look;
  double guess = 0, answer = looking->answer;
  char text[80];
  const char *unit = prediction->unit ? prediction->unit : "";
  guess_number(looking->guess, unit, &guess);
  look->right = is_near(prediction, guess, answer);
  if (!look->right && guess_scale_is_off(guess, answer, prediction->within, unit))
    look->feedback = memory_strdup("The digits are right, but not for this unit.");
  bool whole = (answer == floor(answer) || fabs(answer) >= 1000) && fabs(answer) < 1e15;
  snprintf(text, sizeof text, whole ? "%.0f%s%s" : "%.3g%s%s", answer, *unit ? " " : "", unit);
  look->answer = memory_strdup(text);
}

static void judge(lua_State *L, Looking *looking, const LessonPrediction *prediction) {
  LessonLook *look = looking->look;
  looking_push(L, "answer");
  if (prediction->choice_count) {
    if (lua_type(L, -1) != LUA_TSTRING || find_choice(prediction, lua_tostring(L, -1)) < 0)
      looking_fail(L, looking, "'answer' is none of the choices");
    look->answer = memory_strdup(lua_tostring(L, -1));
    look->right = text_equal(looking->guess, look->answer);
  } else {
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
      looking_fail(L, looking, "'answer' is no number");
    looking->answer = lua_tonumber(L, -1);
    judge_number(looking, prediction);
  }
  lua_pop(L, 1);
}

// ---- What is usually guessed instead: a list of { value, why }, or a function of the guess.

// The text on top of the stack.
static void take_feedback(lua_State *L, LessonLook *look) {
  free(look->feedback);
  look->feedback = looking_take_text(L);
}

static void push_guess(lua_State *L, const Looking *looking, const LessonPrediction *prediction) {
  double number = 0;
  if (!prediction->choice_count && guess_number(looking->guess, prediction->unit, &number))
    lua_pushnumber(L, number);
  else
    lua_pushstring(L, looking->guess);
}

// Whether the value on top of the stack, of those that are usually guessed, would be taken as right.
static bool is_answer(lua_State *L, const Looking *looking, const LessonPrediction *prediction) {
  if (prediction->choice_count) return text_equal(lua_tostring(L, -1), looking->look->answer);
  return is_near(prediction, lua_tonumber(L, -1), looking->answer);
}

// How far the value on top of the stack, which stays, is from what was guessed; infinite: it is another one.
static double guessed_from(lua_State *L, const Looking *looking, const LessonPrediction *prediction) {
  double number = 0;
  if (lua_isfunction(L, -1)) {
    handle_push_lesson(L);
    lua_call(L, 1, 1);
  }
  if (prediction->choice_count) {
    if (lua_type(L, -1) != LUA_TSTRING || find_choice(prediction, lua_tostring(L, -1)) < 0)
      looking_fail(L, looking, "a value of 'wrong' is none of the choices");
    return text_equal(looking->guess, lua_tostring(L, -1)) ? 0 : INFINITY;
  }
  if (lua_type(L, -1) != LUA_TNUMBER) looking_fail(L, looking, "a value of 'wrong' is no number");
  bool is = guess_number(looking->guess, prediction->unit, &number) &&
            is_near(prediction, number, lua_tonumber(L, -1));
  return is ? fabs(number - lua_tonumber(L, -1)) : INFINITY;
}

// What was read of the list so far.
typedef struct Mistakes {
  double nearest;                   // how far the nearest value is from what was guessed
  double values[LESSON_WRONG_MOST]; // numbers, or the places of choices
  int count;
} Mistakes;

// The value on top of the stack, which stays, is noted; was it there before? Of equal ones the first counts.
static bool is_repeated(lua_State *L, const LessonPrediction *prediction, Mistakes *before) {
  double value =
      prediction->choice_count ? find_choice(prediction, lua_tostring(L, -1)) : lua_tonumber(L, -1);
  bool repeated = false;
  for (int i = 0; i < before->count; i++)
    repeated |= before->values[i] == value;
  before->values[before->count++] = value;
  return repeated;
}

// The list is on top of the stack.
static void take_wrong(lua_State *L, const Looking *looking, const LessonPrediction *prediction,
                       lua_Integer place, Mistakes *before) {
  int top = lua_gettop(L), entry = top + 1;
  if (lua_rawgeti(L, top, place) != LUA_TTABLE || lua_rawgeti(L, entry, 2) != LUA_TSTRING)
    looking_fail(L, looking, "'wrong' is a list of { value, \"why it is wrong\" }");
  lua_rawgeti(L, entry, 1);
  double away = guessed_from(L, looking, prediction);
  if (!looking->look->unheard && is_answer(L, looking, prediction)) {
    lua_pushvalue(L, entry + 1);
    looking->look->unheard = looking_take_text(L);
  }
  if (is_repeated(L, prediction, before) && !looking->look->repeated) {
    lua_pushvalue(L, entry + 1);
    looking->look->repeated = looking_take_text(L);
  }
  if (away < before->nearest) {
    before->nearest = away;
    lua_pop(L, 1);
    take_feedback(L, looking->look);
  }
  lua_settop(L, top);
}

// All of it is read, so that any guess finds a mistake in it; of several the nearest counts.
static void find_wrong(lua_State *L, const Looking *looking, const LessonPrediction *prediction) {
  lua_Unsigned count = lua_rawlen(L, -1);
  if (count > LESSON_WRONG_MOST) looking_fail(L, looking, "'wrong' is too long");
  Mistakes before = {.nearest = INFINITY};
  for (lua_Unsigned i = 1; i <= count; i++)
    take_wrong(L, looking, prediction, (lua_Integer)i, &before);
}

static void ask_wrong(lua_State *L, const Looking *looking, const LessonPrediction *prediction) {
  push_guess(L, looking, prediction);
  handle_push_lesson(L);
  lua_call(L, 2, 1);
  if (!lua_isnil(L, -1) && !lua_isstring(L, -1))
    looking_fail(L, looking, "the function 'wrong' returns no text");
  if (lua_isstring(L, -1)) take_feedback(L, looking->look);
}

static void tell_wrong(lua_State *L, const Looking *looking, const LessonPrediction *prediction) {
  int top = lua_gettop(L), kind = lua_getfield(L, -1, "wrong");
  if (kind == LUA_TFUNCTION) ask_wrong(L, looking, prediction);
  if (kind == LUA_TTABLE) find_wrong(L, looking, prediction);
  lua_settop(L, top);
}

void looking_judge(lua_State *L, Looking *looking) {
  const LessonPrediction *prediction = &looking->lesson->steps[looking->step].prediction;
  judge(L, looking, prediction);
  if (!looking->look->right) tell_wrong(L, looking, prediction);
}
