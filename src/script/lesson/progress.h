// How far a student is in a lesson, kept under the user's state folder: a file for each lesson, by its id,
// and in it what belongs to each step's id.
#pragma once

#include "base/status.h"
#include "script/lesson/state.h"

#include <stdbool.h>

typedef struct LessonAnswer {
  char *guess, *answer, *reveal; // NULL guess: not predicted yet
  bool right;
} LessonAnswer;

enum { LESSON_GUESSES_MOST = 8, LESSON_NOTE_MOST = 2000 };

// Of a step.
typedef struct LessonRecord {
  bool done;       // read, predicted, checked
  bool shown;      // fusebox did what its check wants
  int tries;       // guesses, wrong and right
  int hints;       // 1: its hint was looked at
  int64_t seconds; // that it was on the screen
  LessonAnswer answer;
  char *wrong[LESSON_GUESSES_MOST]; // the first wrong guesses
  int wrong_count;
  char *note;         // what was answered to an open question; NULL
  LessonState *state; // with which its check passed; NULL: it did not, or has none
} LessonRecord;

typedef struct LessonProgress {
  int step, step_count;
  LessonRecord *steps;
  bool changed; // when it was read: the lesson's file is another than it was written for
  int lost;     // steps that were begun, and are there no more
} LessonProgress;

LessonProgress *lesson_progress_new(int step_count);
void lesson_progress_free(LessonProgress *progress);
void lesson_record_wrong(LessonRecord *record, const char *guess); // the most are kept
