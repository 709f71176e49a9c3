// The GPU worker: a process of the same binary ("fusebox --gpu-worker") that loads, checks and times
// programs. A kernel that faults or hangs costs a worker, not the session. Requests and replies are one JSON
// object a line over a socket pair; bulk data (cubins) by file path.
#pragma once

#include "base/task.h"
#include "gpu/measure/counter_values.h"
#include "gpu/toolkit/compile.h"
#include "plan/program/program.h"

#include <stdint.h>

typedef struct Worker Worker;

// Starts lazily at the first request, restarts after a death. `compiler` makes the cubins and must outlive
// the worker. One thread at a time may use it.
Worker *worker_new(Compiler *compiler);
void worker_free(Worker *worker);
// From here on the cancelling of `task` ends what is asked of the worker, and its process, at once, with
// STATUS_CANCELLED. NULL: whatever is asked runs to its time limit.
void worker_end_with(Worker *worker, const Task *task);
// Was that task cancelled?
bool worker_cancelled(const Worker *worker, Status *status);
// Is there a GPU? Starts the worker and asks. STATUS_MISSING with what is missing (driver, device, CUPTI).
typedef struct GpuInfo {
  char name[128];
  char uuid[48]; // "GPU-01234567-...", of hexadecimal digits and dashes
  int arch;
  int sms;
  int64_t memory_bytes, l2_bytes;
  int driver_version;
  bool cupti;              // activity timing works; otherwise events are used and said so
  char cupti_problem[256]; // why it does not
} GpuInfo;
bool worker_probe(Worker *worker, GpuInfo *info, Status *status);

typedef struct Measured {
  bool ok;
  char error[256];            // when not ok: the kernel is marked with it
  double time_us;             // median
  double spread_us;           // half the distance between the 10th and 90th percentile
  int launches;               // that were counted: fewer than asked for where they would take too long
  bool by_cupti;              // else by events, which see a microsecond or two of the launch as well
  int registers, local_bytes; // as the driver reports; 0 for library calls and the total
  bool counted;               // the counters are set; never for the total
  CounterValues counters;     // of one launch, with the cache emptied before by reading
} Measured;

typedef struct MeasureOptions {
  int launches;        // 0: 50
  uint64_t seed;       // of the input data
  double time_limit_s; // per kernel, all its launches together: longer kills the worker and marks the kernel;
                       // 0: 10 s
  bool check;          // compare every stored result with the unfused plan (one op a kernel)
  bool counters;       // also count what the hardware does, in a pass of its own after the timing
  bool dirty_cache; // empty the L2 cache by writing (as benchmarks often do) instead of reading: kernels then
                    // also pay for writing back the lines that they displace
  bool generated_only; // leave library calls out: what they would write is filled as inputs are
  const bool *untimed; // NULL, or one flag a launch: those set run as part of the whole program, but are
                       // neither timed nor counted alone
  const char
      *save_folder; // NULL: none; else inputs and results of one run are written there (see measure_save.h)
} MeasureOptions;

typedef struct MeasureReport {
  Measured *kernels; // one per launch of the program
  int kernel_count;
  Measured total;     // one CUDA graph of all launches, replayed; launches that cannot be run are left out
  double *samples_us; // each of the times of the whole, as they came: total.launches; NULL: none
  double clock_mhz, power_w;  // of the multiprocessors and the board, while the whole ran; 0: unknown
  char counters_problem[256]; // why there are no counters though they were asked for; else empty
  bool checked, check_pass;   // each launch's results, given the reference's inputs, against the reference's
  bool untold;                // not `checked`: they differ, and whose are right cannot be told
  char check_text[512];       // worst value and by how much, or why nothing was checked
} MeasureReport;

// Progress: called on the caller's thread once for every launch in order, skipped ones too; returning false
// cancels.
typedef bool (*MeasureProgress)(void *context, int done, int count, const Measured *latest);

// Runs and times every launch of `program`. `reference` (NULL: no check) is the one-op-a-kernel program of
// the same graph. Blocking: call it from a job. A launch that cannot be compiled or run is marked, and the
// rest goes on. On failure (no GPU, no memory, cancelled) the report is empty.
bool worker_measure(Worker *worker, const Program *program, const Program *reference,
                    const MeasureOptions *options, MeasureProgress progress, void *context,
                    MeasureReport *report, Status *status);
void measure_report_free(MeasureReport *report);

// The worker's own main, called by the program's main for --gpu-worker.
int worker_main(int argc, char **argv);
