// Random numbers: Philox 4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011); the key is the seed, the counter element / 4

struct fb_philox_words { unsigned at[4]; };
FB_INLINE fb_philox_words fb_philox(long long seed, long long block) {
  unsigned k0 = (unsigned)seed, k1 = (unsigned)((unsigned long long)seed >> 32);
  unsigned c0 = (unsigned)block, c1 = (unsigned)((unsigned long long)block >> 32), c2 = 0, c3 = 0;
#pragma unroll
  for (int round = 0; round < 10; round++) {
    const unsigned long long first = 0xD2511F53ull * c0, second = 0xCD9E8D57ull * c2;
    c0 = (unsigned)(second >> 32) ^ c1 ^ k0, c1 = (unsigned)second;
    c2 = (unsigned)(first >> 32) ^ c3 ^ k1, c3 = (unsigned)first;
    k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
  }
  return fb_philox_words{{c0, c1, c2, c3}};
}
FB_INLINE unsigned fb_philox_word(const fb_philox_words &words, int lane) {
  return lane & 2 ? (lane & 1 ? words.at[3] : words.at[2]) : (lane & 1 ? words.at[1] : words.at[0]);
}
// The words of V neighbouring elements, V a power of two, the first element a multiple of it: one counter for every four.
template <int V> FB_INLINE void fb_philox_neighbours(unsigned (&out)[V], long long seed, long long element) {
  if constexpr (V < 4) {
    const fb_philox_words words = fb_philox(seed, element >> 2);
#pragma unroll
    for (int j = 0; j < V; j++) out[j] = fb_philox_word(words, (int)(element & 3) + j);
  } else {
#pragma unroll
    for (int j = 0; j < V; j += 4) {
      const fb_philox_words words = fb_philox(seed, (element >> 2) + j / 4);
#pragma unroll
      for (int k = 0; k < 4; k++) out[j + k] = words.at[k];
    }
  }
}
FB_INLINE float fb_unit(unsigned word) { return (float)(word >> 8) * 0x1p-24f; }
// Box-Muller: two words give two numbers.
FB_INLINE void fb_normal_pair(float &first, float &second, unsigned word, unsigned next) {
  const float radius = fb_sqrt_hardware(-2.0f * logf((float)((word >> 8) + 1) * 0x1p-24f));
  float sine, cosine;
  fb_sincospi(2.0f * fb_unit(next), sine, cosine);
  first = radius * cosine, second = radius * sine;
}
FB_INLINE float fb_normal(const fb_philox_words &words, int lane) {
  float first, second;
  fb_normal_pair(first, second, fb_philox_word(words, lane & 2), fb_philox_word(words, lane | 1));
  return lane & 1 ? second : first;
}
FB_INLINE float fb_random_uniform(long long seed, long long element) {
  return fb_unit(fb_philox_word(fb_philox(seed, element >> 2), (int)(element & 3)));
}
FB_INLINE float fb_random_normal(long long seed, long long element) {
  return fb_normal(fb_philox(seed, element >> 2), (int)(element & 3));
}
template <int V, class T> FB_INLINE void fb_random_uniform(T (&out)[V], long long seed, long long element) {
  unsigned words[V];
  fb_philox_neighbours(words, seed, element);
#pragma unroll
  for (int j = 0; j < V; j++) out[j] = fb_unit(words[j]);
}
template <int V, class T> FB_INLINE void fb_random_normal(T (&out)[V], long long seed, long long element) {
  unsigned words[V];
  fb_philox_neighbours(words, seed, element);
#pragma unroll
  for (int j = 0; j < V; j += 2) {
    float first, second;
    fb_normal_pair(first, second, words[j], words[j + 1]);
    out[j] = first, out[j + 1] = second;
  }
}
// low + floor(word * range / 2^32).
FB_INLINE long long fb_scaled_integer(unsigned word, long long low, long long range) {
  const unsigned long long wide = word, high = (unsigned long long)range >> 32, rest = (unsigned long long)range & 0xffffffffull;
  return low + (long long)(wide * high + (wide * rest >> 32));
}
FB_INLINE long long fb_random_integer(long long seed, long long element, long long low, long long range) {
  return fb_scaled_integer(fb_philox_word(fb_philox(seed, element >> 2), (int)(element & 3)), low, range);
}
template <int V> FB_INLINE void fb_random_integer(long long (&out)[V], long long seed, long long element, long long low, long long range) {
  unsigned words[V];
  fb_philox_neighbours(words, seed, element);
#pragma unroll
  for (int j = 0; j < V; j++) out[j] = fb_scaled_integer(words[j], low, range);
}
