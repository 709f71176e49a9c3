// The tile loop of a persistent block, and what blocks have found on theirs, combined by some of them

// The last `finishers` of `blocks` blocks wait here until all have come, and finish: each gets a number of its own, all others one below
// 0, without waiting for anything. What any block published before can be read then. Blocks that have not started yet find room, because
// those that wait are fewer than a GPU runs at once. The counter is left at zero.
FB_INLINE int fb_finisher(unsigned *counter, int block, int blocks, int finishers) {
  const int finisher = block + finishers - blocks;
  __syncthreads();
  if (threadIdx.x == 0) { // its fence is for all threads: the barriers order theirs before and after it
    fb_fence();
    fb_arrive(counter, blocks);
    if (finisher >= 0) fb_await_zero(counter);
  }
  if (finisher >= 0) __syncthreads();
  return finisher;
}

// What a thread has found of its columns, slot by slot, whether it has one slot or more.
template <int V, class A> FB_INLINE auto &fb_slots(const A (&mine)[V]) { return *(const A(*)[1][V])&mine; }
template <int slots, int V, class A> FB_INLINE auto &fb_slots(const A (&mine)[slots][V]) { return mine; }

// The steps of fb_publish_columns. Threads write theirs by column and read them by position in memory: the columns of each lane are
// shuffled so that neither meets in a bank.
template <int columns, int V> FB_INLINE int fb_shuffled(int column, int lane) { return column ^ lane * (V < 32 ? 32 / V : 1) % columns; }
template <int columns, int threads, int at_once> FB_INLINE void fb_lay_columns(int) {}
template <int columns, int threads, int at_once, class M, class A, class... More>
FB_INLINE void fb_lay_columns(int first, const M &mine, A *partials, unsigned *, const More &...more) {
  auto &found = fb_slots(mine);
  constexpr int slots = sizeof found / sizeof found[0], V = sizeof found[0] / sizeof(A), rows = threads / columns;
  const int row = threadIdx.x / columns, column = threadIdx.x % columns;
#pragma unroll
  for (int i = 0; i < slots; i++)
#pragma unroll
    for (int j = 0; j < V; j++)
      if (first <= i && i < first + at_once)
        partials[((i - first) * rows + row) * columns * V + j * columns + fb_shuffled<columns, V>(column, j)] = found[i][j];
  fb_lay_columns<columns, threads, at_once>(first, more...);
}
template <int columns, int threads, int at_once> FB_INLINE void fb_publish_laid(int, long long, int) {}
template <int columns, int threads, int at_once, class M, class A, class... More>
FB_INLINE void fb_publish_laid(int first, long long block, int units, const M &mine, A *partials, unsigned *memory, const More &...more) {
  constexpr int V = sizeof fb_slots(mine)[0] / sizeof(A), results = columns * V, rows = threads / columns;
  for (int place = fb_thread<threads>(); place < at_once * results; place += threads) {
    const int lane = place % V, unit = place % results / V;
    const A *found = partials + place / results * rows * results + lane * columns + fb_shuffled<columns, V>(unit, lane);
    A sum = *found;
#pragma unroll 8
    for (int i = 1; i < rows; i++) sum.merge(found[i * results]);
    if (first * results + place < units * V) fb_publish(memory, block * units * V + first * results + place, sum);
  }
  fb_publish_laid<columns, threads, at_once>(first, block, units, more...);
}
// What the rows of a block have found of the same columns goes to memory: `columns` neighbouring threads a row, a vector of columns each
// in every slot, of which the first `units` exist. `at_once` slots go together. `found`: accumulators, their partials, which have a place
// for each of so many slots, and the memory of all blocks, by turns.
template <int columns, int threads, int at_once, class M, class... Found>
FB_INLINE void fb_publish_columns(long long block, int units, const M &mine, const Found &...found) {
  constexpr int slots = sizeof fb_slots(mine) / sizeof fb_slots(mine)[0];
#pragma unroll
  for (int first = 0; first < slots; first += at_once) {
    fb_lay_columns<columns, threads, at_once>(first, mine, found...);
    __syncthreads();
    fb_publish_laid<columns, threads, at_once>(first, block, units, mine, found...);
    __syncthreads();
  }
}

// As fb_collect, where it is there: what is not is loaded from another place and left out, so that no load waits for a branch.
template <int V, class A> FB_INLINE void fb_collect_if(bool there, const unsigned *memory, long long at, A (&mine)[V]) {
  A other[V];
#pragma unroll
  for (int j = 0; j < V; j++) other[j].start();
  fb_collect(memory, there ? at : 0, other);
#pragma unroll
  for (int j = 0; j < V; j++)
    if (there) mine[j].merge(other[j]);
}
template <class A> FB_INLINE void fb_collect_if(bool there, const unsigned *memory, long long at, A &mine) {
  A one[1] = {mine};
  fb_collect_if(there, memory, at, one);
  mine = one[0];
}

// Into shared memory, where the thread that asked for them reads them after fb_await_copies: it need not wait for others.
template <int V, class S> FB_INLINE void fb_copy_ahead(S *to, const S *from) { fb_copy_bytes<V * (int)sizeof(S)>(to, from); }

// x, which the compiler takes for a new number each time: what it finds with it, it does not keep from one tile to the next.
FB_INLINE int fb_anew(int x) {
  unsigned word = (unsigned)x;
  fb_hide(word);
  return (int)word;
}

// What waits packed over a loop, at its start: the compiler would otherwise unpack it once, into twice the registers.
template <class S, int V> FB_INLINE void fb_keep_packed(fb_packed<S, V> &packed) {
#pragma unroll
  for (int i = 0; i < fb_packed<S, V>::count; i++) fb_hide(packed.words.at[i]);
}
template <class S, int V, int slots> FB_INLINE void fb_keep_packed(fb_packed<S, V> (&packed)[slots]) {
#pragma unroll
  for (int i = 0; i < slots; i++) fb_keep_packed(packed[i]);
}
// What was loaded ahead becomes what is read, here: the compiler would otherwise do so at the end of each tile, and before the first one in
// other registers, for which all tiles would wait.
template <class T> FB_INLINE void fb_take(T &to, const T &from) { to = from; }
FB_INLINE void fb_take(float &to, const float &from) {
  to = from;
  fb_hide(to);
}
template <class S, int V> FB_INLINE void fb_take(fb_packed<S, V> &to, const fb_packed<S, V> &from) {
  to = from;
  fb_keep_packed(to);
}
template <class T, int N> FB_INLINE void fb_take(T (&to)[N], const T (&from)[N]) {
#pragma unroll
  for (int i = 0; i < N; i++) fb_take(to[i], from[i]);
}
