#include "lab/forest_fit.h"

#include "base/arena.h"
#include "base/random.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_BINS = 128 }; // of a feature: places at which it may be split, and one

// The values of a feature between two neighbouring thresholds are one bin.
typedef struct Column {
  double thresholds[MOST_BINS - 1];
  int threshold_count;
  uint8_t *bins; // of each row
} Column;

typedef struct Fitter {
  const ForestData *data;
  const ForestFit *fit;
  Column *columns;
  double *value, *gradient, *curvature; // of each row
  int *drawn;                           // rows of this tree, leaf by leaf
  int drawn_count;
  int *features; // that this tree may split by
  int feature_count;
  Random random;
} Fitter;

// A split that has been found.
typedef struct Split {
  double gain;      // 0: there is none
  int feature, bin; // rows whose bin is not above go left
} Split;

// A node of the tree that grows: its rows, and the best that can be made of it.
typedef struct Branch {
  int begin, count; // into Fitter.drawn
  double gradient, curvature;
  Split split;
  int left, right; // branches; 0: a leaf
} Branch;

// Files are short and read back as the same numbers. Adding zero makes one of the two zeros.
static double rounded(double value, double unit) {
  return round(value * unit) / unit + 0.0;
}

// ---- columns

static int compare_floats(const void *left, const void *right) {
  float a = *(const float *)left, b = *(const float *)right;
  return (a > b) - (a < b);
}

// Thresholds lie between different values, evenly over the rows where these are many.
static void find_thresholds(const ForestData *data, int feature, Column *column) {
  float *sorted = memory_alloc(sizeof *sorted * (size_t)(data->row_count + 1));
  for (int i = 0; i < data->row_count; i++)
    sorted[i] = data->rows[(size_t)i * (size_t)data->feature_count + (size_t)feature];
  qsort(sorted, (size_t)data->row_count, sizeof *sorted, compare_floats);
  int different = 0, since = 0;
  for (int i = 1; i < data->row_count; i++)
    different += sorted[i] != sorted[i - 1];
  int step = different < MOST_BINS ? 1 : data->row_count / (MOST_BINS - 1) + 1;
  for (int i = 1; i < data->row_count; i++) {
    since++;
    if (sorted[i] == sorted[i - 1] || since < step) continue;
    column->thresholds[column->threshold_count++] = rounded((sorted[i] + (double)sorted[i - 1]) / 2, 1e3);
    since = 0;
  }
  free(sorted);
}

static void fill_bins(const ForestData *data, int feature, Column *column) {
  column->bins = memory_alloc((size_t)data->row_count + 1);
  for (int i = 0; i < data->row_count; i++) {
    float value = data->rows[(size_t)i * (size_t)data->feature_count + (size_t)feature];
    int low = 0, high = column->threshold_count; // the first threshold above the value
    while (low < high) {
      int middle = (low + high) / 2;
      if (value < column->thresholds[middle])
        high = middle;
      else
        low = middle + 1;
    }
    column->bins[i] = (uint8_t)low;
  }
}

// ---- splits

typedef struct Bin {
  double gradient, curvature;
  int rows;
} Bin;

static double score(const Fitter *fitter, double gradient, double curvature) {
  return gradient * gradient / (curvature + fitter->fit->smooth);
}

static void find_split_by(const Fitter *fitter, const Branch *branch, int feature, Split *best) {
  const Column *column = &fitter->columns[feature];
  Bin bins[MOST_BINS] = {{0}};
  for (int i = branch->begin; i < branch->begin + branch->count; i++) {
    int row = fitter->drawn[i];
    Bin *bin = &bins[column->bins[row]];
    bin->gradient += fitter->gradient[row];
    bin->curvature += fitter->curvature[row];
    bin->rows++;
  }
  double whole = score(fitter, branch->gradient, branch->curvature);
  Bin left = {0};
  for (int b = 0; b < column->threshold_count; b++) {
    left.gradient += bins[b].gradient, left.curvature += bins[b].curvature, left.rows += bins[b].rows;
    if (left.rows < fitter->fit->least_rows || branch->count - left.rows < fitter->fit->least_rows) continue;
    double gain = score(fitter, left.gradient, left.curvature) +
                  score(fitter, branch->gradient - left.gradient, branch->curvature - left.curvature) - whole;
    if (gain > best->gain + 1e-9) *best = (Split){gain, feature, b};
  }
}

static void find_split(const Fitter *fitter, Branch *branch) {
  for (int i = branch->begin; i < branch->begin + branch->count; i++) {
    branch->gradient += fitter->gradient[fitter->drawn[i]];
    branch->curvature += fitter->curvature[fitter->drawn[i]];
  }
  if (branch->count < 2 * fitter->fit->least_rows) return;
  for (int i = 0; i < fitter->feature_count; i++)
    find_split_by(fitter, branch, fitter->features[i], &branch->split);
}

// Rows that go left come first; returns how many they are.
static int part_rows(Fitter *fitter, const Branch *branch) {
  const uint8_t *bins = fitter->columns[branch->split.feature].bins;
  int left = 0;
  for (int i = branch->begin; i < branch->begin + branch->count; i++) {
    int row = fitter->drawn[i];
    if (bins[row] > branch->split.bin) continue;
    fitter->drawn[i] = fitter->drawn[branch->begin + left];
    fitter->drawn[branch->begin + left++] = row;
  }
  return left;
}

// ---- a tree

static int best_leaf(const Branch *branches, int count) {
  int best = -1;
  for (int i = 0; i < count; i++)
    if (!branches[i].left && branches[i].split.gain > 0 &&
        (best < 0 || branches[i].split.gain > branches[best].split.gain))
      best = i;
  return best;
}

// The leaf that gains most is split next. Returns how many branches there are.
static int grow(Fitter *fitter, Branch *branches) {
  int count = 1;
  branches[0] = (Branch){.count = fitter->drawn_count};
  find_split(fitter, &branches[0]);
  for (int leaves = 1; leaves < fitter->fit->leaves; leaves++) {
    int at = best_leaf(branches, count);
    if (at < 0) break;
    Branch *branch = &branches[at];
    int left = part_rows(fitter, branch);
    branch->left = count, branch->right = count + 1;
    branches[count++] = (Branch){.begin = branch->begin, .count = left};
    branches[count++] = (Branch){.begin = branch->begin + left, .count = branch->count - left};
    find_split(fitter, &branches[branch->left]);
    find_split(fitter, &branches[branch->right]);
  }
  return count;
}

static void add_branch(const Fitter *fitter, const Branch *branches, int at, Forest *forest) {
  const Branch *branch = &branches[at];
  if (!branch->left) {
    double value =
        -fitter->fit->rate * branch->gradient / fmax(branch->curvature + fitter->fit->smooth, 1e-9);
    vector_push(&forest->nodes, (ForestNode){.feature = -1, .value = rounded(value, 1e4)});
    return;
  }
  int node = forest->nodes.count;
  double threshold = fitter->columns[branch->split.feature].thresholds[branch->split.bin];
  vector_push(&forest->nodes, (ForestNode){.feature = branch->split.feature, .threshold = threshold});
  add_branch(fitter, branches, branch->left, forest);
  forest->nodes.data[node].right = forest->nodes.count;
  add_branch(fitter, branches, branch->right, forest);
}

static double tree_value(const Forest *forest, const float *row) {
  Forest last = *forest;
  last.base = 0;
  last.roots.data += last.roots.count - 1;
  last.roots.count = 1;
  return forest_value(&last, row);
}

// ---- boosting

static void set_gradients(Fitter *fitter) {
  const ForestData *data = fitter->data;
  for (int i = 0; i < data->row_count; i++) {
    double weight = data->weights ? data->weights[i] : 1, value = fitter->value[i], slope = 1;
    if (fitter->fit->loss == LOSS_LOGISTIC) {
      value = 1 / (1 + exp(-value));
      slope = value * (1 - value);
    }
    fitter->gradient[i] = weight * (value - data->targets[i]);
    fitter->curvature[i] = weight * slope;
  }
}

static void draw(Fitter *fitter) {
  fitter->drawn_count = fitter->feature_count = 0;
  for (int i = 0; i < fitter->data->row_count; i++)
    if (random_unit(&fitter->random) < fitter->fit->rows) fitter->drawn[fitter->drawn_count++] = i;
  for (int i = 0; i < fitter->data->feature_count; i++)
    if (fitter->columns[i].threshold_count && random_unit(&fitter->random) < fitter->fit->features)
      fitter->features[fitter->feature_count++] = i;
}

static void add_tree(Fitter *fitter, Branch *branches, Forest *forest) {
  const ForestData *data = fitter->data;
  set_gradients(fitter);
  draw(fitter);
  grow(fitter, branches);
  vector_push(&forest->roots, forest->nodes.count);
  add_branch(fitter, branches, 0, forest);
  for (int i = 0; i < data->row_count; i++)
    fitter->value[i] += tree_value(forest, data->rows + (size_t)i * (size_t)data->feature_count);
}

// The best constant.
static double base_of(const ForestData *data, ForestLoss loss) {
  double sum = 0, weights = 0;
  for (int i = 0; i < data->row_count; i++) {
    double weight = data->weights ? data->weights[i] : 1;
    sum += weight * data->targets[i], weights += weight;
  }
  double mean = weights > 0 ? sum / weights : 0;
  if (loss == LOSS_LOGISTIC) mean = log(fmax(mean, 1e-3) / fmax(1 - mean, 1e-3));
  return rounded(mean, 1e4);
}

static void open_fitter(Fitter *fitter) {
  const ForestData *data = fitter->data;
  size_t rows = (size_t)data->row_count + 1, features = (size_t)data->feature_count + 1;
  fitter->columns = memory_alloc(features * sizeof *fitter->columns);
  fitter->value = memory_alloc(3 * rows * sizeof(double));
  fitter->gradient = fitter->value + rows;
  fitter->curvature = fitter->gradient + rows;
  fitter->drawn = memory_alloc(rows * sizeof(int));
  fitter->features = memory_alloc(features * sizeof(int));
  for (int i = 0; i < data->feature_count; i++) {
    find_thresholds(data, i, &fitter->columns[i]);
    fill_bins(data, i, &fitter->columns[i]);
  }
}

static void close_fitter(Fitter *fitter) {
  for (int i = 0; i < fitter->data->feature_count; i++)
    free(fitter->columns[i].bins);
  free(fitter->columns);
  free(fitter->value);
  free(fitter->drawn);
  free(fitter->features);
}

Forest forest_fit(const ForestData *data, const ForestFit *fit) {
  Forest forest = {.base = base_of(data, fit->loss)};
  Fitter fitter = {.data = data, .fit = fit, .random = {fit->seed}};
  open_fitter(&fitter);
  for (int i = 0; i < data->row_count; i++)
    fitter.value[i] = forest.base;
  Branch *branches = memory_alloc(2 * (size_t)fit->leaves * sizeof *branches);
  for (int i = 0; i < fit->trees; i++)
    add_tree(&fitter, branches, &forest);
  free(branches);
  close_fitter(&fitter);
  return forest;
}
