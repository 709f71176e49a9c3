// The worker's handle, open for the files that talk to it.
#pragma once

#include "gpu/worker/process.h"
#include "gpu/worker/worker.h"

struct Worker {
  Compiler *compiler;
  WorkerProcess process;
};
