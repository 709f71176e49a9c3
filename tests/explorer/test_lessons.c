// Plays every shipped lesson through as a student would: right and wrong predictions, each check before and
// after the keys that do what it wants.
#include "lesson_answers.h"
#include "lesson_fixture.h"

#include "base/arena.h"
#include "explorer/tabs/tab.h"
#include "scratch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- A step by itself.

static LessonLook look(Lesson *lesson, Session *session, int step, const char *guess) {
  LessonLook look;
  Status status = {0};
  if (!lesson_look(lesson, session, NULL, step, guess, NULL, &look, &status)) fail_msg("%s", status.message);
  return look;
}

// Of the choices just one is right; of numbers, the answer itself is and three times as much is not.
static char *right_guess(Lesson *lesson, Session *session, int step) {
  const LessonPrediction *prediction = &lesson_step(lesson, step)->prediction;
  char guess[80], *found = NULL;
  for (int i = 0; i < prediction->choice_count; i++) {
    LessonLook seen = look(lesson, session, step, prediction->choices[i]);
    if (seen.right && found) fail_msg("step %d: two choices are right", step + 1);
    if (seen.right) found = memory_strdup(prediction->choices[i]);
    lesson_look_free(&seen);
  }
  if (!prediction->choice_count) {
    LessonLook seen = look(lesson, session, step, "1e30");
    if (seen.right) fail_msg("step %d: every number is right", step + 1);
    found = memory_strdup(seen.answer);
    lesson_look_free(&seen);
    snprintf(guess, sizeof guess, "%g", 3 * atof(found) + 1);
    seen = look(lesson, session, step, guess);
    if (seen.right) fail_msg("step %d: %s is right, as %s is", step + 1, guess, found);
    lesson_look_free(&seen);
  }
  if (!found) fail_msg("step %d: no answer is right", step + 1);
  return found;
}

// Every prediction is worked out in lesson_answers.h.
static void check_figure(const LessonInfo *info, const LessonStep *step, const char *answer) {
  for (size_t i = 0; i < sizeof lesson_figures / sizeof *lesson_figures; i++) {
    const LessonFigure *figure = &lesson_figures[i];
    if (!text_equal(figure->lesson, info->name) || !text_equal(figure->step, step->title)) continue;
    bool same = figure->choice ? text_equal(figure->choice, answer)
                               : fabs(atof(answer) - figure->number) <= figure->within * fabs(figure->number);
    if (!same) fail_msg("%s, %s: it says %s, not %g", info->name, step->title, answer, figure->number);
    return;
  }
  fail_msg("%s, %s: %s is not worked out", info->name, step->title, answer);
}

static void check_mistakes(Lesson *lesson, Session *session, int step) {
  for (size_t i = 0; i < sizeof lesson_mistakes / sizeof *lesson_mistakes; i++) {
    const LessonMistake *mistake = &lesson_mistakes[i];
    if (!text_equal(mistake->lesson, lesson_info(lesson)->name) ||
        !text_equal(mistake->step, lesson_step(lesson, step)->title))
      continue;
    LessonLook seen = look(lesson, session, step, mistake->guess);
    if (seen.right || !seen.feedback || !strstr(seen.feedback, mistake->said))
      fail_msg("%s, %s: of %s it says \"%s\"", mistake->lesson, mistake->step, mistake->guess,
               seen.feedback ? seen.feedback : "nothing");
    lesson_look_free(&seen);
  }
}

static bool is_tab(const char *name) {
  for (int i = 0; i < TAB_COUNT; i++)
    if (strcasecmp(tab_get((DetailTab)i)->name, name) == 0) return true;
  return false;
}

static void check_places(const Fixture *it, const LessonStep *step, int number) {
  if (step->go && graph_find_op(it->explorer->graph, step->go) == NO_OP)
    fail_msg("step %d: there is no op %s", number, step->go);
  if (step->tab && !is_tab(step->tab)) fail_msg("step %d: there is no tab %s", number, step->tab);
}

// ---- A lesson.

static void type(Fixture *it, const char *text) {
  for (int length; *text; text += length) {
    uint32_t codepoint;
    length = text_decode(text, strlen(text), &codepoint);
    explorer_event(it->explorer, &(Event){.kind = EVENT_KEY, .key = {codepoint, 0}});
    explorer_draw(it->explorer, it->grid);
  }
}

static void predict(Fixture *it, Lesson *lesson, int step) {
  LessonRun *run = lesson_of(it->explorer);
  const LessonPrediction *prediction = &lesson_step(lesson, step)->prediction;
  char *guess = right_guess(lesson, it->session, step);
  explorer_draw(it->explorer, it->grid);
  if (!run->tail) fail_msg("step %d: its question and choices are not all in sight", step + 1);
  check_figure(lesson_info(lesson), lesson_step(lesson, step), guess);
  check_mistakes(lesson, it->session, step);
  press(it, ".");
  assert_true(run->typing);
  assert_int_equal(run->progress->step, step); // not on before it is answered
  press(it, "<Esc>");
  for (int i = 0; i < prediction->choice_count; i++)
    if (text_equal(prediction->choices[i], guess)) type(it, (char[]){(char)('a' + i), '\0'});
  if (!prediction->choice_count) type(it, guess);
  press(it, "<Enter>");
  if (!run->progress->steps[step].answer.right)
    fail_msg("step %d: \"%s\" is not taken as right", step + 1, guess);
  assert_true(shows(it, "The answer") || shows(it, "Right"));
  free(guess);
}

static void solve(Fixture *it, const LessonStep *step, int number) {
  LessonRun *run = lesson_of(it->explorer);
  if (run->look.passed) fail_msg("step %d passes before anything is done", number);
  if (!*run->look.missing) fail_msg("step %d does not say what is missing", number);
  press(it, ".");
  assert_int_equal(run->progress->step, number - 1);
  press(it, "1");
  press(it, step->solve);
  if (!run->look.passed)
    fail_msg("step %d: \"%s\" does not do it: %s", number, step->solve, run->look.missing);
  assert_true(run->progress->steps[number - 1].done);
}

static void play_step(Fixture *it, Lesson *lesson, int step) {
  const LessonStep *what = lesson_step(lesson, step);
  LessonRun *run = lesson_of(it->explorer);
  assert_int_equal(run->progress->step, step);
  if (run->problem) fail_msg("step %d: %s", step + 1, run->problem);
  check_places(it, what, step + 1);
  if (!what->open && !*run->look.text) fail_msg("step %d has no text", step + 1);
  if (what->predicts) predict(it, lesson, step);
  if (what->checks) solve(it, what, step + 1);
  if (run->problem) fail_msg("step %d: %s", step + 1, run->problem);
  press(it, ".");
}

static void play(const char *path, int width, int height) {
  Status status = {0};
  Lesson *lesson = lesson_open(path, &status);
  if (!lesson) fail_msg("%s", status.message);
  Fixture it = open_lesson(lesson, false, width, height);
  int count = lesson_info(lesson)->step_count, predictions = 0;
  for (int i = 0; i < count; i++) {
    play_step(&it, lesson, i);
    predictions += lesson_step(lesson, i)->predicts;
  }
  for (int i = 0; i < count; i++)
    if (!lesson_of(it.explorer)->progress->steps[i].done) fail_msg("%s: step %d was never done", path, i + 1);
  if (predictions == 0) fail_msg("%s: nothing is predicted", path);
  if (!lesson_step(lesson, count - 1)->open) fail_msg("%s: the last step is no open question", path);
  close_graph(&it);
  lesson_close(lesson);
}

static void test_shipped_lessons_can_be_played(void **state) {
  (void)state;
  int count;
  LessonInfo *list = lessons_list(&count, NULL);
  assert_true(count >= 11); // a broken one would be left out
  for (int i = 0; i < count; i++) {
    printf("%s\n", list[i].path);
    if (i) assert_true(list[i].number > list[i - 1].number);
    assert_true(list[i].minutes > 0 && list[i].about && *list[i].about);
    play(list[i].path, 80, 24);
    play(list[i].path, 120, 40);
  }
  lessons_free(list, count);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shipped_lessons_can_be_played),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
