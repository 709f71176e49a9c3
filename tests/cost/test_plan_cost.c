// The cost of a plan, kept up to date edit by edit, is what it would be from nothing.
#include "cost/plan_cost.h"

#include "base/random.h"
#include "graph/core/builder.h"
#include "graph/read/read.h"
#include "plan/file/plan_file.h"

#include "test.h"

#include <stdio.h>

typedef struct Walk {
  Device device;
  DumpPlan *dump;
  Graph *graph;
  Plan *plan;
  Estimator *estimator, *other; // of `cost`; of what is made from nothing
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
  walk.other = estimator_new(&walk.device, NULL);
  walk.cost = plan_cost_new(walk.estimator, walk.plan);
  return walk;
}

static void close_walk(Walk *walk) {
  plan_cost_free(walk->cost);
  estimator_free(walk->estimator);
  estimator_free(walk->other);
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

static void check_slowest(Walk *walk) {
  double slowest = 0;
  for (int kernel = 0; kernel < plan_slots(walk->plan); kernel++) {
    const Estimate *estimate = plan_cost_kernel(walk->cost, kernel);
    assert_true((estimate != NULL) == (plan_kernel(walk->plan, kernel).op_count > 0));
    if (estimate && estimate->time_us > slowest) slowest = estimate->time_us;
  }
  assert_true(slowest > 0);
  assert_true(plan_cost_slowest_us(walk->cost) == slowest);
}

static void check_total(Walk *walk) {
  PlanTotal kept = plan_cost_total(walk->cost), made = plan_total(walk->other, walk->plan);
  assert_int_equal(kept.kernels, made.kernels);
  assert_int_equal(kept.kernels, plan_kernel_count(walk->plan));
  assert_int_equal(kept.time_fs, made.time_fs);
  assert_int_equal(kept.dram_bytes, made.dram_bytes);
  assert_int_equal(kept.read_bytes, made.read_bytes);
  assert_int_equal(kept.write_bytes, made.write_bytes);
  assert_int_equal(kept.flops, made.flops);
  check_slowest(walk);
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

static void update_and_check(Walk *walk) {
  assert_true(plan_cost_update(walk->cost, -1));
  check_total(walk);
}

static void edit_often(Walk *walk, int times) {
  for (int i = 0; i < times; i++)
    edit(walk);
}

// What was looked at inside a trial or a group of edits is forgotten when they are taken back, also when the
// plan's version is that of the trial again; a question changes nothing.
static void test_taken_back(void **state) {
  (void)state;
  Walk walk = open_walk("mix/backward", false);
  edit_often(&walk, 20);
  update_and_check(&walk);
  for (int i = 0; i < 20; i++) {
    bool trial = i % 2;
    (trial ? plan_trial_begin : plan_begin)(walk.plan);
    edit_often(&walk, 3);
    update_and_check(&walk);
    (trial ? plan_trial_end : plan_rollback)(walk.plan);
    edit_often(&walk, i % 3);
    update_and_check(&walk);
    Reason reason;
    for (int op = 0; op < walk.graph->op_count; op++)
      plan_can_cut(walk.plan, op, &reason);
    assert_true(plan_cost_complete(walk.cost));
  }
  close_walk(&walk);
}

// More changes than the plan keeps, between two updates.
static void test_many_changes(void **state) {
  (void)state;
  Walk walk = open_walk("mix/backward", false);
  update_and_check(&walk);
  uint64_t changes = plan_changes(walk.plan);
  while (plan_changed(walk.plan, changes) != NO_KERNEL || plan_changes(walk.plan) == changes)
    edit(&walk);
  update_and_check(&walk);
  close_walk(&walk);
}

// In slices it takes several calls, and an edit between two of them is not missed.
static void test_slices(void **state) {
  (void)state;
  Walk walk = open_walk("mix/backward", false);
  assert_false(plan_cost_update(walk.cost, 5));
  int seen = plan_cost_seen(walk.cost);
  assert_true(seen >= 5 && seen < plan_slots(walk.plan));
  edit_often(&walk, 20);
  assert_false(plan_cost_complete(walk.cost));
  int calls = 1;
  while (!plan_cost_update(walk.cost, 5))
    calls++;
  assert_true(calls > 1);
  check_total(&walk);
  close_walk(&walk);
}

// Times beyond what 64 bits have in femtoseconds, two and a half hours: thirty kernels of a quarter of an
// hour each.
static void test_long_times(void **state) {
  (void)state;
  enum { OPS = 30 };
  Shape shape = {2, {(int64_t)1 << 38, 1 << 10}};
  GraphBuilder *builder = builder_new("long", "long.json");
  int value = builder_input(builder, "x", DTYPE_F64, &shape, NULL, NULL);
  for (int i = 0; i < OPS; i++)
    value = builder_unary(builder, i % 2 ? OP_NEG : OP_EXP, value);
  builder_output(builder, value);
  Device device;
  assert_true(device_load("h200", &device, NULL));
  Graph *graph = builder_finish(builder, NULL);
  Plan *plan = plan_new(graph, &device.limits);
  Estimator *estimator = estimator_new(&device, NULL);
  double one = estimator_kernel(estimator, plan, 0)->time_us;
  assert_true(one > 8e8); // 2^48 elements of 8 bytes are read, and written, at 4.8e12 bytes a second: 938 s
  assert_float_equal(plan_total(estimator, plan).time_us / one, OPS, 1e-6);
  assert_true(plan_cost_fs(1e300) == plan_cost_fs(1e30) && plan_cost_fs(1e30) > 0);
  estimator_free(estimator);
  plan_free(plan);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks), cmocka_unit_test(test_slices),
                                     cmocka_unit_test(test_taken_back), cmocka_unit_test(test_many_changes),
                                     cmocka_unit_test(test_long_times)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
