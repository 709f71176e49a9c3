// Adding to memory that other threads add to

// 16-bit elements are added through a compare-and-swap.
FB_INLINE void fb_atomic_add_half(unsigned short *p, float x, bool brain) {
  unsigned short seen = fb_peek(p), old;
  do {
    old = seen;
    const float sum = (brain ? fb_float((unsigned)old << 16) : fb_from_f16(old)) + x;
    seen = fb_swap_if(p, old, (unsigned short)(brain ? fb_pack_bf16(sum, 0.0f) : fb_pack_f16(sum, 0.0f)));
  } while (seen != old);
}
FB_INLINE void fb_atomic_add(fb_bf16 *p, float x) { fb_atomic_add_half(&p->bits, x, true); }
FB_INLINE void fb_atomic_add(fb_f16 *p, float x) { fb_atomic_add_half(&p->bits, x, false); }

// V neighbouring elements: up to 16 bytes of floats at once where the memory can add them so (compute capability 9.0 and later).
template <int V, class S, class T> FB_INLINE void fb_atomic_add(S *p, const T (&in)[V]) {
#pragma unroll
  for (int j = 0; j < V; j++) fb_atomic_add(p + j, in[j]);
}
#if FB_ADDS_VECTORS
template <int V> FB_INLINE void fb_atomic_add(float *p, const float (&in)[V]) {
  constexpr int at_once = V < 4 ? V : 4;
#pragma unroll
  for (int j = 0; j < V; j += at_once) fb_add_floats<at_once>(p + j, in + j);
}
template <int N> FB_INLINE void fb_add_words(fb_bf16 *p, const unsigned *words) { fb_add_bf16_words<N>(p, words); }
template <int N> FB_INLINE void fb_add_words(fb_f16 *p, const unsigned *words) { fb_add_f16_words<N>(p, words); }
template <int V, class S> FB_INLINE void fb_atomic_add_pairs(S *p, const float (&in)[V]) {
  constexpr int at_once = V < 8 ? V / 2 : 4;
  unsigned words[V / 2];
#pragma unroll
  for (int j = 0; j < V; j += 2) words[j / 2] = fb_pack_pair(in[j], in[j + 1], p);
#pragma unroll
  for (int i = 0; i < V / 2; i += at_once) fb_add_words<at_once>(p + 2 * i, words + i);
}
template <int V> FB_INLINE void fb_atomic_add(fb_bf16 *p, const float (&in)[V]) { fb_atomic_add_pairs(p, in); }
template <int V> FB_INLINE void fb_atomic_add(fb_f16 *p, const float (&in)[V]) { fb_atomic_add_pairs(p, in); }
#endif
// Of a vector those from first to below last.
template <int V, class S, class T> FB_INLINE void fb_atomic_add(S *p, const T (&in)[V], int first, int last) {
  if (fb_whole<V>(first, last)) return fb_atomic_add(p, in);
#pragma unroll
  for (int j = 0; j < V; j++)
    if (first <= j && j < last) fb_atomic_add(p + j, in[j]);
}
