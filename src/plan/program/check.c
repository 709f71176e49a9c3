#include "plan/program/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct Check {
  const Graph *graph;
  const Program *program;
  Evaluation *evaluation;
  Emulator *emulator;
  void **memory; // per buffer of the program
  uint64_t seed;
  CheckReport *report;
  Status *status;
} Check;

void check_report_free(CheckReport *report) {
  for (int i = 0; i < report->skipped.count; i++)
    free(report->skipped.data[i]);
  vector_free(&report->skipped);
  vector_free(&report->values);
}

static double *new_data(const Graph *graph, int value) {
  return memory_alloc(((size_t)value_numbers(&graph->values[value]) + 1) * sizeof(double));
}

static void *memory_of(const Check *check, int value) {
  return check->memory[program_find_buffer(check->program, check->graph->values[value].storage)];
}

// ---- Inputs

static void fill_inputs(Check *check) {
  const Graph *graph = check->graph;
  for (int i = 0; i < graph->input_count; i++) {
    int value = graph->inputs[i];
    if (program_find_buffer(check->program, value) < 0) continue;
    double *data = new_data(graph, value);
    evaluate_fill(graph, value, check->seed, data);
    program_pack(graph, value, data, memory_of(check, value));
    free(data);
  }
}

static void allocate(Check *check) {
  const Program *program = check->program;
  check->memory = memory_alloc(((size_t)program->buffer_count + 1) * sizeof *check->memory);
  for (int i = 0; i < program->buffer_count; i++) {
    // Vector accesses are checked for alignment, which a device allocation has.
    size_t bytes = ((size_t)program->buffers[i].bytes + 255) / 256 * 256 + 256;
    check->memory[i] = aligned_alloc(256, bytes);
    if (!check->memory[i]) memory_exhausted(bytes);
    memset(check->memory[i], 0, bytes);
  }
}

// ---- Comparing

// A later op writes into the memory of `value`: what the evaluator has may be the newer content.
static bool is_overwritten(const Graph *graph, int value) {
  int storage = graph->values[value].storage;
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    if (op->mutates < 0 || graph->values[op->operands[op->mutates].value].storage != storage) continue;
    if (i > graph->values[value].producer) return true;
  }
  return false;
}

static bool leaves(const Graph *graph, int value) {
  for (int i = 0; i < graph->output_count; i++)
    if (graph->outputs[i] != NO_VALUE && graph_source(graph, graph->outputs[i]) == graph_source(graph, value))
      return true;
  return false;
}

static void compare(Check *check, int value, int kernel) {
  const Tensor *want = &check->evaluation->values[value];
  bool empty = shape_elements(&check->graph->values[value].shape) == 0; // may have no memory at all
  if (!want->data || empty) return;
  double *got = new_data(check->graph, value);
  program_unpack(check->graph, value, memory_of(check, value), got);
  CheckedValue checked = {.value = value, .kernel = kernel, .is_output = leaves(check->graph, value)};
  checked.comparison = evaluation_compare(check->evaluation, value, got);
  if (!checked.comparison.pass) {
    checked.untold = evaluation_untold(check->evaluation, value, got);
    *(checked.untold ? &check->report->untold : &check->report->failures) += 1;
  }
  vector_push(&check->report->values, checked);
  free(got);
}

static void compare_stored(Check *check, const Launch *launch) {
  for (int i = 0; i < launch->lowered->stored_count; i++) {
    int value = launch->lowered->stored[i];
    if (!is_overwritten(check->graph, value)) compare(check, value, launch->kernel);
  }
}

// Graph outputs that are views have layouts of their own.
static void compare_views(Check *check) {
  const Graph *graph = check->graph;
  for (int i = 0; i < graph->output_count; i++) {
    int value = graph->outputs[i];
    if (value == NO_VALUE || graph->values[value].source == value || !graph->values[value].strided) continue;
    compare(check, value, NO_KERNEL);
  }
}

// ---- Launches

static double element(const Check *check, DType dtype, const MatmulOperand *operand, int64_t batch,
                      int64_t row, int64_t column) {
  int64_t place = operand->offset + batch * operand->batch_stride + row * operand->row_stride +
                  column * operand->column_stride;
  return dtype_load(dtype, check->memory[operand->buffer], place);
}

static void multiply_row(const Check *check, const Matmul *matmul, int64_t batch, int64_t row) {
  for (int64_t column = 0; column < matmul->n; column++) {
    double sum = 0;
    for (int64_t i = 0; i < matmul->k; i++)
      sum += element(check, matmul->dtype, &matmul->a, batch, row, i) *
             element(check, matmul->dtype, &matmul->b, batch, i, column);
    double result = matmul->alpha * sum;
    if (matmul->c.buffer >= 0)
      result += matmul->beta * element(check, matmul->dtype, &matmul->c, batch, row, column);
    const MatmulOperand *d = &matmul->d;
    int64_t place = d->offset + batch * d->batch_stride + row * d->row_stride + column * d->column_stride;
    dtype_store(matmul->dtype, check->memory[d->buffer], place, result);
  }
}

static void run_matmul(const Check *check, const Matmul *matmul) {
  for (int64_t batch = 0; batch < matmul->batch; batch++)
    for (int64_t row = 0; row < matmul->m; row++)
      multiply_row(check, matmul, batch, row);
}

static void run_skipped(Check *check, const Launch *launch) {
  vector_push(&check->report->skipped, memory_strdup(launch->why));
  for (int i = 0; i < launch->lowered->stored_count; i++) {
    int value = launch->lowered->stored[i];
    const double *data = check->evaluation->values[value].data;
    if (data) program_pack(check->graph, value, data, memory_of(check, value));
  }
}

static void run_presets(const Check *check, const Launch *launch) {
  for (int i = 0; i < launch->preset_count; i++) {
    const Preset *preset = &launch->presets[i];
    size_t bytes = (size_t)check->program->buffers[preset->to].bytes;
    if (preset->from == NO_VALUE)
      memset(check->memory[preset->to], 0, bytes);
    else
      memcpy(check->memory[preset->to], check->memory[preset->from], bytes);
  }
}

static bool run_kernel(Check *check, const Launch *launch) {
  int64_t workspace_bytes = launch->emitted.launch.workspace_bytes;
  void **arguments = memory_alloc(((size_t)launch->argument_count + 1) * sizeof *arguments);
  void *workspace = memory_alloc((size_t)workspace_bytes + 256);
  for (int i = 0; i < launch->argument_count; i++)
    arguments[i] = check->memory[launch->arguments[i]];
  arguments[launch->argument_count] = workspace;
  run_presets(check, launch);
  bool ran = emulator_run(check->emulator, &launch->emitted, arguments, check->status);
  free(workspace);
  free(arguments);
  return ran;
}

static bool run(Check *check, const Launch *launch) {
  if (launch->kind == LAUNCH_SKIPPED) {
    run_skipped(check, launch);
    return true;
  }
  if (launch->kind == LAUNCH_MATMUL)
    run_matmul(check, &launch->matmul);
  else if (!run_kernel(check, launch))
    return status_prefix(check->status, "%s", launch->emitted.name);
  compare_stored(check, launch);
  return true;
}

static bool run_all(Check *check) {
  const Program *program = check->program;
  for (int i = 0; i < program->launch_count; i++)
    if (program->launches[i].kind == LAUNCH_KERNEL &&
        !emulator_add(check->emulator, &program->launches[i].emitted, check->status))
      return false;
  fill_inputs(check);
  for (int i = 0; i < program->launch_count; i++)
    if (!run(check, &program->launches[i])) return false;
  compare_views(check);
  return true;
}

static bool check_with(Check *check) {
  allocate(check);
  bool done = run_all(check);
  for (int i = 0; i < check->program->buffer_count; i++)
    free(check->memory[i]);
  free(check->memory);
  return done;
}

static bool check_program(Plan *plan, Program *program, Emulator *emulator, uint64_t seed,
                          CheckReport *report, Status *status) {
  EvaluateOptions options = {.seed = seed};
  Evaluation *evaluation = evaluation_run(plan_graph(plan), &options, status);
  if (!evaluation) return false;
  Check check = {plan_graph(plan), program, evaluation, emulator, NULL, seed, report, status};
  bool done = check_with(&check);
  evaluation_free(evaluation);
  return done;
}

bool plan_check_cpu(Plan *plan, uint64_t seed, Emulator *emulator, CheckReport *report, Status *status) {
  memset(report, 0, sizeof *report);
  Program *program = program_build(plan, status);
  if (!program) return false;
  Emulator *own = emulator ? NULL : emulator_new(NULL, status);
  bool done =
      (emulator || own) && check_program(plan, program, emulator ? emulator : own, seed, report, status);
  emulator_free(own);
  program_free(program);
  return done;
}
