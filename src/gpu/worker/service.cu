// The GPU worker's own kernels: filling memory, comparing results, emptying the L2 cache, copying matrices.
// Before this text stand the prelude of generated kernels, whose element types it uses, an enum of the fills (FILL_NORMAL, ...), and
// SERVICE_TYPES(X) with X(number, type, is it a float?) for the element types of the program's table.

// ---- elements

// To nearest, ties to even. The prelude's own instructions convert two at once, which GPUs before sm_80 cannot.
__device__ inline unsigned short bf16_from_float(float x) {
  unsigned bits = fb_bits(x);
  if (x != x) return 0x7fff;
  return (unsigned short)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

__device__ inline unsigned short f16_from_float(float x) {
  unsigned size = fb_bits(x) & 0x7fffffffu, sign = fb_bits(x) >> 16 & 0x8000u;
  if (size > 0x7f800000u) return 0x7fff;
  if (size >= 0x477ff000u) return (unsigned short)(sign | 0x7c00u);                         // from 65520 on: infinity
  if (size < 0x38800000u) return (unsigned short)(sign | (fb_bits(fb_float(size) + 0.5f) - fb_bits(0.5f))); // steps of 2^-24
  return (unsigned short)(sign | ((size + 0xfff + (size >> 13 & 1) - 0x38000000u) >> 13));
}

template <class S, class T> __device__ inline void set_element(S &to, T x) {
  fb_pack(to, x);
}

template <class T> __device__ inline void set_element(fb_bf16 &to, T x) {
  to.bits = bf16_from_float((float)x);
}

template <class T> __device__ inline void set_element(fb_f16 &to, T x) {
  to.bits = f16_from_float((float)x);
}

__device__ double load_element(const void *memory, long long i, int dtype) {
  switch (dtype) {
#define LOAD(number, type, is_float) \
  case number: return (double)fb_unpack(((const type *)memory)[i]);
    SERVICE_TYPES(LOAD)
#undef LOAD
  }
  return 0;
}

template <class T> __device__ void store_element(void *memory, long long i, int dtype, T value) {
  switch (dtype) {
#define STORE(number, type, is_float) \
  case number: set_element(((type *)memory)[i], value); break;
    SERVICE_TYPES(STORE)
#undef STORE
  }
}

// The same number: of integers all bits count, of which a double may not hold the last ones.
__device__ bool same_element(const void *a, const void *b, long long i, int dtype) {
  switch (dtype) {
#define SAME(number, type, is_float) \
  case number: return fb_unpack(((const type *)a)[i]) == fb_unpack(((const type *)b)[i]);
    SERVICE_TYPES(SAME)
#undef SAME
  }
  return false;
}

__device__ bool is_float(int dtype) {
  switch (dtype) {
#define IS_FLOAT(number, type, is_float) \
  case number: return is_float;
    SERVICE_TYPES(IS_FLOAT)
#undef IS_FLOAT
  }
  return false;
}

__device__ inline long long first_index() {
  return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ inline long long index_step() {
  return (long long)gridDim.x * blockDim.x;
}

// ---- filling

__device__ inline float unit(unsigned bits) { // (0, 1]
  return ((bits >> 8) + 1) * (1.0f / 16777216.0f);
}

// One normal number from two words (Box and Muller).
__device__ float normal(unsigned a, unsigned b) {
  return sqrtf(-2.0f * logf(unit(a))) * cospif(2.0f * unit(b));
}

// Element i of `memory`, for `count` elements: a function of seed and i alone.
extern "C" __global__ void fusebox_fill(void *memory, long long count, int dtype, int fill, double scale,
                                        long long low, long long high, unsigned long long seed) {
  for (long long i = first_index(); i < count; i += index_step()) {
    const fb_philox_words words = fb_philox((long long)seed, i);
    if (fill == FILL_INTEGER) {
      unsigned long long drawn = ((unsigned long long)words.at[0] << 32) | words.at[1];
      store_element(memory, i, dtype, low + (long long)(drawn % (unsigned long long)(high - low)));
    } else if (fill == FILL_POSITIVE) {
      store_element(memory, i, dtype, 0.5f + 1.5f * unit(words.at[0]));
    } else {
      store_element(memory, i, dtype, (float)scale * normal(words.at[0], words.at[1]));
    }
  }
}

// ---- comparing

struct Partial { // as in service.h
  double difference_squares, want_squares, worst;
  long long worst_index, mismatches, not_finite;
};

__device__ inline bool finite(double x) {
  return fabs(x) < fb_double(0x7ff0000000000000ull);
}

__device__ Partial merged(Partial a, const Partial &b) {
  a.difference_squares += b.difference_squares;
  a.want_squares += b.want_squares;
  if (b.worst > a.worst || (b.worst == a.worst && b.worst_index < a.worst_index)) {
    a.worst = b.worst;
    a.worst_index = b.worst_index;
  }
  a.mismatches += b.mismatches;
  a.not_finite += b.not_finite;
  return a;
}

// How far `got` is from `want`, both floats, in units of what is allowed: above 1 is a mismatch.
__device__ double distance(double want, double got, double tolerance, double rms) {
  if (!finite(want)) return want == got || (want != want && got != got) ? 0 : 1e300;
  if (!finite(got)) return 1e300;
  double allowed = tolerance * (fabs(want) + rms), difference = fabs(got - want);
  return difference == 0 ? 0 : allowed > 0 ? difference / allowed : 1e300;
}

__device__ void add_element(Partial *sum, long long i, double want, double got, double far) {
  if (!finite(want)) {
    sum->not_finite++;
  } else if (finite(got)) {
    sum->difference_squares += (got - want) * (got - want);
    sum->want_squares += want * want;
  }
  sum->mismatches += far > 1;
  if (far > sum->worst) {
    sum->worst = far;
    sum->worst_index = i;
  }
}

// One Partial a block (256 threads), in a fixed order. With got == want this gives the squares of `want` alone.
extern "C" __global__ void fusebox_compare(const void *want, const void *got, long long count, int dtype,
                                           double tolerance, double rms, Partial *partials) {
  __shared__ Partial shared[256];
  Partial sum = {0, 0, 0, 0, 0, 0};
  for (long long i = first_index(); i < count; i += index_step()) {
    double wanted = load_element(want, i, dtype), is = load_element(got, i, dtype);
    double far = !is_float(dtype) ? (same_element(want, got, i, dtype) ? 0 : 2) : distance(wanted, is, tolerance, rms);
    add_element(&sum, i, wanted, is, far);
  }
  shared[threadIdx.x] = sum;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) shared[threadIdx.x] = merged(shared[threadIdx.x], shared[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) partials[blockIdx.x] = shared[0];
}

// ---- the cache, and matrices

// Reads (and, when asked, writes) more memory than the L2 cache holds, so that nothing of what ran before is left in it. Reading
// leaves clean lines: what follows pays for its own traffic alone.
extern "C" __global__ void fusebox_flush(uint4 *memory, long long count, int write) {
  unsigned seen = 0;
  for (long long i = first_index(); i < count; i += index_step()) {
    uint4 v = memory[i];
    seen |= v.x ^ v.y ^ v.z ^ v.w;
    if (write) memory[i] = make_uint4(v.x + 1, v.y, v.z, v.w);
  }
  if (seen == 0x9E3779B9u) memory[0].x = seen; // never seen with memory of zeros and counts: keeps the reads
}

struct Strides {
  long long row, column, batch; // elements
};

template <typename T>
__device__ void copy_elements(T *to, Strides to_strides, const T *from, Strides from_strides, long long rows,
                              long long columns, long long batch) {
  for (long long i = first_index(); i < rows * columns * batch; i += index_step()) {
    long long column = i % columns, row = i / columns % rows, matrix = i / columns / rows;
    to[row * to_strides.row + column * to_strides.column + matrix * to_strides.batch] =
        from[row * from_strides.row + column * from_strides.column + matrix * from_strides.batch];
  }
}

// A batch of matrices from any strides to any strides; a stride of 0 repeats.
extern "C" __global__ void fusebox_copy_matrix(void *to, Strides to_strides, const void *from, Strides from_strides,
                                               long long rows, long long columns, long long batch, int bytes) {
  if (bytes == 2)
    copy_elements((unsigned short *)to, to_strides, (const unsigned short *)from, from_strides, rows, columns, batch);
  else if (bytes == 4)
    copy_elements((unsigned *)to, to_strides, (const unsigned *)from, from_strides, rows, columns, batch);
  else
    copy_elements((unsigned long long *)to, to_strides, (const unsigned long long *)from, from_strides, rows, columns, batch);
}
