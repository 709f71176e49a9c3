// Primitives on the CPU, with the names of prelude_device.cuh. Kernels are compiled with it by the host
// compiler; threads are fibers of the emulator, which barriers and shuffles switch. Every access to a
// parameter's memory is checked and counted. Only C's headers, because those of C++ take longer to compile
// than most kernels; <math.h> is one of C++ to a C++ compiler, so that its functions are declared here.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FB_C_MATH(name) \
  double name(double); \
  float name##f(float);
#define FB_C_MATH_OF_TWO(name) \
  double name(double, double); \
  float name##f(float, float);
extern "C" {
FB_C_MATH(ceil)
FB_C_MATH(cos)
FB_C_MATH(erf)
FB_C_MATH(erfc)
FB_C_MATH(exp)
FB_C_MATH(exp2)
FB_C_MATH(expm1)
FB_C_MATH(fabs)
FB_C_MATH(floor)
FB_C_MATH(log)
FB_C_MATH(log1p)
FB_C_MATH(log2)
FB_C_MATH(nearbyint)
FB_C_MATH(rint)
FB_C_MATH(sin)
FB_C_MATH(sqrt)
FB_C_MATH(tanh)
FB_C_MATH(trunc)
FB_C_MATH_OF_TWO(copysign)
FB_C_MATH_OF_TWO(fmod)
FB_C_MATH_OF_TWO(pow)
double fma(double, double, double);
float fmaf(float, float, float);
}
#undef FB_C_MATH
#undef FB_C_MATH_OF_TWO

#define FB_INLINE inline
#define __global__
#define __device__
#define __grid_constant__

static fb_state fb_machine;
struct fb_coordinate {
  unsigned x;
};
static fb_coordinate threadIdx, blockIdx, blockDim, gridDim;

static inline unsigned fb_bits(float x) {
  unsigned bits;
  memcpy(&bits, &x, 4);
  return bits;
}
static inline float fb_float(unsigned bits) {
  float x;
  memcpy(&x, &bits, 4);
  return x;
}
static inline unsigned long long fb_bits64(double x) {
  unsigned long long bits;
  memcpy(&bits, &x, 8);
  return bits;
}
static inline double fb_double(unsigned long long bits) {
  double x;
  memcpy(&x, &bits, 8);
  return x;
}

// ---- 16-bit floats

static inline float fb_from_f16(unsigned short bits) {
  const unsigned sign = (unsigned)(bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent == 31) return fb_float(sign | 0x7f800000u | fraction << 13);
  if (exponent) return fb_float(sign | (exponent + 112) << 23 | fraction << 13);
  const float small = (float)fraction * 0x1p-24f;
  return sign ? -small : small;
}
static inline unsigned fb_to_f16(float x) {
  const unsigned bits = fb_bits(x), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fffu;
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u; // from 65520 on: infinity
  if (magnitude < 0x38800000u) return sign | (unsigned)(int)nearbyintf(fabsf(x) * 0x1p24f);
  const unsigned odd = magnitude >> 13 & 1;
  return sign | ((magnitude + 0xfffu + odd - 0x38000000u) >> 13);
}
static inline unsigned fb_to_bf16(float x) {
  const unsigned bits = fb_bits(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fffu;
  return (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
}
static inline unsigned fb_pack_f16(float low, float high) {
  return fb_to_f16(low) | fb_to_f16(high) << 16;
}
static inline unsigned fb_pack_bf16(float low, float high) {
  return fb_to_bf16(low) | fb_to_bf16(high) << 16;
}

// ---- checked memory

static bool fb_fault(const char *what, const void *p, int bytes) {
  if (!fb_machine.faulted)
    snprintf(fb_machine.fault, FB_FAULT_SIZE, "%s of %d bytes at %p by thread %u of block %u", what, bytes, p,
             threadIdx.x, blockIdx.x);
  fb_machine.faulted = 1;
  return false;
}
static fb_buffer *fb_find(const void *p, int bytes) {
  const char *at = (const char *)p;
  for (int i = 0; i < fb_machine.buffer_count; i++) {
    fb_buffer *buffer = &fb_machine.buffer[i];
    if (at >= buffer->begin && at + bytes <= buffer->end) return buffer;
  }
  fb_buffer *shared = &fb_machine.shared;
  return at >= shared->begin && at + bytes <= shared->end ? shared : nullptr;
}
static fb_buffer *fb_check_place(const void *p, int bytes, bool store) {
  fb_buffer *buffer = fb_find(p, bytes);
  if ((uintptr_t)p % (uintptr_t)(bytes < 16 ? bytes : 16))
    fb_fault("misaligned access", p, bytes);
  else if (!buffer)
    fb_fault(store ? "store outside the buffers" : "load outside the buffers", p, bytes);
  else
    return buffer;
  return nullptr;
}
static bool fb_counts = true; // are accesses counted?
static bool fb_check(const void *p, int bytes, bool store) {
  fb_buffer *buffer = fb_check_place(p, bytes, store);
  if (buffer && fb_counts) (store ? buffer->stores : buffer->loads)++;
  return buffer != nullptr;
}

template <int N>
struct fb_words {
  unsigned at[N];
};
template <int N>
static inline fb_words<N> fb_load_words(const void *p) {
  fb_words<N> words = {};
  for (int i = 0; i < N; i += 4) {
    const int count = N - i < 4 ? N - i : 4;
    const char *at = (const char *)p + i * 4;
    if (fb_check(at, count * 4, false)) memcpy(words.at + i, at, count * 4);
  }
  return words;
}
template <int N>
static inline fb_words<N> fb_load_words_once(const void *p) {
  return fb_load_words<N>(p);
}
template <int N, bool once>
static inline fb_words<N> fb_load_words_ahead(const void *p) {
  return fb_load_words<N>(p);
}
template <int N>
static inline fb_words<N> fb_load_fixed_words(const void *p) {
  return fb_load_words<N>(p);
}
// Counted as the accesses of a GPU; only what is asked for must be there.
template <int N>
static inline fb_words<N> fb_load_words_unaligned(const void *p) {
  fb_words<N> words = {};
  for (int i = 0; i < N; i += 4) {
    const int count = N - i < 4 ? N - i : 4;
    const char *at = (const char *)p + i * 4;
    fb_buffer *buffer = fb_find(at, count * 4);
    if (!buffer)
      fb_fault("load outside the buffers", at, count * 4);
    else
      memcpy(words.at + i, at, count * 4), buffer->loads += count == 4 ? 3 : 2;
  }
  return words;
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned bits) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (bits & 31));
}
static inline fb_words<8> fb_load_words_around(const void *p, int behind) {
  fb_words<8> words = {};
  fb_buffer *buffer = fb_find(p, 16);
  if (!buffer)
    fb_fault("load outside the buffers", p, 16);
  else
    memcpy((char *)words.at + behind, p, 16), buffer->loads += 2;
  return words;
}
template <int first>
static inline fb_words<8> fb_load_words_around(const void *p, int behind) {
  return fb_load_words_around(p, behind);
}
enum fb_leaving { fb_leaves_in_turn, fb_leaves_last, fb_leaves_first };
template <fb_leaving leaving = fb_leaves_in_turn, int N>
static inline void fb_store_words(void *p, const fb_words<N> &words) {
  for (int i = 0; i < N; i += 4) {
    const int count = N - i < 4 ? N - i : 4;
    char *at = (char *)p + i * 4;
    if (fb_check(at, count * 4, true)) memcpy(at, words.at + i, count * 4);
  }
}
template <class S>
static inline S fb_load_one(const S *p) {
  S value = {};
  if (fb_check(p, sizeof(S), false)) memcpy(&value, p, sizeof(S));
  return value;
}
template <class S>
static inline void fb_store_one(S *p, S value) {
  if (fb_check(p, sizeof(S), true)) memcpy(p, &value, sizeof(S));
}

template <int pass>
static inline int fb_again(int x) {
  return x;
}
static inline void fb_hide(unsigned &) {}
static inline void fb_hide(float &) {}
template <int pass>
static inline unsigned fb_sixteen() {
  return 16;
}
