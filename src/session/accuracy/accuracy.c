#include "session/accuracy/accuracy.h"

#include "base/arena.h"
#include "cost/model/cost_model.h"
#include "cost/model/replay.h"
#include "session/internal.h"

#include <stdio.h>
#include <stdlib.h>

static void plan_record_free(PlanRecord *plan) {
  free(plan->how);
  free(plan->text);
  vector_free(&plan->kernels);
}

static void graph_record_free(GraphRecord *graph) {
  free(graph->path);
  free(graph->name);
  for (int i = 0; i < graph->sizes.count; i++)
    free((char *)(uintptr_t)graph->sizes.data[i].name);
  vector_free(&graph->sizes);
}

void accuracy_free(AccuracyRecord *record) {
  for (int i = 0; i < record->plans.count; i++)
    plan_record_free(&record->plans.data[i]);
  for (int i = 0; i < record->graphs.count; i++)
    graph_record_free(&record->graphs.data[i]);
  vector_free(&record->plans);
  vector_free(&record->graphs);
  vector_free(&record->kernels);
  hashmap_free(&record->by_structure);
}

void accuracy_begin_graph(AccuracyRecord *record, const Session *session, const ReadOptions *sizes) {
  GraphRecord graph = {.path = memory_strdup(session->path), .name = memory_strdup(session->graph->name)};
  for (int i = 0; i < sizes->size_count; i++)
    vector_push(&graph.sizes, (SizeBinding){memory_strdup(sizes->sizes[i].name), sizes->sizes[i].value});
  vector_push(&record->graphs, graph);
  snprintf(record->model, sizeof record->model, "%s", estimator_model(session->estimator)->name);
  snprintf(record->device, sizeof record->device, "%s", session->device.name);
  snprintf(record->arch, sizeof record->arch, "%s", session->device.limits.arch_name);
  record->registers_arch = estimator_registers_arch(session->estimator);
}

static bool is_known(const AccuracyRecord *record, uint64_t hash) {
  for (int i = record->plans.count - 1; i >= 0; i--) {
    const PlanRecord *plan = &record->plans.data[i];
    if (plan->graph != record->graphs.count - 1) return false;
    if (plan->hash == hash) return true;
  }
  return false;
}

static KernelRecord new_kernel(Session *session, int kernel) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  const Emitted *code = plan_code(lowered, NULL);
  KernelRecord record = {.structure = lowered->structure,
                         .code = code ? code_name_key(&code->code) : 0,
                         .id = kernel,
                         .kind = lowered->schedule.kind,
                         .estimate = *estimator_kernel(session->estimator, session->plan, kernel)};
  record.roofline_us =
      estimator_kernel_by(session->estimator, &cost_model_roofline, session->plan, kernel).time_us;
  record.xla_us = estimator_kernel_by(session->estimator, &cost_model_xla, session->plan, kernel).time_us;
  record.estimate.accesses = NULL;
  record.estimate.access_count = 0;
  kernel_name(lowered->nest, &lowered->schedule, record.name);
  return record;
}

static int find_kernel(AccuracyRecord *record, Session *session, int kernel) {
  int64_t known;
  uint64_t structure = plan_lowered(session->plan, kernel)->structure;
  if (hashmap_get(&record->by_structure, structure, &known)) return (int)known;
  KernelRecord made = new_kernel(session, kernel);
  made.plan = record->plans.count;
  hashmap_set(&record->by_structure, structure, record->kernels.count);
  vector_push(&record->kernels, made);
  return record->kernels.count - 1;
}

bool accuracy_add_plan(AccuracyRecord *record, Session *session, const char *how) {
  PlanRecord plan = {.graph = record->graphs.count - 1, .hash = plan_hash(session->plan)};
  if (is_known(record, plan.hash)) return false;
  int count;
  const int *order = plan_order(session->plan, &count);
  Replay *replay = replay_new(&session->device, session->graph);
  for (int i = 0; i < count; i++) {
    if (!plan_lowered(session->plan, order[i])->nest) continue;
    int kernel = find_kernel(record, session, order[i]);
    KernelRecord *used = &record->kernels.data[kernel];
    vector_push(&plan.kernels, kernel);
    used->uses++;
    replay_kernel(replay, plan_lowered(session->plan, order[i]), NO_OP,
                  estimator_kernel(session->estimator, session->plan, order[i]));
    plan.roofline_us += used->roofline_us;
    plan.xla_us += used->xla_us;
  }
  plan.estimate_us = replay_us(replay);
  replay_free(replay);
  Text text = {0};
  PlanOrigin origin = session_saved_origin(session);
  plan_write(session->plan, &origin, &text);
  plan.how = memory_strdup(how);
  plan.text = text_take(&text);
  vector_push(&record->plans, plan);
  return true;
}
