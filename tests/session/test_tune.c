// Tuning with times of our own making: what is tried, where the search ends, what the plan and the cache get.
#include "session/tune/cache.h"
#include "session/tune/tune.h"

#include "base/file.h"
#include "base/file_own.h"
#include "base/json.h"
#include "base/seal.h"
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Kernels that take longer than their launch.
static Session *large_twins(void) {
  static const SizeBinding size = {"n", 4 << 20};
  return session_twins(&(SessionOptions){.read = {.sizes = &size, .size_count = 1}});
}

// A landscape: the fewer steps a schedule is away from its lowest point, the quicker.
typedef struct Landscape {
  int threads, unroll; // of the lowest point
  int broken;          // threads with which nothing runs; 0: none
  int cancel_after;    // calls; 0: never
  int calls, variants; // counted
  bool starts_with_rules;
} Landscape;

static double steps(int from, int to) {
  return fabs(log2(from) - log2(to));
}

static double time_of(const Landscape *landscape, const Schedule *schedule) {
  return 10 + steps(schedule->knob[KNOB_threads], landscape->threads) +
         steps(schedule->knob[KNOB_unroll], landscape->unroll);
}

static bool time_landscape(void *context, const TuneSubject *subject, const PlanLowered *const *variants,
                           int count, Trial *trials, Status *status) {
  Landscape *landscape = context;
  if (++landscape->calls == landscape->cancel_after)
    return status_fail(status, STATUS_CANCELLED, "the trials were cancelled");
  landscape->variants += count;
  landscape->starts_with_rules &=
      schedule_hash(&variants[0]->schedule) == schedule_hash(&subject->lowered->schedule);
  for (int i = 0; i < count; i++) {
    bool runs = variants[i]->schedule.knob[KNOB_threads] != landscape->broken;
    trials[i] =
        (Trial){.measured = {.ok = runs, .time_us = runs ? time_of(landscape, &variants[i]->schedule) : 0},
                .right = runs};
    if (!runs) snprintf(trials[i].measured.error, sizeof trials[i].measured.error, "it does not run");
  }
  return true;
}

static Landscape landscape_at(int threads, int unroll) {
  return (Landscape){.threads = threads, .unroll = unroll, .starts_with_rules = true};
}

static void tune(Session *session, int kernel, Landscape *landscape, TuneOptions options) {
  Status status = {0};
  if (!session_tune_with(session, kernel, &options, time_landscape, landscape, &status) ||
      !session_tune_wait(session, &status))
    fail_msg("%s", status.message);
}

static const TunedKernel *tuned_of(Session *session, const char *op) {
  const TuneReport *report = session_tune_report(session);
  int kernel = kernel_by_name(session, op);
  for (int i = 0; i < report->kernel_count; i++)
    for (int k = 0; k < report->kernels[i].kernels.count; k++)
      if (report->kernels[i].kernels.data[k] == kernel) return &report->kernels[i];
  fail_msg("%s was not tuned", op);
  return NULL;
}

// The rules give neg of a vector 256 threads and no unrolling. The lowest point takes two knobs, threads
// by two steps at once: it is reached over the point where one of them is right.
static void test_climbs(void **state) {
  (void)state;
  Session *session = large_twins();
  Landscape landscape = landscape_at(64, 2);
  tune(session, NO_KERNEL, &landscape, (TuneOptions){0});
  const TunedKernel *tuned = tuned_of(session, "n1");
  const Schedule *rules = &tuned->candidates.data[0].candidate.schedule;
  const Schedule *best = &tuned->candidates.data[tuned->best].candidate.schedule;
  assert_int_equal(rules->knob[KNOB_threads], 256);
  assert_int_equal(best->knob[KNOB_threads], 64);
  assert_int_equal(best->knob[KNOB_unroll], 2);
  assert_float_equal(tuned->default_us, 13, 1e-9);
  assert_float_equal(tuned->best_us, 10, 1e-9);
  assert_true(landscape.starts_with_rules);
  session_close(session);
}

// n1 and n2 are the same computation on other values, e1 and e2 too: two searches, four kernels.
static void test_equal_kernels_once(void **state) {
  (void)state;
  Session *session = large_twins();
  Landscape landscape = landscape_at(256, 1); // where the rules are: one call each
  tune(session, NO_KERNEL, &landscape, (TuneOptions){0});
  const TuneReport *report = session_tune_report(session);
  assert_int_equal(report->kernel_count, 2);
  assert_int_equal(landscape.calls, 2);
  assert_ptr_equal(tuned_of(session, "n1"), tuned_of(session, "n2"));
  assert_int_equal(tuned_of(session, "e1")->best, 0);
  assert_int_equal(session_tune_apply(session), 0);
  assert_int_equal(plan_kernel(session_plan(session), kernel_by_name(session, "n1")).override.set, 0);
  session_close(session);
}

// What takes little longer than its launch is not worth the time, but for who asks for it.
static void test_small_kernels(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Landscape landscape = landscape_at(128, 1);
  tune(session, NO_KERNEL, &landscape, (TuneOptions){0});
  assert_int_equal(session_tune_report(session)->kernel_count, 0);
  tune(session, kernel_by_name(session, "e1"), &landscape, (TuneOptions){0});
  assert_int_equal(session_tune_report(session)->kernel_count, 1);
  session_close(session);
}

static void test_one_kernel(void **state) {
  (void)state;
  Session *session = large_twins();
  Landscape landscape = landscape_at(128, 1);
  tune(session, kernel_by_name(session, "e1"), &landscape, (TuneOptions){0});
  assert_int_equal(session_tune_report(session)->kernel_count, 1);
  assert_int_equal(session_tune_apply(session), 1);
  session_close(session);
}

static int knob_of(Session *session, const char *op, Knob knob) {
  return plan_lowered(session_plan(session), kernel_by_name(session, op))->schedule.knob[knob];
}

// Another schedule that would do, put there by somebody else.
static void spoil(const char *path) {
  char *text = file_read(path, NULL, NULL), *threads = strstr(text, "\"threads\": 128");
  if (threads) memcpy(threads, "\"threads\": 512", 14);
  assert_true(file_write(path, text, threads ? strlen(text) : 0, NULL));
  free(text);
}

static void forget(const char *path) {
  assert_int_equal(unlink(path), 0);
}

// Entries of the tuning cache.
static int each_entry(void (*visit)(const char *path)) {
  char *cache = file_place(PLACE_CACHE), *folder = file_join(cache, "tuning");
  int count = 0;
  char **names = file_list(folder, &count, NULL);
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]);
    visit(path);
    free(path);
    free(names[i]);
  }
  free(names);
  free(folder);
  free(cache);
  return count;
}

// One undo entry; saved plans and the cache give it again.
static void test_apply_and_cache(void **state) {
  (void)state;
  Session *session = large_twins();
  Landscape landscape = landscape_at(128, 4);
  each_entry(forget);                                    // of the tests before
  assert_int_equal(session_use_tuned(session, NULL), 0); // nothing there yet
  tune(session, kernel_by_name(session, "n1"), &landscape, (TuneOptions){0});
  assert_int_equal(session_tune_apply(session), 1);
  assert_int_equal(knob_of(session, "n1", KNOB_threads), 128);
  assert_int_equal(knob_of(session, "n1", KNOB_unroll), 4);
  assert_string_equal(plan_undo_label(session_plan(session)), "tune");
  plan_undo(session_plan(session));
  assert_int_equal(knob_of(session, "n1", KNOB_threads), 256);
  int changed;
  assert_int_equal(session_use_tuned(session, &changed), 2); // n1 and n2; nothing is known of exp
  assert_int_equal(changed, 2);
  assert_int_equal(knob_of(session, "n2", KNOB_threads), 128);
  assert_int_equal(knob_of(session, "e2", KNOB_threads), 256);
  session_close(session);
  session = large_twins(); // another time, another process
  Reason reason;
  assert_true(
      plan_schedule(session_plan(session), kernel_by_name(session, "n2"), KNOB_threads, 512, &reason));
  assert_int_equal(session_use_tuned(session, &changed), 1); // what somebody set stays
  assert_int_equal(knob_of(session, "n1", KNOB_unroll), 4);
  assert_int_equal(knob_of(session, "n2", KNOB_threads), 512);
  session_close(session);
}

// An entry as it was written when the knob had another name.
static void write_former(const char *path) {
  SealKey key = seal_key(NULL);
  Text text = {0};
  JsonWriter json = json_writer(&text, true);
  json_begin_file(&json, "fusebox-tuning", 1);
  json_put_string(&json, "key", file_base_name(path));
  seal_begin(&json);
  json_begin_inline(&json, "schedule", false);
  json_put_integer(&json, "tours", 3);
  json_end(&json);
  json_end(&json);
  seal_close(&key, &text);
  assert_true(file_own_write(path, text_get(&text), text.length, NULL));
  text_free(&text);
}

static void test_cache_of_former_knobs(void **state) {
  (void)state;
  Session *session = large_twins();
  const PlanLowered *lowered = plan_lowered(session_plan(session), kernel_by_name(session, "n1"));
  ScheduleOverride best;
  assert_true(each_entry(write_former) > 0); // of the test before
  assert_true(tune_cache_get(session_device(session), lowered, &best));
  assert_int_equal(best.set, 1u << KNOB_tiles);
  assert_int_equal(best.knob[KNOB_tiles], 3);
  session_close(session);
}

// Other devices and broken entries: no answer, no harm.
static void test_cache_misses(void **state) {
  (void)state;
  Session *session = large_twins();
  const PlanLowered *lowered = plan_lowered(session_plan(session), kernel_by_name(session, "n1"));
  Device other = *session_device(session);
  ScheduleOverride best;
  assert_true(tune_cache_get(session_device(session), lowered, &best)); // of the test before
  snprintf(other.name, sizeof other.name, "other");
  assert_false(tune_cache_get(&other, lowered, &best));
  assert_true(each_entry(spoil) > 0);
  assert_false(tune_cache_get(session_device(session), lowered, &best));
  session_close(session);
}

// Edited meanwhile: only what is still the same kernel gets its schedule.
static void test_edited_meanwhile(void **state) {
  (void)state;
  Session *session = large_twins();
  Landscape landscape = landscape_at(64, 1);
  tune(session, NO_KERNEL, &landscape, (TuneOptions){0});
  fuse_by_name(session, "n1", "e1");
  assert_int_equal(session_tune_apply(session), 2);
  assert_int_equal(knob_of(session, "n1", KNOB_threads), 256);
  assert_int_equal(knob_of(session, "n2", KNOB_threads), 64);
  session_close(session);
}

// A gain of less than the noise is none; what the plan asks for is tried as well.
static void test_noise_and_present(void **state) {
  (void)state;
  Session *session = large_twins();
  Landscape landscape = landscape_at(128, 1);
  tune(session, NO_KERNEL, &landscape, (TuneOptions){.limits = {.noise = 0.2}});
  assert_int_equal(tuned_of(session, "n1")->best, 0);
  Reason reason;
  int kernel = kernel_by_name(session, "n1");
  assert_true(plan_schedule(session_plan(session), kernel, KNOB_threads, 1024, &reason));
  landscape = landscape_at(1024, 1);
  tune(session, kernel, &landscape, (TuneOptions){.limits = {.budget = 2}});
  assert_int_equal(landscape.variants, 2); // the rules' choice and the plan's
  const TunedKernel *tuned = tuned_of(session, "n1");
  assert_int_equal(tuned->candidates.data[tuned->best].candidate.schedule.knob[KNOB_threads], 1024);
  session_close(session);
}

static void test_failures(void **state) {
  (void)state;
  Session *session = large_twins();
  Landscape landscape = landscape_at(64, 1);
  landscape.broken = 64; // the lowest point cannot be had: next to it is best
  tune(session, NO_KERNEL, &landscape, (TuneOptions){0});
  const TunedKernel *tuned = tuned_of(session, "n1");
  assert_int_equal(tuned->candidates.data[tuned->best].candidate.schedule.knob[KNOB_threads], 128);
  landscape = landscape_at(64, 1);
  landscape.broken = 256; // the rules' choice itself
  tune(session, NO_KERNEL, &landscape, (TuneOptions){0});
  assert_string_equal(tuned_of(session, "n1")->error, "it does not run");
  assert_int_equal(session_tune_apply(session), 0);
  session_close(session);
}

static void test_cancelled(void **state) {
  (void)state;
  Session *session = large_twins();
  Landscape landscape = landscape_at(64, 1);
  landscape.cancel_after = 2;
  Status status = {0};
  TuneOptions options = {0};
  assert_true(session_tune_with(session, NO_KERNEL, &options, time_landscape, &landscape, &status));
  assert_false(session_tune_wait(session, &status));
  assert_int_equal(status.code, STATUS_CANCELLED);
  assert_null(session_tune_report(session));
  assert_int_equal(session_tune_apply(session), 0);
  session_close(session);
}

static void test_one_job_at_a_time(void **state) {
  (void)state;
  Session *session = large_twins();
  static Landscape landscape; // where it is slow, the closing leaves the job at its work
  landscape = landscape_at(64, 1);
  Status status = {0};
  TuneOptions options = {0};
  assert_true(session_tune_with(session, NO_KERNEL, &options, time_landscape, &landscape, &status));
  assert_false(session_tune_with(session, NO_KERNEL, &options, time_landscape, &landscape, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  session_close(session); // while it runs
}

// Any time for anything: what counts is what the search is given.
static bool time_equally(void *context, const TuneSubject *subject, const PlanLowered *const *variants,
                         int count, Trial *trials, Status *status) {
  (void)context, (void)subject, (void)variants, (void)status;
  for (int i = 0; i < count; i++)
    trials[i] = (Trial){.measured = {.ok = true, .time_us = 10}, .right = true};
  return true;
}

// Kernels of every template have candidates: compilers' plans hold maps, rows, columns, mixed kernels and
// batches.
static void test_every_template(void **state) {
  (void)state;
  static const char *const dumps[] = {"dumps/adamw/inference", "dumps/mix/backward", "dumps/resnet/forward",
                                      "dumps/softmax/inference"};
  bool seen[TEMPLATE_COUNT] = {false};
  for (int i = 0; i < 4; i++) {
    Session *session = session_shipped(dumps[i]);
    Status status = {0};
    TuneOptions options = {0};
    assert_true(session_use_plan(session, "compiler", &status));
    assert_true(session_tune_with(session, NO_KERNEL, &options, time_equally, NULL, &status));
    assert_true(session_tune_wait(session, &status));
    const TuneReport *report = session_tune_report(session);
    for (int k = 0; k < report->kernel_count; k++) {
      const TunedKernel *kernel = &report->kernels[k];
      if (kernel->error[0]) fail_msg("%s: %s", kernel->name, kernel->error);
      seen[template_index(kernel->candidates.data[0].candidate.schedule.kind)] |=
          kernel->candidates.count > 1;
    }
    session_close(session);
  }
  static const char *const expected[] = {"map", "row", "column", "mixed", "batch"};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    if (!seen[template_index(template_find(expected[i]))]) fail_msg("no candidates for %s", expected[i]);
}

static void test_reports(void **state) {
  (void)state;
  Session *session = large_twins();
  Landscape landscape = landscape_at(128, 1);
  Text out = {0};
  assert_false(session_tune_json(session, &out));
  tune(session, NO_KERNEL, &landscape, (TuneOptions){0});
  assert_true(session_tune_json(session, &out));
  Json *json = json_parse("report", text_get(&out), out.length, NULL);
  const JsonNode *kernel = json_at(json_get(json_root(json), "kernels"), 0);
  assert_int_equal(json_count(json_get(kernel, "ids")), 2);
  assert_float_equal(json_number(json_get(kernel, "gain"), 0), 1.1, 1e-9);
  assert_int_equal(json_integer(json_get(json_get(kernel, "schedule"), "threads"), 0), 128);
  assert_true(json_count(json_get(kernel, "candidates")) > 5);
  assert_float_equal(json_number(json_get(json_get(json_root(json), "total"), "default_us"), 0), 44, 1e-9);
  json_free(json);
  text_clear(&out);
  assert_true(session_tune_table(session, &out));
  assert_non_null(strstr(text_get(&out), "threads 256 -> 128"));
  assert_non_null(strstr(text_get(&out), "44.0 us by the rules, 40.0 us tuned"));
  text_free(&out);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_climbs),
      cmocka_unit_test(test_equal_kernels_once),
      cmocka_unit_test(test_small_kernels),
      cmocka_unit_test(test_one_kernel),
      cmocka_unit_test(test_apply_and_cache),
      cmocka_unit_test(test_cache_of_former_knobs),
      cmocka_unit_test(test_cache_misses),
      cmocka_unit_test(test_edited_meanwhile),
      cmocka_unit_test(test_noise_and_present),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_cancelled),
      cmocka_unit_test(test_one_job_at_a_time),
      cmocka_unit_test(test_every_template),
      cmocka_unit_test(test_reports),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
