// The rules of estimates, each worked out by hand: executions, what passes L1, sectors and lines, time.
#include "fused.h"

#include "cost/model/parts.h"

#include <math.h>
#include <stdio.h>

static const AccessEstimate *access_of(const Fixture *opened, const Estimate *estimate, const char *name) {
  CheckSet set = check_all(opened->graph);
  const PlanLowered *lowered = plan_lowered(opened->plan, plan_home(opened->plan, set.ops[0]));
  for (int i = 0; i < estimate->access_count; i++) {
    int value = estimate_access_value(lowered, &estimate->accesses[i]);
    if (!strcmp(opened->graph->values[value].name, name)) return &estimate->accesses[i];
  }
  fail_msg("no access to %s", name);
  return NULL;
}

// cat of [512, 256] and [512, 768] f32: the result has 1024 columns in vectors of 4, 512 x 256 vectors. The
// first input is loaded where the column is below 256, a quarter of them; the second in the other three.
static void test_conditions(void **state) {
  (void)state;
  Fixture opened = open_fused("a: \"f32[512, 256]\", b: \"f32[512, 768]\"",
                              "y = torch.ops.aten.cat.default([a, b], 1)\nreturn (y,)");
  const Estimate *estimate = estimate_of(&opened);
  const AccessEstimate *a = access_of(&opened, estimate, "a"), *b = access_of(&opened, estimate, "b");
  assert_true(fabs(a->executed - 0.25) < 1e-9 && fabs(b->executed - 0.75) < 1e-9);
  assert_int_equal(a->executions, 512 * 64);
  assert_int_equal(b->executions, 512 * 192);
  assert_int_equal(estimate->read_bytes, 512 * 1024 * 4);
  assert_int_equal(estimate->write_bytes, 512 * 1024 * 4);
  close_plan(&opened);
}

// Maps of 256 rows each, joined along the second axis: which of the two a block loads from changes every 256
// rows, as evenly as samples of blocks lie. Each input is asked for once, and moved.
static void test_joined_halves(void **state) {
  (void)state;
  Fixture opened = open_fused("a: \"bf16[8, 256, 1024]\", b: \"bf16[8, 256, 1024]\"",
                              "y = torch.ops.aten.cat.default([a, b], 1)\nreturn (y,)");
  const Estimate *estimate = estimate_of(&opened);
  const int64_t half = 8 * 256 * 1024 * 2;
  assert_int_equal(estimate->read_bytes, 2 * half);
  assert_int_equal(estimate->moved_read_bytes, 2 * half);
  assert_int_equal(estimate->moved_write_bytes, 2 * half);
  assert_int_equal(access_of(&opened, estimate, "a")->bytes, half);
  assert_int_equal(access_of(&opened, estimate, "b")->bytes, half);
  close_plan(&opened);
}

// Sums down 160 columns in vectors of 4: 40 lanes, in three tiles of 16, of which the last has 8. Lanes
// without columns stand on the last one and ask for nothing more, so that each warp but those of the last
// tile asks for whole sectors of its own, and all of the tensor is moved.
static void test_partial_tile_of_columns(void **state) {
  (void)state;
  Fixture opened =
      open_fused("x: \"bf16[100352, 160]\"", "y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)");
  const Estimate *estimate = estimate_of(&opened);
  const int64_t bytes = 100352LL * 160 * 2;
  assert_int_equal(estimate->read_bytes, bytes);
  assert_in_range(estimate->moved_read_bytes, bytes, bytes + bytes / 4);
  assert_in_range(access_of(&opened, estimate, "x")->bytes, bytes - bytes / 8, bytes + bytes / 4);
  close_plan(&opened);
}

// A transform over two dims is one over each: what the first writes the second reads and writes again, 8
// bytes an element; through DRAM where half of L2 (30 MB) does not hold it.
static void test_transforms(void **state) {
  (void)state;
  static const struct {
    const char *parameters, *dims;
    int64_t elements;
    int passes;
    bool held;
  } cases[] = {{"x: \"c64[64, 512, 512]\"", "[2]", 64 * 512 * 512, 1, false},
               {"x: \"c64[64, 512, 512]\"", "[1, 2]", 64 * 512 * 512, 2, false},
               {"x: \"c64[64, 512, 512]\"", "[0, 1, 2]", 64 * 512 * 512, 3, false},
               {"x: \"c64[8, 64, 64]\"", "[1, 2]", 8 * 64 * 64, 2, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char body[200];
    snprintf(body, sizeof body, "y: %s = torch.ops.aten._fft_c2c.default(x, %s, 0, True)\nreturn (y,)",
             cases[i].parameters + 3, cases[i].dims);
    Fixture opened = open_fused(cases[i].parameters, body);
    const Estimate *estimate = estimate_of(&opened);
    int64_t bytes = 8 * cases[i].elements;
    assert_int_equal(estimate->read_bytes, bytes);
    assert_int_equal(estimate->moved_read_bytes, cases[i].passes * bytes);
    assert_int_equal(estimate->moved_write_bytes, cases[i].passes * bytes);
    assert_int_equal(estimate->dram_bytes, (cases[i].held ? 2 : 2 * cases[i].passes) * bytes);
    close_plan(&opened);
  }
}

// 264 blocks of one warp are two on each of 132 SMs, in two of its quarters: their arithmetic takes twice as
// long as that of 66 blocks of four... which leave half of the SMs idle: as long; in 132 blocks of four warps
// that do half as much each, all pipes work.
static void test_warps_of_quarters(void **state) {
  (void)state;
  static const struct {
    int threads, unroll;
    double part; // of the GPU's pipes that work
  } cases[] = {{32, 8, 0.5}, {128, 8, 0.5}, {128, 4, 1}};
  double first = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Fixture opened = open_fused("x: \"f32[264, 1024]\"", "y = torch.ops.aten.sin.default(x)\nreturn (y,)");
    Reason reason = {0};
    CheckSet set = check_all(opened.graph);
    int kernel = plan_home(opened.plan, set.ops[0]);
    assert_true(plan_schedule(opened.plan, kernel, KNOB_threads, cases[i].threads, &reason));
    assert_true(plan_schedule(opened.plan, kernel, KNOB_unroll, cases[i].unroll, &reason));
    assert_true(plan_schedule(opened.plan, kernel, KNOB_vector, 4, &reason));
    const Estimate *estimate = estimate_of(&opened);
    double us = estimate->pipe_us[LIMIT_FMA];
    if (!first) first = us;
    assert_true(fabs(us * cases[i].part / (first * cases[0].part) - 1) < 0.02);
    close_plan(&opened);
  }
}

// x [65536, 1024] f32 times w [1024]: every row asks for all of w, 256 MiB in all, but its 4 KiB stay in L1:
// each of 132 SMs fetches them once.
static void test_weights_stay_in_l1(void **state) {
  (void)state;
  Fixture opened = open_fused("x: \"f32[65536, 1024]\", w: \"f32[1024]\"",
                              "y = torch.ops.aten.mul.Tensor(x, w)\nreturn (y,)");
  const Estimate *estimate = estimate_of(&opened);
  const AccessEstimate *w = access_of(&opened, estimate, "w");
  assert_int_equal(w->bytes, 65536LL * 1024 * 4);
  assert_int_equal(w->l2_bytes, 132 * 4096);
  assert_int_equal(w->unique_bytes, 4096);
  assert_int_equal(estimate->moved_read_bytes, 65536LL * 1024 * 4 + 132 * 4096);
  assert_int_equal(estimate->dram_bytes, 2 * 65536LL * 1024 * 4 + 4096);
  close_plan(&opened);
}

// A mask of [1024, 1024] f32 under 64 batches comes back to an SM after 4 MiB of other data: no L1 holds
// that, and every batch fetches it from L2 again.
static void test_large_operands_leave_l1(void **state) {
  (void)state;
  Fixture opened = open_fused("x: \"f32[64, 1024, 1024]\", m: \"f32[1024, 1024]\"",
                              "y = torch.ops.aten.add.Tensor(x, m)\nreturn (y,)");
  const Estimate *estimate = estimate_of(&opened);
  assert_int_equal(access_of(&opened, estimate, "m")->l2_bytes, 64LL * 1024 * 1024 * 4);
  assert_int_equal(estimate->read_bytes, 65LL * 1024 * 1024 * 4);
  close_plan(&opened);
}

// x.T + y without a tile: the sum takes the layout of its first operand, and y is read down its columns, each
// of a warp's 32 elements in a sector and a line of its own; four requests for a vector of 4, none of which
// shares a sector with another. 32 bytes for each 4.
static void test_transposed_lines(void **state) {
  (void)state;
  Fixture opened = open_fused("x: \"f32[4100, 4100]\", y: \"f32[4100, 4100]\"",
                              "t = torch.ops.aten.permute.default(x, [1, 0])\n"
                              "z = torch.ops.aten.add.Tensor(t, y)\nreturn (z,)");
  Reason reason = {0};
  CheckSet set = check_all(opened.graph);
  assert_true(plan_schedule(opened.plan, plan_home(opened.plan, set.ops[0]), KNOB_rows, 1, &reason));
  const Estimate *estimate = estimate_of(&opened);
  const AccessEstimate *y = access_of(&opened, estimate, "y");
  assert_true(y->sectors_per_request == 32 && y->bytes_per_line == 32);
  assert_int_equal(y->executions, 4100LL * 4100);
  int64_t beyond = y->bytes - 8 * 4100LL * 4100 * 4; // the last warp counts as a full one
  assert_true(beyond >= 0 && beyond <= 32 * 32);
  const AccessEstimate *x = access_of(&opened, estimate, "x");
  assert_true(x->sectors_per_request == 16 && x->bytes_per_line == 128);
  assert_int_equal(estimate->limit, LIMIT_L2);
  // 16.8 million lines of y and 0.5 million of x and z each at 159 loads and 63 stores per ns.
  double loads = 4100.0 * 4100 + 4100.0 * 4100 / 32, stores = 4100.0 * 4100 / 32;
  double expected = loads / 159 * 1e-3 + stores / 63 * 1e-3;
  assert_true(fabs(estimate->pipe_us[LIMIT_L2] - expected) < 0.02 * expected);
  close_plan(&opened);
}

// The same with 4,100 and 4,096 columns. The lanes of a request to y are four rows apart, 65,600 bytes or
// 512.5 lines: of 32 lines 8 are in each of the four sets of L1, and it takes 8 clocks. 65,536 bytes are 512
// lines, all in one set: 32 clocks. x comes in 4 lines of 128 bytes, which L1 passes on one in a clock.
static void test_sets_of_l1(void **state) {
  (void)state;
  static const struct {
    const char *parameters;
    double clocks;
  } rows[] = {{"x: \"f32[4100, 4100]\", y: \"f32[4100, 4100]\"", 8},
              {"x: \"f32[4096, 4096]\", y: \"f32[4096, 4096]\"", 32}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Fixture opened = open_fused(rows[i].parameters,
                                "t = torch.ops.aten.permute.default(x, [1, 0])\n"
                                "z = torch.ops.aten.add.Tensor(t, y)\nreturn (z,)");
    Reason reason = {0};
    CheckSet set = check_all(opened.graph);
    assert_true(plan_schedule(opened.plan, plan_home(opened.plan, set.ops[0]), KNOB_rows, 1, &reason));
    const Estimate *estimate = estimate_of(&opened);
    const AccessEstimate *x = access_of(&opened, estimate, "x"), *y = access_of(&opened, estimate, "y");
    assert_true(y->l1_clocks == rows[i].clocks && x->l1_clocks == 4);
    // Of 132 multiprocessors at 1.755 GHz; in the last wave of blocks some wait.
    double clocks = (double)y->instructions * rows[i].clocks + (double)x->instructions * 4;
    double expected = clocks / (132 * 1.755e3);
    assert_true(fabs(estimate->pipe_us[LIMIT_L1] - expected) < 0.02 * expected);
    close_plan(&opened);
  }
}

// 212 MB, of which 106 MB are written, at 1 TB/s: 212 us, as a copy does. Read alone each byte takes 2 / 2.12
// of that, written alone 0.95 of it.
static void test_fills(void **state) {
  (void)state;
  Device device = {.dram_gbs = 1000, .dram_efficiency = 1, .dram_write_cost = 1.12};
  Estimate estimate = {.dram_bytes = 212000000, .write_bytes = 106000000};
  assert_true(fabs(cost_dram_us(&device, &estimate) - 212) < 1e-9);
  estimate.write_bytes = 0;
  assert_true(fabs(cost_dram_us(&device, &estimate) - 200) < 1e-9);
  estimate.write_bytes = estimate.dram_bytes;
  assert_true(fabs(cost_dram_us(&device, &estimate) - 212 * 0.95) < 1e-9);
}

// Blocks of 512 threads, one to a multiprocessor: an occupancy of 0.25, half of what lets memory and
// arithmetic overlap as well as they can (exponent 4), so that the exponent is 1 + 3 / 2; loads a tile ahead
// need no other threads. Lines of which half is used take 1 - 0.25 / 0.3 more time than whole ones, in L2.
static void test_few_threads(void **state) {
  (void)state;
  Fixture opened = open_fused("x: \"f32[64, 64]\"", "y = torch.ops.aten.relu.default(x)\nreturn (y,)");
  KernelWork work = {.blocks = 1320, .lines = 1e6};
  Estimate estimate = {.registers = 128,
                       .occupancy = 0.25,
                       .dram_bytes = 128000000,
                       .write_bytes = 64000000,
                       .moved_read_bytes = 64000000,
                       .moved_write_bytes = 64000000};
  cost_time(&opened.device, 512, &work, &estimate);
  double whole = estimate.pipe_us[LIMIT_DRAM];
  assert_true(fabs(whole - 128000 / (4800 * 0.897)) < 1e-6 * whole);
  assert_true(fabs(estimate.overlap - 2.5) < 1e-9);
  work.lines = 2e6, work.ahead = true;
  cost_time(&opened.device, 512, &work, &estimate);
  assert_true(estimate.pipe_us[LIMIT_DRAM] == whole);
  assert_true(fabs(estimate.pipe_us[LIMIT_L2] - whole * (2 - 0.25 / 0.3)) < 1e-6 * whole);
  assert_true(estimate.overlap == 4);
  close_plan(&opened);
}

// A gather reads as many elements as there are indices, wherever they lie.
static void test_gather_reads_what_it_names(void **state) {
  (void)state;
  Fixture opened = open_fused("x: \"f32[4096, 32000]\", i: \"i64[4096, 1]\"",
                              "y = torch.ops.aten.gather.default(x, 1, i)\nreturn (y,)");
  const Estimate *estimate = estimate_of(&opened);
  assert_int_equal(estimate->read_bytes, 4096 * 4 + 4096 * 8);
  assert_int_equal(estimate->write_bytes, 4096 * 4);
  // Memory gives whole sectors: one for each element that is looked up.
  assert_int_equal(estimate->moved_read_bytes, 4096 * 32 + 4096 * 8);
  assert_int_equal(estimate->dram_bytes, 4096 * 32 + 4096 * 8 + 4096 * 4);
  close_plan(&opened);
}

// DRAM and L2 of 30 and 20 us with exponent 4: 30 * (1 + 16 / 81)^(1/4) = 31.3829 us; with arithmetic of 40
// us and exponent 2: 50.8418 us and the launch; what takes longest binds. Of a product DRAM is all: 50 us.
static void test_streams_combine(void **state) {
  (void)state;
  Device device = {.launch_us = 1.5};
  Estimate estimate = {.pipe_us = {[LIMIT_DRAM] = 30, [LIMIT_L2] = 20, [LIMIT_FMA] = 40, [LIMIT_MUFU] = 10},
                       .overlap = 2};
  cost_finish(&device, &estimate);
  assert_true(fabs(estimate.time_us - 52.3418) < 1e-4);
  assert_int_equal(estimate.limit, LIMIT_FMA);
  estimate.pipe_us[LIMIT_TENSOR] = 40;
  cost_finish(&device, &estimate);
  assert_true(fabs(estimate.time_us - 51.5) < 1e-9);
  estimate = (Estimate){.pipe_us = {[LIMIT_DRAM] = 0.5}, .overlap = 2};
  cost_finish(&device, &estimate);
  assert_int_equal(estimate.limit, LIMIT_LAUNCH);
  assert_true(fabs(estimate.time_us - 2) < 1e-9);
}

// Until memory is busy: up to 1.7 waits of 1 us, half of it where the work is 0.9 waits long, 4/5 where it is
// twice that; all terms together are the time.
static void test_ramp(void **state) {
  (void)state;
  Device device = {.launch_us = 1, .latency_ns = 1000};
  const double work[] = {0, 0.9, 1.8, 8.1}, ramp[] = {0, 0.85, 1.36, 1.7 * 81 / 82};
  for (size_t i = 0; i < sizeof work / sizeof *work; i++) {
    Estimate estimate = {.pipe_us = {[LIMIT_DRAM] = work[i]}, .overlap = 2, .tail_us = 3, .spill_us = 4};
    cost_finish(&device, &estimate);
    assert_true(fabs(estimate.ramp_us - ramp[i]) < 1e-9);
    assert_true(fabs(estimate.time_us - (1 + ramp[i] + work[i] + 7)) < 1e-9);
    double terms[TERM_COUNT] = {0}, sum = 0;
    estimate_terms(&estimate, terms);
    for (int term = 0; term < TERM_COUNT; term++)
      sum += terms[term];
    assert_true(fabs(sum - estimate.time_us) < 1e-9 && terms[TERM_RAMP] == estimate.ramp_us);
    estimate.is_library = true;
    cost_finish(&device, &estimate);
    assert_true(estimate.ramp_us == 0);
  }
}

// With an occupancy of 0.5 issuing takes 1 + 0.75 / 4 of its time at the full rate; a product's does not.
static void test_few_threads_issue(void **state) {
  (void)state;
  Fixture opened = open_fused("x: \"f32[64, 64]\"", "y = torch.ops.aten.relu.default(x)\nreturn (y,)");
  KernelWork work = {.blocks = 1320, .issue = 1e6};
  Estimate full = {.registers = 32, .occupancy = 1}, half = {.registers = 32, .occupancy = 0.5},
           product = half;
  product.pipe_us[LIMIT_TENSOR] = 1;
  cost_time(&opened.device, 256, &work, &full);
  cost_time(&opened.device, 256, &work, &half);
  cost_time(&opened.device, 256, &work, &product);
  assert_true(fabs(half.pipe_us[LIMIT_ISSUE] - 1.1875 * full.pipe_us[LIMIT_ISSUE]) < 1e-9);
  assert_true(product.pipe_us[LIMIT_ISSUE] == full.pipe_us[LIMIT_ISSUE]);
  close_plan(&opened);
}

#define SOFTMAX \
  "m = torch.ops.aten.amax.default(x, [1], True)\ns = torch.ops.aten.sub.Tensor(x, m)\n" \
  "e = torch.ops.aten.exp.default(s)\nt = torch.ops.aten.sum.dim_IntList(e, [1], True)\n" \
  "y = torch.ops.aten.div.Tensor(e, t)\nreturn (y,)"

// `waits`: memory idles while rows wait, rather than being busy with others.
static double combined(const Estimate *estimate, double launch, double overlap, bool waits) {
  double memory = 0, arithmetic = 0;
  for (int limit = 0; limit < LIMIT_LAUNCH; limit++) {
    bool moves = limit == LIMIT_DRAM || limit == LIMIT_L2 || limit == LIMIT_L1 || limit == LIMIT_LATENCY;
    if (moves)
      memory += pow(estimate->pipe_us[limit], 4);
    else
      arithmetic = fmax(arithmetic, estimate->pipe_us[limit]);
  }
  memory = pow(memory, 0.25);
  if (waits)
    memory =
        fmax(estimate->pipe_us[LIMIT_DRAM], estimate->pipe_us[LIMIT_L2]) + estimate->pipe_us[LIMIT_LATENCY];
  return launch + estimate->ramp_us + pow(pow(memory, overlap) + pow(arithmetic, overlap), 1 / overlap);
}

// Of rows of 8 KB several share a multiprocessor, of 128 KB only one is there: its arithmetic waits for its
// loads, and no other row's does not. Where the next row is loaded beside it, all wait for one another in
// step; where it is loaded in its place, memory goes on.
static void test_rows_alone(void **state) {
  (void)state;
  static const struct {
    const char *parameters;
    double share; // of the device's overlap
    bool waits;
  } rows[] = {{"x: \"bf16[16384, 4096]\"", 1, false},
              {"x: \"bf16[132, 65536]\"", 0.5, false},
              {"x: \"f32[8192, 32000]\"", 1, true},
              {"x: \"bf16[1024, 65536]\"", 1, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Fixture opened = open_fused(rows[i].parameters, SOFTMAX);
    const Estimate *estimate = estimate_of(&opened);
    double expected =
        combined(estimate, opened.device.launch_us, opened.device.overlap * rows[i].share, rows[i].waits);
    assert_true(fabs(estimate->time_us - expected) < 1e-6 * expected);
    close_plan(&opened);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sets_of_l1),
      cmocka_unit_test(test_fills),
      cmocka_unit_test(test_few_threads),
      cmocka_unit_test(test_joined_halves),
      cmocka_unit_test(test_transforms),
      cmocka_unit_test(test_warps_of_quarters),
      cmocka_unit_test(test_partial_tile_of_columns),
      cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_rows_alone),
      cmocka_unit_test(test_weights_stay_in_l1),
      cmocka_unit_test(test_large_operands_leave_l1),
      cmocka_unit_test(test_transposed_lines),
      cmocka_unit_test(test_gather_reads_what_it_names),
      cmocka_unit_test(test_streams_combine),
      cmocka_unit_test(test_ramp),
      cmocka_unit_test(test_few_threads_issue),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
