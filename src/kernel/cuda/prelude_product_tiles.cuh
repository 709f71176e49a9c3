// How the result of a matrix product falls into tiles, and a tile into slabs: the same for the device and for
// the host's compiler.

struct fb_product_sizes {
  int rows, columns, length, batches; // length: what is summed
};

FB_INLINE int fb_at_most(int place, int last) { return place < last ? place : last; }

// A matrix as its kernel gets it: the map by which tiles of it are copied, and its elements, which are
// `stride` apart from row to row (or column to column) of the result, `along` from one that is summed to the next.
template <class T>
struct fb_product_matrix {
  const fb_tensor_map *map;
  const T *memory;
  long long stride, along, batch;
};

// Blocks of a cluster take tiles below one another, so that they share what the columns are made of. Clusters
// go down so many rows of them before the next column, for the sake of the second-level cache.
enum { FB_PRODUCT_RASTER = 8 };

template <int ROWS, int COLUMNS, int CLUSTER>
struct fb_product_tiles {
  int down, along, count; // of whole clusters
  FB_INLINE fb_product_tiles(fb_product_sizes sizes)
      : down((sizes.rows + ROWS * CLUSTER - 1) / (ROWS * CLUSTER)), along((sizes.columns + COLUMNS - 1) / COLUMNS),
        count(down * along * sizes.batches) {}
  // The first row and column of tile `number` of block `rank` in its cluster.
  FB_INLINE void place(int number, int rank, int &top, int &left, int &batch) const {
    batch = number / (down * along);
    number -= batch * (down * along);
    int first = number / (FB_PRODUCT_RASTER * along) * FB_PRODUCT_RASTER, rest = number - first * along;
    int high = down - first < FB_PRODUCT_RASTER ? down - first : FB_PRODUCT_RASTER;
    left = rest / high * COLUMNS;
    top = ((first + rest % high) * CLUSTER + rank) * ROWS;
  }
};

// A slab is 64 x 64 sums of a group of 128 threads, or 64 x 32 of each of two matrices: 16 rows of each warp, in vectors
// of N that lie in order over its lanes. Where slot i of slab `slab` of a tile is, from the tile's first row and column.
template <int COLUMNS, int WIDE>
struct fb_product_slab {
  template <int N>
  static FB_INLINE int row(int slab, int i) {
    int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
    return slab / (COLUMNS / WIDE) * 64 + warp * 16 + (i * 32 + lane) / (WIDE / N);
  }
  template <int N>
  static FB_INLINE int column(int slab, int i) {
    int lane = threadIdx.x % 32;
    return slab % (COLUMNS / WIDE) * WIDE + (i * 32 + lane) % (WIDE / N) * N;
  }
};
