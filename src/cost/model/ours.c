// Our own model: registers, accesses, traffic, work and time of a generated kernel from its loop nest and
// schedule, and a formula by op for what a library runs.
#include "cost/model/cost_model.h"
#include "cost/model/parts.h"

#include <stdlib.h>

static void estimate_generated(const CostKernel *kernel, Estimate *estimate) {
  const PlanLowered *lowered = kernel->lowered;
  const Nest *nest = lowered->nest;
  if (nest->part_count) {
    cost_batch(kernel->device, kernel->forests, lowered, kernel->arena, estimate);
    return;
  }
  Body body;
  if (!body_make(nest, &lowered->schedule, &body)) return;
  StepExecution *executions = memory_alloc(sizeof *executions * (size_t)(nest->step_count + 1));
  for (int i = 0; i < nest->step_count; i++)
    executions[i] = body_execution(&body, i, &lowered->launch);
  CostSubject subject = {kernel->device,     kernel->forests,  kernel->graph, nest,
                         &lowered->schedule, &lowered->launch, &body,         executions};
  RegisterFeatures features = register_features(&body, &lowered->schedule);
  cost_registers(kernel->device, kernel->forests, &features, &lowered->launch, estimate);
  cost_accesses(&subject, kernel->arena, estimate);
  KernelWork work = cost_work(&subject, estimate);
  cost_time(kernel->device, lowered->launch.threads, &work, estimate);
  free(executions);
  body_free(&body);
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
