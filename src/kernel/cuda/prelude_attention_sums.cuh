// The sums of a tile of attention (prelude_attention.cuh), from the tensor cores' order to rows of neighbours, through the
// warp's part of shared memory, as those of a product (prelude_product_sums.cuh).

// Of a group: HEIGHT x WIDTH slabs of a tile, which begins at row `top` and column `left` of matrix `batch`.
template <int HEIGHT, int WIDTH>
struct fb_product_sums {
  int top, left, batch;
  unsigned own; // the warp's part of a slab in shared memory
  float sums[HEIGHT][WIDTH * 32];

  template <int SLAB>
  FB_INLINE void put_if(int slab) const {
    if constexpr (SLAB < HEIGHT * WIDTH) {
      if (slab == SLAB)
        fb_put_slab<64, 0>(own, &sums[SLAB / WIDTH][SLAB % WIDTH * 32]);
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
  template <int N>
  FB_INLINE void take(float (&out)[N], int, int i) const {
    int unit = i * 32 + threadIdx.x % 32;
    fb_take_row<N, false>(out, own, unit / (64 / N), unit % (64 / N) * N);
  }
  FB_INLINE float take(int slab, int i) const {
    float one[1];
    take(one, slab, i);
    return one[0];
  }
};
