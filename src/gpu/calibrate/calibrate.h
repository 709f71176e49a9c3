// Calibration: the constants of a device by microbenchmarks on the GPU at hand.
#pragma once

#include "cost/devices/device.h"
#include "gpu/calibrate/probes.h"
#include "gpu/worker/worker.h"

// What the probes gave.
typedef struct ProbeTimes {
  double us[PROBE_COUNT];     // median of a launch, from an emptied L2 cache
  double clocks[PROBE_COUNT]; // of those that time themselves: median over the blocks,
  double ns[PROBE_COUNT];     // and over several launches
  double graph_step_us;       // from an empty kernel of a CUDA graph to the next
  double graph_us;            // of a CUDA graph of empty kernels, what their number does not explain
} ProbeTimes;

typedef struct CalibratedConstant {
  const char *key; // of the device file
  const char *unit;
  double before, value; // of the file that calibration began with, and measured
} CalibratedConstant;

enum { CALIBRATED_MOST = 24 };
typedef struct Calibration {
  Device device; // calibrated; limits, sizes of caches and the datasheet's DRAM rate are the given file's
  CalibratedConstant constants[CALIBRATED_MOST];
  int constant_count;
  DeviceNote notes[CALIBRATED_MOST]; // rates and times that no estimate uses
  int note_count;
  char source[256]; // which GPU and driver
} Calibration;

typedef bool (*CalibrateProgress)(void *context, int done, int count); // false cancels

// The shipped device that the GPU is, by its name and size. STATUS_INPUT when there is none.
bool calibrate_find(const GpuInfo *gpu, Device *device, Status *status);
// Runs the probes and derives the constants. `base` must be of the GPU's kind. Blocking: about a minute.
// STATUS_MISSING without a GPU or without CUPTI, whose times alone are fine enough.
bool worker_calibrate(Worker *worker, const Device *base, CalibrateProgress progress, void *context,
                      Calibration *calibration, Status *status);

// The arithmetic alone. STATUS_WRONG when a figure cannot be right, as on a GPU that is shared.
bool calibrate_derive(const Device *base, const ProbeTimes *times, Calibration *calibration, Status *status);
