// Placing: at which place of the domain each stored op works. From the anchor along data flow, backward
// (places where values were evaluated) and forward (places of operands), else by equal row-order numbering.
#include "graph/layout/layout.h"
#include "kernel/lower/lowering.h"

const Position *place_find(const Lowering *lowering, int value) {
  int item, cursor = 0;
  while ((item = table_next(&lowering->place_table, lowering_mix(HASH_START, (uint64_t)value), &cursor)) >= 0)
    if (lowering->places.data[item].value == value) return &lowering->places.data[item].at;
  return NULL;
}

void place_record(Lowering *lowering, int value, const Position *at) {
  if (place_find(lowering, value) ||
      !position_covers(lowering, at, &lowering_value(lowering, value)->shape, NULL))
    return;
  vector_push(&lowering->places, ((Place){value, *at}));
  table_add(&lowering->place_table, lowering_mix(HASH_START, (uint64_t)value), lowering->places.count - 1);
}

bool place_of(Lowering *lowering, int value, Position *at) {
  const Position *known = place_find(lowering, value);
  if (known) {
    *at = *known;
    return true;
  }
  if (lowering_value(lowering, value)->source == value) return false;
  Position below;
  const Op *view = graph_producer(lowering->graph, value);
  if (!place_of(lowering, view->operands[0].value, &below) || !view_forward(lowering, value, &below, at))
    return false;
  place_record(lowering, value, at);
  return true;
}

// ---- an op from its operands

// Fills the axes of `at` that a broadcast operand at place `from` shows; `missing` holds the axes that are
// not known yet.
static void fill_axes(const Shape *space, const Shape *shape, const Position *from, Position *at,
                      uint32_t *missing) {
  int shift = space->rank - shape->rank;
  if (shift < 0) return;
  for (int axis = 0; axis < shape->rank; axis++) {
    uint32_t bit = 1u << (axis + shift);
    if (!(*missing & bit) || shape->size[axis] != space->size[axis + shift]) continue;
    at->axis[axis + shift] = from->axis[axis];
    *missing &= ~bit;
  }
}

// Of a layout op: the part that is the whole result and comes from this operand; false: there is none.
static bool whole_part(const Lowering *lowering, const Op *op, int operand, LayoutPart *part) {
  const LayoutOp *layout = layout_op(op->code);
  *part = layout_begin();
  while (layout && layout->next && layout->next(lowering->graph, op, part))
    if (part->operand == operand && layout_is_whole(&lowering_value(lowering, op->first_result)->shape, part))
      return true;
  return false;
}

static bool is_plain(const Lowering *lowering, const Op *op, const LayoutPart *part) {
  int rank = lowering_value(lowering, op->operands[part->operand].value)->shape.rank;
  for (int axis = 0; axis < rank; axis++)
    if (!layout_is_plain(&part->axis[axis], axis)) return false;
  return true;
}

// Operands whose axes are those of the op's space.
static bool shares_axes(const Lowering *lowering, const Op *op, int operand) {
  LayoutPart part;
  if (op->op_class == CLASS_WINDOW) return op->code == OP_POOL_INDICES;
  if (op_is_product(op)) return false;
  if (layout_op(op->code)) return whole_part(lowering, op, operand, &part) && is_plain(lowering, op, &part);
  switch (op->code) {
    case OP_GLU:
    case OP_VIEW_AS_REAL:
    case OP_VIEW_AS_COMPLEX:
    case OP_EMBEDDING:
    case OP_INDEX:
      return false;
    case OP_GATHER:
    case OP_INDEX_PUT:
      return operand == 1;
    case OP_MASKED_INDEX_PUT:
      return operand == 1 || operand == 2;
    case OP_SCATTER_ADD:
      return operand == 1;
    case OP_INDEX_ADD:
      return operand == 2;
    case OP_AS_STRIDED_SCATTER:
      return operand == 0;
    default:
      return true;
  }
}

static bool place_reshape(Lowering *lowering, const Op *op, Position *at) {
  Position from;
  const Shape *shape = &lowering_value(lowering, op->operands[0].value)->shape;
  return place_of(lowering, op->operands[0].value, &from) &&
         position_reshape(lowering, &from, shape, &lowering_value(lowering, op->first_result)->shape, false,
                          at);
}

// A layout op whose result is operand 0 with its axes turned: the place in the operand, turned back.
static bool place_turned(Lowering *lowering, const Op *op, const LayoutPart *part, Position *at) {
  Position from;
  if (!place_of(lowering, op->operands[0].value, &from)) return false;
  *at = position_zero(lowering_value(lowering, op->first_result)->shape.rank);
  if (from.rank != at->rank) return false;
  for (int i = 0; i < from.rank; i++) {
    const LayoutAxis *axis = &part->axis[i];
    if (axis->from == NO_AXIS || axis->every > 1 || axis->repeats) return false;
    at->axis[axis->from] =
        layout_is_plain(axis, axis->from)
            ? from.axis[i]
            : index_affine(lowering, from.axis[i], axis->scale, -axis->scale * axis->constant);
  }
  return true;
}

static bool place_unrolled(Lowering *lowering, const Op *op, Position *at) {
  Position from;
  if (!place_of(lowering, op->operands[0].value, &from)) return false;
  *at = lowering_reduction_result(lowering, op, &from);
  return true;
}

static bool place_by_operands(Lowering *lowering, const Op *op, const Shape *space, Position *at) {
  if (op->code == OP_RESHAPE) return place_reshape(lowering, op, at);
  LayoutPart part;
  if (whole_part(lowering, op, 0, &part) && !is_plain(lowering, op, &part))
    return place_turned(lowering, op, &part, at);
  if (op->op_class == CLASS_REDUCE && !lowering_reduces(lowering, op))
    return place_unrolled(lowering, op, at);
  uint32_t missing = 0;
  *at = position_zero(space->rank);
  for (int axis = 0; axis < space->rank; axis++)
    if (space->size[axis] != 1) missing |= 1u << axis;
  for (int i = 0; i < op->operand_count && missing; i++) {
    Position from;
    int value = op->operands[i].value;
    if (value == NO_VALUE || !shares_axes(lowering, op, i) || !place_of(lowering, value, &from)) continue;
    fill_axes(space, &lowering_value(lowering, value)->shape, &from, at, &missing);
  }
  return !missing;
}

static void set_place(Lowering *lowering, Member *member, const Position *at) {
  const Op *op = &lowering->graph->ops[member->op];
  member->placed = true;
  member->at = *at;
  if (lower_scatters(op)) return;
  if (op->code == OP_ATTENTION) { // other results, and the scores, have other places
    if (!lowering->scoring) place_record(lowering, op->first_result, at);
    return;
  }
  Position result = lowering_reduces(lowering, op) ? lowering_reduction_result(lowering, op, at) : *at;
  for (int i = 0; i < op->result_count; i++)
    place_record(lowering, op->first_result + i, &result);
}

static bool place_by_flow(Lowering *lowering, Member *member) {
  const Op *op = &lowering->graph->ops[member->op];
  Position at;
  Shape space;
  if (lowering_gathers(lowering, op)) return false; // by the anchor, or by row order
  const Position *result =
      lowering_reduces(lowering, op) || lower_scatters(op) ? NULL : place_find(lowering, op->first_result);
  if (result) {
    at = *result;
  } else {
    lowering_space(lowering, op, &space);
    if (!place_by_operands(lowering, op, &space, &at) || !position_covers(lowering, &at, &space, NULL))
      return false;
  }
  set_place(lowering, member, &at);
  return true;
}

// ---- in linear order

Position place_linear(Lowering *lowering, uint32_t dims, const Shape *shape, bool *possible) {
  int64_t elements = 1, stride = 1;
  int linear = ZERO_INDEX;
  Position at = position_zero(shape->rank);
  for (int dim = lowering->domain.dim_count - 1; dim >= 0; dim--) {
    if (!(dims >> dim & 1)) continue;
    linear = index_add(lowering, linear, index_affine(lowering, index_symbol(lowering, dim), stride, 0));
    stride *= lowering->domain.size[dim];
    elements *= lowering->domain.size[dim];
  }
  *possible = elements > 0 && elements == shape_elements(shape) &&
              position_delinearize(lowering, linear, shape, true, &at);
  return at;
}

static uint32_t reduced_so_far(const Lowering *lowering) {
  uint32_t reduced = 0;
  for (int i = 0; i < lowering->steps.count; i++)
    if (lowering->steps.data[i].kind == STEP_REDUCE) reduced |= lowering->steps.data[i].over;
  return reduced;
}

// ---- by sizes

static int count_size(const Shape *shape, int64_t size) {
  int count = 0;
  for (int axis = 0; axis < shape->rank; axis++)
    count += shape->size[axis] == size;
  return count;
}

static int axis_of_size(const Shape *shape, int64_t size) {
  int axis = 0;
  while (shape->size[axis] != size)
    axis++;
  return axis;
}

static bool reads_source(const Lowering *lowering, const Op *op, int source) {
  for (int i = 0; i < op->operand_count; i++)
    if (op->operands[i].value != NO_VALUE &&
        lowering_value(lowering, op->operands[i].value)->source == source)
      return true;
  return false;
}

// Does an op that has a place read what this one reads?
static bool shares_input(const Lowering *lowering, const Op *op) {
  for (int i = 0; i < lowering->set->op_count; i++)
    for (int o = 0; o < op->operand_count && lowering->members[i].placed; o++)
      if (op->operands[o].value != NO_VALUE &&
          reads_source(lowering, &lowering->graph->ops[lowering->members[i].op],
                       lowering_value(lowering, op->operands[o].value)->source))
        return true;
  return false;
}

// An op over the domain's axes in another order, all of different sizes, that shares an input with another:
// in that order both are likely to read the same elements at the same place (a value padded as it is and
// transposed).
static bool place_by_sizes(Lowering *lowering, const Op *op, const Shape *space, Position *at) {
  const Shape *domain = &lowering->domain.space;
  if (shape_elements(space) != shape_elements(domain) || !shares_input(lowering, op)) return false;
  Position from = position_domain(lowering);
  *at = position_zero(space->rank);
  for (int axis = 0; axis < space->rank; axis++) {
    int64_t size = space->size[axis];
    if (size == 1) continue;
    if (count_size(space, size) != 1 || count_size(domain, size) != 1) return false;
    at->axis[axis] = from.axis[axis_of_size(domain, size)];
  }
  return true;
}

// ---- by row order

static bool place_by_rows(Lowering *lowering, const Shape *space, Position *at) {
  uint32_t all = (1u << lowering->domain.dim_count) - 1;
  bool possible = true;
  if (shape_equal(space, &lowering->domain.space)) {
    *at = position_domain(lowering);
    return true;
  }
  *at = position_zero(space->rank);
  if (shape_elements(space) <= 1) return true;
  *at = place_linear(lowering, all, space, &possible);
  if (possible || lowering->stopped) return possible;
  *at = place_linear(lowering, all & ~reduced_so_far(lowering), space, &possible);
  return possible;
}

static void place_or_refuse(Lowering *lowering, Member *member) {
  Shape space;
  Position at;
  lowering_space(lowering, &lowering->graph->ops[member->op], &space);
  const Op *op = &lowering->graph->ops[member->op];
  if (place_by_sizes(lowering, op, &space, &at) || place_by_rows(lowering, &space, &at)) {
    set_place(lowering, member, &at);
    return;
  }
  char own[160], other[160];
  int anchor = lowering->domain.anchor;
  if (lowering->stopped) return;
  lowering_refuse(lowering, REASON_DOMAIN, anchor, member->op, "%s iterates over %s and %s over %s",
                  lowering_op_name(lowering, anchor), shape_text(&lowering->domain.space, other),
                  lowering_op_name(lowering, member->op), shape_text(&space, own));
  lowering->reason->size[0] = shape_elements(&lowering->domain.space);
  lowering->reason->size[1] = shape_elements(&space);
  lowering->reason->size_count = 2;
}

// ---- all of them

static bool place_some(Lowering *lowering) {
  bool progress = false;
  for (int i = 0; i < lowering->set->op_count && !lowering->stopped; i++)
    if (!lowering->members[i].placed) progress = place_by_flow(lowering, &lowering->members[i]) || progress;
  for (int i = 0; i < lowering->set->op_count && !lowering->stopped; i++) {
    Member *member = &lowering->members[i];
    if (!member->root || !member->placed || member->done) continue;
    lower_stores(lowering, member);
    progress = true;
  }
  return progress;
}

static Member *next_root(Lowering *lowering) {
  for (int i = 0; i < lowering->set->op_count; i++)
    if (lowering->members[i].root && !lowering->members[i].done) return &lowering->members[i];
  return NULL;
}

static void place_anchor(Lowering *lowering) {
  Member *anchor = lowering_member(lowering, lowering->domain.anchor);
  const Op *op = &lowering->graph->ops[anchor->op];
  Position at = position_domain(lowering);
  lowering->reader = anchor->op;
  set_place(lowering, anchor, &at);
  if (lowering_reduces(lowering, op)) lower_reduce(lowering, anchor, NULL);
}

void place_all(Lowering *lowering) {
  place_anchor(lowering);
  Member *waiting;
  while (!lowering->stopped && (waiting = next_root(lowering)))
    if (!place_some(lowering)) place_or_refuse(lowering, waiting);
}
