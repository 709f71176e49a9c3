// Graphs of random ops over small tensors.
#include "random_graph.h"

#include <stdio.h>

#include "base/random.h"
#include "check.h"
#include "graph/core/builder.h"

enum { MOST_ELEMENTS = 600 };

typedef struct Maker {
  GraphBuilder *builder;
  Random random;
  int floats[64], float_count; // values to build on
  int integers;                // an i64 input with values in [0, 2)
  int ops;
} Maker;

static int below(Maker *maker, int bound) {
  return (int)random_below(&maker->random, (uint64_t)bound);
}

static const Shape *shape_of(Maker *maker, int value) {
  return &builder_value(maker->builder, value)->shape;
}

static int pick(Maker *maker) {
  return maker->floats[below(maker, maker->float_count)];
}

static int add(Maker *maker, OpCode code, const int *values, int value_count, const Attribute *attributes,
               int attribute_count) {
  char name[32];
  Operand operands[4] = {0};
  Status status = {0};
  snprintf(name, sizeof name, "o%d", maker->ops++);
  for (int i = 0; i < value_count; i++)
    operands[i].value = values[i];
  OpSpec spec = {.name = name,
                 .code = code,
                 .operands = operands,
                 .operand_count = value_count,
                 .attributes = attributes,
                 .attribute_count = attribute_count,
                 .mutates = -1};
  int op = builder_op(maker->builder, &spec, &status);
  if (op == NO_OP) fail_msg("%s", status.message);
  return builder_result(maker->builder, op, 0);
}

static Attribute list(AttributeKey key, const int64_t *integers, int count) {
  return (Attribute){.key = key, .count = count, .integer = integers};
}

// ---- one random op each; the result is a float value, or the operand itself where the op makes no sense for
// it

static int make_unary(Maker *maker, int a) {
  static const OpCode codes[] = {OP_NEG, OP_ABS, OP_RELU, OP_TANH, OP_SIGMOID};
  return builder_unary(maker->builder, codes[below(maker, 5)], a);
}

// Broadcasts need axes that agree from the end.
static bool agrees(const Shape *a, const Shape *b) {
  for (int i = 1; i <= a->rank && i <= b->rank; i++) {
    int64_t x = a->size[a->rank - i], y = b->size[b->rank - i];
    if (x != y && x != 1 && y != 1) return false;
  }
  return true;
}

static int make_binary(Maker *maker, int a) {
  static const OpCode codes[] = {OP_ADD, OP_SUB, OP_MUL, OP_MAXIMUM};
  int b = pick(maker);
  for (int tries = 0; tries < 4 && !agrees(shape_of(maker, a), shape_of(maker, b)); tries++)
    b = pick(maker);
  if (!agrees(shape_of(maker, a), shape_of(maker, b))) b = a;
  return builder_binary(maker->builder, codes[below(maker, 4)], a, b);
}

static int make_permute(Maker *maker, int a) {
  int rank = shape_of(maker, a)->rank;
  int64_t axes[MAX_RANK];
  for (int i = 0; i < rank; i++) {
    int j = below(maker, i + 1);
    axes[i] = axes[j];
    axes[j] = i;
  }
  Attribute attribute = list(ATTRIBUTE_AXES, axes, rank);
  return add(maker, OP_PERMUTE, &a, 1, &attribute, 1);
}

// A random factorization of the element count.
static int make_reshape(Maker *maker, int a) {
  int64_t left = shape_elements(shape_of(maker, a)), sizes[4];
  int rank = 0;
  while (rank < 3 && left > 1) {
    int64_t factor = 1;
    for (int tries = 0; tries < 3; tries++) {
      int64_t wanted = 2 + below(maker, 5);
      if (left % (factor * wanted) == 0) factor *= wanted;
    }
    sizes[rank++] = factor;
    left /= factor;
  }
  sizes[rank++] = left;
  Attribute attribute = list(ATTRIBUTE_SHAPE, sizes, rank);
  return add(maker, OP_RESHAPE, &a, 1, &attribute, 1);
}

static int random_axis(Maker *maker, int a) {
  return below(maker, shape_of(maker, a)->rank);
}

static int make_slice(Maker *maker, int a) {
  int64_t axis = random_axis(maker, a), size = shape_of(maker, a)->size[axis];
  int64_t start = below(maker, (int)size), end = start + 1 + below(maker, (int)(size - start)),
          step = 1 + below(maker, 2);
  Attribute attributes[] = {list(ATTRIBUTE_AXIS, &axis, 1), list(ATTRIBUTE_START, &start, 1),
                            list(ATTRIBUTE_END, &end, 1), list(ATTRIBUTE_STEP, &step, 1)};
  return add(maker, OP_SLICE, &a, 1, attributes, 4);
}

static int make_cat(Maker *maker, int a) {
  int64_t axis = random_axis(maker, a);
  if (shape_elements(shape_of(maker, a)) * 2 > MOST_ELEMENTS) return a;
  int values[] = {a, builder_unary(maker->builder, OP_NEG, a)};
  Attribute attribute = list(ATTRIBUTE_AXIS, &axis, 1);
  return add(maker, OP_CAT, values, 2, &attribute, 1);
}

static int make_pad(Maker *maker, int a) {
  int64_t amounts[4];
  for (int i = 0; i < 4; i++)
    amounts[i] = below(maker, 3);
  amounts[3]--;
  const Shape *shape = shape_of(maker, a);
  int count = shape->rank > 1 && shape->size[shape->rank - 2] > 1 ? 4 : 2;
  if (shape_elements(shape) * 3 > MOST_ELEMENTS) return a;
  Attribute attributes[] = {list(ATTRIBUTE_PAD, amounts, count), {.key = ATTRIBUTE_VALUE, .number = 0.25}};
  return add(maker, OP_PAD, &a, 1, attributes, 2);
}

static int make_rev(Maker *maker, int a) {
  int64_t axis = random_axis(maker, a);
  Attribute attribute = list(ATTRIBUTE_AXES, &axis, 1);
  return add(maker, OP_REV, &a, 1, &attribute, 1);
}

static int make_repeat(Maker *maker, int a) {
  const Shape *shape = shape_of(maker, a);
  int64_t repeats[MAX_RANK];
  if (shape_elements(shape) * 2 > MOST_ELEMENTS) return a;
  for (int axis = 0; axis < shape->rank; axis++)
    repeats[axis] = 1;
  repeats[random_axis(maker, a)] = 2;
  Attribute attribute = list(ATTRIBUTE_REPEATS, repeats, shape->rank);
  return add(maker, OP_REPEAT, &a, 1, &attribute, 1);
}

static int make_clone(Maker *maker, int a) {
  Attribute attribute = {.key = ATTRIBUTE_LAYOUT, .text = "contiguous"};
  return add(maker, OP_CLONE, &a, 1, &attribute, 1);
}

static int make_reduce(Maker *maker, int a) {
  static const OpCode codes[] = {OP_SUM, OP_MEAN, OP_AMAX, OP_AMIN, OP_VAR, OP_PREPARE_SOFTMAX, OP_MAX_DIM};
  OpCode code = codes[below(maker, 7)];
  int rank = shape_of(maker, a)->rank, axes[2] = {random_axis(maker, a), 0};
  int64_t axis = axes[0], correction = 0;
  Attribute attributes[] = {list(ATTRIBUTE_AXES, &axis, 1),
                            {.key = ATTRIBUTE_CORRECTION, .count = 1, .integer = &correction}};
  if (code == OP_PREPARE_SOFTMAX || code == OP_MAX_DIM) return add(maker, code, &a, 1, attributes, 1);
  if (code == OP_VAR) return add(maker, code, &a, 1, attributes, 2);
  axes[1] = (axes[0] + 1) % rank;
  int axis_count = rank > 1 ? 1 + below(maker, 2) : 1;
  return builder_reduce(maker->builder, code, a, axes, axis_count, below(maker, 2));
}

// A normalization along one axis: what should always stay in one kernel.
static int make_centered(Maker *maker, int a) {
  int axis = random_axis(maker, a);
  int mean = builder_reduce(maker->builder, OP_MEAN, a, &axis, 1, true);
  return builder_binary(maker->builder, OP_SUB, a, mean);
}

static int make_index(Maker *maker, int a) {
  const Shape *shape = shape_of(maker, a);
  if (shape->size[0] < 2 || shape_elements(shape) * 3 > MOST_ELEMENTS) return a;
  return add(maker, OP_INDEX, (int[]){a, maker->integers}, 2, NULL, 0);
}

static int make_where(Maker *maker, int a) {
  int mask = builder_scalar(maker->builder, OP_GT, a, 0.1),
      other = builder_scalar(maker->builder, OP_MUL, a, 0.5);
  return add(maker, OP_WHERE, (int[]){mask, a, other}, 3, NULL, 0);
}

Graph *random_graph(uint64_t seed) {
  typedef int (*Make)(Maker * maker, int a);
  static const Make makes[] = {make_unary, make_binary, make_binary, make_permute,  make_reshape,
                               make_slice, make_cat,    make_pad,    make_rev,      make_repeat,
                               make_clone, make_reduce, make_reduce, make_centered, make_index,
                               make_where, make_unary};
  static const int64_t sizes[][3] = {{4, 6, 5}, {2, 12, 3}, {6, 1, 8}, {3, 4, 4}};
  Maker maker = {.builder = builder_new("random", "test"), .random = {seed}};
  const int64_t *size = sizes[below(&maker, 4)];
  Shape shape = {3, {size[0], size[1], size[2]}}, row = {1, {size[2]}}, three = {1, {3}};
  int64_t channels_last[] = {size[1] * size[2], 1, size[1]};
  maker.floats[maker.float_count++] = builder_input(maker.builder, "x", DTYPE_F32, &shape, NULL, NULL);
  maker.floats[maker.float_count++] =
      builder_input(maker.builder, "c", DTYPE_F32, &shape, channels_last, NULL);
  maker.floats[maker.float_count++] = builder_input(maker.builder, "w", DTYPE_F32, &row, NULL, NULL);
  maker.integers = builder_input(maker.builder, "i", DTYPE_I64, &three, NULL, NULL);
  for (int i = 0; i < 14; i++) {
    int a = below(&maker, 2) ? maker.floats[maker.float_count - 1] : pick(&maker);
    if (shape_of(&maker, a)->rank == 0) a = maker.floats[0];
    int made = makes[below(&maker, sizeof makes / sizeof makes[0])](&maker, a);
    if (made != a) maker.floats[maker.float_count++] = made;
  }
  builder_output(maker.builder, maker.floats[maker.float_count - 1]);
  builder_output(maker.builder, pick(&maker));
  Status status = {0};
  Graph *graph = builder_finish(maker.builder, &status);
  if (!graph) fail_msg("%s", status.message);
  return graph;
}
