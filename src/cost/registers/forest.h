// Forests: sums of small regression trees, as functions of a row of numbers. Fitted by gradient boosting
// (forest_fit.h), stored as JSON that people can read.
#pragma once

#include "base/json.h"

// A split sends rows whose feature is below the threshold to the left; a leaf adds its value.
typedef struct ForestNode {
  int feature; // -1: a leaf
  int right;   // of a split: index of the node where rows not below go; the left one is the next
  union {
    double threshold; // of a split
    double value;     // of a leaf
  };
} ForestNode;

// The same for walking many trees at once without a branch. Left of a split is the next node; a leaf, which
// no number is below, leads to itself.
typedef struct ForestStep {
  float threshold;  // the smallest that is not below the node's: it sends rows of floats the same way
  uint16_t feature; // of a leaf any
  uint16_t right;   // how many nodes further on
} ForestStep;

typedef struct Forest {
  double base; // what the trees add to
  struct {
    ForestNode *data;
    int count, capacity;
  } nodes; // of all trees, one after another, each in preorder
  struct {
    int *data;
    int count, capacity;
  } roots;           // of each tree, into nodes
  ForestStep *steps; // by node; NULL until forest_ready, or where a tree is too large for them
} Forest;
void forest_free(Forest *forest);

// Once all trees are there: forest_value is several times as fast then, and gives the same.
void forest_ready(Forest *forest);
double forest_value(const Forest *forest, const float *row);

// Names of the features, by which the file speaks of them.
typedef struct FeatureNames {
  const char *(*name)(int feature);
  bool (*parse)(const char *name, size_t length, int *feature);
} FeatureNames;
// {"base": 3.2, "trees": ["cap 40 -0.1 held 12 0 0.2", ...]}: each tree is a text of words in preorder. A
// split is a feature and a threshold, then what is left and right of it; a leaf is its value.
void forest_write(const Forest *forest, const FeatureNames *names, JsonWriter *writer, const char *key);
// False with the place of what is wrong; the forest is empty then.
bool forest_read(const Json *json, const JsonNode *node, const FeatureNames *names, Forest *forest,
                 Status *status);
