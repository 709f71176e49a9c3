// Fitting the models of registers and spills to compiled kernels, and scoring them.
#pragma once

#include "cost/registers/register_model.h"

// Which kernels a model may be fitted to. Loop nests are drawn by their hash, with all their schedules;
// graphs by that of their name up to an "@" (of one model: MODEL@KIND@r3.json), with all their kernels.
typedef enum SampleSet {
  SAMPLES_FITTED,
  SAMPLES_OTHER_NESTS,  // held out: loop nests of graphs that others are fitted to
  SAMPLES_OTHER_GRAPHS, // held out: graphs of which nothing is fitted
  SAMPLE_SETS
} SampleSet;

// A kernel under one schedule, and what the compiler made of it.
typedef struct RegisterSample {
  uint64_t nest; // hash of its loop nest
  int graph;     // for messages
  const Template *kind;
  SampleSet set;
  bool compiled; // else the compiler failed: to be left out
  RegisterFeatures features;
  int registers;   // per thread
  int spill_bytes; // per thread, stores and loads
} RegisterSample;

SampleSet register_sample_set(uint64_t nest, const char *graph);

// Fits to the samples of SAMPLES_FITTED, or to all; the same samples in the same order give the same forests.
RegisterForests register_fit(const RegisterSample *samples, int count, bool all);
// Of the samples of a set and a template; NULL: of all templates.
ForestScore register_score(const RegisterForests *forests, const RegisterSample *samples, int count,
                           SampleSet set, const Template *kind);
