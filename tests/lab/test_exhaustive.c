// All plans of a small graph, or those that matter.
#include "fixture.h"

#include "lab/exhaustive.h"

#include <math.h>

static void near(double expected, double got) {
  if (!(fabs(expected - got) <= 1e-9 * fmax(1, fabs(expected)))) fail_msg("%.12g, not %.12g", got, expected);
}

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

static void all_plans_or_the_best_and_some(void **state) {
  (void)state;
  static const ReadOptions no_sizes;
  Session *session = session_twins(NULL);
  AccuracyRecord all = {0}, some = {0};
  Status status = {0};
  accuracy_begin_graph(&all, session, &no_sizes);
  assert_true(exhaustive_add_all(&all, session, 100, 1, &status));
  assert_int_equal(all.graphs.data[0].all_plans, 4); // two chains, each cut or not
  assert_int_equal(all.plans.count, 4);
  double best = INFINITY;
  for (int i = 0; i < 4; i++)
    best = fmin(best, all.plans.data[i].estimate_us);
  accuracy_begin_graph(&some, session, &no_sizes);
  assert_true(exhaustive_add_all(&some, session, 1, 1, &status));
  assert_true(some.plans.count >= 1 && some.plans.count <= 2);
  double found = INFINITY;
  for (int i = 0; i < some.plans.count; i++)
    found = fmin(found, some.plans.data[i].estimate_us);
  near(best, found);
  int before = some.plans.count;
  assert_true(exhaustive_add_quickest(&some, session, 3, &status));
  assert_int_equal(some.plans.count, before); // nothing was timed
  accuracy_free(&all);
  accuracy_free(&some);
  session_close(session);
}

// Of kernels that take 10, 11 and, fused, 12 the plan that fuses one chain comes second.
static void the_quickest_by_their_kernels(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  AccuracyRecord record = {0};
  collect(&record, session);
  measure_by_hand(&record);
  assert_true(exhaustive_add_quickest(&record, session, 2, NULL));
  assert_int_equal(record.plans.count, 3);
  assert_int_equal(record.plans.data[2].kernels.count, 3);
  accuracy_free(&record);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_plans_or_the_best_and_some),
                                     cmocka_unit_test(the_quickest_by_their_kernels)};
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
