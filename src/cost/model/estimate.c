#include "cost/model/estimate.h"

#include "base/hash.h"
#include "cost/model/cost_model.h"
#include "cost/model/part_memo.h"
#include "cost/registers/register_model.h"
#include "kernel/nest/product.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct Estimator {
  Device device;
  const CostModel *model;
  const RegisterForests *forests;
  RegisterModel *registers; // of the forests; NULL: another estimator owns them
  int registers_arch;
  Arena *arena; // of the estimates and their accesses
  PartMemo *parts;
  HashMap known; // estimate_key -> Estimate *
};

static Estimator *make(const Device *device, const CostModel *model, const RegisterForests *forests) {
  Estimator *estimator = memory_alloc(sizeof *estimator);
  estimator->device = *device;
  estimator->model = model ? model : &cost_model_fusebox;
  estimator->forests = forests;
  estimator->arena = arena_new();
  estimator->parts = part_memo_new();
  return estimator;
}

Estimator *estimator_new_by(const CostModel *model, const Device *device, Status *status) {
  RegisterModel *registers = register_model_load(device->limits.arch, status);
  if (!registers) return NULL;
  Estimator *estimator = make(device, model, register_model_forests(registers));
  estimator->registers = registers;
  estimator->registers_arch = register_model_arch(registers);
  return estimator;
}

Estimator *estimator_new(const Device *device, Status *status) {
  return estimator_new_by(NULL, device, status);
}

Estimator *estimator_beside(const Estimator *estimator, const CostModel *model) {
  Estimator *beside = make(&estimator->device, model, estimator->forests);
  beside->registers_arch = estimator->registers_arch;
  return beside;
}

void estimator_free(Estimator *estimator) {
  if (!estimator) return;
  arena_free(estimator->arena);
  part_memo_free(estimator->parts);
  register_model_free(estimator->registers);
  hashmap_free(&estimator->known);
  free(estimator);
}

const CostModel *estimator_model(const Estimator *estimator) {
  return estimator->model;
}

int estimator_registers_arch(const Estimator *estimator) {
  return estimator->registers_arch;
}

uint64_t estimate_key(const PlanLowered *lowered) {
  return lowered->nest ? lowered->structure : lowered->content;
}

int estimate_access_value(const PlanLowered *lowered, const AccessEstimate *access) {
  const Nest *nest = lowered->nest;
  if (nest->part_count) nest = nest->parts[access->part].nest;
  if (access->of_scores) nest = nest_scores(nest);
  const Step *step = &nest->steps[access->step];
  if (access->matrix != MATRIX_NONE)
    return nest->buffers[step->product->operand[access->matrix - MATRIX_FIRST].buffer].storage;
  return step->value != NO_VALUE ? step->value : nest->buffers[step->buffer].storage;
}

// Copies run beside the tensor cores, whose time was measured with them: they cannot take longer.
double estimate_alone_us(const Device *device, const Estimate *estimate, Limit limit) {
  double moved = (double)(estimate->moved_read_bytes + estimate->moved_write_bytes);
  double us = estimate->pipe_us[limit], tensor = estimate->pipe_us[LIMIT_TENSOR];
  bool another = estimate->overlap == 0; // model, which says itself what L2 takes
  if (limit != LIMIT_L2 || another) return us;
  double copies = moved / (device->l2_gbs * 1e3);
  return fmax(us, tensor > 0 ? fmin(copies, tensor) : copies);
}

bool estimate_l1_counts(const Estimate *estimate) {
  double most = 0;
  for (int i = 0; i < LIMIT_COUNT; i++)
    most = fmax(most, estimate->pipe_us[i]);
  return estimate->pipe_us[LIMIT_L1] > most / 10;
}

static const Estimate *estimate_lowered(Estimator *estimator, const Graph *graph, const PlanLowered *lowered,
                                        int op) {
  int64_t known;
  if (hashmap_get(&estimator->known, estimate_key(lowered), &known)) return (const Estimate *)(intptr_t)known;
  Estimate *estimate = arena_alloc(estimator->arena, sizeof *estimate);
  CostKernel kernel = {&estimator->device, estimator->forests, graph, lowered, op,
                       estimator->arena,   estimator->parts};
  estimator->model->estimate(estimator->model, &kernel, estimate);
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

Estimate estimator_kernel_by(const Estimator *estimator, const CostModel *model, Plan *plan, int kernel) {
  Estimate estimate = {0};
  CostKernel asked = {&estimator->device,
                      estimator->forests,
                      plan_graph(plan),
                      plan_lowered(plan, kernel),
                      plan_kernel(plan, kernel).ops[0],
                      arena_new(),
                      NULL};
  model->estimate(model, &asked, &estimate);
  arena_free(asked.arena);
  estimate.accesses = NULL;
  estimate.access_count = 0;
  return estimate;
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
  what.template = template_name(fused->schedule.kind);
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
