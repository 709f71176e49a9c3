// Where keys go during a lesson: while "show me" is at work, in a long text, and as a step begins.
#include "lesson_fixture.h"

#include "explorer/state/background.h"

// Until "show me" has pressed all, and what it and the keys behind it asked for is done.
static void wait_for_the_end(Fixture *it) {
  for (int i = 0; i < 1000 && (lesson_is_showing(it->explorer) || it->explorer->task); i++) {
    Work *work = it->explorer->task ? it->explorer->task : it->explorer->apart;
    if (work) {
      assert_true(work_wait(work, 60000));
      background_poll(it->explorer);
    } else {
      lesson_show_next(it->explorer);
    }
  }
  press(it, "<C-l>");
}

// "Show me" presses the rest at once when a key of the student's comes, which waits for it; <Esc> ends it.
static void test_keys_while_it_is_shown(void **state) {
  (void)state;
  Lesson *lesson = open_named("softmax");
  Fixture it = open_lesson(lesson, false, 120, 40);
  press(&it, ":skip<Enter> :skip<Enter> :skip<Enter>");
  assert_true(shows(&it, "3 Lesson  4/13"));
  it.explorer->synchronous = false;
  press(&it, "<F5>");
  lesson_show_next(it.explorer);
  press(&it, "<Esc>"); // the search that was begun, too
  assert_false(lesson_is_showing(it.explorer));
  press(&it, "<F5>");
  lesson_show_next(it.explorer); // of "/highest<Enter>..."
  assert_true(lesson_is_showing(it.explorer));
  assert_true(lesson_show_pause_ms(it.explorer) > 100);
  press(&it, ".");
  assert_true(lesson_is_showing(it.explorer));
  assert_true(lesson_show_pause_ms(it.explorer) < 100);
  wait_for_the_end(&it);
  assert_int_equal(plan_kernel_count(it.explorer->plan), 3);
  assert_true(shows(&it, "3 Lesson  5/13"));
  assert_int_equal(it.explorer->focus, PANE_AROUND);
  close_graph(&it);
  lesson_close(lesson);
}

// A step that is passed over is left when what its keys began is done, a heuristic: the steps behind are
// about its plan.
static void test_passed_over_once_it_is_done(void **state) {
  (void)state;
  Lesson *lesson = open_named("recompute");
  Fixture it = open_lesson(lesson, false, 120, 40);
  press(&it, "H<Esc> ."); // the lists are read
  it.explorer->synchronous = false;
  press(&it, ":skip<Enter>");
  wait_for_the_end(&it);
  const LessonProgress *progress = lesson_of(it.explorer)->progress;
  assert_int_equal(progress->step, 2);
  assert_true(progress->steps[1].done && progress->steps[1].state);
  assert_false(progress->steps[2].done || progress->steps[2].state);
  assert_int_equal(kernels(&it), 2);
  assert_false(lesson_of(it.explorer)->look.elsewhere);
  close_graph(&it);
  lesson_close(lesson);
}

// Of a long text above a question <Enter> shows all, by more than a line, before it opens the line of the
// answer; and where it would edit the plan, as the ops have the keys, it is not named.
static void test_enter_reads_on(void **state) {
  (void)state;
  Lesson *lesson = open_named("overfusion");
  Fixture it = open_lesson(lesson, false, 80, 24);
  for (int i = 0; i < 6; i++)
    press(&it, ":skip<Enter>");
  assert_true(shows(&it, "3 Lesson  7/14"));
  assert_true(shows(&it, "and waits for it wastes time"));
  assert_true(shows(&it, "Enter more"));
  int pages = 0;
  for (; pages < 9 && shows(&it, "Enter more"); pages++) {
    assert_false(lesson_is_typing(it.explorer));
    press(&it, "<Enter>");
  }
  assert_in_range(pages, 1, 5);
  assert_true(shows(&it, "c  64"));
  press(&it, "<Enter>");
  assert_true(lesson_is_typing(it.explorer));
  press(&it, "<Esc> ,");
  assert_true(shows(&it, "3 Lesson  6/14"));
  close_graph(&it);
  lesson_close(lesson);
}

// What was pressed in other panes is over when the next step begins: it is read with the keys that it names.
static void test_step_begins_with_the_keys(void **state) {
  (void)state;
  Lesson *lesson = open_named("by_hand");
  Fixture it = open_lesson(lesson, false, 80, 24);
  assert_true(shows(&it, "Enter more"));
  press(&it, "1");
  assert_true(shows(&it, "more"));
  assert_false(shows(&it, "Enter more"));
  for (int i = 0; i < 4; i++)
    press(&it, ":skip<Enter>");
  press(&it, "1 Hpointwise<Enter> :skip<Enter> . b<Enter>");
  press(&it, "1 .");
  assert_true(shows(&it, "3 Lesson  7/12"));
  assert_int_equal(it.explorer->focus, PANE_AROUND);
  close_graph(&it);
  lesson_close(lesson);
}

// In what unit a number is wanted is told before it is typed.
static void test_unit_is_told(void **state) {
  (void)state;
  Lesson *lesson = open_named("launches");
  Fixture it = open_lesson(lesson, false, 80, 24);
  press(&it, ".");
  assert_true(shows(&it, "type your answer (%)"));
  press(&it, ".<Enter>");
  assert_true(shows(&it, "type a number (%)"));
  assert_false(shows(&it, "not \"\""));
  close_graph(&it);
  lesson_close(lesson);
}

// ".1" is a number: where the point begins it, none of it is lost, and no hint names the key for another
// thing. Alone it is none. Elsewhere it is the key that opens the line.
static void test_point_begins_a_number(void **state) {
  (void)state;
  Lesson *lesson = open_named("attention");
  Fixture it = open_lesson(lesson, false, 120, 40);
  for (int i = 0; i < 7; i++)
    press(&it, ":skip<Enter>");
  LessonRun *run = lesson_of(it.explorer);
  assert_false(shows(&it, ". answer"));
  press(&it, ".<Enter>");
  assert_true(run->typing);
  assert_true(shows(&it, "type a number"));
  assert_false(shows(&it, "not \".\""));
  press(&it, "<Esc> <Tab> .");
  assert_true(run->typing);
  assert_int_equal(run->guess.length, 0);
  press(&it, "<Esc> .135<Enter>"); // exp(2 - 4)
  assert_true(shows(&it, "Right: 0.135."));
  close_graph(&it);
  lesson_close(lesson);
}

// A task begins with its own plan, too: where other keys left another one it says so, until the student
// edits.
static void test_task_begins_elsewhere(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  static const char said[] = "another plan than this step begins";
  for (int i = 0; i < 5; i++)
    press(&it, ":skip<Enter>");
  LessonRun *run = lesson_of(it.explorer);
  assert_true(lesson_at(run)->checks && !run->look.elsewhere);
  press(&it, "1 G <Less> 3"); // not what is wanted, but the student's own
  assert_true(run->look.elsewhere && !run->look.passed);
  assert_false(shows(&it, said));
  press(&it, ", <Tab> :skip<Enter>"); // there and back
  assert_true(shows(&it, said));
  press(&it, "<F7>");
  assert_int_equal(kernels(&it), 8);
  assert_false(shows(&it, said));
  press(&it, ", <Tab> 1 G <Less> :skip<Enter>");
  assert_true(shows(&it, said));
  press(&it, "1 G <Less>");
  assert_true(run->look.elsewhere);
  assert_false(shows(&it, said));
  press(&it, "<F5> , <Tab> :skip<Enter>"); // what passes is no other plan
  assert_true(run->look.elsewhere && run->look.passed);
  assert_false(shows(&it, said));
  press(&it, "<F7> *n<Enter>1000<Enter>");
  assert_true(run->look.elsewhere && !run->look.passed);
  assert_false(shows(&it, said));
  close_graph(&it);
  lesson_close(lesson);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keys_while_it_is_shown), cmocka_unit_test(test_passed_over_once_it_is_done),
      cmocka_unit_test(test_enter_reads_on),         cmocka_unit_test(test_step_begins_with_the_keys),
      cmocka_unit_test(test_unit_is_told),           cmocka_unit_test(test_point_begins_a_number),
      cmocka_unit_test(test_task_begins_elsewhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
