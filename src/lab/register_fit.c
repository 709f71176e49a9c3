#include "lab/register_fit.h"

#include "base/arena.h"
#include "base/hash.h"
#include "lab/forest_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  HELD_OUT_OF = 4, // one nest of so many
  GRAPHS_OF = 6,   // one graph
  WITHIN = 8,      // registers
  LARGEST_CAP = 255,
};

static const ForestFit register_forest = {.loss = LOSS_SQUARE,
                                          .trees = 600,
                                          .leaves = 63,
                                          .least_rows = 2,
                                          .rate = 0.06,
                                          .rows = 0.9,
                                          .features = 0.4,
                                          .smooth = 1,
                                          .seed = 1};
static const ForestFit spill_forest = {.loss = LOSS_LOGISTIC,
                                       .trees = 150,
                                       .leaves = 10,
                                       .least_rows = 5,
                                       .rate = 0.1,
                                       .rows = 0.7,
                                       .features = 0.5,
                                       .smooth = 1,
                                       .seed = 2};
static const ForestFit byte_forest = {.loss = LOSS_SQUARE,
                                      .trees = 100,
                                      .leaves = 8,
                                      .least_rows = 5,
                                      .rate = 0.1,
                                      .rows = 0.7,
                                      .features = 0.5,
                                      .smooth = 1,
                                      .seed = 3};

SampleSet register_sample_set(uint64_t nest, const char *graph) {
  uint64_t model = hash_bytes(HASH_START, graph, strcspn(graph, "@"));
  if (model % GRAPHS_OF == 0) return SAMPLES_OTHER_GRAPHS;
  return hash_integer(HASH_START, (int64_t)nest) % HELD_OUT_OF == 0 ? SAMPLES_OTHER_NESTS : SAMPLES_FITTED;
}

// ---- fitting

typedef double (*Target)(const RegisterSample *sample);

static double log_registers(const RegisterSample *sample) {
  return log(sample->registers);
}

static double whether_spills(const RegisterSample *sample) {
  return sample->spill_bytes > 0;
}

static double log_bytes(const RegisterSample *sample) {
  return log(sample->spill_bytes);
}

// Of which kernels.
typedef bool (*Choice)(const RegisterSample *sample);

static bool is_any(const RegisterSample *sample) {
  return sample->registers > 0;
}

// Those under the largest cap would teach that hardly anything spills.
static bool is_capped(const RegisterSample *sample) {
  return sample->features.value[FEATURE_cap] < LARGEST_CAP;
}

static bool has_spilled(const RegisterSample *sample) {
  return sample->spill_bytes > 0;
}

static Forest fit_forest(const RegisterSample *samples, int count, bool all, Choice choice, Target target,
                         const ForestFit *fit) {
  float *rows = memory_alloc(((size_t)count + 1) * sizeof(RegisterFeatures));
  double *targets = memory_alloc(((size_t)count + 1) * sizeof *targets);
  int used = 0;
  for (int i = 0; i < count; i++) {
    if (!samples[i].compiled || !choice(&samples[i]) || (!all && samples[i].set != SAMPLES_FITTED)) continue;
    memcpy(rows + (size_t)used * FEATURE_COUNT, samples[i].features.value, sizeof(RegisterFeatures));
    targets[used++] = target(&samples[i]);
  }
  ForestData data = {rows, targets, NULL, used, FEATURE_COUNT};
  Forest forest = forest_fit(&data, fit);
  free(rows);
  free(targets);
  return forest;
}

RegisterForests register_fit(const RegisterSample *samples, int count, bool all) {
  return (RegisterForests){fit_forest(samples, count, all, is_any, log_registers, &register_forest),
                           fit_forest(samples, count, all, is_capped, whether_spills, &spill_forest),
                           fit_forest(samples, count, all, has_spilled, log_bytes, &byte_forest)};
}

// ---- scoring

ForestScore register_score(const RegisterForests *forests, const RegisterSample *samples, int count,
                           SampleSet set, const Template *kind) {
  ForestScore score = {0};
  for (int i = 0; i < count; i++) {
    const RegisterSample *sample = &samples[i];
    if (!sample->compiled || sample->set != set || (kind && sample->kind != kind)) continue;
    RegisterPrediction prediction = register_predict(forests, &sample->features);
    int error = abs(prediction.registers - sample->registers);
    score.kernels++;
    score.mean_error += (double)error / sample->registers;
    score.within_step += error <= WITHIN;
    score.spilled_share += sample->spill_bytes > 0;
    score.spills_right += (sample->spill_bytes > 0) == (prediction.spill_bytes > 0);
  }
  double kernels = fmax(1, score.kernels);
  score.mean_error /= kernels, score.within_step /= kernels;
  score.spilled_share /= kernels, score.spills_right /= kernels;
  return score;
}
