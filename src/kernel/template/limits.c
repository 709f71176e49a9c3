// Occupancy: how many blocks of a kernel one multiprocessor holds.
#include "kernel/template/limits.h"

#include "kernel/nest/integers.h"

enum { REGISTER_GRANULE = 8, SHARED_GRANULE = 128, QUARTERS = 4 };

int limits_blocks_per_sm(const GpuLimits *limits, int threads, int registers, int shared_bytes) {
  if (threads <= 0 || threads > limits->threads_per_block || registers > limits->registers_per_thread ||
      shared_bytes > limits->shared_per_block)
    return 0;
  int warps = (threads + limits->warp - 1) / limits->warp;
  int blocks = (int)least_of(limits->blocks_per_sm, limits->threads_per_sm / (warps * limits->warp));
  int per_warp = (int)round_up(registers > 0 ? registers : 1, REGISTER_GRANULE) * limits->warp;
  blocks = (int)least_of(blocks, limits->registers_per_sm / QUARTERS / per_warp * QUARTERS / warps);
  int shared = (int)round_up(shared_bytes + limits->shared_reserved, SHARED_GRANULE);
  return shared > 0 ? (int)least_of(blocks, limits->shared_per_sm / shared) : blocks;
}

int limits_register_share(const GpuLimits *limits, int threads, int blocks) {
  int warps = blocks * ((threads + limits->warp - 1) / limits->warp);
  int in_quarter = warps > QUARTERS ? (warps + QUARTERS - 1) / QUARTERS : 1;
  int share = limits->registers_per_sm / QUARTERS / (in_quarter * limits->warp);
  share = share / REGISTER_GRANULE * REGISTER_GRANULE;
  return share < REGISTER_GRANULE ? REGISTER_GRANULE : (int)least_of(share, limits->registers_per_thread);
}
