// The lessons' engine: what it takes from a file, what it refuses, what its functions may do, what it keeps.
#include "test.h"

#include "scratch.h"
#include "script/lesson/guess.h"
#include "script/lesson/lesson.h"
#include "session/setup.h"

// A lesson of one step with these fields.
static Lesson *open_step(const char *fields, Status *status) {
  Text text = {0};
  text_printf(&text,
              "return { title = 'T', graph = 'graphs/softmax.json', sizes = { rows = 64, cols = 128 },\n"
              "  measured = { fused_us = 12.5 }, steps = { { title = 'S', %s } } }\n",
              fields);
  scratch_write("mine.lua", text_get(&text));
  char *path = scratch_path("mine.lua");
  Lesson *lesson = lesson_open(path, status);
  text_free(&text);
  free(path);
  return lesson;
}

static void assert_refused(const char *fields, const char *message) {
  Status status = {0};
  Lesson *lesson = open_step(fields, &status);
  assert_null(lesson);
  if (!strstr(status.message, message) || !strstr(status.message, "mine.lua"))
    fail_msg("\"%s\" instead of \"%s\"", status.message, message);
}

static void test_refuses(void **state) {
  (void)state;
  assert_refused("txt = 'a'", "step 1: there is no field 'txt'");
  assert_refused("text = 'a', hnit = 'b'", "step 1: there is no field 'hnit': did you mean 'hint'?");
  assert_refused("go = 'xf'", "step 1: it has no field 'text'");
  assert_refused("text = 7", "step 1: 'text' cannot be a number");
  assert_refused("text = 'a', check = true, solve = 'f'", "step 1: 'check' cannot be a boolean");
  assert_refused("text = 'a', check = function() return true end", "no keys to 'solve' it");
  assert_refused("text = 'a', predict = { question = 'q' }", "step 1: it has no field 'answer'");
  assert_refused("text = 'a', predict = { question = 'q', answer = 'x', choices = { 'x' } }",
                 "fewer than two");
  assert_refused("text = 'a', id = 'A b'", "the id 'A b' is not of small letters");
  assert_refused("text = 'a', id = 'x' }, { title = 'T', text = 'b', id = 'x'", "has the id 'x', too");
  assert_refused("text = 'a' + 1", "mine.lua:2:");
  assert_refused("text = 'a' }, 'b', {", "step 2: a table is wanted, not a string");
}

static void test_refuses_files(void **state) {
  (void)state;
  static const char *const broken[][2] = {
      {"return 7", "a lesson returns a table"},
      {"return { title = 'T', graph = 'g', steps = {} }", "there are no steps"},
      {"return { title = 'T', steps = {} }", "it has no field 'graph'"},
      {"return { title = 'T', graph = 'g', name = '../x', steps = {} }", "the name '../x'"},
      {"return { title = 'T', graph = 'g', number = 1.5, steps = {} }", "'number' must be a whole number"},
      {"while true do end", "endless loop"},
      {"return {", "mine.lua:1:"},
  };
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    Status status = {0};
    scratch_write("mine.lua", broken[i][0]);
    char *path = scratch_path("mine.lua");
    assert_null(lesson_open(path, &status));
    if (!strstr(status.message, broken[i][1]))
      fail_msg("\"%s\" instead of \"%s\"", status.message, broken[i][1]);
    free(path);
  }
  Status status = {0};
  assert_null(lesson_open("pottery", &status));
  assert_non_null(strstr(status.message, "there are locality"));
}

static LessonLook look_at(Lesson *lesson, Session *session, const char *guess) {
  LessonLook look;
  Status status = {0};
  if (!lesson_look(lesson, session, NULL, 0, guess, NULL, &look, &status)) fail_msg("%s", status.message);
  return look;
}

// The check is asked of the plan as it is each time.
static void test_check(void **state) {
  (void)state;
  Status status = {0};
  Lesson *lesson = open_step(
      "text = 'a', solve = 'f', check = function(plan)\n"
      "  return plan:kernel_count() == 1, plan:kernel_count() .. ' kernels' end",
      &status);
  if (!lesson) fail_msg("%s", status.message);
  Session *session = lesson_session(lesson, false, &status);
  if (!session) fail_msg("%s", status.message);
  LessonLook look = look_at(lesson, session, NULL);
  assert_false(look.passed);
  assert_string_equal(look.missing, "7 kernels");
  lesson_look_free(&look);
  assert_true(heuristic_run(session, "greedy", NULL, 0, NULL, NULL, &status));
  look = look_at(lesson, session, NULL);
  assert_true(look.passed);
  assert_string_equal(look.missing, "");
  lesson_look_free(&look);
  session_close(session);
  lesson_close(lesson);
}

static void test_prediction(void **state) {
  (void)state;
  Status status = {0};
  Lesson *lesson = open_step(
      "text = 'a', predict = { question = 'q', unit = 'us', within = 0.2, reveal = 'so',\n"
      "  answer = function(lesson) return lesson.measured.fused_us end }",
      &status);
  Session *session = lesson_session(lesson, false, &status);
  LessonLook look = look_at(lesson, session, NULL);
  assert_null(look.answer); // nothing is told before the guess
  assert_null(look.reveal);
  lesson_look_free(&look);
  static const struct {
    const char *guess;
    bool right;
  } guesses[] = {
      {"12.5", true},        {"10 us", true},           {" 15us ", true},           {"9.9", false},
      {"15.1", false},       {"-12.5", false},          {"0.0125 ms", true},        {"12500ns", true},
      {"12,5", true},        {"5 * 2.5", true},         {"(1 + 4)*2,5 µs", true},   {"1,250/100", true},
      {"1.25e1", true},      {"125*10^-1", true},       {"10 us + 0.002 ms", true}, {"2 x 6.25", true},
      {"~12.5", true},       {"0,125", false},          {"6 + 6.5 us", true},       {"10000 + 2500 ns", true},
      {"10 us + 2.5", true}, {"20000 - 7500 ns", true}, {"(6 + 6.5) us", true},     {"0.0025 ms + 10", true}};
  for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++) {
    look = look_at(lesson, session, guesses[i].guess);
    if (look.right != guesses[i].right) fail_msg("%s", guesses[i].guess);
    assert_string_equal(look.answer, "12.5 us");
    assert_string_equal(look.reveal, "so");
    lesson_look_free(&look);
  }
  static const char *const nonsense[] = {"",
                                         "many",
                                         "12 GB",
                                         "nan",
                                         "12.5 us us",
                                         "1e999",
                                         "2*",
                                         "(3",
                                         "1/0",
                                         "12..5",
                                         "3 kernels",
                                         "1,07,3",
                                         "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1"};
  for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
    if (lesson_check_guess(lesson_step(lesson, 0), nonsense[i], &status)) fail_msg("%s", nonsense[i]);
  session_close(session);
  lesson_close(lesson);
}

// Behind a number that has none the unit is told again with a guess.
static void test_units_of_guesses(void **state) {
  (void)state;
  static const char *const with[] = {"1070 MB", "1.07GB", "8 * 537 MB / 4", "50%", "3x", "12 µs"},
                           *const without[] = {"1.07", "2*0.537", "1.07e0", "2 x 0.537", "1,07", "(1+2)", ""};
  for (size_t i = 0; i < sizeof with / sizeof *with; i++)
    if (!guess_has_unit(with[i])) fail_msg("%s", with[i]);
  for (size_t i = 0; i < sizeof without / sizeof *without; i++)
    if (guess_has_unit(without[i])) fail_msg("%s", without[i]);
}

// Three digits, as the header, the panes and the tabs have them.
static void test_times_as_on_the_screen(void **state) {
  (void)state;
  Status status = {0};
  Lesson *lesson = open_step(
      "text = function(lesson) return lesson:time(0.65) .. ', ' .. lesson:time(1.3) .. "
      "', ' .. lesson:time(97.44) .. ', ' .. lesson:time(12345) .. ', ' .. lesson:time(2.5e6) end",
      &status);
  Session *session = lesson_session(lesson, false, &status);
  LessonLook look = look_at(lesson, session, NULL);
  assert_string_equal(look.text, "0.65 µs, 1.30 µs, 97.4 µs, 12.3 ms, 2.50 s");
  lesson_look_free(&look);
  session_close(session);
  lesson_close(lesson);
}

// Named sizes are those of now: the file's at first, then what the student set.
static void test_sizes(void **state) {
  (void)state;
  Status status = {0};
  Lesson *lesson =
      open_step("text = function(lesson) return lesson.sizes.rows .. ' ' .. lesson.sizes.cols end", &status);
  Session *session = lesson_session(lesson, false, &status);
  LessonLook look = look_at(lesson, session, NULL);
  assert_string_equal(look.text, "64 128");
  lesson_look_free(&look);
  SizeBinding size = {"cols", 99};
  SessionSetup *setup = session_setup_new(session, &size, 1, NULL, &status);
  assert_non_null(setup);
  session_setup_take(session, setup);
  look = look_at(lesson, session, NULL);
  assert_string_equal(look.text, "64 99");
  lesson_look_free(&look);
  session_close(session);
  lesson_close(lesson);
}

// A step's functions are asked of its own plan and sizes, whatever the session has become; its check is asked
// of the session.
static void test_state(void **state) {
  (void)state;
  Status status = {0};
  static const char count[] =
      "return plan:kernel_count() .. ' of ' .. lesson.sizes.cols .. ' at ' .. lesson.unfused.kernels";
  char fields[400];
  snprintf(fields, sizeof fields,
           "text = function(lesson) local plan = lesson.plan %s end, solve = 'f',\n"
           "  check = function(plan, lesson) return false, (function() %s end)() end",
           count, count);
  Lesson *lesson = open_step(fields, &status);
  if (!lesson) fail_msg("%s", status.message);
  Session *session = lesson_session(lesson, false, &status);
  assert_true(heuristic_run(session, "greedy", NULL, 0, NULL, NULL, &status));
  SizeBinding size = {"cols", 99};
  session_setup_take(session, session_setup_new(session, &size, 1, NULL, &status));
  LessonLook look;
  assert_true(lesson_look(lesson, session, lesson_start(lesson), 0, NULL, NULL, &look, &status));
  assert_string_equal(look.text, "7 of 128 at 7");
  assert_string_equal(look.missing, "1 of 99 at 7");
  assert_true(look.elsewhere);
  lesson_look_free(&look);
  LessonState *now = lesson_state_of(session);
  assert_true(lesson_look(lesson, session, now, 0, NULL, NULL, &look, &status));
  assert_string_equal(look.text, "1 of 99 at 7");
  assert_false(look.elsewhere);
  lesson_look_free(&look);
  lesson_state_free(now);
  session_close(session);
  lesson_close(lesson);
}

// What is usually guessed instead is answered with why it is wrong.
static void test_feedback(void **state) {
  (void)state;
  Status status = {0};
  static const struct {
    const char *fields, *guess, *feedback; // NULL: none
  } cases[] = {
      {"unit = 'MB', answer = 8, wrong = { { 17, 'those are all' }, { function() return 4 end, 'half' } }",
       "17 MB", "those are all"},
      {"unit = 'MB', answer = 8, wrong = { { 17, 'all' }, { function() return 4 end, 'half' } }", "4",
       "half"},
      {"unit = 'MB', answer = 8, wrong = { { 17, 'all' } }", "5", NULL},
      {"unit = 'MB', answer = 8, wrong = { { 17, 'all' } }", "8", NULL},
      {"unit = 'MB', answer = 8", "8000", "The digits are right, but not for this unit."},
      {"unit = 'MB', answer = 8, wrong = function(guess, lesson) return guess > 8 and 'too many' or nil end",
       "9", "too many"},
      {"choices = { 'a', 'b', 'c' }, answer = 'a', wrong = { { 'c', 'not c' } }", "c", "not c"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char fields[300];
    snprintf(fields, sizeof fields, "text = 'a', predict = { question = 'q', %s }", cases[i].fields);
    Lesson *lesson = open_step(fields, &status);
    if (!lesson) fail_msg("%s", status.message);
    Session *session = lesson_session(lesson, false, &status);
    LessonLook look = look_at(lesson, session, cases[i].guess);
    if (cases[i].feedback)
      assert_string_equal(look.feedback, cases[i].feedback);
    else
      assert_null(look.feedback);
    lesson_look_free(&look);
    session_close(session);
    lesson_close(lesson);
  }
}

static void test_tries(void **state) {
  (void)state;
  Status status = {0};
  static const struct {
    const char *fields;
    int tries;
  } cases[] = {{"answer = 8", 2},
               {"answer = 8, tries = 3", 3},
               {"answer = 'a', choices = { 'a', 'b' }", 1},
               {"answer = 'a', choices = { 'a', 'b', 'c' }", 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char fields[300];
    snprintf(fields, sizeof fields, "text = 'a', predict = { question = 'q', %s }", cases[i].fields);
    Lesson *lesson = open_step(fields, &status);
    assert_int_equal(lesson_step(lesson, 0)->prediction.tries, cases[i].tries);
    lesson_close(lesson);
  }
  assert_refused("text = 'a', predict = { question = 'q', answer = 1, tries = 10 }", "at most 9 'tries'");
}

// 64 x 128 in bf16 are 16 kB, in f32 32 kB; x is there throughout, and y at the last launch.
static void test_device_and_memory(void **state) {
  (void)state;
  Status status = {0};
  Lesson *lesson = open_step(
      "text = function(lesson)\n"
      "  local device, live = lesson.device, lesson.plan:live()\n"
      "  return string.format('%s %d %d %.1f %.1f %d %d %d', device.name, device.sms, "
      "device.registers_per_sm,\n"
      "    device.copy_gbs, device.f32_tflops, #live, live[1], live[#live]) end",
      &status);
  Session *session = lesson_session(lesson, false, &status);
  LessonLook look = look_at(lesson, session, NULL);
  assert_string_equal(look.text, "h200 132 65536 4305.6 59.3 7 49152 65536");
  lesson_look_free(&look);
  session_close(session);
  lesson_close(lesson);
}

static void test_choices(void **state) {
  (void)state;
  Status status = {0};
  Lesson *lesson = open_step(
      "text = 'a', predict = { question = 'q', choices = { 'up', 'down' }, answer = 'down' }", &status);
  Session *session = lesson_session(lesson, false, &status);
  assert_false(lesson_check_guess(lesson_step(lesson, 0), "left", &status));
  LessonLook look = look_at(lesson, session, "up");
  assert_false(look.right);
  assert_string_equal(look.answer, "down");
  lesson_look_free(&look);
  look = look_at(lesson, session, "down");
  assert_true(look.right);
  lesson_look_free(&look);
  session_close(session);
  lesson_close(lesson);
}

// What a function of the lesson does wrong is said with file and line; the plan stays as it is.
static void assert_look_fails(const char *fields, const char *message) {
  Status status = {0};
  Lesson *lesson = open_step(fields, &status);
  if (!lesson) fail_msg("%s", status.message);
  Session *session = lesson_session(lesson, false, &status);
  uint64_t version = plan_version(session_plan(session));
  LessonLook look;
  assert_false(lesson_look(lesson, session, NULL, 0, NULL, NULL, &look, &status));
  if (!strstr(status.message, message)) fail_msg("\"%s\" instead of \"%s\"", status.message, message);
  assert_true(plan_version(session_plan(session)) == version);
  session_close(session);
  lesson_close(lesson);
}

static void test_functions_that_fail(void **state) {
  (void)state;
  assert_look_fails("text = function() error('oh') end", "mine.lua:2: oh");
  assert_look_fails("text = function() return {} end", "step 1: the function 'text' returns no text");
  assert_look_fails("text = 'a', solve = 'f', check = function() end", "'check' returns true, or false");
  assert_look_fails("text = function() while true do end end", "endless loop");
  assert_look_fails("text = 'a', solve = 'f', check = function(plan) return plan:fuse('xf', 'highest') end",
                    "only the student changes it");
  assert_look_fails("text = 'a', solve = 'f', check = function(plan) return plan:reset() end",
                    "only the student changes it");
}

// The user's own lessons are listed behind the shipped ones, and one of the same name takes its place.
static void test_list(void **state) {
  (void)state;
  scratch_write("lessons/zebra.lua",
                "return { title = 'Z', graph = 'g', steps = { { title = 'S', text = 'a' } } }");
  scratch_write(
      "lessons/locality.lua",
      "return { number = 1, title = 'Mine', graph = 'g', steps = { { title = 'S', text = 'a' } } }");
  int count;
  LessonInfo *list = lessons_list(&count, NULL);
  assert_string_equal(list[0].title, "Mine");
  assert_string_equal(list[count - 1].name, "zebra");
  for (int i = 1; i < count - 1; i++)
    assert_true(list[i].number > list[i - 1].number);
  lessons_free(list, count);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refuses),
      cmocka_unit_test(test_refuses_files),
      cmocka_unit_test(test_check),
      cmocka_unit_test(test_prediction),
      cmocka_unit_test(test_units_of_guesses),
      cmocka_unit_test(test_times_as_on_the_screen),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_state),
      cmocka_unit_test(test_feedback),
      cmocka_unit_test(test_tries),
      cmocka_unit_test(test_device_and_memory),
      cmocka_unit_test(test_choices),
      cmocka_unit_test(test_functions_that_fail),
      cmocka_unit_test(test_list),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
