// The worker's process as its owner sees it: started when first needed, asked one thing at a time, killed
// when it takes too long.
#pragma once

#include "gpu/worker/channel.h"

#include <sys/types.h>

typedef struct WorkerProcess {
  pid_t child; // 0: none runs
  Channel channel;
  int starts;       // how often it was started
  const Task *task; // whose cancelling ends a request, and the worker with it; NULL: none
} WorkerProcess;

typedef enum WorkerOutcome {
  WORKER_ANSWERED, // `reply` is set (free with json_free) and says "ok"
  WORKER_REFUSED,  // it lives and says why not; the status has it
  WORKER_DIED, // it is gone (fault, time limit, crash; cancelled, which is STATUS_CANCELLED); the status says
               // how. The next request starts a new, empty one
} WorkerOutcome;

// Sends `request` and waits at most `limit_seconds` for the reply. `reply` may be NULL.
WorkerOutcome process_request(WorkerProcess *process, const Text *request, double limit_seconds, Json **reply,
                              Status *status);
// Was its task cancelled? Then the status says so.
bool process_cancelled(const WorkerProcess *process, Status *status);
void process_stop(WorkerProcess *process);
