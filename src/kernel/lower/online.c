// Sums that need not wait for the reduction before them: that of exp(x - max x), which the online softmax
// finds along with the maximum, and that of (x - mean x)^2, which Welford's formula finds along with the
// mean.
#include "kernel/lower/lowering.h"

static const Draft *draft_at(const Lowering *lowering, int step) {
  return &lowering->steps.data[step];
}

static bool computes(const Draft *draft, OpCode code) {
  return draft->kind == STEP_COMPUTE && draft->code == code;
}

// The reduction of `kind` over these dims whose first part the step is; NO_STEP when it is none.
static int reduction_of(const Lowering *lowering, int step, ReduceKind kind, uint32_t over) {
  const Draft *part = draft_at(lowering, step);
  if (part->kind != STEP_PART || part->part != 0) return NO_STEP;
  const Draft *reduce = draft_at(lowering, part->operand[0]);
  bool wanted = reduce->kind == STEP_REDUCE && reduce->reduce == kind && reduce->over == over;
  return wanted ? part->operand[0] : NO_STEP;
}

// Of exp(x - max x): the reduction that finds the maximum becomes one that finds both. The maximum stays its
// first part.
static int extend_maximum(Lowering *lowering, uint32_t over, int input) {
  const Draft *grown = draft_at(lowering, input);
  if (!computes(grown, OP_EXP)) return NO_STEP;
  const Draft *below = draft_at(lowering, grown->operand[0]);
  if (!computes(below, OP_SUB)) return NO_STEP;
  int most = reduction_of(lowering, below->operand[1], REDUCE_MAX, over);
  if (most == NO_STEP || draft_at(lowering, most)->operand[0] != below->operand[0]) return NO_STEP;
  lowering->steps.data[most].reduce = REDUCE_SOFTMAX;
  return most;
}

// The sum of x, of which the step is the mean; NO_STEP when it is none.
static int sum_of_mean(const Lowering *lowering, uint32_t over, int64_t elements, int step, int x) {
  const Draft *mean = draft_at(lowering, step);
  if (!computes(mean, OP_MUL)) return NO_STEP;
  int sum = reduction_of(lowering, mean->operand[0], REDUCE_SUM, over);
  const Draft *scale = draft_at(lowering, mean->operand[1]);
  bool divides = scale->kind == STEP_NUMBER && scale->number == 1 / (double)elements;
  return sum != NO_STEP && divides && draft_at(lowering, sum)->operand[0] == x ? sum : NO_STEP;
}

// Of (x - mean x) * (x - mean x): a reduction beside that of the mean, which others may read as a sum.
static int join_mean(Lowering *lowering, uint32_t over, int64_t elements, int input, int op, int value) {
  const Draft *square = draft_at(lowering, input);
  if (!computes(square, OP_MUL) || square->operand[0] != square->operand[1]) return NO_STEP;
  const Draft *deviation = draft_at(lowering, square->operand[0]);
  if (!computes(deviation, OP_SUB)) return NO_STEP;
  int sum = sum_of_mean(lowering, over, elements, deviation->operand[1], deviation->operand[0]);
  if (sum == NO_STEP) return NO_STEP;
  Draft draft = *draft_at(lowering, sum);
  draft.reduce = REDUCE_WELFORD;
  draft.op = op, draft.value = value;
  draft.dims = 0, draft.pass = 0; // of its operands, when it is pushed
  return step_push(lowering, &draft);
}

int lower_online(Lowering *lowering, uint32_t over, int64_t elements, int input, int op, int value) {
  int step = extend_maximum(lowering, over, input);
  return step != NO_STEP ? step : join_mean(lowering, over, elements, input, op, value);
}

// ---- means beside deviations

static bool is_mean_of(const Lowering *lowering, const Draft *draft, int part, int64_t elements) {
  if (!computes(draft, OP_MUL) || draft->operand[0] != part || draft->operand[1] == part) return false;
  const Draft *scale = draft_at(lowering, draft->operand[1]);
  return scale->kind == STEP_NUMBER && scale->number == 1 / (double)elements;
}

static bool reads(const Draft *draft, int step) {
  for (int i = 0; i < draft->operand_count; i++)
    if (draft->operand[i] == step) return true;
  return false;
}

// Is the part of a sum read only as the mean of so many elements?
static bool read_as_mean(const Lowering *lowering, int part, int64_t elements) {
  for (int i = 0; i < lowering->symbols.count; i++)
    if (lowering->symbols.data[i].kind == SYMBOL_STEP && lowering->symbols.data[i].step == part) return false;
  for (int i = 0; i < lowering->steps.count; i++) {
    const Draft *draft = draft_at(lowering, i);
    if (draft->to >= 0 && reads(draft, part) && !is_mean_of(lowering, draft, part, elements)) return false;
  }
  return true;
}

static bool sum_read_as_mean(const Lowering *lowering, int sum, int64_t elements) {
  for (int i = 0; i < lowering->steps.count; i++) {
    const Draft *draft = draft_at(lowering, i);
    if (draft->to >= 0 && reads(draft, sum) && !read_as_mean(lowering, i, elements)) return false;
  }
  return true;
}

static int64_t elements_over(const Lowering *lowering, uint32_t over) {
  int64_t elements = 1;
  for (int dim = 0; dim < lowering->domain.dim_count; dim++)
    if (over >> dim & 1) elements *= lowering->domain.size[dim];
  return elements;
}

// The sum becomes Welford's formula, in the place of the other one, and what scaled it the formula's first
// part.
static void take_place(Lowering *lowering, int sum, int welford, int64_t elements) {
  lowering->steps.data[sum].reduce = REDUCE_WELFORD;
  for (int i = 0; i < lowering->steps.count; i++) {
    Draft *draft = &lowering->steps.data[i];
    if (draft->kind == STEP_PART && draft->operand[0] == welford) draft->operand[0] = sum;
    if (draft->kind != STEP_COMPUTE || draft->operand_count < 2) continue;
    const Draft *part = draft_at(lowering, draft->operand[0]);
    if (part->kind != STEP_PART || part->operand[0] != sum || part->part != 0) continue;
    if (!is_mean_of(lowering, draft, draft->operand[0], elements)) continue;
    draft->kind = STEP_PART, draft->part = 0;
    draft->operand[0] = sum, draft->operand_count = 1;
  }
}

static bool same_sums(const Draft *sum, const Draft *welford) {
  return sum->to >= 0 && sum->kind == STEP_REDUCE && sum->reduce == REDUCE_SUM &&
         sum->over == welford->over && sum->operand[0] == welford->operand[0] && sum->dtype == welford->dtype;
}

bool lower_share_means(Lowering *lowering) {
  bool changed = false;
  for (int i = 0; i < lowering->steps.count; i++) {
    const Draft *welford = draft_at(lowering, i);
    if (welford->to < 0 || welford->kind != STEP_REDUCE || welford->reduce != REDUCE_WELFORD) continue;
    int64_t elements = elements_over(lowering, welford->over);
    for (int sum = 0; sum < i; sum++) {
      if (!same_sums(draft_at(lowering, sum), welford) || !sum_read_as_mean(lowering, sum, elements))
        continue;
      take_place(lowering, sum, i, elements);
      changed = true;
      break;
    }
  }
  return changed;
}
