// Ops of the graph as HLO: there every operand has the type and the shape of the result, so that what is
// promoted and broadcast here is converted and broadcast first.
#include "graph/write/write_hlo_op.h"

#include "graph/core/neutral.h"
#include "graph/read/hlo/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_TEXT = 40, LIST_TEXT = 24 * MAX_RANK };

// ---- Operands

static void list(const int64_t *items, int count, char out[LIST_TEXT]) {
  int length = 0;
  out[0] = '\0';
  for (int i = 0; i < count; i++)
    length += snprintf(out + length, 24, "%s%lld", i ? "," : "", (long long)items[i]);
}

// Exactly, and as the type has it: of 64 bits without a sign the bits stand in `integer`.
static void integer_text(const Operand *number, DType dtype, char out[NUMBER_TEXT]) {
  uint64_t bits = (uint64_t)number->integer;
  if (!number->is_integer) {
    bits = 0;
    dtype_store(dtype, &bits, 0, number->number);
  }
  if (dtype == DTYPE_U64)
    snprintf(out, NUMBER_TEXT, "%llu", (unsigned long long)bits);
  else
    snprintf(out, NUMBER_TEXT, "%lld",
             dtype_bytes(dtype) < 8 ? (long long)dtype_wrap(dtype, bits) : (long long)bits);
}

static const char *number_text(const Operand *number, DType dtype, char out[NUMBER_TEXT]) {
  double value = number->number;
  if (dtype_kind(dtype) == DTYPE_IS_BOOL)
    snprintf(out, NUMBER_TEXT, "%s", value != 0 ? "true" : "false");
  else if (dtype_kind(dtype) == DTYPE_IS_INTEGER)
    integer_text(number, dtype, out);
  else if (isnan(value) || isinf(value))
    snprintf(out, NUMBER_TEXT, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
  else
    snprintf(out, NUMBER_TEXT, "%.17g", value);
  return out;
}

const char *hlo_text_broadcast(HloText *text, const char *name, DType dtype, const Shape *from,
                               const Shape *to) {
  Shape kept = {0};
  int64_t axes[MAX_RANK];
  char dimensions[LIST_TEXT];
  if (shape_equal(from, to)) return name;
  for (int i = 0; i < from->rank; i++) {
    int axis = to->rank - from->rank + i;
    if (from->size[i] != to->size[axis]) continue;
    axes[kept.rank] = axis;
    kept.size[kept.rank++] = from->size[i];
  }
  if (kept.rank != from->rank) name = hlo_text_put(text, dtype, &kept, "reshape(%s)", name);
  list(axes, kept.rank, dimensions);
  return hlo_text_put(text, dtype, to, "broadcast(%s), dimensions={%s}", name, dimensions);
}

static const char *number(HloText *text, const Operand *operand, DType dtype, const Shape *shape) {
  char digits[NUMBER_TEXT];
  const Shape scalar = {0};
  const char *name = hlo_text_put(text, dtype, &scalar, "constant(%s)", number_text(operand, dtype, digits));
  return hlo_text_broadcast(text, name, dtype, &scalar, shape);
}

const char *hlo_text_number(HloText *text, double value, DType dtype, const Shape *shape) {
  return number(text, &(Operand){.value = NO_VALUE, .is_number = true, .number = value}, dtype, shape);
}

static const char *converted(HloText *text, const char *name, const Shape *shape, DType from, DType to) {
  return from == to ? name : hlo_text_put(text, to, shape, "convert(%s)", name);
}

const char *hlo_text_operand(HloText *text, const Op *op, int index, DType dtype, const Shape *shape) {
  const Operand *at = &op->operands[index];
  if (at->value == NO_VALUE) return number(text, at, dtype, shape);
  const Value *value = &hlo_text_graph(text)->values[at->value];
  const char *name = converted(text, hlo_text_value(text, at->value), &value->shape, value->dtype, dtype);
  return hlo_text_broadcast(text, name, dtype, &value->shape, shape);
}

static DType type_of(const HloText *text, const Op *op, int index) {
  return hlo_text_graph(text)->values[op->operands[index].value].dtype;
}

static bool holds_integer(DType dtype, int64_t number) {
  return dtype_bytes(dtype) == 8 || (int64_t)dtype_wrap(dtype, (uint64_t)number) == number;
}

// What two operands are compared in.
static DType common_type(const HloText *text, const Op *op) {
  bool a = op->operands[0].value != NO_VALUE, b = op->operands[1].value != NO_VALUE;
  if (a && b) return dtype_promote(type_of(text, op, 0), type_of(text, op, 1));
  DType dtype = type_of(text, op, a ? 0 : 1);
  const Operand *number = &op->operands[a ? 1 : 0];
  if (dtype_kind(dtype) >= DTYPE_IS_FLOAT) return dtype;
  if (!number->is_integer) return DTYPE_F32;
  return holds_integer(dtype, number->integer) ? dtype : DTYPE_I64;
}

// ---- Views

static const char *reshaped(HloText *text, const char *name, const Value *to) {
  return hlo_text_put(text, to->dtype, &to->shape, "reshape(%s)", name);
}

// Elements begin, begin + step, ... below end along an axis, in this shape.
static const char *sliced(HloText *text, const char *name, const Value *from, int axis, int64_t begin,
                          int64_t end, int64_t step, const Shape *shape) {
  char bounds[64 * MAX_RANK] = "";
  for (int i = 0, length = 0; i < shape->rank; i++)
    length +=
        snprintf(bounds + length, 64, "%s[%lld:%lld:%lld]", i ? ", " : "", (long long)(i == axis ? begin : 0),
                 (long long)(i == axis ? end : shape->size[i]), (long long)(i == axis ? step : 1));
  return hlo_text_put(text, from->dtype, shape, "slice(%s), slice={%s}", name, bounds);
}

static const char *slice(HloText *text, const Op *op, const char *name, const Value *from, const Value *to) {
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  int64_t size = from->shape.size[axis], begin = op_integer(op, ATTRIBUTE_START, 0);
  int64_t end = op_integer(op, ATTRIBUTE_END, size), step = op_integer(op, ATTRIBUTE_STEP, 1);
  if (begin < 0 || end < begin || end > size) return hlo_text_cannot(text, "it counts from the end");
  return sliced(text, name, from, axis, begin, end, step, &to->shape);
}

static const char *select(HloText *text, const Op *op, const char *name, const Value *from, const Value *to) {
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  int64_t index = op_integer(op, ATTRIBUTE_INDEX, 0);
  Shape shape = from->shape;
  shape.size[axis] = 1;
  if (index < 0) return hlo_text_cannot(text, "it counts from the end");
  return reshaped(text, sliced(text, name, from, axis, index, index + 1, 1, &shape), to);
}

// One of its parts: behind those before it.
static const char *part(HloText *text, const Op *op, const char *name, const Value *from, const Value *to) {
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  int64_t begin = 0;
  for (int i = 0; i < to->result; i++)
    begin += hlo_text_graph(text)->values[op->first_result + i].shape.size[axis];
  return sliced(text, name, from, axis, begin, begin + to->shape.size[axis], 1, &to->shape);
}

static const char *permuted(HloText *text, const Op *op, const char *name, const Value *to) {
  const Attribute *axes = op_attribute(op, ATTRIBUTE_AXES);
  char order[LIST_TEXT];
  list(axes->integer, axes->count, order);
  return hlo_text_put(text, to->dtype, &to->shape, "transpose(%s), dimensions={%s}", name, order);
}

const char *hlo_text_view(HloText *text, const Op *op, const Value *to, const char *name) {
  const Value *from = &hlo_text_graph(text)->values[op->operands[0].value];
  switch (op->code) {
    case OP_RESHAPE:
    case OP_UNSQUEEZE:
    case OP_SQUEEZE:
      return reshaped(text, name, to);
    case OP_ALIAS:
      return name;
    case OP_PERMUTE:
      return permuted(text, op, name, to);
    case OP_EXPAND:
      return hlo_text_broadcast(text, name, to->dtype, &from->shape, &to->shape);
    case OP_SLICE:
      return slice(text, op, name, from, to);
    case OP_SELECT:
      return select(text, op, name, from, to);
    case OP_SPLIT:
      return part(text, op, name, from, to);
    default:
      return hlo_text_cannot(text, "nothing there renames elements like this");
  }
}

// ---- Reductions

// Floats of 16 bits are summed in 32, as the kernels do.
static DType reduced_in(const Op *op, DType dtype) {
  if (op->code == OP_ANY || op->code == OP_ALL) return DTYPE_BOOL;
  return dtype_bytes(dtype) < 4 && dtype_kind(dtype) == DTYPE_IS_FLOAT ? (DType)DTYPE_F32 : dtype;
}

static const char *reduce(HloText *text, const Op *op, const Value *to, const char *opcode) {
  const Value *from = &hlo_text_graph(text)->values[op->operands[0].value];
  DType dtype = reduced_in(op, to->dtype);
  uint32_t reduced = op_reduced_axes(hlo_text_graph(text), op);
  Operand neutral = neutral_element(op->code, dtype);
  int64_t axes[MAX_RANK], count = 1;
  Shape left = {0};
  char dimensions[LIST_TEXT];
  for (int i = 0; i < from->shape.rank; i++) {
    if (!(reduced >> i & 1)) {
      left.size[left.rank++] = from->shape.size[i];
      continue;
    }
    axes[i - left.rank] = i;
    count *= from->shape.size[i];
  }
  list(axes, from->shape.rank - left.rank, dimensions);
  const char *x = hlo_text_operand(text, op, 0, dtype, &from->shape);
  const char *start = number(text, &neutral, dtype, &(Shape){0});
  const char *name = hlo_text_put(text, dtype, &left, "reduce(%s, %s), dimensions={%s}, to_apply=%s", x,
                                  start, dimensions, hlo_text_region(text, opcode, dtype));
  if (op->code == OP_MEAN)
    name = hlo_text_put(text, dtype, &left, "divide(%s, %s)", name,
                        hlo_text_number(text, (double)count, dtype, &left));
  name = converted(text, name, &left, dtype, to->dtype);
  return shape_equal(&left, &to->shape) ? name : reshaped(text, name, to);
}

// ---- Others

static const char *product(HloText *text, const Op *op, const Value *to) {
  int batch = op->code == OP_BMM;
  const char *a = hlo_text_value(text, op->operands[0].value),
             *b = hlo_text_value(text, op->operands[1].value);
  return hlo_text_put(text, to->dtype, &to->shape,
                      "dot(%s, %s), %slhs_contracting_dims={%d}, rhs_contracting_dims={%d}", a, b,
                      batch ? "lhs_batch_dims={0}, rhs_batch_dims={0}, " : "", 1 + batch, batch);
}

static const char *scaled(HloText *text, const char *name, const Value *to, double factor) {
  if (factor == 1) return name;
  const char *number = hlo_text_number(text, factor, to->dtype, &to->shape);
  return hlo_text_put(text, to->dtype, &to->shape, "multiply(%s, %s)", name, number);
}

// beta x + alpha a b; x is not read where beta is 0, as in PyTorch.
static const char *product_and(HloText *text, const Op *op, const Value *to) {
  const char *a = hlo_text_value(text, op->operands[1].value),
             *b = hlo_text_value(text, op->operands[2].value);
  double beta = op_number(op, ATTRIBUTE_BETA, 1);
  const char *x = beta == 0 ? NULL : hlo_text_operand(text, op, 0, to->dtype, &to->shape);
  const char *name = hlo_text_put(text, to->dtype, &to->shape,
                                  "dot(%s, %s), lhs_contracting_dims={1}, rhs_contracting_dims={0}", a, b);
  name = scaled(text, name, to, op_number(op, ATTRIBUTE_ALPHA, 1));
  if (!x) return name;
  x = scaled(text, x, to, beta);
  return hlo_text_put(text, to->dtype, &to->shape, "add(%s, %s)", name, x);
}

static const char *concatenate(HloText *text, const Op *op, const Value *to) {
  const Value *values = hlo_text_graph(text)->values;
  Text names = {0};
  for (int i = 0; i < op->operand_count; i++)
    text_printf(&names, "%s%s", i ? ", " : "",
                hlo_text_operand(text, op, i, to->dtype, &values[op->operands[i].value].shape));
  const char *name = hlo_text_put(text, to->dtype, &to->shape, "concatenate(%s), dimensions={%lld}",
                                  text_get(&names), (long long)op_integer(op, ATTRIBUTE_AXIS, 0));
  text_free(&names);
  return name;
}

static const char *iota(HloText *text, const Op *op, const Value *to) {
  const Shape *shape = &to->shape;
  const char *name = hlo_text_put(text, to->dtype, shape, "iota(), iota_dimension=0");
  double start = op_number(op, ATTRIBUTE_START, 0), step = op_number(op, ATTRIBUTE_STEP, 1);
  if (step != 1)
    name = hlo_text_put(text, to->dtype, shape, "multiply(%s, %s)", name,
                        hlo_text_number(text, step, to->dtype, shape));
  if (start == 0) return name;
  return hlo_text_put(text, to->dtype, shape, "add(%s, %s)", name,
                      hlo_text_number(text, start, to->dtype, shape));
}

static const char *fill(HloText *text, const Op *op, const Value *to) {
  const Attribute *value = op_attribute(op, ATTRIBUTE_VALUE);
  Operand filler = {.value = NO_VALUE, .is_number = true};
  if (value) filler.number = value->number;
  filler.is_integer = value && value->count == 1;
  if (filler.is_integer) filler.integer = value->integer[0];
  return number(text, &filler, to->dtype, &to->shape);
}

// `opcode` over operands of this type.
static const char *pointwise(HloText *text, const Op *op, const Value *to, DType dtype, const char *opcode) {
  const char *a = hlo_text_operand(text, op, 0, dtype, &to->shape);
  const char *b = op->operand_count > 1 ? hlo_text_operand(text, op, 1, dtype, &to->shape) : NULL;
  return hlo_text_put(text, to->dtype, &to->shape, "%s(%s%s%s)", opcode, a, b ? ", " : "", b ? b : "");
}

static const char *with_number(HloText *text, const Op *op, const Value *to, const char *format,
                               double value) {
  const char *x = hlo_text_operand(text, op, 0, to->dtype, &to->shape);
  const char *other = hlo_text_number(text, value, to->dtype, &to->shape);
  bool first = op->code == OP_RECIPROCAL;
  return hlo_text_put(text, to->dtype, &to->shape, "%s(%s, %s)", format, first ? other : x,
                      first ? x : other);
}

static const char *compare(HloText *text, const Op *op, const Value *to, const char *direction) {
  DType dtype = common_type(text, op);
  const char *a = hlo_text_operand(text, op, 0, dtype, &to->shape),
             *b = hlo_text_operand(text, op, 1, dtype, &to->shape);
  return hlo_text_put(text, DTYPE_BOOL, &to->shape, "compare(%s, %s), direction=%s", a, b, direction);
}

static const char *choose(HloText *text, const Op *op, const Value *to) {
  const char *which = hlo_text_operand(text, op, 0, DTYPE_BOOL, &to->shape);
  const char *a = hlo_text_operand(text, op, 1, to->dtype, &to->shape),
             *b = hlo_text_operand(text, op, 2, to->dtype, &to->shape);
  return hlo_text_put(text, to->dtype, &to->shape, "select(%s, %s, %s)", which, a, b);
}

// What comes in from the left is what the type says.
static const char *shift_right(HloText *text, const Op *op, const Value *to) {
  return pointwise(text, op, to, to->dtype,
                   dtype_unsigned(to->dtype) ? "shift-right-logical" : "shift-right-arithmetic");
}

static const char *same_bits(HloText *text, const Op *op, const Value *to) {
  const Value *from = &hlo_text_graph(text)->values[op->operands[0].value];
  const char *name = hlo_text_value(text, op->operands[0].value);
  if (from->dtype == to->dtype) return name;
  return hlo_text_put(text, to->dtype, &to->shape, "bitcast-convert(%s)", name);
}

static const char *by_table(HloText *text, const Op *op, const Value *to) {
  bool whole = dtype_kind(to->dtype) == DTYPE_IS_INTEGER; // then "divide" cuts off what is behind the point
  const char *word = hlo_pointwise_word(op->code == OP_DIV_TRUNC && whole ? OP_DIV : op->code);
  if (word) return pointwise(text, op, to, to->dtype, word);
  if ((word = hlo_direction_word(op->code))) return compare(text, op, to, word);
  if ((word = hlo_reducer_word(op->code))) return reduce(text, op, to, word);
  if (hlo_text_function(text, op, to, &word) || hlo_text_move(text, op, to, &word)) return word;
  return hlo_text_cannot(
      text, op->op_class == CLASS_OPAQUE ? "what it computes is not known" : "it is not written yet");
}

const char *hlo_text_compute(HloText *text, const Op *op) {
  const Value *to = &hlo_text_graph(text)->values[op->first_result];
  switch (op->code) {
    case OP_CAST:
    case OP_CLONE:
      return hlo_text_operand(text, op, 0, to->dtype, &to->shape);
    case OP_RESHAPE:
      return reshaped(text, hlo_text_value(text, op->operands[0].value), to);
    case OP_RELU:
      return with_number(text, op, to, "maximum", 0);
    case OP_RECIPROCAL:
      return with_number(text, op, to, "divide", 1);
    case OP_WHERE:
      return choose(text, op, to);
    case OP_FULL:
      return fill(text, op, to);
    case OP_IOTA:
      return iota(text, op, to);
    case OP_CAT:
      return concatenate(text, op, to);
    case OP_ADDMM:
      return product_and(text, op, to);
    case OP_MM:
    case OP_BMM:
      return product(text, op, to);
    case OP_MEAN:
      return reduce(text, op, to, hlo_reducer_word(OP_SUM));
    case OP_CLAMP_MIN:
      return pointwise(text, op, to, to->dtype, "maximum");
    case OP_CLAMP_MAX:
      return pointwise(text, op, to, to->dtype, "minimum");
    case OP_LOGICAL_NOT:
      return pointwise(text, op, to, DTYPE_BOOL, "not");
    case OP_LOGICAL_AND:
      return pointwise(text, op, to, DTYPE_BOOL, "and");
    case OP_LOGICAL_OR:
      return pointwise(text, op, to, DTYPE_BOOL, "or");
    case OP_SHIFT_LEFT:
      return pointwise(text, op, to, to->dtype, "shift-left");
    case OP_SHIFT_RIGHT:
      return shift_right(text, op, to);
    case OP_REINTERPRET:
      return same_bits(text, op, to);
    default:
      return by_table(text, op, to);
  }
}
