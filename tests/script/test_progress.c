// What is kept of lessons: plans, and how far students are, by ids of lessons and steps.
#include "test.h"

#include "scratch.h"
#include "script/lesson/lesson.h"

static const char SOFTMAX[] =
    "return { title = 'T', graph = 'graphs/softmax.json', sizes = { rows = 64, cols = 128 },\n"
    "  steps = { { title = 'S', text = 'a', predict = { question = 'q', answer = 7 } } } }\n";

static Lesson *open_text(const char *text) {
  Status status = {0};
  scratch_write("mine.lua", text);
  char *path = scratch_path("mine.lua");
  Lesson *lesson = lesson_open(path, &status);
  if (!lesson) fail_msg("%s", status.message);
  free(path);
  return lesson;
}

// Ids are the file's own, else of names and titles; no two steps share one.
static void test_ids(void **state) {
  (void)state;
  Lesson *lesson = open_text(
      "return { title = 'On  Softmax: why?', graph = 'g', steps = {\n"
      "  { title = 'Count, then', text = 'a' }, { title = 'Count then!', text = 'b' },\n"
      "  { title = 'Other', id = 'mine', text = 'c' }, { title = '?', text = 'd' } } }");
  const char *ids[] = {"count-then", "count-then-2", "mine", "step"};
  assert_string_equal(lesson_info(lesson)->id, "on-softmax-why");
  for (int i = 0; i < 4; i++)
    assert_string_equal(lesson_info(lesson)->step_ids[i], ids[i]);
  lesson_close(lesson);
  lesson =
      open_text("return { title = 'T', name = 'n', graph = 'g', steps = { { title = 'S', text = 'a' } } }");
  assert_string_equal(lesson_info(lesson)->id, "n");
  lesson_close(lesson);
}

// What was done belongs to a step wherever it stands now; what is gone is told, once.
static void test_progress_of_a_changed_lesson(void **state) {
  (void)state;
  Status status = {0};
  Lesson *lesson = open_text(
      "return { title = 'Moving', graph = 'g', steps = { { title = 'A', text = 'a' },\n"
      "  { title = 'B', text = 'b' }, { title = 'C', text = 'c' } } }");
  LessonProgress *progress = lesson_progress_read(lesson_info(lesson));
  assert_false(progress->changed);
  progress->step = 1;
  progress->steps[0].done = progress->steps[1].done = true;
  SizeBinding size = {"n", 7};
  progress->steps[1].state = lesson_state_new("{}", "h200", &size, 1);
  progress->steps[1].tries = 3;
  lesson_record_wrong(&progress->steps[1], "x \"y\"");
  assert_true(lesson_progress_write(lesson_info(lesson), progress, &status));
  lesson_progress_free(progress);
  lesson_close(lesson);
  lesson = open_text(
      "return { title = 'Moving', graph = 'g', steps = { { title = 'New', text = 'n' },\n"
      "  { title = 'C', text = 'c' }, { title = 'B', text = 'b' }, { title = 'D', text = 'd' } } }");
  progress = lesson_progress_read(lesson_info(lesson));
  assert_true(progress->changed);
  assert_int_equal(progress->lost, 1); // A
  assert_int_equal(progress->step, 2);
  assert_true(progress->steps[2].done && !progress->steps[0].done && !progress->steps[1].done);
  assert_int_equal(progress->steps[2].tries, 3);
  assert_string_equal(progress->steps[2].wrong[0], "x \"y\"");
  assert_int_equal(progress->steps[2].state->sizes[0].value, 7);
  assert_true(lesson_progress_write(lesson_info(lesson), progress, &status));
  lesson_progress_free(progress);
  progress = lesson_progress_read(lesson_info(lesson));
  assert_false(progress->changed);
  lesson_progress_free(progress);
  lesson_close(lesson);
}

// Files of before there were ids: named by the lesson's file, their steps in order.
static void test_progress_without_ids(void **state) {
  (void)state;
  Lesson *lesson = open_text(
      "return { title = 'Aged', graph = 'g', steps = { { title = 'A', text = 'a' },\n"
      "  { title = 'B', text = 'b' } } }");
  scratch_write("lesson-mine.json",
                "{ \"lesson\": \"mine\", \"step\": 1, \"steps\": [ { \"done\": true }, "
                "{ \"done\": true, \"guess\": \"7\", \"answer\": \"8\", \"right\": false } ] }");
  LessonProgress *progress = lesson_progress_read(lesson_info(lesson));
  assert_int_equal(progress->step, 1);
  assert_true(progress->steps[0].done);
  assert_string_equal(progress->steps[1].answer.guess, "7");
  assert_string_equal(progress->steps[1].answer.reveal, "");
  lesson_progress_free(progress);
  scratch_write("lesson-mine.json", "{}");
  lesson_close(lesson);
}

// The plan is kept under the lesson's own name, apart from the graph's.
static void test_keeps(void **state) {
  (void)state;
  Status status = {0};
  Lesson *lesson = open_text(SOFTMAX);
  Session *session = lesson_session(lesson, true, &status);
  assert_false(session_restored(session));
  assert_true(heuristic_run(session, "greedy", NULL, 0, NULL, NULL, &status));
  session_close(session);
  LessonProgress *progress = lesson_progress_read(lesson_info(lesson));
  assert_int_equal(progress->step, 0);
  assert_null(progress->steps[0].answer.guess);
  progress->steps[0].done = true;
  progress->steps[0].answer = (LessonAnswer){strdup("8 \"or\" so"), strdup("7"), strdup("why"), true};
  assert_true(lesson_progress_write(lesson_info(lesson), progress, &status));
  lesson_progress_free(progress);
  progress = lesson_progress_read(lesson_info(lesson));
  assert_true(progress->steps[0].done && progress->steps[0].answer.right);
  assert_string_equal(progress->steps[0].answer.guess, "8 \"or\" so");
  lesson_progress_free(progress);
  session = lesson_session(lesson, true, &status);
  assert_true(session_restored(session));
  assert_int_equal(plan_kernel_count(session_plan(session)), 1);
  assert_true(lesson_restart(lesson, session, &status));
  assert_int_equal(plan_kernel_count(session_plan(session)), 7);
  session_close(session);
  lesson_close(lesson);
}

// A broken file of progress is as none.
static void test_broken_progress(void **state) {
  (void)state;
  Lesson *lesson = open_text(SOFTMAX);
  static const char *const broken[] = {"",
                                       "{",
                                       "[]",
                                       "{\"step\": 7, \"steps\": [{}]}",
                                       "{\"step\": -1, \"steps\": [{}]}",
                                       "{\"step\": 0, \"steps\": [{}, {}]}",
                                       "{\"step\": 0, \"steps\": [7]}"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    scratch_write("lesson-t.json", broken[i]); // by the id, which is of the title
    LessonProgress *progress = lesson_progress_read(lesson_info(lesson));
    assert_int_equal(progress->step_count, 1);
    assert_int_equal(progress->step, 0);
    assert_false(progress->steps[0].done);
    lesson_progress_free(progress);
  }
  lesson_close(lesson);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ids),
      cmocka_unit_test(test_progress_of_a_changed_lesson),
      cmocka_unit_test(test_progress_without_ids),
      cmocka_unit_test(test_keeps),
      cmocka_unit_test(test_broken_progress),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
