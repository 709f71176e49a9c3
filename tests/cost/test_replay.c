// What L2 keeps from kernel to kernel.
#include "cost/model/replay.h"

#include "fixture.h"
#include "graph/read/read.h"
#include "plan/file/plan_file.h"

#include <math.h>

enum { SIDE = 1024 };
static const int64_t tensor = (int64_t)SIDE * SIDE * 4; // 4 MiB

// y = exp(x), z = -y, each a kernel that reads one tensor and writes another: y is touched between the
// traffic counts 0 and 2 tensors, and read between 2 and 4, so that each place of it is 2 tensors old.
static Fixture open_chain(int64_t l2_bytes) {
  GraphBuilder *builder = builder_new("chain", "test");
  int x = input(builder, "x", DTYPE_F32, SIDE, SIDE);
  builder_output(builder, builder_unary(builder, OP_NEG, builder_unary(builder, OP_EXP, x)));
  Fixture it = open_plan(builder);
  it.device.limits.l2_bytes = l2_bytes;
  return it;
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
  int left_out;
  assert_true(fabs(replay_run_us(&it.device, it.estimator, it.plan, &left_out) - sum) < 1e-9);
  assert_int_equal(left_out, 0);
  double cold = estimator_kernel(it.estimator, it.plan, 1)->time_us;
  assert_true(second.hit_bytes > 0 ? second.time_us < cold : second.time_us > cold); // the first's late lines
  replay_free(replay);
  close_plan(&it);
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
  close_plan(&it);
}

static const ReplayedTensor *tensor_of(const Replayed *replayed, int value) {
  for (int i = 0; i < replayed->tensor_count; i++)
    if (replayed->tensors[i].value == value) return &replayed->tensors[i];
  fail_msg("the kernel does not touch value %d", value);
  return NULL;
}

// Tensor by tensor: the second kernel reads what the first has written, and writes what nobody had.
static void test_tensors(void **state) {
  (void)state;
  Fixture it = open_chain(100 * tensor);
  Replayed second;
  Replay *replay = replay_place(&it.device, it.estimator, it.plan, 1, &second);
  assert_int_equal(second.tensor_count, 2);
  const ReplayedTensor *y = tensor_of(&second, it.graph->ops[0].first_result),
                       *z = tensor_of(&second, it.graph->ops[1].first_result);
  assert_int_equal(y->read_bytes, tensor);
  assert_int_equal(y->hit_bytes, tensor);
  assert_int_equal(y->write_bytes, 0);
  assert_int_equal(z->write_bytes, tensor);
  assert_int_equal(z->hit_bytes, 0);
  replay_free(replay);
  close_plan(&it);
}

// A kernel in its place is what it is when all kernels before it are replayed, however far L2 reaches back.
static void test_place(void **state) {
  (void)state;
  Status status = {0};
  DumpPlan *dump;
  Fixture it = open_graph_plan(
      graph_read_folder(FUSEBOX_SOURCE_ROOT "/graphs/dumps/layernorm/backward", NULL, &dump, &status));
  static const int64_t sizes[] = {1 << 20, 20 << 20, 60 << 20, 400 << 20};
  int64_t hits = 0;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    it.device.limits.l2_bytes = sizes[i];
    Replay *whole = replay_new(&it.device, it.graph);
    int count;
    const int *order = plan_order(it.plan, &count);
    for (int k = 0; k < count; k++) {
      Replayed there = run_kernel(&it, whole, order[k]), here;
      Replay *alone = replay_place(&it.device, it.estimator, it.plan, order[k], &here);
      assert_int_equal(here.hit_bytes, there.hit_bytes);
      assert_int_equal(here.dram_bytes, there.dram_bytes);
      assert_true(here.time_us == there.time_us);
      hits += here.hit_bytes;
      replay_free(alone);
    }
    replay_free(whole);
  }
  assert_true(hits > 0);
  dump_plan_free(dump);
  close_plan(&it);
}

// Of what is stored, 0.3 of up to 0.64 of the 62,914,560 bytes of L2 is written back while the next one runs.
// The first lets what it stores leave last: of what is more than L2, up to 0.08 of it, too.
static void test_written_later(void **state) {
  (void)state;
  static const struct {
    int rows;
    int64_t later;
  } cases[] = {{3840, 12079596}, {3968, 14176748}, {8192, 17112760}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    GraphBuilder *builder = builder_new("chain", "test");
    int x = input(builder, "x", DTYPE_F32, cases[i].rows, 4096);
    builder_output(builder, builder_unary(builder, OP_NEG, builder_unary(builder, OP_EXP, x)));
    Fixture it = open_plan(builder);
    Reason reason;
    assert_true(plan_schedule(it.plan, 0, KNOB_stores, 1, &reason));
    Replay *replay = replay_new(&it.device, it.graph);
    Replayed first = run_kernel(&it, replay, 0), second = run_kernel(&it, replay, 1);
    const Estimate *alone = estimator_kernel(it.estimator, it.plan, 1);
    assert_int_equal(estimator_kernel(it.estimator, it.plan, 0)->later_bytes, cases[i].later);
    assert_int_equal(alone->later_bytes, 12079596);
    assert_int_equal(alone->dram_bytes, 2 * cases[i].rows * 16384);
    assert_true(first.time_us == estimator_kernel(it.estimator, it.plan, 0)->time_us);
    assert_int_equal(second.hit_bytes, 0);
    assert_int_equal(second.dram_bytes, alone->dram_bytes);
    assert_true(second.time_us > alone->time_us);
    replay_free(replay);
    close_plan(&it);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kept_by_age), cmocka_unit_test(test_again),
                                     cmocka_unit_test(test_tensors), cmocka_unit_test(test_place),
                                     cmocka_unit_test(test_written_later)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
