// Attention: a product, a softmax of its rows, and a second product, as plain ops or as one.
#include "random_maker.h"

#include <math.h>
#include <stdio.h>

enum {
  LARGER = 6, // so many times the elements of other tensors
};

static const int64_t row_sizes[] = {8, 64, 33, 130, 2, 200, 70};
static const int64_t key_sizes[] = {16, 136, 8, 72, 264, 128};
static const int64_t width_sizes[] = {64, 64, 128, 64, 40}; // the last one has no kernel

#define CHOOSE(maker, list) (list)[choose((maker)->choices, sizeof(list) / sizeof *(list))]

static int with_list(Maker *maker, OpCode code, int value, AttributeKey key, const int64_t *list, int count) {
  Attribute attribute = attribute_list(key, list, count);
  OpParts parts = {
      .code = code, .values = &value, .value_count = 1, .attributes = &attribute, .attribute_count = 1};
  return maker_op(maker, &parts);
}

static int turn(Maker *maker, int value) {
  static const int64_t axes[] = {0, 2, 1};
  return with_list(maker, OP_PERMUTE, value, ATTRIBUTE_AXES, axes, 3);
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

static void make_plain(Maker *maker) {
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

// ---- as one op

typedef struct Call {
  DType dtype;
  int64_t batches, heads, heads_each, rows, keys, width;
} Call;

// Queries, keys or values: as they are, of heads side by side, or scaled before.
static int choose_heads(Maker *maker, const Call *call, int64_t heads, int64_t rows) {
  static const int64_t axes[] = {0, 2, 1, 3};
  int side = choose(maker->choices, 3) == 0;
  Shape shape = {4, {call->batches, side ? rows : heads, side ? heads : rows, call->width}};
  int value = maker_input(maker, call->dtype, &shape, true).value;
  if (side) value = with_list(maker, OP_PERMUTE, value, ATTRIBUTE_AXES, axes, 4);
  if (choose(maker->choices, 4)) return value;
  return maker_cast(maker, maker_scalar(maker, OP_MUL, value, 0.5), call->dtype);
}

// Earlier keys, of a window or of all, of the same document or of any. Each row has one at least, where the
// window is not narrower than the rows are more than the keys.
static int choose_mask(Maker *maker, const Call *call) {
  int row = numbers(maker, call->rows, 1), key = numbers(maker, 1, call->keys);
  int mask = maker_binary(maker, OP_GE, row, key);
  if (choose(maker->choices, 3) == 0) {
    int far = maker_unary(maker, OP_ABS, maker_binary(maker, OP_SUB, row, key));
    mask = maker_scalar(maker, OP_LT, far, 20);
  }
  if (call->rows == call->keys && choose(maker->choices, 3) == 0) {
    Shape columns = {3, {call->batches, call->rows, 1}}, beside = {3, {call->batches, 1, call->rows}};
    int of_rows = maker_input(maker, DTYPE_I64, &columns, true).value;
    int of_keys = with_list(maker, OP_RESHAPE, of_rows, ATTRIBUTE_SHAPE, beside.size, 3);
    mask = maker_binary(maker, OP_BITWISE_AND, mask, maker_binary(maker, OP_EQ, of_rows, of_keys));
  }
  return mask;
}

static int choose_bias(Maker *maker, const Call *call) {
  Shape shape = {4, {call->batches, call->heads, call->rows, call->keys}};
  for (int axis = 0; axis < 2; axis++)
    if (choose(maker->choices, 2)) shape.size[axis] = 1;
  if (choose(maker->choices, 3) == 0) return maker_input(maker, call->dtype, &shape, true).value;
  Operand operands[] = {{.value = choose_mask(maker, call)},
                        {.value = NO_VALUE, .is_number = true, .number = 0},
                        {.value = NO_VALUE, .is_number = true, .number = -65536}};
  int bias = maker_cast(
      maker, maker_op(maker, &(OpParts){.code = OP_WHERE, .operands = operands, .operand_count = 3}),
      call->dtype);
  if (bias == NO_VALUE) return NO_VALUE;
  static const int64_t heads = 1; // between batches and rows
  return maker_shape(maker, bias)->rank == 3 ? with_list(maker, OP_UNSQUEEZE, bias, ATTRIBUTE_AXIS, &heads, 1)
                                             : bias;
}

static int call_attention(Maker *maker, const Call *call, const int values[4], bool causal, Shape *logs) {
  char arguments[96];
  static const int64_t places[] = {0, 1};
  snprintf(arguments, sizeof arguments, "%%0, %%1, %%2, %s, True, 0.0, %s%s",
           values[3] == NO_VALUE ? "None" : "%3", causal ? "True" : "False",
           choose(maker->choices, 2) ? ", scale = 0.25" : "");
  Attribute attributes[] = {
      {.key = ATTRIBUTE_TARGET, .text = "aten._scaled_dot_product_efficient_attention.default"},
      {.key = ATTRIBUTE_ARGUMENTS, .text = arguments},
      attribute_list(ATTRIBUTE_TUPLE, places, 2)};
  Annotation annotations[] = {{.has_type = true,
                               .dtype = call->dtype,
                               .shape = {4, {call->batches, call->heads, call->rows, call->width}}},
                              {.has_type = true, .dtype = DTYPE_F32, .shape = *logs}};
  return maker_op(maker, &(OpParts){.code = OP_ATTENTION,
                                    .values = values,
                                    .value_count = values[3] == NO_VALUE ? 3 : 4,
                                    .attributes = attributes,
                                    .attribute_count = 3,
                                    .annotations = annotations,
                                    .result_count = 2});
}

static void make_call(Maker *maker) {
  static const DType dtypes[] = {DTYPE_BF16, DTYPE_F16};
  Call call = {.dtype = CHOOSE(maker, dtypes),
               .batches = 1 + choose(maker->choices, 2),
               .heads_each = 1 + choose(maker->choices, 2),
               .rows = CHOOSE(maker, row_sizes),
               .width = CHOOSE(maker, width_sizes)};
  call.keys = choose(maker->choices, 2) ? call.rows : CHOOSE(maker, key_sizes);
  call.heads = call.heads_each * (1 + choose(maker->choices, 2));
  int64_t most_rows = call.rows > call.keys ? call.rows : call.keys;
  if (!maker_fits(maker, (double)(call.batches * call.heads * most_rows * call.keys) / LARGER)) return;
  int64_t shared = call.heads / call.heads_each;
  int values[] = {choose_heads(maker, &call, call.heads, call.rows),
                  choose_heads(maker, &call, shared, call.keys),
                  choose_heads(maker, &call, shared, call.keys), NO_VALUE};
  bool causal = choose(maker->choices, 3) == 0;
  if (choose(maker->choices, 2)) values[3] = choose_bias(maker, &call);
  Shape logs = {4, {call.batches, call.heads, call.rows, 1}};
  int y = call_attention(maker, &call, values, causal, &logs);
  if (y == NO_VALUE) return;
  maker_keep(maker, maker_scalar(maker, OP_MUL, y, 0.5), 8, false, false);
  if (choose(maker->choices, 2)) maker_keep(maker, maker_second(maker, y), 1000, false, false);
}

void make_attention(Maker *maker) {
  (choose(maker->choices, 2) ? make_call : make_plain)(maker);
}
