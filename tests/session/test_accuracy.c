// Collecting kernels and plans, files of them, and the figures that follow, worked out by hand.
#include "fixture.h"

#include "base/file.h"
#include "session/accuracy/score.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void near(double expected, double got) {
  if (!(fabs(expected - got) <= 1e-9 * fmax(1, fabs(expected)))) fail_msg("%.12g, not %.12g", got, expected);
}

// ---- collecting

// Every op alone, then each chain fused.
static void collect(AccuracyRecord *record, Session *session) {
  static const ReadOptions no_sizes;
  accuracy_begin_graph(record, session, &no_sizes);
  assert_true(accuracy_add_plan(record, session, "none"));
  assert_false(accuracy_add_plan(record, session, "again"));
  fuse_by_name(session, "n1", "e1");
  fuse_by_name(session, "n2", "e2");
  assert_true(accuracy_add_plan(record, session, "fused"));
}

static void equal_kernels_are_one(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  AccuracyRecord record = {0};
  collect(&record, session);
  assert_int_equal(record.plans.count, 2);
  assert_int_equal(record.kernels.count, 3); // neg, exp, and both
  assert_int_equal(record.plans.data[0].kernels.count, 4);
  assert_int_equal(record.plans.data[1].kernels.count, 2);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(record.kernels.data[i].uses, 2);
    assert_int_equal(record.kernels.data[i].plan, i == 2);
    assert_true(record.kernels.data[i].estimate.registers > 0);
    assert_true(record.kernels.data[i].xla_us > 0 && record.kernels.data[i].roofline_us > 0);
  }
  // Both kernels read what no other has touched.
  near(session_device(session)->graph_us + 2 * record.kernels.data[2].estimate.time_us,
       record.plans.data[1].estimate_us);
  assert_string_equal(record.device, "h200");
  accuracy_free(&record);
  session_close(session);
}

static void kernels_are_compiled_once(void **state) {
  (void)state;
  if (!has_nvrtc()) skip();
  Session *session = session_twins(NULL);
  AccuracyRecord record = {0};
  Status status = {0};
  collect(&record, session);
  if (!accuracy_compile(&record, session, NULL, NULL, &status)) fail_msg("%s", status.message);
  for (int i = 0; i < record.kernels.count; i++) {
    assert_true(record.kernels.data[i].compiled);
    assert_true(record.kernels.data[i].registers >= 8 && record.kernels.data[i].registers <= 64);
    assert_int_equal(record.kernels.data[i].spill_bytes, 0);
  }
  AccuracyScore score = accuracy_score(&record);
  assert_int_equal(score.compiled, 3);
  accuracy_score_free(&score);
  accuracy_free(&record);
  session_close(session);
}

static void measure_by_hand(AccuracyRecord *record) {
  for (int i = 0; i < record->kernels.count; i++) {
    KernelRecord *kernel = &record->kernels.data[i];
    kernel->compiled = kernel->measured = true;
    kernel->registers = 16 + i;
    kernel->time_us = 10 + i;
    kernel->spread_us = 0.5;
  }
  record->kernels.data[1].counted = true;
  record->kernels.data[1].counters.dram_read_bytes = 16384;
  for (int i = 0; i < record->plans.count; i++) {
    record->plans.data[i].measured = true;
    record->plans.data[i].time_us = 40 - 20 * i;
  }
}

// ---- files

static void a_file_gives_the_record_back(void **state) {
  (void)state;
  char *path = file_join(getenv("FUSEBOX_CACHE"), "record.json");
  Session *session = session_twins(NULL);
  AccuracyRecord record = {0}, loaded = {0};
  Status status = {0};
  static const SessionOptions options;
  collect(&record, session);
  measure_by_hand(&record);
  assert_true(accuracy_save(&record, path, &status));
  if (!accuracy_load(&loaded, path, &options, NULL, NULL, &status)) fail_msg("%s", status.message);
  assert_int_equal(loaded.left_out, 0);
  assert_int_equal(loaded.kernels.count, 3);
  assert_int_equal(loaded.plans.count, 2);
  for (int i = 0; i < 3; i++) {
    const KernelRecord *kernel = &loaded.kernels.data[i];
    assert_true(kernel->code == record.kernels.data[i].code);
    assert_int_equal(kernel->registers, 16 + i);
    near(10 + i, kernel->time_us);
    near(record.kernels.data[i].estimate.time_us, kernel->estimate.time_us);
    assert_int_equal(kernel->counted, i == 1);
  }
  near(16384, loaded.kernels.data[1].counters.dram_read_bytes);
  near(20, loaded.plans.data[1].time_us);
  assert_string_equal(loaded.plans.data[1].how, "fused");
  accuracy_free(&loaded);
  accuracy_free(&record);
  session_close(session);
  free(path);
}

// A kernel that is not what it was takes the times of its plans with it.
static void what_has_changed_is_left_out(void **state) {
  (void)state;
  char *path = file_join(getenv("FUSEBOX_CACHE"), "changed.json");
  Session *session = session_twins(NULL);
  AccuracyRecord record = {0}, loaded = {0};
  Status status = {0};
  static const SessionOptions options;
  collect(&record, session);
  measure_by_hand(&record);
  record.kernels.data[2].code++;
  assert_true(accuracy_save(&record, path, &status));
  assert_true(accuracy_load(&loaded, path, &options, NULL, NULL, &status));
  assert_int_equal(loaded.left_out, 2); // the kernel, and the plan
  assert_false(loaded.kernels.data[2].measured);
  assert_true(loaded.plans.data[0].measured);
  assert_false(loaded.plans.data[1].measured);
  accuracy_free(&loaded);
  accuracy_free(&record);
  session_close(session);
  free(path);
}

static void bad_files_are_refused(void **state) {
  (void)state;
  char *path = file_join(getenv("FUSEBOX_CACHE"), "bad.json");
  static const SessionOptions options;
  static const char *const texts[] = {
      "{ \"format\": \"fusebox-plan\", \"version\": 1 }",
      "{ \"format\": \"fusebox-accuracy\", \"version\": 9, \"graphs\": [] }",
      "{ \"format\": \"fusebox-accuracy\", \"version\": 1, \"graphs\": [ { \"plans\": [] } ] }",
      "{ \"format\": \"fusebox-accuracy\", \"version\": 1, \"graphs\": [ { \"path\": \"/nowhere.json\" } ] }",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    AccuracyRecord record = {0};
    Status status = {0};
    assert_true(file_write(path, texts[i], strlen(texts[i]), NULL));
    assert_false(accuracy_load(&record, path, &options, NULL, NULL, &status));
    assert_int_equal(status.code, STATUS_INPUT);
    accuracy_free(&record);
  }
  free(path);
}

// ---- figures

static KernelRecord kernel(const char *kind, int estimated, int compiled, double estimate_us, double us) {
  return (KernelRecord){.kind = template_find(kind),
                        .estimate = {.registers = estimated, .time_us = estimate_us, .limit = LIMIT_DRAM},
                        .compiled = true,
                        .registers = compiled,
                        .measured = true,
                        .time_us = us,
                        .xla_us = 2 * us,
                        .roofline_us = us / 2};
}

static void figures_of_kernels(void **state) {
  (void)state;
  AccuracyRecord record = {0};
  vector_push(&record.kernels, kernel("map", 30, 20, 11, 10)); // +50%, 10 off; time +10%
  vector_push(&record.kernels, kernel("row", 36, 40, 16, 20)); // -10%, within 8; time -20%
  vector_push(&record.kernels, kernel("map", 16, 16, 9, 3));   // too short for its time to count
  record.kernels.data[0].spill_bytes = 8;                      // not predicted
  record.kernels.data[1].estimate.spill_bytes = 4;             // predicted, is not so
  record.kernels.data[1].counted = true;
  record.kernels.data[1].estimate.dram_bytes = 99000000;
  record.kernels.data[1].counters.dram_read_bytes = 80000000;
  record.kernels.data[1].counters.dram_write_bytes = 10000000;
  AccuracyScore score = accuracy_score(&record);
  assert_int_equal(score.registers.error.count, 3);
  near((0.5 + 0.1 + 0) / 3, score.registers.error.mean);
  near((0.5 - 0.1 + 0) / 3, score.registers.error.bias);
  assert_int_equal(score.registers.within, 2);
  near(0.25, score.registers_of[template_index(template_find("map"))].error.mean);
  assert_int_equal(score.spills.missed, 1);
  assert_int_equal(score.spills.imagined, 1);
  assert_int_equal(score.spills.neither, 1);
  assert_int_equal(score.models[MODEL_SCORED].kernels.count, 2);
  near(0.15, score.models[MODEL_SCORED].kernels.mean);
  near(1, score.models[MODEL_XLA].kernels.mean);
  near(-0.5, score.models[MODEL_ROOFLINE].kernels.bias);
  near(0.1, score.time_of[template_index(template_find("map"))].mean);
  near(0.15, score.time_by_limit[LIMIT_DRAM].mean);
  assert_int_equal(score.dram.count, 1);
  near(0.1, score.dram.mean);
  int worst[2];
  assert_int_equal(accuracy_worst(&record, WORST_TIME, worst, 2), 2);
  assert_int_equal(worst[0], 1);
  assert_int_equal(accuracy_worst(&record, WORST_REGISTERS, worst, 1), 1);
  assert_int_equal(worst[0], 0);
  accuracy_score_free(&score);
  vector_free(&record.kernels);
}

static void figures_of_plans(void **state) {
  (void)state;
  AccuracyRecord record = {0};
  static const double estimated[] = {10, 20, 30, 7}, took[] = {11, 10, 40, 8};
  vector_push(&record.graphs, (GraphRecord){0});
  vector_push(&record.graphs, (GraphRecord){0});
  for (int i = 0; i < 4; i++) // three of the first graph; the second has one: nothing to rank
    vector_push(
        &record.plans,
        (PlanRecord){.graph = i == 3, .measured = true, .estimate_us = estimated[i], .time_us = took[i]});
  AccuracyScore score = accuracy_score(&record);
  const GraphScore *first = &score.graphs.data[0];
  assert_int_equal(first->plans, 3);
  assert_int_equal(first->chosen, 0);
  assert_int_equal(first->best, 1);
  near(1.0 / 3, first->tau[MODEL_SCORED]); // two of three pairs in order
  near(0.1, first->regret[MODEL_SCORED]);
  assert_true(isnan(first->tau[MODEL_XLA])); // all plans alike to it
  assert_int_equal(score.models[MODEL_SCORED].ranked, 1);
  near(0.1, score.models[MODEL_SCORED].worst_regret);
  near((1.0 / 11 + 1 + 0.25 + 0.125) / 4, score.models[MODEL_SCORED].plans.mean);
  accuracy_score_free(&score);
  vector_free(&record.plans);
  vector_free(&record.graphs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_kernels_are_one),
      cmocka_unit_test(kernels_are_compiled_once),
      cmocka_unit_test(a_file_gives_the_record_back),
      cmocka_unit_test(what_has_changed_is_left_out),
      cmocka_unit_test(bad_files_are_refused),
      cmocka_unit_test(figures_of_kernels),
      cmocka_unit_test(figures_of_plans),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
