// Ops that are addressed by data, ops without operands, random numbers, and writes into memory.
#include "random_maker.h"

#include <math.h>

// ---- indices in range

// An index of `shape` with values in [0, bound): an input, or any integers, folded into the range.
static int make_index_value(Maker *maker, const Shape *shape, int64_t bound) {
  if (choose_rarely(maker->choices, 3)) {
    Made any = maker_same_shape(maker, shape, &(Want){.kinds = KIND_INTEGER, .exact = true});
    DType dtype = maker_dtype(maker, any.value);
    if ((dtype == DTYPE_I64 || dtype == DTYPE_I32) && any.exact)
      return maker_scalar(maker, OP_REMAINDER, any.value, (double)bound);
  }
  DType dtype = choose(maker->choices, 2) ? DTYPE_I32 : DTYPE_I64;
  return maker_input(maker, dtype, shape, choose(maker->choices, 2)).value;
}

// The same, now and then counted from the end.
static int make_signed_index(Maker *maker, const Shape *shape, int64_t bound) {
  int value = make_index_value(maker, shape, bound);
  return choose_rarely(maker->choices, 5) ? maker_scalar(maker, OP_SUB, value, (double)bound) : value;
}

static Made pick_table(Maker *maker, int min_rank) {
  return maker_pick(maker, &(Want){.kinds = KIND_ANY, .min_rank = min_rank});
}

static void choose_index_shape(Maker *maker, Shape *shape) {
  shape->rank = choose(maker->choices, 3);
  for (int i = 0; i < shape->rank; i++)
    shape->size[i] = 1 + choose(maker->choices, 5);
}

// ---- reading

static void make_gather(Maker *maker) {
  Made a = pick_table(maker, 1);
  Shape shape = *maker_shape(maker, a.value);
  int64_t axis = random_axis(maker, a.value), bound = shape.size[axis];
  if (bound == 0) return;
  shape.size[axis] = 1 + choose(maker->choices, 5);
  for (int i = 0; i < shape.rank; i++)
    if (i != axis && shape.size[i] > 1 && choose_rarely(maker->choices, 4)) shape.size[i]--;
  if (!maker_fits(maker, (double)shape_elements(&shape))) return;
  Attribute attribute = attribute_list(ATTRIBUTE_AXIS, &axis, 1);
  OpParts parts = {.code = OP_GATHER, .value_count = 2, .attributes = &attribute, .attribute_count = 1};
  parts.values = (int[]){a.value, make_signed_index(maker, &shape, bound)};
  maker_keep(maker, maker_op(maker, &parts), a.most, a.exact, a.positive);
}

static void make_embedding(Maker *maker) {
  Made a = pick_table(maker, 2);
  const Shape *table = maker_shape(maker, a.value);
  if (table->rank != 2 || table->size[0] == 0) return;
  int64_t bound = table->size[0], width = table->size[1];
  Shape shape;
  choose_index_shape(maker, &shape);
  if (!maker_fits(maker, (double)shape_elements(&shape) * (double)width)) return;
  int index = make_index_value(maker, &shape, bound);
  maker_keep(maker, maker_binary(maker, OP_EMBEDDING, a.value, index), a.most, a.exact, a.positive);
}

typedef struct Selected {
  Operand operands[6]; // of an indexing op, from its first index on
  int count;
  double elements; // that are selected
} Selected;

// Indices for some of the first axes, null for others. False when there is nothing to select from.
static bool choose_selection(Maker *maker, int table, const Shape *shape, Selected *selected) {
  const Shape from = *maker_shape(maker, table);
  int axes = 1 + choose(maker->choices, from.rank < 3 ? from.rank : 3),
      skipped = choose_rarely(maker->choices, 3) ? 0 : -1;
  if (axes == 1) skipped = -1;
  selected->count = axes;
  selected->elements = (double)shape_elements(shape) * (double)shape_elements(&from);
  for (int i = 0; i < axes; i++) {
    selected->operands[i] = (Operand){.value = NO_VALUE};
    if (i == skipped) continue;
    if (from.size[i] == 0) return false;
    selected->operands[i].value = make_signed_index(maker, shape, from.size[i]);
    selected->elements /= (double)from.size[i];
  }
  return true;
}

static void make_index(Maker *maker) {
  Made a = pick_table(maker, 1);
  Selected selected;
  Shape shape;
  choose_index_shape(maker, &shape);
  if (!choose_selection(maker, a.value, &shape, &selected) || !maker_fits(maker, selected.elements)) return;
  Operand operands[8] = {{.value = a.value}};
  for (int i = 0; i < selected.count; i++)
    operands[1 + i] = selected.operands[i];
  int value = maker_op(
      maker, &(OpParts){.code = OP_INDEX, .operands = operands, .operand_count = 1 + selected.count});
  maker_keep(maker, value, a.most, a.exact, a.positive);
}

// ---- writing

// Sums grow with every element that may meet.
static bool sums_fit(Maker *maker, Made a, Made source, double *most) {
  *most = a.most + source.most * fmax(1, (double)maker_elements(maker, source.value));
  return maker_allows(maker_kind(maker, a.value) == KIND_FLOAT ? DTYPE_F32 : DTYPE_I64, *most);
}

// Hardware adds floats in any order, which is fine within the tolerance, and integers exactly.
static void keep_sums(Maker *maker, int value, Made a, double most) {
  bool is_float = maker_kind(maker, a.value) == KIND_FLOAT;
  maker_keep(maker, value, most, a.exact && !is_float, false);
}

// Values added along an axis, at places that an index for each of them (scatter_add) or for each slice along
// the axis (index_add) says.
static void make_adding(Maker *maker, OpCode code) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_NUMBER, .min_rank = 1});
  Shape shape = *maker_shape(maker, a.value), slices = {1, {1 + choose(maker->choices, 6)}};
  int64_t axis = random_axis(maker, a.value), bound = shape.size[axis];
  if (bound == 0 || maker->style.ordered_sums) return;
  shape.size[axis] = slices.size[0];
  if (!maker_fits(maker, (double)shape_elements(&shape))) return;
  Made source = maker_input(maker, maker_dtype(maker, a.value), &shape, false);
  Attribute attribute = attribute_list(ATTRIBUTE_AXIS, &axis, 1);
  double most;
  if (!sums_fit(maker, a, source, &most)) return;
  int index = make_signed_index(maker, code == OP_SCATTER_ADD ? &shape : &slices, bound);
  OpParts parts = {.code = code, .values = (int[]){a.value, index, source.value}, .value_count = 3};
  parts.attributes = &attribute, parts.attribute_count = 1;
  keep_sums(maker, maker_op(maker, &parts), a, most);
}

static void make_scatter_add(Maker *maker) {
  make_adding(maker, OP_SCATTER_ADD);
}

static void make_index_add(Maker *maker) {
  make_adding(maker, OP_INDEX_ADD);
}

// One index into the first axis. Without adding, it holds one position only: which of two writes comes last
// is nobody's promise.
static void make_index_put(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_NUMBER, .min_rank = 1});
  Shape shape = *maker_shape(maker, a.value);
  int64_t accumulate = choose(maker->choices, 2), bound = shape.size[0];
  Shape vector = {1, {accumulate ? 1 + choose(maker->choices, 4) : 1}};
  if (bound == 0 || (accumulate && maker->style.ordered_sums)) return;
  shape.size[0] = vector.size[0];
  if (!maker_fits(maker, (double)shape_elements(&shape))) return;
  Made source = maker_input(maker, maker_dtype(maker, a.value), &shape, false);
  double most = fmax(a.most, source.most);
  if (accumulate && !sums_fit(maker, a, source, &most)) return;
  Attribute attribute = attribute_list(ATTRIBUTE_ACCUMULATE, &accumulate, 1);
  Operand operands[] = {
      {.value = a.value}, {.value = source.value}, {.value = make_signed_index(maker, &vector, bound)}};
  OpParts parts = {.code = OP_INDEX_PUT,
                   .operands = operands,
                   .operand_count = 3,
                   .attributes = &attribute,
                   .attribute_count = 1};
  keep_sums(maker, maker_op(maker, &parts), a, most);
}

static void make_masked_index_put(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .min_rank = 1});
  Shape shape = *maker_shape(maker, a.value), vector = {1, {1 + choose(maker->choices, 5)}};
  int64_t bound = shape.size[0];
  if (bound == 0 || maker->style.ordered_sums) return;
  shape.size[0] = vector.size[0];
  Shape column = shape;
  for (int i = 1; i < column.rank; i++)
    column.size[i] = 1;
  if (!maker_fits(maker, (double)shape_elements(&shape))) return;
  Made source = maker_input(maker, maker_dtype(maker, a.value), &shape, false),
       mask = maker_input(maker, DTYPE_BOOL, &column, false);
  double most;
  if (!sums_fit(maker, a, source, &most)) return;
  Operand operands[] = {{.value = a.value},
                        {.value = source.value},
                        {.value = mask.value},
                        {.value = make_signed_index(maker, &vector, bound)}};
  keep_sums(
      maker,
      maker_op(maker, &(OpParts){.code = OP_MASKED_INDEX_PUT, .operands = operands, .operand_count = 4}), a,
      most);
}

static const MakeOp indexed[] = {make_gather,      make_embedding, make_index,     make_gather,
                                 make_scatter_add, make_index_add, make_index_put, make_masked_index_put};
const MakeOps make_indexed = {indexed, sizeof indexed / sizeof *indexed};

// ---- from nothing

static void make_full(Maker *maker) {
  static const double numbers[] = {0, 1, 0.5, -2, 3};
  DType dtype = maker_choose_dtype(maker, KIND_ANY);
  double number = numbers[choose(maker->choices, 5)];
  Shape shape;
  maker_random_shape(maker, &shape);
  int64_t code = (int64_t)dtype;
  if (dtype_kind(dtype) != DTYPE_IS_FLOAT) number = fabs(trunc(number));
  Attribute attributes[] = {attribute_list(ATTRIBUTE_SHAPE, shape.size, shape.rank),
                            attribute_list(ATTRIBUTE_DTYPE, &code, 1),
                            {.key = ATTRIBUTE_VALUE, .number = number}};
  int value = maker_op(maker, &(OpParts){.code = OP_FULL, .attributes = attributes, .attribute_count = 3});
  maker_keep(maker, value, 3, true, number > 0 && dtype_kind(dtype) == DTYPE_IS_FLOAT);
}

static void make_iota(Maker *maker) {
  int64_t size = maker->base.rank ? maker->base.size[maker->base.rank - 1] : 3, code = (int64_t)DTYPE_I64;
  int64_t start = choose(maker->choices, 7) - 3, step = 1 + choose(maker->choices, 3);
  if (choose_rarely(maker->choices, 4)) step = -step;
  if (choose_rarely(maker->choices, 3)) code = (int64_t)(choose(maker->choices, 2) ? DTYPE_F32 : DTYPE_I32);
  Attribute attributes[] = {attribute_list(ATTRIBUTE_SHAPE, &size, 1),
                            {.key = ATTRIBUTE_START, .count = 1, .integer = &start, .number = (double)start},
                            {.key = ATTRIBUTE_STEP, .count = 1, .integer = &step, .number = (double)step},
                            attribute_list(ATTRIBUTE_DTYPE, &code, 1)};
  int value = maker_op(maker, &(OpParts){.code = OP_IOTA, .attributes = attributes, .attribute_count = 4});
  maker_keep(maker, value, 3 + 3 * (double)size, true, false);
}

static void make_random(Maker *maker) {
  static const char *const modes[] = {"rand", "randn"};
  int64_t count = 1 + choose(maker->choices, 3), index = choose(maker->choices, (int)count), start = -3,
          end = 5;
  Attribute length = attribute_list(ATTRIBUTE_SHAPE, &count, 1),
            place = attribute_list(ATTRIBUTE_INDEX, &index, 1);
  int seeds = maker_op(maker, &(OpParts){.code = OP_SEEDS, .attributes = &length, .attribute_count = 1});
  int seed = maker_op(maker, &(OpParts){.code = OP_LOOKUP_SEED,
                                        .values = &seeds,
                                        .value_count = 1,
                                        .attributes = &place,
                                        .attribute_count = 1});
  bool integers = choose_rarely(maker->choices, 3);
  int mode = choose(maker->choices, 2);
  Shape shape;
  maker_random_shape(maker, &shape);
  Attribute attributes[3] = {attribute_list(ATTRIBUTE_SHAPE, shape.size, shape.rank),
                             {.key = ATTRIBUTE_MODE, .text = modes[mode]}};
  if (integers) {
    attributes[1] =
        (Attribute){.key = ATTRIBUTE_START, .count = 1, .integer = &start, .number = (double)start};
    attributes[2] = (Attribute){.key = ATTRIBUTE_END, .count = 1, .integer = &end, .number = (double)end};
  }
  OpParts parts = {
      .code = integers ? OP_RANDINT : OP_RANDOM, .values = &seed, .value_count = 1, .attributes = attributes};
  parts.attribute_count = integers ? 3 : 2;
  maker_keep(maker, maker_op(maker, &parts), 6, integers || mode == 0, false);
}

// Dropout: what is kept is scaled.
static void make_dropout(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .most = 4000});
  int64_t one = 1, zero = 0;
  Attribute length = attribute_list(ATTRIBUTE_SHAPE, &one, 1),
            place = attribute_list(ATTRIBUTE_INDEX, &zero, 1);
  int seeds = maker_op(maker, &(OpParts){.code = OP_SEEDS, .attributes = &length, .attribute_count = 1});
  int seed = maker_op(maker, &(OpParts){.code = OP_LOOKUP_SEED,
                                        .values = &seeds,
                                        .value_count = 1,
                                        .attributes = &place,
                                        .attribute_count = 1});
  Shape shape = *maker_shape(maker, a.value);
  Attribute attributes[] = {attribute_list(ATTRIBUTE_SHAPE, shape.size, shape.rank),
                            {.key = ATTRIBUTE_MODE, .text = "rand"}};
  int drawn = maker_op(maker, &(OpParts){.code = OP_RANDOM,
                                         .values = &seed,
                                         .value_count = 1,
                                         .attributes = attributes,
                                         .attribute_count = 2});
  int kept = maker_scalar(maker, OP_GT, drawn, 0.25);
  int value = maker_binary(maker, OP_MUL, a.value, kept);
  maker_keep(maker, maker_scalar(maker, OP_MUL, value, 4.0 / 3), a.most * 4 / 3, false, false);
}

// ---- memory that is written: an input of its own, perhaps read before

static void make_write(Maker *maker) {
  Made source = maker_pick(maker, &(Want){.kinds = KIND_FLOAT});
  Shape shape = *maker_shape(maker, source.value);
  Made into = maker_input(maker, maker_dtype(maker, source.value), &shape, true);
  if (choose(maker->choices, 2)) maker_keep(maker, maker_unary(maker, OP_TANH, into.value), 1, false, false);
  int values[] = {into.value, choose(maker->choices, 2)
                                  ? maker_binary(maker, OP_ADD, into.value, source.value)
                                  : source.value};
  bool fits = maker_allows(DTYPE_F32, source.most + into.most);
  if (!fits) return;
  int value =
      maker_op(maker, &(OpParts){.code = OP_COPY, .values = values, .value_count = 2, .mutates = true});
  maker_keep(maker, value, source.most + into.most, false, false);
}

static const MakeOp created[] = {make_full, make_iota, make_random, make_dropout, make_write};
const MakeOps make_created = {created, sizeof created / sizeof *created};
