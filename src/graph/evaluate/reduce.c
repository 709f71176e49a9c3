// Reductions: the input is read once in memory order, every element joins the result element of its kept
// index.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graph/evaluate/internal.h"

// One reduction in flight: results laid out as the input's shape with the reduced axes at size 1.
typedef struct Reduction {
  const Tensor *input;
  Shape kept;               // the input's shape, reduced axes 1
  int64_t stride[MAX_RANK]; // over the results, 0 along reduced axes
  int64_t count;            // elements that join one result
  DType round_to;           // the input is converted to it first; DTYPE_COUNT: not converted
} Reduction;

static Reduction reduction_of(const EvaluateCall *call) {
  Reduction reduction = {.input = call->operands[0], .count = 1, .round_to = DTYPE_COUNT};
  uint32_t reduced = op_reduced_axes(call->graph, call->op);
  reduction.kept = reduction.input->shape;
  for (int axis = 0; axis < reduction.kept.rank; axis++) {
    if (!(reduced >> axis & 1)) continue;
    reduction.count *= reduction.kept.size[axis];
    reduction.kept.size[axis] = 1;
  }
  tensor_strides(&reduction.kept, reduction.stride);
  for (int axis = 0; axis < reduction.kept.rank; axis++)
    if (reduced >> axis & 1) reduction.stride[axis] = 0;
  int64_t dtype = op_integer(call->op, ATTRIBUTE_DTYPE, -1);
  if (dtype >= 0 && (DType)dtype != reduction.input->dtype) reduction.round_to = (DType)dtype;
  return reduction;
}

// Joins `length` inputs into accumulators `step` apart. `mean` (or the maximum), where wanted, moves with the
// accumulator.
typedef void (*RowFunction)(double *accumulator, int64_t step, const double *x, int64_t x_step,
                            const double *mean, int64_t length);

static void sum_row(double *sum, int64_t step, const double *x, int64_t x_step, const double *mean,
                    int64_t length) {
  (void)mean;
  if (step == 0) {
    double total = *sum;
    for (int64_t i = 0; i < length; i++)
      total += x[i * x_step];
    *sum = total;
    return;
  }
  for (int64_t i = 0; i < length; i++)
    sum[i * step] += x[i * x_step];
}

static void product_row(double *product, int64_t step, const double *x, int64_t x_step, const double *mean,
                        int64_t length) {
  (void)mean;
  for (int64_t i = 0; i < length; i++)
    product[i * step] *= x[i * x_step];
}

static void max_row(double *best, int64_t step, const double *x, int64_t x_step, const double *mean,
                    int64_t length) {
  (void)mean;
  for (int64_t i = 0; i < length; i++)
    if (!(x[i * x_step] <= best[i * step]) && !isnan(best[i * step])) best[i * step] = x[i * x_step];
}

static void min_row(double *best, int64_t step, const double *x, int64_t x_step, const double *mean,
                    int64_t length) {
  (void)mean;
  for (int64_t i = 0; i < length; i++)
    if (!(x[i * x_step] >= best[i * step]) && !isnan(best[i * step])) best[i * step] = x[i * x_step];
}

static void any_row(double *any, int64_t step, const double *x, int64_t x_step, const double *mean,
                    int64_t length) {
  (void)mean;
  for (int64_t i = 0; i < length; i++)
    if (x[i * x_step] != 0) any[i * step] = 1;
}

static void all_row(double *all, int64_t step, const double *x, int64_t x_step, const double *mean,
                    int64_t length) {
  (void)mean;
  for (int64_t i = 0; i < length; i++)
    if (x[i * x_step] == 0) all[i * step] = 0;
}

static void deviation_row(double *sum, int64_t step, const double *x, int64_t x_step, const double *mean,
                          int64_t length) {
  for (int64_t i = 0; i < length; i++) {
    double deviation = x[i * x_step] - mean[i * step];
    sum[i * step] += deviation * deviation;
  }
}

// Sum of exp(x - most); NaN where the most is infinite, as in PyTorch.
static void exponential_row(double *sum, int64_t step, const double *x, int64_t x_step, const double *most,
                            int64_t length) {
  for (int64_t i = 0; i < length; i++)
    sum[i * step] += exp(x[i * x_step] - most[i * step]);
}

// Runs `row` over the whole input; accumulators start at `start`.
static void join(const Reduction *reduction, RowFunction row, double start, double *out, const double *mean) {
  int64_t results = shape_elements(&reduction->kept), own[MAX_RANK] = {0};
  for (int64_t i = 0; i < results; i++)
    out[i] = start;
  tensor_strides(&reduction->input->shape, own);
  Walk walk;
  walk_init(&walk, &reduction->input->shape);
  walk_add(&walk, own, 0);
  walk_add(&walk, reduction->stride, 0);
  for (walk_begin(&walk); walk.more; walk_next(&walk))
    row(out + walk.position[1], walk.step[1], reduction->input->data + walk.position[0], walk.step[0],
        mean ? mean + walk.position[1] : NULL, walk.length);
}

static void divide(double *data, int64_t count, double by) {
  for (int64_t i = 0; i < count; i++)
    data[i] /= by;
}

static void mean_into(const Reduction *reduction, double *out) {
  join(reduction, sum_row, 0, out, NULL);
  divide(out, shape_elements(&reduction->kept), (double)reduction->count);
}

// Two passes: the mean, then the squared deviations from it, over count - correction (at least 0, as
// PyTorch).
static void variance_into(const EvaluateCall *call, const Reduction *reduction, double *variance,
                          double *mean) {
  double divisor = (double)reduction->count - op_number(call->op, ATTRIBUTE_CORRECTION, 1);
  mean_into(reduction, mean);
  join(reduction, deviation_row, 0, variance, mean);
  divide(variance, shape_elements(&reduction->kept), divisor > 0 ? divisor : 0);
}

static void variance_alone(const EvaluateCall *call, const Reduction *reduction) {
  double *mean = memory_alloc(((size_t)shape_elements(&reduction->kept) + 1) * sizeof(double));
  variance_into(call, reduction, call->results[0].data, mean);
  free(mean);
}

static void softmax_parts(const EvaluateCall *call, const Reduction *reduction) {
  join(reduction, max_row, -INFINITY, call->results[0].data, NULL);
  join(reduction, exponential_row, 0, call->results[1].data, call->results[0].data);
}

// Is x a better extreme than `best`? NaN is better than any number, and the first of equals stays.
static bool is_better(double x, double best, bool largest) {
  if (isnan(best)) return false;
  return isnan(x) || (largest ? x > best : x < best);
}

// The first position of the extreme of one lane of `length` elements, `step` apart.
static int64_t find_extreme(const double *x, int64_t step, int64_t length, bool largest) {
  int64_t found = 0;
  for (int64_t i = 1; i < length; i++)
    if (is_better(x[i * step], x[found * step], largest)) found = i;
  return found;
}

// argmax, argmin (values NULL), max_dim, min_dim: along one axis, or over the flattened input.
static bool extremes(const EvaluateCall *call, bool largest, Tensor *values, Tensor *positions) {
  const Tensor *input = call->operands[0];
  const Attribute *axes = op_attribute(call->op, ATTRIBUTE_AXES);
  Lanes lanes = {1, tensor_elements(input), 1};
  if (axes && axes->count > 1)
    return status_fail(call->status, STATUS_INPUT, "%s: takes one axis, not %d", call->op->name, axes->count);
  if (axes && axes->count == 1) lanes = tensor_lanes(&input->shape, (int)axes->integer[0]);
  if (lanes.length == 0)
    return status_fail(call->status, STATUS_INPUT, "%s: no largest or smallest of nothing", call->op->name);
  for (int64_t outer = 0; outer < lanes.outer; outer++) {
    for (int64_t inner = 0; inner < lanes.inner; inner++) {
      const double *lane = input->data + outer * lanes.length * lanes.inner + inner;
      int64_t at = find_extreme(lane, lanes.inner, lanes.length, largest);
      if (values) values->data[outer * lanes.inner + inner] = lane[at * lanes.inner];
      positions->data[outer * lanes.inner + inner] = (double)at;
    }
  }
  return true;
}

static Tensor convert(const Tensor *input, DType dtype) {
  Tensor converted = {.dtype = dtype, .shape = input->shape};
  converted.data = memory_alloc(((size_t)tensor_elements(input) + 1) * sizeof(double));
  tensor_copy(&converted, input);
  return converted;
}

static bool reduce(const EvaluateCall *call, const Reduction *reduction) {
  Tensor *results = call->results;
  double *out = results[0].data;
  switch (call->op->code) {
    case OP_SUM:
      join(reduction, sum_row, 0, out, NULL);
      break;
    case OP_PROD:
      join(reduction, product_row, 1, out, NULL);
      break;
    case OP_MEAN:
      mean_into(reduction, out);
      break;
    case OP_AMAX:
      join(reduction, max_row, -INFINITY, out, NULL);
      break;
    case OP_AMIN:
      join(reduction, min_row, INFINITY, out, NULL);
      break;
    case OP_ANY:
      join(reduction, any_row, 0, out, NULL);
      break;
    case OP_ALL:
      join(reduction, all_row, 1, out, NULL);
      break;
    case OP_VAR:
      variance_alone(call, reduction);
      break;
    case OP_VAR_MEAN:
      variance_into(call, reduction, out, results[1].data);
      break;
    case OP_PREPARE_SOFTMAX:
      softmax_parts(call, reduction);
      break;
    case OP_ARGMAX:
      return extremes(call, true, NULL, &results[0]);
    case OP_ARGMIN:
      return extremes(call, false, NULL, &results[0]);
    case OP_MAX_DIM:
      return extremes(call, true, &results[0], &results[1]);
    case OP_MIN_DIM:
      return extremes(call, false, &results[0], &results[1]);
    default:
      return status_fail(call->status, STATUS_INTERNAL, "no evaluator for %s", op_info(call->op->code)->name);
  }
  return true;
}

bool evaluate_reduce(const EvaluateCall *call) {
  Reduction reduction = reduction_of(call);
  Tensor converted = {.data = NULL};
  if (reduction.round_to != DTYPE_COUNT) {
    converted = convert(reduction.input, reduction.round_to);
    reduction.input = &converted;
  }
  bool ok = reduce(call, &reduction);
  for (int i = 0; ok && i < call->op->result_count; i++)
    if (dtype_kind(call->results[i].dtype) == DTYPE_IS_INTEGER) tensor_round(&call->results[i]);
  free(converted.data);
  return ok;
}

bool evaluate_scan(const EvaluateCall *call) {
  if (call->op->code != OP_CUMSUM)
    return status_fail(call->status, STATUS_INTERNAL, "no evaluator for %s", op_info(call->op->code)->name);
  Tensor *result = &call->results[0];
  Lanes lanes = tensor_lanes(&result->shape, (int)op_integer(call->op, ATTRIBUTE_AXIS, 0));
  tensor_copy(result, call->operands[0]);
  for (int64_t outer = 0; outer < lanes.outer; outer++) {
    double *x = result->data + outer * lanes.length * lanes.inner;
    for (int64_t i = lanes.inner; i < lanes.length * lanes.inner; i++)
      x[i] += x[i - lanes.inner];
  }
  if (dtype_kind(result->dtype) == DTYPE_IS_INTEGER) tensor_round(result);
  return true;
}
