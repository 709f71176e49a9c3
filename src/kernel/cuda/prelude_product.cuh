// Matrix products on the tensor cores of compute capability 9.0: a ring of stages in shared memory that one
// thread fills by bulk tensor copies, and two groups of 128 threads that either take tiles in turn (ping-pong),
// so that one works on what its sums become while the other multiplies, or have half of the rows of every tile
// each (cooperative). PTX ISA 8.0: wgmma, cp.async.bulk.tensor, mbarrier.

static FB_INLINE void fb_barrier_begin(unsigned barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
}
static FB_INLINE void fb_barrier_wait(unsigned barrier, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra READY;\n"
               "bra AGAIN;\nREADY:\n}" ::"r"(barrier), "r"(parity) : "memory");
}
static FB_INLINE void fb_barrier_expect(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
static FB_INLINE void fb_prefetch_map(const fb_tensor_map *map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}
// At the same barrier of block `rank` of the cluster. Nothing was written that others wait for: to release it
// to the cluster would cost a third of the speed.
template <int CLUSTER>
static FB_INLINE void fb_barrier_arrive(unsigned barrier, unsigned rank) {
  if (CLUSTER == 1)
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
  else
    asm volatile("{\n.reg .u32 r;\nmapa.shared::cluster.u32 r, %0, %1;\nmbarrier.arrive.shared::cluster.b64 _, [r];\n}"
                 ::"r"(barrier), "r"(rank) : "memory");
}
#define FB_COPY_BOX ".shared::cluster.global.mbarrier::complete_tx::bytes"
// (x, y) of a matrix, which is (z) or, where its map has one dim more (DEEP), (z, w) of all.
struct fb_box {
  int x, y, z, w;
};
template <bool CLUSTER>
static FB_INLINE void fb_copy_box(unsigned to, const fb_tensor_map *map, unsigned barrier, fb_box at, bool deep,
                                  unsigned short blocks = 0) { // to those of the cluster that `blocks` has a bit for
  if (!CLUSTER && !deep)
    asm volatile("cp.async.bulk.tensor.3d" FB_COPY_BOX " [%0], [%1, {%3, %4, %5}], [%2];"
                 ::"r"(to), "l"(map), "r"(barrier), "r"(at.x), "r"(at.y), "r"(at.z) : "memory");
  else if (!CLUSTER)
    asm volatile("cp.async.bulk.tensor.4d" FB_COPY_BOX " [%0], [%1, {%3, %4, %5, %6}], [%2];"
                 ::"r"(to), "l"(map), "r"(barrier), "r"(at.x), "r"(at.y), "r"(at.z), "r"(at.w) : "memory");
  else if (!deep)
    asm volatile("cp.async.bulk.tensor.3d" FB_COPY_BOX ".multicast::cluster [%0], [%1, {%3, %4, %5}], [%2], %6;"
                 ::"r"(to), "l"(map), "r"(barrier), "r"(at.x), "r"(at.y), "r"(at.z), "h"(blocks) : "memory");
  else
    asm volatile("cp.async.bulk.tensor.4d" FB_COPY_BOX ".multicast::cluster [%0], [%1, {%3, %4, %5, %6}], [%2], %7;"
                 ::"r"(to), "l"(map), "r"(barrier), "r"(at.x), "r"(at.y), "r"(at.z), "r"(at.w), "h"(blocks) : "memory");
}
static FB_INLINE void fb_turn_wait(int turn) {
  asm volatile("bar.sync %0, 256;" ::"r"(turn) : "memory");
}
// Of both groups, or of the first one alone.
template <bool TOGETHER>
static FB_INLINE void fb_stages_read() {
  asm volatile("bar.sync 5, %0;" ::"n"(TOGETHER ? 256 : 128) : "memory");
}
static FB_INLINE void fb_turn_pass(int turn) {
  asm volatile("bar.arrive %0, 256;" ::"r"(turn) : "memory");
}

FB_INLINE float fb_quotient(float a, float b) {
  float quotient;
  asm("div.full.f32 %0, %1, %2;" : "=f"(quotient) : "f"(a), "f"(b));
  return quotient;
}

// Where a matrix lies in shared memory, in units of 16 bytes, with the 128-byte swizzle. In a cluster the
// address of a block's own memory has its rank in the high bits, which do not belong here.
static FB_INLINE unsigned long long fb_matrix_descriptor(unsigned address, unsigned leading) {
  return (unsigned long long)((address & 0x3ffff) >> 4) | (unsigned long long)(leading >> 4) << 16 |
         (unsigned long long)(1024 >> 4) << 32 | 1ull << 62;
}

// wgmma names its sums one by one: lists of operands are put together here.
#define FB_TEN(t) "%" #t "0,%" #t "1,%" #t "2,%" #t "3,%" #t "4,%" #t "5,%" #t "6,%" #t "7,%" #t "8,%" #t "9,"
#define FB_SUMS_8(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), \
  "+f"(d[i + 6]), "+f"(d[i + 7])
#define FB_SUMS_32(i) FB_SUMS_8(i), FB_SUMS_8(i + 8), FB_SUMS_8(i + 16), FB_SUMS_8(i + 24)
#define FB_WGMMA(n, type, list, a, b, keep, a_turned, b_turned, ...) \
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, " keep ", 0;\nwgmma.mma_async.sync.aligned.m64n" #n "k16.f32." type \
               "." type " {" list "}, " a ", " b ", p, 1, 1, " a_turned ", " b_turned ";\n}" \
               : __VA_ARGS__ \
               : "l"(a_place), "l"(b_place), "r"(keeps), "n"((int)A_ACROSS), "n"((int)B_ACROSS))
#define FB_LIST_64 FB_TEN() FB_TEN(1) FB_TEN(2) "%30,%31"
#define FB_LIST_128 FB_TEN() FB_TEN(1) FB_TEN(2) FB_TEN(3) FB_TEN(4) FB_TEN(5) "%60,%61,%62,%63"
#define FB_LIST_192 FB_TEN() FB_TEN(1) FB_TEN(2) FB_TEN(3) FB_TEN(4) FB_TEN(5) FB_TEN(6) FB_TEN(7) FB_TEN(8) \
  "%90,%91,%92,%93,%94,%95"
#define FB_LIST_256 FB_TEN() FB_TEN(1) FB_TEN(2) FB_TEN(3) FB_TEN(4) FB_TEN(5) FB_TEN(6) FB_TEN(7) FB_TEN(8) \
  FB_TEN(9) FB_TEN(10) FB_TEN(11) "%120,%121,%122,%123,%124,%125,%126,%127"
#define FB_WGMMA_SIZES(type) \
  if constexpr (COLUMNS == 64) \
    FB_WGMMA(64, type, FB_LIST_64, "%32", "%33", "%34", "%35", "%36", FB_SUMS_32(0)); \
  else if constexpr (COLUMNS == 128) \
    FB_WGMMA(128, type, FB_LIST_128, "%64", "%65", "%66", "%67", "%68", FB_SUMS_32(0), FB_SUMS_32(32)); \
  else if constexpr (COLUMNS == 192) \
    FB_WGMMA(192, type, FB_LIST_192, "%96", "%97", "%98", "%99", "%100", FB_SUMS_32(0), FB_SUMS_32(32), \
             FB_SUMS_32(64)); \
  else \
    FB_WGMMA(256, type, FB_LIST_256, "%128", "%129", "%130", "%131", "%132", FB_SUMS_32(0), FB_SUMS_32(32), \
             FB_SUMS_32(64), FB_SUMS_32(96))

template <class T> struct fb_is_f16 { enum { value = 0 }; };
template <> struct fb_is_f16<fb_f16> { enum { value = 1 }; };

// 64 rows by COLUMNS sums, 16 products more for each; `keeps` 0 begins anew.
template <class T, int COLUMNS, bool A_ACROSS, bool B_ACROSS>
static FB_INLINE void fb_multiply(float (&d)[COLUMNS / 2], unsigned long long a_place, unsigned long long b_place,
                                  int keeps) {
  if constexpr (fb_is_f16<T>::value) {
    FB_WGMMA_SIZES("f16");
  } else {
    FB_WGMMA_SIZES("bf16");
  }
}

extern __shared__ unsigned char fb_product_memory[];

// None of the sums is used before what stands in front of this.
template <int N>
FB_INLINE void fb_pin(float (&sums)[N]) {
#pragma unroll
  for (int j = 0; j < N; j++)
    asm volatile("" : "+f"(sums[j])::"memory");
}

// ---- one product

#define FB_GEMM_TEMPLATE \
  template <class T, int ROWS, int COLUMNS, int MATRICES, int STAGES, int CLUSTER, int SPLITS, bool TOGETHER, \
            bool A_ACROSS, bool B_ACROSS>
#define FB_GEMM fb_gemm<T, ROWS, COLUMNS, MATRICES, STAGES, CLUSTER, SPLITS, TOGETHER, A_ACROSS, B_ACROSS>

// The sums of a block's tiles of ROWS x COLUMNS. Of fewer than 64 rows only those are fetched; what is multiplied
// beside them is whatever lies behind, and none of it is a row of the result. TOGETHER: both groups work on every tile. A_ACROSS: the rows of
// the first matrix are neighbours in memory, not what is summed; B_ACROSS: the columns of the second are.
// SPLITS blocks, or pairs of them, sum a part each of one tile's products, and no other tile. Then each has its share
// of the tile's places, and adds up what all have found there, in their order.
// Of two second MATRICES a tile has COLUMNS each, side by side in shared memory, and a slab half of its width.
FB_GEMM_TEMPLATE struct fb_gemm {
  enum : unsigned {
    A_BYTES = (A_ACROSS ? (ROWS + 63) / 64 * 64 : ROWS) * 128, // of a stage: 64 products of each row
    B_BYTES = COLUMNS * MATRICES * 128,
    SLAB_BYTES = 64 * 64 * 4
  };
  // Of a cluster's blocks each fetches its share of the columns; where those come 64 at a time and do not divide
  // so, of what is summed.
  enum { ALL_COLUMNS = COLUMNS * MATRICES, SHARE = ALL_COLUMNS / CLUSTER, DIVIDES_SUMMED = B_ACROSS && SHARE % 64 != 0 };
  // Columns that come in one box.
  enum { BOX = B_ACROSS ? 64 : MATRICES > 1 ? COLUMNS : SHARE };
  enum { WIDE = 64 / MATRICES, HEIGHT = (ROWS + 63) / 64 / (TOGETHER ? 2 : 1), WIDTH = COLUMNS / WIDE };
  enum { SLABS = HEIGHT * WIDTH };
  enum { FETCHER = 256, SUMS = ALL_COLUMNS / 2, BLOCKS = CLUSTER * SPLITS }; // blocks that run together
  const fb_product_matrix<T> rows, columns[MATRICES];
  const fb_product_sizes sizes;
  const fb_product_tiles<ROWS, COLUMNS, CLUSTER> tiles;
  int group, rank, split, begin, steps; // steps from `begin` on are this block's
  int top, left, batch;
  unsigned a, b, own, full, empty; // in shared memory: stages, the warp's part of a slab, a barrier for each stage
  float sums[HEIGHT][SUMS];

  FB_INLINE fb_gemm(fb_product_matrix<T> rows, fb_product_matrix<T> columns, fb_product_sizes sizes);
  FB_INLINE fb_gemm(fb_product_matrix<T> rows, fb_product_matrix<T> columns, fb_product_matrix<T> more,
                    fb_product_sizes sizes);
  FB_INLINE void start();
  FB_INLINE int between() const { return gridDim.x / BLOCKS; } // tiles from one of a block's to its next
  static FB_INLINE void meet();
  // The group that fetches.
  FB_INLINE bool fetches() const { return group == 2; }
  FB_INLINE void fetch();
  FB_INLINE void fetch_stage(int stage, int k) const;
  // The groups that multiply.
  FB_INLINE int first() const;
  FB_INLINE int next(int tile) const { return tile + (TOGETHER ? 1 : 2) * between(); }
  FB_INLINE void multiply(int tile);
  FB_INLINE void multiply_stage(int stage, int begun);
  FB_INLINE void free_stage(int stage) const;
  FB_INLINE void share() const;
  FB_INLINE void end() const;
  // From the tensor cores' order to rows of neighbours.
  template <int SLAB> FB_INLINE void put_slab() const;
  template <int SLAB> FB_INLINE void put_if(int slab) const;
  template <int SLAB> FB_INLINE void put_all() const;
  FB_INLINE void put(int slab) const;
  template <int N> FB_INLINE int row(int slab, int i) const { return top + fb_product_slab<COLUMNS, WIDE>::template row<N>(slab, i); }
  template <int N> FB_INLINE int column(int slab, int i) const { return left + fb_product_slab<COLUMNS, WIDE>::template column<N>(slab, i); }
  // Is slot i of the slab of this block's share?
  template <int N> FB_INLINE bool mine(int slab, int i) const { return (slab * (WIDE / 2 / N) + i) % SPLITS == split; }
  FB_INLINE unsigned place(int slab) const;
  template <int N> FB_INLINE void take_from(float (&out)[N], unsigned warp, unsigned block, int i, int which) const;
  template <int N> FB_INLINE void take(float (&out)[N], int slab, int i, int which = 0) const;
  FB_INLINE float take(int slab, int i, int which = 0) const;
};

FB_GEMM_TEMPLATE FB_INLINE FB_GEMM::fb_gemm(fb_product_matrix<T> rows, fb_product_matrix<T> columns,
                                            fb_product_sizes sizes)
    : rows(rows), columns{columns}, sizes(sizes), tiles(sizes) {
  start();
}

FB_GEMM_TEMPLATE FB_INLINE FB_GEMM::fb_gemm(fb_product_matrix<T> rows, fb_product_matrix<T> columns,
                                            fb_product_matrix<T> more, fb_product_sizes sizes)
    : rows(rows), columns{columns, more}, sizes(sizes), tiles(sizes) {
  start();
}

FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::start() {
  rank = split = begin = 0, steps = (sizes.length + 63) / 64;
  a = ((unsigned)__cvta_generic_to_shared(fb_product_memory) + 1023) & ~1023u;
  b = a + STAGES * A_BYTES;
  unsigned slabs = b + STAGES * B_BYTES;
  full = slabs + 2 * SLAB_BYTES, empty = full + 8 * STAGES;
  group = __shfl_sync(~0u, threadIdx.x / 128, 0);
  own = slabs + threadIdx.x % 256 / 32 * (SLAB_BYTES / 4);
  if (BLOCKS > 1) asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (SPLITS > 1) {
    split = rank / CLUSTER, rank %= CLUSTER;
    begin = steps * split / SPLITS, steps = steps * (split + 1) / SPLITS - begin;
  }
  if (threadIdx.x == FETCHER) {
    fb_prefetch_map(rows.map);
#pragma unroll
    for (int m = 0; m < MATRICES; m++) fb_prefetch_map(columns[m].map);
  }
  if (threadIdx.x == 0) {
    for (int s = 0; s < STAGES; s++)
      fb_barrier_begin(full + 8 * s, 1), fb_barrier_begin(empty + 8 * s, CLUSTER * (TOGETHER ? 8 : 4));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  meet();
}

FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::meet() {
  if (BLOCKS > 1)
    asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
  else
    __syncthreads();
}

// ---- fetching

FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::fetch_stage(int stage, int k) const {
  unsigned barrier = full + 8 * stage, to_a = a + stage * A_BYTES, to_b = b + stage * B_BYTES;
  int z = rows.digit(batch), w = rows.outer_digit(batch);
  fb_barrier_expect(barrier, A_BYTES + B_BYTES); // all of the stage, also what the neighbours send
  if (!A_ACROSS)
    fb_copy_box<false>(to_a, rows.map, barrier, {k, top, z, w}, rows.outer != 0);
  else
#pragma unroll
    for (int j = 0; j < (int)A_BYTES / 8192; j++)
      fb_copy_box<false>(to_a + j * 8192, rows.map, barrier, {top + 64 * j, k, z, w}, rows.outer != 0);
  int first = DIVIDES_SUMMED ? 0 : rank * SHARE; // of the columns of all matrices
  if (DIVIDES_SUMMED) k += rank * (64 / CLUSTER);
  to_b += rank * ((DIVIDES_SUMMED ? 8192 : B_BYTES) / CLUSTER);
#pragma unroll
  for (int j = 0; j < (DIVIDES_SUMMED ? ALL_COLUMNS : SHARE) / BOX; j++) {
    bool second = MATRICES > 1 && first + BOX * j >= COLUMNS;
    const fb_product_matrix<T> &one = columns[0], &other = columns[MATRICES - 1];
    int at = left + first + BOX * j - (second ? COLUMNS : 0);
    fb_box box = {B_ACROSS ? at : k, B_ACROSS ? k : at, second ? other.digit(batch) : one.digit(batch),
                  second ? other.outer_digit(batch) : one.outer_digit(batch)};
    fb_copy_box<(CLUSTER > 1)>(to_b + j * BOX * 128, second ? other.map : one.map, barrier, box, one.outer != 0,
                               ((1 << CLUSTER) - 1) << split * CLUSTER);
  }
}

// One warp goes through the loop, and one thread of it copies.
FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::fetch() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  int stage = 0;
  unsigned parity = 1;
  for (int tile = blockIdx.x / BLOCKS; tile < tiles.count && threadIdx.x < FETCHER + 32; tile += between()) {
    tiles.place(tile, rank, top, left, batch);
#pragma unroll 1
    for (int step = 0; step < steps; step++) {
      fb_barrier_wait(empty + 8 * stage, parity);
      if (threadIdx.x == FETCHER) fetch_stage(stage, (begin + step) * 64);
      __syncwarp();
      if (++stage == STAGES) stage = 0, parity ^= 1;
    }
  }
  if (SPLITS > 1) meet(); // all is multiplied
  if (BLOCKS > 1) meet(); // none leaves while a neighbour may still reach its memory
}

// ---- multiplying

FB_GEMM_TEMPLATE FB_INLINE int FB_GEMM::first() const {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  if (TOGETHER) return blockIdx.x / BLOCKS;
  if (group == 1) fb_turn_pass(3); // barrier 3 + g is group g's turn
  return blockIdx.x / BLOCKS + group * between();
}

FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::free_stage(int stage) const {
  int lane = threadIdx.x % 32;
  if (lane < CLUSTER) fb_barrier_arrive<CLUSTER>(empty + 8 * stage, split * CLUSTER + lane);
}

FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::multiply_stage(int stage, int begun) {
  unsigned part = TOGETHER ? group * (HEIGHT * 8192) : 0;
  unsigned long long a_place = fb_matrix_descriptor(a + part, 0), b_place = fb_matrix_descriptor(b, B_ACROSS ? 8192 : 0);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int k = 0; k < 4; k++)
#pragma unroll
    for (int i = 0; i < HEIGHT; i++)
      fb_multiply<T, ALL_COLUMNS, A_ACROSS, B_ACROSS>(
          sums[i], a_place + ((stage * A_BYTES + i * 8192 + k * (A_ACROSS ? 2048 : 32)) >> 4),
          b_place + ((stage * B_BYTES + k * (B_ACROSS ? 2048 : 32)) >> 4), k ? 1 : begun);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

FB_GEMM_TEMPLATE FB_INLINE void FB_GEMM::multiply(int tile) {
  tiles.place(tile, rank, top, left, batch);
  if (TOGETHER) top += group * (HEIGHT * 64);
  unsigned before = (tile - blockIdx.x / BLOCKS) / between() * steps; // stages that the ring has gone
  int stage = before % STAGES, last = stage;
  unsigned parity = before / STAGES & 1;
  if (!TOGETHER) fb_turn_wait(3 + group);
  for (int step = 0; step < steps; step++) {
    fb_barrier_wait(full + 8 * stage, parity);
    multiply_stage(stage, step);
    if (!TOGETHER && step + 1 == steps && tile + between() < tiles.count) fb_turn_pass(4 - group); // all is issued
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory"); // the stage before this one is read
    if (step) free_stage(last);
    last = stage;
    if (++stage == STAGES) stage = 0, parity ^= 1;
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  free_stage(last);
#pragma unroll
  for (int i = 0; i < HEIGHT; i++)
    fb_pin(sums[i]);
  if (SPLITS > 1) share();
}
