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
  char *learned; // NULL: it does not say
  SizeBinding *sizes;
  int size_count;
  LessonState *start; // NULL until its session was opened
  Sources sources;    // its file, which is read anew by each process that looks
  bool lenient;       // what is in `unknown` does not stop it
  Text unknown;       // see lesson_unknown_fields
};

enum { LESSON_STEPS_MOST = 1000, LESSON_CHOICES_MOST = 64, LESSON_WRONG_MOST = 64, LESSON_TRIES_MOST = 9 };

// fields.c: what the tables of a lesson's file may hold.
extern const FileTable lesson_file_table, lesson_step_table, lesson_prediction_table;

// read.c: takes the module's table on the stack over into the lesson; call it protected: errors are
// raised.
int lesson_read_module(lua_State *L, Lesson *lesson);
// ids.c
bool lesson_name_is_good(const char *name); // files of progress are named by it
char *lesson_slug(const char *title, const char *otherwise);
// Of the step's title, and another one than those of the steps before.
char *lesson_step_slug(const Lesson *lesson, int step);
bool lesson_step_id_is_free(const Lesson *lesson, int step); // no step before has it
// files.c
char *lesson_file(
    const char *name); // of a lesson by name; the user's before the shipped; NULL when there is none
void lesson_info_clear(LessonInfo *info);
// open.c: all of them; NULL for one that cannot be opened, and status[i] says why. `stop` may be NULL.
void lessons_open(char *const *paths, int count, bool lenient, const atomic_int *stop, Lesson **lessons,
                  Status *status);
// In a child: runs the file, and leaves its table on the stack and in Host.lesson; raises errors.
void lesson_load(lua_State *L, const Lesson *lesson);
