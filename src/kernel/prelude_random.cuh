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
FB_INLINE float fb_unit(unsigned word) { return (float)(word >> 8) * 0x1p-24f; }
// Box-Muller on the pairs of lanes (0, 1) and (2, 3).
FB_INLINE float fb_normal(const fb_philox_words &words, int lane) {
  const float radius = sqrtf(-2.0f * logf((float)((fb_philox_word(words, lane & 2) >> 8) + 1) * 0x1p-24f));
  const float angle = 6.283185307179586f * fb_unit(fb_philox_word(words, lane | 1));
  return radius * (lane & 1 ? sinf(angle) : cosf(angle));
}
FB_INLINE float fb_random_uniform(long long seed, long long element) {
  return fb_unit(fb_philox_word(fb_philox(seed, element >> 2), (int)(element & 3)));
}
FB_INLINE float fb_random_normal(long long seed, long long element) {
  return fb_normal(fb_philox(seed, element >> 2), (int)(element & 3));
}
// low + floor(word * range / 2^32).
FB_INLINE long long fb_random_integer(long long seed, long long element, long long low, long long range) {
  const unsigned long long word = fb_philox_word(fb_philox(seed, element >> 2), (int)(element & 3));
  const unsigned long long high = (unsigned long long)range >> 32, rest = (unsigned long long)range & 0xffffffffull;
  return low + (long long)(word * high + (word * rest >> 32));
}
