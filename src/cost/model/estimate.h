// Estimates: what a kernel will cost, from its loop nest and schedule, without compiling.
#pragma once

#include "cost/devices/device.h"
#include "plan/plan.h"

typedef enum Limit {
  LIMIT_DRAM,
  LIMIT_L2,
  LIMIT_L1,
  LIMIT_ISSUE,
  LIMIT_FMA,
  LIMIT_MUFU,
  LIMIT_INTEGER,
  LIMIT_FP64,
  LIMIT_TENSOR,
  LIMIT_LATENCY,
  LIMIT_LAUNCH,
  LIMIT_COUNT
} Limit;
const char *limit_name(Limit limit);

// Whether an access is a load or store of its step, or bulk copies of one of its product's matrices into
// shared memory: those pass no first-level cache, and their counts of instructions are 0.
typedef enum MatrixRead { MATRIX_NONE, MATRIX_FIRST, MATRIX_SECOND } MatrixRead;

// One load or store of the nest, or a matrix that it multiplies.
typedef struct AccessEstimate {
  int part; // of a batch: the part; counts and bytes are of all its times. Else 0
  int step; // of the nest, of a batch of the part's
  MatrixRead matrix;
  bool of_scores; // the step is one of the nest of attention's scores
  bool is_store;
  int passes;                 // over the data
  int64_t per_thread;         // instructions of one thread
  double executed;            // share of the visits for which its condition holds (1 without one)
  int64_t executions;         // by all threads of the grid; an instruction that moves a vector counts once
  int64_t instructions;       // warp instructions in all
  double sectors_per_request; // 32-byte sectors that one warp's instruction touches, of sampled warps
  double bytes_per_line;      // of those sectors, in each 128-byte line that is touched
  double l1_clocks;           // that the first-level cache is busy with one such instruction
  int64_t bytes;              // asked of L1: sectors counted whole, every pass and every warp again
  int64_t l2_bytes;           // of them, what passes between L1 and L2
  int64_t unique_bytes;       // distinct bytes touched
} AccessEstimate;

// What an estimate of registers is made of: what is alive where most is, as a walk over the kernel's steps
// finds it (liveness.h); of a batch the most of any part. All 0 for a matrix product.
typedef struct RegisterParts {
  int held;         // values kept from one loop over the row to the next
  int in_flight;    // loads that are issued before any of them is used
  int accumulators; // of reductions
  int shared;       // values that all elements of a thread share
  int values;       // what is being computed
  int rest;         // addresses, counters and routines, less what the compiler does one after another instead
} RegisterParts;

typedef struct Estimate {
  bool is_library;                 // by formula of the op; registers and loads unknown (-1)
  bool not_run;                    // estimated, but cannot be measured here (program_library_problem)
  int registers;                   // per thread; -1 unknown
  RegisterParts register_parts;    // of them
  int spill_bytes;                 // per thread: stores and loads of code that spills, each counted once
  int shared_bytes;                // per block
  double occupancy;                // resident threads / maximum
  int loads, stores;               // instructions of one thread
  int64_t read_bytes, write_bytes; // compulsory: each tensor once
  int64_t moved_read_bytes,
      moved_write_bytes;       // between L1 and L2: with re-reads that miss, and whole sectors
  int64_t dram_bytes;          // of them, what reaches DRAM,
  int64_t later_bytes;         // ... of these, what is written back after the kernel's end
  double flops;                // all floating operations
  double pipe_us[LIMIT_COUNT]; // time that each limit alone would take
  double overlap;              // of memory and arithmetic, see time.c; 0: the time is another model's,
                               // and stays where kernels before it leave what it reads in L2
  double idle_us;              // that memory waits beside its work, see time.c
  double spill_us;             // for values that do not fit in registers: to memory and back
  double tail_us;              // at the end, when few blocks finish what all have found
  double ramp_us;              // until memory is busy, and until it has drained
  double time_us;              // the estimate
  Limit limit;                 // the binding one
  const AccessEstimate *accesses;
  int access_count;
} Estimate;

// What a kernel's time is made of: the launch, the ramp, the binding limit (with what the others add to it),
// spills, and the finish.
enum { TERM_SPILL = LIMIT_COUNT, TERM_FINISH, TERM_RAMP, TERM_COUNT };
const char *estimate_term_name(int term);
// Adds a kernel's microseconds by term to `us`; all terms together are its time.
void estimate_terms(const Estimate *estimate, double us[TERM_COUNT]);

// Microseconds that a limit alone would take. Of L2 that is all that passes it, also what `pipe_us` leaves to
// the tensor cores' time: copies of matrices, and a library's bytes; but not longer than these.
double estimate_alone_us(const Device *device, const Estimate *estimate, Limit limit);
// Do lookups of the first-level caches come near what binds, to a tenth of it?
bool estimate_l1_counts(const Estimate *estimate);

// Graph value whose memory an access of the lowered kernel touches.
int estimate_access_value(const PlanLowered *lowered, const AccessEstimate *access);

// Estimates of kernels, cached by structure: equal kernels of repeated layers are computed once, and after an
// edit only what is new.
typedef struct Estimator Estimator;
typedef struct CostModel CostModel; // cost_model.h
// By our own model. The device is copied. NULL when the models of registers for it cannot be read.
Estimator *estimator_new(const Device *device, Status *status);
// By another one, which must outlive it; NULL: ours.
Estimator *estimator_new_by(const CostModel *model, const Device *device, Status *status);
// For the same device, by another model; both must outlive it.
Estimator *estimator_beside(const Estimator *estimator, const CostModel *model);
// What kernels of equal estimates have in common: nothing in that of a generated one depends on which graph
// values it works on.
uint64_t estimate_key(const PlanLowered *lowered);
const CostModel *estimator_model(const Estimator *estimator);
// The architecture (90) to whose kernels its model of registers was fitted: the device's, or the nearest that
// there is a model of.
int estimator_registers_arch(const Estimator *estimator);
void estimator_free(Estimator *estimator);
const Estimate *estimator_kernel(Estimator *estimator, Plan *plan,
                                 int kernel); // valid until the estimator is freed
// The same by another model, computed anew, without accesses.
Estimate estimator_kernel_by(const Estimator *estimator, const CostModel *model, Plan *plan, int kernel);
// The same for a generated kernel that need not be in the plan (a variant).
const Estimate *estimator_lowered(Estimator *estimator, const Graph *graph, const PlanLowered *lowered);

// What fusing the kernels of two ops would change, without changing the plan.
typedef struct WhatIf {
  bool legal;
  Reason reason;
  const Estimate *before_a, *before_b, *after; // of the estimator; NULL when there is no such kernel
  int reads;                                   // distinct buffers that the fused kernel reads
  int parts;                                   // loop nests of the fused kernel: more than 1 in a batch
  const char *template;                        // of the fused kernel, by name
  int64_t saved_dram_bytes;
  double saved_us;
} WhatIf;
WhatIf estimator_what_if(Estimator *estimator, Plan *plan, int a, int b);
// Sets what of `saved_us` each term saves; all together are saved_us. Of a legal one.
void what_if_terms(const WhatIf *what, double saved_us[TERM_COUNT]);

// What cutting an op out of its kernel would change, without changing the plan.
typedef struct WhatIfCut {
  bool legal;
  Reason reason;
  // The op's kernel; the one that it would be in; the rest. Of the estimator; NULL when there is none.
  const Estimate *before, *leaving, *staying;
  int64_t saved_dram_bytes; // negative: more
  double saved_us;          // negative: slower
} WhatIfCut;
WhatIfCut estimator_what_if_cut(Estimator *estimator, Plan *plan, int op);
// Distinct buffers that a kernel reads.
int estimator_reads(const PlanLowered *lowered);
