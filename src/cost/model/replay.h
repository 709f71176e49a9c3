// Kernels one after another, as a CUDA graph runs them: what those before have left in L2 need not come from
// DRAM.
#pragma once

#include "cost/model/estimate.h"

typedef struct Replay Replay;

// An empty L2. The graph must outlive it; the device is copied.
Replay *replay_new(const Device *device, const Graph *graph);
void replay_free(Replay *replay); // NULL is allowed

// What a kernel finds of one tensor.
typedef struct ReplayedTensor {
  int value;                       // whose memory: no view
  int64_t read_bytes, write_bytes; // distinct ones
  int64_t hit_bytes;               // of those read, what is still in L2
} ReplayedTensor;

typedef struct Replayed {
  int64_t hit_bytes;  // of the kernel's reads, what is still in L2
  int64_t dram_bytes; // of it in its place: Estimate.dram_bytes, less those
  double time_us;     // of it in its place
  const ReplayedTensor *tensors;
  int tensor_count; // of the replay, until its next kernel
} Replayed;
// The next kernel: `first_op` is one of its ops (library kernels are known by it; NO_OP for others).
Replayed replay_kernel(Replay *replay, const PlanLowered *lowered, int first_op, const Estimate *estimate);
double replay_us(const Replay *replay); // of the whole graph up to here

// The next kernel of a plan, with its estimate.
void replay_launch(Replay *replay, Plan *plan, int kernel, const Estimate *estimate);
// A plan as measuring runs it: all kernels in launch order, but for those that are not run
// (Estimate.not_run), whose number *left_out is.
double replay_run_us(const Device *device, Estimator *estimator, Plan *plan, int *left_out);
// One kernel of such a plan, behind those before it, as far back as L2 remembers. The caller frees the
// replay, which owns the tensors.
Replay *replay_place(const Device *device, Estimator *estimator, Plan *plan, int kernel, Replayed *found);
