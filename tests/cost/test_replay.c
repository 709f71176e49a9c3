// What L2 keeps from kernel to kernel.
#include "cost/replay.h"

#include "graph/builder.h"

#include "test.h"

#include <math.h>

enum { SIDE = 1024 };
static const int64_t tensor = (int64_t)SIDE * SIDE * 4; // 4 MiB

// y = exp(x), z = -y, each a kernel that reads one tensor and writes another: y is touched between the
// traffic counts 0 and 2 tensors, and read between 2 and 4, so that each place of it is 2 tensors old.
typedef struct Fixture {
  Graph *graph;
  Device device;
  Plan *plan;
  Estimator *estimator;
} Fixture;

static Fixture open_chain(int64_t l2_bytes) {
  Fixture it = {0};
  Status status = {0};
  GraphBuilder *builder = builder_new("chain", "test");
  Shape shape = {2, {SIDE, SIDE}};
  int x = builder_input(builder, "x", DTYPE_F32, &shape, NULL, &status);
  builder_output(builder, builder_unary(builder, OP_NEG, builder_unary(builder, OP_EXP, x)));
  it.graph = builder_finish(builder, &status);
  if (!it.graph || !device_load("h200", &it.device, &status)) fail_msg("%s", status.message);
  it.device.l2_bytes = l2_bytes;
  it.plan = plan_new(it.graph, &it.device.limits);
  it.estimator = estimator_new(&it.device, &status);
  if (!it.estimator) fail_msg("%s", status.message);
  return it;
}

static void close_chain(Fixture *it) {
  estimator_free(it->estimator);
  plan_free(it->plan);
  graph_free(it->graph);
}

static Replayed run_kernel(Fixture *it, Replay *replay, int kernel) {
  return replay_kernel(replay, plan_lowered(it->plan, kernel), NO_OP,
                       estimator_kernel(it->estimator, it->plan, kernel));
}

static Replayed second_of_chain(int64_t l2_bytes) {
  Fixture it = open_chain(l2_bytes);
  Replay *replay = replay_new(&it.device, it.graph);
  Replayed first = run_kernel(&it, replay, 0), second = run_kernel(&it, replay, 1);
  assert_int_equal(first.hit_bytes, 0); // of an empty cache
  assert_int_equal(first.dram_bytes, 2 * tensor);
  assert_int_equal(second.dram_bytes, 2 * tensor - second.hit_bytes);
  double sum = it.device.graph_us + first.time_us + second.time_us;
  assert_true(fabs(replay_us(replay) - sum) < 1e-9);
  assert_true(fabs(replay_plan_us(&it.device, it.estimator, it.plan) - sum) < 1e-9);
  double cold = estimator_kernel(it.estimator, it.plan, 1)->time_us;
  assert_true(second.hit_bytes > 0 ? second.time_us < cold : second.time_us == cold);
  replay_free(replay);
  close_chain(&it);
  return second;
}

// What is younger than 0.2 of L2 is there, what is older than 0.6 is not; half of what is 0.4 old.
static void test_kept_by_age(void **state) {
  (void)state;
  assert_int_equal(second_of_chain(2 * tensor * 20 / 3).hit_bytes, tensor);
  assert_int_equal(second_of_chain(2 * tensor * 10 / 7).hit_bytes, 0);
  assert_true(llabs(second_of_chain(2 * tensor * 10 / 4).hit_bytes - tensor / 2) < 4096);
}

// The same kernel again finds x and y as old as the traffic since.
static void test_again(void **state) {
  (void)state;
  Fixture it = open_chain(100 * tensor);
  Replay *replay = replay_new(&it.device, it.graph);
  assert_int_equal(run_kernel(&it, replay, 0).hit_bytes, 0);
  assert_int_equal(run_kernel(&it, replay, 0).hit_bytes, tensor); // x; what is written is no hit
  for (int i = 0; i < 50; i++)
    run_kernel(&it, replay, 1); // y and z, 100 tensors of traffic
  assert_int_equal(run_kernel(&it, replay, 0).hit_bytes, 0);
  replay_free(replay);
  close_chain(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kept_by_age), cmocka_unit_test(test_again)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
