// The code of a kernel after each of its passes: how it came to be what it is.
#pragma once

#include "kernel/code/passes.h"
#include "kernel/cuda/emit.h"

typedef enum StageForm {
  STAGE_CODE, // as CUDA C++
  STAGE_TREE, // as the tree that it is spelled from
} StageForm;

typedef struct KernelStage {
  const BodyPass *pass; // that made it of the stage before
  char *text;
  bool changed; // does it differ from the stage before? The first one does
} KernelStage;

typedef struct KernelStages {
  KernelStage *stages; // one for each pass
  int count;
} KernelStages;

// Stages of a kernel, or of all parts of a batch. False when it cannot be emitted. Free them either way.
bool kernel_stages(const Nest *nest, const Schedule *schedule, const GpuLimits *limits, StageForm form,
                   KernelStages *stages, Status *status);
void kernel_stages_free(KernelStages *stages);
// For people: the first stage, of each that changed something what did, marked - and +, and the names of the
// others.
void kernel_stages_print(const KernelStages *stages, Text *out);
// What differs between two texts, line by line: lines that only the first has behind "- ", those of the
// second behind "+ ", a few around them behind "  ", and "..." where others are left out.
void stages_difference(const char *before, const char *after, Text *out);
