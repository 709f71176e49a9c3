// What the explorer keeps from one run to the next: times, on stand-ins (kernels that do nothing, in made-up
// times), and what can be undone.
#include "fixture.h"

#include "explorer/state/background.h"
#include "explorer/tabs/changes.h"
#include "scratch.h"
#include "session/plans/plan_list.h"
#include "session/results/kept_times.h"
#include "session/results/timeline.h"

#include <math.h>

static const SessionOptions keeping = {
    .cache_folder = "", .keep_times = true, .read = {.sizes = &(SizeBinding){"rows", 64}, .size_count = 1}};

static Fixture open_keeping(int width, int height) {
  return open_graph_with("softmax.json", &keeping, GLYPHS_ASCII, width, height);
}

static void time_plan(Fixture *it) {
  press(it, "H greedy<Enter> b");
  Status status = {0};
  if (!session_measure_wait(it->session, &status)) fail_msg("%s", status.message);
  it->explorer->results++;
  press(it, "i");
}

static MeasuredView measured(const Fixture *it) {
  return session_measured(it->session, explorer_kernel(it->explorer));
}

static int timed_kernels(const Fixture *it) {
  int count, timed = 0;
  const int *order = plan_order(session_plan(it->session), &count);
  for (int i = 0; i < count; i++)
    timed += session_measured(it->session, order[i]).state == RESULT_DONE;
  return timed;
}

static void forget_file(void) {
  Device device;
  Status status = {0};
  assert_true(device_choose("h200", &device, &status));
  KeptTimes *times = kept_times_open(&device);
  assert_true(kept_times_forget(times, &status));
  kept_times_free(times);
}

// Measured times stand beside the estimates; what is not timed takes its estimate there.
static void test_timeline(void **state) {
  (void)state;
  forget_file();
  Fixture it = open_keeping(260, 60);
  time_plan(&it);
  Timeline line = timeline_new(it.session);
  double end = 0;
  for (int i = 0; i < line.count; i++) {
    assert_true(line.launches[i].timed && fabs(line.launches[i].measured_start_us - end) < 1e-9);
    end += session_measured(it.session, line.launches[i].kernel).measured->time_us;
  }
  assert_true(fabs(line.measured_us - end) < 1e-9 && fabs(line.end_us - end) < 1e-9);
  assert_float_equal(line.timed_estimate_us, line.estimate_us, 1e-9); // all of them
  timeline_free(&line);
  background_poll(it.explorer); // takes over that it ended
  press(&it, "W");
  assert_true(shows(&it, "each alone (est "));
  assert_true(shows(&it, ": gaps "));
  assert_true(shows(&it, " meas "));
  close_graph(&it);
}

// Made up: half a microsecond to either side.
static void test_told_apart(void **state) {
  (void)state;
  forget_file();
  Fixture it = open_keeping(200, 60);
  time_plan(&it);
  double time_us = measured(&it).measured->time_us;
  assert_float_equal(measured(&it).measured->spread_us, 0.5, 0.01);
  assert_true(shows(&it, " +-0.5"));
  assert_false(shows(&it, "by an earlier run"));
  close_graph(&it);
  it = open_keeping(200, 60);
  assert_int_equal(measured(&it).state, RESULT_NONE); // another plan
  press(&it, "H greedy<Enter> i");
  assert_int_equal(measured(&it).state, RESULT_DONE);
  assert_float_equal(measured(&it).measured->time_us, time_us, 1e-9);
  assert_true(measured(&it).kept_at > 0);
  assert_true(shows(&it, "by an earlier run"));
  assert_true(shows(&it, "Fake GPU"));
  assert_true(shows(&it, " k +999%")); // the error of the estimate, marked
  time_plan(&it);
  assert_int_equal(measured(&it).kept_at, 0);
  assert_false(shows(&it, "by an earlier run"));
  close_graph(&it);
}

// Seven kernels that differ: the screen knows their times after a few slices, and none before the first.
static void test_looked_up_in_slices(void **state) {
  (void)state;
  forget_file();
  Fixture it = open_keeping(120, 40);
  press(&it, "H none<Enter> b");
  Status status = {0};
  if (!session_measure_wait(it.session, &status)) fail_msg("%s", status.message);
  close_graph(&it);
  it = open_graph_raw("softmax.json", &keeping, GLYPHS_ASCII, 120, 40);
  explorer_draw(it.explorer, it.grid);
  assert_int_equal(timed_kernels(&it), 0);
  int slices = 0, before = 0;
  for (bool more = true; more; slices++) {
    more = explorer_work(it.explorer, 0);
    int now = timed_kernels(&it);
    assert_in_range(now, before, before + 2);
    before = now;
  }
  assert_int_equal(before, 7);
  assert_true(slices >= 4);
  explorer_sync(it.explorer);
  explorer_draw(it.explorer, it.grid);
  assert_true(shows(&it, " k ")); // marked in the table of kernels
  close_graph(&it);
}

static void test_forgetting(void **state) {
  (void)state;
  forget_file();
  Fixture it = open_keeping(120, 40);
  press(&it, ":forget<Space>kept<Enter>");
  assert_true(shows(&it, "no times are kept"));
  time_plan(&it);
  close_graph(&it);
  it = open_keeping(120, 40);
  press(&it, "H greedy<Enter> i");
  assert_int_equal(measured(&it).state, RESULT_DONE);
  press(&it, ":forget<Space>kept<Enter>");
  assert_true(shows(&it, "2 kept times are forgotten"));
  assert_int_equal(measured(&it).state, RESULT_NONE);
  close_graph(&it);
  it = open_keeping(120, 40);
  assert_int_equal(session_kept_times(it.session), 0);
  close_graph(&it);
}

// A cut by hand makes another kernel: the time is greyed, and undo brings it back.
static void test_edits(void **state) {
  (void)state;
  forget_file();
  Fixture it = open_keeping(120, 40);
  time_plan(&it);
  close_graph(&it);
  it = open_keeping(120, 40);
  press(&it, "H greedy<Enter>");
  assert_int_equal(measured(&it).state, RESULT_DONE);
  press(&it, "1gx");
  press(&it, "G");
  assert_int_equal(measured(&it).state, RESULT_STALE);
  press(&it, "u");
  assert_int_equal(measured(&it).state, RESULT_DONE);
  close_graph(&it);
}

// The status line counts kernels that are not as they were when they were measured.
static void test_changed_since_measured(void **state) {
  (void)state;
  forget_file();
  Fixture it = open_keeping(120, 40);
  press(&it, "H greedy<Enter> <Esc>");
  assert_false(shows(&it, "unmeasured")); // nothing is measured
  time_plan(&it);
  assert_false(shows(&it, "unmeasured"));
  press(&it, "1gx j"); // a kernel of one op, and the rest
  assert_int_equal(kernels(&it), 2);
  assert_true(shows(&it, "  2 kernels changed, unmeasured  undo "));
  press(&it, "u j");
  assert_false(shows(&it, "unmeasured"));
  close_graph(&it);
  it = open_keeping(120, 40);
  press(&it, "H greedy<Enter> j"); // measured by an earlier run
  assert_false(shows(&it, "unmeasured"));
  press(&it, "1gx j");
  assert_true(shows(&it, "  2 kernels changed, unmeasured  undo "));
  press(&it, ":forget<Space>kept<Enter> j");
  assert_false(shows(&it, "unmeasured")); // there is nothing left that they differ from
  close_graph(&it);
}

static void start_and_see(int width, const char *keys, const char *progress) {
  Fixture it = open_keeping(width, 40);
  press(&it, "H none<Enter>");
  press(&it, keys); // nothing is taken over from the workers before it is asked for
  assert_true(shows(&it, progress));
  session_cancel(it.session);
  close_graph(&it);
}

// The header says what is being done where there is room for words.
static void test_progress_in_the_header(void **state) {
  (void)state;
  forget_file();
  start_and_see(120, "c", "   * compiling 0/7");
  start_and_see(100, "c", "   * 0/7");
  start_and_see(120, "b", "   * timing 0/7");
}

static void test_broken_file(void **state) {
  (void)state;
  forget_file();
  Device device;
  assert_true(device_choose("h200", &device, NULL));
  KeptTimes *times = kept_times_open(&device);
  assert_true(file_write(times->path, "{ \"format\": ", 12, NULL));
  kept_times_free(times);
  Fixture it = open_keeping(120, 40);
  assert_true(it.explorer->message_failed);
  assert_true(shows(&it, "the times of earlier runs are not shown"));
  close_graph(&it);
}

static KeptPlan *timed(const Fixture *it, const char *name, double time_us, double spread_us) {
  PlanList *list = session_plans(it->session);
  KeptPlan *plan = plan_list_get(list, plan_list_find(list, name));
  plan_list_measured(list, plan->hash, time_us, spread_us);
  it->explorer->revision++;
  return plan;
}

static KeptPlan *plan_named(const Fixture *it, const char *name) {
  PlanList *list = session_plans(it->session);
  explorer_work(it->explorer, -1);
  return plan_list_get(list, plan_list_find(list, name));
}

// The whole plan's time, too, with its date: in the list of plans and below the kernels.
static void test_plans_are_kept(void **state) {
  (void)state;
  forget_file();
  setenv("FUSEBOX_CLOCK", "1795280400", 1);
  Fixture it = open_keeping(120, 40);
  time_plan(&it);
  explorer_work(it.explorer, -1);
  double time_us = session_report(it.session)->total.time_us;
  close_graph(&it);
  it = open_keeping(120, 40);
  assert_true(plan_named(&it, "none")->measured_us == 0); // another plan
  press(&it, "H greedy<Enter>");
  KeptPlan *greedy = plan_named(&it, "greedy");
  assert_float_equal(greedy->measured_us, time_us, 1e-9);
  assert_float_equal(greedy->measured_spread_us, 0.5, 0.01);
  assert_int_equal(greedy->kept_at, 1795280400);
  assert_string_equal(greedy->kept_gpu, "Fake GPU");
  press(&it, "p");
  assert_true(shows(&it, "k measured by an earlier run: greedy"));
  assert_true(shows(&it, "on Fake GPU"));
  press(&it, "w");
  assert_true(shows(&it, " +-0.5 us")); // Why, beside the estimate
  assert_true(shows(&it, " k2026-11-2"));
  press(&it, "gx u");
  assert_non_null(plan_named(&it, "greedy")->kept_gpu);
  close_graph(&it);
  unsetenv("FUSEBOX_CLOCK");
}

// Written by an emitter whose code was another one, the time says nothing of the plan of today.
static void test_plans_of_other_code(void **state) {
  (void)state;
  forget_file();
  Fixture it = open_keeping(120, 40);
  time_plan(&it);
  close_graph(&it);
  Device device;
  assert_true(device_choose("h200", &device, NULL));
  KeptTimes *times = kept_times_change(&device);
  assert_int_equal(times->plans.list.count, 1);
  times->plans.list.data[0].code.digits[0] ^= 1;
  assert_true(kept_times_save(times, NULL));
  kept_times_free(times);
  it = open_keeping(120, 40);
  press(&it, "H greedy<Enter> i");
  assert_int_equal(measured(&it).state, RESULT_DONE); // its only kernel is what it was
  assert_true(plan_named(&it, "greedy")->looked_up);
  assert_true(plan_named(&it, "greedy")->measured_us == 0);
  close_graph(&it);
}

// 62.5 and 62.1, each half a microsecond to either side: the difference of 0.4 is within its spread of 0.71.
static void test_differences_within_the_spread(void **state) {
  (void)state;
  forget_file();
  Fixture it = open_keeping(120, 40);
  press(&it, "H greedy<Enter>");
  timed(&it, "none", 62.5, 0.5);
  timed(&it, "greedy", 62.1, 0.5);
  press(&it, "p");
  assert_true(shows(&it, "=62.1 +-0.5")); // beside the baseline
  assert_true(shows(&it, " 62.5 +-0.5"));
  assert_true(shows(&it, "within the spread"));
  press(&it, "gD");
  assert_true(shows(&it, "-0.40 +-0.71 us"));
  assert_true(shows(&it, "neither is known to be faster"));
  timed(&it, "greedy", 60.1, 0.5);
  press(&it, "p");
  assert_true(shows(&it, " 60.1 +-0.5"));
  assert_false(shows(&it, "within the spread"));
  press(&it, "gD");
  assert_true(shows(&it, "-2.40 +-0.71 us"));
  assert_false(shows(&it, "within the spread"));
  close_graph(&it);
}

// Of kernels, too, where there is room: none's seven against the one of greedy. What is not measured has no
// figure.
static void test_changes_by_measurement(void **state) {
  (void)state;
  forget_file();
  Fixture it = open_keeping(300, 100);
  time_plan(&it);
  press(&it, "D");
  const Comparison *comparison = changes_get(it.explorer);
  assert_int_equal(comparison->group_count, 1);
  assert_false(changes_measured(it.explorer, &comparison->groups[0]).known);
  press(&it, "H none<Enter> b");
  Status status = {0};
  if (!session_measure_wait(it.session, &status)) fail_msg("%s", status.message);
  it.explorer->results++;
  press(&it, "H greedy<Enter>");
  comparison = changes_get(it.explorer);
  MeasuredChange change = changes_measured(it.explorer, &comparison->groups[0]);
  assert_true(change.known);
  assert_float_equal(change.left_spread_us, 0.5 * 2.6457513, 0.02); // of seven kernels that vary apart
  assert_float_equal(change.right_spread_us, 0.5, 0.01);
  assert_false(changes_measured_alike(&change));
  assert_true(change.left_us > change.right_us);
  close_graph(&it);
}

// ---- The undo history.

static Fixture open_saving(const char *graph) {
  return open_graph_with(graph, &(SessionOptions){.cache_folder = "", .autosave = true}, GLYPHS_ASCII, 120,
                         40);
}

// As if the program had been killed: saved, and never closed.
static void test_history_after_a_crash(void **state) {
  (void)state;
  Fixture killed = open_saving("dumps/mix/backward");
  uint64_t opened = plan_hash(session_plan(killed.session));
  press(&killed, "j x j x H greedy<Enter> u");
  uint64_t plan = plan_hash(session_plan(killed.session));
  int edits = plan_undo_depth(session_plan(killed.session)) - killed.explorer->first_undo;
  session_autosave_wait(killed.session);
  Fixture it = open_saving("dumps/mix/backward");
  assert_true(shows(&it, "as you left it: plan inductor*"));
  assert_int_equal(plan_hash(session_plan(it.session)), plan);
  press(&it, "j");
  assert_true(edits > 0);
  assert_int_equal(plan_undo_depth(session_plan(it.session)) - it.explorer->first_undo, edits);
  press(&it, "<C-r>"); // what was undone before it was killed
  assert_true(shows(&it, "plan greedy"));
  press(&it, "u");
  for (int i = 0; i < edits; i++)
    press(&it, "u");
  assert_int_equal(plan_hash(session_plan(it.session)), opened);
  assert_true(shows(&it, "plan inductor "));
  press(&it, "u"); // what opening made stays
  assert_int_equal(plan_hash(session_plan(it.session)), opened);
  assert_true(it.explorer->message_failed);
  close_graph(&it);
  close_graph(&killed);
}

static int make(void **state) {
  setenv("FUSEBOX_NVRTC", KEPT_NVRTC, 1);
  setenv("FUSEBOX_DRIVER", KEPT_DRIVER, 1);
  setenv("FUSEBOX_CUPTI", "0", 1);
  setenv("FAKE_ANY", "0.5", 1);
  return scratch_make(state);
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) return worker_main(count, arguments);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_timeline),
      cmocka_unit_test(test_told_apart),
      cmocka_unit_test(test_looked_up_in_slices),
      cmocka_unit_test(test_forgetting),
      cmocka_unit_test(test_edits),
      cmocka_unit_test(test_changed_since_measured),
      cmocka_unit_test(test_progress_in_the_header),
      cmocka_unit_test(test_broken_file),
      cmocka_unit_test(test_plans_are_kept),
      cmocka_unit_test(test_plans_of_other_code),
      cmocka_unit_test(test_differences_within_the_spread),
      cmocka_unit_test(test_changes_by_measurement),
      cmocka_unit_test(test_history_after_a_crash),
  };
  return cmocka_run_group_tests(tests, make, scratch_remove);
}
