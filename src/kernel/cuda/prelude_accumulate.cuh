// Accumulators: start(), add(element), merge(accumulator of other elements)

template <class T> FB_INLINE T fb_lowest() { return (T)(-FB_INFINITY); }
template <> FB_INLINE long long fb_lowest<long long>() { return (long long)0x8000000000000000ull; }
template <class T> FB_INLINE T fb_highest() { return (T)FB_INFINITY; }
template <> FB_INLINE long long fb_highest<long long>() { return 0x7fffffffffffffffll; }

template <class T> struct fb_sum {
  T value;
  FB_INLINE void start() { value = 0; }
  FB_INLINE void add(T x) { value += x; }
  FB_INLINE void merge(const fb_sum &other) { value += other.value; }
};
template <class T> struct fb_product {
  T value;
  FB_INLINE void start() { value = 1; }
  FB_INLINE void add(T x) { value *= x; }
  FB_INLINE void merge(const fb_product &other) { value *= other.value; }
};
template <class T> struct fb_most {
  T value;
  FB_INLINE void start() { value = fb_lowest<T>(); }
  FB_INLINE void add(T x) { value = fb_max(value, x); }
  FB_INLINE void merge(const fb_most &other) { add(other.value); }
};
template <class T> struct fb_least {
  T value;
  FB_INLINE void start() { value = fb_highest<T>(); }
  FB_INLINE void add(T x) { value = fb_min(value, x); }
  FB_INLINE void merge(const fb_least &other) { add(other.value); }
};
template <class T> struct fb_any {
  int value;
  FB_INLINE void start() { value = 0; }
  FB_INLINE void add(T x) { value |= x != 0; }
  FB_INLINE void merge(const fb_any &other) { value |= other.value; }
};
template <class T> struct fb_all {
  int value;
  FB_INLINE void start() { value = 1; }
  FB_INLINE void add(T x) { value &= x != 0; }
  FB_INLINE void merge(const fb_all &other) { value &= other.value; }
};
// The smallest position among the best; NaN is better than any number. P is an integer type that holds all positions.
template <class T, class P, bool largest> struct fb_argument {
  static constexpr P nowhere = (P)(~0ull >> (65 - 8 * sizeof(P))); // behind all positions
  P position;
  T value;
  FB_INLINE void start() { value = largest ? fb_lowest<T>() : fb_highest<T>(), position = nowhere; }
  FB_INLINE bool exceeded(T x, P at) const {
    const bool beyond = largest ? x > value : x < value, nan = x != x, number = value == value;
    const bool equal = (x == value) | (nan & !number);
    return beyond | (nan & number) | (equal & (at < position)); // all of it: no branches
  }
  FB_INLINE void add(T x, P at) {
    const bool better = exceeded(x, at);
    value = better ? x : value, position = better ? at : position;
  }
  FB_INLINE void merge(const fb_argument &other) { add(other.value, other.position); }
  // The elements of a vector, from position `at` on: which of them it is, is looked up only where the best improves.
  template <int V> FB_INLINE void add(const T (&x)[V], P at) {
    T best = x[0];
#pragma unroll
    for (int j = 1; j < V; j++) best = largest ? fb_max(best, x[j]) : fb_min(best, x[j]);
    if (!exceeded(best, at)) return;
    int first = V - 1;
#pragma unroll
    for (int j = V - 2; j >= 0; j--)
      if ((x[j] == best) | (x[j] != x[j])) first = j;
    add(best, at + first);
  }
  // Of a vector those from first to below last.
  template <int V> FB_INLINE void add(const T (&x)[V], P at, int first, int last) {
    if (fb_whole<V>(first, last)) return add(x, at);
#pragma unroll
    for (int j = 0; j < V; j++)
      if (first <= j && j < last) add(x[j], at + j);
  }
};
template <class T, class P> using fb_argmax = fb_argument<T, P, true>;
template <class T, class P> using fb_argmin = fb_argument<T, P, false>;
// Mean and sum of squared deviations in one pass (Welford), merged by the formula of Chan, Golub and LeVeque. `alike`: all threads come to
// the same count.
template <class T, bool alike = false> struct fb_welford {
  T mean, deviations, count;
  FB_INLINE void start() { mean = deviations = count = 0; }
  FB_INLINE void add(T x) {
    count += 1;
    const T delta = x - mean;
    mean += delta * fb_reciprocal(count);
    deviations += delta * (x - mean);
  }
  FB_INLINE void merge(const fb_welford &other) {
    const T total = count + other.count, delta = other.mean - mean;
    if (total == 0) return;
    const T share = other.count * fb_reciprocal(total);
    mean += delta * share;
    deviations += other.deviations + delta * delta * count * share;
    count = total;
  }
  // The elements of a vector: their own mean and deviations first, then one merge, which takes as long as one element does.
  template <int V> FB_INLINE void add(const T (&x)[V]) {
    fb_welford vector;
    vector.mean = vector.deviations = 0, vector.count = V;
#pragma unroll
    for (int j = 0; j < V; j++) vector.mean += x[j];
    vector.mean *= T(1) / V;
#pragma unroll
    for (int j = 0; j < V; j++) vector.deviations += (x[j] - vector.mean) * (x[j] - vector.mean);
    merge(vector);
  }
  // Of a vector those from first to below last.
  template <int V> FB_INLINE void add(const T (&x)[V], int first, int last) {
    if (fb_whole<V>(first, last)) return add(x);
#pragma unroll
    for (int j = 0; j < V; j++)
      if (first <= j && j < last) add(x[j]);
  }
};
// Maximum and sum of exp(x - maximum) in one pass; one exponential for each element.
template <class T> struct fb_softmax {
  T maximum, sum;
  FB_INLINE void start() { maximum = fb_lowest<T>(), sum = 0; }
  FB_INLINE void add(T x) {
    const T scale = x == maximum ? T(1) : fb_exp(-fb_abs(x - maximum));
    sum = x > maximum ? sum * scale + 1 : sum + scale;
    maximum = fb_max(maximum, x);
  }
  FB_INLINE void merge(const fb_softmax &other) {
    const T most = fb_max(maximum, other.maximum);
    const T mine = maximum == most ? T(1) : fb_exp(maximum - most);
    const T theirs = other.maximum == most ? T(1) : fb_exp(other.maximum - most);
    sum = sum * mine + other.sum * theirs, maximum = most;
  }
  // The elements of a vector: one exponential for each, which do not wait for one another, and one to rescale the sum.
  template <int V> FB_INLINE void add(const T (&x)[V]) {
    T most = maximum, more = 0;
#pragma unroll
    for (int j = 0; j < V; j++) most = fb_max(most, x[j]);
    const T base = most == fb_lowest<T>() ? T(0) : most;
#pragma unroll
    for (int j = 0; j < V; j++) more += fb_exp_from(x[j], base);
    sum = sum * fb_exp_from(maximum, base) + more, maximum = most;
  }
  // Of a vector those from first to below last.
  template <int V> FB_INLINE void add(const T (&x)[V], int first, int last) {
    if (fb_whole<V>(first, last)) return add(x);
#pragma unroll
    for (int j = 0; j < V; j++)
      if (first <= j && j < last) add(x[j]);
  }
  // A row of nothing but -infinity has no sum.
  FB_INLINE T total() const { return maximum == fb_lowest<T>() ? (T)FB_NAN : sum; }
};
