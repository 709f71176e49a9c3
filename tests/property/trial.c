#include "trial.h"

#include "base/file.h"
#include "graph/read/read.h"
#include "graph/write/write.h"
#include "h200.h"
#include "plan/file/plan_file.h"
#include "plan/program/check.h"

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

static Program *build(Trial *trial, Text *problem) {
  Status status = {0};
  Program *program = program_build(trial->plan, &status);
  if (!program) text_printf(problem, "a legal plan gives no program: %s", status.message);
  return program;
}

Fault trial_queue(Trial *trial, Emulator *emulator, Text *problem) {
  Program *program = build(trial, problem);
  Status status = {0};
  bool queued = program != NULL;
  for (int i = 0; queued && i < program->launch_count; i++) {
    if (program->launches[i].kind != LAUNCH_KERNEL) continue;
    trial->templates[template_index(program->launches[i].lowered->schedule.kind)]++;
    queued = emulator_add(emulator, &program->launches[i].emitted, &status);
    if (!queued) text_printf(problem, "%s", status.message);
  }
  program_free(program);
  return queued ? FAULT_NONE : FAULT_PROGRAM;
}

// ---- comparing

static void say_difference(const Graph *graph, const CheckedValue *checked, Text *problem) {
  const TensorComparison *comparison = &checked->comparison;
  text_printf(
      problem,
      "%s of kernel %d is wrong at %lld: %.3g times the tolerance of %.2g off, %lld are off, norm %.2g",
      graph->values[checked->value].name, checked->kernel, (long long)comparison->worst_index,
      comparison->worst, comparison->tolerance, (long long)comparison->mismatches, comparison->relative_norm);
}

static bool judge(const Trial *trial, const CheckReport *report, Text *problem) {
  for (int i = 0; i < report->values.count; i++) {
    if (report->values.data[i].comparison.pass) continue;
    say_difference(trial->graph, &report->values.data[i], problem);
    return false;
  }
  return true;
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

static void add_source(const Trial *trial, const PlanLowered *lowered, Text *sources) {
  Emitted readable;
  if (!kernel_emit(lowered->nest, &lowered->schedule, plan_limits(trial->plan),
                   &(EmitOptions){.annotate = true}, &readable, NULL))
    return;
  text_add(sources, readable.source);
  emitted_free(&readable);
}

static void add_sources(Trial *trial, Text *sources) {
  Program *program = build(trial, sources);
  for (int i = 0; program && i < program->launch_count; i++)
    if (program->launches[i].kind == LAUNCH_KERNEL) add_source(trial, program->launches[i].lowered, sources);
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
