// What emitted kernels use: elements of memory, math, accumulators, reductions, random numbers.

// ---- elements of memory: two of the types need names of their own, and bool takes a byte

struct fb_bf16 { unsigned short bits; };
struct fb_f16 { unsigned short bits; };
struct fb_bool { unsigned char bits; };

FB_INLINE float fb_unpack(fb_bf16 x) { return fb_float((unsigned)x.bits << 16); }
FB_INLINE float fb_unpack(fb_f16 x) { return fb_from_f16(x.bits); }
FB_INLINE bool fb_unpack(fb_bool x) { return x.bits != 0; }
FB_INLINE long long fb_unpack(unsigned char x) { return x; }
FB_INLINE long long fb_unpack(signed char x) { return x; }
FB_INLINE long long fb_unpack(short x) { return x; }
FB_INLINE long long fb_unpack(int x) { return x; }
FB_INLINE long long fb_unpack(long long x) { return x; }
FB_INLINE float fb_unpack(float x) { return x; }
FB_INLINE double fb_unpack(double x) { return x; }

// Integers wrap around, as two's complement does.
template <class T> FB_INLINE void fb_pack(fb_bf16 &to, T x) { to.bits = (unsigned short)fb_pack_bf16((float)x, 0.0f); }
template <class T> FB_INLINE void fb_pack(fb_f16 &to, T x) { to.bits = (unsigned short)fb_pack_f16((float)x, 0.0f); }
template <class T> FB_INLINE void fb_pack(fb_bool &to, T x) { to.bits = x != 0; }
template <class T> FB_INLINE void fb_pack(float &to, T x) { to = (float)x; }
template <class T> FB_INLINE void fb_pack(double &to, T x) { to = (double)x; }
template <class S, class T> FB_INLINE void fb_pack(S &to, T x) { to = (S)(long long)x; }

// Keeping the precision of a smaller type: what a cast does to a value that stays in a register.
FB_INLINE float fb_round_bf16(float x) { return fb_float(fb_pack_bf16(x, 0.0f) << 16); }
FB_INLINE float fb_round_f16(float x) { return fb_from_f16((unsigned short)fb_pack_f16(x, 0.0f)); }

template <class S> FB_INLINE auto fb_load(const S *p) { return fb_unpack(fb_load_one(p)); }
template <class S, class T> FB_INLINE void fb_store(S *p, T x) {
  S element;
  fb_pack(element, x);
  fb_store_one(p, element);
}

// Two 16-bit elements of a word.
template <class T> FB_INLINE void fb_unpack_pair(T &low, T &high, unsigned word, const fb_bf16 *) {
  low = fb_float(word << 16), high = fb_float(word & 0xffff0000u);
}
template <class T> FB_INLINE void fb_unpack_pair(T &low, T &high, unsigned word, const fb_f16 *) {
  low = fb_from_f16((unsigned short)word), high = fb_from_f16((unsigned short)(word >> 16));
}
template <class T> FB_INLINE void fb_unpack_pair(T &low, T &high, unsigned word, const short *) {
  low = (short)word, high = (short)(word >> 16);
}
template <class T> FB_INLINE unsigned fb_pack_pair(T low, T high, const fb_bf16 *) { return fb_pack_bf16((float)low, (float)high); }
template <class T> FB_INLINE unsigned fb_pack_pair(T low, T high, const fb_f16 *) { return fb_pack_f16((float)low, (float)high); }
template <class T> FB_INLINE unsigned fb_pack_pair(T low, T high, const short *) {
  return ((unsigned)(long long)low & 0xffffu) | (unsigned)(long long)high << 16;
}

FB_INLINE unsigned fb_half_bits(fb_bf16 x) { return x.bits; }
FB_INLINE unsigned fb_half_bits(fb_f16 x) { return x.bits; }
FB_INLINE unsigned fb_half_bits(short x) { return (unsigned short)x; }
FB_INLINE unsigned fb_word(float x) { return fb_bits(x); }
FB_INLINE unsigned fb_word(int x) { return (unsigned)x; }
FB_INLINE void fb_unword(float &x, unsigned word) { x = fb_float(word); }
FB_INLINE void fb_unword(int &x, unsigned word) { x = (int)word; }
FB_INLINE unsigned long long fb_word64(double x) { return fb_bits64(x); }
FB_INLINE unsigned long long fb_word64(long long x) { return (unsigned long long)x; }
FB_INLINE void fb_unword64(double &x, unsigned long long word) { x = fb_double(word); }
FB_INLINE void fb_unword64(long long &x, unsigned long long word) { x = (long long)word; }
FB_INLINE void fb_unbyte(fb_bool &x, unsigned byte) { x.bits = (unsigned char)byte; }
FB_INLINE void fb_unbyte(unsigned char &x, unsigned byte) { x = (unsigned char)byte; }
FB_INLINE void fb_unbyte(signed char &x, unsigned byte) { x = (signed char)byte; }
FB_INLINE unsigned fb_byte(fb_bool x) { return x.bits; }
FB_INLINE unsigned fb_byte(unsigned char x) { return x; }
FB_INLINE unsigned fb_byte(signed char x) { return (unsigned char)x; }

// V neighbouring elements by as few accesses as possible; p is aligned to all of them (at most 16 bytes each).
template <int V, class S, class T> FB_INLINE void fb_load(T (&out)[V], const S *p) {
  constexpr int bytes = V * (int)sizeof(S);
  if constexpr (bytes < 4) {
#pragma unroll
    for (int j = 0; j < V; j++) out[j] = fb_load(p + j);
  } else {
    const fb_words<bytes / 4> words = fb_load_words<bytes / 4>(p);
#pragma unroll
    for (int j = 0; j < V; j++) {
      if constexpr (sizeof(S) == 1) {
        S element;
        fb_unbyte(element, words.at[j / 4] >> j % 4 * 8 & 0xffu);
        out[j] = fb_unpack(element);
      } else if constexpr (sizeof(S) == 2) {
        if (j % 2 == 0) fb_unpack_pair(out[j], out[j + 1], words.at[j / 2], p);
      } else if constexpr (sizeof(S) == 4) {
        S element;
        fb_unword(element, words.at[j]);
        out[j] = fb_unpack(element);
      } else {
        S element;
        fb_unword64(element, words.at[2 * j] | (unsigned long long)words.at[2 * j + 1] << 32);
        out[j] = fb_unpack(element);
      }
    }
  }
}

template <int V, class S, class T> FB_INLINE void fb_store(S *p, const T (&in)[V]) {
  constexpr int bytes = V * (int)sizeof(S);
  if constexpr (bytes < 4) {
#pragma unroll
    for (int j = 0; j < V; j++) fb_store(p + j, in[j]);
  } else {
    fb_words<bytes / 4> words = {};
#pragma unroll
    for (int j = 0; j < V; j++) {
      if constexpr (sizeof(S) == 2) {
        if (j % 2 == 0) words.at[j / 2] = fb_pack_pair(in[j], in[j + 1], p);
      } else {
        S element;
        fb_pack(element, in[j]);
        if constexpr (sizeof(S) == 1) words.at[j / 4] |= fb_byte(element) << j % 4 * 8;
        if constexpr (sizeof(S) == 4) words.at[j] = fb_word(element);
        if constexpr (sizeof(S) == 8) {
          const unsigned long long word = fb_word64(element);
          words.at[2 * j] = (unsigned)word, words.at[2 * j + 1] = (unsigned)(word >> 32);
        }
      }
    }
    fb_store_words(p, words);
  }
}

// Of V elements only those from first to below last exist: whole vectors in one access, others element by element (the rest is zero).
template <int V, class S, class T> FB_INLINE void fb_load(T (&out)[V], const S *p, int first, int last) {
  if (first == 0 && last == V) return fb_load(out, p);
#pragma unroll
  for (int j = 0; j < V; j++) {
    out[j] = T(0);
    if (first <= j && j < last) out[j] = fb_load(p + j);
  }
}
template <int V, class S, class T> FB_INLINE void fb_store(S *p, const T (&in)[V], int first, int last) {
  if (first == 0 && last == V) return fb_store(p, in);
#pragma unroll
  for (int j = 0; j < V; j++)
    if (first <= j && j < last) fb_store(p + j, in[j]);
}
// Vectors of 16-bit elements kept as the words of memory. Each pass unpacks them in a way that the compiler takes for a new one: it would
// otherwise keep what another pass unpacked, in twice the registers.
template <class S, int V> struct fb_packed { fb_words<V / 2> words; };
template <class S, int V> FB_INLINE void fb_load(fb_packed<S, V> &out, const S *p) { out.words = fb_load_words<V / 2>(p); }
template <class S, int V> FB_INLINE void fb_load(fb_packed<S, V> &out, const S *p, int first, int last) {
  if (first == 0 && last == V) return fb_load(out, p);
#pragma unroll
  for (int j = 0; j < V; j++) {
    if (j % 2 == 0) out.words.at[j / 2] = 0;
    if (first <= j && j < last) out.words.at[j / 2] |= fb_half_bits(fb_load_one(p + j)) << j % 2 * 16;
  }
}
template <class S, int V> FB_INLINE void fb_fill(fb_packed<S, V> &out, float) { out.words = fb_words<V / 2>{}; }
template <class S, int V, class T> FB_INLINE void fb_unpack(T (&out)[V], const fb_packed<S, V> &packed) {
#pragma unroll
  for (int j = 0; j < V; j += 2) fb_unpack_pair(out[j], out[j + 1], packed.words.at[j / 2], (const S *)nullptr);
}
template <int pass, class S, int V, class T> FB_INLINE void fb_unpack(T (&out)[V], fb_packed<S, V> &packed) {
#pragma unroll
  for (int j = 0; j < V; j += 2) {
    fb_hide(packed.words.at[j / 2]);
    fb_unpack_pair(out[j], out[j + 1], packed.words.at[j / 2], (const S *)nullptr);
  }
}
template <int pass, int V> FB_INLINE void fb_unpack(float (&out)[V], fb_packed<fb_bf16, V> &packed) {
  const unsigned shift = fb_sixteen<pass>(), mask = ~0u << shift;
#pragma unroll
  for (int j = 0; j < V; j += 2) {
    out[j] = fb_float(packed.words.at[j / 2] << shift);
    out[j + 1] = fb_float(packed.words.at[j / 2] & mask);
  }
}
template <int V, class T> FB_INLINE void fb_fill(T (&out)[V], T x) {
#pragma unroll
  for (int j = 0; j < V; j++) out[j] = x;
}

// 16-bit elements are added through a compare-and-swap of the word that holds them.
FB_INLINE void fb_atomic_add_half(void *p, float x, bool brain) {
  unsigned *word = (unsigned *)((unsigned long long)p & ~3ull);
  const unsigned shift = (unsigned)((unsigned long long)p & 2) * 8;
  unsigned seen = fb_peek(word), old;
  do {
    old = seen;
    const unsigned short half = (unsigned short)(old >> shift);
    const float sum = (brain ? fb_float((unsigned)half << 16) : fb_from_f16(half)) + x;
    const unsigned bits = (brain ? fb_pack_bf16(sum, 0.0f) : fb_pack_f16(sum, 0.0f)) & 0xffffu;
    seen = fb_swap_if(word, old, (old & ~(0xffffu << shift)) | bits << shift);
  } while (seen != old);
}
FB_INLINE void fb_atomic_add(fb_bf16 *p, float x) { fb_atomic_add_half(p, x, true); }
FB_INLINE void fb_atomic_add(fb_f16 *p, float x) { fb_atomic_add_half(p, x, false); }

// ---- math: float functions are those of the CUDA math library, at most 2 units in the last place off, but for the exponential: it is
// the hardware's power of two, off by (2 + |x|) units, because kernels with many exponentials would otherwise wait for arithmetic.

FB_INLINE float fb_abs(float x) { return fabsf(x); }
FB_INLINE double fb_abs(double x) { return fabs(x); }
FB_INLINE long long fb_abs(long long x) { return x < 0 ? -x : x; }
#define FB_MATH(name, single, twice)                    \
  FB_INLINE float fb_##name(float x) { return single(x); } \
  FB_INLINE double fb_##name(double x) { return twice(x); }
FB_MATH(exp, fb_exp_hardware, exp)
FB_MATH(exp2, exp2f, exp2)
FB_MATH(expm1, expm1f, expm1)
FB_MATH(log, logf, log)
FB_MATH(log2, log2f, log2)
FB_MATH(log1p, log1pf, log1p)
FB_MATH(sqrt, sqrtf, sqrt)
FB_MATH(rsqrt, rsqrtf, rsqrt)
FB_MATH(tanh, tanhf, tanh)
FB_MATH(erf, erff, erf)
FB_MATH(sin, sinf, sin)
FB_MATH(cos, cosf, cos)
FB_MATH(floor, floorf, floor)
FB_MATH(ceil, ceilf, ceil)
FB_MATH(round, rintf, rint)
FB_MATH(trunc, truncf, trunc)
#undef FB_MATH
FB_INLINE long long fb_floor(long long x) { return x; }
FB_INLINE long long fb_ceil(long long x) { return x; }
FB_INLINE long long fb_round(long long x) { return x; }
FB_INLINE long long fb_trunc(long long x) { return x; }
FB_INLINE float fb_sigmoid(float x) { return fb_reciprocal(1.0f + fb_exp_hardware(-x)); }
FB_INLINE double fb_sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

// NaN if either is.
template <class T> FB_INLINE T fb_max(T a, T b) { return a > b || a != a ? a : b; }
template <class T> FB_INLINE T fb_min(T a, T b) { return a < b || a != a ? a : b; }
FB_INLINE float fb_max(float a, float b) { return fb_max_nan(a, b); }
FB_INLINE float fb_min(float a, float b) { return fb_min_nan(a, b); }

FB_INLINE float fb_fma(float a, float b, float c) { return fmaf(a, b, c); }
FB_INLINE double fb_fma(double a, double b, double c) { return fma(a, b, c); }
FB_INLINE long long fb_fma(long long a, long long b, long long c) { return a * b + c; }
FB_INLINE float fb_fmod(float a, float b) { return fmodf(a, b); }
FB_INLINE double fb_fmod(double a, double b) { return fmod(a, b); }
// An integer division by zero gives 0.
FB_INLINE long long fb_fmod(long long a, long long b) { return b == 0 || b == -1 ? 0 : a % b; }
FB_INLINE float fb_div_trunc(float a, float b) { return truncf(a / b); }
FB_INLINE double fb_div_trunc(double a, double b) { return trunc(a / b); }
FB_INLINE long long fb_div_trunc(long long a, long long b) { return b == 0 ? 0 : b == -1 ? (long long)(0 - (unsigned long long)a) : a / b; }
FB_INLINE float fb_div_floor(float a, float b) { return floorf(a / b); }
FB_INLINE double fb_div_floor(double a, double b) { return floor(a / b); }
FB_INLINE long long fb_div_floor(long long a, long long b) {
  const long long rest = fb_fmod(a, b), quotient = fb_div_trunc(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? quotient - 1 : quotient;
}
FB_INLINE int fb_fmod(int a, int b) { return b == 0 || b == -1 ? 0 : a % b; }
FB_INLINE int fb_div_trunc(int a, int b) { return b == 0 ? 0 : a / b; }
FB_INLINE int fb_div_floor(int a, int b) {
  const int rest = fb_fmod(a, b), quotient = fb_div_trunc(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? quotient - 1 : quotient;
}
template <class T> FB_INLINE T fb_remainder(T a, T b) {
  const T rest = fb_fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
FB_INLINE float fb_pow(float a, float b) { return powf(a, b); }
FB_INLINE double fb_pow(double a, double b) { return pow(a, b); }
FB_INLINE long long fb_pow(long long a, long long b) {
  if (b < 0) return a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;
  unsigned long long result = 1, factor = (unsigned long long)a;
  for (; b; b >>= 1, factor *= factor)
    if (b & 1) result *= factor;
  return (long long)result;
}

// ---- accumulators: start(), add(element), merge(accumulator of other elements)

template <class T> FB_INLINE T fb_lowest() { return (T)(-FB_INFINITY); }
template <> FB_INLINE long long fb_lowest<long long>() { return (long long)0x8000000000000000ull; }
template <class T> FB_INLINE T fb_highest() { return (T)FB_INFINITY; }
template <> FB_INLINE long long fb_highest<long long>() { return 0x7fffffffffffffffll; }

template <class T> struct fb_sum {
  T value;
  FB_INLINE void start() { value = 0; }
  FB_INLINE void add(T x) { value += x; }
  FB_INLINE void merge(const fb_sum &other) { value += other.value; }
};
template <class T> struct fb_product {
  T value;
  FB_INLINE void start() { value = 1; }
  FB_INLINE void add(T x) { value *= x; }
  FB_INLINE void merge(const fb_product &other) { value *= other.value; }
};
template <class T> struct fb_most {
  T value;
  FB_INLINE void start() { value = fb_lowest<T>(); }
  FB_INLINE void add(T x) { value = fb_max(value, x); }
  FB_INLINE void merge(const fb_most &other) { add(other.value); }
};
template <class T> struct fb_least {
  T value;
  FB_INLINE void start() { value = fb_highest<T>(); }
  FB_INLINE void add(T x) { value = fb_min(value, x); }
  FB_INLINE void merge(const fb_least &other) { add(other.value); }
};
template <class T> struct fb_any {
  int value;
  FB_INLINE void start() { value = 0; }
  FB_INLINE void add(T x) { value |= x != 0; }
  FB_INLINE void merge(const fb_any &other) { value |= other.value; }
};
template <class T> struct fb_all {
  int value;
  FB_INLINE void start() { value = 1; }
  FB_INLINE void add(T x) { value &= x != 0; }
  FB_INLINE void merge(const fb_all &other) { value &= other.value; }
};
// The smallest position among the best; NaN is better than any number.
template <class T> struct fb_argmax {
  long long position;
  T value;
  FB_INLINE void start() { value = fb_lowest<T>(), position = 0x7fffffffffffffffll; }
  FB_INLINE void add(T x, long long at) {
    const bool equal = x == value || (x != x && value != value);
    const bool better = x > value || (x != x && value == value);
    if (better || (equal && at < position)) value = x, position = at;
  }
  FB_INLINE void merge(const fb_argmax &other) { add(other.value, other.position); }
};
template <class T> struct fb_argmin {
  long long position;
  T value;
  FB_INLINE void start() { value = fb_highest<T>(), position = 0x7fffffffffffffffll; }
  FB_INLINE void add(T x, long long at) {
    const bool equal = x == value || (x != x && value != value);
    const bool better = x < value || (x != x && value == value);
    if (better || (equal && at < position)) value = x, position = at;
  }
  FB_INLINE void merge(const fb_argmin &other) { add(other.value, other.position); }
};
// Mean and sum of squared deviations in one pass (Welford), merged by the formula of Chan, Golub and LeVeque.
template <class T> struct fb_welford {
  T mean, deviations, count;
  FB_INLINE void start() { mean = deviations = count = 0; }
  FB_INLINE void add(T x) {
    count += 1;
    const T delta = x - mean;
    mean += delta * fb_reciprocal(count);
    deviations += delta * (x - mean);
  }
  FB_INLINE void merge(const fb_welford &other) {
    const T total = count + other.count, delta = other.mean - mean;
    if (total == 0) return;
    const T share = other.count * fb_reciprocal(total);
    mean += delta * share;
    deviations += other.deviations + delta * delta * count * share;
    count = total;
  }
};
// Maximum and sum of exp(x - maximum) in one pass; one exponential for each element.
template <class T> struct fb_softmax {
  T maximum, sum;
  FB_INLINE void start() { maximum = fb_lowest<T>(), sum = 0; }
  FB_INLINE void add(T x) {
    const T scale = x == maximum ? T(1) : fb_exp(-fb_abs(x - maximum));
    sum = x > maximum ? sum * scale + 1 : sum + scale;
    maximum = fb_max(maximum, x);
  }
  FB_INLINE void merge(const fb_softmax &other) {
    const T most = fb_max(maximum, other.maximum);
    const T mine = maximum == most ? T(1) : fb_exp(maximum - most);
    const T theirs = other.maximum == most ? T(1) : fb_exp(other.maximum - most);
    sum = sum * mine + other.sum * theirs, maximum = most;
  }
  // The elements of a vector: one exponential for each, which do not wait for one another, and one to rescale the sum.
  template <int V> FB_INLINE void add(const T (&x)[V]) {
    T most = maximum, more = 0;
#pragma unroll
    for (int j = 0; j < V; j++) most = fb_max(most, x[j]);
    const T base = most == fb_lowest<T>() ? T(0) : most;
#pragma unroll
    for (int j = 0; j < V; j++) more += fb_exp(x[j] - base);
    sum = sum * fb_exp(maximum - base) + more, maximum = most;
  }
  // Of a vector those from first to below last.
  template <int V> FB_INLINE void add(const T (&x)[V], int first, int last) {
    if (first == 0 && last == V) return add(x);
#pragma unroll
    for (int j = 0; j < V; j++)
      if (first <= j && j < last) add(x[j]);
  }
  // A row of nothing but -infinity has no sum.
  FB_INLINE T total() const { return maximum == fb_lowest<T>() ? (T)FB_NAN : sum; }
};

// ---- combining the accumulators of threads and blocks, always in the same order

template <class A> union fb_accumulator_words {
  A value;
  unsigned at[sizeof(A) / 4];
  FB_INLINE fb_accumulator_words() {}
};

template <class A> FB_INLINE A fb_shuffle(const A &mine, int mask) {
  fb_accumulator_words<A> words;
  words.value = mine;
#pragma unroll
  for (int i = 0; i < (int)sizeof(A) / 4; i++) words.at[i] = fb_shuffle_xor(words.at[i], mask);
  return words.value;
}

// Over the lanes of a warp whose numbers differ in the bits from `least` to below `most`; both are powers of two.
template <int most, int least = 1, class A> FB_INLINE void fb_reduce_lanes(A &mine) {
#pragma unroll
  for (int mask = most / 2; mask >= least; mask /= 2) mine.merge(fb_shuffle(mine, mask));
}

// Over the `warps` warps of each row, all threads of the block together; `partials` has one place per warp of the block.
template <int warps, class A> FB_INLINE void fb_write_partial(const A &mine, A *partials) {
  if (threadIdx.x % 32 == 0) partials[threadIdx.x / 32] = mine;
}
template <int warps, class A> FB_INLINE void fb_read_partials(A &mine, const A *partials) {
  const int warp = threadIdx.x / 32, first = warp - warp % warps;
  if constexpr (warps <= 8) {
    mine = partials[first];
#pragma unroll
    for (int i = 1; i < warps; i++) mine.merge(partials[first + i]);
  } else {
    mine.start();
    if (threadIdx.x % 32 < warps) mine = partials[first + threadIdx.x % 32];
    fb_reduce_lanes<32>(mine);
  }
}

// One or more reductions along the rows of a block, `lanes` neighbouring threads a row; all of them get the result.
template <int lanes, class A> FB_INLINE void fb_reduce_row(A &mine) {
  static_assert(lanes <= 32, "longer rows need shared memory");
  fb_reduce_lanes<lanes>(mine);
}
template <int lanes, class A> FB_INLINE void fb_reduce_row(A &mine, A *partials) {
  fb_reduce_lanes<32>(mine);
  fb_write_partial<lanes / 32>(mine, partials);
  __syncthreads();
  fb_read_partials<lanes / 32>(mine, partials);
}
template <int lanes, class A, class B> FB_INLINE void fb_reduce_row(A &mine, A *partials, B &second, B *second_partials) {
  fb_reduce_lanes<32>(mine);
  fb_reduce_lanes<32>(second);
  fb_write_partial<lanes / 32>(mine, partials);
  fb_write_partial<lanes / 32>(second, second_partials);
  __syncthreads();
  fb_read_partials<lanes / 32>(mine, partials);
  fb_read_partials<lanes / 32>(second, second_partials);
}

// Down the columns of a block: the threads t, t + columns, t + 2 * columns, ... of `threads` share V columns; all get the result.
// `partials` has a place for every accumulator of the block, and may be used again afterwards: each thread merges a part of the rows of
// one column, or of several, and the first part those of the others.
template <int columns, int threads, int V, class A> FB_INLINE void fb_reduce_columns(A (&mine)[V], A *partials) {
  constexpr int rows = threads / columns, results = columns * V;
  if constexpr (threads <= 32) {
#pragma unroll
    for (int j = 0; j < V; j++) fb_reduce_lanes<threads, columns>(mine[j]);
  } else {
    constexpr int parts = threads > results ? threads / results : 1;
    const int row = threadIdx.x / columns, column = threadIdx.x % columns, part = threadIdx.x / (threads / parts);
#pragma unroll
    for (int j = 0; j < V; j++) partials[(row * V + j) * columns + column] = mine[j];
    __syncthreads();
    for (int at = threadIdx.x % (threads / parts); at < results; at += threads / parts) {
      A sum = partials[part * results + at];
      for (int i = part + parts; i < rows; i += parts) sum.merge(partials[i * results + at]);
      partials[part * results + at] = sum;
    }
    __syncthreads();
    if constexpr (parts > 1) {
      for (int at = threadIdx.x; at < results; at += threads) {
        A sum = partials[at];
        for (int i = 1; i < parts; i++) sum.merge(partials[i * results + at]);
        partials[at] = sum;
      }
      __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < V; j++) mine[j] = partials[j * columns + column];
    __syncthreads();
  }
}

// Partial results of a block in memory that other blocks read: V neighbouring accumulators from the `at`th on, in accesses of 16 bytes
// where their size allows it.
template <int V, class A> union fb_accumulator_block {
  A value[V];
  unsigned at[V * (sizeof(A) / 4)];
  FB_INLINE fb_accumulator_block() {}
};
template <int V, class A> FB_INLINE void fb_publish(unsigned *memory, long long at, const A (&mine)[V]) {
  constexpr int words = (int)sizeof(A) / 4, wide = V * words % 4 == 0 ? 4 : 1;
  fb_accumulator_block<V, A> block;
#pragma unroll
  for (int j = 0; j < V; j++) block.value[j] = mine[j];
#pragma unroll
  for (int i = 0; i < V * words; i += wide) {
    fb_words<wide> out;
#pragma unroll
    for (int k = 0; k < wide; k++) out.at[k] = block.at[i + k];
    fb_store_words(memory + (at * words + i), out);
  }
}
template <int V, class A> FB_INLINE void fb_collect(const unsigned *memory, long long at, A (&mine)[V]) {
  constexpr int words = (int)sizeof(A) / 4, wide = V * words % 4 == 0 ? 4 : 1;
  fb_accumulator_block<V, A> block;
#pragma unroll
  for (int i = 0; i < V * words; i += wide) {
    const fb_words<wide> in = fb_load_words_of_blocks<wide>(memory + (at * words + i));
#pragma unroll
    for (int k = 0; k < wide; k++) block.at[i + k] = in.at[k];
  }
#pragma unroll
  for (int j = 0; j < V; j++) mine[j].merge(block.value[j]);
}
template <class A> FB_INLINE void fb_publish(unsigned *memory, long long at, const A &mine) {
  const A one[1] = {mine};
  fb_publish(memory, at, one);
}
template <class A> FB_INLINE void fb_collect(const unsigned *memory, long long at, A &mine) {
  A one[1] = {mine};
  fb_collect(memory, at, one);
  mine = one[0];
}
// True in the last of `blocks` blocks to come here, for all of its threads: then what the others published can be read.
FB_INLINE bool fb_last_block(unsigned *counter, unsigned blocks, unsigned *shared) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) *shared = fb_arrive(counter, blocks);
  __syncthreads();
  __threadfence();
  return *shared == blocks - 1;
}

// ---- random numbers: Philox 4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011); the key is the seed, the counter element / 4

struct fb_philox_words { unsigned at[4]; };
FB_INLINE fb_philox_words fb_philox(long long seed, long long block) {
  unsigned k0 = (unsigned)seed, k1 = (unsigned)((unsigned long long)seed >> 32);
  unsigned c0 = (unsigned)block, c1 = (unsigned)((unsigned long long)block >> 32), c2 = 0, c3 = 0;
#pragma unroll
  for (int round = 0; round < 10; round++) {
    const unsigned long long first = 0xD2511F53ull * c0, second = 0xCD9E8D57ull * c2;
    c0 = (unsigned)(second >> 32) ^ c1 ^ k0, c1 = (unsigned)second;
    c2 = (unsigned)(first >> 32) ^ c3 ^ k1, c3 = (unsigned)first;
    k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
  }
  return fb_philox_words{{c0, c1, c2, c3}};
}
FB_INLINE unsigned fb_philox_word(const fb_philox_words &words, int lane) {
  return lane & 2 ? (lane & 1 ? words.at[3] : words.at[2]) : (lane & 1 ? words.at[1] : words.at[0]);
}
FB_INLINE float fb_unit(unsigned word) { return (float)(word >> 8) * 0x1p-24f; }
// Box-Muller on the pairs of lanes (0, 1) and (2, 3).
FB_INLINE float fb_normal(const fb_philox_words &words, int lane) {
  const float radius = sqrtf(-2.0f * logf((float)((fb_philox_word(words, lane & 2) >> 8) + 1) * 0x1p-24f));
  const float angle = 6.283185307179586f * fb_unit(fb_philox_word(words, lane | 1));
  return radius * (lane & 1 ? sinf(angle) : cosf(angle));
}
FB_INLINE float fb_random_uniform(long long seed, long long element) {
  return fb_unit(fb_philox_word(fb_philox(seed, element >> 2), (int)(element & 3)));
}
FB_INLINE float fb_random_normal(long long seed, long long element) {
  return fb_normal(fb_philox(seed, element >> 2), (int)(element & 3));
}
// low + floor(word * range / 2^32).
FB_INLINE long long fb_random_integer(long long seed, long long element, long long low, long long range) {
  const unsigned long long word = fb_philox_word(fb_philox(seed, element >> 2), (int)(element & 3));
  const unsigned long long high = (unsigned long long)range >> 32, rest = (unsigned long long)range & 0xffffffffull;
  return low + (long long)(word * high + (word * rest >> 32));
}
