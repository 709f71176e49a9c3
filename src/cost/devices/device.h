// Devices: JSON descriptions of GPUs (specs plus calibration) in devices/*.json, found by name or
// path.
#pragma once

#include "base/status.h"
#include "base/text.h"
#include "kernel/template/limits.h"

#include <stdint.h>

typedef struct Device {
  char name[32];  // "h200"
  char title[64]; // "NVIDIA H200 SXM"
  GpuLimits limits;
  double clock_ghz;         // of the SMs under load
  double dram_gbs;          // datasheet, GB/s
  double dram_efficiency;   // best copy / datasheet (0.88 where nothing was measured)
  double dram_write_cost;   // DRAM's time for a byte written among others read, over that of one read
  int64_t l1_bytes;         // first-level cache and shared memory of an SM together
  double l2_gbs;            // read bandwidth of L2
  double l2_load_requests;  // 128-byte lines, in whole or in part, that L2 serves per ns, to all SMs together
  double l2_store_requests; // the same for stores
  double atomics;           // atomic additions to different words that L2 does per ns
  double fma_per_clock;     // FP32 lanes per SM and clock
  double mufu_per_clock;    // special functions per SM and clock
  double int_per_clock;
  double fp64_per_clock;
  double issue_per_clock;  // warp instructions per SM and clock
  double tensor_tflops_16; // dense bf16 TFLOP/s as reached by the library
  double launch_us;        // fixed time of a kernel as the profiler sees it
  double graph_us;         // from the start of a CUDA graph to its first kernel, and from its last to the end
  double latency_ns;       // of a DRAM access
  double combine_ns;       // of a reduction over the threads of a block: shuffles, shared memory, a barrier
  double dependent_clocks; // from one FP32 instruction to the next that needs its result
  double overlap;          // exponent with which memory and arithmetic combine, see time.c
  bool calibrated;         // the constants were measured on such a device
  bool tf32;               // of no file: libraries may round the operands of f32 products to TF32
} Device;

// A shipped device by name, or a device file by path. Unknown: lists what there is.
bool device_load(const char *name_or_path, Device *device, Status *status);
char **device_names(int *count); // of the shipped ones, sorted; free each and the array

// The same, but where the user has calibrated the device of that name, with what was measured.
bool device_choose(const char *name_or_path, Device *device, Status *status);
// The file that calibration of the device `name` writes: devices/NAME.json in the user's configuration
// folder. Free with free().
char *device_calibration_path(const char *name);

// A figure that no estimate uses, kept for people.
typedef struct DeviceNote {
  const char *key;
  double value;
} DeviceNote;
// A device file's text. `source` says where the figures come from; notes stand under "measured".
void device_write(const Device *device, const char *source, const DeviceNote *notes, int count, Text *out);
