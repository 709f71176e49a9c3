// Scatters turned around: each element of the result looks at all values that may come to it, and sums those
// that do.
#include "kernel/lower/lowering.h"

// The axes along which values may come to the same element.
static Shape axes_along(const Graph *graph, const Op *op) {
  Shape along = {.rank = 1, .size = {1}};
  if (scatter_is_put(op)) return selection_make(graph, op, scatter_first_index(op)).block;
  const Shape *values = &graph->values[op->operands[op->code == OP_INDEX_ADD ? 2 : 1].value].shape;
  if (values->rank > 0) along.size[0] = values->size[op_integer(op, ATTRIBUTE_AXIS, 0)];
  return along;
}

int gathered_rank(const Graph *graph, const Op *op) {
  return graph->values[op->first_result].shape.rank + axes_along(graph, op).rank;
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
  if (!scatter_is_put(op)) {
    if (rank > 0) from.axis[op_integer(op, ATTRIBUTE_AXIS, 0)] = at->axis[rank];
    return from;
  }
  Selection selection = selection_make(lowering->graph, op, scatter_first_index(op));
  from.rank = selection.space.rank;
  for (int i = 0; i < selection.block.rank; i++)
    from.axis[selection.block_axis + i] = at->axis[rank + i];
  for (int axis = 0; axis < rank; axis++)
    if (selection.operand[axis] < 0) from.axis[selection.space_axis[axis]] = at->axis[axis];
  return from;
}

// scatter_add may have fewer values than the result has elements along the other axes.
static int where_values_are(Lowering *lowering, const Op *op, const Position *from) {
  int condition = NO_CONDITION;
  if (op->code != OP_SCATTER_ADD) return condition;
  const Shape *values = &lowering_value(lowering, op->operands[1].value)->shape;
  for (int axis = 0; axis < values->rank; axis++)
    condition = scatter_within(lowering, condition, from->axis[axis], 0, values->size[axis]);
  return condition;
}

static uint32_t dims_along(const Lowering *lowering, const Position *at, int rank) {
  uint32_t dims = 0;
  for (int axis = rank; axis < at->rank; axis++)
    dims |= lowering->indices.data[at->axis[axis]].dims;
  return dims;
}

void lower_gathered(Lowering *lowering, Member *member, const Op *op) {
  Position here = member->at, from = place_among_values(lowering, op, &member->at);
  here.rank = lowering_value(lowering, op->first_result)->shape.rank;
  int condition = where_values_are(lowering, op, &from);
  Sent sent = scatter_send(lowering, op, &from, condition);
  if (lowering->stopped) return;
  condition = scatter_meets(lowering, condition, &sent.to, &here);
  int value = scatter_value(lowering, op, &sent, condition);
  scatter_sum(lowering, member->op, &here, condition, value, dims_along(lowering, &member->at, here.rank));
}
