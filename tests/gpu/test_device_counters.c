// Counters on a real GPU, against what kernels move by construction. Skipped with the reason where they are
// refused.
#include "device_fixture.h"
#include "hand_program.h"
#include "test.h"

#include <stdio.h>

static DeviceFixture device;
static Graph *graph;

// `source` in the place of the first launch, on two buffers of `bytes`; the second launch is left out.
static MeasureReport measure(const char *name, const char *source, LaunchShape shape, int64_t bytes) {
  Program *program = hand_program(graph, "add_one", NULL);
  Launch *launch = &program->launches[0];
  char *own_source = launch->emitted.source;
  launch->emitted.source = (char *)source;
  snprintf(launch->emitted.name, sizeof launch->emitted.name, "%s", name);
  launch->emitted.launch = shape;
  program->buffers[0].bytes = program->buffers[1].bytes = bytes;
  MeasureOptions options = {.launches = 20, .seed = 1, .counters = true};
  MeasureReport report;
  Status status = {0};
  if (!worker_measure(device.worker, program, NULL, &options, NULL, NULL, &report, &status))
    fail_msg("%s", status.message);
  launch->emitted.source = own_source;
  hand_program_free(program);
  if (!report.kernels[0].ok) fail_msg("%s", report.kernels[0].error);
  return report;
}

static CounterValues counters_of(MeasureReport report) {
  CounterValues counters = report.kernels[0].counters;
  bool counted = report.kernels[0].counted;
  if (!counted) printf("skipped: %s\n", report.counters_problem);
  measure_report_free(&report);
  if (!counted) skip();
  return counters;
}

static void assert_near(const char *what, double got, double want, double part) {
  printf("%s: %.0f, by construction %.0f\n", what, got, want);
  if (got < want * (1 - part) || got > want * (1 + part)) fail_msg("%s: %g, not %g", what, got, want);
}

// One 16-byte vector a thread.
static const char copy_source[] =
    "extern \"C\" __global__ void copy(const float4 *x, float4 *y) {\n"
    "  long long i = blockIdx.x * 256ll + threadIdx.x;\n"
    "  y[i] = x[i];\n"
    "}\n";

static void test_copy(void **state) {
  (void)state;
  const int64_t bytes = (int64_t)64 << 20;
  LaunchShape shape = {.grid = bytes / 16 / 256, .threads = 256};
  CounterValues counters = counters_of(measure("copy", copy_source, shape, bytes));
  assert_near("DRAM read", counters.dram_read_bytes, (double)bytes, 0.03);
  assert_near("DRAM written", counters.dram_write_bytes, (double)bytes, 0.03);
  assert_near("L2 read", counters.l2_read_bytes, (double)bytes, 0.01);
  assert_near("L2 written", counters.l2_write_bytes, (double)bytes, 0.01);
  assert_true(counters.dram_late_bytes >= 0 && counters.dram_late_bytes <= counters.dram_write_bytes);
  assert_true(counters.local_read_bytes < 1 && counters.local_write_bytes < 1);
  double warps = (double)bytes / 16 / 32;
  assert_true(counters.instructions > 5 * warps && counters.instructions < 20 * warps);
  assert_true(counters.occupancy > 0.5 && counters.occupancy <= 1);
}

// 128 floats live at once in 32 registers (from 1,024 threads with two blocks on an SM), each thread's spills
// executed once: traffic is what ptxas says of a thread, times threads.
static const char spill_source[] =
    "extern \"C\" __global__ void __launch_bounds__(1024, 2) spill(const float4 *x, float4 *y) {\n"
    "  long long i = blockIdx.x * 32768ll + threadIdx.x;\n"
    "  float4 v[32];\n"
    "  float t = 0;\n"
    "  #pragma unroll\n"
    "  for (int k = 0; k < 32; k++) v[k] = x[i + k * 1024];\n"
    "  #pragma unroll\n"
    "  for (int k = 0; k < 32; k++) t += v[k].x + v[k].y + v[k].z + v[k].w;\n"
    "  #pragma unroll\n"
    "  for (int k = 0; k < 32; k++) y[i + k * 1024] = make_float4(v[k].x + t, v[k].y + t, v[k].z + t, v[k].w "
    "+ t);\n"
    "}\n";

static Compiled compile_spill(void) {
  char arch[16];
  Compiled compiled;
  Status status = {0};
  snprintf(arch, sizeof arch, "sm_%d%s", device.info.arch, device.info.arch >= 90 ? "a" : "");
  CompileRequest request = {.source = spill_source, .kernel = "spill", .arch = arch};
  if (!compiler_compile(device.compiler, &request, &compiled, &status)) fail_msg("%s", status.message);
  return compiled;
}

static void test_spills(void **state) {
  (void)state;
  const int64_t bytes = (int64_t)128 << 20;
  LaunchShape shape = {.grid = bytes / 16 / 32768, .threads = 1024};
  Compiled compiled = compile_spill();
  double threads = (double)shape.grid * shape.threads;
  assert_true(compiled.spill_store_bytes > 0);
  CounterValues counters = counters_of(measure("spill", spill_source, shape, bytes));
  assert_near("spilled", counters.local_write_bytes, threads * compiled.spill_store_bytes, 0.01);
  assert_near("loaded again", counters.local_read_bytes, threads * compiled.spill_load_bytes, 0.01);
  compiled_free(&compiled);
}

// Two values that neighbouring threads read 128 bytes apart: L2 is asked for a sector each.
static const char sparse_source[] =
    "extern \"C\" __global__ void sparse(const float *x, float *y) {\n"
    "  long long i = blockIdx.x * 256ll + threadIdx.x;\n"
    "  y[i] = x[32 * i];\n"
    "}\n";

static void test_sectors(void **state) {
  (void)state;
  const int64_t bytes = (int64_t)128 << 20, count = bytes / 128;
  LaunchShape shape = {.grid = count / 256, .threads = 256};
  CounterValues counters = counters_of(measure("sparse", sparse_source, shape, bytes));
  assert_near("L2 read", counters.l2_read_bytes, 32.0 * (double)count, 0.01);
  assert_near("L2 written", counters.l2_write_bytes, 4.0 * (double)count, 0.01);
}

int main(int count, char **arguments) {
  device = device_open(count, arguments);
  graph = hand_graph();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_copy), cmocka_unit_test(test_spills),
                                     cmocka_unit_test(test_sectors)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  graph_free(graph);
  device_close(&device);
  return failed;
}
