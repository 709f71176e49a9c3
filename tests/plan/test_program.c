// Programs: buffers, launches in order, matrix products through views, values to and from memory.
#include "fixture.h"

#include "scratch.h"

#include "graph/evaluate/evaluate.h"
#include "graph/read/hlo/hlo.h"
#include "graph/read/read.h"
#include "plan/program/program.h"
#include "plan/program/save.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Fixture {
  Graph *graph;
  Plan *plan;
  Program *program;
} Fixture;

static Fixture build(const char *text) {
  GpuLimits limits = test_limits();
  Fixture f = {.graph = graph_from(text)};
  f.plan = plan_new(f.graph, &limits);
  Status status = {0};
  f.program = program_build(f.plan, &status);
  if (!f.program) fail_msg("%s", status.message);
  return f;
}

static void done(Fixture *f) {
  program_free(f->program);
  plan_free(f->plan);
  graph_free(f->graph);
}

static const ProgramBuffer *buffer_of(const Fixture *f, const char *value) {
  int index = program_find_buffer(f->program, graph_find_value(f->graph, value));
  assert_true(index >= 0);
  return &f->program->buffers[index];
}

static char *saved_file(const char *folder, const char *name, size_t *length) {
  Status status = {0};
  size_t ignored;
  char *path = file_join(folder, name), *text = file_read(path, length ? length : &ignored, &status);
  if (!text) fail_msg("%s", status.message);
  free(path);
  return text;
}

static void test_buffers_and_order(void **state) {
  (void)state;
  Fixture f = build(
      "'inputs': [ { 'name': 'x', 'dtype': 'bf16', 'shape': [4, 6], 'stride': [10, 1] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] }, { 'name': 't', 'op': 'permute', 'in': ['a'], "
      "'axes': [1, 0] },"
      "         { 'name': 'b', 'op': 'cast', 'in': ['t'], 'dtype': 'f32' } ], 'outputs': ['b', 't']");
  assert_int_equal(f.program->launch_count, 2);
  assert_int_equal(f.program->buffer_count, 3); // a view has none
  assert_int_equal(buffer_of(&f, "x")->bytes, (3 * 10 + 6) * 2);
  assert_int_equal(buffer_of(&f, "b")->bytes, 4 * 6 * 4);
  assert_true(buffer_of(&f, "x")->is_input && !buffer_of(&f, "x")->is_output);
  assert_true(!buffer_of(&f, "a")->is_input && buffer_of(&f, "a")->is_output); // t shows it
  assert_true(buffer_of(&f, "b")->is_output);
  assert_int_equal(program_find_buffer(f.program, graph_find_value(f.graph, "t")), -1);
  for (int i = 0; i < 2; i++) {
    const Launch *launch = &f.program->launches[i];
    assert_int_equal(launch->kind, LAUNCH_KERNEL);
    assert_int_equal(launch->argument_count, launch->lowered->nest->buffer_count);
    assert_int_equal(launch->argument_count, 2);
    assert_non_null(strstr(launch->emitted.source, launch->emitted.name));
  }
  assert_int_equal(f.program->launches[0].kernel, kernel_named(f.plan, "a"));
  done(&f);
}

static void test_matmul(void **state) {
  (void)state;
  Fixture f = build(
      "'inputs': [ { 'name': 'x', 'dtype': 'bf16', 'shape': [8, 16] }, { 'name': 'w', 'dtype': 'bf16', "
      "'shape': [32, 16] },"
      "            { 'name': 'bias', 'dtype': 'bf16', 'shape': [32] } ],"
      "'ops': [ { 'name': 'wt', 'op': 'permute', 'in': ['w'], 'axes': [1, 0] },"
      "         { 'name': 's', 'op': 'slice', 'in': ['x'], 'axis': 0, 'start': 2, 'end': 6 },"
      "         { 'name': 'y', 'op': 'addmm', 'in': ['bias', 's', 'wt'], 'alpha': 0.5, 'beta': 2.0 } ], "
      "'outputs': ['y']");
  assert_int_equal(f.program->launch_count, 1);
  const Launch *launch = &f.program->launches[0];
  const Matmul *product = &launch->matmul;
  assert_int_equal(launch->kind, LAUNCH_MATMUL);
  assert_int_equal(product->dtype, DTYPE_BF16);
  assert_int_equal(product->batch, 1);
  assert_int_equal(product->m, 4);
  assert_int_equal(product->n, 32);
  assert_int_equal(product->k, 16);
  assert_int_equal(product->a.offset, 32); // two rows of x
  assert_int_equal(product->a.row_stride, 16);
  assert_int_equal(product->b.row_stride, 1); // w transposed
  assert_int_equal(product->b.column_stride, 16);
  assert_int_equal(product->c.row_stride, 0);
  assert_int_equal(product->c.column_stride, 1);
  assert_int_equal(product->d.row_stride, 32);
  assert_true(product->alpha == 0.5 && product->beta == 2.0);
  assert_int_equal(f.program->buffers[product->b.buffer].storage, graph_find_value(f.graph, "w"));
  done(&f);
}

static void test_batched_matmul(void **state) {
  (void)state;
  Fixture f = build(
      "'inputs': [ { 'name': 'q', 'dtype': 'f32', 'shape': [3, 4, 5] }, { 'name': 'k', 'dtype': 'f32', "
      "'shape': [3, 7, 5] } ],"
      "'ops': [ { 'name': 'kt', 'op': 'permute', 'in': ['k'], 'axes': [0, 2, 1] },"
      "         { 'name': 'y', 'op': 'bmm', 'in': ['q', 'kt'] } ], 'outputs': ['y']");
  const Matmul *product = &f.program->launches[0].matmul;
  assert_int_equal(product->batch, 3);
  assert_int_equal(product->a.batch_stride, 20);
  assert_int_equal(product->b.batch_stride, 35);
  assert_int_equal(product->b.row_stride, 1);
  assert_int_equal(product->b.column_stride, 5);
  assert_int_equal(product->c.buffer, -1);
  assert_int_equal(product->d.batch_stride, 28);
  done(&f);
}

// What is estimated only is left out, says why, and its results are given from outside.
static void test_skipped(void **state) {
  (void)state;
  Fixture f = build(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [2, 3, 8, 8] }, { 'name': 'w', 'dtype': 'f32', "
      "'shape': [4, 3, 3, 3] } ],"
      "'ops': [ { 'name': 'c', 'op': 'convolution', 'in': ['x', 'w', null], 'stride': [1, 1], 'padding': [1, "
      "1], 'dilation': [1, 1] },"
      "         { 'name': 'y', 'op': 'relu', 'in': ['c'] } ], 'outputs': ['y']");
  assert_int_equal(f.program->launches[0].kind, LAUNCH_SKIPPED);
  assert_string_equal(f.program->launches[0].why, "c (convolution) is estimated, not run");
  assert_true(buffer_of(&f, "c")->is_input);
  assert_int_equal(f.program->launches[1].kind, LAUNCH_KERNEL);
  done(&f);
}

// Products that the library is not asked for say what of them it is.
static void test_products_that_are_not_run(void **state) {
  (void)state;
  static const struct {
    const char *operands, *result, *call, *why;
  } cases[] = {
      {"a: \"i8[32, 64]\", b: \"i8[64, 32]\"", "i32", "aten._int_mm.default(a, b)",
       "quantised or grouped matrices: estimated"},
      {"a: \"i32[32, 64]\", b: \"i32[64, 32]\"", "i32", "aten.mm.default(a, b)", "is a product of integers"},
      {"a: \"f8e5m2[32, 64]\", b: \"f8e5m2[64, 32]\"", "f8e5m2", "aten.mm.default(a, b)",
       "product of floats of 8 bits"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    Status status = {0};
    GpuLimits limits = test_limits();
    snprintf(text, sizeof text,
             "def forward(self, %s):\n    m: \"%s[32, 32]\" = torch.ops.%s\n    return (m,)\n",
             cases[i].operands, cases[i].result, cases[i].call);
    Fixture f = {.graph = graph_read_fx("t", text, strlen(text), 0, NULL, &status)};
    if (!f.graph) fail_msg("%s", status.message);
    f.plan = plan_new(f.graph, &limits);
    f.program = program_build(f.plan, &status);
    assert_int_equal(f.program->launches[0].kind, LAUNCH_SKIPPED);
    assert_non_null(strstr(f.program->launches[0].why, cases[i].why));
    assert_non_null(strstr(program_library_problem(f.graph, 0), cases[i].why));
    done(&f);
  }
}

// A functional index_put starts from a copy of what it changes.
static void test_preset(void **state) {
  (void)state;
  Fixture f = build(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [8, 4] }, { 'name': 'v', 'dtype': 'f32', 'shape': "
      "[3, 4] },"
      "            { 'name': 'i', 'dtype': 'i64', 'shape': [3] } ],"
      "'ops': [ { 'name': 'y', 'op': 'index_put', 'in': ['x', 'v', 'i'], 'accumulate': true } ], 'outputs': "
      "['y']");
  const Launch *launch = &f.program->launches[0];
  assert_int_equal(launch->preset_count, 1);
  assert_int_equal(f.program->buffers[launch->presets[0].from].storage, graph_find_value(f.graph, "x"));
  assert_int_equal(f.program->buffers[launch->presets[0].to].storage, graph_find_value(f.graph, "y"));
  done(&f);
}

static void test_pack(void **state) {
  (void)state;
  Graph *graph = graph_from(
      "'inputs': [ { 'name': 'x', 'dtype': 'i32', 'shape': [2, 3], 'stride': [1, 2] },"
      "            { 'name': 's', 'dtype': 'f32', 'shape': [] } ],"
      "'ops': [ { 'name': 'a', 'op': 'select', 'in': ['x'], 'axis': 1, 'index': 2 },"
      "         { 'name': 'y', 'op': 'add', 'in': ['s', 1.0] }, { 'name': 'z', 'op': 'add', 'in': ['a', 1] } "
      "],"
      "'outputs': ['y', 'z']");
  double data[6] = {1, 2, 3, 4, 5, 6}, back[6] = {0}, picked[2] = {0}, scalar = 7, scalar_back = 0;
  int32_t memory[6] = {0};
  int x = graph_find_value(graph, "x"), s = graph_find_value(graph, "s");
  program_pack(graph, x, data, memory);
  const int32_t column_major[6] = {1, 4, 2, 5, 3, 6};
  assert_memory_equal(memory, column_major, sizeof memory);
  program_unpack(graph, x, memory, back);
  assert_memory_equal(back, data, sizeof data);
  program_unpack(graph, graph_find_value(graph, "a"), memory, picked); // a view, by offset and strides
  assert_true(picked[0] == 3 && picked[1] == 6);
  float number = 0;
  program_pack(graph, s, &scalar, &number);
  program_unpack(graph, s, &number, &scalar_back);
  assert_true(number == 7.0f && scalar_back == 7);
  assert_int_equal(program_value_bytes(graph, s), 4);
  graph_free(graph);
}

// A program outlives its plan.
static void test_without_plan(void **state) {
  (void)state;
  Fixture f = build(
      "'inputs': [ { 'name': 'x', 'dtype': 'f32', 'shape': [64] } ],"
      "'ops': [ { 'name': 'a', 'op': 'exp', 'in': ['x'] } ], 'outputs': ['a']");
  plan_free(f.plan);
  assert_int_equal(f.program->launches[0].lowered->nest->buffer_count, 2);
  assert_int_equal(f.program->launches[0].lowered->stored[0], graph_find_value(f.graph, "a"));
  program_free(f.program);
  graph_free(f.graph);
}

// Every plan of a real graph makes a program whose launches read only what was there before.
static void test_dump(void **state) {
  (void)state;
  DumpPlan *dump;
  Fixture f = {.graph = shipped_dump("gpt2/forward", &dump)};
  GpuLimits limits = test_limits();
  Status status = {0};
  f.plan = plan_new(f.graph, &limits);
  f.program = program_build(f.plan, &status);
  if (!f.program) fail_msg("%s", status.message);
  assert_int_equal(f.program->launch_count, plan_kernel_count(f.plan));
  bool *ready = calloc((size_t)f.program->buffer_count, sizeof *ready);
  for (int i = 0; i < f.program->buffer_count; i++)
    ready[i] = f.program->buffers[i].is_input;
  for (int i = 0; i < f.program->launch_count; i++) {
    const Launch *launch = &f.program->launches[i];
    for (int j = 0; j < launch->argument_count; j++) {
      if (launch->lowered->nest->buffers[j].read) assert_true(ready[launch->arguments[j]]);
      if (launch->lowered->nest->buffers[j].written) ready[launch->arguments[j]] = true;
    }
    if (launch->kind != LAUNCH_MATMUL) continue;
    assert_true(ready[launch->matmul.a.buffer] && ready[launch->matmul.b.buffer]);
    ready[launch->matmul.d.buffer] = true;
  }
  for (int i = 0; i < f.program->buffer_count; i++)
    if (f.program->buffers[i].is_output) assert_true(ready[i]);
  free(ready);
  done(&f);
  dump_plan_free(dump);
}

// Elements one after the other whatever the strides, in the value's own type; what comes from an op that
// nobody evaluates is told apart.
static void test_saved_reference(void **state) {
  (void)state;
  static const char text[] =
      "ENTRY e {\n  x = f32[3,5]{0,1} parameter(0)\n  n = f32[3,5]{0,1} negate(x)\n  zero = f32[] "
      "constant(0)\n"
      "  s = f32[] reduce(n, zero), dimensions={0,1}, to_apply=plus\n  f = f32[3] foo(x)\n"
      "  g = f32[3] exponential(f)\n  ROOT t = (f32[3,5]{0,1}, f32[], f32[3]) tuple(n, s, g)\n}\n"
      "plus {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n";
  Status status = {0};
  Graph *graph = graph_read_hlo("t", text, strlen(text), 0, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  char *folder = scratch_path("saved");
  if (!save_reference(graph, 7, folder, &status)) fail_msg("%s", status.message);
  size_t length;
  float *input = (float *)saved_file(folder, "inputs-0.bin", &length);
  float *negated = (float *)saved_file(folder, "outputs-0.bin", &length);
  float *sum = (float *)saved_file(folder, "outputs-1.bin", NULL);
  double want[15], total = 0;
  evaluate_fill(graph, graph->inputs[0], 7, want);
  assert_int_equal(length, sizeof(float[15]));
  for (int i = 0; i < 15; i++, total -= want[i - 1])
    assert_true(input[i] == (float)want[i] && negated[i] == -input[i]);
  assert_true(fabs(*sum - total) <= 1e-6);
  char *index = saved_file(folder, "index.json", NULL);
  assert_non_null(strstr(index, "\"stride\": [5, 1], \"offset\": 0, \"file\": \"inputs-0.bin\"}"));
  const char *unknown = strstr(index, "\"unknown\": true");
  assert_true(unknown > strstr(index, "outputs-2.bin") && !strstr(unknown + 2, "unknown"));
  free(input), free(negated), free(sum), free(index), free(folder);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_buffers_and_order),
                                     cmocka_unit_test(test_matmul),
                                     cmocka_unit_test(test_batched_matmul),
                                     cmocka_unit_test(test_skipped),
                                     cmocka_unit_test(test_products_that_are_not_run),
                                     cmocka_unit_test(test_preset),
                                     cmocka_unit_test(test_pack),
                                     cmocka_unit_test(test_without_plan),
                                     cmocka_unit_test(test_dump),
                                     cmocka_unit_test(test_saved_reference)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
