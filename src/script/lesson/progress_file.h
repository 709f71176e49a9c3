// The file of a student's progress, taken apart: what it says, of whatever lesson it is.
#pragma once

#include "base/json.h"
#include "script/lesson/lesson.h"

typedef struct ProgressFile {
  char *lesson, *title; // its id; title NULL in files of before there were ids
  uint64_t hash;        // of the lesson's file; 0: not known
  int step;             // where the student is: a place in `steps`
  int step_count;
  bool has_ids;
  char **ids; // of the steps; each NULL when there are none
  LessonRecord *steps;
} ProgressFile;

// Files come from students, and may hold anything: texts are made fit to be shown, figures fit to be added.
// False: it is no such file.
bool progress_file_read(const Json *json, ProgressFile *file);
void progress_file_clear(ProgressFile *file);
void progress_file_write(const LessonInfo *info, const LessonProgress *progress, Text *out);
void lesson_record_free(LessonRecord *record); // what it holds
