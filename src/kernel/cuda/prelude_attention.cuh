// Attention on the tensor cores of compute capability 9.0: scores of 64 rows and KEYS keys at a time become
// weights in registers, which the second product takes from there (online softmax: Milakov and Gimelshein,
// 2018; Dao et al., 2022). One thread fetches rows (Q), and rings of keys (K) and values (V); the other groups
// of 128 threads have 64 rows each, and take turns so that one's softmax runs beside another's products. That
// thread also takes tiles from a queue of the grid, and leaves the number of each beside its rows.
// PTX ISA 8.0: wgmma, with the first matrix in registers.

#define FB_WGMMA_HELD(n, type, list, a, b, turned, ...) \
  asm volatile("{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\nwgmma.mma_async.sync.aligned.m64n" #n "k16.f32." type "." type \
               " {" list "}, {" a "}, " b ", p, 1, 1, " turned ";\n}" \
               : __VA_ARGS__ \
               : "r"(held[0]), "r"(held[1]), "r"(held[2]), "r"(held[3]), "l"(b_place), "n"((int)B_ACROSS))
#define FB_WGMMA_HELD_SIZES(type) \
  if constexpr (COLUMNS == 64) \
    FB_WGMMA_HELD(64, type, FB_LIST_64, "%32,%33,%34,%35", "%36", "%37", FB_SUMS_32(0)); \
  else \
    FB_WGMMA_HELD(128, type, FB_LIST_128, "%64,%65,%66,%67", "%68", "%69", FB_SUMS_32(0), FB_SUMS_32(32))

// To 64 rows by COLUMNS sums 16 products more of each, of what four words of each thread hold.
template <class T, int COLUMNS, bool B_ACROSS>
static FB_INLINE void fb_multiply_held(float (&d)[COLUMNS / 2], const unsigned *held, unsigned long long b_place) {
  if constexpr (fb_is_f16<T>::value) {
    FB_WGMMA_HELD_SIZES("f16");
  } else {
    FB_WGMMA_HELD_SIZES("bf16");
  }
}

FB_INLINE void fb_multiply_begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
FB_INLINE void fb_multiply_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int LEFT>
static FB_INLINE void fb_multiply_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(LEFT) : "memory"); }

// A ring of stages in shared memory, each with a barrier for those that wait for it to be full, and one for
// who waits for it to be empty.
template <int STAGES>
struct fb_ring {
  unsigned memory, full, empty;
  int stage;
  unsigned parity;
  FB_INLINE unsigned is_full() const { return full + 8 * stage; }
  FB_INLINE void await_full() const { fb_barrier_wait(full + 8 * stage, parity); }
  FB_INLINE void await_empty() const { fb_barrier_wait(empty + 8 * stage, parity ^ 1); }
  FB_INLINE void next() {
    if (++stage == STAGES) stage = 0, parity ^= 1;
  }
  FB_INLINE void pass_on() { // by all threads of a warp
    __syncwarp();
    if (threadIdx.x % 32 == 0) fb_barrier_arrive<1>(empty + 8 * stage, 0);
    next();
  }
};

#define FB_ATTENTION_TEMPLATE \
  template <class T, int WIDTH, int GROUPS, int KEYS, int STAGES, bool K_ACROSS, bool V_ACROSS, class Scores>
#define FB_ATTENTION fb_attention<T, WIDTH, GROUPS, KEYS, STAGES, K_ACROSS, V_ACROSS, Scores>

// Rows of WIDTH elements. K_ACROSS: the keys are neighbours in memory, not the elements of each; V_ACROSS: the
// elements of a value are, not the values. Scores: what becomes of a product, which keys a row has, the factor
// of all scores, and by what a row's sums are multiplied at the end (emit_scores.c).
FB_ATTENTION_TEMPLATE struct fb_attention : fb_product_sums<1, WIDTH / 64> {
  enum : unsigned { ROWS = 64 * GROUPS, SLABS = WIDTH / 64, Q_BYTES = ROWS * WIDTH * 2, STAGE_BYTES = KEYS * WIDTH * 2 };
  enum { FETCHER = 128 * GROUPS };
  using shape = fb_product_sums<1, WIDTH / 64>;
  using shape::top, shape::left, shape::batch, shape::own, shape::sums;
  const fb_product_matrix<T> q, k, v;
  const fb_attention_sizes sizes;
  const fb_attention_tiles<ROWS, Scores::HAS_LAST> tiles;
  const Scores scores;
  unsigned *const queue; // tiles that were taken, blocks that are through; 0 before and after
  int group;
  unsigned note; // in shared memory: which tile the rows are of
  unsigned logs; // ... and, with LOG_SUMS, the logarithms of the sums of a warp's rows
  fb_ring<1> rows;
  fb_ring<STAGES> keys, values;
  float most[2], total[2], fix[2]; // of the two rows of a thread: the largest score, the sum, what scales the sums anew
  unsigned weights[KEYS / 4];

  FB_INLINE fb_attention(fb_product_matrix<T> q, fb_product_matrix<T> k, fb_product_matrix<T> v,
                         fb_attention_sizes sizes, Scores scores, unsigned *queue);
  FB_INLINE fb_key_range range() const { return fb_keys_of<ROWS, KEYS, Scores>(top, sizes.keys); }
  // The group that fetches.
  FB_INLINE bool fetches() const { return group == GROUPS; }
  FB_INLINE void fetch();
  FB_INLINE void fetch_rows(int tile);
  FB_INLINE void fetch_keys(int step);
  FB_INLINE void fetch_values(int step);
  // The groups that multiply.
  FB_INLINE int first() const;
  FB_INLINE int next(int) const { return taken(); }
  FB_INLINE int taken() const;
  FB_INLINE void multiply(int tile);
  FB_INLINE void multiply_keys(float (&s)[KEYS / 2]) const;
  FB_INLINE void multiply_values();
  FB_INLINE void begin(int step);
  template <bool MASKED> FB_INLINE void advance(int step);
  template <bool MASKED> FB_INLINE void weigh(float (&s)[KEYS / 2], int step);
  FB_INLINE void hold(const float (&s)[KEYS / 2]);
  FB_INLINE void divide();
  template <int N>
  FB_INLINE float log_sum(int slab, int i) const;
  FB_INLINE void end() const {}
};

FB_ATTENTION_TEMPLATE FB_INLINE FB_ATTENTION::fb_attention(fb_product_matrix<T> q, fb_product_matrix<T> k,
                                                           fb_product_matrix<T> v, fb_attention_sizes sizes,
                                                           Scores scores, unsigned *queue)
    : q(q), k(k), v(v), sizes(sizes), tiles(sizes), scores(scores), queue(queue) {
  unsigned memory = ((unsigned)__cvta_generic_to_shared(fb_product_memory) + 1023) & ~1023u;
  unsigned slabs = memory + Q_BYTES + 2 * STAGES * STAGE_BYTES, barriers = slabs + GROUPS * 64 * 64 * 4;
  rows = {memory, barriers, barriers + 8, 0, 0};
  keys = {memory + Q_BYTES, barriers + 16, barriers + 16 + 8 * STAGES, 0, 0};
  values = {keys.memory + STAGES * STAGE_BYTES, keys.full + 16 * STAGES, keys.empty + 16 * STAGES, 0, 0};
  note = barriers + 16 * (1 + 2 * STAGES);
  group = __shfl_sync(~0u, threadIdx.x / 128, 0);
  own = slabs + threadIdx.x / 32 * (64 * 64);
  logs = note + 16 + threadIdx.x / 32 * 64;
  left = 0;
  if (threadIdx.x == 0) {
    for (int i = 0; i < 1 + 2 * STAGES; i++) { // all full ones have one arrival, all empty ones one of each warp
      unsigned full = i == 0 ? rows.full : i <= STAGES ? keys.full + 8 * (i - 1) : values.full + 8 * (i - 1 - STAGES);
      unsigned empty = i == 0 ? rows.empty : i <= STAGES ? keys.empty + 8 * (i - 1) : values.empty + 8 * (i - 1 - STAGES);
      fb_barrier_begin(full, 1), fb_barrier_begin(empty, 4 * GROUPS);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
}

// ---- fetching

FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::fetch_rows(int tile) {
  rows.await_empty();
  asm volatile("st.shared.s32 [%0], %1;" ::"r"(note), "r"(tile) : "memory");
  if (tile >= tiles.count) {
    fb_barrier_arrive<1>(rows.is_full(), 0);
    return;
  }
  tiles.place(tile, top, batch);
  fb_barrier_expect(rows.is_full(), Q_BYTES);
#pragma unroll
  for (int i = 0; i < SLABS; i++)
    fb_copy_box<false>(rows.memory + i * (ROWS * 128), q.map, rows.is_full(),
                       {64 * i, top, q.digit(batch), q.outer_digit(batch)}, q.outer != 0);
  rows.next();
}

FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::fetch_keys(int step) {
  unsigned to = keys.memory + keys.stage * STAGE_BYTES;
  int z = k.digit(batch), w = k.outer_digit(batch);
  keys.await_empty();
  fb_barrier_expect(keys.is_full(), STAGE_BYTES);
#pragma unroll
  for (int i = 0; i < SLABS; i++)
#pragma unroll
    for (int j = 0; j < (K_ACROSS ? KEYS / 64 : 1); j++)
      fb_copy_box<false>(to + i * (KEYS * 128) + j * 8192, k.map, keys.is_full(),
                         {K_ACROSS ? step * KEYS + 64 * j : 64 * i, K_ACROSS ? 64 * i : step * KEYS, z, w}, k.outer != 0);
  keys.next();
}

FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::fetch_values(int step) {
  unsigned to = values.memory + values.stage * STAGE_BYTES;
  int z = v.digit(batch), w = v.outer_digit(batch);
  values.await_empty();
  fb_barrier_expect(values.is_full(), STAGE_BYTES);
#pragma unroll
  for (int i = 0; i < (V_ACROSS ? WIDTH : KEYS) / 64; i++)
    fb_copy_box<false>(to + i * ((V_ACROSS ? KEYS : WIDTH) * 128), v.map, values.is_full(),
                       {V_ACROSS ? 64 * i : step * KEYS + 64 * i, V_ACROSS ? step * KEYS : 0, z, w}, v.outer != 0);
  values.next();
}

// Values come a step behind their keys, as they are read.
FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::fetch() {
  if (GROUPS == 2)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  else
    asm volatile("setmaxnreg.dec.sync.aligned.u32 32;");
  if (threadIdx.x != FETCHER) return;
#pragma unroll 1
  for (int tile = blockIdx.x;; tile = gridDim.x + atomicAdd(queue, 1u)) {
    fetch_rows(tile);
    if (tile >= tiles.count) break;
    fb_key_range all = range();
#pragma unroll 1
    for (int step = all.end - 1; step >= all.begin; step--) {
      fetch_keys(step);
      if (step + 1 < all.end) fetch_values(step + 1);
    }
    fetch_values(all.begin);
  }
  __threadfence();
  if (atomicAdd(queue + 1, 1u) == gridDim.x - 1) queue[0] = queue[1] = 0;
}

// ---- multiplying

FB_ATTENTION_TEMPLATE FB_INLINE int FB_ATTENTION::first() const {
  if (GROUPS == 2)
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  else
    asm volatile("setmaxnreg.inc.sync.aligned.u32 160;");
  if (group == GROUPS - 1) fb_turn_pass(1); // barrier 1 + g is group g's turn
  return taken();
}

FB_ATTENTION_TEMPLATE FB_INLINE int FB_ATTENTION::taken() const {
  int tile = 0;
  rows.await_full();
  if (threadIdx.x % 32 == 0) // who says that the rows are read
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(tile) : "r"(note) : "memory");
  return __shfl_sync(~0u, tile, 0);
}

FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::multiply_keys(float (&s)[KEYS / 2]) const {
  unsigned long long a = fb_matrix_descriptor(rows.memory + group * 8192, 0);
  unsigned long long b = fb_matrix_descriptor(keys.memory + keys.stage * STAGE_BYTES, K_ACROSS ? 8192 : 0);
#pragma unroll
  for (int i = 0; i < WIDTH / 16; i++)
    fb_multiply<T, KEYS, false, K_ACROSS>(s, a + ((i / 4 * (ROWS * 128) + i % 4 * 32) >> 4),
                                          b + ((i / 4 * (KEYS * 128) + i % 4 * (K_ACROSS ? 2048 : 32)) >> 4), i ? 1 : 0);
  fb_multiply_commit();
}

FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::multiply_values() {
  unsigned long long b = fb_matrix_descriptor(values.memory + values.stage * STAGE_BYTES, V_ACROSS ? KEYS * 128 : 0);
#pragma unroll
  for (int i = 0; i < KEYS / 16; i++)
    fb_multiply_held<T, WIDTH, V_ACROSS>(sums[0], weights + 4 * i,
                                         b + ((V_ACROSS ? i * 2048 : i / 4 * (WIDTH * 128) + i % 4 * 32) >> 4));
  fb_multiply_commit();
}

// From products to weights, not divided yet by the sum of the row. A thread has two rows, 8 apart, and of each
// 8 keys two neighbours.
FB_ATTENTION_TEMPLATE template <bool MASKED>
FB_INLINE void FB_ATTENTION::weigh(float (&s)[KEYS / 2], int step) {
  const float unit = Scores::factor() * 1.4426950408889634f; // to powers of two
  int first = step * KEYS + 2 * (threadIdx.x & 3);
#pragma unroll
  for (int h = 0; h < 2; h++) {
    int row = top + threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4 + 8 * h, there = fb_least_of(row, sizes.rows - 1);
    int begin = fb_first_key<Scores>(row) - first, end = fb_last_key<Scores>(row, sizes.keys) - first;
    float largest = most[h], sum[2] = {0, 0};
#pragma unroll
    for (int j = 0; j < KEYS / 4; j++) {
      float &x = s[j / 2 * 4 + 2 * h + j % 2];
      int key = j / 2 * 8 + j % 2;
      x = scores(x, batch, there, MASKED ? fb_least_of(first + key, sizes.keys - 1) : first + key);
      if (MASKED && (key > end || (Scores::HAS_FIRST && key < begin))) x = -FB_INFINITY;
    }
#pragma unroll
    for (int j = 0; j < KEYS / 8; j++)
      largest = fmaxf(largest, fmaxf(s[4 * j + 2 * h], s[4 * j + 2 * h + 1]));
    largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, 1));
    largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, 2));
    float base = largest == -FB_INFINITY ? 0.0f : -largest * unit; // a row without a key so far
    fix[h] = fb_power_hardware(fmaf(most[h], unit, base));
    most[h] = largest;
#pragma unroll
    for (int j = 0; j < KEYS / 4; j++) {
      float &x = s[j / 2 * 4 + 2 * h + j % 2];
      x = fb_power_hardware(fmaf(x, unit, base));
      sum[j % 2] += x;
    }
    total[h] = fmaf(total[h], fix[h], sum[0] + sum[1]);
  }
}

// The sums of the first product lie as the second one takes its first matrix.
FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::hold(const float (&s)[KEYS / 2]) {
#pragma unroll
  for (int j = 0; j < KEYS / 4; j++)
    weights[j] = fb_is_f16<T>::value ? fb_pack_f16(s[2 * j], s[2 * j + 1]) : fb_pack_bf16(s[2 * j], s[2 * j + 1]);
}

// The first step of a tile: there are no weights yet to multiply.
FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::begin(int step) {
  float s[KEYS / 2];
  most[0] = most[1] = -FB_INFINITY, total[0] = total[1] = 0;
#pragma unroll
  for (int j = 0; j < WIDTH / 2; j++)
    sums[0][j] = 0;
  keys.await_full();
  fb_multiply_begin();
  multiply_keys(s);
  fb_multiply_wait<0>();
  fb_pin(s);
  keys.pass_on();
  weigh<true>(s, step);
  hold(s);
}

// The scores of this step beside the sums of the one before.
FB_ATTENTION_TEMPLATE template <bool MASKED>
FB_INLINE void FB_ATTENTION::advance(int step) {
  float s[KEYS / 2];
  keys.await_full();
  fb_turn_wait(1 + group);
  fb_multiply_begin();
  multiply_keys(s);
  values.await_full();
  fb_multiply_begin();
  multiply_values();
  fb_turn_pass(group + 1 == GROUPS ? 1 : 2 + group);
  fb_multiply_wait<1>();
  fb_pin(s);
  keys.pass_on();
  weigh<MASKED>(s, step);
  fb_multiply_wait<0>();
  fb_pin(sums[0]);
  values.pass_on();
#pragma unroll
  for (int j = 0; j < WIDTH / 2; j++)
    sums[0][j] *= fix[j / 2 % 2];
  hold(s);
}

// Of the row of unit `i` of a thread (fb_product_sums::take).
FB_ATTENTION_TEMPLATE template <int N>
FB_INLINE float FB_ATTENTION::log_sum(int, int i) const {
  float value;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(logs + (i * 32 + threadIdx.x % 32) / (64 / N) * 4) : "memory");
  return value;
}

// Of a row without a key all sums are 0: they stay so, or become 0 / 0 (Scores).
FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::divide() {
  if (Scores::LOG_SUMS) __syncwarp(); // those of the tile before are read
#pragma unroll
  for (int h = 0; h < 2; h++) {
    total[h] += __shfl_xor_sync(~0u, total[h], 1);
    total[h] += __shfl_xor_sync(~0u, total[h], 2);
    if (Scores::LOG_SUMS && threadIdx.x % 4 == 0)
      asm volatile("st.shared.f32 [%0], %1;" ::"r"(logs + threadIdx.x % 32 + 32 * h),
                   "f"(fmaf(most[h], Scores::factor(), logf(total[h])))
                   : "memory");
    total[h] = Scores::inverse(total[h]);
  }
#pragma unroll
  for (int j = 0; j < WIDTH / 2; j++)
    sums[0][j] *= total[j / 2 % 2];
}

FB_ATTENTION_TEMPLATE FB_INLINE void FB_ATTENTION::multiply(int tile) {
  tiles.place(tile, top, batch);
  const fb_key_range all = range();
  top += 64 * group;
  int step = all.end - 1;
  asm volatile("" : "+r"(step)); // few steps in a row, known to be few, would want the registers of several
  begin(step--);
#pragma unroll 1
  for (; step >= all.begin && step >= all.end_whole; step--)
    advance<true>(step);
#pragma unroll 1
  for (; step >= all.begin && step >= all.begin_whole; step--)
    advance<false>(step);
  if (Scores::HAS_FIRST)
#pragma unroll 1
    for (; step >= all.begin; step--)
      advance<true>(step);
  rows.pass_on();
  values.await_full();
  fb_multiply_begin();
  multiply_values();
  fb_multiply_wait<0>();
  fb_pin(sums[0]);
  values.pass_on();
  divide();
}
