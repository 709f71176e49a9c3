#include "experiment/resample.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/statistics.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Items by family, and room for what is drawn.
typedef struct Resampler {
  const ResampleItem *items;
  int *first;     // of each family in `order`, and the end
  int *order;     // items, family by family
  double *ratios; // of each item, logarithms of the medians' ratio
  double
      *pools; // of each item RESAMPLE_POOL logarithms of drawn medians' ratios; unset of one without samples
  double *drawn; // samples of one item
  int families;
} Resampler;

static double median_of(const double *samples, int count, double *room) {
  if (count == 1) return samples[0];
  memcpy(room, samples, sizeof *room * (size_t)count);
  return statistics_median(room, count);
}

static double drawn_median(const double *samples, int count, double *room, Random *random) {
  if (count == 1) return samples[0];
  for (int i = 0; i < count; i++)
    room[i] = samples[random_below(random, (uint64_t)count)];
  return statistics_median(room, count);
}

static bool has_samples(const ResampleItem *item) {
  return item->our_count > 1 || item->base_count > 1;
}

static void fill_pools(Resampler *resampler, int count, Random *random) {
  resampler->pools = memory_alloc(sizeof *resampler->pools * (size_t)count * RESAMPLE_POOL);
  for (int item = 0; item < count; item++) {
    const ResampleItem *at = &resampler->items[item];
    double *pool = resampler->pools + (size_t)item * RESAMPLE_POOL;
    for (int i = 0; has_samples(at) && i < RESAMPLE_POOL; i++) {
      double ours = drawn_median(at->ours, at->our_count, resampler->drawn, random);
      pool[i] = log(ours / drawn_median(at->base, at->base_count, resampler->drawn, random));
    }
  }
}

static double drawn_ratio(const Resampler *resampler, int item, Random *random) {
  if (!has_samples(&resampler->items[item])) return resampler->ratios[item];
  return resampler->pools[(size_t)item * RESAMPLE_POOL + random_below(random, RESAMPLE_POOL)];
}

// Families without items leave no gap: their numbers come from a longer list.
static void sort_families(Resampler *resampler, int count) {
  int most = 0;
  for (int i = 0; i < count; i++)
    if (resampler->items[i].family >= most) most = resampler->items[i].family + 1;
  int *sizes = memory_alloc(sizeof *sizes * (size_t)(most + 1));
  for (int i = 0; i < count; i++)
    sizes[resampler->items[i].family]++;
  int *places = memory_alloc(sizeof *places * (size_t)(most + 1));
  resampler->first = memory_alloc(sizeof *resampler->first * (size_t)(most + 1));
  for (int family = 0, at = 0; family < most; at += sizes[family++]) {
    places[family] = at;
    if (sizes[family]) resampler->first[resampler->families++] = at;
  }
  resampler->first[resampler->families] = count;
  resampler->order = memory_alloc(sizeof *resampler->order * (size_t)(count + 1));
  for (int i = 0; i < count; i++)
    resampler->order[places[resampler->items[i].family]++] = i;
  free(sizes);
  free(places);
}

static double draw_mean(const Resampler *resampler, Random *random) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < resampler->families; i++) {
    int family = (int)random_below(random, (uint64_t)resampler->families);
    for (int at = resampler->first[family]; at < resampler->first[family + 1]; at++, count++)
      sum += drawn_ratio(resampler, resampler->order[at], random);
  }
  return exp(sum / count);
}

static int compare_numbers(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static int draws_for(int count) {
  int draws = RESAMPLE_WORK / count;
  return draws > RESAMPLE_DRAWS ? RESAMPLE_DRAWS : draws < RESAMPLE_DRAWS / 10 ? RESAMPLE_DRAWS / 10 : draws;
}

static void find_interval(Resampler *resampler, int count, uint64_t seed, ResampleMean *mean) {
  Random random = {seed};
  int draws = draws_for(count);
  fill_pools(resampler, count, &random);
  double *means = memory_alloc(sizeof *means * (size_t)draws);
  for (int i = 0; i < draws; i++)
    means[i] = draw_mean(resampler, &random);
  qsort(means, (size_t)draws, sizeof *means, compare_numbers);
  int outside = draws / 40; // 2.5 % on each side
  mean->low = means[outside];
  mean->high = means[draws - 1 - outside];
  free(means);
}

ResampleMean resample_mean(const ResampleItem *items, int count, uint64_t seed) {
  ResampleMean mean = {NAN, NAN, NAN};
  if (count == 0) return mean;
  int most = 1;
  for (int i = 0; i < count; i++) {
    if (items[i].our_count > most) most = items[i].our_count;
    if (items[i].base_count > most) most = items[i].base_count;
  }
  Resampler resampler = {.items = items};
  resampler.drawn = memory_alloc(sizeof *resampler.drawn * (size_t)most);
  resampler.ratios = memory_alloc(sizeof *resampler.ratios * (size_t)count);
  double sum = 0;
  for (int i = 0; i < count; i++) {
    double ours = median_of(items[i].ours, items[i].our_count, resampler.drawn);
    resampler.ratios[i] = log(ours / median_of(items[i].base, items[i].base_count, resampler.drawn));
    sum += resampler.ratios[i];
  }
  mean.mean = exp(sum / count);
  sort_families(&resampler, count);
  if (resampler.families >= RESAMPLE_FAMILIES) find_interval(&resampler, count, seed, &mean);
  free(resampler.drawn);
  free(resampler.ratios);
  free(resampler.pools);
  free(resampler.first);
  free(resampler.order);
  return mean;
}
