// The matrices of a product, in memory: behind views, and behind what the kernel itself would do with them
// where a tensor core can do without: a copy, a cast to a type that holds all of theirs, and a number that
// they are multiplied with or divided by, as the sums are instead.
#include "base/sorted.h"
#include "kernel/lower/lowering.h"

#include <math.h>

bool lower_hands_on(const Graph *graph, const Op *op) {
  bool scales = op->code == OP_MUL || op->code == OP_DIV;
  if (!(scales || op->code == OP_CLONE || op->code == OP_CAST) || op->operands[0].is_number) return false;
  DType from = graph->values[op->operands[0].value].dtype, to = graph->values[op->first_result].dtype;
  if (op->code == OP_CLONE) return true;
  if (to != DTYPE_F32) return false;
  if (op->code == OP_CAST) return from == to || from == DTYPE_BF16 || from == DTYPE_F16;
  return from == to && op->operands[1].is_number && isnormal(op->operands[1].number);
}

static void take_number(const Op *op, Matrix *matrix) {
  if (op->code == OP_MUL) matrix->factor *= op->operands[1].number;
  if (op->code == OP_DIV) matrix->divisor *= op->operands[1].number;
}

// The value that its op in the set hands on; NO_VALUE: there is no such op.
static int handed_on(const Graph *graph, const KernelSet *set, int value) {
  int producer = graph->values[value].producer;
  bool inside = producer != NO_OP && sorted_find(set->ops, set->op_count, producer) >= 0;
  if (!inside || !lower_hands_on(graph, &graph->ops[producer])) return NO_VALUE;
  return graph->ops[producer].operands[0].value;
}

int lowering_matrix_source(const Graph *graph, const KernelSet *set, int value) {
  for (;;) {
    int below = handed_on(graph, set, graph->values[value].source);
    if (below == NO_VALUE) return value;
    value = below;
  }
}

// ---- places

// The axis that what is summed runs along, and its step there.
typedef struct Along {
  int axis;
  int64_t step;
} Along;

static int64_t constant_of(const Lowering *lowering, int index) {
  return lowering->indices.data[index].index.constant;
}

// The axis that alone of a place is not 0; -1: there is none, or several.
static int only_axis(const Position *at) {
  int found = -1;
  for (int axis = 0; axis < at->rank; axis++) {
    if (at->axis[axis] == ZERO_INDEX) continue;
    if (found >= 0) return -1;
    found = axis;
  }
  return found;
}

// Where element `k` of what is summed is below the view, relative to the first; -1: not along one axis.
static int element_below(Lowering *lowering, int value, const Along *along, int64_t k, const Position *first,
                         int64_t *place) {
  Position at = position_zero(lowering_value(lowering, value)->shape.rank), below;
  at.axis[along->axis] = index_constant(lowering, k * along->step);
  if (!view_backward(lowering, value, &at, false, &below)) return -1;
  for (int axis = 0; axis < below.rank; axis++) // slices and selections begin elsewhere
    below.axis[axis] = index_constant(
        lowering, constant_of(lowering, below.axis[axis]) - constant_of(lowering, first->axis[axis]));
  int axis = only_axis(&below);
  if (axis >= 0) *place = constant_of(lowering, below.axis[axis]);
  return axis;
}

// Through a view: what is summed must run along one axis evenly, which it does where its second and its last
// element say so: each axis of a reshape is a digit.
static bool along_below(Lowering *lowering, int value, int64_t length, const Position *below, Along *along) {
  Position zero = position_zero(lowering_value(lowering, value)->shape.rank), first;
  int64_t second = 0, last = 0;
  if (length == 1) return true;
  if (!view_backward(lowering, value, &zero, false, &first)) return false;
  int axis = element_below(lowering, value, along, 1, &first, &second);
  if (axis < 0 || element_below(lowering, value, along, length - 1, &first, &last) != axis) return false;
  if (last != (length - 1) * second || below->axis[axis] != first.axis[axis]) return false;
  *along = (Along){axis, second};
  return true;
}

static bool through_view(Lowering *lowering, int value, int64_t length, Position *here, Along *along) {
  Position below;
  if (!view_backward(lowering, value, here, true, &below) ||
      !along_below(lowering, value, length, &below, along))
    return false;
  *here = below;
  return true;
}

bool lowering_matrix(Lowering *lowering, int value, const Position *at, int summed, Matrix *matrix) {
  const Graph *graph = lowering->graph;
  const Value *now = lowering_value(lowering, value);
  const int64_t length = now->shape.size[summed];
  Position here = *at;
  Along along = {summed, 1};
  matrix->factor = matrix->divisor = 1;
  for (;; now = lowering_value(lowering, value)) {
    bool is_view = now->source != value;
    if (is_view && now->strided && !lowering_inside(lowering, value)) break;
    int below =
        is_view ? graph->ops[now->producer].operands[0].value : handed_on(graph, lowering->set, value);
    if (below == NO_VALUE) break;
    if (is_view && !through_view(lowering, value, length, &here, &along)) return false;
    if (!is_view) take_number(&graph->ops[graph->values[value].producer], matrix);
    value = below;
  }
  matrix->value = value;
  matrix->index = position_address(lowering, &here, now->stride, now->offset);
  matrix->along = length > 1 ? along.step * now->stride[along.axis] : 1;
  return true;
}
