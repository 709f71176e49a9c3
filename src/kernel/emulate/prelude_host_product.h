// Matrix products for the host's compiler: each thread sums what it takes, from memory, so that tiles, slabs
// and what follows are those of the device, and its tensor cores are loops.

// Not counted as a load: on the device whole tiles come by copies.
template <class T>
static float fb_matrix_element(const T *p) {
  return fb_check_place(p, sizeof(T), false) ? fb_unpack(*p) : 0.0f;
}

template <class T, int ROWS, int COLUMNS, int STAGES, int CLUSTER, bool TOGETHER, bool A_ACROSS,
          bool B_ACROSS>
struct fb_gemm {
  const fb_product_matrix<T> rows, columns;
  const fb_product_sizes sizes;
  const fb_product_tiles<ROWS, COLUMNS, CLUSTER> tiles;
  int top, left, batch;
  fb_gemm(fb_product_matrix<T> rows, fb_product_matrix<T> columns, fb_product_sizes sizes)
      : rows(rows), columns(columns), sizes(sizes), tiles(sizes) {}
  bool fetches() const {
    return threadIdx.x / 128 == 2;
  }
  void fetch() const {}
  int between() const {
    return gridDim.x / CLUSTER;
  }
  int first() const {
    return blockIdx.x / CLUSTER + (TOGETHER ? 0 : threadIdx.x / 128 * between());
  }
  int next(int tile) const {
    return tile + (TOGETHER ? 1 : 2) * between();
  }
  void multiply(int tile) {
    tiles.place(tile, blockIdx.x % CLUSTER, top, left, batch);
    if (TOGETHER) top += threadIdx.x / 128 * (ROWS / 2);
  }
  void put(int) const {}
  void end() const {}
  template <int N>
  int row(int slab, int i) const {
    return top + fb_product_slab<COLUMNS>::template row<N>(slab, i);
  }
  template <int N>
  int column(int slab, int i) const {
    return left + fb_product_slab<COLUMNS>::template column<N>(slab, i);
  }
  template <int N>
  void take(float (&out)[N], int slab, int i) const {
    const T *a = rows.memory + batch * rows.batch + row<N>(slab, i) * rows.stride;
    for (int j = 0; j < N; j++) {
      const T *b = columns.memory + batch * columns.batch + (column<N>(slab, i) + j) * columns.stride;
      out[j] = 0;
      for (int k = 0; k < sizes.length; k++)
        out[j] += fb_matrix_element(a + k * rows.along) * fb_matrix_element(b + k * columns.along);
    }
  }
  float take(int slab, int i) const {
    float one[1];
    take(one, slab, i);
    return one[0];
  }
};
