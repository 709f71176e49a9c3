// A run program loaded on the device: its memory, its kernels, and the running of one launch.
#pragma once

#include "gpu/worker/matmul.h"

typedef struct LoadedLaunch {
  cuuint64_t maps[MOST_MAPS][sizeof(CUtensorMap) / sizeof(cuuint64_t)]; // of a kernel with a matrix product
  DriverKernel kernel;                                                  // LAUNCH_KERNEL
  BlasPlan *product;                                                    // LAUNCH_MATMUL
  CUdeviceptr workspace;                                                // 0: none
  Status problem;                                                       // why it cannot run; the others can
} LoadedLaunch;

typedef struct Runner {
  Driver *driver;
  Service *service;
  Arena *arena; // of the program's lists
  RunProgram program;
  CUdeviceptr *memory; // per buffer
  LoadedLaunch *launches;
  CUmodule *modules;
  int module_count;
} Runner;

// What the loading of a program needs beside it.
typedef struct RunnerTools {
  Driver *driver;
  Service *service;
  Blas *(*blas)(void *context, Status *status); // opened when the first product asks
  void *context;
  const Runner *other; // the program in the other slot, for FILL_SHARED; may be NULL
} RunnerTools;

// Takes `arena`, in which `program` lives. NULL when the device has not enough memory; a launch that cannot
// be loaded has its problem noted. Memory is zero but for nothing filled yet: runner_fill first.
Runner *runner_load(const RunnerTools *tools, Arena *arena, const RunProgram *program, Status *status);
void runner_free(Runner *runner); // NULL is allowed
// Every buffer and workspace as before the first launch.
bool runner_fill(Runner *runner, Status *status);
// Enqueues a launch with its presets on the driver's stream. A launch with a problem fails with it;
// LAUNCH_SKIPPED does nothing.
bool runner_launch(const Runner *runner, int launch, Status *status);
// The bytes of a buffer as they are now, after everything on the stream, into a file.
bool runner_save(const Runner *runner, int buffer, const char *path, Status *status);
