// Every element type on a real GPU: what inputs are filled with, and kernels of every template and conversion
// against the evaluator, which computes from the device's own inputs.
//
//   test_gpu_types               all cases
//   test_gpu_types FIRST COUNT   some of them, by number
#include "cost/devices/device.h"
#include "device_fixture.h"
#include "gpu/measure/fill_rule.h"
#include "graph/evaluate/evaluate.h"
#include "graph/read/read.h"
#include "scratch.h"
#include "type_cases.h"

#include <math.h>

enum { SEED = 3, CONVERTED = 1003 }; // elements of the graphs that convert
static DeviceFixture device;
static Device h200;
static char folder[64];
static float normals[CONVERTED]; // what f32 is filled with
static int first, count = 1000;

static Graph *read_case(const TypeCase *one) {
  Text text = {0};
  Status status = {0};
  text_printf(&text, "def forward(self, %s):\n", one->parameters);
  for (const char *line = one->body; *line;) {
    int length = (int)strcspn(line, "\n");
    text_printf(&text, "    %.*s\n", length, line);
    line += length + (line[length] == '\n');
  }
  Graph *graph = graph_read_fx("case.py", text_get(&text), text.length, 0, NULL, &status);
  if (!graph) fail_msg("%s", status.message);
  text_free(&text);
  return graph;
}

static char *saved_memory(const char *what, int number) {
  char path[128];
  Status status = {0};
  snprintf(path, sizeof path, "%s/%s-%d.bin", folder, what, number);
  char *memory = file_read(path, NULL, &status);
  if (!memory) fail_msg("%s", status.message);
  return memory;
}

static double *saved_value(const Graph *graph, int value, const char *what, int number) {
  char *memory = saved_memory(what, number);
  double *data = memory_alloc(((size_t)shape_elements(&graph->values[value].shape) + 1) * sizeof *data);
  program_unpack(graph, value, memory, data);
  free(memory);
  return data;
}

// ---- what inputs are filled with

// Bits of one element, as its rule wants them. Normal numbers are those of f32, rounded.
static void wanted_element(DType dtype, const RunBuffer *rule, int at, char element[16]) {
  uint32_t words[4];
  evaluate_philox((uint64_t)rule->seed, (uint64_t)at, words);
  uint64_t drawn = ((uint64_t)words[0] << 32 | words[1]) % (uint64_t)(rule->high - rule->low + !rule->high);
  dtype_store(dtype, element, 0,
              rule->fill == FILL_INTEGER ? (double)(rule->low + (int64_t)drawn) : normals[at]);
}

// An input that nothing reads is in no buffer.
static bool is_read(const Graph *graph, int value) {
  return graph->values[value].reader_count > 0;
}

static bool check_fill(const Graph *graph, int number) {
  int value = graph->inputs[number];
  if (!is_read(graph, value)) return true;
  DType dtype = graph->values[value].dtype;
  Arena *arena = arena_new();
  RunBuffer rule = {0};
  assert_true(fill_rule(graph, value, SEED, folder, arena, &rule, NULL));
  char *memory = saved_memory("inputs", number), element[16];
  int elements = rule.fill == FILL_INTEGER              ? (int)shape_elements(&graph->values[value].shape)
                 : graph->values[value].shape.rank == 1 ? CONVERTED
                                                        : 0; // under the name and seed that f32 had
  if (dtype == DTYPE_F32 && elements) memcpy(normals, memory, sizeof normals);
  int wrong = 0;
  for (int at = 0; at < elements; at++) {
    wanted_element(dtype, &rule, at, element);
    wrong += memcmp(element, memory + at * dtype_bytes(dtype), (size_t)dtype_bytes(dtype)) != 0;
  }
  if (wrong) printf("  %d elements of %s are filled with something else\n", wrong, dtype_name(dtype));
  free(memory);
  arena_free(arena);
  return !wrong;
}

// ---- results

static Evaluation *evaluate_saved(const Graph *graph, double **given, bool *wanted) {
  Status status = {0};
  for (int i = 0; i < graph->input_count; i++)
    if (is_read(graph, graph->inputs[i]))
      given[graph->inputs[i]] = saved_value(graph, graph->inputs[i], "inputs", i);
  for (int i = 0; i < graph->op_count; i++)
    wanted[i] = true;
  EvaluateOptions options = {.given = (const double *const *)given, .wanted = wanted};
  Evaluation *evaluation = evaluation_run(graph, &options, &status);
  if (!evaluation) fail_msg("%s", status.message);
  return evaluation;
}

static bool check_output(Evaluation *evaluation, int number, bool exact) {
  const Graph *graph = evaluation->graph;
  int value = graph->outputs[number];
  double *got = saved_value(graph, value, "outputs", number);
  const Tensor *want = &evaluation->values[value];
  TensorComparison c =
      exact ? compare_tensors(want, got, NULL, 0) : evaluation_compare(evaluation, value, got);
  if (!c.pass)
    printf("  %s (%s): element %lld is %.9g where %.9g is right, %lld are off\n", graph->values[value].name,
           dtype_name(graph->values[value].dtype), (long long)c.worst_index, got[c.worst_index],
           want->data[c.worst_index], (long long)c.mismatches);
  free(got);
  return c.pass;
}

static bool check_saved(const Graph *graph, bool exact) {
  double **given = memory_alloc(((size_t)graph->value_count + 1) * sizeof *given);
  bool *wanted = memory_alloc((size_t)graph->op_count + 1), good = true;
  for (int i = 0; i < graph->input_count; i++)
    good &= check_fill(graph, i);
  Evaluation *evaluation = evaluate_saved(graph, given, wanted);
  for (int i = 0; i < graph->output_count; i++)
    good &= check_output(evaluation, i, exact);
  evaluation_free(evaluation);
  for (int v = 0; v < graph->value_count; v++)
    free(given[v]);
  free(given);
  free(wanted);
  return good;
}

// ---- running

static void fuse_all(Plan *plan) {
  const Graph *graph = plan_graph(plan);
  Reason reason;
  for (int a = 0; a < graph->op_count; a++)
    for (int b = a + 1; b < graph->op_count; b++)
      if (!graph->ops[a].is_view && !graph->ops[b].is_view) plan_fuse(plan, a, b, false, &reason);
}

static bool run_plan(Plan *plan, Plan *alone) {
  MeasureOptions options = {.launches = 1, .seed = SEED, .check = true, .save_folder = folder};
  MeasureReport report = {0};
  Status status = {0};
  Program *program = program_build(plan, &status),
          *reference = program ? program_build_reference(alone, program, &status) : NULL;
  bool good = program && reference &&
              worker_measure(device.worker, program, reference, &options, NULL, NULL, &report, &status);
  for (int i = 0; good && i < report.kernel_count; i++)
    if (!report.kernels[i].ok) good = status_fail(&status, STATUS_WRONG, "%s", report.kernels[i].error);
  if (!good) printf("  %s\n", status.message);
  if (good && !(report.checked && report.check_pass)) printf("  %s\n", report.check_text);
  good = good && report.checked && report.check_pass;
  measure_report_free(&report);
  program_free(program);
  program_free(reference);
  return good;
}

static bool check_case(int number, const TypeCase *one) {
  printf("%d: %s, %.60s ...\n", number, one->parameters, one->body);
  fflush(stdout);
  Graph *graph = read_case(one);
  Plan *plan = plan_new(graph, &h200.limits), *alone = plan_new(graph, &h200.limits);
  fuse_all(plan);
  bool good = run_plan(plan, alone) && check_saved(graph, one->exact);
  plan_free(plan);
  plan_free(alone);
  graph_free(graph);
  return good;
}

static void test_types(void **state) {
  (void)state;
  TypeCase one;
  int wrong = 0, ran = 0, floats = 0;
  while (type_case(floats, &one) && !strstr(one.parameters, "\"f32["))
    floats++;
  assert_true(type_case(floats, &one) && check_case(floats, &one)); // first: others are compared with it
  for (int i = first; i < first + count && type_case(i, &one); i++, ran++)
    wrong += !check_case(i, &one);
  printf("%d cases, %d wrong\n", ran, wrong);
  assert_true(ran > 0);
  assert_int_equal(wrong, 0);
}

// With a cache: all cases take the same kernels of the worker's own.
static void use_cache(void) {
  Status status = {0};
  worker_free(device.worker);
  compiler_free(device.compiler);
  device.compiler = compiler_new(scratch, &status);
  assert_non_null(device.compiler);
  device.worker = worker_new(device.compiler);
}

int main(int argument_count, char **arguments) {
  device = device_open(argument_count, arguments);
  if (!device_load("h200", &h200, NULL) || scratch_make(NULL)) return 1;
  snprintf(folder, sizeof folder, "%s/saved", scratch);
  if (argument_count > 2) first = atoi(arguments[1]), count = atoi(arguments[2]);
  use_cache();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_types)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  device_close(&device);
  return scratch_remove(NULL) || failed;
}
