// Occupancy: how many blocks of a kernel one multiprocessor holds.
#include "kernel/limits.h"

enum { REGISTER_GRANULE = 8, SHARED_GRANULE = 128, QUARTERS = 4 };

static int round_up(int value, int granule) {
  return (value + granule - 1) / granule * granule;
}

static int least(int a, int b) {
  return a < b ? a : b;
}

int limits_blocks_per_sm(const GpuLimits *limits, int threads, int registers, int shared_bytes) {
  if (threads <= 0 || threads > limits->threads_per_block || registers > limits->registers_per_thread ||
      shared_bytes > limits->shared_per_block)
    return 0;
  int warps = (threads + limits->warp - 1) / limits->warp;
  int blocks = least(limits->blocks_per_sm, limits->threads_per_sm / (warps * limits->warp));
  int per_warp = round_up(registers > 0 ? registers : 1, REGISTER_GRANULE) * limits->warp;
  blocks = least(blocks, limits->registers_per_sm / QUARTERS / per_warp * QUARTERS / warps);
  int shared = round_up(shared_bytes + limits->shared_reserved, SHARED_GRANULE);
  return shared > 0 ? least(blocks, limits->shared_per_sm / shared) : blocks;
}

int limits_register_share(const GpuLimits *limits, int threads, int blocks) {
  int warps = blocks * ((threads + limits->warp - 1) / limits->warp);
  int in_quarter = warps > QUARTERS ? (warps + QUARTERS - 1) / QUARTERS : 1;
  int share = limits->registers_per_sm / QUARTERS / (in_quarter * limits->warp);
  share = share / REGISTER_GRANULE * REGISTER_GRANULE;
  return share < REGISTER_GRANULE ? REGISTER_GRANULE : least(share, limits->registers_per_thread);
}
