// Sums of products with what does not vary along them: sum(a * s) = s * sum(a). Each element takes a product
// less; and where s is the result of an earlier reduction, the sum need not wait for it, and the row is gone
// over once less.
#include "kernel/lower/lowering.h"

enum { MOST_FACTORS = 32 }; // steps of a product that are looked at

// A product as what varies along the sum times what does not; NO_STEP: nothing.
typedef struct Factors {
  int varying, shared;
} Factors;

typedef struct Factoring {
  Lowering *lowering;
  uint32_t over;
  int op;
  int budget;
} Factoring;

static int multiply(const Factoring *factoring, int a, int b) {
  if (a == NO_STEP || b == NO_STEP) return a == NO_STEP ? b : a;
  DType dtype = factoring->lowering->steps.data[a].dtype;
  return step_compute(factoring->lowering, factoring->op, NO_VALUE, OP_MUL, dtype, (int[]){a, b}, 2);
}

static bool computes(const Draft *draft, OpCode code) {
  return draft->kind == STEP_COMPUTE && draft->code == code && dtype_kind(draft->dtype) == DTYPE_IS_FLOAT;
}

static int negate(const Factoring *factoring, int step) {
  DType dtype = factoring->lowering->steps.data[step].dtype;
  return step_compute(factoring->lowering, factoring->op, NO_VALUE, OP_NEG, dtype, &step, 1);
}

static Factors take_apart(Factoring *factoring, int step) {
  const Draft draft = factoring->lowering->steps.data[step];
  if (!(draft.dims & factoring->over)) return (Factors){NO_STEP, step};
  bool product = computes(&draft, OP_MUL), negative = computes(&draft, OP_NEG);
  if (!(product || negative) || factoring->budget-- <= 0) return (Factors){step, NO_STEP};
  Factors a = take_apart(factoring, draft.operand[0]);
  if (negative)
    return a.shared == NO_STEP ? (Factors){step, NO_STEP} : (Factors){a.varying, negate(factoring, a.shared)};
  Factors b = take_apart(factoring, draft.operand[1]);
  if (a.shared == NO_STEP && b.shared == NO_STEP) return (Factors){step, NO_STEP};
  return (Factors){multiply(factoring, a.varying, b.varying), multiply(factoring, a.shared, b.shared)};
}

int lower_factor(Lowering *lowering, int op, uint32_t over, int input, int *shared) {
  *shared = NO_STEP;
  if (lowering->stopped) return input;
  Factoring factoring = {lowering, over, op, MOST_FACTORS};
  Factors factors = take_apart(&factoring, input);
  if (lowering->stopped || factors.shared == NO_STEP || factors.varying == NO_STEP) return input;
  *shared = factors.shared;
  return factors.varying;
}
