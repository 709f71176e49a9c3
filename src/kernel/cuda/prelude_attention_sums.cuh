// The sums of a tile of attention (prelude_attention.cuh), from the tensor cores' order to rows of neighbours, through the
// warp's part of shared memory, as those of a product (prelude_product_sums.cuh).

// Of a group: HEIGHT x WIDTH slabs of a tile, which begins at row `top` and column `left` of matrix `batch`.
template <int HEIGHT, int WIDTH>
struct fb_product_sums {
  int top, left, batch;
  unsigned own; // the warp's part of a slab in shared memory
  float sums[HEIGHT][WIDTH * 32];

  template <int SLAB> FB_INLINE void put_slab() const;
  template <int SLAB>
  FB_INLINE void put_if(int slab) const {
    if constexpr (SLAB < HEIGHT * WIDTH) {
      if (slab == SLAB)
        put_slab<SLAB>();
      else
        put_if<SLAB + 1>(slab);
    }
  }
  FB_INLINE void put(int slab) const {
    __syncwarp(); // the slab before is read
    put_if<0>(slab);
    __syncwarp();
  }
  template <int N>
  FB_INLINE int row(int slab, int i) const { return top + fb_product_slab<WIDTH * 64>::template row<N>(slab, i); }
  template <int N>
  FB_INLINE int column(int slab, int i) const { return left + fb_product_slab<WIDTH * 64>::template column<N>(slab, i); }
  template <int N> FB_INLINE void take(float (&out)[N], int, int i) const;
  FB_INLINE float take(int slab, int i) const {
    float one[1];
    take(one, slab, i);
    return one[0];
  }
};

template <int HEIGHT, int WIDTH>
template <int SLAB>
FB_INLINE void fb_product_sums<HEIGHT, WIDTH>::put_slab() const {
  int lane = threadIdx.x % 32, row = lane / 4, quarter = lane % 4;
#pragma unroll
  for (int j = 0; j < 8; j++)
#pragma unroll
    for (int h = 0; h < 2; h++) {
      const float *pair = &sums[SLAB / WIDTH][(SLAB % WIDTH * 8 + j) * 4 + 2 * h];
      unsigned place = own + fb_quad_place(row + 8 * h, 2 * j + quarter / 2) + quarter % 2 * 8;
      asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(place), "f"(pair[0]), "f"(pair[1]) : "memory");
    }
}

template <int HEIGHT, int WIDTH>
template <int N>
FB_INLINE void fb_product_sums<HEIGHT, WIDTH>::take(float (&out)[N], int, int i) const {
  int row = (i * 32 + threadIdx.x % 32) / (64 / N), column = (i * 32 + threadIdx.x % 32) % (64 / N) * N;
  if constexpr (N >= 4) {
#pragma unroll
    for (int q = 0; q < N / 4; q++)
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(out[4 * q]), "=f"(out[4 * q + 1]), "=f"(out[4 * q + 2]), "=f"(out[4 * q + 3])
                   : "r"(own + fb_quad_place(row, column / 4 + q)) : "memory");
  } else {
#pragma unroll
    for (int j = 0; j < N; j++)
      asm volatile("ld.shared.f32 %0, [%1];" : "=f"(out[j])
                   : "r"(own + fb_quad_place(row, (column + j) / 4) + (column + j) % 4 * 4) : "memory");
  }
}
