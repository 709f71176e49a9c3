// Schedules: rules, overrides, launches.
#include "fx_text.h"
#include "subject.h"

#include "kernel/cuda/emit.h"
#include "kernel/template/candidates.h"
#include "kernel/template/mapping.h"

#include <stdio.h>

// By the occupancy table of compute capability 9.0: 64K registers in granules of 256 per warp, 2048 threads,
// 32 blocks, 228 KB.
static void test_limits(void **state) {
  (void)state;
  assert_int_equal(limits_blocks_per_sm(&h200_limits, 256, 32, 0), 8); // threads
  assert_int_equal(limits_blocks_per_sm(&h200_limits, 256, 40, 0), 6); // 65536 / (40 * 256) = 6.4
  assert_int_equal(limits_blocks_per_sm(&h200_limits, 256, 33, 0), 6); // the same: 33 are allocated as 40
  assert_int_equal(limits_blocks_per_sm(&h200_limits, 1024, 64, 0), 1);
  assert_int_equal(limits_blocks_per_sm(&h200_limits, 1024, 65, 0), 0);    // cannot launch
  assert_int_equal(limits_blocks_per_sm(&h200_limits, 32, 16, 0), 32);     // blocks
  assert_int_equal(limits_blocks_per_sm(&h200_limits, 128, 32, 48000), 4); // 233472 / 49152 = 4.75
  assert_int_equal(limits_blocks_per_sm(&h200_limits, 128, 256, 0), 0);
  assert_int_equal(limits_blocks_per_sm(&h200_limits, 2048, 16, 0), 0);
}

static void test_knobs(void **state) {
  (void)state;
  Knob knob;
  Status status = {0};
  assert_true(knob_parse("splits", &knob) && knob == KNOB_splits);
  assert_false(knob_parse("nonsense", &knob));
  assert_true(knob_check(KNOB_vector, 8, &status));
  assert_false(knob_check(KNOB_vector, 3, &status));
  assert_non_null(strstr(status.message, "power of two"));
  assert_false(knob_check(KNOB_threads, 2048, &status));
  assert_non_null(strstr(status.message, "from 32 to 1024"));
  assert_false(knob_check(KNOB_threads, 100, &status));
  for (int i = 0; i < KNOB_COUNT; i++)
    assert_true(knob_parse(knob_name((Knob)i), &knob) && (int)knob == i);
}

// Files and people may still use the name that a knob had before, and what was recorded for a schedule under
// that name is found again.
static void test_former_names(void **state) {
  (void)state;
  Knob knob;
  assert_true(knob_parse("tours", &knob) && knob == KNOB_tiles);
  assert_string_equal(knob_name(knob), "tiles");
  assert_true(knob_parse("ahead", &knob) && knob == KNOB_pipeline);
  assert_false(knob_parse("", &knob));
  Schedule schedule = {.kind = template_find("row"), .knob = {[KNOB_vector] = 8, [KNOB_tiles] = 3}};
  uint64_t expected = hash_integer(hash_string(hash_string(HASH_START, "row"), "vector"), 8);
  assert_int_equal(schedule_hash(&schedule), hash_integer(hash_string(expected, "tours"), 3));
}

static void test_row_rules(void **state) {
  (void)state;
  static const struct {
    const char *parameters;
    int threads, rows, persistent, splits, tiles, pipeline, groups;
  } rows[] = {
      {"x: \"bf16[16384, 4096]\"", 128, 1, 1, 1, 1, 0, 0},
      {"x: \"bf16[16384, 1024]\"", 128, 4, 1, 1, 1, 0, 0},
      {"x: \"bf16[98304, 512]\"", 128, 8, 1, 1, 1, 0, 0},
      {"x: \"bf16[4096, 16384]\"", 256, 1, 2, 1, 1, 0, 0},
      {"x: \"bf16[4096, 32768]\"", 512, 1, 2, 1, 1, 0, 0},
      {"x: \"bf16[4096, 65536]\"", 512, 1, 2, 1, 16, 3, 0},   // 128 KB a row: 264 blocks stay,
      {"x: \"bf16[2048, 131072]\"", 512, 1, 2, 2, 16, 3, 0},  // ... each with half a row of 256 KB,
      {"x: \"bf16[1024, 262144]\"", 1024, 1, 2, 2, 16, 3, 0}, // ... 132 with half a row of 512 KB,
      {"x: \"bf16[256, 262144]\"", 256, 1, 2, 8, 5, 3, 60}, // ... few rows: 60 clusters of eight small blocks
      {"x: \"bf16[200, 131072]\"", 256, 1, 2, 8, 4, 2, 0},  // few rows: 60 clusters hold one each
      {"x: \"bf16[32768, 1050]\"", 128, 4, 1, 1, 1, 0, 0},  // 131 vectors: 5 for each lane of a warp
      {"x: \"bf16[100, 65536]\"", 1024, 1, 2, 1, 1, 0, 0},  // each has a multiprocessor of its own
      {"x: \"bf16[2048, 1048576]\"", 512, 1, 0, 1, 1, 0, 0},
      {"x: \"bf16[64, 1048576]\"", 512, 1, 0, 4, 1, 0, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Subject subject = subject_new(rows[i].parameters, SOFTMAX);
    Schedule schedule = choose(&subject, NULL);
    assert_string_equal(template_name(schedule.kind), "row");
    assert_int_equal(schedule.knob[KNOB_threads], rows[i].threads);
    assert_int_equal(schedule.knob[KNOB_rows], rows[i].rows);
    assert_int_equal(schedule.knob[KNOB_persistent], rows[i].persistent);
    assert_int_equal(schedule.knob[KNOB_splits], rows[i].splits);
    assert_int_equal(schedule.knob[KNOB_tiles], rows[i].tiles);
    assert_int_equal(schedule.knob[KNOB_pipeline], rows[i].pipeline);
    assert_int_equal(schedule.knob[KNOB_groups], rows[i].groups);
    LaunchShape launch = schedule_launch(subject.nest, &schedule, &h200_limits);
    assert_int_equal(launch.cluster, rows[i].splits);
    assert_int_equal(launch.pipeline_bytes > 0, rows[i].tiles > 1);
    assert_true(schedule.knob[KNOB_registers] * schedule.knob[KNOB_threads] <= 65536);
    subject_free(&subject);
  }
}

// Clusters: whole warps of a power of two of blocks, and only where the GPU has them.
static void test_clusters(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"bf16[64, 131072]\"", SOFTMAX);
  static const struct {
    int splits, rows;
    const char *part;
  } refused[] = {
      {3, 1, "a cluster has 2, 4 or 8"}, {16, 1, "a cluster has 2, 4 or 8"}, {2, 128, "whole warps"}};
  Reason reason = {0};
  Schedule schedule;
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    ScheduleOverride override = {.set = 1u << KNOB_splits | 1u << KNOB_rows | 1u << KNOB_threads};
    override.knob[KNOB_splits] = refused[i].splits;
    override.knob[KNOB_rows] = refused[i].rows;
    override.knob[KNOB_threads] = 256;
    assert_false(schedule_choose(subject.nest, &h200_limits, &override, &schedule, &reason));
    if (!strstr(reason.text, refused[i].part)) fail_msg("%s", reason.text);
  }
  GpuLimits older = h200_limits;
  older.arch = 80;
  assert_true(schedule_choose(subject.nest, &older, NULL, &schedule, &reason));
  assert_int_equal(schedule.knob[KNOB_splits], 1);
  ScheduleOverride two = {.set = 1u << KNOB_splits};
  two.knob[KNOB_splits] = 2;
  assert_false(schedule_choose(subject.nest, &older, &two, &schedule, &reason));
  assert_non_null(strstr(reason.text, "compute capability"));
  subject_free(&subject);
}

// What a looped row reads again, and a held one does not.
static void test_passes(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"bf16[128, 4096]\"", SOFTMAX);
  for (int persistent = 0; persistent <= 2; persistent++) {
    ScheduleOverride overrides = {.set = 1u << KNOB_persistent};
    overrides.knob[KNOB_persistent] = persistent;
    Schedule schedule = choose(&subject, &overrides);
    StepExecution load = execution_of(&subject, &schedule, 0);
    Body body;
    assert_true(body_make(subject.nest, &schedule, &body));
    assert_int_equal(subject.nest->steps[0].kind, STEP_LOAD);
    assert_int_equal(load.passes, persistent ? 1 : 3);
    assert_int_equal(body_held(&body.places[0]), persistent > 0);
    assert_int_equal(body.places[0].packed, persistent != 1); // loops wait for several packed vectors at once
    body_free(&body);
    assert_int_equal(load.per_thread * load.threads * load.width, (persistent ? 1 : 3) * 128 * 4096);
  }
  subject_free(&subject);
}

// Threads of a short row: two vectors each where it is all that is loaded, but 64 bytes of it side by side.
static void test_short_rows(void **state) {
  (void)state;
  static const struct {
    const char *parameters, *value;
    int lanes;
  } cases[] = {{"x: \"bf16[65536, 64]\"", "x", 4},
               {"x: \"bf16[65536, 32]\"", "x", 4},
               {"x: \"bf16[65536, 16]\"", "x", 2},
               {"x: \"bf16[65536, 128]\"", "x", 8},
               {"x: \"bf16[65536, 64]\", y: \"bf16[65536, 64]\"", "y", 8}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char body[300];
    snprintf(body, sizeof body,
             "p = torch.ops.aten.mul.Tensor(x, %s)\n"
             "s = torch.ops.aten.sum.dim_IntList(p, [1], True)\n"
             "z = torch.ops.aten.mul.Tensor(p, s)\n"
             "return (z,)",
             cases[i].value);
    Subject subject = subject_new(cases[i].parameters, body);
    Schedule schedule = choose(&subject, NULL);
    assert_string_equal(template_name(schedule.kind), "row");
    assert_int_equal(schedule.knob[KNOB_threads], cases[i].lanes * schedule.knob[KNOB_rows]);
    subject_free(&subject);
  }
}

// Two blocks on each of 132 multiprocessors sum a tensor up; a few less where all of them make whole trips of
// 512 threads with 8 vectors of 4 elements, 16384 elements.
static void test_full_rules(void **state) {
  (void)state;
  static const struct {
    const char *parameters;
    int blocks;
  } cases[] = {{"x: \"f32[67108864]\"", 256},  // 16 trips each
               {"x: \"f32[43253760]\"", 264},  // 10
               {"x: \"f32[41451520]\"", 253},  // 10
               {"x: \"f32[100000000]\"", 264}, // no whole number of trips
               {"x: \"f32[39321600]\"", 264}}; // whole trips of 240 blocks: too few
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Subject subject =
        subject_new(cases[i].parameters, "y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)");
    Schedule schedule = choose(&subject, NULL);
    assert_string_equal(template_name(schedule.kind), "full");
    assert_int_equal(schedule.knob[KNOB_threads] * schedule.knob[KNOB_unroll], 512 * 8);
    assert_int_equal(schedule_launch(subject.nest, &schedule, &h200_limits).grid, cases[i].blocks);
    subject_free(&subject);
  }
}

static void test_column_rules(void **state) {
  (void)state;
  Subject subject =
      subject_new("x: \"bf16[65536, 1024]\"", "y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)");
  Schedule schedule = choose(&subject, NULL);
  assert_string_equal(template_name(schedule.kind), "column");
  assert_int_equal(schedule.knob[KNOB_vector], 8);
  assert_true(schedule.knob[KNOB_splits] > 1);
  LaunchShape launch = schedule_launch(subject.nest, &schedule, &h200_limits);
  assert_true(launch.grid >= 132);
  // A partial sum for each column and split, and a counter for each tile of columns.
  int tiles = 1024 / schedule.knob[KNOB_rows];
  assert_int_equal(launch.workspace_bytes,
                   (tiles * 4 + 15) / 16 * 16 + 1024 * 4 * schedule.knob[KNOB_splits]);
  subject_free(&subject);
}

// All blocks of a split column are at work at once, whatever their registers: here for 24 and for 64 words a
// thread.
static void test_columns_in_one_wave(void **state) {
  (void)state;
  static const char *const parameters[] = {"x: \"bf16[65536, 1024]\"", "x: \"bf16[1048576, 64]\"",
                                           "x: \"f32[802816, 64]\"", "x: \"f32[65536, 768]\""};
  static const char *const bodies[] = {
      "y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)",
      "v = torch.ops.aten.var_mean.correction(x, [0], correction = 0)\na = v[0]\nb = v[1]\nreturn (a, b)"};
  for (int i = 0; i < 8; i++) {
    Subject subject = subject_new(parameters[i % 4], bodies[i / 4]);
    Schedule schedule = choose(&subject, NULL);
    LaunchShape launch = schedule_launch(subject.nest, &schedule, &h200_limits);
    int resident = limits_blocks_per_sm(&h200_limits, launch.threads, schedule.knob[KNOB_registers],
                                        launch.shared_bytes);
    assert_true(schedule.knob[KNOB_splits] > 1);
    assert_in_range(launch.grid, 200, 132 * resident);
    assert_true(schedule_register_need(subject.nest, &schedule) <= schedule.knob[KNOB_registers]);
    int tile_bytes = schedule.knob[KNOB_rows] * dtype_bytes(subject.nest->buffers[0].dtype);
    assert_in_range(tile_bytes, 128, 256); // whole lines of a row
    subject_free(&subject);
  }
}

// Eight lanes of three words each are too much to accumulate: four do better.
static void test_lanes_of_wide_accumulators(void **state) {
  (void)state;
  Subject subject = subject_new(
      "x: \"bf16[65536, 256]\"",
      "v = torch.ops.aten.var_mean.correction(x, [0], correction = 0)\na = v[0]\nb = v[1]\nreturn (a, b)");
  assert_int_equal(choose(&subject, NULL).knob[KNOB_vector], 4);
  subject_free(&subject);
}

// What is left of columns after their mean: 512 of them in 16-byte tiles of 3,136 rows that stay in
// registers, 32,768 in tiles for every multiprocessor.
static void test_held_columns(void **state) {
  (void)state;
  static const struct {
    const char *parameters;
    int64_t least_blocks;
  } rows[] = {{"x: \"bf16[3136, 512]\"", 64}, {"x: \"bf16[512, 32768]\"", 132}};
  for (int i = 0; i < 2; i++) {
    Subject subject = subject_new(rows[i].parameters,
                                  "m = torch.ops.aten.mean.dim(x, [0], True)\n"
                                  "y = torch.ops.aten.sub.Tensor(x, m)\nreturn (y,)");
    Schedule schedule = choose(&subject, NULL);
    assert_true(schedule.knob[KNOB_persistent] > 0);
    assert_true(schedule_launch(subject.nest, &schedule, &h200_limits).grid >= rows[i].least_blocks);
    assert_true(schedule_register_need(subject.nest, &schedule) <= schedule.knob[KNOB_registers]);
    subject_free(&subject);
  }
}

// Sums load past the first-level cache; what writes as much as it reads does not.
static void test_loads_of_sums(void **state) {
  (void)state;
  static const char *const bodies[] = {"y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)",
                                       "y = torch.ops.aten.exp.default(x)\nreturn (y,)"};
  for (int i = 0; i < 2; i++) {
    Subject subject = subject_new("x: \"f32[4096, 1024]\"", bodies[i]);
    Schedule schedule = choose(&subject, NULL);
    Emitted emitted;
    EmitOptions options = {.annotate = true};
    assert_true(kernel_emit(subject.nest, &schedule, &h200_limits, &options, &emitted, NULL));
    assert_int_equal(strstr(emitted.source, "fb_load_once(") != NULL, i == 0);
    emitted_free(&emitted);
    subject_free(&subject);
  }
}

static void test_refusals(void **state) {
  (void)state;
  Subject subject =
      subject_new("x: \"f32[64, 4096]\"", "y = torch.ops.aten.sum.dim_IntList(x, [1])\nreturn (y,)");
  Schedule schedule;
  Reason reason = {0};
  ScheduleOverride overrides = {.set = 1u << KNOB_rows | 1u << KNOB_threads};
  overrides.knob[KNOB_rows] = 3;
  overrides.knob[KNOB_threads] = 96 * 2;
  assert_true(schedule_choose(subject.nest, &h200_limits, &overrides, &schedule, &reason)); // two warps a row
  overrides.knob[KNOB_rows] = 7;
  assert_false(schedule_choose(subject.nest, &h200_limits, &overrides, &schedule, &reason));
  assert_int_equal(reason.code, REASON_THREADS);
  overrides.knob[KNOB_threads] = 4096;
  assert_false(schedule_choose(subject.nest, &h200_limits, &overrides, &schedule, &reason));
  assert_non_null(strstr(reason.text, "threads is 4096"));
  subject_free(&subject);
}

// What waits in the threads of a block finds room in its registers, or the rules ask for less: statistics of
// batch norm over three inputs of bf16, in rows of 512 threads. And a tile of single elements with three
// inputs, which also keeps their places, has fewer blocks on a multiprocessor than one with an input.
static void test_room_for_what_waits(void **state) {
  (void)state;
  Subject subject =
      subject_new("a: \"bf16[64, 1048576]\", b: \"bf16[64, 1048576]\", c: \"bf16[64, 1048576]\"",
                  "s = torch.ops.aten.add.Tensor(a, b)\n"
                  "t = torch.ops.aten.mul.Tensor(s, c)\n"
                  "y = torch.ops.aten.sum.dim_IntList(t, [1])\nreturn (y,)");
  Schedule schedule = choose(&subject, NULL);
  assert_true(schedule_register_need(subject.nest, &schedule) <=
              limits_register_share(&h200_limits, schedule.knob[KNOB_threads], 1));
  ScheduleOverride wide = {.set = 1u << KNOB_unroll};
  wide.knob[KNOB_unroll] = 16; // what a person asks for stands
  assert_int_equal(choose(&subject, &wide).knob[KNOB_unroll], 16);
  subject_free(&subject);
  static const char *const bodies[] = {
      "t = torch.ops.aten.permute.default(a, [1, 0])\n"
      "y = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\nreturn (y,)",
      "t = torch.ops.aten.permute.default(a, [1, 0])\n"
      "u = torch.ops.aten.permute.default(b, [1, 0])\n"
      "v = torch.ops.aten.permute.default(c, [1, 0])\n"
      "w = torch.ops.aten.add.Tensor(t, u)\n"
      "z = torch.ops.aten.add.Tensor(w, v)\n"
      "y = torch.ops.aten.clone.default(z, memory_format = torch.contiguous_format)\nreturn (y,)"};
  for (int i = 0; i < 2; i++) {
    Subject tile =
        subject_new("a: \"bf16[4095, 4095]\", b: \"bf16[4095, 4095]\", c: \"bf16[4095, 4095]\"", bodies[i]);
    Schedule chosen = choose(&tile, NULL);
    assert_string_equal(template_name(chosen.kind), "tile");
    assert_int_equal(chosen.knob[KNOB_vector], 1);
    int places = 2 * i * chosen.knob[KNOB_unroll]; // of two more loads in each slot
    assert_true(schedule_register_need(tile.nest, &chosen) + places <= chosen.knob[KNOB_registers]);
    if (i == 0) assert_int_equal(chosen.knob[KNOB_registers], 32); // all threads that there are
    subject_free(&tile);
  }
}

// A GPU without copies to shared memory that go on beside the work, and without clusters, is given neither;
// who asks for them is told what there is instead.
static void test_older_gpus(void **state) {
  (void)state;
  GpuLimits t4 = h200_limits;
  t4.arch = 75, t4.sms = 40, t4.threads_per_sm = 1024, t4.blocks_per_sm = 16;
  t4.shared_per_block = t4.shared_per_sm = 65536, t4.shared_reserved = 0;
  Subject subject = subject_new("x: \"bf16[1024, 65536]\"", SOFTMAX);
  Schedule schedule;
  Reason reason = {0};
  assert_true(schedule_choose(subject.nest, &h200_limits, NULL, &schedule, &reason));
  assert_true(schedule.knob[KNOB_pipeline] >= PIPELINE_SHARED);
  assert_true(schedule_choose(subject.nest, &t4, NULL, &schedule, &reason));
  assert_true(schedule.knob[KNOB_pipeline] < PIPELINE_SHARED);
  assert_int_equal(schedule.knob[KNOB_splits], 1);
  ScheduleOverride overrides = {.set = 1u << KNOB_pipeline | 1u << KNOB_tiles};
  overrides.knob[KNOB_pipeline] = PIPELINE_SHARED;
  overrides.knob[KNOB_tiles] = 4;
  assert_false(schedule_choose(subject.nest, &t4, &overrides, &schedule, &reason));
  assert_non_null(strstr(reason.text, "pipeline=1"));
  subject_free(&subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_knobs),
      cmocka_unit_test(test_former_names),
      cmocka_unit_test(test_row_rules),
      cmocka_unit_test(test_clusters),
      cmocka_unit_test(test_passes),
      cmocka_unit_test(test_short_rows),
      cmocka_unit_test(test_full_rules),
      cmocka_unit_test(test_column_rules),
      cmocka_unit_test(test_columns_in_one_wave),
      cmocka_unit_test(test_lanes_of_wide_accumulators),
      cmocka_unit_test(test_held_columns),
      cmocka_unit_test(test_loads_of_sums),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_older_gpus),
      cmocka_unit_test(test_room_for_what_waits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
