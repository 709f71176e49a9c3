#include "trial.h"

#include "base/file.h"
#include "graph/read.h"
#include "graph/write.h"
#include "h200.h"
#include "plan/check.h"
#include "plan/plan_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 7 };

Trial trial_make(Choices choices, const GraphStyle *style) {
  Trial trial = {.choices = choices};
  trial.graph = random_graph_make(&trial.choices, style);
  trial.plan = plan_new(trial.graph, &h200_limits);
  random_plan_by_choices(&trial.choices, trial.plan, 0, trial.graph->op_count, &trial.tally);
  return trial;
}

void trial_free(Trial *trial) {
  choices_free(&trial->choices);
  plan_free(trial->plan);
  graph_free(trial->graph);
}

// ---- compiling

static Program *build(Trial *trial, bool annotate, Text *problem) {
  Status status = {0};
  Program *program = program_build(trial->plan, &(EmitOptions){.annotate = annotate}, &status);
  if (!program) text_printf(problem, "a legal plan gives no program: %s", status.message);
  return program;
}

Fault trial_queue(Trial *trial, Emulator *emulator, Text *problem) {
  Program *program = build(trial, false, problem);
  Status status = {0};
  bool queued = program != NULL;
  for (int i = 0; queued && i < program->launch_count; i++) {
    if (program->launches[i].kind != LAUNCH_KERNEL) continue;
    trial->templates[program->launches[i].lowered->schedule.kind]++;
    queued = emulator_add(emulator, &program->launches[i].emitted, &status);
    if (!queued) text_printf(problem, "%s", status.message);
  }
  program_free(program);
  return queued ? FAULT_NONE : FAULT_PROGRAM;
}

// ---- comparing

// Marks the values that `value` is computed from, itself included.
static void mark_ancestors(const Graph *graph, int value, bool *marked) {
  if (marked[value]) return;
  marked[value] = true;
  const Op *op = graph_producer(graph, value);
  for (int i = 0; op && i < op->operand_count; i++)
    if (op->operands[i].value != NO_VALUE) mark_ancestors(graph, op->operands[i].value, marked);
}

static double largest(const Tensor *tensor) {
  int64_t count = shape_elements(&tensor->shape);
  double most = 0;
  for (int64_t i = 0; tensor->data && i < count; i++)
    if (isfinite(tensor->data[i])) most = fmax(most, fabs(tensor->data[i]));
  return most;
}

// What cancels (a mean of what was centered) has no relative precision: its errors are those of the largest
// number that it was computed from.
static double largest_before(const Evaluation *evaluation, int value) {
  const Graph *graph = evaluation->graph;
  bool *marked = memory_alloc((size_t)graph->value_count + 1);
  double most = 0;
  mark_ancestors(graph, value, marked);
  for (int i = 0; i < graph->value_count; i++)
    if (marked[i] && dtype_kind(graph->values[i].dtype) == DTYPE_IS_FLOAT)
      most = fmax(most, largest(&evaluation->values[i]));
  free(marked);
  return most;
}

static double rms(const Tensor *tensor) {
  int64_t count = shape_elements(&tensor->shape);
  double sum = 0;
  for (int64_t i = 0; i < count; i++)
    sum += isfinite(tensor->data[i]) ? tensor->data[i] * tensor->data[i] : 0;
  return count ? sqrt(sum / (double)count) : 0;
}

// `worst` is an error in units of tolerance * (|want| + rms): within the same in units of what came before?
static bool is_cancellation(const Evaluation *evaluation, const CheckedValue *checked) {
  const Tensor *want = &evaluation->values[checked->value];
  if (dtype_kind(want->dtype) != DTYPE_IS_FLOAT || !isfinite(checked->comparison.worst)) return false;
  int64_t count = shape_elements(&want->shape);
  if (count == 0) return true;
  double size = fabs(want->data[checked->comparison.worst_index]) + rms(want);
  return checked->comparison.worst * size <= largest_before(evaluation, checked->value);
}

static void say_difference(const Graph *graph, const CheckedValue *checked, Text *problem) {
  const Comparison *comparison = &checked->comparison;
  text_printf(
      problem,
      "%s of kernel %d is wrong at %lld: %.3g times the tolerance of %.2g off, %lld are off, norm %.2g",
      graph->values[checked->value].name, checked->kernel, (long long)comparison->worst_index,
      comparison->worst, comparison->tolerance, (long long)comparison->mismatches, comparison->relative_norm);
}

static bool judge(const Trial *trial, const CheckReport *report, Text *problem) {
  if (report->failures == 0) return true;
  Status status = {0};
  Evaluation *evaluation = evaluate(trial->graph, &(EvaluateOptions){.seed = SEED}, &status);
  bool good = evaluation != NULL;
  for (int i = 0; good && i < report->values.count; i++) {
    const CheckedValue *checked = &report->values.data[i];
    good = checked->comparison.pass || is_cancellation(evaluation, checked);
    if (!good) say_difference(trial->graph, checked, problem);
  }
  evaluation_free(evaluation);
  return good;
}

static Fault check_results(Trial *trial, Emulator *emulator, Text *problem) {
  CheckReport report;
  Status status = {0};
  bool ran = plan_check_cpu(trial->plan, SEED, emulator, &report, &status);
  if (!ran) text_printf(problem, "%s", status.message);
  bool good = ran && judge(trial, &report, problem);
  check_report_free(&report);
  return good ? FAULT_NONE : ran ? FAULT_RESULT : FAULT_RUN;
}

// ---- files

static bool check_files(Trial *trial, Text *problem) {
  Text graph_text = {0}, plan_text = {0};
  Status status = {0};
  Graph *graph = NULL;
  Plan *plan = NULL;
  bool good =
      graph_write_json(trial->graph, &graph_text, &status) && plan_write(trial->plan, NULL, &plan_text);
  good = good &&
         (graph = graph_read_json("trial.json", text_get(&graph_text), graph_text.length, NULL, &status));
  if (good && graph->hash != trial->graph->hash)
    good = status_fail(&status, STATUS_WRONG, "the graph is another one when it is read back");
  if (good) plan = plan_new(graph, &h200_limits);
  good = good && plan_parse(plan, "trial.plan.json", text_get(&plan_text), plan_text.length, &status);
  if (good && plan_hash(plan) != plan_hash(trial->plan))
    good = status_fail(&status, STATUS_WRONG, "the plan is another one when it is read back");
  if (!good) text_printf(problem, "%s", status.message);
  plan_free(plan);
  graph_free(graph);
  text_free(&graph_text);
  text_free(&plan_text);
  return good;
}

static bool check_plan(Trial *trial, Text *problem) {
  Status status = {0};
  if (plan_verify(trial->plan, &status)) return true;
  text_printf(problem, "the plan is none: %s", status.message);
  return false;
}

Fault trial_check(Trial *trial, Emulator *emulator, Text *problem) {
  if (!check_plan(trial, problem)) return FAULT_PLAN;
  Fault fault = check_results(trial, emulator, problem);
  if (fault != FAULT_NONE) return fault;
  return check_files(trial, problem) ? FAULT_NONE : FAULT_FILE;
}

// ---- what is left of a failure

static bool write_file(const char *folder, const char *name, const char *suffix, const Text *content,
                       Status *status) {
  Text path = {0};
  text_printf(&path, "%s/%s%s", folder, name, suffix);
  bool written = file_write(text_get(&path), text_get(content), content->length, status);
  text_free(&path);
  return written;
}

static void add_sources(Trial *trial, Text *sources) {
  Program *program = build(trial, true, sources);
  for (int i = 0; program && i < program->launch_count; i++)
    if (program->launches[i].kind == LAUNCH_KERNEL)
      text_add(sources, program->launches[i].emitted.source + program->launches[i].emitted.body_offset);
  program_free(program);
}

bool trial_write(Trial *trial, const char *folder, const char *name, Status *status) {
  Text graph = {0}, plan = {0}, sources = {0};
  add_sources(trial, &sources);
  bool written = graph_write_json(trial->graph, &graph, status) && plan_write(trial->plan, NULL, &plan) &&
                 write_file(folder, name, ".json", &graph, status) &&
                 write_file(folder, name, ".plan.json", &plan, status) &&
                 write_file(folder, name, ".cu", &sources, status);
  text_free(&graph);
  text_free(&plan);
  text_free(&sources);
  return written;
}
