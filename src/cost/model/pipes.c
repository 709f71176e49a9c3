#include "cost/model/parts.h"

#include <math.h>
#include <stdlib.h>

// Instructions per element, for f32, by pipe: comparisons, selections, minima and conversions run where
// integers do. Of ops as the table has them, else by cost class. Fitted to the instructions that kernels of
// models execute, except for what is rare there (tests/bench/MEASURED.md: instructions).
typedef struct OpCost {
  double flops, fma, mufu, integer;
} OpCost;
static const OpCost class_costs[] = {
    [COST_FREE] = {0, 0, 0, 0},    [COST_ADD] = {1, 1, 0, 0},     [COST_CAST] = {0, 0.3, 0, 0.2},
    [COST_DIVIDE] = {1, 7, 1, 2},  [COST_ROOT] = {1, 8, 1, 2},    [COST_EXP] = {1, 6, 1, 1},
    [COST_TRIG] = {1, 20, 0, 7},   [COST_RANDOM] = {0, 9, 0, 12}, [COST_REDUCE] = {1, 1, 0, 0},
    [COST_LIBRARY] = {0, 0, 0, 0},
};
static const OpCost sign = {1, 0, 0, 0};         // of an operand of the next instruction
static const OpCost sum = {1, 0.5, 0, 0};        // every other one is part of a multiply-add
static const OpCost comparison = {1, 0, 0, 0.3}; // most are one instruction with the selection that follows
static const OpCost selection = {1, 0, 0, 1};
static const OpCost exponential = {1, 2, 1, 0}, error_function = {1, 11, 1, 1};

static const OpCost *op_cost(OpCode code) {
  static const OpCost reciprocal_root = {1, 6, 1, 1}, sigmoid = {1, 2, 2, 0}, tanh = {1, 14, 2, 2};
  static const OpCost *const costs[OP_COUNT] = {
      [OP_NEG] = &sign,
      [OP_ABS] = &sign,
      [OP_ADD] = &sum,
      [OP_SUB] = &sum,
      [OP_EQ] = &comparison,
      [OP_NE] = &comparison,
      [OP_LT] = &comparison,
      [OP_LE] = &comparison,
      [OP_GT] = &comparison,
      [OP_GE] = &comparison,
      [OP_WHERE] = &selection,
      [OP_RELU] = &selection,
      [OP_MAXIMUM] = &selection,
      [OP_MINIMUM] = &selection,
      [OP_CLAMP_MIN] = &selection,
      [OP_CLAMP_MAX] = &selection,
      [OP_EXP] = &exponential,
      [OP_EXP2] = &exponential,
      [OP_RSQRT] = &reciprocal_root,
      [OP_SIGMOID] = &sigmoid,
      [OP_TANH] = &tanh,
      [OP_ERF] = &error_function,
      [OP_ERFC] = &error_function,
  };
  return costs[code] ? costs[code] : &class_costs[op_info(code)->cost];
}
// A division by a constant is a multiplication, a shift and a correction.
enum { DIVISION = 4, REMAINDER = 2, COMPARISON = 2 };
// A double-precision division or special function is a software routine of about this many FP64 instructions.
enum { FP64_ROUTINE = 20 };

static OpCost step_cost(const Step *step) {
  switch (step->kind) {
    case STEP_COMPUTE:
      return *op_cost(step->code);
    case STEP_CHOOSE:
      return (OpCost){.flops = 1, .integer = 2}; // a condition and a selection
    case STEP_INDEX:
      return (OpCost){.integer = 1}; // to its type; not the fitted 3.8, see there
    case STEP_RANDOM:
      return class_costs[COST_RANDOM];
    case STEP_REDUCE:
    case STEP_SCAN:
      return class_costs[COST_REDUCE];
    case STEP_NUMBER:
    case STEP_LOAD:
    case STEP_PART:
    case STEP_PRODUCT:
    case STEP_LOG_SUM:
    case STEP_STORE:
      break;
  }
  return class_costs[COST_FREE];
}

// Updates of a reduction's state per element, in f32 instructions. Welford: two differences and two
// FMAs, the reciprocal of the count for many at once. Softmax: a comparison that minds NaN, an exponential,
// an addition, and the vector's share of another exponential.
static PipeCost reduce_cost(const Step *step) {
  switch (step->reduce) {
    case REDUCE_WELFORD:
      return (PipeCost){.flops = 4, .fma = 4};
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
  return step->kind == STEP_COMPUTE && op_info(step->code)->cost == COST_DIVIDE;
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
static const PipeCost small_float_packed = {.integer = 10}, small_float_unpacked = {.integer = 6};

// Into registers and out of them: of a word with two values each is moved to its place; into one, two at
// once.
static double conversion(const Step *step) {
  bool store = step->kind == STEP_STORE;
  switch (dtype_bytes(step->stored)) {
    case 1:
      return store ? 3 : 1;
    case 2:
      return store ? 0.5 : 1;
    default:
      return 0;
  }
}

PipeCost pipe_cost(const Nest *nest, int at) {
  const Step *step = &nest->steps[at];
  if (step->kind == STEP_LOAD && is_small_float(step->stored)) return small_float_unpacked;
  if (step->kind == STEP_LOAD || step->kind == STEP_STORE)
    return (PipeCost){.fma = conversion(step) / 2, .integer = conversion(step) / 2};
  if (step->kind == STEP_COMPUTE && is_small_float(step->round_to)) return small_float_packed;
  if (step_accumulates(step) && step->dtype != DTYPE_F64 && dtype_kind(step->dtype) == DTYPE_IS_FLOAT)
    return reduce_cost(step);
  OpCost of = step_cost(step);
  PipeCost cost = {of.flops, of.fma, of.mufu, of.integer, 0};
  if (step->dtype == DTYPE_F64) {
    double instructions = cost.fma + cost.mufu + cost.integer;
    return (PipeCost){.flops = cost.flops, .fp64 = instructions > 2 ? FP64_ROUTINE : instructions};
  }
  return dtype_kind(step->dtype) == DTYPE_IS_INTEGER ? integer_cost(nest, at, cost) : cost;
}

// ---- index arithmetic

void index_work_open(IndexWork *work, const Mapping *mapping) {
  const Nest *nest = mapping->nest;
  work->mapping = mapping;
  work->symbols = memory_alloc(((size_t)nest->symbol_count + 1) * sizeof *work->symbols);
  work->conditions = memory_alloc(((size_t)nest->condition_count + 1) * sizeof *work->conditions);
}

// Once for each vector where all of its lanes see the same.
static void raise(const IndexWork *work, const Index *index, const Elements *elements, double *count) {
  bool same = mapping_index_lanes(work->mapping, index) == LANES_SAME;
  *count = fmax(*count, same ? elements->vectors : elements->places);
}

static void need_index(IndexWork *work, const Index *index, const Elements *elements) {
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &work->mapping->nest->symbols[index->term[i].symbol];
    if (symbol->kind != SYMBOL_QUOTIENT) continue;
    raise(work, &symbol->of, elements, &work->symbols[index->term[i].symbol]);
    need_index(work, &symbol->of, elements);
  }
}

void index_work_add(IndexWork *work, const Step *step, const Elements *elements) {
  bool indexed = step->kind == STEP_LOAD || step->kind == STEP_STORE || step->kind == STEP_INDEX ||
                 step->kind == STEP_RANDOM;
  if (indexed) need_index(work, &step->index, elements);
  int at = step->kind == STEP_CHOOSE ? step->chosen_by : indexed ? step->condition : NO_CONDITION;
  for (const Condition *all = work->mapping->nest->conditions; at != NO_CONDITION; at = all[at].parent) {
    raise(work, &all[at].index, elements, &work->conditions[at]);
    need_index(work, &all[at].index, elements);
  }
}

PipeCost index_work_close(IndexWork *work) {
  const Nest *nest = work->mapping->nest;
  double divisions = 0, remainders = 0, comparisons = 0;
  for (int i = 0; i < nest->symbol_count; i++) {
    const Symbol *symbol = &nest->symbols[i];
    divisions += work->symbols[i] * ((symbol->divisor > 1) + (symbol->modulus != 0));
    remainders += work->symbols[i] * (symbol->modulus != 0);
  }
  for (int i = 0; i < nest->condition_count; i++)
    comparisons += work->conditions[i];
  free(work->symbols);
  free(work->conditions);
  // Half of a division, and of what is left of one, are multiplications.
  double half = divisions * DIVISION / 2 + remainders * REMAINDER / 2;
  return (PipeCost){.integer = half + comparisons * COMPARISON, .fma = half};
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
