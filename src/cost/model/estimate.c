#include "cost/model/estimate.h"

#include "base/hash.h"
#include "cost/model/parts.h"

#include <stdlib.h>
#include <string.h>

struct Estimator {
  Device device;
  RegisterModel *registers;
  Arena *arena;  // of the estimates and their accesses
  HashMap known; // estimate_key -> Estimate *
};

Estimator *estimator_new(const Device *device, Status *status) {
  RegisterModel *registers = register_model_load(device->limits.arch, status);
  if (!registers) return NULL;
  Estimator *estimator = memory_alloc(sizeof *estimator);
  estimator->registers = registers;
  estimator->device = *device;
  estimator->arena = arena_new();
  return estimator;
}

void estimator_free(Estimator *estimator) {
  if (!estimator) return;
  arena_free(estimator->arena);
  register_model_free(estimator->registers);
  hashmap_free(&estimator->known);
  free(estimator);
}

static void estimate_generated(Estimator *estimator, const Graph *graph, const PlanLowered *lowered,
                               Estimate *estimate) {
  const Nest *nest = lowered->nest;
  const RegisterForests *forests = register_model_forests(estimator->registers);
  if (nest->part_count) {
    cost_batch(&estimator->device, forests, lowered, estimator->arena, estimate);
    return;
  }
  Body body;
  if (!body_make(nest, &lowered->schedule, &body)) return;
  StepExecution *executions = memory_alloc(sizeof *executions * (size_t)(nest->step_count + 1));
  for (int i = 0; i < nest->step_count; i++)
    executions[i] = body_execution(&body, i, &lowered->launch);
  CostSubject subject = {&estimator->device, forests,          graph, nest,
                         &lowered->schedule, &lowered->launch, &body, executions};
  RegisterFeatures features = register_features(&body, &lowered->schedule);
  cost_registers(&estimator->device, forests, &features, &lowered->launch, estimate);
  cost_accesses(&subject, estimator->arena, estimate);
  KernelWork work = cost_work(&subject, estimate);
  cost_time(&estimator->device, lowered->launch.threads, &work, estimate);
  free(executions);
  body_free(&body);
}

// Nothing in a generated kernel's estimate depends on which graph values it works on.
static uint64_t estimate_key(const PlanLowered *lowered) {
  return lowered->nest ? lowered->structure : lowered->content;
}

int access_value(const PlanLowered *lowered, const AccessEstimate *access) {
  const Nest *nest = lowered->nest;
  if (nest->part_count) nest = nest->parts[access->part].nest;
  const Step *step = &nest->steps[access->step];
  return step->value != NO_VALUE ? step->value : nest->buffers[step->buffer].storage;
}

static const Estimate *estimate_lowered(Estimator *estimator, const Graph *graph, const PlanLowered *lowered,
                                        int first_op) {
  int64_t known;
  if (hashmap_get(&estimator->known, estimate_key(lowered), &known)) return (const Estimate *)(intptr_t)known;
  Estimate *estimate = arena_alloc(estimator->arena, sizeof *estimate);
  if (lowered->nest)
    estimate_generated(estimator, graph, lowered, estimate);
  else
    cost_library(&estimator->device, graph, first_op, estimate);
  hashmap_set(&estimator->known, estimate_key(lowered), (int64_t)(intptr_t)estimate);
  return estimate;
}

const Estimate *estimator_kernel(Estimator *estimator, Plan *plan, int kernel) {
  const PlanLowered *lowered = plan_lowered(plan, kernel);
  return estimate_lowered(estimator, plan_graph(plan), lowered, plan_kernel(plan, kernel).ops[0]);
}

const Estimate *estimator_lowered(Estimator *estimator, const Graph *graph, const PlanLowered *lowered) {
  return estimate_lowered(estimator, graph, lowered, NO_OP);
}

int estimator_reads(const PlanLowered *lowered) {
  int count = 0;
  for (int i = 0; lowered->nest && i < lowered->nest->buffer_count; i++)
    count += lowered->nest->buffers[i].read;
  return count;
}

WhatIf estimator_what_if(Estimator *estimator, Plan *plan, int a, int b) {
  WhatIf what = {0};
  int home_a = plan_home(plan, a), home_b = plan_home(plan, b);
  const PlanLowered *fused = plan_fused(plan, a, b, true, &what.reason);
  what.legal = fused != NULL;
  if (home_a == NO_KERNEL || home_b == NO_KERNEL) return what;
  what.before_a = estimator_kernel(estimator, plan, home_a);
  what.before_b = estimator_kernel(estimator, plan, home_b);
  if (!fused) return what;
  what.after = estimate_lowered(estimator, plan_graph(plan), fused, a);
  what.reads = estimator_reads(fused);
  what.parts = nest_part_count(fused->nest);
  what.saved_dram_bytes = what.before_a->dram_bytes + what.before_b->dram_bytes - what.after->dram_bytes;
  what.saved_us = what.before_a->time_us + what.before_b->time_us - what.after->time_us;
  return what;
}

void what_if_terms(const WhatIf *what, double saved_us[TERM_COUNT]) {
  double after[TERM_COUNT] = {0};
  memset(saved_us, 0, TERM_COUNT * sizeof *saved_us);
  estimate_terms(what->before_a, saved_us);
  estimate_terms(what->before_b, saved_us);
  estimate_terms(what->after, after);
  for (int term = 0; term < TERM_COUNT; term++)
    saved_us[term] -= after[term];
}

WhatIfCut estimator_what_if_cut(Estimator *estimator, Plan *plan, int op) {
  WhatIfCut what = {0};
  const PlanLowered *leaving, *staying;
  int home = plan_home(plan, op);
  what.legal = plan_cut_parts(plan, op, &leaving, &staying, &what.reason);
  if (home != NO_KERNEL) what.before = estimator_kernel(estimator, plan, home);
  if (!what.legal) return what;
  what.leaving = estimate_lowered(estimator, plan_graph(plan), leaving, op);
  if (staying) what.staying = estimate_lowered(estimator, plan_graph(plan), staying, op);
  what.saved_dram_bytes =
      what.before->dram_bytes - what.leaving->dram_bytes - (what.staying ? what.staying->dram_bytes : 0);
  what.saved_us = what.before->time_us - what.leaving->time_us - (what.staying ? what.staying->time_us : 0);
  return what;
}
