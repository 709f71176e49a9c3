// Calibration without a GPU: the probes compile, and times by construction give the constants that they were
// made from.
#include "gpu/calibrate/calibrate.h"
#include "gpu/toolkit/compile.h"
#include "made_times.h"
#include "test.h"

#include <math.h>
#include <stdio.h>

static Device h200(void) {
  Device device;
  assert_true(device_load("h200", &device, NULL));
  return device;
}

static void assert_compiles(Compiler *compiler, const char *source, ProbeId probe) {
  char name[64];
  Compiled compiled;
  Status status = {0};
  snprintf(name, sizeof name, "fusebox_%s", probe_name(probe));
  CompileRequest request = {.source = source, .kernel = name, .arch = "sm_90a"};
  if (!compiler_compile(compiler, &request, &compiled, &status)) fail_msg("%s", status.message);
  assert_int_equal(compiled.local_bytes, 0);
  if (compiled.registers > 64) fail_msg("%s: 1024 threads need %d registers each", name, compiled.registers);
  compiled_free(&compiled);
}

static void test_probes_compile(void **state) {
  (void)state;
  Text source = {0};
  probe_source(&source);
  for (int i = 0; i < PROBE_COUNT; i++) {
    char head[64];
    snprintf(head, sizeof head, "__global__ void fusebox_%s(", probe_name((ProbeId)i));
    bool library = i == PROBE_PRODUCT;
    if (!strstr(text_get(&source), head) && !library) fail_msg("there is no %s", head);
  }
  Compiler *compiler = compiler_new("", NULL);
  if (compiler) {
    assert_compiles(compiler, text_get(&source), PROBE_FP64);
    assert_compiles(compiler, text_get(&source), PROBE_ISSUE);
  }
  text_free(&source);
  compiler_free(compiler);
}

static void test_program(void **state) {
  (void)state;
  Device device = h200();
  Arena *arena = arena_new();
  RunProgram program = probe_program(&device.limits, "probes.cubin", arena);
  for (int i = 0; i < program.launch_count; i++) {
    const Launch *launch = &program.launches[i];
    for (int k = 0; k < launch->argument_count; k++)
      assert_in_range(launch->arguments[k], 0, program.buffer_count - 1);
    if (i < PROBE_COUNT && probe_samples((ProbeId)i)) {
      assert_int_equal(launch->arguments[0], PROBE_SAMPLES_BUFFER);
      assert_true(launch->emitted.launch.grid * (int64_t)sizeof(ProbeSample) <=
                  program.buffers[PROBE_SAMPLES_BUFFER].bytes);
      assert_int_equal(launch->emitted.launch.grid, probe_blocks((ProbeId)i, 132));
    }
  }
  assert_int_equal(program.launches[PROBE_COPY].emitted.launch.grid, 131072); // 512 MiB in blocks of 4 KiB
  assert_int_equal(program.launches[PROBE_WAVE_MORE].emitted.launch.grid, 133);
  arena_free(arena);
}

static void assert_constant(const Calibration *calibration, const char *key, double want) {
  for (int i = 0; i < calibration->constant_count; i++)
    if (text_equal(calibration->constants[i].key, key)) {
      double got = calibration->constants[i].value;
      if (got < want * 0.999 || got > want * 1.001) fail_msg("%s: %g, not %g", key, got, want);
      return;
    }
  fail_msg("there is no %s", key);
}

static void test_constants(void **state) {
  (void)state;
  static const struct {
    const char *key;
    double want;
  } wanted[] = {{"launch_us", 1.5},
                {"graph_us", 2.5},
                {"clock_ghz", 1.6},
                {"dram_efficiency", 4000 * 268.435456 / 267.935456 / 4800},
                {"dram_write_cost", 2 * 3500 / 4000.0 - 1},
                {"l2_gbs", 8000},
                {"l2_load_requests", 160},
                {"l2_store_requests", 64},
                {"atomics", 140},
                {"fma_per_clock", 128},
                {"mufu_per_clock", 16},
                {"int_per_clock", 64},
                {"fp64_per_clock", 2},
                {"issue_per_clock", 4},
                {"tensor_tflops_16", 700},
                {"latency_ns", 600},
                {"combine_ns", 200},
                {"dependent_clocks", 4},
                {"overlap", 4}};
  Device base = h200();
  ProbeTimes times = made_times();
  Calibration calibration;
  Status status = {0};
  if (!calibrate_derive(&base, &times, &calibration, &status)) fail_msg("%s", status.message);
  assert_int_equal(calibration.constant_count, sizeof wanted / sizeof *wanted);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    assert_constant(&calibration, wanted[i].key, wanted[i].want);
  assert_true(calibration.device.calibrated);
  assert_float_equal(calibration.device.latency_ns, 600, 1e-9);
  assert_float_equal(calibration.device.dram_gbs, 4800, 1e-9); // of the datasheet
  assert_float_equal(calibration.constants[0].before, base.launch_us, 1e-12);
}

static double note(const Calibration *calibration, const char *key) {
  for (int i = 0; i < calibration->note_count; i++)
    if (text_equal(calibration->notes[i].key, key)) return calibration->notes[i].value;
  fail_msg("there is no %s", key);
  return 0;
}

static void test_notes(void **state) {
  (void)state;
  Device base = h200();
  ProbeTimes times = made_times();
  Calibration calibration;
  assert_true(calibrate_derive(&base, &times, &calibration, NULL));
  assert_float_equal(note(&calibration, "read_gbs"), 3500, 1);
  assert_float_equal(note(&calibration, "second_wave"), 2, 1e-3);
  assert_float_equal(note(&calibration, "next_block_ns"), 300, 1);
  // Few and many passes of them take the same here, which tells no rate.
  for (int i = 0; i < calibration.note_count; i++)
    assert_string_not_equal(calibration.notes[i].key, "atomics_apart");
}

// Work that hides behind memory in full has no finite exponent: the largest that is told apart.
static void test_perfect_overlap(void **state) {
  (void)state;
  Device base = h200();
  ProbeTimes times = made_times();
  Calibration calibration;
  for (int i = 0; i < 3; i++)
    times.us[PROBE_COPY_WORK_LIGHT + i] = fmax(times.us[PROBE_COPY], times.us[PROBE_WORK_LIGHT + i]);
  assert_true(calibrate_derive(&base, &times, &calibration, NULL));
  assert_constant(&calibration, "overlap", 16);
}

static void test_impossible_times(void **state) {
  (void)state;
  Device base = h200();
  ProbeTimes times = made_times();
  Calibration calibration;
  Status status = {0};
  times.us[PROBE_READ_CACHED_MANY] = times.us[PROBE_READ_CACHED_FEW] - 1; // more work in less time
  assert_false(calibrate_derive(&base, &times, &calibration, &status));
  assert_int_equal(status.code, STATUS_WRONG);
  assert_non_null(strstr(status.message, "l2_gbs"));
}

static void test_finding_the_device(void **state) {
  (void)state;
  Device device;
  Status status = {0};
  GpuInfo gpu = {.name = "NVIDIA H200", .arch = 90, .sms = 132};
  assert_true(calibrate_find(&gpu, &device, &status));
  assert_string_equal(device.name, "h200");
  gpu = (GpuInfo){.name = "NVIDIA GeForce RTX 4090", .arch = 89, .sms = 128};
  assert_true(calibrate_find(&gpu, &device, &status));
  assert_string_equal(device.name, "rtx4090");
  gpu =
      (GpuInfo){.name = "NVIDIA GH200 480GB", .arch = 90, .sms = 132}; // whose name has that of an H200 in it
  assert_true(calibrate_find(&gpu, &device, &status));
  assert_string_equal(device.name, "gh200");
  gpu = (GpuInfo){.name = "NVIDIA GB200", .arch = 100, .sms = 152};
  assert_true(calibrate_find(&gpu, &device, &status));
  assert_string_equal(device.name, "gb200");
  gpu = (GpuInfo){.name = "NVIDIA A100-SXM4-80GB", .arch = 80, .sms = 108};
  assert_true(calibrate_find(&gpu, &device, &status));
  assert_string_equal(device.name, "a100");
  gpu = (GpuInfo){.name = "NVIDIA H200 MIG 1g.18gb", .arch = 90, .sms = 16};
  assert_false(calibrate_find(&gpu, &device, &status));
  assert_non_null(strstr(status.message, "--device"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_probes_compile),     cmocka_unit_test(test_program),
      cmocka_unit_test(test_constants),          cmocka_unit_test(test_notes),
      cmocka_unit_test(test_perfect_overlap),    cmocka_unit_test(test_impossible_times),
      cmocka_unit_test(test_finding_the_device),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
