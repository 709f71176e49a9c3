// Schedules of maps: vectors, and what threads share.
#include "fx_text.h"
#include "subject.h"

#include "kernel/template/mapping.h"

#include <stdio.h>

static void test_map_rules(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"bf16[1048576]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)");
  Schedule schedule = choose(&subject, NULL);
  assert_string_equal(template_name(schedule.kind), "map");
  assert_int_equal(schedule.knob[KNOB_vector], 8); // 16 bytes
  LaunchShape launch = schedule_launch(subject.nest, &schedule, &h200_limits);
  assert_int_equal(launch.grid * launch.threads, 1048576 / 8);
  assert_int_equal(launch.workspace_bytes, 0);
  subject_free(&subject);
  subject =
      subject_new("x: \"bf16[1024]\", z: \"f32[1024]\"", "y = torch.ops.aten.add.Tensor(x, z)\nreturn (y,)");
  assert_int_equal(choose(&subject, NULL).knob[KNOB_vector], 4); // the widest dtype decides
  subject_free(&subject);
  subject = subject_new("x: \"f32[64, 40][41, 1]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)");
  schedule =
      choose(&subject, NULL); // only the store is aligned: a vector that is loaded takes three accesses
  for (int i = 0; i < subject.nest->step_count; i++) {
    int accesses = execution_of(&subject, &schedule, i).accesses;
    if (subject.nest->steps[i].kind == STEP_LOAD) assert_int_equal(accesses, 3);
    if (subject.nest->steps[i].kind == STEP_STORE) assert_int_equal(accesses, 1);
  }
  subject_free(&subject);
  subject = subject_new("x: \"f32[0, 7]\"", "y = torch.ops.aten.exp.default(x)\nreturn (y,)");
  schedule = choose(&subject, NULL);
  assert_int_equal(schedule_launch(subject.nest, &schedule, &h200_limits).grid, 0);
  subject_free(&subject);
}

// Whole 16 bytes where a map stores, but no more than 32 where it loads.
static void test_map_vectors(void **state) {
  (void)state;
  static const struct {
    const char *from, *to;
    int vector;
  } casts[] = {{"f32", "bfloat16", 8}, {"f32", "bool", 8},   {"f64", "float32", 4},
               {"i64", "bfloat16", 4}, {"f64", "bool", 4},   {"bf16", "float32", 4},
               {"bf16", "float64", 2}, {"u8", "float32", 4}, {"u8", "int8", 16}};
  for (size_t i = 0; i < sizeof casts / sizeof *casts; i++) {
    char parameters[40], body[120];
    snprintf(parameters, sizeof parameters, "x: \"%s[1048576]\"", casts[i].from);
    snprintf(body, sizeof body, CAST("y", "x", "%s") "return (y,)", casts[i].to);
    Subject subject = subject_new(parameters, body);
    int vector = choose(&subject, NULL).knob[KNOB_vector];
    if (vector != casts[i].vector)
      fail_msg("%s to %s: %d elements a vector, not %d", casts[i].from, casts[i].to, vector, casts[i].vector);
    subject_free(&subject);
  }
}

#define CHANNELS(size) \
  "x: \"bf16[200704, " size "]\", m: \"f32[" size "]\", s: \"f32[" size "]\", w: \"f32[" size \
  "]\", b: \"f32[" size "]\""
#define NORMALIZE \
  "a = torch.ops.aten.sub.Tensor(x, m)\nc = torch.ops.aten.mul.Tensor(a, s)\nd = " \
  "torch.ops.aten.mul.Tensor(c, w)\n" \
  "y = torch.ops.aten.add.Tensor(d, b)\nreturn (y,)"

#define POSITIONS(heads) "x: \"bf16[8, " heads ", 512, 128]\", c: \"bf16[512, 128]\", s: \"bf16[512, 128]\""
#define COPIES(count) \
  "e = torch.ops.aten.expand.default(x, [32, 4, " count \
  ", 4096])\ny = torch.ops.aten.clone.default(e, memory_format = torch.contiguous_format)\nreturn (y,)"
#define ROTATE "a = torch.ops.aten.mul.Tensor(x, c)\ny = torch.ops.aten.add.Tensor(a, s)\nreturn (y,)"

#define VARIANCES(size) "x: \"bf16[200704, " size "]\", v: \"bf16[" size "]\", w: \"bf16[" size "]\""
#define SCALE(to, from, by) \
  "s" to " = torch.ops.aten.sqrt.default(" by ")\nr" to " = torch.ops.aten.reciprocal.default(s" to ")\n" to \
  " = torch.ops.aten.mul.Tensor(" from ", r" to ")\n"

// Threads take 16 elements, in vectors of 4 where f32 parameters are most of what they load, else of 8. 64
// channels are 16 units, 96 are 24: a multiple of 8, 36 are 9, which make whole warps of 288 threads; 1004
// are 251, too many for a block, and single units would be pieces of lines. Of bf16 96 are 12 in 96 threads.
// Angles of 512 x 128 places fill blocks. One parameter is not worth it, nor are too few places. What is
// copied to several places, and all that is loaded, is loaded once for two of them.
static void test_map_that_shares(void **state) {
  (void)state;
  static const struct {
    const char *parameters, *body;
    int vector, threads, rows, slots;
  } rows[] = {{CHANNELS("64"), NORMALIZE, 4, 128, 64, 4},
              {CHANNELS("96"), NORMALIZE, 4, 128, 32, 4},
              {CHANNELS("36"), NORMALIZE, 4, 288, 36, 4},
              {CHANNELS("1004"), NORMALIZE, 4, 256, 1, 1},
              {VARIANCES("96"), SCALE("a", "x", "v") "return (a,)", 8, 256, 1, 1},
              {VARIANCES("96"), SCALE("a", "x", "v") SCALE("y", "a", "w") "return (y,)", 8, 96, 96, 2},
              {CHANNELS("64"), "y = torch.ops.aten.mul.Tensor(x, w)\nreturn (y,)", 4, 256, 1, 1},
              {POSITIONS("32"), ROTATE, 8, 128, 1024, 2},
              {POSITIONS("1"), ROTATE, 8, 256, 1, 1},
              {"x: \"bf16[32, 4, 1, 4096]\"", COPIES("4"), 8, 128, 1024, 2},
              {"x: \"bf16[32, 4, 1, 4096]\"", COPIES("1"), 8, 256, 1, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Subject subject = subject_new(rows[i].parameters, rows[i].body);
    Schedule schedule = choose(&subject, NULL);
    assert_int_equal(schedule.knob[KNOB_vector], rows[i].vector);
    assert_int_equal(schedule.knob[KNOB_threads], rows[i].threads);
    assert_int_equal(schedule.knob[KNOB_rows], rows[i].rows);
    assert_int_equal(schedule.knob[KNOB_unroll], rows[i].slots);
    subject_free(&subject);
  }
}

static int64_t threads_that_run(const Subject *subject, const Schedule *schedule, OpCode code,
                                int64_t *times) {
  for (int i = 0; i < subject->nest->step_count; i++) {
    const Step *step = &subject->nest->steps[i];
    if (step->kind != STEP_COMPUTE || step->code != code) continue;
    StepExecution execution = execution_of(subject, schedule, i);
    *times = execution.per_thread;
    return execution.threads;
  }
  fail_msg("no such op");
  return 0;
}

// Angles of 2048 positions and 32 frequencies, for 4 x 32 heads of two halves: 4 angles a thread and 8
// threads beside each other; 16 rows of those, each of which goes over 16 of the 256 places that share the
// angles, in 4 trips of 4 slots.
static void test_maps_share_arithmetic(void **state) {
  (void)state;
  Subject subject =
      subject_new("x: \"bf16[4, 32, 2, 2048, 32]\", a: \"f32[32, 2048]\"",
                  "t = torch.ops.aten.permute.default(a, [1, 0])\ns = torch.ops.aten.sin.default(t)\n"
                  "m = torch.ops.aten.mul.Tensor(x, s)\n" CAST("y", "m", "bfloat16") "return (y,)");
  Schedule schedule = choose(&subject, NULL);
  assert_string_equal(template_name(schedule.kind), "map");
  assert_int_equal(schedule.knob[KNOB_vector], 4);
  int64_t sines, products;
  int64_t threads = threads_that_run(&subject, &schedule, OP_SIN, &sines);
  assert_int_equal(threads, 2048 * 32 / 4 * 16);
  assert_int_equal(sines, 1);
  assert_int_equal(threads_that_run(&subject, &schedule, OP_MUL, &products), threads);
  assert_int_equal(products, 16);
  subject_free(&subject);
}

// Roots of two variances and their reciprocals serve 8 vectors, in 4 trips of 2 slots, where blocks enough
// are left; those of one serve 2, and of few places as many as leave two blocks to each of 132
// multiprocessors: 20 000 rows of 8 vectors are 160 000 / 128 / 2 / 132 = 4 blocks each, so 2 trips.
static void test_maps_share_quotients(void **state) {
  (void)state;
  static const struct {
    const char *parameters, *body;
    int64_t served;
  } rows[] = {
      {VARIANCES("64"), SCALE("a", "x", "v") SCALE("y", "a", "w") "return (y,)", 8},
      {VARIANCES("64"), SCALE("a", "x", "v") "y = torch.ops.aten.mul.Tensor(a, w)\nreturn (y,)", 2},
      {"x: \"bf16[20000, 64]\", v: \"bf16[64]\", w: \"bf16[64]\"",
       SCALE("a", "x", "v") SCALE("y", "a", "w") "return (y,)", 4},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Subject subject = subject_new(rows[i].parameters, rows[i].body);
    Schedule schedule = choose(&subject, NULL);
    int64_t roots, products;
    threads_that_run(&subject, &schedule, OP_SQRT, &roots);
    threads_that_run(&subject, &schedule, OP_MUL, &products);
    assert_int_equal(roots, 1);
    assert_int_equal(products, rows[i].served);
    subject_free(&subject);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_map_rules),
      cmocka_unit_test(test_map_vectors),
      cmocka_unit_test(test_map_that_shares),
      cmocka_unit_test(test_maps_share_arithmetic),
      cmocka_unit_test(test_maps_share_quotients),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
