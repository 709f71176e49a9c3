// The step that holds a value at a place: loads for what memory has, the op's own arithmetic for what the set
// computes.
#include "base/text.h"
#include "kernel/lower/lowering.h"

static uint64_t evaluated_key(int value, int part, const Position *at, int condition) {
  uint64_t hash = lowering_mix(HASH_START + (uint64_t)part, (uint64_t)value << 32 | (uint32_t)condition);
  for (int axis = 0; axis < at->rank; axis++)
    hash = lowering_mix(hash, (uint64_t)at->axis[axis]);
  return hash;
}

// ---- loads

// What is read at this place may lead other ops to theirs, also through the views that it was read by.
static void record_views(Lowering *lowering, int value, const Position *at) {
  Position here = *at, below;
  place_record(lowering, value, &here);
  while (lowering_value(lowering, value)->source != value) {
    if (!view_backward(lowering, value, &here, false, &below)) return;
    value = graph_producer(lowering->graph, value)->operands[0].value;
    here = below;
    place_record(lowering, value, &here);
  }
}

static uint32_t condition_dims(const Lowering *lowering, int condition) {
  uint32_t dims = 0;
  for (; condition != NO_CONDITION; condition = lowering->conditions.data[condition].parent)
    dims |= lowering->indices.data[lowering->conditions.data[condition].index].dims;
  return dims;
}

// Is the load the same for places where the condition holds and others, and of memory that is there for all
// of them? Without the condition it is one load for all, and so is what is computed of it: both halves of a
// rotary embedding take the sines of the same angles.
static bool needs_no_condition(const Lowering *lowering, const Draft *load) {
  const IndexEntry *index = &lowering->indices.data[load->index];
  const Value *memory = lowering_value(lowering, load->storage);
  int64_t extent = lower_value_extent(memory) * dtype_parts(memory->dtype);
  bool repeats = (condition_dims(lowering, load->condition) & ~index->dims) != 0;
  return repeats && index->low >= 0 && index->high < extent;
}

int lower_load(Lowering *lowering, int value, const Position *at, int condition) {
  const Value *loaded = lowering_value(lowering, value);
  if (condition == NO_CONDITION) record_views(lowering, value, at);
  Draft draft = step_draft(STEP_LOAD, NO_OP, loaded->source, dtype_compute(loaded->dtype));
  draft.stored = dtype_part(loaded->dtype);
  draft.storage = loaded->storage;
  draft.condition = condition;
  draft.index = position_address(lowering, at, loaded->stride, loaded->offset);
  if (lowering_complex(lowering, value)) draft.index = index_affine(lowering, draft.index, 2, lowering->part);
  uint32_t loops = lowering->indices.data[draft.index].dims | condition_dims(lowering, condition);
  if (store_is_empty(lowering, &loaded->shape, loops)) // it would stand in front of the empty loop
    return step_number(lowering, draft.dtype, 0, 0);
  if (condition != NO_CONDITION && needs_no_condition(lowering, &draft)) draft.condition = NO_CONDITION;
  return step_push(lowering, &draft);
}

static int load_or_look_through(Lowering *lowering, int value, const Position *at, int condition) {
  const Value *loaded = lowering_value(lowering, value);
  if (loaded->strided || loaded->source == value) return lower_load(lowering, value, at, condition);
  Position below;
  if (!view_backward(lowering, value, at, true, &below)) return NO_STEP;
  return lower_value(lowering, graph_producer(lowering->graph, value)->operands[0].value, &below, condition);
}

static int look_through(Lowering *lowering, const Op *view, int value, const Position *at, int condition) {
  Position below;
  if (view_backward(lowering, value, at, true, &below))
    return lower_value(lowering, view->operands[0].value, &below, condition);
  int producer = lowering_value(lowering, lowering_value(lowering, value)->source)->producer;
  return lowering_refuse(lowering, REASON_LAYOUT, producer, lowering->reader,
                         "%s reads %s through %s, which is defined on its memory: it must be stored first",
                         lowering_op_name(lowering, lowering->reader), lowering_op_name(lowering, producer),
                         view->name);
}

// ---- operands

int lower_operand(Lowering *lowering, const Op *op, int operand, const Position *at, const Shape *space,
                  DType dtype, int condition) {
  const Operand *given = &op->operands[operand];
  if (given->value == NO_VALUE) {
    bool whole = given->is_integer || dtype_kind(dtype) != DTYPE_IS_FLOAT;
    int number = whole && given->is_integer ? step_number(lowering, DTYPE_I64, 0, given->integer)
                                            : step_number(lowering, DTYPE_F64, given->number, 0);
    return step_convert(lowering, number, dtype);
  }
  Position there = position_broadcast(at, space, &lowering_value(lowering, given->value)->shape);
  return step_convert(lowering, lower_value(lowering, given->value, &there, condition), dtype);
}

// The type in which a comparison or logical op sees its operands.
static DType compared_type(const Lowering *lowering, const Op *op) {
  DType dtype = DTYPE_BOOL;
  for (int i = 0; i < op->operand_count; i++)
    if (op->operands[i].value != NO_VALUE)
      dtype = dtype_promote(dtype, lowering_value(lowering, op->operands[i].value)->dtype);
  for (int i = 0; i < op->operand_count; i++) {
    if (!op->operands[i].is_number || dtype_kind(dtype) == DTYPE_IS_FLOAT) continue;
    dtype = op->operands[i].is_integer ? dtype_promote(dtype, DTYPE_I64) : DTYPE_F32;
  }
  return dtype_compute(dtype);
}

static DType operand_type(const Lowering *lowering, const Op *op, int operand, DType result) {
  if (op->code == OP_WHERE && operand == 0) return DTYPE_BOOL;
  return op_info(op->code)->dtype_rule == RESULT_BOOL ? compared_type(lowering, op) : dtype_compute(result);
}

// ---- ops by class

// Casts and copy: the operand under another dtype.
static int lower_conversion(Lowering *lowering, const Op *op, int operand, int value, const Position *at,
                            int condition) {
  DType from = DTYPE_F64, to = lowering_value(lowering, value)->dtype;
  const Operand *given = &op->operands[operand];
  if (given->value != NO_VALUE) from = lowering_value(lowering, given->value)->dtype;
  int step = lower_operand(lowering, op, operand, at, &lowering_value(lowering, value)->shape,
                           dtype_compute(from), condition);
  return step_cast(lowering, lowering_value(lowering, value)->producer, value, step, from, to);
}

static int lower_reinterpret(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  const Value *result = lowering_value(lowering, value);
  if (op->operands[0].value == NO_VALUE)
    return lowering_refuse(lowering, REASON_UNSUPPORTED, result->producer, NO_OP, "%s reads a number's bits",
                           lowering_op_name(lowering, result->producer));
  DType from = lowering_value(lowering, op->operands[0].value)->dtype;
  Draft draft = step_draft(STEP_COMPUTE, result->producer, value, dtype_compute(result->dtype));
  draft.code = OP_REINTERPRET;
  draft.round_to = result->dtype;
  draft.stored = from;
  draft.operand[0] = lower_operand(lowering, op, 0, at, &result->shape, dtype_compute(from), condition);
  draft.operand_count = 1;
  return draft.operand[0] == NO_STEP ? NO_STEP : step_push(lowering, &draft);
}

static bool has_complex(const Lowering *lowering, const Op *op, int value) {
  for (int i = 0; i < op->operand_count; i++)
    if (op->operands[i].value != NO_VALUE && lowering_complex(lowering, op->operands[i].value)) return true;
  return lowering_complex(lowering, value);
}

static int lower_pointwise(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  if (has_complex(lowering, op, value)) return lower_complex(lowering, op, value, at, condition);
  if (op->code == OP_CAST) return lower_conversion(lowering, op, 0, value, at, condition);
  if (op->code == OP_REINTERPRET) return lower_reinterpret(lowering, op, value, at, condition);
  if (op->code == OP_COPY) return lower_conversion(lowering, op, 1, value, at, condition);
  const Value *result = lowering_value(lowering, value);
  int operands[MAX_STEP_OPERANDS];
  for (int i = 0; i < op->operand_count && i < MAX_STEP_OPERANDS; i++) {
    operands[i] = lower_operand(lowering, op, i, at, &result->shape,
                                operand_type(lowering, op, i, result->dtype), condition);
    if (lowering->stopped) return NO_STEP;
  }
  return step_compute(lowering, result->producer, value, op->code, dtype_compute(result->dtype), operands,
                      op->operand_count);
}

static int number_step(Lowering *lowering, const Attribute *attribute, DType dtype) {
  if (attribute && attribute->count > 0)
    return step_convert(lowering, step_number(lowering, DTYPE_I64, 0, attribute->integer[0]), dtype);
  return step_convert(lowering, step_number(lowering, DTYPE_F64, attribute ? attribute->number : 0, 0),
                      dtype);
}

// start + i * step: exact where both are integers.
static int lower_iota(Lowering *lowering, const Op *op, int value, const Position *at) {
  const Attribute *start = op_attribute(op, ATTRIBUTE_START), *step = op_attribute(op, ATTRIBUTE_STEP);
  const Value *result = lowering_value(lowering, value);
  int linear = position_linear(lowering, at, &result->shape);
  if ((!start || start->count > 0) && (!step || step->count > 0)) {
    int64_t scale = step ? step->integer[0] : 1, from = start ? start->integer[0] : 0;
    int exact = step_index(lowering, result->producer, value, index_affine(lowering, linear, scale, from));
    return step_cast(lowering, NO_OP, NO_VALUE, exact, DTYPE_I64, result->dtype);
  }
  int operands[2] = {step_convert(lowering, step_index(lowering, NO_OP, NO_VALUE, linear), DTYPE_F64),
                     step ? number_step(lowering, step, DTYPE_F64) : step_number(lowering, DTYPE_F64, 1, 0)};
  operands[0] = step_compute(lowering, result->producer, value, OP_MUL, DTYPE_F64, operands, 2);
  operands[1] = number_step(lowering, start, DTYPE_F64);
  int sum = step_compute(lowering, result->producer, value, OP_ADD, DTYPE_F64, operands, 2);
  return step_cast(lowering, NO_OP, NO_VALUE, sum, DTYPE_F64, result->dtype);
}

static int lower_create(Lowering *lowering, const Op *op, int value, const Position *at) {
  DType stored = dtype_part(lowering_value(lowering, value)->dtype), dtype = dtype_compute(stored);
  if (lowering_complex(lowering, value) && lowering->part == 1) return step_number(lowering, dtype, 0, 0);
  if (op->code == OP_IOTA) return lower_iota(lowering, op, value, at);
  if (op->code == OP_FULL) {
    const Attribute *number = op_attribute(op, ATTRIBUTE_VALUE);
    DType written = number && number->count > 0 ? DTYPE_I64 : DTYPE_F64;
    return step_cast(lowering, NO_OP, NO_VALUE, number_step(lowering, number, written), written, stored);
  }
  return step_convert(lowering, step_number(lowering, DTYPE_I64, 0, 0), dtype);
}

static int lower_random(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  const Value *result = lowering_value(lowering, value);
  Position scalar = position_zero(0);
  if (op->operands[0].value != NO_VALUE)
    scalar = position_zero(lowering_value(lowering, op->operands[0].value)->shape.rank);
  DType dtype = dtype_compute(result->dtype), drawn = dtype == DTYPE_U64 ? DTYPE_I64 : dtype;
  Draft draft = step_draft(STEP_RANDOM, result->producer, value, drawn);
  Shape one = {.rank = scalar.rank};
  for (int axis = 0; axis < one.rank; axis++)
    one.size[axis] = 1;
  draft.operand[0] = lower_operand(lowering, op, 0, &scalar, &one, DTYPE_I64, condition);
  draft.operand_count = 1;
  draft.normal = text_equal(op_text(op, ATTRIBUTE_MODE, "rand"), "randn");
  draft.index = position_linear(lowering, at, &result->shape);
  if (op->code == OP_RANDINT) {
    draft.integer = op_integer(op, ATTRIBUTE_START, 0);
    draft.range = op_integer(op, ATTRIBUTE_END, 1) - draft.integer;
  }
  return lowering->stopped ? NO_STEP : step_convert(lowering, step_push(lowering, &draft), dtype);
}

static int lower_computed(Lowering *lowering, int value, const Position *at, int condition) {
  const Op *op = graph_producer(lowering->graph, value);
  if (lower_scatters(op))
    return lowering_refuse(
        lowering, REASON_INDIRECT, (int)(op - lowering->graph->ops), lowering->reader,
        "%s reads %s, which is written at places that only the data say: it must be complete first",
        lowering_op_name(lowering, lowering->reader), op->name);
  if (condition == NO_CONDITION) place_record(lowering, value, at);
  int reader = lowering->reader, step = NO_STEP;
  lowering->reader = (int)(op - lowering->graph->ops);
  switch (op->op_class) {
    case CLASS_POINTWISE:
      step = lower_pointwise(lowering, op, value, at, condition);
      break;
    case CLASS_CREATE:
      step = lower_create(lowering, op, value, at);
      break;
    case CLASS_RANDOM:
      step = lower_random(lowering, op, value, at, condition);
      break;
    case CLASS_LAYOUT:
      step = lower_layout(lowering, op, value, at, condition);
      break;
    case CLASS_INDEX:
      step = lower_gather(lowering, op, value, at, condition);
      break;
    case CLASS_WINDOW:
      step = lower_window(lowering, op, value, at, condition);
      break;
    case CLASS_REDUCE:
      step = lower_reduction(lowering, op, value, at, condition, reader);
      break;
    case CLASS_SCAN:
      step = lower_scan(lowering, op, value, at, condition);
      break;
    case CLASS_CONTRACTION:
      step = lower_product(lowering, op, value, at, condition);
      break;
    case CLASS_LIBRARY: // of which only attention comes here
      step = lower_attended(lowering, op, value, at, condition);
      break;
    case CLASS_VIEW: // its readers reach through it
    case CLASS_OPAQUE:
      break; // refused before lowering began
  }
  lowering->reader = reader;
  return step;
}

static int lower_fresh(Lowering *lowering, int value, const Position *at, int condition) {
  if (!lowering_inside(lowering, value)) return load_or_look_through(lowering, value, at, condition);
  const Op *producer = graph_producer(lowering->graph, value);
  if (producer->is_view) return look_through(lowering, producer, value, at, condition);
  return lower_computed(lowering, value, at, condition);
}

int lower_value(Lowering *lowering, int value, const Position *at, int condition) {
  if (lowering->stopped) return NO_STEP;
  int part = lowering_complex(lowering, value) ? lowering->part : 0;
  uint64_t key = evaluated_key(value, part, at, condition);
  int item, cursor = 0;
  while ((item = table_next(&lowering->evaluated_table, key, &cursor)) >= 0) {
    const Evaluated *known = &lowering->evaluated.data[item];
    if (known->value == value && known->part == part && known->condition == condition &&
        position_equal(&known->at, at))
      return known->step;
  }
  if (lowering->depth >= MAX_DEPTH)
    return lowering_refuse(lowering, REASON_UNSUPPORTED, lowering->reader, NO_OP,
                           "a chain of more than %d ops in one kernel", MAX_DEPTH);
  lowering->depth++;
  int step = lower_fresh(lowering, value, at, condition);
  lowering->depth--;
  if (lowering->stopped || step == NO_STEP) return NO_STEP;
  vector_push(&lowering->evaluated, ((Evaluated){value, part, condition, step, *at}));
  table_add(&lowering->evaluated_table, key, lowering->evaluated.count - 1);
  return step;
}
