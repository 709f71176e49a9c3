// The evaluator: the graph op by op on the CPU in double precision, knowing nothing of plans or kernels. What every result must be.
//
// Rounding: a value is rounded to its dtype only by an explicit cast, at graph inputs, and for integer and bool results; every other
// floating result keeps double precision (kernels keep f32 there: a cast is the only op that rounds).
#pragma once

#include "graph/graph.h"

typedef struct Tensor {
  DType dtype;
  Shape shape;
  double *data; // contiguous in logical order, whatever the value's strides; NULL: not computed
} Tensor;

typedef struct Evaluation {
  const Graph *graph;
  Tensor *values;          // one per value of the graph; views are materialized too
  const char **skipped;    // per op: NULL, or why it was not evaluated (attention, convolution, opaque); its results are then
                           // filled with seeded random numbers, the same as `evaluate_fill` gives
} Evaluation;

typedef struct EvaluateOptions {
  uint64_t seed;         // inputs: floats normal(0,1); integers uniform within what their readers allow (index operands stay in range); bools
  int64_t limit_bytes;   // refuse graphs whose values need more (0: 8 GiB)
} EvaluateOptions;

// The contents of input or of a skipped result: depends on the seed and the value's name only. Rounded to its dtype.
void evaluate_fill(const Graph *graph, int value, uint64_t seed, double *data);
Evaluation *evaluate(const Graph *graph, const EvaluateOptions *options, Status *status);
void evaluation_free(Evaluation *evaluation);

// Evaluates one op alone: operands as tensors (NULL for numbers), results into freshly allocated tensors.
bool evaluate_op(const Graph *graph, const Op *op, const Tensor *const *operands, Tensor *results, uint64_t seed, Status *status);

// Comparing `got` (as stored by a kernel, `dtype`) with the reference, element by element and as a whole.
typedef struct Comparison {
  double relative_norm;   // |got - want| / |want| (2-norms; absolute when want is all zero)
  double worst;           // largest |got - want| / (tolerance * (|want| + rms(want)))
  int64_t worst_index;    // logical index of it
  int64_t mismatches;     // elements beyond the tolerance; NaN or infinity where the reference has none counts
  double tolerance;       // relative, see evaluate_tolerance
  bool pass;
} Comparison;
// Stated tolerance of a value: unit roundoff of the coarsest float dtype among it and the values that it is computed from (up to stored
// inputs), times a factor that grows with the square root of the longest reduction and the depth of ops in between.
double evaluate_tolerance(const Graph *graph, int value);
Comparison compare_tensors(const Tensor *want, const double *got, double tolerance);
