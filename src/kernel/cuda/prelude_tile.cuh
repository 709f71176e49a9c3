// Tiles: part of a tensor in shared memory, on its way from one fast axis to another. What runs down the tile is moved in squares of
// V x V elements that one thread transposes in its registers, so that both sides access whole vectors.

// V neighbouring elements as they lie in memory.
template <class S, int V, bool words = V * sizeof(S) >= 4> struct fb_line { fb_words<V * (int)sizeof(S) / 4> at; };
template <class S, int V> struct fb_line<S, V, false> { S at[V]; };
template <class S, int V> FB_INLINE void fb_load(fb_line<S, V, true> &out, const S *p) { out.at = fb_load_words<V * (int)sizeof(S) / 4>(p); }
template <fb_leaving leaving = fb_leaves_in_turn, class S, int V> FB_INLINE void fb_store(S *p, const fb_line<S, V, true> &in) {
  fb_store_words<leaving>(p, in.at);
}
template <class S, int V> FB_INLINE void fb_load(fb_line<S, V, false> &out, const S *p) {
#pragma unroll
  for (int j = 0; j < V; j++) out.at[j] = fb_load_one(p + j);
}
template <class S, int V> FB_INLINE void fb_store(S *p, const fb_line<S, V, false> &in) {
#pragma unroll
  for (int j = 0; j < V; j++) fb_store_one(p + j, in.at[j]);
}
// Element j of a line becomes element k of another, which was zero there.
template <class S, int V> FB_INLINE void fb_move(fb_line<S, V, true> &to, int k, const fb_line<S, V, true> &from, int j) {
  constexpr int each = sizeof(S) < 4 ? 4 / (int)sizeof(S) : 1, bits = 32 / each;
  if constexpr (sizeof(S) == 8) {
    to.at.at[2 * k] = from.at.at[2 * j], to.at.at[2 * k + 1] = from.at.at[2 * j + 1];
  } else if constexpr (sizeof(S) == 4) {
    to.at.at[k] = from.at.at[j];
  } else {
    to.at.at[k / each] |= (from.at.at[j / each] >> j % each * bits & (1u << bits) - 1) << k % each * bits;
  }
}
template <class S, int V> FB_INLINE void fb_move(fb_line<S, V, false> &to, int k, const fb_line<S, V, false> &from, int j) {
  to.at[k] = from.at[j];
}

// Lanes from first to below last, the others zero.
template <class S, int V, bool words> FB_INLINE void fb_load_each(fb_line<S, V, words> &out, const S *p, int first, int last) {
  out = {};
#pragma unroll
  for (int j = 0; j < V; j++) {
    if (j < first || j >= last) continue;
    fb_line<S, V, words> one = {};
    const S element = fb_load_one(p + j);
    if constexpr (!words) one.at[0] = element;
    else if constexpr (sizeof(S) == 8) one.at.at[0] = (unsigned)fb_word64(element), one.at.at[1] = (unsigned)(fb_word64(element) >> 32);
    else if constexpr (sizeof(S) == 4) one.at.at[0] = fb_word(element);
    else one.at.at[0] = fb_narrow_bits(element);
    fb_move<S, V>(out, j, one, 0);
  }
}
template <class S, int V> FB_INLINE void fb_load_unaligned(fb_line<S, V, true> &out, const S *p) {
  out.at = fb_load_words_unaligned<V * (int)sizeof(S) / 4>(p);
}
template <class S, int V> FB_INLINE void fb_load_unaligned(fb_line<S, V, false> &out, const S *p) { fb_load(out, p); }
template <class S, int V> FB_INLINE void fb_load(fb_line<S, V> &out, const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load(out, p);
  fb_load_each(out, p, first, last);
}
template <class S, int V> FB_INLINE void fb_load_unaligned(fb_line<S, V> &out, const S *p, int first, int last) {
  if (fb_whole<V>(first, last)) return fb_load_unaligned(out, p);
  fb_load_each(out, p, first, last);
}

// A square of elements: V lines.
template <class S, int V> struct fb_patch { fb_line<S, V> line[V]; };
template <class S, int V> FB_INLINE fb_patch<S, V> fb_transpose(const fb_patch<S, V> &from) {
  fb_patch<S, V> to = {};
#pragma unroll
  for (int k = 0; k < V; k++)
#pragma unroll
    for (int j = 0; j < V; j++) fb_move<S, V>(to.line[k], j, from.line[j], k);
  return to;
}

// `rows` rows of `units` vectors. Shared memory serves 128 bytes at once from 32 banks of 4 bytes. Neighbouring threads either go along a
// row, or V rows down each: every V rows the columns are exchanged (exclusive or), so that the vectors of 128 bytes' worth of threads
// lie in different banks both ways, if units and rows / V are at least as many as those threads.
template <class S, int rows, int units, int V> struct fb_tile {
  alignas(16) S elements[rows * units * V];
  static FB_INLINE int offset(int row, int column) {
    constexpr int bytes = V * (int)sizeof(S), group = 128 / bytes, step = bytes < 4 ? 4 / bytes : 1;
    constexpr int divides = units & -units, mask = (divides < group ? divides : group) - 1;
    return (row * units + (column ^ (row / V * step & mask))) * V;
  }
  FB_INLINE S *at(int row, int column) { return elements + offset(row, column); }
  // The square whose lines run down from `row`.
  FB_INLINE void put(int row, int column, const fb_patch<S, V> &down) {
    const fb_patch<S, V> along = fb_transpose(down);
#pragma unroll
    for (int j = 0; j < V; j++) fb_store(at(row + j, column), along.line[j]);
  }
  FB_INLINE fb_patch<S, V> take(int row, int column) {
    fb_patch<S, V> along;
#pragma unroll
    for (int j = 0; j < V; j++) fb_load(along.line[j], at(row + j, column));
    return fb_transpose(along);
  }
};
