// Microbenchmarks of calibration. The sizes of the work (ROUNDS, CHAINS, ...) stand before this text as an enum, from the program's table,
// and the prelude of generated kernels before that: reductions are timed as those do them.
//
// Some kernels time themselves: a block's first thread writes how many clocks and nanoseconds its block took. The others are timed from
// outside. What they compute is stored only under a condition that never holds but that the compiler cannot know.

struct Sample {
  long long clocks, ns;
};

__device__ inline long long nanoseconds() {
  long long time;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
  return time;
}

// Runs `body` in all threads of the block together.
template <typename Body> __device__ inline void sample(Sample *samples, Body body) {
  __syncthreads();
  const long long ns = nanoseconds(), clocks = clock64();
  body();
  __syncthreads();
  if (threadIdx.x == 0) samples[blockIdx.x] = Sample{clock64() - clocks, nanoseconds() - ns};
}

// ---- launching

extern "C" __global__ void fusebox_empty(Sample *samples) {}

// ---- pipes: CHAINS independent chains in each thread, ROUNDS steps each

template <typename T, typename Step> __device__ inline void run_chains(Sample *samples, T *data, Step step) {
  T x[CHAINS];
#pragma unroll
  for (int k = 0; k < CHAINS; k++) x[k] = data[threadIdx.x + k];
  sample(samples, [&] {
#pragma unroll 16
    for (int i = 0; i < ROUNDS; i++) {
#pragma unroll
      for (int k = 0; k < CHAINS; k++) x[k] = step(x[k]);
    }
  });
  T sum = x[0];
#pragma unroll
  for (int k = 1; k < CHAINS; k++) sum += x[k];
  if (sum == (T)123456789) data[threadIdx.x] = sum;
}

extern "C" __global__ void fusebox_fma(Sample *samples, float *data) {
  const float a = data[0], b = data[1];
  run_chains(samples, data, [&](float x) { return fmaf(x, a, b); });
}

extern "C" __global__ void fusebox_mufu(Sample *samples, float *data) {
  run_chains(samples, data, [&](float x) {
    asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
  });
}

// A logical operation of three inputs: what the integer pipe alone can do (additions and shifts are in part done by the floating-point
// pipe). In assembly, where the compiler cannot fold one step into the next.
__device__ inline int logical(int x, int a, int b) {
  asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(x) : "r"(a), "r"(b));
  return x;
}

extern "C" __global__ void fusebox_integer(Sample *samples, int *data) {
  const int a = data[0], b = data[1];
  run_chains(samples, data, [&](int x) { return logical(x, a, b); });
}

extern "C" __global__ void fusebox_fp64(Sample *samples, double *data) {
  const double a = data[0], b = data[1];
  run_chains(samples, data, [&](double x) { return fma(x, a, b); });
}

// Two of floating point to one of logic: neither pipe alone could be given so many.
extern "C" __global__ void fusebox_issue(Sample *samples, float *data) {
  const float a = data[0], b = data[1];
  const int c = __float_as_int(data[2]), d = __float_as_int(data[3]);
  int y[CHAINS];
#pragma unroll
  for (int k = 0; k < CHAINS; k++) y[k] = __float_as_int(data[threadIdx.x + k]);
  float x[CHAINS];
#pragma unroll
  for (int k = 0; k < CHAINS; k++) x[k] = data[threadIdx.x + k];
  sample(samples, [&] {
#pragma unroll 16
    for (int i = 0; i < ROUNDS; i++) {
#pragma unroll
      for (int k = 0; k < CHAINS; k++) {
        x[k] = fmaf(x[k], a, b);
        if (k % 2) y[k] = logical(y[k], c, d);
      }
    }
  });
  float sum = 0;
#pragma unroll
  for (int k = 0; k < CHAINS; k++) sum += x[k] + __int_as_float(y[k]);
  if (sum == 123456789) data[threadIdx.x] = sum;
}

// ---- latencies

// One warp, each operation waiting for the one before.
extern "C" __global__ void fusebox_dependent(Sample *samples, float *data) {
  const float a = data[0], b = data[1];
  float x = data[threadIdx.x];
  sample(samples, [&] {
#pragma unroll 256
    for (int i = 0; i < ROUNDS; i++) x = fmaf(x, a, b);
  });
  if (x == 123456789) data[0] = x;
}

// A cycle through CHASE_PLACES places of memory, CHASE_STRIDE words apart and never neighbours of one another.
extern "C" __global__ void fusebox_chase_make(unsigned *next) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < CHASE_PLACES) next[i * CHASE_STRIDE] = (i + CHASE_STEP) % CHASE_PLACES * CHASE_STRIDE;
}

extern "C" __global__ void fusebox_chase(Sample *samples, unsigned *next) {
  unsigned at = 0;
  sample(samples, [&] {
    for (int i = 0; i < CHASE_HOPS; i++) at = next[at];
  });
  if (at == 123456789u) next[0] = at;
}

// What a loop waits for its loads while others load as well, here 16 KiB on each SM at a time: each thread a vector, then all of the block
// together.
extern "C" __global__ void fusebox_wait(Sample *samples, const uint4 *data) {
  const uint4 *mine = data + (long long)blockIdx.x * (WAIT_ROUNDS * 256) + threadIdx.x;
  int seen = 0;
  sample(samples, [&] {
    for (int i = 0; i < WAIT_ROUNDS; i++) {
      const uint4 v = mine[i * 256];
      seen += __syncthreads_or((v.x & v.y & v.z & v.w) == 123456789u);
    }
  });
  if (seen == 123456789) samples[blockIdx.x].ns = seen;
}

// Reductions over a block of 256, one after another, as generated kernels do them.
extern "C" __global__ void fusebox_combine(Sample *samples, float *data) {
  __shared__ fb_sum<float> partials[2][8];
  fb_sum<float> mine;
  mine.value = data[threadIdx.x];
  sample(samples, [&] {
    for (int i = 0; i < COMBINE_ROUNDS; i++) fb_reduce_row<256>(mine, partials[i % 2]);
  });
  if (mine.value == 123456789) data[threadIdx.x] = mine.value;
}

// ---- the L2 cache: CACHE_BYTES that fit into it, passed over a few or many times, the difference being the work

__device__ inline unsigned cached_place(unsigned i, int pass, unsigned count) { // another multiprocessor's in every pass
  return (i + pass * 5003u * 256u) % count;
}

template <int passes> __device__ inline void read_cached(uint4 *data) {
  const unsigned count = CACHE_BYTES / 16, threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned seen = 0;
  for (int pass = 0; pass < passes; pass++) {
#pragma unroll 4
    for (unsigned i = first; i < count; i += threads) {
      const uint4 v = __ldcg(data + cached_place(i, pass, count));
      seen |= v.x & v.y & v.z & v.w;
    }
  }
  if (seen == 123456789u) data[first].x = seen;
}

// A word of every 128-byte line.
template <int passes> __device__ inline void touch_lines(float *data) {
  const unsigned count = CACHE_BYTES / 128, threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  float seen = 0;
  for (int pass = 0; pass < passes; pass++) {
#pragma unroll 4
    for (unsigned i = first; i < count; i += threads) seen += __ldcg(data + cached_place(i, pass, count) * 32);
  }
  if (seen == 123456789) data[first] = seen;
}

template <int passes> __device__ inline void store_lines(float *data) {
  const unsigned count = CACHE_BYTES / 128, threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int pass = 0; pass < passes; pass++)
    for (unsigned i = first; i < count; i += threads) data[cached_place(i, pass, count) * 32] = (float)pass;
}

// Threads add to words that are `stride` apart.
template <int passes, int stride> __device__ inline void add_words(float *data) {
  const unsigned count = CACHE_BYTES / 4 / stride, threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int pass = 0; pass < passes; pass++)
    for (unsigned i = first; i < count; i += threads) atomicAdd(data + cached_place(i, pass, count) * stride, 1.0f);
}

extern "C" __global__ void fusebox_read_cached_few(uint4 *data) { read_cached<FEW_PASSES>(data); }
extern "C" __global__ void fusebox_read_cached_many(uint4 *data) { read_cached<MANY_PASSES>(data); }
extern "C" __global__ void fusebox_touch_lines_few(float *data) { touch_lines<FEW_PASSES>(data); }
extern "C" __global__ void fusebox_touch_lines_many(float *data) { touch_lines<MANY_PASSES>(data); }
extern "C" __global__ void fusebox_store_lines_few(float *data) { store_lines<FEW_PASSES>(data); }
extern "C" __global__ void fusebox_store_lines_many(float *data) { store_lines<MANY_PASSES>(data); }
extern "C" __global__ void fusebox_add_words_few(float *data) { add_words<FEW_PASSES, 1>(data); }
extern "C" __global__ void fusebox_add_words_many(float *data) { add_words<MANY_PASSES, 1>(data); }
extern "C" __global__ void fusebox_add_sectors_few(float *data) { add_words<FEW_PASSES, 8>(data); }
extern "C" __global__ void fusebox_add_sectors_many(float *data) { add_words<MANY_PASSES, 8>(data); }

// ---- DRAM: the grid says how much

__device__ inline long long vector_index() { return (long long)blockIdx.x * blockDim.x + threadIdx.x; }

// One vector a thread.
extern "C" __global__ void fusebox_copy(const uint4 *from, uint4 *to) { to[vector_index()] = from[vector_index()]; }

extern "C" __global__ void fusebox_write(uint4 *to) { to[vector_index()] = make_uint4(1, 2, 3, 4); }

// Eight vectors a thread, of which all are under way together.
extern "C" __global__ void fusebox_read(uint4 *from) {
  const uint4 *mine = from + (long long)blockIdx.x * (8 * 256) + threadIdx.x;
  uint4 v[8];
#pragma unroll
  for (int k = 0; k < 8; k++) v[k] = mine[k * 256];
  unsigned seen = 0;
#pragma unroll
  for (int k = 0; k < 8; k++) seen |= v[k].x & v[k].y & v[k].z & v[k].w;
  if (seen == 123456789u) from[0].x = seen;
}

// A copy whose blocks go on through all of it and time themselves: the clock while memory is busy.
extern "C" __global__ void fusebox_copy_sampled(Sample *samples, const uint4 *from, uint4 *to) {
  sample(samples, [&] {
    for (long long i = vector_index(); i < DRAM_BYTES / 16; i += (long long)gridDim.x * blockDim.x) to[i] = from[i];
  });
}

// ---- memory and arithmetic at once: so many multiply-adds for each of four floats

template <int rounds> __device__ inline float4 worked(float4 v) {
#pragma unroll
  for (int i = 0; i < rounds; i++) {
    v.x = fmaf(v.x, 0.999f, 0.001f);
    v.y = fmaf(v.y, 0.999f, 0.001f);
    v.z = fmaf(v.z, 0.999f, 0.001f);
    v.w = fmaf(v.w, 0.999f, 0.001f);
  }
  return v;
}

template <int rounds> __device__ inline void copy_worked(const float4 *from, float4 *to) {
  to[vector_index()] = worked<rounds>(from[vector_index()]);
}

// The same work on what the L1 cache holds, and nothing stored.
template <int rounds> __device__ inline void only_work(const float4 *from, float4 *to) {
  const float4 v = worked<rounds>(from[threadIdx.x]);
  if (v.x + v.y + v.z + v.w == 123456789) to[vector_index()] = v;
}

extern "C" __global__ void fusebox_copy_work_light(const float4 *from, float4 *to) { copy_worked<LIGHT_WORK>(from, to); }
extern "C" __global__ void fusebox_copy_work_even(const float4 *from, float4 *to) { copy_worked<EVEN_WORK>(from, to); }
extern "C" __global__ void fusebox_copy_work_heavy(const float4 *from, float4 *to) { copy_worked<HEAVY_WORK>(from, to); }
extern "C" __global__ void fusebox_work_light(const float4 *from, float4 *to) { only_work<LIGHT_WORK>(from, to); }
extern "C" __global__ void fusebox_work_even(const float4 *from, float4 *to) { only_work<EVEN_WORK>(from, to); }
extern "C" __global__ void fusebox_work_heavy(const float4 *from, float4 *to) { only_work<HEAVY_WORK>(from, to); }

// ---- waves: blocks that hold an SM for WAVE_CLOCKS each

extern "C" __global__ void fusebox_wave(Sample *samples) {
  const long long start = clock64();
  while (clock64() - start < WAVE_CLOCKS) {
  }
  if (start == 123456789) samples[0].ns = start;
}
