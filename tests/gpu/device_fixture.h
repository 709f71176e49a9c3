// What tests on a real GPU share: the compiler, the worker, and skipping (exit code 77) where there is no
// GPU.
#pragma once

#include "gpu/worker/worker.h"

typedef struct DeviceFixture {
  Compiler *compiler;
  Worker *worker;
  GpuInfo info;
} DeviceFixture;

// The main of such a test runs this first: in the worker's process it does not return, and it exits with 77
// where there is no GPU.
DeviceFixture device_open(int count, char **arguments);
void device_close(DeviceFixture *fixture);
