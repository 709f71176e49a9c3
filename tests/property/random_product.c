// Matrix products, in every layout that matrices have, and what reads them.
#include "random_maker.h"

#include <math.h>

enum {
  LARGER = 6,     // so many times the elements of other tensors: several tiles
  LINE_BYTES = 16 // what lines of a matrix begin at, where a kernel is to take it
};

// Sizes of a product: tiles that are full, cut, single rows; more summed than a stage, and odd numbers.
static const int64_t row_sizes[] = {8, 16, 2, 64, 33, 65, 3, 130, 128, 70, 200, 5, 257, 72, 1};
static const int64_t column_sizes[] = {8, 16, 64, 72, 24, 136, 66, 128, 7, 65, 192, 2, 264, 40, 1};
static const int64_t summed_sizes[] = {8, 16, 24, 64, 72, 40, 5, 1, 136, 2};

typedef struct ProductSizes {
  int64_t batches, rows, columns, summed; // batches 0: no axis for them
} ProductSizes;

static bool fits(Maker *maker, double elements) {
  return maker_fits(maker, elements / LARGER);
}

#define CHOOSE_SIZE(maker, sizes) (sizes)[choose((maker)->choices, sizeof(sizes) / sizeof *(sizes))]

static bool choose_sizes(Maker *maker, bool batched, ProductSizes *sizes) {
  *sizes = (ProductSizes){.rows = CHOOSE_SIZE(maker, row_sizes),
                          .columns = CHOOSE_SIZE(maker, column_sizes),
                          .summed = CHOOSE_SIZE(maker, summed_sizes)};
  if (batched) sizes->batches = 1 + choose(maker->choices, 3);
  double batches = (double)(batched ? sizes->batches : 1);
  return fits(maker, batches * (double)(sizes->rows * sizes->columns)) &&
         fits(maker, batches * (double)(sizes->rows * sizes->summed)) &&
         fits(maker, batches * (double)(sizes->summed * sizes->columns));
}

// ---- matrices

static Shape shape_of(int64_t batches, int64_t rows, int64_t columns) {
  if (batches) return (Shape){3, {batches, rows, columns}};
  return (Shape){2, {rows, columns}};
}

static int turned(Maker *maker, int value) {
  static const int64_t axes[2][3] = {{1, 0}, {0, 2, 1}};
  int rank = maker_shape(maker, value)->rank;
  Attribute attribute = attribute_list(ATTRIBUTE_AXES, axes[rank - 2], rank);
  OpParts parts = {
      .code = OP_PERMUTE, .values = &value, .value_count = 1, .attributes = &attribute, .attribute_count = 1};
  return maker_op(maker, &parts);
}

// Lines along the last axis or the one before, as parts of longer ones; batches one behind the other, side by
// side, or one matrix for all.
static Made strided_matrix(Maker *maker, DType dtype, const Shape *shape) {
  int64_t stride[3], multiple = LINE_BYTES / dtype_bytes(dtype);
  int last = shape->rank - 1, along = last - choose(maker->choices, 2), across = 2 * last - 1 - along;
  int64_t line = (shape->size[along] + multiple - 1) / multiple * multiple;
  line += multiple * choose(maker->choices, 3);
  int batches = shape->rank > 2 ? choose(maker->choices, 3) : 0;
  stride[0] = batches == 2 ? 0 : batches == 1 ? line : line * shape->size[across];
  stride[along] = 1;
  stride[across] = batches == 1 ? line * shape->size[0] : line;
  return maker_input_at(maker, dtype, shape, stride);
}

static Made choose_matrix(Maker *maker, DType dtype, const Shape *shape) {
  Shape other = *shape;
  int last = shape->rank - 1;
  switch (choose(maker->choices, 9)) {
    case 0:
      return maker_input(maker, dtype, shape, true);
    case 1: // the weights of a linear layer
      other.size[last] = shape->size[last - 1];
      other.size[last - 1] = shape->size[last];
      Made stored = maker_input(maker, dtype, &other, true);
      return (Made){turned(maker, stored.value), stored.most, true, false};
    case 2: // at any place
      return maker_input(maker, dtype, shape, false);
    case 3: // of what the graph computes
    {
      Made made = maker_same_shape(maker, shape, &(Want){.kinds = KIND_FLOAT, .most = 40});
      if (maker_dtype(maker, made.value) == dtype) return made;
      return (Made){maker_cast(maker, made.value, dtype), made.most * 1.01, false, false};
    }
    default:
      return strided_matrix(maker, dtype, shape);
  }
}

// ---- products

static Attribute factor(Maker *maker, AttributeKey key) {
  static const double factors[] = {1, 0.5, 0, -2};
  return (Attribute){.key = key, .number = factors[choose(maker->choices, 4)]};
}

// What addmm adds: a row, a column, a number or all of a matrix.
static Made choose_added(Maker *maker, DType dtype, const ProductSizes *sizes) {
  static const int64_t one = 1;
  int64_t rows = sizes->rows, columns = sizes->columns;
  switch (choose(maker->choices, 4)) {
    case 0:
      return maker_input(maker, dtype, &(Shape){1, {columns}}, false);
    case 1:
      return maker_input(maker, dtype, &(Shape){2, {rows, one}}, false);
    case 2:
      return maker_input(maker, dtype, &(Shape){0}, true);
    default:
      return maker_input(maker, dtype, &(Shape){2, {rows, columns}}, false);
  }
}

static Made add_to_product(Maker *maker, DType dtype, const ProductSizes *sizes, Made a, Made b) {
  Made added = choose_added(maker, dtype, sizes);
  Attribute factors[] = {factor(maker, ATTRIBUTE_ALPHA), factor(maker, ATTRIBUTE_BETA)};
  int values[] = {added.value, a.value, b.value};
  double most = fabs(factors[0].number) * a.most * b.most * (double)sizes->summed +
                fabs(factors[1].number) * added.most;
  OpParts parts = {
      .code = OP_ADDMM, .values = values, .value_count = 3, .attributes = factors, .attribute_count = 2};
  return (Made){maker_op(maker, &parts), most, false, false};
}

static Made choose_product(Maker *maker) {
  static const OpCode codes[] = {OP_MM, OP_ADDMM, OP_BMM};
  static const DType dtypes[] = {DTYPE_BF16, DTYPE_F16, DTYPE_BF16, DTYPE_F16, DTYPE_F32};
  static const Made none = {.value = NO_VALUE};
  OpCode code = codes[choose(maker->choices, 3)];
  DType dtype = dtypes[choose(maker->choices, sizeof dtypes / sizeof *dtypes)];
  ProductSizes sizes;
  if (!choose_sizes(maker, code == OP_BMM, &sizes)) return none;
  Shape left = shape_of(sizes.batches, sizes.rows, sizes.summed),
        right = shape_of(sizes.batches, sizes.summed, sizes.columns);
  Made a = choose_matrix(maker, dtype, &left), b = choose_matrix(maker, dtype, &right);
  if (a.value == NO_VALUE || b.value == NO_VALUE) return none;
  if (!maker_allows(dtype, 2 * a.most * b.most * (double)sizes.summed)) return none;
  if (code == OP_ADDMM) return add_to_product(maker, dtype, &sizes, a, b);
  return (Made){maker_binary(maker, code, a.value, b.value), a.most * b.most * (double)sizes.summed, false,
                false};
}

// ---- what reads them

// With a row, a column, a number of the graph, or elements of its own places, in their order or another.
static Made choose_beside(Maker *maker, Made a) {
  Shape shape = *maker_shape(maker, a.value), turned_shape = shape;
  int last = shape.rank - 1;
  DType dtype = choose(maker->choices, 3) ? maker_dtype(maker, a.value) : DTYPE_F32;
  switch (choose(maker->choices, 5)) {
    case 0:
      return maker_input(maker, dtype, &(Shape){1, {shape.size[last]}}, false);
    case 1:
      shape.size[last] = 1;
      return maker_input(maker, dtype, &shape, false);
    case 2:
      return maker_input(maker, dtype, &(Shape){0}, true);
    case 3:
      turned_shape.size[last] = shape.size[last - 1];
      turned_shape.size[last - 1] = shape.size[last];
      Made stored = maker_input(maker, dtype, &turned_shape, true);
      return (Made){turned(maker, stored.value), stored.most, true, false};
    default:
      return maker_input(maker, dtype, &shape, false);
  }
}

static Made read_with_other(Maker *maker, Made a) {
  static const OpCode codes[] = {OP_ADD, OP_MUL, OP_SUB, OP_MAXIMUM};
  OpCode code = codes[choose(maker->choices, 4)];
  Made b = choose_beside(maker, a);
  double most = code == OP_MUL ? a.most * b.most : a.most + b.most;
  if (b.value == NO_VALUE || !maker_allows(DTYPE_F32, most)) return a;
  return (Made){maker_binary(maker, code, a.value, b.value), most, false, false};
}

static Made read_masked(Maker *maker, Made a) {
  Shape shape = *maker_shape(maker, a.value);
  Made mask = maker_input(maker, DTYPE_BOOL, &shape, false),
       other = maker_input(maker, maker_dtype(maker, a.value), &(Shape){0}, true);
  int values[] = {mask.value, a.value, other.value};
  int value = maker_op(maker, &(OpParts){.code = OP_WHERE, .values = values, .value_count = 3});
  return (Made){value, fmax(a.most, other.most), false, false};
}

// The next op of an epilogue.
static Made read_on(Maker *maker, Made a) {
  static const OpCode smooth[] = {OP_RELU, OP_TANH, OP_SIGMOID, OP_NEG, OP_ABS};
  static const DType dtypes[] = {DTYPE_F32, DTYPE_BF16, DTYPE_F16};
  switch (choose(maker->choices, 6)) {
    case 0:
      return (Made){maker_unary(maker, smooth[choose(maker->choices, 5)], a.value), fmax(a.most, 1), false,
                    false};
    case 1:
      return (Made){maker_scalar(maker, OP_MUL, a.value, 0.125), a.most / 8, false, false};
    case 2:
      return (Made){maker_cast(maker, a.value, dtypes[choose(maker->choices, 3)]), a.most * 1.01, false,
                    false};
    case 3:
      return read_masked(maker, a);
    default:
      return read_with_other(maker, a);
  }
}

// All that lies between may leave the graph, too.
static void make_product(Maker *maker) {
  Made a = choose_product(maker);
  if (a.value == NO_VALUE) return;
  maker_keep(maker, a.value, a.most, false, false);
  for (int left = choose(maker->choices, 5); left > 0; left--) {
    Made next = read_on(maker, a);
    if (next.value == NO_VALUE) return;
    if (next.value != a.value) maker_keep(maker, next.value, next.most, false, false);
    a = next;
  }
}

static const MakeOp makes[] = {make_product, make_product, make_attention};
const MakeOps make_products = {makes, 3};
