// Scans: like reductions they have one place, over the whole domain; readers must want the result there.
#include "kernel/lower/lowering.h"

static int scan_axis(const Op *op) {
  return (int)op_integer(op, ATTRIBUTE_AXIS, 0);
}

bool scan_trivial(const Graph *graph, const Op *op) {
  const Shape *shape = &graph->values[op->first_result].shape;
  return shape->rank == 0 || shape->size[scan_axis(op)] == 1;
}

// The operand in the type that it is summed in.
static int scanned_input(Lowering *lowering, const Op *op, const Position *at, int condition) {
  const Value *input = lowering_value(lowering, op->operands[0].value);
  int step = lower_value(lowering, op->operands[0].value, at, condition);
  if (lowering->stopped) return NO_STEP;
  int64_t dtype = op_integer(op, ATTRIBUTE_DTYPE, -1);
  if (dtype >= 0) step = step_cast(lowering, NO_OP, NO_VALUE, step, input->dtype, (DType)dtype);
  return step_convert(lowering, step, dtype_compute(lowering_value(lowering, op->first_result)->dtype));
}

// Where the op's elements are: where it is placed already, where its reader or its operand is, else in row
// order.
static bool find_place(Lowering *lowering, const Member *member, const Op *op, const Position *hint,
                       Position *at) {
  const Shape *shape = &lowering_value(lowering, op->first_result)->shape;
  if (member->placed) {
    *at = member->at;
    return true;
  }
  *at = *hint;
  if (position_covers(lowering, at, shape, NULL)) return true;
  if (place_of(lowering, op->operands[0].value, at) && position_covers(lowering, at, shape, NULL))
    return true;
  bool possible;
  *at = place_linear(lowering, (1u << lowering->domain.dim_count) - 1, shape, &possible);
  return possible;
}

static int push_scan(Lowering *lowering, const Member *member, const Op *op, const Position *at) {
  int input = scanned_input(lowering, op, at, NO_CONDITION);
  if (lowering->stopped) return NO_STEP;
  Draft draft = step_draft(STEP_SCAN, member->op, op->first_result, lowering->steps.data[input].dtype);
  draft.reduce = REDUCE_SUM;
  draft.index = at->axis[scan_axis(op)];
  draft.over = lowering->indices.data[draft.index].dims;
  draft.stored = lowering_sum_dtype(lowering, input,
                                    lowering_value(lowering, op->first_result)->shape.size[scan_axis(op)]);
  draft.operand[0] = input;
  draft.operand_count = 1;
  int scan = step_push(lowering, &draft);
  if (lowering->stopped) return NO_STEP;
  Draft part = step_draft(STEP_PART, member->op, op->first_result, draft.dtype);
  part.operand[0] = scan;
  part.operand_count = 1;
  return step_push(lowering, &part);
}

static void make_scan(Lowering *lowering, Member *member, const Op *op, const Position *hint) {
  Position at;
  if (member->reduced || lowering->stopped) return;
  if (!find_place(lowering, member, op, hint, &at)) {
    lowering_refuse(lowering, REASON_DOMAIN, member->op, lowering->domain.anchor,
                    "%s runs over other elements than %s", op->name,
                    lowering_op_name(lowering, lowering->domain.anchor));
    return;
  }
  member->placed = member->reduced = true;
  member->at = member->result = at;
  member->part[0] = push_scan(lowering, member, op, &at);
  place_record(lowering, op->first_result, &at);
}

int lower_scan(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  if (scan_trivial(lowering->graph, op)) return scanned_input(lowering, op, at, condition);
  Member *member = lowering_member(lowering, (int)(op - lowering->graph->ops));
  make_scan(lowering, member, op, at);
  if (lowering->stopped) return NO_STEP;
  if (!position_equal(&member->result, at))
    return lowering_refuse(lowering, REASON_DOMAIN, member->op, NO_OP,
                           "elements of %s are needed at other places than those where it sums them in order",
                           op->name);
  return step_convert(lowering, member->part[0], dtype_compute(lowering_value(lowering, value)->dtype));
}
