// A lesson under way: its pane, its steps, what the student answered. The lesson's functions run beside the
// screen, as a task that is nearly always done before the picture is drawn.
#pragma once

#include "explorer/state/explorer.h"
#include "tui/page.h"

typedef struct LessonRun {
  Lesson *lesson;
  Session *session; // owned, as the lesson is then; NULL: both are the caller's
  LessonProgress *progress;
  bool keep; // the progress is written

  bool aside;    // the neighbourhood is shown in the lesson's place
  bool hinted;   // the step's hint is shown
  bool typing;   // the line for the prediction is open
  Text guess;    // what is typed there
  Text feedback; // what is wrong about the guess before; empty: none
  int choice;    // the selected one of the step's choices

  bool ended;          // the page behind the last step is shown
  char *next;          // the name of the lesson behind this one; NULL: none, or not known
  const char *showing; // the rest of the keys that "show me" presses; NULL: it is not at work
  bool passing;        // and goes on to the next step then
  bool pressing;       // one of them is pressed now
  bool hurried;        // and the rest without pauses: a key of the student's waits for it
  int64_t came_at;     // when the step came to the screen, clock_seconds

  LessonLook look;       // at the step, by the plan as it was then
  char *problem;         // what the lesson's file does wrong, instead of a look; NULL
  int seen_step;         // what the look is of; -1: none yet
  uint64_t seen_version; // of the plan
  uint64_t seen_results;
  bool found; // the plan is as it was when the step came to the screen: nothing was done to it since

  Page page;      // of the step
  int page_width; // for which it was made; -1: it is to be made
  int top;        // its first line shown
  int shown;      // how many lines of it are, when it was last drawn
  int tail;       // its last lines, a question's, that stay in sight below; 0: none
  bool follow;    // scroll to what is to be answered, or to the answer
} LessonRun;

LessonRun *lesson_of(const Explorer *explorer); // under way; NULL
// Whether it is kept how far students are; it is not until that is asked for.
void lesson_keep(Explorer *explorer, bool keep);
bool lesson_keeps(const Explorer *explorer);

// Begins where the student left off. Explorer and lesson are of the same session; the lesson is borrowed.
void lesson_begin(Explorer *explorer, Lesson *lesson, bool keep);
void lesson_end(Explorer *explorer); // frees; closes what lesson_open_in opened
// Opens a lesson by name in an explorer of its own that covers this one; as a task.
void lesson_open_in(Explorer *explorer, const char *name);
// Sizes, device and plan as the step has them, once keys have changed them; as a task.
void lesson_restore_in(Explorer *explorer);
void lesson_restart_in(Explorer *explorer); // sizes, plan and answers of its beginning; as a task
void lesson_leave(Explorer *explorer);

// Looks at the step again when the plan or the results have changed.
void lesson_sync(Explorer *explorer);
void lesson_go(Explorer *explorer, int step);
void lesson_back(Explorer *explorer);
// "Show me": presses the keys that do what the step wants, the next one each time it is asked to.
// `passing`: and goes on to the next step.
void lesson_show(Explorer *explorer, bool passing);
bool lesson_can_show(const LessonRun *run); // the step wants something done
bool lesson_is_showing(const Explorer *explorer);
void lesson_show_next(Explorer *explorer);
int lesson_show_pause_ms(const Explorer *explorer); // until then
// An event came that is not its own: <Esc> and <C-c> end it; any other has the rest pressed at once.
void lesson_interrupt(Explorer *explorer, const Event *event);
bool lesson_is_awaited(const Explorer *explorer); // keys of the student's wait for it
// To the next step when this one is done, else says what is missing.
void lesson_forward(Explorer *explorer, bool skip);
// <Enter> in the pane: the rest of the text, then the prediction, then the next step.
void lesson_enter(Explorer *explorer);
void lesson_turn_pane(Explorer *explorer); // the neighbourhood in its place, or back

bool lesson_is_shown(const Explorer *explorer); // under way and in its pane
bool lesson_is_typing(const Explorer *explorer);
bool lesson_has_hint(const Explorer *explorer);
const char *lesson_next_text(const LessonRun *run); // what going on does: "next"; NULL: nothing
// Whether an event is the lesson's: while it is typing, and where a key begins an answer.
bool lesson_takes(const Explorer *explorer, const Event *event);
void lesson_event(Explorer *explorer, const Event *event); // what it takes
struct Action;
// Whether an action's first key begins an answer now: it is no hint then.
bool lesson_takes_key_of(const Explorer *explorer, const struct Action *action);

const LessonStep *lesson_at(const LessonRun *run);       // the step
LessonRecord *lesson_record(const LessonRun *run);       // of the step
const LessonAnswer *lesson_answer(const LessonRun *run); // of the step
void lesson_missing(const LessonRun *run, Text *out);    // what the step's check says, as a line of text
bool lesson_asks(const LessonRun *run);                  // the step waits for a prediction
bool lesson_withholds(const Explorer *explorer);         // totals: they would tell the answer
// Of the kernel table, which a student may look into: the figures of the kind that is asked for; both, and
// what bounds a kernel, where a lesson hides them for a question of another kind.
bool lesson_hides_times(const Explorer *explorer);
bool lesson_hides_bytes(const Explorer *explorer);
bool lesson_hides_shares(const Explorer *explorer);      // in percent, when a question asks for such
bool lesson_covers(const Explorer *explorer, Pane pane); // and panes with figures, until they get the keys
enum { LESSON_TAG_QUESTION = 1, LESSON_TAG_ANSWER = 2, LESSON_TAG_CHOICE = 10 };
void lesson_make_page(Explorer *explorer, int width);
