// Reductions: one place each, over the whole domain of their input; readers must want the result where it is.
#include "kernel/lower/lowering.h"

#include <math.h>

static const Shape *input_shape(const Lowering *lowering, const Op *op) {
  return &lowering_value(lowering, op->operands[0].value)->shape;
}

static bool keeps_axes(const Lowering *lowering, const Op *op) {
  return lowering_value(lowering, op->first_result)->shape.rank == input_shape(lowering, op)->rank;
}

Position lowering_reduction_result(Lowering *lowering, const Op *op, const Position *input) {
  uint32_t reduced = op_reduced_axes(lowering->graph, op);
  bool keep = keeps_axes(lowering, op);
  Position result = position_zero(0);
  for (int axis = 0; axis < input->rank; axis++) {
    bool gone = reduced >> axis & 1;
    if (!gone || keep) result.axis[result.rank++] = gone ? ZERO_INDEX : input->axis[axis];
  }
  return result;
}

Position lowering_reduction_input(Lowering *lowering, const Op *op, const Position *result) {
  uint32_t reduced = op_reduced_axes(lowering->graph, op);
  bool keep = keeps_axes(lowering, op);
  Position input = position_zero(input_shape(lowering, op)->rank);
  for (int axis = 0, from = 0; axis < input.rank; axis++) {
    bool gone = reduced >> axis & 1;
    if (!gone) input.axis[axis] = result->axis[from];
    if (!gone || keep) from++;
  }
  return input;
}

// ---- placing

// Kept axes where the reader wants them, reduced axes along the dims that it does not use.
static bool place_by_reader(Lowering *lowering, const Op *op, const Position *hint, Position *input) {
  const Shape *shape = input_shape(lowering, op);
  uint32_t reduced = op_reduced_axes(lowering->graph, op), used = position_dims(lowering, hint);
  Shape gone = {.rank = 0};
  for (int axis = 0; axis < shape->rank; axis++)
    if (reduced >> axis & 1) gone.size[gone.rank++] = shape->size[axis];
  bool possible;
  Position along = place_linear(lowering, ~used & ((1u << lowering->domain.dim_count) - 1), &gone, &possible);
  if (!possible) return false;
  *input = lowering_reduction_input(lowering, op, hint);
  for (int axis = 0, next = 0; axis < shape->rank; axis++)
    if (reduced >> axis & 1) input->axis[axis] = along.axis[next++];
  return position_covers(lowering, input, shape, NULL);
}

static bool find_input_place(Lowering *lowering, const Member *member, const Op *op, const Position *hint,
                             Position *input) {
  const Shape *shape = input_shape(lowering, op);
  bool known = member->placed;
  if (known)
    *input = member->at;
  else
    known = place_of(lowering, op->operands[0].value, input);
  if (known && position_covers(lowering, input, shape, NULL)) return true;
  if (hint && place_by_reader(lowering, op, hint, input)) return true;
  if (lowering->stopped) return false;
  bool possible = shape_equal(shape, &lowering->domain.space);
  if (possible)
    *input = position_domain(lowering);
  else
    *input = place_linear(lowering, (1u << lowering->domain.dim_count) - 1, shape, &possible);
  return possible && position_covers(lowering, input, shape, NULL);
}

static void refuse_space(Lowering *lowering, int op_index, const Shape *shape) {
  char own[160], other[160];
  int anchor = lowering->domain.anchor;
  lowering_refuse(lowering, REASON_DOMAIN, op_index, anchor, "%s iterates over %s and %s over %s",
                  lowering_op_name(lowering, op_index), shape_text(shape, own),
                  lowering_op_name(lowering, anchor), shape_text(&lowering->domain.space, other));
}

// ---- reducing

ReduceKind lowering_reduction_kind(const Lowering *lowering, const Op *op) {
  DType dtype = lowering_value(lowering, op->operands[0].value)->dtype;
  switch (op->code) {
    case OP_PROD:
      return REDUCE_PRODUCT;
    case OP_AMAX:
      return dtype == DTYPE_BOOL ? REDUCE_ANY : REDUCE_MAX;
    case OP_AMIN:
      return dtype == DTYPE_BOOL ? REDUCE_ALL : REDUCE_MIN;
    case OP_ANY:
      return REDUCE_ANY;
    case OP_ALL:
      return REDUCE_ALL;
    case OP_ARGMAX:
    case OP_MAX_DIM:
      return REDUCE_ARGMAX;
    case OP_ARGMIN:
    case OP_MIN_DIM:
      return REDUCE_ARGMIN;
    case OP_VAR:
    case OP_VAR_MEAN:
      return REDUCE_WELFORD;
    case OP_PREPARE_SOFTMAX:
      return REDUCE_SOFTMAX;
    default:
      return REDUCE_SUM; // sum, mean
  }
}

static int to_bool(Lowering *lowering, int step) {
  if (lowering->stopped || lowering->steps.data[step].dtype == DTYPE_BOOL) return step;
  int zero = step_convert(lowering, step_number(lowering, DTYPE_I64, 0, 0), lowering->steps.data[step].dtype);
  return step_compute(lowering, NO_OP, NO_VALUE, OP_NE, DTYPE_BOOL, (int[]){step, zero}, 2);
}

int lowering_reduction_element(Lowering *lowering, const Op *op, ReduceKind kind, const Position *at,
                               int condition) {
  const Value *input = lowering_value(lowering, op->operands[0].value),
              *result = lowering_value(lowering, op->first_result);
  int step = lower_value(lowering, op->operands[0].value, at, condition);
  if (lowering->stopped) return NO_STEP;
  if (kind == REDUCE_ANY || kind == REDUCE_ALL) return to_bool(lowering, step);
  if (kind == REDUCE_ARGMIN || kind == REDUCE_ARGMAX)
    return input->dtype == DTYPE_BOOL ? step_convert(lowering, step, DTYPE_I64) : step;
  int64_t dtype = op_integer(op, ATTRIBUTE_DTYPE, -1);
  if (dtype >= 0) step = step_cast(lowering, NO_OP, NO_VALUE, step, input->dtype, (DType)dtype);
  return step_convert(lowering, step, dtype_compute(result->dtype));
}

// The position that competes in argmax and its like: along the reduced axis, or in the flattened input.
static int candidate_position(Lowering *lowering, const Op *op, const Position *at) {
  const Attribute *axes = op_attribute(op, ATTRIBUTE_AXES);
  int index = axes && axes->count == 1 ? at->axis[axes->integer[0]]
                                       : position_linear(lowering, at, input_shape(lowering, op));
  return step_index(lowering, NO_OP, NO_VALUE, index);
}

static uint32_t reduced_dims(const Lowering *lowering, const Op *op, const Position *at) {
  uint32_t reduced = op_reduced_axes(lowering->graph, op), dims = 0;
  for (int axis = 0; axis < at->rank; axis++)
    if (reduced >> axis & 1) dims |= lowering->indices.data[at->axis[axis]].dims;
  return dims;
}

static int push_part(Lowering *lowering, const Draft *reduce, int step, int part) {
  Draft draft = step_draft(STEP_PART, reduce->op, reduce->value, reduce->dtype);
  bool position = part == 1 && (reduce->reduce == REDUCE_ARGMIN || reduce->reduce == REDUCE_ARGMAX);
  if (position) draft.dtype = draft.round_to = draft.stored = DTYPE_I64;
  draft.part = part;
  draft.operand[0] = step;
  draft.operand_count = 1;
  return step_push(lowering, &draft);
}

static bool has_two_parts(ReduceKind kind) {
  return kind == REDUCE_ARGMIN || kind == REDUCE_ARGMAX || kind == REDUCE_WELFORD || kind == REDUCE_SOFTMAX;
}

int64_t lowering_reduction_count(const Lowering *lowering, const Op *op) {
  const Shape *shape = input_shape(lowering, op);
  uint32_t reduced = op_reduced_axes(lowering->graph, op);
  int64_t count = 1;
  for (int axis = 0; axis < shape->rank; axis++)
    if (reduced >> axis & 1) count *= shape->size[axis];
  return count;
}

// By which the faster of two forms is chosen.
static int64_t decisive_count(const Lowering *lowering, const Op *op) {
  const Graph *graph = lowering->set->decided_at;
  if (!graph) return lowering_reduction_count(lowering, op);
  Lowering there = {.graph = graph};
  return lowering_reduction_count(&there, &graph->ops[op - lowering->graph->ops]);
}

static int push_reduce(Lowering *lowering, const Member *member, const Op *op, const Position *at,
                       ReduceKind kind, int input) {
  if (lowering->stopped || input == NO_STEP) return NO_STEP;
  Draft draft = step_draft(STEP_REDUCE, member->op, op->first_result, lowering->steps.data[input].dtype);
  draft.reduce = kind;
  draft.over = reduced_dims(lowering, op, at);
  draft.operand[0] = input;
  draft.operand_count = 1;
  if (kind == REDUCE_SUM)
    draft.stored = lowering_sum_dtype(lowering, input, lowering_reduction_count(lowering, op));
  if (kind == REDUCE_ARGMIN || kind == REDUCE_ARGMAX) {
    draft.operand[draft.operand_count++] = candidate_position(lowering, op, at);
    draft.stored = shape_elements(input_shape(lowering, op)) < INT32_MAX ? DTYPE_I32 : DTYPE_I64;
  }
  return step_push(lowering, &draft);
}

// Rows that a block can hold: the maximum first, then the sum of the exponentials, which later steps share.
enum { HELD_ROW = 32768 };

static bool softmax_in_two(const Lowering *lowering, const Op *op) {
  uint32_t last = (uint32_t)1 << (input_shape(lowering, op)->rank - 1);
  return op->code == OP_PREPARE_SOFTMAX && op_reduced_axes(lowering->graph, op) == last &&
         decisive_count(lowering, op) <= HELD_ROW;
}

static int push_first_part(Lowering *lowering, int reduce) {
  if (lowering->stopped) return NO_STEP;
  Draft draft = lowering->steps.data[reduce];
  return push_part(lowering, &draft, reduce, 0);
}

static void push_softmax(Lowering *lowering, Member *member, const Op *op, const Position *at, int input) {
  DType dtype = lowering->steps.data[input].dtype;
  int most = push_first_part(lowering, push_reduce(lowering, member, op, at, REDUCE_MAX, input));
  int below = step_compute(lowering, member->op, NO_VALUE, OP_SUB, dtype, (int[]){input, most}, 2);
  int grown = step_compute(lowering, member->op, NO_VALUE, OP_EXP, dtype, &below, 1);
  member->part[0] = most;
  member->part[1] = push_first_part(lowering, push_reduce(lowering, member, op, at, REDUCE_SUM, grown));
}

// Does the sum alone need the exponentials that it is made of?
static bool sums_alone(const Lowering *lowering, int input) {
  const Draft *draft = &lowering->steps.data[input];
  if (draft->kind != STEP_COMPUTE || draft->code != OP_EXP || draft->value == NO_VALUE) return false;
  return lowering_value(lowering, draft->value)->reader_count == 1;
}

// A sum as the second part of a reduction that need not wait for the one before it. Over a row that is too
// long for one block each wait is for all blocks of a cluster, or takes another look at the row in memory;
// where no later pass shares the exponentials (losses), the row is gone over once less.
static bool push_online(Lowering *lowering, Member *member, const Op *op, const Position *at, int input) {
  int64_t elements = lowering_reduction_count(lowering, op);
  if (decisive_count(lowering, op) <= HELD_ROW && !sums_alone(lowering, input)) return false;
  int step =
      lower_online(lowering, reduced_dims(lowering, op, at), elements, input, member->op, op->first_result);
  if (step == NO_STEP) return false;
  Draft draft = lowering->steps.data[step];
  member->part[0] = push_part(lowering, &draft, step, 1);
  member->part[1] = NO_STEP;
  return true;
}

static void push_reduction(Lowering *lowering, Member *member, const Op *op, const Position *at) {
  ReduceKind kind = lowering_reduction_kind(lowering, op);
  int input = lowering_reduction_element(lowering, op, kind, at, NO_CONDITION);
  if (lowering->stopped) return;
  if (softmax_in_two(lowering, op)) {
    push_softmax(lowering, member, op, at, input);
    return;
  }
  if (kind == REDUCE_SUM && push_online(lowering, member, op, at, input)) return;
  int shared = NO_STEP;
  if (kind == REDUCE_SUM)
    input = lower_factor(lowering, member->op, reduced_dims(lowering, op, at), input, &shared);
  int step = push_reduce(lowering, member, op, at, kind, input);
  if (lowering->stopped) return;
  Draft draft = lowering->steps.data[step];
  member->part[0] = push_part(lowering, &draft, step, 0);
  if (shared != NO_STEP)
    member->part[0] = step_compute(lowering, member->op, op->first_result, OP_MUL, draft.dtype,
                                   (int[]){member->part[0], shared}, 2);
  member->part[1] = has_two_parts(kind) ? push_part(lowering, &draft, step, 1) : NO_STEP;
}

void lower_reduce(Lowering *lowering, Member *member, const Position *hint) {
  if (member->reduced || lowering->stopped) return;
  const Op *op = &lowering->graph->ops[member->op];
  Position at;
  if (!find_input_place(lowering, member, op, hint, &at)) {
    refuse_space(lowering, member->op, input_shape(lowering, op));
    return;
  }
  member->placed = true;
  member->at = at;
  push_reduction(lowering, member, op, &at);
  if (lowering->stopped) return;
  member->result = lowering_reduction_result(lowering, op, &at);
  member->reduced = true;
  for (int i = 0; i < op->result_count; i++)
    place_record(lowering, op->first_result + i, &member->result);
}

// ---- results from parts

static int scaled(Lowering *lowering, const Op *op, int value, int step, double by) {
  if (lowering->stopped) return NO_STEP;
  DType dtype = lowering->steps.data[step].dtype;
  int factor = step_number(lowering, dtype, by, 0);
  return step_compute(lowering, (int)(op - lowering->graph->ops), value, OP_MUL, dtype, (int[]){step, factor},
                      2);
}

// 1 / (n - correction): infinite where nothing is left, so that the variance is not a number, as PyTorch has
// it.
static double variance_scale(const Lowering *lowering, const Op *op) {
  double divisor = (double)lowering_reduction_count(lowering, op) - op_number(op, ATTRIBUTE_CORRECTION, 1);
  return divisor > 0 ? 1 / divisor : INFINITY;
}

int lowering_reduction_of_parts(Lowering *lowering, const Op *op, int value, const int part[2]) {
  int result = lowering_value(lowering, value)->result;
  switch (op->code) {
    case OP_MEAN:
      return scaled(lowering, op, value, part[0], 1 / (double)lowering_reduction_count(lowering, op));
    case OP_ARGMAX:
    case OP_ARGMIN:
      return part[1];
    case OP_VAR:
      return scaled(lowering, op, value, part[1], variance_scale(lowering, op));
    case OP_VAR_MEAN:
      return result == 1 ? part[0] : scaled(lowering, op, value, part[1], variance_scale(lowering, op));
    case OP_MAX_DIM:
    case OP_MIN_DIM:
    case OP_PREPARE_SOFTMAX:
      return part[result];
    default:
      return part[0];
  }
}

static int refuse_elsewhere(Lowering *lowering, int op, int reader) {
  const char *name = lowering_op_name(lowering, op);
  if (reader == op)
    return lowering_refuse(lowering, REASON_DOMAIN, op, op,
                           "%s stores its result at other places than those where its rows are reduced",
                           name);
  return lowering_refuse(lowering, REASON_DOMAIN, op, reader,
                         "%s needs the result of %s at other places than those where its rows are reduced",
                         lowering_op_name(lowering, reader), name);
}

int lower_reduction(Lowering *lowering, const Op *op, int value, const Position *at, int condition,
                    int reader) {
  int op_index = (int)(op - lowering->graph->ops);
  if (lowering_reduction_unrolled(lowering, op)) return lower_unrolled(lowering, op, value, at, condition);
  Member *member = lowering_member(lowering, op_index);
  lower_reduce(lowering, member, at);
  if (lowering->stopped) return NO_STEP;
  if (!position_equal(&member->result, at)) return refuse_elsewhere(lowering, op_index, reader);
  int step = lowering_reduction_of_parts(lowering, op, value, member->part);
  return step_convert(lowering, step, dtype_compute(lowering_value(lowering, value)->dtype));
}
