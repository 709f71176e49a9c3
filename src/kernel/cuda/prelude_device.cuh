// Primitives on the GPU: bits, conversions, shuffles, atomics. prelude_host.h has the same names for the host compiler.
#define FB_INLINE __device__ __forceinline__

FB_INLINE unsigned fb_bits(float x) { return __float_as_uint(x); }
FB_INLINE float fb_float(unsigned bits) { return __uint_as_float(bits); }
FB_INLINE unsigned long long fb_bits64(double x) { return (unsigned long long)__double_as_longlong(x); }
FB_INLINE double fb_double(unsigned long long bits) { return __longlong_as_double((long long)bits); }

// f16 and bf16, one or two in a word; to the nearest, ties to even.
FB_INLINE float fb_from_f16(unsigned short bits) {
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
}
#if __CUDA_ARCH__ >= 800
FB_INLINE unsigned fb_pack_f16(float low, float high) {
  unsigned word;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  return word;
}
FB_INLINE unsigned fb_pack_bf16(float low, float high) {
  unsigned word;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  return word;
}
#else // one at a time; bf16 in the bits, where a carry goes into the exponent
FB_INLINE unsigned fb_one_f16(float x) {
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
}
FB_INLINE unsigned fb_one_bf16(float x) {
  const unsigned bits = fb_bits(x);
  return x != x ? 0x7fffu : (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
}
FB_INLINE unsigned fb_pack_f16(float low, float high) { return fb_one_f16(low) | fb_one_f16(high) << 16; }
FB_INLINE unsigned fb_pack_bf16(float low, float high) { return fb_one_bf16(low) | fb_one_bf16(high) << 16; }
#endif

// N 32-bit words of aligned memory.
template <int N> struct fb_words { unsigned at[N]; };
template <int N> FB_INLINE fb_words<N> fb_load_words(const void *p) {
  fb_words<N> words;
  if constexpr (N == 1) words.at[0] = *(const unsigned *)p;
  if constexpr (N == 2) {
    uint2 v = *(const uint2 *)p;
    words.at[0] = v.x, words.at[1] = v.y;
  }
  if constexpr (N % 4 == 0) {
#pragma unroll
    for (int i = 0; i < N; i += 4) {
      uint4 v = ((const uint4 *)p)[i / 4];
      words.at[i] = v.x, words.at[i + 1] = v.y, words.at[i + 2] = v.z, words.at[i + 3] = v.w;
    }
  }
  return words;
}
// Past the first-level cache: what nobody reads again need not displace anything there.
template <int N> FB_INLINE fb_words<N> fb_load_words_once(const void *p) {
  fb_words<N> words;
  if constexpr (N == 1) asm("ld.global.L1::no_allocate.u32 %0, [%1];" : "=r"(words.at[0]) : "l"(p));
  if constexpr (N == 2) asm("ld.global.L1::no_allocate.v2.u32 {%0, %1}, [%2];" : "=r"(words.at[0]), "=r"(words.at[1]) : "l"(p));
  if constexpr (N % 4 == 0) {
#pragma unroll
    for (int i = 0; i < N; i += 4)
      asm("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
          : "=r"(words.at[i]), "=r"(words.at[i + 1]), "=r"(words.at[i + 2]), "=r"(words.at[i + 3])
          : "l"((const uint4 *)p + i / 4));
  }
  return words;
}
// For the next tile of a block. A warp has six counters for what it waits for; a load that the compiler moves in between shuffles can end
// up sharing theirs, and then each tile waits for memory in the middle. Loads that it takes for more than loads come before the shuffles.
// `once`: whole vectors pass by the first-level cache.
template <int N, bool once> FB_INLINE fb_words<N> fb_load_words_ahead(const void *p) {
  fb_words<N> words;
  if constexpr (N == 1) asm volatile("ld.global.u32 %0, [%1];" : "=r"(words.at[0]) : "l"(p));
  if constexpr (N == 2) asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(words.at[0]), "=r"(words.at[1]) : "l"(p));
  if constexpr (N % 4 == 0) {
#pragma unroll
    for (int i = 0; i < N; i += 4) {
      unsigned *to = words.at + i;
      const uint4 *from = (const uint4 *)p + i / 4;
      if constexpr (once)
        asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "l"(from));
      else
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "l"(from));
    }
  }
  return words;
}
// Of memory that nobody writes while the kernel runs: the compiler may load it ahead of stores.
template <int N> FB_INLINE fb_words<N> fb_load_fixed_words(const void *p) {
  fb_words<N> words;
  if constexpr (N == 1) words.at[0] = __ldg((const unsigned *)p);
  if constexpr (N == 2) {
    const uint2 v = __ldg((const uint2 *)p);
    words.at[0] = v.x, words.at[1] = v.y;
  }
  if constexpr (N % 4 == 0) {
#pragma unroll
    for (int i = 0; i < N; i += 4) {
      const uint4 v = __ldg((const uint4 *)p + i / 4);
      words.at[i] = v.x, words.at[i + 1] = v.y, words.at[i + 2] = v.z, words.at[i + 3] = v.w;
    }
  }
  return words;
}
// At any place: the aligned words around them, shifted into place; 8 bytes at a time, which leaves one choice of words and one shift.
// All accesses hold some of the words asked for.
template <int N> FB_INLINE fb_words<N> fb_load_words_unaligned(const void *p) {
  constexpr int part = N < 4 ? N : 4, each = part < 2 ? part : 2, loads = part / each + 1;
  fb_words<N> words;
#pragma unroll
  for (int i = 0; i < N; i += part) {
    const unsigned long long at = (unsigned long long)p + i * 4, grain = each * 4;
    unsigned around[loads * each];
#pragma unroll
    for (int j = 0; j < loads; j++) {
      const unsigned long long from = j + 1 < loads ? at + j * grain : at + part * 4 - 1;
      const fb_words<each> some = fb_load_words<each>((const void *)(from & ~(grain - 1)));
#pragma unroll
      for (int k = 0; k < each; k++) around[j * each + k] = some.at[k];
    }
    if constexpr (each == 2) {
#pragma unroll
      for (int j = 0; j <= part; j++)
        if (at & 4) around[j] = around[j + 1];
    }
#pragma unroll
    for (int j = 0; j < part; j++) words.at[i + j] = __funnelshift_r(around[j], around[j + 1], (unsigned)at % 4 * 8);
  }
  return words;
}
// The aligned words around 4 words that lie `behind` bytes after the first of them. All accesses hold some of the words asked for.
FB_INLINE fb_words<8> fb_load_words_around(const void *p, int behind) {
  const char *from = (const char *)p - behind;
  const fb_words<4> low = fb_load_words<4>(from), high = fb_load_words<4>(from + (behind ? 16 : 0));
  return {{low.at[0], low.at[1], low.at[2], low.at[3], high.at[0], high.at[1], high.at[2], high.at[3]}};
}
// Of those words only the ones that hold it, where it begins in word `first`: 16 bytes and at most 8 more.
template <int first> FB_INLINE fb_words<8> fb_load_words_around(const void *p, int behind) {
  const char *from = (const char *)p - behind;
  fb_words<8> words = {};
  const fb_words<4> most = fb_load_words<4>(from + first / 2 * 16);
#pragma unroll
  for (int i = 0; i < 4; i++) words.at[first / 2 * 4 + i] = most.at[i];
  if constexpr (first == 0) words.at[4] = fb_load_words<1>(from + (behind ? 16 : 12)).at[0];
  if constexpr (first == 3) words.at[3] = fb_load_words<1>(from + 12).at[0];
  if constexpr (first == 1 || first == 2) {
    constexpr int at = first == 1 ? 4 : 2;
    const fb_words<2> rest = fb_load_words<2>(from + at * 4);
    words.at[at] = rest.at[0], words.at[at + 1] = rest.at[1];
  }
  return words;
}
// When what is stored leaves the second-level cache: in turn with all else, after it, or before it. The numbers are what
// createpolicy.fractional gives for L2::evict_last and L2::evict_first of all accesses.
enum fb_leaving { fb_leaves_in_turn, fb_leaves_last, fb_leaves_first };
template <fb_leaving leaving> FB_INLINE void *fb_marked(void *p) {
#if __CUDA_ARCH__ >= 800
  if constexpr (leaving == fb_leaves_last) return __nv_associate_access_property(p, 0x14F0000000000000ull);
  if constexpr (leaving == fb_leaves_first) return __nv_associate_access_property(p, 0x12F0000000000000ull);
#endif
  return p;
}
template <fb_leaving leaving = fb_leaves_in_turn, int N> FB_INLINE void fb_store_words(void *p, const fb_words<N> &words) {
  p = fb_marked<leaving>(p);
  if constexpr (N == 1) *(unsigned *)p = words.at[0];
  if constexpr (N == 2) *(uint2 *)p = make_uint2(words.at[0], words.at[1]);
  if constexpr (N % 4 == 0) {
#pragma unroll
    for (int i = 0; i < N; i += 4)
      ((uint4 *)p)[i / 4] = make_uint4(words.at[i], words.at[i + 1], words.at[i + 2], words.at[i + 3]);
  }
}
template <class S> FB_INLINE S fb_load_one(const S *p) { return *p; }
template <class S> FB_INLINE void fb_store_one(S *p, S value) { *p = value; }

// 16, or 0xffff0000, in a way that the compiler cannot see (blocks have one layer): different for every pass.
template <int pass> FB_INLINE unsigned fb_sixteen() {
  return 16 | (pass % 4 == 0 ? threadIdx.y : pass % 4 == 1 ? threadIdx.z : pass % 4 == 2 ? blockIdx.y : blockIdx.z);
}
// x, in such a way.
template <int pass> FB_INLINE int fb_again(int x) { return x + (int)(fb_sixteen<pass>() - 16); }
FB_INLINE void fb_hide(unsigned &word) { asm volatile("" : "+r"(word)); }
FB_INLINE void fb_hide(float &x) { asm volatile("" : "+f"(x)); }
FB_INLINE unsigned fb_shuffle_xor(unsigned word, int mask) { return __shfl_xor_sync(0xffffffffu, word, mask); }
FB_INLINE unsigned fb_shuffle_from(unsigned word, int lane) { return __shfl_sync(0xffffffffu, word, lane); }
FB_INLINE unsigned fb_shuffle_up_word(unsigned word, int distance) { return __shfl_up_sync(0xffffffffu, word, distance); }
// Shared memory that is not part of the program: more than 48 KB of it are possible.
#define FB_DYNAMIC_SHARED(name, bytes) extern __shared__ __align__(16) unsigned char name[]
// Copies from memory to shared memory that go on while the thread does something else, and are done once it has waited for them.
// GPUs before sm_80 have none: there the thread copies itself (no rule chooses to).
#if __CUDA_ARCH__ >= 800
template <int bytes> FB_INLINE void fb_copy_bytes(void *to, const void *from) {
  const unsigned there = (unsigned)__cvta_generic_to_shared(to);
  if constexpr (bytes % 16 == 0) {
#pragma unroll
    for (int i = 0; i < bytes; i += 16)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(there + i), "l"((const char *)from + i) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(there), "l"(from), "n"(bytes) : "memory");
  }
}
FB_INLINE void fb_await_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }
// Copies in groups: closes one; waits for all but the `last` ones that were closed.
FB_INLINE void fb_commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int last> FB_INLINE void fb_await_copies() { asm volatile("cp.async.wait_group %0;" ::"n"(last) : "memory"); }
#else
template <int bytes> FB_INLINE void fb_copy_bytes(void *to, const void *from) {
  constexpr int words = bytes / 4;
#pragma unroll
  for (int i = 0; i < words; i++) ((unsigned *)to)[i] = ((const unsigned *)from)[i];
}
FB_INLINE void fb_await_copies() {}
FB_INLINE void fb_commit_copies() {}
template <int last> FB_INLINE void fb_await_copies() {}
#endif
// The blocks of a cluster: a barrier in two parts, and words of another block's shared memory, where `own` lies in this block's.
FB_INLINE void fb_cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
FB_INLINE void fb_cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
FB_INLINE void fb_store_remote(unsigned *own, unsigned rank, unsigned word) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(own)), "r"(rank));
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there), "r"(word) : "memory");
}
// Past the first-level cache, where other blocks' writes are seen.
template <int N> FB_INLINE fb_words<N> fb_load_words_of_blocks(const unsigned *p) {
  fb_words<N> words;
  if constexpr (N == 1) words.at[0] = __ldcg(p);
  if constexpr (N == 4) {
    const uint4 v = __ldcg((const uint4 *)p);
    words.at[0] = v.x, words.at[1] = v.y, words.at[2] = v.z, words.at[3] = v.w;
  }
  return words;
}
// NaN if either is.
#if __CUDA_ARCH__ >= 800
FB_INLINE float fb_max_nan(float a, float b) {
  float most;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(most) : "f"(a), "f"(b));
  return most;
}
FB_INLINE float fb_min_nan(float a, float b) {
  float least;
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(least) : "f"(a), "f"(b));
  return least;
}
#else
FB_INLINE float fb_max_nan(float a, float b) { return a > b || a != a ? a : b; }
FB_INLINE float fb_min_nan(float a, float b) { return a < b || a != a ? a : b; }
#endif
// 2 to the power of x; 0 where that is below 2^-126. exp(x) is 2 to the power of x / ln 2.
FB_INLINE float fb_power_hardware(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
FB_INLINE float fb_exp_hardware(float x) { return fb_power_hardware(x * 1.4426950408889634f); }
// At most 1 unit in the last place off.
FB_INLINE float fb_sqrt_hardware(float x) {
  float y;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
// Of x half turns.
FB_INLINE void fb_sincospi(float x, float &sine, float &cosine) { sincospif(x, &sine, &cosine); }
// 1 / x for x of ordinary size, at most 1 unit in the last place off.
FB_INLINE float fb_reciprocal(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
FB_INLINE double fb_reciprocal(double x) { return 1.0 / x; }
// The number of the thread. The compiler learns that there are no more than `threads`: loops over places that each thread visits once it
// would unroll else, and code that runs once costs as long as it takes to fetch it.
template <int threads> FB_INLINE int fb_thread() {
  const int thread = threadIdx.x;
  __builtin_assume(0 <= thread && thread < threads);
  return thread;
}
// A barrier of the `lanes` threads of a row, whole warps; a block has at most 15 such rows beside its own barrier.
template <int lanes> FB_INLINE void fb_sync_row() {
  asm volatile("bar.sync %0, %1;" ::"r"((int)threadIdx.x / lanes + 1), "n"(lanes) : "memory");
}
// Counts an arrival; the last of `count` leaves the counter at zero.
FB_INLINE unsigned fb_arrive(unsigned *counter, unsigned count) { return atomicInc(counter, count - 1); }
// Orders what a thread of the block did before it and does after it for whoever learns of that through memory (release and acquire);
// lighter than __threadfence, which agrees with all such fences on one order.
FB_INLINE void fb_fence() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }
// Until another block sets it to zero: then what was written before can be read.
FB_INLINE void fb_await_zero(const unsigned *counter) {
  for (;;) {
    unsigned count;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(count) : "l"(counter) : "memory");
    if (!count) return;
    __nanosleep(20);
  }
}
FB_INLINE void fb_atomic_add(float *p, float x) { atomicAdd(p, x); }
FB_INLINE void fb_atomic_add(double *p, double x) { atomicAdd(p, x); }
FB_INLINE void fb_atomic_add(int *p, long long x) { atomicAdd(p, (int)x); }
FB_INLINE void fb_atomic_add(long long *p, long long x) { atomicAdd((unsigned long long *)p, (unsigned long long)x); }
// N neighbouring floats, or N words of 16-bit ones, in one access: several, and bf16, from compute capability 9.0 on.
#define FB_ADDS_VECTORS (__CUDA_ARCH__ >= 900)
#if FB_ADDS_VECTORS
template <int N> FB_INLINE void fb_add_floats(float *p, const float *x) {
  if constexpr (N == 2) asm volatile("red.global.add.v2.f32 [%0], {%1, %2};" ::"l"(p), "f"(x[0]), "f"(x[1]) : "memory");
  if constexpr (N == 4)
    asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(p), "f"(x[0]), "f"(x[1]), "f"(x[2]), "f"(x[3]) : "memory");
}
#endif
#define FB_ADD_WORDS(name, type)                                                                                              \
  template <int N> FB_INLINE void name(void *p, const unsigned *x) {                                                           \
    if constexpr (N == 1) asm volatile("red.global.add.noftz." type " [%0], %1;" ::"l"(p), "r"(x[0]) : "memory");               \
    if constexpr (N == 2)                                                                                                      \
      asm volatile("red.global.add.noftz.v2." type " [%0], {%1, %2};" ::"l"(p), "r"(x[0]), "r"(x[1]) : "memory");               \
    if constexpr (N == 4)                                                                                                      \
      asm volatile("red.global.add.noftz.v4." type " [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(x[0]), "r"(x[1]), "r"(x[2]),         \
                   "r"(x[3]) : "memory");                                                                                      \
  }
FB_ADD_WORDS(fb_add_f16_words, "f16x2")
#if FB_ADDS_VECTORS
FB_ADD_WORDS(fb_add_bf16_words, "bf16x2")
#endif
#undef FB_ADD_WORDS

#define FB_INFINITY __int_as_float(0x7f800000)
#define FB_NAN __int_as_float(0x7fffffff)
