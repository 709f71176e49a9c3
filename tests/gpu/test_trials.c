// Trials of variants on a driver whose kernels are C functions that take a fixed time each: what is wrong,
// does not compile, faults or hangs costs itself, and the quickest is found by turns.
#include "gpu/measure/trials.h"

#include "fake_path.h"
#include "hand_program.h"
#include "scratch.h"
#include "test.h"

typedef struct Fixture {
  Compiler *compiler;
  Worker *worker;
  Graph *graph;
} Fixture;

static const TrialOptions usual = {
    .measure = {.launches = 10, .seed = 1, .time_limit_s = 20, .check = true}, .finalists = 2, .rounds = 3};

typedef struct Heard {
  int calls, stop_after;
} Heard;

static bool hear(void *context, int done, int count, const Measured *latest) {
  Heard *heard = context;
  assert_true(done <= count && latest);
  return ++heard->calls != heard->stop_after;
}

// Variants of z = 2 y, by the names of their kernels.
static bool try_kernels(const Fixture *fixture, const TrialOptions *options, const char *const *names,
                        Heard *heard, Trial *trials, Status *status) {
  Program *program = hand_variants(fixture->graph, names);
  bool ok = worker_try(fixture->worker, program, options, heard ? hear : NULL, heard, trials, status);
  hand_program_free(program);
  return ok;
}

static void try_well(const Fixture *fixture, const TrialOptions *options, const char *const *names,
                     Trial *trials) {
  Status status = {0};
  if (!try_kernels(fixture, options, names, NULL, trials, &status)) fail_msg("%s", status.message);
}

static void assert_problem(const Trial *trial, const char *why) {
  assert_false(trial->measured.ok);
  assert_int_equal(trial->rounds, 0);
  if (!strstr(trial->measured.error, why)) fail_msg("\"%s\" does not say \"%s\"", trial->measured.error, why);
}

// twice takes 20 us, twice_quick 15 and twice_slow 30 (fake_kernels.c): the first and the two quickest have
// turns.
static void test_quickest(void **state) {
  Trial trials[4];
  try_well(*state, &usual, (const char *[]){"twice", "twice_slow", "twice_quick", "twice", NULL}, trials);
  const double expected[] = {20, 30, 15, 20};
  const int rounds[] = {3, 0, 3, 3};
  for (int i = 0; i < 4; i++) {
    assert_true(trials[i].right && trials[i].measured.ok);
    assert_float_equal(trials[i].measured.time_us, expected[i], 0.01);
    assert_int_equal(trials[i].rounds, rounds[i]);
    assert_int_equal(trials[i].measured.launches, 10);
  }
}

static void test_wrong_is_no_candidate(void **state) {
  Trial trials[3];
  try_well(*state, &usual, (const char *[]){"twice", "twice_but_last", "twice_quick", NULL}, trials);
  assert_false(trials[1].right);
  assert_problem(&trials[1], "is wrong");
  assert_true(trials[2].measured.ok);
}

static void test_unchecked(void **state) {
  TrialOptions options = usual;
  options.measure.check = false;
  Trial trials[2];
  try_well(*state, &options, (const char *[]){"twice", "twice_but_last", NULL}, trials);
  assert_true(trials[1].measured.ok);
}

// What fails costs itself only, wherever it stands.
static void test_failures(void **state) {
  Trial trials[6];
  TrialOptions options = usual;
  options.measure.time_limit_s = 1;
  try_well(*state, &options,
           (const char *[]){"twice", "broken", "fault", "narrow", "hang", "twice_quick", NULL}, trials);
  assert_problem(&trials[1], "no_such_name");
  assert_problem(&trials[2], "illegal memory access");
  assert_problem(&trials[3], "too many resources");
  assert_true(strlen(trials[4].measured.error) > 0 && !trials[4].measured.ok);
  assert_float_equal(trials[0].measured.time_us, 20, 0.01);
  assert_float_equal(trials[5].measured.time_us, 15, 0.01);
  assert_int_equal(trials[5].rounds, 3);
}

static void test_first_fails(void **state) {
  Trial trials[2];
  try_well(*state, &usual, (const char *[]){"fault", "twice", NULL}, trials);
  assert_problem(&trials[0], "illegal memory access");
  assert_problem(&trials[1], "first variant");
}

static void test_cancel(void **state) {
  Trial trials[3];
  Heard heard = {.stop_after = 2};
  Status status = {0};
  assert_false(try_kernels(*state, &usual, (const char *[]){"twice", "twice", "twice", NULL}, &heard, trials,
                           &status));
  assert_int_equal(status.code, STATUS_CANCELLED);
  assert_int_equal(heard.calls, 2);
  try_well(*state, &usual, (const char *[]){"twice", NULL}, trials); // it can be used again
  assert_float_equal(trials[0].measured.time_us, 20, 0.01);
}

static void test_no_device(void **state) {
  const Fixture *fixture = *state;
  setenv("FAKE_NO_DEVICE", "1", 1);
  Fixture lonely = {fixture->compiler, worker_new(fixture->compiler), fixture->graph};
  Trial trials[1];
  Status status = {0};
  assert_false(try_kernels(&lonely, &usual, (const char *[]){"twice", NULL}, NULL, trials, &status));
  unsetenv("FAKE_NO_DEVICE");
  assert_int_equal(status.code, STATUS_MISSING);
  worker_free(lonely.worker);
}

// Each kernel is compiled once: the tests are about what becomes of it.
static int set_up(void **state) {
  if (scratch_make(state)) return 1;
  Fixture *fixture = memory_alloc(sizeof *fixture);
  fake_driver_use();
  setenv("FUSEBOX_CUPTI", "0", 1);
  fixture->compiler = compiler_new(scratch, NULL);
  fixture->worker = worker_new(fixture->compiler);
  fixture->graph = hand_graph();
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  Fixture *fixture = *state;
  worker_free(fixture->worker);
  compiler_free(fixture->compiler);
  graph_free(fixture->graph);
  free(fixture);
  return scratch_remove(state);
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) return worker_main(count, arguments);
  Compiler *probe = compiler_new("", NULL);
  if (!probe) return 77;
  compiler_free(probe);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_quickest),    cmocka_unit_test(test_wrong_is_no_candidate),
      cmocka_unit_test(test_unchecked),   cmocka_unit_test(test_failures),
      cmocka_unit_test(test_first_fails), cmocka_unit_test(test_cancel),
      cmocka_unit_test(test_no_device),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
