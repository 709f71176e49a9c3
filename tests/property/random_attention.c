// Attention by plain ops: a product, a softmax of its rows, and a second product.
#include "random_maker.h"

#include <math.h>

enum {
  LARGER = 6, // so many times the elements of other tensors
};

static const int64_t row_sizes[] = {8, 64, 33, 130, 2, 200, 70};
static const int64_t key_sizes[] = {16, 136, 8, 72, 264, 128};
static const int64_t width_sizes[] = {64, 64, 128, 64, 40}; // the last one has no kernel

#define CHOOSE(maker, list) (list)[choose((maker)->choices, sizeof(list) / sizeof *(list))]

static int turn(Maker *maker, int value) {
  static const int64_t axes[] = {0, 2, 1};
  Attribute attribute = attribute_list(ATTRIBUTE_AXES, axes, 3);
  OpParts parts = {
      .code = OP_PERMUTE, .values = &value, .value_count = 1, .attributes = &attribute, .attribute_count = 1};
  return maker_op(maker, &parts);
}

static int over_keys(Maker *maker, OpCode code, int value) {
  static const int64_t axis = 2, keep = 1;
  Attribute attributes[] = {attribute_list(ATTRIBUTE_AXES, &axis, 1),
                            attribute_list(ATTRIBUTE_KEEP, &keep, 1)};
  OpParts parts = {
      .code = code, .values = &value, .value_count = 1, .attributes = attributes, .attribute_count = 2};
  return maker_op(maker, &parts);
}

static int numbers(Maker *maker, int64_t rows, int64_t keys) {
  int64_t size[] = {rows, keys}, dtype = DTYPE_I64;
  Attribute attributes[] = {attribute_list(ATTRIBUTE_SHAPE, size, 2),
                            attribute_list(ATTRIBUTE_DTYPE, &dtype, 1)};
  return maker_op(maker, &(OpParts){.code = OP_IOTA, .attributes = attributes, .attribute_count = 2});
}

// The keys up to the number of the row: each row has one at least.
static int band(Maker *maker, int scores) {
  const Shape *shape = maker_shape(maker, scores);
  int64_t rows = shape->size[1], keys = shape->size[2];
  int row = numbers(maker, rows, 1), key = numbers(maker, 1, keys);
  int seen =
      choose(maker->choices, 2) ? maker_binary(maker, OP_GE, row, key) : maker_binary(maker, OP_LE, key, row);
  Operand operands[] = {
      {.value = seen}, {.value = scores}, {.value = NO_VALUE, .is_number = true, .number = -INFINITY}};
  return maker_op(maker, &(OpParts){.code = OP_WHERE, .operands = operands, .operand_count = 3});
}

// What becomes of a score.
static int score(Maker *maker, int scores) {
  const Shape shape = *maker_shape(maker, scores);
  scores = maker_cast(maker, scores, DTYPE_F32);
  if (choose(maker->choices, 2)) scores = maker_scalar(maker, OP_MUL, scores, 0.125);
  if (choose(maker->choices, 3) == 0) {
    Shape beside = shape;
    if (choose(maker->choices, 2)) beside.size[choose(maker->choices, 3)] = 1;
    scores = maker_binary(maker, OP_ADD, scores, maker_input(maker, DTYPE_F32, &beside, true).value);
  }
  return choose(maker->choices, 3) == 0 ? maker_scalar(maker, OP_MUL, maker_unary(maker, OP_TANH, scores), 4)
                                        : scores;
}

static int weights(Maker *maker, int scores, DType dtype) {
  int below = maker_binary(maker, OP_SUB, scores, over_keys(maker, OP_AMAX, scores));
  int grown = maker_unary(maker, OP_EXP, below);
  return maker_cast(maker, maker_binary(maker, OP_DIV, grown, over_keys(maker, OP_SUM, grown)), dtype);
}

void make_attention(Maker *maker) {
  static const DType dtypes[] = {DTYPE_BF16, DTYPE_F16};
  DType dtype = CHOOSE(maker, dtypes);
  int64_t rows = CHOOSE(maker, row_sizes), keys = CHOOSE(maker, key_sizes),
          width = CHOOSE(maker, width_sizes);
  int64_t batches = 1 + choose(maker->choices, 3);
  double most = (double)(batches * (rows > keys ? rows : keys) * (keys > width ? keys : width));
  if (!maker_fits(maker, most / LARGER)) return;
  Made q = maker_input(maker, dtype, &(Shape){3, {batches, rows, width}}, true);
  Made k = maker_input(maker, dtype, &(Shape){3, {batches, keys, width}}, true);
  Made v = maker_input(maker, dtype, &(Shape){3, {batches, keys, width}}, true);
  if (!maker_allows(dtype, 2 * q.most * k.most * (double)width)) return;
  int scores = score(maker, maker_binary(maker, OP_BMM, q.value, turn(maker, k.value)));
  if (choose(maker->choices, 2)) scores = band(maker, scores);
  int y = maker_binary(maker, OP_BMM, weights(maker, scores, dtype), v.value);
  maker_keep(maker, y, v.most * 1.01, false, false);
}
