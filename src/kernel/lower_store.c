// Results to memory: plain stores, writes into operands, and stores at places that the data say.
#include "kernel/lowering.h"

bool op_scatters(const Op *op) {
  switch (op->code) {
    case OP_INDEX_PUT:
    case OP_MASKED_INDEX_PUT:
    case OP_SCATTER_ADD:
    case OP_INDEX_ADD:
      return true;
    default:
      return false;
  }
}

void op_space(const Graph *graph, const Op *op, Shape *space) {
  int value = op->first_result;
  if (op->op_class == CLASS_REDUCE) value = op->operands[0].value;
  if (op->code == OP_SCATTER_ADD) value = op->operands[1].value;
  if (op->code == OP_INDEX_ADD) value = op->operands[2].value;
  if (op->code == OP_INDEX_PUT || op->code == OP_MASKED_INDEX_PUT)
    *space = selection_make(graph, op, op->code == OP_INDEX_PUT ? 2 : 3).space;
  else
    *space = graph->values[value].shape;
}

int64_t value_extent(const Value *value) {
  int64_t extent = 1;
  for (int axis = 0; axis < value->shape.rank; axis++) {
    if (value->shape.size[axis] == 0) return 0;
    extent += (value->shape.size[axis] - 1) * value->stride[axis];
  }
  return extent;
}

// ---- targets

// Memory of a value, through views that strides cannot say to one that they can.
static bool find_memory(Lowering *lowering, int *value, Position *at) {
  Position below;
  while (!lowering_value(lowering, *value)->strided && lowering_value(lowering, *value)->source != *value) {
    if (!view_backward(lowering, *value, at, true, &below)) return false;
    *value = graph_producer(lowering->graph, *value)->operands[0].value;
    *at = below;
  }
  return true;
}

// Can kernels write elements of this type, or add to them? Atomic adds know words and halves of words.
static bool can_write(Lowering *lowering, int op, DType stored, bool accumulate) {
  bool complex_number = dtype_kind(stored) == DTYPE_IS_COMPLEX;
  if (complex_number)
    lowering_refuse(lowering, REASON_UNSUPPORTED, op, NO_OP,
                    "%s writes complex numbers, which no template takes yet", lowering_op_name(lowering, op));
  bool narrow = dtype_bytes(stored) == 1 || stored == DTYPE_I16;
  if (accumulate && narrow)
    lowering_refuse(lowering, REASON_UNSUPPORTED, op, NO_OP,
                    "%s adds into memory of type %s, which no template does yet",
                    lowering_op_name(lowering, op), dtype_name(stored));
  return !complex_number && !(accumulate && narrow);
}

static void push_store(Lowering *lowering, int op, int value, const Position *at, int step, uint32_t dims,
                       bool accumulate) {
  Position there = *at;
  int target = value;
  if (lowering->graph->ops[op].mutates >= 0)
    target = lowering->graph->ops[op].operands[lowering->graph->ops[op].mutates].value;
  if (lowering->stopped || step == NO_STEP || !find_memory(lowering, &target, &there)) return;
  const Value *memory = lowering_value(lowering, target);
  if (!can_write(lowering, op, memory->dtype, accumulate)) return;
  Draft draft = step_draft(STEP_STORE, op, value, lowering->steps.data[step].dtype);
  draft.stored = memory->dtype;
  draft.storage = memory->storage;
  draft.index = position_address(lowering, &there, memory->stride, memory->offset);
  draft.operand[0] = step;
  draft.operand_count = 1;
  draft.accumulate = accumulate;
  draft.dims = dims;
  step_push(lowering, &draft);
}

// ---- scatters

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

// Operand `operand` at a place of the space, whose axes it may lack.
static int spread_operand(Lowering *lowering, const Op *op, int operand, const Position *at,
                          const Shape *space, DType dtype) {
  return lower_operand(lowering, op, operand, at, space, dtype, NO_CONDITION);
}

static Position put_place(Lowering *lowering, const Op *op, const Position *at, DType dtype, int *step) {
  bool masked = op->code == OP_MASKED_INDEX_PUT;
  Selection selection = selection_make(lowering->graph, op, masked ? 3 : 2);
  int shown = masked ? spread_operand(lowering, op, 2, at, &selection.space, DTYPE_BOOL) : NO_STEP;
  Position there = selection_position(lowering, op, &selection, at, shown, NO_CONDITION);
  *step = spread_operand(lowering, op, 1, at, &selection.space, dtype);
  if (lowering->stopped || !masked) return there;
  int zero = step_convert(lowering, step_number(lowering, DTYPE_I64, 0, 0), dtype);
  *step = step_compute(lowering, NO_OP, NO_VALUE, OP_WHERE, dtype, (int[]){shown, *step, zero}, 3);
  return there;
}

// scatter_add and index_add: the position along one axis comes from operand 1.
static Position add_place(Lowering *lowering, const Op *op, const Position *at, DType dtype, int *step) {
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  const Shape *index = &lowering_value(lowering, op->operands[1].value)->shape;
  Position there = *at, vector = position_zero(index->rank);
  if (op->code == OP_SCATTER_ADD) vector = *at;
  if (op->code == OP_INDEX_ADD && index->rank == 1 && at->rank > 0) vector.axis[0] = at->axis[axis];
  int chosen = lower_operand(lowering, op, 1, &vector, index, DTYPE_I64, NO_CONDITION);
  if (at->rank > 0) {
    int64_t size = lowering_value(lowering, op->first_result)->shape.size[axis];
    there.axis[axis] = gather_index(lowering, chosen, size, true);
  }
  if (!lowering->stopped)
    *step = step_convert(lowering, lower_value(lowering, op->operands[2].value, at, NO_CONDITION), dtype);
  return there;
}

static void store_scattered(Lowering *lowering, Member *member, const Op *op) {
  int step = NO_STEP;
  DType dtype = dtype_compute(lowering_value(lowering, op->first_result)->dtype);
  bool put = op->code == OP_INDEX_PUT || op->code == OP_MASKED_INDEX_PUT;
  preset_base(lowering, member->op, op);
  if (lowering->stopped) return;
  lowering->reader = member->op;
  Position there = put ? put_place(lowering, op, &member->at, dtype, &step)
                       : add_place(lowering, op, &member->at, dtype, &step);
  bool accumulate = op->code != OP_INDEX_PUT || op_flag(op, ATTRIBUTE_ACCUMULATE);
  push_store(lowering, member->op, op->first_result, &there, step, position_dims(lowering, &member->at),
             accumulate);
}

// ---- plain stores

static bool is_empty_here(const Lowering *lowering, int value, uint32_t dims) {
  if (shape_elements(&lowering_value(lowering, value)->shape) > 0) return false;
  for (int dim = 0; dim < lowering->domain.dim_count; dim++)
    if ((dims >> dim & 1) && lowering->domain.size[dim] == 0) return false; // the loops are empty as well
  return true;
}

static void store_result(Lowering *lowering, const Member *member, int value, const Position *at) {
  uint32_t dims = position_dims(lowering, at);
  if (is_empty_here(lowering, value, dims)) return;
  int step = lower_value(lowering, value, at, NO_CONDITION);
  push_store(lowering, member->op, value, at, step, dims, false);
}

void lower_stores(Lowering *lowering, Member *member) {
  const Op *op = &lowering->graph->ops[member->op];
  lowering->reader = member->op;
  member->done = true;
  if (op_scatters(op)) {
    store_scattered(lowering, member, op);
    return;
  }
  bool reduces = op->op_class == CLASS_REDUCE && !reduction_trivial(lowering->graph, op);
  if (reduces) lower_reduce(lowering, member, NULL);
  if (lowering->stopped) return;
  Position at = op->op_class == CLASS_REDUCE ? reduction_result(lowering, op, &member->at) : member->at;
  for (int result = 0; result < op->result_count && !lowering->stopped; result++)
    if ((member->stores >> result & 1) || (op->mutates >= 0 && result == 0))
      store_result(lowering, member, op->first_result + result, &at);
}
