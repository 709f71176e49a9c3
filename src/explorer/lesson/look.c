// Looking at a lesson's step: its functions run on a task's thread.
#include "base/arena.h"
#include "explorer/lesson/run.h"
#include "explorer/state/background.h"

#include <stdlib.h>

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
    const char *quote = lesson_at(run)->prediction.choice_count ? "\"" : ""; // choices are sentences
    text_printf(&run->feedback, "Not %s%s%s. %s%sTry again.", quote, look->guess, quote,
                look->look.feedback ? look->look.feedback : "", look->look.feedback ? " " : "");
    lesson_write_progress(run);
    return;
  }
  char *reveal = reveal_of(look);
  record->answer = (LessonAnswer){take(&look->guess), take(&look->look.answer), reveal, look->look.right};
  lesson_set_done(run);
}

// What a check passes is what the steps behind are about. The step may be left by now, as "show me" does.
static void take_passed(LessonRun *run, Look *look) {
  LessonRecord *record = &run->progress->steps[look->step];
  lesson_state_free(record->state);
  record->state = look->passed;
  look->passed = NULL;
  record->done = true;
  lesson_write_progress(run);
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
    lesson_remake(run);
  }
  lesson_look_free(&look->look);
  lesson_state_free(look->passed);
  free(look->guess);
  free(look);
}

void lesson_look_at_step(Explorer *explorer, const char *guess) {
  LessonRun *run = lesson_of(explorer);
  Look *look = memory_alloc(sizeof *look);
  *look = (Look){.lesson = run->lesson,
                 .about = lesson_state_at(run->lesson, run->progress, run->progress->step),
                 .step = run->progress->step,
                 .guess = guess ? memory_strdup(guess) : NULL};
  bool entered = run->seen_step != run->progress->step;
  run->found = entered || (run->found && run->seen_version == plan_version(explorer->plan));
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
  if (!seen) lesson_look_at_step(explorer, NULL);
}
