// What the evaluator's files share: the call of one op, and walks over tensors in row order.
#pragma once

#include "graph/evaluate/evaluate.h"

// Counts of steps that inputs hold lie in [STEP_LEAST, STEP_LIMIT): value_role.
enum { STEP_LEAST = 64, STEP_LIMIT = 1024 };

// One op being evaluated. Kernels fill `results[i].data`, which is allocated, zeroed and of the annotated
// shape.
typedef struct EvaluateCall {
  const Graph *graph;
  const Op *op;
  const Tensor *const *operands; // NULL for numbers and absent operands
  Tensor *results;
  uint64_t seed;
  int64_t limit_bytes;
  int64_t *work; // Evaluation.work, which loops and choices add to: at most what the limit has room for
  Status *status;
} EvaluateCall;

// One function per op class; false with a message when the op cannot be evaluated.
bool evaluate_pointwise(const EvaluateCall *call);
bool evaluate_view(const EvaluateCall *call);
bool evaluate_create(const EvaluateCall *call);
bool evaluate_random(const EvaluateCall *call);
bool evaluate_reduce(const EvaluateCall *call);
bool evaluate_scan(const EvaluateCall *call);
bool evaluate_index(const EvaluateCall *call);
bool evaluate_layout(const EvaluateCall *call);
bool evaluate_window(const EvaluateCall *call);
bool evaluate_contraction(const EvaluateCall *call);
bool evaluate_library(const EvaluateCall *call);
bool evaluate_control(const EvaluateCall *call); // opaque ops: those that run graphs

bool evaluate_dispatch(const EvaluateCall *call); // by class
bool evaluate_complex(const EvaluateCall *call);  // what takes or gives complex numbers, but for opaque ops

// Ops and writes that see an operand as memory (memory.c). tensor_overwrite: `written` was stored
// where `written_value` lies; puts the elements of it that `value` shares into `tensor`, which holds `value`.
bool evaluate_as_strided(const EvaluateCall *call);
bool evaluate_as_strided_scatter(const EvaluateCall *call);
void tensor_overwrite(Tensor *tensor, const Value *value, const Tensor *written, const Value *written_value);

// index, index_put, masked_index_put; and the wrapping of negative indices that all index ops share: false
// with a message when `value` is outside of [-size, size), or negative where `negatives` are not allowed.
bool evaluate_selection(const EvaluateCall *call);
bool evaluate_selection_repeats(const EvaluateCall *call); // index_put: does it name a place more than once?
bool evaluate_wrap_index(const EvaluateCall *call, double value, int64_t size, bool negatives,
                         int64_t *index);

// Library ops with a file of their own.
bool evaluate_convolution(const EvaluateCall *call);
bool evaluate_convolution_backward(const EvaluateCall *call);
bool evaluate_attention(const EvaluateCall *call);
bool evaluate_product(const EvaluateCall *call); // scaled_mm, grouped_mm

// The operand as a number, whether it was written as one or is a tensor of one element.
double evaluate_number(const EvaluateCall *call, int operand);
// Entry `position` of an integer list; the last entry stands for missing ones, `otherwise` for an absent or
// empty list.
int64_t evaluate_entry(const EvaluateCall *call, AttributeKey key, int position, int64_t otherwise);

bool evaluate_is_wanted(const EvaluateOptions *options, int op); // of the graph's ops, is evaluated

// ---- rounding

// How many terms each result of a reduction, scan or contraction takes; 1 for other ops.
int64_t evaluate_reduced_elements(const Graph *graph, const Op *op);
// Errors that an evaluation makes on purpose (noise.c).
typedef enum StressKind {
  STRESS_RANDOM,     // of every element by itself
  STRESS_ROUND_ALL,  // f16 and bf16: what rounding does, larger; else random
  STRESS_ROUND_SOME, // that for operands chosen at random
} StressKind;
typedef struct Stress {
  StressKind kind;
  uint64_t seed;
  bool opposite;  // every error is the opposite of what kind and seed give
  bool *computed; // per value: rounding has touched it
} Stress;
// Replaces operands that rounding has touched by copies with errors; returns them, one per operand (data
// NULL: not replaced), to be freed.
Tensor *stress_operands(const Stress *stress, const Graph *graph, const Op *op, const Tensor **operands);
// `stress` NULL: none.
Evaluation *evaluate_stressed(const Graph *graph, const EvaluateOptions *options, const Stress *stress,
                              Status *status);

// ---- tensors

int64_t tensor_elements(const Tensor *tensor);
// Strides over the tensor's own data (row order); unlike shape_contiguous, exact for empty and size-1 axes
// too.
void tensor_strides(const Shape *shape, int64_t stride[MAX_RANK]);
// Strides for reading `tensor` at the indices of `space`: axes aligned at the end, 0 where it is broadcast.
void tensor_broadcast(const Tensor *tensor, const Shape *space, int64_t stride[MAX_RANK]);
void tensor_copy(Tensor *to, const Tensor *from); // equal element counts; rounds when dtypes differ
void tensor_round(Tensor *tensor);                // every element to the tensor's dtype
// Elements before, along and after an axis: the data as [outer, length, inner].
typedef struct Lanes {
  int64_t outer, length, inner;
} Lanes;
Lanes tensor_lanes(const Shape *shape, int axis);

// ---- walks

enum { WALK_OPERANDS = 4 };

// Visits an index space in row order, one innermost row at a time, keeping a position in each of up to
// WALK_OPERANDS arrays. Neighbouring axes that every array steps through evenly are merged, so that rows are
// as long as possible.
//
//   for (walk_begin(&walk); walk.more; walk_next(&walk))
//     for (int64_t i = 0; i < walk.length; i++)
//       ... walk.position[k] + i * walk.step[k] ...
typedef struct Walk {
  int rank; // of the outer axes
  int operand_count;
  int64_t size[MAX_RANK];
  int64_t stride[WALK_OPERANDS][MAX_RANK];
  int64_t start[WALK_OPERANDS];
  int64_t index[MAX_RANK];
  int64_t position[WALK_OPERANDS]; // of the row's first element
  int64_t length;                  // elements of a row
  int64_t step[WALK_OPERANDS];     // along the row
  bool more;
} Walk;

void walk_init(Walk *walk, const Shape *space);
void walk_add(Walk *walk, const int64_t stride[MAX_RANK], int64_t start); // the next array, in elements
void walk_begin(Walk *walk);
void walk_next(Walk *walk);

// ---- windows

enum { WINDOW_AXES = 3 };

// Windows that slide over the last `axes` axes of an image; used by pooling and convolution.
typedef struct Window {
  int axes;
  int64_t planes;              // images in the tensor: the product of the axes in front
  int64_t image[WINDOW_AXES];  // size of what the windows slide over
  int64_t output[WINDOW_AXES]; // how many windows along each axis
  int64_t kernel[WINDOW_AXES], stride[WINDOW_AXES], padding[WINDOW_AXES], dilation[WINDOW_AXES];
  int64_t image_elements, output_elements, kernel_elements;
} Window;

// Reads stride (default: kernel when `pools`, else 1), padding and dilation from the op.
Window window_of(const EvaluateCall *call, const Shape *image, const Shape *output, const int64_t *kernel,
                 int axes, bool pools);
// Which element of its image lies under place `offset` (row order) of window `at` (row order); -1 for
// padding.
int64_t window_element(const Window *window, int64_t at, int64_t offset);

// The window of pool_indices or max_pool_backward, whose position operand has one element per window; false
// when it has none.
bool window_of_positions(const Graph *graph, const Op *op, Window *window);

// ---- matrix products

// out[rows, columns] += left[rows, inner] x right[inner, columns]
typedef struct Matrices {
  const double *left, *right;
  double *out;
  int64_t rows, inner, columns;
} Matrices;
void evaluate_multiply(const Matrices *matrices);
