// Our own model: registers, accesses, traffic, work and time of a generated kernel from its loop nest and
// schedule, and a formula by op for what a library runs.
#include "cost/model/cost_model.h"
#include "cost/model/parts.h"

#include <stdlib.h>

StepExecution *cost_executions(const KernelCode *code, const LaunchShape *launch) {
  const Nest *nest = code->nest;
  size_t count = (size_t)nest->step_count + 1;
  StepExecution *executions = memory_alloc(count * sizeof *executions);
  int64_t *runs = memory_alloc(count * sizeof *runs);
  code_count_runs(code, runs);
  for (int i = 0; i < nest->step_count; i++) {
    executions[i] = body_execution(&code->body, i, launch);
    if (nest->steps[i].kind == STEP_LOAD) executions[i].per_thread = runs[i];
  }
  free(runs);
  return executions;
}

void cost_code(const CostKernel *kernel, const KernelCode *code, Estimate *estimate) {
  StepExecution *executions = cost_executions(code, &code->launch);
  CostSubject subject = {kernel->device, kernel->forests, kernel->graph, code->nest,
                         code->schedule, &code->launch,   &code->body,   executions};
  RegisterFeatures features = register_features(code);
  cost_registers(kernel->device, kernel->forests, &features, &code->launch, estimate);
  cost_accesses(&subject, kernel->arena, estimate);
  KernelWork work = cost_work(&subject, estimate);
  cost_time(kernel->device, code->launch.threads, &work, estimate);
  free(executions);
}

static void estimate_generated(const CostKernel *kernel, Estimate *estimate) {
  const PlanLowered *lowered = kernel->lowered;
  const Nest *nest = lowered->nest;
  if (nest->part_count) {
    cost_batch(kernel->device, kernel->forests, lowered, kernel->arena, estimate);
    return;
  }
  KernelCode code;
  if (!code_make(nest, &lowered->schedule, &lowered->launch, &code)) return;
  cost_code(kernel, &code, estimate);
  code_free(&code);
}

void cost_ours(const CostKernel *kernel, Estimate *estimate) {
  if (kernel->lowered->nest)
    estimate_generated(kernel, estimate);
  else
    cost_library(kernel->device, kernel->graph, kernel->op, estimate);
}

static void estimate(const CostModel *model, const CostKernel *kernel, Estimate *out) {
  (void)model;
  cost_ours(kernel, out);
}

const CostModel cost_model_fusebox = {
    .name = "fusebox",
    .help =
        "Ours: DRAM, L2, issue, pipes and latency of the code that is generated, with its registers, "
        "occupancy and spills.",
    .estimate = estimate,
};
