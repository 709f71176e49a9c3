// Adding at places that the data say, in one of three forms: each value is sent to its place, by an atomic
// addition where several may meet; or, where there are few places, each of them is a sum over all values of
// which only those that go there count; or each element of the result gathers what comes to it
// (gathered.c).
#include "kernel/lower/lowering.h"
#include "kernel/nest/integers.h"

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

bool scatter_is_put(const Op *op) {
  return op->code == OP_INDEX_PUT || op->code == OP_MASKED_INDEX_PUT;
}

int scatter_first_index(const Op *op) {
  return op->code == OP_MASKED_INDEX_PUT ? 3 : 2;
}

Sent scatter_send(Lowering *lowering, const Op *op, const Position *from, int condition) {
  Sent sent = {.from = *from, .shown = NO_STEP};
  if (!scatter_is_put(op)) {
    sent.to = add_place(lowering, op, from, condition);
    return sent;
  }
  Selection selection = selection_make(lowering->graph, op, scatter_first_index(op));
  if (op->code == OP_MASKED_INDEX_PUT)
    sent.shown = lower_operand(lowering, op, 2, from, &selection.space, DTYPE_BOOL, condition);
  sent.to = selection_position(lowering, op, &selection, from, sent.shown, condition);
  return sent;
}

int scatter_value(Lowering *lowering, const Op *op, const Sent *sent, int condition) {
  DType dtype = dtype_compute(lowering_value(lowering, op->first_result)->dtype);
  if (lowering->stopped) return NO_STEP;
  if (!scatter_is_put(op))
    return step_convert(lowering, lower_value(lowering, op->operands[2].value, &sent->from, condition),
                        dtype);
  Selection selection = selection_make(lowering->graph, op, scatter_first_index(op));
  return put_value(lowering, op, &sent->from, &selection, sent->shown, dtype, condition);
}

bool scatter_accumulates(const Op *op) {
  return !op_stores_at_places(op);
}

static void scatter(Lowering *lowering, Member *member, const Op *op) {
  uint32_t dims = position_dims(lowering, &member->at);
  Shape space;
  lowering_space(lowering, op, &space);
  preset_base(lowering, member->op, op);
  if (lowering->stopped || store_is_empty(lowering, &space, dims)) return;
  Sent sent = scatter_send(lowering, op, &member->at, NO_CONDITION);
  int step = scatter_value(lowering, op, &sent, NO_CONDITION);
  lower_store(lowering, member->op, op->first_result, &sent.to, step, dims, scatter_accumulates(op));
}

// ---- sums of what comes to one place

int scatter_within(Lowering *lowering, int condition, int index, int64_t low, int64_t high) {
  if (lowering->stopped || condition_known(lowering, index, low, high) == 1) return condition;
  return condition_make(lowering, condition, index, low, high);
}

int scatter_meets(Lowering *lowering, int condition, const Position *to, const Position *here) {
  for (int axis = 0; axis < to->rank; axis++) {
    if (to->axis[axis] == here->axis[axis]) continue;
    int apart = index_add(lowering, to->axis[axis], index_affine(lowering, here->axis[axis], -1, 0));
    condition = scatter_within(lowering, condition, apart, 0, 1);
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

// The element of the base and the sum of what comes to it.
static void store_sum(Lowering *lowering, int op_index, const Position *here, int sum) {
  const Op *op = &lowering->graph->ops[op_index];
  const Value *result = lowering_value(lowering, op->first_result);
  DType dtype = dtype_compute(result->dtype);
  uint32_t dims = position_dims(lowering, here);
  if (store_is_empty(lowering, &result->shape, dims)) return;
  int base = step_convert(lowering, lower_value(lowering, op->operands[0].value, here, NO_CONDITION), dtype);
  if (lowering->stopped || sum == NO_STEP) return;
  int step = step_compute(lowering, op_index, op->first_result, OP_ADD, dtype, (int[]){base, sum}, 2);
  lower_store(lowering, op_index, op->first_result, here, step, dims, false);
  lowering->ordered = true;
}

void scatter_sum(Lowering *lowering, int op, const Position *here, int condition, int value, uint32_t over) {
  if (lowering->stopped || value == NO_STEP) return;
  DType dtype = lowering->steps.data[value].dtype;
  int zero = step_convert(lowering, step_number(lowering, DTYPE_I64, 0, 0), dtype);
  if (condition != NO_CONDITION) value = step_choose(lowering, op, NO_VALUE, dtype, condition, value, zero);
  store_sum(lowering, op, here, sum_along(lowering, op, value, over));
}

// ---- summed: one sum for each place

enum { MOST_SUMS = 4 };

static bool is_indexed(const Lowering *lowering, const Op *op, int axis) {
  if (!scatter_is_put(op)) return axis == op_integer(op, ATTRIBUTE_AXIS, 0);
  return selection_make(lowering->graph, op, scatter_first_index(op)).operand[axis] >= 0;
}

// How many places the indices can say.
static int64_t count_places(const Lowering *lowering, const Op *op) {
  const Shape *shape = &lowering_value(lowering, op->first_result)->shape;
  int64_t places = 1;
  for (int axis = 0; axis < shape->rank; axis++)
    if (is_indexed(lowering, op, axis)) places *= shape->size[axis];
  return places;
}

// By which the faster of two forms is chosen.
static int64_t decisive_places(const Lowering *lowering, const Op *op) {
  const Graph *graph = lowering->set->decided_at;
  Lowering there = {.graph = graph};
  return graph ? count_places(&there, &graph->ops[op - lowering->graph->ops]) : 0;
}

// Do values come from all along the axes that are not indexed?
static bool covers_result(const Lowering *lowering, const Op *op) {
  const Shape *shape = &lowering_value(lowering, op->first_result)->shape;
  if (op->code != OP_SCATTER_ADD) return true;
  const Shape *values = &lowering_value(lowering, op->operands[1].value)->shape;
  for (int axis = 0; axis < shape->rank; axis++)
    if (!is_indexed(lowering, op, axis) && values->size[axis] != shape->size[axis]) return false;
  return true;
}

static bool is_summed(const Lowering *lowering, const Op *op) {
  if (lowering->set->scatter == SCATTER_ATOMIC || !scatter_accumulates(op)) return false;
  int64_t places = most_of(count_places(lowering, op), decisive_places(lowering, op));
  return places > 0 && places <= MOST_SUMS && covers_result(lowering, op);
}

// The `number`th place in the axes that are indexed, the sent one's in the others.
static Position nth_place(Lowering *lowering, const Op *op, const Position *to, int64_t number) {
  const Shape *shape = &lowering_value(lowering, op->first_result)->shape;
  Position here = *to;
  for (int axis = shape->rank - 1; axis >= 0; axis--) {
    if (!is_indexed(lowering, op, axis)) continue;
    here.axis[axis] = index_constant(lowering, number % shape->size[axis]);
    number /= shape->size[axis];
  }
  return here;
}

static void sum_places(Lowering *lowering, Member *member, const Op *op) {
  Sent sent = scatter_send(lowering, op, &member->at, NO_CONDITION);
  int value = scatter_value(lowering, op, &sent, NO_CONDITION);
  for (int64_t i = 0, places = count_places(lowering, op); i < places && !lowering->stopped; i++) {
    Position here = nth_place(lowering, op, &sent.to, i);
    int condition = scatter_meets(lowering, NO_CONDITION, &sent.to, &here);
    uint32_t over = position_dims(lowering, &member->at) & ~position_dims(lowering, &here);
    scatter_sum(lowering, member->op, &here, condition, value, over);
  }
}

bool lowering_gathers(const Lowering *lowering, const Op *op) {
  return lowering->set->scatter == SCATTER_ORDERED && lower_scatters(op) && scatter_accumulates(op) &&
         !is_summed(lowering, op);
}

void lower_scatter(Lowering *lowering, Member *member) {
  const Op *op = &lowering->graph->ops[member->op];
  lowering->reader = member->op;
  if (lowering_gathers(lowering, op))
    lower_gathered(lowering, member, op);
  else if (is_summed(lowering, op))
    sum_places(lowering, member, op);
  else
    scatter(lowering, member, op);
}
