// Pooling: the elements of a window, one after another, each where its place is inside the image. Backward,
// an image element gathers from the windows that cover it, so that nothing is written twice.
#include <math.h>

#include "kernel/lower/lowering.h"

enum { WINDOW_AXES = 3, WINDOW_MOST = 64 }; // more elements would unroll into too much code

typedef struct Window {
  const Op *op;
  int op_index, value;
  DType dtype; // compute type of the result
  int axes;    // the last ones of image and output
  int rank;
  int64_t kernel[WINDOW_AXES], stride[WINDOW_AXES], padding[WINDOW_AXES], dilation[WINDOW_AXES];
  int64_t image[WINDOW_AXES], output[WINDOW_AXES];
} Window;

// Entry `axis` of a list; the last stands for missing ones, `otherwise` for an absent or empty list.
static int64_t entry(const Op *op, AttributeKey key, int axis, int64_t otherwise) {
  const Attribute *list = op_attribute(op, key);
  if (!list || list->count == 0) return otherwise;
  return list->integer[axis < list->count ? axis : list->count - 1];
}

static const Shape *shape_of(const Lowering *lowering, int value) {
  return &lowering_value(lowering, value)->shape;
}

static Window window_make(const Lowering *lowering, const Op *op, int value) {
  const Attribute *kernel = op_attribute(op, ATTRIBUTE_KERNEL);
  const Value *result = lowering_value(lowering, value);
  Window window = {
      .op = op, .op_index = result->producer, .value = value, .dtype = dtype_compute(result->dtype)};
  bool backward = op->code == OP_MAX_POOL_BACKWARD || op->code == OP_AVG_POOL_BACKWARD;
  const Shape *first = shape_of(lowering, op->operands[0].value);
  const Shape *image = backward ? &result->shape : first, *output = backward ? first : &result->shape;
  window.rank = result->shape.rank;
  window.axes = kernel ? kernel->count : 0;
  for (int i = 0; i < window.axes && i < WINDOW_AXES && window.axes <= window.rank; i++) {
    int axis = window.rank - window.axes + i;
    window.kernel[i] = kernel->integer[i];
    window.stride[i] = entry(op, ATTRIBUTE_STRIDE, i, kernel->integer[i]);
    window.padding[i] = entry(op, ATTRIBUTE_PADDING, i, 0);
    window.dilation[i] = entry(op, ATTRIBUTE_DILATION, i, 1);
    window.image[i] = op->code == OP_POOL_INDICES ? entry(op, ATTRIBUTE_SHAPE, i, 1) : image->size[axis];
    window.output[i] = output->size[axis];
  }
  return window;
}

// Adaptive pooling whose sizes divide evenly is pooling with windows that touch.
static bool window_make_adaptive(const Lowering *lowering, const Op *op, int value, Window *window) {
  const Value *result = lowering_value(lowering, value);
  const Shape *first = shape_of(lowering, op->operands[0].value);
  bool backward = op->code == OP_ADAPTIVE_AVG_POOL_BACKWARD;
  *window =
      (Window){.op = op, .op_index = result->producer, .value = value, .dtype = dtype_compute(result->dtype)};
  window->rank = result->shape.rank;
  window->axes = 2;
  for (int i = 0; i < 2; i++) {
    int axis = window->rank - 2 + i;
    window->image[i] = backward ? result->shape.size[axis] : first->size[axis];
    window->output[i] = backward ? first->size[axis] : result->shape.size[axis];
    if (window->output[i] == 0 || window->image[i] % window->output[i] != 0) return false;
    window->kernel[i] = window->stride[i] = window->image[i] / window->output[i];
    window->dilation[i] = 1;
  }
  return true;
}

static int refuse_window(Lowering *lowering, const Window *window, const char *why) {
  return lowering_refuse(lowering, REASON_UNSUPPORTED, window->op_index, NO_OP,
                         "no template takes %s (%s) yet: %s", window->op->name,
                         op_info(window->op->code)->name, why);
}

static int64_t window_elements(const Window *window) {
  int64_t elements = 1;
  for (int i = 0; i < window->axes; i++)
    elements *= window->kernel[i];
  return elements;
}

static int compute(Lowering *lowering, const Window *window, OpCode code, DType dtype, int a, int b) {
  return step_compute(lowering, window->op_index, window->value, code, dtype, (int[]){a, b}, 2);
}

static int integer(Lowering *lowering, int64_t number) {
  return step_number(lowering, DTYPE_I64, 0, number);
}

// ---- forward

// Where element `offset` (row order) of the window at `at` lies in the image; *inside: the condition that it
// does.
static Position element_place(Lowering *lowering, const Window *window, const Position *at, int64_t offset,
                              int condition, int *inside) {
  Position there = *at;
  *inside = condition;
  for (int i = window->axes - 1; i >= 0; i--) {
    int axis = window->rank - window->axes + i;
    int64_t place = offset % window->kernel[i] * window->dilation[i] - window->padding[i];
    there.axis[axis] = index_affine(lowering, at->axis[axis], window->stride[i], place);
    *inside = condition_make(lowering, *inside, there.axis[axis], 0, window->image[i]);
    if (window->image[i] == 1) there.axis[axis] = ZERO_INDEX;
    offset /= window->kernel[i];
  }
  return there;
}

// An element of the window, `outside` where it is in the padding.
static int element_value(Lowering *lowering, const Window *window, const Position *at, int64_t offset,
                         double outside, int condition) {
  int inside;
  Position there = element_place(lowering, window, at, offset, condition, &inside);
  int value = step_convert(lowering, lower_value(lowering, window->op->operands[0].value, &there, inside),
                           window->dtype);
  if (inside == condition || lowering->stopped) return value;
  int other = step_convert(lowering, step_number(lowering, DTYPE_F64, outside, 0), window->dtype);
  return step_choose(lowering, window->op_index, window->value, window->dtype, inside, value, other);
}

// Along one axis, the first offset that is inside of the image.
static int first_inside(Lowering *lowering, const Window *window, int axis, const Position *at,
                        int64_t offset) {
  int index = index_affine(lowering, at->axis[window->rank - window->axes + axis], window->stride[axis],
                           offset * window->dilation[axis] - window->padding[axis]);
  if (offset + 1 >= window->kernel[axis] || condition_known(lowering, index, 0, window->image[axis]) == 1)
    return integer(lowering, offset);
  int inside = condition_make(lowering, NO_CONDITION, index, 0, window->image[axis]);
  return step_choose(lowering, window->op_index, window->value, DTYPE_I64, inside, integer(lowering, offset),
                     first_inside(lowering, window, axis, at, offset + 1));
}

static int first_offset(Lowering *lowering, const Window *window, const Position *at) {
  int sum = integer(lowering, 0);
  int64_t step = 1;
  for (int i = window->axes - 1; i >= 0; i--) {
    int scaled = compute(lowering, window, OP_MUL, DTYPE_I64, first_inside(lowering, window, i, at, 0),
                         integer(lowering, step));
    sum = i == window->axes - 1 ? scaled : compute(lowering, window, OP_ADD, DTYPE_I64, sum, scaled);
    step *= window->kernel[i];
  }
  return sum;
}

// The first of equals wins, and the last NaN, as PyTorch compares.
static int lower_max_pool(Lowering *lowering, Window *window, const Position *at, int condition) {
  bool wants_offset = lowering_value(lowering, window->value)->result == 1;
  int64_t elements = window_elements(window);
  window->dtype = dtype_compute(lowering_value(lowering, window->op->operands[0].value)->dtype);
  int best = element_value(lowering, window, at, 0, -INFINITY, condition);
  int offset = wants_offset ? first_offset(lowering, window, at) : NO_STEP;
  for (int64_t i = 1; i < elements && !lowering->stopped; i++) {
    int element = element_value(lowering, window, at, i, -INFINITY, condition);
    if (wants_offset) {
      int larger = compute(lowering, window, OP_GT, DTYPE_BOOL, element, best);
      int strange =
          step_compute(lowering, window->op_index, window->value, OP_ISNAN, DTYPE_BOOL, &element, 1);
      int taken = compute(lowering, window, OP_LOGICAL_OR, DTYPE_BOOL, larger, strange);
      offset = step_compute(lowering, window->op_index, window->value, OP_WHERE, DTYPE_I64,
                            (int[]){taken, integer(lowering, i), offset}, 3);
    }
    best = compute(lowering, window, OP_MAXIMUM, window->dtype, best, element);
  }
  return wants_offset ? offset : best;
}

static bool counts_padding(const Op *op) {
  return !op_attribute(op, ATTRIBUTE_COUNT_PADDING) || op_flag(op, ATTRIBUTE_COUNT_PADDING);
}

// Elements of the window along one axis that count, as a step; `start` is the index of its first place.
// NO_STEP: always `kernel`.
static int counted_along(Lowering *lowering, const Window *window, int axis, int start, bool padding) {
  const IndexEntry *range = &lowering->indices.data[start];
  int64_t last = window->image[axis] + (padding ? window->padding[axis] : 0), kernel = window->kernel[axis];
  bool ends = range->high + kernel > last, starts = !padding && range->low < 0;
  if (!ends && !starts) return NO_STEP;
  int from = step_index(lowering, NO_OP, NO_VALUE, start);
  int to = compute(lowering, window, OP_MINIMUM, DTYPE_I64,
                   step_index(lowering, NO_OP, NO_VALUE, index_affine(lowering, start, 1, kernel)),
                   integer(lowering, last));
  if (starts) from = compute(lowering, window, OP_MAXIMUM, DTYPE_I64, from, integer(lowering, 0));
  return compute(lowering, window, OP_SUB, DTYPE_I64, to, from);
}

// `sum` over what the window at `at` (a place in the output) is divided by.
static int divide_by_count(Lowering *lowering, const Window *window, const Position *at, int sum) {
  int64_t divisor = op_integer(window->op, ATTRIBUTE_DIVISOR, 0), constant = 1;
  int count = NO_STEP;
  for (int i = 0; i < window->axes && divisor == 0; i++) {
    int start = index_affine(lowering, at->axis[window->rank - window->axes + i], window->stride[i],
                             -window->padding[i]);
    int along = counted_along(lowering, window, i, start, counts_padding(window->op));
    if (along == NO_STEP)
      constant *= window->kernel[i];
    else
      count = count == NO_STEP ? along : compute(lowering, window, OP_MUL, DTYPE_I64, count, along);
  }
  if (divisor != 0) constant = divisor;
  int scale =
      step_convert(lowering, step_number(lowering, DTYPE_F64, 1 / (double)constant, 0), window->dtype);
  int scaled = compute(lowering, window, OP_MUL, window->dtype, sum, scale);
  if (count == NO_STEP) return scaled;
  return compute(lowering, window, OP_DIV, window->dtype, scaled,
                 step_convert(lowering, count, window->dtype));
}

static int lower_avg_pool(Lowering *lowering, const Window *window, const Position *at, int condition) {
  int64_t elements = window_elements(window);
  int sum = element_value(lowering, window, at, 0, 0, condition);
  for (int64_t i = 1; i < elements && !lowering->stopped; i++)
    sum = compute(lowering, window, OP_ADD, window->dtype, sum,
                  element_value(lowering, window, at, i, 0, condition));
  return divide_by_count(lowering, window, at, sum);
}

// Positions in windows to positions in the image: index arithmetic on the offsets.
static int lower_pool_indices(Lowering *lowering, const Window *window, const Position *at, int condition) {
  int offset =
      step_convert(lowering, lower_value(lowering, window->op->operands[0].value, at, condition), DTYPE_I64);
  int start = ZERO_INDEX, sum = NO_STEP;
  int64_t step = 1;
  for (int i = window->axes - 1; i >= 0 && !lowering->stopped; i--) {
    int axis = window->rank - window->axes + i;
    start = index_add(
        lowering, start,
        index_affine(lowering, at->axis[axis], window->stride[i] * step, -window->padding[i] * step));
    int digit =
        compute(lowering, window, OP_REMAINDER, DTYPE_I64, offset, integer(lowering, window->kernel[i]));
    int place =
        compute(lowering, window, OP_MUL, DTYPE_I64, digit, integer(lowering, window->dilation[i] * step));
    sum = sum == NO_STEP ? place : compute(lowering, window, OP_ADD, DTYPE_I64, sum, place);
    offset = compute(lowering, window, OP_DIV_FLOOR, DTYPE_I64, offset, integer(lowering, window->kernel[i]));
    step *= window->image[i];
  }
  return compute(lowering, window, OP_ADD, DTYPE_I64, sum, step_index(lowering, NO_OP, NO_VALUE, start));
}

// ---- backward

// The windows that may cover an image element, along one axis: place / stride, minus 0 .. reach - 1.
static int64_t window_reach(const Window *window, int axis) {
  return ((window->kernel[axis] - 1) * window->dilation[axis]) / window->stride[axis] + 1;
}

// The `back`-th window (row order over the reaches) before the last one that starts at or before the element,
// and the element's offset in it (row order, without dilation).
static Position covering_window(Lowering *lowering, const Window *window, const Position *at, int64_t back,
                                int condition, int *inside, int *offset) {
  Position there = *at;
  int64_t step = 1;
  *inside = condition;
  *offset = ZERO_INDEX;
  for (int i = window->axes - 1; i >= 0; i--) {
    int axis = window->rank - window->axes + i, last, rest;
    int64_t reach = window_reach(window, i), skip = back % reach;
    int place = index_affine(lowering, at->axis[axis], 1, window->padding[i]);
    index_divide_freely(lowering, place, window->stride[i], &last, &rest);
    there.axis[axis] = index_affine(lowering, last, 1, -skip);
    *inside = condition_make(lowering, *inside, there.axis[axis], 0, window->output[i]);
    int64_t room = (window->kernel[i] - 1) * window->dilation[i] + 1 - skip * window->stride[i];
    if (room < window->stride[i]) *inside = condition_make(lowering, *inside, rest, 0, room);
    if (window->output[i] == 1) there.axis[axis] = ZERO_INDEX;
    *offset =
        index_add(lowering, *offset, index_affine(lowering, rest, step, skip * window->stride[i] * step));
    step *= window->kernel[i];
    back /= reach;
  }
  return there;
}

// The offsets of maxima in their windows, when those become the positions that the op takes in this kernel,
// by the same windows: each tells as much as its position, without arithmetic. Else NO_VALUE.
static int window_offsets(Lowering *lowering, const Window *window) {
  int index = window->op->operands[2].value, producer = lowering_value(lowering, index)->producer;
  if (producer == NO_OP || !lowering_member(lowering, producer)) return NO_VALUE;
  const Op *op = &lowering->graph->ops[producer];
  if (op->code != OP_POOL_INDICES) return NO_VALUE;
  Window made = window_make(lowering, op, index);
  if (made.axes != window->axes) return NO_VALUE;
  for (int i = 0; i < window->axes; i++)
    if (window->dilation[i] != 1 || made.dilation[i] != 1 || made.kernel[i] != window->kernel[i] ||
        made.stride[i] != window->stride[i] || made.padding[i] != window->padding[i] ||
        made.image[i] != window->image[i])
      return NO_VALUE;
  return op->operands[0].value;
}

static int own_position(Lowering *lowering, const Window *window, const Position *at) {
  Position image = position_zero(window->axes);
  Shape shape = {.rank = window->axes};
  for (int i = 0; i < window->axes; i++) {
    image.axis[i] = at->axis[window->rank - window->axes + i];
    shape.size[i] = window->image[i];
  }
  return position_linear(lowering, &image, &shape);
}

// The gradient of a window where its maximum was this element, which has this offset in it, else 0.
static int max_share(Lowering *lowering, const Window *window, const Position *at, const Position *there,
                     int inside, int offset) {
  int offsets = window_offsets(lowering, window);
  int places = offsets == NO_VALUE ? window->op->operands[2].value : offsets;
  int place = offsets == NO_VALUE ? own_position(lowering, window, at) : offset;
  int own = step_index(lowering, NO_OP, NO_VALUE, place);
  int index = step_convert(lowering, lower_value(lowering, places, there, inside), DTYPE_I64);
  int gradient = step_convert(lowering, lower_value(lowering, window->op->operands[0].value, there, inside),
                              window->dtype);
  int here = compute(lowering, window, OP_EQ, DTYPE_BOOL, index, own);
  int zero = step_convert(lowering, integer(lowering, 0), window->dtype);
  return step_compute(lowering, window->op_index, window->value, OP_WHERE, window->dtype,
                      (int[]){here, gradient, zero}, 3);
}

static int average_share(Lowering *lowering, const Window *window, const Position *there, int inside) {
  int gradient = step_convert(lowering, lower_value(lowering, window->op->operands[0].value, there, inside),
                              window->dtype);
  return divide_by_count(lowering, window, there, gradient);
}

static int lower_pool_backward(Lowering *lowering, const Window *window, const Position *at, int condition) {
  int64_t windows = 1;
  int sum = NO_STEP;
  for (int i = 0; i < window->axes; i++)
    windows *= window_reach(window, i);
  if (windows > WINDOW_MOST) return refuse_window(lowering, window, "too many windows cover one element");
  for (int64_t back = 0; back < windows && !lowering->stopped; back++) {
    int inside, offset;
    Position there = covering_window(lowering, window, at, back, condition, &inside, &offset);
    int share = window->op->code == OP_MAX_POOL_BACKWARD
                    ? max_share(lowering, window, at, &there, inside, offset)
                    : average_share(lowering, window, &there, inside);
    int zero = step_convert(lowering, integer(lowering, 0), window->dtype);
    if (inside != condition)
      share = step_choose(lowering, window->op_index, window->value, window->dtype, inside, share, zero);
    sum = sum == NO_STEP ? share : compute(lowering, window, OP_ADD, window->dtype, sum, share);
  }
  return sum;
}

int lower_window(Lowering *lowering, const Op *op, int value, const Position *at, int condition) {
  bool adaptive = op->code == OP_ADAPTIVE_AVG_POOL || op->code == OP_ADAPTIVE_AVG_POOL_BACKWARD;
  Window window;
  if (!adaptive)
    window = window_make(lowering, op, value);
  else if (!window_make_adaptive(lowering, op, value, &window))
    return refuse_window(lowering, &window, "its windows have different sizes");
  if (window.axes < 1 || window.axes > WINDOW_AXES || window.axes > window.rank)
    return refuse_window(lowering, &window, "its windows have no or too many axes");
  switch (op->code) {
    case OP_POOL_INDICES:
      return lower_pool_indices(lowering, &window, at, condition);
    case OP_MAX_POOL_BACKWARD:
    case OP_AVG_POOL_BACKWARD:
    case OP_ADAPTIVE_AVG_POOL_BACKWARD:
      return lower_pool_backward(lowering, &window, at, condition);
    default:
      break;
  }
  if (window_elements(&window) > WINDOW_MOST)
    return refuse_window(lowering, &window, "its windows have more than 64 elements");
  return op->code == OP_MAX_POOL ? lower_max_pool(lowering, &window, at, condition)
                                 : lower_avg_pool(lowering, &window, at, condition);
}
