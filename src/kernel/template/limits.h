// What a kernel must know of the GPU. cost/devices/device.h embeds it.
#pragma once

#include <stdint.h>

typedef struct GpuLimits {
  int arch;           // 90 for compute capability 9.0
  char arch_name[16]; // "sm_90a": handed to NVRTC
  int sms;
  int threads_per_block; // at most
  int threads_per_sm, blocks_per_sm;
  int registers_per_sm, registers_per_thread; // 65536, 255
  int shared_per_block;                       // bytes, opt-in maximum
  int shared_per_sm;                          // bytes
  int shared_reserved;                        // bytes that each block uses beside its own (1024 since sm_80)
  int warp;                                   // 32
  int64_t l2_bytes;                           // of the second-level cache
} GpuLimits;

// Blocks of a kernel that one multiprocessor holds (0: cannot launch), from registers, shared memory, threads
// and blocks. Registers are handed out by the warp, 8 at a time per thread, and each quarter of the
// multiprocessor has its own quarter of them: 25 warps need as many as 28 (an H200 refuses 800 threads with
// 80 registers each).
int limits_blocks_per_sm(const GpuLimits *limits, int threads, int registers, int shared_bytes);
// The most registers per thread with which `blocks` blocks of so many threads share a multiprocessor; 8 at
// least.
int limits_register_share(const GpuLimits *limits, int threads, int blocks);
