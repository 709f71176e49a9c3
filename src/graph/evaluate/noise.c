// How far rounding moves results: evaluations with errors made on purpose.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/random.h"
#include "graph/evaluate/internal.h"

static const int64_t limit_bytes = (int64_t)1 << 30; // of one evaluation: more would take long, many times
// In units of roundoff, some more than what kernels do.
static const double computing = 4; // an operation in f32 or f64
static const double storing = 2;   // a result in f16 or bf16, which is rounded or not

// What is smaller is lost, whatever its size; f64 is what is evaluated itself.
static double least(DType dtype) {
  return dtype == DTYPE_F64 ? 0 : dtype_least(dtype);
}

// ---- which ops round

// Every element of the result is an element of an operand, but perhaps for its sign: nothing is rounded, and
// equal elements stay equal.
static bool only_chooses(const Op *op) {
  switch (op->code) {
    case OP_NEG:
    case OP_ABS:
    case OP_RELU:
    case OP_MAXIMUM:
    case OP_MINIMUM:
    case OP_CLAMP_MIN:
    case OP_CLAMP_MAX:
    case OP_WHERE:
    case OP_AMAX:
    case OP_AMIN:
    case OP_GATHER:
    case OP_EMBEDDING:
    case OP_INDEX:
      return true;
    case OP_INDEX_PUT:
      return !op_flag(op, ATTRIBUTE_ACCUMULATE);
    case OP_GLU:
      return false;
    default:
      return op->is_view || op_info(op->code)->op_class == CLASS_LAYOUT ||
             op_info(op->code)->op_class == CLASS_CREATE;
  }
}

// What was exact is exact after these, but errors decide which element, which integer or which number of a
// narrower dtype it becomes.
static bool only_decides(const Op *op) {
  switch (op->code) {
    case OP_CAST:
    case OP_COPY:
    case OP_FLOOR:
    case OP_CEIL:
    case OP_ROUND:
    case OP_TRUNC:
    case OP_SIGN:
    case OP_MAX_DIM:
    case OP_MIN_DIM:
    case OP_MAX_POOL:
    case OP_SORT:
    case OP_TOPK:
      return true;
    default:
      return false;
  }
}

static bool adds_terms(const Op *op) {
  switch (op->code) {
    case OP_SUM:
    case OP_PROD:
    case OP_MEAN:
    case OP_VAR:
    case OP_VAR_MEAN:
    case OP_PREPARE_SOFTMAX:
    case OP_CUMSUM:
      return true;
    default:
      return op_info(op->code)->op_class == CLASS_CONTRACTION;
  }
}

// An element that is chosen from another dtype is converted.
static bool converts(const Graph *graph, const Op *op) {
  DType result = graph->values[op->first_result].dtype;
  for (int k = 0; k < op->operand_count; k++) {
    int value = op->operands[k].value;
    if (value != NO_VALUE && dtype_kind(graph->values[value].dtype) >= DTYPE_IS_FLOAT &&
        graph->values[value].dtype != result)
      return true;
  }
  return false;
}

static bool passes_on(const Graph *graph, const Op *op) {
  return only_chooses(op) && !converts(graph, op);
}

static bool is_computed(const Op *op, DType dtype, const bool *computed) {
  if (dtype_kind(dtype) < DTYPE_IS_FLOAT) return false;
  bool before = false;
  for (int k = 0; k < op->operand_count; k++)
    before |= op->operands[k].value != NO_VALUE && computed[op->operands[k].value];
  return before || !(only_chooses(op) || only_decides(op));
}

// Names of memory that an op wrote show what it wrote.
static void spread_to_names(const Graph *graph, int result, int written, bool *computed) {
  for (int v = 0; v < result; v++)
    if (graph->values[v].storage == graph->values[written].storage) computed[v] |= computed[result];
}

static bool *computed_values(const Evaluation *exact) {
  const Graph *graph = exact->graph;
  bool *computed = memory_alloc((size_t)graph->value_count + 1);
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    for (int v = op->first_result; v < op->first_result + op->result_count; v++)
      computed[v] = evaluate_is_wanted(&exact->options, i) && !exact->skipped[i] &&
                    is_computed(op, graph->values[v].dtype, computed);
    if (op->mutates >= 0 && op->operands[op->mutates].value != NO_VALUE && op->result_count > 0)
      spread_to_names(graph, op->first_result, op->operands[op->mutates].value, computed);
  }
  return computed;
}

// ---- making errors

// Errors of one operand; negative ones are opposites.
typedef struct Errors {
  double random;  // relative, at most so large
  double rounded; // that often what rounding to the dtype does
  double least;   // absolute
  uint64_t seed;
} Errors;

// What the sums that an op makes are rounded, as relative errors of its terms. They are of the operand's
// dtype or of the result's.
static double error_of_summing(const Graph *graph, const Op *op, double roundoff) {
  if (!adds_terms(op)) return 0;
  double coarser = fmax(roundoff, dtype_roundoff(graph->values[op->first_result].dtype));
  return computing * fmin(coarser, 0x1p-24) * sqrt((double)evaluate_reduced_elements(graph, op));
}

static Errors errors_of(const Stress *stress, const Graph *graph, const Op *op, int operand) {
  int value = op->operands[operand].value;
  double u = dtype_roundoff(graph->values[value].dtype), v = fmin(u, 0x1p-24);
  bool computed = stress->computed[value];
  Errors errors = {.random = computing * v * computed + error_of_summing(graph, op, u)};
  if (computed) errors.least = least(graph->values[value].dtype);
  errors.seed = hash_integer(hash_integer(stress->seed, op->first_result), operand);
  if (computed && u > v && stress->kind == STRESS_RANDOM) errors.random += storing * u;
  bool stored = stress->kind == STRESS_ROUND_ALL || (stress->kind == STRESS_ROUND_SOME && errors.seed >> 63);
  if (computed && u > v && stored) errors.rounded = storing;
  double sign = stress->opposite ? -1 : 1;
  return (Errors){sign * errors.random, sign * errors.rounded, sign * errors.least, errors.seed};
}

// A zero stays one: masks make them, exactly.
static void make_errors(Tensor *tensor, Errors errors) {
  Random random = {errors.seed};
  for (int64_t i = 0, count = tensor_numbers(tensor); i < count; i++) {
    double x = tensor->data[i], drawn = 2 * random_unit(&random) - 1;
    if (x == 0 || !isfinite(x)) continue;
    if (errors.rounded != 0) x += errors.rounded * (dtype_round(tensor->dtype, x) - x);
    tensor->data[i] = x + (x * errors.random + errors.least) * drawn;
  }
}

static Tensor copy_of(const Tensor *tensor) {
  Tensor copy = *tensor;
  size_t bytes = (size_t)tensor_numbers(tensor) * sizeof(double);
  copy.data = memory_alloc(bytes + sizeof(double));
  memcpy(copy.data, tensor->data, bytes);
  return copy;
}

Tensor *stress_operands(const Stress *stress, const Graph *graph, const Op *op, const Tensor **operands) {
  Tensor *copies = memory_alloc(((size_t)op->operand_count + 1) * sizeof *copies);
  bool exact = op->result_count == 0 || passes_on(graph, op);
  for (int k = 0; k < op->operand_count && !exact; k++) {
    if (!operands[k] || dtype_kind(operands[k]->dtype) < DTYPE_IS_FLOAT) continue;
    Errors errors = errors_of(stress, graph, op, k);
    if (errors.random == 0) continue;
    copies[k] = copy_of(operands[k]);
    make_errors(&copies[k], errors);
    operands[k] = &copies[k];
  }
  return copies;
}

// ---- what comes of them

static double distance(double exact, double stressed) {
  if (exact == stressed || (isnan(exact) && isnan(stressed))) return 0;
  return isfinite(exact) && isfinite(stressed) ? fabs(stressed - exact) : INFINITY;
}

static void add_run(const Evaluation *exact, const Evaluation *run, double **noise) {
  for (int v = 0; v < exact->graph->value_count; v++) {
    if (!noise[v]) continue;
    const double *x = exact->values[v].data, *y = run->values[v].data;
    for (int64_t i = 0, count = tensor_numbers(&exact->values[v]); i < count; i++)
      noise[v][i] = fmax(noise[v][i], distance(x[i], y[i]));
  }
}

static double *new_noise(const Tensor *tensor) {
  int64_t count = tensor_numbers(tensor);
  double *noise = memory_alloc(((size_t)count + 1) * sizeof *noise);
  for (int64_t i = 0; i < count; i++)
    noise[i] = 2 * least(tensor->dtype);
  return noise;
}

static bool is_small(const Evaluation *exact) {
  int64_t left = limit_bytes / (int64_t)sizeof(double);
  for (int v = 0; v < exact->graph->value_count && left >= 0; v++)
    if (exact->values[v].data) left -= tensor_numbers(&exact->values[v]);
  return left >= 0;
}

double **evaluate_noise(const Evaluation *exact) {
  const Graph *graph = exact->graph;
  double **noise = memory_alloc(((size_t)graph->value_count + 1) * sizeof *noise);
  if (!is_small(exact)) return noise;
  for (int v = 0; v < graph->value_count; v++)
    if (exact->values[v].data) noise[v] = new_noise(&exact->values[v]);
  Stress stress = {.computed = computed_values(exact)};
  for (int i = 0; i < NOISE_RUNS; i++) {
    stress.seed = hash_integer(HASH_START, i / 2);
    stress.opposite = i % 2;
    stress.kind = i < NOISE_RUNS / 2       ? STRESS_RANDOM
                  : i < NOISE_RUNS / 2 + 2 ? STRESS_ROUND_ALL
                                           : STRESS_ROUND_SOME;
    Status status = {0};
    Evaluation *run = evaluate_stressed(graph, &exact->options, &stress, &status);
    if (run) add_run(exact, run, noise); // else an error chose an element that is not there
    evaluation_free(run);
  }
  free(stress.computed);
  return noise;
}

void noise_free(const Graph *graph, double **noise) {
  for (int v = 0; noise && v < graph->value_count; v++)
    free(noise[v]);
  free(noise);
}
