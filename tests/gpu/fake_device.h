// The parts of the driver of C functions: its device's memory (fake_memory.c), its kernels (fake_kernels.c),
// and the calls on both (fake_driver.c).
#pragma once

#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>

// The one device.
typedef struct FakeDevice {
  double clock_us; // the time that kernels took
  bool faulted;    // from now on every call fails
  bool hanging;    // what is waited for never ends
} FakeDevice;
extern FakeDevice fake_device;

typedef struct FakeKernel {
  const char *name;
  double us;
  void (*run)(void **parameters);
  int parameter_count;   // all pointers, for those that may be captured
  unsigned threads_most; // of a block; 0: any number
} FakeKernel;

// NULL: there is no such kernel.
const FakeKernel *fake_kernel_find(const char *name);
void fake_kernel_run(const FakeKernel *kernel, void **parameters);

// What was allocated at that address; another address is a fault of the device, and 0.
size_t fake_memory_bytes(const void *memory);
// What a call that waits for the device says.
CUresult fake_answer(void);
