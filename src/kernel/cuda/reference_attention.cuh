// Attention alone, as plainly as can be: a block for each row of the queries, sums of doubles over keys in their order. A row
// without keys is 0, as PyTorch and the evaluator have it. In front of this text stand the matrices (Query, Key, Values, Bias, Output, LogSum:
// the type of an element, and strides in elements), the sizes, and THREADS of a block (emit_reference.c).
enum { COLUMNS_EACH = ((int)VALUE_WIDTH + THREADS - 1) / THREADS };

struct Place {
  long long batch, head, row;
};

template <class M> __device__ inline long long place_in(const Place &at, long long column) {
  return M::offset + at.batch * M::batch + at.head * M::head + at.row * M::row + column * M::column;
}

__device__ inline double score_of(const Query::Type *query, const Key::Type *key, const Bias::Type *bias, const Place &at, long long k) {
  if (k >= KEYS || (IS_CAUSAL && k > at.row)) return -(double)FB_INFINITY;
  const Place there = {at.batch, at.head / HEADS_EACH, k};
  double sum = 0;
  for (long long i = 0; i < WIDTH; i++)
    sum += (double)fb_load(query + place_in<Query>(at, i)) * (double)fb_load(key + place_in<Key>(there, i));
  return sum * scale_of_scores() + (HAS_BIAS ? (double)fb_load(bias + place_in<Bias>(at, k)) : 0);
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    reference_attention(const Query::Type *query, const Key::Type *key, const Values::Type *values, const Bias::Type *bias,
                        Output::Type *output, LogSum::Type *log_sum) {
  __shared__ double shared[THREADS];
  const int thread = (int)threadIdx.x;
  const long long block = blockIdx.x;
  const Place at = {block / ROWS / HEADS, block / ROWS % HEADS, block % ROWS};
  double most = -(double)FB_INFINITY, sum = 0, result[COLUMNS_EACH + 1] = {};
  for (long long first = 0; first < KEYS; first += THREADS) {
    const int count = KEYS - first < THREADS ? (int)(KEYS - first) : (int)THREADS;
    const double score = score_of(query, key, bias, at, first + thread), before = most;
    shared[thread] = score;
    __syncthreads();
    for (int i = 0; i < count; i++)
      if (shared[i] > most) most = shared[i];
    __syncthreads();
    shared[thread] = score == -(double)FB_INFINITY ? 0 : exp(score - most);
    __syncthreads();
    const double kept = before == most ? 1 : exp(before - most);
    sum *= kept;
    for (int i = 0; i < count; i++)
      sum += shared[i];
    for (int c = 0; c < COLUMNS_EACH; c++) {
      const int column = c * THREADS + thread;
      result[c] *= kept;
      for (int i = 0; i < count && column < VALUE_WIDTH; i++) {
        const Place there = {at.batch, at.head / HEADS_EACH, first + i};
        result[c] += shared[i] * (double)fb_load(values + place_in<Values>(there, column));
      }
    }
    __syncthreads();
  }
  for (int c = 0; c < COLUMNS_EACH; c++) {
    const int column = c * THREADS + thread;
    if (column < VALUE_WIDTH) fb_store(output + place_in<Output>(at, column), sum == 0 ? result[c] : result[c] / sum);
  }
  if (HAS_LOG_SUM && thread == 0) fb_store(log_sum + place_in<LogSum>(at, 0), sum == 0 ? -(double)FB_INFINITY : most + log(sum));
}
