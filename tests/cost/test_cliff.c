// The register cliff against plans in which the same ops are fused and the others are alone.
#include "cost/cliff.h"
#include "cost/plan_cost.h"

#include "graph/read/read.h"

#include "test.h"

#include <math.h>
#include <stdio.h>

typedef struct Fixture {
  Device device;
  Graph *graph;
  Plan *plan;
  Estimator *estimator;
  Cliff *cliff;
} Fixture;

// A shipped graph, all of it in one kernel.
static Fixture open_fused(const char *name) {
  Fixture it = {0};
  Status status = {0};
  Reason reason;
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/%s", FUSEBOX_SOURCE_ROOT, name);
  it.graph = graph_open(path, NULL, NULL, &status);
  if (!it.graph || !device_load("h200", &it.device, &status)) fail_msg("%s", status.message);
  it.plan = plan_new(it.graph, &it.device.limits);
  for (int op = 1; op < it.graph->op_count; op++)
    if (!it.graph->ops[op].is_view) plan_fuse(it.plan, 0, op, true, &reason);
  for (int op = 1; op < it.graph->op_count; op++) // those that needed others first
    if (!it.graph->ops[op].is_view) plan_fuse(it.plan, 0, op, true, &reason);
  assert_int_equal(plan_kernel_count(it.plan), 1);
  it.estimator = estimator_new(&it.device, NULL);
  it.cliff = cliff_new(it.estimator, it.plan);
  return it;
}

static void close_fused(Fixture *it) {
  cliff_free(it->cliff);
  estimator_free(it->estimator);
  plan_free(it->plan);
  graph_free(it->graph);
}

static void ask_all(Fixture *it) {
  cliff_look(it->cliff, plan_home(it->plan, 0));
  while (cliff_ask(it->cliff)) {
  }
}

// Fuses the first `count` ops of the order in a plan of its own; false when an edit on the way is refused.
static bool fuse_prefix(const Cliff *cliff, Plan *plan, int count) {
  Reason reason;
  for (int i = 1; i < count; i++)
    if (!plan_fuse(plan, cliff->order.data[0], cliff->order.data[i], true, &reason)) return false;
  return true;
}

static int compare_steps(Fixture *it) {
  int compared = 0;
  for (int i = 0; i < it->cliff->steps.count; i++) {
    const CliffStep *step = &it->cliff->steps.data[i];
    Plan *plan = plan_new(it->graph, &it->device.limits);
    if (fuse_prefix(it->cliff, plan, i + 1)) {
      assert_non_null(step->estimate);
      const Estimate *real = estimator_kernel(it->estimator, plan, plan_home(plan, it->cliff->order.data[0]));
      assert_ptr_equal(step->estimate, real);
      assert_true(fabs(step->total_us - plan_total(it->estimator, plan).time_us) < 1e-6);
      compared++;
    }
    plan_free(plan);
  }
  return compared;
}

static void check_graph(const char *name) {
  Fixture it = open_fused(name);
  uint64_t hash = plan_hash(it.plan), version = plan_version(it.plan);
  ask_all(&it);
  assert_int_equal(plan_hash(it.plan), hash);
  assert_int_equal(plan_version(it.plan), version);
  assert_true(cliff_complete(it.cliff));
  int count = it.cliff->steps.count;
  assert_int_equal(count, plan_kernel(it.plan, plan_home(it.plan, 0)).op_count);
  assert_true(compare_steps(&it) > count / 2);
  const CliffStep *last = &it.cliff->steps.data[count - 1];
  assert_ptr_equal(last->estimate, estimator_kernel(it.estimator, it.plan, plan_home(it.plan, 0)));
  close_fused(&it);
}

static void test_steps_are_plans(void **state) {
  (void)state;
  check_graph("softmax.json");
  check_graph("rmsnorm_backward.json");
  check_graph("rmsnorm_backward_mix.json");
}

// Every op joins once, after the ops of the kernel that it reads.
static void test_order(void **state) {
  (void)state;
  Fixture it = open_fused("rmsnorm_backward_mix.json");
  cliff_look(it.cliff, plan_home(it.plan, 0));
  bool joined[256] = {0};
  for (int i = 0; i < it.cliff->order.count; i++) {
    int op = it.cliff->order.data[i];
    Neighbours near = graph_neighbours(it.graph, op);
    assert_false(joined[op]);
    for (int j = 0; j < near.producer_count; j++)
      assert_true(joined[near.producers[j]]);
    joined[op] = true;
  }
  close_fused(&it);
}

// The budget is where occupancy drops: at it as many blocks fit as at the step's registers, just above it
// fewer, or the cap that the compiler is given is below.
static void test_budget(void **state) {
  (void)state;
  Fixture it = open_fused("rmsnorm_backward_mix.json");
  ask_all(&it);
  for (int i = 0; i < it.cliff->steps.count; i++) {
    const CliffStep *step = &it.cliff->steps.data[i];
    if (!step->estimate) continue;
    const GpuLimits *limits = &it.device.limits;
    int shared = step->estimate->shared_bytes;
    assert_true(step->estimate->registers <= step->budget);
    assert_int_equal(limits_blocks_per_sm(limits, step->threads, step->budget, shared),
                     limits_blocks_per_sm(limits, step->threads, step->estimate->registers, shared));
  }
  close_fused(&it);
}

// RMSNorm backward with a mix: over-fusion. Something crosses; it is a step at which occupancy drops or
// spilling begins, and no step drops more.
static void test_crossing(void **state) {
  (void)state;
  Fixture it = open_fused("rmsnorm_backward_mix.json");
  ask_all(&it);
  int crossing = cliff_crossing(it.cliff);
  assert_int_not_equal(crossing, NO_CLIFF_STEP);
  assert_true(cliff_crosses(it.cliff, crossing));
  const CliffStep *steps = it.cliff->steps.data;
  assert_true(steps[crossing].estimate->registers >
              steps[cliff_before(it.cliff, crossing)].estimate->registers);
  assert_true(it.cliff->rows_count > 1);
  int present = 0;
  for (int i = 0; i < it.cliff->rows_count; i++) {
    present += it.cliff->rows[i].present;
    if (it.cliff->rows[i].present)
      assert_ptr_equal(it.cliff->rows[i].estimate, steps[it.cliff->steps.count - 1].estimate);
  }
  assert_int_equal(present, 1);
  close_fused(&it);
}

static void test_one_pointwise_op_has_no_cliff(void **state) {
  (void)state;
  Fixture it = open_fused("softmax.json");
  Plan *plan = plan_new(it.graph, &it.device.limits);
  Cliff *cliff = cliff_new(it.estimator, plan);
  assert_true(cliff_look(cliff, 0));
  assert_false(cliff_look(cliff, 0));
  while (cliff_ask(cliff)) {
  }
  assert_int_equal(cliff->steps.count, 1);
  assert_int_equal(cliff_crossing(cliff), NO_CLIFF_STEP);
  assert_int_equal(cliff_best(cliff), 0);
  cliff_look(cliff, NO_KERNEL);
  assert_int_equal(cliff->steps.count, 0);
  assert_int_equal(cliff_best(cliff), NO_CLIFF_STEP);
  cliff_free(cliff);
  plan_free(plan);
  close_fused(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steps_are_plans),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_budget),
      cmocka_unit_test(test_crossing),
      cmocka_unit_test(test_one_pointwise_op_has_no_cliff),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
