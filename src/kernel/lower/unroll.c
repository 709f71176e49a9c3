// Reductions of so few elements that they are arithmetic: every element is evaluated where the result is
// read, so that the op has no loop and fits beside reductions along other axes (gradients of keys and values
// that a group of query heads shares, summed over the group).
#include "kernel/lower/lowering.h"

enum { MOST_UNROLLED = 8 }; // elements; each is loaded and computed for itself

static bool has_positions(ReduceKind kind) {
  return kind == REDUCE_ARGMIN || kind == REDUCE_ARGMAX;
}

static bool is_short(const Lowering *lowering, const Op *op) {
  int64_t count = lowering_reduction_count(lowering, op);
  return count > 1 && count <= MOST_UNROLLED && !has_positions(lowering_reduction_kind(lowering, op));
}

bool lowering_reduction_unrolled(const Lowering *lowering, const Op *op) {
  return lowering_reduction_count(lowering, op) == 1 || (lowering->unrolls && is_short(lowering, op));
}

bool lowering_reduces(const Lowering *lowering, const Op *op) {
  return op->op_class == CLASS_REDUCE && !lowering_reduction_unrolled(lowering, op);
}

bool lower_may_unroll(const Lowering *lowering) {
  for (int i = 0; i < lowering->set->op_count; i++) {
    const Op *op = &lowering->graph->ops[lowering->set->ops[i]];
    if (op->op_class == CLASS_REDUCE && is_short(lowering, op)) return true;
  }
  return false;
}

// ---- the elements

typedef struct Unrolled {
  Lowering *lowering;
  const Op *op;
  ReduceKind kind;
  const Position *at; // in the result
  int condition;
  int count;
  int element[MOST_UNROLLED]; // steps
} Unrolled;

// The place of element `number` of those that a result is made of: its digits are the reduced axes.
static Position element_place(const Unrolled *unrolled, int64_t number) {
  const Shape *shape = &lowering_value(unrolled->lowering, unrolled->op->operands[0].value)->shape;
  uint32_t reduced = op_reduced_axes(unrolled->lowering->graph, unrolled->op);
  Position place = lowering_reduction_input(unrolled->lowering, unrolled->op, unrolled->at);
  for (int axis = shape->rank - 1; axis >= 0; axis--) {
    if (!(reduced >> axis & 1)) continue;
    place.axis[axis] = index_intern(unrolled->lowering, &(Index){.constant = number % shape->size[axis]});
    number /= shape->size[axis];
  }
  return place;
}

static bool evaluate_elements(Unrolled *unrolled) {
  Lowering *lowering = unrolled->lowering;
  for (int i = 0; i < unrolled->count && !lowering->stopped; i++) {
    Position place = element_place(unrolled, i);
    unrolled->element[i] =
        lowering_reduction_element(lowering, unrolled->op, unrolled->kind, &place, unrolled->condition);
  }
  return !lowering->stopped;
}

// ---- combined

static int compute(const Unrolled *unrolled, OpCode code, int a, int b) {
  if (unrolled->lowering->stopped) return NO_STEP;
  DType dtype = unrolled->lowering->steps.data[a].dtype;
  int op = (int)(unrolled->op - unrolled->lowering->graph->ops);
  return step_compute(unrolled->lowering, op, NO_VALUE, code, dtype, (int[]){a, b}, b == NO_STEP ? 1 : 2);
}

static int combine(const Unrolled *unrolled, OpCode code, const int *element) {
  int result = element[0];
  for (int i = 1; i < unrolled->count; i++)
    result = compute(unrolled, code, result, element[i]);
  return result;
}

static OpCode combining_op(ReduceKind kind) {
  switch (kind) {
    case REDUCE_PRODUCT:
      return OP_MUL;
    case REDUCE_MIN:
      return OP_MINIMUM;
    case REDUCE_MAX:
    case REDUCE_SOFTMAX:
      return OP_MAXIMUM;
    case REDUCE_ANY:
      return OP_LOGICAL_OR;
    case REDUCE_ALL:
      return OP_LOGICAL_AND;
    case REDUCE_SUM:
    case REDUCE_WELFORD: // sums of its own: see below
    case REDUCE_ARGMIN:
    case REDUCE_ARGMAX: // not unrolled
      break;
  }
  return OP_ADD;
}

static int mean_of(const Unrolled *unrolled, int sum) {
  if (unrolled->lowering->stopped || unrolled->count == 1) return sum;
  DType dtype = unrolled->lowering->steps.data[sum].dtype;
  return compute(unrolled, OP_MUL, sum, step_number(unrolled->lowering, dtype, 1.0 / unrolled->count, 0));
}

// Sum over the elements of (x - center)^2, or of exp(x - center). Of a single element x - x is not always 0:
// infinities leave what is no number.
static int sum_around(const Unrolled *unrolled, int center) {
  int part[MOST_UNROLLED] = {0};
  for (int i = 0; i < unrolled->count; i++) {
    int apart = compute(unrolled, OP_SUB, unrolled->element[i], center);
    if (unrolled->kind == REDUCE_SOFTMAX)
      part[i] = compute(unrolled, OP_EXP, apart, NO_STEP);
    else
      part[i] = compute(unrolled, OP_MUL, apart, apart);
  }
  return combine(unrolled, OP_ADD, part);
}

int lower_unrolled(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  Unrolled unrolled = {lowering, op, lowering_reduction_kind(lowering, op), at, condition, 0, {0}};
  unrolled.count = (int)lowering_reduction_count(lowering, op);
  if (!evaluate_elements(&unrolled)) return NO_STEP;
  int part[2] = {combine(&unrolled, combining_op(unrolled.kind), unrolled.element), NO_STEP};
  if (unrolled.kind == REDUCE_WELFORD) part[0] = mean_of(&unrolled, part[0]);
  if (unrolled.kind == REDUCE_WELFORD || unrolled.kind == REDUCE_SOFTMAX)
    part[1] = sum_around(&unrolled, part[0]);
  if (has_positions(unrolled.kind)) part[1] = step_number(lowering, DTYPE_I64, 0, 0); // of one element
  if (lowering->stopped) return NO_STEP;
  int step = lowering_reduction_of_parts(lowering, op, value, part);
  return step_convert(lowering, step, dtype_compute(lowering_value(lowering, value)->dtype));
}
