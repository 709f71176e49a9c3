// What blocks have found on their tours of the rows, combined by some of them

// The last `finishers` of `blocks` blocks to come here wait until all have come, and finish: each gets a number of its own, all others
// -1. What any block published before can be read then. Blocks that have not started yet find room, because those that wait are fewer
// than a GPU runs at once. The counter is left at zero.
FB_INLINE int fb_finisher(unsigned *counter, unsigned blocks, unsigned finishers, unsigned *shared) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned before = fb_arrive(counter, blocks);
    if (before + finishers >= blocks) fb_await_zero(counter);
    *shared = before;
  }
  __syncthreads();
  __threadfence();
  return (int)(*shared + finishers) - (int)blocks;
}
