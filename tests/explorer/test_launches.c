// Tabs over the launches: the plan on an axis of time, its memory, and moving from launch to launch.
#include "cost/model/replay.h"
#include "explorer/panes/detail.h"
#include "explorer/tabs/launches.h"
#include "explorer/tabs/tab.h"
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int kernel_at(const Fixture *it, int launch) {
  int count;
  return plan_order(it->explorer->plan, &count)[launch];
}

static void test_estimates_follow_one_another(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 40);
  const Timeline *line = launches_timeline(it.explorer);
  assert_int_equal(line->count, 7);
  double end = 0, launching = 0;
  for (int i = 0; i < line->count; i++) {
    const TimelineLaunch *launch = &line->launches[i];
    assert_int_equal(launch->kernel, kernel_at(&it, i));
    assert_float_equal(launch->start_us, end, 1e-9);
    assert_float_equal(launch->estimate_us,
                       estimator_kernel(it.explorer->estimator, it.explorer->plan, launch->kernel)->time_us,
                       1e-9);
    assert_false(launch->timed);
    end += launch->estimate_us;
    launching += launch->launch_us;
  }
  assert_float_equal(line->estimate_us, explorer_time(it.explorer), 1e-6);
  assert_float_equal(launching, 7 * 0.65, 1e-6); // of an H200, by its data
  assert_int_equal(line->timed, 0);
  assert_float_equal(line->end_us, line->estimate_us, 1e-9);
  press(&it, "W");
  assert_true(shows(&it, "7 launches take 4.55 us"));
  assert_true(shows(&it, "not measured"));
  close_graph(&it);
}

// A step at a time it comes to the same as at once: of the plan none, and of one with fusions.
static void test_timeline_in_steps(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 100, 40);
  static const char *const plans[] = {"H none<Enter>", "H greedy<Enter>"};
  for (int i = 0; i < 2; i++) {
    press(&it, plans[i]);
    Timeline whole = timeline_new(it.session), line = timeline_begin(it.session);
    int steps = 0;
    while (!timeline_work(&line, it.session, 7))
      assert_int_equal(line.known, 7 * ++steps);
    assert_int_equal(steps, (kernels(&it) - 1) / 7);
    assert_true(timeline_work(&line, it.session, 0)); // there is no more to do
    assert_memory_equal(line.launches, whole.launches, sizeof *whole.launches * (size_t)whole.count);
    assert_true(line.replay_us == whole.replay_us && line.estimate_us == whole.estimate_us);
    int left_out;
    assert_true(line.run_us == replay_run_us(session_device(it.session), it.explorer->estimator,
                                             it.explorer->plan, &left_out));
    assert_int_equal(line.not_run, left_out);
    timeline_free(&line);
    timeline_free(&whole);
  }
  close_graph(&it);
}

// The sum over the plan is of all kernels; what measuring leaves out of it is said.
static void test_library_calls_in_the_sum(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 100, 40);
  const Timeline *line = launches_timeline(it.explorer);
  double attention = 0;
  for (int i = 0; i < line->count; i++) {
    const Estimate *estimate =
        estimator_kernel(it.explorer->estimator, it.explorer->plan, line->launches[i].kernel);
    attention += estimate->not_run ? estimate->time_us : 0;
  }
  assert_int_equal(line->not_run, 2);
  assert_true(attention > 0);
  assert_true(line->replay_us > line->run_us && line->replay_us <= line->run_us + attention + 1);
  press(&it, "W");
  assert_true(shows(&it, "  without 2 library calls that are not run here est "));
  close_graph(&it);
  it = open_graph("softmax.json", 100, 40);
  press(&it, "W");
  assert_true(shows(&it, "as one CUDA graph est "));
  assert_false(shows(&it, "not run here"));
  close_graph(&it);
}

// In a larger pane more lines stay above the bars: they hide none of those that were shown.
static void test_trace_in_a_larger_pane(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 80, 24);
  press(&it, "4W");
  assert_false(shows(&it, "launches take"));
  assert_true(shows(&it, " K1 "));
  press(&it, "=");
  assert_true(shows(&it, "launches take"));
  assert_true(shows(&it, ">K0 "));
  press(&it, "=");
  assert_true(shows(&it, ">K0 "));
  close_graph(&it);
}

// What the page waits for is worked on between keys, and left where the page is.
static void test_timeline_between_keys(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 100, 40);
  it.explorer->tab = TAB_TRACE;
  uint64_t revision = it.explorer->revision;
  while (explorer_work(it.explorer, 0)) {
  }
  assert_true(it.explorer->revision > revision);
  it.explorer->synchronous = false;
  const Timeline *line = launches_timeline(it.explorer);
  assert_non_null(line);
  assert_int_equal(line->known, kernels(&it));
  close_graph(&it);
}

static void test_keys_go_from_launch_to_launch(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 40);
  press(&it, "g W 4 j");
  assert_int_equal(launches_here(it.explorer), 1);
  press(&it, "j k");
  assert_int_equal(launches_here(it.explorer), 1);
  press(&it, "G");
  assert_int_equal(launches_here(it.explorer), 6);
  press(&it, "g _ l l");
  assert_int_equal(launches_here(it.explorer), 2);
  press(&it, "h");
  assert_int_equal(launches_here(it.explorer), 1);
  press(&it, "j"); // there the rows are tensors
  assert_int_equal(launches_here(it.explorer), 1);
  close_graph(&it);
}

// Below the sums, which stay in sight.
static void test_trace_shows_the_cursor(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 100, 24);
  press(&it, "g W 4 =");
  for (int i = 1; i < 20; i++) {
    char row[32];
    press(&it, "j");
    assert_int_equal(launches_here(it.explorer), i);
    snprintf(row, sizeof row, ">K%d ", kernel_at(&it, i));
    assert_true(shows(&it, row));
  }
  close_graph(&it);
}

// x is bf16, all else f32, of 16384 x 4096: at the third launch x, xf, the row maxima and what is written.
static void test_memory(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 40);
  const PlanLive *live = launches_live(it.explorer);
  int64_t elements = 16384 * 4096;
  assert_int_equal(live->peak, 2);
  assert_int_equal(live->bytes[2], elements * 2 + elements * 4 + 16384 * 4 + elements * 4);
  press(&it, "g _ 4 <Enter>"); // the first line goes to the peak
  assert_int_equal(launches_here(it.explorer), 2);
  assert_true(shows(&it, "most 671.2 MB at K2, launch 3 of 7; inputs 134.2 MB"));
  assert_true(shows(&it, "4 tensors live here, K2"));
  press(&it, "H greedy<Enter>"); // anew of another plan
  assert_int_equal(launches_live(it.explorer)->launch_count, kernels(&it));
  close_graph(&it);
}

static void assert_shows(const Text *out, const char *part) {
  if (!strstr(text_get(out), part)) fail_msg("no \"%s\" in\n%s", part, text_get(out));
}

// Names have what figures leave.
static void test_names_of_memory(void **state) {
  (void)state;
  static const char text[] =
      "{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"g\", \"inputs\": [ { \"name\": \"x\", "
      "\"dtype\": \"f32\", \"shape\": [64] } ], \"ops\": [ { \"name\": "
      "\"a_gate_of_a_model_that_has_a_long_name_4\", \"op\": \"exp\", \"in\": [\"x\"] }, { \"name\": \"y\", "
      "\"op\": \"neg\", \"in\": [\"a_gate_of_a_model_that_has_a_long_name_4\"] } ], \"outputs\": [\"y\"] }";
  char path[] = "/tmp/fusebox-live-XXXXXX.json";
  int file = mkstemps(path, 5);
  assert_true(file >= 0 && write(file, text, sizeof text - 1) == (ssize_t)(sizeof text - 1));
  close(file);
  Status status = {0};
  Text out = {0};
  Session *session = session_open(path, &(SessionOptions){.device = "h200"}, &status);
  if (!session) fail_msg("%s", status.message);
  UiOptions ui = {.glyphs = UI_GLYPHS_ASCII};
  assert_true(ui_script_run(session, &ui, "keys", "_j\nsnap live\n", 100, 44, &out, &status));
  assert_shows(&out, "o a_gate_of_a_model_that_has_a_long_name_4 exp "); // nothing else needs the room there
  assert_shows(&out, "3 tensors live here, K1");                         // an input stays
  assert_shows(&out, "a_gate_of_a_model_that_has_a_long_name_4     256 B  33%");
  text_free(&out);
  session_close(session);
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_estimates_follow_one_another),
      cmocka_unit_test(test_timeline_in_steps),
      cmocka_unit_test(test_library_calls_in_the_sum),
      cmocka_unit_test(test_trace_in_a_larger_pane),
      cmocka_unit_test(test_timeline_between_keys),
      cmocka_unit_test(test_keys_go_from_launch_to_launch),
      cmocka_unit_test(test_trace_shows_the_cursor),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_names_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
