// Ops that take elements from elsewhere: which operand an element comes from, and from where in it.
#include "kernel/lower/lowering.h"

static const Shape *value_shape(const Lowering *lowering, int value) {
  return &lowering_value(lowering, value)->shape;
}

// One result of a layout op being evaluated.
typedef struct Layout {
  const Op *op;
  int op_index, value;
  DType dtype; // compute type of the result
} Layout;

// Operand `operand` at `at`, which is a place in that operand's own shape.
static int part_value(Lowering *lowering, const Layout *layout, int operand, const Position *at,
                      int condition) {
  if (lowering->stopped) return NO_STEP;
  return step_convert(lowering, lower_value(lowering, layout->op->operands[operand].value, at, condition),
                      layout->dtype);
}

static int choose(Lowering *lowering, const Layout *layout, int condition, int yes, int no) {
  return step_choose(lowering, layout->op_index, layout->value, layout->dtype, condition, yes, no);
}

// ---- cat

static bool part_empty(const Lowering *lowering, const Layout *layout, int operand) {
  return shape_elements(value_shape(lowering, layout->op->operands[operand].value)) == 0;
}

static int lower_cat(Lowering *lowering, const Layout *layout, int operand, int64_t start, const Position *at,
                     int condition) {
  const Op *op = layout->op;
  while (operand < op->operand_count && part_empty(lowering, layout, operand))
    operand++;
  if (operand >= op->operand_count) return step_number(lowering, layout->dtype, 0, 0);
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0), index = at->axis[axis];
  int64_t end = start + value_shape(lowering, op->operands[operand].value)->size[axis];
  int64_t total = value_shape(lowering, layout->value)->size[axis];
  if (condition_known(lowering, index, start, end) == 0)
    return lower_cat(lowering, layout, operand + 1, end, at, condition);
  int inside = condition_make(lowering, condition, index, start, end);
  Position there = *at;
  there.axis[axis] = end - start == 1 ? ZERO_INDEX : index_affine(lowering, index, 1, -start);
  int yes = part_value(lowering, layout, operand, &there, inside);
  if (lowering->stopped || inside == condition || condition_known(lowering, index, end, total) == 0)
    return yes;
  bool last = true;
  for (int i = operand + 1; i < op->operand_count; i++)
    last = last && part_empty(lowering, layout, i);
  return last ? yes
              : choose(lowering, layout, inside, yes,
                       lower_cat(lowering, layout, operand + 1, end, at, condition));
}

// ---- pad

static int pad_value(Lowering *lowering, const Layout *layout) {
  const Attribute *value = op_attribute(layout->op, ATTRIBUTE_VALUE);
  double number = value ? value->count > 0 ? (double)value->integer[0] : value->number : 0;
  number = dtype_round(lowering_value(lowering, layout->value)->dtype, number);
  return step_convert(lowering, step_number(lowering, DTYPE_F64, number, 0), layout->dtype);
}

static int lower_pad(Lowering *lowering, const Layout *layout, const Position *at, int condition) {
  const Attribute *amounts = op_attribute(layout->op, ATTRIBUTE_PAD);
  const Shape *shape = value_shape(lowering, layout->op->operands[0].value);
  Position there = *at;
  int inside = condition;
  for (int k = 0; amounts && 2 * k + 1 < amounts->count; k++) {
    int axis = shape->rank - 1 - k;
    int64_t low = amounts->integer[2 * k];
    int known = condition_known(lowering, at->axis[axis], low, low + shape->size[axis]);
    if (known == 0) return pad_value(lowering, layout);
    if (known < 0) inside = condition_make(lowering, inside, at->axis[axis], low, low + shape->size[axis]);
    there.axis[axis] = shape->size[axis] == 1 ? ZERO_INDEX : index_affine(lowering, at->axis[axis], 1, -low);
  }
  int yes = part_value(lowering, layout, 0, &there, inside);
  return inside == condition ? yes : choose(lowering, layout, inside, yes, pad_value(lowering, layout));
}

// ---- scatters into slices

// The base where the part does not hide it: for parts at an end of the axis, loads there are spared.
static int lower_base(Lowering *lowering, const Layout *layout, const Position *at, int axis, int64_t start,
                      int64_t end, int condition) {
  int64_t size = value_shape(lowering, layout->value)->size[axis];
  if (start == 0 && end < size) condition = condition_make(lowering, condition, at->axis[axis], end, size);
  if (start > 0 && end == size) condition = condition_make(lowering, condition, at->axis[axis], 0, start);
  return part_value(lowering, layout, 0, at, condition);
}

static int lower_slice_scatter(Lowering *lowering, const Layout *layout, const Position *at, int condition) {
  int axis = (int)op_integer(layout->op, ATTRIBUTE_AXIS, 0);
  int64_t start = op_integer(layout->op, ATTRIBUTE_START, 0),
          step = op_integer(layout->op, ATTRIBUTE_STEP, 1);
  int64_t count = value_shape(lowering, layout->op->operands[1].value)->size[axis],
          end = start + (count - 1) * step + 1;
  if (count == 0 || condition_known(lowering, at->axis[axis], start, end) == 0)
    return part_value(lowering, layout, 0, at, condition);
  int inside = condition_make(lowering, condition, at->axis[axis], start, end), rest = ZERO_INDEX;
  Position there = *at;
  there.axis[axis] = index_affine(lowering, at->axis[axis], 1, -start);
  if (step > 1 && !index_divide(lowering, there.axis[axis], step, true, &there.axis[axis], &rest))
    return NO_STEP;
  inside = condition_make(lowering, inside, rest, 0, 1);
  if (count == 1) there.axis[axis] = ZERO_INDEX;
  int yes = part_value(lowering, layout, 1, &there, inside);
  if (inside == condition) return yes;
  int no = step > 1 ? part_value(lowering, layout, 0, at, condition)
                    : lower_base(lowering, layout, at, axis, start, end, condition);
  return choose(lowering, layout, inside, yes, no);
}

static int lower_select_scatter(Lowering *lowering, const Layout *layout, const Position *at, int condition) {
  int axis = (int)op_integer(layout->op, ATTRIBUTE_AXIS, 0);
  int64_t index = op_integer(layout->op, ATTRIBUTE_INDEX, 0);
  if (condition_known(lowering, at->axis[axis], index, index + 1) == 0)
    return part_value(lowering, layout, 0, at, condition);
  int inside = condition_make(lowering, condition, at->axis[axis], index, index + 1);
  Position there = position_zero(at->rank - 1);
  for (int i = 0; i < there.rank; i++)
    there.axis[i] = at->axis[i < axis ? i : i + 1];
  int yes = part_value(lowering, layout, 1, &there, inside);
  if (inside == condition) return yes;
  return choose(lowering, layout, inside, yes,
                lower_base(lowering, layout, at, axis, index, index + 1, condition));
}

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
static bool strided_place(Lowering *lowering, const Layout *layout, int address, const int64_t stride[],
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

static int lower_as_strided_scatter(Lowering *lowering, const Layout *layout, const Position *at,
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

// ---- repeat, rev, copies

static int lower_repeat(Lowering *lowering, const Layout *layout, const Position *at, int condition) {
  const Shape *shape = value_shape(lowering, layout->op->operands[0].value);
  Position there = position_zero(shape->rank);
  int missing = at->rank - shape->rank, times;
  for (int axis = 0; axis < shape->rank; axis++) {
    if (shape->size[axis] <= 1) continue;
    if (!index_divide(lowering, at->axis[axis + missing], shape->size[axis], true, &times, &there.axis[axis]))
      return NO_STEP;
  }
  return part_value(lowering, layout, 0, &there, condition);
}

static int lower_rev(Lowering *lowering, const Layout *layout, const Position *at, int condition) {
  const Attribute *axes = op_attribute(layout->op, ATTRIBUTE_AXES);
  Position there = *at;
  for (int k = 0; axes && k < axes->count; k++) {
    int axis = (int)axes->integer[k];
    int64_t size = value_shape(lowering, layout->value)->size[axis];
    there.axis[axis] = index_affine(lowering, at->axis[axis], -1, size - 1);
  }
  return part_value(lowering, layout, 0, &there, condition);
}

static int lower_copying_reshape(Lowering *lowering, const Layout *layout, const Position *at,
                                 int condition) {
  Position there;
  const Shape *from = value_shape(lowering, layout->value),
              *to = value_shape(lowering, layout->op->operands[0].value);
  if (!position_reshape(lowering, at, from, to, true, &there)) return NO_STEP;
  return part_value(lowering, layout, 0, &there, condition);
}

// The first half along an axis times the sigmoid of the second.
static int lower_glu(Lowering *lowering, const Layout *layout, const Position *at, int condition) {
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
  Layout layout = {op, result->producer, value, dtype_compute(result->dtype)};
  switch (op->code) {
    case OP_RESHAPE:
      return lower_copying_reshape(lowering, &layout, at, condition);
    case OP_CLONE:
      return part_value(lowering, &layout, 0, at, condition);
    case OP_CAT:
      return lower_cat(lowering, &layout, 0, 0, at, condition);
    case OP_PAD:
      return lower_pad(lowering, &layout, at, condition);
    case OP_SLICE_SCATTER:
      return lower_slice_scatter(lowering, &layout, at, condition);
    case OP_SELECT_SCATTER:
      return lower_select_scatter(lowering, &layout, at, condition);
    case OP_AS_STRIDED_SCATTER:
      return lower_as_strided_scatter(lowering, &layout, at, condition);
    case OP_REPEAT:
      return lower_repeat(lowering, &layout, at, condition);
    case OP_REV:
      return lower_rev(lowering, &layout, at, condition);
    case OP_GLU:
      return lower_glu(lowering, &layout, at, condition);
    default:
      return lowering_refuse(lowering, REASON_UNSUPPORTED, layout.op_index, NO_OP,
                             "no template takes %s (%s) yet", op->name, op_info(op->code)->name);
  }
}
