// Math: float functions are those of the CUDA math library, at most 2 units in the last place off, but for the exponential: it is
// the hardware's power of two, off by (2 + |x|) units, because kernels with many exponentials would otherwise wait for arithmetic.

FB_INLINE float fb_abs(float x) { return fabsf(x); }
FB_INLINE double fb_abs(double x) { return fabs(x); }
FB_INLINE long long fb_abs(long long x) { return x < 0 ? -x : x; }
#define FB_MATH(name, single, twice)                    \
  FB_INLINE float fb_##name(float x) { return single(x); } \
  FB_INLINE double fb_##name(double x) { return twice(x); }
FB_MATH(exp, fb_exp_hardware, exp)
// exp(x - base), where many x have one base: off by (2 + |base|) units more, in the same way for all of them.
FB_INLINE float fb_exp_from(float x, float base) { return fb_power_hardware(fmaf(x, 1.4426950408889634f, base * -1.4426950408889634f)); }
FB_INLINE double fb_exp_from(double x, double base) { return exp(x - base); }
FB_MATH(exp2, exp2f, exp2)
FB_MATH(expm1, expm1f, expm1)
FB_MATH(log, logf, log)
FB_MATH(log2, log2f, log2)
FB_MATH(log1p, log1pf, log1p)
FB_MATH(sqrt, sqrtf, sqrt)
FB_MATH(rsqrt, rsqrtf, rsqrt)
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
// 1 - 2 / (exp(2|x|) + 1), which loses its digits near zero: there x + x^3 p(x^2), p fitted so that the error of the
// whole is below 2^-24 of it. Both are computed, because a branch for each element costs more.
FB_INLINE float fb_tanh(float x) {
  const float size = fabsf(x), square = x * x;
  const float far = 1.0f - 2.0f * fb_reciprocal(fb_exp_hardware(2.0f * size) + 1.0f);
  const float p = -0.33332917f + square * (0.13320025f + square * (-0.05262581f + square * 0.01634819f));
  return size < 0.55f ? x + x * square * p : copysignf(far, x);
}
FB_INLINE double fb_tanh(double x) { return tanh(x); }
// 1 - erf(x) for x >= 0 is 2 to the power of a polynomial, fitted so that its error is below 2^-22 of it up to x = 4, where rounding
// the polynomial brings that to 2^-18; beyond, the error is below 2^-44. For x < 0 it is 2 less what it is for -x.
FB_INLINE float fb_erfc(float x) {
  const float size = fabsf(x), sign = copysignf(1.0f, x);
  float p = 1.18799952e-05f - size * 5.22016433e-07f;
  p = 0.000606996168f + size * (-0.000115706447f + size * p);
  p = 0.0287306865f + size * (-0.00102591234f + size * (-0.00157614394f + size * p));
  p = -1.62791693f + size * (-0.918323846f + size * (-0.148807009f + size * p));
  return 1.0f - sign + sign * fb_power_hardware(size * p);
}
FB_INLINE double fb_erfc(double x) { return erfc(x); }

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
// What does not change is asked once whether it fits, and costs nothing beside the comparison of 32 bits.
FB_INLINE bool fb_equal(long long fixed, int moving) { return (int)fixed == moving && (int)fixed == fixed; }
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
