// What a kernel must know of the GPU. cost/device.h embeds it.
#pragma once

typedef struct GpuLimits {
  int arch;                 // 90 for compute capability 9.0
  char arch_name[16];       // "sm_90a": handed to NVRTC
  int sms;
  int threads_per_block;    // at most
  int threads_per_sm, blocks_per_sm;
  int registers_per_sm, registers_per_thread; // 65536, 255
  int shared_per_block;     // bytes, opt-in maximum
  int shared_per_sm;        // bytes
  int shared_reserved;      // bytes that each block uses beside its own (1024 since sm_80)
  int warp;                 // 32
} GpuLimits;

// Threads of a block times blocks resident on one SM, from registers (allocated 8 at a time per thread, in warps), shared memory,
// threads and blocks. Returns blocks per SM (0: cannot launch).
int limits_blocks_per_sm(const GpuLimits *limits, int threads, int registers, int shared_bytes);
