// Times that a calibration could have measured: those of a device whose constants are known.
#pragma once

#include "gpu/calibrate/calibrate.h"

// Of a device with these figures: 1.5 us for an empty kernel, 1.6 GHz, 4,000 GB/s of DRAM, ...
static inline ProbeTimes made_times(void) {
  ProbeTimes t = {0};
  double operations = 1024.0 * 8 * 4096; // of an SM
  for (int i = 0; i < PROBE_COUNT; i++)
    t.us[i] = 10;
  t.us[PROBE_EMPTY] = 1.5;
  t.graph_us = 2.5;
  t.clocks[PROBE_FMA] = operations / 128;
  t.clocks[PROBE_MUFU] = operations / 16;
  t.clocks[PROBE_INTEGER] = operations / 64;
  t.clocks[PROBE_FP64] = operations / 2;
  t.clocks[PROBE_ISSUE] = 1.5 * operations / 32 / 4;
  t.clocks[PROBE_DEPENDENT] = 4.0 * 4096;
  t.ns[PROBE_WAIT] = 64 * 600.0;
  t.clocks[PROBE_COMBINE] = 512 * 320; // 200 ns at 1.6 GHz
  t.clocks[PROBE_COPY_SAMPLED] = 1600000;
  t.ns[PROBE_COPY_SAMPLED] = 1000000;
  double copied = 1.5 + 2 * 536870912.0 / 4000e3; // us
  t.us[PROBE_COPY] = copied;
  t.us[PROBE_COPY_1] = 2.0 + 2 * 1048576 / 4000e3; // half a microsecond until memory is busy
  t.us[PROBE_COPY_4] = 2.1 + 8 * 1048576 / 4000e3;
  t.us[PROBE_COPY_16] = 1.9 + 32 * 1048576 / 4000e3;
  t.us[PROBE_READ] = 1.5 + 536870912.0 / 3500e3;
  t.us[PROBE_READ_CACHED_MANY] = 10 + 20 * 16777216.0 / 8000e3;
  t.us[PROBE_TOUCH_LINES_MANY] = 10 + 20 * 131072 / 160e3;
  t.us[PROBE_STORE_LINES_MANY] = 10 + 20 * 131072 / 64e3;
  t.us[PROBE_ADD_WORDS_MANY] = 10 + 20 * 4194304.0 / 140e3;
  t.us[PROBE_PRODUCT] = 1.5 + 2 * 8192.0 * 8192 * 8192 / 700e6;
  // At p = 4: half of the copy's time beside it takes (1 + 1/16)^(1/4) of it, as much 2^(1/4), twice
  // 17^(1/4).
  t.us[PROBE_WORK_LIGHT] = 1.5 + (copied - 1.5) / 2;
  t.us[PROBE_WORK_EVEN] = copied;
  t.us[PROBE_WORK_HEAVY] = 1.5 + (copied - 1.5) * 2;
  t.us[PROBE_COPY_WORK_LIGHT] = 1.5 + (copied - 1.5) * 1.015271808;
  t.us[PROBE_COPY_WORK_EVEN] = 1.5 + (copied - 1.5) * 1.189207115;
  t.us[PROBE_COPY_WORK_HEAVY] = 1.5 + (copied - 1.5) * 2.030543185;
  t.us[PROBE_WAVE_ONE] = 11.5;
  t.us[PROBE_WAVE_MORE] = 21.5;
  t.us[PROBE_WAVE_NINE] = 11.5 + 8 * 10.3;
  return t;
}
