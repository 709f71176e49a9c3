// Our own model: registers, accesses, traffic, work and time of a generated kernel from its loop nest and
// schedule, and a formula by op for what a library runs.
#include "cost/model/cost_model.h"
#include "cost/model/parts.h"

#include <stdlib.h>

StepExecution *cost_executions(const KernelCode *code) {
  StepExecution *executions = memory_alloc(((size_t)code->nest->step_count + 1) * sizeof *executions);
  code_executions(code, executions);
  return executions;
}

void cost_code(const CostKernel *kernel, const KernelCode *code, Estimate *estimate) {
  StepExecution *executions = cost_executions(code);
  CostSubject subject = {kernel->device, kernel->forests, kernel->graph, code->nest,
                         code->schedule, &code->launch,   &code->body,   executions};
  RegisterFeatures features = register_features(code);
  cost_registers(kernel->device, kernel->forests, &features, &code->launch, estimate);
  cost_product_registers(&subject, estimate);
  cost_accesses(&subject, kernel->arena, estimate);
  KernelWork work = cost_work(&subject, estimate);
  cost_product(&subject, kernel->arena, &work, estimate);
  cost_time(kernel->device, code->launch.threads, &work, estimate);
  free(executions);
}

static void estimate_generated(const CostKernel *kernel, Estimate *estimate) {
  const PlanLowered *lowered = kernel->lowered;
  const Nest *nest = lowered->nest;
  if (nest->part_count) {
    cost_batch(kernel, estimate);
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
