// How large the sums of integers can become: those that fit 32 bits are accumulated so, in half the
// registers, shuffles and shared memory.
#include "kernel/lower/lowering.h"
#include "kernel/nest/integers.h"

enum { MOST_LOOKED_AT = 8 }; // steps behind one another

static int64_t furthest(IntegerRange range) {
  return range.low == INT64_MIN ? INT64_MAX : most_of(range.high, -range.low);
}

// No value of the step is further from 0.
static int64_t magnitude(const Lowering *lowering, int step, int depth) {
  const Draft *draft = &lowering->steps.data[step];
  if (draft->dtype == DTYPE_BOOL) return 1;
  if (draft->kind == STEP_LOAD) return furthest(dtype_range(draft->stored));
  if (draft->kind == STEP_NUMBER && draft->dtype == DTYPE_I64)
    return furthest((IntegerRange){draft->integer, draft->integer});
  if (depth == MOST_LOOKED_AT || draft->dtype != DTYPE_I64) return INT64_MAX;
  bool chooses = draft->kind == STEP_CHOOSE, selects = draft->kind == STEP_COMPUTE && draft->code == OP_WHERE;
  if (chooses || selects)
    return most_of(magnitude(lowering, draft->operand[selects], depth + 1),
                   magnitude(lowering, draft->operand[selects + 1], depth + 1));
  if (draft->kind != STEP_COMPUTE || draft->code != OP_CAST) return INT64_MAX;
  int64_t from = magnitude(lowering, draft->operand[0], depth + 1),
          to = furthest(dtype_range(draft->round_to));
  return from < to ? from : to;
}

DType lowering_sum_dtype(const Lowering *lowering, int step, int64_t count) {
  DType dtype = lowering->steps.data[step].dtype;
  if (dtype != DTYPE_I64) return dtype;
  return magnitude(lowering, step, 0) <= INT32_MAX / most_of(count, 1) ? DTYPE_I32 : DTYPE_I64;
}
