// The lesson pane: what keys do in it, answers and checks, and lessons that are broken.
#include "lesson_fixture.h"

#include "explorer/lesson/secret.h"
#include "explorer/panes/kernels.h"
#include "scratch.h"

#include <stdlib.h>

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
  press(&it, "<C-u>1070<Enter>");
  assert_true(shows(&it, "Not 1070. The digits are right"));
  assert_false(shows(&it, "1.07 GB"));
  press(&it, "5GB<Enter>");
  assert_true(shows(&it, "Your guess: 5GB."));
  assert_true(shows(&it, "1.07 GB"));
  close_graph(&it);
  assert_int_equal(lesson_steps_done(lesson_info(lesson)), 3); // two read, one answered
  it = open_lesson(lesson, true, 120, 40);                     // as the student left it
  assert_true(shows(&it, "3/13"));
  assert_true(shows(&it, "Your guess: 5GB."));
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
  press(&it, "3 0 9 <Esc> 1");
  assert_true(shows(&it, "your answer: 1_ GB")); // anew, not 1.091
  press(&it, ".07 <Enter>");
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
  assert_true(run->progress->steps[5].done); // what was done stays done
  press(&it, ", .");
  close_graph(&it);
  lesson_close(lesson);
}

// What a step asks is about the plan with which the check before it passed: 8 kernels, then `square` and
// `cube` in one, which saves 3 tensors of 134,217,728 numbers of 4 bytes.
static void test_steps_keep_their_plan(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  press(&it, ". . *n<Enter>1000<Enter>"); // step 3 asks what K0 moves: 2 tensors
  assert_true(shows(&it, "another plan"));
  press(&it, "1.07<Enter>");
  assert_true(shows(&it, "Right: 1.07 GB."));
  press(&it, "<F7>");
  assert_true(shows(&it, "[134217728]"));
  assert_false(shows(&it, "another plan"));
  for (int i = 0; i < 3; i++)
    press(&it, ":skip<Enter>");
  press(&it, "<Less>");
  assert_true(lesson_of(it.explorer)->look.passed);
  press(&it, ". <Tab> 1 ff"); // the next step asks what that saved
  assert_int_equal(kernels(&it), 5);
  press(&it, ". 1.61<Enter>");
  assert_true(shows(&it, "Right: 1.61 GB."));
  press(&it, "<F7>");
  assert_int_equal(kernels(&it), 7);
  close_graph(&it);
  lesson_close(lesson);
}

// The same once the lesson is closed and opened again; what was pasted is an answer, too.
static void test_plan_of_a_step_is_kept(void **state) {
  (void)state;
  Lesson *lesson = open_named("traffic"); // 8 memory operations, then 6
  Fixture it = open_lesson(lesson, true, 120, 40);
  press(&it, ":anew<Enter> . 8<Enter> . 4<Enter> . <F5> . 3 1 f");
  assert_int_equal(lesson_of(it.explorer)->progress->step, 4);
  close_graph(&it);
  lesson_close(lesson);
  lesson = open_named("traffic");
  it = open_lesson(lesson, true, 120, 40);
  assert_int_equal(lesson_of(it.explorer)->progress->step, 4);
  explorer_event(it.explorer, &(Event){.kind = EVENT_PASTE, .text = "2 * 3"});
  press(&it, "<Enter>");
  assert_true(shows(&it, "Right: 6."));
  close_graph(&it);
  lesson_close(lesson);
}

// The question stays in sight while the text above it scrolls; also where it has little room.
static void test_question_stays_in_sight(void **state) {
  (void)state;
  Lesson *lesson = open_named("softmax");
  Fixture it = open_lesson(lesson, false, 80, 24);
  for (int i = 0; i < 9; i++)
    press(&it, ":skip<Enter>");
  static const char *const keys[] = {"", "<PageDown>", "<PageUp>", "<Enter>", "; <Down><Down>"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    press(&it, keys[i]);
    assert_true(shows(&it, "What can a kernel do with such a row?"));
    assert_true(shows(&it, "c  nothing: it must be several kernels"));
    assert_true(shows(&it, "letter of your answer") || shows(&it, "your answer:"));
    press(&it, "<Esc>");
  }
  close_graph(&it);
  lesson_close(lesson);
}

// One op's 537 MB, read and written, are asked for: the table does not say their sum, but the time, until it
// is answered.
static void test_the_table_keeps_what_is_asked(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  press(&it, ". . <Tab>");
  for (int pane = 0; pane < PANE_COUNT && it.explorer->focus != PANE_KERNELS; pane++)
    press(&it, "<Tab>");
  assert_true(shows(&it, "DRAM"));
  assert_false(shows(&it, "1.07G"));
  assert_true(shows(&it, "?    252 "));
  assert_true(lesson_hides_bytes(it.explorer) && !lesson_hides_times(it.explorer));
  press(&it, "3 1.07<Enter>");
  for (int pane = 0; pane < PANE_COUNT && it.explorer->focus != PANE_KERNELS; pane++)
    press(&it, "<Tab>");
  assert_false(lesson_hides_bytes(it.explorer));
  assert_true(shows(&it, "1.07G    252 "));
  close_graph(&it);
  lesson_close(lesson);
}

// Figures as a student reads them.
static void test_what_tells_an_answer(void **state) {
  (void)state;
  assert_true(secret_is_told("K4  1.30 us\n", 1.3, "µs", false));
  assert_true(secret_is_told("est 0.00130 ms.", 1.3, "µs", false));
  assert_true(secret_is_told("(1.3µs)", 1.3, "µs", false));
  assert_true(secret_is_told("DRAM -403.0 MB", 403, "MB", false));
  assert_true(secret_is_told("0.403 GB", 403, "MB", false));
  assert_true(secret_is_told("10.54×", 10.54, "times", false));
  assert_false(secret_is_told("1.31 us, 13 us, 1.3 MB, K1.3 us, x1.3 us", 1.3, "µs", false));
  assert_true(secret_is_told(" 302M   72.1 ", 72.1, "µs", true));
  assert_true(secret_is_told(" 302M   72.1 ", 302, "MB", true));
  assert_true(secret_is_told("  140 ", 140, "µs", true));
  assert_false(secret_is_told(" 302M   72.1 ", 72.1, "µs", false));
  assert_false(secret_is_told(" 8 ", 8, "µs", true)); // a count
  assert_false(secret_is_told(" 302Mx 302 ", 302, "MB", true));
  assert_false(secret_is_told("", 0, "", true));
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
  assert_true(shows(&it, "Begin the lesson anew?") && shows(&it, "1 step done is forgotten"));
  press(&it, "<Enter>"); // keeps
  assert_true(kernels(&it) < 8);
  press(&it, ":anew<Enter><Down><Enter>");
  assert_int_equal(kernels(&it), 8);
  assert_int_equal(lesson_of(it.explorer)->progress->step, 0);
  assert_false(lesson_of(it.explorer)->progress->steps[0].done);
  close_graph(&it);
  lesson_close(lesson);
}

// What a student set is there when the lesson is opened again, apart from the same graph outside of lessons;
// beginning anew goes back to the lesson's own sizes and device.
static void test_sizes_are_kept_and_begun_anew(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, true, 120, 40);
  press(&it, ":anew<Enter><Down><Enter> f *n<Enter>4096<Enter> *device<Enter>a100<Enter>");
  assert_true(shows(&it, "[4096]"));
  assert_true(shows(&it, "a100 sm_80"));
  assert_int_equal(kernels(&it), 7);
  press(&it, ":anew<Enter><Down><Enter>");
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
      cmocka_unit_test(test_lesson_takes_the_place_of_the_neighbourhood),
      cmocka_unit_test(test_wrong_guess_is_told_and_kept),
      cmocka_unit_test(test_digits_answer),
      cmocka_unit_test(test_letters_choose),
      cmocka_unit_test(test_enter_edits_only_in_the_ops),
      cmocka_unit_test(test_check_follows_edits),
      cmocka_unit_test(test_steps_keep_their_plan),
      cmocka_unit_test(test_plan_of_a_step_is_kept),
      cmocka_unit_test(test_question_stays_in_sight),
      cmocka_unit_test(test_opening_from_another_graph),
      cmocka_unit_test(test_broken_lesson_says_where),
      cmocka_unit_test(test_steps_that_go_nowhere),
      cmocka_unit_test(test_begin_anew),
      cmocka_unit_test(test_the_table_keeps_what_is_asked),
      cmocka_unit_test(test_what_tells_an_answer),
      cmocka_unit_test(test_sizes_are_kept_and_begun_anew),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
