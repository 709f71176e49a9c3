// Reductions, scans, and patterns of several ops that models are made of.
#include "random_maker.h"

#include <math.h>

// ---- reductions

typedef struct Axes {
  int64_t axis[MAX_RANK];
  int count;
  int64_t elements; // that are reduced into one
} Axes;

// One axis mostly, then any set of them.
static Axes choose_axes(Maker *maker, int value) {
  const Shape *shape = maker_shape(maker, value);
  Axes axes = {.elements = 1};
  int kind = choose(maker->choices, 4), single = choose(maker->choices, shape->rank);
  uint32_t mask =
      kind == 3 ? (uint32_t)choose(maker->choices, 1 << shape->rank) : 1u << (shape->rank - 1 - single);
  if (!mask) mask = (1u << shape->rank) - 1;
  for (int i = 0; i < shape->rank; i++) {
    if (!(mask >> i & 1)) continue;
    axes.axis[axes.count++] = i;
    axes.elements *= shape->size[i];
  }
  return axes;
}

static int add_reduce(Maker *maker, OpCode code, int value, const Axes *axes, bool keep, int64_t correction,
                      DType dtype) {
  int64_t flag = keep, to = (int64_t)dtype;
  Attribute attributes[4] = {attribute_list(ATTRIBUTE_AXES, axes->axis, axes->count)};
  int count = 1;
  if (op_takes(code, ATTRIBUTE_KEEP)) attributes[count++] = attribute_list(ATTRIBUTE_KEEP, &flag, 1);
  if (op_takes(code, ATTRIBUTE_CORRECTION))
    attributes[count++] = (Attribute){
        .key = ATTRIBUTE_CORRECTION, .count = 1, .integer = &correction, .number = (double)correction};
  if (op_takes(code, ATTRIBUTE_DTYPE) && dtype != maker_dtype(maker, value))
    attributes[count++] = attribute_list(ATTRIBUTE_DTYPE, &to, 1);
  return maker_op(maker, &(OpParts){.code = code,
                                    .values = &value,
                                    .value_count = 1,
                                    .attributes = attributes,
                                    .attribute_count = count});
}

// The dtype that a sum says it has, now and then another than its own.
static DType choose_sum_dtype(Maker *maker, int value) {
  DType dtype = maker_dtype(maker, value);
  if (dtype_kind(dtype) != DTYPE_IS_FLOAT) return dtype;
  return choose_rarely(maker->choices, 4) ? (dtype == DTYPE_F32 ? DTYPE_F64 : DTYPE_F32) : dtype;
}

static void make_sum(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY, .min_rank = 1});
  Axes axes = choose_axes(maker, a.value);
  bool is_float = maker_kind(maker, a.value) == KIND_FLOAT;
  double most = a.most * fmax(1, (double)axes.elements);
  if (!maker_allows(is_float ? DTYPE_F32 : DTYPE_I64, most)) return;
  DType dtype = choose_sum_dtype(maker, a.value);
  int value = add_reduce(maker, OP_SUM, a.value, &axes, choose(maker->choices, 2), 0, dtype);
  maker_keep(maker, value, most, a.exact && !is_float, a.positive && axes.elements > 0);
}

static void make_prod(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY, .min_rank = 1});
  Axes axes = choose_axes(maker, a.value);
  bool is_float = maker_kind(maker, a.value) == KIND_FLOAT;
  double most = pow(fmax(a.most, 1), (double)axes.elements);
  if (!maker_allows(is_float ? DTYPE_F32 : DTYPE_I64, most)) return;
  int value =
      add_reduce(maker, OP_PROD, a.value, &axes, choose(maker->choices, 2), 0, maker_dtype(maker, a.value));
  maker_keep(maker, value, most, a.exact && !is_float, false);
}

static void make_mean(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .min_rank = 1});
  Axes axes = choose_axes(maker, a.value);
  if (axes.elements == 0) return;
  int value =
      add_reduce(maker, OP_MEAN, a.value, &axes, choose(maker->choices, 2), 0, maker_dtype(maker, a.value));
  maker_keep(maker, value, a.most, false, a.positive);
}

static void make_extreme(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY, .min_rank = 1});
  Axes axes = choose_axes(maker, a.value);
  OpCode code = choose(maker->choices, 2) ? OP_AMIN : OP_AMAX;
  int value =
      add_reduce(maker, code, a.value, &axes, choose(maker->choices, 2), 0, maker_dtype(maker, a.value));
  maker_keep(maker, value, a.most, a.exact, a.positive);
}

static void make_any(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY, .exact = true, .min_rank = 1});
  Axes axes = choose_axes(maker, a.value);
  OpCode code = choose(maker->choices, 2) ? OP_ALL : OP_ANY;
  int value = add_reduce(maker, code, a.value, &axes, choose(maker->choices, 2), 0, DTYPE_BOOL);
  maker_keep(maker, value, 1, true, false);
}

static void make_position(Maker *maker) {
  static const OpCode codes[] = {OP_ARGMAX, OP_ARGMIN, OP_MAX_DIM, OP_MIN_DIM};
  Made a = maker_pick(maker, &(Want){.kinds = KIND_NUMBER, .exact = true, .min_rank = 1});
  OpCode code = codes[choose(maker->choices, 4)];
  int64_t axis = random_axis(maker, a.value), size = maker_shape(maker, a.value)->size[axis];
  Axes axes = {{axis}, 1, size};
  int value = add_reduce(maker, code, a.value, &axes, choose(maker->choices, 2), 0, DTYPE_I64);
  bool pair = code == OP_MAX_DIM || code == OP_MIN_DIM;
  maker_keep(maker, value, pair ? a.most : (double)size, true, pair && a.positive);
  if (pair && value != NO_VALUE) maker_keep(maker, maker_second(maker, value), (double)size, true, false);
}

static void make_variance(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .most = 90, .min_rank = 1});
  Axes axes = choose_axes(maker, a.value);
  OpCode code = choose(maker->choices, 2) ? OP_VAR_MEAN : OP_VAR;
  int64_t correction = axes.elements > 1 && choose(maker->choices, 2);
  if (axes.elements == 0) return;
  int value = add_reduce(maker, code, a.value, &axes, choose(maker->choices, 2), correction,
                         maker_dtype(maker, a.value));
  maker_keep(maker, value, 2 * a.most * a.most, false, false);
  if (code == OP_VAR_MEAN && value != NO_VALUE)
    maker_keep(maker, maker_second(maker, value), a.most, false, false);
}

static void make_softmax_sums(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .min_rank = 1});
  int64_t axis = random_axis(maker, a.value), size = maker_shape(maker, a.value)->size[axis];
  Axes axes = {{axis}, 1, size};
  if (size == 0) return;
  int value = add_reduce(maker, OP_PREPARE_SOFTMAX, a.value, &axes, true, 0, maker_dtype(maker, a.value));
  maker_keep(maker, value, a.most, false, false);
  if (value != NO_VALUE) maker_keep(maker, maker_second(maker, value), (double)size, false, true);
}

static void make_running_sum(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_ANY, .min_rank = 1});
  int64_t axis = random_axis(maker, a.value);
  bool is_float = maker_kind(maker, a.value) == KIND_FLOAT;
  double most = a.most * fmax(1, (double)maker_shape(maker, a.value)->size[axis]);
  if (!maker_allows(is_float ? DTYPE_F32 : DTYPE_I64, most)) return;
  Attribute attribute = attribute_list(ATTRIBUTE_AXIS, &axis, 1);
  OpParts parts = {.code = OP_CUMSUM,
                   .values = &a.value,
                   .value_count = 1,
                   .attributes = &attribute,
                   .attribute_count = 1};
  maker_keep(maker, maker_op(maker, &parts), most, a.exact && !is_float, a.positive);
}

static const MakeOp reductions[] = {make_sum,         make_mean,     make_extreme, make_sum,
                                    make_variance,    make_position, make_any,     make_softmax_sums,
                                    make_running_sum, make_prod};
const MakeOps make_reductions = {reductions, sizeof reductions / sizeof *reductions};

// ---- patterns

static Made pick_row(Maker *maker, Axes *axes) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .most = 90, .min_rank = 1});
  *axes = choose_axes(maker, a.value);
  return a;
}

static int keepdim(Maker *maker, OpCode code, int value, const Axes *axes) {
  return add_reduce(maker, code, value, axes, true, 0, maker_dtype(maker, value));
}

static void make_centered(Maker *maker) {
  Axes axes;
  Made a = pick_row(maker, &axes);
  if (axes.elements == 0) return;
  maker_keep(maker, maker_binary(maker, OP_SUB, a.value, keepdim(maker, OP_MEAN, a.value, &axes)), 2 * a.most,
             false, false);
}

static void make_softmax(Maker *maker) {
  Axes axes;
  Made a = pick_row(maker, &axes);
  if (axes.elements == 0) return;
  int shifted = maker_binary(maker, OP_SUB, a.value, keepdim(maker, OP_AMAX, a.value, &axes));
  int raised = maker_unary(maker, OP_EXP, shifted);
  maker_keep(maker, maker_binary(maker, OP_DIV, raised, keepdim(maker, OP_SUM, raised, &axes)), 1, false,
             false);
}

// Parts of rows at minus infinity, whole rows sometimes (their softmax is not a number, and nothing reads
// it).
static void make_masked_softmax_sums(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .min_rank = 1});
  int64_t axis = random_axis(maker, a.value), none = 0, dtype = (int64_t)maker_dtype(maker, a.value);
  Axes axes = {{axis}, 1, maker_shape(maker, a.value)->size[axis]};
  if (axes.elements == 0) return;
  Attribute attributes[] = {{.key = ATTRIBUTE_VALUE, .number = -INFINITY},
                            attribute_list(ATTRIBUTE_SHAPE, &none, 0),
                            attribute_list(ATTRIBUTE_DTYPE, &dtype, 1)};
  int low = maker_op(maker, &(OpParts){.code = OP_FULL, .attributes = attributes, .attribute_count = 3});
  Made mask = maker_companion(maker, a, &(Want){.kinds = KIND_BOOL, .exact = true});
  int values[] = {mask.value, a.value, low};
  int masked = maker_op(maker, &(OpParts){.code = OP_WHERE, .values = values, .value_count = 3});
  if (masked == NO_VALUE) return;
  axes.axis[0] += maker_shape(maker, masked)->rank - maker_shape(maker, a.value)->rank;
  int largest = add_reduce(maker, OP_PREPARE_SOFTMAX, masked, &axes, true, 0, maker_dtype(maker, masked));
  builder_output(maker->builder, largest);
  builder_output(maker->builder, maker_second(maker, largest));
}

static void make_normalized(Maker *maker) {
  Axes axes;
  Made a = pick_row(maker, &axes);
  if (axes.elements == 0) return;
  bool centers = choose(maker->choices, 2);
  int centered = a.value, variance;
  if (centers) {
    variance = keepdim(maker, OP_VAR_MEAN, a.value, &axes);
    centered = maker_binary(maker, OP_SUB, a.value, maker_second(maker, variance));
  } else {
    variance = keepdim(maker, OP_MEAN, maker_binary(maker, OP_MUL, a.value, a.value), &axes);
  }
  int scale = maker_unary(maker, OP_RSQRT, maker_scalar(maker, OP_ADD, variance, 0.25));
  maker_keep(maker, maker_binary(maker, OP_MUL, centered, scale), 4 * a.most, false, false);
}

// A gradient of a normalization: two sums along rows, and one down the columns of the same data.
static void make_backward(Maker *maker) {
  Axes axes;
  Made a = pick_row(maker, &axes), b = maker_companion(maker, a, &(Want){.kinds = KIND_FLOAT, .most = 90});
  int rank = maker_shape(maker, a.value)->rank;
  int product = maker_binary(maker, OP_MUL, a.value, b.value);
  if (axes.elements == 0 || rank < 2 || product == NO_VALUE || maker_shape(maker, product)->rank != rank ||
      a.most * b.most > 2000)
    return;
  Axes rest = {.elements = 1};
  for (int i = 0; i < rank; i++) {
    bool reduced = false;
    for (int k = 0; k < axes.count; k++)
      reduced |= axes.axis[k] == i;
    if (!reduced) rest.axis[rest.count++] = i;
  }
  int inner = keepdim(maker, OP_MEAN, product, &axes);
  maker_keep(maker, maker_binary(maker, OP_SUB, a.value, inner), a.most + a.most * b.most, false, false);
  double columns = a.most * b.most * (double)(maker_elements(maker, product) + 1);
  if (rest.count && maker_allows(DTYPE_F32, columns))
    maker_keep(maker, add_reduce(maker, OP_SUM, product, &rest, false, 0, maker_dtype(maker, product)),
               columns, false, false);
}

// A reduction of a reduction.
static void make_chained(Maker *maker) {
  Axes axes;
  Made a = pick_row(maker, &axes);
  if (axes.elements == 0) return;
  int first =
      add_reduce(maker, OP_MEAN, a.value, &axes, choose(maker->choices, 2), 0, maker_dtype(maker, a.value));
  if (first == NO_VALUE || maker_shape(maker, first)->rank == 0) return;
  Axes second = choose_axes(maker, first);
  int changed = choose(maker->choices, 2) ? maker_binary(maker, OP_MUL, first, first) : first;
  maker_keep(
      maker,
      add_reduce(maker, OP_AMAX, changed, &second, choose(maker->choices, 2), 0, maker_dtype(maker, changed)),
      a.most * a.most + a.most, false, false);
}

static const MakeOp patterns[] = {make_centered, make_softmax, make_normalized, make_masked_softmax_sums,
                                  make_backward, make_chained};
const MakeOps make_patterns = {patterns, sizeof patterns / sizeof *patterns};
