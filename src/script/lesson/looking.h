// A look at a step under way: what look.c and judge.c share.
#pragma once

#include "script/lesson/internal.h"

typedef struct Looking {
  const Lesson *lesson;
  int step;
  const char *guess; // NULL: none yet
  LessonLook *look;
  double answer; // once the guess is judged; 0: one of the choices
  Session *session;
  LessonGround ground; // what the step is about
} Looking;

// These run within host_enter and raise errors.
int looking_fail(lua_State *L, const Looking *looking,
                 const char *problem); // of the lesson's file; no return
// Pushes a field of the table on top of the stack; a function is called with the lesson, and its result
// stands for it.
void looking_push(lua_State *L, const char *field);
char *looking_take_text(lua_State *L); // the text on top of the stack, as it may be shown; pops it
void looking_judge(lua_State *L, Looking *looking); // the guess, by the prediction's table on top
