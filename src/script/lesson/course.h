// A class's progress: the files of many students, added up.
#pragma once

#include "base/text.h"
#include "base/vector.h"
#include "script/lesson/progress_file.h"

// A student in a lesson.
typedef struct CourseEntry {
  char *student; // by the folder of the file, else by its name
  ProgressFile file;
  int done, asked, right, later; // steps; questions answered, right at once, right after a wrong guess
  int hints, shown;
  int64_t seconds;
} CourseEntry;

typedef struct CourseGuess {
  char *guess;
  int count;
} CourseGuess;

// A step of a lesson, of all students that have it.
typedef struct CourseStep {
  const char *lesson, *id; // of an entry
  int students, done, asked, right, later, hints, shown;
  int64_t seconds;             // half of those who were there took no longer
  VECTOR(CourseGuess) guesses; // wrong ones, the commonest first
} CourseStep;

typedef struct Course {
  VECTOR(CourseEntry) entries; // by lesson, then by student
  VECTOR(CourseStep) steps;    // by lesson, then as in the first file of the lesson
  VECTOR(char *) left_out;     // sentences: files that are none of progress
} Course;

// Reads FOLDER/STUDENT/lesson-*.json and FOLDER/STUDENT*.json, which may hold anything. Fails when the folder
// cannot be read or holds no file of progress.
bool course_read(const char *folder, Course *course, Status *status);
void course_free(Course *course);
