// Matrix products for the host's compiler: each thread sums what it takes, from memory, so that tiles, slabs
// and what follows are those of the device, and its tensor cores are loops. What several blocks sum of a tile
// each of them sums anew, part by part.

static float fb_quotient(float a, float b) {
  return a / b;
}

// Not counted as a load: on the device whole tiles come by copies.
template <class T>
static float fb_matrix_element(const T *p) {
  return fb_check_place(p, sizeof(T), false) ? fb_unpack(*p) : 0.0f;
}

// Products `begin` to `end` of a row and a column.
template <class T>
static float fb_sum_of_products(const T *a, long long a_along, const T *b, long long b_along, int begin,
                                int end) {
  float sum = 0;
  for (int k = begin; k < end; k++)
    sum += fb_matrix_element(a + k * a_along) * fb_matrix_element(b + k * b_along);
  return sum;
}

// Clusters of blocks with tiles below one another, as often as what is summed is split.
template <int CLUSTER, int SPLITS>
struct fb_product_cluster {
  static int number() {
    return blockIdx.x / (CLUSTER * SPLITS);
  }
  static int split() {
    return blockIdx.x % (CLUSTER * SPLITS) / CLUSTER;
  }
  static int rank() {
    return blockIdx.x % CLUSTER;
  }
  static int between() {
    return gridDim.x / (CLUSTER * SPLITS);
  }
  // Of what is summed, in steps of 64.
  static int begin(int split, int length) {
    const int at = (length + 63) / 64 * split / SPLITS * 64;
    return at < length ? at : length;
  }
};

template <class T, int ROWS, int COLUMNS, int MATRICES, int STAGES, int CLUSTER, int SPLITS, bool TOGETHER,
          bool A_ACROSS, bool B_ACROSS>
struct fb_gemm : fb_product_cluster<CLUSTER, SPLITS> {
  using cluster = fb_product_cluster<CLUSTER, SPLITS>;
  enum { WIDE = 64 / MATRICES };
  const fb_product_matrix<T> rows, columns[MATRICES];
  const fb_product_sizes sizes;
  const fb_product_tiles<ROWS, COLUMNS, CLUSTER> tiles;
  int top, left, batch;
  fb_gemm(fb_product_matrix<T> rows, fb_product_matrix<T> columns, fb_product_sizes sizes)
      : rows(rows), columns{columns}, sizes(sizes), tiles(sizes) {}
  fb_gemm(fb_product_matrix<T> rows, fb_product_matrix<T> columns, fb_product_matrix<T> more,
          fb_product_sizes sizes)
      : rows(rows), columns{columns, more}, sizes(sizes), tiles(sizes) {}
  bool fetches() const {
    return threadIdx.x / 128 == 2;
  }
  void fetch() const {}
  int first() const {
    return cluster::number() + (TOGETHER ? 0 : threadIdx.x / 128 * cluster::between());
  }
  int next(int tile) const {
    return tile + (TOGETHER ? 1 : 2) * cluster::between();
  }
  void multiply(int tile) {
    tiles.place(tile, cluster::rank(), top, left, batch);
    if (TOGETHER) top += threadIdx.x / 128 * (ROWS / 2);
  }
  void put(int) const {}
  void end() const {}
  template <int N>
  bool mine(int slab, int i) const {
    return (slab * (WIDE / 2 / N) + i) % SPLITS == cluster::split();
  }
  template <int N>
  int row(int slab, int i) const {
    return top + fb_product_slab<COLUMNS, WIDE>::template row<N>(slab, i);
  }
  template <int N>
  int column(int slab, int i) const {
    return left + fb_product_slab<COLUMNS, WIDE>::template column<N>(slab, i);
  }
  template <int N>
  void take(float (&out)[N], int slab, int i, int which = 0) const;
  float take(int slab, int i, int which = 0) const {
    float one[1];
    take(one, slab, i, which);
    return one[0];
  }
};

template <class T, int ROWS, int COLUMNS, int MATRICES, int STAGES, int CLUSTER, int SPLITS, bool TOGETHER,
          bool A_ACROSS, bool B_ACROSS>
template <int N>
void fb_gemm<T, ROWS, COLUMNS, MATRICES, STAGES, CLUSTER, SPLITS, TOGETHER, A_ACROSS, B_ACROSS>::take(
    float (&out)[N], int slab, int i, int which) const {
  const fb_product_matrix<T> &second = columns[which];
  bool exists = row<N>(slab, i) < sizes.rows && column<N>(slab, i) < sizes.columns;
  const T *a = rows.start(batch) + row<N>(slab, i) * rows.stride;
  for (int j = 0; j < N; j++) {
    const T *b = second.start(batch) + (column<N>(slab, i) + j) * second.stride;
    out[j] = 0;
    for (int s = 0; s < SPLITS && exists; s++)
      out[j] += fb_sum_of_products(a, rows.along, b, second.along, cluster::begin(s, sizes.length),
                                   cluster::begin(s + 1, sizes.length));
  }
}
// Attention: each thread goes over the keys of the row of what it takes, in the device's steps.
template <class T, int KEYS, class Scores>
struct fb_row_of_keys {
  const fb_product_matrix<T> q, k, v;
  const Scores scores;
  const int width, keys, batch, row;
  const fb_key_range range;
  float unit() const {
    return Scores::factor() * 1.4426950408889634f;
  }
  // -infinity for keys that the row does not have; steps between `begin_whole` and `end_whole` do not ask.
  float score(int step, int key) const {
    bool masked = step == range.end - 1 || step >= range.end_whole || step < range.begin_whole;
    bool has = key >= fb_first_key<Scores>(row) && key <= fb_last_key<Scores>(row, keys);
    if (masked && !has) return -FB_INFINITY;
    const T *a = q.start(batch) + row * q.stride, *b = k.start(batch) + key * k.stride;
    float sum = 0;
    for (int i = 0; i < width; i++)
      sum += fb_matrix_element(a + i * q.along) * fb_matrix_element(b + i * k.along);
    fb_counts = false; // here each thread loads what is loaded once on the device
    sum = scores(sum, batch, row, key);
    fb_counts = true;
    return sum;
  }
  // What is copied from beyond the last key is 0.
  template <int N>
  void add(float (&out)[N], float weight, int key, int column) const {
    T rounded;
    fb_pack(rounded, weight);
    for (int j = 0; j < N && key < keys; j++)
      out[j] +=
          fb_unpack(rounded) * fb_matrix_element(v.start(batch) + (column + j) * v.stride + key * v.along);
  }
  template <int N>
  void advance(float (&out)[N], float &most, float &total, int step, int column) const {
    float s[KEYS], largest = most;
    for (int key = 0; key < KEYS; key++) {
      s[key] = score(step, step * KEYS + key);
      if (s[key] > largest) largest = s[key];
    }
    float base = largest == -FB_INFINITY ? 0.0f : -largest * unit(), fix = exp2f(most * unit() + base);
    most = largest, total *= fix;
    for (int j = 0; j < N; j++)
      out[j] *= fix;
    for (int key = 0; key < KEYS; key++) {
      float weight = exp2f(s[key] * unit() + base);
      total += weight;
      add(out, weight, step * KEYS + key, column);
    }
  }
};

// The result of a row from a column on, and the sum of its weights; returns its largest score. Nothing beyond
// `rows`.
template <int N, class Row>
float fb_sum_row(const Row &keys, float (&out)[N], float &total, int rows, int column) {
  float most = -FB_INFINITY;
  total = 0;
  for (int j = 0; j < N; j++)
    out[j] = 0;
  for (int step = keys.range.end - 1; step >= keys.range.begin && keys.row < rows; step--)
    keys.advance(out, most, total, step, column);
  for (int j = 0; j < N; j++)
    out[j] *= keys.scores.inverse(total);
  return most;
}

// Where the rows of a group are.
template <int WIDTH>
struct fb_attention_place {
  int top, batch;
  template <int N>
  int row(int slab, int i) const {
    return top + fb_product_slab<WIDTH>::template row<N>(slab, i);
  }
  template <int N>
  int column(int slab, int i) const {
    return fb_product_slab<WIDTH>::template column<N>(slab, i);
  }
};

template <class T, int WIDTH, int GROUPS, int KEYS, int STAGES, bool K_ACROSS, bool V_ACROSS, class Scores>
struct fb_attention : fb_attention_place<WIDTH> {
  enum { ROWS = 64 * GROUPS };
  const fb_product_matrix<T> q, k, v;
  const fb_attention_sizes sizes;
  const Scores scores;
  const fb_attention_tiles<ROWS, Scores::HAS_LAST> tiles{sizes};
  using fb_attention_place<WIDTH>::top, fb_attention_place<WIDTH>::batch;
  fb_key_range range;
  fb_attention(fb_product_matrix<T> q, fb_product_matrix<T> k, fb_product_matrix<T> v,
               fb_attention_sizes sizes, Scores scores, unsigned *)
      : q(q), k(k), v(v), sizes(sizes), scores(scores) {}
  bool fetches() const {
    return threadIdx.x / 128 == GROUPS;
  }
  void fetch() const {}
  int first() const {
    return blockIdx.x;
  }
  int next(int tile) const {
    return tile + gridDim.x;
  }
  void multiply(int tile) {
    tiles.place(tile, top, batch);
    range = fb_keys_of<ROWS, KEYS, Scores>(top, sizes.keys);
    top += threadIdx.x / 128 * 64;
  }
  void put(int) const {}
  void end() const {}
  template <int N>
  float sum(float (&out)[N], float &total, int slab, int i) const {
    int row = this->template row<N>(slab, i), column = this->template column<N>(slab, i);
    fb_row_of_keys<T, KEYS, Scores> keys = {q, k, v, scores, WIDTH, sizes.keys, batch, row, range};
    return fb_sum_row(keys, out, total, sizes.rows, column);
  }
  template <int N>
  float log_sum(int slab, int i) const {
    float out[N], total, most = sum(out, total, slab, i);
    return most * Scores::factor() + logf(total);
  }
  template <int N>
  void take(float (&out)[N], int slab, int i) const {
    float total;
    sum(out, total, slab, i);
  }
  float take(int slab, int i) const {
    float one[1];
    take(one, slab, i);
    return one[0];
  }
};
