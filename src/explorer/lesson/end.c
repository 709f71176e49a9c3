// The page behind the last step: what was learned, how it went, and the lesson that comes next.
#include "base/arena.h"
#include "explorer/lesson/run.h"
#include "script/catalog.h"

#include <stdlib.h>

LessonScore lesson_score(const LessonRun *run) {
  LessonScore score = {0};
  for (int i = 0; i < run->progress->step_count; i++) {
    const LessonStep *step = lesson_step(run->lesson, i);
    const LessonRecord *record = &run->progress->steps[i];
    score.seconds += record->seconds;
    score.skipped += !record->done;
    if (step->predicts && record->answer.guess) {
      score.asked++;
      score.right += record->answer.right && record->tries <= 1;
      score.later += record->answer.right && record->tries > 1;
    }
    if (step->checks && record->done) {
      score.checked++;
      score.shown += record->shown;
    }
  }
  return score;
}

// The lesson behind this one in the list.
static void find_next(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  free(run->next);
  run->next = NULL;
  if (!catalog_is_read(explorer->catalog)) return;
  CatalogLists *lists = catalog_lists(explorer->catalog, CATALOG_LESSONS);
  for (int i = 0; i + 1 < lists->lesson_count; i++)
    if (text_equal(lists->lessons[i].name, lesson_info(run->lesson)->name))
      run->next = memory_strdup(lists->lessons[i + 1].name);
  catalog_release(lists);
}

void lesson_close_steps(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  lesson_count_time(run);
  lesson_write_progress(run);
  find_next(explorer);
  run->ended = true;
  run->typing = run->hinted = false;
  run->top = 0;
  lesson_remake(run);
}

void lesson_go_next(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (run->next)
    lesson_open_in(explorer, run->next);
  else
    explorer_say(explorer, "the end of the lesson; F2 lists the others");
}

static void add_count(Text *out, int count, const char *what) {
  if (count) text_printf(out, "%s%d %s", out->length ? ", " : "", count, what);
}

void lesson_score_text(const LessonRun *run, Text *out) {
  LessonScore score = lesson_score(run);
  int wrong = score.asked - score.right - score.later;
  Text questions = {0}, tasks = {0};
  add_count(&questions, score.right, "right at once");
  add_count(&questions, score.later, "right later");
  add_count(&questions, wrong, "not right");
  add_count(&tasks, score.checked - score.shown, "done by you");
  add_count(&tasks, score.shown, "shown");
  if (score.asked) text_printf(out, "Questions: %s.", text_get(&questions));
  if (score.checked) text_printf(out, "%sTasks: %s.", out->length ? " " : "", text_get(&tasks));
  if (score.skipped)
    text_printf(out, "%s%d step%s passed over.", out->length ? " " : "", score.skipped,
                score.skipped == 1 ? " was" : "s were");
  long long minutes = (long long)(score.seconds / 60);
  if (minutes > 0) text_printf(out, " It took %lld minute%s.", minutes, minutes == 1 ? "" : "s");
  text_free(&questions);
  text_free(&tasks);
}
