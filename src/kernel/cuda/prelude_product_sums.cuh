// The sums of a matrix product's tile (prelude_product.cuh), from the tensor cores' order to rows of neighbours, through
// the warp's part of shared memory; and from one block of a cluster to the others.

// Four floats lie at (row, quad): quads of even number in the first half of a row, those of odd number in the
// second, so that what a warp writes and reads at once lies in different banks.
FB_INLINE unsigned fb_quad_place(int row, int quad) {
  return row * 256 + (quad & 1) * 128 + (((quad >> 1) ^ (quad & 1) ^ (row & 3) << 1) << 4);
}

// The warp's rows of a slab, to its part of it at `warp`: WIDE columns of each product, whose `sums` lie NEXT eights of
// columns behind those of the product before.
template <int WIDE, int NEXT>
FB_INLINE void fb_put_slab(unsigned warp, const float *sums) {
  int lane = threadIdx.x % 32, row = lane / 4, quarter = lane % 4;
#pragma unroll
  for (int j = 0; j < 8; j++)
#pragma unroll
    for (int h = 0; h < 2; h++) {
      const float *pair = &sums[(j % (WIDE / 8) + j / (WIDE / 8) * NEXT) * 4 + 2 * h];
      unsigned place = warp + fb_quad_place(row + 8 * h, 2 * j + quarter / 2) + quarter % 2 * 8;
      asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(place), "f"(pair[0]), "f"(pair[1]) : "memory");
    }
}

// Neighbours in shared memory, of this block or (shared::cluster) of any of its cluster.
#define FB_TAKE_FOUR(space, out, from) \
  asm volatile("ld." space ".v4.f32 {%0, %1, %2, %3}, [%4];" \
               : "=f"((out)[0]), "=f"((out)[1]), "=f"((out)[2]), "=f"((out)[3]) : "r"(from) : "memory")
#define FB_TAKE_ONE(space, out, from) asm volatile("ld." space ".f32 %0, [%1];" : "=f"(out) : "r"(from) : "memory")

// N neighbours from (row, column) of the warp's part of a slab at `warp`.
template <int N, bool CLUSTER>
FB_INLINE void fb_take_row(float (&out)[N], unsigned warp, int row, int column) {
#pragma unroll
  for (int j = 0; j < N; j += N >= 4 ? 4 : 1) {
    unsigned from = warp + fb_quad_place(row, (column + j) / 4) + (column + j) % 4 * 4;
    if constexpr (N >= 4 && CLUSTER)
      FB_TAKE_FOUR("shared::cluster", out + j, from);
    else if constexpr (N >= 4)
      FB_TAKE_FOUR("shared", out + j, from);
    else if constexpr (CLUSTER)
      FB_TAKE_ONE("shared::cluster", out[j], from);
    else
      FB_TAKE_ONE("shared", out[j], from);
  }
}

FB_GEMM_TEMPLATE template <int SLAB>
FB_INLINE void FB_GEMM::put_slab() const {
  fb_put_slab<WIDE, COLUMNS / 8>(place(SLAB), &sums[SLAB / WIDTH][SLAB % WIDTH * (WIDE / 2)]);
}

FB_GEMM_TEMPLATE template <int SLAB>
FB_INLINE void FB_GEMM::put_if(int slab) const {
  if constexpr (SLAB < SLABS) {
    if (slab == SLAB)
      put_slab<SLAB>();
    else
      put_if<SLAB + 1>(slab);
  }
}

// Where the warp's part of a slab lies.
FB_GEMM_TEMPLATE FB_INLINE unsigned FB_GEMM::place(int slab) const {
  if (SPLITS == 1) return own;
  return a + ((TOGETHER ? group * SLABS : 0) + slab) * SLAB_BYTES + threadIdx.x % 128 / 32 * (SLAB_BYTES / 4);
}

FB_GEMM_TEMPLATE template <int SLAB>
FB_INLINE void FB_GEMM::put_all() const {
  if constexpr (SLAB < SLABS) {
    put_slab<SLAB>();
    put_all<SLAB + 1>();
  }
}

FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::put(int slab) const {
  if (SPLITS > 1) return; // all are
  __syncwarp(); // the slab before is read
  if (ROWS >= 64 || (int)threadIdx.x % 128 / 32 * 16 < ROWS) put_if<0>(slab);
  __syncwarp();
}

// From the shared memory of block `block` of the cluster, where this one's has the warp's part of a slab at `warp`.
FB_GEMM_TEMPLATE template <int N>
FB_INLINE void FB_GEMM::take_from(float (&out)[N], unsigned warp, unsigned block, int i, int which) const {
  int unit = i * 32 + threadIdx.x % 32, row = unit / (WIDE / N), column = unit % (WIDE / N) * N + which * WIDE;
  if (SPLITS > 1) asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(warp) : "r"(warp), "r"(block));
  fb_take_row<N, (SPLITS > 1)>(out, warp, row, column);
}

FB_GEMM_TEMPLATE template <int N>
FB_INLINE void FB_GEMM::take(float (&out)[N], int slab, int i, int which) const {
  take_from(out, place(slab), rank, i, which);
#pragma unroll
  for (int s = 1; s < SPLITS; s++) {
    float more[N];
    take_from(more, place(slab), s * CLUSTER + rank, i, which);
#pragma unroll
    for (int j = 0; j < N; j++) out[j] += more[j];
  }
}

FB_GEMM_TEMPLATE FB_INLINE float FB_GEMM::take(int slab, int i, int which) const {
  float one[1];
  take(one, slab, i, which);
  return one[0];
}

// ---- between the blocks of a cluster

// All slabs go where the stages were, for the blocks that sum other parts of the same tile. Of groups that would take
// tiles in turn only the first has one.
FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::share() const {
  fb_stages_read<TOGETHER>(); // by all who do
  if (ROWS >= 64 || (int)threadIdx.x % 128 / 32 * 16 < ROWS) put_all<0>();
  meet();
}

FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::end() const {
  if (SPLITS > 1 && !TOGETHER && group == 1) meet();
  if (BLOCKS > 1) meet();
}
