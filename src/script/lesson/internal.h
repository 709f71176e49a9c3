// A lesson's own parts: open to the files of src/script only.
#pragma once

#include "script/file_table.h"
#include "script/host.h"
#include "script/lesson/lesson.h"

struct Lesson {
  LessonInfo info;
  LessonStep *steps; // info.step_count
  // What it opens.
  char *graph, *plan, *device;
  SizeBinding *sizes;
  int size_count;
  // Its functions and its table (host.lesson) live here as long as the lesson is open.
  Host host;
  lua_State *L;
};

// fields.c: what the tables of a lesson's file may hold.
extern const FileTable lesson_file_table, lesson_step_table, lesson_prediction_table;

// read.c: takes the module's table on the stack over into the lesson; call it protected: errors are
// raised.
int lesson_read_module(lua_State *L, Lesson *lesson);
// files.c
char *lesson_file(
    const char *name); // of a lesson by name; the user's before the shipped; NULL when there is none
void lesson_info_clear(LessonInfo *info);
// lesson.c: by path; `stop` may be NULL.
Lesson *lesson_open_path(const char *path, const atomic_int *stop, Status *status);
