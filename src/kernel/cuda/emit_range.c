// Ranges of integer steps: arithmetic whose operands and result fit 32 bits takes a fraction of the
// instructions of 64 bits, divisions above all.
#include "kernel/cuda/emit_internal.h"

#include <limits.h>

static const IntegerRange unknown = {INT64_MIN, INT64_MAX};

static bool fits(IntegerRange range) {
  return range.low >= INT_MIN && range.high <= INT_MAX;
}

static IntegerRange join(IntegerRange a, IntegerRange b) {
  return (IntegerRange){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static bool within(IntegerRange inner, IntegerRange outer) {
  return inner.low >= outer.low && inner.high <= outer.high;
}

// Operands fit 32 bits, so that no sum, difference or product of two overflows here.
static IntegerRange product_range(IntegerRange a, IntegerRange b) {
  int64_t corner[4] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  IntegerRange range = {corner[0], corner[0]};
  for (int i = 1; i < 4; i++)
    range = join(range, (IntegerRange){corner[i], corner[i]});
  return range;
}

static IntegerRange compute_range(OpCode code, IntegerRange a, IntegerRange b) {
  if (code == OP_SHIFT_RIGHT) return join(a, (IntegerRange){0, 0});
  if (!fits(a) || !fits(b)) return unknown;
  int64_t most = a.high > -a.low ? a.high : -a.low;
  switch (code) {
    case OP_ADD:
      return (IntegerRange){a.low + b.low, a.high + b.high};
    case OP_SUB:
      return (IntegerRange){a.low - b.high, a.high - b.low};
    case OP_MUL:
      return product_range(a, b);
    case OP_MINIMUM:
      return (IntegerRange){a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
    case OP_MAXIMUM:
      return (IntegerRange){a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    case OP_REMAINDER: // has the sign of the divisor
      return b.low > 0 ? (IntegerRange){0, b.high - 1} : unknown;
    case OP_FMOD:
    case OP_DIV_FLOOR:
    case OP_DIV_TRUNC: // no larger than the dividend, but one further down from 0 when rounded down
      return (IntegerRange){-most - 1, most};
    default:
      return unknown;
  }
}

// Before it wraps around.
static IntegerRange result_range(const Emitter *emitter, const Step *step) {
  const IntegerRange *known = emitter->ranges;
  if (step->code == OP_CAST && emitter->nest->steps[step->operand[0]].dtype == DTYPE_I64)
    return known[step->operand[0]];
  if (step->code == OP_WHERE) return join(known[step->operand[1]], known[step->operand[2]]);
  if (step->operand_count != 2) return unknown;
  return compute_range(step->code, known[step->operand[0]], known[step->operand[1]]);
}

static IntegerRange wrapped_range(const Emitter *emitter, const Step *step) {
  IntegerRange range = result_range(emitter, step), held = dtype_range(step->round_to);
  return within(range, held) ? range : held;
}

bool step_wraps(const Emitter *emitter, int at) {
  const Step *step = &emitter->nest->steps[at];
  return step->kind == STEP_COMPUTE && step->dtype == DTYPE_I64 &&
         !within(result_range(emitter, step), dtype_range(step->round_to));
}

static IntegerRange step_range(const Emitter *emitter, int at) {
  const Step *step = &emitter->nest->steps[at];
  const IntegerRange *known = emitter->ranges;
  IntegerRange range = unknown;
  if (step->dtype == DTYPE_BOOL) return (IntegerRange){0, 1};
  if (step->dtype != DTYPE_I64) return unknown;
  switch (step->kind) {
    case STEP_NUMBER:
      return (IntegerRange){step->integer, step->integer};
    case STEP_INDEX:
      index_range(emitter->nest, &step->index, &range.low, &range.high);
      return range;
    case STEP_LOAD:
      return join(dtype_range(step->stored),
                  (IntegerRange){0, 0}); // 0 where a condition keeps it from running
    case STEP_CHOOSE:
      return join(known[step->operand[0]], known[step->operand[1]]);
    case STEP_COMPUTE:
      return wrapped_range(emitter, step);
    case STEP_RANDOM:
    case STEP_REDUCE:
    case STEP_SCAN:
    case STEP_PART:
    case STEP_PRODUCT:
    case STEP_LOG_SUM:
    case STEP_STORE:
      break;
  }
  return unknown;
}

void ranges_make(Emitter *emitter) {
  emitter->ranges = memory_alloc(((size_t)emitter->nest->step_count + 1) * sizeof *emitter->ranges);
  for (int i = 0; i < emitter->nest->step_count; i++)
    emitter->ranges[i] = step_range(emitter, i);
}

static bool can_narrow(OpCode code) {
  switch (code) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_MINIMUM:
    case OP_MAXIMUM:
    case OP_DIV_FLOOR:
    case OP_DIV_TRUNC:
    case OP_FMOD:
    case OP_REMAINDER:
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
      return true;
    default:
      return false;
  }
}

bool step_narrow(const Emitter *emitter, int at) {
  const Step *step = &emitter->nest->steps[at];
  if (step->kind != STEP_COMPUTE || !can_narrow(step->code)) return false;
  if (step->dtype != DTYPE_BOOL && (step->dtype != DTYPE_I64 || !fits(emitter->ranges[at]))) return false;
  for (int i = 0; i < step->operand_count; i++)
    if (emitter->nest->steps[step->operand[i]].dtype != DTYPE_I64 || !fits(emitter->ranges[step->operand[i]]))
      return false;
  return true;
}

// What varies with a dim that the other does not is compared in a loop that the other stays out of.
int step_fixed_operand(const Emitter *emitter, int at) {
  const Step *step = &emitter->nest->steps[at], *all = emitter->nest->steps;
  if (step->kind != STEP_COMPUTE || (step->code != OP_EQ && step->code != OP_NE)) return -1;
  for (int i = 0; i < 2; i++) {
    const Step *fixed = &all[step->operand[i]], *moving = &all[step->operand[1 - i]];
    if (fixed->dtype == DTYPE_I64 && moving->dtype == DTYPE_I64 && (moving->dims & ~fixed->dims) &&
        !fits(emitter->ranges[step->operand[i]]) && fits(emitter->ranges[step->operand[1 - i]]))
      return i;
  }
  return -1;
}
