// Looking at a step: its prose, its check and its answer, by the plan as it is.
#include "base/arena.h"
#include "script/apart.h"
#include "script/lesson/looking.h"

#include <stdlib.h>

// ---- All of it runs within host_enter and raises its errors; the step's table is on top of the stack.

int looking_fail(lua_State *L, const Looking *looking, const char *problem) {
  return luaL_error(L, "%s: step %d: %s", looking->lesson->info.path, looking->step + 1, problem);
}

void looking_push(lua_State *L, const char *field) {
  if (lua_getfield(L, -1, field) != LUA_TFUNCTION) return;
  handle_push_lesson(L);
  lua_call(L, 1, 1);
}

char *looking_take_text(lua_State *L) {
  char *text = memory_strdup(lua_isstring(L, -1) ? lua_tostring(L, -1) : "");
  text_sanitize_lines(text);
  lua_pop(L, 1);
  return text;
}

static char *look_text(lua_State *L, const Looking *looking, const char *field) {
  looking_push(L, field);
  if (!lua_isnil(L, -1) && !lua_isstring(L, -1)) {
    lua_pushfstring(L, "the function '%s' returns no text", field);
    looking_fail(L, looking, lua_tostring(L, -1));
  }
  return looking_take_text(L);
}

static void look_check(lua_State *L, const Looking *looking) {
  int step = lua_gettop(L);
  lua_getfield(L, step, "check");
  handle_push_plan(L);
  handle_push_lesson(L);
  lua_call(L, 2, 2);
  if (!lua_isboolean(L, -2) || !(lua_isnil(L, -1) || lua_isstring(L, -1)))
    looking_fail(L, looking, "'check' returns true, or false and what is missing");
  LessonLook *look = looking->look;
  look->passed = lua_toboolean(L, -2);
  if (look->passed) lua_pushnil(L);
  look->missing = looking_take_text(L);
  lua_settop(L, step);
}

static void push_step(lua_State *L, const Looking *looking) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, host_of(L)->lesson);
  lua_getfield(L, -1, "steps");
  lua_geti(L, -1, looking->step + 1);
}

static int check_body(lua_State *L) {
  const Looking *looking = lua_touserdata(L, 1);
  push_step(L, looking);
  look_check(L, looking);
  return 0;
}

static int text_body(lua_State *L) {
  Looking *looking = lua_touserdata(L, 1);
  const LessonStep *step = &looking->lesson->steps[looking->step];
  push_step(L, looking);
  looking->look->text = look_text(L, looking, "text");
  if (step->predicts && looking->guess) {
    lua_getfield(L, -1, "predict");
    looking_judge(L, looking);
    looking->look->reveal = look_text(L, looking, "reveal");
  }
  return 0;
}

static int load_body(lua_State *L) {
  const Looking *looking = lua_touserdata(L, 1);
  lesson_load(L, looking->lesson);
  return 0;
}

// ---- In a process of its own, where the file is read anew.

// A state of Lua for each ground: what a function kept of one means nothing on the other.
static bool look_on(Looking *looking, const LessonGround *ground, lua_CFunction body, Child *child,
                    Status *status) {
  Host host = {.limits = SCRIPT_READING,
               .sources = &looking->lesson->sources,
               .looking = true,
               .session = looking->session,
               .device = ground->device,
               .plan = ground->plan,
               .estimator = ground->estimator,
               .graph = ground->graph};
  host.limits.stop = child_stop(child);
  if (!host_open(&host)) return status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  bool ok = host_enter(&host, load_body, looking, status);
  host.limits.milliseconds = 0; // the first look at a plan estimates all of it
  ok = ok && host_enter(&host, body, looking, status);
  host_close(&host, host.L);
  return ok;
}

static bool look_at(void *context, int item, Child *child, Text *answer, Status *status) {
  Looking *looking = context;
  LessonGround now;
  (void)item;
  lesson_ground_open(&now, NULL, looking->session, NULL);
  bool checks = looking->lesson->steps[looking->step].checks;
  bool ok = (!checks || look_on(looking, &now, check_body, child, status)) &&
            look_on(looking, &looking->ground, text_body, child, status);
  const LessonLook *look = looking->look;
  const char *texts[] = {look->text,     look->missing, look->answer,  look->reveal,
                         look->feedback, look->unheard, look->repeated};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    pack_string(answer, texts[i]);
  pack_integer(answer, look->passed);
  pack_integer(answer, look->right);
  return ok;
}

static bool take_look(void *context, int item, Unpack *from) {
  LessonLook *look = ((Looking *)context)->look;
  (void)item;
  look->text = unpack_string(from);
  look->missing = unpack_string(from);
  look->answer = unpack_string(from);
  look->reveal = unpack_string(from);
  look->feedback = unpack_string(from);
  look->unheard = unpack_string(from);
  look->repeated = unpack_string(from);
  look->passed = unpack_bool(from);
  look->right = unpack_bool(from);
  return look->text != NULL;
}

static bool run_apart(Looking *looking, const ScriptLimits *limits, Status *status) {
  Status end = {0};
  Apart apart = {.who = "the lesson",
                 .count = 1,
                 .work = look_at,
                 .take = take_look,
                 .context = looking,
                 .limits = apart_running(NULL),
                 .stop = limits ? limits->stop : NULL};
  apart_run(&apart, &end);
  return end.code == STATUS_OK || status_fail(status, end.code, "%s", end.message);
}

// A state that was kept of a graph which is another one now tells nothing: then the session's own is left.
static void open_ground(Looking *looking, const LessonState *state) {
  if (!lesson_ground_open(&looking->ground, state, looking->session, NULL))
    lesson_ground_open(&looking->ground, NULL, looking->session, NULL);
}

bool lesson_look(const Lesson *lesson, Session *session, const LessonState *state, int step,
                 const char *guess, const ScriptLimits *limits, LessonLook *look, Status *status) {
  *look = (LessonLook){0};
  if (guess && !lesson_check_guess(&lesson->steps[step], guess, status)) return false;
  Looking looking = {.lesson = lesson, .step = step, .guess = guess, .look = look, .session = session};
  open_ground(&looking, state);
  bool ok = run_apart(&looking, limits, status);
  look->elsewhere = looking.ground.elsewhere;
  lesson_ground_close(&looking.ground);
  if (!ok) lesson_look_free(look);
  return ok;
}

void lesson_look_free(LessonLook *look) {
  free(look->text);
  free(look->missing);
  free(look->answer);
  free(look->reveal);
  free(look->feedback);
  free(look->unheard);
  free(look->repeated);
  *look = (LessonLook){0};
}
