// Ops that take elements from elsewhere: which operand an element comes from, and from where in it.
#include "graph/layout/layout.h"
#include "kernel/lower/lowering.h"

static const Shape *value_shape(const Lowering *lowering, int value) {
  return &lowering_value(lowering, value)->shape;
}

// One result of a layout op being evaluated.
typedef struct LayoutResult {
  const Op *op;
  int op_index, value;
  DType dtype; // compute type of the result
} LayoutResult;

// Operand `operand` at `at`, which is a place in that operand's own shape.
static int part_value(Lowering *lowering, const LayoutResult *layout, int operand, const Position *at,
                      int condition) {
  if (lowering->stopped) return NO_STEP;
  int part = lowering_complex(lowering, layout->value) ? lowering->part : 0;
  return lower_value_part(lowering, layout->op->operands[operand].value, at, condition, part, layout->dtype);
}

static int choose(Lowering *lowering, const LayoutResult *layout, int condition, int yes, int no) {
  return step_choose(lowering, layout->op_index, layout->value, layout->dtype, condition, yes, no);
}

// ---- ops that are lists of parts (graph/layout/layout.h)

// Is part of the place in the part's box? 0: surely not. Else 1, and *inside is what must hold for it.
static int part_holds(Lowering *lowering, const LayoutResult *layout, const LayoutPart *part,
                      const Position *at, int *inside) {
  const Shape *result = value_shape(lowering, layout->value);
  for (int axis = 0; axis < result->rank; axis++) {
    if (part->low[axis] <= 0 && part->high[axis] >= result->size[axis]) continue;
    if (!condition_known(lowering, at->axis[axis], part->low[axis], part->high[axis])) return 0;
    *inside = condition_make(lowering, *inside, at->axis[axis], part->low[axis], part->high[axis]);
  }
  return 1;
}

// The index along an axis of the operand, of `size` elements; *inside then also says that there is one.
static bool part_index(Lowering *lowering, const LayoutAxis *axis, int64_t size, const Position *at,
                       int *index, int *inside) {
  *index = ZERO_INDEX;
  if (axis->from == NO_AXIS || (size <= 1 && axis->every == 1)) return true;
  int rest = ZERO_INDEX;
  *index = at->axis[axis->from];
  if (axis->scale != 1 || axis->constant != 0)
    *index = index_affine(lowering, *index, axis->scale, axis->constant);
  if (axis->every > 1 && !index_divide(lowering, *index, axis->every, true, index, &rest)) return false;
  *inside = condition_make(lowering, *inside, rest, 0, 1);
  if (axis->repeats && !index_divide(lowering, *index, size, true, &rest, index)) return false;
  if (size == 1) *index = ZERO_INDEX;
  return true;
}

static int part_number(Lowering *lowering, const LayoutResult *layout, double number) {
  if (lowering_complex(lowering, layout->value) && lowering->part == 1) number = 0;
  return step_convert(lowering, step_number(lowering, DTYPE_F64, number, 0), layout->dtype);
}

// The operand where a part before it does not hide it: of a box at one end of a single axis the other end is
// left, so that loads where it is hidden are spared.
static int left_by(Lowering *lowering, const LayoutResult *layout, const LayoutPart *part, const Position *at,
                   int condition) {
  const Shape *result = value_shape(lowering, layout->value),
              *operand = value_shape(lowering, layout->op->operands[part->operand].value);
  int limited = NO_AXIS;
  for (int axis = 0; axis < operand->rank; axis++)
    if (part->axis[axis].every > 1) return condition;
  for (int axis = 0; axis < result->rank; axis++) {
    if (part->low[axis] <= 0 && part->high[axis] >= result->size[axis]) continue;
    if (limited != NO_AXIS) return condition;
    limited = axis;
  }
  if (limited == NO_AXIS) return condition;
  int64_t low = part->low[limited], high = part->high[limited], size = result->size[limited];
  if (low <= 0) return condition_make(lowering, condition, at->axis[limited], high, size);
  if (high >= size) return condition_make(lowering, condition, at->axis[limited], 0, low);
  return condition;
}

// The first part from *part on that may hold here, with what must hold for it; false: there is none.
static bool find_part(Lowering *lowering, const LayoutResult *layout, LayoutPart *part, const Position *at,
                      int condition, int *inside) {
  while (layout_op(layout->op->code)->next(lowering->graph, layout->op, part)) {
    *inside = condition;
    if (part_holds(lowering, layout, part, at, inside)) return true;
  }
  return false;
}

static int lower_part(Lowering *lowering, const LayoutResult *layout, const LayoutPart *part,
                      const Position *at, int *inside) {
  if (part->operand == PART_NUMBER) return part_number(lowering, layout, part->number);
  const Shape *shape = value_shape(lowering, layout->op->operands[part->operand].value);
  Position there = position_zero(shape->rank);
  for (int axis = 0; axis < shape->rank; axis++)
    if (!part_index(lowering, &part->axis[axis], shape->size[axis], at, &there.axis[axis], inside))
      return NO_STEP;
  return part_value(lowering, layout, part->operand, &there, *inside);
}

// The element at `at`: of `part` where `inside` holds, which is more than `condition`; else of those behind
// it.
static int lower_from(Lowering *lowering, const LayoutResult *layout, const LayoutPart *part,
                      const Position *at, int condition, int inside) {
  int yes = lower_part(lowering, layout, part, at, &inside);
  if (lowering->stopped || inside == condition) return yes;
  LayoutPart other = *part;
  int otherwise;
  if (!find_part(lowering, layout, &other, at, condition, &otherwise)) return yes;
  if (other.operand != PART_NUMBER && layout_is_whole(value_shape(lowering, layout->value), &other))
    condition = otherwise = left_by(lowering, layout, part, at, condition);
  return choose(lowering, layout, inside, yes,
                lower_from(lowering, layout, &other, at, condition, otherwise));
}

static int lower_parts(Lowering *lowering, const LayoutResult *layout, const Position *at, int condition) {
  LayoutPart part = layout_begin();
  int inside;
  if (!find_part(lowering, layout, &part, at, condition, &inside))
    return step_number(lowering, layout->dtype, 0, 0);
  return lower_from(lowering, layout, &part, at, condition, inside);
}

// ---- scatters through strides

// Axes of `shape` by falling stride, those of size 1 left out.
static int axes_by_stride(const Shape *shape, const int64_t stride[], int order[MAX_RANK]) {
  int count = 0;
  for (int axis = 0; axis < shape->rank; axis++) {
    if (shape->size[axis] == 1) continue;
    int place = count++;
    for (; place > 0 && stride[order[place - 1]] < stride[axis]; place--)
      order[place] = order[place - 1];
    order[place] = axis;
  }
  return count;
}

// The part's place, digit by digit from the largest stride; elements of memory that no digits reach belong to
// the base.
static bool strided_place(Lowering *lowering, const LayoutResult *layout, int address, const int64_t stride[],
                          Position *there, int *inside) {
  const Shape *part = value_shape(lowering, layout->op->operands[1].value);
  int order[MAX_RANK], count = axes_by_stride(part, stride, order);
  *there = position_zero(part->rank);
  for (int i = 0; i < count; i++) {
    int axis = order[i];
    if (stride[axis] < 1) return false;
    if (!index_divide(lowering, address, stride[axis], true, &there->axis[axis], &address)) return false;
    *inside = condition_make(lowering, *inside, there->axis[axis], 0, part->size[axis]);
  }
  *inside = condition_make(lowering, *inside, address, 0, 1);
  return !lowering->stopped;
}

static int lower_as_strided_scatter(Lowering *lowering, const LayoutResult *layout, const Position *at,
                                    int condition) {
  const Value *base = lowering_value(lowering, layout->op->operands[0].value);
  const Attribute *stride = op_attribute(layout->op, ATTRIBUTE_STRIDE);
  int64_t offset = op_integer(layout->op, ATTRIBUTE_OFFSET, base->offset);
  int address = position_address(lowering, at, base->stride, base->offset - offset);
  Position there;
  int inside = condition;
  if (!base->strided || !stride ||
      !strided_place(lowering, layout, address, stride->integer, &there, &inside))
    return lowering_refuse(lowering, REASON_LAYOUT, layout->op_index, NO_OP,
                           "%s writes through strides that no index map can be turned around for",
                           layout->op->name);
  int yes = part_value(lowering, layout, 1, &there, inside);
  return inside == condition
             ? yes
             : choose(lowering, layout, inside, yes, part_value(lowering, layout, 0, at, condition));
}

// ---- copies, glu

static int lower_copying_reshape(Lowering *lowering, const LayoutResult *layout, const Position *at,
                                 int condition) {
  Position there;
  const Shape *from = value_shape(lowering, layout->value),
              *to = value_shape(lowering, layout->op->operands[0].value);
  if (!position_reshape(lowering, at, from, to, true, &there)) return NO_STEP;
  return part_value(lowering, layout, 0, &there, condition);
}

// The first half along an axis times the sigmoid of the second.
static int lower_glu(Lowering *lowering, const LayoutResult *layout, const Position *at, int condition) {
  const Shape *shape = value_shape(lowering, layout->value);
  int axis = (int)op_integer(layout->op, ATTRIBUTE_AXIS, -1);
  if (axis < 0) axis += shape->rank;
  Position there = *at;
  there.axis[axis] = index_affine(lowering, at->axis[axis], 1, shape->size[axis]);
  int operands[2] = {part_value(lowering, layout, 0, at, condition),
                     part_value(lowering, layout, 0, &there, condition)};
  if (lowering->stopped) return NO_STEP;
  operands[1] =
      step_compute(lowering, layout->op_index, NO_VALUE, OP_SIGMOID, layout->dtype, &operands[1], 1);
  return step_compute(lowering, layout->op_index, layout->value, OP_MUL, layout->dtype, operands, 2);
}

int lower_layout(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  const Value *result = lowering_value(lowering, value);
  LayoutResult layout = {op, result->producer, value, dtype_compute(result->dtype)};
  const LayoutOp *parts = layout_op(op->code);
  if (parts && parts->next) return lower_parts(lowering, &layout, at, condition);
  switch (op->code) {
    case OP_RESHAPE:
      return lower_copying_reshape(lowering, &layout, at, condition);
    case OP_AS_STRIDED_SCATTER:
      return lower_as_strided_scatter(lowering, &layout, at, condition);
    case OP_GLU:
      return lower_glu(lowering, &layout, at, condition);
    case OP_VIEW_AS_REAL:
    case OP_VIEW_AS_COMPLEX:
      return lower_pairs(lowering, op, value, at, condition);
    default:
      return lowering_refuse(lowering, REASON_UNSUPPORTED, layout.op_index, NO_OP,
                             "no template takes %s (%s) yet", op->name, op_info(op->code)->name);
  }
}
