// Tuning the tiles of a matrix product, whose knobs only fit together: with times of our own making.
#include "kernel/template/product_time.h"
#include "session/tune/tune.h"

#include "fixture.h"

#include <stdlib.h>

// The quickest tile; all others take twice as long.
static bool time_tiles(void *context, const TuneSubject *subject, const PlanLowered *const *variants,
                       int count, Trial *trials, Status *status) {
  (void)subject, (void)status;
  const ProductTile *quick = context;
  for (int i = 0; i < count; i++) {
    ProductTile tile = product_tile(&variants[i]->schedule);
    bool found = tile.rows == quick->rows && tile.columns == quick->columns &&
                 tile.cluster == quick->cluster && tile.cooperative == quick->cooperative;
    trials[i] = (Trial){.measured = {.ok = true, .time_us = found ? 100 : 200}, .right = true};
  }
  return true;
}

static void tune(Session *session, int kernel, ProductTile *quick) {
  TuneOptions options = {.limits = {.hopeless = 100}}; // whatever the estimate says
  Status status = {0};
  if (!session_tune_with(session, kernel, &options, time_tiles, quick, &status) ||
      !session_tune_wait(session, &status))
    fail_msg("%s", status.message);
  assert_int_equal(session_tune_apply(session), 1);
  ProductTile tile = product_tile(&plan_lowered(session_plan(session), kernel)->schedule);
  assert_int_equal(tile.rows, quick->rows);
  assert_int_equal(tile.columns, quick->columns);
  assert_int_equal(tile.cluster, quick->cluster);
  assert_int_equal(tile.cooperative, quick->cooperative);
}

// From the rules' tile to others, and from one to the next: between the last two every step by a single knob
// is one that no kernel has the registers or the rows for.
static void test_tiles(void **state) {
  (void)state;
  static ProductTile quick[] = {{128, 256, 1, true, 1}, {256, 192, 2, true, 1}, {64, 256, 1, false, 1}};
  Session *session = session_shipped("linear_relu.json");
  Reason reason;
  int product = op_by_name(session, "h"), reader = op_by_name(session, "y");
  if (!plan_fuse(session_plan(session), product, reader, true, &reason)) fail_msg("%s", reason.text);
  for (int i = 0; i < 3; i++)
    tune(session, plan_home(session_plan(session), product), &quick[i]);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tiles)};
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
