// The GPUs of this machine, for processes that each use one.
#pragma once

#include "base/vector.h"

typedef struct Gpus {
  VECTOR(char *) names; // what CUDA_VISIBLE_DEVICES is for each; owned
} Gpus;

// Those that CUDA_VISIBLE_DEVICES names, else all of the machine. One, by no name of its own, where none can
// be seen: asking for it says why.
Gpus gpus_find(void);
void gpus_free(Gpus *gpus);
