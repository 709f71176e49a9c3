// Ways to say what a kernel takes: one file each, chosen by name. Heuristics, comparisons and the command
// line estimate by any of them (estimator_new_by); the screen by ours.
#pragma once

#include "cost/model/estimate.h"

typedef struct RegisterForests RegisterForests; // register_model.h
typedef struct PartMemo PartMemo;               // part_memo.h

// A kernel that is asked about.
typedef struct CostKernel {
  const Device *device;
  const RegisterForests *forests; // models of registers and spills
  const Graph *graph;
  const PlanLowered *lowered;
  int op;          // what a library runs; of a generated kernel any of its ops, or NO_OP
  Arena *arena;    // of what the estimate points to
  PartMemo *parts; // of batches that were asked about before; NULL: none
} CostKernel;

struct CostModel {
  const char *name; // "xla"
  const char *help; // one sentence
  // Fills an estimate that is zero. What it says of a kernel's code and bytes is ours whatever the model:
  // each begins with cost_ours and puts its own time in the place of ours (cost_retime).
  void (*estimate)(const CostModel *model, const CostKernel *kernel, Estimate *estimate);
};

// Name, and what it says. A row here, and a file with `const CostModel cost_model_NAME`.
#define COST_MODELS(X) \
  X(fusebox) \
  X(xla) \
  X(roofline) \
  X(bytes)

#define X(name) extern const CostModel cost_model_##name;
COST_MODELS(X)
#undef X

const CostModel *const *cost_models(int *count); // ours first
// By name; NULL with a sentence that lists what there is.
const CostModel *cost_model_find(const char *name, Status *status);

// ---- For the models.
void cost_ours(const CostKernel *kernel, Estimate *estimate);
// The time becomes `time_us`, in which each limit alone would take `pipe_us`: LIMIT_LAUNCH comes before all
// else, what else there is follows from the largest of the others.
void cost_retime(Estimate *estimate, const double pipe_us[LIMIT_COUNT], double time_us);
