// Types that few kernels have: unsigned integers of 16 bits and more, floats of 8 bits; and what reads numbers as bits

struct fb_u16 { unsigned short bits; };
struct fb_u32 { unsigned bits; };
struct fb_u64 { unsigned long long bits; };
FB_INLINE long long fb_unpack(fb_u16 x) { return x.bits; }
FB_INLINE long long fb_unpack(fb_u32 x) { return x.bits; }
FB_INLINE unsigned long long fb_unpack(fb_u64 x) { return x.bits; }
// From numbers below 0, too: they wrap around.
template <class T> FB_INLINE unsigned long long fb_to_u64(T x) { return x < T(0) ? (unsigned long long)(long long)x : (unsigned long long)x; }
template <class T> FB_INLINE void fb_pack(fb_u16 &to, T x) { to.bits = (unsigned short)(long long)x; }
template <class T> FB_INLINE void fb_pack(fb_u32 &to, T x) { to.bits = (unsigned)(long long)x; }
template <class T> FB_INLINE void fb_pack(fb_u64 &to, T x) { to.bits = fb_to_u64(x); }
template <class T> FB_INLINE void fb_unpack_pair(T &low, T &high, unsigned word, const fb_u16 *) { low = word & 0xffffu, high = word >> 16; }
template <class T> FB_INLINE unsigned fb_pack_pair(T low, T high, const fb_u16 *) {
  return ((unsigned)(long long)low & 0xffffu) | (unsigned)(long long)high << 16;
}
FB_INLINE unsigned fb_narrow_bits(fb_u16 x) { return x.bits; }
FB_INLINE unsigned fb_word(fb_u32 x) { return x.bits; }
FB_INLINE void fb_unword(fb_u32 &x, unsigned word) { x.bits = word; }
FB_INLINE unsigned long long fb_word64(fb_u64 x) { return x.bits; }
FB_INLINE void fb_unword64(fb_u64 &x, unsigned long long word) { x.bits = word; }
FB_INLINE void fb_atomic_add(fb_u32 *p, long long x) { fb_atomic_add((int *)p, x); }
FB_INLINE void fb_atomic_add(fb_u64 *p, unsigned long long x) { fb_atomic_add((long long *)p, (long long)x); }

// Floats of 8 bits: `mantissa` bits of it and the exponent's bias. How a number that is too large ends, and what is NaN, is PyTorch's.
enum fb_f8_bits { fb_f8_finite, fb_f8_one_zero, fb_f8_plain, fb_f8_powers };
template <int mantissa, int bias, fb_f8_bits kind> struct fb_f8 { unsigned char bits; };
using fb_f8e4m3fn = fb_f8<3, 7, fb_f8_finite>;
using fb_f8e4m3fnuz = fb_f8<3, 8, fb_f8_one_zero>;
using fb_f8e5m2 = fb_f8<2, 15, fb_f8_plain>;
using fb_f8e5m2fnuz = fb_f8<2, 16, fb_f8_one_zero>;
using fb_f8e8m0fnu = fb_f8<0, 127, fb_f8_powers>;
template <int mantissa, int bias, fb_f8_bits kind> FB_INLINE float fb_unpack(fb_f8<mantissa, bias, kind> x) {
  const unsigned sign = (unsigned)(x.bits & 128) << 24, fields = x.bits & 127;
  if constexpr (kind == fb_f8_plain) return fb_from_f16((unsigned short)(x.bits << 8));
  if constexpr (kind == fb_f8_powers) return x.bits == 255 ? FB_NAN : fb_float(x.bits ? (unsigned)x.bits << 23 : 0x400000u);
  const bool nan = kind == fb_f8_finite ? fields == 127 : x.bits == 128;
  return nan ? FB_NAN : fb_float(sign | fields << (23 - mantissa)) * fb_float((unsigned)(254 - bias) << 23);
}
// To the nearest, ties to even: below the normal numbers by a sum, else in the bits, where a carry goes into the exponent.
template <int mantissa, int bias, fb_f8_bits kind> FB_INLINE unsigned fb_f8_of(float x, const fb_f8<mantissa, bias, kind> *) {
  const unsigned bits = fb_bits(x), size = bits & 0x7fffffffu, sign = bits >> 24 & 128;
  if constexpr (kind == fb_f8_powers) {
    const unsigned exponent = size >> 23, rest = size & 0x7fffffu;
    if (exponent == 255) return 255;
    return exponent + (rest > 0x400000u || (rest == 0x400000u && exponent));
  } else {
    constexpr int cut = 23 - mantissa;
    constexpr unsigned all = 127, infinity = kind == fb_f8_plain ? all >> mantissa << mantissa : kind == fb_f8_finite ? all : all + 1;
    const unsigned normal = ((size + (1u << (cut - 1)) - 1 + (size >> cut & 1)) >> cut) - ((127 - bias) << mantissa);
    constexpr unsigned steps = (unsigned)(151 - mantissa - bias) << 23; // a float whose last bit is one step
    const unsigned small = fb_bits(fb_float(size) + fb_float(steps)) - steps;
    unsigned fields = size < (unsigned)(128 - bias) << 23 ? small : normal;
    if (fields > infinity || size >= 0x7f800000u) fields = infinity;
    if (size > 0x7f800000u) fields = kind == fb_f8_one_zero ? 128 : all;
    return kind == fb_f8_one_zero && (fields & 127) == 0 ? fields : fields | sign;
  }
}
template <class T, int mantissa, int bias, fb_f8_bits kind> FB_INLINE void fb_pack(fb_f8<mantissa, bias, kind> &to, T x) {
  to.bits = (unsigned char)fb_f8_of((float)x, &to);
}
template <int mantissa, int bias, fb_f8_bits kind> FB_INLINE unsigned fb_narrow_bits(fb_f8<mantissa, bias, kind> x) { return x.bits; }
template <int mantissa, int bias, fb_f8_bits kind> FB_INLINE unsigned fb_byte(fb_f8<mantissa, bias, kind> x) { return x.bits; }
template <int mantissa, int bias, fb_f8_bits kind> FB_INLINE void fb_unbyte(fb_f8<mantissa, bias, kind> &x, unsigned byte) {
  x.bits = (unsigned char)byte;
}
template <class S> FB_INLINE float fb_rounded(float x) {
  S narrow;
  fb_pack(narrow, x);
  return fb_unpack(narrow);
}
FB_INLINE float fb_round_f8e4m3fn(float x) { return fb_rounded<fb_f8e4m3fn>(x); }
FB_INLINE float fb_round_f8e4m3fnuz(float x) { return fb_rounded<fb_f8e4m3fnuz>(x); }
FB_INLINE float fb_round_f8e5m2(float x) { return fb_rounded<fb_f8e5m2>(x); }
FB_INLINE float fb_round_f8e5m2fnuz(float x) { return fb_rounded<fb_f8e5m2fnuz>(x); }
FB_INLINE float fb_round_f8e8m0fnu(float x) { return fb_rounded<fb_f8e8m0fnu>(x); }

// The bits of x as memory of type From has them, as a number of type To.
template <class To, class From, class T> FB_INLINE auto fb_reinterpret(T x) {
  union {
    From from;
    To to;
  } memory;
  fb_pack(memory.from, x);
  return fb_unpack(memory.to);
}
FB_INLINE long long fb_shift_left(long long a, long long b) { return (unsigned long long)b < 64 ? (long long)((unsigned long long)a << b) : 0; }
FB_INLINE long long fb_shift_right(long long a, long long b) { return a >> ((unsigned long long)b < 64 ? b : 63); }
FB_INLINE unsigned long long fb_shift_left(unsigned long long a, unsigned long long b) { return b < 64 ? a << b : 0; }
FB_INLINE unsigned long long fb_shift_right(unsigned long long a, unsigned long long b) { return b < 64 ? a >> b : 0; }

// Arithmetic of the widest type.
template <> FB_INLINE unsigned long long fb_lowest<unsigned long long>() { return 0; }
template <> FB_INLINE unsigned long long fb_highest<unsigned long long>() { return ~0ull; }
FB_INLINE unsigned long long fb_abs(unsigned long long x) { return x; }
FB_INLINE unsigned long long fb_floor(unsigned long long x) { return x; }
FB_INLINE unsigned long long fb_ceil(unsigned long long x) { return x; }
FB_INLINE unsigned long long fb_round(unsigned long long x) { return x; }
FB_INLINE unsigned long long fb_trunc(unsigned long long x) { return x; }
FB_INLINE unsigned long long fb_fma(unsigned long long a, unsigned long long b, unsigned long long c) { return a * b + c; }
FB_INLINE unsigned long long fb_fmod(unsigned long long a, unsigned long long b) { return b == 0 ? 0 : a % b; }
FB_INLINE unsigned long long fb_remainder(unsigned long long a, unsigned long long b) { return b == 0 ? 0 : a % b; }
FB_INLINE unsigned long long fb_div_trunc(unsigned long long a, unsigned long long b) { return b == 0 ? 0 : a / b; }
FB_INLINE unsigned long long fb_div_floor(unsigned long long a, unsigned long long b) { return b == 0 ? 0 : a / b; }
FB_INLINE unsigned long long fb_pow(unsigned long long a, unsigned long long b) {
  unsigned long long result = 1;
  for (; b; b >>= 1, a *= a)
    if (b & 1) result *= a;
  return result;
}
