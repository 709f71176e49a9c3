// Views, and ops that move elements.
#include "random_maker.h"

#include <math.h>

// What only renames or moves elements keeps all that is known of them.
static void keep_like(Maker *maker, int value, Made like) {
  maker_keep(maker, value, like.most, like.exact, like.positive);
}

static void add_like(Maker *maker, OpCode code, Made a, const Attribute *attributes, int count) {
  OpParts parts = {
      .code = code, .values = &a.value, .value_count = 1, .attributes = attributes, .attribute_count = count};
  keep_like(maker, maker_op(maker, &parts), a);
}

static Made pick_ranked(Maker *maker) {
  return maker_pick(maker, &(Want){.kinds = KIND_ANY, .min_rank = 1});
}

// ---- views

static void make_permute(Maker *maker) {
  Made a = pick_ranked(maker);
  int rank = maker_shape(maker, a.value)->rank;
  int64_t axes[MAX_RANK];
  for (int i = 0; i < rank; i++) {
    int j = choose(maker->choices, i + 1);
    axes[i] = axes[j];
    axes[j] = i;
  }
  Attribute attribute = attribute_list(ATTRIBUTE_AXES, axes, rank);
  add_like(maker, OP_PERMUTE, a, &attribute, 1);
}

// A divisor of `size`: itself, 1, or one between.
static int64_t choose_divisor(Maker *maker, int64_t size) {
  static const int64_t primes[] = {2, 3, 5, 7, 13};
  int64_t factor = 1;
  for (int tries = choose(maker->choices, 5); tries > 0; tries--) {
    int64_t prime = primes[choose(maker->choices, 5)];
    if (size % (factor * prime) == 0) factor *= prime;
  }
  return choose(maker->choices, 2) ? size / factor : factor;
}

static void make_reshape(Maker *maker) {
  Made a = pick_ranked(maker);
  int64_t left = maker_elements(maker, a.value), shape[4];
  int rank = 0, most = 1 + choose(maker->choices, 4);
  if (left == 0) return;
  while (rank < most - 1) {
    shape[rank] = choose_divisor(maker, left);
    left /= shape[rank++];
  }
  shape[rank++] = left;
  Attribute attribute = attribute_list(ATTRIBUTE_SHAPE, shape, rank);
  add_like(maker, OP_RESHAPE, a, &attribute, 1);
}

// Neighbouring axes joined: the reshape that models do most.
static void make_flatten(Maker *maker) {
  Made a = pick_ranked(maker);
  Shape shape = *maker_shape(maker, a.value);
  if (shape.rank < 2) return;
  int axis = choose(maker->choices, shape.rank - 1);
  shape.size[axis] *= shape.size[axis + 1];
  for (int i = axis + 1; i + 1 < shape.rank; i++)
    shape.size[i] = shape.size[i + 1];
  Attribute attribute = attribute_list(ATTRIBUTE_SHAPE, shape.size, shape.rank - 1);
  add_like(maker, OP_RESHAPE, a, &attribute, 1);
}

static void make_unsqueeze(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY});
  int64_t rank = maker_shape(maker, a.value)->rank;
  if (rank > 4) return;
  int64_t axis = choose(maker->choices, (int)rank + 1);
  Attribute attribute = attribute_list(ATTRIBUTE_AXIS, &axis, 1);
  add_like(maker, OP_UNSQUEEZE, a, &attribute, 1);
}

static void make_squeeze(Maker *maker) {
  add_like(maker, OP_SQUEEZE, pick_ranked(maker), NULL, 0);
}

static void make_expand(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY});
  Shape shape = *maker_shape(maker, a.value);
  if (shape.rank < 5 && choose_rarely(maker->choices, 3)) {
    for (int i = shape.rank++; i > 0; i--)
      shape.size[i] = shape.size[i - 1];
    shape.size[0] = 1;
  }
  for (int i = 0; i < shape.rank; i++) {
    bool added = shape.rank > maker_shape(maker, a.value)->rank && i == 0;
    if (shape.size[i] == 1 && (added || choose(maker->choices, 2)))
      shape.size[i] = 2 + choose(maker->choices, 5);
  }
  if (!maker_fits(maker, (double)shape_elements(&shape))) return;
  Attribute attribute = attribute_list(ATTRIBUTE_SHAPE, shape.size, shape.rank);
  add_like(maker, OP_EXPAND, a, &attribute, 1);
}

typedef struct Range {
  int64_t axis, start, end, step;
  Attribute attributes[4]; // pointing at the above
} Range;

// A slice of an axis; false when the operand has no element.
static bool choose_range(Maker *maker, int value, Range *range) {
  range->axis = random_axis(maker, value);
  if (range->axis < 0) return false;
  int size = (int)maker_shape(maker, value)->size[range->axis];
  if (size == 0) return false;
  range->start = choose(maker->choices, size);
  range->end = size - choose(maker->choices, size - (int)range->start);
  range->step = 1 + (choose(maker->choices, 3) == 2);
  range->attributes[0] = attribute_list(ATTRIBUTE_AXIS, &range->axis, 1);
  range->attributes[1] = attribute_list(ATTRIBUTE_START, &range->start, 1);
  range->attributes[2] = attribute_list(ATTRIBUTE_END, &range->end, 1);
  range->attributes[3] = attribute_list(ATTRIBUTE_STEP, &range->step, 1);
  return true;
}

static void make_slice(Maker *maker) {
  Made a = pick_ranked(maker);
  Range range;
  if (choose_range(maker, a.value, &range)) add_like(maker, OP_SLICE, a, range.attributes, 4);
}

static void make_select(Maker *maker) {
  Made a = pick_ranked(maker);
  int64_t axis = random_axis(maker, a.value), size = maker_shape(maker, a.value)->size[axis];
  if (size == 0) return;
  int64_t index = choose(maker->choices, (int)size);
  if (choose_rarely(maker->choices, 4)) index -= size;
  Attribute attributes[] = {attribute_list(ATTRIBUTE_AXIS, &axis, 1),
                            attribute_list(ATTRIBUTE_INDEX, &index, 1)};
  add_like(maker, OP_SELECT, a, attributes, 2);
}

static void make_parts(Maker *maker) {
  Made a = pick_ranked(maker);
  int64_t axis = random_axis(maker, a.value), size = maker_shape(maker, a.value)->size[axis];
  bool unbinds = choose(maker->choices, 3) == 2;
  if (size == 0 || (unbinds && size > 4)) return;
  int64_t part = 1 + choose(maker->choices, (int)size), sizes[] = {part, size - part};
  bool two = choose(maker->choices, 2) || part * 4 < size; // or as many parts of one size as there are
  Attribute attributes[] = {attribute_list(ATTRIBUTE_AXIS, &axis, 1),
                            attribute_list(ATTRIBUTE_SIZES, sizes, two ? 2 : 1)};
  OpParts parts = {
      .code = unbinds ? OP_UNBIND : OP_SPLIT, .values = &a.value, .value_count = 1, .attributes = attributes};
  parts.attribute_count = unbinds ? 1 : 2;
  int first = maker_op(maker, &parts), results = (int)(unbinds ? size : two ? 2 : (size + part - 1) / part);
  for (int i = 0; first != NO_VALUE && i < results; i++)
    keep_like(maker, first + i, a); // results follow one another
}

// Overlapping windows over a plain vector.
static void make_as_strided(Maker *maker) {
  Shape vector = {1, {2 + choose(maker->choices, 40)}};
  Made a = maker_input(maker, maker_choose_dtype(maker, KIND_ANY), &vector, true);
  int64_t window = 1 + choose(maker->choices, (int)vector.size[0]), step = 1 + choose(maker->choices, 3),
          offset = choose(maker->choices, 2) && window > 1;
  window -= offset;
  int64_t count = (vector.size[0] - offset - window) / step + 1, shape[] = {count, window},
          stride[] = {step, 1};
  Attribute attributes[] = {attribute_list(ATTRIBUTE_SHAPE, shape, 2),
                            attribute_list(ATTRIBUTE_STRIDE, stride, 2),
                            attribute_list(ATTRIBUTE_OFFSET, &offset, 1)};
  if (maker_fits(maker, (double)count * (double)window)) add_like(maker, OP_AS_STRIDED, a, attributes, 3);
}

static void make_alias(Maker *maker) {
  add_like(maker, OP_ALIAS, maker_pick(maker, &(Want){.kinds = KIND_ANY}), NULL, 0);
}

static const MakeOp views[] = {make_permute, make_reshape, make_slice,      make_unsqueeze,
                               make_expand,  make_flatten, make_select,     make_parts,
                               make_squeeze, make_permute, make_as_strided, make_alias};
const MakeOps make_views = {views, sizeof views / sizeof *views};

// ---- layouts

static void make_clone(Maker *maker) {
  static const char *const layouts[] = {"contiguous", "preserve", "channels_last"};
  Attribute attribute = {.key = ATTRIBUTE_LAYOUT, .text = layouts[choose(maker->choices, 3)]};
  add_like(maker, OP_CLONE, maker_pick(maker, &(Want){.kinds = KIND_ANY}), &attribute, 1);
}

// Operands of one shape but along the axis: itself changed, a part of it, or another value.
static Made choose_part(Maker *maker, Made a, int64_t axis) {
  Shape shape = *maker_shape(maker, a.value);
  if (choose(maker->choices, 2) && maker_kind(maker, a.value) != KIND_BOOL)
    return (Made){maker_unary(maker, OP_NEG, a.value), maker_dtype(maker, a.value) == DTYPE_U8 ? 255 : a.most,
                  a.exact, false};
  shape.size[axis] = 1 + choose(maker->choices, 4);
  return maker_same_shape(maker, &shape, &(Want){.kinds = maker_kind(maker, a.value)});
}

static void make_cat(Maker *maker) {
  Made a = pick_ranked(maker), all = a;
  int64_t axis = random_axis(maker, a.value);
  int values[3] = {a.value}, count = 2 + choose_rarely(maker->choices, 3);
  if (!maker_fits(maker, 3.0 * (double)(maker_elements(maker, a.value) + 4))) return;
  for (int i = 1; i < count; i++) {
    Made part = choose_part(maker, a, axis);
    bool same = maker_dtype(maker, part.value) == maker_dtype(maker, a.value);
    values[i] = part.value;
    all = (Made){NO_VALUE, fmax(all.most, part.most), all.exact && part.exact && same,
                 all.positive && part.positive};
  }
  Attribute attribute = attribute_list(ATTRIBUTE_AXIS, &axis, 1);
  OpParts parts = {
      .code = OP_CAT, .values = values, .value_count = count, .attributes = &attribute, .attribute_count = 1};
  keep_like(maker, maker_op(maker, &parts), all);
}

// Low and high of the last axes, cropping here and there.
static void make_pad(Maker *maker) {
  Made a = pick_ranked(maker);
  const Shape *shape = maker_shape(maker, a.value);
  int axes = 1 + choose(maker->choices, shape->rank > 2 ? 3 : shape->rank);
  int64_t amounts[6];
  for (int i = 0; i < 2 * axes; i++) {
    amounts[i] = choose(maker->choices, 3);
    if (shape->size[shape->rank - 1 - i / 2] > 6 && choose_rarely(maker->choices, 4))
      amounts[i] = -amounts[i];
  }
  if (!maker_fits(maker, (double)(shape_elements(shape) + 4) * (axes > 1 ? 9 : 5))) return;
  double number = choose(maker->choices, 2) ? 1 : 0;
  Attribute attributes[] = {attribute_list(ATTRIBUTE_PAD, amounts, 2 * axes),
                            {.key = ATTRIBUTE_VALUE, .number = number}};
  OpParts parts = {
      .code = OP_PAD, .values = &a.value, .value_count = 1, .attributes = attributes, .attribute_count = 2};
  maker_keep(maker, maker_op(maker, &parts), fmax(a.most, 1), a.exact, false);
}

static void make_repeat(Maker *maker) {
  Made a = pick_ranked(maker);
  int64_t repeats[MAX_RANK];
  int rank = maker_shape(maker, a.value)->rank;
  if (!maker_fits(maker, 3.0 * (double)maker_elements(maker, a.value))) return;
  for (int i = 0; i < rank; i++)
    repeats[i] = 1;
  repeats[choose(maker->choices, rank)] = 2 + choose(maker->choices, 2);
  Attribute attribute = attribute_list(ATTRIBUTE_REPEATS, repeats, rank);
  add_like(maker, OP_REPEAT, a, &attribute, 1);
}

static void make_rev(Maker *maker) {
  Made a = pick_ranked(maker);
  int64_t axis = random_axis(maker, a.value);
  Attribute attribute = attribute_list(ATTRIBUTE_AXES, &axis, 1);
  add_like(maker, OP_REV, a, &attribute, 1);
}

// `a` with some elements replaced by those of a source of `shape`.
static void replace(Maker *maker, OpCode code, Made a, const Shape *shape, const Attribute *attributes,
                    int count) {
  Made source = maker_same_shape(maker, shape, &(Want){.kinds = maker_kind(maker, a.value)});
  if (maker_dtype(maker, source.value) != maker_dtype(maker, a.value))
    source = maker_input(maker, maker_dtype(maker, a.value), shape, false);
  OpParts parts = {
      .code = code, .values = (int[]){a.value, source.value}, .value_count = 2, .attributes = attributes};
  parts.attribute_count = count;
  maker_keep(maker, maker_op(maker, &parts), fmax(a.most, source.most), a.exact && source.exact,
             a.positive && source.positive);
}

static void make_slice_scatter(Maker *maker) {
  Made a = pick_ranked(maker);
  Range range;
  Shape shape = *maker_shape(maker, a.value);
  if (!choose_range(maker, a.value, &range)) return;
  shape.size[range.axis] = (range.end - range.start + range.step - 1) / range.step;
  replace(maker, OP_SLICE_SCATTER, a, &shape, range.attributes, 4);
}

static void make_select_scatter(Maker *maker) {
  Made a = pick_ranked(maker);
  Shape shape = *maker_shape(maker, a.value);
  int64_t axis = random_axis(maker, a.value);
  if (shape.size[axis] == 0) return;
  int64_t index = choose(maker->choices, (int)shape.size[axis]);
  for (int i = (int)axis; i + 1 < shape.rank; i++)
    shape.size[i] = shape.size[i + 1];
  shape.rank--;
  Attribute attributes[] = {attribute_list(ATTRIBUTE_AXIS, &axis, 1),
                            attribute_list(ATTRIBUTE_INDEX, &index, 1)};
  replace(maker, OP_SELECT_SCATTER, a, &shape, attributes, 2);
}

static void make_strided_scatter(Maker *maker) {
  Shape into = {2, {1 + choose(maker->choices, 8), 1 + choose(maker->choices, 8)}};
  Made a = maker_input(maker, maker_choose_dtype(maker, KIND_ANY), &into, true);
  Shape shape = {
      2, {1 + choose(maker->choices, (int)into.size[0]), 1 + choose(maker->choices, (int)into.size[1])}};
  int64_t stride[] = {into.size[1], 1}, offset = into.size[1] - shape.size[1];
  Attribute attributes[] = {attribute_list(ATTRIBUTE_SHAPE, shape.size, 2),
                            attribute_list(ATTRIBUTE_STRIDE, stride, 2),
                            attribute_list(ATTRIBUTE_OFFSET, &offset, 1)};
  replace(maker, OP_AS_STRIDED_SCATTER, a, &shape, attributes, 3);
}

// One half of an axis times the sigmoid of the other.
static void make_glu(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .min_rank = 1});
  int64_t axis = random_axis(maker, a.value);
  Attribute attribute = attribute_list(ATTRIBUTE_AXIS, &axis, 1);
  OpParts parts = {
      .code = OP_GLU, .values = &a.value, .value_count = 1, .attributes = &attribute, .attribute_count = 1};
  maker_keep(maker, maker_op(maker, &parts), a.most, false, false); // refused for odd sizes
}

static const MakeOp layouts[] = {make_glu,
                                 make_clone,
                                 make_cat,
                                 make_pad,
                                 make_repeat,
                                 make_rev,
                                 make_slice_scatter,
                                 make_cat,
                                 make_select_scatter,
                                 make_strided_scatter};
const MakeOps make_layouts = {layouts, sizeof layouts / sizeof *layouts};
