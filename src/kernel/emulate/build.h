// Compiling emitted kernels with the host's C++ compiler.
#pragma once

#include "base/vector.h"
#include "kernel/emulate/emulate.h"
#include "kernel/emulate/fiber.h"

// A kernel that is queued or loaded.
typedef struct HostKernel {
  uint64_t key; // of its source
  char *body;   // the kernel's text without the prelude
  char name[KERNEL_NAME_SIZE];
  fb_state *state; // of the library that holds it; NULL until compiled
  FiberEntry call; // goes into the state, for the two below
  FiberEntry thread,
      all; // one thread; all threads of all blocks, for kernels whose threads do not wait for each other
  SharedMemory shared;
} HostKernel;

typedef VECTOR(HostKernel *) HostKernels;

typedef struct HostBuild {
  const char *compiler, *folder;
  int number; // of the library in the folder
} HostBuild;

// Compiles all kernels that are not compiled yet into one library in the folder and loads it; the handle is
// the caller's to dlclose. NULL with a message that holds the compiler's first errors.
void *host_build(const HostBuild *how, HostKernels *kernels, Status *status);
