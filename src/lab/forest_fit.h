// Fitting a forest to data: gradient boosting of small trees, each fitted to what the ones before have left.
// Deterministic: the same rows in the same order give the same forest.
#pragma once

#include "cost/registers/forest.h"

#include <stdint.h>

typedef enum ForestLoss {
  LOSS_SQUARE,   // the forest's value is the target
  LOSS_LOGISTIC, // targets are 0 and 1, the value is the logarithm of the odds of 1
} ForestLoss;

typedef struct ForestFit {
  ForestLoss loss;
  int trees;
  int leaves;      // of a tree, at most
  int least_rows;  // of a leaf
  double rate;     // share of a tree's answer that is added
  double rows;     // share of the rows that a tree is fitted to
  double features; // share of the features that a tree may split by
  double smooth;   // rows of no change that each leaf is averaged with
  uint64_t seed;   // draws both
} ForestFit;

// `rows` has row_count times feature_count numbers, row by row; `weights` may be NULL.
typedef struct ForestData {
  const float *rows;
  const double *targets, *weights;
  int row_count, feature_count;
} ForestData;

// Thresholds are rounded to three decimals and values of leaves to four, so that a forest that is written and
// read is the same.
Forest forest_fit(const ForestData *data, const ForestFit *fit);
