// A lesson under way: what the files of this folder share.
#pragma once

#include "explorer/lesson/lesson.h"

void lesson_remake(LessonRun *run); // the page, when it is drawn next
void lesson_write_progress(LessonRun *run);
void lesson_set_done(LessonRun *run);                            // the step
void lesson_look_at_step(Explorer *explorer, const char *guess); // NULL: none
void lesson_open_line(Explorer *explorer);
void lesson_go_on(Explorer *explorer); // to the next step, or behind the last one
// Adds to the step how long it was on the screen since this was last asked.
void lesson_count_time(LessonRun *run);

// end.c
typedef struct LessonScore {
  int asked, right, later; // questions: answered, right at once, right after a wrong guess
  int checked, shown;      // tasks: done, and of these by "show me"
  int skipped;             // steps that are not done
  int64_t seconds;
} LessonScore;
LessonScore lesson_score(const LessonRun *run);
void lesson_score_text(const LessonRun *run, Text *out); // as sentences
void lesson_close_steps(Explorer *explorer);             // to the page behind the last step
void lesson_go_next(Explorer *explorer);                 // from there to the next lesson
