// The table of layout ops, and what their parts share.
#include "graph/layout/layout.h"

static const LayoutOp *const layouts[OP_COUNT] = {
#define X(code, name) [OP_##code] = &layout_##name,
    LAYOUTS(X)
#undef X
};

const LayoutOp *layout_op(OpCode code) {
  return layouts[code];
}

LayoutPart layout_begin(void) {
  return (LayoutPart){.operand = PART_BEGIN};
}

void layout_whole(const Graph *graph, const Op *op, int operand, LayoutPart *part) {
  const Shape *result = &graph->values[op->first_result].shape;
  *part = (LayoutPart){.operand = operand};
  for (int axis = 0; axis < result->rank; axis++) {
    part->high[axis] = result->size[axis];
    part->axis[axis] = (LayoutAxis){.from = axis, .scale = 1, .every = 1};
  }
}

bool layout_is_whole(const Shape *result, const LayoutPart *part) {
  for (int axis = 0; axis < result->rank; axis++)
    if (part->low[axis] > 0 || part->high[axis] < result->size[axis]) return false;
  return true;
}

bool layout_is_plain(const LayoutAxis *axis, int at) {
  return axis->from == at && axis->scale == 1 && axis->constant == 0 && axis->every == 1 && !axis->repeats;
}

bool layout_check_same(const Shape *wanted, const Shape *got, int free_axis, const char *what,
                       Status *status) {
  bool same = wanted->rank == got->rank;
  for (int i = 0; same && i < wanted->rank; i++)
    same = i == free_axis || wanted->size[i] == got->size[i];
  if (same) return true;
  char a[160], b[160];
  return status_fail(status, STATUS_INPUT, "%s has shape %s, expected %s", what, shape_text(got, a),
                     shape_text(wanted, b));
}
