// The evaluator: the graph op by op on the CPU in double precision, knowing nothing of plans or kernels. What
// every result must be.
//
// Rounding: a value is rounded to its dtype only by an explicit cast, at graph inputs, and for integer and
// bool results; every other floating result keeps double precision (kernels keep f32 there: a cast is the
// only op that rounds). Ops that convert count as casts: copy into another dtype, sum, prod, mean and cumsum
// with another dtype; and so do the numbers of full, iota and pad. An integer division by zero gives 0.
// Reductions are plain sums in double, var in two passes.
//
// Random numbers: Philox 4x32-10 (Salmon et al., SC 2011) with key = (low, high word of the seed, an i64 as
// uint64) and counter = (low, high word of element / 4, 0, 0), where `element` is the index of the element in
// row order whatever the layout. Its four output words x[0..3] belong to the four elements of that counter:
// element e takes lane e % 4. With u(x) = (x >> 8) * 2^-24:
//   random "rand":  u(x[lane]), in [0, 1), exact in f32
//   random "randn": Box-Muller on the pairs (x[0], x[1]) and (x[2], x[3]):
//                   radius = sqrt(-2 ln(((x[first] >> 8) + 1) * 2^-24)), angle = 2 pi u(x[second]);
//                   the pair's first element is radius * cos(angle), its second radius * sin(angle)
//   randint:        start + floor(x[lane] * (end - start) / 2^32), in [start, end)
// A `seeds` op gives what evaluate_fill gives for its result: kernels take it as a buffer.
#pragma once

#include "graph/core/graph.h"

typedef struct Tensor {
  DType dtype;
  Shape shape;
  double *data; // contiguous in logical order, whatever the value's strides; of complex numbers all real
                // parts, then all imaginary ones. NULL: not computed
} Tensor;

int64_t tensor_numbers(const Tensor *tensor); // in `data`: its elements, twice as many when they are complex
int64_t value_numbers(const Value *value);    // those that a tensor of the value has

typedef struct EvaluateOptions {
  uint64_t seed;       // inputs: floats normal(0,1); integers uniform within what their readers allow (index
                       // operands stay in range); bools
  int64_t limit_bytes; // refuse graphs whose values need more, loops all of whose rounds do (0: 8 GiB)
  // Part of a graph alone (both NULL: all of it). Per value its elements in logical order where they are
  // known, per op whether it is evaluated (then its results are, given or not). Nothing else is there: other
  // values have no data. Borrowed for as long as the evaluation lives.
  const double *const *given;
  const bool *wanted;
} EvaluateOptions;

typedef struct Evaluation {
  const Graph *graph;
  EvaluateOptions options;
  // One per value of the graph; views are materialized too. Where an op writes into memory, its result is the
  // new content; older names of that memory follow only when they are read later or leave the graph, so take
  // the contents of inputs before the run from evaluate_fill.
  Tensor *values;
  // Per op: NULL, or why it was not evaluated (opaque, fft, attention with dropout); its results are then
  // filled with seeded random numbers, the same as evaluate_fill gives.
  const char **skipped;
  int64_t work;   // elements that loops and choices computed in graphs of their own
  double **noise; // per value; NULL until evaluation_compare needs it: see evaluate_noise
} Evaluation;

// The contents of an input or of a skipped result: depends on the seed and the value's name, and on what the
// value's readers allow (the ops that it reaches through casts, views, padding and the like): integers that
// choose elements are in range of what they choose from, classes in range of their one-hot encoding, window
// positions not in the padding; places at which index_put stores (op_stores_at_places) come once each, as far
// as there are as many, else once in each run of the last axes; floats that are divided by, or stand under a
// root or logarithm, are uniform in [0.5, 2); exponents of a number below 1 (an optimizer's count of steps)
// are whole numbers in [64, 1024): after few steps 1 - 0.999^steps has lost its digits; other floats are
// normal(0, 1); integers that nobody bounds are in [-8, 8). Rounded to its dtype.
void evaluate_fill(const Graph *graph, int value, uint64_t seed, double *data);
// What a value may hold, found from the ops that its elements reach through casts, views, padding and added
// constants: what evaluate_fill goes by.
typedef struct ValueRole {
  bool bounded; // integers: they choose elements of something, so that low <= value < high
  int64_t low, high;
  int64_t distinct; // integers: index_put stores at them, and of so many neighbours in row order each is
                    // another; at most 1: none need be
  bool seed;        // integers: the seed of random numbers
  bool positive;    // floats: divided by, or under a root or logarithm
  bool step;        // floats: how often a number below 1 is multiplied with itself; optimizers count steps so
  const Op *window; // integers: positions in windows, of this pooling op
} ValueRole;
ValueRole value_role(const Graph *graph, int value);

// NULL with a message: too large, an annotated shape that contradicts the operands, an index out of range.
// Free with evaluation_free.
Evaluation *evaluation_run(const Graph *graph, const EvaluateOptions *options, Status *status);
void evaluation_free(Evaluation *evaluation);

// Evaluates one op alone: operands as tensors of the graph's shapes (NULL for numbers and absent operands),
// results into freshly allocated tensors (free their data). False with a message, and no data, when it cannot
// be evaluated.
bool evaluate_op(const Graph *graph, const Op *op, const Tensor *const *operands, Tensor *results,
                 uint64_t seed, Status *status);

// One block of Philox 4x32-10: the four words of counter (block, 0) under the key `seed`.
void evaluate_philox(uint64_t seed, uint64_t block, uint32_t words[4]);

// Comparing `got` (as stored by a kernel, `dtype`) with the reference, element by element and as a whole.
// What an element is off is |got - want|, less its noise where that is known.
typedef struct TensorComparison {
  double relative_norm; // off / want (2-norms; absolute when want is all zero)
  double worst;         // largest off / (tolerance * (|want| + rms(want)))
  int64_t worst_index;  // logical index of it
  int64_t mismatches;   // elements beyond the tolerance; NaN or infinity where the reference has none counts
  double tolerance;     // relative, see evaluate_tolerance
  double noise;         // of the element at worst_index
  bool less_noise;      // noise was known: distances are what is left beyond it
  bool pass;            // evaluate_agrees
} TensorComparison;
// When do floats agree? Errors of many elements average out, so the relative norm may only reach tolerance /
// NORM_STRICTNESS. An element may be off by the tolerance of its size plus the rms of all, but the tolerance
// cannot know of operands that cancel each other, or of a large factor that meets a small sum (that is what
// noise is measured for, where the reference can be evaluated again): among millions of elements of random
// data some are that unlucky, in a correct kernel, too. So one element of RARE_ONE_IN
// may be off by more: by up to SLACK_MOST tolerances, and never by more than its size plus the rms, which is
// no rounding any more. Fewer elements than RARE_ONE_IN get no exception. A NaN or infinity where the
// reference has none, or none where it has one, is infinitely far. Integers and bools agree when the share of
// elements that differ is within the norm's bound (a comparison of almost equal floats may fall either way).
enum { NORM_STRICTNESS = 4, RARE_ONE_IN = 1000, SLACK_MOST = 32 };
// That rule: `worst` in units of the tolerance, as in TensorComparison; `count` elements, of which
// `mismatches` are beyond it.
bool evaluate_agrees(DType dtype, int64_t count, int64_t mismatches, double worst, double relative_norm,
                     double tolerance);
// Stated tolerance of a value, from all values that it is computed from (inputs are exact and do not count).
// With u the coarsest unit roundoff among their float dtypes, v = min(u, 2^-24), d the longest chain of ops,
// r the longest chain of f16 or bf16 results, s the longest chain of steep ops (exponentials, logarithms,
// sine, softmax) and n the longest reduction: 4 (1 + s) (v (16 + 4 d + 2 sqrt(n)) + w) with w = u (2 + 2
// sqrt(r)) when u > v, else 0. Twice that where all is f64, in which the reference is computed, too. 0 when
// no float was computed. A loop counts as what it runs, 32 times.
double evaluate_tolerance(const Graph *graph, int value);
void evaluate_tolerances(const Graph *graph, double *tolerances); // of all values in one pass
// `noise`: per element, or NULL.
TensorComparison compare_tensors(const Tensor *want, const double *got, const double *noise,
                                 double tolerance);

// Noise: by how much rounding alone may move each element of each value (NULL where nothing was evaluated;
// free with noise_free). A relative tolerance says nothing of a result that is nearly nothing beside what it
// was computed from: the mean of what was centered, the variance of equal numbers, whatever is divided by
// them, a comparison of almost equal numbers. How far such a result moves depends on the numbers, so it is
// measured, as in Monte Carlo arithmetic (Parker 1997): the evaluation is repeated NOISE_RUNS times, every
// operand off by random relative errors of the size that rounding has made there, and noise is the farthest
// that an element went, and at least twice the smallest number above 0; infinity where it is a number in one
// and none in another. All uses of an element of one operand share its error: what is broadcast is off
// everywhere alike. Every other run makes the opposite errors of the one before: a comparison of equal
// numbers then falls both ways.
//
// With u the unit roundoff of the operand's dtype and v = min(u, 2^-24):
// - Inputs, and what ops only moved or chose from inputs, have no error.
// - What was computed is off by up to 4 v of its size, and by up to the smallest number above 0 of its dtype:
//   less than that is lost.
// - In f16 and bf16 it is rounded or not: in half of the runs it is off by up to 2 u besides, each element by
//   itself; in the others by twice what rounding to the dtype does to it, in all operands or in some, as
//   neighbours are often off alike.
// - Terms of sums, products, variances, scans and matrix products of n terms are off by 4 v sqrt(n) more (v
//   of the coarser of operand and result), as the partial sums of a loop are rounded n times.
// Ops that move or choose elements do not round: their operands are as they are. Nothing is measured (no
// value has noise) when one evaluation takes more than 1 GiB.
enum { NOISE_RUNS = 16 };
double **evaluate_noise(const Evaluation *exact);
void noise_free(const Graph *graph, double **noise); // NULL is allowed
// Compares `got` with a value of the evaluation by its stated tolerance; when that fails, again less its
// noise, which is measured when it is first needed. Where the noise of every element is infinite, anything
// would pass: the first comparison then stands.
TensorComparison evaluation_compare(Evaluation *evaluation, int value, const double *got);
// Why the result of the op may be one or another, as half a sentence; NULL: it is none of
// op_stores_at_places, stores nowhere more than once, or its indices are not among what is evaluated.
const char *evaluation_repeats(const Evaluation *evaluation, const Op *op);
// After a comparison that did not pass: why it says nothing of `got`, as half a sentence; NULL when `got` is
// wrong. Something that it is computed from was stored where other values were stored, too; or all that is
// off is moved by rounding alone by half its size or more, and is off by little more than that.
const char *evaluation_untold(Evaluation *evaluation, int value, const double *got);
