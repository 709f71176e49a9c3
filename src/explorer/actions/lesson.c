// Actions on lessons.
#include "explorer/lesson/lesson.h"
#include "explorer/actions/action.h"

#include <stdio.h>

static void accept_lesson(Explorer *explorer, const char *text, const PickerItem *item) {
  if (item)
    lesson_open_in(explorer, item->label);
  else
    explorer_fail(explorer, "there is no lesson \"%s\"", text);
}

void action_choose_lesson(Explorer *explorer) {
  CatalogLists *lists = catalog_lists(explorer->catalog, CATALOG_LESSONS);
  LessonInfo *list = lists->lessons;
  picker_open(&explorer->picker, "Lessons", accept_lesson);
  for (int i = 0; i < lists->lesson_count; i++) {
    char state[32] = "";
    int done = lesson_steps_done(&list[i]);
    if (done)
      snprintf(state, sizeof state, "%d of %d done", done, list[i].step_count);
    else if (list[i].minutes)
      snprintf(state, sizeof state, "%d min", list[i].minutes);
    picker_item(&explorer->picker, list[i].name, list[i].title, state, NULL, i);
  }
  picker_filter(&explorer->picker);
  catalog_release(lists);
}

void action_lesson_next(Explorer *explorer) {
  lesson_forward(explorer, false);
}

void action_lesson_skip(Explorer *explorer) {
  lesson_forward(explorer, true);
}

void action_lesson_back(Explorer *explorer) {
  lesson_back(explorer);
}

void action_lesson_hint(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  lesson_record(run)->hints = 1;
  run->hinted = run->follow = true;
  run->aside = false;
  run->page_width = -1;
}

void action_lesson_plan(Explorer *explorer) {
  lesson_restore_in(explorer);
}

void action_lesson_show(Explorer *explorer) {
  lesson_show(explorer, false);
}

static int steps_done(const LessonRun *run) {
  int done = 0;
  for (int i = 0; i < lesson_info(run->lesson)->step_count; i++)
    done += run->progress->steps[i].done;
  return done;
}

enum { KEEP, BEGIN };

static void accept_restart(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)text;
  if (item && item->value == BEGIN) lesson_restart_in(explorer);
}

// Asks where answers would be lost.
void action_lesson_restart(Explorer *explorer) {
  int done = steps_done(lesson_of(explorer));
  char lost[48];
  if (!done) {
    lesson_restart_in(explorer);
    return;
  }
  snprintf(lost, sizeof lost, "%d step%s done %s forgotten", done, done == 1 ? "" : "s",
           done == 1 ? "is" : "are");
  picker_open(&explorer->picker, "Begin the lesson anew?", accept_restart);
  picker_item(&explorer->picker, "keep my answers", NULL, NULL, NULL, KEEP);
  picker_item(&explorer->picker, "begin anew", lost, NULL, NULL, BEGIN);
  picker_filter(&explorer->picker);
}

void action_lesson_leave(Explorer *explorer) {
  lesson_leave(explorer);
}
