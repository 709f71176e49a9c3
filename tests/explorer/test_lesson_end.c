// What a lesson does for the student: shows what a step wants, keeps figures to itself, says how it went.
#include "lesson_fixture.h"

#include "explorer/actions/alike.h"
#include "scratch.h"

#include <stdlib.h>
#include <string.h>

// "Show me" presses the step's keys from the step's own plan, whatever was done to it before.
static void test_show_me(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  LessonRun *run = lesson_of(it.explorer);
  press(&it, "<F5>");
  assert_true(shows(&it, "this step wants nothing done"));
  press(&it, ". . <F5>");
  assert_true(shows(&it, "this step asks: answer first"));
  press(&it, ", ,");
  for (int i = 0; i < 5; i++)
    press(&it, ":skip<Enter>");
  assert_true(shows(&it, "F5 show me"));
  press(
      &it,
      "1 G <Less> <Less> 8 3 <F5>"); // two others were fused instead, and edits are made in all alike places
  assert_false(alike_is_on(it.explorer));
  assert_true(run->look.passed);
  assert_int_equal(kernels(&it), 7);
  assert_true(run->progress->steps[5].shown && run->progress->steps[5].done);
  assert_int_equal(it.explorer->focus, PANE_AROUND);
  close_graph(&it);
  lesson_close(lesson);
}

// Behind the last step: what was learned and how it went; back is the last step again.
static void test_end(void **state) {
  (void)state;
  scratch_write("ends.lua",
                "return { title = 'Ends', graph = 'graphs/softmax.json', learned = 'Counting.', steps = {\n"
                "  { title = 'A', text = 'a', predict = { question = 'q', answer = 7 } },\n"
                "  { title = 'B', text = 'b', predict = { question = 'q', answer = 7 } },\n"
                "  { title = 'C', text = 'c', predict = { question = 'q', answer = 7 } },\n"
                "  { title = 'D', text = 'd', solve = 'Hgreedy<Enter>',\n"
                "    check = function(plan) return plan:kernel_count() == 1 end },\n"
                "  { title = 'E', open = 'why?' } } }");
  char *path = scratch_path("ends.lua");
  Lesson *lesson = open_named(path);
  Fixture it = open_lesson(lesson, true, 120, 40);
  LessonRun *run = lesson_of(it.explorer);
  assert_int_equal(times_shown(&it, ". answer"), 0); // it would begin a number
  press(&it, "7<Enter>");
  assert_int_equal(times_shown(&it, ". next"), 2);
  press(&it, ". 8<Enter> 7<Enter> . 8<Enter> 9<Enter> . <F5> .");
  assert_int_equal(times_shown(&it, ". end the lesson"), 2);
  press(&it, "<Enter>");
  assert_true(run->typing);
  press(&it, "so . 3 it is<Enter>"); // words, no keys
  assert_true(shows(&it, "You wrote: so.3itis"));
  press(&it, ".");
  assert_true(shows(&it, "3 Lesson  the end"));
  assert_false(shows(&it, ". next")); // no list has this lesson: nothing follows it
  assert_true(shows(&it, "This was \"Ends\". Counting."));
  assert_true(shows(&it, "1 right at once, 1 right later, 1 not right."));
  assert_true(shows(&it, "Tasks: 1 shown."));
  press(&it, ",");
  assert_true(shows(&it, "3 Lesson  5/5"));
  close_graph(&it);
  LessonProgress *progress = lesson_progress_read(lesson_info(lesson));
  assert_string_equal(progress->steps[4].note, "so.3itis");
  assert_int_equal(progress->steps[1].tries, 2);
  assert_string_equal(progress->steps[2].wrong[1], "9");
  lesson_progress_free(progress);
  lesson_close(lesson);
  free(path);
}

// Many words are written on where they end, and kept as far as there is room: never a part of a character.
static void test_many_words(void **state) {
  (void)state;
  scratch_write("words.lua",
                "return { title = 'Words', graph = 'graphs/softmax.json',\n"
                "  steps = { { title = 'E', open = 'why?' } } }");
  char *path = scratch_path("words.lua"), words[LESSON_NOTE_MOST + 20];
  Lesson *lesson = open_named(path);
  Fixture it = open_lesson(lesson, false, 80, 24);
  memset(words, 'a', sizeof words);
  memcpy(words + LESSON_NOTE_MOST - 1, "\xc3\xa9", 2);
  memcpy(words + LESSON_NOTE_MOST + 10, "end", 4);
  press(&it, "<Enter>");
  explorer_event(it.explorer, &(Event){.kind = EVENT_PASTE, .text = words});
  press(&it, "<Backspace>");
  assert_true(shows(&it, "aaaen_"));
  press(&it, "<Enter>");
  assert_int_equal(strlen(lesson_of(it.explorer)->progress->steps[0].note), LESSON_NOTE_MOST - 1);
  close_graph(&it);
  lesson_close(lesson);
  free(path);
}

// Looking once more at a task that the student has done takes nothing away.
static void test_shown_after_it_was_done(void **state) {
  (void)state;
  scratch_write("again.lua",
                "return { title = 'Again', graph = 'graphs/softmax.json', steps = {\n"
                "  { title = 'A', text = 'a', solve = 'Hgreedy<Enter>',\n"
                "    check = function(plan) return plan:kernel_count() == 1 end } } }");
  char *path = scratch_path("again.lua");
  Lesson *lesson = open_named(path);
  Fixture it = open_lesson(lesson, false, 120, 40);
  press(&it, "Hgreedy<Enter> 3 <F5>");
  assert_true(lesson_of(it.explorer)->look.passed);
  press(&it, "3 .");
  assert_true(shows(&it, "Tasks: 1 done by you."));
  assert_false(shows(&it, "1 shown"));
  close_graph(&it);
  lesson_close(lesson);
  free(path);
}

static void test_next_lesson(void **state) {
  (void)state;
  Lesson *lesson = open_named("locality");
  Fixture it = open_lesson(lesson, false, 120, 40);
  press(&it, "<F2><Esc>"); // the list is read
  for (int i = 0; i < lesson_info(lesson)->step_count; i++)
    press(&it, ":skip<Enter>");
  assert_true(shows(&it, "The next lesson is traffic"));
  press(&it, ".");
  assert_true(shows(&it, "mul_add_relu"));
  close_graph(&it);
  lesson_close(lesson);
}

// What is asked for is not to be read at the top.
static void test_figures_wait_for_the_answer(void **state) {
  (void)state;
  Lesson *lesson = open_named("traffic");
  Fixture it = open_lesson(lesson, false, 120, 40);
  for (int i = 0; i < 6; i++)
    press(&it, ":skip<Enter>");
  press(&it, ",<F5>."); // one kernel is twice as fast as three
  assert_int_equal(lesson_of(it.explorer)->progress->step, 6);
  assert_true(shows(&it, "est ?"));
  assert_false(shows(&it, "vs none"));
  assert_false(shows(&it, "limit dram"));
  press(&it, "<Tab>");
  assert_true(shows(&it, "limit dram")); // of the one who looks
  press(&it, ". 2<Enter>");
  assert_true(shows(&it, "Right"));
  assert_true(shows(&it, "vs none"));
  close_graph(&it);
  lesson_close(lesson);
}

// What the step asks for stands in Detail, the table and the header only when it is answered.
static void check_hides(const char *name, const char *title, const char *answer, const char *const *secrets) {
  Lesson *lesson = open_named(name);
  Fixture it = open_lesson(lesson, false, 120, 40);
  for (int i = 0; i < 20 && !shows(&it, title); i++)
    press(&it, ":skip<Enter>");
  assert_true(shows(&it, title));
  for (int i = 0; secrets[i]; i++)
    if (shows(&it, secrets[i])) fail_msg("%s, %s: shows %s", name, title, secrets[i]);
  press(&it, answer);
  assert_true(shows(&it, "Right: "));
  for (int i = 0; secrets[i]; i++)
    if (!shows(&it, secrets[i])) fail_msg("%s, %s: never shows %s", name, title, secrets[i]);
  close_graph(&it);
  lesson_close(lesson);
}

static void test_choices_are_not_told(void **state) {
  (void)state;
  check_hides("locality", "What does it wait for?", "b<Enter>",
              (const char *const[]){"limit dram", "est 2.38 ms", NULL});
  check_hides("by_hand", "What it costs", "c<Enter>", (const char *const[]){"DRAM 1.1 GB", NULL});
  check_hides("siblings", "Kernels that do nothing", "c<Enter>", (const char *const[]){"binds", NULL});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_show_me),
      cmocka_unit_test(test_end),
      cmocka_unit_test(test_many_words),
      cmocka_unit_test(test_shown_after_it_was_done),
      cmocka_unit_test(test_next_lesson),
      cmocka_unit_test(test_figures_wait_for_the_answer),
      cmocka_unit_test(test_choices_are_not_told),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
