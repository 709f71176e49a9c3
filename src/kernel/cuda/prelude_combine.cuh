// Combining the accumulators of threads and blocks, always in the same order

template <class A> union fb_accumulator_words {
  A value;
  unsigned at[sizeof(A) / 4];
  FB_INLINE fb_accumulator_words() {}
};

template <class A> FB_INLINE A fb_shuffle(const A &mine, int mask) {
  fb_accumulator_words<A> words;
  words.value = mine;
#pragma unroll
  for (int i = 0; i < (int)sizeof(A) / 4; i++) words.at[i] = fb_shuffle_xor(words.at[i], mask);
  return words.value;
}

// Over the lanes of a warp whose numbers differ in the bits from `least` to below `most`; both are powers of two.
template <int most, int least = 1, class A> FB_INLINE void fb_reduce_lanes(A &mine) {
#pragma unroll
  for (int mask = most / 2; mask >= least; mask /= 2) mine.merge(fb_shuffle(mine, mask));
}

// Those of pairs in fewer steps that wait for one another than merging takes: first what all lanes have in common, then the sums, which
// each lane has brought to it.
template <class T> FB_INLINE T fb_shuffle_value(T mine, int mask) {
  fb_sum<T> wrapped = {mine};
  return fb_shuffle(wrapped, mask).value;
}
template <int most, int least, class T> FB_INLINE T fb_sum_lanes(T mine) {
#pragma unroll
  for (int mask = most / 2; mask >= least; mask /= 2) mine += fb_shuffle_value(mine, mask);
  return mine;
}
template <int most, int least = 1, class T> FB_INLINE void fb_reduce_lanes(fb_softmax<T> &mine) {
  T highest = mine.maximum;
#pragma unroll
  for (int mask = most / 2; mask >= least; mask /= 2) highest = fb_max(highest, fb_shuffle_value(highest, mask));
  mine.sum = fb_sum_lanes<most, least>(mine.maximum == highest ? mine.sum : mine.sum * fb_exp(mine.maximum - highest));
  mine.maximum = highest;
}
template <int most, int least = 1, class T> FB_INLINE void fb_reduce_lanes(fb_welford<T> &mine) {
  const T total = fb_sum_lanes<most, least>(mine.count);
  const T mean = fb_sum_lanes<most, least>(mine.count * mine.mean) * (total == 0 ? T(0) : fb_reciprocal(total)), apart = mine.mean - mean;
  mine.deviations = fb_sum_lanes<most, least>(mine.deviations + mine.count * apart * apart);
  mine.mean = mean, mine.count = total;
}
template <int most, int least = 1, class T> FB_INLINE void fb_reduce_lanes(fb_welford<T, true> &mine) {
  constexpr int lanes = most / least;
  const T mean = fb_sum_lanes<most, least>(mine.mean) * (T(1) / lanes), apart = mine.mean - mean;
  mine.deviations = fb_sum_lanes<most, least>(mine.deviations + mine.count * apart * apart);
  mine.mean = mean, mine.count *= lanes;
}

// Over the `warps` warps of each row, all threads of the block together; `partials` has one place per warp of the block.
template <int warps, class A> FB_INLINE void fb_write_partial(const A &mine, A *partials) {
  if (threadIdx.x % 32 == 0) partials[threadIdx.x / 32] = mine;
}
template <int warps> FB_INLINE int fb_first_warp() { return threadIdx.x / 32 / warps * warps; }
template <int warps, class A> FB_INLINE void fb_read_partials(A &mine, const A *partials, int first) {
  if constexpr (warps <= 8) {
    mine = partials[first];
#pragma unroll
    for (int i = 1; i < warps; i++) mine.merge(partials[first + i]);
  } else if constexpr (warps % 32 == 0 || 32 % warps == 0) { // as many for every lane
    constexpr int lanes = warps < 32 ? warps : 32;
    const A *found = partials + first + threadIdx.x % lanes;
    mine = found[0];
#pragma unroll
    for (int i = lanes; i < warps; i += lanes) mine.merge(found[i]);
    fb_reduce_lanes<lanes>(mine);
  } else {
    mine.start();
    for (int i = threadIdx.x % 32; i < warps; i += 32) mine.merge(partials[first + i]);
    fb_reduce_lanes<32>(mine);
  }
}

// One or more reductions along the rows of a block, `lanes` neighbouring threads a row; all of them get the result. Where a block takes
// row after row, the threads of each of its `rows` wait for one another only: some rows load while others compute.
template <int lanes, class A> FB_INLINE void fb_reduce_row(A &mine) {
  static_assert(lanes <= 32, "longer rows need shared memory");
  fb_reduce_lanes<lanes>(mine);
}
template <int lanes, int rows> FB_INLINE void fb_await_row() {
  if constexpr (rows > 1)
    fb_sync_row<lanes>();
  else
    __syncthreads();
}
template <int warps> FB_INLINE void fb_write_partials() {}
template <int warps, class A, class... More> FB_INLINE void fb_write_partials(A &mine, A *partials, More &&...more) {
  fb_reduce_lanes<32>(mine);
  fb_write_partial<warps>(mine, partials);
  fb_write_partials<warps>(more...);
}
template <int warps> FB_INLINE void fb_merge_partials(int) {}
template <int warps, class A, class... More> FB_INLINE void fb_merge_partials(int first, A &mine, A *partials, More &&...more) {
  fb_read_partials<warps>(mine, partials, first);
  fb_merge_partials<warps>(first, more...);
}
// `more`: accumulators and their partials by turns.
template <int lanes, int rows = 1, class A, class... More> FB_INLINE void fb_reduce_row(A &mine, A *partials, More &&...more) {
  fb_write_partials<lanes / 32>(mine, partials, more...);
  fb_await_row<lanes, rows>();
  fb_merge_partials<lanes / 32>(fb_first_warp<lanes / 32>(), mine, partials, more...);
}

// The same where the `blocks` blocks of a cluster share the rows: each warp writes to all of them what it has found. `partials` has a
// place for every warp of all blocks; the barrier of the cluster between writing and reading is the caller's.
template <int lanes, int blocks, class A> FB_INLINE void fb_spread_row(A &mine, A *partials, int block) {
  constexpr int warps = lanes / 32;
  fb_reduce_lanes<32>(mine);
  const int warp = threadIdx.x / 32, at = (warp / warps * blocks + block) * warps + warp % warps;
  if (threadIdx.x % 32 >= blocks) return;
  fb_accumulator_words<A> words;
  words.value = mine;
#pragma unroll
  for (int i = 0; i < (int)sizeof(A) / 4; i++) fb_store_remote((unsigned *)(partials + at) + i, threadIdx.x % 32, words.at[i]);
}
template <int lanes, int blocks, class A> FB_INLINE void fb_gather_row(A &mine, const A *partials) {
  fb_read_partials<lanes / 32 * blocks>(mine, partials, threadIdx.x / lanes * (lanes / 32 * blocks));
}

// The lanes of a warp that are `columns` apart have found something of the same V accumulators: each lane is left with a part of them,
// of those of all, which it writes to where they stand. At each step a lane keeps half of what it has and gets the other lane's half.
template <int columns, int distance, int V, class A> FB_INLINE void fb_part_lanes(A (&mine)[V], A *partials) {
  if constexpr (distance < columns) {
#pragma unroll
    for (int j = 0; j < V; j++) partials[j * columns] = mine[j];
  } else if constexpr (V == 1) {
    fb_reduce_lanes<2 * distance, columns>(mine[0]);
    if (!(threadIdx.x & (2 * distance - columns))) partials[0] = mine[0]; // one of those that have the same
  } else {
    const bool upper = threadIdx.x & distance;
    A kept[V / 2];
#pragma unroll
    for (int j = 0; j < V / 2; j++) {
      A given = mine[j + V / 2];
      kept[j] = mine[j];
      if (upper) given = mine[j], kept[j] = mine[j + V / 2];
      kept[j].merge(fb_shuffle(given, distance));
    }
    fb_part_lanes<columns, distance / 2>(kept, partials + (upper ? V / 2 * columns : 0));
  }
}

// The steps of fb_reduce_columns; `more`: accumulators and their partials by turns.
template <int columns> FB_INLINE void fb_part_columns() {}
template <int columns, int V, class A, class... More> FB_INLINE void fb_part_columns(A (&mine)[V], A *partials, More &&...more) {
  constexpr int group = columns > 32 ? columns : 32;
  fb_part_lanes<columns, 16>(mine, partials + threadIdx.x / group * columns * V + threadIdx.x % columns);
  fb_part_columns<columns>(more...);
}
// `before`: results of those before, at which other threads are.
template <int columns, int threads, int before> FB_INLINE void fb_sum_columns() {}
template <int columns, int threads, int before, int V, class A, class... More>
FB_INLINE void fb_sum_columns(A (&)[V], A *partials, More &&...more) {
  constexpr int results = columns * V, group = columns > 32 ? columns : 32, skip = before % threads;
  const int thread = fb_thread<threads>() - skip;
  for (int at = thread < 0 ? thread + threads : thread; at < results; at += threads) {
    A sum = partials[at];
#pragma unroll 8
    for (int i = 1; i < threads / group; i++) sum.merge(partials[i * results + at]);
    partials[at] = sum;
  }
  fb_sum_columns<columns, threads, skip + results>(more...);
}
template <int columns> FB_INLINE void fb_take_columns() {}
template <int columns, int V, class A, class... More> FB_INLINE void fb_take_columns(A (&mine)[V], A *partials, More &&...more) {
#pragma unroll
  for (int j = 0; j < V; j++) mine[j] = partials[j * columns + threadIdx.x % columns];
  fb_take_columns<columns>(more...);
}
template <int columns, int threads> FB_INLINE void fb_shuffle_columns() {}
template <int columns, int threads, int V, class A, class... More>
FB_INLINE void fb_shuffle_columns(A (&mine)[V], A *, More &&...more) {
#pragma unroll
  for (int j = 0; j < V; j++) fb_reduce_lanes<threads, columns>(mine[j]);
  fb_shuffle_columns<columns, threads>(more...);
}

// One or more reductions down the columns of a block: the threads t, t + columns, t + 2 * columns, ... of `threads` share V columns; all
// get the result. `found`: accumulators and their partials by turns; these have a place for every accumulator of each warp's columns, and
// may be used again afterwards.
template <int columns, int threads, class... Found> FB_INLINE void fb_reduce_columns(Found &&...found) {
  if constexpr (threads <= 32) {
    fb_shuffle_columns<columns, threads>(found...);
  } else {
    fb_part_columns<columns>(found...);
    __syncthreads();
    fb_sum_columns<columns, threads, 0>(found...);
    __syncthreads();
    fb_take_columns<columns>(found...);
    __syncthreads();
  }
}

// Partial results of a block in memory that other blocks read: V neighbouring accumulators from the `at`th on, in accesses of 16 bytes
// where their size allows it.
template <int V, class A> union fb_accumulator_block {
  A value[V];
  unsigned at[V * (sizeof(A) / 4)];
  FB_INLINE fb_accumulator_block() {}
};
template <int V, class A> FB_INLINE void fb_publish(unsigned *memory, long long at, const A (&mine)[V]) {
  constexpr int words = (int)sizeof(A) / 4, wide = V * words % 4 == 0 ? 4 : 1;
  fb_accumulator_block<V, A> block;
#pragma unroll
  for (int j = 0; j < V; j++) block.value[j] = mine[j];
#pragma unroll
  for (int i = 0; i < V * words; i += wide) {
    fb_words<wide> out;
#pragma unroll
    for (int k = 0; k < wide; k++) out.at[k] = block.at[i + k];
    fb_store_words(memory + (at * words + i), out);
  }
}
template <int V, class A> FB_INLINE void fb_collect(const unsigned *memory, long long at, A (&mine)[V]) {
  constexpr int words = (int)sizeof(A) / 4, wide = V * words % 4 == 0 ? 4 : 1;
  fb_accumulator_block<V, A> block;
#pragma unroll
  for (int i = 0; i < V * words; i += wide) {
    const fb_words<wide> in = fb_load_words_of_blocks<wide>(memory + (at * words + i));
#pragma unroll
    for (int k = 0; k < wide; k++) block.at[i + k] = in.at[k];
  }
#pragma unroll
  for (int j = 0; j < V; j++) mine[j].merge(block.value[j]);
}
template <class A> FB_INLINE void fb_publish(unsigned *memory, long long at, const A &mine) {
  const A one[1] = {mine};
  fb_publish(memory, at, one);
}
template <class A> FB_INLINE void fb_collect(const unsigned *memory, long long at, A &mine) {
  A one[1] = {mine};
  fb_collect(memory, at, one);
  mine = one[0];
}
// True in the last of `blocks` blocks to come here, for all of its threads: then what the others published can be read.
FB_INLINE bool fb_last_block(unsigned *counter, unsigned blocks, unsigned *shared) {
  __syncthreads();
  if (threadIdx.x == 0) { // its fences are for all threads: the barriers order theirs before and after it
    fb_fence();
    *shared = fb_arrive(counter, blocks);
    fb_fence();
  }
  __syncthreads();
  return *shared == blocks - 1;
}
