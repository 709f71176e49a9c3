// A lesson's steps: looking at them, going from one to the next, answers.
#include "explorer/lesson/lesson.h"

#include "base/arena.h"
#include "base/log.h"
#include "explorer/state/background.h"
#include "explorer/tabs/tab.h"
#include "tui/line_edit.h"

#include <stdlib.h>
#include <strings.h>

typedef struct Lessons {
  LessonRun *run; // under way; NULL
  bool keeps;     // how far students are is kept
} Lessons;

static Lessons *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_LESSON];
}

LessonRun *lesson_of(const Explorer *explorer) {
  return own(explorer)->run;
}

bool lesson_keeps(const Explorer *explorer) {
  return own(explorer)->keeps;
}

void lesson_keep(Explorer *explorer, bool keep) {
  own(explorer)->keeps = keep;
}

const LessonStep *lesson_at(const LessonRun *run) {
  return lesson_step(run->lesson, run->progress->step);
}

LessonRecord *lesson_record(const LessonRun *run) {
  return &run->progress->steps[run->progress->step];
}

const LessonAnswer *lesson_answer(const LessonRun *run) {
  return &lesson_record(run)->answer;
}

bool lesson_asks(const LessonRun *run) {
  return lesson_at(run)->predicts && !lesson_answer(run)->guess;
}

bool lesson_is_shown(const Explorer *explorer) {
  return lesson_of(explorer) && !lesson_of(explorer)->aside;
}

bool lesson_is_typing(const Explorer *explorer) {
  return lesson_of(explorer) && lesson_of(explorer)->typing;
}

bool lesson_has_hint(const Explorer *explorer) {
  return lesson_of(explorer) && lesson_at(lesson_of(explorer))->hint;
}

bool lesson_is_last(const LessonRun *run) {
  return run->progress->step + 1 == run->progress->step_count;
}

void lesson_missing(const LessonRun *run, Text *out) {
  const char *missing = run->look.missing ? run->look.missing : "";
  if (run->problem) missing = run->problem;
  if (!*missing) missing = "the step is not done";
  for (; *missing; missing++)
    if (*missing != '`') text_add_bytes(out, missing, 1);
}

static void remake(LessonRun *run) {
  run->page_width = -1;
}

static void write_progress(LessonRun *run) {
  Status status = {0};
  if (run->keep && !lesson_progress_write(lesson_info(run->lesson), run->progress, &status))
    log_message(LOG_WARNING, "%s", status.message);
}

static void set_done(LessonRun *run) {
  bool *done = &lesson_record(run)->done;
  if (*done) return;
  *done = true;
  write_progress(run);
}

// ---- Looking at the step: the lesson's functions run on a task's thread.

typedef struct Look {
  Lesson *lesson;
  const LessonState *about; // what the step is about; the run's, which stays as it is meanwhile
  int step;
  char *guess; // NULL: none
  LessonLook look;
  LessonState *passed; // the session, when the step's check passes; NULL
} Look;

static bool look_work(Session *session, void *data, const atomic_int *stop, Status *status) {
  Look *look = data;
  ScriptLimits limits = {.stop = stop};
  bool ok =
      lesson_look(look->lesson, session, look->about, look->step, look->guess, &limits, &look->look, status);
  if (ok && look->look.passed && lesson_step(look->lesson, look->step)->checks)
    look->passed = lesson_state_of(session);
  return ok;
}

static char *take(char **text) {
  char *taken = *text;
  *text = NULL;
  return taken;
}

static bool may_try_again(const LessonRun *run, const Look *look) {
  return !look->look.right &&
         run->progress->steps[look->step].tries < lesson_step(run->lesson, look->step)->prediction.tries;
}

// What is wrong about the last guess belongs to its answer, too.
static char *reveal_of(Look *look) {
  if (look->look.right || !look->look.feedback || !*look->look.feedback) return take(&look->look.reveal);
  Text text = {0};
  text_printf(&text, "%s%s%s", look->look.feedback, *look->look.reveal ? "\n\n" : "", look->look.reveal);
  return text_take(&text);
}

static void take_answer(LessonRun *run, Look *look) {
  LessonRecord *record = &run->progress->steps[look->step];
  run->follow = true;
  record->tries++;
  text_clear(&run->guess);
  text_clear(&run->feedback);
  if (!look->look.right) lesson_record_wrong(record, look->guess);
  if (may_try_again(run, look)) {
    text_printf(&run->feedback, "Not %s. %s%sTry again.", look->guess,
                look->look.feedback ? look->look.feedback : "", look->look.feedback ? " " : "");
    write_progress(run);
    return;
  }
  char *reveal = reveal_of(look);
  record->answer = (LessonAnswer){take(&look->guess), take(&look->look.answer), reveal, look->look.right};
  set_done(run);
}

// What a check passes is what the steps behind are about.
static void take_passed(LessonRun *run, Look *look) {
  LessonRecord *record = &run->progress->steps[look->step];
  bool done = record->done;
  lesson_state_free(record->state);
  record->state = look->passed;
  look->passed = NULL;
  if (done) write_progress(run);
  set_done(run);
}

static void look_finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Look *look = data;
  LessonRun *run = explorer ? lesson_of(explorer) : NULL;
  if (run) {
    free(run->problem);
    run->problem = ok ? NULL : memory_strdup(status->message);
    if (ok && look->guess) take_answer(run, look);
    lesson_look_free(&run->look);
    run->look = look->look;
    look->look = (LessonLook){0};
    if (look->passed) take_passed(run, look);
    remake(run);
  }
  lesson_look_free(&look->look);
  lesson_state_free(look->passed);
  free(look->guess);
  free(look);
}

static void look_at_step(Explorer *explorer, const char *guess) {
  LessonRun *run = lesson_of(explorer);
  Look *look = memory_alloc(sizeof *look);
  *look = (Look){.lesson = run->lesson,
                 .about = lesson_state_at(run->lesson, run->progress, run->progress->step),
                 .step = run->progress->step,
                 .guess = guess ? memory_strdup(guess) : NULL};
  run->seen_step = run->progress->step;
  run->seen_version = plan_version(explorer->plan);
  run->seen_results = explorer->results;
  background_start_short(explorer, &(WorkRequest){.kind = WORK_OWN,
                                                  .name = "the lesson looks at the plan",
                                                  .work = look_work,
                                                  .finish = look_finish,
                                                  .data = look});
}

void lesson_sync(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (!run || explorer->task) return;
  bool seen = run->seen_step == run->progress->step && run->seen_version == plan_version(explorer->plan) &&
              run->seen_results == explorer->results;
  if (!seen) look_at_step(explorer, NULL);
}

// ---- Steps.

static DetailTab find_tab(const char *name) { // TAB_COUNT: there is none
  int tab = 0;
  while (tab < TAB_COUNT && strcasecmp(tab_get((DetailTab)tab)->name, name) != 0)
    tab++;
  return (DetailTab)tab;
}

static void show_tab(Explorer *explorer, const char *name) {
  DetailTab tab = find_tab(name);
  // On small screens the tab would take the lesson's place: there it waits until it is asked for.
  if (tab == TAB_COUNT)
    explorer_fail(explorer, "the lesson's file has a mistake: there is no tab \"%s\"", name);
  else if (explorer->layout.inside[PANE_DETAIL].width > 0)
    tab_show(explorer, tab);
  else
    explorer->tab = tab;
}

static void enter(Explorer *explorer, int step) {
  LessonRun *run = lesson_of(explorer);
  run->progress->step = step;
  run->top = 0;
  run->choice = 0;
  run->hinted = run->typing = run->follow = run->aside = false;
  text_clear(&run->guess);
  text_clear(&run->feedback);
  remake(run);
  const LessonStep *at = lesson_at(run);
  if (at->go) explorer_go(explorer, graph_find_op(explorer->graph, at->go));
  if (at->tab) show_tab(explorer, at->tab);
  if (lesson_asks(run)) explorer_focus(explorer, PANE_AROUND); // what is typed answers
}

void lesson_go(Explorer *explorer, int step) {
  enter(explorer, step);
  write_progress(lesson_of(explorer));
  lesson_sync(explorer);
}

static void open_line(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  explorer_focus(explorer, PANE_AROUND);
  run->typing = run->follow = true;
  remake(run);
}

void lesson_forward(Explorer *explorer, bool skip) {
  LessonRun *run = lesson_of(explorer);
  const LessonStep *at = lesson_at(run);
  run->aside = false;
  if (!skip && lesson_asks(run)) {
    open_line(explorer);
    return;
  }
  if (!skip && at->checks && !lesson_record(run)->done) {
    Text missing = {0};
    lesson_missing(run, &missing);
    explorer_fail(explorer, "not yet: %s", text_get(&missing));
    text_free(&missing);
    return;
  }
  if (!at->checks && !at->predicts) set_done(run);
  if (lesson_is_last(run))
    explorer_say(explorer, "the end of the lesson; F2 lists the others");
  else
    lesson_go(explorer, run->progress->step + 1);
}

void lesson_enter(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (run->shown > 1 && run->top + run->shown < run->page.lines.count - run->tail)
    run->top += run->shown - 1;
  else
    lesson_forward(explorer, false);
}

void lesson_turn_pane(Explorer *explorer) {
  if (lesson_of(explorer)) lesson_of(explorer)->aside = !lesson_of(explorer)->aside;
}

// ---- The prediction's line.

static void answer(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  const LessonStep *at = lesson_at(run);
  bool choices = at->prediction.choice_count > 0;
  const char *guess = choices ? at->prediction.choices[run->choice] : text_get(&run->guess);
  Status status = {0};
  if (!lesson_check_guess(at, guess, &status)) {
    explorer_fail(explorer, "%s", status.message);
    return;
  }
  run->typing = false;
  look_at_step(explorer, guess);
}

static bool names_choice(const LessonPrediction *prediction, Key key) {
  return !key.modifiers && key.code >= 'a' && key.code < 'a' + (unsigned)prediction->choice_count;
}

static void choose(LessonRun *run, Key key) {
  int count = lesson_at(run)->prediction.choice_count;
  if (key.code == KEYCODE_DOWN || key.code == 'j')
    run->choice = (run->choice + 1) % count;
  else if (key.code == KEYCODE_UP || key.code == 'k')
    run->choice = (run->choice + count - 1) % count;
  else if (names_choice(&lesson_at(run)->prediction, key))
    run->choice = (int)(key.code - 'a');
}

// Who reads a question types the answer: nobody looks first for the key that opens its line, and what that
// key would do elsewhere (time the plan, turn to another pane) is not meant.
static bool begins_answer(const Explorer *explorer, Key key) {
  const LessonRun *run = lesson_of(explorer);
  if (!lesson_is_shown(explorer) || explorer->focus != PANE_AROUND || !lesson_asks(run)) return false;
  const LessonPrediction *prediction = &lesson_at(run)->prediction;
  if (prediction->choice_count) return names_choice(prediction, key);
  return !key.modifiers && ((key.code >= '0' && key.code <= '9') || key.code == '(');
}

bool lesson_takes(const Explorer *explorer, const Event *event) {
  if (event->kind == EVENT_MOUSE) return false;
  return lesson_is_typing(explorer) || (event->kind == EVENT_KEY && begins_answer(explorer, event->key));
}

static void close_line(Explorer *explorer, Key key) {
  lesson_of(explorer)->typing = false;
  if (key.code == KEYCODE_TAB) explorer_focus(explorer, (Pane)((PANE_AROUND + 1) % PANE_COUNT));
}

void lesson_event(Explorer *explorer, const Event *event) {
  LessonRun *run = lesson_of(explorer);
  bool choices = lesson_at(run)->prediction.choice_count > 0;
  if (!run->typing) open_line(explorer);
  remake(run);
  text_clear(&explorer->message);
  if (event->kind == EVENT_PASTE) {
    if (!choices) line_edit_paste(&run->guess, event->text);
    return;
  }
  Key key = event->key;
  if (key.code == KEYCODE_ESCAPE || key.code == KEYCODE_TAB || key_equal(key, (Key){'c', MODIFIER_CONTROL}))
    close_line(explorer, key);
  else if (key.code == KEYCODE_ENTER)
    answer(explorer);
  else if (choices)
    choose(run, key);
  else
    line_edit_key(&run->guess, key);
}

// ---- Beginning and end.

void lesson_begin(Explorer *explorer, Lesson *lesson, bool keep) {
  LessonRun *run = memory_alloc(sizeof *run);
  own(explorer)->run = run;
  run->lesson = lesson;
  run->keep = keep;
  run->seen_step = run->page_width = -1;
  run->progress =
      keep ? lesson_progress_read(lesson_info(lesson)) : lesson_progress_new(lesson_info(lesson)->step_count);
  explorer->lower = PANE_AROUND;
  explorer_focus(explorer, PANE_AROUND);
  enter(explorer, run->progress->step); // explorer_sync looks at it
}

void lesson_end(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (!run) return;
  lesson_progress_free(run->progress);
  lesson_look_free(&run->look);
  page_free(&run->page);
  text_free(&run->guess);
  text_free(&run->feedback);
  free(run->problem);
  if (run->session) {
    lesson_close(run->lesson);
    session_close(run->session);
  }
  free(run);
  own(explorer)->run = NULL;
}

const Component component_lesson = {.size = sizeof(Lessons), .close = lesson_end};
