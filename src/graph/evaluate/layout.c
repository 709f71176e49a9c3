// Ops that move elements without changing them.
#include <math.h>
#include <string.h>

#include "graph/evaluate/internal.h"
#include "graph/layout/layout.h"

// A box of elements: where it starts in an array and how its axes step there.
typedef struct Box {
  int64_t start, stride[MAX_RANK];
} Box;

static Box box_of(const Shape *array) {
  Box box = {0, {0}};
  tensor_strides(array, box.stride);
  return box;
}

static void copy_box(const Shape *space, double *to, const Box *to_box, const double *from,
                     const Box *from_box) {
  Walk walk;
  walk_init(&walk, space);
  walk_add(&walk, to_box->stride, to_box->start);
  walk_add(&walk, from_box->stride, from_box->start);
  for (walk_begin(&walk); walk.more; walk_next(&walk))
    for (int64_t i = 0; i < walk.length; i++)
      to[walk.position[0] + i * walk.step[0]] = from[walk.position[1] + i * walk.step[1]];
}

// The part's box as far as it lies in the result; false when it has no elements.
static bool clip(const Shape *result, const LayoutPart *part, int64_t low[MAX_RANK], Shape *box) {
  box->rank = result->rank;
  for (int axis = 0; axis < result->rank; axis++) {
    low[axis] = part->low[axis] > 0 ? part->low[axis] : 0;
    box->size[axis] =
        (part->high[axis] < result->size[axis] ? part->high[axis] : result->size[axis]) - low[axis];
    if (box->size[axis] <= 0) return false;
  }
  return true;
}

// Takes every `every`-th element along the axis, from the first one that is an element of the operand.
static void thin(const LayoutAxis *axis, int64_t low[], Shape *box, Box *to) {
  int64_t behind = (axis->scale * low[axis->from] + axis->constant) % axis->every;
  int64_t skipped = behind ? axis->every - behind : 0;
  low[axis->from] += skipped;
  box->size[axis->from] = (box->size[axis->from] - skipped + axis->every - 1) / axis->every;
  to->stride[axis->from] *= axis->every;
}

static void copy_part(Tensor *result, const Tensor *operand, const LayoutPart *part) {
  Box to = box_of(&result->shape), from = {0, {0}}, own = box_of(&operand->shape);
  Shape box;
  int64_t low[MAX_RANK], whole[MAX_RANK];
  memcpy(whole, to.stride, sizeof whole);
  if (!clip(&result->shape, part, low, &box)) return;
  for (int axis = 0; axis < operand->shape.rank; axis++)
    if (part->axis[axis].every > 1) thin(&part->axis[axis], low, &box, &to);
  for (int axis = 0; axis < result->shape.rank; axis++)
    to.start += low[axis] * whole[axis];
  for (int axis = 0; axis < operand->shape.rank; axis++) {
    const LayoutAxis *index = &part->axis[axis];
    if (index->from == NO_AXIS) continue;
    from.start += (index->scale * low[index->from] + index->constant) / index->every * own.stride[axis];
    from.stride[index->from] = index->scale * own.stride[axis];
  }
  copy_box(&box, result->data, &to, operand->data, &from);
}

// The element of `operand` from which element `at` of the result comes, where the part repeats the operand.
static int64_t repeated_element(const Tensor *operand, const Shape *result, const LayoutPart *part,
                                int64_t at) {
  int64_t index[MAX_RANK], element = 0;
  for (int axis = result->rank - 1; axis >= 0; axis--) {
    index[axis] = at % result->size[axis];
    at /= result->size[axis];
  }
  for (int axis = 0; axis < operand->shape.rank; axis++) {
    const LayoutAxis *from = &part->axis[axis];
    int64_t size = operand->shape.size[axis];
    int64_t place =
        from->from == NO_AXIS ? 0 : (from->scale * index[from->from] + from->constant) / from->every;
    element = element * size + (from->repeats ? (place % size + size) % size : place);
  }
  return element;
}

static bool repeats(const Tensor *operand, const LayoutPart *part) {
  for (int axis = 0; axis < operand->shape.rank; axis++)
    if (part->axis[axis].repeats) return true;
  return false;
}

static void fill_part(const EvaluateCall *call, const LayoutPart *part) {
  Tensor *result = &call->results[0];
  int64_t count = tensor_elements(result);
  const Tensor *operand = part->operand == PART_NUMBER ? NULL : call->operands[part->operand];
  if (operand && !repeats(operand, part)) {
    copy_part(result, operand, part);
    return;
  }
  for (int64_t at = 0; at < count; at++)
    result->data[at] =
        operand ? operand->data[repeated_element(operand, &result->shape, part, at)] : part->number;
}

// From the last part to the first, which hide those behind them.
static bool evaluate_parts(const EvaluateCall *call, const LayoutOp *layout) {
  VECTOR(LayoutPart) parts = {0};
  for (LayoutPart part = layout_begin(); layout->next(call->graph, call->op, &part);)
    vector_push(&parts, part);
  for (int i = parts.count - 1; i >= 0; i--)
    fill_part(call, &parts.data[i]);
  vector_free(&parts);
  return true;
}

static bool glu(const EvaluateCall *call) {
  const Tensor *input = call->operands[0];
  int64_t axis = op_integer(call->op, ATTRIBUTE_AXIS, -1);
  Lanes lanes = tensor_lanes(&input->shape, (int)(axis < 0 ? axis + input->shape.rank : axis));
  int64_t half = lanes.length / 2 * lanes.inner;
  for (int64_t outer = 0; outer < lanes.outer; outer++) {
    const double *from = input->data + outer * lanes.length * lanes.inner;
    for (int64_t i = 0; i < half; i++)
      call->results[0].data[outer * half + i] = from[i] / (1 + exp(-from[half + i]));
  }
  return true;
}

bool evaluate_layout(const EvaluateCall *call) {
  const LayoutOp *layout = layout_op(call->op->code);
  if (layout && layout->next) return evaluate_parts(call, layout);
  switch (call->op->code) {
    case OP_RESHAPE: // one that copies
      tensor_copy(&call->results[0], call->operands[0]);
      return true;
    case OP_AS_STRIDED_SCATTER:
      return evaluate_as_strided_scatter(call);
    case OP_GLU:
      return glu(call);
    default:
      return status_fail(call->status, STATUS_INTERNAL, "no evaluator for %s", op_info(call->op->code)->name);
  }
}
