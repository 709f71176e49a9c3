// Reading a cubin: an ELF64 file whose .nv.info sections describe its kernels.
#pragma once

#include "base/status.h"

#include <stddef.h>

typedef struct CubinFacts {
  int registers;    // per thread
  int local_bytes;  // stack frame per thread
  int shared_bytes; // static, per block; without what the hardware reserves
  int max_threads;  // per block, that the code allows
  int instructions; // in the code, padding at its end included
  int global_loads, global_stores, local_loads, local_stores; // of them, each counted once
} CubinFacts;

// Of the kernel of that name, or (NULL) of the first: kernels of equal code share a cubin, in which the name
// is that of the one which was compiled. STATUS_INTERNAL when it is no cubin, is damaged, or has no such
// kernel.
bool cubin_read(const void *cubin, size_t bytes, const char *kernel, CubinFacts *facts, Status *status);
