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
  // Where the matrix of result `number` begins: number / by, modulo `of` where that is not 0, steps of `batch` on; and
  // number / outer_by steps of `outer`, where that is not 0.
  int by = 1, of = 0;
  long long outer = 0;
  int outer_by = 1;
  FB_INLINE int digit(int number) const { return batch == 0 ? 0 : of ? number / by % of : number / by; }
  FB_INLINE int outer_digit(int number) const { return outer ? number / outer_by : 0; }
  FB_INLINE const T *start(int number) const {
    return memory + digit(number) * batch + outer_digit(number) * outer;
  }
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
template <int COLUMNS, int WIDE = 64>
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

// ---- attention

struct fb_attention_sizes {
  int rows, keys, batches;
};

// Tiles of ROWS rows, of 16 batches (heads) together for the sake of the second-level cache; where later rows
// have more keys, those first: blocks take them as they come, and so end together.
template <int ROWS, bool LAST_FIRST>
struct fb_attention_tiles {
  enum { TOGETHER = 16 };
  int down, batches, count;
  FB_INLINE fb_attention_tiles(fb_attention_sizes sizes)
      : down((sizes.rows + ROWS - 1) / ROWS), batches(sizes.batches), count(down * sizes.batches) {}
  FB_INLINE void place(int number, int &top, int &batch) const {
    int first = number / (TOGETHER * down) * TOGETHER, rest = number - first * down;
    int high = batches - first < TOGETHER ? batches - first : TOGETHER, row = rest / high;
    top = (LAST_FIRST ? down - 1 - row : row) * ROWS;
    batch = first + rest - row * high;
  }
};

// The steps of KEYS keys that a tile of ROWS rows needs, from the last to the first: all in [begin, end), and
// without any key that some row does not have in [begin_whole, end_whole). Rows without keys have one step, in
// which they find none.
struct fb_key_range {
  int begin, begin_whole, end_whole, end;
};
FB_INLINE int fb_least_of(int a, int b) { return a < b ? a : b; }
FB_INLINE int fb_most_of(int a, int b) { return a < b ? b : a; }

template <int ROWS, int KEYS, class Scores>
FB_INLINE fb_key_range fb_keys_of(int top, int keys) {
  int steps = (keys + KEYS - 1) / KEYS;
  fb_key_range range = {0, 0, keys / KEYS, steps};
  if (Scores::HAS_LAST) {
    range.end = fb_least_of(steps, fb_most_of(0, top + ROWS - 1 + Scores::LAST + KEYS) / KEYS);
    range.end_whole = fb_least_of(range.end_whole, fb_most_of(0, top + Scores::LAST + 1) / KEYS);
  }
  if (Scores::HAS_FIRST) {
    range.begin = fb_least_of(fb_most_of(0, top + Scores::FIRST) / KEYS, steps - 1);
    range.begin_whole = (fb_most_of(0, top + ROWS - 1 + Scores::FIRST) + KEYS - 1) / KEYS;
  }
  range.end = fb_most_of(range.end, range.begin + 1);
  return range;
}

// Which keys a row has.
template <class Scores>
FB_INLINE int fb_first_key(int row) { return Scores::HAS_FIRST ? fb_most_of(0, row + Scores::FIRST) : 0; }
template <class Scores>
FB_INLINE int fb_last_key(int row, int keys) {
  return Scores::HAS_LAST ? fb_least_of(keys - 1, row + Scores::LAST) : keys - 1;
}
