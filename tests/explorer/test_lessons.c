// Plays every shipped lesson through as a student would: right and wrong predictions, each check before and
// after the keys that do what it wants.
#include "fixture.h"

#include "base/arena.h"
#include "explorer/lesson/lesson.h"
#include "explorer/tabs/tab.h"
#include "scratch.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static Fixture open_lesson(Lesson *lesson, bool keep, int width, int height) {
  Fixture it = {0};
  Status status = {0};
  it.session = lesson_session(lesson, keep, &status);
  if (!it.session) fail_msg("%s", status.message);
  it.explorer =
      explorer_new(it.session, &(UiOptions){.lesson = lesson, .keep_lessons = keep}, GLYPHS_UTF8, &status);
  assert_non_null(it.explorer);
  it.explorer->synchronous = true;
  it.grid = grid_new(width, height, false);
  explorer_sync(it.explorer);
  explorer_work(it.explorer, -1);
  explorer_draw(it.explorer, it.grid);
  return it;
}

// ---- A step by itself.

static LessonLook look(Lesson *lesson, Session *session, int step, const char *guess) {
  LessonLook look;
  Status status = {0};
  if (!lesson_look(lesson, session, step, guess, NULL, &look, &status)) fail_msg("%s", status.message);
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
  press(it, ".");
  assert_true(run->typing);
  assert_int_equal(run->progress->step, step); // not on before it is answered
  for (int i = 0; i < prediction->choice_count; i++)
    if (text_equal(prediction->choices[i], guess)) type(it, (char[]){(char)('a' + i), '\0'});
  if (!prediction->choice_count) type(it, guess);
  press(it, "<Enter>");
  if (!run->progress->answers[step].right) fail_msg("step %d: \"%s\" is not taken as right", step + 1, guess);
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
  assert_true(run->progress->done[number - 1]);
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
    if (!lesson_of(it.explorer)->progress->done[i]) fail_msg("%s: step %d was never done", path, i + 1);
  if (predictions == 0) fail_msg("%s: nothing is predicted", path);
  if (!lesson_step(lesson, count - 1)->open) fail_msg("%s: the last step is no open question", path);
  close_graph(&it);
  lesson_close(lesson);
}

static void test_shipped_lessons_can_be_played(void **state) {
  (void)state;
  int count;
  LessonInfo *list = lessons_list(&count, NULL);
  assert_int_equal(count, 8); // a broken one would be left out
  for (int i = 0; i < count; i++) {
    printf("%s\n", list[i].path);
    assert_int_equal(list[i].number, i + 1);
    assert_true(list[i].minutes > 0 && list[i].about && *list[i].about);
    play(list[i].path, 80, 24);
    play(list[i].path, 120, 40);
  }
  lessons_free(list, count);
}

// ---- The pane.

static Lesson *open_named(const char *name) {
  Status status = {0};
  Lesson *lesson = lesson_open(name, &status);
  if (!lesson) fail_msg("%s", status.message);
  return lesson;
}

static void test_lesson_takes_the_place_of_the_neighbourhood(void **state) {
  (void)state;
  Lesson *lesson = open_named("1");
  Fixture it = open_lesson(lesson, false, 120, 40);
  assert_true(shows(&it, "3 Lesson  1/"));
  press(&it, "3");
  assert_true(shows(&it, "3 Around"));
  press(&it, "1 3");
  assert_true(shows(&it, "3 Around")); // the keys went there; again turns it
  press(&it, "3");
  assert_true(shows(&it, "3 Lesson"));
  press(&it, "3 .");
  assert_true(shows(&it, "3 Lesson  2/"));
  close_graph(&it);
  lesson_close(lesson);
}

static void test_wrong_guess_is_told_and_kept(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, true, 120, 40);
  press(&it, ". . <Enter>");
  assert_true(lesson_of(it.explorer)->typing);
  assert_false(shows(&it, "1.07 GB"));
  press(&it, "many<Enter>");
  assert_true(shows(&it, "type a number (GB), not \"many\""));
  assert_true(lesson_of(it.explorer)->typing);
  press(&it, "<C-u>5<Enter>");
  assert_true(shows(&it, "Your guess: 5 GB"));
  assert_true(shows(&it, "1.07 GB"));
  close_graph(&it);
  assert_int_equal(lesson_steps_done(lesson_info(lesson)), 3); // two read, one answered
  it = open_lesson(lesson, true, 120, 40);                     // as the student left it
  assert_true(shows(&it, "3/13"));
  assert_true(shows(&it, "Your guess: 5 GB"));
  press(&it, "<F2>");
  assert_true(shows(&it, "3 of 13 done"));
  close_graph(&it);
  lesson_close(lesson);
}

// A digit begins the answer of a question and turns to no pane; the line is left by <Esc>, and by <Tab> for
// the next pane, where digits are what they were.
static void test_digits_answer(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  LessonRun *run = lesson_of(it.explorer);
  press(&it, "2 3"); // no question yet
  assert_int_equal(it.explorer->focus, PANE_AROUND);
  press(&it, ". . 1 .");
  assert_true(run->typing);
  assert_true(shows(&it, "your answer: 1._ GB"));
  assert_true(shows(&it, "Enter answer  Esc later"));
  press(&it, "<Tab>");
  assert_false(run->typing);
  assert_int_equal(it.explorer->focus, PANE_DETAIL);
  assert_true(shows(&it, "your answer: press . first"));
  press(&it, "1");
  assert_int_equal(it.explorer->focus, PANE_OPS);
  press(&it, "3 0 7 <Enter>");
  assert_true(shows(&it, "Right: 1.07 GB."));
  assert_false(shows(&it, "Your guess")); // it is the answer to the last digit
  press(&it, "3");                        // answered: digits turn to panes again
  assert_true(shows(&it, "3 Around"));
  close_graph(&it);
  lesson_close(lesson);
}

// The letter of a choice selects it; elsewhere b times the plan.
static void test_letters_choose(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  for (int i = 0; i < 3; i++)
    press(&it, ":skip<Enter>");
  press(&it, "3 3 b");
  LessonRun *run = lesson_of(it.explorer);
  assert_true(run->typing);
  assert_int_equal(run->choice, 1);
  assert_true(shows(&it, "your answer: b"));
  press(&it, "a <Esc>");
  assert_false(run->typing);
  press(&it, "c"); // there is no third answer: it compiles, and nothing is typed
  assert_false(run->typing);
  press(&it, "b <Enter>");
  assert_true(shows(&it, "Right: the memory traffic."));
  close_graph(&it);
  lesson_close(lesson);
}

// Enter is pressed to go on: in a pane that has nothing to choose it must not change the plan.
static void test_enter_edits_only_in_the_ops(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  press(&it, "f i 4 <Enter>");
  assert_int_equal(kernels(&it), 7);
  assert_int_equal(it.explorer->focus, PANE_OPS);
  press(&it, "e 4 <Enter>");
  assert_int_equal(kernels(&it), 7);
  press(&it, "1 <Enter>"); // there it cuts
  assert_int_equal(kernels(&it), 8);
  close_graph(&it);
  lesson_close(lesson);
}

static void test_check_follows_edits(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  for (int i = 0; i < 5; i++)
    press(&it, ":skip<Enter>");
  LessonRun *run = lesson_of(it.explorer);
  assert_true(lesson_at(run)->checks);
  assert_false(run->look.passed);
  press(&it, ";");
  assert_true(shows(&it, "Hint:"));
  press(&it, lesson_at(run)->solve);
  assert_true(run->look.passed);
  press(&it, "u");
  assert_false(run->look.passed);
  assert_true(run->progress->done[5]); // what was done stays done
  press(&it, ", .");
  close_graph(&it);
  lesson_close(lesson);
}

// A lesson covers what was open; leaving it brings that back as it was, with its undo history.
static void test_opening_from_another_graph(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  Explorer *before = it.explorer;
  press(&it, "j f");
  int count = kernels(&it), cursor = before->cursor;
  press(&it, "<F2>locality<Enter>");
  assert_ptr_not_equal(it.explorer, before);
  assert_true(shows(&it, "3 Lesson"));
  assert_true(shows(&it, "gelu_tanh"));
  press(&it, "<F2>locality<Enter> . :leave<Enter>"); // from one lesson into another, and out
  assert_ptr_equal(it.explorer, before);
  assert_int_equal(kernels(&it), count);
  assert_int_equal(before->cursor, cursor);
  assert_true(shows(&it, "3 Around"));
  press(&it, "u");
  assert_int_equal(kernels(&it), 7);
  close_graph(&it);
}

static void test_broken_lesson_says_where(void **state) {
  (void)state;
  char *path = scratch_path("broken.lua");
  static const char text[] =
      "return { title = 'B', graph = 'graphs/softmax.json', steps = {\n"
      "  { title = 'S', text = function(lesson) return lesson.nothing end } } }\n";
  scratch_write("broken.lua", text);
  Lesson *lesson = open_named(path);
  Fixture it = open_lesson(lesson, false, 120, 40);
  assert_true(shows(&it, "has a mistake"));
  assert_non_null(strstr(lesson_of(it.explorer)->problem, "broken.lua:2:"));
  assert_true(shows(&it, " [C]: in")); // of the traceback, which begins with a tab
  assert_false(shows(&it, "?[C]"));
  press(&it, ". , ; j k <PageDown> 3 3");
  close_graph(&it);
  lesson_close(lesson);
  free(path);
}

// An op that is not in the graph is told when the lesson is opened, a tab that there is not when it is to be
// shown.
static void test_steps_that_go_nowhere(void **state) {
  (void)state;
  char *path = scratch_path("nowhere.lua");
  Status status = {0};
  scratch_write("nowhere.lua",
                "return { title = 'N', graph = 'graphs/softmax.json', steps = {\n"
                "  { title = 'S', text = 'a' }, { title = 'T', text = 'b', go = 'higest' } } }\n");
  Lesson *lesson = open_named(path);
  assert_null(lesson_session(lesson, false, &status));
  assert_non_null(
      strstr(status.message, "nowhere.lua: step 2: there is no op 'higest': did you mean 'highest'?"));
  lesson_close(lesson);
  scratch_write("nowhere.lua",
                "return { title = 'N', graph = 'nothing.json', steps = {\n"
                "  { title = 'S', text = 'a' } } }\n");
  lesson = open_named(path);
  assert_null(lesson_session(lesson, false, &status));
  assert_non_null(strstr(status.message, "nowhere.lua: cannot open nothing.json"));
  lesson_close(lesson);
  scratch_write("nowhere.lua",
                "return { title = 'N', graph = 'graphs/softmax.json', steps = {\n"
                "  { title = 'S', text = 'a', go = 'e', tab = 'cod' } } }\n");
  lesson = open_named(path);
  Fixture it = open_lesson(lesson, false, 120, 40);
  assert_true(shows(&it, "there is no tab \"cod\""));
  close_graph(&it);
  lesson_close(lesson);
  free(path);
}

static void test_begin_anew(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  press(&it, ". 1fff");
  assert_true(kernels(&it) < 8);
  press(&it, ":anew<Enter>");
  assert_int_equal(kernels(&it), 8);
  assert_int_equal(lesson_of(it.explorer)->progress->step, 0);
  assert_false(lesson_of(it.explorer)->progress->done[0]);
  close_graph(&it);
  lesson_close(lesson);
}

// What a student set is there when the lesson is opened again, apart from the same graph outside of lessons;
// beginning anew goes back to the lesson's own sizes and device.
static void test_sizes_are_kept_and_begun_anew(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, true, 120, 40);
  press(&it, ":anew<Enter> f *n<Enter>4096<Enter> *device<Enter>a100<Enter>");
  assert_true(shows(&it, "[4096]"));
  assert_true(shows(&it, "a100 sm_80"));
  assert_int_equal(kernels(&it), 7);
  press(&it, ":anew<Enter>");
  assert_true(shows(&it, "[134217728]"));
  assert_true(shows(&it, "h200 sm_90"));
  assert_int_equal(kernels(&it), 8);
  press(&it, "f *n<Enter>4096<Enter>");
  close_graph(&it);
  it = open_lesson(lesson, true, 120, 40);
  assert_true(shows(&it, "[4096]"));
  assert_int_equal(kernels(&it), 7);
  close_graph(&it);
  lesson_close(lesson);
  it = open_graph("gelu_tanh.json", 120, 40);
  assert_true(shows(&it, "[134217728]"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shipped_lessons_can_be_played),
      cmocka_unit_test(test_lesson_takes_the_place_of_the_neighbourhood),
      cmocka_unit_test(test_wrong_guess_is_told_and_kept),
      cmocka_unit_test(test_digits_answer),
      cmocka_unit_test(test_letters_choose),
      cmocka_unit_test(test_enter_edits_only_in_the_ops),
      cmocka_unit_test(test_check_follows_edits),
      cmocka_unit_test(test_opening_from_another_graph),
      cmocka_unit_test(test_broken_lesson_says_where),
      cmocka_unit_test(test_steps_that_go_nowhere),
      cmocka_unit_test(test_begin_anew),
      cmocka_unit_test(test_sizes_are_kept_and_begun_anew),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
