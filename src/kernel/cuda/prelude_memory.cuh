// Elements of memory: two of the types need names of their own, and bool takes a byte

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
// Zero where it is not there. What was loaded is unpacked behind the branch: in it a thread would wait for each such load.
template <class S> FB_INLINE auto fb_load_if(bool there, const S *p) {
  S element = {};
  if (there) element = fb_load_one(p);
  return fb_unpack(element);
}
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

FB_INLINE unsigned fb_narrow_bits(fb_bool x) { return x.bits; }
FB_INLINE unsigned fb_narrow_bits(unsigned char x) { return x; }
FB_INLINE unsigned fb_narrow_bits(signed char x) { return (unsigned char)x; }
FB_INLINE unsigned fb_narrow_bits(fb_bf16 x) { return x.bits; }
FB_INLINE unsigned fb_narrow_bits(fb_f16 x) { return x.bits; }
FB_INLINE unsigned fb_narrow_bits(short x) { return (unsigned short)x; }
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

// V elements from their words.
template <int V, class S, class T, int N> FB_INLINE void fb_unpack_words(T (&out)[V], const fb_words<N> &words, const S *p) {
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

// V neighbouring elements by as few accesses as possible; p is aligned to all of them (at most 16 bytes each).
template <int V, class S, class T> FB_INLINE void fb_load(T (&out)[V], const S *p) {
  constexpr int bytes = V * (int)sizeof(S);
  if constexpr (V == 1) {
    out[0] = fb_load(p);
  } else if constexpr (bytes == 2) {
    fb_unpack_words(out, fb_words<1>{{fb_load_one((const unsigned short *)p)}}, p);
  } else {
    fb_unpack_words(out, fb_load_words<bytes / 4>(p), p);
  }
}
template <bool fixed = false, int V, class S, class T> FB_INLINE void fb_load_if(bool there, T (&out)[V], const S *p) {
  constexpr int bytes = V * (int)sizeof(S);
  if constexpr (V == 1) {
    out[0] = fb_load_if(there, p);
  } else {
    fb_words<(bytes + 3) / 4> words = {};
    if (there) {
      if constexpr (bytes == 2) words.at[0] = fb_load_one((const unsigned short *)p);
      else if constexpr (fixed) words = fb_load_fixed_words<bytes / 4>(p);
      else words = fb_load_words<bytes / 4>(p);
    }
    fb_unpack_words(out, words, p);
  }
}
// Of what nobody reads again.
template <int V, class S, class T> FB_INLINE void fb_load_once(T (&out)[V], const S *p) {
  constexpr int bytes = V * (int)sizeof(S);
  if constexpr (bytes < 4)
    fb_load(out, p);
  else
    fb_unpack_words(out, fb_load_words_once<bytes / 4>(p), p);
}
// Of the next tile's.
template <bool once = false, int V, class S, class T> FB_INLINE void fb_load_ahead(T (&out)[V], const S *p) {
  constexpr int bytes = V * (int)sizeof(S);
  if constexpr (bytes < 4)
    fb_load(out, p);
  else
    fb_unpack_words(out, fb_load_words_ahead<bytes / 4, once>(p), p);
}
// At any place: aligned accesses around them.
template <int V, class S, class T> FB_INLINE void fb_load_unaligned(T (&out)[V], const S *p) {
  fb_unpack_words(out, fb_load_words_unaligned<V * (int)sizeof(S) / 4>(p), p);
}
// Of memory that nobody writes while the kernel runs.
template <int V, class S, class T> FB_INLINE void fb_load_fixed(T (&out)[V], const S *p) {
  constexpr int bytes = V * (int)sizeof(S);
  if constexpr (bytes < 4)
    fb_load(out, p);
  else
    fb_unpack_words(out, fb_load_fixed_words<bytes / 4>(p), p);
}

template <fb_leaving leaving = fb_leaves_in_turn, int V, class S, class T> FB_INLINE void fb_store(S *p, const T (&in)[V]) {
  constexpr int bytes = V * (int)sizeof(S);
  if constexpr (V == 1) {
    fb_store(p, in[0]);
  } else {
    fb_words<(bytes + 3) / 4> words = {};
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
    if constexpr (bytes == 2)
      fb_store_one((unsigned short *)p, (unsigned short)words.at[0]);
    else
      fb_store_words<leaving>(p, words);
  }
}

// Lanes of a vector from first to below last. Bounds may lie outside of it: clamped to 0..V first, the comparison
// with V came out of ptxas 13.0 inverted. Where two bounds hold, the stricter.
template <int V> FB_INLINE bool fb_whole(int first, int last) { return first <= 0 && last >= V; }
FB_INLINE int fb_later(int a, int b) { return a > b ? a : b; }
FB_INLINE int fb_earlier(int a, int b) { return a < b ? a : b; }
// A bound so far away that it is no int.
FB_INLINE int fb_near(long long lane) { return lane < -(1 << 30) ? -(1 << 30) : lane > 1 << 30 ? 1 << 30 : (int)lane; }

// Of V elements only those from first to below last exist: whole vectors in one access, others element by element (the rest is zero).
template <int V, class S, class T> FB_INLINE void fb_load_each(T (&out)[V], const S *p, int first, int last) {
#pragma unroll
  for (int j = 0; j < V; j++) {
    out[j] = T(0);
    if (first <= j && j < last) out[j] = fb_load(p + j);
  }
}
template <int V, class S, class T> FB_INLINE void fb_load(T (&out)[V], const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load(out, p);
  fb_load_each(out, p, first, last);
}
template <int V, class S, class T> FB_INLINE void fb_load_once(T (&out)[V], const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load_once(out, p);
  fb_load_each(out, p, first, last);
}
template <bool once = false, int V, class S, class T> FB_INLINE void fb_load_ahead(T (&out)[V], const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load_ahead<once>(out, p);
  fb_load_each(out, p, first, last);
}
template <int V, class S, class T> FB_INLINE void fb_load_unaligned(T (&out)[V], const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load_unaligned(out, p);
  fb_load_each(out, p, first, last);
}
template <fb_leaving leaving = fb_leaves_in_turn, int V, class S, class T>
FB_INLINE void fb_store(S *p, const T (&in)[V], int first, int last) {
  if (fb_whole<V>(first, last)) return fb_store<leaving>(p, in);
#pragma unroll
  for (int j = 0; j < V; j++)
    if (first <= j && j < last) fb_store(p + j, in[j]);
}
// Vectors of elements of 8 or 16 bits kept as the words of memory. Each pass unpacks them in a way that the compiler takes for a new one: it
// would otherwise keep what another pass unpacked, in more registers.
template <class S, int V> struct fb_packed {
  static constexpr int count = V * (int)sizeof(S) / 4, each = 4 / (int)sizeof(S);
  fb_words<count> words;
};
template <class S, int V> FB_INLINE void fb_load(fb_packed<S, V> &out, const S *p) { out.words = fb_load_words<fb_packed<S, V>::count>(p); }
template <class S, int V> FB_INLINE void fb_load_once(fb_packed<S, V> &out, const S *p) {
  out.words = fb_load_words_once<fb_packed<S, V>::count>(p);
}
template <bool once = false, class S, int V> FB_INLINE void fb_load_ahead(fb_packed<S, V> &out, const S *p) {
  out.words = fb_load_words_ahead<fb_packed<S, V>::count, once>(p);
}
template <class S, int V> FB_INLINE void fb_load_unaligned(fb_packed<S, V> &out, const S *p) {
  out.words = fb_load_words_unaligned<fb_packed<S, V>::count>(p);
}
// Two vectors of 16 bytes, both `behind` elements after aligned ones: one branch shifts both, which the threads of a row take together.
template <int k> FB_INLINE fb_words<4> fb_words_from(const fb_words<8> &around, unsigned bits) {
  fb_words<4> words;
#pragma unroll
  for (int i = 0; i < 4; i++) words.at[i] = __funnelshift_r(around.at[k + i], around.at[k + i + 1], bits);
  return words;
}
template <int V, class S, class T> FB_INLINE void fb_take_words(T (&out)[V], const fb_words<4> &words, const S *p) { fb_unpack_words(out, words, p); }
template <int V, class S> FB_INLINE void fb_take_words(fb_packed<S, V> &out, const fb_words<4> &words, const S *) { out.words = words; }
template <class A, class B, class S, class R> FB_INLINE void fb_load_unaligned(A &a, const S *p, B &b, const R *q, int behind) {
  static_assert(sizeof(S) == sizeof(R), "as many elements behind are as many bytes behind");
  const int bytes = behind * (int)sizeof(S);
  const fb_words<8> around_a = fb_load_words_around(p, bytes), around_b = fb_load_words_around(q, bytes);
  const unsigned bits = bytes % 4 * 8;
  fb_words<4> words_a, words_b;
  if (bytes < 8) {
    if (bytes < 4)
      words_a = fb_words_from<0>(around_a, bits), words_b = fb_words_from<0>(around_b, bits);
    else
      words_a = fb_words_from<1>(around_a, bits), words_b = fb_words_from<1>(around_b, bits);
  } else {
    if (bytes < 12)
      words_a = fb_words_from<2>(around_a, bits), words_b = fb_words_from<2>(around_b, bits);
    else
      words_a = fb_words_from<3>(around_a, bits), words_b = fb_words_from<3>(around_b, bits);
  }
  fb_take_words(a, words_a, p);
  fb_take_words(b, words_b, q);
}
// The words around such a vector, on their way. Which of them it begins in, a loop that takes several knows as a constant: it has a form for
// each, and one branch, which the threads of a row take together, chooses among them.
template <class S, int V> struct fb_around { fb_words<8> words; };
template <int n> struct fb_constant {};
template <class Loop> FB_INLINE void fb_by_word(int bytes_behind, const Loop &loop) {
  if (bytes_behind < 8) {
    if (bytes_behind < 4)
      loop(fb_constant<0>());
    else
      loop(fb_constant<1>());
  } else {
    if (bytes_behind < 12)
      loop(fb_constant<2>());
    else
      loop(fb_constant<3>());
  }
}
template <class S, int V, int word> FB_INLINE void fb_load(fb_around<S, V> &out, const S *p, int behind, fb_constant<word>) {
  out.words = fb_load_words_around<word>(p, behind * (int)sizeof(S));
}
template <class S, int V, class T, int word>
FB_INLINE void fb_unpack(T (&out)[V], const fb_around<S, V> &around, int behind, fb_constant<word>) {
  fb_unpack_words(out, fb_words_from<word>(around.words, behind * (int)sizeof(S) % 4 * 8), (const S *)nullptr);
}
template <class S, int V> FB_INLINE void fb_load_each(fb_packed<S, V> &out, const S *p, int first, int last) {
  constexpr int each = fb_packed<S, V>::each;
#pragma unroll
  for (int j = 0; j < V; j++) {
    if (j % each == 0) out.words.at[j / each] = 0;
    if (first <= j && j < last) out.words.at[j / each] |= fb_narrow_bits(fb_load_one(p + j)) << j % each * (32 / each);
  }
}
template <class S, int V> FB_INLINE void fb_load(fb_packed<S, V> &out, const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load(out, p);
  fb_load_each(out, p, first, last);
}
template <class S, int V> FB_INLINE void fb_load_once(fb_packed<S, V> &out, const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load_once(out, p);
  fb_load_each(out, p, first, last);
}
template <bool once = false, class S, int V> FB_INLINE void fb_load_ahead(fb_packed<S, V> &out, const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load_ahead<once>(out, p);
  fb_load_each(out, p, first, last);
}
template <class S, int V> FB_INLINE void fb_load_unaligned(fb_packed<S, V> &out, const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load_unaligned(out, p);
  fb_load_each(out, p, first, last);
}
template <class S, int V> FB_INLINE void fb_fill(fb_packed<S, V> &out, float) { out.words = {}; }
// Rounded to 16 bits, once for all that read it.
template <class S, int V, class... Range> FB_INLINE void fb_load_rounded(fb_packed<S, V> &out, const float *p, Range... range) {
  float wide[V];
  fb_load(wide, p, range...);
#pragma unroll
  for (int j = 0; j < V; j += 2) out.words.at[j / 2] = fb_pack_pair(wide[j], wide[j + 1], (const S *)nullptr);
}
template <class S, int V, class T> FB_INLINE void fb_unpack(T (&out)[V], const fb_packed<S, V> &packed) {
  fb_unpack_words(out, packed.words, (const S *)nullptr);
}
template <int pass, class S, int V, class T> FB_INLINE void fb_unpack(T (&out)[V], fb_packed<S, V> &packed) {
#pragma unroll
  for (int i = 0; i < fb_packed<S, V>::count; i++) fb_hide(packed.words.at[i]);
  fb_unpack_words(out, packed.words, (const S *)nullptr);
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
