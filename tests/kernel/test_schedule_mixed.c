// Schedules of kernels with row results and sums down the columns.
#include "subject.h"

#include "kernel/template/candidates.h"
#include "kernel/template/mapping.h"

#include <stdio.h>
#include <stdlib.h>

static void test_mixed_rules(void **state) {
  (void)state;
  const char *body =
      "a = torch.ops.aten.sum.dim_IntList(x, [1])\n"
      "b = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (a, b)";
  Subject subject = subject_new("x: \"bf16[98304, 512]\"", body);
  Schedule schedule = choose(&subject, NULL);
  assert_string_equal(template_name(schedule.kind), "mixed");
  assert_int_equal(schedule.knob[KNOB_vector], 8);
  assert_int_equal(schedule.knob[KNOB_threads], 512);
  assert_int_equal(schedule.knob[KNOB_rows], 16); // a warp a row: 16 elements of each row for a thread
  int64_t shares = schedule.knob[KNOB_splits], tiles = 98304 / 16;
  assert_true(shares >= 131 && shares < tiles);
  assert_int_equal((tiles + (tiles + shares - 1) / shares - 1) / ((tiles + shares - 1) / shares),
                   shares); // no
                            // fewer have as few tiles each
  LaunchShape launch = schedule_launch(subject.nest, &schedule, &h200_limits);
  assert_int_equal(launch.grid, shares);
  assert_int_equal(launch.workspace_bytes, 16 + shares * 512 * 4); // a counter, and the columns of each block
  StepExecution load = execution_of(&subject, &schedule, 0);
  assert_int_equal(subject.nest->steps[0].kind, STEP_LOAD);
  assert_int_equal(load.per_thread, (tiles + shares - 1) / shares * 2); // two vectors a tile
  subject_free(&subject);
  Subject few = subject_new("x: \"bf16[16384, 512]\"", body); // seven tiles for each wide block
  assert_int_equal(choose(&few, NULL).knob[KNOB_threads], 256);
  subject_free(&few);
  Subject wide = subject_new("x: \"bf16[8, 1048576]\"", body);
  Reason reason = {0};
  assert_false(schedule_choose(wide.nest, &h200_limits, NULL, &schedule, &reason));
  assert_non_null(strstr(reason.text, "each of 1024 threads would keep 1024 words"));
  subject_free(&wide);
}

// Rows of which one number of the whole remains: blocks of 128 threads take long ones several at a time, at
// most five waves of 132 * 8 blocks; short ones fit a trip of 256 threads, two rows or more a block.
static void test_rows_gone_over_once(void **state) {
  (void)state;
  static const struct {
    int rows, length, threads, grid;
  } cases[] = {{8192, 32000, 128, 4096},  // two rows each
               {5216, 32000, 128, 5216},  // 4.9 waves
               {16384, 16384, 128, 4096}, // four
               {32768, 8192, 256, 8192}}; // 1024 vectors: a trip of 128 threads
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char parameters[60];
    snprintf(parameters, sizeof parameters, "x: \"bf16[%d, %d]\"", cases[i].rows, cases[i].length);
    Subject subject = subject_new(parameters,
                                  "a = torch.ops.aten.amax.default(x, [1])\n"
                                  "b = torch.ops.aten.sum.default(a)\nreturn (b,)");
    Schedule schedule = choose(&subject, NULL);
    assert_string_equal(template_name(schedule.kind), "mixed");
    assert_int_equal(schedule.knob[KNOB_threads], cases[i].threads);
    assert_int_equal(schedule_launch(subject.nest, &schedule, &h200_limits).grid, cases[i].grid);
    subject_free(&subject);
  }
}

// Rows are loaded a tile before while a block of 512 threads, of 128 registers each, can hold both tiles: 16
// elements of each row a thread are 32 registers for an input in f32, and 128 for four of them.
static void test_mixed_pipeline(void **state) {
  (void)state;
  static const char *const sums =
      "r = torch.ops.aten.sum.dim_IntList(p, [1], True)\n"
      "y = torch.ops.aten.mul.Tensor(p, r)\n"
      "z = torch.ops.aten.sum.dim_IntList(p, [0])\n"
      "return (y, z)";
  static const struct {
    const char *parameters, *product;
    int pipeline;
  } cases[] = {
      {"a: \"f32[8192, 2048]\"", "p = torch.ops.aten.exp.default(a)\n", 1},
      {"a: \"f32[8192, 2048]\", b: \"f32[8192, 2048]\", c: \"f32[8192, 2048]\", d: \"f32[8192, 2048]\"",
       "u = torch.ops.aten.mul.Tensor(a, b)\n"
       "v = torch.ops.aten.mul.Tensor(c, d)\n"
       "p = torch.ops.aten.mul.Tensor(u, v)\n",
       0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char body[600];
    snprintf(body, sizeof body, "%s%s", cases[i].product, sums);
    Subject subject = subject_new(cases[i].parameters, body);
    Schedule schedule = choose(&subject, NULL);
    assert_int_equal(schedule.knob[KNOB_threads], 512);
    assert_int_equal(schedule.knob[KNOB_pipeline], cases[i].pipeline);
    subject_free(&subject);
  }
}

// Blocks that wait for others are no more than a GPU surely runs at once.
// A norm's backward over rows x columns of bf16: gradients of its input, and one or two sums down the
// columns.
static Schedule choose_backward(int rows, int columns, bool bias) {
  char parameters[120], body[900];
  snprintf(parameters, sizeof parameters, "x: \"bf16[%d, %d]\", g: \"bf16[%d, %d]\", w: \"bf16[%d]\"", rows,
           columns, rows, columns, columns);
  snprintf(body, sizeof body,
           "p = torch.ops.aten.mul.Tensor(g, w)\n"
           "q = torch.ops.aten.mul.Tensor(p, x)\n"
           "c = torch.ops.aten.sum.dim_IntList(q, [1], True)\n"
           "d = torch.ops.aten.mul.Tensor(x, c)\n"
           "dx = torch.ops.aten.sub.Tensor(p, d)\n"
           "h = torch.ops.aten.mul.Tensor(g, x)\n"
           "dw = torch.ops.aten.sum.dim_IntList(h, [0])\n"
           "%sreturn (dx, dw%s)",
           bias ? "db = torch.ops.aten.sum.dim_IntList(g, [0])\n" : "", bias ? ", db" : "");
  Subject subject = subject_new(parameters, body);
  Schedule schedule = choose(&subject, NULL);
  subject_free(&subject);
  return schedule;
}

// Rows of two tiles, weights and sums in registers: 2 * 16 + 8 + 32 of 1,024 columns and two sums; 2 * 24 +
// 12 + 48 would be too many of 768, where a warp has a row.
static void test_pipeline_by_registers(void **state) {
  (void)state;
  assert_int_equal(choose_backward(16384, 1024, true).knob[KNOB_pipeline], 1);
  assert_int_equal(choose_backward(65536, 768, true).knob[KNOB_pipeline], 2);
  assert_int_equal(choose_backward(65536, 512, false).knob[KNOB_pipeline], 1);
}

// Two weights of 32 bits beside rows of two tiles, values of 16 elements and sums: 2 * 16 + 2 * 16 + 16 + 16
// registers are too many, but rounded weights take half of theirs.
static void test_pipeline_beside_rounded_weights(void **state) {
  (void)state;
  static const char *const casts =
      "vb = torch.ops.prims.convert_element_type.default(v, torch.bfloat16)\n"
      "wb = torch.ops.prims.convert_element_type.default(w, torch.bfloat16)\n";
  for (int rounded = 0; rounded < 2; rounded++) {
    char body[1200];
    const char *b = rounded ? "b" : "";
    snprintf(body, sizeof body,
             "%sp = torch.ops.aten.mul.Tensor(g, v%s)\n"
             "q = torch.ops.aten.mul.Tensor(g, w%s)\n"
             "a = torch.ops.aten.add.Tensor(p, q)\n"
             "h = torch.ops.aten.mul.Tensor(a, x)\n"
             "c = torch.ops.aten.sum.dim_IntList(h, [1], True)\n"
             "d = torch.ops.aten.mul.Tensor(x, c)\n"
             "dx = torch.ops.aten.sub.Tensor(a, d)\n"
             "y = torch.ops.aten.mul.Tensor(g, x)\n"
             "dw = torch.ops.aten.sum.dim_IntList(y, [0])\n"
             "return (dx, dw)",
             rounded ? casts : "", b, b);
    Subject subject = subject_new(
        "x: \"bf16[98304, 512]\", g: \"bf16[98304, 512]\", v: \"f32[512]\", w: \"f32[512]\"", body);
    assert_int_equal(choose(&subject, NULL).knob[KNOB_pipeline],
                     rounded ? PIPELINE_REGISTERS : PIPELINE_SHARED);
    subject_free(&subject);
  }
}

// 33.6 MB are stored, of which a second-level cache of 60 MiB holds two thirds of its size; 50 MB are too
// many.
static void test_bypass(void **state) {
  (void)state;
  assert_int_equal(choose_backward(16384, 1024, true).knob[KNOB_bypass], 1);
  assert_int_equal(choose_backward(24576, 1024, true).knob[KNOB_bypass], 0);
}

// A row result and up to three sums down the columns.
static Subject sums_subject(int sums) {
  static const char *const lines[] = {"s0 = torch.ops.aten.sum.dim_IntList(g, [0])\n",
                                      "s1 = torch.ops.aten.sum.dim_IntList(d, [0])\n",
                                      "s2 = torch.ops.aten.sum.dim_IntList(e, [0])\n"};
  static const char *const results[] = {"return (e, s0)", "return (e, s0, s1)", "return (e, s0, s1, s2)"};
  char body[600];
  snprintf(body, sizeof body,
           "c = torch.ops.aten.sum.dim_IntList(g, [1], True)\n"
           "d = torch.ops.aten.mul.Tensor(g, c)\n"
           "e = torch.ops.aten.mul.Tensor(d, g)\n%s%s%s%s",
           lines[0], sums > 1 ? lines[1] : "", sums > 2 ? lines[2] : "", results[sums - 1]);
  return subject_new("g: \"bf16[16384, 1024]\"", body);
}

// Blocks of 512 threads with vectors of 8 combine 16 KB for each slot and sum: two of them at once.
static void test_together(void **state) {
  (void)state;
  static const struct { int together, slots, turns; } expected[] = {{1, 2, 1}, {2, 1, 1}, {2, 1, 2}};
  for (int sums = 1; sums <= 3; sums++) {
    Subject subject = sums_subject(sums);
    Schedule schedule = choose(&subject, NULL);
    schedule.knob[KNOB_threads] = 512, schedule.knob[KNOB_rows] = 8, schedule.knob[KNOB_unroll] = 2;
    Mapping mapping;
    mapping_make(subject.nest, &schedule, &mapping);
    int *reduces = calloc((size_t)subject.nest->step_count + 1, sizeof *reduces), turns = 0;
    int count = mapping_combined(&mapping, COMBINE_COLUMNS, 0, reduces);
    assert_int_equal(count, sums);
    Together first = mapping_together(&mapping, reduces, count);
    assert_int_equal(first.count, expected[sums - 1].together);
    assert_int_equal(first.slots, expected[sums - 1].slots);
    assert_int_equal(first.bytes, 32 * 1024);
    if (first.count == 2) assert_int_equal(together_place(&mapping, &first, reduces, 1), 16 * 1024);
    for (int at = 0; at < count; turns++)
      at += mapping_together(&mapping, reduces + at, count - at).count;
    assert_int_equal(turns, expected[sums - 1].turns);
    assert_int_equal(schedule_shared_by_turns(subject.nest, &schedule), 32 * 1024);
    free(reduces);
    subject_free(&subject);
  }
}

static void test_finishers(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"bf16[98304, 512]\"",
                                "a = torch.ops.aten.sum.dim_IntList(x, [1])\n"
                                "b = torch.ops.aten.sum.dim_IntList(x, [0])\n"
                                "return (a, b)");
  assert_int_equal(choose(&subject, NULL).knob[KNOB_finishers], 128);
  GpuLimits small = h200_limits;
  small.sms = 5;
  Reason reason = {0};
  Schedule schedule;
  Mapping finish;
  assert_true(schedule_choose(subject.nest, &small, NULL, &schedule, &reason));
  mapping_make_finish(subject.nest, &schedule, &finish);
  assert_int_equal(schedule.knob[KNOB_finishers], 5);
  assert_int_equal(finish.shares, 4); // 16 of 64 vectors each: a power of two
  ScheduleOverride override = {0};
  schedule_override_set(&override, KNOB_finishers, 6);
  assert_false(schedule_choose(subject.nest, &small, &override, &schedule, &reason));
  assert_int_equal(reason.code, REASON_GRID_SYNC);
  subject_free(&subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mixed_rules),
      cmocka_unit_test(test_rows_gone_over_once),
      cmocka_unit_test(test_mixed_pipeline),
      cmocka_unit_test(test_pipeline_by_registers),
      cmocka_unit_test(test_pipeline_beside_rounded_weights),
      cmocka_unit_test(test_bypass),
      cmocka_unit_test(test_together),
      cmocka_unit_test(test_finishers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
