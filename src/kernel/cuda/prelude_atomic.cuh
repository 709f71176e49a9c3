// Adding to memory that other threads add to

// A 16-bit element is added with the word that holds it: the other half of the word gets -0, which changes nothing.
template <int N> FB_INLINE void fb_add_words(fb_f16 *p, const unsigned *words) { fb_add_f16_words<N>(p, words); }
#if FB_ADDS_VECTORS
template <int N> FB_INLINE void fb_add_words(fb_bf16 *p, const unsigned *words) { fb_add_bf16_words<N>(p, words); }
#endif
template <class S> FB_INLINE void fb_atomic_add_half(S *p, float x) {
  const bool upper = (size_t)p & 2;
  const unsigned word = fb_pack_pair(upper ? -0.0f : x, upper ? x : -0.0f, p);
  fb_add_words<1>((S *)((size_t)p & ~(size_t)3), &word);
}
FB_INLINE void fb_atomic_add(fb_f16 *p, float x) { fb_atomic_add_half(p, x); }
#if FB_ADDS_VECTORS
FB_INLINE void fb_atomic_add(fb_bf16 *p, float x) { fb_atomic_add_half(p, x); }
#else // bf16 is added by memory from compute capability 9.0 on: here through a compare-and-swap
FB_INLINE void fb_atomic_add(fb_bf16 *p, float x) {
  unsigned short seen = p->bits, old;
  do {
    old = seen;
    seen = atomicCAS(&p->bits, old, (unsigned short)fb_pack_bf16(fb_float((unsigned)old << 16) + x, 0.0f));
  } while (seen != old);
}
#endif

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
