// Executions of every access against what emitted kernels do, run on the CPU: equal, conditions included.
#include "../emulate/suite.h"

#include "cost/model/estimate.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Counted {
  Graph *graph;
  Plan *plan;
  int kernel;
  Emitted emitted;
} Counted;

enum { MOST = 64 };
typedef struct Counts {
  Device device;
  Estimator *estimator;
  Counted kernels[MOST];
  int count;
} Counts;

static Counts open_counts(void) {
  Counts counts = {.count = 0};
  Status status = {0};
  assert_true(device_load("h200", &counts.device, &status));
  counts.estimator = estimator_new(&counts.device, NULL);
  return counts;
}

// The whole graph as one kernel.
static void add(Counts *counts, const char *parameters, const char *body) {
  assert_true(counts->count < MOST);
  Counted *added = &counts->kernels[counts->count++];
  added->graph = check_graph(parameters, body);
  added->plan = plan_new(added->graph, &counts->device.limits);
  CheckSet set = check_all(added->graph);
  Reason reason = {0};
  for (int i = 1; i < set.op_count; i++)
    if (!plan_fuse(added->plan, set.ops[0], set.ops[i], true, &reason) && reason.code != REASON_NO_CHANGE)
      fail_msg("%s", reason.text);
  added->kernel = plan_home(added->plan, set.ops[0]);
  const PlanLowered *lowered = plan_lowered(added->plan, added->kernel);
  EmitOptions options = {.annotate = false};
  Status status = {0};
  if (!kernel_emit(lowered->nest, &lowered->schedule, &counts->device.limits, &options, &added->emitted,
                   &status))
    fail_msg("%s", status.message);
}

static void run(const Counted *counted, Emulator *emulator) {
  void *buffers[MOST];
  Status status = {0};
  for (int i = 0; i < counted->emitted.parameter_count; i++) {
    size_t bytes = ((size_t)counted->emitted.parameter_bytes[i] + 511) / 256 * 256;
    buffers[i] = aligned_alloc(256, bytes);
    memset(buffers[i], 0, bytes);
  }
  if (!emulator_run(emulator, &counted->emitted, buffers, &status)) fail_msg("%s", status.message);
  for (int i = 0; i < counted->emitted.parameter_count; i++)
    free(buffers[i]);
}

static void compare_buffer(const Counted *counted, int buffer, const int64_t made[2],
                           const int64_t estimated[2]) {
  if (made[0] != estimated[0] || made[1] != estimated[1])
    fail_msg("%s, parameter %d: estimated %lld loads and %lld stores, made %lld and %lld",
             counted->emitted.name, buffer, (long long)estimated[0], (long long)estimated[1],
             (long long)made[0], (long long)made[1]);
}

// Of a part that runs several times, the estimate counts all of them together.
static void compare_part(const Counted *counted, const NestPart *part, int number, const Estimate *estimate,
                         const Emulator *emulator) {
  for (int b = 0; b < part->nest->buffer_count; b++) {
    int64_t estimated[2] = {0}, made[2] = {0};
    for (int i = 0; i < estimate->access_count; i++) {
      const AccessEstimate *access = &estimate->accesses[i];
      if (access->part == number && part->nest->steps[access->step].buffer == b)
        estimated[access->is_store] += access->executions;
    }
    for (int time = 0; time < part->count; time++) {
      int buffer = part->buffers[time * part->nest->buffer_count + b];
      made[0] += emulator_loads(emulator, buffer);
      made[1] += emulator_stores(emulator, buffer);
    }
    compare_buffer(counted, part->buffers[b], made, estimated);
  }
}

static void compare(Counts *counts, const Counted *counted, const Emulator *emulator) {
  const Nest *nest = plan_lowered(counted->plan, counted->kernel)->nest;
  const Estimate *estimate = estimator_kernel(counts->estimator, counted->plan, counted->kernel);
  for (int i = 0; i < nest->part_count; i++)
    compare_part(counted, &nest->parts[i], i, estimate, emulator);
  for (int b = 0; b < nest->buffer_count && !nest->part_count; b++) {
    int64_t estimated[2] = {0}, made[2] = {emulator_loads(emulator, b), emulator_stores(emulator, b)};
    for (int i = 0; i < estimate->access_count; i++)
      if (nest->steps[estimate->accesses[i].step].buffer == b)
        estimated[estimate->accesses[i].is_store] += estimate->accesses[i].executions;
    compare_buffer(counted, b, made, estimated);
  }
}

static void close_counts(Counts *counts) {
  Status status = {0};
  Emulator *emulator = emulator_new(NULL, &status);
  if (!emulator) fail_msg("%s", status.message);
  for (int i = 0; i < counts->count; i++)
    assert_true(emulator_add(emulator, &counts->kernels[i].emitted, &status));
  for (int i = 0; i < counts->count; i++) {
    run(&counts->kernels[i], emulator);
    compare(counts, &counts->kernels[i], emulator);
  }
  for (int i = 0; i < counts->count; i++) {
    emitted_free(&counts->kernels[i].emitted);
    plan_free(counts->kernels[i].plan);
    graph_free(counts->kernels[i].graph);
  }
  emulator_free(emulator);
  estimator_free(counts->estimator);
}

#define ADD_TO(a, b) "y = torch.ops.aten.add.Tensor(" a ", " b ")\nreturn (y,)"
#define ADD "y = torch.ops.aten.add.Tensor(x, w)\nreturn (y,)"
#define NORMALIZE \
  "s = torch.ops.aten.sum.dim_IntList(x, [1], True)\ny = torch.ops.aten.div.Tensor(x, s)\nreturn (y, s)"
#define COLUMNS "y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)"
#define WHOLE "y = torch.ops.aten.sum.default(x)\nreturn (y,)"

static void test_map(void **state) {
  (void)state;
  Counts counts = open_counts();
  add(&counts, "x: \"f32[48, 64]\", w: \"f32[64]\"", ADD);
  add(&counts, "x: \"bf16[48, 64]\", w: \"bf16[48, 1]\"", ADD);
  add(&counts, "x: \"f64[48, 64]\", w: \"f64[48, 64]\"", ADD);
  add(&counts, "x: \"f32[1000, 12]\", w: \"f32[12]\"", ADD);
  add(&counts, "x: \"f32[33800, 32]\", w: \"f32[32]\", b: \"f32[32]\"", // slots share w and b
      "a = torch.ops.aten.mul.Tensor(x, w)\ny = torch.ops.aten.add.Tensor(a, b)\nreturn (y,)");
  add(&counts, "x: \"f32[33800, 32]\", w: \"f32[32]\", b: \"f32[32]\"", // ... and it stores their sum
      "c = torch.ops.aten.add.Tensor(w, b)\na = torch.ops.aten.mul.Tensor(x, w)\ny = "
      "torch.ops.aten.add.Tensor(a, c)\nreturn (y, c)");
  close_counts(&counts);
}

// Squares of 4 x 4, 8 x 8 and single elements, on the way in and out.
static void test_tile(void **state) {
  (void)state;
  static const char *const load = "t = torch.ops.aten.permute.default(x, [1, 0])\n" ADD_TO("t", "w");
  static const char *const store =
      "y = torch.ops.aten.mul.Tensor(x, 2.0)\nt = torch.ops.aten.permute.default(y, [1, 0])\n"
      "c = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\nreturn (y, c)";
  Counts counts = open_counts();
  add(&counts, "x: \"f32[64, 96]\", w: \"f32[96, 64]\"", load);
  add(&counts, "x: \"bf16[72, 136]\", w: \"bf16[136, 72]\"", load);
  add(&counts, "x: \"f32[33, 70]\", w: \"f32[70, 33]\"", load);
  add(&counts, "x: \"f32[64, 96]\"", store);
  add(&counts, "x: \"bf16[200, 64]\"", store);
  close_counts(&counts);
}

static void test_conditions(void **state) {
  (void)state;
  Counts counts = open_counts();
  add(&counts, "a: \"f32[32, 16]\", b: \"f32[32, 48]\"",
      "y = torch.ops.aten.cat.default([a, b], 1)\nreturn (y,)");
  add(&counts, "a: \"bf16[24, 64]\", b: \"bf16[40, 64]\", c: \"bf16[8, 64]\"",
      "y = torch.ops.aten.cat.default([a, b, c], 0)\nreturn (y,)");
  add(&counts, "x: \"f32[30, 64]\"",
      "y = torch.ops.aten.constant_pad_nd.default(x, [0, 0, 1, 1], 0.0)\nreturn (y,)");
  close_counts(&counts);
}

static void test_reductions(void **state) {
  (void)state;
  Counts counts = open_counts();
  add(&counts, "x: \"f32[16, 1024]\"", NORMALIZE);
  add(&counts, "x: \"bf16[64, 64]\"", NORMALIZE);
  add(&counts, "x: \"f32[512, 64]\"", COLUMNS);
  add(&counts, "x: \"bf16[1024, 256]\"", COLUMNS);
  add(&counts, "x: \"f32[4096]\"", WHOLE);
  // rows of any alignment: whole vectors, ends, and weights that lie otherwise
  add(&counts, "x: \"f32[16, 1023]\"", NORMALIZE);
  add(&counts, "x: \"bf16[24, 4097]\"", NORMALIZE);
  add(&counts, "x: \"bf16[8, 3, 70]\", w: \"bf16[70]\"",
      "z = torch.ops.aten.mul.Tensor(x, w)\ns = torch.ops.aten.sum.dim_IntList(z, [2], True)\n"
      "y = torch.ops.aten.div.Tensor(z, s)\nreturn (y,)");
  add(&counts, "x: \"f32[4099]\"", WHOLE);
  close_counts(&counts);
}

// Of a batch, part by part: each has tensors of its own here.
static void test_batch(void **state) {
  (void)state;
  Counts counts = open_counts();
  add(&counts, "x: \"f32[16, 1024]\", a: \"bf16[512, 64]\", b: \"f32[4000]\"",
      "s = torch.ops.aten.sum.dim_IntList(x, [1], True)\ny = torch.ops.aten.div.Tensor(x, s)\n"
      "c = torch.ops.aten.sum.dim_IntList(a, [0])\nd = torch.ops.aten.exp.default(b)\nreturn (y, c, d)");
  add(&counts, "x: \"f32[8, 64]\", a: \"f32[8, 64]\", b: \"f32[8, 64]\"",
      "s = torch.ops.aten.sum.dim_IntList(x, [1])\nt = torch.ops.aten.sum.dim_IntList(a, [1])\n"
      "u = torch.ops.aten.sum.dim_IntList(b, [1])\nreturn (s, t, u)");
  close_counts(&counts);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_map), cmocka_unit_test(test_tile),
                                     cmocka_unit_test(test_conditions), cmocka_unit_test(test_reductions),
                                     cmocka_unit_test(test_batch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
