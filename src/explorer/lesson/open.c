// Opening, leaving and beginning lessons anew. A lesson has a session of its own, and an explorer of its own
// that covers the one it was opened from: plan, undo, cursor and running jobs of that one stay as they are.
#include "explorer/lesson/lesson.h"

#include "base/arena.h"
#include "explorer/state/background.h"
#include "explorer/state/setup_view.h"

#include <stdlib.h>

// ---- Opening: Lua, the graph and the first plan are read on a task's thread.

typedef struct Opening {
  char *name;
  bool keep;
  Lesson *lesson;
  Session *session;
} Opening;

static bool open_work(Session *session, void *data, const atomic_int *stop, Status *status) {
  (void)session, (void)stop;
  Opening *opening = data;
  opening->lesson = lesson_open(opening->name, status);
  opening->session = opening->lesson ? lesson_session(opening->lesson, opening->keep, status) : NULL;
  return opening->session != NULL;
}

// A new explorer looks and behaves as the one that it covers.
static void cover(Explorer *explorer, Opening *opening, Explorer *fresh) {
  fresh->theme = explorer->theme;
  fresh->synchronous = explorer->synchronous;
  fresh->beneath = explorer;
  if (lesson_of(explorer) && explorer->beneath) { // one lesson after the other: this one is over
    fresh->beneath = explorer->beneath;
    explorer->beneath = NULL;
  }
  explorer_resize(fresh, explorer->layout.width, explorer->layout.height);
  lesson_begin(fresh, opening->lesson, opening->keep);
  lesson_of(fresh)->session = opening->session;
  explorer->turn = fresh;
}

static void open_finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Opening *opening = data;
  Status problem = *status;
  UiOptions options = {.catalog = explorer ? explorer->catalog : NULL, .keep_lessons = opening->keep};
  Explorer *fresh =
      ok && explorer ? explorer_new(opening->session, &options, explorer->glyphs, &problem) : NULL;
  if (fresh) {
    cover(explorer, opening, fresh);
  } else {
    if (explorer) explorer_fail(explorer, "lesson: %s", problem.message);
    session_close(opening->session);
    lesson_close(opening->lesson);
  }
  free(opening->name);
  free(opening);
}

void lesson_open_in(Explorer *explorer, const char *name) {
  Opening *opening = memory_alloc(sizeof *opening);
  opening->name = memory_strdup(name);
  opening->keep = lesson_keeps(explorer);
  background_start(explorer, &(WorkRequest){.kind = WORK_OWN,
                                            .name = "opening the lesson",
                                            .work = open_work,
                                            .finish = open_finish,
                                            .data = opening});
}

// ---- Leaving.

void lesson_leave(Explorer *explorer) {
  if (explorer->beneath) {
    explorer->turn = explorer->beneath;
    return;
  }
  lesson_end(explorer); // the session is what the program was begun with: it stays
  explorer_resize(explorer, explorer->layout.width, explorer->layout.height);
  explorer_say(explorer, "the lesson is left; its graph stays open");
}

// ---- Beginning anew.

static bool restart_work(Session *session, void *data, const atomic_int *stop, Status *status) {
  (void)stop;
  return lesson_restart(data, session, status);
}

static void restart_finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  (void)data; // the lesson is the run's
  LessonRun *run = explorer ? lesson_of(explorer) : NULL;
  if (!run) return;
  if (!ok) {
    explorer_fail(explorer, "lesson: %s", status->message);
    return;
  }
  int count = run->progress->step_count;
  lesson_progress_free(run->progress);
  run->progress = lesson_progress_new(count);
  run->seen_step = -1;
  lesson_go(explorer, 0);
}

static void restart_plan(Explorer *explorer) {
  background_start(explorer, &(WorkRequest){.kind = WORK_OWN,
                                            .name = "beginning the lesson anew",
                                            .work = restart_work,
                                            .finish = restart_finish,
                                            .data = lesson_of(explorer)->lesson});
}

static void set_up(Explorer *explorer, const LessonState *state, void (*then)(Explorer *)) {
  if (lesson_state_is_set_up(state, explorer->session))
    then(explorer);
  else
    setup_start(explorer, state->sizes, state->size_count, state->device, then);
}

void lesson_restart_in(Explorer *explorer) {
  set_up(explorer, lesson_start(lesson_of(explorer)->lesson), restart_plan);
}

// ---- Back to what the step is about.

static void restore_plan(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  Status status = {0};
  const LessonState *state = lesson_state_at(run->lesson, run->progress, run->progress->step);
  if (!state) return;
  bool ok = lesson_state_take(state, explorer->session, &status);
  if (!ok) explorer_fail(explorer, "lesson: %s", status.message);
  run->seen_step = -1;
}

void lesson_restore_in(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  const LessonState *state = lesson_state_at(run->lesson, run->progress, run->progress->step);
  if (state) set_up(explorer, state, restore_plan);
}
