// The cost of a plan, kept up to date edit by edit, is what it would be from nothing.
#include "cost/plan_cost.h"

#include "base/random.h"
#include "graph/read/read.h"
#include "plan/file/plan_file.h"

#include "test.h"

#include <stdio.h>

typedef struct Walk {
  Device device;
  DumpPlan *dump;
  Graph *graph;
  Plan *plan;
  Estimator *estimator;
  PlanCost *cost;
  Random random;
} Walk;

static Walk open_walk(const char *dump, bool compiler) {
  Walk walk = {.random = {7}};
  Status status = {0};
  DumpNotes notes = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/dumps/%s", FUSEBOX_SOURCE_ROOT, dump);
  walk.graph = graph_read_folder(path, NULL, &walk.dump, &status);
  if (!walk.graph || !device_load("h200", &walk.device, &status)) fail_msg("%s", status.message);
  walk.plan = plan_new(walk.graph, &walk.device.limits);
  if (compiler && !plan_from_dump(walk.plan, walk.dump, &notes, &status)) fail_msg("%s", status.message);
  dump_notes_free(&notes);
  walk.estimator = estimator_new(&walk.device, NULL);
  walk.cost = plan_cost_new(walk.estimator, walk.plan);
  return walk;
}

static void close_walk(Walk *walk) {
  plan_cost_free(walk->cost);
  estimator_free(walk->estimator);
  plan_free(walk->plan);
  dump_plan_free(walk->dump);
  graph_free(walk->graph);
}

static void edit(Walk *walk) {
  int op = (int)random_below(&walk->random, (uint64_t)walk->graph->op_count);
  Neighbours near = graph_neighbours(walk->graph, op);
  Reason reason;
  if (walk->graph->ops[op].is_view || near.consumer_count == 0) return;
  int reader = near.consumers[random_below(&walk->random, (uint64_t)near.consumer_count)];
  switch (random_below(&walk->random, 4)) {
    case 0:
      plan_cut(walk->plan, op, &reason);
      break;
    case 1:
      plan_undo(walk->plan);
      break;
    case 2:
      plan_recompute(walk->plan, op, plan_home(walk->plan, reader), &reason);
      break;
    default:
      plan_fuse(walk->plan, op, reader, true, &reason);
  }
}

// Estimates of kernels that share a structure are one; a fresh estimator that has seen only this kernel says
// the same, its accesses included.
static void check_kernels(Walk *walk) {
  for (int kernel = 0; kernel < plan_slots(walk->plan); kernel++) {
    const PlanLowered *lowered = plan_lowered(walk->plan, kernel);
    if (!lowered) continue;
    Estimator *fresh = estimator_new(&walk->device, NULL);
    const Estimate *known = estimator_kernel(walk->estimator, walk->plan, kernel),
                   *alone = estimator_kernel(fresh, walk->plan, kernel);
    assert_true(known->time_us == alone->time_us);
    assert_int_equal(known->dram_bytes, alone->dram_bytes);
    assert_int_equal(known->registers, alone->registers);
    assert_int_equal(known->access_count, alone->access_count);
    for (int i = 0; i < known->access_count; i++)
      assert_int_equal(estimate_access_value(lowered, &known->accesses[i]),
                       estimate_access_value(lowered, &alone->accesses[i]));
    estimator_free(fresh);
  }
}

static void check_total(Walk *walk) {
  Estimator *fresh = estimator_new(&walk->device, NULL);
  PlanTotal kept = plan_cost_total(walk->cost), made = plan_total(fresh, walk->plan);
  assert_int_equal(kept.kernels, made.kernels);
  assert_int_equal(kept.kernels, plan_kernel_count(walk->plan));
  assert_int_equal(kept.time_fs, made.time_fs);
  assert_int_equal(kept.dram_bytes, made.dram_bytes);
  assert_int_equal(kept.read_bytes, made.read_bytes);
  assert_int_equal(kept.write_bytes, made.write_bytes);
  assert_int_equal(kept.flops, made.flops);
  assert_true(kept.slowest_us == made.slowest_us);
  estimator_free(fresh);
}

static void walk_dump(const char *dump, bool compiler) {
  Walk walk = open_walk(dump, compiler);
  for (int i = 0; i < 60; i++) {
    edit(&walk);
    assert_true(plan_cost_update(walk.cost, -1));
    assert_true(plan_cost_complete(walk.cost));
    check_total(&walk);
  }
  check_kernels(&walk);
  close_walk(&walk);
}

static void test_walks(void **state) {
  (void)state;
  walk_dump("mix/backward", false);
  walk_dump("gpt2/forward", true);
}

// In slices it takes several calls, and an edit between two of them is not missed.
static void test_slices(void **state) {
  (void)state;
  Walk walk = open_walk("mix/backward", false);
  assert_false(plan_cost_update(walk.cost, 5));
  int seen = plan_cost_seen(walk.cost);
  assert_true(seen >= 5 && seen < plan_slots(walk.plan));
  for (int i = 0; i < 20; i++)
    edit(&walk);
  assert_int_equal(plan_cost_seen(walk.cost), 0);
  int calls = 1;
  while (!plan_cost_update(walk.cost, 5))
    calls++;
  assert_true(calls > 1);
  check_total(&walk);
  close_walk(&walk);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks), cmocka_unit_test(test_slices)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
