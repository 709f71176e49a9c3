// Places that the data say: gather, embedding and indexing by tensors.
#include "kernel/lower/lowering.h"

#include <string.h>

static bool counts_from_end(const Lowering *lowering, int step) {
  const Draft *draft = &lowering->steps.data[step];
  if (draft->kind == STEP_NUMBER) return draft->integer < 0;
  if (draft->kind == STEP_INDEX) return lowering->indices.data[draft->index].low < 0;
  return draft->kind != STEP_LOAD || dtype_range(draft->stored).low < 0;
}

// i < 0 ? i + size : i
static int wrap_negative(Lowering *lowering, int step, int64_t size) {
  int zero = step_number(lowering, DTYPE_I64, 0, 0), length = step_number(lowering, DTYPE_I64, 0, size);
  int negative = step_compute(lowering, NO_OP, NO_VALUE, OP_LT, DTYPE_BOOL, (int[]){step, zero}, 2);
  int wrapped = step_compute(lowering, NO_OP, NO_VALUE, OP_ADD, DTYPE_I64, (int[]){step, length}, 2);
  return step_compute(lowering, NO_OP, NO_VALUE, OP_WHERE, DTYPE_I64, (int[]){negative, wrapped, step}, 3);
}

int gather_index(Lowering *lowering, int step, int64_t size, bool wrap) {
  if (lowering->stopped || step == NO_STEP || size == 1) return ZERO_INDEX;
  if (wrap && counts_from_end(lowering, step)) step = wrap_negative(lowering, step, size);
  if (lowering->stopped) return ZERO_INDEX;
  const Draft *draft = &lowering->steps.data[step];
  if (draft->kind == STEP_NUMBER) return index_constant(lowering, draft->integer);
  if (draft->kind == STEP_INDEX) return draft->index;
  return symbol_step(lowering, step, size);
}

// ---- indexing by several tensors

static void widen_block(Shape *block, const Shape *shape) {
  int more = shape->rank - block->rank;
  if (more > 0) {
    memmove(block->size + more, block->size, (size_t)block->rank * sizeof block->size[0]);
    for (int axis = 0; axis < more; axis++)
      block->size[axis] = 1;
    block->rank = shape->rank;
  }
  for (int axis = 0; axis < shape->rank; axis++) {
    int64_t *size = &block->size[block->rank - shape->rank + axis];
    if (*size == 1) *size = shape->size[axis];
  }
}

// Where the block's axes stand: at the first index when the indexed axes are neighbours, else in front.
static int find_block_axis(const Selection *selection, int rank) {
  int first = -1, last = -1, count = 0;
  for (int axis = 0; axis < rank; axis++) {
    if (selection->operand[axis] < 0) continue;
    if (first < 0) first = axis;
    last = axis;
    count++;
  }
  return count > 0 && last - first + 1 == count ? first : 0;
}

static void place_block(Selection *selection, const Shape *base) {
  selection->block_axis = find_block_axis(selection, base->rank);
  selection->space.rank = selection->block.rank;
  for (int i = 0; i < selection->block.rank; i++)
    selection->space.size[selection->block_axis + i] = selection->block.size[i];
}

static void place_whole_axes(Selection *selection, const Shape *base) {
  for (int axis = 0, whole = 0; axis < base->rank && selection->space.rank < MAX_RANK; axis++) {
    if (selection->operand[axis] >= 0) continue;
    int place = whole < selection->block_axis ? whole : whole + selection->block.rank;
    selection->space_axis[axis] = place;
    selection->space.size[place] = base->size[axis];
    selection->space.rank++;
    whole++;
  }
}

Selection selection_make(const Graph *graph, const Op *op, int first_index) {
  Selection selection = {.first_index = first_index};
  const Shape *base = &graph->values[op->operands[0].value].shape;
  for (int axis = 0; axis < base->rank; axis++) {
    int operand = first_index + axis;
    bool indexed = operand < op->operand_count && op->operands[operand].value != NO_VALUE;
    selection.operand[axis] = indexed ? operand : -1;
    if (indexed) widen_block(&selection.block, &graph->values[op->operands[operand].value].shape);
  }
  place_block(&selection, base);
  place_whole_axes(&selection, base);
  return selection;
}

// Where `shown` does not hold, whatever the index is, 0 is read.
static int hide_index(Lowering *lowering, int step, int shown) {
  if (shown == NO_STEP || step == NO_STEP) return step;
  int zero = step_number(lowering, DTYPE_I64, 0, 0);
  return step_compute(lowering, NO_OP, NO_VALUE, OP_WHERE, DTYPE_I64, (int[]){shown, step, zero}, 3);
}

Position selection_position(Lowering *lowering, const Op *op, const Selection *selection, const Position *at,
                            int shown, int condition) {
  const Shape *base = &lowering_value(lowering, op->operands[0].value)->shape;
  Position block = position_zero(selection->block.rank), there = position_zero(base->rank);
  for (int i = 0; i < block.rank; i++)
    block.axis[i] = at->axis[selection->block_axis + i];
  for (int axis = 0; axis < base->rank; axis++) {
    if (selection->operand[axis] < 0) {
      there.axis[axis] = at->axis[selection->space_axis[axis]];
      continue;
    }
    int step = lower_operand(lowering, op, selection->operand[axis], &block, &selection->block, DTYPE_I64,
                             condition);
    if (lowering->stopped) return there;
    there.axis[axis] = gather_index(lowering, hide_index(lowering, step, shown), base->size[axis], true);
  }
  return there;
}

static bool masks_select(const Lowering *lowering, const Op *op, int first_index) {
  for (int i = first_index; i < op->operand_count; i++)
    if (op->operands[i].value != NO_VALUE &&
        lowering_value(lowering, op->operands[i].value)->dtype == DTYPE_BOOL)
      return true;
  return false;
}

// ---- by op

static Position gathered_place(Lowering *lowering, const Op *op, const Position *at, int condition) {
  const Shape *base = &lowering_value(lowering, op->operands[0].value)->shape;
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  Position there = *at;
  if (base->rank == 0) return there;
  const Shape *index = &lowering_value(lowering, op->operands[1].value)->shape;
  int step = lower_operand(lowering, op, 1, at, index, DTYPE_I64, condition);
  there.axis[axis] = gather_index(lowering, step, base->size[axis], true);
  return there;
}

static Position table_place(Lowering *lowering, const Op *op, const Position *at, int condition) {
  const Shape *table = &lowering_value(lowering, op->operands[0].value)->shape;
  const Shape *index = &lowering_value(lowering, op->operands[1].value)->shape;
  Position row = position_zero(index->rank), there = position_zero(2);
  memcpy(row.axis, at->axis, (size_t)index->rank * sizeof row.axis[0]);
  int step = lower_operand(lowering, op, 1, &row, index, DTYPE_I64, condition);
  there.axis[0] = gather_index(lowering, step, table->size[0], false);
  there.axis[1] = at->axis[at->rank - 1];
  return there;
}

int lower_gather(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  Position there = position_zero(0);
  if (op->code == OP_GATHER) {
    there = gathered_place(lowering, op, at, condition);
  } else if (op->code == OP_EMBEDDING) {
    there = table_place(lowering, op, at, condition);
  } else if (op->code == OP_INDEX && !masks_select(lowering, op, 1)) {
    Selection selection = selection_make(lowering->graph, op, 1);
    there = selection_position(lowering, op, &selection, at, NO_STEP, condition);
  } else {
    return lowering_refuse(lowering, REASON_UNSUPPORTED, lowering_value(lowering, value)->producer, NO_OP,
                           "no template takes %s (%s%s) yet", op->name, op_info(op->code)->name,
                           op->code == OP_INDEX ? " by a mask" : "");
  }
  return lowering->stopped ? NO_STEP : lower_value(lowering, op->operands[0].value, &there, condition);
}
