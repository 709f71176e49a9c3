// A lesson's steps: looking at them, going from one to the next, answers.
#include "explorer/lesson/run.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "explorer/tabs/tab.h"
#include "script/lesson/guess.h"

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
  return !run->ended && lesson_at(run)->predicts && !lesson_answer(run)->guess;
}

bool lesson_is_shown(const Explorer *explorer) {
  return lesson_of(explorer) && !lesson_of(explorer)->aside;
}

// A question for a figure is not answered by the screen beside it.
bool lesson_withholds(const Explorer *explorer) {
  const LessonRun *run = lesson_of(explorer);
  return run && lesson_asks(run) && lesson_at(run)->prediction.withholds;
}

static const char *asked_unit(const Explorer *explorer) {
  const char *unit = lesson_at(lesson_of(explorer))->prediction.unit;
  return unit ? unit : "";
}

bool lesson_hides_times(const Explorer *explorer) {
  if (!lesson_withholds(explorer)) return false;
  return guess_is_time(asked_unit(explorer)) || !guess_is_figure(asked_unit(explorer));
}

bool lesson_hides_bytes(const Explorer *explorer) {
  if (!lesson_withholds(explorer)) return false;
  return guess_is_bytes(asked_unit(explorer)) || !guess_is_figure(asked_unit(explorer));
}

bool lesson_hides_shares(const Explorer *explorer) {
  return lesson_withholds(explorer) && text_equal(asked_unit(explorer), "%");
}

bool lesson_covers(const Explorer *explorer, Pane pane) {
  bool figures = pane == PANE_KERNELS || pane == PANE_DETAIL;
  return figures && explorer->focus != pane && lesson_withholds(explorer) &&
         !lesson_at(lesson_of(explorer))->tab;
}

bool lesson_is_typing(const Explorer *explorer) {
  return lesson_of(explorer) && lesson_of(explorer)->typing;
}

bool lesson_has_hint(const Explorer *explorer) {
  return lesson_of(explorer) && lesson_at(lesson_of(explorer))->hint;
}

static bool is_last(const LessonRun *run) {
  return run->progress->step + 1 == run->progress->step_count;
}

const char *lesson_next_text(const LessonRun *run) {
  if (run->ended) return run->next ? "next lesson" : NULL;
  if (lesson_asks(run)) return "answer";
  return is_last(run) ? "end the lesson" : "next";
}

void lesson_missing(const LessonRun *run, Text *out) {
  const char *missing = run->look.missing ? run->look.missing : "";
  if (run->problem) missing = run->problem;
  if (!*missing) missing = "the step is not done";
  for (; *missing; missing++)
    if (*missing != '`') text_add_bytes(out, missing, 1);
}

void lesson_remake(LessonRun *run) {
  run->page_width = -1;
}

void lesson_write_progress(LessonRun *run) {
  Status status = {0};
  if (run->keep && !lesson_progress_write(lesson_info(run->lesson), run->progress, &status))
    log_message(LOG_WARNING, "%s", status.message);
}

void lesson_set_done(LessonRun *run) {
  bool *done = &lesson_record(run)->done;
  if (*done) return;
  *done = true;
  lesson_write_progress(run);
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

// A step that is left open overnight was not read all night.
enum { LONGEST_LOOK_S = 30 * 60 };

void lesson_count_time(LessonRun *run) {
  int64_t now = clock_seconds(), spent = run->came_at ? now - run->came_at : 0;
  if (!run->ended && spent > 0)
    lesson_record(run)->seconds += spent < LONGEST_LOOK_S ? spent : LONGEST_LOOK_S;
  run->came_at = now;
}

static void enter(Explorer *explorer, int step) {
  LessonRun *run = lesson_of(explorer);
  lesson_count_time(run);
  run->progress->step = step;
  run->ended = false;
  run->top = 0;
  run->choice = 0;
  run->hinted = run->typing = run->follow = run->aside = false;
  text_clear(&run->guess);
  text_clear(&run->feedback);
  lesson_remake(run);
  const LessonStep *at = lesson_at(run);
  if (at->go) explorer_go(explorer, graph_find_op(explorer->graph, at->go));
  if (at->tab) show_tab(explorer, at->tab);
  explorer_focus(explorer, PANE_AROUND); // it is to be read, and what is typed answers
}

void lesson_go(Explorer *explorer, int step) {
  enter(explorer, step);
  lesson_write_progress(lesson_of(explorer));
  lesson_sync(explorer);
}

void lesson_back(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  lesson_go(explorer, run->progress->step - (run->ended ? 0 : 1));
}

static void say_missing(Explorer *explorer) {
  Text missing = {0};
  lesson_missing(lesson_of(explorer), &missing);
  explorer_fail(explorer, "not yet. %s", text_get(&missing));
  text_free(&missing);
}

void lesson_go_on(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (is_last(run))
    lesson_close_steps(explorer);
  else
    lesson_go(explorer, run->progress->step + 1);
}

void lesson_forward(Explorer *explorer, bool skip) {
  LessonRun *run = lesson_of(explorer);
  const LessonStep *at = lesson_at(run);
  run->aside = false;
  if (run->ended) {
    lesson_go_next(explorer);
    return;
  }
  if (!skip && lesson_asks(run)) {
    lesson_open_line(explorer);
    if (run->problem)
      explorer_fail(explorer, "the lesson's file has a mistake here: \":skip the step\" goes on without it");
    return;
  }
  if (!skip && at->checks && !lesson_record(run)->done) {
    say_missing(explorer);
    return;
  }
  if (skip && lesson_can_show(run) && !lesson_record(run)->done) {
    lesson_show(explorer, true); // what comes behind it is about what it makes
    return;
  }
  if (!at->checks && !at->predicts) lesson_set_done(run);
  lesson_go_on(explorer);
}

void lesson_enter(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (run->top + run->shown < run->page.lines.count - run->tail)
    run->top += run->shown > 1 ? run->shown - 1 : 1;
  else if (!run->ended && lesson_at(run)->open && !lesson_record(run)->note)
    lesson_open_line(explorer);
  else
    lesson_forward(explorer, false);
}

void lesson_turn_pane(Explorer *explorer) {
  if (lesson_of(explorer)) lesson_of(explorer)->aside = !lesson_of(explorer)->aside;
}

// ---- Beginning and end.

// The lesson's file was changed since it was begun.
static void tell_changes(Explorer *explorer) {
  const LessonProgress *progress = lesson_of(explorer)->progress;
  if (progress->lost)
    explorer_say(explorer, "the lesson was changed since you began: %d step%s of yours %s there no more",
                 progress->lost, progress->lost == 1 ? "" : "s", progress->lost == 1 ? "is" : "are");
  else if (progress->changed)
    explorer_say(explorer, "the lesson was changed since you began; what you did is kept");
}

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
  tell_changes(explorer);
}

void lesson_end(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (!run) return;
  lesson_count_time(run);
  lesson_write_progress(run);
  lesson_progress_free(run->progress);
  lesson_look_free(&run->look);
  page_free(&run->page);
  text_free(&run->guess);
  text_free(&run->feedback);
  free(run->problem);
  free(run->next);
  if (run->session) {
    lesson_close(run->lesson);
    session_close(run->session);
  }
  free(run);
  own(explorer)->run = NULL;
}

const Component component_lesson = {.size = sizeof(Lessons), .close = lesson_end};
