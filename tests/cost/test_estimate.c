// Estimates worked out by hand on small plans.
#include "fixture.h"

#include "cost/plan_cost.h"

#include <math.h>

// y = x * x + 1 over 4096 x 1024 f32: 16 MiB in, 16 MiB out, and 2 operations per element. A thread moves 16
// bytes: one load, one store; a warp's request covers 32 x 16 bytes = 16 sectors.
static void test_pointwise(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("square", "test");
  int x = input(builder, "x", DTYPE_F32, 4096, 1024);
  builder_output(builder, builder_scalar(builder, OP_ADD, builder_binary(builder, OP_MUL, x, x), 1));
  Fixture fixture = open_plan(builder);
  int64_t bytes = 4096LL * 1024 * 4;
  PlanTotal unfused = plan_total(fixture.estimator, fixture.plan);
  assert_int_equal(unfused.kernels, 2);
  assert_int_equal(unfused.read_bytes, 2 * bytes); // x once by mul, the product once by add
  assert_int_equal(unfused.write_bytes, 2 * bytes);
  WhatIf what = estimator_what_if(fixture.estimator, fixture.plan, 0, 1);
  assert_true(what.legal);
  assert_int_equal(what.saved_dram_bytes, 2 * bytes);
  assert_int_equal(what.reads, 1);
  assert_int_equal(plan_total(fixture.estimator, fixture.plan).kernels, 2); // nothing was changed
  fuse_all(&fixture);
  const Estimate *estimate = estimator_kernel(fixture.estimator, fixture.plan, plan_home(fixture.plan, 0));
  assert_int_equal(estimate->read_bytes, bytes);
  assert_int_equal(estimate->write_bytes, bytes);
  assert_int_equal(estimate->moved_read_bytes, bytes);
  assert_int_equal(estimate->loads, 1);
  assert_int_equal(estimate->stores, 1);
  assert_true(estimate->flops == 2.0 * 4096 * 1024);
  uint64_t version = plan_version(fixture.plan);
  WhatIfCut cut = estimator_what_if_cut(fixture.estimator, fixture.plan, 1);
  assert_true(cut.legal);
  assert_int_equal(cut.saved_dram_bytes, -2 * bytes); // the product is written and read again
  assert_int_equal(cut.leaving->read_bytes, bytes);
  assert_int_equal(cut.staying->read_bytes, bytes);
  assert_true(cut.saved_us < 0);
  assert_int_equal(plan_version(fixture.plan), version);
  for (int i = 0; i < estimate->access_count; i++) {
    assert_true(estimate->accesses[i].sectors_per_request == 16);
    assert_int_equal(estimate->accesses[i].instructions, bytes / 512);
  }
  assert_int_equal(estimate->limit, LIMIT_DRAM);
  // 32 MiB at 4.24 TB/s is 7.9 us; the launch is on top, and latency can only add.
  assert_true(estimate->time_us > 7.9 && estimate->time_us < 15);
  close_plan(&fixture);
}

// y = x + column: the [rows, 1] operand is read once per row, 4 bytes a row.
static void test_broadcast_is_read_once(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("broadcast", "test");
  int x = input(builder, "x", DTYPE_F32, 1000, 512), c = input(builder, "c", DTYPE_F32, 1000, 1);
  builder_output(builder, builder_binary(builder, OP_ADD, x, c));
  Fixture fixture = open_plan(builder);
  const Estimate *estimate = estimator_kernel(fixture.estimator, fixture.plan, plan_home(fixture.plan, 0));
  assert_int_equal(estimate->read_bytes, 1000 * 512 * 4 + 1000 * 4);
  assert_int_equal(estimate->write_bytes, 1000 * 512 * 4);
  close_plan(&fixture);
}

static const Estimate *whole_estimate(Fixture *fixture) {
  return estimator_kernel(fixture->estimator, fixture->plan, plan_home(fixture->plan, 0));
}

// Two maps over different domains in one launch: their bytes add up, and what it saves is a launch.
static void test_batch(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("axes", "test");
  int x = input(builder, "x", DTYPE_F32, 512, 512), y = input(builder, "y", DTYPE_F32, 30, 7);
  builder_output(builder, builder_unary(builder, OP_EXP, y));
  builder_output(builder, builder_unary(builder, OP_NEG, x));
  Fixture fixture = open_plan(builder);
  double apart = plan_total(fixture.estimator, fixture.plan).time_us;
  WhatIf what = estimator_what_if(fixture.estimator, fixture.plan, 0, 1);
  assert_true(what.legal);
  assert_int_equal(what.parts, 2);
  assert_int_equal(what.saved_dram_bytes, 0); // nothing is common
  fuse_all(&fixture);
  const Estimate *estimate = whole_estimate(&fixture);
  assert_int_equal(estimate->read_bytes, 512 * 512 * 4 + 30 * 7 * 4);
  assert_int_equal(estimate->write_bytes, estimate->read_bytes);
  assert_int_equal(estimate->access_count, 4);
  assert_true(fabs(apart - estimate->time_us - what.saved_us) < 1e-9);
  assert_true(what.saved_us > 0.9 * fixture.device.launch_us); // one launch less, and the small part is free
  close_plan(&fixture);
}

// Sums along different axes of one tensor in one launch. Its 1 MiB is in L2 when the second part reads it:
// memory moves it once, and it passes from L2 to L1 twice.
static void test_batch_reads_shared_once(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("axes", "test");
  Shape shape = {3, {64, 64, 64}};
  Status status = {0};
  int x = builder_input(builder, "x", DTYPE_F32, &shape, NULL, &status);
  builder_output(builder, builder_reduce(builder, OP_SUM, x, (int[]){0}, 1, false));
  builder_output(builder, builder_reduce(builder, OP_SUM, x, (int[]){1}, 1, false));
  Fixture fixture = open_plan(builder);
  WhatIf what = estimator_what_if(fixture.estimator, fixture.plan, 0, 1);
  assert_int_equal(what.parts, 2);
  assert_int_equal(what.saved_dram_bytes, 64 * 64 * 64 * 4);
  assert_int_equal(what.after->read_bytes, 64 * 64 * 64 * 4);
  assert_int_equal(what.after->dram_bytes, 64 * 64 * 64 * 4 + 2 * 64 * 64 * 4);
  assert_int_equal(what.after->moved_read_bytes, 2 * 64 * 64 * 64 * 4);
  close_plan(&fixture);
}

// A part that was met in another batch is not worked out again: the estimate is that without what was kept.
static void test_batch_of_known_parts(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("axes", "test");
  int x = input(builder, "x", DTYPE_F32, 512, 512), y = input(builder, "y", DTYPE_BF16, 300, 70);
  builder_output(builder, builder_unary(builder, OP_EXP, y));
  builder_output(builder, builder_reduce(builder, OP_SUM, x, (int[]){1}, 1, false));
  builder_output(builder, builder_unary(builder, OP_NEG, input(builder, "z", DTYPE_F32, 30, 7)));
  Fixture fixture = open_plan(builder);
  assert_true(estimator_what_if(fixture.estimator, fixture.plan, 0, 1).legal);
  fuse_all(&fixture);
  const Estimate *known = whole_estimate(&fixture);
  Estimate anew = estimator_kernel_by(fixture.estimator, estimator_model(fixture.estimator), fixture.plan,
                                      plan_home(fixture.plan, 0));
  anew.accesses = known->accesses, anew.access_count = known->access_count;
  assert_memory_equal(known, &anew, sizeof anew);
  close_plan(&fixture);
}

typedef struct Sectors {
  double least, most; // of a request, among the accesses
  bool moves_more;    // than each byte once, and a tenth
} Sectors;

// x.T + y of f32, x read along the slow dim of the result.
static Sectors transpose_sectors(int64_t rows, int64_t columns) {
  GraphBuilder *builder = builder_new("transpose", "test");
  Shape shape = {2, {rows, columns}};
  int64_t stride[MAX_RANK] = {1, rows};
  Status status = {0};
  int x = builder_input(builder, "x", DTYPE_F32, &shape, stride, &status),
      y = input(builder, "y", DTYPE_F32, rows, columns);
  builder_output(builder, builder_binary(builder, OP_ADD, x, y));
  Fixture fixture = open_plan(builder);
  const Estimate *estimate = estimator_kernel(fixture.estimator, fixture.plan, plan_home(fixture.plan, 0));
  Sectors sectors = {.least = 1000};
  for (int i = 0; i < estimate->access_count; i++) {
    sectors.least = fmin(sectors.least, estimate->accesses[i].sectors_per_request);
    sectors.most = fmax(sectors.most, estimate->accesses[i].sectors_per_request);
  }
  int64_t moved = estimate->moved_read_bytes + estimate->moved_write_bytes;
  sectors.moves_more = (double)moved > 1.1 * (double)(estimate->read_bytes + estimate->write_bytes);
  close_plan(&fixture);
  return sectors;
}

// In a tile all accesses are vectors: the requests of a warp, 16 bytes a thread, touch 16 sectors, along rows
// and down them. Where the sizes are only even, vectors of 2 elements make 256 bytes, which are 8 sectors or,
// since rows of 4088 bytes begin anywhere in a sector, one more for each of the 2 runs that they consist of.
static void test_transpose_sectors(void **state) {
  (void)state;
  Sectors whole = transpose_sectors(1024, 1024), even = transpose_sectors(1022, 1022);
  assert_true(whole.least == 16 && whole.most == 16);
  assert_false(whole.moves_more);
  assert_true(even.least >= 8 && even.most <= 10);
  assert_false(even.moves_more);
}

// Softmax-like chain over rows: every element of x is read once when the row stays in registers, and the
// result written once.
static void test_row_reads_once(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("normalize", "test");
  int x = input(builder, "x", DTYPE_F32, 2048, 1024), axis = -1;
  int sum = builder_reduce(builder, OP_SUM, x, &axis, 1, true);
  builder_output(builder, builder_binary(builder, OP_DIV, x, sum));
  Fixture fixture = open_plan(builder);
  fuse_all(&fixture);
  const Estimate *estimate = estimator_kernel(fixture.estimator, fixture.plan, plan_home(fixture.plan, 0));
  assert_int_equal(estimate->read_bytes, 2048LL * 1024 * 4);
  assert_int_equal(estimate->moved_read_bytes, 2048LL * 1024 * 4);
  for (int i = 0; i < estimate->access_count; i++)
    assert_int_equal(estimate->accesses[i].passes, 1);
  close_plan(&fixture);
}

// A row result and column sums of the same data: each block takes many tiles of rows, and all of x goes
// through it once.
static void test_tiles_read_once(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("mixed", "test");
  int x = input(builder, "x", DTYPE_F32, 65536, 512), row = -1, down = 0;
  int sum = builder_reduce(builder, OP_SUM, x, &row, 1, true);
  builder_output(builder, builder_binary(builder, OP_DIV, x, sum));
  builder_output(builder, builder_reduce(builder, OP_SUM, x, &down, 1, false));
  Fixture fixture = open_plan(builder);
  fuse_all(&fixture);
  const Estimate *estimate = whole_estimate(&fixture);
  assert_string_equal(template_name(plan_lowered(fixture.plan, plan_home(fixture.plan, 0))->schedule.kind),
                      "mixed");
  assert_int_equal(estimate->read_bytes, 65536LL * 512 * 4);
  assert_int_equal(estimate->moved_read_bytes, 65536LL * 512 * 4);
  close_plan(&fixture);
}

static const AccessEstimate *find_access(const Fixture *fixture, const Estimate *estimate, const char *name) {
  const Nest *nest = plan_lowered(fixture->plan, plan_home(fixture->plan, 0))->nest;
  for (int i = 0; i < estimate->access_count; i++) {
    const Graph *graph = fixture->graph;
    if (text_equal(graph->values[nest->steps[estimate->accesses[i].step].value].name, name))
      return &estimate->accesses[i];
  }
  fail_msg("nothing accesses %s", name);
  return NULL;
}

// What the tile loop loads for each row, and what the finish stores. A warp takes a row of 512 floats in four
// vectors: 65,536 warps load a scale each, of 32 bytes, over all tiles. Each sum down the columns is stored
// once, by eight neighbouring threads of a warp with 16 bytes each: whole sectors.
static void test_tile_accesses(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("mixed", "test");
  int x = input(builder, "x", DTYPE_F32, 65536, 512), scale = input(builder, "scale", DTYPE_F32, 65536, 1);
  int row = -1, down = 0, scaled = builder_binary(builder, OP_MUL, x, scale);
  int sum = builder_reduce(builder, OP_SUM, scaled, &row, 1, true);
  builder_output(builder, builder_binary(builder, OP_DIV, scaled, sum));
  int columns = builder_reduce(builder, OP_SUM, scaled, &down, 1, false);
  builder_output(builder, columns);
  Fixture fixture = open_plan(builder);
  fuse_all(&fixture);
  const Estimate *estimate = whole_estimate(&fixture);
  const Schedule *schedule = &plan_lowered(fixture.plan, plan_home(fixture.plan, 0))->schedule;
  assert_int_equal(schedule->knob[KNOB_threads] / schedule->knob[KNOB_rows], 32);
  const AccessEstimate *load = find_access(&fixture, estimate, "scale");
  assert_int_equal(load->executions, 65536 * 32);
  assert_int_equal(load->instructions, 65536);
  assert_int_equal(load->bytes, 65536 * 32);
  const AccessEstimate *store = find_access(&fixture, estimate, fixture.graph->values[columns].name);
  assert_true(store->is_store);
  assert_int_equal(store->executions, 512 / 4);
  assert_int_equal(store->instructions, 512 / 32);
  assert_int_equal(store->bytes, 512 * 4);
  close_plan(&fixture);
}

// 134 MB stored to leave L2 last: 0.08 of its 62,914,560 bytes, 5,033,165, are written by others. At 4.8 TB/s
// * 0.897, where a written byte costs 1.12 read ones and half of a copy are written, they take 2 * 1.12
// / 2.12 * 5033165 / 4305600 = 1.235 us.
static void test_written_later(void **state) {
  (void)state;
  GraphBuilder *builder = builder_new("exp", "test");
  builder_output(builder, builder_unary(builder, OP_EXP, input(builder, "x", DTYPE_F32, 8192, 4096)));
  Fixture fixture = open_plan(builder);
  const Estimate *in_turn = estimator_kernel(fixture.estimator, fixture.plan, 0);
  assert_int_equal(in_turn->later_bytes, 12079596); // 0.3 of 0.64 of L2
  Reason reason;
  assert_true(plan_schedule(fixture.plan, 0, KNOB_stores, 1, &reason));
  const Estimate *last = estimator_kernel(fixture.estimator, fixture.plan, 0);
  assert_int_equal(last->later_bytes, 17112760); // and 0.08 of it
  assert_int_equal(in_turn->dram_bytes, last->dram_bytes);
  double saved = in_turn->pipe_us[LIMIT_DRAM] - last->pipe_us[LIMIT_DRAM];
  assert_true(saved > 1.234 && saved < 1.236);
  assert_true(last->time_us < in_turn->time_us);
  close_plan(&fixture);
}

static Fixture cast_plan(DType from, DType to) {
  GraphBuilder *builder = builder_new("cast", "test");
  builder_output(builder, builder_cast(builder, input(builder, "x", from, 4096, 1024), to));
  return open_plan(builder);
}

// A quarter of the bytes of f32, for more integer arithmetic than bf16 takes.
static void test_small_floats(void **state) {
  (void)state;
  int64_t elements = 4096LL * 1024;
  for (int reads = 0; reads < 2; reads++) {
    DType types[] = {DTYPE_F8E4M3, DTYPE_BF16};
    double integer[2];
    for (int i = 0; i < 2; i++) {
      Fixture fixture = reads ? cast_plan(types[i], DTYPE_F32) : cast_plan(DTYPE_F32, types[i]);
      const Estimate *estimate = estimator_kernel(fixture.estimator, fixture.plan, 0);
      int64_t narrow = elements * dtype_bytes(types[i]);
      assert_int_equal(estimate->read_bytes, reads ? narrow : 4 * elements);
      assert_int_equal(estimate->write_bytes, reads ? 4 * elements : narrow);
      assert_int_equal(estimate->moved_read_bytes, estimate->read_bytes);
      integer[i] = estimate->pipe_us[LIMIT_INTEGER];
      close_plan(&fixture);
    }
    assert_true(integer[0] > 3 * integer[1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pointwise),
                                     cmocka_unit_test(test_broadcast_is_read_once),
                                     cmocka_unit_test(test_batch),
                                     cmocka_unit_test(test_batch_reads_shared_once),
                                     cmocka_unit_test(test_batch_of_known_parts),
                                     cmocka_unit_test(test_transpose_sectors),
                                     cmocka_unit_test(test_row_reads_once),
                                     cmocka_unit_test(test_tiles_read_once),
                                     cmocka_unit_test(test_tile_accesses),
                                     cmocka_unit_test(test_written_later),
                                     cmocka_unit_test(test_small_floats)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
