// Lessons: Lua modules that return { title, graph, steps, ... }. A lesson opens a graph and leads through
// steps: prose, a prediction that is entered before its answer is shown, an edit of the plan that is checked.
// Its functions only look at the plan: edits are the student's.
#pragma once

#include "script/lesson/progress.h"
#include "script/lesson/state.h"
#include "script/script.h"

// What a lesson's file says of it. `number` orders the shipped ones; 0: none.
typedef struct LessonInfo {
  char *name, *title, *about, *path;
  char *id;        // what students' progress belongs to; NULL: the name
  char **step_ids; // step_count; NULL: there are none
  uint64_t hash;   // of the file's text
  int number, minutes, step_count;
} LessonInfo;

// Shipped (lua/lessons) and the user's (config folder/lessons), by number, then by name; a user's file takes
// the place of a shipped one of the same name. Broken files give a warning in the log.
// `stop`, which may be NULL, ends it early, as of ScriptLimits.
LessonInfo *lessons_list(int *count, const atomic_int *stop);
LessonInfo *lessons_list_folder(const char *folder, int *count); // of a folder, likewise
// The files of a folder's lessons by name: its Lua files but those that others of them require.
void lessons_each(const char *folder, void (*visit)(void *context, const char *path), void *context);
void lessons_free(LessonInfo *list, int count);

// What is asked before the answer is shown: a number (with its unit, "" for none), or one of some choices.
typedef struct LessonPrediction {
  char *question;
  char *unit;
  char **choices;
  int choice_count; // 0: a number is asked for
  bool withholds;   // the screen keeps its totals to itself until it is answered
  int tries;        // before the answer is shown
  double within;    // a guess is right up to this part of the answer
} LessonPrediction;

// What a step is, whatever the plan is. Texts that a step lacks are NULL.
typedef struct LessonStep {
  char *id; // within the lesson
  char *title;
  char *go;    // the op that the cursor moves to
  char *tab;   // the detail pane's tab that is shown
  char *hint;  // shown when asked for
  char *open;  // a question that the program does not answer
  char *solve; // keys that do what the check wants, as `--script` plays them: for tests
  bool checks, predicts;
  LessonPrediction prediction; // when it predicts
} LessonStep;

typedef struct Lesson Lesson;

// By number ("6"), name or path. Fails with file, line and what is wrong with it.
Lesson *lesson_open(const char *which, Status *status);
// A lesson's file to be checked: fields that there are not do not stop it, as far as they leave a whole
// lesson.
Lesson *lesson_open_lenient(const char *path, Status *status);
const char *lesson_unknown_fields(
    const Lesson *lesson); // of such a one: a sentence a line; "": there are none
void lesson_close(Lesson *lesson);
const LessonInfo *lesson_info(const Lesson *lesson);
const LessonStep *lesson_step(const Lesson *lesson, int step); // 0 to step_count - 1

// Opens the lesson's graph with its sizes, device and plan. `keep`: plan and sizes are kept under the user's
// state folder, apart from those of the same graph outside of lessons, and are what to begin with the next
// time.
Session *lesson_session(Lesson *lesson, bool keep, Status *status);
// What the lesson begins with: the sizes that its file binds, and the name of its device.
const SizeBinding *lesson_sizes(const Lesson *lesson, int *count);
const char *lesson_device(const Lesson *lesson);
const char *lesson_learned(const Lesson *lesson); // in a few sentences; NULL: it does not say
// The same with its plan; there is one once lesson_session opened it.
const LessonState *lesson_start(const Lesson *lesson);
// Sizes, device and plan as the lesson begins, and no progress, for a session that keeps them.
bool lesson_begin_anew(const Lesson *lesson, Session *session, Status *status);
// The plan as the lesson begins; one undo entry. Sizes and device stay as they are.
bool lesson_restart(const Lesson *lesson, Session *session, Status *status);

// What a step is about: where the last check before it passed, else where the lesson begins. NULL: the
// session as it is, for nobody kept where that check passed.
const LessonState *lesson_state_at(const Lesson *lesson, const LessonProgress *progress, int step);

// What a step says.
typedef struct LessonLook {
  char *text;  // prose: paragraphs with an empty line between; lines that begin with a blank stay as they are
  bool passed; // steps that check: the session's plan is as it should be; else `missing` says what is not
  char *missing;  // may be ""
  bool elsewhere; // the session's plan, sizes or device are not those that the step is about
  // When a guess was given:
  bool right;
  char *answer;   // "1.1 GB"; the choice
  char *reveal;   // why; may be ""
  char *feedback; // what is wrong about this guess; NULL: nobody knows
  char *unheard;  // what is said of a usual mistake that is right; NULL: of none. Of a wrong guess only
  char *repeated; // what is said of a usual mistake that was there before; as above
} LessonLook;

// Runs the step's functions, which cannot change a plan: the check on the session as it is, the others on
// `state`, the step's own (NULL: the session's), whatever the session became since. `guess` (NULL: none yet):
// what was predicted, as lesson_check_guess takes it. On failure the message has file, line and traceback.
bool lesson_look(const Lesson *lesson, Session *session, const LessonState *state, int step,
                 const char *guess, const ScriptLimits *limits, LessonLook *look, Status *status);
void lesson_look_free(LessonLook *look); // and clears it
// Whether a prediction can be understood: a number, with or without its unit; one of the choices.
bool lesson_check_guess(const LessonStep *step, const char *guess, Status *status);

// What was kept of the lesson, or a new one: also when the kept one cannot be read. What was kept of steps
// that are there no more is left out, and LessonProgress.changed says so.
LessonProgress *lesson_progress_read(const LessonInfo *info);
int lesson_steps_done(const LessonInfo *info); // by what was kept
bool lesson_progress_write(const LessonInfo *info, const LessonProgress *progress, Status *status);
