// Scans: accumulators, in order, become those of all elements up to them

template <class A> FB_INLINE A fb_merged(const A &before, const A &more) {
  A sum = before;
  sum.merge(more);
  return sum;
}
template <int S, int V, class A> FB_INLINE void fb_start(A (&mine)[S][V]) {
#pragma unroll
  for (int i = 0; i < S; i++)
#pragma unroll
    for (int j = 0; j < V; j++) mine[i][j].start();
}

// Of the lane `from` of the warp.
template <class A> FB_INLINE A fb_shuffle_of(const A &mine, int from) {
  fb_accumulator_words<A> words;
  words.value = mine;
#pragma unroll
  for (int i = 0; i < (int)sizeof(A) / 4; i++) words.at[i] = fb_shuffle_from(words.at[i], from);
  return words.value;
}
// Of the lane `distance` below; of those that have none, nothing.
template <int lanes, class A> FB_INLINE A fb_shuffle_up(const A &mine, int distance) {
  fb_accumulator_words<A> words;
  words.value = mine;
#pragma unroll
  for (int i = 0; i < (int)sizeof(A) / 4; i++) words.at[i] = fb_shuffle_up_word(words.at[i], distance);
  if ((int)threadIdx.x % lanes < distance) words.value.start();
  return words.value;
}
// Over the lanes of a warp up to each, in groups of `lanes` neighbours; only those that are a multiple of `apart` lanes apart.
template <int lanes, int apart = 1, class A> FB_INLINE A fb_scan_lanes(A mine) {
#pragma unroll
  for (int distance = apart; distance < lanes; distance *= 2) mine = fb_merged(fb_shuffle_up<lanes>(mine, distance), mine);
  return mine;
}

template <int V, class A> FB_INLINE void fb_scan_vector(A (&mine)[V]) {
#pragma unroll
  for (int j = 1; j < V; j++) mine[j] = fb_merged(mine[j - 1], mine[j]);
}
template <int V, class A> FB_INLINE void fb_put_behind(const A &before, A (&mine)[V]) {
#pragma unroll
  for (int j = 0; j < V; j++) mine[j] = fb_merged(before, mine[j]);
}

// Along the rows of a block, `lanes` neighbouring threads a row, each with S vectors: first the first vectors of all threads, then the
// second, ... `carry` is what came before them, and becomes what comes before the next ones.
template <int lanes, int S, int V, class A> FB_INLINE void fb_scan_row(A (&mine)[S][V], A &carry) {
  static_assert(lanes <= 32, "longer rows need shared memory");
#pragma unroll
  for (int i = 0; i < S; i++) {
    fb_scan_vector(mine[i]);
    const A upto = fb_scan_lanes<lanes>(mine[i][V - 1]);
    A before = fb_shuffle_up<lanes>(upto, 1);
    if constexpr (lanes == 1) before.start();
    fb_put_behind(fb_merged(carry, before), mine[i]);
    carry = fb_merged(carry, lanes == 1 ? upto : fb_shuffle_of(upto, threadIdx.x % 32 | (lanes - 1)));
  }
}
// `partials` has S places for each warp of the block.
template <int lanes, int S, int V, class A> FB_INLINE void fb_scan_row(A (&mine)[S][V], A &carry, A *partials) {
  constexpr int warps = lanes / 32, together = warps < S * warps && warps <= 16 ? (32 / warps < S ? 32 / warps : S) : 1;
  const int lane = threadIdx.x % 32, warp = threadIdx.x % lanes / 32;
  A *row = partials + threadIdx.x / lanes * (S * warps);
  A before[S];
#pragma unroll
  for (int i = 0; i < S; i++) {
    fb_scan_vector(mine[i]);
    const A upto = fb_scan_lanes<32>(mine[i][V - 1]);
    before[i] = fb_shuffle_up<32>(upto, 1);
    if (lane == 31) row[i * warps + warp] = upto;
  }
  __syncthreads();
#pragma unroll
  for (int first = 0; first < S; first += together) { // so many vectors have at most 32 partials
    const int count = (S - first < together ? S - first : together) * warps;
    A upto;
    upto.start();
    if (lane < count) upto = row[first * warps + lane];
    upto = fb_scan_lanes<32>(upto);
#pragma unroll
    for (int i = first; i < first + together && i < S; i++) {
      const int at = (i - first) * warps + warp; // partials before this one
      A warps_before = fb_shuffle_of(upto, at == 0 ? 0 : at - 1);
      if (at == 0) warps_before.start();
      fb_put_behind(fb_merged(fb_merged(carry, warps_before), before[i]), mine[i]);
    }
    carry = fb_merged(carry, fb_shuffle_of(upto, count - 1));
  }
}

// Down V columns, of which a thread has S rows.
template <int S, int V, class A> FB_INLINE void fb_scan_column(A (&mine)[S][V], A (&carry)[V]) {
#pragma unroll
  for (int i = 0; i < S; i++)
#pragma unroll
    for (int j = 0; j < V; j++) mine[i][j] = carry[j] = fb_merged(carry[j], mine[i][j]);
}
// The threads t, t + columns, t + 2 * columns, ... of `threads` share V columns, S neighbouring rows each: first those of a warp pass on
// what they have come to, then the warps, for which `partials` has a place for each column of every warp (or of every thread, where a row
// of threads is a warp or more).
template <int columns, int threads, int S, int V, class A>
FB_INLINE void fb_scan_columns(A (&mine)[S][V], A (&carry)[V], A *partials) {
  constexpr int together = columns < 32 ? 32 / columns : 1, groups = threads / columns / together; // rows of threads, sets of them
  const int row = threadIdx.x / columns, column = threadIdx.x % columns, group = row / together;
  A before[V], upto[V];
#pragma unroll
  for (int j = 0; j < V; j++) upto[j].start();
  fb_scan_column(mine, upto);
#pragma unroll
  for (int j = 0; j < V; j++) {
    upto[j] = fb_scan_lanes<32, columns>(upto[j]);
    before[j] = fb_shuffle_up<32>(upto[j], columns);
    if (row % together == together - 1) partials[(group * V + j) * columns + column] = upto[j];
  }
  __syncthreads();
#pragma unroll
  for (int j = 0; j < V; j++) {
    A groups_before = carry[j];
#pragma unroll 4
    for (int other = 0; other < groups; other++) {
      if (other == group) groups_before = carry[j];
      carry[j].merge(partials[(other * V + j) * columns + column]);
    }
    before[j] = fb_merged(groups_before, before[j]);
  }
#pragma unroll
  for (int i = 0; i < S; i++)
#pragma unroll
    for (int j = 0; j < V; j++) mine[i][j] = fb_merged(before[j], mine[i][j]);
}
