#include "cost/model/parts.h"

#include <stdlib.h>

// Instructions per element by cost class, for f32. Sources: MUFU counts from the CUDA C++ Programming Guide's
// throughput table (one special function per 16 lanes and clock); FMA counts read from ptxas output of the
// prelude's functions.
typedef struct ClassCost {
  double flops, fma, mufu, integer;
} ClassCost;
static const ClassCost class_costs[] = {
    [COST_FREE] = {0, 0, 0, 0},    [COST_ADD] = {1, 1, 0, 0},       [COST_CAST] = {0, 0, 0, 1},
    [COST_DIVIDE] = {1, 7, 1, 5},  [COST_ROOT] = {1, 4, 1, 4},      [COST_EXP] = {1, 6, 1, 1},
    [COST_TRIG] = {1, 15, 1, 5},   [COST_RANDOM] = {0, 1, 0, 17.5}, [COST_REDUCE] = {1, 1, 0, 0},
    [COST_LIBRARY] = {0, 0, 0, 0},
};
// A division by a constant is a multiplication, a shift and a correction.
enum { DIVISION = 4, REMAINDER = 2, COMPARISON = 2 };
// A double-precision special function is a software routine of about this many FP64 instructions.
enum { FP64_ROUTINE = 20 };

static CostClass step_class(const Step *step) {
  switch (step->kind) {
    case STEP_COMPUTE:
      return op_info(step->code)->cost;
    case STEP_CHOOSE:
      return COST_ADD;
    case STEP_RANDOM:
      return COST_RANDOM;
    case STEP_REDUCE:
    case STEP_SCAN:
      return COST_REDUCE;
    case STEP_NUMBER:
    case STEP_INDEX:
    case STEP_LOAD:
    case STEP_PART:
    case STEP_PRODUCT:
    case STEP_LOG_SUM:
    case STEP_STORE:
      break;
  }
  return COST_FREE;
}

// Updates of a reduction's state per element, in f32 instructions. Welford: a count, two differences, two
// FMAs, a reciprocal. Softmax: a comparison that minds NaN, an exponential, an addition, and the vector's
// share of another exponential.
static PipeCost reduce_cost(const Step *step) {
  switch (step->reduce) {
    case REDUCE_WELFORD:
      return (PipeCost){.flops = 4, .fma = 6, .mufu = 1};
    case REDUCE_SOFTMAX:
      return (PipeCost){.flops = 3, .fma = 5, .mufu = 1.2, .integer = 1};
    case REDUCE_ARGMIN:
    case REDUCE_ARGMAX:
      return (PipeCost){.flops = 1, .fma = 1, .integer = 2};
    case REDUCE_SUM:
    case REDUCE_PRODUCT:
    case REDUCE_MIN:
    case REDUCE_MAX:
    case REDUCE_ANY:
    case REDUCE_ALL:
      break;
  }
  return (PipeCost){.flops = 1, .fma = 1};
}

// ---- integers

static bool is_division(const Step *step) {
  return step->kind == STEP_COMPUTE && step_class(step) == COST_DIVIDE;
}

// Values of 16 bits or less, and what their division leaves.
static bool is_narrow(const Nest *nest, int at) {
  const Step *step = &nest->steps[at];
  if (step->kind == STEP_LOAD) return dtype_bytes(step->stored) <= 2;
  return is_division(step) && is_narrow(nest, step->operand[0]);
}

// Quotient and remainder by the same divisor share the division.
static bool is_divided_before(const Nest *nest, int at) {
  const Step *step = &nest->steps[at];
  for (int i = 0; i < at; i++) {
    const Step *other = &nest->steps[i];
    if (is_division(other) && other->dtype == step->dtype && other->operand[0] == step->operand[0] &&
        other->operand[1] == step->operand[1])
      return true;
  }
  return false;
}

// Most divisors are constants, and most values are known to fit into 32 bits (emit_range.c). The product of a
// narrow one with the divisor's reciprocal fits, too: no high half, no correction.
static PipeCost division_cost(const Nest *nest, int at) {
  if (is_divided_before(nest, at)) return (PipeCost){.fma = 1};
  return is_narrow(nest, at) ? (PipeCost){.integer = 2, .fma = 1}
                             : (PipeCost){.integer = DIVISION, .fma = REMAINDER};
}

// Integers are multiplied where FP32 is.
static PipeCost integer_cost(const Nest *nest, int at, PipeCost cost) {
  const Step *step = &nest->steps[at];
  if (is_division(step)) return division_cost(nest, at);
  bool multiplies = step->kind == STEP_COMPUTE && step->code == OP_MUL;
  return multiplies ? (PipeCost){.fma = 1} : (PipeCost){.integer = cost.integer + cost.fma};
}

static bool is_small_float(DType dtype) {
  return dtype_kind(dtype) == DTYPE_IS_FLOAT && dtype_bytes(dtype) == 1;
}

// Floats of 8 bits are packed and unpacked in integer arithmetic (tests/bench/MEASURED.md: floats of 8 bits).
static const PipeCost small_float_packed = {.integer = 10}, small_float_unpacked = {.integer = 5};

PipeCost pipe_cost(const Nest *nest, int at) {
  const Step *step = &nest->steps[at];
  if (step->kind == STEP_LOAD && is_small_float(step->stored)) return small_float_unpacked;
  if (step->kind == STEP_COMPUTE && is_small_float(step->round_to)) return small_float_packed;
  if (step_accumulates(step) && step->dtype != DTYPE_F64 && dtype_kind(step->dtype) == DTYPE_IS_FLOAT)
    return reduce_cost(step);
  ClassCost class_cost = class_costs[step_class(step)];
  PipeCost cost = {class_cost.flops, class_cost.fma, class_cost.mufu, class_cost.integer, 0};
  if (step->dtype == DTYPE_F64) {
    cost.fp64 = cost.mufu > 0 ? FP64_ROUTINE : cost.fma;
    cost.fma = cost.mufu = 0;
    return cost;
  }
  return dtype_kind(step->dtype) == DTYPE_IS_INTEGER ? integer_cost(nest, at, cost) : cost;
}

// ---- index arithmetic

void index_work_open(IndexWork *work, const Nest *nest) {
  work->nest = nest;
  work->symbols = memory_alloc(((size_t)nest->symbol_count + 1) * sizeof *work->symbols);
  work->conditions = memory_alloc(((size_t)nest->condition_count + 1) * sizeof *work->conditions);
}

static void raise(double *count, double places) {
  if (places > *count) *count = places;
}

static void need_index(IndexWork *work, const Index *index, double places) {
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &work->nest->symbols[index->term[i].symbol];
    if (symbol->kind != SYMBOL_QUOTIENT) continue;
    raise(&work->symbols[index->term[i].symbol], places);
    need_index(work, &symbol->of, places);
  }
}

void index_work_add(IndexWork *work, const Step *step, double places) {
  bool indexed = step->kind == STEP_LOAD || step->kind == STEP_STORE || step->kind == STEP_INDEX ||
                 step->kind == STEP_RANDOM;
  if (indexed) need_index(work, &step->index, places);
  int condition = step->kind == STEP_CHOOSE ? step->chosen_by : indexed ? step->condition : NO_CONDITION;
  for (; condition != NO_CONDITION; condition = work->nest->conditions[condition].parent) {
    raise(&work->conditions[condition], places);
    need_index(work, &work->nest->conditions[condition].index, places);
  }
}

double index_work_close(IndexWork *work) {
  double integer = 0;
  for (int i = 0; i < work->nest->symbol_count; i++) {
    const Symbol *symbol = &work->nest->symbols[i];
    int cost = (symbol->divisor > 1 ? DIVISION : 0) + (symbol->modulus ? DIVISION + REMAINDER : 0);
    integer += work->symbols[i] * cost;
  }
  for (int i = 0; i < work->nest->condition_count; i++)
    integer += work->conditions[i] * COMPARISON;
  free(work->symbols);
  free(work->conditions);
  return integer;
}

double pipe_dependent_operations(const Step *reduce) {
  switch (reduce->reduce) {
    case REDUCE_WELFORD: // a difference and a multiply-add; the reciprocal of the count does not wait
      return 2;
    case REDUCE_SOFTMAX: // a comparison, an addition, and the vector's share of rescaling the sum
      return 5;
    case REDUCE_ARGMIN:
    case REDUCE_ARGMAX:
      return 3;
    case REDUCE_MIN:
    case REDUCE_MAX: // a comparison for NaN, too
      return 2;
    case REDUCE_SUM:
    case REDUCE_PRODUCT:
    case REDUCE_ANY:
    case REDUCE_ALL:
      break;
  }
  return 1;
}

double pipe_merge_operations(const Step *reduce) {
  return reduce->reduce == REDUCE_WELFORD || reduce->reduce == REDUCE_SOFTMAX ? 2 : 1;
}
