// The GPU worker's own kernels: filling memory, comparing results, emptying the L2 cache, copying matrices.
// An enum of the element types (DTYPE_F32, ...) and one of the fills (FILL_NORMAL, ...) stand before this text, from the program's tables.

// ---- elements

__device__ inline float float_from_bf16(unsigned short bits) {
  return __uint_as_float((unsigned)bits << 16);
}

__device__ inline unsigned short bf16_from_float(float x) { // to nearest, ties to even
  unsigned bits = __float_as_uint(x);
  if (x != x) return 0x7fff;
  return (unsigned short)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

__device__ inline float float_from_f16(unsigned short bits) {
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
}

__device__ inline unsigned short f16_from_float(float x) {
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
}

__device__ double load_element(const void *memory, long long i, int dtype) {
  switch (dtype) {
    case DTYPE_BOOL: return ((const unsigned char *)memory)[i] != 0;
    case DTYPE_U8: return ((const unsigned char *)memory)[i];
    case DTYPE_I8: return ((const signed char *)memory)[i];
    case DTYPE_I16: return ((const short *)memory)[i];
    case DTYPE_I32: return ((const int *)memory)[i];
    case DTYPE_I64: return (double)((const long long *)memory)[i];
    case DTYPE_F16: return float_from_f16(((const unsigned short *)memory)[i]);
    case DTYPE_BF16: return float_from_bf16(((const unsigned short *)memory)[i]);
    case DTYPE_F64: return ((const double *)memory)[i];
    default: return ((const float *)memory)[i];
  }
}

__device__ void store_float(void *memory, long long i, int dtype, double value) {
  switch (dtype) {
    case DTYPE_F16: ((unsigned short *)memory)[i] = f16_from_float((float)value); break;
    case DTYPE_BF16: ((unsigned short *)memory)[i] = bf16_from_float((float)value); break;
    case DTYPE_F64: ((double *)memory)[i] = value; break;
    default: ((float *)memory)[i] = (float)value; break;
  }
}

__device__ void store_integer(void *memory, long long i, int dtype, long long value) {
  switch (dtype) {
    case DTYPE_I16: ((short *)memory)[i] = (short)value; break;
    case DTYPE_I32: ((int *)memory)[i] = (int)value; break;
    case DTYPE_I64: ((long long *)memory)[i] = value; break;
    default: ((signed char *)memory)[i] = (signed char)value; break; // bool, u8, i8
  }
}

__device__ bool is_float(int dtype) {
  return dtype == DTYPE_F16 || dtype == DTYPE_BF16 || dtype == DTYPE_F32 || dtype == DTYPE_F64;
}

__device__ inline long long first_index() {
  return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ inline long long index_step() {
  return (long long)gridDim.x * blockDim.x;
}

// ---- filling

// Philox 4x32-10 (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011).
__device__ uint4 philox(unsigned long long seed, unsigned long long counter) {
  uint4 c = make_uint4((unsigned)counter, (unsigned)(counter >> 32), 0, 0);
  unsigned k0 = (unsigned)seed, k1 = (unsigned)(seed >> 32);
  for (int round = 0; round < 10; round++) {
    unsigned high0 = __umulhi(0xD2511F53u, c.x), low0 = 0xD2511F53u * c.x;
    unsigned high1 = __umulhi(0xCD9E8D57u, c.z), low1 = 0xCD9E8D57u * c.z;
    c = make_uint4(high1 ^ c.y ^ k0, low1, high0 ^ c.w ^ k1, low0);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

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
    uint4 words = philox(seed, (unsigned long long)i);
    if (fill == FILL_INTEGER) {
      unsigned long long drawn = ((unsigned long long)words.x << 32) | words.y;
      store_integer(memory, i, dtype, low + (long long)(drawn % (unsigned long long)(high - low)));
    } else if (fill == FILL_POSITIVE) {
      store_float(memory, i, dtype, 0.5f + 1.5f * unit(words.x));
    } else {
      store_float(memory, i, dtype, (float)scale * normal(words.x, words.y));
    }
  }
}

// ---- comparing

struct Partial { // as in service.h
  double difference_squares, want_squares, worst;
  long long worst_index, mismatches, not_finite;
};

__device__ inline bool finite(double x) {
  return fabs(x) < __longlong_as_double(0x7ff0000000000000ll);
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

// How far `got` is from `want` in units of what is allowed: above 1 is a mismatch.
__device__ double distance(double want, double got, int dtype, double tolerance, double rms) {
  if (!finite(want)) return want == got || (want != want && got != got) ? 0 : 1e300;
  if (!finite(got)) return 1e300;
  if (!is_float(dtype)) return want == got ? 0 : 2;
  double allowed = tolerance * (fabs(want) + rms), difference = fabs(got - want);
  return difference == 0 ? 0 : allowed > 0 ? difference / allowed : 1e300;
}

__device__ void add_element(Partial *sum, long long i, double want, double got, int dtype, double tolerance, double rms) {
  double far = distance(want, got, dtype, tolerance, rms);
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
  for (long long i = first_index(); i < count; i += index_step())
    add_element(&sum, i, load_element(want, i, dtype), load_element(got, i, dtype), dtype, tolerance, rms);
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
