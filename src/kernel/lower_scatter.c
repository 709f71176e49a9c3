// Adding at places that the data say: each value is sent to its place, by an atomic addition where several
// may meet; or, where sums must not depend on the order of atomics, each element of the result gathers what
// comes to it.
#include "kernel/lowering.h"

static bool is_zeros(const Lowering *lowering, int value) {
  const Op *op = graph_producer(lowering->graph, lowering_value(lowering, value)->source);
  if (!op || op->code != OP_FULL) return false;
  const Attribute *number = op_attribute(op, ATTRIBUTE_VALUE);
  return !number || (number->count > 0 ? number->integer[0] == 0 : number->number == 0);
}

static bool same_memory_layout(const Value *a, const Value *b) {
  if (!a->strided || a->offset != b->offset || !shape_equal(&a->shape, &b->shape)) return false;
  for (int axis = 0; axis < a->shape.rank; axis++)
    if (a->shape.size[axis] > 1 && a->stride[axis] != b->stride[axis]) return false;
  return true;
}

// The functional form starts as a copy of its base; in place, the base is there.
static void preset_base(Lowering *lowering, int op_index, const Op *op) {
  if (op->mutates >= 0) return;
  int base = op->operands[0].value, result = op->first_result, from = NO_VALUE;
  if (lowering_inside(lowering, base)) {
    if (!is_zeros(lowering, base)) {
      lowering_refuse(lowering, REASON_INDIRECT,
                      lowering_value(lowering, lowering_value(lowering, base)->source)->producer, op_index,
                      "%s writes into a copy of %s, which must be stored first", op->name,
                      lowering_value(lowering, base)->name);
      return;
    }
  } else {
    from = lowering_value(lowering, base)->storage;
    if (!same_memory_layout(lowering_value(lowering, base), lowering_value(lowering, result))) {
      lowering_refuse(
          lowering, REASON_LAYOUT, op_index, NO_OP,
          "%s writes into a copy of %s, whose memory is laid out in another way than the result's", op->name,
          lowering_value(lowering, base)->name);
      return;
    }
  }
  vector_push(&lowering->presets, ((PresetDraft){from, lowering_value(lowering, result)->storage}));
}

// ---- where values go

// Values of a put, spread over the space that the indices select; 0 where a mask hides them.
static int put_value(Lowering *lowering, const Op *op, const Position *at, const Selection *selection,
                     int shown, DType dtype, int condition) {
  int step = lower_operand(lowering, op, 1, at, &selection->space, dtype, condition);
  if (lowering->stopped || shown == NO_STEP) return step;
  int zero = step_convert(lowering, step_number(lowering, DTYPE_I64, 0, 0), dtype);
  return step_compute(lowering, NO_OP, NO_VALUE, OP_WHERE, dtype, (int[]){shown, step, zero}, 3);
}

// scatter_add and index_add: the position along one axis comes from operand 1.
static Position add_place(Lowering *lowering, const Op *op, const Position *at, int condition) {
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  const Shape *index = &lowering_value(lowering, op->operands[1].value)->shape;
  Position there = *at, vector = position_zero(index->rank);
  if (op->code == OP_SCATTER_ADD) vector = *at;
  if (op->code == OP_INDEX_ADD && index->rank == 1 && at->rank > 0) vector.axis[0] = at->axis[axis];
  int chosen = lower_operand(lowering, op, 1, &vector, index, DTYPE_I64, condition);
  if (at->rank > 0) {
    int64_t size = lowering_value(lowering, op->first_result)->shape.size[axis];
    there.axis[axis] = gather_index(lowering, chosen, size, true);
  }
  return there;
}

static bool is_put(const Op *op) {
  return op->code == OP_INDEX_PUT || op->code == OP_MASKED_INDEX_PUT;
}

static int first_index(const Op *op) {
  return op->code == OP_MASKED_INDEX_PUT ? 3 : 2;
}

// A place among the values, where it goes to in the result, and the value.
typedef struct Sent {
  Position from, to;
  int shown; // a step that says whether it goes anywhere, or NO_STEP
} Sent;

static Sent send(Lowering *lowering, const Op *op, const Position *from, int condition) {
  Sent sent = {.from = *from, .shown = NO_STEP};
  if (!is_put(op)) {
    sent.to = add_place(lowering, op, from, condition);
    return sent;
  }
  Selection selection = selection_make(lowering->graph, op, first_index(op));
  if (op->code == OP_MASKED_INDEX_PUT)
    sent.shown = lower_operand(lowering, op, 2, from, &selection.space, DTYPE_BOOL, condition);
  sent.to = selection_position(lowering, op, &selection, from, sent.shown, condition);
  return sent;
}

static int sent_value(Lowering *lowering, const Op *op, const Sent *sent, int condition) {
  DType dtype = dtype_compute(lowering_value(lowering, op->first_result)->dtype);
  if (lowering->stopped) return NO_STEP;
  if (!is_put(op))
    return step_convert(lowering, lower_value(lowering, op->operands[2].value, &sent->from, condition),
                        dtype);
  Selection selection = selection_make(lowering->graph, op, first_index(op));
  return put_value(lowering, op, &sent->from, &selection, sent->shown, dtype, condition);
}

static bool accumulates(const Op *op) {
  return op->code != OP_INDEX_PUT || op_flag(op, ATTRIBUTE_ACCUMULATE);
}

static void scatter(Lowering *lowering, Member *member, const Op *op) {
  preset_base(lowering, member->op, op);
  if (lowering->stopped) return;
  Sent sent = send(lowering, op, &member->at, NO_CONDITION);
  int step = sent_value(lowering, op, &sent, NO_CONDITION);
  lower_store(lowering, member->op, op->first_result, &sent.to, step, position_dims(lowering, &member->at),
              accumulates(op));
}

// ---- gathered: every element of the result sums what comes to it, in order

// The axes along which values may come to the same element.
static Shape axes_along(const Graph *graph, const Op *op) {
  Shape along = {.rank = 1, .size = {1}};
  if (is_put(op)) return selection_make(graph, op, first_index(op)).block;
  const Shape *values = &graph->values[op->operands[op->code == OP_INDEX_ADD ? 2 : 1].value].shape;
  if (values->rank > 0) along.size[0] = values->size[op_integer(op, ATTRIBUTE_AXIS, 0)];
  return along;
}

bool op_gathers(const Lowering *lowering, const Op *op) {
  if (!lowering->set->ordered || !op_scatters(op) || !accumulates(op)) return false;
  int rank = lowering_value(lowering, op->first_result)->shape.rank;
  return rank + axes_along(lowering->graph, op).rank <= MAX_RANK;
}

void gathered_space(const Graph *graph, const Op *op, Shape *space) {
  *space = graph->values[op->first_result].shape;
  Shape along = axes_along(graph, op);
  for (int axis = 0; axis < along.rank; axis++)
    space->size[space->rank++] = along.size[axis];
}

// The place among the values of a place in the gathered space.
static Position place_among_values(Lowering *lowering, const Op *op, const Position *at) {
  int rank = lowering_value(lowering, op->first_result)->shape.rank;
  Position from = *at;
  from.rank = rank;
  if (!is_put(op)) {
    if (rank > 0) from.axis[op_integer(op, ATTRIBUTE_AXIS, 0)] = at->axis[rank];
    return from;
  }
  Selection selection = selection_make(lowering->graph, op, first_index(op));
  from.rank = selection.space.rank;
  for (int i = 0; i < selection.block.rank; i++)
    from.axis[selection.block_axis + i] = at->axis[rank + i];
  for (int axis = 0; axis < rank; axis++)
    if (selection.operand[axis] < 0) from.axis[selection.space_axis[axis]] = at->axis[axis];
  return from;
}

static int within(Lowering *lowering, int condition, int index, int64_t low, int64_t high) {
  if (lowering->stopped || condition_known(lowering, index, low, high) == 1) return condition;
  return condition_make(lowering, condition, index, low, high);
}

// scatter_add may have fewer values than the result has elements along the other axes.
static int where_values_are(Lowering *lowering, const Op *op, const Position *from) {
  int condition = NO_CONDITION;
  if (op->code != OP_SCATTER_ADD) return condition;
  const Shape *values = &lowering_value(lowering, op->operands[1].value)->shape;
  for (int axis = 0; axis < values->rank; axis++)
    condition = within(lowering, condition, from->axis[axis], 0, values->size[axis]);
  return condition;
}

static int comes_here(Lowering *lowering, int condition, const Position *to, const Position *here) {
  for (int axis = 0; axis < to->rank; axis++) {
    if (to->axis[axis] == here->axis[axis]) continue;
    int apart = index_add(lowering, to->axis[axis], index_affine(lowering, here->axis[axis], -1, 0));
    condition = within(lowering, condition, apart, 0, 1);
  }
  return condition;
}

static int sum_along(Lowering *lowering, int op, int step, uint32_t over) {
  if (lowering->stopped || step == NO_STEP || !over) return step;
  Draft sum = step_draft(STEP_REDUCE, op, NO_VALUE, lowering->steps.data[step].dtype);
  sum.reduce = REDUCE_SUM;
  sum.over = over;
  sum.operand[0] = step;
  sum.operand_count = 1;
  Draft part = step_draft(STEP_PART, op, NO_VALUE, sum.dtype);
  part.operand[0] = step_push(lowering, &sum);
  part.operand_count = 1;
  return lowering->stopped ? NO_STEP : step_push(lowering, &part);
}

static uint32_t dims_along(const Lowering *lowering, const Position *at, int rank) {
  uint32_t dims = 0;
  for (int axis = rank; axis < at->rank; axis++)
    dims |= lowering->indices.data[at->axis[axis]].dims;
  return dims;
}

static void gather(Lowering *lowering, Member *member, const Op *op) {
  const Value *result = lowering_value(lowering, op->first_result);
  DType dtype = dtype_compute(result->dtype);
  Position here = member->at, from = place_among_values(lowering, op, &member->at);
  here.rank = result->shape.rank;
  int condition = where_values_are(lowering, op, &from);
  Sent sent = send(lowering, op, &from, condition);
  if (lowering->stopped) return;
  condition = comes_here(lowering, condition, &sent.to, &here);
  int value = sent_value(lowering, op, &sent, condition);
  int zero = step_convert(lowering, step_number(lowering, DTYPE_I64, 0, 0), dtype);
  if (condition != NO_CONDITION)
    value = step_choose(lowering, member->op, NO_VALUE, dtype, condition, value, zero);
  int sum = sum_along(lowering, member->op, value, dims_along(lowering, &member->at, here.rank));
  int base = step_convert(lowering, lower_value(lowering, op->operands[0].value, &here, NO_CONDITION), dtype);
  if (lowering->stopped) return;
  int step = step_compute(lowering, member->op, op->first_result, OP_ADD, dtype, (int[]){base, sum}, 2);
  lower_store(lowering, member->op, op->first_result, &here, step, position_dims(lowering, &here), false);
}

void lower_scatter(Lowering *lowering, Member *member) {
  const Op *op = &lowering->graph->ops[member->op];
  if (op_gathers(lowering, op))
    gather(lowering, member, op);
  else if (lowering->set->ordered && accumulates(op))
    lowering_refuse(lowering, REASON_UNSUPPORTED, member->op, NO_OP, "%s in order needs more than %d axes",
                    op->name, MAX_RANK);
  else
    scatter(lowering, member, op);
}
