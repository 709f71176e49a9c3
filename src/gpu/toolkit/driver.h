// The CUDA driver as the worker uses it: one device, its primary context, one stream; memory, modules and
// launches.
#pragma once

#include "gpu/toolkit/entries.h"

#include <cuda.h>
#include <stdint.h>

typedef struct DriverApi {
  DRIVER_ENTRIES(LIBRARY_ENTRY_FIELD)
} DriverApi;

typedef struct Driver {
  DriverApi api;
  CUdevice device;
  CUcontext context;
  CUstream stream; // everything runs on it, in order
  char name[128];
  char uuid[48]; // as nvidia-smi writes it: "GPU-01234567-..."
  int arch;      // 90 for compute capability 9.0
  int sms;
  int64_t memory_bytes, l2_bytes;
  int version; // of the driver's CUDA: 13000 for 13.0
  bool broken; // an error that the context does not survive has happened: only a new process helps
} Driver;

// STATUS_MISSING when there is no driver or no device. A failed open leaves nothing to close.
bool driver_open(Driver *driver, Status *status);
void driver_close(Driver *driver);

// True for CUDA_SUCCESS; else the status says what failed and why, and `broken` is set when the context is
// lost.
bool driver_ok(Driver *driver, CUresult code, const char *what, Status *status);

// Uninitialized memory of at least one byte; STATUS_MISSING with sizes when the device has not enough.
bool driver_allocate(Driver *driver, int64_t bytes, CUdeviceptr *memory, Status *status);
void driver_release(Driver *driver, CUdeviceptr memory); // 0 is allowed
bool driver_wait(Driver *driver, Status *status);        // for everything on the stream

typedef struct DriverKernel {
  CUfunction function;
  int registers, local_bytes; // per thread, as the driver reports
  int static_shared;          // bytes per block
} DriverKernel;
// `name` of `module`; shared_bytes (static and dynamic together) is made possible.
bool driver_kernel(Driver *driver, CUmodule module, const char *name, int shared_bytes, DriverKernel *kernel,
                   Status *status);

// A map of a matrix for bulk tensor copies, as kernel/cuda/emit.h says; `memory`: of the parameter.
struct TensorMap;
bool driver_encode_map(Driver *driver, const struct TensorMap *map, CUdeviceptr memory, CUtensorMap *encoded,
                       Status *status);

typedef struct LaunchSize {
  int64_t grid;     // blocks along x
  int threads;      // of a block
  int shared_bytes; // of a block, static and dynamic together
} LaunchSize;
// `parameters` as cuLaunchKernel wants them: pointers to the parameters.
bool driver_launch(Driver *driver, const DriverKernel *kernel, LaunchSize size, void **parameters,
                   Status *status);
// Of a kernel that takes nothing but pointers and tables of pointers: all of them, one after another.
bool driver_launch_pointers(Driver *driver, const DriverKernel *kernel, LaunchSize size,
                            const CUdeviceptr *pointers, int count, Status *status);
