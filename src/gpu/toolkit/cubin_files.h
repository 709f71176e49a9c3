// The cubins of whole programs: compiled on all cores, equal kernels once, written to files for the worker.
#pragma once

#include "base/arena.h"
#include "gpu/toolkit/compile.h"
#include "plan/program/program.h"

// Per launch of a program; both NULL for launches that run no generated kernel.
typedef struct CubinFile {
  const char *path;
  const char *problem; // why there is none
} CubinFile;

// "sm_90a" for 90: code for this very architecture where it has features of its own (from 9.0 on).
void cubin_arch(int arch, char out[16]);

// One list per program, in `arena`; the files are in `folder`.
void cubin_files_make(Compiler *compiler, const Program *const *programs, int program_count, const char *arch,
                      const char *folder, Arena *arena, CubinFile **files);
