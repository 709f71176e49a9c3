// From a plan's Program to what the worker runs.
#pragma once

#include "gpu/toolkit/cubin_files.h"
#include "gpu/worker/run_program.h"

typedef struct Translation {
  const Program *program;
  const CubinFile *files; // per launch
  const bool *left_out; // per launch: it is not run (it failed before); its results are filled as inputs are.
                        // NULL: none
  const Program *owner; // shares the inputs that neither program writes with this one, which is in the other
                        // slot; NULL: shares none
  uint64_t seed;        // of the inputs
  const char *folder;   // for contents of inputs
} Translation;
// Lists live in `arena`.
bool translate_program(const Translation *translation, Arena *arena, RunProgram *run, Status *status);
